"""The end of a game: who wins, every line of the score, losses, the turns that decided it, the dice, and what next."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult

from engine.study.luck import by_side, rolls_of
from tui.game.controller import Controller
from tui.screens.base import ListScreen, pages
from tui.screens.reading import Reading
from tui.screens.simple import score_lines
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Line, Lines, line, section, wrapped
from tui.widgets.list_box import Item, ListBox
from tui.words.past import loss_line, luck_line, swing_line, swings


class EndScreen(ListScreen):
    """The page over a list of what can be done now. ``table`` runs commands of the map."""

    name_for_help = "End of the game"
    hints = (("choose", "take it"), ("page_down", "page the text"), ("back", "look at the map"), "rules", "help")

    def __init__(self, controller: Controller, table: Callable[[str], bool]) -> None:
        super().__init__()
        self.controller, self.table = controller, table
        self.timeline = controller.timeline()

    def compose(self) -> ComposeResult:
        """Page, list, keys."""
        yield Lines("End of the game", id="page")
        yield ListBox("What now", id="list")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing; what has to be read from the past follows."""
        self.later(self._begin)

    def _begin(self) -> None:
        self.box.fill([
            Item("Look at the map", "back", sign="m"),
            Item("History: the game line by line, and play on from any of them", "history", sign="h"),
            Item("Points, each with its reason", "score", sign="v"),
            Item("Dice of both sides", "dice", sign="d"),
            Item("A new game", "new", sign="n"),
            Item("Home", "home", sign="q"),
        ])  # fmt: skip
        self.fill()
        Reading(self, self.timeline, lambda words: None, self.fill)

    def on_resize(self) -> None:
        """Another size."""
        self.later(self.fill)
        super().on_resize()

    def fill(self) -> None:
        """Everything that is known by now."""
        page = self.query_one("#page", Lines)
        match, width = self.controller.match, max(20, page.inner - 2)
        rows: list[Line] = [*wrapped(match.prompt.text, width, "strong"), ()]
        rows += [*score_lines(self.controller, width), (), line(("Losses", "strong"))]
        title = self.controller.side_title
        for side in self.controller.sides:
            rows += wrapped(loss_line(match, side, title, self.timeline), width, "text", "  ")
        rows += [(), *self._past(width)]
        page.show(rows, f"End of the game  {section(match.state.over_rule)}")

    def _past(self, width: int) -> list[Line]:
        if not self.timeline.done:
            return [line(("The history is being read.", "dim"))]
        title = self.controller.side_title
        rows: list[Line] = [line(("Turns that changed the score most", "strong"))]
        unit = self.controller.view.score().unit
        found = [swing_line(s, unit) for s in swings(self.timeline)] or [
            "none: the score never changed from turn to turn"
        ]
        for text in found:
            rows += wrapped(text, width, "text", "  ")
        rows += [(), line(("Dice", "strong"))]
        told = [luck_line(faces, title) for faces in by_side(rolls_of(self.timeline)[0])]
        for text in told or ["none was thrown"]:
            rows += wrapped(text, width, "text", "  ")
        if self.timeline.problem:
            rows += wrapped(self.timeline.problem, width, "warn")
        return rows

    def press(self, key: str) -> None:
        """Paging keys move the text, the arrows the list."""
        command = self.stavka.keymap.find(self.scopes, key)
        page = self.query_one("#page", Lines)
        if command in ("page_down", "page_up") and not self.box.filtering:
            page.scroll_lines(pages(command, page.page) or 0)
        elif self.stavka.keymap.find(("map",), key) in ("history", "dice") and not self.box.filtering:
            self.table(self.stavka.keymap.find(("map",), key) or "")
        else:
            super().press(key)

    def choose(self, item: Item) -> None:
        """Do it."""
        word = str(item.value)
        if word == "home":
            self.stavka.go_home()
        elif word == "new":
            self.stavka.go_home()
            self.stavka.open_new_game()
        elif word == "back":
            self.do_back()
        else:
            self.table(word)
