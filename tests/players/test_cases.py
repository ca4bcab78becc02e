"""The suites of small positions: nine in ten must be seen, 19 in 20 by the player that plans, and not by chance."""

from __future__ import annotations

import pytest

from tests.players.cases import CASES
from tests.players.cases_ava import CASES as TOGETHER

LEAST = 0.9
PLANNED = 0.95


def test_the_suite_is_large_enough() -> None:
    assert len(CASES) >= 40


def test_obvious_ideas_are_seen() -> None:
    missed = [name for name, sees in CASES.items() if not sees("greedy")]
    assert len(missed) <= (1 - LEAST) * len(CASES), missed


def test_the_player_that_plans_sees_them_and_what_takes_more_than_one() -> None:
    both = {**CASES, **TOGETHER}
    assert len(both) == len(CASES) + len(TOGETHER)
    missed = [name for name, sees in both.items() if not sees("normal")]
    assert len(missed) <= (1 - PLANNED) * len(both), missed


def test_chance_sees_less_than_half_of_what_takes_more_than_one() -> None:
    assert sum(sees("random") for sees in TOGETHER.values()) < len(TOGETHER) / 2


@pytest.mark.parametrize("name", TOGETHER)
def test_no_position_is_solved_before_anybody_moves(name: str) -> None:
    assert not TOGETHER[name]("")
