"""Look up rules of all games: type words or a number; contents, charts, bookmarks; back and forward as in a browser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from time import monotonic

from textual.app import ComposeResult
from textual.containers import Horizontal

from engine.books.library import Library
from engine.books.rules import load_rules
from engine.components.errors import BadInput
from engine.components.load import DataError
from tui.game.find import numbered
from tui.screens.base import ListScreen
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Lines, line, wrapped
from tui.widgets.list_box import Item, ListBox
from tui.widgets.panels import hex_sentence
from tui.words.rule_books import SHELF, library
from tui.words.rule_pages import ALL, Page, PageTrail, Reader, RuleMarks

READING = "Reading the rule books for the first time ..."
SLICE = 0.03
"""Seconds of reading after which keys are looked at."""
PAUSE = 0.001
MEANWHILE = ("back", "quit")
"""Commands that do not wait for the books."""
HEX = re.compile(r"[A-Za-z]?\d{4}[A-Za-z]?")
"""What may be the number of a hex."""
TEXTS = ("rule", "chart", "compare")
"""Pages whose text may have the whole screen."""


def books_with(game: str) -> Library:
    """All rule books; with that of a game which is not among them, where there is one. Raises ``DataError``."""
    books = library()
    return books if game in books.books or game == ALL else _with_one_more(books, game)


@lru_cache(maxsize=1)
def _with_one_more(books: Library, game: str) -> Library:
    return Library({game: load_rules(game), **books.books})


class RulesScreen(ListScreen):
    """A list on the left, the marked rule or chart on the right; on narrow screens below."""

    name_for_help = "Rules"
    scopes: tuple[str, ...] = ("rules", "list", "all")
    hints = (
        ("choose", "open"), ("more", "next game"), "rules_contents", "rules_charts", "rules_compare", "rules_whole",
        "rules_mark", "rules_marks", "rules_forward", ("page_down", "page"), ("back", "back"),
    )  # fmt: skip

    def __init__(self, game: str, query: str = "", near: Sequence[tuple[str, str]] = ()) -> None:
        """``near``: rules of the present moment of a game, each with a word for why."""
        super().__init__()
        self._near = near
        self.problem = ""
        self.whole = False
        """Whether the text has the whole screen."""
        self._title = "Rule"
        self.reader: Reader | None = None
        self._asked = (game, query)
        self._held: list[str] | None = None
        """Keys that wait while the books are read; None when they are there."""
        self.way = PageTrail([Page("search", game)])

    def compose(self) -> ComposeResult:
        """The list and the text."""
        with Horizontal(id="both"):
            yield ListBox("Rules", id="list", numbers=False, typing=True)
            yield Lines("Rule", id="text")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """A rule asked for is opened at once; where the books have to be read anew, it says so and reads by and by."""
        self.set_class(self.app.size.width < 90, "narrow")
        if SHELF.ready():
            self._open()
            return
        self._held = []
        self.query_one("#text", Lines).show([line((READING, "dim"))], "Rule", top=0)
        self.call_after_refresh(self.later, self._read_on)  # after the first drawing

    @property
    def reading(self) -> bool:
        """Whether the books are still being read."""
        return self._held is not None

    def _read_on(self) -> None:
        """Some more of the books, then whatever else there is to do; at the end the keys that had to wait."""
        pieces, until = SHELF.read(), monotonic() + SLICE
        try:
            while monotonic() < until:
                next(pieces)
        except StopIteration:
            self._open()
            self.later(self._answer_held)
        except (BadInput, DataError, OSError) as error:
            self._held = None
            self._failed(error)
        else:
            self.set_timer(PAUSE, self._read_on)  # what waits for a drawing would leave no time for keys

    def _answer_held(self) -> None:
        keys, self._held = self._held or [], None
        for key in keys:
            self.pass_on(key)

    def _failed(self, error: Exception) -> None:
        self.problem = str(error)
        self.later(self._list)

    def _open(self) -> None:
        game, query = self._asked
        try:
            self.reader = Reader(books_with(game), RuleMarks(self.stavka.start.folders.state).load(), self._near)
        except (BadInput, DataError, OSError) as error:
            self._failed(error)
            return
        first = Page("search", game, query)
        if query:
            try:
                place = self.reader.books.place(query, "" if game == ALL else game)
                first = Page("rule", place.entry.game, place.entry.full_id, place.clause)
            except BadInput:
                pass
        self.way = PageTrail([first])
        self.later(self._list)

    def on_resize(self) -> None:
        """Beside each other or one over the other."""
        self.set_class(self.app.size.width < 90, "narrow")
        self._fit()
        self.later(self.moved)
        self.later(self.tell_keys)

    def on_lines_resized(self) -> None:
        """The text has another width: other line ends."""
        self.later(self.moved)

    # ------------------------------------------------------------------ the list
    def _list(self) -> None:
        """The entries of the present page."""
        if self.reader is None:
            self.box.filled([])
            self.query_one("#text", Lines).show(wrapped(self.problem, 40))
            return
        page = self.way.page
        self.box.text = page.name if page.kind == "search" else ""
        heading, items = self.reader.items(page)
        items = [*self._hexes(page), *items]
        self.box.heading = heading
        self.box.filled(items)
        if page.kind == "chart":
            self.box.at = next((n for n, i in enumerate(items) if i.value == page), 0)
            self.box.filled_at(self.box.at)
        self.whole = self.whole and page.kind in TEXTS
        self._fit()
        self.moved()

    def _hexes(self, page: Page) -> list[Item]:
        """The hex of the game on the table whose number was typed, as examples of the rules name them."""
        controller = self.stavka.controller
        if page.kind != "search" or controller is None or not HEX.fullmatch(page.name.strip()):
            return []
        data = controller.match.data
        try:
            h = data.board.find_in(page.name.strip(), data.in_play, str(data.scenario.get("sheet", "")))
        except BadInput:
            return []
        return [Item(f"hex {numbered(data.board, h)}", Page("hex", data.game, data.board.labels[h]), note="on the map")]

    def typed(self) -> None:
        """Words to search for, wherever one was."""
        page = self.way.page
        game = page.game if page.kind == "search" else self._game
        self.way.go(Page("search", game, self.box.text))
        self._list()

    @property
    def _game(self) -> str:
        """The game that lists are about; that of the last search, since a reference may lead into another one."""
        for page in reversed(self.way.pages[: self.way.at + 1]):
            if page.kind != "rule" and page.kind != "compare":
                return page.game
        return self._asked[0]

    def moved(self) -> None:
        """Show what is marked."""
        if self.reader is None:
            return
        panel, page = self.query_one("#text", Lines), self.way.page
        item = self.box.chosen
        shown = page if page.kind in ("compare",) else item.value if item is not None else page
        if item is None and page.kind == "search":
            panel.show([line(("No rule fits these words.", "dim"))], "Rule", top=0)
            return
        width = max(20, panel.inner - 2)
        if isinstance(shown, Page) and shown.kind == "hex" and self.stavka.controller is not None:
            h = self.stavka.controller.match.data.board.index[shown.name]
            told = f"{hex_sentence(self.stavka.controller, h)} Enter goes there."
            self._title = shown.name
            panel.show(wrapped(told, width), self._title, top=0)
            return
        title, rows = self.reader.text(shown, width, self._words)
        if not rows:
            rows = [line(("Nothing is marked yet: the key for a bookmark marks the rule shown.", "dim"))]
        self._title = title or "Rule"
        panel.show(rows, self._title, top=0)
        panel.scroll_lines(self.reader.row_of(page, item.value if item is not None else page, rows, width))
        self._tell_rest()

    def _tell_rest(self) -> None:
        """Say beside the title how much of the text is out of sight."""
        panel = self.query_one("#text", Lines)
        below = len(panel.rows) - panel.top - panel.page
        told = [f"{below} more below" if below > 0 else "", f"{panel.top} above" if panel.top else ""]
        panel.heading = " · ".join([self._title, *(text for text in told if text)])

    @property
    def _words(self) -> str:
        """The words that led here: those of the last search."""
        for page in reversed(self.way.pages[: self.way.at + 1]):
            if page.kind == "search":
                return page.name
        return ""

    def _fit(self) -> None:
        """On narrow screens the list is no taller than its entries; a text alone leaves it no room."""
        both = self.query_one("#both")
        both.set_class(self.way.page.kind == "compare", "beside")
        both.set_class(self.whole, "whole")
        if not self.has_class("narrow"):
            self.box.styles.height = None
            return
        most = max(3, self.app.size.height * (1 if self.way.page.kind == "compare" else 2) // 5)
        self.box.styles.height = min(most, len(self.box.items) + self.box.head + 2)

    def choose(self, item: Item) -> None:
        """Open an entry: the list then holds what it refers to. A chart that is open leads to its rule.

        A rule that is open already gets the whole screen.
        """
        page = self.way.page
        if item.value.kind == "hex":
            self._go_to_hex(item.value.name)
        elif item.value == page and page.kind == "chart" and self.reader is not None:
            rule = self.reader.rule_of(page)
            if rule is not None:
                self.way.go(rule)
                self._list()
        elif item.value == page and page.kind == "rule":
            self.do_rules_whole()
        else:
            self.way.go(item.value)
            self._list()

    def _go_to_hex(self, label: str) -> None:
        """Back to the map, where the cursor stands on the hex then."""
        self.stavka.back()
        go_to, controller = getattr(self.app.screen, "go_to", None), self.stavka.controller
        if go_to is not None and controller is not None:
            go_to(controller.match.data.board.index[label])

    # ------------------------------------------------------------------ commands
    def do_back(self) -> None:
        """To the list, to the page before, then out."""
        if self.whole:
            self.do_rules_whole()
        elif self.way.page.kind == "search" and self.way.page.name and self.way.at == 0 and not self._asked[1]:
            self.way.pages[0] = Page("search", self.way.page.game)
            self._list()
        elif self.way.back():
            self._list()
        else:
            super().do_back()

    def do_rules_forward(self) -> None:
        """To the page that was left."""
        if self.way.forward():
            self._list()

    def do_rules_whole(self) -> None:
        """The whole screen for the text, or the list back."""
        self.whole = not self.whole and self.way.page.kind in TEXTS
        self._fit()

    def do_rules_contents(self) -> None:
        """The table of contents."""
        self._go("contents")

    def do_rules_charts(self) -> None:
        """Charts and tables."""
        self._go("charts")

    def do_rules_marks(self) -> None:
        """Bookmarks."""
        self._go("marks")

    def _go(self, kind: str) -> None:
        self.way.go(Page(kind, self._game))
        self._list()

    def _shown(self) -> str:
        """The rule that is shown; empty where it is something else."""
        item, page = self.box.chosen, self.way.page
        shown = item.value if item is not None else page
        return shown.name if isinstance(shown, Page) and shown.kind == "rule" else ""

    def do_rules_compare(self) -> None:
        """The same rule in all games; where no rule is shown, what differs between editions of the game."""
        page: Page | None = None
        if self._shown():
            page = Page("compare", ALL, self._shown())
        elif self.reader is not None:
            page = self.reader.differences(self._game)
        if page is not None and page != self.way.page:
            self.way.go(page)
            self._list()

    def do_rules_mark(self) -> None:
        """Bookmark the rule that is shown, or take the mark away."""
        if self.reader is not None and self._shown():
            at = self.box.at
            self.reader.marks.toggle(self._shown())
            self._list()
            self.box.filled_at(at)
            self.moved()

    def _turn(self, step: int) -> None:
        """The same page of the next game."""
        page = self.way.page
        if self.reader is None or page.kind not in ("search", "contents", "charts", "chart", "chapter"):
            return
        games = [ALL, *self.reader.books.books]
        game = games[(games.index(self._game) + step) % len(games)] if self._game in games else ALL
        kind = {"chart": "charts", "chapter": "contents"}.get(page.kind, page.kind)
        self.whole = False
        self.way.pages[self.way.at] = Page(kind, game, page.name if kind == "search" else "")
        self._list()

    def press(self, key: str) -> None:
        """Paging keys move the text, arrows too where it has the whole screen; left and right change the game."""
        command = self.stavka.keymap.find(self.scopes, key)
        if self._held is not None and command not in MEANWHILE:
            self._held.append(key)
            return
        text = self.query_one("#text", Lines)
        steps = {"page_down": text.page // 2, "page_up": -(text.page // 2)}
        if self.whole:
            steps |= {"list_down": 1, "list_up": -1, "first": -len(text.rows), "last": len(text.rows)}
        if command in steps:
            text.scroll_lines(steps[command])
            self._tell_rest()
        elif self.whole and command == "choose":
            self.do_rules_whole()
        elif command in ("more", "less"):
            self._turn(1 if command == "more" else -1)
        elif command is not None and command.startswith("rules_"):
            self.run_command(command)
        else:
            super().press(key)
