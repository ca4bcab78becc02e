"""The rule books, kept ready in the user's cache folder: reading five books of TOML takes longer than an answer may.

What is kept is thrown away when a rules file has changed.
"""

from __future__ import annotations

import contextlib
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tui.words.cache import cache_folder, keep, read
from tui.words.packed import Pack, keep_records

if TYPE_CHECKING:
    from engine.books.library import Library

NAME = "rules-5.pack"


@lru_cache(maxsize=1)
def library() -> Library:
    """The rule books of all games, from the cache where it is good. Raises ``DataError``."""
    from engine.books.library import Library, load_library

    with contextlib.suppress(ValueError):
        if kept := Pack(NAME):
            return Library.from_record(kept)
    found = load_library()
    keep_records(NAME, found.record())
    return found


def ready() -> bool:
    """Whether the rule books are at hand; else they are read from the data files, which takes a second or more."""
    with contextlib.suppress(OSError, RuntimeError):
        return library.cache_info().currsize > 0 or (cache_folder() / NAME).is_file()
    return False


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
