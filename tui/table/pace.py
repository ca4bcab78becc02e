"""The pace of a computer player: one action at a time on a timer; pause, step, skip to the end of its turn.

It thinks in slices between which keys are read: whatever it is about, it stops within two slices.
"""

from __future__ import annotations

from time import monotonic

from textual.timer import Timer

from engine.components.wording import plural
from engine.play.action import Action
from engine.play.state import Frame
from tui.game.names import in_words
from tui.table.acting import Acting
from tui.table.desk import Desk
from tui.table.outcome import brought
from tui.table.tempo import SILENT, Tempo

SLICE = 0.04
"""Seconds of thinking and acting before the screen is drawn and keys are read again."""

MANY = 3
"""From so many actions on, the end of a computer's turn points to the report."""
CROWD = 8
"""Where so many could act, the beginning of a computer's turn says how to hurry it."""
READ = 1.0
"""Seconds for reading that."""
INTENT = 2.0
"""Seconds for reading what a computer player intends that begins with another plan, where nobody plays against it."""


class Pace:
    """Plays the computer's actions of one play desk."""

    def __init__(self, desk: Desk, acting: Acting) -> None:
        self.desk = desk
        self.acting = acting
        self.tempo = Tempo()
        self.paused = False
        self.skipping = False
        self._timer: Timer | None = None
        self._left = -1
        """The hex where the person's cursor stood before the computer's turn."""
        self._note = ""
        """Why another computer player had to decide."""
        self._owed = 0
        """Single steps that were asked for and are not done."""
        self._turn: Frame | None = None
        """The frame of the turn that is played, where the game has one of the side's own."""
        self._from, self._points, self._count = -1, 0, 0
        """Where the log of that turn begins, the points then, and the actions since."""
        self._said = False
        """Whether it was said in it how to hurry it."""
        self._share = 0
        """Actions still to be done before the next picture."""
        self._drawn = 0.0
        """When there was one."""
        self._where = -1
        """The hex in which the one that acted last stood."""
        self._plan = self._intent = ""
        """The plan that was told last, and the one that is to be told with the next picture."""

    def follow_settings(self) -> None:
        """As fast as is set now."""
        settings = self.desk.stavka.settings
        self.tempo.seconds, self.tempo.delay = settings.bot_turn, settings.bot_delay

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
            return
        wait = INTENT if self._intent else self._begin()
        if not self.paused and self._timer is None:
            self._timer = self.desk.set_timer(0.001 if self.skipping else max(wait, 0.001), self._tick)

    def _begin(self) -> float:
        """Seconds until the next action; where a turn of many begins, it is said how to hurry it."""
        controller, match = self.desk.controller, self.desk.controller.match
        # Questions to a person come in the middle of a turn: the frame below says whose turn it is.
        turn = next((f for f in match.state.stack if f.vars.get("side") == match.side), None)
        if self._from < 0 or (controller.answered and (turn is None or turn is not self._turn)):
            self._turn, self._count, self._said = turn, 0, False
            self._from, self._points = len(match.log), controller.view.score().number
            self._share, self._drawn = 0, monotonic()
            self.tempo.begin(self._drawn)
        if self._said or not self.tempo.delay or self.skipping or self._left_to_do() < CROWD:
            return self.tempo.delay
        self._said = True
        key = self.desk.stavka.keymap.key
        who = controller.side_title(match.side)
        self.desk.say(f"{who}: {key('act')} skips to the end of its turn, {key('pause')} stops it.")
        return max(READ, self.tempo.delay)

    def _left_to_do(self) -> int:
        """About how many actions of this step are to come."""
        controller = self.desk.controller
        return len(controller.match.legal.subjects()) if controller.bot_turn else 0

    def stop(self) -> None:
        """No more actions until somebody asks."""
        self.paused, self.skipping, self._owed = True, False, 0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def pause(self) -> None:
        """The same because somebody asked for it: it is said how to go on."""
        self.stop()
        key = self.desk.stavka.keymap.key
        self.desk.say(f"Paused: {key('pause')} goes on, {key('step')} does one action, {key('left')} tells the plan.")

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
        acted, due, turn = False, False, controller.match.state.turn
        while controller.bot_turn and controller.match.state.turn == turn and not due:
            if not controller.bot_think(lambda: monotonic() >= until):
                break
            if not self.skipping and not self._owed and self._share <= 0 and acted and not self._same_stack():
                due = True
            elif not self._act():
                acted = due = True  # there is something to be told or asked
            else:
                acted, due = True, self._stepped() or self._planned()
            if monotonic() >= until:
                break
        if not controller.bot_turn or controller.match.state.turn != turn:
            self._owed, due = 0, True
        self._undrawn = self._undrawn or acted
        late = monotonic() - self._drawn > SILENT
        if self._undrawn and (due or late or self.skipping or self._share <= 0):
            self._picture()
        if self._timer is None and controller.bot_turn and (self._owed or not self.paused):
            self._timer = self.desk.set_timer(0.001, self._tick)

    _undrawn = False
    """Whether anything has happened since the last picture."""

    def _act(self) -> bool:
        """One action, counted where somebody can see something of it; whether it was carried out."""
        controller, history = self.desk.controller, len(self.desk.controller.match.history)
        action = controller.bot_next
        place = controller.decision.place(action.subject or "") if action is not None else None
        if not self.one():
            return False
        self._count += len(controller.match.history) - history
        if controller.deeds and controller.view.told(controller.deeds[-1].events):
            self._share -= 1
        self._where = -1 if place is None else place
        return True

    def _stepped(self) -> bool:
        """A single step that was asked for is done: whether it was the last."""
        asked = self._owed > 0
        self._owed = max(0, self._owed - 1)
        return asked and not self._owed

    def _planned(self) -> bool:
        """Whether what was done last begins another plan that nobody at the table is the victim of: it is told then."""
        controller = self.desk.controller
        deed = controller.deeds[-1] if controller.deeds else None
        if deed is None or deed.plan in ("", self._plan) or controller.humans:
            return False
        self._plan = deed.plan
        if self.tempo.delay and not self.skipping and not self._owed and not self.paused:
            told = in_words(controller.match.data, deed.plan)
            self._intent = f"{controller.side_title(deed.side)}: {told}"
        return bool(self._intent)

    def _same_stack(self) -> bool:
        """Whether the next action is for another unit of the stack that acts: a stack is shown once."""
        controller = self.desk.controller
        action: Action | None = controller.bot_next
        if action is None or self._where < 0:
            return False
        return controller.decision.place(action.subject or "") == self._where

    def _picture(self) -> None:
        """Draw what has happened; the next actions go into the next one."""
        self._undrawn, self._drawn = False, monotonic()
        self._show_last()
        self.desk.changed()
        if self._intent:
            self.desk.say(self._intent)
            self._intent = ""
        self._share = self.tempo.share(self._drawn, self._left_to_do())

    def _show_last(self) -> None:
        """Watching, the cursor goes where something happened; afterwards it is back where the person left it."""
        controller, desk = self.desk.controller, self.desk
        if self._left < 0:
            self._left = desk.cursor
        if not controller.bot_turn:
            if self._left >= 0:
                desk.go_to(self._left)
            self._left = -1
            if controller.deeds and self._count >= MANY:
                key = desk.stavka.keymap.key("report")
                who, done = controller.side_title(controller.deeds[-1].side), plural(len(controller.deeds), "action")
                found = brought(controller, controller.match.log[self._from :], self._points)
                last = controller.view.told(controller.deeds[-1].events)
                # A die that fell last is what the person is asked about now.
                fell = f"{self.acting.told(last)} " if any(e.rolls for e in last) else ""
                desk.say(f"{fell}{who}: {done}; {key} tells each of them and why. {found}")
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
