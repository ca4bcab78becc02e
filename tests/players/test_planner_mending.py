"""Plans that mind the reply: what is changed about a plan because of what the enemy would do, and who is let go."""

from __future__ import annotations

import pytest

from engine.players.planner.exchange import mean
from engine.players.planner.knowledge import Force, Outcome
from engine.players.planner.lifelines import Lifelines
from engine.players.planner.mending import Blow, mendings
from engine.players.planner.plan import Order, Plan
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights
from engine.players.planner.worth import Worth
from tests.support.skirmish import Counter, Skirmish

W = Weights(reply=0.0)


def row(*counters: Counter, pace: int = 3, **more: object) -> Skirmish:
    return Skirmish(counters, columns=12, rows=1, pace=pace, **more)  # type: ignore[arg-type]


def changed(front: Skirmish, *blows: Blow, posts: dict[int, list[int]] | None = None) -> list[dict[int, Order]]:
    s = Situation(front, [u for u, c in enumerate(front.counters) if c.side == "red"], W)
    return list(mendings(s, Plan(s.staying, ("wait",), -1), blows, posts or {}))


def test_who_is_struck_gets_help_a_screen_or_another_place() -> None:
    front = row(Counter("red", 4), Counter("red", 2), Counter("blue", 9))
    found = changed(front, Blow(1.0, 4, {5}, {9}), posts={0: [4, 3]})
    assert {1: Order(4)} in found  # beside him
    assert {1: Order(5)} in found  # in the enemy's way
    assert {0: Order(3)} in found  # away
    assert {1: Order(3)} not in found  # behind him is in nobody's way


def test_the_worst_blow_is_minded_first_and_nothing_where_there_is_none() -> None:
    front = row(Counter("red", 4), Counter("red", 2), Counter("blue", 9))
    posts = {0: [3], 1: [1]}
    found = changed(front, Blow(0.5, 2), Blow(1.0, 4), posts=posts)
    assert found.index({0: Order(3)}) < found.index({1: Order(1)})
    assert changed(front, posts=posts) == []


def test_attackers_and_headquarters_are_sent_nowhere_to_help() -> None:
    front = row(Counter("red", 4), Counter("red", 2, leads=True), Counter("blue", 9))
    assert changed(front, Blow(1.0, 4, {5}, {9})) == []


# ---------------------------------------------------------------------- ways out of a pocket
def test_a_result_that_drives_somebody_off_is_told_from_one_that_leaves_nobody() -> None:
    chances = [(Outcome(0, 0, 1), 0.5), (Outcome(0, 2, 1), 0.25), (Outcome(0, 0, 0), 0.25)]
    found = mean(chances, [(Force(0, 0, 2, 2, (1.0,)), 0)], [Force(1, 1, 2, 2, (1.0, 1.0))], 1)
    assert found.driven == pytest.approx(0.5) and found.vacated == pytest.approx(0.75)


def test_only_who_is_cut_off_beside_a_hex_in_supply_gets_something_back() -> None:
    front = row(Counter("blue", 4), Counter("red", 6), sources={"blue": 11})
    lines = Lifelines(front, "blue", 0.5)
    assert lines.released(4, [5], {}) == 0  # no way leads past the enemy
    assert lines.released(4, [6, 7], {}) == pytest.approx(1.5)
    assert lines.released(4, [6, 7], {1: 0}) == 0  # he is in supply


def test_where_nobody_is_attacked_nobody_is_let_out() -> None:
    front = Skirmish([Counter("blue", 20), Counter("red", 10, attack=4), Counter("red", 22)], sources={"blue": 26})
    parts = [dict(Worth(Situation(front, [1], Weights(reply=0.0, release=r))).parts({1: Order(10)})) for r in (0, 1)]
    assert "way out" not in parts[0] and parts[1]["way out"] == 0
