"""Rules as plain text or JSON, for a shell."""

from __future__ import annotations

import json
from typing import Any

from engine.books.chartbook import charts, charts_named
from engine.books.library import Hit, Library
from engine.books.references import reference
from engine.books.rules import RuleEntry, RulePlace
from engine.books.shelf import RuleNotFound, book_ids, book_title
from engine.components.errors import BadInput
from tui.words.page import paragraphs
from tui.words.rule_books import library as library

KINDS = {
    "code": "",
    "data": "A value or table.",
    "note": "",
    "ruling": "Our ruling on unclear text.",
}
"""What is said of the kind of an entry; of a note its own words say why there is nothing to enforce."""


def question(words: list[str], game: str, every: bool) -> tuple[str, str]:
    """Game and query of a command line: ``efs2 11.37``, ``14.14`` with ``--game pm``, words over all games."""
    if game and game.lower() not in book_ids():
        raise BadInput(f"there is no game '{game}'; there is: {', '.join(book_ids())}")
    if not game and len(words) > 1 and words[0].lower().rstrip(":") in book_ids():
        game, words = words[0].lower().rstrip(":"), words[1:]
    elif not game and len(words) == 2 and reference(words[1]) is not None and _no_word(words[0]):
        raise BadInput(f"there is no game '{words[0]}'; there is: {', '.join(book_ids())}")
    query = " ".join(words)[:200].strip()
    if not query:
        raise BadInput("say words or a number, such as: stavka rules retreat, or stavka rules efs2 11.37")
    return ("" if every else game.lower()), query


def _no_word(word: str) -> bool:
    """Whether what stands before a number is a game written wrongly, or a word that no rule has."""
    if reference(f"{word} 1.1") is not None:
        return False
    from difflib import get_close_matches  # few questions need it

    return bool(get_close_matches(word.lower(), book_ids(), 1, 0.7)) or not library().search(word, limit=1)


def hits(query: str, game: str, limit: int) -> list[Hit]:
    """The rules that answer, best first. Raises ``BadInput`` when there is none."""
    books = library()
    found = books.search(query, game, limit)
    if reference(query) is not None:
        named = [Hit(place.entry, 1.0) for place in books.places(query, game)]
        found = named + [hit for hit in found if hit.entry not in [n.entry for n in named]]
        if not found and (game or ":" in query):
            books.place(query, game)
    if not found:
        raise BadInput(f"no rule{f' of {game}' if game else ''} fits '{query}'")
    return found[:limit]


def contents_lines(game: str) -> list[str]:
    """The chapters of a book, and how to go on from there. Raises ``RuleNotFound``."""
    book = library().book(game)
    lines = [f"Rules of {book_title(book.game)}", f"stavka rules {book.game} NUMBER or WORDS shows one.", ""]
    for chapter, title in book.chapters.items():
        number = chapter if chapter[:1].isdigit() else ""
        lines.append(f"  {number:<4}{title:<42.42}  {_span(book.chapter(chapter))}".rstrip())
    return lines


def contents_json(game: str) -> str:
    """The chapters of a book as a JSON array, each with the ids of its entries."""
    book = library().book(game)
    found = [
        {"game": book.game, "chapter": chapter, "title": title, "ids": [entry.id for entry in book.chapter(chapter)]}
        for chapter, title in book.chapters.items()
    ]
    return json.dumps(found, ensure_ascii=False, indent=1)


def _span(entries: tuple[RuleEntry, ...]) -> str:
    """The ids of a chapter: its sections, and how many rulings follow."""
    ids = [entry.id for entry in entries if entry.kind != "ruling"]
    rulings = len(entries) - len(ids)
    told = [ids[0] if len(ids) == 1 else f"{ids[0]} to {ids[-1]}"] if ids else []
    told += [f"{rulings} ruling{'' if rulings == 1 else 's'}"] if rulings else []
    return ", ".join(told)


def rules_lines(query: str, game: str, limit: int, *, whole: bool = False) -> list[str]:
    """The best hit in full with its neighbours, the rest as a list; ``whole``: every hit in full."""
    found, books = hits(query, game, limit), library()
    if whole:
        return [line for hit in found for line in (*entry_lines(hit.entry, books), "")][:-1]
    lines = place_lines(_place(query, found[0].entry, books), books)
    if len(found) > 1:
        lines += ["", "Also:"]
        for hit in found[1:]:
            rows = paragraphs(hit.entry.title, " " * 18)
            lines += [f"  {hit.entry.full_id:<15} {rows[0].lstrip()}", *rows[1:]]
    return lines


