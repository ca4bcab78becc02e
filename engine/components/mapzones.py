"""Map files to named sets of hexes (zones) and to places beside the map (boxes)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.components.board import Board, Box, Zone
from engine.components.datafile import DataError
from engine.components.grid import Hex
from engine.components.mapfeatures import known

PICKS = ("columns", "owner", "from")


def add_zones(board: Board, table: Mapping[str, Any], name: str) -> None:
    """``[[zone]]`` and ``[[box]]``. Raises ``DataError``.

    A zone lists its ``hexes``, or picks them: ``columns = [23, 60]`` by printed numbers, ``owner = ["USSR"]`` by the
    first letters of the owner's name, ``from`` a hex to all land reached from it without crossing a side with one of
    the features ``without_crossing``. Picks narrow each other; listed hexes come in addition, those of ``but`` and of
    the zones ``outside`` do not.
    """
    for entry in table.get("zone", []):
        key = f"zone {entry['id']}"
        if entry["id"] in board.zones:
            raise DataError(name, key, "stands twice")
        hexes = _hexes(board, entry, name, key)
        words = {k: entry[k] for k in ("group", "rule", "note", "provenance") if k in entry}
        board.zones[entry["id"]] = Zone(entry["id"], entry["title"], hexes, **words, inside=frozenset(hexes))
    for entry in table.get("box", []):
        door = entry.get("entry", "")
        if entry["id"] in board.boxes or (door and door not in board.zones):
            raise DataError(name, f"box {entry['id']}", "stands twice or is entered by a zone that is not there")
        board.boxes[entry["id"]] = Box(entry["id"], entry["title"], entry.get("rule", ""), entry.get("note", ""), door)


def _hexes(board: Board, entry: Mapping[str, Any], name: str, key: str) -> tuple[Hex, ...]:
    """The listed hexes in their order, then the picked ones from west to east and north to south."""
    listed = [known(board, h, name, key) for h in entry.get("hexes", [])]
    left_out = {known(board, h, name, key) for h in entry.get("but", [])}
    for other in entry.get("outside", []):
        if other not in board.zones:
            raise DataError(name, key, f"there is no zone '{other}' before it")
        left_out |= board.zones[other].inside
    picked: set[Hex] = set()
    if any(pick in entry for pick in PICKS):
        picked = set(board.grid)
        if "columns" in entry:
            first, last = (int(n) for n in entry["columns"])
            inside = [first <= number <= last for number in board.column_numbers]
            picked = {h for h in picked if inside[board.grid.column(h)]}
        if "owner" in entry:
            starts = tuple(entry["owner"])
            picked = {h for h in picked if board.owner_names[board.owner[h]].startswith(starts)}
        if "from" in entry:
            picked &= _reached(board, known(board, entry["from"], name, key), entry["without_crossing"])
    found = dict.fromkeys(listed)
    found |= dict.fromkeys(sorted(picked, key=lambda h: (board.grid.column(h), h)))
    return tuple(h for h in found if h not in left_out)


def _reached(board: Board, start: Hex, fences: list[str]) -> set[Hex]:
    """All hexes of the country of land reached from one, never over a side with one of the features."""
    names = {word for word in board.terrain_names if word in ("lake", "sea", "off board")}
    found, front = {start}, [start]
    while front:
        here = front.pop()
        for n in board.grid.adjacent[here]:
            if n not in found and board.terrain_name(n) not in names and not any(board.has(f, here, n) for f in fences):
                found.add(n)
                front.append(n)
    return found
