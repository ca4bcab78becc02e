"""Dice: numbered draws, uniform, the same everywhere; queued values first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.components.dice import Dice, draw
from engine.components.errors import BadInput


def test_draws_are_the_same_on_every_machine_and_version() -> None:
    assert [draw(7, n, 6) for n in range(10)] == [3, 6, 2, 1, 2, 1, 6, 4, 2, 1]


@given(st.integers(-(2**62), 2**62), st.integers(0, 10**6), st.integers(1, 100))
def test_range(seed: int, number: int, sides: int) -> None:
    assert 1 <= draw(seed, number, sides) <= sides


def test_uniform_and_independent_of_the_number_before() -> None:
    thrown = [draw(99, n, 6) for n in range(36_000)]
    # Chi-square with 5 and with 35 degrees of freedom; the bounds are passed once in a million.
    assert chi_square([thrown.count(v) for v in range(1, 7)]) < 37
    pairs = list(zip(thrown[::2], thrown[1::2], strict=True))
    assert chi_square([pairs.count((a, b)) for a in range(1, 7) for b in range(1, 7)]) < 92


def chi_square(counts: list[int]) -> float:
    """Distance of counts from equal counts."""
    expected = sum(counts) / len(counts)
    return sum((n - expected) ** 2 / expected for n in counts)


def test_seeds_differ() -> None:
    assert len({tuple(draw(seed, n, 6) for n in range(20)) for seed in range(50)}) == 50


def test_queue_comes_first_and_is_recorded() -> None:
    dice = Dice(1)
    dice.queue([6, 5])
    found = [dice.throw(0, 6), dice.throw(1, 6), dice.throw(2, 6)]
    assert found == [6, 5, draw(1, 2, 6)] and dice.rolled == found
    dice.begin()
    assert dice.rolled == []


def test_a_queued_value_must_fit_and_stays_if_not() -> None:
    dice = Dice(1)
    dice.queue([9])
    with pytest.raises(BadInput):
        dice.throw(0, 6)
    assert list(dice.queued) == [9] and dice.rolled == []
    assert dice.throw(0, 10) == 9


@pytest.mark.parametrize("value", [0, -1, 1.0, "3", True, None, 1001])
def test_what_no_die_shows(value: object) -> None:
    dice = Dice(1)
    with pytest.raises(BadInput):
        dice.queue([2, value])  # type: ignore[list-item]
    assert not dice.queued
