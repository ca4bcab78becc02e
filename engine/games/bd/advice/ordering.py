"""Whether a player turn moves or fights first: by the attacks that each order lets the strongest groups make (5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.components.grid import Unit
from engine.games.bd.advice.knowledge import BdKnowledge
from engine.games.bd.advice.planning import batch, weights
from engine.games.bd.movement.allowance import bound
from engine.games.bd.state import MOVE_FIGHT
from engine.games.bd.tables import Ctx
from engine.play.suppose import supposing
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene
from engine.players.planner.assault import Assault

GROUPS = 2
"""Groups that are looked at."""
LOOKS = 60
"""Attacks that are valued for each group and order."""
BOLD = 0.2
"""Worth of moving last, so that nobody is left where the fighting has taken him."""


def order(scene: Scene) -> Iterator[Idea | None]:
    """The order whose attacks are worth most."""
    c, side = scene.c, scene.side
    groups, w = _groups(c, side), replace(weights(side), reply=0.0)
    for action in scene.legal:
        moves = action.args[0] == MOVE_FIGHT
        k = BdKnowledge(supposing(c, order=action.args[0]), side)
        total = 0.0 if moves else BOLD
        for units in groups:
            total += Assault(k, units, w, halted=() if moves else units).best(LOOKS)[0]
            yield None
        yield Idea(action, "order", f"The order is {action.args[0]}", (("attacks", total),))


def _groups(c: Ctx, side: str) -> list[list[Unit]]:
    """The strongest groups near the enemy."""
    k = BdKnowledge(c, side)
    left = [f.unit for f in k.forces(side) if bound(c, f.unit) is None]
    found: list[list[Unit]] = []
    for _ in range(GROUPS):
        found.append(batch(c, k, left))
        left = [u for u in left if u not in found[-1]]
    return found
