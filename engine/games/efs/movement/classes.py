"""10.28, 10.44: the classes in which units pay for the ground, and which roads each of them may use."""

from __future__ import annotations

from typing import NamedTuple

from engine.components.grid import Unit
from engine.games.efs.edition import edition
from engine.games.efs.kinds import BLUE, GRAY, GREEN, ORANGE, colour, is_armored, is_gun, is_motorized, is_wagon, kind
from engine.games.efs.state import MOTORWAY
from engine.games.efs.tables import Ctx
from engine.games.efs.weather import ice
from engine.play.citing import rule

FOOT, SKIS, MOTOR, GUNS, ARMOR, HEAVY = "foot", "skis", "motor", "guns", "armor", "heavy"
"""How a unit pays: not motorized, on skis, motorized or with orange allowance, the same but kept off frozen rivers,
Soviet armor, super-heavy guns."""
SKI = "ski infantry"


class Class(NamedTuple):
    """A class of units that pay the same everywhere."""

    side: str
    how: str

    @property
    def wheels(self) -> bool:
        """Whether it pays motorized costs (10.28)."""
        return self.how in (MOTOR, GUNS, ARMOR, HEAVY)

    @rule("efs:10.44", "efs:R165")
    def barred(self, way: int) -> bool:
        """Whether a road does not exist for the class: the motorway for all Axis units without wheels."""
        return way == MOTORWAY and self.side == "axis" and not self.wheels


@rule("efs:10.45")
def _off_ice(c: Ctx, u: Unit) -> bool:
    """Whether a unit needs a bridge over major rivers though they are frozen."""
    return is_gun(c, u) and ice(c).rivers and not edition(c).ice_bears_guns


@rule("efs:10.28", "efs:10.44", "efs:5.24")
def class_of(c: Ctx, u: Unit) -> Class:
    """How a unit pays for the ground: guns, anti-tank units and supply units with orange allowance pay as motorized."""
    side = c.roster.side[u]
    if colour(c, u) == GREEN:
        return Class(side, HEAVY)
    if is_motorized(c, u) or (colour(c, u) == ORANGE and not is_wagon(c, u)):
        how = ARMOR if side == "soviet" and is_armored(c, u) else MOTOR
        return Class(side, GUNS if _off_ice(c, u) else how)
    return Class(side, SKIS if kind(c, u) == SKI else FOOT)


@rule("efs:11.12", "efs:21.32", "efs:13.33")
def on_rails(c: Ctx, u: Unit) -> bool:
    """Whether a unit runs on rails alone: armored trains and railroad artillery, with gray allowance."""
    return colour(c, u) == GRAY


@rule("efs:22.51")
def afloat(c: Ctx, u: Unit) -> bool:
    """Whether a unit goes on water alone: flotillas, with blue allowance."""
    return colour(c, u) == BLUE


def medium(c: Ctx, u: Unit) -> str:
    """What a unit goes on, in a word: units on different ones do not move together."""
    return "rails" if on_rails(c, u) else "water" if afloat(c, u) else "land"
