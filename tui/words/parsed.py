"""Our own data files as they were parsed before, kept in the cache folder: TOML takes ten times as long as JSON.

A table is known by check sums and length of its text, so that another text is parsed anew. What is believed of a cache
and how it is written is said in ``cache``. One file for each folder of data; new tables are written at the end.
"""

from __future__ import annotations

import atexit
from contextlib import suppress
from pathlib import Path
from typing import Any
from zlib import adler32, crc32

from engine.components import datafile
from tui.words.cache import cache_folder
from tui.words.packed import Pack, keep_pack, written

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
        self._place = place or cache_folder()
        self._folders: dict[str, Pack] = {}
        """Per folder of data what the cache has: tables by the mark of their text."""
        self._asked: dict[str, dict[str, bytes]] = {}
        self._new: set[str] = set()

    def table(self, text: str, name: str) -> Table:
        """The table of a text; ``name`` is such as ``data/ava/map.toml``. Raises what ``tomllib`` does."""
        folder, key = name.split("/")[1], mark(text)
        if folder not in self._folders:
            self._folders[folder] = Pack(_file(folder), self._place)
            self._asked[folder] = {}
        kept = self._folders[folder]
        with suppress(KeyError, ValueError, RecursionError):
            found = kept[key]
            if isinstance(found, dict):
                self._asked[folder][key] = kept.raw(key)
                return found
        table = datafile.from_toml(text, name)
        with suppress(TypeError, ValueError):  # a date is no JSON
            self._asked[folder][key] = written(table)
            self._new.add(folder)
        return table

    def keep(self) -> None:
        """Write what the cache lacked."""
        for folder in sorted(self._new):
            asked, kept = self._asked[folder], self._folders[folder]
            others = {key: kept.raw(key) for key in kept if key not in asked}
            keep_pack(_file(folder), dict([*asked.items(), *others.items()][:MOST]), folder=self._place)
        self._new.clear()


def _file(folder: str) -> str:
    return f"data-{folder}-2.pack"


def use() -> Parsed | None:
    """From now on our own data files come from the cache where it has them; what it lacks is written at the end.

    None where it was in use already, or where there is no place for a cache.
    """
    if datafile.OWN.loads is datafile.remembered:
        with suppress(RuntimeError):  # no home, no cache
            parsed = Parsed()
            datafile.OWN.loads = parsed.table
            atexit.register(parsed.keep)
            return parsed
    return None
