"""6.13 to 6.15: between which hexes parts of a Supply Route may run, by terrain, roads, water and fortified lines.

Whoever stands there is left aside. Tables of the bare map are made once; what is destroyed or built since is mended in.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.components.floods import Lanes, lanes
from engine.components.grid import Hex, Side
from engine.components.sides import Over, across, own, set_side
from engine.games.efs import bridges
from engine.games.efs.edition import edition
from engine.games.efs.forts import builds_printed, lines
from engine.games.efs.state import MAIN
from engine.games.efs.tables import LAKE, MAJOR_RIVER, WATER, Ctx, Tables, tables
from engine.games.efs.weather import DRY, MUD, SNOW, Ice, ice, mud_lingers, weather
from engine.play.citing import rule
from engine.play.fields import derived, while_same

Ways = tuple[tuple[Hex, ...], ...]
EASY, HARD, NONE = "easy", "hard", ""
"""How a step of a Line of Communications may be taken: freely, so that the line becomes shorter, not at all."""


# ---------------------------------------------------------------------- weather
@rule("efs:6.14", "efs:6.15")
def bad_weather(c: Ctx) -> bool:
    """Whether the weather of the turn shortens every route: Mud or Snow."""
    return weather(c) in (MUD, SNOW)


@rule("efs:5.21", "efs:6.14", "efs:6.15")
@derived("weather", "weathers", "climates")
def lingering(c: Ctx) -> bytes:
    """One byte a hex: 1 where Mud of the last turn lingers, which shortens a route that enters it."""
    if not mud_lingers(c):
        return bytes(c.grid.size)
    return tables(c).wooded


# ---------------------------------------------------------------------- Lines of Communications
class Terms(NamedTuple):
    """What the weather makes of swamp, marsh and water."""

    swamp: bool
    """Whether swamp is passed along roads and railroads only."""
    marsh: bool
    """Whether marsh shortens a line away from them ..."""
    marsh_on_road: bool
    """... or along them too, and swamp along main roads as along the others."""
    ice: Ice


def terms(c: Ctx) -> Terms:
    """What the weather of the turn makes of the ground."""
    dry, now = weather(c) == DRY, ice(c)
    along = dry and edition(c).marsh_on_road_shortens
    return Terms(weather(c) in (DRY, MUD) and not now.swamps, dry, along, now)


@rule("efs:6.13", "efs:6.14")
def step(t: Tables, when: Terms, side: Side, b: Hex, *, own: bool = False) -> str:
    """How a line passes over a side into the next hex as to swamp and marsh: ``EASY``, ``HARD`` or ``NONE``.

    ``own``: it only starts on this side of it, in the hex of the unit, which is not judged.
    """
    a, road = b if own else side // 6, t.roads[side]
    along = bool(road) or bool(t.rails[side])
    if when.swamp and (t.swampy[a] or t.swampy[b]):
        if not along:
            return NONE
        if road < MAIN or when.marsh_on_road:
            return HARD
    off_road = when.marsh and (t.marshy[a] or t.marshy[b]) and (not along or when.marsh_on_road)
    return HARD if off_road else EASY


def _ground(t: Tables, when: Terms, h: Hex) -> bool:
    terrain = t.terrain(h)
    return terrain not in WATER or (terrain == LAKE and when.ice.lakes)


def _drawn(c: Ctx) -> tuple[bytes, bytes]:
    """The sides of all steps and of the easy ones in this weather, every printed bridge standing and no marker."""
    t, when = tables(c), terms(c)
    key = f"supply lanes {when}"
    memo = c.data.of_map
    if key not in memo:
        memo[key] = _draw(c, t, when)
    found: tuple[bytes, bytes] = memo[key]
    return found


def _draw(c: Ctx, t: Tables, when: Terms) -> tuple[bytes, bytes]:
    """What ``step`` says of every side that no water bars, of all sides at once."""
    water = t.of_terrain({*WATER} - {LAKE} if when.ice.lakes else WATER, outside=1)
    every = int.from_bytes(b"\1" * len(t.waters))
    ways = every & ~(_beside(c, water, 1) | _unbridged(t, when))
    road = int.from_bytes(t.roads.translate(_ANY))
    by_road = int.from_bytes(t.roads.translate(_FOR_SUPPLY))
    off = every & ~(road | int.from_bytes(t.rails))
    hard = _beside(c, t.marshy) & (every if when.marsh_on_road else off) if when.marsh else 0
    if when.swamp:
        swamp = _beside(c, t.swampy)
        ways &= ~(swamp & off)
        hard |= swamp if when.marsh_on_road else swamp & ~by_road
    return tuple(sides.to_bytes(len(t.waters)) for sides in (ways, ways & ~hard))  # type: ignore[return-value]


def _beside(c: Ctx, flags: bytes, beyond: int = 0) -> int:
    """By side whether the hex on this side or on that is flagged."""
    return int.from_bytes(own(flags)) | int.from_bytes(across(c.grid, flags, beyond))


def _unbridged(t: Tables, when: Terms) -> int:
    """By side whether wide water without bridge or ice stops a line."""
    firm = {LAKE: when.ice.lakes, MAJOR_RIVER: when.ice.rivers}
    wide = [water for water in bridges.WIDE if not firm[water]]
    crossed = int.from_bytes(t.roads.translate(_ANY)) | int.from_bytes(t.rails)
    return int.from_bytes(t.of_water(*wide)) & ~crossed


_ANY = bytes(way > 0 for way in range(256))
"""1 for any kind of road."""
_FOR_SUPPLY = bytes(way >= MAIN for way in range(256))
"""1 for the kinds of road that road nets run along."""


@rule("efs:6.13", "efs:18.11", "efs:22.23", "efs:22.34")
@derived("broken", "spans", "ruined", "weather", "frozen")
def crossed(c: Ctx, side: str) -> tuple[bytes, bytes]:
    """One byte a side of every hex: 1 where a Line of Communications of a side goes on over it; the same of those that
    do not shorten it."""
    ways, easy = map(bytearray, _drawn(c))
    t, when = tables(c), terms(c)
    for a, b in bridges.touched(c):
        if bridges.wide(c, a, b):
            over = c.grid.between(a, b)
            sort = step(t, when, over, b) if bridges.supply_crosses(c, a, b, side) else NONE
            set_side(c.grid, ways, over, bool(sort))
            set_side(c.grid, easy, over, sort == EASY)
    if builds_printed(c, c.other(side)):
        for a, b in lines(c):
            set_side(c.grid, ways, c.grid.between(a, b), 0)
            set_side(c.grid, easy, c.grid.between(a, b), 0)
    found = bytes(ways), bytes(easy)
    return while_same(c, ("crossed", side), found, lambda: found)


@derived("broken", "spans", "ruined", "weather", "frozen")
def open_country(c: Ctx, side: str) -> tuple[Over, Over]:
    """The same per hex as the hexes beside it."""
    sides = crossed(c, side)
    return while_same(c, ("open country", side), sides, lambda: (Over(c.grid, sides[0]), Over(c.grid, sides[1])))


@derived("broken", "spans", "ruined", "weather", "frozen")
def open_lanes(c: Ctx, side: str) -> tuple[Lanes, Lanes]:
    """The same for floods."""
    sides = crossed(c, side)
    return while_same(c, ("open lanes", side), sides, lambda: (lanes(c.grid, sides[0]), lanes(c.grid, sides[1])))


def _join(found: list[tuple[Hex, ...]], a: Hex, b: Hex, joined: bool) -> None:
    """Make two neighbours joined in a graph, or not."""
    if (b in found[a]) != joined:
        found[a] = (*found[a], b) if joined else tuple(n for n in found[a] if n != b)
        found[b] = (*found[b], a) if joined else tuple(n for n in found[b] if n != a)


@rule("efs:6.13", "efs:18.11")
def departs(c: Ctx, own: Hex, n: Hex, side: str) -> str:
    """How the line of a unit starts from its own hex into the next: ``EASY``, ``HARD`` or ``NONE``."""
    if not bridges.supply_crosses(c, own, n, side):
        return NONE
    if builds_printed(c, c.other(side)) and ((own, n) in lines(c) or (n, own) in lines(c)):
        return NONE
    t, when = tables(c), terms(c)
    return step(t, when, c.grid.between(own, n), n, own=True) if _ground(t, when, n) else NONE


# ---------------------------------------------------------------------- road nets
def _main_roads(c: Ctx) -> Ways:
    memo = c.data.of_map
    if "main roads" not in memo:
        memo["main roads"] = tables(c).joined(tables(c).roads.translate(_FOR_SUPPLY))
    found: Ways = memo["main roads"]
    return found


@rule("efs:6.15", "efs:22.21", "efs:22.23", "efs:18.11")
@derived("broken", "spans", "ruined")
def roads(c: Ctx, side: str) -> Ways:
    """Per hex those that main road or motorway joins to it for a road net of a side."""
    found = list(_main_roads(c))
    for a, b in bridges.touched(c):
        if tables(c).road(a, b) >= MAIN:
            _join(found, a, b, bridges.road_open(c, a, b, side) >= MAIN)
    if builds_printed(c, c.other(side)):
        for a, b in lines(c):
            _join(found, a, b, False)
    return tuple(found)
