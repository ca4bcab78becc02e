"""All rule books, kept ready in the user's cache folder: reading five books of TOML takes longer than an answer may.

The cache is thrown away when a rules file has changed, and nothing is lost when there is no place for one.
"""

from __future__ import annotations

import contextlib
import json
import os
from functools import lru_cache
from pathlib import Path

from engine.books.library import Library, load_library

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
    try:
        path = cache_folder() / NAME
        if path.stat().st_size <= LIMIT:
            return Library.from_record(json.loads(path.read_bytes()))
    except (OSError, ValueError, RuntimeError, RecursionError):
        pass
    found = load_library()
    with contextlib.suppress(OSError, RuntimeError):
        _write(cache_folder() / NAME, json.dumps(found.record(), separators=(",", ":")))
    return found


def _write(path: Path, text: str) -> None:
    """Whole or not at all: two programs may write at the same time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    other = path.with_name(f"{path.name}.{os.getpid()}")
    other.write_text(text, "utf-8")
    os.replace(other, path)
