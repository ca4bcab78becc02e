"""Keys typed ahead: what cannot be taken back is not done by a key that was meant for the step before."""

from __future__ import annotations

from time import monotonic

from engine.play.action import Action
from tui.table.desk import Desk

Where = tuple[int, str, tuple[str, ...]]


class TypeAhead:
    """When the step of one play screen changed last, and whether a key came too soon after that."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._step: Where | None = None
        self._since = -1.0

    def follow(self) -> None:
        """The game is another one. A new step, or something final in the same one, makes keys wait."""
        match = self.desk.controller.match
        now = (match.state.turn, match.side, tuple(frame.step for frame in match.state.stack))
        if now != self._step or not match.can_undo:
            self._step, self._since = now, monotonic()

    def seen(self) -> None:
        """What changed is on screen: only from now on can a key be meant for it."""
        if monotonic() - self._since < self.desk.stavka.type_ahead:
            self._since = monotonic()

    def eats(self, action: Action) -> bool:
        """Whether an action is not carried out now, which is then told: it is final, and its key came too soon."""
        pause = self.desk.stavka.type_ahead
        if monotonic() - self._since >= pause or not self.desk.controller.match.final(action):
            return False
        self._since = monotonic()
        words = self.desk.controller.decision.words(action)
        self.desk.say(f"Not done: '{words}' cannot be taken back, and the step has just changed. Press again.", "warn")
        return True
