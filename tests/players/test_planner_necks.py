"""Ways home as a race: a straight front is in no danger, a bulge the more the deeper it is; closed hexes end them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.components.grid import Grid, Hex
from engine.players.planner.distances import rings
from engine.players.planner.necks import CLOSED, FRONT, MOST, SAFE, STEP, deep, exposed, leads, led_home, peril, sooner
from engine.players.planner.plan import Order
from engine.players.planner.posts import Posts
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights
from engine.players.planner.worth import Worth
from tests.support.skirmish import Counter, Skirmish

GRID = Grid(40, 21)


def at(column: int, row: int) -> Hex:
    return row * 40 + column


def beside(h: Hex) -> tuple[Hex, ...]:
    return tuple(GRID.adjacent[h])


def lead(foes: dict[Hex, int], closed: frozenset[Hex] = frozenset()) -> dict[Hex, int]:
    """The leads where supply comes from the east."""
    return leads(beside, sooner(beside, foes), closed.__contains__, [at(39, 10)])


def test_enemies_are_the_later_in_a_hex_the_farther_it_is_from_where_they_can_be() -> None:
    found = sooner(beside, {at(5, 5): 0, at(8, 5): 1}, 3)
    assert found[at(5, 5)] == 0 and found[at(6, 5)] == 1 and found[at(8, 5)] == 1 and found[at(9, 5)] == 2
    assert at(20, 5) not in found and max(found.values()) == 3


def test_behind_a_straight_front_every_hex_leads_by_one() -> None:
    found = lead({at(10, row): 0 for row in range(21)})
    assert found[at(11, 10)] == FRONT and found[at(35, 10)] == SAFE + 1
    assert peril(found, at(11, 10)) == 0 and peril(found, at(35, 10)) == 0


def test_a_bulge_is_in_the_more_danger_the_deeper_it_is() -> None:
    front = {at(20, row): 0 for row in range(21) if not 7 <= row <= 13}
    bulge = {at(column, row): 0 for column in range(8, 20) for row in (6, 14)}
    found = lead({**front, **bulge, **{at(8, row): 0 for row in range(6, 15)}})
    chances = [peril(found, at(column, 10)) for column in (19, 16, 13, 10)]
    assert chances == sorted(chances) and 0 < chances[1] < chances[-1] <= MOST


def test_who_drives_closes_a_neck_the_sooner() -> None:
    counters = [Counter("red", 44), Counter("blue", 8), Counter("blue", 88)]
    front: Any = Skirmish(counters, columns=20, rows=5, sources={"red": 59})
    front.held = lambda side: {c.hex for c in counters if c.side == side}
    on_foot, driving = (led_home(front, [59], bytes(100), lambda u, pace=pace: pace)[44] for pace in (1, 2))  # type: ignore[misc]
    assert driving < on_foot < FRONT


def test_a_closed_hex_is_come_to_but_not_passed() -> None:
    foes = {at(10, row): 0 for row in range(21)}
    wall = frozenset(at(14, row) for row in range(21))
    found = lead(foes, wall)
    assert at(14, 10) in found and at(12, 10) not in found
    assert peril(found, at(12, 10)) == 0, "whoever has no line at all is counted elsewhere"


def test_behind_the_enemy_it_is_no_safer_however_far_he_is() -> None:
    found = lead(
        {at(20, row): 0 for row in range(21) if row != 10}, frozenset(at(20, row) for row in range(21) if row != 10)
    )
    assert peril(found, at(2, 10)) == MOST and peril(found, at(30, 10)) == 0


def test_nobody_is_at_home_where_a_way_leads_only_all_around_the_enemy() -> None:
    wall = frozenset(at(20, row) for row in range(3, 18))
    straight = rings(beside, [at(39, 10)], 60)
    home, around = (leads(beside, {}, wall.__contains__, [at(39, 10)], near) for near in (straight, None))
    assert home[at(17, 10)] < around[at(17, 10)] == SAFE + 1
    assert home[at(2, 10)] == home[at(24, 10)] == around[at(24, 10)] == SAFE + 1, "from there it is no longer way"


def test_the_chance_grows_by_the_hex_and_has_an_end() -> None:
    assert peril({1: FRONT - 2}, 1) == pytest.approx(2 * STEP) and peril({1: -99}, 1) == MOST


def test_a_unit_prefers_the_hex_with_the_surer_way_home() -> None:
    def posts(perils: dict[Hex, float], line: float = 0.5) -> Posts:
        front = Skirmish([Counter("red", 10, steps=(1.0, 2.0))], sources={"red": 0}, perils=perils)
        return Situation(front, [0], Weights(line=line)).posts

    assert dict(posts({11: 0.5}).parts(0, 11))["neck"] == pytest.approx(-0.5 * 0.5 * 2.0)
    assert posts({11: 0.5}).best(0, [11, 9])[0][1] == 9
    assert dict(posts({11: 0.5}, line=0.0).parts(0, 11))["neck"] == 0


def test_who_drives_out_the_enemy_that_could_cut_him_off_fears_him_less() -> None:
    def neck(perilous: tuple[Hex, ...]) -> float:
        front = Skirmish([Counter("red", 10, attack=4, steps=(1.0, 2.0)), Counter("blue", 11)], sources={"red": 0},
                         perils={10: 0.5})  # fmt: skip
        front.perilous = perilous
        worth = Worth(Situation(front, [0], Weights(line=0.5)))
        return dict(worth.parts({0: Order(10, 11)}))["neck"]

    assert neck(()) == pytest.approx(-0.5 * 0.5 * 2.0)
    assert neck(()) < neck((11,)) < 0, "he may stay there"


# ---------------------------------------------------------------------- how deep somebody stands
def row(h: Hex) -> tuple[Hex, ...]:
    """A single lane from east to west in row 10."""
    return tuple(n for n in (h - 1, h + 1) if n // 40 == 10)


def test_hexes_that_the_enemy_could_come_into_are_counted_along_the_line_home_but_not_those_that_are_held() -> None:
    home, fed = {at(39, 10), at(39, 2)}, {at(column, 10) for column in range(20, 40)}
    walks = [[at(column, 10) for column in (19, 24, 26)], [at(28, 10)]]
    found = exposed(row, home, fed, {at(19, 10)}, walks, {at(26, 10)})
    assert [found[at(column, 10)] for column in (39, 29, 28, 26, 24, 20)] == [0, 0, 1, 1, 2, 2]
    assert at(19, 10) not in found, "he stands there himself"


def test_whoever_stands_deep_loses_more_to_all_who_can_come_and_by_half_defence_once_he_is_cut_off() -> None:
    def loss(part: float, more: float) -> float:
        return (1 + more) / part

    assert deep(loss, 0, 1.0) == deep(loss, 1, 1.0) == 0, "on the front he is no deeper than others"
    two, three = deep(loss, 2, 1.0), deep(loss, 3, 1.0)
    assert two == pytest.approx(2 + CLOSED * (4 - 2) - 1) and three > two, "each hex of the line may be closed"
