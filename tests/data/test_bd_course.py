"""The victory points of Barbarossa Deluxe along the course of the war: the map and the chart leave the game open."""

from __future__ import annotations

import re

import pytest

from engine.components.board import Place
from engine.components.grid import Hex
from engine.components.load import records
from tests.support.bd_data import board, table


def turns(side: str) -> dict[str, int]:
    """Game turn in which each place came into the hands of a side: for the German one those that were in them in
    November 1942."""
    rows = records(table("course.toml")["falls"], "course.toml", "falls")
    return {board().place_at[board().find(r["place"])].name: r["turn"] for r in rows if r["side"] == side}


FALLS, RETURNS = turns("axis"), turns("soviet")
HEROES = ("Sevastopol", "Stalingrad")
"""Hero cities that fell (12.6): a point more each."""


def valued() -> list[Place]:
    return [place for place in board().places if place.value]


def west(place: Place) -> bool:
    return not board().owner_names[board().owner[place.hexes[0]]].startswith("USSR")


def points(turn: int) -> int:
    """German points at the end of a game turn if the war goes its way."""
    total = 0
    for place in valued():
        taken = 0 if west(place) else FALLS.get(place.name, 99)
        bonus = (place.name in HEROES) * (taken <= turn)
        total += bonus + place.value * (taken <= turn < RETURNS.get(place.name, 99))
    return total - 2 * (turn >= 19)
    # Two points are the mean of the die for the summer of 1943 (4.4).


@pytest.mark.rule("bd:12.3", "bd:12.6", "bd:12.15")
def test_the_front_of_november_1942_is_worth_33_points() -> None:
    """Every place belongs to whoever has the nearest unit on the map, but where the scenario says another."""
    scenario = table("scenarios/road-back.toml")
    units = {board().find(where): side for side in ("axis", "soviet") for where in scenario["setup"][side]}
    between = {board().find(where) for where in scenario["control"]["axis"]}

    def side_of(h: Hex) -> set[str]:
        least = min(board().grid.distance(h, u) for u in units)
        return {"axis"} if h in between else {s for u, s in units.items() if board().grid.distance(h, u) == least}

    assert all(len(side_of(p.hexes[0])) == 1 for p in valued()), "no place lies between"
    german = [p for p in valued() if side_of(p.hexes[0]) == {"axis"}]
    assert {p.name for p in german if not west(p)} == set(FALLS)
    assert sum(p.value for p in german) + len(HEROES) == 33 == scenario["victory"]["points"]


@pytest.mark.rule("bd:4.14", "bd:4.2", "bd:4.20")
def test_the_course_of_the_war_ends_no_game_before_its_end() -> None:
    assert points(0) == table("scenarios/grand.toml")["victory"]["points"] == 14
    for row in records(table("charts.toml")["victory_check"], "charts.toml", "victory_check"):
        if row["turn"] < 32:
            assert row["soviet_win_max"] < points(row["turn"]) < row["german_win_min"], row["turn"]


@pytest.mark.rule("bd:4.14")
def test_the_note_of_the_chart_tells_the_course() -> None:
    note = table("charts.toml")["victory_check"]["note"].split("fell give ")[1]
    told = {int(turn): int(total) for total, turn in re.findall(r"(\d+)(?: points)? (?:on turn|on|from) (\d+)", note)}
    assert told == {turn: points(turn) for turn in told} and len(told) >= 9


@pytest.mark.rule("bd:5.8", "bd:5.9")
def test_four_single_and_four_double_months_a_year() -> None:
    rows = records(table("charts.toml")["calendar"], "charts.toml", "calendar")
    assert [row["turn"] for row in rows] == list(range(1, 33))
    months = {"Jun": True, "Jul": True, "Aug": True, "Sep": True}
    months |= {"Oct/Nov": False, "Dec/Jan": False, "Feb/Mar": False, "Apr/May": False}
    assert [(row["month"].split()[0], row["single_month"]) for row in rows] == list(months.items()) * 4
    assert [row["month"].split()[1] for row in rows if row["month"].startswith("Dec")] == [
        "41-42",
        "42-43",
        "43-44",
        "44-45",
    ]
