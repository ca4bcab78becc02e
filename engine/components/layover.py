"""Tables laid over each other: a player's own over ours, an edition's over what it shares with others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Table = dict[str, Any]
Rows = list[Any]
Join = Callable[[str, Rows, Rows], Rows]
"""What becomes of two lists that have no columns, by their key."""


def merge(base: Table, own: Table) -> Table:
    """A player's table laid over ours: tables merge key by key, rows with columns by their first cell, formations by
    their id; anything else replaces ours."""
    return _over(base, own, lambda key, old, new: _named(old, new) if key == "formation" else new)


def lay_over(base: Table, own: Table) -> Table:
    """A file of an edition laid over the one that the editions share: tables merge key by key, rows with columns by
    their first cell, lists of tables follow each other; anything else replaces what is shared."""
    return _over(base, own, lambda key, old, new: [*old, *new] if _tables(old) and _tables(new) else new)


def _over(base: Table, own: Table, join: Join) -> Table:
    result = dict(base)
    for key, value in own.items():
        old = result.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            result[key] = _over(old, value, join)
        elif isinstance(old, list) and isinstance(value, list):
            result[key] = _by_first_cell(old, value) if key == "rows" else join(key, old, value)
        else:
            result[key] = value
    return result


def _by_first_cell(old: Rows, new: Rows) -> Rows:
    if not all(isinstance(r, list) and r for r in (*old, *new)):
        return new
    if len({str(r[0]) for r in old}) < len(old):
        return new  # a printed grid whose first cells repeat, such as a results table: replaced whole
    named = {str(r[0]): r for r in new}
    rows = [named.pop(str(r[0]), r) for r in old]
    return rows + list(named.values())


def _named(old: Rows, new: Rows) -> Rows:
    named = {str(t.get("id")): t for t in new}
    tables = [merge(t, named.pop(str(t.get("id")), {})) for t in old]
    return tables + list(named.values())


def _tables(values: Rows) -> bool:
    return bool(values) and all(isinstance(item, dict) for item in values)


def elsewhere(value: Any, moved: Mapping[str, str]) -> Any:
    """A table, or a value in one, with the hexes of an edition in place of those that it does not have."""
    if not moved:
        return value
    if isinstance(value, dict):
        return {moved.get(key, key): elsewhere(item, moved) for key, item in value.items()}
    if isinstance(value, list):
        return [elsewhere(item, moved) for item in value]
    return moved.get(value, value) if isinstance(value, str) else value
