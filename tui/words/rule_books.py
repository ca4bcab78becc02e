"""The rule books, kept ready in the user's cache folder: reading five books of TOML takes longer than an answer may.

What is kept is thrown away when a rules file has changed.
"""

from __future__ import annotations

import contextlib
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.components.pieces import Pieces, whole
from tui.words.cache import keep, read
from tui.words.packed import Pack, keep_records

if TYPE_CHECKING:
    from engine.books.library import Library

NAME = "rules-5.pack"


class Shelf:
    """The rule books once they are at hand, and the reading of them as long as it goes on."""

    def __init__(self) -> None:
        self.books: Library | None = None
        self.reading: Pieces[None] | None = None

    def ready(self) -> bool:
        """Whether the books are at hand or in a good cache; else reading them takes a second or more."""
        from engine.books.library import Library

        with contextlib.suppress(ValueError):
            if self.books is None and (kept := Pack(NAME)):
                self.books = Library.from_record(kept)
        return self.books is not None

    def read(self) -> Pieces[None]:
        """Read the books from the data files a piece at a time; who left off goes on. Raises ``DataError``."""
        if self.reading is None:
            self.reading = self._read()
        return self.reading

    def _read(self) -> Pieces[None]:
        from engine.books.library import reading_library

        try:
            found = yield from reading_library()
            yield
            self.take(found)
        finally:
            self.reading = None

    def take(self, books: Library) -> None:
        """Have these books, and keep them for the next time."""
        keep_records(NAME, books.record())
        self.books = books


SHELF = Shelf()


def library() -> Library:
    """The rule books of all games, from the cache where it is good. Raises ``DataError``."""
    if not SHELF.ready():
        from engine.books.library import load_library

        if SHELF.reading is not None:
            whole(SHELF.reading)
        else:
            SHELF.take(load_library())
    assert SHELF.books is not None
    return SHELF.books


Naming = list[tuple[str, str, list[list[int]]]]
"""Id and title of rules, and the first and last turns they name."""


@lru_cache(maxsize=8)
def rules_naming_turns(game: str) -> Naming:
    """The rules of a game that name a turn in their text: kept by game, since the whole library takes long to read."""
    from engine.books.shelf import fingerprint

    name, mark = f"turns-{game}-1.json", fingerprint(game)
    record = read(name)
    with contextlib.suppress(KeyError, TypeError, ValueError):
        if record is not None and record["fingerprint"] == mark:
            return [(str(id), str(title), [[int(a), int(b)] for a, b in spans]) for id, title, spans in record["rules"]]
    found = _naming_turns(game)
    keep(name, {"fingerprint": mark, "rules": found})
    return found


def _naming_turns(game: str) -> Naming:
    from engine.books.rules import load_rules

    said = re.compile(
        r"\b(?:game )?turns?\s+(?:\d+,\s*)*(?:(?P<from>\d+)\s*(?:to|through|-|–|and)\s*)?(?P<to>\d+)\b", re.I
    )
    found = []
    for entry in load_rules(game).entries:
        spans = [[int(hit["from"] or hit["to"]), int(hit["to"])] for hit in said.finditer(entry.text)]
        if spans:
            found.append((entry.full_id, entry.title, spans))
    return found
