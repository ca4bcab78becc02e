"""Rules as plain text or JSON, for a shell."""

from __future__ import annotations

import json
import re
from difflib import get_close_matches
from typing import Any

from engine.books.library import Hit, Library
from engine.books.rules import RuleEntry, RuleNotFound
from engine.components.errors import BadInput
from tui.words.cache import library as library
from tui.words.page import paragraphs

KINDS = {
    "code": "",
    "data": "a value or table",
    "note": "definition or advice",
    "ruling": "our ruling on unclear text",
}
"""What is said of the kind of an entry."""
_NUMBER = re.compile(r"§?\s*(?:[a-z0-9]+:)?(?:\d+(?:\.\d+)*(?:\([0-9a-z]+\))*|[rR]\d+|TEC|CRT|tec|crt)[.,;:]?")


def question(words: list[str], game: str, every: bool) -> tuple[str, str]:
    """Game and query of a command line: ``efs2 11.37``, ``14.14`` with ``--game pm``, words over all games."""
    from engine.books.library import book_ids

    if game and game.lower() not in book_ids():
        raise BadInput(f"there is no game '{game}'; there is: {', '.join(book_ids())}")
    if not game and len(words) > 1 and words[0].lower().rstrip(":") in book_ids():
        game, words = words[0].lower().rstrip(":"), words[1:]
    elif not game and len(words) == 2 and _NUMBER.fullmatch(words[1]) and _no_word(words[0]):
        raise BadInput(f"there is no game '{words[0]}'; there is: {', '.join(book_ids())}")
    query = " ".join(words)[:200].strip()
    if not query:
        raise BadInput("say words or a number, such as: stavka rules retreat, or stavka rules efs2 11.37")
    return ("" if every else game.lower()), query


def _no_word(word: str) -> bool:
    """Whether what stands before a number is a game written wrongly, or a word that no rule has."""
    from engine.books.library import book_ids

    return bool(get_close_matches(word.lower(), book_ids(), 1, 0.7)) or not library().search(word, limit=1)


def hits(query: str, game: str, limit: int) -> list[Hit]:
    """The rules that answer, best first. Raises ``BadInput`` when there is none."""
    books = library()
    if _NUMBER.fullmatch(query):
        named = [books.find(query, game)] if game or ":" in query else books.holders(query)
        near = [hit for hit in books.search(query, game, limit) if hit.entry not in named]
        found = [Hit(entry, 1.0) for entry in named] + near
    else:
        found = books.search(query, game, limit)
    if not found:
        raise BadInput(f"no rule{f' of {game}' if game else ''} fits '{query}'")
    return found[:limit]


def rules_lines(query: str, game: str, limit: int, *, whole: bool = False) -> list[str]:
    """The best hit in full with its neighbours, the rest as a list; ``whole``: every hit in full."""
    found, books = hits(query, game, limit), library()
    if whole:
        return [line for hit in found for line in (*entry_lines(hit.entry, books), "")][:-1]
    lines = entry_lines(found[0].entry, books)
    if len(found) > 1:
        lines += ["", "Also:"]
        lines += [f"  {hit.entry.full_id:<15} {hit.entry.title}" for hit in found[1:]]
    return lines


def entry_lines(entry: RuleEntry, books: Library | None = None) -> list[str]:
    """A rule for a terminal: id and title, text, what it refers to, its neighbours, the same rule elsewhere."""
    lines = [f"{entry.full_id}  {entry.title}"]
    if entry.question:
        lines += paragraphs(f"Question: {entry.question}")
    lines += paragraphs(entry.text)
    if KINDS.get(entry.kind):
        lines += paragraphs(f"[{KINDS[entry.kind]}]")
    if entry.see:
        lines += paragraphs(f"See {', '.join(entry.see)}")
    if books is not None:
        book = books.book(entry.game)
        near = [f"{word} {e.id} {e.title}" for word, e in _around(book.previous(entry.id), book.next(entry.id))]
        lines += paragraphs(" · ".join(near)) if near else []
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
    return json.dumps([_plain(hit) for hit in found], ensure_ascii=False, indent=1)


def _plain(hit: Hit) -> dict[str, Any]:
    e = hit.entry
    return {
        "id": e.full_id, "title": e.title, "text": e.text, "kind": e.kind, "score": hit.score,
        "see": [f"{e.game}:{id}" for id in e.see], "like": [other.full_id for other in library().alike(e)],
        "chapter": e.chapter, "phases": list(e.phases), "question": e.question or None, "why": e.why or None,
    }  # fmt: skip
