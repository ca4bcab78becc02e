"""How a map numbers its hexes: the first column and row, from which side, and where the letter of the sheet stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from engine.components.datafile import DataError

WRITTEN: dict[str, Callable[[str, int], tuple[str, str]]] = {
    "XCCRR": lambda sheet, row: (sheet, f"{row:02d}"),
    "CCRRX": lambda sheet, row: ("", f"{row:02d}{sheet}"),
    "RRCC": lambda sheet, row: (f"{row:02d}", ""),
}
"""Written labels, X the letter of the sheet, CC two digits of the column, RR two digits of the row: to what stands
before and behind the digits of the column."""
PATTERNS = tuple(WRITTEN)
EDGES = ("west", "east")
"""Sides of the map from which columns may be counted."""


class Numbering(NamedTuple):
    """The lowest numbers printed on columns and rows, where columns begin, and the order of a label's parts."""

    first_column: int = 1
    first_row: int = 1
    pattern: str = PATTERNS[0]
    from_east: bool = False
    """Whether the lowest number stands on the easternmost column."""

    @property
    def lettered(self) -> bool:
        """Whether labels carry the letter of their sheet."""
        return "X" in self.pattern

    @property
    def letter_last(self) -> bool:
        """Whether that letter stands behind the number: ``2817N``."""
        return self.pattern.endswith("X")

    @property
    def rows_first(self) -> bool:
        """Whether the row stands before the column: ``2303`` is row 23, column 03."""
        return self.pattern.index("RR") < self.pattern.index("CC")

    def column(self, place: int, columns: int) -> int:
        """The number printed on a column of a sheet; its place is counted from zero in the west."""
        return self.first_column + (columns - 1 - place if self.from_east else place)

    def label(self, sheet: str, column: int, row: int) -> str:
        """The label of the hex with these printed numbers on a sheet."""
        return self.labels(sheet, (f"{column:02d}",), row)[0]

    def labels(self, sheet: str, columns: Iterable[str], row: int) -> list[str]:
        """The labels of hexes in a row of a sheet, by the two digits of their columns."""
        before, behind = WRITTEN[self.pattern](sheet, row)
        return [before + column + behind for column in columns]

    def row(self, sheet: str, row: int) -> str:
        """The key of a row of a sheet in the map file, by its printed number."""
        return self.full(sheet, f"{row:02d}")

    def full(self, sheet: str, number: str) -> str:
        """A number with the letter of its sheet where the map prints one."""
        if not self.lettered:
            return number
        return number + sheet if self.letter_last else sheet + number

    def split(self, label: str) -> tuple[str, str]:
        """The letter of the sheet, empty where the map prints none, and the number of a label."""
        if not self.lettered:
            return "", label
        return (label[-1:], label[:-1]) if self.letter_last else (label[:1], label[1:])

    def parts(self, label: str) -> tuple[str, int, int]:
        """Letter, column and row of a label as printed. Raises ``ValueError`` for what is no label of this map."""
        letter, number = self.split(label)
        if len(number) != 4 or not number.isdecimal():
            raise ValueError(f"no hex number: {label}")
        first, second = int(number[:2]), int(number[2:])
        return (letter, second, first) if self.rows_first else (letter, first, second)


def read_numbering(grid: Mapping[str, Any], name: str) -> Numbering:
    """The numbering of ``[grid]``. Raises ``DataError``."""
    pattern = _one_of(grid, "label", PATTERNS, name)
    edge = _one_of(grid, "columns_from", EDGES, name)
    first: dict[str, int] = {}
    for key in ("first_column", "first_row"):
        first[key] = grid.get(key, 1)
        if type(first[key]) is not int or not 0 <= first[key] <= 99:
            raise DataError(name, f"grid.{key}", f"is {first[key]!r}, not a number from 0 to 99")
    return Numbering(first["first_column"], first["first_row"], pattern, edge == "east")


def _one_of(grid: Mapping[str, Any], key: str, words: tuple[str, ...], name: str) -> str:
    """A word of ``[grid]``, the first of those allowed where it says nothing. Raises ``DataError``."""
    word: Any = grid.get(key, words[0])
    if word not in words:
        raise DataError(name, f"grid.{key}", f"is {word!r}, not one of {', '.join(words)}")
    return str(word)
