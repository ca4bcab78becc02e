"""Our own data files as they were parsed before, kept in the cache folder: TOML takes ten times as long as JSON.

A table is known by check sums and length of its text, so that another text is parsed anew. What is believed of a cache
and how it is written is said in ``cache``. One file for each folder of data; new tables are written at the end.
"""

from __future__ import annotations

import atexit
import json
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any
from zlib import adler32, crc32

from engine.components import datafile
from tui.words import cache

MOST = 60
"""Tables kept of one folder; those that are asked for stay."""
Table = dict[str, Any]


def mark(text: str) -> str:
    """What tells a text from others. Nobody gains by a collision: only its owner can write to the cache."""
    data = text.encode()
    return f"{crc32(data):08x}{adler32(data):08x}{len(data)}"


class Parsed:
    """Reads tables from the cache, and remembers those that it lacked."""

    def __init__(self, place: Path | None = None) -> None:
        self._place = place or cache.cache_folder()
        self._folders: dict[str, dict[str, str]] = {}
        """Per folder of data what the cache has: tables as JSON by the mark of their text."""
        self._asked: dict[str, dict[str, str]] = {}
        self._new: set[str] = set()

    def table(self, text: str, name: str) -> Table:
        """The table of a text; ``name`` is such as ``data/ava/map.toml``. Raises what ``tomllib`` does."""
        folder, key = name.split("/")[1], mark(text)
        if folder not in self._folders:
            self._folders[folder] = self._read(folder)
            self._asked[folder] = {}
        kept = self._folders[folder].get(key)
        with suppress(ValueError, TypeError, RecursionError):
            found = json.loads(kept or "")
            if isinstance(found, dict):
                self._asked[folder][key] = kept or ""
                return found
        table = tomllib.loads(text)
        with suppress(TypeError, ValueError):  # a date is no JSON
            self._asked[folder][key] = json.dumps(table, separators=(",", ":"), allow_nan=False)
            self._new.add(folder)
        return table

    def _read(self, folder: str) -> dict[str, str]:
        found = cache.read(f"data-{folder}-1.json", self._place)
        return found if isinstance(found, dict) and all(isinstance(v, str) for v in found.values()) else {}

    def keep(self) -> None:
        """Write what the cache lacked."""
        for folder in sorted(self._new):
            tables = self._asked[folder] | self._folders[folder]  # those asked for come first
            cache.keep(f"data-{folder}-1.json", dict(list(tables.items())[:MOST]), self._place)
        self._new.clear()


def use() -> Parsed | None:
    """From now on our own data files come from the cache where it has them; what it lacks is written at the end.

    None where it was in use already, or where there is no place for a cache.
    """
    if datafile.OWN.loads is datafile.from_toml:
        with suppress(RuntimeError):  # no home, no cache
            parsed = Parsed()
            datafile.OWN.loads = parsed.table
            atexit.register(parsed.keep)
            return parsed
    return None
