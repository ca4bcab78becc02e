"""10.45, 22.2 to 22.4: what carries troops, roads and trains over the water of a hexside now."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.efs.kinds import FERRY, kind
from engine.games.efs.tables import LAKE, MAJOR_RIVER, Ctx, tables
from engine.games.efs.weather import ice
from engine.play.citing import rule
from engine.play.fields import derived

WIDE = (MAJOR_RIVER, LAKE)
"""Water that is crossed by bridges that the map shows, and by those alone; of other rivers the bridges are implied."""
BY_ROAD, BY_RAIL, BY_MARKER, BY_FERRY, BY_ICE = "road", "rail", "marker", "ferry", "ice"
"""What leads over wide water: a printed bridge of either sort, a marker, the ice."""
READY, BUILDING, OPENING = "ready", "building", "opening"
"""Words of ``spans``: a completed marker, one under construction, a ferry completed in this turn (22.34)."""

Span = tuple[Unit, Hex, Hex, bool]
"""A marker, the hex it lies in, the hex it points to, and whether it is completed."""


# ---------------------------------------------------------------------- printed bridges
def wide(c: Ctx, a: Hex, b: Hex) -> bool:
    """Whether a major river or a lake fills the side between two neighbours."""
    return tables(c).river(a, b) in WIDE


@rule("efs:10.45", "efs:22.41")
def printed(c: Ctx, a: Hex, b: Hex) -> tuple[str, ...]:
    """The bridges that the map shows over wide water between two neighbours: ``road``, ``rail``, two separate ones."""
    if not wide(c, a, b):
        return ()
    t = tables(c)
    return (*([BY_ROAD] if t.road(a, b) else []), *([BY_RAIL] if t.rail(a, b) else []))


def name(c: Ctx, a: Hex, b: Hex, sort: str) -> str:
    """A printed bridge as the state writes it: ``B0134/B0234 road``, the hex of the lower number first."""
    a, b = min(a, b), max(a, b)
    return f"{c.label(a)}/{c.label(b)} {sort}"


@rule("efs:22.43", "efs:22.45", "efs:22.47")
def damage(c: Ctx, a: Hex, b: Hex, sort: str) -> int:
    """Repair points that a printed bridge still needs; 0 for one that stands."""
    return c.state.broken.get(name(c, a, b, sort), 0)


@derived("broken")
def damaged(c: Ctx, sort: str) -> frozenset[tuple[Hex, Hex]]:
    """The destroyed bridges of a sort by the hexes that they joined, both ways."""
    found = (key.partition(" ") for key in c.state.broken)
    pairs = (ends.split("/") for ends, _, of in found if of == sort)
    sides = [(c.board.index[a], c.board.index[b]) for a, b in pairs]
    return frozenset([*sides, *((b, a) for a, b in sides)])


@rule("efs:22.42", "efs:22.46")
def standing(c: Ctx, a: Hex, b: Hex) -> tuple[str, ...]:
    """The printed bridges between two neighbours that are not destroyed."""
    return tuple(sort for sort in printed(c, a, b) if not damage(c, a, b, sort))


@rule("efs:22.42", "efs:22.43")
def break_down(c: Ctx, a: Hex, b: Hex, sort: str) -> None:
    """Destroy a printed bridge: it needs all its repair points, however far its repair had come.

    In an edition that repairs none, where only a map drawn by hand has them, it stays down.
    """
    repair = c.data.charts.get("bridge_repair", {})
    c.state.broken[name(c, a, b, sort)] = int(repair.get("damage_points", 1))
    c.touch()


@rule("efs:22.45", "efs:22.46")
def mend(c: Ctx, a: Hex, b: Hex, sort: str) -> bool:
    """Take a point of damage from a destroyed bridge; whether it stands again."""
    left = damage(c, a, b, sort) - 1
    c.state.broken[name(c, a, b, sort)] = left
    if left <= 0:
        del c.state.broken[name(c, a, b, sort)]
    c.touch()
    return left <= 0


# ---------------------------------------------------------------------- markers
@derived("spans")
def spans(c: Ctx) -> dict[frozenset[Hex], tuple[Span, ...]]:
    """The bridge and ferry markers by the two hexes whose side they span."""
    found: dict[frozenset[Hex], tuple[Span, ...]] = {}
    for me, text in sorted(c.state.spans.items()):
        side, _, state = text.partition(" ")
        a, b = (c.board.index[label] for label in side.split("/"))
        key = frozenset((a, b))
        found[key] = (*found.get(key, ()), (c.roster.by_id[me], a, b, state == READY))
    return found


@rule("efs:22.21", "efs:22.26", "efs:22.31", "efs:22.34")
def marker(c: Ctx, a: Hex, b: Hex, side: str, sort: str = BY_MARKER) -> bool:
    """Whether a completed bridge marker of a side, or its ferry with ``BY_FERRY``, spans the side of two neighbours."""
    here = spans(c).get(frozenset((a, b)), ())
    return any(
        done and c.roster.side[u] == side and (kind(c, u) == FERRY) == (sort == BY_FERRY) for u, _, _, done in here
    )


# ---------------------------------------------------------------------- what a side of a hex offers
@rule("efs:5.23", "efs:10.45", "efs:10.47", "efs:22.21", "efs:22.26", "efs:22.31", "efs:22.42")
def ways_over(c: Ctx, a: Hex, b: Hex, side: str) -> tuple[str, ...]:
    """What leads a side over the wide water between two neighbours now: ``road``, ``rail``, ``marker``, ``ice`` ...

    Empty where nothing does; never asked of water that is not wide. A ferry takes trains alone.
    """
    found = list(standing(c, a, b))
    found += [BY_MARKER] if marker(c, a, b, side) else []
    found += [BY_FERRY] if marker(c, a, b, side, BY_FERRY) else []
    now = ice(c)
    firm = now.lakes if tables(c).river(a, b) == LAKE else now.rivers
    return (*found, BY_ICE) if firm else tuple(found)


@rule("efs:10.45", "efs:10.47")
def bars(c: Ctx, a: Hex, b: Hex, side: str) -> bool:
    """Whether wide water without bridge or ice stops ground units of a side between two neighbours."""
    return wide(c, a, b) and not set(ways_over(c, a, b, side)) - {BY_FERRY}


@rule("efs:10.45", "efs:22.21", "efs:22.23")
def road_open(c: Ctx, a: Hex, b: Hex, side: str) -> int:
    """The best road that leads from a hex into the next now: 0 where none is drawn or its bridge is down.

    A bridge marker takes the place of the destroyed bridge of a road.
    """
    road = tables(c).road(a, b)
    if not road or not damage(c, a, b, BY_ROAD):
        return road
    return road if marker(c, a, b, side) else 0


@rule("efs:22.31", "efs:22.34", "efs:22.42")
def rail_open(c: Ctx, a: Hex, b: Hex, side: str) -> bool:
    """Whether a railroad leads from a hex into the next and its bridge stands, or a ferry of the side replaces it."""
    if not tables(c).rail(a, b):
        return False
    return not damage(c, a, b, BY_RAIL) or marker(c, a, b, side, BY_FERRY)


@rule("efs:6.13", "efs:22.23", "efs:22.34")
def supply_crosses(c: Ctx, a: Hex, b: Hex, side: str) -> bool:
    """Whether a Line of Communications of a side may cross the side between two neighbours, as to water."""
    return not wide(c, a, b) or bool(ways_over(c, a, b, side))


def touched(c: Ctx) -> list[tuple[Hex, Hex]]:
    """Sides of hexes with a destroyed bridge or a marker: all that differ from what the map shows."""
    broken = (text.split(" ")[0].split("/") for text in c.state.broken)
    found = {(c.board.index[a], c.board.index[b]) for a, b in broken} | {(min(s), max(s)) for s in spans(c)}
    return sorted(found)
