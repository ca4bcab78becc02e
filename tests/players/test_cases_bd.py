"""The suite of small positions of Barbarossa Deluxe: 19 in 20 must be seen, and not by chance."""

from __future__ import annotations

from tests.players.cases_bd_rings import SUITE

LEAST = 0.95
MANY = 40
"""Positions that the suite has at least."""


def test_obvious_ideas_are_seen() -> None:
    missed = [name for name, sees in SUITE.items() if not sees("normal")]
    assert len(SUITE) >= MANY
    assert len(missed) <= (1 - LEAST) * len(SUITE), missed


def test_chance_sees_less_than_half_of_them() -> None:
    assert sum(sees("random") for sees in SUITE.values()) < len(SUITE) / 2
