"""The hexes, hexsides and corners of a board whose sheets lie below or beside each other on one frame.

A side is the ordered pair of its two cells. A corner (vertex) is known by the integer position of its point. On a board
whose columns are counted from the east, a cell has the negative of the printed column: cells always grow eastward.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

from data.build.honeycomb import Cell, Honeycomb
from data.build.plane import Point
from engine.components.mapnumbers import Numbering

Side = tuple[Cell, Cell]
Vertex = tuple[int, int]

BEYOND = 4
"""Hexes by which the lattice is extended on all sides, so that rivers and lines do not fray at the map edge."""


@dataclass(frozen=True)
class Panel:
    """A sheet: its letter, the frame row and column of its first hex, counted from one, how many rows carry its letter
    as their name, and its columns (0 for all of the frame)."""

    letter: str
    first_row: int
    named_rows: int
    first_column: int = 1
    columns: int = 0


def side_of(a: Cell, b: Cell) -> Side:
    """The hexside between two adjacent cells."""
    return (a, b) if a < b else (b, a)


class Lattice:
    """All cells of a board, the extended ones around it, and their corners and sides."""

    def __init__(
        self,
        columns: int,
        rows: int,
        panels: list[Panel],
        numbers: Numbering | None = None,
        comb: Honeycomb | None = None,
    ) -> None:
        self.columns, self.rows, self.panels = columns, rows, panels
        self.numbers, self.comb = numbers or Numbering(), comb or Honeycomb()
        self.centre, self.around = self.comb.centre, self.comb.around
        self.distance, self.nearest = self.comb.distance, self.comb.nearest
        first = self.numbers.first_column
        self.west = -(first + columns - 1) if self.numbers.from_east else first
        self.north = self.numbers.first_row
        self.cells = {(self.west + c, self.north + r) for c in range(columns) for r in range(rows)}
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
            front = {n for c in front for n in self.around(c)} - extended
            extended |= front
        return extended

    def _add(self, cell: Cell) -> None:
        corners = [self.comb.vertex(cell, i) for i in range(6)]
        for vertex, point in zip(corners, self.corners(cell), strict=True):
            self.position[vertex] = point
        for i, other in enumerate(self.around(cell)):
            side = side_of(cell, other)
            if other in self.extended and side not in self.ends:
                a, b = corners[i], corners[(i + 1) % 6]
                self.ends[side] = (a, b)
                self.links[a].append((b, side))
                self.links[b].append((a, side))

    def corners(self, cell: Cell) -> list[Point]:
        """The six corner points of a hex."""
        u, v = self.centre(cell)
        return [(u + x, v + y) for x, y in self.comb.corners]

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

    # ------------------------------------------------------------------ printed numbers
    def across(self, panel: Panel) -> range:
        """The columns of cells that a sheet shows, from west to east."""
        west = self.west + panel.first_column - 1
        return range(west, west + (panel.columns or self.columns))

    def column_number(self, panel: Panel, column: int) -> int:
        """The number that a sheet prints on a column of cells."""
        across = self.across(panel)
        return self.numbers.column(column - across.start, len(across))

    def label(self, cell: Cell) -> str:
        """Hex number of a cell, with the letter of the sheet that names it."""
        for panel in self.panels:
            row = cell[1] - self.north - panel.first_row + 1
            if 0 <= row < panel.named_rows and cell[0] in self.across(panel):
                return self.numbers.label(panel.letter, self.column_number(panel, cell[0]), row + self.north)
        raise ValueError(f"cell {cell} lies off the board")

    def cell(self, label: str) -> Cell:
        """Cell of a hex number; any sheet that shows the hex may name it. Raises ValueError if there is none."""
        letter, column, row = self.numbers.parts(label)
        panel = next((p for p in self.panels if p.letter == letter or not letter), None)
        if panel is None:
            raise ValueError(f"no hex number: {label}")
        place = column - self.numbers.first_column
        across = self.across(panel)
        cell = (across[-1] - place if self.numbers.from_east else across.start + place), row + panel.first_row - 1
        if cell not in self.cells or cell[0] not in across:
            raise ValueError(f"hex off the board: {label}")
        return cell

    def side(self, text: str) -> Side:
        """Side written as two hex numbers with a slash. Raises ValueError if the hexes are not adjacent."""
        a, b = (self.cell(part) for part in text.split("/"))
        if b not in self.around(a):
            raise ValueError(f"hexes not adjacent: {text}")
        return side_of(a, b)

    def side_text(self, side: Side) -> str:
        """A side as two hex numbers with a slash."""
        return f"{self.label(side[0])}/{self.label(side[1])}"
