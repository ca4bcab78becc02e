"""Where a unit or the picked units can go by each kind of movement, in movement points, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.games.efs.movement.allowance import (
    FULL,
    MOTORIZED_MOVEMENT,
    REACTION,
    budget,
    granted,
    may_move,
    share,
    told,
)  # fmt: skip
from engine.games.efs.movement.railroad import RANGE, lines_from, rideable
from engine.games.efs.movement.reach import may_reach, reach_of
from engine.games.efs.movement.reaction import may_react, reaction_reach
from engine.games.efs.movement.refusals import why_closed
from engine.games.efs.movement.strategic import march_of, may_march, stretched
from engine.games.efs.movement.whole import Check, may_cross, may_slip, may_step
from engine.games.efs.queries.flights import lift_reach, mission_reach, retreat_reach
from engine.games.efs.state import HALTED, NOT_BEGUN, QUARTERS
from engine.games.efs.tables import Ctx
from engine.games.efs.units import values
from engine.kit.picking import group_of
from engine.play.asked import Reach
from engine.play.citing import rule
from engine.play.suppose import supposing

MOVING = "movement"
"""The step in which units move."""
RAILROAD, MARCH, SLIP, ONE_HEX, CROSS, REACT = "railroad", "strategic", "infiltration", "one-hex", "cross", "reaction"
WHOLE: dict[str, Check] = {SLIP: may_slip, ONE_HEX: may_step, CROSS: may_cross}
"""Modes of one hex for the whole allowance."""
MISSION, AIRLIFT, RETREAT, LED = "mission", "airlift", "retreat", "additional-retreat"
FLOWN: dict[str, Callable[[Ctx, Unit], Reach]] = {MISSION: mission_reach, AIRLIFT: lift_reach}
"""Modes of air units and of those whom they carry, off the map too."""
MODES = ("", RAILROAD, MARCH, REACT, *WHOLE, *FLOWN, RETREAT, LED)
OWN_PHASE = {"axis": "axis-movement", "soviet": "soviet-movement"}


@rule("efs:10.21", "efs:10.22", "efs:11.1", "efs:11.2", "efs:11.4", "efs:11.5", "efs:12.41")
def reach_query(c: Ctx, u: Unit, mode: str) -> Reach:
    """Movement points to every hex that a unit, or the stack picked with it, can go to, and why not to others.

    A unit that is not in the middle of its movement is taken as fresh; one whose side does not move now as in the
    phase in which it has its full allowance. ``railroad`` counts railroad points, ``mission`` and ``airlift`` hexes,
    the retreats vacant hexes in enemy zones. Raises ``BadInput`` for a mode that there is not.
    """
    here = c.state.hex_of[u]
    if mode not in MODES:
        raise BadInput(f"there is no mode '{mode}'; there is: {', '.join(filter(None, MODES))}")
    if mode in FLOWN:
        return FLOWN[mode](_turn_of(c, u), u)
    if here < 0:
        return Reach({})
    if mode in (RETREAT, LED):
        return retreat_reach(c, u, mode == LED)
    if mode == REACT:
        found = {} if may_react(c, u) is not None else reaction_reach(c, u).hexes
        return _told(found, here, granted(c, u, REACTION))
    c, group = _about(c, u)
    if mode in WHOLE:
        near = [h for h in c.grid.adjacent[here] if WHOLE[mode](c, group, h) is None]
        return _told(dict.fromkeys(near, budget(c, group)), here, budget(c, group))
    if mode == RAILROAD:
        costs = lines_from(c, here, c.roster.side[u])[0]
        return Reach({here: 0.0, **{h: float(costs[h]) for h in rideable(c, group)}}, {}, float(RANGE))
    if mode == MARCH:
        found = {} if may_march(c, group) is not None else march_of(c, group).hexes
        return _told(found, here, stretched(c, group))
    return _plain(c, group, here)


def _told(found: dict[Hex, int], here: Hex, points: int) -> Reach:
    """Quarters told as movement points, the own hex at no cost."""
    return Reach({here: 0.0} | {h: n / QUARTERS for h, n in found.items() if h != here}, {}, points / QUARTERS)


def _about(c: Ctx, u: Unit) -> tuple[Ctx, list[Unit]]:
    """The position to ask about and the group that moves: as it is where the unit may go on, else it is fresh."""
    now = _moves_now(c) and c.roster.side[u] == c.state.side
    group = group_of(c, u) if now else [u]
    if now and all(may_move(c, v) is None for v in group):
        return c, group
    side, s = c.roster.side[u], c.state
    phase = s.phase if now else _full_phase(c, u)
    fresh = {v: NOT_BEGUN for v in group}
    return supposing(c, side=side, phase=phase, way=fresh, did={v: s.did[v] & ~HALTED for v in group}), group


def _turn_of(c: Ctx, u: Unit) -> Ctx:
    """The position in the Movement Phase of the side of a unit, in which its units are flown."""
    side = c.roster.side[u]
    if _moves_now(c) and c.state.side == side:
        return c
    return supposing(c, side=side, phase=OWN_PHASE[side])


def _full_phase(c: Ctx, u: Unit) -> str:
    """The phase in which a unit has its full allowance."""
    swift = c.roster.side[u] == "soviet" and share(c, u, MOTORIZED_MOVEMENT) == FULL
    return "soviet-motorized" if swift else OWN_PHASE[c.roster.side[u]]


def _plain(c: Ctx, group: list[Unit], here: Hex) -> Reach:
    if (refusal := next((why for v in group if (why := may_move(c, v)) is not None), None)) is not None:
        return Reach({here: 0.0}, dict.fromkeys(c.grid.adjacent[here], (refusal.rule, refusal.reason)), 0.0)
    found = reach_of(c, group).hexes
    return Reach(
        {h: n / QUARTERS for h, n in found.items()}, _barred(c, group, here, found), budget(c, group) / QUARTERS
    )


def _moves_now(c: Ctx) -> bool:
    return bool(c.state.stack) and c.frame.step == MOVING


def _barred(c: Ctx, group: list[Unit], here: Hex, found: dict[Hex, int]) -> dict[Hex, tuple[str, str]]:
    """Why the hexes beside the stack are out of its reach, and those closed to it beside all hexes that are not."""
    told = {}
    for h in c.grid.adjacent[here]:
        if h not in found and h in c.data.in_play and (why := may_reach(c, group, [h])) is not None:
            told[h] = (why.rule, why.reason)
    for h in {n for reached in found for n in c.grid.adjacent[reached]} - found.keys() - told.keys():
        if h in c.data.in_play and (why := why_closed(c, group, h)) is not None:
            told[h] = (why.rule, why.reason)
    return told


@rule("efs:10.22")
def group_words(c: Ctx, u: Unit) -> tuple[tuple[Unit, ...], str]:
    """The picked units that move with one, with their strengths and the points of the slowest."""
    if not _moves_now(c) or c.roster.side[u] != c.state.side:
        return (u,), ""
    units = tuple(group_of(c, u))
    if any(c.state.hex_of[v] < 0 for v in units):
        return units, ""
    shown = [values(c, v) for v in units]
    who = c.roster.short[u] if len(units) == 1 else f"{len(units)} units"
    return units, f"{who} {sum(f[0] for f in shown)}-{sum(f[1] for f in shown)}, {told(budget(c, units))} MP"
