"""Settings on one page: left and right change a line, which is kept and counts at once."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult

from tui.screens.base import ListScreen
from tui.settings.config import read_own, read_ui
from tui.settings.keeping import FILE, Value
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Lines, wrapped
from tui.widgets.list_box import Item, ListBox

LATER = {
    "reader": "Counts from the next start of the program.",
    "zoom": "For games that are opened from now on.",
    "free_undo": "For new games.",
    "dice": "For new games.",
}
"""What does not change the game on the table."""


class SettingsScreen(ListScreen):
    """The page."""

    name_for_help = "Settings"
    hints = (("less", "change"), ("more", "change"), ("list_down", "next"), "back", "help")

    def compose(self) -> ComposeResult:
        """Settings, a sentence about the marked one and where it is kept, keys."""
        yield ListBox("Settings", id="list", numbers=False, letters=False)
        yield Lines(id="notes")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing."""
        self._model: dict[str, dict[str, Any]] = read_ui("settings")
        self._problem = ""
        self.later(self.fill)

    # ------------------------------------------------------------------ lines
    def fill(self) -> None:
        """Every setting with its value."""
        self.box.fill([self._item(name) for name in self._model], self.box.at)
        self.moved()

    def _item(self, name: str) -> Item:
        title = str(self._model[name]["title"])
        return Item(f"{title:<38.38} < {self._words(name, getattr(self.stavka.settings, name))} >", name)

    def _words(self, name: str, value: Value) -> str:
        if isinstance(value, bool):
            return "on" if value else "off"
        return value if isinstance(value, str) else f"{value:g} {self._model[name]['unit']}".rstrip()

    def _values(self, name: str) -> list[Value]:
        """What a setting may be: its values, on and off, or steps of a number with the one that is set."""
        entry, now = self._model[name], getattr(self.stavka.settings, name)
        if name == "theme":
            own = read_own(self.stavka.start.folders.config, "themes.toml", [])
            return list(dict.fromkeys([*entry["values"], *(n for n, t in own.items() if isinstance(t, dict)), now]))
        if "values" in entry:
            return list(entry["values"])
        if isinstance(entry["default"], bool):
            return [True, False]
        return sorted({*map(float, entry["steps"]), float(now)})

    def moved(self) -> None:
        """What the marked setting is for, and where it is kept."""
        item, notes = self.box.chosen, self.query_one("#notes", Lines)
        if item is None:
            return
        width = max(20, notes.inner - 1)
        rows = wrapped(self._problem, width, "warn") if self._problem else []
        rows += wrapped(" ".join((str(self._model[item.value]["help"]), LATER.get(item.value, ""))).strip(), width)
        rows += wrapped(f"Kept in {self.stavka.start.folders.config / FILE}", width, "dim", "  ")
        notes.show(rows, top=0)

    # ------------------------------------------------------------------ changing
    def choose(self, item: Item) -> None:
        """The next value."""
        self._turn(1)

    def do_more(self) -> None:
        """The next value."""
        self._turn(1)

    def do_less(self) -> None:
        """The value before."""
        self._turn(-1)

    def do_settings(self) -> None:
        """The page is open already."""

    def _turn(self, step: int) -> None:
        item = self.box.chosen
        if item is None:
            return
        values, now = self._values(item.value), getattr(self.stavka.settings, item.value)
        at = values.index(now) if now in values else 0
        self._problem = self.stavka.change_setting(item.value, values[(at + step) % len(values)])
        self.fill()
