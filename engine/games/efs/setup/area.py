"""The part of the map that a scenario is played on."""

from __future__ import annotations

from engine.components.errors import BadInput
from engine.components.grid import Hex
from engine.components.load import DataError, GameData


def area(data: GameData) -> frozenset[Hex]:
    """The hexes in play: between the north-west and the south-east corner of ``area``, or the whole map.

    Raises ``DataError`` for corners that are no hexes of the map.
    """
    corners = data.scenario.get("area")
    if corners is None:
        return data.in_play
    grid, file = data.board.grid, f"scenarios/{data.scenario.get('id', '')}.toml"
    try:
        first, last = (data.board.find(str(label)) for label in corners)
    except (BadInput, ValueError) as error:
        raise DataError(file, "area", str(error)) from None
    memo, key = data.board.memo, (area, first, last, data.in_play)
    if key not in memo:
        west, east, north, south = grid.column(first), grid.column(last), grid.row(first), grid.row(last)
        inside = {grid.at(column, row) for column in range(west, east + 1) for row in range(north, south + 1)}
        memo[key] = data.in_play & inside
    found: frozenset[Hex] = memo[key]
    return found
