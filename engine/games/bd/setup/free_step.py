"""The step in which a side sets up as it likes: ready, by lot or by hand (13.7, 14.9, 15.3)."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.bd.setup.at_random import at_random
from engine.games.bd.setup.free import FRONT, PRINTED, front, lacks, law, placed, rows
from engine.games.bd.setup.placing import (
    apply_place,
    clear,
    mark,
    mark_check,
    mark_words,
    marks,
    place_check,
    place_words,
    placed_ids,
    standard,
    take_check,
    take_up,
    take_words,
    waiting_ids,
)
from engine.games.bd.setup.step import ATTACH, ready
from engine.games.bd.state import BdState
from engine.games.bd.tables import SIDE_WORDS, Ctx
from engine.kit.setting_up import not_ready, question
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

WAYS: dict[str, Callable[[Ctx, str], None]] = {"standard": standard, "random": at_random, "hand": clear}
"""How a free set-up begins, as the option has it."""


@rule("bd:14.9")
def announce(c: Ctx) -> None:
    """What both sides have done before the first free set-up: units put down as printed, the front marked."""
    for row in rows(c):
        side, printed = row["side"], c.scenario.get("setup", {}).get(row["side"], {})
        if row["what"] == PRINTED:
            hexes = [c.hex(label) for label in printed]
            text = f"{SIDE_WORDS[side]} has its printed units in {', '.join(c.board.describe(h) for h in hexes)}."
            c.say("setup", text, law(c, side), hexes=hexes)
        elif row["what"] == FRONT:
            line = front(c)
            text = (
                f"{SIDE_WORDS[side]} marks its front from {c.board.describe(line[0])} to {c.board.describe(line[-1])}."
            )
            c.say("setup", text, law(c, side), hexes=line)


def _whole(way: str) -> Callable[[Ctx], None]:
    return lambda c: WAYS[way](c, c.frame.vars["side"])


def ready_check(c: Ctx) -> Refusal | None:
    """``ready``: everybody has a place, and the border is manned where it has to be."""
    return not_ready(lacks(c, c.frame.vars["side"]))


def _ready(c: Ctx) -> None:
    side = c.frame.vars["side"]
    ready(c, {side: len(placed(c, side))}, law(c, side))


class FreeSetUp(Step[BdState]):
    """One side's free set-up; the option says how it begins, and everything can be changed by hand."""

    id = "free-set-up"
    phase = "setup"
    private = True
    title = "Set-up"

    def enter(self, c: Context[BdState]) -> None:
        side = c.frame.vars["side"]
        WAYS[c.options.get(f"setup_{side}", "standard")](c, side)

    def prompt(self, c: Context[BdState]) -> Prompt:
        side = c.frame.vars["side"]
        return question(side, lacks(c, side), law(c, side))

    verbs = (
        Verb("place", place_words, place_check, apply_place, "place UNIT HEX|rvgk|air-drop: set a unit up", "bd:3.1",
             waiting_ids),
        Verb("take", take_words, take_check, lambda c, u: take_up(c, c.unit(u)), "take UNIT: back to those that wait",
             "bd:3.1", placed_ids),
        Verb("mark", mark_words, mark_check, mark, "mark FA HEX: the fortified area there", "bd:14.9", marks),
        ATTACH,
        Verb("ready", no_words, ready_check, _ready, "ready: the set-up is complete", "bd:3.1"),
        Verb("standard", no_words, always, _whole("standard"), "standard: the set-up that is at hand", "bd:3.1"),
        Verb("random", no_words, always, _whole("random"), "random: a legal set-up by lot", "bd:3.1"),
        Verb("clear", no_words, always, _whole("hand"), "clear: take everything up", "bd:3.1"),
    )  # fmt: skip
