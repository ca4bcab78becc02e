"""Whom headquarters let move before a side attacks: those next to the enemy, the strongest of them first."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from engine.components.grid import Unit
from engine.games.efs.command import ACTIVATE, PHASE, commanders, held_back, left
from engine.games.efs.phases.activation import may_activate
from engine.games.efs.tables import Ctx
from engine.games.efs.units import attack, fighters, on_map
from engine.players.planner.carrying import agreeing
from engine.players.planner.commanded import foremost, let_act


def _foremost(c: Ctx, units: Collection[Unit], side: str) -> list[Unit]:
    """Units of a side in that order."""
    return foremost(units, c.state.hex_of, fighters(c, c.other(side)), c.grid.distance, partial(attack, c))


def led(c: Ctx, side: str) -> list[Unit]:
    """Units that headquarters can be expected to activate in the phase that goes on, as far as points go (21.12).
    Nobody in other phases."""
    if c.state.phase != PHASE:
        return []
    units = _foremost(c, [u for u in on_map(c, side) if attack(c, u) and may_activate(c, u) is None], side)
    return let_act(units, lambda u: commanders(c, c.state.hex_of[u]), lambda hq: left(c, hq, ACTIVATE))


def let_go(c: Ctx, units: Collection[Unit]) -> list[Unit]:
    """Those of some units that may begin to move in one phase although headquarters are Non-Op: of each zone as many
    as it lets go (21.27)."""
    bound = [u for u in units if c.state.zone[u] >= 0]
    found = agreeing(_foremost(c, bound, c.state.side), lambda some: held_back(c, some) is None)
    return sorted({*units}.difference(bound).union(found))
