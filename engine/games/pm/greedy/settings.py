"""Every number that the advice is tuned with, in one place.

The unit of worth is a point of combat factors: a Soviet rifle division is about 3.3, a Victory Point about ``point``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """What counts how much for one side."""

    point: float = 14.0
    """A Victory Point."""
    step: float = 2.6
    """A step that an attack costs its owner."""
    kill: float = 1.0
    """A factor of the enemy that an attack removes."""
    ground: float = 2.0
    """Any hex taken from the enemy."""
    effort: float = 0.06
    """For each factor that an attack binds."""
    least: float = 1.0
    """A prepared assault worth less is not made."""
    least_mobile: float = 2.0
    """The same of a mobile assault."""
    gap: float = 5.0
    """The hole that a mobile assault tears into a closed front."""
    progress: float = 0.6
    """A movement point nearer to the objective."""
    rush: float = 0.5
    """A movement point that a mobile assault keeps eight factors from going nearer to the objective."""
    far: float = 22.0
    """Movement points over which the pull of an objective falls to about a third."""
    guard: float = 10.0
    """A hex of the ZOMO of Greater Germany kept from the enemy, or entered: a point is lost for good (4.4)."""
    fear: float = 1.0
    """By what the steps are multiplied that the enemy could take in his next phase."""
    caution: float = 2.0
    """The same for foot, which cannot get away again."""
    lost_supply: float = 3.0
    """For each unit that ends its march out of supply."""
    front: float = 1.5
    """Standing beside the enemy with foot units."""


AXIS = Weights()
SOVIET = Weights(step=2.0, least=1.5, ground=1.0)


def weights(side: str) -> Weights:
    """The numbers of a side."""
    return AXIS if side == "axis" else SOVIET