def _place(query: str, entry: RuleEntry, books: Library) -> RulePlace:
    """The entry found, with the clause that was asked for."""
    asked = (place for place in books.places(query, entry.game) if place.entry == entry)
    return next(asked, RulePlace(entry))


def place_lines(place: RulePlace, books: Library) -> list[str]:
    """A rule for a terminal; a clause that was asked for stands first, the whole rule after it."""
    if (span := place.span) is None:
        return entry_lines(place.entry, books)
    text = " ".join(place.entry.text[slice(*span)].split())
    head = [f"{place.entry.game}:{place.id}  {place.entry.title}", *paragraphs(text), "", "The whole rule:", ""]
    return [*head, *entry_lines(place.entry, books)]


def charts_of(entry: RuleEntry) -> list[tuple[str, str]]:
    """Name and title of the charts that a rule names or that belong to it."""
    every = charts(entry.game)
    named = charts_named(entry.game, entry.text)
    own = [name for name, chart in every.items() if chart.rule == entry.full_id]
    return [(name, every[name].title) for name in dict.fromkeys((*named, *own))]


def remarks(entry: RuleEntry) -> list[str]:
    """Sentences below a text: what kind of rule it is, where the print says something else, when it matters."""
    print_ = f"Print: {entry.printed}" if entry.printed else ""
    when = f"When: {', '.join(entry.phases)}" if entry.phases else ""
    return [text for text in (print_, KINDS.get(entry.kind, ""), entry.why, when) if text]


def entry_lines(entry: RuleEntry, books: Library | None = None) -> list[str]:
    """A rule for a terminal: id and title, text, what it refers to, its neighbours, the same rule elsewhere."""
    lines = [f"{entry.full_id}  {entry.title}"]
    if entry.question:
        lines += paragraphs(f"Question: {entry.question}")
    lines += paragraphs(entry.text)
    for remark in remarks(entry):
        lines += paragraphs(f"[{remark.rstrip('.')}]")
    see = [place.id for place in books.book(entry.game).mentioned(entry)] if books else list(entry.see)
    if see:
        lines += paragraphs(f"See {', '.join(see)}")
    for name, title in charts_of(entry):
        lines += paragraphs(f"Chart {name}: {title}")
    if books is not None:
        book = books.book(entry.game)
        near = [f"{word} {e.id} {e.title}" for word, e in _around(book.previous(entry.id), book.next(entry.id))]
        lines += paragraphs(" · ".join(near)) if near else []
        lines += [line for page in book.overviews(entry) for line in paragraphs(f"{page.id} {page.title}")]
        alike = [f"{other.full_id} {other.title}" for other in books.alike(entry)]
        lines += paragraphs(f"In other games: {'; '.join(alike)}") if alike else []
    return lines


def _around(before: RuleEntry | None, after: RuleEntry | None) -> list[tuple[str, RuleEntry]]:
    return [(word, entry) for word, entry in (("before", before), ("after", after)) if entry is not None]


def rules_json(query: str, game: str, limit: int) -> str:
    """The hits as a JSON array, best first; an empty array when there is none."""
    try:
        found = hits(query, game, limit)
    except RuleNotFound:
        raise
    except BadInput:
        found = []
    return json.dumps([_plain(hit, query) for hit in found], ensure_ascii=False, indent=1)


def _plain(hit: Hit, query: str) -> dict[str, Any]:
    e, books = hit.entry, library()
    clause = _place(query, e, books)
    return {
        "id": e.full_id, "title": e.title, "text": e.text, "kind": e.kind, "score": hit.score,
        "see": [f"{e.game}:{id}" for id in e.see], "like": [other.full_id for other in library().alike(e)],
        "chapter": e.chapter, "phases": list(e.phases), "question": e.question or None, "why": e.why or None,
        "print": e.printed or None, "clause": e.text[slice(*clause.span)].strip() if clause.span else None,
        "charts": [name for name, _ in charts_of(e)],
    }  # fmt: skip
