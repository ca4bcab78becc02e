"""The suite of small positions: nine in ten must be seen."""

from __future__ import annotations

from tests.players.cases import CASES

LEAST = 0.9


def test_the_suite_is_large_enough() -> None:
    assert len(CASES) >= 40


def test_obvious_ideas_are_seen() -> None:
    missed = [name for name, sees in CASES.items() if not sees()]
    assert len(missed) <= (1 - LEAST) * len(CASES), missed
