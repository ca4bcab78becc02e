"""Hex arithmetic on integers: neighbours, sides, distance, rings and lines.

A hex is ``row * columns + column``; a side is ``hex * 6 + direction``. Directions run clockwise from the top:
N NE SE S SW NW where hexes are flat-topped, NE E SE SW W NW where they are pointed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

Hex = int
Side = int
Unit = int

FLAT = ("N", "NE", "SE", "S", "SW", "NW")
POINTY = ("NE", "E", "SE", "SW", "W", "NW")
OFF = -1
"""What ``neighbours`` holds where the grid ends."""


class Grid:
    """A rectangle of hexes.

    ``flat``: hexes have flat tops and stand in columns; otherwise they are pointed and lie in rows. ``odd_shifted``:
    the odd columns (or rows), counted from one as printed, sit half a hex lower (or farther right); otherwise the
    even ones do. Only a map's own numbering decides this.
    """

    def __init__(self, columns: int, rows: int, *, flat: bool = True, odd_shifted: bool = True) -> None:
        if columns < 1 or rows < 1:
            raise ValueError(f"a grid needs at least one hex, not {columns} x {rows}")
        self.columns = columns
        self.rows = rows
        self.flat = flat
        self.odd_shifted = odd_shifted
        self.size = columns * rows
        self.directions: tuple[str, ...] = FLAT if flat else POINTY

    def at(self, column: int, row: int) -> Hex:
        """The hex in this column and row, both counted from zero; ``OFF`` outside the grid."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return OFF

    def column(self, h: Hex) -> int:
        """Column of a hex, from zero."""
        return h % self.columns

    def row(self, h: Hex) -> int:
        """Row of a hex, from zero."""
        return h // self.columns

    def shifted(self, index: int) -> bool:
        """Whether the column (flat) or row (pointed) with this zero-based index sits half a hex on."""
        return (index % 2 == 0) == self.odd_shifted

    @cached_property
    def neighbours(self) -> tuple[tuple[Hex, ...], ...]:
        """For every hex its six neighbours in the order of ``directions``; ``OFF`` where there is none."""
        if min(self.columns, self.rows) < 4:
            return tuple(map(self._around, range(self.size)))
        return tuple(self._mostly_inner())

    def _mostly_inner(self) -> list[tuple[Hex, ...]]:
        """Neighbours of all hexes; those of one inside the grid differ from it as those of the next but one do."""
        columns, rows = self.columns, self.rows
        away = [[(n - h) for n in self._around(h)] for h in (columns + 1, columns + 2, 2 * columns + 1)]
        by_index = (away[1], away[0]) if self.flat else (away[2], away[0])
        found: list[tuple[Hex, ...]] = [()] * self.size
        for r in range(1, rows - 1):
            end = (r + 1) * columns - 1
            for c in (1, 2):  # every other hex from here on is like it
                first, steps = r * columns + c, by_index[(c if self.flat else r) % 2]
                found[first:end:2] = list(zip(*(range(first + n, end + n, 2) for n in steps), strict=True))
        for h in self._rim:
            found[h] = self._around(h)
        return found

    @property
    def _rim(self) -> set[Hex]:
        """The hexes of the first and last column and row."""
        west, east = (range(c, self.size, self.columns) for c in (0, self.columns - 1))
        return {*range(self.columns), *range(self.size - self.columns, self.size), *west, *east}

    def _around(self, h: Hex) -> tuple[Hex, ...]:
        c, r = self.column(h), self.row(h)
        return tuple(self.at(c + right, r + down) for right, down in self._ways(c if self.flat else r))

    def _ways(self, index: int) -> tuple[tuple[int, int], ...]:
        """Columns and rows to go in each direction from hexes of a column (flat) or row (pointed)."""
        less, more = (0, 1) if self.shifted(index) else (-1, 0)
        if self.flat:
            return (0, -1), (1, less), (1, more), (0, 1), (-1, more), (-1, less)
        return (more, -1), (1, 0), (more, 1), (less, 1), (-1, 0), (less, -1)

    @cached_property
    def rises(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Per direction by how much the number of a hex rises with a step, and of which hexes it does: a byte each, 1
        for these, read as one number whose lowest byte is the first hex."""
        return tuple(tuple(self._rise(d, index) for index in (0, 1)) for d in range(6))

    def _rise(self, direction: int, index: int) -> tuple[int, int]:
        """The same of the columns (flat) or rows (pointed) that are shifted as this one is."""
        (right, down), columns, rows = self._ways(index)[direction], self.columns, self.rows
        row = bytes(0 <= c + right < columns and (not self.flat or c % 2 == index) for c in range(columns))
        there = (0 <= r + down < rows and (self.flat or r % 2 == index) for r in range(rows))
        return down * columns + right, int.from_bytes(b"".join(row if on else bytes(columns) for on in there), "little")

    @cached_property
    def adjacent(self) -> tuple[tuple[Hex, ...], ...]:
        """For every hex its existing neighbours, without the gaps at the edge."""
        found = list(self.neighbours)
        for h in self._rim:
            found[h] = tuple([n for n in found[h] if n >= 0])
        return tuple(found)

    def side(self, h: Hex, direction: int) -> Side:
        """The side of a hex in a direction, counted 0-5."""
        return h * 6 + direction

    def direction(self, a: Hex, b: Hex) -> int:
        """Direction from a hex to its neighbour, 0-5. Raises ``ValueError`` if they do not touch."""
        return self.neighbours[a].index(b)

    def between(self, a: Hex, b: Hex) -> Side:
        """The side of ``a`` that it shares with its neighbour ``b``."""
        return a * 6 + self.neighbours[a].index(b)

    def mirror(self, s: Side) -> Side:
        """The same side seen from the other hex; ``OFF`` at the edge of the grid."""
        n = self.neighbours[s // 6][s % 6]
        return OFF if n < 0 else n * 6 + (s % 6 + 3) % 6

    def distance(self, a: Hex, b: Hex) -> int:
        """Number of hexes from ``a`` to ``b``, zero for the same hex."""
        (q1, r1), (q2, r2) = self._axial[a], self._axial[b]
        dq, dr = q1 - q2, r1 - r2
        return max(abs(dq), abs(dr), abs(dq + dr))

    @cached_property
    def _axial(self) -> tuple[tuple[int, int], ...]:
        # Lines with an even zero-based index are the shifted ones when ``odd_shifted``: round up there.
        up, columns, rows = int(self.odd_shifted), range(self.columns), range(self.rows)
        if self.flat:
            halves = [(c + up) // 2 for c in columns]
            return tuple([(c, r - half) for r in rows for c, half in enumerate(halves)])
        return tuple([(r, c - (r + up) // 2) for r in rows for c in columns])

    def within(self, h: Hex, radius: int) -> list[Hex]:
        """All hexes at most ``radius`` away, in rising order."""
        found = {h}
        edge = {h}
        for _ in range(radius):
            edge = {n for e in edge for n in self.adjacent[e]} - found
            found |= edge
        return sorted(found)

    def ring(self, h: Hex, radius: int) -> list[Hex]:
        """All hexes exactly ``radius`` away, in rising order."""
        return [n for n in self.within(h, radius) if self.distance(h, n) == radius]

    def line(self, a: Hex, b: Hex) -> list[Hex]:
        """A shortest chain of hexes from ``a`` to ``b``, both included; the lower hex where two are as near."""
        path = [a]
        while path[-1] != b:
            here = path[-1]
            path.append(min((self.distance(n, b), n) for n in self.adjacent[here])[1])
        return path

    def centre(self, h: Hex) -> tuple[float, float]:
        """Centre of a hex in the plane, x to the right and y downward, one unit from side to side."""
        c, r = self.column(h), self.row(h)
        if self.flat:
            return c * 0.8660254037844386, r + (0.5 if self.shifted(c) else 0.0)
        return c + (0.5 if self.shifted(r) else 0.0), r * 0.8660254037844386

    def __iter__(self) -> Iterator[Hex]:
        return iter(range(self.size))
