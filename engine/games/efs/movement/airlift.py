"""14.7: who can be flown where, what fires at the transports, and what becomes of those on board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from engine.components.grid import Hex, Unit
from engine.components.wording import counted, plural
from engine.games.efs.air.bases import is_ready
from engine.games.efs.air.flak import fires, weigh
from engine.games.efs.command import zone_at
from engine.games.efs.edition import edition
from engine.games.efs.holders import friendly
from engine.games.efs.interdicted import level
from engine.games.efs.kinds import TRANSPORT, is_engineer, is_hq, is_motorized, is_supply, kind
from engine.games.efs.limits import out_of_bounds
from engine.games.efs.movement.allowance import GOING, MOVEMENT, begun, bound, column, conditions
from engine.games.efs.stacking import points
from engine.games.efs.state import ACTIVATED
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import ACTIVE, enemy_combat_at, fighters, is_nonop
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import by_unit, derived, for_good

BY_AIR = ("airborne infantry", "parachute infantry", "infantry", "mountain infantry")
"""Kinds of infantry that can be flown (14.72)."""
RANGE, MOST = 60, 2
"""Hexes that a transport flies, and stacking points of one unit, for which two of them fly (14.73, 14.74)."""


# ---------------------------------------------------------------------- who
@rule("efs:14.71", "efs:14.14")
@derived()
def transports(c: Ctx, side: str) -> list[Unit]:
    """Transport units of a side in the Ready Box."""
    return [u for u in _transports(c, side) if is_ready(c, u)]


@for_good
def _transports(c: Ctx, side: str) -> list[Unit]:
    return [u for u in range(len(c.roster)) if kind(c, u) == TRANSPORT and c.roster.side[u] == side]


@rule("efs:14.73")
def load(c: Ctx, u: Unit) -> int:
    """Transport units that a ground unit needs: one for each stacking point, one for units without."""
    return max(points(c, u), 1)


@rule("efs:14.71", "efs:14.72", "efs:14.73", "efs:14.75", "efs:21.25", "efs:10.13")
@by_unit(lambda c: (conditions(c), transports(c, c.state.side)), *GOING, "box", "overrun")
def may_board(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a ground unit can be flown in this phase, from the town where it stands or out of the Active Box."""
    s, name, side = c.state, c.roster.short[u], c.roster.side[u]
    if side != s.side or (s.hex_of[u] < 0 and s.box[u] != ACTIVE):
        text = f"{name} is neither on the map nor in the Active Box for your side."
        return Refusal("efs:14.75", text, units=(u,))
    if column(c) != MOVEMENT:
        return Refusal("efs:14.71", "Air transport flies in the Movement Phase alone.", units=(u,))
    if (refusal := _eligible(c, u) or bound(c, u)) is not None:
        return refusal
    if s.did[u] & ACTIVATED:
        text = f"{name} was activated in the Motorized Movement Phase: it does not move again in this turn."
        return Refusal("efs:10.13", text, units=(u,))
    if begun(c, u) or (s.hex_of[u] >= 0 and not tables(c).size(s.hex_of[u])):
        text = f"{name} is not where it began the phase in a town or city: air transport starts there."
        return Refusal("efs:14.75", text, units=(u,))
    if len(transports(c, side)) < load(c, u):
        there = counted(len(transports(c, side)), "is", "are")
        text = f"{name} needs {plural(load(c, u), 'transport unit')} in the Ready Box, {there} there."
        return Refusal("efs:14.73" if transports(c, side) else "efs:14.71", text, units=(u,))
    return None


