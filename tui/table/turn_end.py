"""When a turn is over: its events are counted, for the page that stands before the next one."""

from __future__ import annotations

from functools import partial

from engine.play.turns import report
from tui.screens.text import Builder
from tui.table.desk import Desk
from tui.table.pace import Pace

IN_TURN, SINCE_OPENED = "in this turn", "since the game was opened"
"""From where on points are counted: in a game opened in mid-turn nobody knows what the turn began with."""


class TurnEnd:
    """Follows the turns of one play screen."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._turn, self._from = -1, 0
        self._since = IN_TURN if not desk.controller.match.history else SINCE_OPENED
        self._note()

    def _note(self) -> None:
        """A turn begins, or the game was opened in the middle of one: its events begin after the last mark."""
        controller = self.desk.controller
        log = controller.match.log
        fresh = self._turn != controller.match.state.turn
        if fresh:
            self._turn = controller.match.state.turn
            self._score = controller.view.score()
        # During a set-up the number of the first turn stands already, its mark does not.
        if fresh or not self._from:
            self._from = next((n + 1 for n in reversed(range(len(log))) if log[n].kind == "turn"), 0)
        # What a turn is called may change within it, as after the set-up.
        self._name = controller.view.turn_name

    def tell(self, pace: Pace, title: str, build: Builder) -> None:
        """The page about the turn that is over; nothing goes on under it."""
        from tui.screens.turn_over import TurnOverScreen  # no part of the first screen

        paused, skipping = pace.paused, pace.skipping

        def on() -> None:
            pace.paused, pace.skipping = paused, skipping
            self.desk.changed()

        pace.stop()
        self.desk.stavka.push_screen(TurnOverScreen(title, build, on))

    def over(self) -> tuple[str, Builder] | None:
        """Title and text of the page about the turn that is over; ``None`` while the same one goes on."""
        controller = self.desk.controller
        before, start, score, name, since = self._turn, self._from, self._score, self._name, self._since
        self._note()
        self._since = IN_TURN if before < self._turn else since
        shown = self.desk.stavka.settings.turn_summary and controller.humans and not controller.watching
        if not shown or not 0 < before < self._turn or controller.match.over:
            return None
        from tui.screens.turn_over import turn_lines

        log, sides = controller.match.log, controller.sides
        end = next((n for n in range(start, len(log)) if log[n].kind == "turn"), len(log))
        found = report(controller.view.told(log[start:end]), controller.match.data.roster, sides)
        return f"{name} is over", partial(turn_lines, controller, found, score, controller.view.score(), since)
