"""The map and the charts of this game as flat tables, prepared once per scenario."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.components.board import Place
from engine.components.grid import Hex
from engine.components.load import records
from engine.kit.tables import ChartTables
from engine.play.citing import rule
from engine.play.step import Context

from engine.games.bd.state import BdState  # isort: skip

Ctx = Context[BdState]
WATER = ("lake", "sea", "off board")
NORTH, SOUTH = "north", "south"
SIDE_WORDS = {"axis": "The German side", "soviet": "The Soviet side"}
"""The sides at the beginning of a sentence."""
KERCH, SIVASH, RIVER, LOGISTIC = "kerch", "sivash", "river", "logistic"
DNEPR = ("2311", "2809", "2908")
"""Where the stretch of the Dnepr of 4.6 and 14.4 begins, and the two hexes where it ends."""


@dataclass(frozen=True, slots=True)
class Row:
    """A box of the Turn Record Track for one side: movement factors and replacements, mechanized and not."""

    mech: int
    foot: int
    mech_steps: int
    foot_steps: int


class Tables(ChartTables):
    """Prepared from the data of one scenario; read through ``tables(c)``."""

    # ------------------------------------------------------------------ charts
    @cached_property
    def calendar(self) -> dict[int, dict[str, Any]]:
        """Game turns by number: the month, and whether the turn is a single month (5.8)."""
        return {row["turn"]: row for row in self.chart("calendar")}

    @cached_property
    def track(self) -> dict[tuple[int, str], Row]:
        """Movement factors and replacements by turn and side (2.11, 8.12)."""
        steps = {row["turn"]: row for row in self.chart("replacements")}
        found = {}
        for row in self.chart("movement_factors"):
            for side, word in (("axis", "german"), ("soviet", "soviet")):
                rates = self._movement(side) or (int(row[f"{word}_mech"]), int(row[f"{word}_nonmech"]))
                found[row["turn"], side] = Row(*rates, *self._steps(row["turn"], steps[row["turn"]][word]))
        return found

    @rule("bd:15.6")
    def _movement(self, side: str) -> tuple[int, int] | None:
        """Movement factors that a scenario gives a side for all its turns."""
        mech, foot = self.data.scenario.get("movement", {}).get(side, (0, 0))
        return (int(mech), int(foot)) if mech else None

    @rule("bd:8.12", "bd:15.6", "bd:R39")
    def _steps(self, turn: int, printed: str) -> tuple[int, int]:
        """Replacement steps of a turn: those printed, with what a scenario adds to each, or none before it has any."""
        terms = self.data.scenario.get("replacements", {})
        if turn < int(terms.get("from_turn", 0)):
            return 0, 0
        mech, foot = (int(n) + int(terms.get("added", 0)) for n in printed.split("/"))
        return mech, foot

    @cached_property
    @rule("bd:11.23", "bd:15.7")
    def luftwaffe(self) -> dict[int, int]:
        """Ground support counters by turn; a scenario may have as many in each."""
        every = self.data.scenario.get("airpower", {}).get("luftwaffe")
        return {row["turn"]: int(row["counters"] if every is None else every) for row in self.chart("luftwaffe")}

    @cached_property
    def victory_check(self) -> dict[int, tuple[int, int]]:
        """By turn the most points with which the Soviet side wins and the least with which the German does (4.14)."""
        return {row["turn"]: (row["soviet_win_max"], row["german_win_min"]) for row in self.chart("victory_check")}

    @cached_property
    def columns(self) -> dict[str, int]:
        """Odds shifts outside terrain by their name in the chart, right positive."""
        chart = self.data.charts["odds_shifts"]["shifts"]
        return {row["what"]: int(row["value"]) for row in records(chart, "charts.toml", "odds_shifts")}

    @cached_property
    def markers(self) -> list[dict[str, Any]]:
        """The rows of the markers (7.10)."""
        return records(self.data.tables["markers"], "markers.toml", "markers")

    @cached_property
    def offensive_from(self) -> int:
        """First game turn with offensive supply (7.9, 7.10)."""
        return self.data.constant("offensive_from")

    @property
    def first_turn(self) -> int:
        """The game turn in which play begins."""
        return int(self.data.scenario["turns"]["first"])

    @property
    def last_turn(self) -> int:
        """The last game turn."""
        return int(self.data.scenario["turns"]["last"])

    # ------------------------------------------------------------------ the map
    @cached_property
    def land(self) -> frozenset[Hex]:
        """Hexes that ground units may enter: neither lake nor sea."""
        board = self.data.board
        return frozenset(h for h in board.grid if board.terrain_name(h) not in WATER)

    def zone(self, name: str) -> frozenset[Hex]:
        """A named set of hexes of the map; empty for one that the map does not have."""
        zone = self.data.board.zones.get(name)
        return zone.inside if zone is not None else frozenset()

    def place(self, h: Hex) -> Place | None:
        """The city, oil field, industrial region or port in a hex."""
        return self.data.board.place_at.get(h)

    def city(self, h: Hex) -> bool:
        """Whether a hex is a city hex."""
        place = self.place(h)
        return place is not None and place.size == "city"

    @cached_property
    def cities(self) -> tuple[Hex, ...]:
        """All city hexes."""
        return tuple(sorted(h for h in self.data.board.place_at if self.city(h)))

    def natural(self, h: Hex) -> str:
        """The natural terrain of a hex; that of a city is clear (10.10)."""
        return "clear" if self.city(h) else self.data.board.terrain_name(h)

    def value(self, h: Hex) -> int:
        """Regular victory points of a hex (4.2)."""
        place = self.place(h)
        return place.value if place else 0

    def named(self, name: str) -> Hex:
        """The hex of a place; -1 where the map does not have it."""
        found = self._named.get(name)
        if found is None:
            places = self.data.board.places
            found = self._named[name] = next((p.hexes[0] for p in places if p.name.startswith(name)), -1)
        return found

    @cached_property
    def _named(self) -> dict[str, Hex]:
        return {}

    def marked(self, mark: str) -> frozenset[Hex]:
        """Hexes of places with a mark, such as ``black sea port``."""
        return frozenset(h for place in self.data.board.places if mark in place.marks for h in place.hexes)

    def country(self, h: Hex) -> str:
        """The country of a hex on 22 June 1941: ``USSR-Ukrainian SSR``, ``Germany``, ``Romania`` ..."""
        board = self.data.board
        return board.owner_names[board.owner[h]]

    @cached_property
    def countries(self) -> dict[str, frozenset[Hex]]:
        """The land of every country, by the names that ``country`` says."""
        found: dict[str, list[Hex]] = {}
        for h in sorted(self.land):
            found.setdefault(self.country(h), []).append(h)
        return {name: frozenset(hexes) for name, hexes in found.items()}

    @cached_property
    def land_labels(self) -> frozenset[str]:
        """Labels of the hexes that ground units may enter."""
        return frozenset(self.data.board.labels[h] for h in self.land)

    def in_ussr(self, h: Hex) -> bool:
        """Whether a hex lies in the Soviet Union or the Baltic states."""
        return self.country(h).startswith("USSR")

    def has(self, feature: str, a: Hex, b: Hex) -> bool:
        """Whether the side between two neighbours has a feature."""
        return self.data.board.has(feature, a, b)

    @cached_property
    def north(self) -> frozenset[Hex]:
        """Hexes of the northern logistical area: what the boundary parts from the southern sources (7.15)."""
        board = self.data.board
        lines = board.side(LOGISTIC)
        edge = [h for h in sorted(self.zone("supply_german")) if board.grid.row(h) <= 11]
        found = set(edge)
        while edge:
            h = edge.pop()
            for d, n in enumerate(board.grid.neighbours[h]):
                if n >= 0 and n not in found and not lines[h * 6 + d]:
                    found.add(n)
                    edge.append(n)
        return frozenset(found)

    def area(self, h: Hex) -> str:
        """``north`` or ``south``: the logistical area of a hex."""
        return NORTH if h in self.north else SOUTH

    @cached_property
    @rule("bd:4.6", "bd:14.4")
    def dnepr(self) -> frozenset[Hex]:
        """Hexes on the Dnepr between Kiev and its mouth; Kiev and Dnepropetrovsk count by all their sides (4.6)."""
        board = self.data.board
        sides = {s for s, name in board.river_names.items() if name == "Dnieper"}
        top = board.grid.row(board.index[DNEPR[0]])
        south = {s for s in sides if board.grid.row(s // 6) >= top and self.area(s // 6) == SOUTH}
        found = {s // 6 for s in south} | {n for s in south if (n := board.grid.mirror(s) // 6) >= 0}
        return frozenset(found & self.land)

    @cached_property
    def coasts(self) -> dict[Hex, frozenset[str]]:
        """Coastal hexes to the seas beside them: ``baltic``, ``azov``, ``black`` (7.5)."""
        board, found = self.data.board, dict[Hex, set[str]]()
        for h in self.land:
            for d, n in enumerate(board.grid.neighbours[h]):
                if n >= 0 and board.terrain_name(n) == "sea":
                    found.setdefault(h, set()).add(self._sea(n))
                elif n >= 0 and board.side("sea")[h * 6 + d]:
                    found.setdefault(h, set()).add(self._sea(h))
        return {h: frozenset(seas) for h, seas in found.items()}

    def _sea(self, h: Hex) -> str:
        board = self.data.board
        if board.grid.row(h) < 12:
            return "baltic"
        # Sides of sea between land hexes of the south lie on the Sea of Azov.
        return "azov" if h in self.zone("azov") or h in self.land else "black"


def tables(c: Ctx) -> Tables:
    """The prepared tables of a context, kept with its board as long as they are about that board."""
    kept: Tables | None = c.data.memo.get("tables")
    # The data that they read may have been given another board since.
    if kept is None or kept.data.charts is not c.data.charts or kept.data.board is not c.board:
        memo, key = c.board.memo, (tables, c.data.game, c.scenario.get("id"))
        kept = memo.get(key)
        if kept is None or kept.data.charts is not c.data.charts or kept.data.board is not c.board:
            kept = memo[key] = Tables(c.data)
        c.data.memo["tables"] = kept
    return kept


@rule("bd:15.8")
def in_force(c: Ctx, section: str) -> bool:
    """Whether a rule of the campaign, such as ``7.10``, holds in this scenario."""
    return section not in c.scenario.get("rules", {}).get("off", ())


@rule("bd:4.14")
def campaign(c: Ctx) -> bool:
    """Whether the events of the whole war take place: in scenarios that points decide."""
    return bool(c.scenario.get("victory", {}).get("by") == "points")


@rule("bd:5.8")
def single_month(c: Ctx, turn: int = 0) -> bool:
    """Whether a game turn, by default the present one, is a single-month turn."""
    return bool(tables(c).calendar[turn or c.state.turn]["single_month"])


SOVIET_FROM = 25
"""First game turn with Soviet mobile assaults (10.23)."""


@rule("bd:10.23")
def in_season(c: Ctx, side: str) -> bool:
    """Whether a side makes mobile assaults in this game turn, the Paulus Pause left out."""
    return single_month(c) if side == "axis" else c.state.turn >= SOVIET_FROM


@rule("bd:5.8", "bd:5.9")
def year(turn: int) -> int:
    """The year that a game turn belongs to; December and January belong to the year that ends."""
    return 1942 + (turn - 7) // 8 if turn > 6 else 1941
