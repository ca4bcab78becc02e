"""What is answered by typing: an action as text."""

from __future__ import annotations

from engine.components.errors import BadInput
from engine.components.grid import Hex
from engine.play.action import Action
from engine.play.step import Verb
from tui.game.spoken import Spoken, squeezed
from tui.table.acting import Acting
from tui.table.desk import Desk
from tui.table.hand import Hand
from tui.table.remaining import Remaining
from tui.widgets.lines import section
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask

MOST = 100
"""No more lines than this continue what is typed."""


class Typed:
    """Typing for the hand over the board."""

    def __init__(self, desk: Desk, hand: Hand, acting: Acting, remaining: Remaining) -> None:
        self.desk = desk
        self.hand = hand
        self.acting = acting
        self.remaining = remaining

    def type_action(self) -> None:
        """``:``: an action as text, in the names on the screen, with the legal ones that fit what is typed."""
        view = self.desk.controller.match.view(self.desk.controller.match.side)
        self._spoken = Spoken(self.hand.decision, view)
        ask = Ask("Type an action", self._typed, typing=True, free=True, source=self._suggest, complete=True)
        self.desk.open_menu(ask)

    def _suggest(self, text: str) -> list[Item]:
        """Verbs, then their subjects, then whole legal actions, as far as they continue what is typed."""
        decision, words = self.hand.decision, text.split()
        verb = decision.verb(words[0].lower()) if words else None
        if verb is None:
            start = "".join(words).lower()
            known = (v for v in decision.verbs if v.name.startswith(start) and self._met(v))
            return [Item(v.name, None, section(v.rule), v.help) for v in known]
        if verb.subjects is None:
            start = squeezed(text)
            found = [self._whole(a) for a in decision.plain if a.verb == verb.name]
            return [i for i in found if squeezed(i.text).startswith(start)][:MOST]
        subject, rest = self._spoken.begun(verb.name, words[1:])
        if not subject:
            about = self._spoken.about(verb.name, words[1:])
            return [Item(f"{verb.name} {decision.name(s)}", None, "", self._note(s)) for s in about[:MOST]]
        fitting = [a for a in decision.of(subject) if a.verb == verb.name]
        return [self._whole(a) for a in fitting if not rest or self._goes_on(a, rest)][:MOST]

    def _met(self, verb: Verb) -> bool:
        """Whether a verb that few positions know has anybody in this one."""
        return not verb.rare or verb.subjects is None or any(True for _ in verb.subjects(self.hand.decision.match.c))

    def _goes_on(self, action: Action, rest: str) -> bool:
        """Whether what follows the subject of an action, or a part of it, begins with what is typed."""
        index = self.hand.decision.data.board.index
        words = [w for word in action.args[1:] for w in self._called(word, index.get(word.upper(), -1))]
        return any(squeezed(w).startswith(rest) for w in words) or squeezed(" ".join(words)).startswith(rest)

    def _called(self, word: str, h: Hex) -> tuple[str, ...]:
        board = self.hand.decision.data.board
        place = board.place_at.get(h)
        name = self.hand.decision.name(word)
        return (name,) if h < 0 else (name, *board.aliases(h), *([place.name] if place is not None else []))

    def _note(self, subject: str) -> str:
        unit = self.hand.decision.data.roster.by_id.get(subject)
        place = self.hand.decision.place(subject)
        where = "" if place is None else self.desk.label(place)
        return where if unit is None else f"{self.hand.decision.values(unit)} {where}".rstrip()

    def _whole(self, action: Action) -> Item:
        rule = section(self.hand.decision.rule(action.verb))
        return Item(self.hand.decision.words(action), action, rule, self.hand.decision.note(action))

    def _typed(self, item: Item | None, text: str) -> None:
        typed = text.strip()
        if not typed:
            return
        try:
            action = self._spoken.action(typed)
        except BadInput as error:
            if item is None or not isinstance(item.value, Action):
                told = str(error)
                self.desk.say(f"{told[0].upper()}{told[1:]}{'' if told.endswith('?') else '.'}", "warn")
                return
            action = item.value
        if item is not None and isinstance(item.value, Action) and not self._complete(action):
            action = item.value
        if not self.remaining.asks_typed(action):
            self.acting.play(action)

    def _complete(self, action: Action) -> bool:
        try:
            return self.hand.decision.match.check(action) is None
        except BadInput:
            return False
