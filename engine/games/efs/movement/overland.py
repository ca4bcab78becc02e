"""How far hexes are over the ground alone, whoever stands there and whatever is on the map."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.efs.movement.classes import FOOT, MOTOR, Class
from engine.games.efs.movement.network import WAYS, network
from engine.games.efs.movement.search import Field, search
from engine.games.efs.state import OPEN, QUARTERS
from engine.games.efs.tables import Ctx


def overland(c: Ctx, goal: Hex, side: str, motorized: bool, most: float) -> dict[Hex, float]:
    """Movement points of a side by hex, from a hex as far as so many of them go."""
    empty = bytes(c.grid.size)
    net, blank = network(c, [Class(side, MOTOR if motorized else FOOT)]), Field(frozenset(), empty, empty)
    costs = search(net, {goal * WAYS + OPEN: 0}, int(most * QUARTERS), blank).hexes
    return {h: cost / QUARTERS for h, cost in costs.items()}
