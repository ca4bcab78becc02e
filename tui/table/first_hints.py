"""Hints for beginners on the play screen: in the free line of the decision bar; where that is taken, at the foot of the
log, or over a small log until the next key.
"""

from __future__ import annotations

from engine.components.datafile import DataError
from tui.table.desk import Desk
from tui.widgets.lines import Line, section, wrapped
from tui.words.hint_texts import Guide, Hint, Seen, load_hints, worded

SMALL = 6
"""A log of fewer lines than this is covered by a hint; a longer one has it at its foot."""


class FirstHints:
    """The hint of the moment of one play screen."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._guide: Guide | None = None
        self._told = len(desk.controller.match.log)
        self._in_bar = True
        """Whether the hint stands in the decision bar: where that was free when the step began."""
        self._covers = False
        """Whether the hint hides the log."""
        self._read: Hint | None = None
        """The hint that has hidden the log long enough."""

    @property
    def guide(self) -> Guide:
        """Hints of this game with what has been seen of them."""
        if self._guide is None:
            game = self.desk.controller.match.data.game
            try:
                hints = load_hints(game)
            except DataError:
                hints = []
            self._guide = Guide(game, hints, Seen.load(self.desk.stavka.start.folders.state))
        return self._guide

    def follow(self) -> None:
        """The game is another one: which hint fits it."""
        controller, settings = self.desk.controller, self.desk.stavka.settings
        if controller.bot_turn or controller.match.over or not settings.hints:
            return
        log = controller.match.log
        events = [e.kind for e in controller.view.told(log[min(self._told, len(log)) :])]
        self._told = len(log)
        self.guide.follow(controller.match.c.step.id, events)
        self._read = None
        self._in_bar = not self.desk.said or self.desk.narrow

    def settle(self, covered: bool) -> None:
        """Where the hint stands once the step is on screen: not where an answer or a list hides it.

        ``covered``: a list lies over the log. What was just said is not wiped off for a hint, which has its place again
        at the next step.
        """
        if self._now() is None:
            return
        if covered and not self._in_bar and not self.desk.said:
            self._in_bar = True
            self.desk.redraw()
        elif self._in_bar and self.desk.said and not covered:
            self._in_bar = False
            self.desk.redraw()

    def _now(self) -> Hint | None:
        bot = self.desk.controller.bot_turn or self.desk.controller.match.over
        return self._guide.now if self._guide is not None and not bot else None

    @property
    def line(self) -> tuple[str, str]:
        """Hint and rule for the free line of the decision bar; empty when the hint is in the log or there is none."""
        hint = self._now()
        text = worded(hint, self.desk.stavka.keymap) if hint is not None else ""
        return (text, section(hint.rule)) if hint is not None and self._in_bar else ("", "")

    def over(self, rows: list[Line], width: int, room: int) -> tuple[str, list[Line]]:
        """Title and lines of a log panel with the hint in it."""
        hint = self._now()
        if hint is None or self._in_bar or hint is self._read:
            return "Log", rows
        key = self.desk.stavka.keymap.key("hints")
        text = wrapped(worded(hint, self.desk.stavka.keymap), width, "now")
        if room < SMALL:
            self._covers = True
            whole = f"Log · hint {section(hint.rule)} · {key} off"
            return whole if len(whole) <= width else f"Hint {section(hint.rule)} · {key} off", text[:room]
        foot = [*wrapped(f"Hint {section(hint.rule)}, {key} turns hints off:", width, "dim"), *text]
        return "Log", [*rows[-(room - len(foot)) :], *foot]

    def key(self) -> None:
        """A key is pressed: a hint that hides the log has been read."""
        if self._covers:
            self._covers, self._read = False, self._now()
            self.desk.refill()

    def switch(self) -> None:
        """On or off; remembered."""
        on = self.guide.seen.switch()
        self.guide.now = None
        self.follow()
        self.desk.redraw()
        self.desk.say("Hints are on, as for a first game." if on else "Hints are off.")
