"""A small made-up board of pointed hexes: rows 10-14 from the north, columns 02-07 from the east, a cut corner."""

from __future__ import annotations

from typing import Any

from engine.components.board import Board
from engine.components.load import build_board

ROWS = {"10": "  ff..", "11": " .f...", "12": "...m..", "13": "...mm.", "14": "~~...."}
"""Terrain from west (column 07) to east (column 02)."""
TABLE: dict[str, Any] = {
    "grid": {
        "shape": "pointed", "odd": "left", "columns": 6, "rows": 5, "first_column": 2, "first_row": 10, "label": "RRCC",
        "columns_from": "east",
    },
    "sheet": [{"id": "B", "title": "Both", "first_row": 1, "rows": 5}],
    "legend": {".": "plains", "f": "light woods", "m": "marsh", "~": "sea", " ": "off board"}, "terrain": ROWS,
    "owner_legend": {".": "nobody", "f": "nobody", "m": "nobody", "~": "nobody", " ": "nobody"}, "owner": ROWS,
    "river_class": {"major": "major river"},
    "line_kind": [{"id": "road", "net": "road", "bridges": ["major river"]}],
    "river": [{"name": "Neva", "class": "major", "sides": [
        "1105/1005", "1105/1104", "1104/1205", "1204/1205", "1205/1304", "1305/1304", "1304/1405"]}],
    "road": [{"name": "Ring", "chains": ["1105 1104 1103 1203 1204 1304 1305"]}],
    "places": {
        "columns": ["name", "hexes", "size"],
        "rows": [["Riga", ["1103"], "city"], ["Smolensk", ["1305"], "major city"]],
    },
}  # fmt: skip


def pointed_board() -> Board:
    """The board."""
    return build_board(TABLE)


def in_play(board: Board) -> frozenset[int]:
    """All hexes but those of the cut corner."""
    return frozenset(h for h in board.grid if board.terrain_name(h) != "off board")
