"""Who is sent where several have to come together, who goes where places have to be had back, who waits in reserve."""

from __future__ import annotations

import pytest

from engine.players.planner.batches import group, retaking
from engine.players.planner.ending import SOME_STORM, SOME_WAY, keeping_all
from engine.players.planner.errands import Errand, called, errand
from engine.players.planner.needs import FAR, RESERVE, RETAKE, Needs, promising
from engine.players.planner.weights import Weights
from tests.support.skirmish import Counter, Skirmish


def row(*counters: Counter, pace: int = 3, **more: object) -> Skirmish:
    return Skirmish(counters, columns=12, rows=1, pace=pace, **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------------- errands
def test_the_nearest_of_each_sort_goes_and_none_as_two() -> None:
    front = row(Counter("red", 3), Counter("red", 5), Counter("red", 7))
    assert errand(front, [0], [{0, 1}, {0, 1, 2}], 2.0).units == {0, 1}
    assert errand(front, [0], [{0}, {0}], 2.0) == errand(front, [0], [set()], 2.0) == Errand()


def test_an_errand_is_felt_on_the_way_and_most_at_its_end() -> None:
    e = errand(row(Counter("red", 3), Counter("red", 5)), [0], [{0}], 2.0)
    assert called(e, 0, 0) == pytest.approx(2.0) and called(e, 1, 0) == 0.0
    felt = [called(e, 0, h) for h in range(5)]
    assert felt == sorted(felt, reverse=True) and felt[1] < 2.0


# ---------------------------------------------------------------------- what has to be had back
def lost() -> Skirmish:
    """A goal that the enemy has taken, one unit near it and two strong ones far away before another enemy."""
    reds = [Counter("red", 0, attack=2), Counter("red", 8, attack=9), Counter("red", 8, attack=9)]
    front = row(*reds, Counter("blue", 2), Counter("blue", 10), goals={2: 3.0}, holders={2: "blue"})
    front.lacking = {2}
    return front


def test_those_who_can_come_beside_it_are_planned_for_first() -> None:
    front = lost()
    assert retaking(front, [0, 1, 2]) == {0} == set(group(front, [0, 1, 2], 2, lambda u: front.counters[u].attack))
    front.lacking = ()
    assert not retaking(front, [0, 1, 2]) and set(group(front, [0, 1, 2], 2, lambda u: front.counters[u].attack)) == {
        1,
        2,
    }


def test_whoever_comes_comes_near_it_and_its_markers_lie_there() -> None:
    front = lost()
    needs, strength = Needs(front, ()), lambda u: float(front.counters[u].attack)
    assert needs.at(0, 1.0) - needs.front(0) == pytest.approx(RETAKE * 3.0)
    near = promising(front, strength)[0]
    front.lacking = ()
    assert near == pytest.approx(promising(front, strength)[0] * (1 + 3.0))


def test_storms_and_ways_are_minded_by_who_has_to_keep_all_of_some() -> None:
    w = Weights(through=0.4)
    some = keeping_all(w, [(5, 5), (4, 9)])
    assert some.storm == SOME_STORM and some.open == SOME_WAY > w.open and keeping_all(w, [(4, 9)]) == w


# ---------------------------------------------------------------------- a reserve
def test_a_few_wait_in_reserve_who_are_far_from_the_enemy_and_leave_it_for_goals_in_danger() -> None:
    held = {3: "red", 8: "red"}
    needs = Needs(row(Counter("red", 0), Counter("red", 8), Counter("blue", 11), goals={8: 1.0}, holders=held), ())
    assert needs.spared(0) > needs.spared(1) and needs.spared(99) == FAR
    assert needs.stored(0, RESERVE) < 0 and needs.stored(0, 0) > needs.stored(1, 0)
    assert needs.leaves_reserve(8, 1) and needs.leaves_reserve(0, RESERVE + 1) and not needs.leaves_reserve(0, RESERVE)
