"""Whether a player's table fits ours: it names nothing that ours lacks, and its values are of the same kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.components.errors import DataError
from engine.components.layover import Table

WORDS = ("provenance", "source", "note", "rule", "name")
"""Keys that only tell something, such as where a value comes from: any table may have them, none needs them."""
OPEN = ("hex", "legend", "owner_legend", "setup", "place")
"""Tables to which any key may be added, such as a hex or a unit; whoever reads them checks every entry."""
OPTIONAL: Table = {
    "hex": {}, "barred": {}, "start_line": {}, "supply": {}, "places": {}, "river": [],
}  # fmt: skip
"""Tables of a map that ours may lack, with an empty value of their kind."""
OURS = ("column", "line_kind", "river_class")
"""Tables that say what the rules read: no player's file changes them."""
KINDS = {bool: "true or false", int: "a whole number", str: "a text", list: "a list", dict: "a table"}


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
