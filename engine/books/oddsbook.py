"""Odds at the table: ratio, shifts and die modifiers on the combat results table of any game, line by line with rules.

Works from ``[crt]`` of ``data/<game>/charts.toml`` alone, so that games which cannot be played yet answer too. Keys:

``scale``  ``columns``: shifts count columns of the table, a ratio above the last column is first taken as the last one;
           ``whole ratios``: shifts count ratios, on both sides beyond the table, and only then the table is entered.
``below``, ``above``  what happens outside the table: a result, ``canceled``, ``first column`` or ``last column``;
           ``below_drm`` is added to the die then.
``faces``  faces of the die; ``die`` names the rows where they are not 1 to ``faces``; ``max_drm`` limits the modifiers.
``rules``  the rule ids of the lines: ratio, poor, limits, shift, drm, roll; ``key`` says what the results mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from engine.components.charts import Tally
from engine.components.datafile import DataError, need, read_table
from engine.components.errors import BadInput

MOST = 10_000
"""No strength at a table is larger."""
OUTSIDE = ("first column", "last column")


@dataclass(frozen=True)
class OddsTable:
    """The combat results table of one game with its manner of counting."""

    game: str
    title: str
    provenance: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    die: tuple[int, ...]
    """The row labels: what the die must show, modifiers included."""
    faces: int
    whole: bool
    below: str
    above: str
    below_drm: int
    max_drm: int
    rules: dict[str, str]
    key: str
    """What the codes of the results mean."""
    sourced: frozenset[tuple[str, int]]
    """Column and row of cells that are known although the table is rebuilt."""

    def ratio(self, attack: Fraction, defense: Fraction) -> int:
        """Place of the ratio on the scale: the column, or beyond both ends on a scale of whole ratios."""
        if not self.whole:
            values = [_number(c) for c in self.columns]
            return sum(1 for v in values if v <= attack / defense) - 1
        place = int(attack // defense) - 1 if attack >= defense else 1 - -int(-defense // attack)
        return place + self.columns.index(_even(self.columns))

    def heading(self, place: int) -> str:
        """A place of the scale in words, such as ``18:1`` beyond the table."""
        if 0 <= place < len(self.columns):
            return self.columns[place]
        if not self.whole:
            return f"below {self.columns[0]}" if place < 0 else self.columns[-1]
        step = place - self.columns.index(_even(self.columns))
        return f"{step + 1}:1" if step >= 0 else f"1:{1 - step}"


def _even(columns: tuple[str, ...]) -> str:
    return next(c for c in columns if _number(c) == 1)


def _number(heading: str) -> Fraction:
    left, _, right = heading.replace("-", ":").partition(":")
    return Fraction(left) / Fraction(right)


@lru_cache(maxsize=8)
def odds_table(game: str) -> OddsTable:
    """The table of a game. Raises ``DataError`` for a bad file, ``FileNotFoundError`` for an unknown game."""
    name = f"data/{game}/charts.toml: crt"
    crt = need(read_table(game, "charts.toml")[0], "crt", dict, name)
    columns = tuple(str(c) for c in need(crt, "columns", list, name))
    rows = tuple(tuple(str(cell) for cell in row) for row in need(crt, "rows", list, name))
    faces = int(crt.get("faces", len(rows)))
    die = tuple(int(d) for d in crt.get("die", range(1, len(rows) + 1)))
    if len(die) != len(rows) or any(len(row) != len(columns) for row in rows):
        raise DataError(name, "rows", "does not fit columns and die")
    rules = {"ratio": str(crt.get("rule", "")), **{k: str(v) for k, v in crt.get("rules", {}).items()}}
    return OddsTable(
        game=game, title=str(crt["title"]), provenance=str(crt.get("provenance", "reconstructed")), columns=columns,
        rows=rows, die=die, faces=faces, whole=crt.get("scale") == "whole ratios",
        below=str(crt.get("below", "canceled")), above=str(crt.get("above", "last column")),
        below_drm=int(crt.get("below_drm", 0)), max_drm=int(crt.get("max_drm", 0)), rules=rules,
        key=str(crt.get("key", "")),
        sourced=frozenset(_sourced(crt)),
    )  # fmt: skip


def _sourced(crt: dict[str, Any]) -> list[tuple[str, int]]:
    found = []
    for entry in crt.get("status", []):
        column, _, roll = str(entry.get("cell", "")).rpartition("/")
        found.append((str(entry["column"]), int(entry["roll"])) if "column" in entry else (column, int(roll)))
    return found


def strength(text: str) -> Fraction:
    """A strength as typed: ``26``, ``6.5``, ``13/2``. Raises ``BadInput``."""
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"'{text}' is no strength; write a number such as 26 or 6.5") from None
    if not 0 <= value <= MOST:
        raise BadInput(f"'{text}' is no strength from 0 to {MOST}")
    return value


def odds(game: str, attack: Fraction, defense: Fraction, shift: int = 0, drm: int = 0) -> Tally:
    """The calculation with ``shift`` columns (right positive) and ``drm`` added to the die. Raises ``BadInput``."""
    table = odds_table(game)
    if attack <= 0:
        raise BadInput("there is no attack without attack strength")
    if drm and not table.max_drm:
        raise BadInput(f"the die is not modified in {game}; give column shifts instead")
    tally = Tally("attack", attack=float(attack), defense=float(defense), shift=shift)
    rules = table.rules
    last = len(table.columns) - 1
    if defense <= 0:
        place = last if not table.whole else last + 1
        tally.odds = table.heading(last)
        tally.add(tally.odds, f"{float(attack):g} against nothing", rules["ratio"])
    else:
        place = table.ratio(attack, defense)
        tally.odds = table.heading(place) if place >= 0 or table.whole else _plain(table, attack, defense)
        poor = attack < defense and "poor" in rules
        text = f"ratio {float(attack):g}:{float(defense):g}, rounded in the defender's favor"
        tally.add(tally.odds, text, rules["poor" if poor else "ratio"])
    if shift:
        place += shift
        words = "right" if shift > 0 else "left"
        tally.add(f"{abs(shift)} {words}", f"shift to {table.heading(place)}", rules.get("shift", rules["ratio"]))
    drm = _limited(table, tally, drm)
    _enter(table, tally, place, drm)
    return tally


def _plain(table: OddsTable, attack: Fraction, defense: Fraction) -> str:
    """A ratio under the table, with the sign that this game writes between its numbers."""
    return f"1{'-' if '-' in table.columns[0] else ':'}{-int(-defense // attack)}"


def _limited(table: OddsTable, tally: Tally, drm: int) -> int:
    if not drm:
        return 0
    net = max(-table.max_drm, min(table.max_drm, drm))
    text = "modifiers to the die" + (f", {drm:+d} limited to {net:+d}" if net != drm else "")
    tally.add(f"{net:+d}", text, table.rules.get("drm", ""))
    return net


def _enter(table: OddsTable, tally: Tally, place: int, drm: int) -> None:
    """Find column and results, or what happens outside the table."""
    last = len(table.columns) - 1
    outside = table.below if place < 0 else table.above if place > last else ""
    if place < 0 and outside == "first column" and table.below_drm:
        drm += table.below_drm
        tally.add(f"{table.below_drm:+d}", f"below {table.columns[0]}: that column", table.rules.get("limits", ""))
    if outside and outside not in OUTSIDE:
        tally.automatic = outside
        tally.distribution = {} if outside == "canceled" else {outside: 1.0}
        words = "the attack is called off" if outside == "canceled" else "without a roll"
        where = f"below {table.columns[0]}" if place < 0 else f"above {table.columns[-1]}"
        tally.add(outside, f"{where}: {words}", table.rules.get("limits", table.rules["ratio"]))
        return
    column = min(max(place, 0), last)
    tally.column = table.columns[column]
    tally.results = [_result(table, column, face + drm) for face in range(1, table.faces + 1)]
    tally.distribution = {r: tally.results.count(r) / table.faces for r in dict.fromkeys(tally.results)}
    tally.add(tally.column, f"column ({table.provenance} table)", table.rules.get("roll", table.rules["ratio"]))


def _result(table: OddsTable, column: int, value: int) -> str:
    """The result of a modified die; beyond the rows the first or last one counts."""
    value = min(max(value, table.die[0]), table.die[-1])
    return table.rows[table.die.index(value)][column]
