"""Searches that are kept find what a search from the beginning does, and the same object where nothing matters."""

from __future__ import annotations

from random import Random

from engine.components.grid import Grid
from engine.components.paths import reach
from engine.components.searches import Searches
from engine.components.wide import flags, marked

GRID = Grid(20, 20)
EDGES = [[(n, 1 + n % 3) for n in GRID.adjacent[h]] for h in GRID]


def asked(kept: Searches, start: int, budget: int, tolled: set[int], shut: set[int]) -> tuple[dict[int, int], ...]:
    """What is found with a toll of 2 in some hexes."""
    toll = bytearray(2 * flag for flag in flags(marked(tolled), GRID.size))
    found = kept.reach(start, budget, toll, shut, marked(tolled), marked(shut))
    assert found == reach(EDGES, start, budget, toll, shut)
    return found


def test_they_find_what_a_search_does_whatever_has_changed() -> None:
    rnd, kept = Random(3), Searches(EDGES)
    tolled, shut = ({h for h in GRID if rnd.random() < share} for share in (0.2, 0.1))
    for _ in range(600):
        tolled, shut = ({*hexes} ^ {rnd.randrange(GRID.size)} for hexes in (tolled, shut))
        asked(kept, rnd.choice((5, 130, 210)), rnd.choice((4, 9)), tolled, shut)


def test_what_is_far_away_does_not_matter_and_what_is_near_does() -> None:
    kept = Searches(EDGES)
    one = asked(kept, 0, 3, set(), set())
    assert asked(kept, 0, 3, {399}, {390}) is one
    near = next(iter(GRID.adjacent[0]))
    assert asked(kept, 0, 3, set(), {near}) is not one and near not in asked(kept, 0, 3, set(), {near})[0]
    assert asked(kept, 0, 3, {near}, set()) != one and asked(kept, 0, 3, set(), set()) is one
