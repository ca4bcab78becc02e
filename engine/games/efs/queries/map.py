"""What can be asked about hexes: control, points, zones, markers, works, how full they are."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.components.wording import counted
from engine.games.efs.air.bases import flying
from engine.games.efs.bridges import BY_RAIL
from engine.games.efs.control import controls
from engine.games.efs.queries.layers import LAYERS
from engine.games.efs.queries.told import hex_words
from engine.games.efs.queries.works import fortifications
from engine.games.efs.rails import is_cut, is_rail, owner
from engine.games.efs.stacking import limit, total
from engine.games.efs.supply.sources import lapsed, named
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import combat_units, held_by
from engine.games.efs.victory import points
from engine.games.efs.zones import in_zoc
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.queries import MapQueries


@rule("efs:2.22", "efs:22.43", "efs:14.23")
@derived()
def markers(c: Ctx) -> dict[Hex, tuple[str, ...]]:
    """Markers on the map, printed works, and air units over a hex, by hex in words."""
    found: dict[Hex, list[str]] = {}
    s, t = c.state, tables(c)
    worked = {h for kind in ("fortified belt", "citadel", "fortified line") for z in t.zones(kind) for h in z.inside}
    worked |= {c.board.index[label] for label in s.works}
    for h in worked & c.data.in_play:
        found[h] = fortifications(c, h)

    def add(label: str, word: str) -> None:
        found.setdefault(c.board.index[label], []).append(word)

    for label in s.gauge:
        if is_cut(c, c.board.index[label]):
            add(label, "rail cut")
    for label, level in s.zoi.items():
        add(label, f"interdiction {level}")
    for name, damage in s.broken.items():
        sides, sort = name.split()
        a, b = (c.board.index[label] for label in sides.split("/"))
        toward = c.grid.directions[c.grid.direction(a, b)]
        add(c.label(a), f"{'rail bridge' if sort == BY_RAIL else 'bridge'} {toward} down: {damage}")
    for marker, span in s.spans.items():
        sides, state = span.split()
        word = c.roster.kind[c.roster.by_id[marker]] + ("" if state == "ready" else " under construction")
        add(sides.partition("/")[0], word)
    for label in s.battle:
        add(label, "declared attack")
    over = {h for h in s.sortie if h >= 0} | {c.board.index[key.partition(" ")[2]] for key, n in s.flights.items() if n}
    for h in over:
        for words in _flying(c, h):
            add(c.label(h), words)
    for side in c.data.meta["sides"]:
        for h in (h for h in named(c, side) if not lapsed(c, h)):
            add(c.label(h), "supply source")
    return {h: tuple(words) for h, words in found.items() if words}


@rule("efs:22.21", "efs:22.42")
def regions(c: Ctx, h: Hex) -> list[str]:
    """Which sides of a hex bridge markers and destroyed bridges are about."""
    label, found = c.label(h), list[str]()
    for marker, span in c.state.spans.items():
        sides = span.split()[0].split("/")
        if label in sides:
            found.append(f"{c.roster.name[c.roster.by_id[marker]]} between {' and '.join(sides)}")
    for name, left in c.state.broken.items():
        ends, sort = name.split()
        if label in (sides := ends.split("/")):
            damage = counted(left, "point of damage", "points of damage")
            found.append(f"destroyed {sort} bridge between {' and '.join(sides)}, {damage}")
    return found


@rule("efs:14.23")
def _flying(c: Ctx, h: Hex) -> list[str]:
    """Air units over a hex: by name those that are known, by number those that lie upside down."""
    found = []
    for side in c.data.meta["sides"]:
        known, many = flying(c, side, h), c.state.flights[f"{side} {c.label(h)}"]
        if known:
            found.append(f"in the air: {c.roster.names(known)}")
        elif many:
            who = c.data.meta["side"][side]["title"]
            found.append(f"in the air: {counted(many, 'unit', 'units')}, {who}")
    return found


@rule("efs:3.32")
def stacking(c: Ctx, h: Hex) -> tuple[float, float]:
    """Stacking points of the side in a hex, and the limit."""
    side = held_by(c, h)
    return total(c, combat_units(c, h, side)) if side else 0, limit(c)


@rule("efs:3.12")
def zoc(c: Ctx, side: str) -> list[Hex]:
    """Hexes in the zones of control of a side that are in play."""
    return [h for h, there in enumerate(in_zoc(c, side)) if there and h in c.data.in_play]


@rule("efs:19.1", "efs:19.4")
def line_owners(c: Ctx, h: Hex) -> dict[str, str]:
    """For whose trains the railroad in a hex is, or that it is cut."""
    if not is_rail(c, h) or not c.board.lines_at(h).get("railroad"):
        return {}
    return {"railroad": "cut" if is_cut(c, h) else owner(c, h)}


MAP = MapQueries(
    control=controls,
    points=points,
    markers=markers,
    regions=regions,
    zoc=zoc,
    stacking=stacking,
    line_owners=line_owners,
    further=hex_words,
    layers=LAYERS,
)
