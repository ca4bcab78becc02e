"""``.``: the last action of this side again, for the next unit that it fits."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.action import Action, Refusal
from engine.play.history import HistoryLine
from tui.game.decision import Decision
from tui.game.names import in_words
from tui.table.acting import Acting
from tui.table.desk import Desk
from tui.table.hand import Hand


def last_action(lines: list[HistoryLine], side: str) -> Action | None:
    """The last action of a side that was about somebody or something; ends and draws have nothing to repeat."""
    for line in reversed(lines):
        if line.side == side:
            action = Action.parse(line.action)
            if action.args:
                return action
    return None


def repeat(desk: Desk, hand: Hand, acting: Acting) -> None:
    """Play it for the next subject, or say why there is none."""
    match, decision = desk.controller.match, hand.decision
    last = last_action(match.history, match.side)
    if last is None:
        desk.say("Nothing to repeat yet: an action for a unit or a hex comes first.", "warn")
        return
    verb = decision.verb(last.verb)
    if verb is None or verb.subjects is None:
        desk.say(f"'{decision.words(last)}' is not asked now, so it cannot be repeated.", "warn")
        return
    refusal: Refusal | None = None
    in_hand = hand.selected if hand.selected not in (None, last.args[0]) else None
    for action in _own(decision, last, in_hand) if in_hand else _again(decision, last, hand.origin, desk.cursor):
        found = match.check(action)
        refusal = refusal or found
        if found is None:
            if acting.play(action):
                # With the next of many in hand already, the line above is for what is still missing.
                did = "Again" if hand.selected in hand.decision.waiting else f"Again: {decision.words(action)}"
                desk.say(f"{did}. {desk.said}".strip())
            return
    if in_hand:
        words = f"{decision.name(in_hand)} cannot repeat '{decision.words(last)}'"
        desk.say(f"{words}: {in_words(decision.data, str(refusal))}" if refusal else f"{words}.", "warn")
        return
    kind = "unit" if last.args[0] in decision.data.roster.by_id else "hex"
    words = " ".join((f"another {kind}", *(decision.name(w) for w in last.args[1:])))
    why = f": {in_words(decision.data, str(refusal))}" if refusal is not None else "."
    desk.say(f"No other {kind} can repeat '{last.verb} {words}'{why}", "warn")


def _own(decision: Decision, last: Action, subject: str) -> Iterator[Action]:
    """The same for the one in hand and nobody else: to the same target, else to the only one it has."""
    same = Action(last.verb, (subject, *last.args[1:]))
    own = [a for a in decision.of(subject) if a.verb == last.verb]
    yield from own if same not in own and len(own) == 1 else [same]


def _again(decision: Decision, last: Action, origin: int | None, cursor: int) -> Iterator[Action]:
    """The same for other subjects: of the stack that the last one left first, then by distance from there.

    What is done to hexes is done where the cursor is, once more to the same hex too.
    """
    first, grid = last.args[0], decision.data.board.grid
    start = origin if origin is not None else decision.place(first)
    if first not in decision.data.roster.by_id:
        label = decision.data.board.labels[cursor]
        yield from (a for a in decision.of(label) if a == Action(last.verb, (label, *last.args[1:])))
        start = cursor
    at = {subject: n for n, subject in enumerate(decision.after(first))}

    def key(subject: str) -> tuple[int, int, str]:
        h = decision.place(subject)
        far = grid.distance(start, h) if start is not None and h is not None else 0
        return far, at.get(subject, 0), subject

    units = decision.data.roster.by_id
    alike = [s for s in decision.subjects if s != first and (s in units) == (first in units)]
    for subject in sorted(alike, key=key):
        if any(a.verb == last.verb for a in decision.of(subject)):
            yield Action(last.verb, (subject, *last.args[1:]))
