"""Texts of the rules screen as lines: a rule and what stands below it, rules side by side, charts, words found."""

from __future__ import annotations

from itertools import zip_longest

from engine.books.chartbook import find_chart
from engine.books.library import Library
from engine.books.rules import RuleEntry, RulePlace, wording
from engine.books.wording import spans_of
from tui.widgets.lines import Line, Span, line, wrapped
from tui.words.charts import one_chart
from tui.words.rule_answers import charts_of, remarks

SIDE_BY_SIDE = 56
"""Cells that a rule needs beside another one."""
WIDEST = 100
"""Longer lines of text are hard to read."""


def entry_lines(books: Library, place: RulePlace, width: int) -> list[Line]:
    """A rule as lines: title, question of a ruling, text, what kind it is, references."""
    entry, width = place.entry, min(width, WIDEST)
    book = books.book(entry.game)
    rows = _head(entry, width)
    rows += _lettered(place, width)
    for remark in remarks(entry):
        rows += [(), *wrapped(remark, width, "dim")]
    if named := book.mentioned(entry):
        rows += [(), *wrapped("See " + ", ".join(other.id for other in named), width, "rule")]
    for name, title in charts_of(entry):
        rows += [(), *wrapped(f"Chart {name}: {title}", width, "rule")]
    if pages := book.overviews(entry):
        rows += [(), *wrapped("Editions: " + ", ".join(page.id for page in pages), width, "rule")]
    if alike := books.alike(entry):
        rows += [(), *wrapped("In other games: " + ", ".join(e.full_id for e in alike), width, "rule")]
    return rows


def _head(entry: RuleEntry, width: int) -> list[Line]:
    rows: list[Line] = [*wrapped(entry.title, width, "strong"), ()]
    if entry.question:
        rows += [*wrapped(f"Question: {entry.question.strip()}", width, "dim"), ()]
    return rows


def _lettered(place: RulePlace, width: int) -> list[Line]:
    """The text; the letter of a clause that was asked for stands out."""
    text = place.entry.text.strip()
    if place.span is None:
        return wrapped(text, width)
    rows, at = wrapped(text, width), _row_in_text(place, width)
    words = "".join(part for part, _ in rows[at])
    sign = f"({place.clause[0]})" if f"({place.clause[0]})" in words else f"{place.clause[0]}."
    before, found, after = words.partition(sign)
    rows[at] = ((before, "text"), (found, "mark"), (after, "text")) if found else rows[at]
    return rows


def clause_row(place: RulePlace, width: int) -> int:
    """The line of a rule at which the clause asked for begins; 0 without one."""
    width = min(width, WIDEST)
    return len(_head(place.entry, width)) + _row_in_text(place, width) if place.span is not None else 0


def _row_in_text(place: RulePlace, width: int) -> int:
    start = place.span[0] if place.span else 0
    text = place.entry.text.strip()
    start -= len(place.entry.text) - len(place.entry.text.lstrip())
    before = text[:start]
    if not before:
        return 0
    return len(wrapped(before[:-1], width)) if before.endswith("\n") else len(wrapped(f"{before}(", width)) - 1


def beside(books: Library, entries: list[RuleEntry], width: int) -> list[Line]:
    """Rules side by side where there is room for each, else one under another."""
    columns = max(1, min(len(entries), width // SIDE_BY_SIDE))
    size = width // columns - 2
    rows: list[Line] = []
    for first in range(0, len(entries), columns):
        texts = [
            [line((e.full_id, "key")), *entry_lines(books, RulePlace(e), size), ()]
            for e in entries[first : first + columns]
        ]
        for parts in zip_longest(*texts, fillvalue=()):
            spans: list[Span] = []
            for number, part in enumerate(parts):
                used = sum(len(text) for text, _ in part)
                spans += [*part, (" " * (size + 2 - used), "text")] if number + 1 < len(parts) else part
            rows.append(tuple(spans))
    return rows


def chart_rows(game: str, name: str, width: int) -> list[Line]:
    """A chart with its parts; what is rebuilt says so in the colour of a warning."""
    rows: list[Line] = []
    for chart in find_chart(game, name):
        told, rebuilt = one_chart(chart, size=width), False
        for number, text in enumerate(told):
            rebuilt = rebuilt or "REBUILT" in text
            rows.append(((text, "strong" if number == 0 else "warn" if rebuilt else "text"),) if text else ())
        rows.append(())
    return rows


def marked(rows: list[Line], words: str) -> list[Line]:
    """Lines with the words that were asked for standing out."""
    stems = frozenset(word for word in wording().asked(words) if ":" not in word) if words.strip() else frozenset()
    return [tuple(piece for span in row for piece in _split(span, stems)) for row in rows] if stems else rows


def _split(span: Span, stems: frozenset[str]) -> list[Span]:
    text, role = span
    if role not in ("text", "strong"):
        return [span]
    pieces, done = [], 0
    for begin, end in spans_of(text, stems):
        pieces += [(text[done:begin], role), (text[begin:end], "key")]
        done = end
    return [piece for piece in (*pieces, (text[done:], role)) if piece[0]]
