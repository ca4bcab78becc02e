"""22.2: Bridge markers, laid in the movement phase, finished in the Engineering Phase, lost to an enemy there."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.bridges import BUILDING, READY, Span, spans, standing, wide
from engine.games.efs.command import non_op_over, zone_at
from engine.games.efs.edition import edition
from engine.games.efs.kinds import FERRY, SPAN, kind
from engine.games.efs.state import LIFTED
from engine.games.efs.supply.status import supplied
from engine.games.efs.tables import CANAL, MAJOR_RIVER, MEANDER, RIVER, Ctx, flagged, tables
from engine.games.efs.units import LAID, SPANS, combat_units, enemy_combat_at, fighters
from engine.games.efs.zones import in_zoc
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good
from engine.play.step import Verb

PHASES = {"axis": "axis-movement", "soviet": "soviet-motorized"}
"""The phases in which a side lays Bridge markers (22.23)."""
MOVEMENT = {"axis": "axis-movement", "soviet": "soviet-movement"}
"""Those of an edition where that is always the Movement Phase."""


def phase_of(c: Ctx, side: str) -> str:
    """The phase in which a side lays Bridge markers; empty for a side without any."""
    return (PHASES if edition(c).bridges_when_motorized else MOVEMENT).get(side, "")


def laid(c: Ctx, side: str) -> list[Span]:
    """The Bridge and Ferry markers of a side on the map."""
    return [span for here in spans(c).values() for span in here if c.roster.side[span[0]] == side]


@rule("efs:22.22")
@derived("box", "did")
def in_hand(c: Ctx, side: str, sort: str = SPAN) -> list[Unit]:
    """Bridge or Ferry markers of a side that can be laid now: in the Active Box, and not taken up in this turn."""
    s = c.state
    return [u for u in _counters(c, side, sort) if s.box[u] == SPANS and not s.did[u] & LIFTED]


@for_good
def _counters(c: Ctx, side: str, sort: str) -> list[Unit]:
    """All Bridge or Ferry markers of a side."""
    return [u for u in range(len(c.roster)) if c.roster.side[u] == side and kind(c, u) == sort]


@rule("efs:10.45", "efs:22.23")
def bridged(c: Ctx, a: Hex, b: Hex) -> bool:
    """Whether a bridge that is not destroyed leads over a side: printed, or implied by a line over a lesser river."""
    t = tables(c)
    lines = t.road(a, b) > 0 or t.rail(a, b)
    return bool(standing(c, a, b)) if wide(c, a, b) else lines


# ---------------------------------------------------------------------- laying
@rule("efs:22.21", "efs:22.22", "efs:22.23", "efs:22.25")
def may_bridge(c: Ctx, a: Hex, b: Hex) -> Refusal | None:
    """Whether the side to act can lay a Bridge marker in a hex toward another one."""
    s, side = c.state, c.state.side
    if s.phase != phase_of(c, side):
        other = "Soviet Motorized" if edition(c).bridges_when_motorized else "Soviet"
        return Refusal("efs:22.23", f"Bridge markers are laid in the Axis Movement and {other} Movement Phase.")
    if not in_hand(c, side):
        return Refusal("efs:22.22", "No Bridge marker is in hand.")
    if b not in c.grid.adjacent[a]:
        return Refusal("efs:22.21", f"{c.label(a)} and {c.label(b)} are not side by side.", (a, b))
    if not {a, b} <= tables(c).land:
        return Refusal("efs:22.23", f"{c.label(a)} and {c.label(b)} are not both land of the map in play.", (a, b))
    water = tables(c).river(a, b)
    if water not in (RIVER, MEANDER, CANAL, MAJOR_RIVER):
        return Refusal("efs:22.2", f"No river or canal runs between {c.label(a)} and {c.label(b)}.", (a, b))
    if water == MAJOR_RIVER and side == "soviet" and s.turn <= c.data.constant("soviet_bridges_after"):
        return Refusal("efs:22.25", "Soviet Bridge markers do not cross major rivers in 1941.", (a, b))
    if bridged(c, a, b) or frozenset((a, b)) in spans(c):
        return Refusal("efs:22.23", f"There is a bridge between {c.label(a)} and {c.label(b)}.", (a, b))
    return _too_many(c, a, side) or ends_open(c, a, b, side)


@rule("efs:22.22")
def _too_many(c: Ctx, a: Hex, side: str) -> Refusal | None:
    """Whether a quarter of the map, by the letter of its hexes, has all the bridges of a side that it may have."""
    most, part = edition(c).bridges_a_sheet, c.label(a)[:1]
    if most and sum(c.label(x).startswith(part) for _, x, _, _ in laid(c, side)) >= most:
        law = edition(c).bridges_law
        return Refusal(law, f"{most} bridges of a side are all that may be in use on sheet {part}.", (a,))
    return None


@rule("efs:22.23", "efs:21.27", "efs:21.26")
def ends_open(c: Ctx, a: Hex, b: Hex, side: str) -> Refusal | None:
    """The marker lies in a supplied hex and points to one without an enemy; near a Non-Op headquarters it counts."""
    loose = edition(c).bridges_at_once
    for h in (a,) if loose else (a, b):
        if enemy_combat_at(c, h, side):
            return Refusal("efs:22.23", f"The enemy stands in {c.label(h)}.", (h,))
    if not supplied(c, a, side):
        return Refusal("efs:22.23", f"{c.label(a)} is not in General Supply.", (a,))
    if loose and (refusal := _lamed(c, a, side)) is not None:
        return refusal
    zone = zone_at(c, a) if side == "soviet" else -1
    if zone >= 0 and not loose and c.state.zone_left[c.roster.ids[zone]] < 1:
        text = f"In the zone of the Non-Op {c.roster.short[zone]} nothing more may begin in this phase."
        return Refusal("efs:21.27", text, (a,), (zone,))
    return None


@rule("efs:21.26")
def _lamed(c: Ctx, h: Hex, side: str) -> Refusal | None:
    """Whether a Non-Op headquarters keeps Soviet bridges from being laid or taken up in a hex."""
    lame = non_op_over(c, h) if side == "soviet" else ()
    if not lame:
        return None
    text = f"{c.label(h)} is in range of the Non-Op {c.roster.short[lame[0]]}: no bridge is laid or moved there."
    return Refusal("efs:21.26", text, (h,), lame)


def bridge_check(c: Ctx, from_: str, to: str) -> Refusal | None:
    """``bridge B0135 B0235``: a Bridge marker in the first hex toward the second."""
    return may_bridge(c, c.hex(from_), c.hex(to))


@rule("efs:22.23", "efs:22.24", "efs:21.27", "efs:R67")
def _bridge(c: Ctx, from_: str, to: str) -> None:
    s, a, b = c.state, c.hex(from_), c.hex(to)
    u = in_hand(c, s.side)[0]
    major = tables(c).river(a, b) == MAJOR_RIVER and not edition(c).bridges_at_once
    s.spans[c.roster.ids[u]] = f"{c.label(a)}/{c.label(b)} {BUILDING if major else READY}"
    s.box[u] = LAID
    s.did[u] |= LIFTED
    if s.side == "soviet" and not edition(c).bridges_at_once and (zone := zone_at(c, a)) >= 0:
        s.zone_left[c.roster.ids[zone]] -= 1
    c.touch()
    word = "is begun" if major else "is laid"
    c.say("bridge", f"A bridge from {c.label(a)} to {c.label(b)} {word}.", "efs:22.24", hexes=[a, b])


# ---------------------------------------------------------------------- taking up
@rule("efs:22.22", "efs:22.35")
def lift_check(c: Ctx, marker: str) -> Refusal | None:
    """``remove abridge-1``: the marker goes back to the Active Box; it is laid or taken up once in a turn."""
    u, s = c.unit(marker), c.state
    if kind(c, u) == FERRY and c.roster.ids[u] in s.spans:
        text = "A ferry stays until the bridge is repaired or the enemy enters its hex."
        return Refusal("efs:22.35", text, units=(u,))
    if kind(c, u) != SPAN or c.roster.side[u] != s.side or c.roster.ids[u] not in s.spans:
        return Refusal("efs:22.22", f"{c.roster.short[u]} is no Bridge marker of yours on the map.")
    if s.phase != phase_of(c, s.side):
        return Refusal("efs:22.22", "Bridge markers are taken up when they could be laid.")
    if s.did[u] & LIFTED:
        return Refusal("efs:22.22", "This marker was laid in this turn.")
    return _held_fast(c, u) if edition(c).bridges_at_once else None


@rule("efs:22.22", "efs:21.26")
def _held_fast(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a marker cannot be taken up where it lies: out of General Supply, or near a Non-Op headquarters."""
    h = next(a for v, a, _, _ in laid(c, c.state.side) if v == u)
    if not supplied(c, h, c.state.side):
        return Refusal("efs:22.22", f"{c.label(h)} is not in General Supply: the bridge stays.", (h,), (u,))
    return _lamed(c, h, c.state.side)


