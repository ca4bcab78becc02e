"""What is kept ready in the user's cache folder: reading five books of TOML takes longer than an answer may.

The cache is thrown away when a rules file has changed, and nothing is lost when there is no place for one.
"""

from __future__ import annotations

import contextlib
import json
import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.books.library import Library

NAME = "rules-4.json"
LIMIT = 30_000_000
"""No cache of ours is larger, in bytes."""


def cache_folder() -> Path:
    """Where the cache lies: STAVKA_CACHE, else this user's cache folder."""
    chosen = os.environ.get("STAVKA_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("stavka"))


@lru_cache(maxsize=1)
def library() -> Library:
    """The rule books of all games, from the cache where it is good. Raises ``DataError``."""
    from engine.books.library import Library, load_library

    record = _read(NAME)
    with contextlib.suppress(ValueError):
        if record is not None:
            return Library.from_record(record)
    found = load_library()
    _keep(NAME, found.record())
    return found


Naming = list[tuple[str, str, list[list[int]]]]
"""Id and title of rules, and the first and last turns they name."""


@lru_cache(maxsize=8)
def rules_naming_turns(game: str) -> Naming:
    """The rules of a game that name a turn in their text: kept by game, since the whole library takes long to read."""
    from engine.books.shelf import fingerprint

    name, mark = f"turns-{game}-1.json", fingerprint(game)
    record = _read(name)
    with contextlib.suppress(KeyError, TypeError, ValueError):
        if record is not None and record["fingerprint"] == mark:
            return [(str(id), str(title), [[int(a), int(b)] for a, b in spans]) for id, title, spans in record["rules"]]
    found = _naming_turns(game)
    _keep(name, {"fingerprint": mark, "rules": found})
    return found


def _naming_turns(game: str) -> Naming:
    import re

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


def _read(name: str) -> Any:
    """What was kept under a name; None where there is nothing that can be read."""
    with contextlib.suppress(OSError, ValueError, RuntimeError, RecursionError):
        path = cache_folder() / name
        if path.stat().st_size <= LIMIT:
            return json.loads(path.read_bytes())
    return None


def _keep(name: str, record: object) -> None:
    with contextlib.suppress(OSError, RuntimeError):
        _write(cache_folder() / name, json.dumps(record, separators=(",", ":")))


def _write(path: Path, text: str) -> None:
    """Whole or not at all: two programs may write at the same time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    other = path.with_name(f"{path.name}.{os.getpid()}")
    other.write_text(text, "utf-8")
    os.replace(other, path)
