"""Zhukov's Command (18.1): declared once the Axis is at Leningrad, it lets the Soviets hold Reinforcements in hand."""

from __future__ import annotations

from typing import Any

from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx
from engine.play.action import Action
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words


def _table(c: Ctx) -> dict[str, Any]:
    found: dict[str, Any] = c.data.scenario.get("zhukov", {})
    return found


@rule("ava:18.1")
def may_declare(c: Ctx) -> bool:
    """Whether an Axis unit has come next to Leningrad in this command and Zhukov does not command yet."""
    return bool(_table(c) and c.state.near_leningrad and not AvaState.zhukov_turn.there(c.state))


@rule("ava:18.1")
def holdable(c: Ctx, side: str) -> str:
    """The chit that a side may hold in hand this turn though it is no interrupt chit; empty for none.

    Soviet Reinforcements, in every turn after that of the declaration.
    """
    declared = c.state.zhukov_turn
    return str(_table(c)["held_chit"]) if side == "soviet" and declared and c.state.turn > declared else ""


def status(c: Ctx) -> str:
    """Zhukov's Command in a sentence; empty in other scenarios."""
    if not _table(c):
        return ""
    declared = c.state.zhukov_turn
    if not declared:
        return "not declared: an Axis unit must come next to Leningrad"
    return f"declared in turn {declared}; Soviet Reinforcements may be held in hand from turn {declared + 1}"


def _declare(c: Ctx) -> None:
    c.state.zhukov_turn = c.state.turn
    del c.state.near_leningrad
    c.touch()
    text = f"Zhukov's Command is declared: Soviet Reinforcements may be held in hand from turn {c.state.turn + 1}."
    c.say("zhukov", text, "ava:18.1")
    c.done()


def _wait(c: Ctx) -> None:
    del c.state.near_leningrad
    c.touch()
    c.done()


class Zhukov(Step[AvaState]):
    """Asked when the command is over in which an Axis unit entered a hex next to Leningrad (18.1, R38)."""

    id = "zhukov"
    phase = "command"
    title = "Zhukov's Command"
    verbs = (
        Verb("declare", no_words, always, _declare, "declare: Zhukov takes command", "ava:18.1"),
        Verb("wait", no_words, always, _wait, "wait: not yet", "ava:18.1"),
    )

    def acts(self, c: Context[AvaState]) -> str:
        return "soviet"

    def prompt(self, c: Context[AvaState]) -> Prompt:
        text = "An Axis unit has come next to Leningrad. Declare Zhukov's Command, or wait."
        return Prompt("soviet", text, "ava:18.1", Action("declare"))
