"""4.4, 4.16, 4.18, 5.10, 8.17: what the German side decides at the very start of some game turns."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.bd import summer, watch, withdrawals
from engine.games.bd.phases.declarations import pause_is_open
from engine.games.bd.state import BdState
from engine.games.bd.tables import SIDE_WORDS, Ctx, campaign
from engine.games.bd.units import to_box
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words


@rule("bd:4.18")
def watch_is_open(c: Ctx) -> bool:
    """Whether the German side chooses between the Rhine and the Oder now."""
    return campaign(c) and c.state.turn == watch.terms(c)["chosen"] and not c.state.watch


@rule("bd:4.18")
def reveal_watch(c: Ctx) -> None:
    """The choice comes out; for the Oder a corps comes too, and the cities are noted."""
    s, terms = c.state, watch.terms(c)
    if s.turn != terms["revealed"] or not s.watch or s.watch_shown:
        return
    s.watch_shown = 1
    c.reveal()
    if not watch.oder(c):
        c.say("order", "Watch on the Rhine: the last offensive goes west.", "bd:4.18")
        return
    watch.note_cities(c)
    for name in terms["units"]:
        u = c.roster.find(name)
        if s.box[u].startswith("turn "):
            to_box(c, u, f"turn {s.turn}")
    text = "Watch on the Oder: the last offensive comes here, and the game ends with this German player turn."
    c.say("order", text, "bd:4.18")


@rule("bd:4.19")
def decide_watch(c: Ctx) -> None:
    """End of the German player turn of Watch on the Oder: it is won, or the war is lost."""
    cities, losses = len(watch.gained(c)), c.state.soviet_losses
    winner = "axis" if watch.succeeded(c) else "soviet"
    who = SIDE_WORDS[winner]
    held = "all own cities held" if watch.kept(c) else "own cities lost"
    text = f"{who} wins on the Oder: {held}, {cities} taken, {losses} Soviet units eliminated."
    c.say("victory", text, "bd:4.19", hexes=watch.gained(c))
    c.over(winner, "Watch on the Oder", "bd:4.19")


# ---------------------------------------------------------------------- the steps
CHOICES = {"rhine": watch.RHINE, "oder": watch.ODER}


@rule("bd:4.18")
def plan_check(c: Ctx, where: str) -> Refusal | None:
    """``plan rhine``: where the last offensive of the war goes."""
    if where in CHOICES:
        return None
    return Refusal("bd:4.18", f"The operation is one of {', '.join(CHOICES)}.")


def _plan(c: Ctx, where: str) -> None:
    c.state.watch = CHOICES[where]
    c.touch()
    c.say("order", "The German side has chosen between the Rhine and the Oder, in secret.", "bd:4.18")
    c.done()


class Watch(Step[BdState]):
    """The start of Game Turn 28: Watch on the Rhine or on the Oder, in secret until turn 30. Called with ``side``."""

    id = "watch"
    title = "Watch on the Rhine or on the Oder"
    secret = True
    verbs = (
        Verb("plan", lambda c, s: [(w,) for w in CHOICES if s in (None, w)], plan_check, _plan,
             "plan rhine|oder: west, or all or nothing here", "bd:4.18", lambda c: list(CHOICES)),
    )  # fmt: skip

    def prompt(self, c: Context[BdState]) -> Prompt:
        text = "In secret: Watch on the Rhine, or on the Oder, on turn 30?"
        return Prompt("axis", text, "bd:4.18", Action("plan", ("rhine",)))


def _wait(c: Ctx) -> None:
    c.state.summer_asked = c.state.turn
    c.touch()
    c.done()


def _launch(c: Ctx) -> None:
    summer.launch(c)
    c.done()


def _gamble(c: Ctx) -> None:
    summer.launch_gambit(c)
    c.done()


class SummerOffensive(Step[BdState]):
    """The start of Game Turns 17 to 19: the German summer offensive of 1943, or not yet. Called with ``side``."""

    id = "summer-offensive"
    title = "Summer offensive of 1943"
    verbs = (
        Verb("launch", no_words, always, _launch, "launch: a city must be gained in this turn, none lost", "bd:4.4",
             grave=True),
        Verb("gambit", no_words, always, _gamble, "gambit: Manstein's, which decides the game on turn 20", "bd:4.16",
             grave=True),
        Verb("wait", no_words, always, _wait, "wait: no offensive in this turn", "bd:4.4"),
    )  # fmt: skip

    def prompt(self, c: Context[BdState]) -> Prompt:
        text = "Summer offensive: launch it, play the Gambit, or wait?"
        return Prompt("axis", text, "bd:4.4", Action("wait"))


def _release(c: Ctx) -> None:
    withdrawals.withdraw(c)
    c.done()


def _keep(c: Ctx) -> None:
    withdrawals.decline(c)
    c.done()


class Withdrawal(Step[BdState]):
    """The start of Game Turns 19 and 25: 2nd SS Panzer Corps is called away. Called with ``side``."""

    id = "withdrawal"
    title = "Withdrawal of 2nd SS Panzer Corps"
    verbs = (
        Verb("release", no_words, always, _release, "release: the corps leaves", "bd:8.17"),
        Verb("keep", no_words, always, _keep, "keep: it stays, for a point", "bd:4.10", grave=True),
    )

    def prompt(self, c: Context[BdState]) -> Prompt:
        name = c.roster.short[withdrawals.called_unit(c)]
        return Prompt("axis", f"{name} is called away: release it, or keep it for 1 VP?", "bd:8.17", Action("release"))


OPENINGS: tuple[tuple[Callable[[Ctx], bool], str], ...] = (
    (pause_is_open, "paulus-pause"),
    (summer.is_open, "summer-offensive"),
    (withdrawals.is_open, "withdrawal"),
    (watch_is_open, "watch"),
)
"""What may be decided at the start of a turn, in this order: when, and the step."""


def next_opening(c: Ctx) -> str:
    """The step that comes next at the start of this turn; empty once all is decided."""
    return next((step for is_open, step in OPENINGS if is_open(c)), "")
