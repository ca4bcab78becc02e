"""6.13 to 6.15: between which hexes parts of a Supply Route may run, by terrain, roads, water and fortified lines.

Whoever stands there is left aside. Tables of the bare map are made once; what is destroyed or built since is mended in.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.components.floods import Lanes, lanes
from engine.components.grid import Hex, Side
from engine.games.efs import bridges
from engine.games.efs.edition import edition
from engine.games.efs.forts import builds_printed, lines
from engine.games.efs.state import MAIN
from engine.games.efs.tables import LAKE, MAJOR_RIVER, WATER, Ctx, Tables, flagged, tables
from engine.games.efs.weather import DRY, MUD, SNOW, Ice, ice, mud_lingers, weather
from engine.play.citing import rule
from engine.play.fields import derived

Ways = tuple[tuple[Hex, ...], ...]
SOFT = ("swamp", "marsh")
"""Terrain that a line may not pass, or becomes shorter in."""
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


def _drawn(c: Ctx) -> tuple[Ways, Ways]:
    """All steps and the easy ones in this weather, with every printed bridge standing and no marker."""
    t, when = tables(c), terms(c)
    key = f"supply lanes {when}"
    memo = c.data.of_map
    if key not in memo:
        memo[key] = _draw(c, t, when)
    found: tuple[Ways, Ways] = memo[key]
    return found


def _draw(c: Ctx, t: Tables, when: Terms) -> tuple[Ways, Ways]:
    water = t.of_terrain({*WATER} - {LAKE} if when.ice.lakes else WATER, outside=1)
    soft = t.of_terrain([word for word, counts in zip(SOFT, (when.swamp, when.marsh), strict=True) if counts])
    unbridged = _unbridged(t, when)
    ways: list[tuple[Hex, ...]] = [() if wet else around for wet, around in zip(water, c.grid.adjacent, strict=True)]
    easy, near = ways.copy(), _shore(c, water) | t.beside(soft) | {side // 6 for side in flagged(unbridged)}
    for h in (h for h in near if not water[h]):
        around = [
            (h * 6 + d, n)
            for d, n in enumerate(c.grid.neighbours[h])
            if n >= 0 and not water[n] and not unbridged[h * 6 + d]
        ]
        if soft[h] or any([soft[n] for _, n in around]):
            sorts = {n: step(t, when, side, n) if soft[h] or soft[n] else EASY for side, n in around}
            ways[h] = tuple(n for n, sort in sorts.items() if sort)
            easy[h] = tuple(n for n, sort in sorts.items() if sort == EASY)
        else:
            ways[h] = easy[h] = tuple([n for _, n in around])
    return tuple(ways), tuple(easy)


def _shore(c: Ctx, water: bytes) -> set[Hex]:
    """Dry hexes beside water or the end of what is in play: the same in most sorts of weather."""
    memo, key = c.data.of_map, f"shore, lakes frozen: {ice(c).lakes}"
    if key not in memo:
        memo[key] = {n for h in flagged(water) for n in c.grid.adjacent[h] if not water[n]}
    found: set[Hex] = memo[key]
    return found


def _unbridged(t: Tables, when: Terms) -> bytes:
    """One byte a side: 1 where wide water without bridge or ice stops a line."""
    firm = {LAKE: when.ice.lakes, MAJOR_RIVER: when.ice.rivers}
    wide = [water for water in bridges.WIDE if not firm[water]]
    crossed = int.from_bytes(t.roads.translate(_ANY)) | int.from_bytes(t.rails)
    return (int.from_bytes(t.of_water(*wide)) & ~crossed).to_bytes(len(t.waters))


_ANY = bytes(way > 0 for way in range(256))
"""1 for any kind of road."""


@rule("efs:6.13", "efs:18.11", "efs:22.23", "efs:22.34")
@derived("broken", "spans", "ruined", "weather", "frozen")
def open_country(c: Ctx, side: str) -> tuple[Ways, Ways]:
    """Per hex those that a Line of Communications of a side goes on to, and those among them that do not shorten it."""
    ways, easy = (list(found) for found in _drawn(c))
    t, when = tables(c), terms(c)
    for a, b in bridges.touched(c):
        if bridges.wide(c, a, b):
            crosses = bridges.supply_crosses(c, a, b, side)
            sort = step(t, when, c.grid.between(a, b), b) if crosses else NONE
            _join(ways, a, b, bool(sort))
            _join(easy, a, b, sort == EASY)
    if builds_printed(c, c.other(side)):
        for a, b in lines(c):
            _join(ways, a, b, False)
            _join(easy, a, b, False)
    return tuple(ways), tuple(easy)


@derived("broken", "spans", "ruined", "weather", "frozen")
def open_lanes(c: Ctx, side: str) -> tuple[Lanes, Lanes]:
    """The same as ``open_country``, for floods."""
    memo, drawn = c.data.of_map, _drawn(c)
    key = f"flooded lanes {terms(c)}"
    if key not in memo:
        ways = lanes(drawn[0], (c.grid.adjacent, tables(c).steps))
        memo[key] = ways, lanes(drawn[1], (drawn[0], ways))
    known: tuple[Lanes, Lanes] = memo[key]
    ways, easy = (
        lanes(now, (before, found)) for now, before, found in zip(open_country(c, side), drawn, known, strict=True)
    )
    return ways, easy


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
_FOR_SUPPLY = bytes(way >= MAIN for way in range(256))
"""1 for the kinds of road that road nets run along."""


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
