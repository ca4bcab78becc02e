"""Data files as tables: ours as they are, a player's looked over, compared with ours and laid over them.

A player's file may hold anything. It is refused, with its path and key, before any builder sees it: when it would be
slow to parse, when it names something that ours does not have, and when a value is of another kind than ours.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.components.errors import DataError as DataError
from engine.components.fitting import fit
from engine.components.layover import Table as Table
from engine.components.layover import elsewhere, lay_over, merge
from engine.components.rulenumbers import RuleNumbers
from engine.components.shipped import data_of, shipped

LIMIT = 2_000_000
"""No data file of ours or of a player is larger, in bytes."""
LINE_LIMIT = 4_000
LINES = 30_000
DOTS = 8
DEPTH = 16
OVER = "over"
"""Names in one of our files the file within the folder of data that it is laid over: what editions of a game share."""
ELSEWHERE = "elsewhere"
"""Hexes of such a file, each with the one that takes its place in this edition."""
_QUOTED = r'"(?:[^"\\]|\\.)*+"?|\'[^\']*+\'?|#.*'


def read_table(game: str, name: str, overrides: Path | None = None) -> tuple[Table, bool]:
    """One data file of a game, merged with the player's file of the same name; whether there was one."""
    table = _ours(game, name)
    path = own_path(game, name, overrides)
    if path is None:
        return table, False
    text = _read(path)
    look_over(text, str(path))
    own = parse(text, str(path))
    fit(table, own, str(path))
    return merge(table, own), True


def _ours(game: str, name: str) -> Table:
    """One of our data files of a game, with what it shares with other editions."""
    text = data_of(game).joinpath(name).read_text("utf-8")
    table = parse_own(text, f"data/{game}/{name}")
    if OVER not in table:
        return table
    family, _, file = str(table[OVER]).partition("/")
    found: Table = marshal.loads(_laid(game, name, text, family, data_of(family).joinpath(file).read_text("utf-8")))
    return found


@lru_cache(maxsize=40)
def _laid(game: str, name: str, text: str, family: str, base: str) -> bytes:
    """The text of a file of ours laid over the one that it shares, once in a process."""
    own = parse_own(text, f"data/{game}/{name}")
    shared = parse_own(base, f"data/{own[OVER]}")
    moved = rule_numbers(game, family).throughout(elsewhere(shared, own.get(ELSEWHERE, {})))
    return marshal.dumps(lay_over(moved, {key: value for key, value in own.items() if key not in (OVER, ELSEWHERE)}))


@lru_cache(maxsize=8)
def rule_numbers(game: str, family: str) -> RuleNumbers:
    """Under which number a game prints the rules of its family, by ``numbers.toml``; the same without such a file."""
    own = game != family and data_of(game).joinpath("numbers.toml").is_file()
    return RuleNumbers(game, family, read_table(game, "numbers.toml")[0] if own else {})


def shipped_table(*place: str) -> Table:
    """One of the program's own tables, by its place in the folder of data."""
    return parse_own(shipped().joinpath(*place).read_text("utf-8"), "/".join(("data", *place)))


def need(table: Mapping[str, Any], key: str, kind: type[Any], name: str) -> Any:
    """A value that must be there, of this type. Raises ``DataError``."""
    if key not in table:
        raise DataError(name, key, "is missing")
    value = table[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise DataError(name, key, f"is {type(value).__name__}, not {kind.__name__}")
    return value


def own_of(game: str, overrides: Path | None) -> Path | None:
    """The player's folder where it holds anything of a game: without, its data are those of everybody."""
    return overrides if overrides is not None and (overrides / game).is_dir() else None


def own_path(game: str, name: str, overrides: Path | None) -> Path | None:
    """The player's file of this name, or ``None`` when there is none."""
    path = overrides / game / name if overrides else None
    return path if path is not None and path.is_file() else None


def own_names(game: str, scenario: str, overrides: Path | None) -> tuple[str, ...]:
    """The data files of a scenario that the player has overridden, in alphabetical order."""
    names = sorted(f.name for f in data_of(game).iterdir() if f.name.endswith(".toml"))
    return tuple(n for n in (*names, f"scenarios/{scenario}.toml") if own_path(game, n, overrides))


def strangers(game: str, overrides: Path | None) -> list[Path]:
    """What lies in the player's folder of a game and is laid over nothing: a misspelt name, a folder, a rule text."""
    if overrides is None:
        return []
    ours = data_of(game)
    names = {f.name for f in ours.iterdir() if f.name.endswith(".toml")}
    names |= {f"scenarios/{f.name}" for f in ours.joinpath("scenarios").iterdir() if f.name.endswith(".toml")}
    root = overrides / game
    try:
        found = sorted([*root.glob("*"), *root.glob("scenarios/*")])
        wanted = [p for p in found if p.relative_to(root).as_posix() not in names or not p.is_file()]
        return [p for p in wanted if p != root / "scenarios" or not p.is_dir()]
    except OSError:
        return []


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > LIMIT:
            raise DataError(str(path), "", "is larger than 2 MB")
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise DataError(str(path), "", "cannot be read (it holds bytes that are no text)") from None
    except OSError as error:
        raise DataError(str(path), "", f"cannot be read ({error.strerror or error})") from None


def look_over(text: str, name: str, lines: int = LINES) -> None:
    """Refuse what ``tomllib`` would need minutes or a deep stack for. Raises ``DataError`` with the line."""
    depth, quoted = 0, re.compile(_QUOTED)
    if text.count("\n") > lines:
        raise DataError(name, "", f"has more than {lines:,} lines")
    for number, line in enumerate(text.split("\n"), 1):
        bare = quoted.sub('""', line) if '"' in line or "'" in line or "#" in line else line
        if len(line) > LINE_LIMIT or bare.count(".") > DOTS:
            raise DataError(name, f"line {number}", "is too long or has too many dots")
        for sign in bare:
            if sign in "[{":
                depth += 1
            elif sign in "]}":
                depth = max(0, depth - 1)
            if depth > DEPTH:
                raise DataError(name, f"line {number}", "is not valid TOML for us: brackets are nested too deeply")


def parse(text: str, name: str) -> Table:
    """The table of a text that has been looked over. Raises ``DataError``."""
    try:
        return from_toml(text, name)
    except (RecursionError, ValueError) as error:
        raise DataError(name, "", f"is not valid TOML ({error})") from None


def from_toml(text: str, name: str) -> Table:
    """The table of a text, parsed. Raises ``tomllib.TOMLDecodeError``, a ``ValueError``."""
    # Imported only here: an answer from what was parsed before takes no longer than loading this.
    import tomllib

    return tomllib.loads(text)


def remembered(text: str, name: str) -> Table:
    """The same of a text of our own, which is parsed once in a process; each caller gets a table of his own."""
    found: Table = marshal.loads(_parsed(text))
    return found


@lru_cache(maxsize=300)
def _parsed(text: str) -> bytes:
    return marshal.dumps(from_toml(text, ""))  # our files hold no dates, which cannot be written so


class Own:
    """How the program's own files are parsed: a front end that may write files can keep what was parsed before."""

    def __init__(self, loads: Callable[[str, str], Table] = remembered) -> None:
        self.loads = loads


OWN = Own()


def parse_own(text: str, name: str) -> Table:
    """The table of one of the program's own files. Raises ``DataError``."""
    try:
        return OWN.loads(text, name)
    except (RecursionError, ValueError) as error:
        raise DataError(name, "", f"is not valid TOML ({error})") from None
