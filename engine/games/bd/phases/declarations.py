"""5.6, 5.10: what the German side declares once a war: the Paulus Pause of turn 3, the zone of the effort of 1942."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Unit
from engine.games.bd.movement.allowance import PAUSE_TURN
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx
from engine.play.action import Action
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

EFFORT_TURN = 9
USED, DECLINED = 1, 2
"""Values of ``paused``."""
ZONES = {"north": 1, "south": 2}
"""Values of ``bonus_zone``."""


@rule("bd:5.10")
def pause_is_open(c: Ctx) -> bool:
    """Whether the German side decides about the Paulus Pause now."""
    return c.state.turn == PAUSE_TURN and not c.state.paused


@rule("bd:5.10")
def no_assaults(c: Ctx, side: str) -> bool:
    """Whether the prepared assault phases of a side are left out: those of the Paulus Pause."""
    return side == "axis" and c.state.turn == PAUSE_TURN and c.state.paused == USED


@rule("bd:5.6")
def effort_is_open(c: Ctx, side: str) -> bool:
    """Whether the German side names the zone of its effort of 1942 now."""
    return side == "axis" and c.state.turn == EFFORT_TURN and not c.state.bonus_zone


@rule("bd:13.8", "bd:R59")
def effort_before_play(c: Ctx) -> bool:
    """Whether the scenario has the zone named before anybody sets up."""
    return bool(c.scenario.get("effort_first"))


@rule("bd:5.10")
def wear(c: Ctx, group: Sequence[Unit]) -> bool:
    """Throw the die of a declined pause for a stack with mechanized units that sets out; whether it was thrown now."""
    s, u = c.state, group[0]
    if s.turn != PAUSE_TURN or s.paused != DECLINED or s.side != "axis" or not any(c.roster.mech[v] for v in group):
        return False
    label = c.label(s.origin[u])
    if label in s.pause_dice:
        return False
    die = c.roll(6, results=[f"{n} MP fewer" for n in range(1, 7)])
    s.pause_dice[label] = die
    c.touch()
    text = f"No Paulus Pause: mechanized units that began in {label} have {die} MP fewer."
    c.say("move", text, "bd:5.10", rolls=[die], units=group)
    return True


def _pause(c: Ctx) -> None:
    c.state.paused = USED
    c.say("order", "The German side makes the Paulus Pause: it attacks nobody in this turn.", "bd:5.10")
    c.done()


def _press_on(c: Ctx) -> None:
    c.state.paused = DECLINED
    text = (
        "No Paulus Pause: mechanized units lose movement points by a die in this turn, assaults suffer in the next two."
    )
    c.say("order", text, "bd:5.10")
    c.done()


class PaulusPause(Step[BdState]):
    """The start of Game Turn 3: the German side pauses, or it presses on and pays for it. Called with ``side``."""

    id = "paulus-pause"
    private = True
    title = "Paulus Pause"
    verbs = (
        Verb("pause", no_words, always, _pause, "pause: no German attack in this turn", "bd:5.10", grave=True),
        Verb("press-on", no_words, always, _press_on, "press-on: shifts against assaults of turns 4 and 5", "bd:5.10"),
    )

    def prompt(self, c: Context[BdState]) -> Prompt:
        text = "Paulus Pause: attack nobody in this turn, or press on and suffer in turns 3 to 5?"
        return Prompt("axis", text, "bd:5.10", Action("press-on"))


def _name(c: Ctx, zone: str) -> None:
    c.state.bonus_zone = ZONES[zone]
    c.touch()
    c.say("order", f"The German effort of 1942 goes into the {zone}.", "bd:5.6")
    c.done()


class Effort(Step[BdState]):
    """The German player turn of Game Turn 9: the zone whose assaults gain by fight/move. Called with ``side``."""

    id = "effort"
    private = True
    title = "Effort of 1942"
    verbs = (
        Verb("north", no_words, always, lambda c: _name(c, "north"), "north: and satellites may go there", "bd:5.6"),
        Verb("south", no_words, always, lambda c: _name(c, "south"), "south: the southern zone", "bd:5.6"),
    )

    def prompt(self, c: Context[BdState]) -> Prompt:
        text = "In which logistical zone do fight/move assaults gain a column this summer?"
        return Prompt("axis", text, "bd:5.6", Action("south"))
