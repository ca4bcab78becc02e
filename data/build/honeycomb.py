"""A plane of hexes, flat-topped or pointed: where each one lies, what lies around it, and how far two are apart.

A cell is (column, row); columns grow to the east, rows to the south. One unit of the plane is a hex from side to side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from data.build.plane import Point

Cell = tuple[int, int]

STEP = math.sqrt(3) / 2
"""From the middle of a column (flat tops) or row (pointed tops) to the next."""
CORNER = 1 / math.sqrt(3)
"""From the middle of a hex to its corners."""
FLAT_CORNERS: tuple[Point, ...] = (
    (-CORNER / 2, -0.5),
    (CORNER / 2, -0.5),
    (CORNER, 0.0),
    (CORNER / 2, 0.5),
    (-CORNER / 2, 0.5),
    (-CORNER, 0.0),
)
POINTED_CORNERS: tuple[Point, ...] = (
    (0.0, -CORNER),
    (0.5, -CORNER / 2),
    (0.5, CORNER / 2),
    (0.0, CORNER),
    (-0.5, CORNER / 2),
    (-0.5, -CORNER / 2),
)


@dataclass(frozen=True)
class Honeycomb:
    """The hexes of a plane. ``odd_shifted``: odd columns sit half a hex lower (flat tops), odd rows half a hex farther
    east (pointed tops); otherwise the even ones do."""

    flat: bool = True
    odd_shifted: bool = True

    def shifted(self, index: int) -> bool:
        """Whether a column (flat tops) or row (pointed tops) sits half a hex on."""
        return (index % 2 == 1) == self.odd_shifted

    def centre(self, cell: Cell) -> Point:
        """Middle of a hex in the plane."""
        c, r = cell
        if self.flat:
            return c * STEP, r + (0.5 if self.shifted(c) else 0.0)
        return c + (0.5 if self.shifted(r) else 0.0), r * STEP

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners of a hex, seen from its middle; side n of ``around`` runs from corner n to the next."""
        return FLAT_CORNERS if self.flat else POINTED_CORNERS

    def around(self, cell: Cell) -> list[Cell]:
        """The six neighbours clockwise: from the north on flat tops, from the north-east on pointed ones."""
        c, r = cell
        if self.flat:
            k = 1 if self.shifted(c) else 0
            return [(c, r - 1), (c + 1, r + k - 1), (c + 1, r + k), (c, r + 1), (c - 1, r + k), (c - 1, r + k - 1)]
        k = 1 if self.shifted(r) else 0
        return [(c + k, r - 1), (c + 1, r), (c + k, r + 1), (c + k - 1, r + 1), (c - 1, r), (c + k - 1, r - 1)]

    def distance(self, a: Cell, b: Cell) -> int:
        """Hexes between two cells."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        lines, along = (abs(a[0] - b[0]), abs(ay - by)) if self.flat else (abs(a[1] - b[1]), abs(ax - bx))
        return round(lines + max(0.0, along - lines / 2))

    def nearest(self, point: Point) -> Cell:
        """The cell whose middle is nearest to a point of the plane."""
        across, along = point if self.flat else point[::-1]
        line = round(across / STEP)
        cells = [
            (n, base + d) if self.flat else (base + d, n)
            for n in (line - 1, line, line + 1)
            for base in [round(along - (0.5 if self.shifted(n) else 0.0))]
            for d in (-1, 0, 1)
        ]
        return min(cells, key=lambda cell: math.dist(self.centre(cell), point))

    def vertex(self, cell: Cell, corner: int) -> tuple[int, int]:
        """A corner of a hex by the integer position of its point: the same for the three hexes that meet there."""
        u, v = self.centre(cell)
        x, y = self.corners[corner]
        fine = (CORNER / 2, 0.5) if self.flat else (0.5, CORNER / 2)
        return round((u + x) / fine[0]), round((v + y) / fine[1])
