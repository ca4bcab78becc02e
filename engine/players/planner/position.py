"""What is alike in adapters of games on a map: the ground, asked about once for all positions on it; who stands where,
who could strike from where, how fast a side is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from engine.components import floods
from engine.components.grid import Hex, Unit
from engine.play.step import Context
from engine.play.suppose import supposing
from engine.players.planner.knowledge import Force
from engine.players.planner.remembering import kept, once

USUAL = 4
"""Size of units where nobody is near."""


class Position(ABC):
    """Answers of ``Knowledge`` about a whole position for one side; each is found once."""

    c: Any
    """The position, as the game has it."""

    def __init__(self, c: Context[Any], side: str) -> None:
        self.c, self.side, self.enemy = c, side, c.other(side)
        self.known: dict[Any, Any] = {}
        """Answers that hold for this position, by what was asked."""

    # ------------------------------------------------------------------ the ground, whoever stands on it
    @abstractmethod
    def _row(self, h: Hex) -> Sequence[Hex]:
        """Hexes beside a hex that units may enter from there; nothing for one that nobody enters."""

    @abstractmethod
    def _ways(self, goal: Hex) -> Mapping[Hex, float]:
        """How far hexes are from a goal in what is called the season, whoever stands there."""

    def _season(self) -> Hashable:
        """What ways over the ground depend on, such as the weather: nothing."""
        return ""

    def beside(self, h: Hex) -> Sequence[Hex]:
        """Hexes beside a hex that units may enter from there."""
        return self._beside[h]

    @cached_property
    def _beside(self) -> Sequence[Sequence[Hex]]:
        rows = range(self.c.grid.size)
        return once(self.c.data.of_map, "planner beside", lambda: [tuple(self._row(h)) for h in rows])

    def way(self, goal: Hex) -> Mapping[Hex, float]:
        """How far hexes are from a goal; those from which it is too far to be felt are left out."""
        return once(self.c.data.of_map, self._way_name(goal), lambda: self._ways(goal))

    def _way_name(self, goal: Hex) -> str:
        return f"planner way {goal} {self._season()}"

    def approached(self, goals: Iterable[Hex]) -> Iterator[None]:
        """Find in pieces the ways to some goals, where that takes long."""
        for goal in goals:
            self.beside(goal)
            yield
            if self._way_name(goal) not in self.c.data.of_map:
                self._nearing(goal)
                yield
            self.way(goal)
            yield

    def _nearing(self, goal: Hex) -> Mapping[Hex, float]:
        """The shorter ones of those ways, where all at once are too much for a piece of thought."""
        return {}

    def around(self, h: Hex, far: int) -> frozenset[Hex]:
        """Hexes within so many of one, over any ground."""
        return once(self.c.data.of_map, f"planner around {h} {far}", lambda: frozenset(self.c.grid.within(h, far)))

    # ------------------------------------------------------------------ who is there
    @abstractmethod
    def _force(self, u: Unit) -> Force:
        """A unit as it fights, or can be fought."""

    @abstractmethod
    def held(self, side: str) -> Collection[Hex]:
        """Hexes with units of a side that nobody else enters without fighting them."""

    def _allowance(self, u: Unit) -> int:
        """How far a unit goes in a phase: what is printed on its counter."""
        return int(self.c.roster.move[u])

    def _present(self, side: str) -> Iterable[Unit]:
        """Units of a side that fight or can be fought: all that are on the map."""
        sides = self.c.roster.side
        return (u for u, h in enumerate(self.c.state.hex_of) if h >= 0 and sides[u] == side)

    def _sides(self, h: Hex, side: str) -> Sequence[Hex]:
        """Hexes out of which a side may attack a hex, whoever stands there: all beside it."""
        return self.beside(h)

    @kept
    def forces(self, side: str) -> Sequence[Force]:
        """The units of a side on the map."""
        return tuple(map(self._force, self._present(side)))

    @kept
    def stacks(self, side: str) -> Mapping[Hex, Sequence[Force]]:
        """They by hex."""
        found: dict[Hex, list[Force]] = {}
        for f in self.forces(side):
            found.setdefault(f.hex, []).append(f)
        return found

    @kept
    def standing(self, side: str) -> Mapping[Hex, int]:
        """How many units of a side stand in each hex; 0 for all others."""
        return Counter(f.hex for f in self.forces(side))

    @kept
    def pace(self, side: str) -> int:
        """The greatest allowance of the units that attack."""
        fast = (self._allowance(f.unit) for f in self.forces(side) if f.attack and not f.leads)
        return max(fast, default=0)

    def fitting(self, side: str, h: Hex, far: int, limit: int) -> int:
        """Units of the usual size within so many hexes of one that it holds up to a limit, those that stand there at
        least."""
        sizes, around = self._sizes(side), self.around(h, far)
        near = [size for at in sizes.keys() & around for size in sizes[at] if size] or [USUAL]
        return max(int(limit * len(near) / sum(near)), 1, self.standing(side)[h])

    @kept
    def _sizes(self, side: str) -> dict[Hex, list[int]]:
        return {h: [self._size(f.unit) for f in forces] for h, forces in self.stacks(side).items()}

    def _size(self, u: Unit) -> int:
        """What a unit counts where it is limited how many stand together: one."""
        return 1

    def supposed(self, moved: Mapping[Unit, Hex]) -> Any:
        """The position once some units stand elsewhere, as the game has it."""
        return supposing(self.c, hex_of=dict(moved)) if moved else self.c

    def followed(self, u: Unit, moved: Mapping[Unit, Hex]) -> Sequence[Hex]:
        """The line of a unit that stays once others stand elsewhere, for games in which that is soon found; that there
        is none is found sooner still."""
        here: Any = self
        if not moved:
            return tuple(here.line(u))
        side, h = self.c.roster.side[u], self.c.state.hex_of[u]
        if not here.supplied(side, moved)[h]:
            return ()

        def line() -> Sequence[Hex]:
            there: Any = type(self)(self.supposed(moved), self.side)
            return tuple(there.line(u))

        return once(self.known, ("followed", side, h, frozenset(moved.items())), line)

    # ------------------------------------------------------------------ who meets whom
    @kept
    def struck_from(self, h: Hex, side: str) -> Sequence[Hex]:
        """Hexes from which a hex may be attacked and where no enemy of the attacker stands."""
        foes = self.held(self.c.other(side))
        return [n for n in self._sides(h, side) if n not in foes]

    def striker(self, target: Hex) -> str:
        """The side that attacks a hex: the one whose enemies are in it; of an empty one, the enemy."""
        return self.side if target in self.held(self.enemy) else self.enemy

    def away(self, h: Hex, side: str = "") -> int:
        """Hexes from the nearest of the enemy, or of another side, who bar the way; 0 where there is nobody."""
        off = self._off(side or self.enemy)
        return off.far(h) if h in off else 0

    @kept
    def _off(self, side: str) -> floods.Flood:
        """The same of all hexes."""
        return floods.around(self.c.grid, self.held(side))

    @cached_property
    def touched(self) -> frozenset[Hex]:
        """Hexes beside such enemies, whatever lies between."""
        return frozenset(n for h in self.held(self.enemy) for n in self.c.grid.adjacent[h])
