"""11.6: leaving the map through the exit areas of a scenario, which are closed to the enemy afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Unit
from engine.games.efs.exits import area_of
from engine.games.efs.losses import at_hand_again
from engine.games.efs.movement.allowance import budget, describe_group, may_set_out, set_going, told
from engine.games.efs.state import QUARTERS, SPECIAL
from engine.games.efs.tables import Ctx
from engine.games.efs.units import EXITED, to_box
from engine.play.action import Refusal
from engine.play.citing import rule


@rule("efs:11.61", "efs:11.0", "efs:10.27")
def may_exit(c: Ctx, units: Sequence[Unit]) -> Refusal | None:
    """Whether a stack may leave the map from where it stands: one point, out of a hex of an exit area."""
    if (refusal := may_set_out(c, units)) is not None:
        return refusal
    h, side = c.state.hex_of[units[0]], c.roster.side[units[0]]
    if not area_of(c, side, h):
        text = f"{c.board.describe(h)} is no hex through which the scenario lets these units leave the map."
        return Refusal("efs:10.27", text, (h,), tuple(units))
    if done := next((u for u in units if c.state.did[u] & SPECIAL), None):
        text = f"{c.roster.short[done]} has used another specialized movement in this phase."
        return Refusal("efs:11.0", text, units=(done,))
    if budget(c, units) < QUARTERS:
        text = f"To leave the map costs 1 MP: {told(budget(c, units))} left."
        return Refusal("efs:11.61", text, (h,), tuple(units))
    return None


@rule("efs:11.62", "efs:11.63", "efs:10.27", "efs:23.13")
def leave(c: Ctx, units: Sequence[Unit]) -> None:
    """A stack leaves the map, not eliminated; the exit area is closed to the enemy. Some counters serve again."""
    h, side = c.state.hex_of[units[0]], c.roster.side[units[0]]
    set_going(c, units)
    area = area_of(c, side, h)
    c.state.exits[f"{side} {area}"] = 1
    text = f"{describe_group(c, units, 'leaves', 'leave')} the map from {c.board.describe(h)} ({area})."
    c.say("exit", text, "efs:11.61", hexes=[h], units=units)
    for u in units:
        to_box(c, u, at_hand_again(c, u) or EXITED)
