"""What the rules screen shows: pages of rules, contents, charts and comparisons, and the way back and forward.

Pure: lists and lines from the rule books; the screen only draws them and passes keys on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import tomli_w

from engine.books.chartbook import Chart, charts, find_chart, fitting
from engine.books.library import Library
from engine.books.rules import OVERVIEW, RuleEntry, RulePlace
from engine.books.shelf import editions
from engine.components.datafile import look_over, parse
from engine.components.errors import BadInput
from engine.components.wording import plural
from saves.atomic import make_folder, read_file, write_whole
from tui.widgets.lines import Line, line, wrapped
from tui.widgets.list_box import Item
from tui.words.rule_answers import charts_of
from tui.words.rule_texts import beside, chart_rows, clause_row, entry_lines, marked

ALL = "all"
FOUND = 60
"""Hits that are listed at most."""
FILE = "rule-marks.toml"
LIMIT = 100_000
SURE = 3
"""So many rules stand before the charts that a search finds."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page: what kind it is, of which game (``all`` for every one), and which rule, chapter, chart or words."""

    kind: str
    """``search``, ``rule``, ``contents``, ``chapter``, ``charts``, ``chart``, ``compare`` or ``marks``."""
    game: str
    name: str = ""
    clause: tuple[str, ...] = ()
    """Of a rule: the clause at which the text opens."""


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
        game = "" if page.game == ALL else page.game
        found = self.books.search(page.name, game, FOUND)
        items = self._hits(page, [hit.entry for hit in found])
        fit = [(game, name) for game in self._games(page) for name in fitting(game, page.name)]
        items[SURE:SURE] = [self._chart_item(game, name, page.game) for game, name in fit]
        if not items and page.game != ALL and (other := self.books.search(page.name, "", FOUND)):
            return f"none{where}; in other games", [self._item(hit.entry, ALL) for hit in other]
        count = f"{len(found)} rule{'' if len(found) == 1 else 's'}"
        charts = len(items) - len(found)
        count += f", {charts} chart{'' if charts == 1 else 's'}" if charts else ""
        return f"{count}{where}", items

    def _games(self, page: Page) -> list[str]:
        return list(self.books.books) if page.game == ALL else [page.game]

    def _hits(self, page: Page, entries: list[RuleEntry]) -> list[Item]:
        """Entries found, each with the clause that was asked for."""
        named = self.books.places(page.name, "" if page.game == ALL else page.game)
        places = {place.entry.full_id: place for place in named}
        return [self._item(entry, page.game, place=places.get(entry.full_id)) for entry in entries]

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
        items = [self._item(entry, entry.game, place=RulePlace(entry, page.clause))]
        items += [self._item(place.entry, entry.game, place=place) for place in book.mentioned(entry)]
        items += [self._chart_item(entry.game, name, entry.game) for name, _ in charts_of(entry)]
        items += [self._item(other, entry.game, "editions") for other in book.overviews(entry)]
        alike = self.books.alike(entry)
        words = {other.game: "other edition" for other in alike if other.game in editions(entry.game)}
        items += [self._item(other, ALL, words.get(other.game, "other game")) for other in alike]
        near = ((book.previous(entry.id), "before"), (book.next(entry.id), "after"))
        items += [self._item(other, entry.game, word, "dim") for other, word in near if other is not None]
        return f"{entry.full_id} and what it refers to", items

    def _charts(self, page: Page) -> tuple[str, list[Item]]:
        items = []
        for game in self._games(page):
            with suppress(BadInput):
                items += [self._chart_item(game, name, page.game, "") for name, _ in _main_charts(game)]
        return f"Charts{self._where(page.game)}", items

    def _chart_item(self, game: str, name: str, listed: str, word: str = "chart") -> Item:
        chart = charts(game)[name]
        text = f"{game:<5}{chart.title}" if listed == ALL else chart.title
        note = ", ".join(w for w in (word, "rebuilt" if chart.rebuilt else "") if w)
        return Item(text, Page("chart", game, name), note=note, more=name)

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
        heading = (
            f"{page.name}: {plural(len(entries), 'rule')} of {games} games"
            if games > 1
            else f"{page.name}: no other game"
        )
        return heading, [self._item(e, ALL) for e in entries]

    def _marks(self, page: Page) -> tuple[str, list[Item]]:
        items = []
        for id in self.marks.ids:
            with suppress(BadInput):
                items.append(self._item(self.books.find(id), ALL))
        return "Bookmarks", items

    def _compared(self, id: str) -> list[RuleEntry]:
        """The rule, that of another edition with the pages on what differs, then the other games."""
        entry = self.books.find(id)
        alike = self.books.alike(entry)
        near = [other for other in alike if other.game in editions(entry.game)]
        pages = self.books.book(entry.game).overviews(entry)
        return list(dict.fromkeys([entry, *near, *pages, *alike]))

    def differences(self, game: str) -> Page | None:
        """The list of pages on what differs between a game and its other editions; None where there is none."""
        for name in (game, *editions(game)) if game != ALL else ():
            for entry in self.books.book(name).entries:
                if OVERVIEW.fullmatch(entry.id):
                    return Page("chapter", name, entry.chapter)
        return None

    def _item(
        self, entry: RuleEntry, game: str, note: str = "", role: str = "text", place: RulePlace | None = None
    ) -> Item:
        id = place.id if place is not None else entry.id
        short = f"{entry.game:<5}{id:<7}" if game == ALL else f"{id:<8}"
        note = note or ("ruling" if entry.kind == "ruling" else "")
        mark = "* " if entry.full_id in self.marks.ids else ""
        rule = Page("rule", entry.game, entry.full_id, place.clause if place is not None else ())
        return Item(f"{short} {mark}{entry.title}", rule, note=note, role=role)

    def _where(self, game: str) -> str:
        return " of all games" if game == ALL else f" of {game}"

    # ------------------------------------------------------------------ texts
    def text(self, page: Page, width: int, words: str = "") -> tuple[str, list[Line]]:
        """Title and lines of what a page, or a marked entry, stands for; ``words`` asked for are marked."""
        if page.kind == "rule":
            place = RulePlace(self.books.find(page.name), page.clause)
            return f"{place.entry.game}:{place.id}", marked(entry_lines(self.books, place, width), words)
        if page.kind == "compare":
            return f"{page.name} beside the other games", beside(self.books, self._compared(page.name), width)
        if page.kind == "chart":
            return f"{page.game} chart {page.name}", chart_rows(page.game, page.name, width)
        if page.kind == "chapter":
            entries = self.books.book(page.game).chapter(page.name)
            rows: list[Line] = []
            for entry in entries:
                rows += [line((f"{entry.id} {entry.title}", "strong")), *wrapped(entry.text.strip(), width), ()]
            return f"{page.game}, chapter {page.name}", rows
        return "", []

    def row_of(self, page: Page, shown: Page, rows: Sequence[Line], width: int) -> int:
        """The line to begin with: of a comparison where a rule begins, of a rule where the clause asked for does."""
        if page.kind == "compare":
            told = (n for n, row in enumerate(rows) if any(text == shown.name and role == "key" for text, role in row))
            return next(told, 0)
        return clause_row(RulePlace(self.books.find(shown.name), shown.clause), width) if shown.clause else 0


def _main_charts(game: str) -> Iterable[tuple[str, Chart]]:
    every = charts(game)
    return [(n, c) for n, c in every.items() if "." not in n or n.split(".")[0] not in every]
