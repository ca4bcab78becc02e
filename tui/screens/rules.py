"""Look up rules: type words or a number, Enter opens, references are followed, Esc goes back the same way."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal

from engine.action import BadInput
from engine.load import DataError
from engine.rules import RuleBook, RuleEntry, load_rules
from tui.screens.base import ListScreen
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Line, Lines, line, section, wrapped
from tui.widgets.list_box import Item, ListBox

KINDS = {"ruling": "ruling", "note": "note"}


class RulesScreen(ListScreen):
    """Search on the left, the marked rule on the right; on narrow screens below."""

    name_for_help = "Rules"
    hints = (
        ("choose", "open, then its references"), ("list_down", "next"), ("page_down", "page"), ("back", "back"),
    )  # fmt: skip

    def __init__(self, game: str, query: str = "") -> None:
        super().__init__()
        self.game = game
        self.query_text = query
        self.problem = ""
        self.book: RuleBook | None = None
        try:
            self.book = load_rules(game)
        except (BadInput, DataError, OSError) as error:
            self.problem = str(error)
        self.trail: list[str] = []
        """Rules that were opened one from another; empty while searching."""

    def compose(self) -> ComposeResult:
        """The search and the text side by side."""
        with Horizontal(id="both"):
            yield ListBox(f"Rules of {self.game}", id="list", numbers=False, typing=True)
            yield Lines("Rule", id="text")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """A rule asked for is opened at once."""
        self.set_class(self.app.size.width < 90, "narrow")
        if self.query_text and self.book and self.query_text.split(":", 1)[-1] in self.book:
            self.later(self.open, self.query_text.split(":", 1)[-1])
        else:
            self.box.text = self.query_text
            self.later(self.typed)

    def on_resize(self) -> None:
        """Beside each other or one over the other."""
        self.set_class(self.app.size.width < 90, "narrow")
        self.later(self.moved)

    # ------------------------------------------------------------------ searching
    def typed(self) -> None:
        """Search again."""
        self.trail.clear()
        book = self.book
        if book is None:
            self.box.filled([])
            self.query_one("#text", Lines).show(wrapped(self.problem, 40))
            return
        text = self.box.text.strip()
        found = book.search(text, 60) if text else list(book.entries)
        self.box.heading = f"Rules of {self.game}: {len(found)} found" if text else f"Rules of {self.game}"
        self.box.filled([self._item(e) for e in found])
        self.moved()

    @staticmethod
    def _item(entry: RuleEntry) -> Item:
        kind = KINDS.get(entry.kind, "")
        return Item(f"{entry.id:<8} {entry.title}", entry.id, note=kind if kind == "ruling" else "")

    def moved(self) -> None:
        """Show the marked rule."""
        item = self.box.chosen
        if item is not None and self.book is not None:
            self._show(self.book.find(str(item.value)))
        elif not self.box.items and self.book is not None:
            self.query_one("#text", Lines).show([line(("No rule fits these words.", "dim"))], "Rule")

    def _show(self, entry: RuleEntry) -> None:
        panel = self.query_one("#text", Lines)
        width = max(20, panel.inner - 2)
        rows: list[Line] = [line((entry.title, "strong")), ()]
        rows += wrapped(entry.text.strip(), width)
        if entry.question:
            rows += [(), *wrapped(f"Question: {entry.question.strip()}", width, "dim")]
        if entry.see:
            rows += [(), *wrapped("See " + ", ".join(entry.see), width, "rule")]
        panel.show(rows, f"{section(entry.id)}  chapter {entry.chapter}", top=0)

    # ------------------------------------------------------------------ opening
    def choose(self, item: Item) -> None:
        """Open a rule: the list then holds its references."""
        self.open(str(item.value))

    def open(self, rule: str) -> None:
        """Show a rule with the rules it refers to as the list."""
        assert self.book is not None
        entry = self.book.find(rule)
        self.trail.append(entry.id)
        self._list_trail(entry)

    def _list_trail(self, entry: RuleEntry) -> None:
        assert self.book is not None
        items = [self._item(entry)]
        for other in entry.see:
            if other in self.book:
                items.append(self._item(self.book.find(other)))
        for near, word in ((self.book.previous(entry.id), "before"), (self.book.next(entry.id), "after")):
            if near is not None:
                items.append(Item(f"{near.id:<8} {near.title}", near.id, note=word, role="dim"))
        self.box.text = ""
        self.box.heading = "From " + " > ".join(self.trail[-4:])
        self.box.filled(items)
        self._show(entry)

    def do_back(self) -> None:
        """Back along the trail, then to the search, then to the screen before."""
        if len(self.trail) > 1 and self.book is not None:
            self.trail.pop()
            self._list_trail(self.book.find(self.trail[-1]))
        elif self.trail and not self.query_text:
            self.typed()
        elif self.box.text and not self.query_text:
            self.box.text = ""
            self.typed()
        else:
            super().do_back()

    def press(self, key: str) -> None:
        """Paging keys move the text of the rule; the rest is the list's."""
        command = self.stavka.keymap.find(self.scopes, key)
        if command in ("page_down", "page_up"):
            text = self.query_one("#text", Lines)
            text.scroll_lines(text.page // 2 * (1 if command == "page_down" else -1))
            return
        super().press(key)
