"""Every number that the advice is tuned with, in one place. The unit of worth is the victory point."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """What counts how much for one side."""

    # what a unit is worth: to its owner, and to the enemy who removes it
    flip: float = 0.12
    """A step of a whole unit, for each point of attack strength lost."""
    kill: float = 0.35
    """The last step, for each point of strength of the side that is up."""
    headquarters: float = 5.0
    """A headquarters lost for good."""
    returning: float = 0.9
    """Share of the worth of a unit that may come back as a reinforcement."""
    # attacks
    least: float = 0.15
    """An attack worth less than this is not made."""
    effort: float = 0.025
    """For each point of strength that an attack binds."""
    ground: float = 0.5
    """Driving the enemy out of a hex, whatever hex it is."""
    regret: float = 0.6
    """Share of what the attackers could have gained elsewhere, counter-attacks to be feared included."""
    # places
    near_goal: float = 22.0
    """Movement points over which the pull of an objective falls to about a third."""
    ranks: tuple[float, ...] = (1.0, 0.9, 0.6, 0.3)
    """Share of an objective for the nearest headquarters, the second ..., the last for all others."""
    ranks_near: tuple[float, ...] = (1.0, 1.0, 0.7, 0.5)
    """The same on one front, where all are near: without it nobody goes for what lies aside."""
    crowd: int = 6
    """With no more headquarters than this a side has one front."""
    handful: int = 3
    """With no more than this it is a small force: its headquarters risk their lines, it bars one railroad at a time."""
    pull_mech: float = 0.06
    pull_foot: float = 0.05
    vacant: float = 8.0
    """How much more, late and on one front, an objective pulls in which no enemy stands: marching is enough."""
    capture: float = 0.9
    """Share of the points of a hex that walking into it is worth."""
    keep: float = 0.3
    """Share of the points of a held hex that are at stake when its last unit leaves with the enemy near."""
    garrison: float = 0.12
    """Share of the points of a held hex for each of the first units in it while the enemy is near."""
    alarm: float = 0.4
    """Share of the enemy strength near a hex that is taken to strike at it."""
    danger: float = 0.5
    """Share of the loss expected from attacks on a hex."""
    command_mech: float = 1.6
    command_foot: float = 0.6
    """Being within reach of a headquarters for the next command."""
    lead: float = 0.08
    """For a headquarters, each point of attack strength that it would activate."""
    exposed: float = 0.6
    """For a headquarters, standing next to the enemy."""
    lead_on: float = 0.14
    """For a headquarters, the pull of the objectives."""
    lost_line: float = 0.9
    """Share of a step that standing without communications costs."""
    fear: float = 0.5
    """Share of a headquarters that the chance of losing its line costs."""
    leaderless: float = 1.5
    """What a headquarters would bring in each turn that is left, at stake when it stands without communications."""
    menace: float = 0.16
    """Share of the worth of all units behind a line that removing an enemy beside it brings."""
    menace_most: float = 8.0
    """The most that it may bring."""
    fronts: float = 0.5
    """Zeal in hunting enemies near the lines with more than one front: who hunts everywhere gets nowhere."""
    relief_most: float = 8.0
    """The most that an enemy draws who has cut a line."""
    arrivals: float = 2.0
    """Enemy reinforcements that come up behind the front, as a share of those that would if it was left to chance."""
    bar_foot: float = 0.6
    bar_mech: float = 0.15
    """Share of what barring the railroads to enemy reinforcements saves."""
    bar_most: float = 8.0
    """The most that it may save."""
    guard_foot: float = 0.1
    guard_mech: float = 0.0
    """Share of what a guard on the line would save."""
    guard_most: float = 4.0
    """The most that it may save."""
    lead_hunt: float = 0.03
    """The same on a headquarters of an army; those of the spearhead leave it to others."""
    hunt: float = 0.6
    """Pull of an enemy near the line on foot units, as a share of what driving him off brings."""
    cut: float = 0.5
    """Share of the worth of each enemy unit whose line is cut."""
    block: float = 0.15
    """Standing in the way to an objective."""
    rescue: float = 0.03
    """Pull of held objectives in danger."""
    patience: float = 2.0
    """An interrupt that is held, when nothing needs it."""
    in_hand: float = 8.0
    """The same while a Supply Check of this turn is still to come."""
    prey: float = 0.35
    """Pull of an enemy unit on foot units behind the front."""


AXIS = Weights()
SOVIET = Weights(
    keep=0.6,
    garrison=0.35,
    ranks=(1.0,),
    ranks_near=(1.0,),
    vacant=1.0,
    headquarters=2.5,
    least=0.15,
    pull_mech=0.02,
    pull_foot=0.02,
    danger=0.35,
    block=0.9,
    rescue=0.12,
    lead_on=0.08,
    alarm=0.6,
    ground=0.3,
)


def weights(side: str) -> Weights:
    """The numbers of a side."""
    return AXIS if side == "axis" else SOVIET
