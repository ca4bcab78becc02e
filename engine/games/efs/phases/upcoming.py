"""Which movement phase comes before the attacks of a side: those of both sides are not alike (4.21, 10.1)."""

from __future__ import annotations

from engine.games.efs.command import PHASE
from engine.games.efs.state import NOT_BEGUN
from engine.games.efs.tables import Ctx
from engine.play.citing import rule
from engine.play.suppose import supposing

MOVEMENT = "movement"
"""The step of all movement phases, and the column of the chart for those with a full allowance for all (10.11)."""
ATTACKING = {"axis": "axis-movement", "soviet": PHASE}
"""The movement phase of a side after which it declares its attacks."""


def moves_now(c: Ctx, side: str) -> bool:
    """Whether a movement phase of a side goes on."""
    return bool(c.state.stack) and c.frame.step == MOVEMENT and c.state.side == side


@rule("efs:4.21")
def attacks_follow(c: Ctx, side: str) -> bool:
    """Whether the side attacks after the present phase and before the enemy acts."""
    return c.state.phase == ATTACKING[side]


def fresh(c: Ctx, side: str) -> Ctx:
    """The position as it would be at the beginning of the next movement of a side before attacks."""
    n = len(c.roster)
    return supposing(
        c, side=side, phase=ATTACKING[side], way=[NOT_BEGUN] * n, mp_left=[0] * n, did=[0] * n,
        origin=list(c.state.hex_of),
    )  # fmt: skip
