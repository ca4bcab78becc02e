"""Results tables: ratio columns from left to right, one row for each face of the die."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class ResultsTable:
    """A combat results table: ratio columns from left to right, one row for each face of the die."""

    title: str
    rule: str
    provenance: str
    source: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def ratios(self) -> tuple[Fraction, ...]:
        """The column headings as numbers: ``1.5:1`` is 3/2."""
        return tuple(_ratio(c) for c in self.columns)

    def column_for(self, attack: Fraction | int, defense: Fraction | int) -> int:
        """Index of the nearest column at or below the ratio, -1 below the first; a defence of 0 is the last column."""
        if defense <= 0:
            return len(self.columns) - 1
        ratio = Fraction(attack) / Fraction(defense)
        return sum(1 for r in self.ratios() if r <= ratio) - 1

    def results(self, column: int) -> list[str]:
        """Results of one column, first face of the die first."""
        return [row[column] for row in self.rows]

    def distribution(self, column: int) -> dict[str, float]:
        """Chance of each result in a column, in the order of the faces."""
        found = self.results(column)
        return {r: found.count(r) / len(found) for r in dict.fromkeys(found)}


def _ratio(heading: str) -> Fraction:
    left, _, right = heading.replace("-", ":").partition(":")
    return Fraction(left) / Fraction(right)
