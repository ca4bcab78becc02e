"""Data files as tables: ours as they are, a player's looked over, compared with ours and laid over them.

A player's file may hold anything. It is refused, with its path and key, before any builder sees it: when it would be
slow to parse, when it names something that ours does not have, and when a value is of another kind than ours.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.components.rulenumbers import RuleNumbers
from engine.components.shipped import data_of, shipped

Table = dict[str, Any]
LIMIT = 2_000_000
"""No data file of ours or of a player is larger, in bytes."""
LINE_LIMIT = 4_000
LINES = 30_000
DOTS = 8
DEPTH = 16
WORDS = ("provenance", "source", "note", "rule", "name")
"""Keys that only tell something, such as where a value comes from: any table may have them, none needs them."""
OPEN = ("hex", "legend", "owner_legend", "setup", "place")
"""Tables to which any key may be added, such as a hex or a unit; whoever reads them checks every entry."""
OPTIONAL: Table = {
    "hex": {}, "barred": {}, "start_line": {}, "supply": {}, "places": {}, "river": [],
}  # fmt: skip
"""Tables of a map that ours may lack, with an empty value of their kind."""
OVER = "over"
"""Names in one of our files the file within the folder of data that it is laid over: what editions of a game share."""
ELSEWHERE = "elsewhere"
"""Hexes of such a file, each with the one that takes its place in this edition."""
OURS = ("column", "line_kind", "river_class")
"""Tables that say what the rules read: no player's file changes them."""
KINDS = {bool: "true or false", int: "a whole number", str: "a text", list: "a list", dict: "a table"}

_QUOTED = r'"(?:[^"\\]|\\.)*+"?|\'[^\']*+\'?|#.*'


class DataError(ValueError):
    """A data file that cannot be used: which file, which key, what is wrong."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        super().__init__(f"{file}: {key}: {problem}" if key else f"{file}: {problem}")
        self.file, self.key, self.problem = file, key, problem


# ---------------------------------------------------------------------- reading
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
    moved = rule_numbers(game, family).throughout(_moved(shared, own.get(ELSEWHERE, {})))
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


@lru_cache(maxsize=100)
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


# ---------------------------------------------------------------------- comparing
def fit(base: Table, own: Table, name: str, path: str = "", columns: Sequence[Any] = ()) -> None:
    """Refuse what ours has no place for. ``columns`` names the cells of its rows. Raises ``DataError`` with the key."""
    columns = base.get("columns", columns)
    # Whoever brings columns and rows of his own replaces a whole grid; its builder counts the cells.
    whole = "columns" in own and "rows" in own
    for key, value in own.items():
        where = f"{path}.{key}" if path else key
        if key not in base:
            optional = OPTIONAL | {kind["id"]: [] for kind in base.get("line_kind", [])}
            if not path and key in optional:
                _same_kind(optional[key], value, name, where)
            elif key not in WORDS and path.rpartition(".")[2] not in OPEN:
                raise DataError(name, where, f"there is nothing of this name in ours{_near(key, base)}")
            continue
        if key in OURS:
            raise DataError(name, where, "says what the rules read; it cannot be changed")
        old = base[key]
        _same_kind(old, value, name, where)
        if isinstance(old, dict):
            fit(old, value, name, where, columns)
        elif key == "rows" and isinstance(old, list) and old and isinstance(old[0], list):
            if not whole:
                _fit_rows(old, value, name, where, columns)
        elif isinstance(old, list):
            _fit_list(old, value, name, where, columns)


def _near(key: str, base: Table) -> str:
    from difflib import get_close_matches

    found = get_close_matches(key, list(base), 1)
    return f"; there is '{found[0]}'" if found else ""


def _same_kind(old: Any, value: Any, name: str, where: str) -> None:
    if type(old) is not type(value):
        words = KINDS.get(type(old), type(old).__name__)
        raise DataError(name, where, f"needs {words}, not {KINDS.get(type(value), type(value).__name__)}")


def _fit_rows(old: list[Any], new: list[Any], name: str, where: str, columns: Sequence[Any]) -> None:
    """Every row is as long as ours, and every cell of a kind that this column has."""
    widths = {len(row) for row in old}
    for row in new:
        if not isinstance(row, list) or not row:
            raise DataError(name, where, "needs rows in brackets")
        if len(widths) == 1 and len(row) not in widths:
            raise DataError(name, where, f"row {row[:1]} has {len(row)} cells, not {min(widths)}")
        for place, cell in enumerate(row):
            kinds = {type(r[place]) for r in old if len(r) > place}
            if kinds and type(cell) not in kinds:
                words = " or ".join(sorted(KINDS.get(k, k.__name__) for k in kinds))
                column = columns[place] if place < len(columns) else f"cell {place + 1}"
                raise DataError(name, f"{row[0]}.{column}", f"is {cell!r}, not {words}")


def _fit_list(old: list[Any], new: list[Any], name: str, where: str, columns: Sequence[Any]) -> None:
    """Items are of the kinds that ours have; tables have no keys that none of ours has, and lack none that all have."""
    kinds = {type(item) for item in old}
    tables = [item for item in old if isinstance(item, dict)]
    joint: Table = {}
    for table in reversed(tables):
        joint.update(table)
    named = {str(table["id"]): table for table in tables if "id" in table}
    ids = list(named)
    merged = where.split(".")[-1] == "formation"
    for number, item in enumerate(new, 1):
        if kinds and type(item) not in kinds:
            words = " or ".join(sorted(KINDS.get(k, k.__name__) for k in kinds))
            raise DataError(name, where, f"item {number} is {item!r}, not {words}")
        if not isinstance(item, dict) or not tables:
            continue
        label = f"{where} '{item['id']}'" if "id" in item else f"{where} {number}"
        fit({**joint, **named.get(str(item.get("id")), {})}, item, name, label, columns)
        if merged and str(item.get("id")) in ids:
            continue  # laid over ours of the same id
        for key in joint:
            if key not in (*item, *WORDS) and all(key in table for table in tables):
                raise DataError(name, label, f"'{key}' is missing")
    given = {str(item.get("id")) for item in new if isinstance(item, dict)}
    if not merged and (lost := [id for id in ids if id not in given]):
        raise DataError(name, where, f"'{lost[0]}' is missing; this list replaces ours whole")


# ---------------------------------------------------------------------- laying over
def merge(base: Table, own: Table) -> Table:
    """A player's table laid over ours: tables merge key by key, rows with columns merge by their first cell."""
    result = dict(base)
    for key, value in own.items():
        old = result.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            result[key] = merge(old, value)
        elif key == "rows" and isinstance(old, list) and isinstance(value, list):
            result[key] = _merge_rows(old, value)
        elif key == "formation" and isinstance(old, list) and isinstance(value, list):
            result[key] = _merge_named(old, value)
        else:
            result[key] = value
    return result


