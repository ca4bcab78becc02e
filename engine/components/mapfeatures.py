"""Map files to what lies on hexes and sides: single hexes, rivers, roads and like lines, groups of sides, places.

``[river_class]`` names the classes of the rivers and the feature that their sides get: ``minor = "minor river"``.
``[[line_kind]]`` names the lines of the map: ``id``, by which they stand in the file, ``net`` (road or rail), ``rule``,
``bridges``, the features of sides that they cross by a bridge, and ``bridge``, what such a side is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from engine.components.board import BRIDGE, NETS, Board, LineKind, Place
from engine.components.datafile import DataError, Table
from engine.components.grid import Hex, Side

OWN = ("provenance", "source", "note", "rule", "grid", "sheet", "legend", "terrain", "owner_legend", "owner", "hex",
       "river_class", "river", "line_kind", "start_line", "barred", "side_group", "places", "supply", "zone", "box",
       "fix")  # fmt: skip
"""Keys of a map file that are no kind of line."""
OPPOSITE = 3, 4, 5, 0, 1, 2
"""The direction back, for each direction."""


def add_single_hexes(board: Board, table: Mapping[str, Any], name: str) -> None:
    """``[hex]`` mends single hexes: ``S2817 = "marsh"``."""
    for text, word in table.get("hex", {}).items():
        h = known(board, text, name, "hex")
        if word not in board.terrain_names:
            raise DataError(name, f"hex.{text}", f"'{word}' is no terrain of the legend")
        board.terrain[h] = board.terrain_names.index(word)


def add_lines(board: Board, table: Mapping[str, Any], name: str) -> None:
    """Rivers, roads and like lines with the bridges that follow from them, named groups of sides."""
    classes = table.get("river_class", {})
    for river in table.get("river", []):
        if river["class"] not in classes:
            words = ", ".join(classes) or "no classes at all"
            raise DataError(name, f"river {river['name']}", f"'{river['class']}' is none of {words}")
        both = _both_sides(board, river["sides"], name, f"river {river['name']}")
        _flag(board, classes[river["class"]], both)
        board.river_names.update(dict.fromkeys(both, river["name"]))
    for entry in table.get("line_kind", []):
        kind = _line_kind(board, entry, classes, name)
        board.line_kinds[kind.id] = kind
        for line in table.get(kind.id, []):
            _chains(board, kind, line, name)
    if unknown := [key for key in table if key not in OWN and key not in board.line_kinds]:
        raise DataError(name, unknown[0], "is neither a part of a map file nor a kind of line of this map")
    for key, feature in (("barred", "barred"), ("start_line", "start line")):
        _flag(board, feature, _both_sides(board, table.get(key, {}).get("sides", []), name, key))
    for group in table.get("side_group", []):
        board.side_titles[group["id"]] = group["title"]
        _flag(board, group["id"], _both_sides(board, group["sides"], name, f"side_group {group['id']}"))


def _both_sides(board: Board, texts: Iterable[str], name: str, key: str) -> list[Side]:
    """The sides written so, each as both of its hexes see it. Raises ``DataError``."""
    index, around, found = board.index, board.grid.neighbours, list[Side]()
    for text in texts:
        a, _, b = text.partition("/")
        try:
            first, second = index[a], index[b]
            direction = around[first].index(second)
        except (KeyError, ValueError):
            raise _no_side(board, text, name, key) from None
        found += (first * 6 + direction, second * 6 + OPPOSITE[direction])
    return found


def _flag(board: Board, feature: str, sides: list[Side]) -> None:
    """Give sides a feature; one that no side has stays unknown to the map."""
    if sides:
        flags = board.side(feature)
        for side in sides:
            flags[side] = 1


def _line_kind(board: Board, entry: Table, classes: Mapping[str, str], name: str) -> LineKind:
    where = f"line_kind {entry['id']}"
    if entry["id"] in (*OWN, *board.line_kinds) or entry["net"] not in NETS:
        raise DataError(name, where, f"stands twice, means something else, or is of no net ({' or '.join(NETS)})")
    if unknown := [feature for feature in entry.get("bridges", []) if feature not in classes.values()]:
        raise DataError(name, where, f"no class of river is called '{unknown[0]}'")
    bridges = tuple(entry.get("bridges", ()))
    return LineKind(entry["id"], entry["net"], entry.get("rule", ""), bridges, entry.get("bridge", BRIDGE))


def _chains(board: Board, kind: LineKind, line: Mapping[str, Any], name: str) -> None:
    rivers, around = [board.side(feature) for feature in kind.bridges], board.grid.neighbours
    index, flags = board.index, board.side(kind.id)
    found = list(board.chains.get(kind.id, ()))
    for chain in line["chains"]:
        words = chain.split()
        hexes = tuple([index[h] if h in index else known(board, h, name, kind.id) for h in words])
        try:
            ways = [*map(tuple.index, map(around.__getitem__, hexes), hexes[1:])]
        except ValueError:
            a, b = next((a, b) for a, b in pairwise(hexes) if b not in around[a])
            gap = f"{board.labels[a]} and {board.labels[b]} do not touch"
            raise DataError(name, f"{kind.id} {line.get('name', '')}", gap) from None
        for a, b, direction in zip(hexes, hexes[1:], ways, strict=False):
            side = a * 6 + direction
            flags[side] = flags[b * 6 + OPPOSITE[direction]] = 1
            for river in rivers:
                if river[side]:
                    board.set_side(kind.bridge, side)
        found.append(hexes)
    board.chains[kind.id] = tuple(found)


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
    around = board.grid.neighbours[first]
    if second not in around:
        raise _no_side(board, text, name, key)
    return first * 6 + around.index(second)


def _no_side(board: Board, text: str, name: str, key: str) -> DataError:
    """What is wrong with a side that is none. Raises ``DataError`` itself for a hex that there is not."""
    for word in (text.partition("/")[0], text.partition("/")[2]):
        known(board, word, name, key)
    return DataError(name, key, f"{text}: the hexes do not touch")
