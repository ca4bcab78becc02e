"""Actions of the person at the screen: carried out, refused, asked a die for; and what is taken in hand for them.

Everything is read from the decision that waits: nothing here knows a rule or a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.components.grid import Unit
from engine.components.wording import plural
from engine.play.action import Action, Refusal
from engine.play.event import Event
from tui.game.hand_dice import DieWanted
from tui.game.names import in_words
from tui.game.outcome import Outcome
from tui.table import refusals
from tui.table.desk import Desk
from tui.table.hand import Hand
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask
from tui.widgets.panels import dice_of

FEW_GOALS = 8
"""As many marked hexes are named to a screen reader; of more, the letters on them tell."""
FEW_EVENTS = 4
"""So many events of an action without dice are told together."""
SLACK = 20
"""Cells that two wrapped lines may leave free at their ends."""


class Acting:
    """Carries out what a person does at one play screen."""

    def __init__(self, desk: Desk, hand: Hand) -> None:
        self.desk = desk
        self.hand = hand

    # ------------------------------------------------------------------ doing
    def play(self, action: Action | str) -> bool:
        """Carry an action out, or show why not; whether it was done."""
        if self.desk.controller.bot_turn or self.desk.controller.match.over:
            self.desk.say("It is not for you to decide now.", "warn")
            return False
        self.desk.controller.match.meta["cursor"] = self.desk.label(self.desk.cursor)
        start = self.hand.decision.place(self.hand.selected) if self.hand.selected is not None else None
        waited = [action] if isinstance(action, Action) and action.subject in self.hand.decision.waiting else []
        known = action if isinstance(action, Action) else Action.parse(action)
        stack, step = self.hand.stack_of(known), self.desk.controller.match.c.step.id
        advancing = self.desk.controller.view.vacated() >= 0
        outcome = self.desk.controller.play(action)
        if outcome.ok:
            if advancing and self.desk.controller.view.vacated() < 0:
                self.hand.drop()  # an advance leaves nobody in hand for the phase behind it
            self.hand.acted(known, stack, step)
            self.hand.looked, self.hand.warned = "", False  # what is left is another question now
            self.hand.came = (start, self.desk.cursor) if start is not None else None
        done = self.settle(outcome, lambda: self.desk.controller.play(action))
        for before in waited if done else ():
            self._take_next(before)
        return done

    def _take_next(self, before: Action) -> None:
        """Of the units that wait off the map the next one comes to hand, once the one before has found its place."""
        decision, desk = self.hand.decision, self.desk
        if self.hand.selected is not None or desk.menu.open or desk.controller.bot_turn or desk.controller.hand_over:
            return
        waiting = decision.after(before.subject or "")
        following = next((s for s in waiting if any(a.verb == before.verb for a in decision.of(s))), None)
        if following is not None:
            told = desk.said
            self.select(following)
            self.desk.say(f"{told} Next {desk.said}".strip())

    def settle(self, outcome: Outcome, again: Callable[[], Outcome]) -> bool:
        """Show what came of an action; a die to be thrown by hand is asked for, then ``again`` is tried."""
        if outcome.die is not None:
            self.ask_die(outcome.die, again)
            return False
        if outcome.refusal is not None:
            self.refuse(outcome.refusal)
            return False
        if outcome.message:
            self.desk.say(in_words(self.hand.decision.data, outcome.message), "warn")
            return False
        self.hand.refusal = None
        self.desk.say(self.told(outcome.events))
        if self.desk.controller.save_failed:
            self.desk.say(f"Not saved, but play goes on: {self.desk.controller.save_failed}", "warn")
        self.desk.changed()
        return True

    def told(self, events: Iterable[Event]) -> str:
        """What happened: what was rolled and what came of it as far as the bar holds it, else what came last."""
        seen = self.desk.controller.view.told(events)
        if not seen:
            return ""
        # What is asked from a list needs the other line: its rows alone do not say what they answer.
        lines = 1 if self.hand.decision.listed else 2
        room = lines * (self.desk.width - 4) - SLACK * (lines - 1)
        at = _result(seen, room)
        told, lost = f"{seen[at].text} {dice_of(seen[at])}".rstrip(), _losses(seen[at + 1 :])
        fall = next((e.text for e in seen[at + 1 :] if e.kind == "eliminated"), "")
        brief = len(lost) > 1 or len(told) + 1 + len(fall) > room
        if lost and brief:
            # All that were lost are told, however many, by name alone.
            roster, names = self.hand.decision.data.roster, self.desk.controller.view.names
            owned = [[u for u in lost if roster.side[u] == side] for side in self.desk.controller.sides]
            told = " ".join([told, *(f"{names(units)} eliminated." for units in owned if units)])
        gone = {u for e in seen for u in e.units if e.kind == "eliminated"}
        for event in seen[at + 1 :]:
            if event.units and gone.issuperset(event.units) and (event.kind != "eliminated" or brief):
                continue  # the steps of a unit that is gone: that it is gone says it all
            if len(told) + 1 + len(event.text) > room:
                break
            told = f"{told} {event.text}"
        return told

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal; ``?`` opens its rule."""
        refusal = self.hand.refusal = refusal._replace(reason=in_words(self.hand.decision.data, refusal.reason))
        key = self.desk.stavka.keymap.key("why")
        self.desk.say(f"No: {refusal}  {key} explains", "warn")

    def explain(self, why: Refusal | str) -> None:
        """Say why something cannot be done."""
        if isinstance(why, Refusal):
            self.refuse(why)
        else:
            self.desk.say(why, "warn")

    def ask_die(self, die: DieWanted, again: Callable[[], Outcome]) -> None:
        """Ask for a die thrown by hand; nothing typed takes the program's."""

        def thrown(item: Item | None, text: str) -> None:
            value = int(text) if text.strip().isdigit() else die.proposal if not text.strip() else 0
            if not 1 <= value <= die.sides:
                self.desk.say(f"A die with {die.sides} sides shows 1 to {die.sides}.", "warn")
                self.ask_die(die, again)
                return
            self.desk.controller.throw(value)
            self.settle(again(), again)

        title = f"Die {die.number} (1-{die.sides}); Enter alone: the program throws"
        cancel = self.desk.controller.forget_dice
        self.desk.open_menu(Ask(title, thrown, typing=True, free=True, source=lambda _: (), cancel=cancel))

    # ------------------------------------------------------------------ in hand
    def select(self, subject: str) -> None:
        """Take a subject in hand; what a unit can do only where it stands needs a second Enter, a hex does not."""
        actions = self.hand.decision.of(subject)
        if not actions:
            self.explain(refusals.of_subject(self.hand, subject))
            return
        if len(actions) == 1 and subject not in self.hand.decision.data.roster.by_id and len(actions[0].args) == 1:
            self.play(actions[0])
            return
        self.hand.selected, self.hand.warned = subject, False
        if subject not in self.hand.party:
            self.hand.party = ()
        self.hand.letters.clear()
        place, is_hex = self.hand.decision.place(subject), subject not in self.hand.decision.data.roster.by_id
        if is_hex and place == self.desk.cursor and all(self.hand.decision.target(a) == place for a in actions[1:]):
            self.hand.selected = None
            self.desk.redraw()
            self.desk.run_command("ways")
            return
        verbs = list(dict.fromkeys(a.verb for a in actions))
        goals = [h for h in self.hand.targets if h != self.hand.decision.place(subject)]
        count = len(goals)
        first = self.hand.decision.verb(verbs[0])
        sure = "Enter asks about it" if first is not None and first.grave else "Enter does it"
        only = sure if len(verbs) == 1 else f"Enter: {verbs[0]}"
        marked = f"{plural(count, 'hex', 'es')} marked" if count else only
        if count == 1:
            marked = f"{self.desk.label(goals[0])} is marked"
        elif self.desk.stavka.reader and 0 < count <= FEW_GOALS:
            marked += ": " + ", ".join(self.desk.label(h) for h in goals)
        more = len(self.hand.decision.elsewhere(subject)) if count else 0
        key = self.desk.stavka.keymap.key("ways")
        others = f", {key}: {more} more" if more else ""
        notes = {self.hand.decision.note(a) for a in actions} if len(verbs) == 1 and count <= FEW_GOALS else set()
        likely = f"; {notes.pop()}" if len(notes) == 1 and "" not in notes else ""
        self.desk.say(f"{self.name(subject)}: {', '.join(verbs)}; {marked}{others}{likely}")
        self.desk.redraw()

    def to_targets(self) -> None:
        """The cursor on the nearest hex that the one in hand can go to, where it is on none of them."""
        grid, here = self.hand.decision.data.board.grid, self.desk.cursor
        if self.hand.targets and here not in self.hand.targets:
            self.desk.go_to(min(self.hand.targets, key=lambda h: (grid.distance(here, h), h)))

    def name(self, subject: str) -> str:
        """A subject as it acts: alone with its name, or the group that it belongs to."""
        decision = self.hand.decision
        if subject in self.hand.party:
            return self.desk.controller.view.names(self.hand.units)
        unit = decision.data.roster.by_id.get(subject)
        return decision.name(subject) if unit is None else self.desk.controller.view.group(unit)[1]

    def drop(self) -> bool:
        """Let go of what is selected; whether there was anything."""
        had = self.hand.drop()
        if had:
            self.desk.say("")
            self.desk.redraw()
        return had


def _result(seen: Sequence[Event], room: int) -> int:
    """The event that a sentence about some events begins with: the die before the losses, or what else led to them.

    Without either it is the last one; of few events as many as there is room for.
    """
    first = next((n for n, e in enumerate(seen) if e.kind == "eliminated" and e.units), len(seen))
    before = [n for n, e in enumerate(seen[:first]) if e.rolls]
    if before:
        return before[-1]
    if first < len(seen):
        return max(0, first - 1)
    few = range(len(seen)) if len(seen) <= FEW_EVENTS else ()
    return next((n for n in few if sum(len(e.text) + 1 for e in seen[n:]) <= room), len(seen) - 1)


def _losses(seen: Sequence[Event]) -> list[Unit]:
    """Units that some events tell as eliminated."""
    return list(dict.fromkeys(u for e in seen if e.kind == "eliminated" for u in e.units))
