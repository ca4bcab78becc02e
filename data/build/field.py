"""Which hexes of the frame are part of the board: the others are written as blanks."""

from __future__ import annotations

from data.build.coast import OFF_BOARD
from data.build.draft import Settings
from data.build.honeycomb import Cell
from data.build.lattice import Lattice
from data.build.regions import soviet


def cut_field(lattice: Lattice, terrain: dict[Cell, str], owner: dict[Cell, str], numbers: Settings) -> None:
    """Cut the field by what the settings hold: a ``strip`` beyond the Soviet border, pieces of sheets, or the highest
    column of a row."""
    if "strip" in numbers:
        _cut_to_strip(lattice, terrain, owner, numbers)
    for piece in numbers.get("cut", []):
        _cut_piece(lattice, terrain, owner, piece)
    highest = numbers.get("highest_column", {})
    for cell in lattice.cells if highest else ():
        _, column, row = lattice.numbers.parts(lattice.label(cell))
        if column > highest.get(f"{row:02d}", column):
            terrain[cell] = OFF_BOARD
            owner.pop(cell, None)


def _cut_piece(lattice: Lattice, terrain: dict[Cell, str], owner: dict[Cell, str], piece: Settings) -> None:
    """Off the board are the hexes of a rectangle of one sheet: from ``first`` in its north-west to ``last``."""
    (west, north), (east, south) = (lattice.cell(piece[key]) for key in ("first", "last"))
    for column in range(west, east + 1):
        for row in range(north, south + 1):
            terrain[column, row] = OFF_BOARD
            owner.pop((column, row), None)


def _cut_to_strip(lattice: Lattice, terrain: dict[Cell, str], owner: dict[Cell, str], numbers: Settings) -> None:
    """Off the board is all foreign land but the strip, and all water farther than ``shore`` hexes from what is left.

    Land of the strip takes the country that it stands under, the hexes of ``soviet`` become Soviet.
    """
    strip = {lattice.cell(h): country for country, hexes in numbers["strip"].items() for h in hexes}
    owner.update(strip)
    owner.update(
        {lattice.cell(h): numbers["soviet_country"] for h in numbers["soviet"] if not soviet(owner[lattice.cell(h)])}
    )
    land = {c for c in lattice.cells if c in strip or (c in owner and soviet(owner[c]))}
    near, front = set(land), set(land)
    for _ in range(numbers["shore"]):
        front = {n for c in front for n in lattice.around(c) if n in lattice.cells} - near
        near |= front
    for cell in lattice.cells:
        if cell not in near or (cell in owner and cell not in land):
            terrain[cell] = OFF_BOARD
            owner.pop(cell, None)
