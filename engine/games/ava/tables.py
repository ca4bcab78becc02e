"""The map and the charts of this game as flat tables, prepared once per scenario."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.components.board import BRIDGE
from engine.components.grid import Hex, Side
from engine.components.load import GameData, records
from engine.components.paths import Edges
from engine.components.results import ResultsTable, build_results
from engine.components.searches import Searches
from engine.components.wide import Bits, Flood, Shifts, marked, shifts
from engine.kit.tables import of_map
from engine.play.step import Context

from engine.games.ava.state import AvaState  # isort: skip

Ctx = Context[AvaState]
RIVERS = ("minor river", "major river")
WATER = ("lake", "sea", "off board")
Near = tuple[tuple[Hex, ...], ...]
"""Per hex some of the hexes beside it."""


@dataclass
class Tables:
    """Prepared from the data of one scenario; read through ``tables(c)``."""

    data: GameData

    @cached_property
    def terrain(self) -> dict[str, dict[str, int]]:
        """Rows of the terrain chart by name (TEC)."""
        return {r["terrain"]: r for r in records(self.data.tables["terrain"], "terrain.toml", "rows")}

    @cached_property
    def crt(self) -> ResultsTable:
        """The Combat Results Table (10.4)."""
        return build_results(self.data.charts["crt"])

    @cached_property
    def track(self) -> dict[int, dict[str, Any]]:
        """The turn track of the scenario, by turn (6.2, 12.2)."""
        name = self.data.scenario["turn_track"]
        table = self.data.charts["turn_track"][name]
        return {r["turn"]: r for r in records(table, "charts.toml", f"turn_track.{name}")}

    @cached_property
    def chits(self) -> dict[str, dict[str, str]]:
        """The chits of the game by id, in the order of the file."""
        return {r["id"]: r for r in records(self.data.tables["chits"], "chits.toml", "rows")}

    @cached_property
    def calendar(self) -> dict[str, Any]:
        """When each chit becomes available in this scenario (15.2, 18)."""
        found: dict[str, Any] = self.data.tables["chits"]["calendar"][self.data.scenario["calendar"]]
        return found

    @cached_property
    def last_turn(self) -> int:
        """The turn whose supply check ends the game (16.4, 18)."""
        return int(self._by_length(self.data.scenario["turns"]))

    @cached_property
    def threshold(self) -> int:
        """Victory points with which the Axis wins (16.4, 18)."""
        return int(self._by_length(self.data.scenario["threshold"]))

    def _by_length(self, table: dict[str, Any]) -> Any:
        return table.get(self.data.options.get("length", "full"), table.get("full"))

    # ------------------------------------------------------------------ the map
    @of_map
    def land(self) -> frozenset[Hex]:
        """Hexes in play that are neither lake nor sea."""
        board = self.data.board
        return frozenset(h for h in self.data.in_play if board.terrain_name(h) not in WATER)

    @of_map
    def beside(self) -> Near:
        """Per hex the land hexes beside it over sides that are not prohibited: zones of control, command range."""
        barred, land, grid = self.data.board.side("barred"), self.land, self.data.board.grid
        found: list[tuple[Hex, ...]] = [()] * grid.size
        for h in land:
            found[h] = tuple(n for n in grid.adjacent[h] if n in land)
        for h in {s // 6 for s, shut in enumerate(barred) if shut} & land:
            found[h] = tuple(n for n in found[h] if not barred[grid.between(h, n)])
        return tuple(found)

    def open_to(self, side: str, climbs: bool = False) -> Near:
        """Per hex the hexes beside it that a unit may enter by moving, retreating or advancing.

        Mountains are entered along a road only, except by units that climb; leaving them is free (9.2). Soviet units
        never go over the red start line (9.1).
        """
        return self._kept(
            f"open {side} {climbs}", side, True, lambda a, b: climbs or not self.high(b) or self._road(a, b)
        )

    def lines_over(self, side: str) -> Near:
        """Per hex the hexes beside it that a line of communications may follow: over mountains by road alone (3.3)."""
        return self._kept(
            f"lines {side}", side, True, lambda a, b: not (self.high(a) or self.high(b)) or self._road(a, b)
        )

    def line_ends(self, side: str) -> dict[Hex, tuple[Hex, ...]]:
        """Hexes with mountain hexes beside them in which a line may end without a road, with these, in order.

        A line does not cross them (R39).
        """
        key = f"line ends {side}"
        if key not in self.data.of_map:
            near = self._kept(
                f"ends {side}", side, False, lambda a, b: self.high(b) and not self.high(a) and not self._road(a, b)
            )
            self.data.of_map[key] = {h: ends for h, ends in enumerate(near) if ends}
        found: dict[Hex, tuple[Hex, ...]] = self.data.of_map[key]
        return found

    def _kept(self, key: str, side: str, level: bool, fits: Callable[[Hex, Hex], bool]) -> Near:
        """The hexes beside each hex that fit; away from mountains all or, if not ``level``, none of them do."""
        if key not in self.data.of_map:
            found: list[tuple[Hex, ...]] = list(self.beside) if level else [()] * self.data.board.grid.size
            for h in self._slopes:
                found[h] = tuple(n for n in self.beside[h] if fits(h, n))
            if side == "soviet":
                line, grid = self.data.board.side("start line"), self.data.board.grid
                for h in {s // 6 for s, drawn in enumerate(line) if drawn}:
                    found[h] = tuple(n for n in found[h] if not line[grid.between(h, n)])
            self.data.of_map[key] = tuple(found)
        kept: Near = self.data.of_map[key]
        return kept

    def high(self, h: Hex) -> bool:
        """Whether a hex is mountain."""
        return h in self._mountains

    @of_map
    def _mountains(self) -> frozenset[Hex]:
        board = self.data.board
        if not self.data.tables["terrain"]["mountain"]["road_only"]:
            return frozenset()
        return frozenset(h for h in board.grid if board.terrain_name(h) == "mountain")

    @of_map
    def _slopes(self) -> frozenset[Hex]:
        """Mountains and the hexes beside them."""
        around = self.data.board.grid.adjacent
        return self._mountains.union(*(around[h] for h in self._mountains))

    def _road(self, a: Hex, b: Hex) -> bool:
        return self.data.board.has("road", a, b)

    def climbs(self, kind: str) -> bool:
        """Whether units of a kind may enter mountains without a road (9.2)."""
        return kind in self.data.tables["terrain"]["mountain"]["whole_allowance"]

    def along(self, kind: str, side: str) -> Near:
        """Per hex the next hexes along roads or railroads that a side may use."""
        key = f"along {kind} {side}"
        if key not in self.data.of_map:
            flags, grid = self.data.board.side(kind), self.data.board.grid
            near = self.lines_over(side)
            along: list[tuple[Hex, ...]] = [()] * grid.size
            for h in {s // 6 for s, on in enumerate(flags) if on}:
                along[h] = tuple(n for n in near[h] if flags[grid.between(h, n)])
            self.data.of_map[key] = tuple(along)
        found: Near = self.data.of_map[key]
        return found

    def wide(self, side: str, kind: str = "") -> Shifts:
        """The ways of lines of communications, or only those along roads or railroads, for floods of the whole map."""
        key = f"wide {kind} {side}"
        if key not in self.data.of_map:
            self.data.of_map[key] = shifts(self.along(kind, side) if kind else self.lines_over(side))
        found: Shifts = self.data.of_map[key]
        return found

    @of_map
    def around(self) -> tuple[Bits, ...]:
        """Per hex the bits of those ``beside`` it: where a zone of control reaches (3.2)."""
        return tuple(map(marked, self.beside))

    def floods(self, side: str, kind: str) -> Flood:
        """Floods over those ways, of which the last one is kept."""
        key = f"floods {kind} {side}"
        if key not in self.data.memo:
            self.data.memo[key] = Flood(self.wide(side, kind))
        found: Flood = self.data.memo[key]
        return found

    def wide_ends(self, side: str) -> Shifts:
        """The steps into mountains with which a line may end (3.3)."""
        key = f"wide ends {side}"
        if key not in self.data.of_map:
            ends = self.line_ends(side)
            self.data.of_map[key] = shifts([ends.get(h, ()) for h in range(self.data.board.grid.size)])
        found: Shifts = self.data.of_map[key]
        return found

    def searches(self, side: str, kind: str) -> Searches:
        """Searches for ways of mechanized units, of foot, or by road (9.2, 9.3), kept for the game."""
        key = f"searches {kind} {side}"
        if key not in self.data.memo:
            edges = self.march_edges[side] if kind == "road" else self.edges(side, kind == "mech")
            self.data.memo[key] = Searches(edges)
        found: Searches = self.data.memo[key]
        return found

    def edges(self, side: str, mech: bool) -> Edges:
        """Movement costs in half points from hex to hex, zones of control left out (9.2, TEC)."""
        key = f"edges {side} {mech}"
        if key not in self.data.of_map:
            near = self.open_to(side)
            grid = self.data.board.grid
            inside = [self.entry_cost(h, mech) if h in self.land else 0 for h in grid]
            crossed = self.data.board.with_sides("road", *RIVERS)
            self.data.of_map[key] = tuple(
                tuple(
                    (n, cost)
                    for n in near[h]
                    if (cost := self._step_cost(h, n, mech) if h in crossed else inside[n]) > 0
                )
                for h in grid
            )
        found: Edges = self.data.of_map[key]
        return found

    def _step_cost(self, a: Hex, b: Hex, mech: bool) -> int:
        """Half points for one step; 0 over a major river without a bridge, which is a move of its own (9.2)."""
        board, chart = self.data.board, self.data.tables["terrain"]
        s = board.grid.between(a, b)
        if board.side("road")[s]:
            return 2 * int(chart["road"]["mp"])
        bridged = board.side(BRIDGE)[s] and chart["bridge"]["lifts_major_river"]
        if board.side("major river")[s] and chart["major_river"]["whole_allowance"] and not bridged:
            return 0
        return self.entry_cost(b, mech) + (2 * int(chart["minor_river"]["mp"]) if board.side("minor river")[s] else 0)

    def entry_cost(self, h: Hex, mech: bool) -> int:
        """Half points to enter a hex off the road (TEC): a major city costs 1 whatever lies under it."""
        if self.place_size(h) == "major city":
            return 2 * int(self.data.tables["terrain"]["major_city"]["mp"])
        return 2 * self.terrain[self.data.board.terrain_name(h)]["mech" if mech else "foot"]

    @of_map
    def march_edges(self) -> dict[str, Edges]:
        """Per side the road steps at half a point (9.3)."""
        cost = int(self.data.tables["terrain"]["road"]["strategic_halves"])
        return {s: tuple(tuple((n, cost) for n in near) for near in self.along("road", s)) for s in ("axis", "soviet")}

    def place_size(self, h: Hex) -> str:
        """``major city``, ``city`` or nothing."""
        place = self.data.board.place_at.get(h)
        return place.size if place else ""

    def river(self, a: Hex, b: Hex) -> str:
        """``minor river``, ``major river`` or nothing on the side between two hexes."""
        return self._rivers.get(self.data.board.grid.between(a, b), "")

    @of_map
    def _rivers(self) -> dict[Side, str]:
        """The sides of hexes with rivers on them."""
        board = self.data.board
        return {s: river for river in RIVERS for s, on in enumerate(board.side(river)) if on}

    # ------------------------------------------------------------------ groups of hexes
    def sources(self, side: str) -> tuple[Hex, ...]:
        """Supply source hexes of a side in this scenario (2.1)."""
        return self._sources.get(side, ())

    @cached_property
    def _sources(self) -> dict[str, tuple[Hex, ...]]:
        return {k: tuple(h for h in hexes if h in self.data.in_play) for k, hexes in self.data.board.supply.items()}

    @cached_property
    def moscow(self) -> tuple[Hex, ...]:
        """The "From Moscow" supply sources (15.4, 16.3)."""
        return tuple(h for h in self.data.board.supply.get("from_moscow", ()) if h in self.data.in_play)

    @cached_property
    def breakthrough(self) -> tuple[Hex, ...]:
        """Bonus hexes of the scenario and length being played (18.2)."""
        table = self.data.scenario.get("breakthrough", {})
        if not table or table.get("length", "full") != self.data.options.get("length", "full"):
            return ()
        return tuple(self.data.board.find(h) for h in table["hexes"])

    @cached_property
    def tracked(self) -> tuple[Hex, ...]:
        """Hexes whose control the game keeps: cities, supply sources of the Soviets, breakthrough hexes (3.4)."""
        cities = (h for p in self.data.board.places for h in p.hexes)
        wanted = {*cities, *self.sources("soviet"), *self.breakthrough}
        return tuple(sorted(wanted & self.land))

    @cached_property
    def watched(self) -> frozenset[Hex]:
        """Hexes next to the city that calls for Zhukov, and its own (18.1); none in other scenarios."""
        name = self.data.scenario.get("zhukov", {}).get("place", "")
        city = [h for p in self.data.board.places if p.name == name for h in p.hexes]
        return frozenset({*city, *(n for h in city for n in self.data.board.grid.adjacent[h])})

    @cached_property
    def east(self) -> frozenset[Hex]:
        """Land east of the red start line: Soviet at the start (3.4)."""
        board = self.data.board
        soviet = {i for i, name in enumerate(board.owner_names) if name.startswith("USSR")}
        return frozenset(h for h in self.land if board.owner[h] in soviet)


def tables(c: Ctx) -> Tables:
    """The prepared tables of a context."""
    memo = c.data.memo
    if "tables" not in memo:
        memo["tables"] = Tables(c.data)
    found: Tables = memo["tables"]
    return found


def effect(c: Ctx, feature: str, key: str) -> int:
    """What the chart of terrain says of a feature of a hex or side, such as ``minor_river`` and ``mp`` (TEC)."""
    return int(c.data.tables["terrain"][feature][key])


def sheet_of(c: Ctx, h: Hex) -> str:
    """The map that a hex belongs to: in a scenario its one map, in the campaign the sheet that lies on top (2.1)."""
    sheets: list[str] = c.data.scenario["sheets"]
    return sheets[0] if len(sheets) == 1 else c.label(h)[:1]
