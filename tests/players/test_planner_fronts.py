"""Rows of hexes that keep an enemy from what is held."""

from __future__ import annotations

from collections.abc import Callable, Collection

from engine.components.grid import Grid, Hex
from engine.players.planner.fronts import barred, covers, drawn, facing, parted, plugged, spread_from

GRID = Grid(5, 3)
"""Five columns of three hexes."""


def beside(h: int) -> tuple[int, ...]:
    return GRID.adjacent[h]


WEST, EAST = GRID.at(0, 1), GRID.at(4, 1)
MIDDLE = [GRID.at(2, y) for y in range(3)]


def test_every_hex_goes_to_the_enemy_who_is_nearest() -> None:
    found = spread_from([WEST, EAST], beside, ())
    assert len(found) == 15 and found[GRID.at(1, 0)] == WEST and found[GRID.at(3, 2)] == EAST


def test_a_way_around_what_is_shut_is_found_and_none_through_it() -> None:
    assert EAST not in spread_from([WEST], beside, MIDDLE)
    assert EAST in spread_from([WEST], beside, MIDDLE[1:])


def test_a_row_covers_what_lies_behind_it_and_not_what_the_enemy_comes_to() -> None:
    assert covers(MIDDLE, [WEST], beside, {EAST: 3.0, GRID.at(1, 1): 2.0})
    assert not covers(MIDDLE, [WEST], beside, {EAST: 1.0, GRID.at(1, 1): 2.0}), "most of it lies before the row"
    assert not covers(MIDDLE[1:], [WEST], beside, {EAST: 1.0}), "it has a gap"
    assert covers([], [WEST], beside, {}), "nothing is held"


def test_a_front_behind_an_enemy_who_is_few_is_looked_for_again_before_him() -> None:
    asked = list[set[int]]()

    def again(behind: Collection[int]) -> list[int]:
        asked.append(set(behind))
        return MIDDLE

    held = {GRID.at(1, 1): 2.0}
    column = GRID.column
    assert facing(MIDDLE, [EAST], beside, held, column, again) == MIDDLE and not asked, "it covers what is held"
    rear = [GRID.at(0, y) for y in range(3)]
    assert facing(rear, [EAST], beside, held, column, again) == MIDDLE, "the place lay before it"
    assert asked[0] == {h for h in GRID if column(h) < column(EAST)}
    assert facing(rear, [EAST], beside, held, column, lambda behind: []) == rear, "there is no other"


def test_the_cheapest_hexes_that_part_the_enemy_from_what_is_held_stand_in_for_a_row_that_keeps_him_from_nothing() -> (
    None
):
    held, column = {EAST: 1.0}, GRID.column
    dear = {h: 9.0 for h in MIDDLE}
    price = lambda h: dear.get(h, 1.0)  # noqa: E731
    found = parted([WEST], beside, held, price)
    assert found and EAST not in spread_from([WEST], beside, found) and not {*found} & {*MIDDLE, EAST}
    assert set(facing([WEST], [WEST], beside, held, column, lambda behind: [], price)) == set(found)
    assert facing(MIDDLE[1:], [WEST], beside, held, column, lambda behind: []) == MIDDLE[1:], "no price is told"
    assert parted([WEST], beside, held, lambda h: -1.0) == [], "nobody can be put anywhere"


def test_a_front_is_drawn_anew_where_it_leaves_a_place_before_it_with_no_hex_behind_the_enemy() -> None:
    held, column, prices = {GRID.at(1, 1): 2.0}, GRID.column, list[float]()

    def row(price: Callable[[Hex], float]) -> list[Hex]:
        prices.extend(price(h) for h in GRID)
        return MIDDLE

    rear = [GRID.at(0, y) for y in range(3)]
    found = drawn(rear, [EAST], beside, held, column, row, lambda h: 1.0)
    assert found == plugged(MIDDLE, [EAST], beside, held, lambda h: 1.0)
    assert prices.count(-1.0) == sum(column(h) < column(EAST) for h in GRID) and set(prices) == {-1.0, 1.0}


def test_the_way_to_many_goals_is_barred_before_them_or_not_at_all() -> None:
    come, left = ({h: abs(GRID.column(h) - column) for h in GRID} for column in (0, 4))
    open_ = {h: n for h, n in come.items() if h not in MIDDLE[1:]}
    reach = {n: [MIDDLE[0], *(GRID.at(4, y) for y in range(3))] for n in range(4)}
    assert barred(beside, open_, left, 8, reach, lambda h: 1.0) == {0: MIDDLE[0]}
    assert barred(beside, open_, left, 3, reach, lambda h: 1.0) == {}
    assert barred(beside, open_, left, 8, {}, lambda h: 1.0) == {}
