"""Hints for beginners on the play screen: over the log, or in the free line of the decision bar where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.datafile import DataError
from tui.beginner import Guide, Seen, load_hints, worded
from tui.widgets.lines import Line, section, wrapped

if TYPE_CHECKING:
    from tui.screens.table import TableScreen

SMALL = 6
"""A log of fewer lines than this is covered by a hint; a longer one has it at its foot."""


class Hinting:
    """The hint of the moment of one play screen."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self._guide: Guide | None = None
        self._told = len(screen.controller.match.log)

    @property
    def guide(self) -> Guide:
        """Hints of this game with what has been seen of them."""
        if self._guide is None:
            game = self.screen.controller.match.data.game
            try:
                hints = load_hints(game)
            except DataError:
                hints = []
            self._guide = Guide(game, hints, Seen.load(self.screen.stavka.start.folders.state))
        return self._guide

    def follow(self) -> None:
        """The game is another one: which hint fits it."""
        controller, settings = self.screen.controller, self.screen.stavka.settings
        if controller.bot_turn or controller.match.over or not settings.hints:
            return
        log = controller.match.log
        events = [e.kind for e in log[min(self._told, len(log)) :] if e.seen_by in (None, controller.viewer)]
        self._told = len(log)
        self.guide.follow(controller.match.c.step.id, events)
        if self.guide.now is not None and self.screen.has_class("narrow") and not self.screen.said:
            self.screen.say(f"Hint: {self._text} {section(self.guide.now.rule)}")

    @property
    def _text(self) -> str:
        return worded(self.guide.now, self.screen.stavka.keymap) if self.guide.now is not None else ""

    def over(self, rows: list[Line], width: int, room: int) -> tuple[str, list[Line]]:
        """Title and lines of a log panel with the hint in it."""
        hint = self._guide.now if self._guide is not None else None
        if hint is None or self.screen.controller.bot_turn:
            return "Log", rows
        key = self.screen.stavka.keymap.key("hints")
        text = wrapped(self._text, width, "now")
        if room < SMALL:
            return f"Log · hint {section(hint.rule)} · {key} off", text[:room]
        foot = [*wrapped(f"Hint {section(hint.rule)}, {key} turns hints off:", width, "dim"), *text]
        return "Log", [*rows[-(room - len(foot)) :], *foot]

    def switch(self) -> None:
        """On or off; remembered."""
        on = self.guide.seen.switch()
        self.guide.now = None
        self.follow()
        self.screen.redraw()
        self.screen.say("Hints are on, as for a first game." if on else "Hints are off.")
