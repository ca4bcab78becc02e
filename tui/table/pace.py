"""The pace of a computer player: one action at a time on a timer; pause, step, skip to the end of its turn.

It thinks in slices between which keys are read: whatever it is about, it stops within two slices.
"""

from __future__ import annotations

from time import monotonic

from textual.timer import Timer

from tui.table.acting import Acting
from tui.table.desk import Desk

SLICE = 0.04
"""Seconds of thinking and acting before the screen is drawn and keys are read again."""

MANY = 3
"""From so many actions on, the end of a computer's turn points to the report."""


class Pace:
    """Plays the computer's actions of one play desk."""

    def __init__(self, desk: Desk, acting: Acting) -> None:
        self.desk = desk
        self.acting = acting
        self.delay = 0.25
        self.paused = False
        self.skipping = False
        self._timer: Timer | None = None
        self._left = -1
        """The hex where the person's cursor stood before the computer's turn."""
        self._note = ""
        """Why another computer player had to decide."""
        self._owed = 0
        """Single steps that were asked for and are not done."""

    @property
    def word(self) -> str:
        """For the title line."""
        if not self.desk.controller.bot_turn:
            return ""
        if self.paused:
            return "thinking" if self._owed else "paused"
        return "skipping" if self.skipping else "watching"

    def follow(self) -> None:
        """Go on if a computer player decides; called after every change."""
        if not self.desk.controller.bot_turn:
            self.skipping = False
        elif not self.paused and self._timer is None:
            self._timer = self.desk.set_timer(0.001 if self.skipping else max(self.delay, 0.001), self._tick)

    def stop(self) -> None:
        """No more actions until somebody asks."""
        self.paused, self.skipping, self._owed = True, False, 0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def resume(self) -> None:
        """Go on watching."""
        self.paused = False
        self.follow()

    def skip(self) -> None:
        """To the end of its turn as fast as it thinks."""
        self.paused, self.skipping = False, True
        self.desk.say(f"To the end of its turn; {self.desk.stavka.keymap.key('pause')} stops it.")
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.follow()

    def step(self) -> None:
        """One action and no more; a step asked for while another is thought through is done after it."""
        owed = self._owed + 1
        self.stop()
        self._owed = owed
        self._tick()
        if self._owed:
            self.desk.redraw()  # the title says that it thinks

    def _tick(self) -> None:
        self._timer = None
        if (self.paused and not self._owed) or not self.desk.is_mounted:
            return
        controller, until = self.desk.controller, monotonic() + SLICE
        acted, turn = False, controller.match.state.turn
        while controller.bot_turn and controller.match.state.turn == turn:
            if not controller.bot_think(lambda: monotonic() >= until):
                break
            if not self.one():
                acted = True  # there is something to be told or asked
                break
            acted, self._owed = True, max(0, self._owed - 1)
            if (not self.skipping and not self._owed) or monotonic() >= until:
                break
        if not controller.bot_turn:
            self._owed = 0
        if acted:
            self._show_last()
            self.desk.changed()
        if self._timer is None and controller.bot_turn and (self._owed or not self.paused):
            self._timer = self.desk.set_timer(0.001, self._tick)

    def _show_last(self) -> None:
        """Watching, the cursor goes where something happened; afterwards it is back where the person left it."""
        controller, desk = self.desk.controller, self.desk
        if self._left < 0:
            self._left = desk.cursor
        if not controller.bot_turn:
            if self._left >= 0:
                desk.go_to(self._left)
            self._left = -1
            if len(controller.deeds) >= MANY:
                key = desk.stavka.keymap.key("report")
                who = controller.side_title(controller.deeds[-1].side)
                desk.say(f"{who}: {len(controller.deeds)} actions; {key} tells each of them and why.")
            elif controller.deeds:
                desk.say(self.acting.told(controller.deeds[-1].events))
        elif controller.deeds and not self.skipping:
            seen = controller.view.told(controller.deeds[-1].events)
            where = next((e.hexes[-1] for e in reversed(seen) if e.hexes), -1)
            if where in controller.match.data.in_play:
                desk.go_to(where)
            if seen:
                desk.say(self.acting.told(seen))
        if self._note:
            desk.say(self._note, "warn")

    def one(self) -> bool:
        """One action; whether it was carried out."""
        controller = self.desk.controller
        if not controller.bot_turn:
            return False
        outcome = controller.bot_step()
        if outcome.ok:
            self._note = outcome.note
            return True
        self.stop()
        if outcome.die is not None:
            # Dice by hand: the action is chosen again once the die is known.
            self.acting.ask_die(outcome.die, controller.bot_step)
        else:
            self.desk.say(outcome.message or str(outcome.refusal), "warn")
        return False
