"""Games held against the course of the war: what was taken when, and how far from the day that is."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from engine.components.board import Board
from engine.components.load import load_board
from engine.play.match import Match
from engine.study.course import Course, Fall, fell, lines
from tests.support.plan import EDITIONS

MINSK = Fall("Minsk", "axis", "28 Jun 1941", 2)
KIEV = Fall("Kiev", "axis", "19 Sep 1941", 9)


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("ava", "campaign"), ("pm", "campaign"), ("bd", "grand"), *((game, "campaign") for game in EDITIONS)],
)
def test_every_place_of_a_course_is_a_named_one_of_the_map(game: str, scenario: str) -> None:
    board: Board = load_board(game)
    falls = Course(Match.new(game, scenario)).falls
    names = {place.name for place in board.places}
    assert len(falls) > 15
    assert {fall.name for fall in falls} <= names
    assert all(fall.turn >= 1 and not fall.taken for fall in falls)


def test_what_is_taken_is_told_with_its_turn_once() -> None:
    m = Match.new("ava", "leningrad")
    state: Any = m.state
    course = Course(m)
    riga = m.data.board.find("L1420")
    course.ended(1)
    state.control[m.data.board.label(riga)] = "axis"
    course.ended(2)
    course.ended(3)
    assert [(f.name, f.turn, f.taken) for f in course.falls if f.taken] == [("Riga", 1, 2)]


def test_what_happened_before_a_scenario_begins_is_no_part_of_it() -> None:
    assert all(fall.turn >= 18 for fall in Course(Match.new("bd", "manstein")).falls)


def test_the_median_of_games_stands_beside_the_day() -> None:
    games = [([MINSK._replace(taken=n)], 9) for n in (1, 4, 3)]
    found = fell(games)
    assert [(f.games, f.taken, f.median, f.late) for f in found] == [(3, 3, 3, 1)]
    assert lines(found)[-1] == "within 2 turns of history: 1 of 1 places"
    assert "3, 1 later" in lines(found)[1] and max(map(len, lines(found))) < 80


def test_a_place_that_was_due_and_not_taken_is_late_for_ever() -> None:
    found = fell([([MINSK], 9), ([MINSK], 9), ([MINSK._replace(taken=2)], 9)])
    assert found[0].median == inf
    assert "not taken" in lines(found)[1]
    assert lines(found)[-1] == "within 2 turns of history: 0 of 1 places"


def test_a_game_that_ends_before_the_day_says_nothing_against_it() -> None:
    assert fell([([KIEV], 5), ([KIEV], 5)]) == []
    found = fell([([KIEV], 5), ([KIEV], 5), ([KIEV._replace(taken=3)], 5)])
    assert found[0].late == 0
    assert "9, as then" in lines(found)[1]
    assert lines([]) == []
