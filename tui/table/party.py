"""Units that do the same one after the other, with one key, where the rules let each act by itself alone."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.errors import BadInput
from engine.play.action import Action, Refusal
from engine.play.suppose import after
from engine.play.view import View
from tui.table import refusals
from tui.table.acting import Acting
from tui.table.desk import Desk
from tui.table.hand import Hand


def of_two_sorts(view: View, units: Iterable[str]) -> tuple[list[str], list[str]]:
    """Those of some units that are mechanized, and the others."""
    roster, listed = view.roster, list(units)
    fast = [s for s in listed if roster.mech[roster.by_id[s]]]
    return fast, [s for s in listed if s not in fast]


class Party:
    """The units in hand together at one play screen. Nobody is picked in the game: each acts when its turn comes."""

    def __init__(self, desk: Desk, hand: Hand, acting: Acting) -> None:
        self.desk = desk
        self.hand = hand
        self.acting = acting
        self._fast: tuple[int, tuple[str | None, ...]] | None = None
        """The mechanized units that were left alone of a stack, and the moment."""

    # ------------------------------------------------------------------ who is in it
    def gather(self, here: list[str]) -> None:
        """Everybody here who can act elsewhere; then those of them that are mechanized; then nobody."""
        able = [s for s in here if self._able(s)]
        fast, slow = of_two_sorts(self.desk.controller.view, able)
        party, match = list(self.hand.party), self.desk.controller.match
        if not able:
            self._nobody(here)
        elif party == able and fast and slow:
            self.take(fast)
            self._fast = (match.rev, tuple(fast))
        elif party == able or (match.rev, tuple(party or [self.hand.selected])) == self._fast:
            self.acting.drop()
            self._fast = None
        else:
            self.take(able)

    def one_more(self, here: list[str]) -> None:
        """The unit in hand joins, else the next one here that is not in the party."""
        able = [s for s in here if self._able(s)]
        party = [s for s in self.hand.party or (self.hand.selected,) if s in able]
        more = next((s for s in able if s not in party), None)
        if more is not None:
            self.take([*party, more])
        elif party:
            self.desk.say(f"Everybody here who can is in hand: {self.acting.name(party[0])}.")
        else:
            self._nobody(here)

    def toggle(self, subject: str) -> None:
        """A unit in or out."""
        if subject in self.hand.party:
            self.take([s for s in self.hand.party if s != subject])
        elif self._able(subject):
            self.take([*self.hand.party, subject])
        else:
            self.acting.explain(refusals.of_subject(self.hand, subject))

    def take(self, units: list[str]) -> None:
        """These units in hand: one alone as ever."""
        if not units:
            self.acting.drop()
            return
        self.hand.party = tuple(units) if len(units) > 1 else ()
        self.acting.select(units[0])

    def _able(self, subject: str) -> bool:
        place = self.hand.decision.place(subject)
        return any(h != place for h in self.hand.decision.targets(subject))

    def _nobody(self, here: list[str]) -> None:
        if here:
            self.acting.explain(refusals.of_subject(self.hand, here[0]))
        else:
            self.desk.say("There is nobody of yours here.", "warn")

    # ------------------------------------------------------------------ what they do
    def do(self, action: Action) -> None:
        """The same by all of them, the slowest first, since who acts last may go on; all or nobody."""
        view, party = self.desk.controller.view, self.hand.party
        by_id = view.roster.by_id
        order = sorted(party, key=lambda s: (view.roster.mech[by_id[s]], view.strength(by_id[s])[2], party.index(s)))
        actions = [Action(action.verb, (s, *action.args[1:])) for s in order]
        refusal = self._refused(actions)
        if refusal is not None:
            self.acting.refuse(refusal)
            self.desk.say(f"Not all of them: {refusal}", "warn")
            return
        names, decision = view.names(by_id[s] for s in order), self.hand.decision
        words = " ".join((action.verb, *(decision.name(w) for w in action.args[1:])))
        self.hand.party = ()
        match = self.desk.controller.match
        begun = len(match.history)
        done = all(self.acting.play(each) for each in actions)
        self.desk.controller.strokes.note(match, begun, f"{names}, {words}")
        if done:
            self.desk.say(f"{names}: {words}. {self.desk.said}".strip())

    def _refused(self, actions: list[Action]) -> Refusal | None:
        """Why they cannot all be played, one after the other."""
        match = self.desk.controller.match
        c = match.c
        for number, action in enumerate(actions, 1):
            try:
                refusal: Refusal | None = c.step.check(c, action)
            except BadInput as error:
                return Refusal(match.prompt.rule, str(error))
            if refusal is not None:
                return refusal
            if number < len(actions):
                c = after(c, action, match.seed)
        return None
