"""What a person does on the map: select, act here, choose from a list, type; and why something is not allowed.

Everything is read from the decision that waits: nothing here knows a rule or a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from engine.components.grid import Hex
from engine.play.action import Action, Refusal
from engine.play.event import Event
from tui.game.decision import Choice, Decision
from tui.game.hand_dice import DieWanted
from tui.game.outcome import Outcome
from tui.table import refusals as refusing
from tui.table.going import Going
from tui.table.groups import Stacks
from tui.table.remaining import Left
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask
from tui.widgets.panels import dice_of
from tui.words.saves import plural

if TYPE_CHECKING:
    from tui.table.table import TableScreen

FEW_GOALS = 8
"""As many marked hexes are named to a screen reader; of more, the letters on them tell."""
SLACK = 20
"""Cells that two wrapped lines may leave free at their ends."""


class Acting:
    """The hand over the board of one play screen."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.selected: str | None = None
        self.refusal: Refusal | None = None
        self.looked = ""
        """The unit that the marked answer of a list is about."""
        self._placed: tuple[int, int, int] | None = None
        """Key of the unit that was taken last from a long list of those off the map."""
        self.left = Left(self)
        self.going = Going(self)
        self.stacks = Stacks(self)
        self.came: tuple[Hex, Hex] | None = None
        """Where the unit that acted last stood, and where the cursor was then."""

    @property
    def decision(self) -> Decision:
        """What is to be decided."""
        return self.screen.controller.decision

    @property
    def targets(self) -> dict[Hex, list[Action]]:
        """Hexes that the selected subject can act on."""
        return self.decision.targets(self.selected) if self.selected else {}

    @property
    def origin(self) -> Hex | None:
        """Where the unit that acted last stood before."""
        return self.came[0] if self.came is not None else None

    def say(self, text: str, role: str = "text") -> None:
        """A sentence in the decision bar."""
        self.screen.say(text, role)

    # ------------------------------------------------------------------ doing
    def play(self, action: Action | str) -> bool:
        """Carry an action out, or show why not; whether it was done."""
        if self.screen.controller.bot_turn or self.screen.controller.match.over:
            self.say("It is not for you to decide now.", "warn")
            return False
        self.screen.controller.match.meta["cursor"] = self.screen.label(self.screen.cursor)
        start = self.decision.place(self.selected) if self.selected is not None else None
        waited = [action] if isinstance(action, Action) and action.subject in self.decision.waiting else []
        outcome = self.screen.controller.play(action)
        if outcome.ok:
            self.looked = ""
            self.came = (start, self.screen.cursor) if start is not None else None
        done = self.settle(outcome, lambda: self.screen.controller.play(action))
        for before in waited if done else ():
            self._take_next(before)
        return done

    def _take_next(self, before: Action) -> None:
        """Of the units that wait off the map the next one comes to hand, once the one before has found its place."""
        decision, screen = self.decision, self.screen
        if self.selected is not None or screen.menu.open or screen.controller.bot_turn or screen.controller.hand_over:
            return
        waiting = decision.after(before.subject or "")
        following = next((s for s in waiting if any(a.verb == before.verb for a in decision.of(s))), None)
        if following is not None:
            told = screen.said
            self.select(following)
            self.say(f"{told} Next {screen.said}".strip())

    def settle(self, outcome: Outcome, again: Callable[[], Outcome]) -> bool:
        """Show what came of an action; a die to be thrown by hand is asked for, then ``again`` is tried."""
        if outcome.die is not None:
            self.ask_die(outcome.die, again)
            return False
        if outcome.refusal is not None:
            self.refuse(outcome.refusal)
            return False
        if outcome.message:
            self.say(outcome.message, "warn")
            return False
        self.refusal = None
        self.say(self.told(outcome.events))
        if self.screen.controller.save_failed:
            self.say(f"Not saved, but play goes on: {self.screen.controller.save_failed}", "warn")
        self.screen.changed()
        return True

    def told(self, events: Iterable[Event]) -> str:
        """What happened: what was rolled and what came of it as far as the bar holds it, else what came last."""
        seen = self.screen.controller.view.told(events)
        at = next((n for n in reversed(range(len(seen))) if seen[n].rolls), len(seen) - 1)
        if not seen:
            return ""
        told = f"{seen[at].text} {dice_of(seen[at])}".rstrip()
        # What is asked from a list needs the other line: its rows alone do not say what they answer.
        lines = 1 if self.decision.listed else 2
        room = lines * (self.screen.size.width - 4) - SLACK * (lines - 1)
        gone = {u for e in seen for u in e.units if e.kind == "eliminated"}
        for event in seen[at + 1 :] if seen[at].rolls else ():
            if event.kind != "eliminated" and event.units and gone.issuperset(event.units):
                continue  # the steps of a unit that is gone: that it is gone says it all
            if len(told) + 1 + len(event.text) > room:
                break
            told = f"{told} {event.text}"
        return told

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal; ``?`` opens its rule."""
        self.refusal = refusal
        key = self.screen.stavka.keymap.key("why")
        self.say(f"No: {refusal}  {key} explains", "warn")

    def ask_die(self, die: DieWanted, again: Callable[[], Outcome]) -> None:
        """Ask for a die thrown by hand; nothing typed takes the program's."""

        def thrown(item: Item | None, text: str) -> None:
            value = int(text) if text.strip().isdigit() else die.proposal if not text.strip() else 0
            if not 1 <= value <= die.sides:
                self.say(f"A die with {die.sides} sides shows 1 to {die.sides}.", "warn")
                self.ask_die(die, again)
                return
            self.screen.controller.throw(value)
            self.settle(again(), again)

        title = f"Die {die.number} (1-{die.sides}); Enter alone: the program throws"
        cancel = self.screen.controller.forget_dice
        self.screen.open_menu(Ask(title, thrown, typing=True, free=True, source=lambda _: (), cancel=cancel))

    # ------------------------------------------------------------------ act here
    def act(self) -> None:
        """Enter: play the first fitting action at the cursor, else select what stands there, else say why not."""
        here = self.screen.cursor
        if self.selected is not None:
            fitting = self.targets.get(here, [])
            if fitting:
                self._play_first(fitting)
                return
            if self._select_at(here):
                return
            refusing.target(self, self.selected, here)
        elif here in self.screen.controller.view.declared() and self.stacks.ask_roll():
            return
        elif not self._select_at(here):
            fitting = self.decision.open_hexes.get(here, [])
            if fitting:
                self._play_first(fitting)
            else:
                refusing.here(self, here)

    def _play_first(self, fitting: list[Action]) -> None:
        same = [a for a in fitting if a.verb == fitting[0].verb]
        if len(same) > 1:
            self.ways()
        elif not self.stacks.ask_first(fitting[0], self.decision.target(fitting[0])):
            self.play(fitting[0])

    def _select_at(self, h: Hex) -> bool:
        """Select the next subject at a hex; whether there was another."""
        subjects = self.decision.here(h)
        if not subjects:
            return False
        at = subjects.index(self.selected) + 1 if self.selected in subjects else 0
        if self.selected in subjects and len(subjects) == 1:
            return False
        self.select(subjects[at % len(subjects)])
        return True

    def select(self, subject: str) -> None:
        """Take a subject in hand; what a unit can do only where it stands needs a second Enter, a hex does not."""
        actions = self.decision.of(subject)
        if not actions:
            refusing.subject(self, subject)
            return
        if len(actions) == 1 and subject not in self.decision.data.roster.by_id and len(actions[0].args) == 1:
            self.play(actions[0])
            return
        self.selected = subject
        self.going.letters.clear()
        place, is_hex = self.decision.place(subject), subject not in self.decision.data.roster.by_id
        if is_hex and place == self.screen.cursor and all(self.decision.target(a) == place for a in actions[1:]):
            self.selected = None
            self.screen.redraw()
            self.ways()
            return
        verbs = list(dict.fromkeys(a.verb for a in actions))
        goals = [h for h in self.targets if h != self.decision.place(subject)]
        count = len(goals)
        marked = f"{plural(count, 'hex', 'es')} marked" if count else "Enter does it"
        if self.screen.telling.on and 0 < count <= FEW_GOALS:
            marked += ": " + ", ".join(self.screen.label(h) for h in goals)
        more = len(self.decision.elsewhere(subject)) if count else 0
        key = self.screen.stavka.keymap.key("ways")
        others = f", {key}: {more} more" if more else ""
        self.say(f"{self.stacks.words(subject)}: {', '.join(verbs)}; {marked}{others}")
        self.screen.redraw()

    def pick_in_stack(self, number: int) -> None:
        """A digit: the unit with this number in the stack under the cursor."""
        view = self.screen.controller.view
        stack = view.stacks.get(self.screen.cursor, ())
        if number > len(stack):
            self.say(f"Only {plural(len(stack), 'unit')} here." if stack else "No unit is here.", "warn")
            return
        if view.hidden(stack[number - 1]):
            self.say(f"A {view.name(stack[number - 1])} of the enemy: you may not look at it now.", "warn")
            return
        subject = self.decision.data.roster.ids[stack[number - 1]]
        if self.stacks.toggle(subject):
            return
        if self.decision.of(subject):
            self.select(subject)
        else:
            refusing.subject(self, subject)

    def drop(self) -> bool:
        """Let go of what is selected; whether there was anything."""
        had = self.selected is not None or bool(self.going.letters)
        self.selected = None
        self.going.letters.clear()
        if had:
            self.say("")
            self.screen.redraw()
        return had

    # ------------------------------------------------------------------ lists
    def end(self) -> None:
        """``e``: the default answer, else the one that ends what is going on; a list if there are several."""
        plain, default = self.decision.closing, self.decision.prompt.default
        if self.screen.controller.bot_turn:
            self.say("The computer player decides now; Enter skips to the end of its turn.", "warn")
        elif (default is not None or len(plain) == 1) and self.left.warn():
            return
        elif default is not None:
            self.play(default)
        elif len(plain) == 1:
            self._end_with(plain[0])
        elif plain:
            self.answers(short=bool(self.decision.crowd))
        else:
            refusing.end(self)
            if not self.screen.menu.open:
                self.answers()

    def _end_with(self, action: Action) -> None:
        """End a segment; if something could still have been done in it, tell how to go back."""
        idle = any(self.decision.of(s) for s in self.decision.subjects)
        told = self.decision.words(action)
        if self.play(action) and idle and self.screen.controller.match.can_undo:
            key = self.screen.stavka.keymap.key("undo")
            self.say(f"Done: {told}. Not everything had been used; {key} takes it back.")

    def answers(self, short: bool = False) -> None:
        """All answers to what is asked, as a list; in short those alone that are about nobody."""
        decision = self.decision
        if self.screen.controller.bot_turn or not decision.choices:
            self.say("Nothing here is answered from a list.")
            return
        choices = [c for c in decision.choices if c.action in decision.plain] if short else decision.choices
        items = tuple(Item(c.text, c, rule_of(c.rule), c.note if c.subject else c.unit) for c in choices)
        crowd = not short and decision.crowd
        lasting, at = decision.listed and not short, 0 if short else self._next_of_crowd()
        title = f"{len(decision.crowd)} units: letters of a name or formation" if crowd else "Your decision"
        numbers = not crowd
        self.screen.open_menu(
            Ask(title, self._answer, items, lasting=lasting, moved=self._look, at=at, numbers=numbers)
        )
        self._look(next((i for i in (items[at], *items) if self._points(i.value)), items[at]))

    def _points(self, choice: Choice) -> bool:
        """Whether an answer is about something that stands on the map."""
        word = choice.subject or (choice.action.subject if choice.action else None)
        return word is not None and self.decision.points_to(word) is not None

    def _next_of_crowd(self) -> int:
        """Where the mark stands in a list: of many units on the one after that which was placed last; else on what is
        pressing, so that Enter does not end what should be done first.
        """
        decision, before = self.decision, self._placed
        keys = decision.crowd
        wanted = next((s for s, key in keys.items() if before is None or key > before), next(iter(keys), None))
        if wanted is None:
            wanted = next((t.subject for t in decision.tasks if t.pressing and t.subject), None)
        about = [c.subject or (c.action.subject if c.action is not None else None) for c in decision.choices]
        return about.index(wanted) if wanted in about and wanted is not None else 0

    def _answer(self, item: Item | None, text: str) -> None:
        choice = item.value if item is not None else None
        if not isinstance(choice, Choice):
            return
        if choice.action is not None:
            ends = not choice.action.args and choice.action == self.decision.prompt.default
            if (ends and self.left.warn()) or not self.play(choice.action):
                self.screen.follow_decision()
        elif choice.subject is not None:
            self._placed = self.decision.crowd.get(choice.subject, self._placed)
            self.select(choice.subject)
            if self.selected is None:
                self.screen.follow_decision()
            if self.targets and self.screen.cursor not in self.targets:
                grid, here = self.decision.data.board.grid, self.screen.cursor
                self.screen.go_to(min(self.targets, key=lambda h: (grid.distance(here, h), h)))

    def _look(self, item: Item) -> None:
        """The cursor goes along with the marked answer."""
        choice = item.value
        word = choice.subject or (choice.action.subject if choice.action else None)
        place = self.decision.points_to(word) if word else None
        self.looked = word if word is not None and place is not None else ""
        if place is not None:
            self.screen.go_to(place)

    def ways(self) -> None:
        """Every action that fits the cursor: of the selected subject, else of everything that stands there."""
        here, decision = self.screen.cursor, self.decision
        if self.selected is not None:
            fitting = self.targets.get(here, []) + decision.elsewhere(self.selected)
        else:
            fitting = [a for s in decision.here(here) for a in decision.of(s)] or decision.open_hexes.get(here, [])
        if not fitting:
            self._explain_ways(here)
            return
        if len({(a.verb, a.subject) for a in fitting}) == 1:
            # One thing for one of several units: the strongest is the likeliest.
            fitting = sorted(fitting, key=self._weakness)
        items = tuple(
            Item(decision.words(a, here), a, rule_of(decision.rule(a.verb)), decision.note(a)) for a in fitting
        )
        self.screen.open_menu(Ask(decision.data.board.describe(here), self._play_item, items))

    def _weakness(self, action: Action) -> tuple[int, ...]:
        """Sorts actions by the unit that they end with, the strongest attacker first."""
        unit = self.decision.data.roster.by_id.get(action.args[-1]) if action.args else None
        return (0,) if unit is None else tuple(-v for v in self.screen.controller.view.strength(unit)[:2])

    def _explain_ways(self, here: Hex) -> None:
        """Of what is selected, where it acts or why not here; else why nothing here does."""
        if self.selected is None:
            refusing.here(self, here)
        elif self.decision.place(self.selected) == here:
            key = self.screen.stavka.keymap.key("jump")
            self.say(f"{self.decision.name(self.selected)} acts on the marked hexes; {key} puts letters on them.")
        else:
            refusing.target(self, self.selected, here)

    def _play_item(self, item: Item | None, text: str) -> None:
        if item is not None and not self.stacks.ask_first(item.value, self.decision.target(item.value)):
            self.play(item.value)


def rule_of(rule: str) -> str:
    """A rule id short enough for the end of a line."""
    return f"§{rule.split(':', 1)[-1]}" if rule else ""
