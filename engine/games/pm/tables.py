"""The map and the charts of this game as flat tables, prepared once per scenario."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from engine.components.board import Place
from engine.components.grid import Hex, Side
from engine.components.load import records
from engine.kit.tables import ChartTables, of_map
from engine.play.step import Context

from engine.games.pm.state import PmState  # isort: skip

Ctx = Context[PmState]
WATER = ("lake", "sea", "off board")
STRAITS = ("sivash", "kerch")
"""The sides of 9.15: sea that can be crossed."""
GRADES = ("large town", "city")
"""Places whose control is kept, in rising order (3.9)."""


class Tables(ChartTables):
    """Prepared from the data of one scenario; read through ``tables(c)``."""

    # ------------------------------------------------------------------ charts
    @cached_property
    def schedule(self) -> dict[str, dict[str, int]]:
        """The Soviet Set Up and Reinforcement Schedule: ``frontier``, ``interior`` or a turn to counts (17.6)."""
        return {str(r.pop("turn")): r for r in self.chart("soviet_schedule")}

    @cached_property
    def pool(self) -> list[dict[str, Any]]:
        """Every identity that an anonymous counter can turn out to be (2.15), formation by formation."""
        found = []
        for formation, table in self.data.tables["pool"].items():
            if isinstance(table, dict):
                found += [{**row, "formation": formation} for row in records(table, "pool.toml", formation)]
        return found

    @cached_property
    def calendar(self) -> list[dict[str, Any]]:
        """The turns of the scenario: their names and what the date brings."""
        return records(self.data.scenario["calendar"], "campaign.toml", "calendar")

    def date(self, turn: int) -> dict[str, Any]:
        """The row of the calendar for a game turn. Raises ``StopIteration`` for one that is not played."""
        return next(row for row in self.calendar if row["turn"] == turn)

    @cached_property
    def last_turn(self) -> int:
        """The number of game turns (5.1)."""
        return int(self.data.scenario["turns"]["full"])

    # ------------------------------------------------------------------ the map
    @of_map
    def land(self) -> frozenset[Hex]:
        """Hexes that ground units may enter: neither lake nor sea."""
        board = self.data.board
        return frozenset(h for h in board.grid if board.terrain_name(h) not in WATER)

    def zone(self, name: str) -> frozenset[Hex]:
        """A named set of hexes of the map; empty for one that the map does not have."""
        zone = self.data.board.zones.get(name)
        return zone.inside if zone is not None else frozenset()

    def place(self, h: Hex) -> Place | None:
        """The town, large town or city in a hex."""
        return self.data.board.place_at.get(h)

    def grade(self, h: Hex) -> str:
        """``city``, ``large town``, ``town`` or nothing."""
        place = self.place(h)
        return place.size if place else ""

    def city(self, h: Hex) -> bool:
        """Whether a hex is a city hex."""
        return self.grade(h) == "city"

    def natural(self, h: Hex) -> str:
        """The natural terrain of a hex; that of a city is clear, whatever lies around it (12.10)."""
        return "clear" if self.city(h) else self.data.board.terrain_name(h)

    @cached_property
    def tracked(self) -> tuple[Hex, ...]:
        """City and large town hexes: the only ones whose control matters (3.9)."""
        return tuple(sorted(h for h in self.data.board.place_at if self.grade(h) in GRADES))

    @cached_property
    def tracked_labels(self) -> frozenset[str]:
        """The labels of these hexes."""
        return frozenset(self.data.board.labels[h] for h in self.tracked)

    @cached_property
    def moscow(self) -> tuple[Hex, ...]:
        """The two hexes of the city that ends the war (4.3)."""
        return self.named("Moscow")

    def named(self, name: str) -> tuple[Hex, ...]:
        """Hexes of a place; none where the map does not have it."""
        return next((place.hexes for place in self.data.board.places if place.name == name), ())

    @cached_property
    def districts(self) -> frozenset[Hex]:
        """Hexes of Military District headquarters (8.7)."""
        return self._marked("district")

    @cached_property
    def ports(self) -> frozenset[Hex]:
        """The Soviet Black Sea ports (9.17)."""
        return self._marked("port")

    def _marked(self, mark: str) -> frozenset[Hex]:
        return frozenset(h for place in self.data.board.places if mark in place.marks for h in place.hexes)

    def river(self, a: Hex, b: Hex) -> bool:
        """Whether a river runs between two hexes."""
        return self.data.board.has("river", a, b)

    def strait(self, a: Hex, b: Hex) -> str:
        """``sivash`` or ``kerch`` where the side between two hexes belongs to one of them (9.15), else nothing."""
        return next((name for name in STRAITS if self.data.board.has(name, a, b)), "")

    @of_map
    def walls(self) -> dict[Side, str]:
        """Per hexside what may close it: ``strait``, ``sea`` or ``lake``; sides with none are left out."""
        found: dict[Side, str] = {}
        for word, names in (("lake", ("lake",)), ("sea", ("sea",)), ("strait", STRAITS)):
            for name in names:
                found |= {s: word for s, on in enumerate(self.data.board.side(name)) if on}
        return found

    def open_ground(self, ground: frozenset[Hex], shut: Iterable[str]) -> list[tuple[Hex, ...]]:
        """Per hex of some ground the hexes of it beside it, in their order, save over sides that some walls shut."""
        grid, walls, closed = self.data.board.grid, self.walls, frozenset(shut)
        found: list[tuple[Hex, ...]] = [()] * grid.size
        for h in ground:
            sides = enumerate(grid.neighbours[h], h * 6)
            found[h] = tuple(n for s, n in sides if n in ground and walls.get(s) not in closed)
        return found


def tables(c: Ctx) -> Tables:
    """The prepared tables of a context."""
    memo = c.data.memo
    if "tables" not in memo:
        memo["tables"] = Tables(c.data)
    found: Tables = memo["tables"]
    return found


def open_sides(c: Ctx) -> tuple[frozenset[Hex], ...]:
    """Per hex the land beside it that can be attacked from it: not over sea and lake sides, but over the straits."""
    if "open sides" not in c.data.of_map:
        found = tables(c).open_ground(tables(c).land, ("sea", "lake"))
        c.data.of_map["open sides"] = tuple(map(frozenset, found))
    kept: tuple[frozenset[Hex], ...] = c.data.of_map["open sides"]
    return kept
