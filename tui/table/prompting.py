"""What is asked, brought before the person: its list opens, the one unit comes to hand, the map goes where it is."""

from __future__ import annotations

from tui.table.acting import Acting
from tui.table.answering import Answering
from tui.table.desk import Desk
from tui.table.going import first_hex, untouched
from tui.table.hand import Hand


class Prompting:
    """Follows what is asked at one play screen."""

    def __init__(self, desk: Desk, hand: Hand, acting: Acting, answering: Answering) -> None:
        self.desk = desk
        self.hand = hand
        self.acting = acting
        self.answering = answering

    def tidy(self) -> None:
        """Let go of what no longer applies."""
        hand, bot_turn = self.hand, self.desk.controller.bot_turn
        hand.letters.clear()
        if hand.selected is not None and (bot_turn or not self._further(hand.selected)):
            hand.selected = None
        if hand.selected not in hand.party or not all(self._further(s) for s in hand.party):
            hand.party = ()
        if not bot_turn:
            self.desk.tally.close()  # it was planned for a game that is another one now
        ask = self.desk.menu.ask
        if ask is not None and (ask.lasting or not bot_turn):
            self.desk.menu.close()

    def _further(self, subject: str) -> bool:
        """Whether a subject in hand can still act on a hex other than its own."""
        decision = self.hand.decision
        place = decision.place(subject)
        return any(decision.target(a) not in (None, place) for a in decision.of(subject))

    def follow(self) -> None:
        """Open the list if the decision is one of a list; select the one subject if there is only one."""
        desk, decision = self.desk, self.hand.decision
        if desk.menu.open or desk.tally.plan is not None:
            return
        about = decision.prompt.about
        if about >= 0:
            desk.go_to(about)
        if decision.listed:
            self.answering.answers()
            return
        if about < 0:
            self._show()
        if decision.only_plain and decision.prompt.default is None:
            words = ", ".join(decision.words(a) for a in decision.plain)
            key = desk.stavka.keymap.key("end")
            desk.say(f"{desk.said} Nothing is left but: {words} ({key}).".strip())
        if self.hand.selected is None and len(decision.subjects) == 1 and decision.of(decision.subjects[0]):
            place = decision.place(decision.subjects[0])
            if place is not None and any(h != place for h in decision.targets(decision.subjects[0])):
                told = desk.said
                desk.go_to(place)
                self.acting.select(decision.subjects[0])
                # What has just happened is told first.
                desk.say(f"{told} {desk.said}".strip())

    def _show(self) -> None:
        """When nothing that can be decided about is in view, go to the nearest of it; to the first in a new game.

        An attack that is being made up comes before all that could take part in it.
        """
        controller, decision = self.desk.controller, self.hand.decision
        if untouched(controller):
            self.desk.go_to(first_hex(controller))
            return
        if (target := self.answering.groups.prepared) >= 0:
            if not self.desk.in_view(target):
                self.desk.go_to(target)
            return
        places = [h for s in decision.subjects if (h := decision.place(s)) is not None]
        if places and not any(self.desk.in_view(h) for h in places):
            grid, here = controller.view.board.grid, self.desk.cursor
            self.desk.go_to(min(places, key=lambda h: (grid.distance(here, h), h)))
