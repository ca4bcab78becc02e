"""What the tests of all boards ask of a map file: its hexes, sides, rivers, and what hangs together."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import pairwise
from typing import Any

from engine.components.board import Board
from engine.components.grid import Hex
from engine.components.load import build_board, read_table

Pair = frozenset[Hex]
WATER = ("lake", "sea", "off board")
RIVERS = ("river", "minor river", "major river")


class MapFile:
    """The map file of one game and the board made from it. ``shut`` are the features of sides that lie in water."""

    def __init__(self, game: str, shut: tuple[str, ...]) -> None:
        self.game, self.shut = game, shut

    @cached_property
    def _table(self) -> dict[str, Any]:
        return read_table(self.game, "map.toml")[0]

    @cached_property
    def _board(self) -> Board:
        return build_board(self._table)

    def table(self) -> dict[str, Any]:
        """The map file."""
        return self._table

    def board(self) -> Board:
        """The board made from it."""
        return self._board

    def pair(self, text: str) -> Pair:
        """A side written "A/B" as the two hexes."""
        return frozenset(self._board.find(part) for part in text.split("/"))

    def sides(self, *features: str) -> set[Pair]:
        """Every side with one of some features, as pairs of hexes."""
        b = self._board
        return {
            frozenset((s // 6, b.grid.neighbours[s // 6][s % 6]))
            for feature in features
            for s, flag in enumerate(b.side(feature))
            if flag
        }

    def town(self, name: str) -> Hex:
        """First hex of a place."""
        return next(p.hexes[0] for p in self._board.places if p.name == name)

    def is_land(self, h: Hex) -> bool:
        """Neither lake nor sea nor off the board."""
        return self._board.terrain_name(h) not in WATER

    def reach(self, start: Iterable[Hex], may: Callable[[Hex, Hex], bool]) -> set[Hex]:
        """All hexes reached from some by steps that are allowed."""
        found = set(start)
        queue = deque(found)
        while queue:
            here = queue.popleft()
            for n in self._board.grid.adjacent[here]:
                if n not in found and may(here, n):
                    found.add(n)
                    queue.append(n)
        return found

    def bank(self, name: str) -> set[Hex]:
        """Land within two hexes of a place, reached without crossing water."""
        here = self.town(name)
        closed = self.sides(*RIVERS, *self.shut)
        near = set(self._board.grid.within(here, 2))
        return self.reach([here], lambda x, y: self.is_land(y) and y in near and frozenset((x, y)) not in closed)

    # ------------------------------------------------------------------ rivers
    def river_names(self) -> list[str]:
        """All rivers of the file."""
        return sorted({r["name"] for r in self._table["river"]})

    def river(self, name: str) -> list[Pair]:
        """The sides of a river in order."""
        return [self.pair(s) for r in self._table["river"] if r["name"] == name for s in r["sides"]]

    @cached_property
    def _net(self) -> set[Pair]:
        wet = {frozenset((h, n)) for h in self._board.grid if not self.is_land(h) for n in self._board.grid.adjacent[h]}
        return self.sides(*RIVERS, *self.shut) | wet

    def cut_off(self, name: str) -> list[Pair]:
        """Sides of a river that do not hang together with its beginning or the map edge over water of any sort."""
        own = self.river(name)
        found = {s for s in own if self.at_edge(s)} or set(own[:1])
        queue = deque(found)
        while queue:
            for side in self.corner(queue.popleft()) & self._net:
                if side not in found:
                    found.add(side)
                    queue.append(side)
        return [s for s in own if s not in found]

    def breaks(self, name: str) -> list[tuple[Pair, Pair]]:
        """Neighbours in the chain of a river that do not meet, and where no other water and no map edge takes over."""
        own = self.river(name)
        others = self._net - set(own)
        gaps = [(x, y) for x, y in pairwise(own) if y not in self.corner(x)]
        return [g for g in gaps if not all(self.corner(s) & others or self.at_edge(s) for s in g)]

    def corner(self, side: Pair) -> set[Pair]:
        """The sides that meet a side at one of its corners."""
        thirds = set.intersection(*(set(self._board.grid.adjacent[h]) for h in side))
        return {frozenset((h, third)) for h in side for third in thirds}

    def lone_river_sides(self) -> list[Pair]:
        """River sides that touch no other water."""
        every = {s for name in self.river_names() for s in self.river(name)}
        return [s for s in every if not self.corner(s) & self._net and not self.at_edge(s)]

    def at_edge(self, side: Pair) -> bool:
        """Whether a hex of a side lies on the edge of the grid or of the field."""
        b = self._board
        return any(
            len(b.grid.adjacent[h]) < 6 or any(b.terrain_name(n) == "off board" for n in b.grid.adjacent[h])
            for h in side
        )

    def ringed(self) -> list[str]:
        """Labels of land hexes with water on all six sides."""
        b = self._board
        inner = [h for h in b.grid if self.is_land(h) and len(b.grid.adjacent[h]) == 6]
        return [b.label(h) for h in inner if all(frozenset((h, n)) in self._net for n in b.grid.adjacent[h])]
