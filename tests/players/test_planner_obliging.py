"""Attacks that oblige to others: what one draws in is paid for, and where that does not pay nobody attacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import pytest

from engine.components.grid import Hex, Unit
from engine.players.planner.obliging import Aims, Chosen, Obliging
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights
from tests.support.skirmish import Counter, Skirmish

FRONT = Skirmish([Counter("red", 20), Counter("red", 21), Counter("blue", 12), Counter("blue", 13)])
EASY, HARD = 12, 13
"""Two enemies, of whom the first can be attacked with a gain and the second with a loss."""


class Bound(Obliging):
    """Who attacks the easy one must take on the hard one as well."""

    def __init__(self, price: float, points: int = 0, weak: Collection[Unit] = ()) -> None:
        super().__init__(Situation(FRONT, (0, 1), Weights(), halted=(0, 1)), {EASY: (0, 1), HARD: (0, 1)}, points)
        self._price, self._weak = price, weak

    def gains(self, aims: Aims, units: tuple[Unit, ...]) -> tuple[float, float]:
        return (EASY in aims) * 1.0 - (HARD in aims) * self._price, 0.5

    def obliges(self, aims: Aims, units: tuple[Unit, ...]) -> Iterable[Hex]:
        return (HARD,) if EASY in aims else ()

    def spent(self, h: Hex, units: tuple[Unit, ...]) -> Collection[Unit]:
        return [u for u in units if u in self._weak]


def declared(search: Bound) -> Chosen:
    *_, found = search.work()
    return found


def aimed(found: Mapping[Unit, Aims]) -> set[Hex]:
    return {h for aims in found.values() for h in aims}


def test_what_an_attack_obliges_to_is_attacked_too() -> None:
    search = Bound(price=0.4)
    found = declared(search)
    assert aimed(found) == {EASY, HARD} and search.unmet(found) is None
    assert search.value(found) == pytest.approx(0.6)


def test_nobody_attacks_where_that_costs_more_than_it_brings() -> None:
    assert declared(Bound(price=1.5)) == {}


def test_points_go_to_as_many_battles_as_there_are_points() -> None:
    two = {0: (EASY,), 1: (HARD,)}
    assert [Bound(0.4, points).value(two) for points in (0, 1, 2, 3)] == pytest.approx([0.6, 1.1, 1.6, 1.6])


def test_who_would_attack_with_nothing_begins_no_attack() -> None:
    assert declared(Bound(price=0.4, weak=(0, 1))) == {}
