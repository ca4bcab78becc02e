"""The hexes, hexsides and corners of a board whose sheets lie below each other on one frame.

A cell is (column, frame row). Hexes are flat-topped, odd columns lie half a hex lower. A side is the ordered pair of
its two cells. A corner (vertex) is known by the integer position of its point.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

from data.build.plane import Point

Cell = tuple[int, int]
Side = tuple[Cell, Cell]
Vertex = tuple[int, int]

COLUMN_STEP = math.sqrt(3) / 2
CORNER = 1 / math.sqrt(3)
CORNERS: tuple[Point, ...] = (
    (-CORNER / 2, -0.5),
    (CORNER / 2, -0.5),
    (CORNER, 0.0),
    (CORNER / 2, 0.5),
    (-CORNER / 2, 0.5),
    (-CORNER, 0.0),
)
BEYOND = 4
"""Hexes by which the lattice is extended on all sides, so that rivers and lines do not fray at the map edge."""


@dataclass(frozen=True)
class SheetRows:
    """A sheet: its letter, the frame row of its row 01 and how many rows carry its letter as their name."""

    letter: str
    first_row: int
    named_rows: int


def side_of(a: Cell, b: Cell) -> Side:
    """The hexside between two adjacent cells."""
    return (a, b) if a < b else (b, a)


def centre(cell: Cell) -> Point:
    """Middle of a hex in the hex plane."""
    return cell[0] * COLUMN_STEP, cell[1] + (0.5 if cell[0] % 2 else 0.0)


def around(cell: Cell) -> list[Cell]:
    """The six neighbours: north, north-east, south-east, south, south-west, north-west."""
    c, r = cell
    k = 1 if c % 2 else 0
    return [(c, r - 1), (c + 1, r + k - 1), (c + 1, r + k), (c, r + 1), (c - 1, r + k), (c - 1, r + k - 1)]


def distance(a: Cell, b: Cell) -> int:
    """Hexes between two cells."""
    columns = abs(a[0] - b[0])
    return round(columns + max(0.0, abs(centre(a)[1] - centre(b)[1]) - columns / 2))


def nearest(point: Point) -> Cell:
    """The cell whose middle is nearest to a point of the hex plane."""
    column = round(point[0] / COLUMN_STEP)
    cells = [
        (c, r + d)
        for c in (column - 1, column, column + 1)
        for r in [round(point[1] - (0.5 if c % 2 else 0.0))]
        for d in (-1, 0, 1)
    ]
    return min(cells, key=lambda cell: math.dist(centre(cell), point))


class Lattice:
    """All cells of a board, the extended ones around it, and their corners and sides.

    ``first`` is the cell of the north-west corner: its column and row carry the lowest numbers that the map prints.
    """

    def __init__(
        self, columns: int, rows: int, sheets: list[SheetRows], first: Cell = (1, 1), letter_last: bool = False
    ) -> None:
        self.columns, self.rows, self.sheets, self.first, self.letter_last = columns, rows, sheets, first, letter_last
        self.cells = {(first[0] + c, first[1] + r) for c in range(columns) for r in range(rows)}
        self.extended = self._grow()
        self.position: dict[Vertex, Point] = {}
        self.links: dict[Vertex, list[tuple[Vertex, Side]]] = defaultdict(list)
        self.ends: dict[Side, tuple[Vertex, Vertex]] = {}
        for cell in sorted(self.extended):
            self._add(cell)
        self._bins: dict[Cell, list[Vertex]] = defaultdict(list)
        for vertex, (u, v) in self.position.items():
            self._bins[math.floor(u), math.floor(v)].append(vertex)

    def _grow(self) -> set[Cell]:
        extended, front = set(self.cells), set(self.cells)
        for _ in range(BEYOND):
            front = {n for c in front for n in around(c)} - extended
            extended |= front
        return extended

    def _add(self, cell: Cell) -> None:
        corners = [self._vertex(cell, i) for i in range(6)]
        u, v = centre(cell)
        for i, vertex in enumerate(corners):
            self.position[vertex] = (u + CORNERS[i][0], v + CORNERS[i][1])
        for i, other in enumerate(around(cell)):
            side = side_of(cell, other)
            if other in self.extended and side not in self.ends:
                a, b = corners[i], corners[(i + 1) % 6]
                self.ends[side] = (a, b)
                self.links[a].append((b, side))
                self.links[b].append((a, side))

    @staticmethod
    def _vertex(cell: Cell, corner: int) -> Vertex:
        u, v = centre(cell)
        return round((u + CORNERS[corner][0]) / (CORNER / 2)), round((v + CORNERS[corner][1]) / 0.5)

    def near_vertices(self, point: Point, reach: float) -> list[tuple[Vertex, float]]:
        """Corners within reach of a point, each with its squared distance."""
        u, v = point
        found = []
        for i in range(math.floor(u - reach), math.floor(u + reach) + 1):
            for j in range(math.floor(v - reach), math.floor(v + reach) + 1):
                for vertex in self._bins.get((i, j), ()):
                    at = self.position[vertex]
                    d2 = (at[0] - u) ** 2 + (at[1] - v) ** 2
                    if d2 <= reach * reach:
                        found.append((vertex, d2))
        return found

    def side_between(self, a: Vertex, b: Vertex) -> Side:
        """The side that joins two neighbouring corners."""
        return next(side for other, side in self.links[a] if other == b)

    def label(self, cell: Cell) -> str:
        """Hex number of a cell, with the letter of the sheet that names it."""
        for sheet in self.sheets:
            row = cell[1] - self.first[1] - sheet.first_row + 1
            if 0 <= row < sheet.named_rows:
                number = f"{cell[0]:02d}{row + self.first[1]:02d}"
                return number + sheet.letter if self.letter_last else sheet.letter + number
        raise ValueError(f"cell {cell} lies off the board")

    def cell(self, label: str) -> Cell:
        """Cell of a hex number; any sheet that shows the hex may name it. Raises ValueError if there is none."""
        letter, number = (label[-1:], label[:-1]) if self.letter_last else (label[:1], label[1:])
        sheet = next((s for s in self.sheets if s.letter == letter), None)
        if sheet is None or len(number) != 4 or not number.isdigit():
            raise ValueError(f"no hex number: {label}")
        cell = int(number[:2]), int(number[2:]) + sheet.first_row - 1
        if cell not in self.cells:
            raise ValueError(f"hex off the board: {label}")
        return cell

    def side(self, text: str) -> Side:
        """Side written as two hex numbers with a slash. Raises ValueError if the hexes are not adjacent."""
        a, b = (self.cell(part) for part in text.split("/"))
        if b not in around(a):
            raise ValueError(f"hexes not adjacent: {text}")
        return side_of(a, b)

    def side_text(self, side: Side) -> str:
        """A side as two hex numbers with a slash."""
        return f"{self.label(side[0])}/{self.label(side[1])}"
