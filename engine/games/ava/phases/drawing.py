"""Section 7: drawing chits from the cup, and the interrupts of both sides."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from engine.games.ava.choices import choices
from engine.games.ava.phases.command import label_of, owned, owned_label
from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

INTERRUPTERS = ("axis", "soviet")
"""The order in which the sides may answer a drawn chit: Manstein cannot be canceled by Zhukov (18.1)."""


# ---------------------------------------------------------------------- drawing
def in_cup(c: Ctx, cup: str = "cup") -> list[str]:
    """Chits in a cup, mixed by the seed: which number was thrown must not tell what else is in the cup (6.1)."""

    def lot(chit: str) -> bytes:
        return blake2b(f"{c.dice.seed}:{c.state.turn}:{chit}".encode(), digest_size=8).digest()

    return sorted((k for k, where in c.state.chits.items() if where == cup), key=lot)


def queued(c: Ctx) -> list[str]:
    """Chits in the Controller's queue, in their order (19.4)."""
    found = [(int(where.split()[1]), k) for k, where in c.state.chits.items() if where.startswith(("up ", "down "))]
    return [k for _, k in sorted(found)]


@rule("ava:7.1")
def _draw(c: Ctx) -> None:
    chits = in_cup(c)
    number = c.roll(len(chits), lot=True)
    chit = chits[number - 1]
    c.state.drawn = chit
    c.state.chits[chit] = "played"
    c.state.cup -= 1
    c.say("draw", f"Drawn from the cup: {owned_label(c, chit)}.", "ava:7.1", rolls=[number])
    _ask(c, INTERRUPTERS)


def _ask(c: Ctx, sides: Sequence[str]) -> None:
    """The next side with a chit in hand may interrupt; when there is none the drawn chit is resolved."""
    side = next((s for s in sides if owned(c, s, "hand")), "")
    if side:
        c.goto("interrupt", side=side)
    else:
        c.done()


class Draw(Step[AvaState]):
    """Command Phase: a chit is drawn blindly; it makes no difference who draws (7.1(1))."""

    id = "draw"
    phase = "command"
    title = "Draw a command chit"
    verbs = (Verb("draw", no_words, always, _draw, "draw: a chit from the cup", "ava:7.1"),)

    def acts(self, c: Context[AvaState]) -> str:
        return choices(c).drawer

    def prompt(self, c: Context[AvaState]) -> Prompt:
        return Prompt(choices(c).drawer, f"Draw a command chit ({c.state.cup} in the cup).", "ava:7.1", Action("draw"))


# ---------------------------------------------------------------------- interrupting
def _hand(c: Ctx) -> list[str]:
    return owned(c, c.state.side, "hand")


def _rule(c: Ctx) -> str:
    """Where it is said that a side may interrupt."""
    return "ava:7.3" if c.state.side == "axis" else "ava:18.1"


@rule("ava:7.3", "ava:18.1")
def interrupt_check(c: Ctx, chit: str) -> Refusal | None:
    """``interrupt guderian``: the drawn chit goes back to the cup and this one is played."""
    return None if chit in _hand(c) else Refusal(_rule(c), f"'{chit}' is not in hand.")


@rule("ava:7.3", "ava:18.1")
def _interrupt(c: Ctx, chit: str) -> None:
    back, rule_id = c.state.drawn, _rule(c)
    c.state.chits[back] = "cup"
    c.state.cup += 1
    c.state.chits[chit] = "played"
    c.state.drawn = chit
    c.reveal()
    c.say("interrupt", f"{label_of(c, chit)} interrupts; {owned_label(c, back)} goes back to the cup.", rule_id)
    c.done()


def _pass(c: Ctx) -> None:
    _ask(c, INTERRUPTERS[INTERRUPTERS.index(c.state.side) + 1 :])


class Interrupt(Step[AvaState]):
    """Any drawn chit may be answered from the hand: by Manstein or Guderian (7.3), else by Zhukov (18.1).

    The Axis is asked first. What it plays is not drawn, so the Soviets cannot answer that (R13, R41).
    """

    id = "interrupt"
    phase = "interrupt"
    title = "Interrupt command"
    private = True
    verbs = (
        Verb("pass", no_words, always, _pass, "pass: the drawn chit is resolved", "ava:7.3"),
        Verb(
            "interrupt",
            lambda c, s: [(k,) for k in _hand(c)],
            interrupt_check,
            _interrupt,
            "interrupt CHIT",
            "ava:7.3",
            _hand,
        ),
    )

    def prompt(self, c: Context[AvaState]) -> Prompt:
        names = ", ".join(label_of(c, k) for k in _hand(c))
        text = f"{owned_label(c, c.state.drawn)} is drawn. Pass, or interrupt it: {names}."
        return Prompt(c.state.side, text, _rule(c), Action("pass"))


# ---------------------------------------------------------------------- when the cup is empty
def play_check(c: Ctx, chit: str) -> Refusal | None:
    """``play guderian``: which of the chits left in hand comes next."""
    return None if chit in _hand(c) else Refusal("ava:7.3", f"'{chit}' is not in hand.")


@rule("ava:7.3")
def _play(c: Ctx, chit: str) -> None:
    c.state.chits[chit] = "played"
    c.state.drawn = chit
    c.reveal()
    c.say("interrupt", f"The cup is empty: {label_of(c, chit)} is played.", _rule(c))
    c.done()


class LeftOver(Step[AvaState]):
    """Chits left in hand are played before the End Phase, those of the Axis first, in the order it likes (7.3, R14)."""

    id = "left-over"
    phase = "interrupt"
    title = "Interrupt chits left over"
    private = True
    verbs = (Verb("play", lambda c, s: [(k,) for k in _hand(c)], play_check, _play, "play CHIT", "ava:7.3", _hand),)

    def acts(self, c: Context[AvaState]) -> str:
        return next(s for s in INTERRUPTERS if owned(c, s, "hand"))

    def enter(self, c: Context[AvaState]) -> None:
        if len(_hand(c)) == 1:
            _play(c, _hand(c)[0])

    def prompt(self, c: Context[AvaState]) -> Prompt:
        names = " or ".join(label_of(c, k) for k in _hand(c))
        text = f"The cup is empty: choose the command to play next, {names}."
        return Prompt(c.state.side, text, _rule(c), Action("play", (_hand(c)[0],)))
