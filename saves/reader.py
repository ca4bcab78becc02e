"""TOML from anywhere to plain values, with the doors shut that tomllib leaves open.

Its parser needs minutes and gigabytes for a 40 kB key of 20,000 dots, recurses on nested brackets, takes ``inf`` and
dates, and turns ``\\u001b`` into a real escape. So a text is looked over before it is parsed, and its values after.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from saves.errors import SaveError, unsafe
from saves.writer import INT_LIMIT

SIZE_LIMIT = 4_000_000
"""Bytes of a file that is read at all."""
LINE_LIMIT = 2_048
LINES = 100_000
DOTS = 8
ALL_DOTS = 2_000
"""Dots outside of texts in a file at most: a large save has a hundred, and each costs the parser dearly."""
DEPTH = 16
ITEMS = 200_000
"""Commas, equal signs and brackets in a file at most: a large campaign has 60,000."""
TEXT_IN = 2_000

_COLUMN = re.compile(r'^([a-z_]{1,60}) = (\[\n(?:[-0-9, \n]++|"[^"\\\n]*")*+)\]$', re.MULTILINE)
_HUGE = re.compile(r"\d{19}")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"?|\'[^\']*+\'?|#.*')
_BRACKETS = re.compile(r"[\[\]{}]")


def parse(data: bytes, path: Path | None = None) -> dict[str, Any]:
    """The table of a TOML text. Raises ``SaveError`` with the line for anything that a save cannot hold."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SaveError(path, "holds bytes that are no text", data.count(b"\n", 0, error.start) + 1) from None
    look_over(text, path)
    import tomllib  # a game begins without anything to read

    try:
        table = _columns_apart(text) or tomllib.loads(text, parse_float=_no_float)
    except SaveError:
        raise
    except Exception as error:  # tomllib raises RecursionError and plain ValueError besides its own
        found = re.search(r"at line (\d+)", str(error))
        reason = f"is not valid TOML ({str(error).split(' (at')[0] or type(error).__name__})"
        raise SaveError(path, reason, int(found.group(1)) if found else None) from None
    except MemoryError:
        raise SaveError(path, "needs more memory than there is") from None
    check_values(table, path)
    return table


def _columns_apart(text: str) -> dict[str, Any] | None:
    """What ``tomllib`` makes of the text, in a third of the time; None where something is not as our writer writes it.

    Most of a save are columns of numbers or plain words. They are valid JSON as well, which is read ten times as fast:
    TOML gets a number out of range in the place of each; what is wrong anywhere is left to be found by ``tomllib``.
    """
    columns: list[list[Any]] = []

    def take(found: re.Match[str]) -> str:
        columns.append(json.loads(found[2].rstrip(" \n").removesuffix(",") + "]"))
        return f"{found[1]} = {INT_LIMIT + len(columns) - 1}"

    import tomllib

    if _HUGE.search(text):
        return None
    try:
        table = tomllib.loads(_COLUMN.sub(take, text), parse_float=_no_float)
        put = _put_back(table, columns)
    except Exception:  # the other reader says what it is, and in which line
        return None
    return table if put == len(columns) else None


def _put_back(table: dict[str, Any], columns: list[list[Any]]) -> int:
    """Put the columns into a table, and the tables in it, in the place of their numbers; how many."""
    count = 0
    for name, item in table.items():
        if type(item) is int and item >= INT_LIMIT:
            table[name], count = columns[item - INT_LIMIT], count + 1
        elif isinstance(item, dict):
            count += _put_back(item, columns)
        elif isinstance(item, list) and item and isinstance(item[0], dict):
            count += sum(_put_back(inner, columns) for inner in item)
    return count


def look_over(text: str, path: Path | None) -> None:
    """Refuse, in one pass over the lines, what would be slow, deep or large to parse.

    Texts are reduced to ``""`` first, so a text over several lines shows as two such pairs side by side.
    """
    if len(text) > SIZE_LIMIT:
        raise SaveError(path, f"is larger than {SIZE_LIMIT:,} bytes")
    if text.count("\n") > LINES:
        raise SaveError(path, f"has more than {LINES:,} lines")
    depth = items = all_dots = 0
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LINE_LIMIT:
            raise SaveError(path, f"holds a line of {len(line):,} characters", number)
        bare = line
        if "#" in line:
            bare = _QUOTED.sub(_hollow, line)
        elif '"' in line or "'" in line:
            bare = _QUOTED.sub('""', line)
        if '""""' in bare:
            raise SaveError(path, "holds a text over several lines, which no save does", number)
        dots = bare.count(".")
        all_dots += dots
        if dots > DOTS or all_dots > ALL_DOTS:
            raise SaveError(path, "holds too many dotted keys", number)
        if "[" in bare or "]" in bare or "{" in bare or "}" in bare:
            for sign in _BRACKETS.findall(bare):
                depth, items = depth + 1 if sign in "[{" else max(0, depth - 1), items + 1
                if depth > DEPTH:
                    raise SaveError(path, "is nested too deeply", number)
        items += bare.count(",") + bare.count("=")
        if items > ITEMS:
            raise SaveError(path, "holds too many values", number)


def _hollow(match: re.Match[str]) -> str:
    word = match.group()
    return "" if word.startswith("#") else '""'


def _no_float(word: str) -> float:
    raise ValueError(f"'{word[:40]}' is no whole number")


def check_values(table: dict[str, Any], path: Path | None) -> None:
    """Refuse dates, huge numbers, control characters; the depth is bounded by ``look_over``."""
    waiting: list[Any] = [table]
    while waiting:
        item = waiting.pop()
        if isinstance(item, bool):
            continue
        if isinstance(item, int):
            if abs(item) >= INT_LIMIT:
                raise SaveError(path, "holds a number that is out of range")
        elif isinstance(item, str):
            _check_text(item, path)
        elif isinstance(item, list):
            if not _column(item):
                waiting.extend(item)
        elif isinstance(item, dict):
            for name in item:
                _check_text(name, path)
            waiting.extend(item.values())
        else:
            raise SaveError(path, f"holds a {type(item).__name__}, which no save does")


def _column(items: list[Any]) -> bool:
    """Whether a list is a column of numbers or words in which nothing can be wrong, as nearly all are."""
    kinds = set(map(type, items))
    if kinds == {int}:
        return bool(min(items) > -INT_LIMIT and max(items) < INT_LIMIT)
    return kinds == {str} and max(map(len, items)) <= TEXT_IN and unsafe("".join(items)) is None


def _check_text(text: str, path: Path | None) -> None:
    if len(text) > TEXT_IN:
        raise SaveError(path, "holds a text that is too long")
    if unsafe(text) and (found := unsafe(text.replace("\n", ""))):
        raise SaveError(path, f"holds the control character {found.group()}")
