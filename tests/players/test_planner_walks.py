"""Walks: floods that go on, who is missed when he rides or dashes away, and what speaks for fighting first."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest

from engine.components.grid import Hex
from engine.components.wide import marked
from engine.players.planner.batches import best_attacks, marching
from engine.players.planner.dashes import Dash, worth
from engine.players.planner.floods import Flood
from engine.players.planner.guard import Guard
from engine.players.planner.knowledge import Outcome
from engine.players.planner.needs import EMPTY, Needs, walked
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights
from tests.support.skirmish import Counter, Skirmish

GOAL: dict[Hex, float] = {4: 10.0}
W = Weights(open=1.0, through=0.4, reply=0.0, pull=0.0, line=0.0, cut=0.0, march=0.01)


class Plain(Skirmish):
    """A front without zones of control."""

    def zone(self, h: Hex) -> Sequence[Hex]:
        return ()


def row(*counters: Counter, pace: int = 5) -> Skirmish:
    return Plain(counters, columns=12, rows=1, pace=pace, goals=GOAL, holders={4: "red"})


BLUE, RED = Counter("blue", 9, attack=6), Counter("red", 4)


def test_a_flood_goes_on_from_where_it_was_let_in() -> None:
    guard = Guard(row(BLUE, RED), "red", GOAL, 8)
    flood = Flood(guard._lanes, guard._near, 8)
    assert flood.spread({9: 5}, marked([6]), 0) == marked([7, 8, 9]), "on the way to the goal alone"
    assert flood.met == marked([6]) and flood.left(6) == 2 and flood.left(8) == 4
    assert flood.spread({6: 2}, marked([6]), 0) == marked([4, 5, 6])
    assert flood.all == marked(range(4, 10)) and flood.left(4) == 0


def test_nobody_walks_on_out_of_a_zone_but_who_begins_there() -> None:
    guard = Guard(row(BLUE, RED), "red", GOAL, 8)
    for zones, reached in ((marked([7]), [7, 8, 9]), (marked([9]), [5, 6, 7, 8, 9])):
        flood = Flood(guard._lanes, guard._near, 8)
        assert flood.spread({9: 5}, marked([4]), zones) == marked(reached)


def test_whoever_dashes_shuts_a_way_only_if_he_wins() -> None:
    front = row(RED._replace(hex=3), Counter("blue", 5, attack=0), BLUE, pace=8)
    odds = ([(Outcome(retreat=2, stuck=9), p), (Outcome(attacker=9), 1 - p)] for p in (1.0, 0.5, 0.0))
    found = [dict(worth(Situation(front, [0], W), Dash((0,), 4, 5, results, ()))) for results in odds]
    assert [parts["left"] for parts in found] == [pytest.approx(10.0), pytest.approx(5.0), 0.0]


def test_who_guards_a_goal_alone_behind_others_is_missed_there_when_the_enemy_is_not_far() -> None:
    def left(blue: Hex) -> float:
        counters = [Counter("blue", blue), Counter("red", 5), Counter("red", 6)]
        front = Plain(counters, columns=24, rows=1, pace=4, goals={5: 2.0}, holders={5: "red"})
        needs = Needs(front, walked(front, (0,)))
        return needs.front(1) - needs.front(5) - needs.gain(1, 1)

    assert left(8) == pytest.approx(2.0 + EMPTY) and left(20) == 0.0


class Bold(Plain):
    """Every attack is carried."""

    def chances(
        self, attack: float, defense: float, target: Hex, hexes: Collection[Hex] = ()
    ) -> Sequence[tuple[Outcome, float]]:
        return [(Outcome(0, 1, 2), 0.5), (Outcome(9), 0.5)]


def test_gambles_do_not_speak_for_fighting_first() -> None:
    def found(attack: int, move: bool) -> float:
        front = Bold([Counter("red", 5, attack=attack), Counter("blue", 6)], columns=12, rows=1, goals={6: 9.0},
                     holders={6: "blue"})  # fmt: skip
        return next(best_attacks(front, [[0]], Weights(reply=0.0), move=move, looks=9))

    assert found(2, False) > 0.0 == found(1, False) < found(1, True)


def test_what_moves_can_shut_is_told_by_the_guard_that_is_asked() -> None:
    front = row(BLUE, RED._replace(hex=2))
    assert marching(front, W) == pytest.approx(10.0)
    assert marching(front, W, Guard(front, "red", {}, 5)) == 0.0
