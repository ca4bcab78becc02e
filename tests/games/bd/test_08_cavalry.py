"""8.30, 8.34, 8.35: early cavalry groups and the static units of Leningrad."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.bd.tables import tables
from engine.play.match import Match
from tests.games.bd.test_11_assault import MID, NE, SE, E, W, odds
from tests.support.bd_position import at, costs, play, position, refusal, supply

CITY = {"1803": "city"}


def soviet(**more: Any) -> Match:
    """The Soviet segment of July 1941 with a cavalry group in hand."""
    more = {"turn": 2, "boxes": {"bcg": "turn 2"}, "places": CITY, "ground": {}, **more}
    return position(side="soviet", phase="reinforcement", **more)


@pytest.mark.rule("bd:8.30", "bd:R17")
def test_a_group_enters_atop_supplied_units_of_its_zone_outside_cities() -> None:
    match = soviet(units={"16ra": "1804", "21ra": "1803", "22ra": "2404", "1inf": "1820"})
    assert refusal(match, "enter bcg 1803").rule == "bd:8.1"
    assert refusal(match, "enter bcg 2404").rule == "bd:8.1"
    assert refusal(match, "enter bcg 1805").rule == "bd:8.1"
    assert refusal(match, "hold-back bcg").rule == "bd:8.30"
    play(match, "enter bcg 1804")
    assert at(match, "bcg") == "1804"


@pytest.mark.rule("bd:8.30")
def test_no_group_enters_where_nobody_is_supplied_and_one_that_does_not_enter_is_lost() -> None:
    match = soviet(units={"16ra": "1804", "1inf": "1820"}, zones={"supply_soviet": []})
    assert refusal(match, "enter bcg 1804").rule == "bd:8.1"
    match = soviet(units={"16ra": "1804", "1inf": "1820"})
    play(match, "end")
    assert at(match, "bcg") == "[removed]"


@pytest.mark.rule("bd:8.30")
def test_one_group_a_hex_which_counts_nothing_for_stacking() -> None:
    five = dict.fromkeys(("16ra", "21ra", "22ra", "23ra", "24ra"), "1804")
    match = soviet(units={**five, "1inf": "1820"}, boxes={"bcg": "turn 3", "kcg": "turn 3"}, turn=3)
    play(match, "enter bcg 1804")
    assert refusal(match, "enter kcg 1804").rule == "bd:8.30"


@pytest.mark.rule("bd:8.30")
def test_a_group_pays_one_point_a_hex_and_for_rivers_and_stops_in_no_city() -> None:
    match = position({"bcg": MID, "1inf": "1820"}, side="soviet", turn=3, ground={E: "marsh", SE: "rough"},
                     lines={"river": [f"{MID}-{W}"]}, places={NE: "city"})  # fmt: skip
    found = costs(match, "bcg")
    assert (found[E], found[SE], found[W]) == (1, 1, 2)
    assert NE not in found and refusal(match, f"move bcg {NE}").rule == "bd:8.30"
    grid, find, labels = match.c.grid, match.c.board.find, match.c.board.labels
    beyond = [labels[n] for n in grid.adjacent[find(NE)] if found.get(labels[n]) == 2]
    assert beyond and all(match.check(f"move bcg {NE} {label}") is None for label in beyond), "through the city"


@pytest.mark.rule("bd:8.30", "bd:7.9", "bd:7.10")
def test_a_group_is_always_supplied_and_attacks_at_full_strength() -> None:
    match = position({"dcg": "2404", "1inf": "2405"}, side="soviet", turn=8, ground={}, phase="combat",
                     order="fight-move", zones={"supply_soviet": []})  # fmt: skip
    assert supply(match, "dcg") == "offensive supply"
    assert odds(match, ["dcg"], "2405").attack == 1


@pytest.mark.rule("bd:8.30")
def test_a_group_attacks_no_city() -> None:
    where = {"bcg": MID, "16ra": MID, "1inf": E}
    match = position(where, side="soviet", turn=4, ground={}, phase="combat", places={E: "city"}, order="fight-move")
    play(match, f"target {E}")
    assert refusal(match, "add bcg").rule == "bd:8.30" and match.check("add 16ra") is None


@pytest.mark.rule("bd:8.30", "bd:7.15")
def test_a_group_never_leaves_its_zone() -> None:
    t = tables(position({"1inf": "1820"}, ground={}).c)
    grid = t.data.board.grid
    here, there = next((h, n) for h in sorted(t.north & t.land) for n in grid.adjacent[h] if n in t.land - t.north)
    match = position({"bcg": t.data.board.labels[here], "1inf": "1820"}, side="soviet", turn=3, ground={})
    assert refusal(match, f"move bcg {t.data.board.labels[there]}").rule == "bd:8.30"
    assert {t.area(match.c.board.find(label)) for label in costs(match, "bcg")} == {"north"}
