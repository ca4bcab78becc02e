"""Tables with columns, ratios, and the Tally: a calculation told line by line."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from engine.components.grid import Hex, Unit


@dataclass(frozen=True, slots=True)
class TallyLine:
    """One line of a calculation: what it adds, in words, and by which rule."""

    value: str
    text: str
    rule: str


@dataclass(slots=True)
class Tally:
    """A calculation before, during and after the roll: the same lines are previewed, logged and tested.

    ``attack`` and ``defense`` are strengths after halving, ``odds`` the ratio before shifts, ``column`` the heading
    that is used (``None`` where the table is left: then ``automatic`` says what happens). ``shift`` counts columns,
    right positive. ``distribution`` gives the chance of each result and sums to one.
    """

    kind: str
    attack: float = 0
    defense: float = 0
    odds: str = ""
    column: str | None = None
    shift: int = 0
    automatic: str | None = None
    lines: list[TallyLine] = field(default_factory=list)
    distribution: dict[str, float] = field(default_factory=dict)
    results: list[str] = field(default_factory=list)
    """The result of each face of the die, first face first; empty when nothing is rolled."""
    attackers: tuple[Unit, ...] = ()
    defenders: tuple[Unit, ...] = ()
    target: Hex = -1

    def add(self, value: str | int | float, text: str, rule: str) -> None:
        """Append a line."""
        self.lines.append(TallyLine(str(value), text, rule))


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
