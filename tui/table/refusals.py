"""Why something cannot be done on the map: the refusal of the rule that is in the way, else that nothing is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.components.grid import Hex
from engine.play.action import Action, Refusal

if TYPE_CHECKING:
    from tui.table.acting import Acting


def target(acting: Acting, subject: str, h: Hex) -> None:
    """Why what is in hand can do nothing at a hex."""
    refusal = acting.decision.why_not(subject, h)
    if refusal is not None:
        acting.refuse(refusal)
        return
    name, where = acting.decision.name(subject), acting.decision.data.board.describe(h)
    acting.say(f"{name} can do nothing at {where} ({acting.decision.prompt.rule}).", "warn")


def subject(acting: Acting, word: str) -> None:
    """Why something can do nothing at all now."""
    refusal = acting.decision.why_not(word, None)
    if refusal is not None:
        acting.refuse(refusal)
        return
    acting.say(f"{acting.decision.name(word)} can do nothing now ({acting.decision.prompt.rule}).", "warn")


def here(acting: Acting, h: Hex) -> None:
    """Why nothing can be chosen at a hex."""
    decision = acting.decision
    refusal = next(_reasons(acting, h), None)
    if refusal is not None:
        acting.refuse(refusal)
    elif decision.choices and (decision.listed or not decision.subjects):
        acting.answers()
    else:
        key = acting.screen.stavka.keymap.key("next")
        acting.say(f"Nothing is to be decided here now ({decision.prompt.rule}); {key} finds what is.", "warn")


def _reasons(acting: Acting, h: Hex) -> Iterator[Refusal]:
    """Of own units one asks what they can do, of any other hex what can be done to it."""
    decision, label = acting.decision, acting.decision.data.board.labels[h]
    roster, stack = decision.data.roster, acting.screen.controller.view.stacks.get(h, ())
    mine = [u for u in stack if roster.side[u] == acting.screen.controller.match.side]
    if (refusal := decision.why_no_way(label)) is not None:
        yield refusal
    for u in mine:
        if (refusal := decision.why_not(roster.ids[u], None)) is not None:
            yield refusal
    if (refusal := decision.why_not(label, h)) is not None:
        yield refusal
    for u in stack:
        if u not in mine and (refusal := decision.why_not(roster.ids[u], None)) is not None:
            yield refusal


def end(acting: Acting) -> None:
    """Why what would end this is refused, as its own rule says it."""
    enders = [v for v in acting.decision.verbs if v.subjects is None and not v.grave]
    refusal = acting.screen.controller.match.check(Action(enders[-1].name)) if enders else None
    if refusal is not None:
        acting.refuse(refusal)
        return
    # What is asked stands in the line above already.
    acting.say(f"There is nothing to end here: this must be decided first ({acting.decision.prompt.rule}).", "warn")
