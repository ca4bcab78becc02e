"""Rings around a stack, on a plain of squares: the cheapest one, none where there is none, and who stands in it."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest

from engine.players.planner.noose import CLOSED, Noose, manned

WIDE = 9
START = 4 * WIDE + 4
AROUND = {START - WIDE, START - 1, START + 1, START + WIDE}


def beside(h: int) -> list[int]:
    row, column = divmod(h, WIDE)
    found = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [r * WIDE + c for r, c in found if 0 <= r < WIDE and 0 <= c < WIDE]


def ring(price: Callable[[int], float], most: float = 9.0, source: int = -1) -> list[int]:
    noose = Noose(beside, START, price, lambda h, rim: rim or h == source, 3)
    *_, found = noose.work(most)
    assert found is not None
    return found


def test_the_cheapest_ring_leaves_no_way_out() -> None:
    assert set(ring(lambda h: 1.0)) == AROUND
    wider = set(ring(lambda h: inf if h in AROUND else 1.0))
    assert len(wider) == 8 and wider.isdisjoint(AROUND)


def test_whoever_stands_there_anyway_is_part_of_it() -> None:
    standing = {START - WIDE, START - 1}
    assert set(ring(lambda h: CLOSED if h in standing else 1.0)) == AROUND - standing
    noose = Noose(beside, START, lambda h: CLOSED if h in AROUND else 1.0, lambda h, rim: rim, 3)
    assert noose.shut and noose.inside(()) == {START}


def test_there_is_none_where_it_costs_too_much_or_nobody_can_come() -> None:
    assert ring(lambda h: 1.0, most=3.0) == []
    assert ring(lambda h: inf) == []
    feeding = START + 1
    assert ring(lambda h: inf if h == feeding else 1.0, source=feeding) == [], "what feeds the stack is beside it"


def test_what_is_inside_is_told() -> None:
    noose = Noose(beside, START, lambda h: 1.0, lambda h, rim: rim, 3)
    around = {n for h in AROUND for n in beside(h)} - {START} - AROUND
    assert noose.inside(around) == AROUND | {START}


@pytest.mark.parametrize(("comers", "found"), [
    ({1: [7, 8], 2: [7]}, {8: 1, 7: 2}),
    ({1: [7], 2: [8, 7]}, {7: 1, 8: 2}),
    ({1: [7], 2: [7]}, {}),
])  # fmt: skip
def test_every_hex_of_a_ring_gets_somebody_or_nobody_goes(comers: dict[int, list[int]], found: dict[int, int]) -> None:
    assert manned(comers, comers) == found
