"""Every constraint that the rulebooks put on a chart holds, for the printed charts and for the rebuilt ones.

A check sees ``t``, the chart, and ``d``, all charts of the game, in one shape whatever the chart is like: ``columns``,
``rows``, ``cells`` by column, ``entries`` of a list, ``bands`` of a die, lists by turn, single values by name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.books.oddsbook import odds as work_out
from engine.components.load import read_table

FILE = Path(__file__).with_name("chart_constraints.toml")
CONSTRAINTS = tomllib.loads(FILE.read_text("utf-8"))["constraint"]
END = 99
PROSE = (
    "below_first_column",
    "above_last_column",
    "title",
    "note",
    "source",
    "rule",
    "below",
    "above",
    "scale",
    "limits",
    "confidence",
)


class Named(dict[str, Any]):
    """A table of single values whose names may be written with blanks or underscores."""

    def __missing__(self, key: str) -> Any:
        for name, value in self.items():
            if name.replace(" ", "_") == key.replace(" ", "_"):
                return value
        raise KeyError(key)


def number_or_text(value: Any) -> Any:
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?\d+", value) else value


def band_of(label: str) -> tuple[int, int]:
    first, _, last = label.partition(" ")
    if last == "or less":
        return -END, int(first)
    if last == "or more":
        return int(first), END
    return int(first), int(last.removeprefix("to ")) if last else int(first)


def part(table: dict[str, Any]) -> Any:
    """A part of a chart: name and value, or from, to and value."""
    if table["columns"][:2] == ["what", "value"]:
        return Named({row[0]: row[1] for row in table["rows"]})
    return [list(row) for row in table["rows"]]


def shape(table: dict[str, Any]) -> Named:
    """A chart as the checks see it."""
    t = Named({k: v for k, v in table.items() if not isinstance(v, dict)})
    t.update({k: part(v) for k, v in table.items() if isinstance(v, dict) and "columns" in v})
    columns, rows = list(table.get("columns", ())), [list(row) for row in table.get("rows", ())]
    t.update(ends(t, columns))
    if columns[:1] == ["when"]:
        t["columns"], t["rows"] = [row[0] for row in rows], [int(c) for c in columns[1:]]
        t["cells"] = {row[0]: [word[0].upper() for word in row[1:]] for row in rows}
    elif "die" in table:
        t["rows"] = list(table["die"])
        t["cells"] = {c: [row[i] for row in rows] for i, c in enumerate(columns)}
    elif columns[:1] == ["die"] and columns[1:] == ["result"]:
        t["bands"] = [[*band_of(row[0]), row[1]] for row in rows]
    elif columns[:1] == ["die"]:
        t["columns"], t["rows"] = columns[1:], [number_or_text(row[0]) for row in rows]
        t["cells"] = {c: [row[i] for row in rows] for i, c in enumerate(columns) if i}
        t.update(t["cells"])
    elif columns:
        t["fields"], t["entries"] = columns, rows
        t["turns"] = [number_or_text(row[0]) for row in rows] if columns[0] == "turn" else []
        t.update({c.replace(" ", "_"): [row[i] for row in rows] for i, c in enumerate(columns) if c != "turn"})
        if columns[0] == "turn" and "RD" in columns:
            t["schedule"] = {str(row[0]): row[1:] for row in rows}
            t["columns"] = columns[1:]
    for name, value in list(t.items()):
        if isinstance(value, str) and name not in PROSE and ", " in value:
            listed = value.split(", ")
            t[name] = listed if name.endswith("_order") else [number_or_text(v) for v in listed]
    return t


def ends(t: Named, columns: list[str]) -> dict[str, str]:
    """What happens outside a results table, in the words of the constraints."""
    if "below" not in t:
        return {}
    words = {
        "first column": f"use {columns[0]} with +{t.get('below_drm', 0)} DRM",
        "last column": f"use {columns[-1]}",
        "e/-": "attackers eliminated, defenders unhurt",
    }
    return {
        name: words.get(t[key], t[key])
        for name, key in (("below_first_column", "below"), ("above_last_column", "above"))
    }


# ---------------------------------------------------------------------- what a check may use
def at(t: Named, column: str, row: int) -> Any:
    return t["cells"][column][t["rows"].index(row)]


def turn(t: Named, n: int, key: str) -> Any:
    return t[key][t["turns"].index(n)]


def band(t: Named, roll: int) -> Any:
    return next(result for low, high, result in t["bands"] if low <= roll <= high)


def row(t: Named, name: str) -> Any:
    return next(entry for entry in t["entries"] if str(entry[0]) == name)


def cell(t: Named, name: str, field: str) -> Any:
    return row(t, name)[t["fields"].index(field)]


def num(text: str) -> float:
    found = re.search(r"\d+(?:/\d+)?(?:\.\d+)?", text)
    assert found is not None
    return float(Fraction(found[0]))


def monotone(t: Named, low_good: bool = False) -> bool:
    """Better rolls and better columns never give a worse result."""
    order = t["result_order"] if "result_order" in t else t["order"]
    return _never_worse(t, order.index, low_good)


def monotone_efs(t: Named) -> bool:
    """The same for attacker and defender in one cell; low rolls are good."""
    attacker, defender = t["attacker_order"], t["defender_order"]
    return _never_worse(t, lambda c: attacker.index(c.split("/")[0]), True) and _never_worse(
        t, lambda c: defender.index(c.split("/")[1]), True
    )


def _never_worse(t: Named, worth: Callable[[str], int], low_good: bool) -> bool:
    columns = [[worth(c) for c in t["cells"][name]] for name in t["columns"]]
    down = all((a >= b) if low_good else (a <= b) for column in columns for a, b in pairwise(column))
    across = all(a <= b for left, right in pairwise(columns) for a, b in zip(left, right, strict=True))
    return down and across


def climate(t: Named, n: int) -> Any:
    for turns, name in t["climate_by_turn"]:
        first, _, last = turns.partition("-")
        if int(first) <= n <= int(last or first):
            return name
    raise AssertionError(f"no climate for turn {n}")


def odds(game: str, attack: int, defense: int) -> str | None:
    return work_out(game, Fraction(attack), Fraction(defense)).column


def shift(game: str, column: str, n: int) -> str | None:
    left, _, right = column.replace("-", ":").partition(":")
    return work_out(game, Fraction(left), Fraction(right), n).column


def resolve(game: str, attack: int, defense: int, n: int) -> str | None:
    return work_out(game, Fraction(attack), Fraction(defense), n).automatic


USE = {f.__name__: f for f in (at, turn, band, row, cell, num, monotone, monotone_efs, climate, odds, shift, resolve)}


@pytest.mark.parametrize("constraint", CONSTRAINTS, ids=[f"{c['game']}-{c['chart']}-{c['rule']}" for c in CONSTRAINTS])
def test_constraint(constraint: dict[str, str]) -> None:
    charts = read_table(constraint["game"], "charts.toml")[0]
    d = Named({name: shape(table) for name, table in charts.items()})
    t = d[constraint["chart"]]
    assert eval(constraint["check"], {**USE, "t": t, "d": d, "re": re}), constraint["statement"]
