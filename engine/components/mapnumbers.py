"""How a map numbers its hexes: the numbers of its first column and row, and where the letter of the sheet stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.components.datafile import DataError

PATTERNS = ("XCCRR", "CCRRX")
"""Written labels: X the letter of the sheet, CC two digits of the column, RR two digits of the row."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers printed on the first column and on the first row of every sheet, and the order of a label's parts."""

    first_column: int = 1
    first_row: int = 1
    letter_last: bool = False

    def label(self, sheet: str, column: int, row: int) -> str:
        """The label of the hex in a column and row of a sheet, both counted from zero."""
        number = f"{column + self.first_column:02d}{row + self.first_row:02d}"
        return number + sheet if self.letter_last else sheet + number

    def row(self, sheet: str, row: int) -> str:
        """The key of a row of a sheet in the map file; the row counted from zero."""
        number = f"{row + self.first_row:02d}"
        return number + sheet if self.letter_last else sheet + number


def read_numbering(grid: Mapping[str, Any], name: str) -> Numbering:
    """The numbering of ``[grid]``. Raises ``DataError``."""
    pattern = grid.get("label", PATTERNS[0])
    if pattern not in PATTERNS:
        raise DataError(name, "grid.label", f"is {pattern!r}, not one of {', '.join(PATTERNS)}")
    first: dict[str, int] = {}
    for key in ("first_column", "first_row"):
        first[key] = grid.get(key, 1)
        if type(first[key]) is not int or not 0 <= first[key] <= 99:
            raise DataError(name, f"grid.{key}", f"is {first[key]!r}, not a number from 0 to 99")
    return Numbering(first["first_column"], first["first_row"], pattern == "CCRRX")
