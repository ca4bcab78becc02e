"""A page of text, one screen long or longer; entries with a rule open it."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.geometry import Offset

from tui.draw.bytes_patch import show_cursor
from tui.screens.base import StavkaScreen, pages
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Line, Lines

Builder = Callable[[int], list[Line]]
"""Makes the text for a width in cells."""


class TextScreen(StavkaScreen):
    """Title and text. ``build`` is asked again at every size."""

    scopes = ("list", "all")
    hints = (("page_down", "page"), ("back", "back"), ("rules", "rules"), "help")

    def __init__(self, title: str, build: Builder) -> None:
        super().__init__()
        self.words = title
        self.build = build

    def compose(self) -> ComposeResult:
        """The text over the key line."""
        yield Lines(self.words, id="page")
        yield KeyLine(id="keys")

    @property
    def page(self) -> Lines:
        """The text."""
        return self.query_one("#page", Lines)

    def on_mount(self) -> None:
        """First drawing."""
        self.later(self.fill)

    def on_resize(self) -> None:
        """Another size: other line ends."""
        self.later(self.fill)

    def fill(self) -> None:
        """Draw the text for the present width."""
        self.page.show(self.build(max(10, self.page.inner - 2)))
        self._place_cursor()

    def _place_cursor(self) -> None:
        """The terminal's own cursor stands where the text begins: a screen reader reads on from there."""
        if self.app.screen is self:
            region = self.page.region
            self.app.cursor_position = Offset(region.x, region.y + bool(self.page.heading))
            show_cursor(self.app, self.stavka.reader)

    def press(self, key: str) -> None:
        """Paging, else commands."""
        command = self.stavka.keymap.find(self.scopes, key)
        if command == "filter":
            command = "rules"
        step = pages(command, self.page.page) if command else None
        if step is not None:
            self.page.scroll_lines(step)
        elif command is not None:
            self.run_command(command)
