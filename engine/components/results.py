"""Results tables, for play and for look-ups: the scale of odds, shifts of columns, modifiers of the die, its limits.

The keys of such a table in a data file, besides ``columns`` and ``rows`` (the printed layout, one row a die value):

``scale``  ``columns``: odds and shifts count columns of the table, a ratio above the last column is taken as the last;
           ``whole ratios``: they count ratios, on both sides beyond the table, and only then the table is entered;
           ``differences``: attack less defence finds the column, and shifts count columns.
``below``, ``above``  what happens outside the table: a result, ``canceled``, ``first column`` or ``last column``;
           ``below_drm`` is added to the die then.
``faces``  faces of the die; ``die`` names the rows where they are not 1 to ``faces``; ``max_drm`` limits the modifiers.
           A table whose first column is called ``die`` names them there: ``4``, ``5 to 7``, ``8 or more``.
``rules``  the rule ids of the lines: ratio, poor, limits, shift, drm, roll; ``key`` says what the results mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from engine.components.datafile import DataError, need

COLUMNS, WHOLE, DIFFERENCES = SCALES = ("columns", "whole ratios", "differences")
CANCELED = "canceled"
"""What happens outside a table that calls such an attack off."""
ENDS = ("first column", "last column")
"""What happens outside a table that is entered there all the same."""
FACES = 20
"""No die has more."""
Number = Fraction | int | float


class Entry(NamedTuple):
    """Where a table is entered: the column, or what happens without a roll, and the modifier of the die."""

    column: int
    """Index of the column; -1 outside the table, where nothing is rolled."""
    outside: str
    """What happens without a roll: a result or ``CANCELED``; empty in a column."""
    drm: int
    """What is added to the die, with what entering from below the table adds."""
    results: tuple[str, ...]
    """The result of each face of the die, first face first; empty outside the table."""

    @property
    def distribution(self) -> dict[str, float]:
        """Chance of each result, in the order of the faces; nothing for an attack that is called off."""
        if self.column < 0:
            return {} if self.outside == CANCELED else {self.outside: 1.0}
        return chances(self.results)


@dataclass(frozen=True)
class ResultsTable:
    """A combat results table: columns from left to right, one row for each value of the modified die."""

    title: str
    rule: str
    provenance: str
    source: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    die: tuple[int, ...]
    """What the die must show for each row, modifiers included; beyond them the first or last row counts."""
    faces: int
    """Faces of the die, which shows 1 to so many."""
    scale: str = COLUMNS
    below: str = CANCELED
    above: str = ENDS[1]
    below_drm: int = 0
    max_drm: int = 0
    """Most that modifiers add to the die or take from it; 0 where the die is not modified."""
    rules: Mapping[str, str] = field(default_factory=dict)
    key: str = ""
    """What the codes of the results mean."""
    sourced: frozenset[tuple[str, int]] = frozenset()
    """Column and row of cells that are known although the table is rebuilt."""

    # ------------------------------------------------------------------ the scale
    @cached_property
    def values(self) -> tuple[Fraction, ...]:
        """The column headings as numbers: ``1.5:1`` is 3/2, ``+2`` on a scale of differences is 2."""
        return tuple(_value(c, self.scale) for c in self.columns)

    @cached_property
    def even(self) -> int:
        """Index of the column of equal strengths on a scale of whole ratios."""
        return self.values.index(Fraction(1))

    def place(self, attack: Number, defense: Number) -> int:
        """Place on the scale, rounded in the defender's favour: a column, or beyond the ends of the table.

        Below it is -1, on a scale of whole ratios as far below or above as the ratio lies. Against no defence a ratio
        is the last column, or the first place above a scale of whole ratios.
        """
        if self.scale == DIFFERENCES:
            return sum(1 for v in self.values if v <= attack - defense) - 1
        if defense <= 0:
            return len(self.columns) - (self.scale != WHOLE)
        if self.scale == WHOLE:
            return self.even + whole_ratio(attack, defense)
        return sum(1 for v in self.values if v * defense <= attack) - 1

    def heading(self, place: int) -> str:
        """A place of the scale in words, such as ``18:1`` beyond the table."""
        if 0 <= place < len(self.columns):
            return self.columns[place]
        if self.scale == WHOLE:
            return ratio_words(place - self.even)
        return f"below {self.columns[0]}" if place < 0 else self.columns[-1]

    # ------------------------------------------------------------------ the table
    def limited(self, drm: int) -> int:
        """Modifiers of the die within their limit."""
        return max(-self.max_drm, min(self.max_drm, drm))

    def enter(self, place: int, drm: int = 0) -> Entry:
        """Enter the table at a place of the scale, shifts included, with limited modifiers of the die."""
        last = len(self.columns) - 1
        outside = self.below if place < 0 else self.above if place > last else ""
        if outside and outside not in ENDS:
            return Entry(-1, outside, drm, ())
        column = (0, last)[ENDS.index(outside)] if outside else place
        drm += self.below_drm if place < 0 else 0
        return Entry(column, "", drm, tuple(self.results(column, drm)))

    def results(self, column: int, drm: int = 0) -> list[str]:
        """Results of one column, first face of the die first, with ``drm`` added to the die."""
        lowest, highest = self.die[0], self.die[-1]
        shown = (min(max(face + drm, lowest), highest) for face in range(1, self.faces + 1))
        return [self.rows[value - lowest][column] for value in shown]

    def distribution(self, column: int, drm: int = 0) -> dict[str, float]:
        """Chance of each result in a column, in the order of the faces."""
        return chances(self.results(column, drm))


def chances(results: Sequence[str]) -> dict[str, float]:
    """Chance of each of equally likely results, in their order."""
    return {r: results.count(r) / len(results) for r in dict.fromkeys(results)}


def whole_ratio(attack: Number, defense: Number) -> int:
    """Odds as a place on the endless scale of whole ratios: 1:1 is 0, 3:1 is 2, 1:3 is -2."""
    if not isinstance(attack, float) and not isinstance(defense, float):
        # Many thousand odds are looked at before an attack is chosen, and fractions are slow to divide.
        attack, defense = attack.numerator * defense.denominator, defense.numerator * attack.denominator
    return int(attack // defense) - 1 if attack >= defense else 1 + int(-defense // attack)


def ratio_words(at: int) -> str:
    """A place of the endless scale of whole ratios in words."""
    return f"{at + 1}:1" if at >= 0 else f"1:{1 - at}"


def _value(heading: str, scale: str) -> Fraction:
    if scale == DIFFERENCES:
        return Fraction(heading)
    left, _, right = heading.replace("-", ":").partition(":")
    return Fraction(left) / Fraction(right)


# ---------------------------------------------------------------------- from a data file
def build_results(table: Mapping[str, Any], name: str = "charts.toml") -> ResultsTable:
    """A results table from its printed layout. Raises ``DataError`` for holes and for a scale that is none."""
    columns = tuple(str(c) for c in need(table, "columns", list, name))
    rows = tuple(tuple(str(cell) for cell in row) for row in need(table, "rows", list, name))
    if not columns or not rows or any(len(r) != len(columns) for r in rows):
        raise DataError(name, "rows", f"every row needs {len(columns)} results")
    die = tuple(table.get("die", range(1, len(rows) + 1)))
    if columns[0] == "die":
        columns, rows, die = _by_die(columns, rows, name)
    rules = {"ratio": str(table.get("rule", "")), **{k: str(v) for k, v in table.get("rules", {}).items()}}
    built = ResultsTable(
        title=table.get("title", ""), rule=table.get("rule", ""),
        provenance=str(table.get("provenance", "reconstructed")), source=table.get("source", ""), columns=columns,
        rows=rows, die=die, faces=table.get("faces", len(die)), scale=str(table.get("scale", COLUMNS)),
        below=str(table.get("below", CANCELED)), above=str(table.get("above", ENDS[1])),
        below_drm=int(table.get("below_drm", 0)), max_drm=int(table.get("max_drm", 0)), rules=rules,
        key=str(table.get("key", "")), sourced=frozenset(_sourced(table)),
    )  # fmt: skip
    _check_die(built, name)
    _check_scale(built, name)
    return built


Rows = tuple[tuple[str, ...], ...]


def _by_die(columns: tuple[str, ...], rows: Rows, name: str) -> tuple[tuple[str, ...], Rows, tuple[int, ...]]:
    """Columns, rows and die values of a table that writes the die before each row."""
    die: list[int] = []
    found: list[tuple[str, ...]] = []
    for head, *cells in rows:
        low, word, high = head.partition(" to ") if " to " in head else (head.split(" ")[0], "", head.split(" ")[0])
        if not (low.isdecimal() and high.isdecimal()) or (not word and head not in _ways(low)):
            raise DataError(name, "rows", f"'{head}' is no value of a die")
        values = range(int(low), int(high) + 1)
        die += values
        found += [tuple(cells)] * len(values)
    return columns[1:], tuple(found), tuple(die)


def _ways(value: str) -> tuple[str, ...]:
    return value, f"{value} or less", f"{value} or more"


def _check_die(table: ResultsTable, name: str) -> None:
    if type(table.faces) is not int or not 2 <= table.faces <= FACES:
        raise DataError(name, "faces", f"{table.faces!r} is not a number from 2 to {FACES}")
    die, count = table.die, len(table.rows)
    if any(type(d) is not int for d in die) or not die or die != tuple(range(die[0], die[0] + count)):
        raise DataError(name, "die", f"{list(die)} does not name {count} rows, one after the other")


def _check_scale(table: ResultsTable, name: str) -> None:
    """A table of one column, that only a die reads, needs no scale."""
    if len(table.columns) == 1:
        return
    if table.scale not in SCALES:
        raise DataError(name, "scale", f"'{table.scale}' is none of: {', '.join(SCALES)}")
    try:
        values = table.values
    except (ValueError, ZeroDivisionError):
        raise DataError(name, "columns", f"not all are headings on a scale of {table.scale}") from None
    if list(values) != sorted(set(values)):
        raise DataError(name, "columns", "do not rise from left to right")
    if table.scale == WHOLE and Fraction(1) not in values:
        raise DataError(name, "columns", "have no column of equal strengths")


def _sourced(table: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Cells called ``4:1/5`` or given by column and roll; what is known beside the cells is not among them."""
    found = []
    for entry in table.get("status", []):
        column, _, roll = str(entry.get("cell", "")).rpartition("/")
        if "column" in entry:
            column, roll = str(entry["column"]), str(entry["roll"])
        if roll.isdecimal():
            found.append((column, int(roll)))
    return found
