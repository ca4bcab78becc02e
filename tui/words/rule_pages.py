"""What the rules screen shows: pages of rules, contents, charts and comparisons, and the way back and forward.

Pure: lists and lines from the rule books; the screen only draws them and passes keys on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import tomli_w

from engine.books.chartbook import Chart, charts, find_chart
from engine.books.library import Library
from engine.books.rules import RuleEntry
from engine.components.datafile import look_over, parse
from engine.components.errors import BadInput
from saves.atomic import make_folder, read_file, write_whole
from tui.widgets.lines import Line, line, wrapped
from tui.widgets.list_box import Item
from tui.words.charts import one_chart
from tui.words.rule_answers import KINDS

ALL = "all"
FOUND = 60
"""Hits that are listed at most."""
SIDE_BY_SIDE = 56
"""Cells that a rule needs beside another one."""
FILE = "rule-marks.toml"
LIMIT = 100_000


@dataclass(frozen=True, slots=True)
class Page:
    """One page: what kind it is, of which game (``all`` for every one), and which rule, chapter, chart or words."""

    kind: str
    """``search``, ``rule``, ``contents``, ``chapter``, ``charts``, ``chart``, ``compare`` or ``marks``."""
    game: str
    name: str = ""


@dataclass
class PageTrail:
    """The pages gone through: back and forward as in a reader of linked pages."""

    pages: list[Page]
    at: int = 0

    @property
    def page(self) -> Page:
        """The present page."""
        return self.pages[self.at]

    def go(self, page: Page) -> None:
        """To a page; what lay ahead is forgotten. Words that are typed on take the place of those before."""
        if page == self.page:
            return
        if page.kind == self.page.kind == "search":
            self.pages[self.at] = page
            del self.pages[self.at + 1 :]
            return
        self.pages = [*self.pages[: self.at + 1], page]
        self.at += 1

    def back(self) -> bool:
        """To the page before; false at the first."""
        if self.at == 0:
            return False
        self.at -= 1
        return True

    def forward(self) -> bool:
        """To the page that was left by going back; false at the last."""
        if self.at + 1 >= len(self.pages):
            return False
        self.at += 1
        return True


@dataclass
class RuleMarks:
    """Bookmarked rules, by full id, in a small file of the state folder; without it they last for the session."""

    folder: Path
    ids: list[str] = field(default_factory=list)

    def load(self) -> RuleMarks:
        """Read the file; one that cannot be read counts as empty."""
        with suppress(OSError, ValueError):
            text = read_file(self.folder / FILE, LIMIT).decode()
            look_over(text, FILE)
            marks = parse(text, FILE).get("marks", [])
            marks = marks if isinstance(marks, list) else []
            self.ids = [id for id in marks if isinstance(id, str) and id.isprintable()][:500]
        return self

    def toggle(self, id: str) -> bool:
        """Set or take a mark; whether it is set now."""
        if id in self.ids:
            self.ids.remove(id)
        else:
            self.ids.append(id)
        with suppress(OSError, ValueError):
            make_folder(self.folder)
            write_whole(self.folder / FILE, tomli_w.dumps({"marks": self.ids}).encode())
        return id in self.ids


class Reader:
    """Lists and texts of pages."""

    def __init__(self, books: Library, marks: RuleMarks, near: Sequence[tuple[str, str]] = ()) -> None:
        """``near``: rules of the present moment of a game, each with a word for why; they come before the contents."""
        self.books, self.marks, self.near = books, marks, tuple(near)

    # ------------------------------------------------------------------ lists
    def items(self, page: Page) -> tuple[str, list[Item]]:
        """Heading and entries of a page."""
        return getattr(self, f"_{page.kind}")(page)  # type: ignore[no-any-return]

    def _search(self, page: Page) -> tuple[str, list[Item]]:
        where = self._where(page.game)
        if not page.name.strip():
            heading, items = self._contents(page)
            return heading, [*self._now(page.game), *items]
        found = self.books.search(page.name, "" if page.game == ALL else page.game, FOUND)
        if not found and page.game != ALL and (other := self.books.search(page.name, "", FOUND)):
            return f"none{where}; in other games", [self._item(hit.entry, ALL) for hit in other]
        count = f"{len(found)} rule{'' if len(found) == 1 else 's'}"
        return f"{count}{where}", [self._item(hit.entry, page.game) for hit in found]

    def _now(self, game: str) -> list[Item]:
        """The rules of the present moment, where they are of a game that is listed."""
        items = []
        for id, why in self.near:
            with suppress(BadInput):
                entry = self.books.find(id)
                if game in (ALL, entry.game):
                    items.append(self._item(entry, game, why, "now"))
        return items

    def _contents(self, page: Page) -> tuple[str, list[Item]]:
        games = list(self.books.books) if page.game == ALL else [page.game]
        items = []
        for game in games:
            book = self.books.book(game)
            for chapter, title in book.chapters.items():
                name = f"{chapter:<3} {title}" if chapter[:1].isdigit() else title
                text = f"{game:<5}{name}" if page.game == ALL else name
                items.append(Item(text, Page("chapter", game, chapter), note=str(len(book.chapter(chapter)))))
        return f"Contents{self._where(page.game)}", items

    def _chapter(self, page: Page) -> tuple[str, list[Item]]:
        book = self.books.book(page.game)
        entries = book.chapter(page.name)
        heading = f"{page.game} {page.name} {book.chapters.get(page.name, '')}"
        return heading, [self._item(entry, page.game) for entry in entries]

    def _rule(self, page: Page) -> tuple[str, list[Item]]:
        entry = self.books.find(page.name)
        book = self.books.book(entry.game)
        items = [self._item(entry, entry.game)]
        items += [self._item(book.find(id), entry.game) for id in entry.see if id in book]
        items += [self._item(other, ALL, "other game") for other in self.books.alike(entry)]
        near = ((book.previous(entry.id), "before"), (book.next(entry.id), "after"))
        items += [self._item(other, entry.game, word, "dim") for other, word in near if other is not None]
        return f"{entry.full_id} and what it refers to", items

    def _charts(self, page: Page) -> tuple[str, list[Item]]:
        games = list(self.books.books) if page.game == ALL else [page.game]
        items = []
        for game in games:
            with suppress(BadInput):
                for name, chart in _main_charts(game):
                    text = f"{game:<5}{chart.title}" if page.game == ALL else chart.title
                    note = "rebuilt" if chart.rebuilt else ""
                    items.append(Item(text, Page("chart", game, name), note=note, more=name))
        return f"Charts{self._where(page.game)}", items

    def _chart(self, page: Page) -> tuple[str, list[Item]]:
        heading, items = self._charts(Page("charts", page.game))
        return heading, items

    def rule_of(self, page: Page) -> Page | None:
        """The rule that a chart belongs to; None where the books do not have it."""
        with suppress(BadInput):
            entry = self.books.find(find_chart(page.game, page.name)[0].rule)
            return Page("rule", entry.game, entry.full_id)
        return None

    def _compare(self, page: Page) -> tuple[str, list[Item]]:
        entries = self._compared(page.name)
        games = len({entry.game for entry in entries})
        heading = f"{page.name}: {len(entries)} rules of {games} games" if games > 1 else f"{page.name}: no other game"
        return heading, [self._item(e, ALL) for e in entries]

    def _marks(self, page: Page) -> tuple[str, list[Item]]:
        items = []
        for id in self.marks.ids:
            with suppress(BadInput):
                items.append(self._item(self.books.find(id), ALL))
        return "Bookmarks", items

    def _compared(self, id: str) -> list[RuleEntry]:
        entry = self.books.find(id)
        return [entry, *self.books.alike(entry)]

    def _item(self, entry: RuleEntry, game: str, note: str = "", role: str = "text") -> Item:
        short = f"{entry.game:<5}{entry.id:<7}" if game == ALL else f"{entry.id:<8}"
        note = note or ("ruling" if entry.kind == "ruling" else "")
        mark = "* " if entry.full_id in self.marks.ids else ""
        return Item(f"{short} {mark}{entry.title}", Page("rule", entry.game, entry.full_id), note=note, role=role)

    def _where(self, game: str) -> str:
        return " of all games" if game == ALL else f" of {game}"

    # ------------------------------------------------------------------ texts
    def text(self, page: Page, width: int) -> tuple[str, list[Line]]:
        """Title and lines of what a page, or a marked entry, stands for."""
        if page.kind == "rule":
            entry = self.books.find(page.name)
            return entry.full_id, self.entry_lines(entry, width)
        if page.kind == "compare":
            return f"{page.name} beside the other games", self._beside(self._compared(page.name), width)
        if page.kind == "chart":
            return page.name, _chart_lines(page.game, page.name)
        if page.kind == "chapter":
            entries = self.books.book(page.game).chapter(page.name)
            rows: list[Line] = []
            for entry in entries:
                rows += [line((f"{entry.id} {entry.title}", "strong")), *wrapped(entry.text.strip(), width), ()]
            return f"{page.game}, chapter {page.name}", rows
        return "", []

    def entry_lines(self, entry: RuleEntry, width: int) -> list[Line]:
        """A rule as lines: title, question of a ruling, text, kind, references."""
        rows: list[Line] = [line((entry.title, "strong")), ()]
        if entry.question:
            rows += [*wrapped(f"Question: {entry.question.strip()}", width, "dim"), ()]
        rows += wrapped(entry.text.strip(), width)
        if KINDS.get(entry.kind):
            rows += [(), *wrapped(KINDS[entry.kind].capitalize() + ".", width, "dim")]
        if entry.phases:
            rows += [(), *wrapped("When: " + ", ".join(entry.phases), width, "dim")]
        if entry.see:
            rows += [(), *wrapped("See " + ", ".join(entry.see), width, "rule")]
        if alike := self.books.alike(entry):
            rows += [(), *wrapped("In other games: " + ", ".join(e.full_id for e in alike), width, "rule")]
        return rows

    def row_of(self, page: Page, id: str, rows: Sequence[Line]) -> int:
        """The line of a comparison at which a rule begins; 0 where it is not told."""
        if page.kind != "compare":
            return 0
        return next((n for n, row in enumerate(rows) if any(text == id and role == "key" for text, role in row)), 0)

    def _beside(self, entries: list[RuleEntry], width: int) -> list[Line]:
        """Rules side by side where there is room for each, else one under another."""
        columns = max(1, min(len(entries), width // SIDE_BY_SIDE))
        size = width // columns - 2
        rows: list[Line] = []
        for first in range(0, len(entries), columns):
            texts = [
                [line((e.full_id, "key")), *self.entry_lines(e, size), ()] for e in entries[first : first + columns]
            ]
            for parts in zip_longest(*texts, fillvalue=()):
                spans: list[tuple[str, str]] = []
                for number, part in enumerate(parts):
                    used = sum(len(text) for text, _ in part)
                    spans += [*part, (" " * (size + 2 - used), "text")] if number + 1 < len(parts) else part
                rows.append(tuple(spans))
        return rows


def _main_charts(game: str) -> Iterable[tuple[str, Chart]]:
    every = charts(game)
    return [(n, c) for n, c in every.items() if "." not in n or n.split(".")[0] not in every]


def _chart_lines(game: str, name: str) -> list[Line]:
    rows: list[Line] = []
    for chart in find_chart(game, name):
        for number, text in enumerate(one_chart(chart)):
            role = "strong" if number == 0 else "warn" if "REBUILT" in text else "text"
            rows.append(((text, role),) if text else ())
        rows.append(())
    return rows
