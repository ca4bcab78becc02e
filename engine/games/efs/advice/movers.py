"""Who can move before a side attacks, and with what: the movement phases of both sides are not alike (4.21, 10.1)."""

from __future__ import annotations

from collections.abc import Collection

from engine.components.grid import Unit
from engine.games.efs.command import ACTIVATE, PHASE, commanders, held_back, left
from engine.games.efs.phases.activation import may_activate
from engine.games.efs.state import NOT_BEGUN
from engine.games.efs.tables import Ctx
from engine.games.efs.units import attack, fighters, on_map
from engine.play.suppose import supposing

MOVEMENT = "movement"
"""The step of all movement phases, and the column of the chart for those with a full allowance for all (10.11)."""
ATTACKING = {"axis": "axis-movement", "soviet": PHASE}
"""The movement phase of a side after which it declares its attacks."""


def moves_now(c: Ctx, side: str) -> bool:
    """Whether a movement phase of a side goes on."""
    return bool(c.state.stack) and c.frame.step == MOVEMENT and c.state.side == side


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


def led(c: Ctx, side: str) -> list[Unit]:
    """Units that headquarters can be expected to activate in the phase that goes on: those next to the enemy, the
    strongest of them first, as far as points go (21.12). Nobody in other phases."""
    if c.state.phase != PHASE:
        return []
    far, foes = c.grid.distance, list(fighters(c, c.other(side)))
    near: list[tuple[int, int, Unit]] = []
    for u in on_map(c, side):
        if attack(c, u) and may_activate(c, u) is None:
            h = c.state.hex_of[u]
            near.append((min((far(h, foe) for foe in foes), default=0), -attack(c, u), u))
    spent: dict[Unit, int] = {}
    found = []
    for _, _, u in sorted(near):
        free = [hq for hq in commanders(c, c.state.hex_of[u]) if left(c, hq, ACTIVATE) > spent.get(hq, 0)]
        if free:
            hq = max(free, key=lambda hq: (left(c, hq, ACTIVATE) - spent.get(hq, 0), -hq))
            spent[hq] = spent.get(hq, 0) + 1
            found.append(u)
    return found


def let_go(c: Ctx, units: Collection[Unit]) -> list[Unit]:
    """Those of some units that may begin to move in one phase although headquarters are Non-Op: of each zone as many
    as it lets go, those next to the enemy and the strongest of them first (21.27)."""
    far, foes, at = c.grid.distance, list(fighters(c, c.other(c.state.side))), c.state.hex_of
    bound = [u for u in units if c.state.zone[u] >= 0]
    found = list[Unit]()
    for u in sorted(bound, key=lambda u: (min((far(at[u], foe) for foe in foes), default=0), -attack(c, u), u)):
        if held_back(c, [*found, u]) is None:
            found.append(u)
    return sorted({*units}.difference(bound).union(found))
