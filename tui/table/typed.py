"""What is answered by typing: an action as text."""

from __future__ import annotations

from engine.components.errors import BadInput
from engine.play.action import Action
from tui.table.acting import Acting
from tui.table.desk import Desk
from tui.table.hand import Hand
from tui.widgets.lines import section
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask


class Typed:
    """Typing for the hand over the board."""

    def __init__(self, desk: Desk, hand: Hand, acting: Acting) -> None:
        self.desk = desk
        self.hand = hand
        self.acting = acting

    def type_action(self) -> None:
        """``:``: an action as text, with the legal ones that fit what is typed."""
        ask = Ask("Type an action", self._typed, typing=True, free=True, source=self._suggest, complete=True)
        self.desk.open_menu(ask)

    def _suggest(self, text: str) -> list[Item]:
        """Verbs, then their subjects, then whole legal actions, as far as they continue what is typed."""
        decision, words = self.hand.decision, text.lower().split()
        verb = decision.verb(words[0]) if words else None
        if verb is None:
            found = [Item(v.name, None, section(v.rule), v.help) for v in decision.verbs]
        elif verb.subjects is None:
            found = [self._whole(a) for a in decision.plain if a.verb == verb.name]
        elif len(words) > 1 and words[1] in decision.subjects:
            found = [self._whole(a) for a in decision.of(words[1]) if a.verb == verb.name]
        else:
            found = [Item(f"{verb.name} {s}", None, "", decision.name(s)) for s in decision.subjects]
        start = " ".join(words)
        return [i for i in found if i.text.lower().startswith(start)][:100]

    def _whole(self, action: Action) -> Item:
        return Item(
            str(action), action, section(self.hand.decision.rule(action.verb)), self.hand.decision.words(action)
        )

    def _typed(self, item: Item | None, text: str) -> None:
        typed = text.strip()
        if item is not None and isinstance(item.value, Action) and not self._complete(typed):
            typed = str(item.value)
        if typed:
            self.acting.play(typed)

    def _complete(self, typed: str) -> bool:
        try:
            return self.hand.decision.match.check(typed) is None
        except BadInput:
            return False
