"""What a player looks up is what is played: the Terrain Effects Chart and the odds shifts, against the rules."""

from __future__ import annotations

import re

import pytest

from engine.components.load import records
from tests.games.bd.test_11_assault import MID, NE, SW, front, odds
from tests.support.bd_data import table


def number(text: str) -> int:
    """The first number of a cell."""
    found = re.search(r"\d+", text)
    assert found is not None, text
    return int(found[0])


@pytest.mark.rule(
    "bd:10.9", "bd:10.10", "bd:10.11", "bd:10.12", "bd:10.18", "bd:11.13", "bd:11.20", "bd:8.18", "bd:9.6"
)
def test_the_chart_of_terrain_tells_the_numbers_that_are_played() -> None:
    effects, chart = table("terrain.toml"), records(table("charts.toml")["terrain"], "charts.toml", "terrain")
    told = {row["terrain"]: row for row in chart}
    ground = {row["terrain"]: row for row in records(effects, "terrain.toml", "rows")}
    for name in ("clear", "rough", "marsh"):
        assert (number(told[name]["mp_mech"]), number(told[name]["mp_nonmech"])) == (
            ground[name]["mech"],
            ground[name]["foot"],
        )
    assert told["clear"]["combat"] == "none" and ground["clear"]["shift"] == 0
    assert number(told["rough"]["combat"]) == ground["rough"]["shift"]
    assert f"{-effects['marsh']['prepared_shift']}R" in told["marsh"]["combat"] and "halved" in told["marsh"]["combat"]
    assert f"turn {effects['marsh']['soviet_mech_from']}" in told["marsh"]["mp_mech"]
    river = told["river_hexside"]
    assert [number(river[k]) for k in ("mp_mech", "mp_nonmech", "combat")] == [
        effects["river"][k] for k in ("mech", "foot", "shift")
    ]
    for name, key in (("city", "city"), ("hero_or_fortress_city", "stronghold"), ("fortified_line", "line")):
        assert number(told[name]["combat"]) == effects[key]["shift"], name
    area = [int(n) for n in re.findall(r"(\d)L", told["fortified_area"]["combat"])]
    assert area == [effects["area"]["first_shift"], effects["area"]["shift"]]
    cost = [int(n) for n in re.findall(r"\+(\d)", told["mobile_assault"]["mp_mech"])]
    assert (
        cost == [effects["assault"]["clear"], effects["assault"]["city"]]
        and effects["assault"]["city"] == effects["assault"]["line"]
    )


@pytest.mark.rule("bd:11.11", "bd:5.7")
def test_a_shift_of_the_chart_is_the_shift_that_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner who mends the chart mends the game."""
    match = front({"5ra": NE, "6ra": SW}, order="move-fight")
    before = odds(match, ["5ra", "6ra"], MID).shift
    rows = match.data.charts["odds_shifts"]["shifts"]["rows"]
    changed = [[what, 3 if what == "concentric" else value, counts] for what, value, counts in rows]
    monkeypatch.setitem(match.data.charts["odds_shifts"]["shifts"], "rows", changed)
    match.c.board.memo.clear()
    match.data.memo.clear()
    assert odds(match, ["5ra", "6ra"], MID).shift == before + 2