@rule("efs:22.22")
def _lift(c: Ctx, marker: str) -> None:
    u = c.unit(marker)
    take_up(c, u, "efs:22.22", "is taken up")
    if edition(c).bridges_at_once:  # it may be laid elsewhere in the same phase
        c.state.did[u] &= ~LIFTED
        c.touch()


def take_up(c: Ctx, u: Unit, law: str, how: str) -> None:
    """A marker leaves the map for the Active Box."""
    ends = c.state.spans.pop(c.roster.ids[u]).partition(" ")[0]
    c.state.box[u] = SPANS
    c.state.did[u] |= LIFTED
    c.touch()
    what = "ferry" if kind(c, u) == FERRY else "bridge"
    c.say("bridge", f"The {what} {ends.replace('/', ' to ')} {how}.", law, hexes=[c.board.index[ends.split("/")[0]]])


@rule("efs:22.26", "efs:22.35")
def entered(c: Ctx, hexes: Iterable[Hex], side: str) -> None:
    """Combat units of a side have entered hexes: enemy Bridge and Ferry markers there leave the map."""
    here = set(hexes)
    for u, a, _, _ in laid(c, c.other(side)):
        if a in here:
            take_up(c, u, "efs:22.26", "is removed, for the enemy is there")


# ---------------------------------------------------------------------- finishing
@rule("efs:22.24", "efs:R67")
def finish(c: Ctx, side: str) -> None:
    """In the Engineering Phase of a side: its bridges over major rivers are ready where both ends are free."""
    for u, a, b, ready in laid(c, side):
        if not ready and kind(c, u) == SPAN and all(is_safe(c, h, side) for h in (a, b)):
            c.state.spans[c.roster.ids[u]] = f"{c.label(a)}/{c.label(b)} {READY}"
            c.touch()
            c.say("bridge", f"The bridge from {c.label(a)} to {c.label(b)} is ready.", "efs:22.24", hexes=[a, b])


