"""Two questions over any screen: choose one of a few things, or write a line of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Offset

from tui.draw.bytes_patch import show_cursor
from tui.screens.base import ListScreen, StavkaScreen
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Line, Lines, line, wrapped
from tui.widgets.list_box import Item, ListBox


class PickScreen(ListScreen):
    """A title, a few things to choose from, and words under them."""

    name_for_help = "A choice"
    hints = (("choose", "take it"), ("↑↓", "move"), ("back", "back"), "help")

    def __init__(self, title: str, items: Iterable[Item], done: Callable[[Item], None], words: str = "") -> None:
        super().__init__()
        self.words, self.items, self.done, self.about = title, list(items), done, words

    def compose(self) -> ComposeResult:
        """List over words."""
        yield ListBox(self.words, id="list")
        yield Lines(id="notes")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing."""
        self.later(self.fill)

    def on_resize(self) -> None:
        """Another size."""
        self.later(self.fill)

    def fill(self) -> None:
        """Entries and words."""
        self.box.fill(self.items, self.box.at)
        notes = self.query_one("#notes", Lines)
        notes.show(wrapped(self.about, max(20, notes.inner - 2), "dim") if self.about else [line()])

    def choose(self, item: Item) -> None:
        """Close, then do it."""
        self.app.pop_screen()
        self.done(item)


def burst_screen(count: int, press: Callable[[], None]) -> PickScreen:
    """What to do with keys that came too fast to have been pressed."""
    items = [Item("Forget them", False), Item("Press them all, one after the other", True)]
    words = "So many keys without a pause look like pasted text. Nothing has been done with them."
    return PickScreen(f"{count:,} keys came at once", items, lambda item: press() if item.value else None, words)


class LineScreen(StavkaScreen):
    """A line of text to be written, or changed. Enter keeps it, Esc leaves it as it was."""

    name_for_help = "A line of text"
    scopes = ("list", "all")
    hints = (("choose", "keep it"), ("^U", "clear"), ("back", "leave it as it was"))

    def __init__(self, title: str, text: str, limit: int, done: Callable[[str], None]) -> None:
        super().__init__()
        self.words, self.text, self.limit, self.done = title, text, limit, done

    def compose(self) -> ComposeResult:
        """The text over the key line."""
        yield Lines(self.words, id="page")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing."""
        self.later(self.fill)

    def on_resize(self) -> None:
        """Another size: other line ends."""
        self.later(self.fill)

    def fill(self) -> None:
        """The text, with the terminal's cursor at its end."""
        page = self.query_one("#page", Lines)
        width = max(8, page.inner - 4)
        rows = [self.text[i : i + width] for i in range(0, len(self.text) + 1, width)]
        shown: list[Line] = [line(), *(line(("  " + row, "strong")) for row in rows)]
        left = self.limit - len(self.text)
        page.show([*shown, line(), line((f"  {left} character{'s' if left != 1 else ''} left", "dim"))])
        if self.app.screen is self:
            show_cursor(self.app, True)
            self.app.cursor_position = Offset(page.region.x + 2 + cell_len(rows[-1]), page.region.y + 1 + len(rows))

    def press(self, key: str) -> None:
        """Letters are written; the rest are commands."""
        if key == "backspace":
            self.text = self.text[:-1]
        elif key == "ctrl+u":
            self.text = ""
        elif key == "space" or len(key) == 1:
            self.text = (self.text + (" " if key == "space" else key))[: self.limit]
        elif key == "enter":
            self.app.pop_screen()
            self.done(" ".join(self.text.split()))
            return
        elif key == "escape":
            self.app.pop_screen()
            return
        elif self.stavka.keymap.find(("all",), key) in ("quit", "help"):
            super().press(key)
            return
        else:
            return
        self.fill()

    def type_character(self, character: str) -> None:
        """Pasted text."""
        self.press(character)
