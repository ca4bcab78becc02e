"""14.24 to 14.30, 17.3: how forts come, stand and fall."""

from __future__ import annotations

import pytest

from engine.games.pm.forts import activate_lines, intact, schedule
from engine.games.pm.movement.entering import enter
from engine.games.pm.supply import reaches
from engine.play.match import Match
from tests.games.pm.battles import MID, SW, N, attack, front
from tests.support.pm_position import column, play, position, unit


def step_in(match: Match, name: str, label: str) -> None:
    enter(match.c, [unit(match, name)], match.c.board.find(label))


def fort(match: Match, label: str) -> str:
    return intact(match.c, match.c.board.find(label))


@pytest.mark.rule("pm:14.24", "pm:R33")
def test_five_lines_are_uncompleted_at_first_and_all_others_stand() -> None:
    match = position({}, turn=1)
    names = ["leningrad", "luga_north", "luga_south", "moscow", "mozhaisk", "vyazma"]
    assert column(match, "lines") == dict.fromkeys(names, "uncompleted")
    assert [fort(match, h) for h in ("3801N", "4300N", "4315N", "4921N", "4916N")] == [""] * 5
    assert [fort(match, h) for h in ("3001S", "4100N", "2815N")] == ["fort", "heavy fort", "stalin line"]


@pytest.mark.rule("pm:14.25", "pm:17.3")
def test_lines_are_activated_on_their_turn() -> None:
    match = position({}, turn=2)
    assert schedule(match.c) == {
        "luga_north": 3, "luga_south": 3, "leningrad": 3, "vyazma": 6, "mozhaisk": 6, "moscow": 9,
    }  # fmt: skip
    for turn, standing in ((3, {"3801N", "4003N", "4300N"}), (6, {"4315N", "4921N"}), (9, {"4916N"})):
        assert not any(fort(match, h) for h in standing)
        match.state.turn = turn
        activate_lines(match.c)
        assert all(fort(match, h) for h in standing)


@pytest.mark.rule("pm:14.25")
def test_entering_aborts_the_whole_line() -> None:
    match = position({"61inf": "4313N"}, turn=5)
    step_in(match, "61inf", "4314N")
    assert column(match, "lines")["vyazma"] == "aborted"
    match.state.turn = 6
    activate_lines(match.c)
    assert not fort(match, "4220N")
    assert fort(match, "4921N")


@pytest.mark.rule("pm:14.25")
def test_the_southern_luga_falls_with_the_northern_but_not_the_other_way_round() -> None:
    north = position({"61inf": "3802N"}, turn=2)
    step_in(north, "61inf", "3801N")
    assert (column(north, "lines")["luga_north"], column(north, "lines")["luga_south"]) == ("aborted", "aborted")
    south = position({"61inf": "3904N"}, turn=2)
    step_in(south, "61inf", "4003N")
    assert (column(south, "lines")["luga_north"], column(south, "lines")["luga_south"]) == ("uncompleted", "aborted")


@pytest.mark.rule("pm:14.25")
def test_soviet_units_abort_nothing() -> None:
    match = position({"rd-001": "3802N"}, turn=2)
    step_in(match, "rd-001", "3801N")
    assert column(match, "lines")["luga_north"] == "uncompleted"


@pytest.mark.rule("pm:14.26", "pm:14.39")
def test_a_fort_falls_only_when_the_hex_is_occupied() -> None:
    match = front({"6pz": N, "7pz": N, "8pz": N}, {"rd-001": (1, 1)}, forts_at={MID: "fort"})
    attack(match)
    assert fort(match, MID) == "fort"
    play(match, "end")
    assert fort(match, MID) == "fort"
    again = front({"6pz": N, "7pz": N, "8pz": N}, {"rd-001": (1, 1)}, forts_at={MID: "heavy fort"})
    attack(again)
    play(again, "advance 6pz")
    assert (fort(again, MID), column(again, "destroyed")) == ("", [MID])


@pytest.mark.rule("pm:14.26")
def test_forts_fall_hex_by_hex_for_good() -> None:
    match = front({"61inf": N}, [], forts_at={MID: "fort", SW: "fort"}, phase="movement")
    step_in(match, "61inf", MID)
    assert (fort(match, MID), fort(match, SW)) == ("", "fort")
    step_in(match, "61inf", N)
    match.state.turn = 9
    activate_lines(match.c)
    assert fort(match, MID) == ""


@pytest.mark.rule("pm:14.26", "pm:14.30", "pm:R34")
def test_the_stalin_line_is_destroyed_by_whoever_walks_in() -> None:
    match = front({"61inf": N}, [], forts_at={MID: "stalin line"}, phase="movement")
    step_in(match, "61inf", MID)
    assert fort(match, MID) == ""


@pytest.mark.rule("pm:14.29", "pm:14.30")
def test_german_supply_stops_at_forts_but_not_at_the_stalin_line() -> None:
    match = front({}, [], forts_at={MID: "fort", N: "stalin line"}, phase="movement")
    c = match.c
    assert not reaches(c, "axis", c.board.find(MID))
    assert reaches(c, "axis", c.board.find(N))


@pytest.mark.rule("pm:R29", "pm:14.24")
def test_beginners_have_no_forts() -> None:
    match = position({}, turn=9, options={"rules": "beginners"})
    assert not any(fort(match, h) for h in ("3001S", "2815N", "4916N"))
