"""Several records in one file of the cache, so that an answer parses those that it needs and no more.

First a check sum and the length of the index, then the index as JSON (by name, where a record begins, how long it is,
whether it is a list kept row by row), then the records as JSON, a row a line. A file that is damaged anywhere, or that
holds what moves a terminal's cursor, is not believed at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any
from zlib import adler32

from tui.words.cache import clean, keep_bytes, own_bytes

DIGITS = 10
"""Of each of the two numbers at the beginning."""


class Rows(Sequence[Any]):
    """The rows of a list, each parsed when it is asked for."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    @cached_property
    def _lines(self) -> list[bytes]:
        return self._data.split(b"\n") if self._data else []

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, number: Any) -> Any:
        """The row of this number, or those of a slice."""
        if isinstance(number, slice):
            return [json.loads(line) for line in self._lines[number]]
        return json.loads(self._lines[number])


class Pack(Mapping[str, Any]):
    """The records of a file, by name, new at every call; none where there is no such file that we have written."""

    def __init__(self, name: str, folder: Path | None = None) -> None:
        self._data = b""
        self._places: dict[str, tuple[int, int, bool]] = {}
        with suppress(OSError, ValueError, TypeError, AttributeError, RuntimeError, RecursionError):
            data = own_bytes(name, folder)
            if int(data[:DIGITS]) == adler32(data[DIGITS:]):
                begin = 2 * DIGITS + int(data[DIGITS : 2 * DIGITS])
                places = json.loads(clean(data)[2 * DIGITS : begin])
                self._places = {str(k): (begin + int(at), int(size), bool(r)) for k, (at, size, r) in places.items()}
                self._data = data

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def raw(self, key: str) -> bytes:
        """A record as it was written. Raises ``KeyError``."""
        start, length, _ = self._places[key]
        return self._data[start : start + length]

    def __getitem__(self, key: str) -> Any:
        """A record, a list of rows as ``Rows``. Raises ``ValueError`` for what is no JSON."""
        return Rows(self.raw(key)) if self._places[key][2] else json.loads(self.raw(key))


def written(record: object) -> bytes:
    """A record as it is kept. Raises ``TypeError`` or ``ValueError`` for what is no JSON, such as a date."""
    return json.dumps(record, separators=(",", ":"), allow_nan=False).encode("ascii")


def keep_records(name: str, records: Mapping[str, Any], folder: Path | None = None) -> None:
    """Keep records, lists row by row; nothing is lost where that is not possible."""
    rows = tuple(key for key, record in records.items() if isinstance(record, list))
    texts = {k: b"\n".join(map(written, r)) if isinstance(r, list) else written(r) for k, r in records.items()}
    keep_pack(name, texts, rows, folder)


def keep_pack(name: str, texts: Mapping[str, bytes], rows: Sequence[str] = (), folder: Path | None = None) -> None:
    """Keep records as ``written`` gave them; those named in ``rows`` have a row a line."""
    places, at = {}, 0
    for key, data in texts.items():
        places[key] = at, len(data), int(key in rows)
        at += len(data)
    index = written(places)
    body = b"".join((f"{len(index):0{DIGITS}d}".encode(), index, *texts.values()))
    keep_bytes(name, f"{adler32(body):0{DIGITS}d}".encode() + body, folder)
