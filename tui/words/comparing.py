"""Two books side by side: what each prints about a subject, the rule of one beside that of the other."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from engine.books.library import Library
from engine.books.rules import RuleEntry
from engine.books.shelf import book_ids
from engine.components.errors import BadInput
from engine.components.load import map_folder, rule_numbers
from tui.words.page import paragraphs, width
from tui.words.rule_answers import hits
from tui.words.rule_books import library

Pair = tuple[RuleEntry | None, RuleEntry | None]
BESIDE = 95
"""Columns from which on two texts stand beside each other; below that one under the other."""
GAP = " | "


def compared(first: str, second: str, query: str, limit: int) -> list[Pair]:
    """Pairs of rules about a subject, best first; a place is empty where a book has nothing. Raises ``BadInput``."""
    for game in (first, second):
        if game not in book_ids():
            raise BadInput(f"there is no game '{game}'; there is: {', '.join(book_ids())}")
    if first == second:
        raise BadInput("two books are compared: name two different ones, such as: stavka compare efs1 efs2 overrun")
    if not query.strip():
        raise BadInput("say words or a number, such as: stavka compare efs1 efs2 overrun")
    books, found, seen = library(), [], set[str]()
    for entry in _subjects(first, second, query, limit):
        if entry.full_id in seen:
            continue
        there = partners(books, entry, second if entry.game == first else first)
        seen |= {entry.full_id, *(other.full_id for other in there)}
        mine, theirs = [entry], there[:1]
        found.append(_pair(*((mine, theirs) if entry.game == first else (theirs, mine))))
    return found[:limit]


def _pair(left: list[RuleEntry], right: list[RuleEntry]) -> Pair:
    return next(iter(left), None), next(iter(right), None)


def _subjects(first: str, second: str, query: str, limit: int) -> list[RuleEntry]:
    """What both books have on it, the better one of each rank first. Raises ``BadInput`` if neither has anything."""
    found = []
    for game in (first, second):
        try:
            found.append(hits(query, game, limit))
        except BadInput:
            found.append([])
    if not any(found):
        raise BadInput(f"no rule of {first} or {second} fits '{query}'")
    rows = [hit for rank in zip_longest(*found) for hit in sorted(filter(None, rank), key=lambda hit: -hit.score)]
    return [hit.entry for hit in rows]


def partners(books: Library, entry: RuleEntry, game: str) -> list[RuleEntry]:
    """The rules of another book about the same, the nearest first: those named as like, else by its numbers."""
    family = map_folder(game)
    number = rule_numbers(game, family).section(f"{family}:{entry.id}") if map_folder(entry.game) == family else ""
    named = [other for other in books.alike(entry) if other.game == game]
    own = books.book(game)
    known = [own.find(number)] if number != entry.id and number in own and not named else []
    return [*known, *named]


# ---------------------------------------------------------------------- as text
def compare_lines(first: str, second: str, query: str, limit: int) -> list[str]:
    """Each pair in two columns, or one under the other where the terminal is narrow."""
    lines: list[str] = []
    for left, right in compared(first, second, query, limit):
        lines += [*_beside(left, right, first, second), ""]
    return lines[:-1]


def _beside(left: RuleEntry | None, right: RuleEntry | None, first: str, second: str) -> list[str]:
    room = width()
    if room < BESIDE:
        return [*_told(left, first, room), "", *_told(right, second, room)]
    each = (room - len(GAP)) // 2
    rows = zip_longest(_told(left, first, each), _told(right, second, each), fillvalue="")
    return [f"{a:<{each}}{GAP}{b}".rstrip() for a, b in rows]


def _told(entry: RuleEntry | None, game: str, columns: int) -> list[str]:
    if entry is None:
        return paragraphs(f"{game} has no rule of its own on it.", "", columns)
    return [*paragraphs(f"{entry.full_id}  {entry.title}", "", columns), *paragraphs(entry.text, "  ", columns)]


def compare_plain(first: str, second: str, query: str, limit: int) -> list[dict[str, Any]]:
    """The same pairs for ``--json``: id, title and text by game, ``null`` where a book has nothing."""
    return [
        {game: entry and {"id": entry.full_id, "title": entry.title, "text": entry.text}
         for game, entry in zip((first, second), pair, strict=True)}
        for pair in compared(first, second, query, limit)
    ]  # fmt: skip
