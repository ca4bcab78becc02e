"""Lines: what the enemy could walk into with each unit's pace, through whom he may break, and who is to stand where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

import pytest

from engine.components.grid import Grid, Hex, Unit
from engine.players.planner.barrier import Barrier
from engine.players.planner.cordon import Cordon
from engine.players.planner.making import Maker
from engine.players.planner.plan import Order
from engine.players.planner.situation import Situation
from engine.players.planner.ways import Ways
from engine.players.planner.weights import Weights
from tests.support.skirmish import Counter, Skirmish

W = Weights(open=1.0, through=0.5, reply=0.0, pull=0.0, line=0.0, cut=0.0, march=0.01)


class Plain(Skirmish):
    """A front without zones of control."""

    def zone(self, h: Hex) -> Sequence[Hex]:
        return ()


def never(h: Hex, units: Sequence[Unit]) -> float:
    return 0.0


def half(h: Hex, units: Sequence[Unit]) -> float:
    return 0.5


def row(*counters: Counter, kind: type[Skirmish] = Plain) -> Skirmish:
    return kind(counters, columns=12, rows=1, pace=8)


# ---------------------------------------------------------------------- ways
def test_each_enemy_walks_as_far_as_it_goes() -> None:
    front = row(Counter("blue", 8), Counter("blue", 11))
    found = [Ways(front, "red", {4: 10.0}, pace, never).free_goals({}) for pace in ({0: 4}, {0: 3, 1: 6}, {0: 3, 1: 7})]
    assert found == [{4: 10.0}, {}, {4: 10.0}]


@pytest.mark.parametrize("kind", [Plain, Skirmish])
def test_a_stack_beside_the_enemy_lets_him_through_by_the_chance_that_it_is_broken(kind: type[Skirmish]) -> None:
    def open_(*red: Hex) -> Mapping[Hex, float]:
        front = row(Counter("blue", 7), *(Counter("red", h) for h in red), kind=kind)
        return Ways(front, "red", {4: 10.0}, {0: 4}, half).free_goals({})

    assert open_(6) == {4: 5.0}
    assert open_(5, 6) == open_(4, 6) == {}  # a second line, and who stands in the goal
    assert open_(5) == {}  # who is not beside the enemy is not struck before he walks


def test_who_has_gone_elsewhere_is_reckoned_with_there() -> None:
    ways = Ways(row(Counter("blue", 8), Counter("red", 0)), "red", {4: 10.0}, {0: 5}, never)
    assert ways.free_goals({}) == {4: 10.0} and ways.free_goals({1: 6}) == ways.free_goals({1: 4}) == {}


# ---------------------------------------------------------------------- the cheapest barrier
def parted(grid: Grid, starts: set[Hex], goals: set[Hex], taken: set[Hex]) -> bool:
    """Whether no way leads from a start to a goal but through taken hexes."""
    found = edge = starts - taken
    while edge:
        edge = {n for h in edge for n in grid.adjacent[h]} - found - taken
        found = found | edge
    return not found & goals


def test_no_barrier_of_fewer_hexes_parts_enemies_and_goals() -> None:
    grid, parted_at_all = Grid(5, 4), 0
    for seed in range(14):
        places = Random(seed).sample(range(20), 4)
        starts, goals = set(places[:2]), set(places[2:])
        net = Barrier(grid.adjacent.__getitem__, starts, dict.fromkeys(goals, 9.0), dict.fromkeys(range(20), 1.0))
        *_, found = net.work()
        assert found is not None
        near, far = (set(hexes) for hexes in found)
        assert all(parted(grid, starts, goals, line) and not line & starts for line in (near, far))
        assert len(near) == len(far)
        free = [h for h in range(20) if h not in starts]
        assert not any(parted(grid, starts, goals, set(less)) for less in combinations(free, len(near) - 1))
        parted_at_all += len(near) > 1
    assert parted_at_all > 7


def test_a_goal_that_is_worth_less_than_its_barrier_is_given_up() -> None:
    grid = Grid(12, 1)
    *_, found = Barrier(grid.adjacent.__getitem__, {0}, {5: 0.5}, dict.fromkeys(range(12), 1.0)).work()
    assert found == ([], [])


# ---------------------------------------------------------------------- who stands where
ROWS, COLUMNS = 3, 9
WEST, EAST = [r * COLUMNS for r in range(ROWS)], [r * COLUMNS + COLUMNS - 1 for r in range(ROWS)]


def field(*red: Hex) -> Skirmish:
    counters = [*(Counter("red", h) for h in red), *(Counter("blue", h) for h in WEST)]
    goals = dict.fromkeys(EAST, 5.0)
    return Plain(counters, columns=COLUMNS, rows=ROWS, pace=8, goals=goals, holders=dict.fromkeys(EAST, "red"))


def test_units_that_suffice_make_a_line_and_the_others_are_free() -> None:
    front = field(6, 6, 6, 7)
    mine = {f.unit: f for f in front.forces("red")}
    ways = Ways(front, "red", front.goals(), dict.fromkeys(range(4, 7), 8), never)
    cordon = Cordon(ways, mine, {u: front.reach(u) for u in mine}, 1.0)
    for _ in cordon.work():
        pass
    assert len(cordon.places) == 3 and ways.free_goals({}) and ways.free_goals(cordon.places) == {}


def test_those_who_move_later_are_taken_to_do_their_part() -> None:
    front = field(6, 6, 6)
    s = Situation(front, [0], W, later=[1, 2])
    for _ in s.drawn():
        pass
    assert set(s.line) == {0, 1, 2} and set(s.expected) <= {1, 2}
    assert s.free_goals({0: 1}) and s.free_goals({0: s.line[0]}) == {}
    maker = Maker(s, 60, 20)
    for _ in maker.work():
        pass
    best = maker.best(1)[0]
    assert s.free_goals({u: o.hex for u, o in best.orders.items()}) == {}


def test_nobody_is_taken_to_leave_a_goal_for_a_line_that_others_need_not_make() -> None:
    s = Situation(field(7, 6, EAST[0]), [0], W, later=[1, 2])
    for _ in s.drawn():
        pass
    assert s.line[0] != 7 and s.line[2] != EAST[0] and 2 not in s.expected
    assert EAST[0] not in s.free_goals({})


# ---------------------------------------------------------------------- attacks that were agreed on
def test_attacks_of_earlier_plans_of_the_turn_are_joined() -> None:
    front = Skirmish([Counter("red", 21), Counter("red", 18), Counter("blue", 22)], pace=5)
    agreed = {0: Order(21, 22)}
    s = Situation(front, [0, 1], Weights(reply=0.0, open=0.0), halted=[0], agreed=agreed)
    assert s.agreed == agreed
    maker = Maker(s, 120, 60)
    for _ in maker.work():
        pass
    assert set(maker.best(1)[0].attacks.get(22, ())) == {0, 1}


def test_what_was_agreed_is_forgotten_where_nobody_is_left_to_be_attacked() -> None:
    front = Skirmish([Counter("red", 21), Counter("blue", 40)], pace=5)
    assert Situation(front, [0], W, halted=[0], agreed={0: Order(21, 22)}).agreed == {}
