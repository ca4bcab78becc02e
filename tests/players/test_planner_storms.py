"""Places that are held and may fall all the same: who could come beside them, lines before them, and who fills them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engine.components.grid import Grid, Hex, Unit
from engine.players.planner.approaches import Approaches
from engine.players.planner.barrier import Barrier, Siege
from engine.players.planner.cordon import Cordon
from engine.players.planner.distances import Distances
from engine.players.planner.patterns import fill_the_goal
from engine.players.planner.plan import Proposal
from engine.players.planner.situation import Situation
from engine.players.planner.ways import Ways
from engine.players.planner.weights import Weights
from tests.support.skirmish import Counter, Skirmish

GOAL: dict[Hex, float] = {4: 10.0}
W = Weights(open=1.0, through=0.4, storm=0.5, reply=0.0, pull=0.0, line=0.0, cut=0.0, march=0.01)


class Plain(Skirmish):
    """A front without zones of control."""

    def zone(self, h: Hex) -> Sequence[Hex]:
        return ()


def row(*counters: Counter, pace: int = 5, room: int = 2) -> Skirmish:
    return Plain(counters, columns=12, rows=1, pace=pace, room=room, goals=GOAL, holders={4: "red"})


def ways(front: Skirmish, storm: float = 0.5) -> Ways:
    distances = Distances(front.beside)
    pace = {f.unit: front.steps for f in front.forces("blue")}
    near = Approaches(front, "red", pace, distances, 1)
    return Ways(front, "red", GOAL, pace, lambda h, units: 0.0, distances, near, storm)


BLUE, RED = Counter("blue", 9, attack=6), Counter("red", 4)


# ---------------------------------------------------------------------- what can come beside a place
def test_who_stands_in_a_goal_may_be_driven_out_of_it_by_whoever_comes_beside_it() -> None:
    alone = ways(row(BLUE, RED))
    assert alone.free_goals({}) == {4: pytest.approx(5.0)}
    assert alone.free_goals({1: 3}) == {4: 10.0}, "nobody in it"
    assert ways(row(BLUE, RED, RED)).free_goals({}) == {4: pytest.approx(2.5)}, "two are half as likely to go"
    assert ways(row(BLUE, RED), 0.0).free_goals({}) == {}, "where it is not looked for"


def test_a_line_keeps_him_away_and_so_does_the_distance() -> None:
    assert ways(row(BLUE, RED, Counter("red", 6))).free_goals({}) == {}
    assert ways(row(BLUE._replace(hex=11), RED)).free_goals({}) == {}
    before = ways(row(BLUE, RED, Counter("red", 6)))
    assert before.free_goals({2: 1}) == {4: pytest.approx(5.0)}, "who has left the line"


def test_only_so_many_find_room_beside_it() -> None:
    front = row(*[BLUE._replace(attack=2)] * 3, RED)
    assert ways(front).free_goals({}) == {4: pytest.approx(2.5)}
    near = Approaches(front, "red", dict.fromkeys(range(3), 5), Distances(front.beside), 1)
    assert near.fall(4, (3,), (5,)) == near.fall(4, (3,), (5,)) == pytest.approx(0.5) and near.fall(4, (3,), ()) == 0.0


# ---------------------------------------------------------------------- the line before it
def test_a_goal_that_may_be_stormed_is_barred_farther_out() -> None:
    beside = Grid(12, 1).adjacent.__getitem__
    prices = dict.fromkeys(range(12), 1.0)
    *_, held = Barrier(beside, {11}, {4: 9.0}, {**prices, 4: 0.5}).work()
    *_, barred = Barrier(beside, {11}, {4: 9.0}, {**prices, 4: 0.5}, [Siege(4, (3, 5), 9.0)]).work()
    *_, given = Barrier(beside, {11}, {4: 0.2}, prices, [Siege(4, (3, 5), 0.3)]).work()
    assert held == ([4], [4]) and given == ([], [])
    assert barred is not None and barred[0] == [10] and barred[1] == [5]


def test_a_cordon_is_drawn_before_a_goal_with_somebody_in_it() -> None:
    front = row(BLUE, RED, RED._replace(hex=2), pace=5)
    mine = {f.unit: f for f in front.forces("red")}

    def line(storm: float) -> Mapping[Unit, Hex]:
        cordon = Cordon(ways(front, storm), mine, {2: front.reach(2)}, 1.0)
        for _ in cordon.work():
            pass
        return cordon.places

    assert line(0.0) == {} and 5 <= line(0.5)[2] <= 7


def test_as_many_as_it_takes_go_into_it() -> None:
    front = row(BLUE, RED, RED._replace(hex=2), Counter("red", 3, attack=9, defense=1))
    s = Situation(front, [2, 3], W, places={2: [2, 3, 4], 3: [3, 4]})
    found = [p for p in fill_the_goal(s) if isinstance(p, Proposal)]
    assert [set(p.orders) for p in found] == [{2}], "the one who attacks least and defends best"
    assert list(fill_the_goal(Situation(front, [2, 3], Weights()))) == []
