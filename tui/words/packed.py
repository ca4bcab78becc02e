"""Several records in one file of the cache, so that an answer reads those that it needs and no more.

First the length of the index, then the index as JSON (by name, where a record begins and how long it is), then the
records as JSON. All of it is ASCII; each part is looked over when it is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from tui.words.cache import clean, keep_bytes, own_bytes

DIGITS = 10
"""Of the length at the beginning."""


class Pack:
    """The records of a file, by name; none where there is no such file that we have written."""

    def __init__(self, name: str, folder: Path | None = None) -> None:
        self._data = b""
        self._places: dict[str, tuple[int, int]] = {}
        with suppress(OSError, ValueError, TypeError, AttributeError, RuntimeError, RecursionError):
            data = own_bytes(name, folder)
            size = DIGITS + int(data[:DIGITS])
            places = json.loads(clean(data[DIGITS:size]))
            self._places = {str(key): (size + int(at), int(length)) for key, (at, length) in places.items()}
            self._data = data

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def raw(self, key: str) -> bytes:
        """A record as it was written. Raises ``KeyError``."""
        start, length = self._places[key]
        return self._data[start : start + length]

    def record(self, key: str) -> Any:
        """A record, new at every call. Raises ``KeyError`` where there is none, ``ValueError`` where it is damaged."""
        return json.loads(clean(self.raw(key)))


def written(record: object) -> bytes:
    """A record as it is kept. Raises ``TypeError`` or ``ValueError`` for what is no JSON, such as a date."""
    return json.dumps(record, separators=(",", ":"), allow_nan=False).encode("ascii")


def keep_pack(name: str, records: Mapping[str, bytes], folder: Path | None = None) -> None:
    """Keep records as ``written`` gave them; nothing is lost where that is not possible."""
    places, at = {}, 0
    for key, data in records.items():
        places[key] = at, len(data)
        at += len(data)
    index = written(places)
    keep_bytes(name, b"".join((f"{len(index):0{DIGITS}d}".encode(), index, *records.values())), folder)
