"""What a save of the present format may hold, key by key; columns of the state are checked by the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from saves.errors import SaveError

Table = dict[str, Any]
Test = Callable[[Any], bool]


def text(item: Any) -> bool:
    """A string."""
    return isinstance(item, str)


def number(item: Any) -> bool:
    """A whole number."""
    return type(item) is int


def count(item: Any) -> bool:
    """A whole number from 0."""
    return type(item) is int and 0 <= item < 2**40


def table(item: Any) -> bool:
    """A table."""
    return isinstance(item, dict)


def texts(item: Any) -> bool:
    """A list of strings."""
    return isinstance(item, list) and all(map(text, item))


def counts(item: Any) -> bool:
    """A list of whole numbers from 0."""
    return isinstance(item, list) and all(map(count, item))


def lists(item: Any) -> bool:
    """A table of lists of whole numbers from 0."""
    return isinstance(item, dict) and all(map(counts, item.values()))


def tables(item: Any) -> bool:
    """A list of tables."""
    return isinstance(item, list) and all(map(table, item))


def words(item: Any) -> bool:
    """A table of strings."""
    return isinstance(item, dict) and all(map(text, item.values()))


HEADER: dict[str, Test] = {
    "format": count,
    "program": text,
    "game": text,
    "scenario": text,
    "turn": number,
    "title": text,
    "label": text,
    "when": text,
    "generation": count,
    "seed": number,
    "queued_dice": counts,
    "record": count,
    "overrides": texts,
    "digest": text,
}
TABLES: dict[str, Test] = {"options": words, "meta": words, "snapshot": table, "history": table}
MORE: dict[str, Test] = {"log": tables, "counters": tables, "origin": table, "drawn": table}
EVENT: dict[str, Test] = {"kind": text, "text": text, "rule": text}
EVENT_MORE: dict[str, Test] = {
    "rolls": counts, "seen_by": text, "hexes": counts, "units": counts, "plain": text, "named": counts,
    "unseen": lists,
}  # fmt: skip


def fit(found: Table, needed: Mapping[str, Test], more: Mapping[str, Test], what: str, path: Path | None) -> None:
    """Refuse a table unless it has all of ``needed``, perhaps some of ``more``, nothing else, and fitting values."""
    for name in needed:
        if name not in found:
            raise SaveError(path, f"is incomplete: '{name}' is missing in {what}")
    for name, item in found.items():
        test = needed.get(name) or more.get(name)
        if test is None:
            raise SaveError(path, f"is damaged: nothing called '{name}' belongs in {what}")
        if not test(item):
            raise SaveError(path, f"is damaged: '{name}' in {what} holds what it cannot hold")


def check_document(document: Table, path: Path | None) -> None:
    """Refuse a parsed save that does not have the form of the present format."""
    fit(document, {**HEADER, **TABLES}, MORE, "it", path)
    fit(document.get("drawn", {"lines": []}), {"lines": texts}, {}, "the drawn map", path)
    fit(document["history"], {"lines": texts}, {}, "the history", path)
    for event in document.get("log", []):
        fit(event, EVENT, EVENT_MORE, "an event of the log", path)
    if document["turn"] != document["snapshot"].get("turn"):
        raise SaveError(path, "is damaged: its header names another turn than its snapshot")
