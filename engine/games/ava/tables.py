"""The map and the charts of this game as flat tables, prepared once per scenario."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.board import BRIDGE
from engine.charts import ResultsTable
from engine.grid import Hex
from engine.load import GameData, build_results, records
from engine.paths import Edges
from engine.step import Context

from engine.games.ava.state import AvaState  # isort: skip

Ctx = Context[AvaState]
RIVERS = ("minor river", "major river")
WATER = ("lake", "sea", "off board")


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
    @cached_property
    def land(self) -> frozenset[Hex]:
        """Hexes in play that are neither lake nor sea."""
        board = self.data.board
        return frozenset(h for h in self.data.in_play if board.terrain_name(h) not in WATER)

    @cached_property
    def beside(self) -> tuple[tuple[Hex, ...], ...]:
        """Per hex the land hexes beside it over sides that are not prohibited: zones of control, command range."""
        barred = self.data.board.side("barred")
        around = self.data.board.grid.neighbours
        return tuple(
            tuple(n for d, n in enumerate(around[h]) if n in self.land and not barred[h * 6 + d])
            if h in self.land
            else ()
            for h in self.data.board.grid
        )

    def open_to(self, side: str) -> tuple[tuple[Hex, ...], ...]:
        """Per hex the hexes beside it that a unit may enter in any manner, a line may follow or a retreat may use.

        Mountains only along a road (3.3, 9.2); Soviet units never over the red start line (9.1).
        """
        return self._open_soviet if side == "soviet" else self._open_axis

    @cached_property
    def _open_axis(self) -> tuple[tuple[Hex, ...], ...]:
        board = self.data.board
        road, grid = board.side("road"), board.grid

        def fits(a: Hex, b: Hex) -> bool:
            high = "mountain" in (board.terrain_name(a), board.terrain_name(b))
            return not high or bool(road[grid.between(a, b)])

        return tuple(tuple(n for n in self.beside[h] if fits(h, n)) for h in grid)

    @cached_property
    def _open_soviet(self) -> tuple[tuple[Hex, ...], ...]:
        line, grid = self.data.board.side("start line"), self.data.board.grid
        return tuple(tuple(n for n in near if not line[grid.between(h, n)]) for h, near in enumerate(self._open_axis))

    def along(self, kind: str, side: str) -> tuple[tuple[Hex, ...], ...]:
        """Per hex the next hexes along roads or railroads that a side may use."""
        key = f"along {kind} {side}"
        if key not in self.data.memo:
            flags, grid = self.data.board.side(kind), self.data.board.grid
            near = self.open_to(side)
            self.data.memo[key] = tuple(tuple(n for n in near[h] if flags[grid.between(h, n)]) for h in grid)
        found: tuple[tuple[Hex, ...], ...] = self.data.memo[key]
        return found

    def edges(self, side: str, mech: bool) -> Edges:
        """Movement costs in half points from hex to hex, zones of control left out (9.2, TEC)."""
        key = f"edges {side} {mech}"
        if key not in self.data.memo:
            near = self.open_to(side)
            grid = self.data.board.grid
            self.data.memo[key] = tuple(
                tuple((n, cost) for n in near[h] if (cost := self._step_cost(h, n, mech)) > 0) for h in grid
            )
        found: Edges = self.data.memo[key]
        return found

    def _step_cost(self, a: Hex, b: Hex, mech: bool) -> int:
        """Half points for one step; 0 over a major river without a bridge, which is a move of its own (9.2)."""
        board = self.data.board
        s = board.grid.between(a, b)
        if board.side("road")[s]:
            return 2
        if board.side("major river")[s] and not board.side(BRIDGE)[s]:
            return 0
        return self.entry_cost(b, mech) + (2 if board.side("minor river")[s] else 0)

    def entry_cost(self, h: Hex, mech: bool) -> int:
        """Half points to enter a hex off the road (TEC): a major city costs 1 whatever lies under it."""
        if self.place_size(h) == "major city":
            return 2
        return 2 * self.terrain[self.data.board.terrain_name(h)]["mech" if mech else "foot"]

    @cached_property
    def march_edges(self) -> dict[str, Edges]:
        """Per side the road steps at half a point (9.3)."""
        return {s: tuple(tuple((n, 1) for n in near) for near in self.along("road", s)) for s in ("axis", "soviet")}

    def place_size(self, h: Hex) -> str:
        """``major city``, ``city`` or nothing."""
        place = self.data.board.place_at.get(h)
        return place.size if place else ""

    def river(self, a: Hex, b: Hex) -> str:
        """``minor river``, ``major river`` or nothing on the side between two hexes."""
        s = self.data.board.grid.between(a, b)
        return next((r for r in reversed(RIVERS) if self.data.board.side(r)[s]), "")

    # ------------------------------------------------------------------ groups of hexes
    def sources(self, side: str) -> tuple[Hex, ...]:
        """Supply source hexes of a side in this scenario (2.1)."""
        return tuple(h for h in self.data.board.supply.get(side, ()) if h in self.data.in_play)

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
