"""Results tables: scales, shifts beyond the ends, modifiers of six and ten-sided dice, layouts of the data files."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.components.datafile import DataError, read_table
from engine.components.results import CANCELED, ResultsTable, build_results, ratio_words, whole_ratio

ROWS = [[f"{row}{column}" for column in "abc"] for row in range(6)]


def table(**keys: Any) -> ResultsTable:
    return build_results({"columns": ["1:2", "1:1", "3:1"], "rows": ROWS, **keys})


def test_a_scale_of_columns_takes_the_nearest_column_at_or_below_the_ratio() -> None:
    found = table()
    assert [found.place(a, 4) for a in (1, 2, 3, 4, 11, 12, 99)] == [-1, 0, 0, 1, 1, 2, 2]
    assert found.place(Fraction(1, 2), Fraction(1, 2)) == 1 and found.place(3, 0) == 2


def test_a_scale_of_whole_ratios_goes_on_beyond_the_table() -> None:
    found = table(columns=["1:2", "1:1", "2:1"], scale="whole ratios", below="all lost", above="all won")
    assert [found.place(a, 4) for a in (1, 2, 3, 4, 8, 20)] == [-2, 0, 0, 1, 2, 5]
    assert [found.heading(p) for p in (-2, 0, 5)] == ["1:4", "1:2", "5:1"]
    assert found.enter(5 - 3).column == 2, "shifted back from 5:1"
    assert (found.enter(3).outside, found.enter(-1).outside) == ("all won", "all lost")
    assert found.place(3, 0) == 3 and found.enter(3).distribution == {"all won": 1.0}


def test_a_scale_of_differences_counts_what_is_left() -> None:
    found = table(columns=["-2", "0", "+3"], scale="differences", below="first column")
    assert [found.place(a, 5) for a in (1, 3, 4, 5, 7, 8, 20)] == [-1, 0, 0, 1, 1, 2, 2]
    assert found.enter(-1).column == 0 and found.place(3, 0) == 2


def test_what_happens_outside_the_table() -> None:
    assert table().enter(-1).outside == CANCELED and table().enter(-1).distribution == {}
    assert table().enter(7).column == 2, "the last column carries what lies above it"
    poor = table(below="first column", below_drm=2).enter(-1, drm=1)
    assert (poor.column, poor.drm, poor.results[0]) == (0, 3, "3a")


def test_modifiers_move_the_rows_and_stop_at_the_first_and_the_last() -> None:
    rows = [[str(row)] * 3 for row in range(12)]
    found = table(rows=rows, faces=10, die=list(range(12)), max_drm=3)
    assert [found.limited(n) for n in (-9, -3, 2, 5)] == [-3, -3, 2, 3]
    assert found.results(0) == [str(n) for n in range(1, 11)]
    assert found.results(1, -3) == ["0", "0", "0", "1", "2", "3", "4", "5", "6", "7"]
    assert found.results(2, +3) == ["4", "5", "6", "7", "8", "9", "10", "11", "11", "11"]
    assert found.distribution(2, 3)["11"] == 0.3 and sum(found.distribution(0, -2).values()) == pytest.approx(1)


def test_whole_ratios_are_rounded_for_the_defender() -> None:
    assert [ratio_words(whole_ratio(a, d)) for a, d in ((26, 7), (7, 7), (5, 11), (10, 11))] == [
        "3:1", "1:1", "1:3", "1:2"]  # fmt: skip


def test_tables_that_write_the_die_before_each_row() -> None:
    charts = read_table("efs2", "charts.toml")[0]
    air = build_results({**charts["air_combat"], "scale": "differences", "below": "first column"})
    assert air.faces == 10 and air.columns[0] == "-4"
    assert air.enter(air.place(5, 2)).results[3] == "X", "+3 and a 4: the worked example"
    assert air.enter(air.place(0, 9)) == air.enter(air.place(0, 4))
    surrender = build_results({**charts["surrender"], "faces": 10})
    assert surrender.results(0)[:3] == ["surrender", "surrender", "full attrition"]
    assert surrender.results(0, +9) == ["no effect"] * 10 and surrender.results(0, -9)[-1] == "surrender"


@pytest.mark.parametrize(
    ("keys", "key"),
    [
        ({"columns": ["1:1", "1:2", "3:1"]}, "columns"),
        ({"columns": ["low", "1:2", "3:1"]}, "columns"),
        ({"columns": ["1:0", "1:2", "3:1"]}, "columns"),
        ({"columns": ["1:2", "2:1", "3:1"], "scale": "whole ratios"}, "columns"),
        ({"scale": "roots"}, "scale"),
        ({"faces": 1}, "faces"),
        ({"faces": "six"}, "faces"),
        ({"die": [1, 2, 3]}, "die"),
        ({"die": [1, 2, 4, 5, 6, 7]}, "die"),
        ({"rows": [["-", "-"]]}, "rows"),
        ({"rows": []}, "rows"),
        ({"columns": ["die", "1:1", "2:1"]}, "rows"),
        ({"columns": ["die", "1:1", "2:1"], "rows": [["1", "-", "-"], ["3 or more", "-", "-"]]}, "die"),
    ],
)
def test_a_table_that_does_not_hold_together_is_refused_by_its_key(keys: dict[str, Any], key: str) -> None:
    with pytest.raises(DataError) as refused:
        table(**keys)
    assert refused.value.key == key
