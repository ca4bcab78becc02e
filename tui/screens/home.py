"""The first screen: go on, begin, load, look up."""

from __future__ import annotations

from textual.app import ComposeResult

from tui.screens.base import ListScreen
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Lines, wrapped
from tui.widgets.list_box import Item, ListBox


class HomeScreen(ListScreen):
    """What can be done without a game on the table."""

    name_for_help = "Home"
    hints = (("choose", "choose"), ("↑↓", "move"), "rules", "help", "quit")
    _filling = False

    def compose(self) -> ComposeResult:
        """List, words about problems, keys."""
        yield Lines("stavka", id="head")
        yield ListBox("", id="list", numbers=False)
        yield Lines(id="notes")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing."""
        self._fill_soon()

    def on_screen_resume(self) -> None:
        """Saves may have changed meanwhile."""
        self._fill_soon()

    def on_resize(self) -> None:
        """Another size."""
        self._fill_soon()

    def _fill_soon(self) -> None:
        """Once, however many reasons there are: all saves are looked at."""
        if not self._filling:
            self._filling = True
            self.later(self.fill)

    def fill(self) -> None:
        """Entries by what there is; under another screen that waits until this one is on top again."""
        self._filling = False
        if self.app.screen is not self:  # the library calls the screen right under the first one current too
            return
        found = self.stavka.saved()
        entries = [e for e in found if not e.damaged]
        items = []
        if entries:
            last = entries[0]
            items.append(Item("Continue", "continue", sign="c", note=f"{last.title}, turn {last.turn}"))
        items += [
            Item("New game", "new", sign="n"),
            Item(
                "Load",
                "load",
                sign="l",
                note=self._count(len(found), len(found) - len(entries)),
            ),
            Item("Position", "position", sign="p", note="lay it out by hand, to ask or to play on"),
            Item("Rules", "rules", sign="r", note="look up by words or number"),
            Item("Settings", "settings", sign="s", note="theme, signs, pace, hints, screen reader"),
            Item("Keys and help", "help", sign="k"),
            Item("Leave", "quit", sign="q"),
        ]
        self.box.fill(items, self.box.at)
        self.query_one("#head", Lines).show(
            wrapped(
                "Hex-and-counter wargames, 1941 to 1945. Every refusal names its rule; every action is saved.",
                max(20, min(76, self.size.width - 2)),
                "dim",
            )
        )
        notes = self.query_one("#notes", Lines)
        width = max(20, notes.inner - 2)
        rows = [row for text in self.stavka.problems for row in wrapped(text, width, "warn", "  ")]
        paged = len(rows) > notes.page
        keys = "/".join(self.stavka.keymap.key(k) for k in ("page_up", "page_down"))
        notes.show(rows, f"{len(self.stavka.problems)} problems · {keys} show all" if paged else "", top=0)

    @staticmethod
    def _count(games: int, damaged: int) -> str:
        if not games:
            return "no games yet"
        return f"{games} game{'s' * (games > 1)}" + (f", {damaged} of them damaged" if damaged else "")

    def choose(self, item: Item) -> None:
        """Do it."""
        self.run_command(str(item.value))

    def press(self, key: str) -> None:
        """Paging keys move the problems: the list always fits."""
        command = self.stavka.keymap.find(self.scopes, key)
        if command in ("page_up", "page_down") and not self.box.filtering:
            notes = self.query_one("#notes", Lines)
            notes.scroll_lines(max(1, notes.page - 1) * (1 if command == "page_down" else -1))
        else:
            super().press(key)

    def do_continue(self) -> None:
        """The game played last."""
        problem = self.stavka.resume(None)
        if problem:
            notes = self.query_one("#notes", Lines)
            notes.show(wrapped(problem, max(20, notes.inner - 2), "warn"))

    def do_new(self) -> None:
        """Set up a game."""
        self.stavka.open_new_game()

    def do_position(self) -> None:
        """Lay out a position: of which game is chosen on the page of a new one."""
        self.stavka.open_new_game(laying=True)

    def do_load(self) -> None:
        """All saved games."""
        self.stavka.open_saves()

    def do_back(self) -> None:
        """There is nothing behind the first screen."""
        self.query_one("#notes", Lines).show([(("This is the first screen; 'Leave' ends the program.", "dim"),)])
