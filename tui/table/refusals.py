"""Why something cannot be done on the map: the refusal of the rule that is in the way, else that nothing is asked."""

from __future__ import annotations

from collections.abc import Iterator

from engine.components.grid import Hex
from engine.components.wording import counted
from engine.play.action import Action, Refusal
from tui.table.hand import Hand

Why = Refusal | str
"""A rule's answer, or a sentence where no rule is in the way."""


def at_hex(hand: Hand, subject: str, h: Hex) -> Why:
    """Why what is in hand can do nothing at a hex."""
    decision = hand.decision
    name, where = decision.name(subject), decision.data.board.describe(h)
    if (refusal := decision.why_not(subject, h)) is not None:
        return refusal
    goals = len([g for g in hand.targets if g != decision.place(subject)])
    marked = f"; {counted(goals, 'hex is', 'hexes are')} marked for it" if goals else ""
    return f"{name} can do nothing at {where}{marked} ({decision.prompt.rule})."


def of_subject(hand: Hand, subject: str) -> Why:
    """Why something can do nothing at all now."""
    decision = hand.decision
    return decision.why_not(subject, None) or f"{decision.name(subject)} can do nothing now ({decision.prompt.rule})."


def of_hex(hand: Hand, h: Hex) -> Refusal | None:
    """Why nothing can be chosen at a hex, if a rule says so."""
    return next(_reasons(hand, h), None)


def enemy_alone(hand: Hand, h: Hex) -> bool:
    """Whether units of another side alone stand in a hex, and nothing but that says no there."""
    roster, stack = hand.decision.data.roster, hand.controller.view.stacks.get(h, ())
    if not stack or any(roster.side[u] == hand.controller.match.side for u in stack):
        return False
    refusal = of_hex(hand, h)
    return refusal is None or not set(refusal.units).isdisjoint(stack)


def _reasons(hand: Hand, h: Hex) -> Iterator[Refusal]:
    """Of own units one asks what they can do, of any other hex what can be done to it."""
    decision, label = hand.decision, hand.decision.data.board.labels[h]
    roster, stack = decision.data.roster, hand.controller.view.stacks.get(h, ())
    mine = [u for u in stack if roster.side[u] == hand.controller.match.side]
    mine.sort(key=lambda u: roster.ids[u] not in decision.subjects)  # those that the step is about first
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


def of_end(hand: Hand) -> Why:
    """Why what would end this is refused, as its own rule says it."""
    enders = [v for v in hand.decision.verbs if v.subjects is None and not v.grave]
    refusal = hand.controller.match.check(Action(enders[-1].name)) if enders else None
    # What is asked stands in the line above already.
    return refusal or f"There is nothing to end here: this must be decided first ({hand.decision.prompt.rule})."
