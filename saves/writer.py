"""Plain values to TOML that a person can read: one key a line, long arrays wrapped, tables after the values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from saves.errors import show, unsafe

WIDTH = 116
"""Columns of an array line at most; a single long text may be wider."""
INT_LIMIT = 2**63
TEXT_LIMIT = 1500
"""Characters of one text at most, quoted; the reader refuses lines of more than ``reader.LINE_LIMIT``."""
KEY_LIMIT = 100

_ROW = re.compile(f".{{1,{WIDTH - 4}}}, ")
"""As many words as a line holds, each with its comma: what the loop over words makes, many times as fast."""
_BARE = re.compile(r"[A-Za-z0-9_-]{1,60}")
_ESCAPED = re.compile('["\\\\\n]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n"}


class Unwritable(ValueError):
    """A value that no save may hold."""


def quote(text: str) -> str:
    """A TOML string. Raises ``Unwritable`` for one that the reader would refuse."""
    if unsafe(text) and (found := unsafe(text.replace("\n", ""))):
        raise Unwritable(f"a text holds the control character {show(found.group())}")
    word = '"' + _ESCAPED.sub(lambda m: _ESCAPES[m.group()], text) + '"'
    if len(word) > TEXT_LIMIT:
        raise Unwritable(f"a text of {len(text)} characters is too long")
    return word


def key(name: str) -> str:
    """A TOML key, quoted where necessary. Raises ``Unwritable`` for a long one."""
    if len(name) > KEY_LIMIT:
        raise Unwritable(f"a name of {len(name)} characters is too long")
    return name if _BARE.fullmatch(name) else quote(name)


def value(item: Any) -> str:
    """An int, bool or string, or a flat list of these, on one line. Raises ``Unwritable`` for anything else."""
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, int):
        if abs(item) >= INT_LIMIT:
            raise Unwritable("a number is out of range")
        return str(item)
    if isinstance(item, str):
        return quote(item)
    if isinstance(item, list | tuple):
        return "[" + ", ".join(value(v) for v in item) + "]"
    raise Unwritable(f"a value of type {type(item).__name__} cannot be saved")


def array(name: str, items: Sequence[Any], *, one_a_line: bool = False) -> list[str]:
    """``name = [...]`` on one line if it fits, otherwise wrapped and indented."""
    numbers = set(map(type, items)) == {int} and min(items) > -INT_LIMIT and max(items) < INT_LIMIT
    words = list(map(str, items)) if numbers else _plain(items) or [value(v) for v in items]
    joined = ", ".join(words)
    line = f"{key(name)} = [{joined}]"
    if len(line) <= WIDTH and not (one_a_line and words):
        return [line]
    lines, width = [f"{key(name)} = ["], 2
    if not one_a_line and (numbers or _apart(words, joined)):
        return [*lines, *(f"  {row[:-1]}" for row in _ROW.findall(f"{joined}, ")), "]"]
    row: list[str] = []
    for word in words:
        if row and (one_a_line or width + len(word) + 2 > WIDTH):
            lines.append("  " + " ".join(row))
            row, width = [], 2
        row.append(word + ",")
        width += len(word) + 2
    if row:
        lines.append("  " + " ".join(row))
    return [*lines, "]"]


def _apart(words: Sequence[str], joined: str) -> bool:
    """Whether the commas between the words are the only ones with a space after them, and no word fills a line."""
    return joined.count(", ") == len(words) - 1 and max(map(len, words)) <= WIDTH - 4


def _plain(items: Sequence[Any]) -> list[str]:
    """The words of a column in which nothing is to be escaped; empty for any other."""
    if set(map(type, items)) != {str} or max(map(len, items)) + 2 > TEXT_LIMIT:
        return []
    whole = "".join(items)
    return [] if unsafe(whole) or _ESCAPED.search(whole) else [f'"{item}"' for item in items]


def body(table: Mapping[str, Any], path: str = "") -> list[str]:
    """The lines of a table: its plain values, then its tables and lists of tables, each under its own heading."""
    lines: list[str] = []
    later: list[tuple[str, Any]] = []
    for name, item in table.items():
        if isinstance(item, Mapping) or _is_tables(item):
            later.append((name, item))
        elif isinstance(item, list | tuple):
            lines += array(name, item)
        else:
            lines.append(f"{key(name)} = {value(item)}")
    for name, item in later:
        inner = f"{path}.{key(name)}" if path else key(name)
        for part in [item] if isinstance(item, Mapping) else item:
            heading = f"[{inner}]" if isinstance(item, Mapping) else f"[[{inner}]]"
            lines += ["", heading, *body(part, inner)]
    return lines


def _is_tables(item: Any) -> bool:
    return isinstance(item, list) and bool(item) and isinstance(item[0], Mapping)
