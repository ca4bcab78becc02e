"""Budgets of the engine on the Smolensk sheet, with a margin of three to five over a quiet two-core machine."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

import pytest

from engine.games.ava.movement.reach import normal_reach
from engine.games.ava.zones import lines
from engine.play.match import Match
from engine.players import make


def milliseconds(work: Callable[[], object], runs: int = 15) -> float:
    """Median processor time of a call: medians, since these machines are noisy."""
    times = []
    for _ in range(runs):
        start = process_time()
        work()
        times.append((process_time() - start) * 1000)
    return median(times)


@pytest.fixture
def match() -> Match:
    """The first Movement Segment of turn 1, with its activated units."""
    m = Match.new("ava", "smolensk", seed=7)
    player = make("random", 1)
    while m.c.frame.step != "movement":
        m.play(player.choose(m)[0])
    return m


def test_new_game() -> None:
    assert milliseconds(lambda: Match.new("ava", "smolensk", seed=1), 5) < 250


def test_reach_of_one_unit(match: Match) -> None:
    unit = next(u for u, on in enumerate(match.c.state.active) if on)
    normal_reach(match.c, unit)
    assert milliseconds(lambda: normal_reach(match.c, unit)) < 5


def test_lines_of_communications_of_both_sides(match: Match) -> None:
    def both() -> None:
        match.c.forget()
        lines(match.c, "axis")
        lines(match.c, "soviet")

    assert milliseconds(both) < 20


def test_all_legal_actions_of_a_movement_segment(match: Match) -> None:
    def legal() -> int:
        match.c.forget()
        match._legal = None
        return len(match.legal)

    assert milliseconds(legal, 5) < 400


def test_play_and_undo(match: Match) -> None:
    unit = next(s for s in match.legal.subjects() if match.legal.of(s))
    action = match.legal.of(unit)[-1]
    played, undone = [], []
    for _ in range(15):
        start = process_time()
        match.play(action)
        middle = process_time()
        match.undo()
        played.append((middle - start) * 1000)
        undone.append((process_time() - middle) * 1000)
    assert median(played) < 20
    assert median(undone) < 5


def test_every_overlay(match: Match) -> None:
    view = match.view("axis")
    unit = match.c.state.active.index(1)
    for name, _ in view.overlays():

        def draw(name: str = name) -> object:
            view.c.forget()
            return view.overlay(name, "axis", unit)

        assert milliseconds(draw, 5) < 60, name


def test_three_hundred_random_actions_a_second() -> None:
    m, player = Match.new("ava", "smolensk", seed=11), make("random", 5)
    start, count = process_time(), 0
    while not m.over and count < 1000:
        m.play(player.choose(m)[0])
        count += 1
    assert count / (process_time() - start) > 300


@pytest.mark.parametrize("scenario", ["smolensk", "campaign"])
def test_what_can_be_attacked_and_what_is_left(scenario: str) -> None:
    m, player = Match.new("ava", scenario, seed=7), make("random", 1)
    while m.c.frame.step != "movement":
        m.play(player.choose(m)[0])
    view = m.view(m.side)

    def asked() -> None:
        view.c.forget()
        view.prospects()

    def left() -> None:
        view.c.forget()
        view.tasks()

    assert milliseconds(asked, 5) < 100
    assert milliseconds(left, 5) < 100
