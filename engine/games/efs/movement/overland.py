"""How far hexes are over the ground alone, whoever stands there and whatever is on the map."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.efs.movement.classes import FOOT, MOTOR, Class
from engine.games.efs.movement.network import WAYS, network
from engine.games.efs.movement.search import Field, search
from engine.games.efs.state import OPEN, QUARTERS
from engine.games.efs.tables import Ctx
from engine.games.efs.weather import DRY, MUD, weather
from engine.play.suppose import supposing


def usual(c: Ctx) -> str:
    """The weather in which long ways are gone: that of now, but for Mud, which seldom lasts from turn to turn (5.1)."""
    return weather(c).replace(MUD, DRY)


def overland(c: Ctx, goal: Hex, side: str, motorized: bool, most: float) -> dict[Hex, float]:
    """Movement points of a side by hex, from a hex as far as so many of them go in the ``usual`` weather."""
    c = supposing(c, weather=usual(c), weathers=[usual(c)])
    empty = bytes(c.grid.size)
    net, blank = network(c, [Class(side, MOTOR if motorized else FOOT)]), Field(frozenset(), empty, empty)
    costs = search(net, {goal * WAYS + OPEN: 0}, int(most * QUARTERS), blank).hexes
    return {h: cost / QUARTERS for h, cost in costs.items()}