def is_safe(c: Ctx, h: Hex, side: str) -> bool:
    """Whether no enemy is in a hex, and no enemy zone that a friendly combat unit there does not negate."""
    if enemy_combat_at(c, h, side):
        return False
    return bool(combat_units(c, h, side)) or not in_zoc(c, c.other(side))[h]


# ---------------------------------------------------------------------- the verbs
@derived()
def _hexes(c: Ctx) -> list[str]:
    """Hexes of own combat units from which a bridge can be laid over a river that stops somebody: the wide ones for
    the side whose markers cross them. Any other hex is taken as well when it is named."""
    s, side = c.state, c.state.side
    if s.phase != phase_of(c, side) or not in_hand(c, side):
        return []
    wide_ = side != "soviet" or s.turn > c.data.constant("soviet_bridges_after")
    wet = (MAJOR_RIVER,) if wide_ else (RIVER, MEANDER, CANAL)
    over = _over(c, wet)
    near = sorted(fighters(c, side).keys() & over.keys())
    return [c.label(h) for h in near if any(may_bridge(c, h, n) is None for n in over[h])]


@for_good
def _over(c: Ctx, wet: tuple[str, ...]) -> dict[Hex, list[Hex]]:
    """By hex of land the land on the other side of some sorts of water, where no bridge is implied."""
    t, found = tables(c), dict[Hex, list[Hex]]()
    for h, d in (divmod(side, 6) for side in flagged(t.of_water(*wet))):
        n = c.grid.neighbours[h][d]
        if h in t.land and n in t.land and (wide(c, h, n) or not (t.road(h, n) or t.rail(h, n))):
            found.setdefault(h, []).append(n)
    return found


def _sides(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    for name in _hexes(c) if subject is None else [subject]:
        if (h := c.board.index.get(name, -1)) in c.data.in_play:
            yield from ((name, c.label(n)) for n in c.grid.adjacent[h])


def _markers(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u, _, _, _ in laid(c, c.state.side) if lift_check(c, c.roster.ids[u]) is None]


def _lifts(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(name,) for name in _markers(c) if subject in (None, name)]


def _where(c: Ctx, marker: str) -> str:
    """The hexes that a marker joins."""
    return c.state.spans.get(marker, "").partition(" ")[0].replace("/", " to ")


BRIDGE_VERBS = (
    Verb("bridge", _sides, bridge_check, _bridge, "bridge HEX HEX: a Bridge marker toward a hex", "efs:22.23", _hexes),
    Verb(
        "remove",
        _lifts,
        lift_check,
        _lift,
        "remove MARKER: take a Bridge marker up",
        "efs:22.22",
        _markers,
        told=_where,
    ),
)
"""For the movement step."""