def lay_over(base: Table, own: Table) -> Table:
    """A file of an edition laid over the one that the editions share: tables merge key by key, rows with columns by
    their first cell, lists of tables follow each other; anything else replaces what is shared."""
    result = dict(base)
    for key, value in own.items():
        old = result.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            result[key] = lay_over(old, value)
        elif key == "rows" and isinstance(old, list) and isinstance(value, list):
            result[key] = _merge_rows(old, value)
        elif isinstance(old, list) and isinstance(value, list) and _tables(old) and _tables(value):
            result[key] = [*old, *value]
        else:
            result[key] = value
    return result


def _tables(values: list[Any]) -> bool:
    return bool(values) and all(isinstance(item, dict) for item in values)


def _moved(value: Any, elsewhere: Mapping[str, str]) -> Any:
    """A table, or a value in one, with the hexes of an edition in place of those that it does not have."""
    if not elsewhere:
        return value
    if isinstance(value, dict):
        return {elsewhere.get(key, key): _moved(item, elsewhere) for key, item in value.items()}
    if isinstance(value, list):
        return [_moved(item, elsewhere) for item in value]
    return elsewhere.get(value, value) if isinstance(value, str) else value


def _merge_rows(old: list[Any], new: list[Any]) -> list[Any]:
    if not all(isinstance(r, list) and r for r in (*old, *new)):
        return new
    if len({str(r[0]) for r in old}) < len(old):
        return new  # a printed grid whose first cells repeat, such as a results table: replaced whole
    named = {str(r[0]): r for r in new}
    rows = [named.pop(str(r[0]), r) for r in old]
    return rows + list(named.values())


def _merge_named(old: list[Any], new: list[Any]) -> list[Any]:
    named = {str(t.get("id")): t for t in new}
    tables = [merge(t, named.pop(str(t.get("id")), {})) for t in old]
    return tables + list(named.values())
