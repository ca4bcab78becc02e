"""Every number that the advice is tuned with, in one place. The unit of worth is the victory point."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """What counts how much for one side."""

    # what a unit is worth: to its owner, and to the enemy who removes it
    flip: float = 0.10
    """A step of a whole unit, for each point of attack strength lost."""
    kill: float = 0.35
    """The last step, for each point of strength of the side that is up."""
    headquarters: float = 6.0
    """A headquarters lost for good."""
    returning: float = 0.5
    """Share of the worth of a unit that may come back as a reinforcement."""
    # attacks
    least: float = 0.25
    """An attack worth less than this is not made."""
    effort: float = 0.02
    """For each point of strength that an attack binds."""
    ground: float = 0.30
    """Driving the enemy out of a hex, whatever hex it is."""
    counter: float = 0.5
    """Share of the expected counter-attack that is charged."""
    # places
    near_goal: float = 9.0
    """Movement points over which the pull of an objective falls to about a third."""
    pull_mech: float = 0.55
    pull_foot: float = 0.30
    capture: float = 0.9
    """Share of the points of a hex that walking into it is worth."""
    keep: float = 0.6
    """Share of the points of a held hex that are at stake when its last unit leaves with the enemy near."""
    garrison: float = 0.35
    """Share of the points of a held hex for each of the first units in it while the enemy is near."""
    danger: float = 0.5
    """Share of the loss expected from attacks on a hex."""
    command: float = 0.5
    """Being within reach of a headquarters for the next command."""
    lost_line: float = 0.9
    """Share of a step that standing without communications costs."""
    cut: float = 0.5
    """Share of the worth of each enemy unit whose line is cut."""
    block: float = 0.9
    """Standing in the way to an objective."""
    prey: float = 0.35
    """Pull of an enemy unit on foot units behind the front."""


AXIS = Weights()
SOVIET = Weights(
    headquarters=2.5, least=0.2, pull_mech=0.15, pull_foot=0.12, danger=0.35, counter=0.35, ground=0.25, near_goal=8.0
)


def weights(side: str) -> Weights:
    """The numbers of a side."""
    return AXIS if side == "axis" else SOVIET
