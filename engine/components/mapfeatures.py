"""Map files to what lies on hexes and sides: single hexes, rivers, roads, named groups of sides, places."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from engine.components.board import BRIDGE, Board, Place
from engine.components.datafile import DataError, Table
from engine.components.grid import Hex

RIVERS = {"river": "river", "minor": "minor river", "major": "major river"}
"""Class of a river in the file to the feature of its sides."""
LINES = ("road", "railroad", "highway")


def add_single_hexes(board: Board, table: Mapping[str, Any], name: str) -> None:
    """``[hex]`` mends single hexes: ``S2817 = "marsh"``."""
    for text, word in table.get("hex", {}).items():
        h = known(board, text, name, "hex")
        if word not in board.terrain_names:
            raise DataError(name, f"hex.{text}", f"'{word}' is no terrain of the legend")
        board.terrain[h] = board.terrain_names.index(word)


def add_lines(board: Board, table: Mapping[str, Any], name: str) -> None:
    """Rivers, roads and like lines, named groups of sides, and the bridges that follow from them."""
    for river in table.get("river", []):
        if river["class"] not in RIVERS:
            words = ", ".join(RIVERS)
            raise DataError(name, f"river {river['name']}", f"'{river['class']}' is none of {words}")
        for text in river["sides"]:
            side = known_side(board, text, name, f"river {river['name']}")
            board.set_side(RIVERS[river["class"]], side)
            board.river_names[side] = river["name"]
            board.river_names[board.grid.mirror(side)] = river["name"]
    for kind in LINES:
        for line in table.get(kind, []):
            _chains(board, kind, line, name)
    for key, feature in (("barred", "barred"), ("start_line", "start line")):
        for text in table.get(key, {}).get("sides", []):
            board.set_side(feature, known_side(board, text, name, key))
    for group in table.get("side_group", []):
        board.side_titles[group["id"]] = group["title"]
        for text in group["sides"]:
            board.set_side(group["id"], known_side(board, text, name, f"side_group {group['id']}"))
    _bridges(board)


def _chains(board: Board, kind: str, line: Mapping[str, Any], name: str) -> None:
    for chain in line["chains"]:
        hexes = tuple(known(board, h, name, kind) for h in chain.split())
        for a, b in pairwise(hexes):
            if b not in board.grid.adjacent[a]:
                gap = f"{board.labels[a]} and {board.labels[b]} do not touch"
                raise DataError(name, f"{kind} {line.get('name', '')}", gap)
            board.set_side(kind, board.grid.between(a, b))
        board.chains[kind] = (*board.chains.get(kind, ()), hexes)


def _bridges(board: Board) -> None:
    """ava:2.1: roads and railroads make the bridges of a minor or major river, nothing else does."""
    flags = [board.side(feature) for feature in ("minor river", "major river", "road", "railroad")]
    for side, (minor, major, road, railroad) in enumerate(zip(*flags, strict=True)):
        if (minor or major) and (road or railroad):
            board.set_side(BRIDGE, side)


def add_places(board: Board, table: Mapping[str, Any], name: str) -> None:
    """``[places]``: name, hexes and size, and where a map has them value, marks and note."""
    places = []
    for row in records(table.get("places", {}), name, "places"):
        key = f"place {row['name']}"
        hexes = tuple(known(board, h, name, key) for h in row["hexes"])
        value = row.get("value", 0)
        if type(value) is not int or not 0 <= value <= 99:
            raise DataError(name, key, f"value {value!r} is not a number from 0 to 99")
        place = Place(row["name"], hexes, row["size"], row.get("note", ""), value, tuple(row.get("marks", ())))
        places.append(place)
        board.place_at.update(dict.fromkeys(hexes, place))
    board.places = tuple(places)


# ---------------------------------------------------------------------- small helpers
def records(table: Mapping[str, Any], name: str, key: str) -> list[Table]:
    """The rows of a ``columns``/``rows`` table as tables. Raises ``DataError`` for a row of the wrong length."""
    columns = table.get("columns", [])
    found = []
    for row in table.get("rows", []):
        if len(row) != len(columns):
            raise DataError(name, key, f"row {row[:1]} has {len(row)} cells, not {len(columns)}")
        found.append(dict(zip(columns, row, strict=True)))
    return found


def known(board: Board, text: Any, name: str, key: str) -> Hex:
    """The hex with this label. Raises ``DataError``."""
    h = board.index.get(text) if isinstance(text, str) else None
    if h is None:
        raise DataError(name, key, f"there is no hex '{text}'")
    return h


def known_side(board: Board, text: str, name: str, key: str) -> int:
    """The side written ``S0927/S0828``. Raises ``DataError``."""
    a, _, b = text.partition("/")
    first, second = known(board, a, name, key), known(board, b, name, key)
    if second not in board.grid.adjacent[first]:
        raise DataError(name, key, f"{text}: the hexes do not touch")
    return board.grid.between(first, second)
