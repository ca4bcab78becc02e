"""The map and the charts of Army Group Center as flat tables, prepared once per scenario."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from itertools import compress
from typing import Any

from engine.components.board import Place, Zone
from engine.components.floods import Lanes, lanes
from engine.components.grid import Hex
from engine.components.load import records
from engine.components.sides import across, own, touched
from engine.games.efs.state import MAIN, MINOR, MOTORWAY
from engine.kit.tables import ChartTables, of_map
from engine.play.citing import rule
from engine.play.step import Context

from engine.games.efs.state import EfsState  # isort: skip

Ctx = Context[EfsState]

WOODED = ("woods", "wooded hills")
WATER = ("lake", "sea", "off board")
ROADS = {"minor_road": MINOR, "main_road": MAIN, "motorway": MOTORWAY}
"""Kinds of roads of the map to ways, the worst first (10.44)."""
NONE, RIVER, MEANDER, CANAL, MAJOR_RIVER, LAKE = WATERS = ("", "river", "meander", "canal", "major river", "lake")
"""What water a side of a hex can be, what counts more behind what counts less."""
TOWN, CITY, MAJOR_CITY = "town", "city", "major city"


class Tables(ChartTables):
    """Prepared from the data of one scenario; read through ``tables(c)``."""

    # ------------------------------------------------------------------ hexes
    def terrain(self, h: Hex) -> str:
        """The natural terrain of a hex as the map names it: ``clear``, ``woods``, ``wooded hills`` ..."""
        return self.data.board.terrain_name(h)

    def woods(self, h: Hex) -> bool:
        """Whether there are woods in a hex, on hills too."""
        return self.terrain(h) in WOODED

    @of_map
    def wooded(self) -> bytes:
        """One byte a hex: 1 where there are woods, in play."""
        return self.of_terrain(WOODED)

    @cached_property
    def swampy(self) -> bytes:
        """One byte a hex of the whole map: 1 where there is swamp."""
        return self._natural("swamp")

    @cached_property
    def marshy(self) -> bytes:
        """The same for marsh."""
        return self._natural("marsh")

    def _natural(self, word: str) -> bytes:
        names = bytes(name == word for name in self.data.board.terrain_names)
        return bytes(self.data.board.terrain).translate(names.ljust(256, b"\0"))

    @of_map
    def steps(self) -> Lanes:
        """The steps from each hex of the map to those beside it, for floods."""
        grid = self.data.board.grid
        return lanes(grid, b"\1" * (grid.size * 6))

    @of_map
    def land(self) -> frozenset[Hex]:
        """Hexes in play that ground units can stand in."""
        return frozenset(h for h in self.data.in_play if self.terrain(h) not in WATER)

    def dry(self, a: Hex, b: Hex) -> bool:
        """Whether a way leads from a hex to the next one over land, past no lake."""
        return a in self.land and b in self.land and self.river(a, b) != LAKE

    def place(self, h: Hex) -> Place | None:
        """The town or city in a hex."""
        return self.data.board.place_at.get(h)

    def size(self, h: Hex) -> str:
        """``town``, ``city``, ``major city``; empty where there is none."""
        place = self.place(h)
        return place.size if place is not None else ""

    def town(self, h: Hex) -> bool:
        """Whether a hex is a town, neither city nor major city."""
        return self.size(h) == TOWN

    def city(self, h: Hex) -> bool:
        """Whether a hex is a city, no major one."""
        return self.size(h) == CITY

    def major_city(self, h: Hex) -> bool:
        """Whether a hex is part of a major city."""
        return self.size(h) == MAJOR_CITY

    def named(self, name: str) -> tuple[Hex, ...]:
        """The hexes of a place by its name; none for one that the map does not have."""
        return self._named.get(name, ())

    @cached_property
    def _named(self) -> dict[str, tuple[Hex, ...]]:
        return {place.name: place.hexes for place in self.data.board.places}

    def zone(self, name: str) -> frozenset[Hex]:
        """A named set of hexes of the map; empty for one that the map does not have."""
        zone = self.data.board.zones.get(name)
        return zone.inside if zone is not None else frozenset()

    def zones(self, group: str) -> list[Zone]:
        """All zones of a group: ``fortified line``, ``fortified belt``, ``citadel``."""
        return self.data.board.zones_of(group)

    @of_map
    def inside(self) -> bytes:
        """One byte a hex: 1 in play."""
        found = bytearray(self.data.board.grid.size)
        for h in self.data.in_play:
            found[h] = 1
        return bytes(found)

    def flags(self, holds: Callable[[Hex], int], outside: int = 0) -> bytes:
        """One byte a hex: 1 where something holds, looked at only in play; elsewhere what ``outside`` says."""
        found = bytearray([outside]) * self.data.board.grid.size
        for h in self.data.in_play:
            found[h] = holds(h)
        return bytes(found)

    def of_terrain(self, words: Collection[str], outside: int = 0) -> bytes:
        """The same for hexes of some kinds of terrain."""
        board, size = self.data.board, self.data.board.grid.size
        kinds = bytes(name in words for name in board.terrain_names)
        found = int.from_bytes(bytes(board.terrain).translate(kinds.ljust(256, b"\0")))
        there, elsewhere = int.from_bytes(self.inside), int.from_bytes(bytes([outside]) * size)
        return (found & there | elsewhere & ~there).to_bytes(size)

    @rule("efs:6.15", "efs:6.16")
    def joined(self, sides: bytes | bytearray) -> tuple[tuple[Hex, ...], ...]:
        """Per hex in play those beside it over flagged sides; lines run through between the hexes of one city."""
        inside, board = self.data.in_play, self.data.board
        cities = {h: place.hexes for place in board.places if place.size in (CITY, MAJOR_CITY) for h in place.hexes}
        both = int.from_bytes(own(self.inside)) & int.from_bytes(across(board.grid, self.inside))
        open_ = bytearray((both & int.from_bytes(sides)).to_bytes(len(sides)))
        for h in inside & cities.keys():
            for direction, n in enumerate(board.grid.neighbours[h]):
                if n in inside and n in cities[h]:
                    open_[h * 6 + direction] = 1
        found: list[tuple[Hex, ...]] = [()] * board.grid.size
        around = board.grid.neighbours
        for h in touched(open_):
            found[h] = tuple(compress(around[h], open_[h * 6 : h * 6 + 6]))
        return tuple(found)

    # ------------------------------------------------------------------ sides of hexes
    @cached_property
    def waters(self) -> bytes:
        """By side an index into ``WATERS``."""
        return self._layered({name: code for code, name in enumerate(WATERS) if code})

    def _layered(self, codes: Mapping[str, int]) -> bytes:
        """By side the code of the last of some features that it has; 0 for none."""
        board, found = self.data.board, 0
        for feature, code in codes.items():
            flags = int.from_bytes(board.side(feature))
            found = found & ~(flags * 255) | flags * code
        return found.to_bytes(board.grid.size * 6)

    def of_water(self, *kinds: str) -> bytes:
        """One byte a side: 1 where it is water of some kinds."""
        return self.waters.translate(bytes(name in kinds for name in WATERS).ljust(256, b"\0"))

    def river(self, a: Hex, b: Hex) -> str:
        """The water of the side between two neighbours, one of ``WATERS``; a meander is a river crossed twice."""
        return WATERS[self.waters[self.data.board.grid.between(a, b)]]

    @cached_property
    def roads(self) -> bytes:
        """By side the best road that crosses it: 0, ``MINOR``, ``MAIN`` or ``MOTORWAY``."""
        return self._layered(ROADS)

    def road(self, a: Hex, b: Hex) -> int:
        """The best road between two neighbours: 0 for none, ``MINOR``, ``MAIN`` or ``MOTORWAY``."""
        return self.roads[self.data.board.grid.between(a, b)]

    @property
    def rails(self) -> bytearray:
        """One byte a side: whether a railroad crosses it."""
        return self.data.board.side("railroad")

    def rail(self, a: Hex, b: Hex) -> bool:
        """Whether a railroad joins two neighbours."""
        return bool(self.rails[self.data.board.grid.between(a, b)])

    @cached_property
    def lengths(self) -> dict[str, int]:
        """Hexes of each part of a Supply Route and limits of trains, by the words of the chart (6.12, 11.13)."""
        chart = self.data.charts["logistics"]["limits"]
        return {row["what"]: int(row["value"]) for row in records(chart, "charts.toml", "logistics.limits")}

    # ------------------------------------------------------------------ the scenario
    @property
    def first_turn(self) -> int:
        """The game turn in which play begins."""
        return int(self.data.scenario["turns"]["first"])

    @property
    def last_turn(self) -> int:
        """The last game turn."""
        return int(self.data.scenario["turns"]["last"])

    def logistics(self, side: str, turn: int) -> dict[str, Any]:
        """What the scenario gives a side in a turn: Attack Supply Points, railroad capacity ...; empty for nothing."""
        return self._logistics.get((side, turn), {})

    @cached_property
    def _logistics(self) -> dict[tuple[str, int], dict[str, Any]]:
        given = self.data.scenario.get("logistics", {})
        rows = ((side, self._rows(given[side], side)) for side in self.data.meta["sides"] if side in given)
        return {(side, row["turn"]): row for side, found in rows for row in found}

    def _rows(self, table: dict[str, Any], side: str) -> list[dict[str, Any]]:
        return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def flagged(flags: bytes | bytearray) -> Iterator[int]:
    """The places of the flags that are set, the first first."""
    at = flags.find(1)
    while at >= 0:
        yield at
        at = flags.find(1, at + 1)


def tables(c: Ctx) -> Tables:
    """The prepared tables of a context, kept with its board as long as they are about that board."""
    data, board = c.data, c.board
    # Asked more often than anything else: the match's own data knows them, the board for all its matches.
    kept: Tables | None = data.memo.get("tables")
    if kept is None or kept.data.charts is not data.charts or kept.data.board is not board:
        kept = data.memo["tables"] = _tables_of(c)
    return kept


def _tables_of(c: Ctx) -> Tables:
    memo, scenario = c.board.memo, str(c.scenario.get("id", ""))
    key = f"tables {c.data.game} {scenario}"
    kept: Tables | None = memo.get(key)
    # The data that they read may have been given another board since.
    if kept is None or kept.data.charts is not c.data.charts or kept.data.board is not c.board:
        kept = memo[key] = Tables(c.data)
    return kept
