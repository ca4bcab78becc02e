"""Whom headquarters let move before a side attacks: those next to the enemy, the strongest of them first."""

from __future__ import annotations

from collections.abc import Collection

from engine.components.grid import Unit
from engine.games.efs.command import ACTIVATE, PHASE, commanders, held_back, left
from engine.games.efs.phases.activation import may_activate
from engine.games.efs.tables import Ctx
from engine.games.efs.units import attack, fighters, on_map


def _foremost(c: Ctx, units: Collection[Unit], side: str) -> list[Unit]:
    """Units of a side in that order."""
    far, foes, at = c.grid.distance, list(fighters(c, c.other(side))), c.state.hex_of
    return sorted(units, key=lambda u: (min((far(at[u], foe) for foe in foes), default=0), -attack(c, u), u))


def led(c: Ctx, side: str) -> list[Unit]:
    """Units that headquarters can be expected to activate in the phase that goes on, as far as points go (21.12).
    Nobody in other phases."""
    if c.state.phase != PHASE:
        return []
    spent: dict[Unit, int] = {}
    found = []
    for u in _foremost(c, [u for u in on_map(c, side) if attack(c, u) and may_activate(c, u) is None], side):
        free = [hq for hq in commanders(c, c.state.hex_of[u]) if left(c, hq, ACTIVATE) > spent.get(hq, 0)]
        if free:
            hq = max(free, key=lambda hq: (left(c, hq, ACTIVATE) - spent.get(hq, 0), -hq))
            spent[hq] = spent.get(hq, 0) + 1
            found.append(u)
    return found


def let_go(c: Ctx, units: Collection[Unit]) -> list[Unit]:
    """Those of some units that may begin to move in one phase although headquarters are Non-Op: of each zone as many
    as it lets go (21.27)."""
    bound = [u for u in units if c.state.zone[u] >= 0]
    found = list[Unit]()
    for u in _foremost(c, bound, c.state.side):
        if held_back(c, [*found, u]) is None:
            found.append(u)
    return sorted({*units}.difference(bound).union(found))