@rule("efs:14.72", "efs:14.73", "efs:21.25")
def _eligible(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit is of a sort that can be flown, and no marker forbids it."""
    s, name = c.state, c.roster.short[u]
    foot = (kind(c, u) in BY_AIR or is_engineer(c, u)) and not is_motorized(c, u)
    if not (foot or is_hq(c, u) or is_supply(c, u)):
        text = f"{name} cannot be flown: airborne, infantry, mountain and engineer units, MSUs and HQs can."
        return Refusal("efs:14.72", text, units=(u,))
    if is_nonop(c, u):
        return Refusal("efs:14.72", f"{name} is Non-Op: it cannot be flown.", units=(u,))
    if s.hold[u] or s.overrun[u]:
        word = "a Do Not Move" if s.hold[u] else "an Overrun"
        return Refusal("efs:14.72", f"{name} has {word} marker: it cannot be flown.", units=(u,))
    if is_supply(c, u) and s.asp[u] > 1:
        return Refusal("efs:14.73", f"{name} is a Supply Dump: it cannot be flown.", units=(u,))
    if load(c, u) > MOST:
        text = f"{name} has {load(c, u)} stacking points: two transport units carry {MOST}."
        return Refusal("efs:14.73", text, units=(u,))
    return None


# ---------------------------------------------------------------------- where to
@rule("efs:14.75")
def start(c: Ctx, u: Unit, to: Hex) -> Hex:
    """Where the range of a flight is counted from: where the unit stands; out of the Active Box the near hex of an
    edge of the map, the west for the Axis side and the east for the Soviet side."""
    if c.state.hex_of[u] >= 0:
        return c.state.hex_of[u]
    return _near_edge(c, c.roster.side[u], to)


@for_good
def _near_edge(c: Ctx, side: str, to: Hex) -> Hex:
    return min(_edge(c, side), key=lambda h: (c.grid.distance(h, to), h))


@for_good
def _edge(c: Ctx, side: str) -> list[Hex]:
    columns = {c.grid.column(h) for h in c.data.in_play}
    last = min(columns) if side == "axis" else max(columns)
    return [h for h in sorted(c.data.in_play) if c.grid.column(h) == last]


@rule("efs:14.74", "efs:14.75", "efs:21.27", "efs:21.74", "efs:R230", "efs:R200")
def may_fly(c: Ctx, u: Unit, to: Hex) -> Refusal | None:
    """Whether a ground unit can be flown to a hex."""
    if (refusal := may_board(c, u)) is not None:
        return refusal
    side, where = c.roster.side[u], c.board.describe(to)
    if to not in c.data.in_play or not tables(c).size(to) or to == c.state.hex_of[u]:
        return Refusal("efs:14.75", f"{where} is not another town or city: air transport ends in one.", (to,))
    if friendly(c, to) != side or enemy_combat_at(c, to, side):
        return Refusal("efs:14.75", f"{where} is not friendly: air transport ends in a friendly town or city.", (to,))
    if not edition(c).lifts_into_zoi and any(level(c, h) for h in (to, c.state.hex_of[u]) if h >= 0):
        return Refusal("efs:14.65", "No air transport begins or ends in a Zone of Interdiction.", (to,), (u,))
    if (away := c.grid.distance(start(c, u, to), to)) > RANGE:
        return Refusal("efs:14.74", f"{where} is {away} hexes away: transports fly {RANGE}.", (to,), (u,))
    return out_of_bounds(c, [u], to) or _let_go(c, u, to)


@rule("efs:21.27")
def _let_go(c: Ctx, u: Unit, to: Hex) -> Refusal | None:
    for zone in _zones(c, u, to):
        if c.state.zone_left[c.roster.ids[zone]] < 1:
            text = f"In the zone of the Non-Op {c.roster.short[zone]} no more may begin to move, by air neither."
            return Refusal("efs:21.27", text, (to,), (u,))
    return None


@rule("efs:21.27")
def _zones(c: Ctx, u: Unit, to: Hex) -> list[Unit]:
    """The zones of Non-Op headquarters in which a flight begins or ends."""
    if c.roster.side[u] != "soviet":
        return []
    ends = [h for h in (c.state.hex_of[u], to) if h >= 0]
    return sorted({zone_at(c, h) for h in ends} - {-1})


def count_in_zones(c: Ctx, u: Unit, to: Hex) -> None:
    """A flight counts as the movement of one unit in each zone of Non-Op headquarters that it touches."""
    for zone in _zones(c, u, to):
        c.state.zone_left[c.roster.ids[zone]] -= 1
    c.state.zone[u] = -1
    c.touch()


@derived()
def lifters(c: Ctx) -> list[str]:
    """Units that can be flown now, in the order of the counters."""
    if column(c) != MOVEMENT or not transports(c, c.state.side):
        return []
    s, r = c.state, c.roster
    able = (u for u, h in enumerate(s.hex_of) if r.side[u] == s.side and (h >= 0 or s.box[u] == ACTIVE))
    return [r.ids[u] for u in able if may_board(c, u) is None]


@for_good
def fields(c: Ctx) -> list[Hex]:
    """Towns and cities in play, where flights may begin and end."""
    return sorted({h for place in c.board.places for h in place.hexes} & c.data.in_play)


# ---------------------------------------------------------------------- what fires at it
@rule("efs:14.75", "efs:14.76", "efs:R212")
def path(c: Ctx, a: Hex, to: Hex, side: str) -> list[Hex]:
    """The flight over the fewest enemy units that fire at aircraft, and of these the shortest, within the range."""
    guns = {h: sum(fires(c, v) for v in units) for h, units in fighters(c, c.other(side)).items()}
    queue: list[tuple[int, int, Hex, tuple[Hex, ...]]] = [(0, 0, a, (a,))]
    best = dict[Hex, int]()
    while queue:
        under, length, h, so_far = heappop(queue)
        if h == to:
            return list(so_far)
        if length >= best.get(h, RANGE + 1):
            continue
        best[h] = length
        for n in c.grid.adjacent[h]:
            if length + 1 + c.grid.distance(n, to) <= max(RANGE, c.grid.distance(a, to)):
                heappush(queue, (under + guns.get(n, 0), length + 1, n, (*so_far, n)))
    return [a, to]


@rule("efs:14.65", "efs:14.76", "efs:R36", "efs:R212", "efs:R232")
def threats(c: Ctx, a: Hex, to: Hex, side: str, landed: bool = True) -> tuple[bool, list[Unit], list[Unit]]:
    """Whether transports are fired at, then all enemy units that fire, then those of them that are worth a point.

    A unit beside the start fires, but only those overflown and those beside the destination are worth one. A flight
    out of the Active Box, not ``landed``, starts beside nobody.
    """
    enemy = fighters(c, c.other(side))

    def at(hexes: Iterable[Hex]) -> list[Unit]:
        return [v for h in hexes for v in enemy.get(h, ()) if fires(c, v)]

    over = at(dict.fromkeys([*path(c, a, to, side)[1 if landed else 0 : -1], *c.grid.adjacent[to]]))
    guns = list(dict.fromkeys([*over, *at(c.grid.adjacent[a] if landed else ())]))
    hurt = side == "soviet" and bool((landed and level(c, a)) or level(c, to))
    return bool(guns) or hurt, guns, over


@rule("efs:14.44", "efs:14.76")
def flak_drm(c: Ctx, a: Hex, to: Hex, transport: Unit, landed: bool = True) -> int | None:
    """The modifier of the fire at a transport on its way; ``None`` where nobody fires."""
    fired, guns, over = threats(c, a, to, c.roster.side[transport], landed)
    return weigh(c, guns, transport, [len(over)]) if fired else None


# ---------------------------------------------------------------------- what becomes of it
ARRIVES, BACK, LOST = "arrives", "back", "lost"


@rule("efs:14.77", "efs:14.73", "efs:R34")
def outcome(results: Sequence[str]) -> str:
    """What becomes of the unit on board by what happened to its transports: ``-``, ``A``, ``D`` or ``X`` each."""
    if all(r == "X" for r in results):
        return LOST
    return BACK if any(r in "AX" for r in results) else ARRIVES
