"""Places that are held and may fall all the same: who could come beside them, lines before them, and who fills them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engine.components.grid import Grid, Hex, Unit
from engine.components.wide import marked, stepped
from engine.players.planner.approaches import Approaches
from engine.players.planner.barrier import Barrier, Siege
from engine.players.planner.cordon import Cordon
from engine.players.planner.distances import Distances
from engine.players.planner.patterns import fill_the_goal
from engine.players.planner.plan import Proposal
from engine.players.planner.rims import CLOSED, severed
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


def test_who_could_go_to_another_goal_as_well_is_feared_less() -> None:
    front = row(BLUE, RED, RED._replace(hex=11))
    alone = Approaches(front, "red", {0: 5}, Distances(front.beside), 1).fall(4, (1,), (5,))
    two = Plain((BLUE, RED, RED._replace(hex=11)), columns=12, rows=1, pace=5, goals=GOAL | {11: 10.0},
                holders={4: "red", 11: "red"})  # fmt: skip
    shared = Approaches(two, "red", {0: 5}, Distances(two.beside), 1).fall(4, (1,), (5,))
    assert 0.0 < shared < alone


# ---------------------------------------------------------------------- what must stay in supply
LANES = Distances(Plain((), columns=5, rows=5).beside).ways(range(25))


def parted(own: Sequence[Hex] = (), foes: Sequence[Hex] = (), walked: Sequence[Hex] = range(25)) -> float:
    """The chance that the corner of a field of five by five hexes is parted from the rest."""
    return severed(LANES, 0, marked(own), marked(foes), marked(walked))


def test_a_place_is_parted_from_all_the_sooner_the_fewer_stand_for_it() -> None:
    beside = [h for h in range(25) if marked([h]) & stepped(LANES, 1)]
    assert len(beside) == 3 and parted() == CLOSED[3]
    assert parted(foes=beside[:1]) == CLOSED[2], "one of them stands there already"
    assert parted(foes=beside) == CLOSED[0] == 1.0
    assert parted(walked=[h for h in range(25) if h not in beside]) < CLOSED[3], "farther out it takes more"
    assert parted(walked=beside[:1]) == 0.0
    assert parted(own=beside) < parted(own=beside[:1]) <= CLOSED[3], "a row of its own keeps it open"


def test_a_goal_that_counts_in_supply_is_feared_for_when_enemies_could_come_between() -> None:
    def feared(*counters: Counter, fed: Sequence[Hex] = (4,)) -> dict[Hex, float]:
        front = row(*counters)
        distances = Distances(front.beside)
        pace = {f.unit: front.steps for f in front.forces("blue")}
        near = Approaches(front, "red", pace, distances, 1)
        return Ways(front, "red", GOAL, pace, lambda h, units: 0.0, distances, near, 0.5, fed).free_goals({})

    weak = Counter("blue", 2, attack=1)
    both = (weak, weak._replace(hex=7))
    assert feared(*both, RED, RED, RED) == {4: pytest.approx(10.0)}, "on both sides of it"
    assert feared(weak, RED, RED, RED).get(4, 0.0) < 1.0, "the other side stays open"
    assert feared(*both, RED, RED, RED, fed=()).get(4, 0.0) < 1.0, "where supply counts for nothing"


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
