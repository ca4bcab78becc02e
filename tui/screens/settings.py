"""Settings on one page: left and right change a line, which is kept and counts at once."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult

from engine.play.options import changeable, option
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


Row = dict[str, Any]


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
        """Every setting with its value; behind them what the side that decides may change of the game on the table."""
        options = [Item(_line(str(row["title"]), self._set(row)), row) for row in self._options()]
        self.box.fill([*(self._item(name) for name in self._model), *options], self.box.at)
        self.moved()

    def _options(self) -> list[Row]:
        """Options that the side that decides may change while playing."""
        controller = self.stavka.controller
        if controller is None or controller.match.over or controller.bot_turn or controller.hand_over:
            return []
        return changeable(controller.match.c, controller.match.side)

    def _set(self, row: Row) -> str:
        controller = self.stavka.controller
        assert controller is not None
        return option(controller.match.c, row["id"], controller.match.side)

    def _item(self, name: str) -> Item:
        title = str(self._model[name]["title"])
        return Item(_line(title, self._words(name, getattr(self.stavka.settings, name))), name)

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
        if not isinstance(item.value, str):
            notes.show([*rows, *wrapped(self._about(item.value), width)], top=0)
            return
        rows += wrapped(" ".join((str(self._model[item.value]["help"]), LATER.get(item.value, ""))).strip(), width)
        rows += wrapped(f"Kept in {self.stavka.start.folders.config / FILE}", width, "dim", "  ")
        notes.show(rows, top=0)

    def _about(self, row: Row) -> str:
        """What an option of the game is, and whose."""
        controller = self.stavka.controller
        assert controller is not None
        who, key = controller.side_title(controller.match.side), self.stavka.keymap.key("undo")
        return f"In this game, for the {who} alone, from now on; {key} takes it back like a move. ({row['rule']})"

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
        if not isinstance(item.value, str):
            self._turn_option(item.value, step)
            return
        values, now = self._values(item.value), getattr(self.stavka.settings, item.value)
        at = values.index(now) if now in values else 0
        self._problem = self.stavka.change_setting(item.value, values[(at + step) % len(values)])
        self.fill()

    def _turn_option(self, row: Row, step: int) -> None:
        values = [str(v) for v in row["values"]]
        at = values.index(self._set(row))
        self._problem = self.stavka.change_option(row["id"], values[(at + step) % len(values)])
        self.fill()


def _line(title: str, value: str) -> str:
    return f"{title:<38.38} < {value} >"
