"""10.41 to 10.48: what the Terrain Effects Chart asks of a class of units in one weather, in quarters of a point."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from engine.games.efs.edition import edition
from engine.games.efs.movement.classes import ARMOR, GUNS, HEAVY, SKIS, Class
from engine.games.efs.state import MAIN, MOTORWAY, QUARTERS
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.weather import DRY, FROST, MUD, SNOW, Ice
from engine.play.citing import rule

CLEAR, HILL, MARSH, SWAMP, LAKE = "clear", "hill", "marsh", "swamp", "lake, inland sea"
GROUND = {
    "clear": CLEAR, "woods": CLEAR, "hills": HILL, "wooded hills": HILL, "marsh": MARSH, "swamp": SWAMP, "lake": LAKE,
}  # fmt: skip
"""Terrain of the map to the row of the chart that counts; woods are added to it (10.41)."""
BUILT, WOODS, RIVER, MAJOR = "city, major city", "woods (added)", "river hexside (added)", "major river, no bridge"
ROAD_ROWS = {MOTORWAY: "motorway", MAIN: "main road"}
MINOR_CLEAR, MINOR_OTHER = "minor road, clear hex", "minor road, other hex"
RAIL_ONLY = re.compile(r"rail (\d+)")


class Rates(NamedTuple):
    """A column of the chart for a class of units; ``None`` is what the class may not do."""

    kind: Class
    ground: dict[str, int | None]
    """Cost of a hex off the road by the row of the chart."""
    woods: int
    built: int
    """A city hex, whatever lies in it."""
    roads: dict[int, int]
    """Motorway and main road: the same in every hex."""
    minor: int | None
    """The minor road in a clear hex; ``None`` where the class may not use it."""
    minor_other: int | None
    """The same in other hexes; ``None`` for the cost of their terrain without the woods."""
    river: int
    major: int | None
    """An unbridged major river; ``None`` while it takes the whole allowance (10.45c)."""
    ice: Ice
    tracks: bool
    """Whether the class goes along railroads without a train."""
    swamp_rail: int | None
    """A swamp hex along a railroad for a class that is bound to roads and railroads there (10.48)."""

    # ------------------------------------------------------------------ a hex
    @rule("efs:10.41")
    def off_road(self, terrain: str, built: bool) -> int | None:
        """A hex off the road: its dearest terrain and the woods on top."""
        if built:
            return self.built
        found = self.ground.get(GROUND.get(terrain, ""))
        return found if found is None or not wooded(terrain) else found + self.woods

    @rule("efs:10.42")
    def along_rail(self, terrain: str, built: bool) -> int | None:
        """A hex entered along a railroad: the woods cost a point less, swamp is open to all."""
        if not self.tracks:
            return None
        if self.bound(terrain) and not built:
            return self.swamp_rail
        found = self.off_road(terrain, built)
        return found if found is None else found - self.rebate(terrain, built)

    def rebate(self, terrain: str, built: bool) -> int:
        """What a railroad saves in the woods of a hex."""
        return min(self.woods, QUARTERS) if wooded(terrain) and not built else 0

    @rule("efs:10.43", "efs:10.44", "efs:R22")
    def on_road(self, way: int, terrain: str, built: bool) -> int | None:
        """A hex entered along a road, whatever lies in it; in Mud a minor road leaves the terrain to be paid."""
        if self.kind.barred(way):
            return None
        if way in self.roads:
            return self.roads[way]
        if self.minor is None or (terrain == CLEAR and not built):
            return self.minor
        if self.minor_other is not None:
            return self.minor_other
        return self.built if built else self.ground.get(GROUND.get(terrain, "")) or self.swamp_rail

    @rule("efs:14.65", "efs:R275")
    def beside_road(self, way: int, terrain: str, built: bool) -> int | None:
        """A hex entered along a road whose rate does not count: its terrain, in swamp what a railroad costs there."""
        if self.on_road(way, terrain, built) is None:
            return None
        return self.swamp_rail if self.bound(terrain) and not built else self.off_road(terrain, built)

    @rule("efs:10.48")
    def bound(self, terrain: str) -> bool:
        """Whether the class may enter and leave such a hex only along a road or railroad."""
        return terrain == SWAMP and self.kind.wheels and not self.ice.swamps


def wooded(terrain: str) -> bool:
    """Whether woods are part of a terrain of the map."""
    return terrain.startswith("wood")


# ---------------------------------------------------------------------- reading the chart
@rule("efs:10.37", "efs:10.4", "efs:10.45", "efs:10.46", "efs:13.41")
def rates(c: Ctx, kind: Class, weather: str, ice: Ice) -> Rates:
    """The prices of a class of units in a weather, read from the chart once."""
    memo, name = c.data.of_map, f"rates {c.data.game} {kind} {weather} {ice} {edition(c).heavy_by_hex}"
    if name not in memo:
        memo[name] = _read(c, kind, weather, ice)
    found: Rates = memo[name]
    return found


@rule("efs:11.25", "efs:10.44")
def march_rates(c: Ctx, kind: Class, weather: str, ice: Ice) -> Rates:
    """The same for strategic movement where weather spares its roads: they cost what they do in Dry, but for minor ones
    in Mud."""
    now, dry = rates(c, kind, weather, ice), rates(c, kind, DRY, ice)
    if weather == MUD:
        return now._replace(roads=dry.roads)
    return now._replace(roads=dry.roads, minor=dry.minor, minor_other=dry.minor_other)


def _read(c: Ctx, kind: Class, weather: str, ice: Ice) -> Rates:
    chart = c.data.charts["terrain_movement"]
    rows = {row["terrain"]: row for row in tables(c).chart("terrain_movement")}
    discount = int(chart.get("soviet_woods_discount", 0)) * QUARTERS if kind.side == "soviet" else 0

    def at(name: str, firm: bool = False) -> int | None:
        when = SNOW if firm else weather
        return cell(rows[name][f"{when}_{_half(kind, when, name)}"], firm)

    ground = {name: at(name) for name in (CLEAR, HILL, MARSH, SWAMP)} | {LAKE: at(LAKE, ice.lakes)}
    if kind.how == SKIS and all(ice):
        ground |= dict.fromkeys((CLEAR, HILL, MARSH, SWAMP), QUARTERS)
    bound = RAIL_ONLY.search(rows[SWAMP]["dry_mot"])
    by_hex = kind.how == HEAVY and edition(c).heavy_by_hex
    heavy = kind.how == HEAVY and weather not in ((DRY,) if by_hex else (DRY, FROST))
    roads = {way: QUARTERS if by_hex else at(name) or 0 for way, name in ROAD_ROWS.items()}
    minor = (QUARTERS, QUARTERS) if by_hex else (at(MINOR_CLEAR), at(MINOR_OTHER))
    return Rates(
        kind, ground, max((at(WOODS) or 0) - discount, 0), at(BUILT) or 0,
        roads, None if heavy else minor[0], minor[1], at(RIVER, ice.rivers) or 0,
        None if kind.how == GUNS else at(MAJOR, ice.rivers),
        ice, not by_hex, int(bound[1]) * QUARTERS if bound is not None else None,
    )  # fmt: skip


@rule("efs:10.28", "efs:10.44")
def _half(kind: Class, weather: str, name: str) -> str:
    """Which half of a column a class reads: in Mud and marsh Soviet armor pays as if it were not motorized."""
    light = kind.how == ARMOR and (name == MARSH or (weather == MUD and name != SWAMP))
    return "mot" if kind.wheels and not light else "nonmot"


def cell(text: str, frozen: bool) -> int | None:
    """A cell of the chart in quarters: ``1/2``, ``+1``, ``2 frozen``, ``+1, 0 frozen``; ``None`` for words."""
    parts = [part.strip() for part in text.split(",")]
    icy = [part for part in parts if part.endswith("frozen")]
    chosen = icy[0] if frozen and icy else next((part for part in parts if part not in icy), "")
    number = chosen.removesuffix("frozen").strip().removeprefix("+")
    return int(Fraction(number) * QUARTERS) if re.fullmatch(r"\d+(/\d+)?", number) else None
