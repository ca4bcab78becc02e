"""Attacks on all targets together: against the best set there is, found by trying all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from engine.components.grid import Hex
from engine.players.planner.knowledge import Stand
from engine.players.planner.sets import Choice, Search, Set

WEST, EAST = 100, 200
"""Targets; small numbers are hexes to attack from."""
BIG = 10_000


def columns(strength: dict[int, int], defense: dict[Hex, int]) -> object:
    """A worth like that of a table of odds: nothing below 1:1, then so much for each further column."""

    def worth(target: Hex, stands: Sequence[Stand], taken: frozenset[Hex]) -> float:
        ratio = sum(strength[s.unit] for s in stands) // defense[target]
        return -1.0 if ratio < 1 else min(ratio, 4) * 2.0 - 1.5

    return worth


def search(options: dict[int, list[Choice]], worth: object, room: int = 9, budget: int = BIG) -> Search:
    hexes = {h for choices in options.values() for h, _ in choices}
    return Search(options, dict.fromkeys(hexes, room), worth, lambda t: hexes, budget)  # type: ignore[arg-type]


def fits(s: Search, found: Set) -> bool:
    """Whether no hex holds too many."""
    return all(n <= s._room[h] for h, n in Counter(h for h, _ in found.values()).items())


def exhausted(s: Search) -> float:
    """The worth of the best set there is."""
    units = list(s.options)
    sets = ({u: c for u, c in zip(units, found, strict=True) if c} for found in product(
        *[(*s.options[u], None) for u in units]))  # fmt: skip
    return max(s.value(found) for found in sets if fits(s, found))


def test_a_unit_that_one_attack_can_spare_carries_another_over_the_next_column() -> None:
    options = {1: [(1, WEST), (1, EAST)], 2: [(1, WEST), (1, EAST)], 3: [(2, EAST)]}
    s = search(options, columns({1: 4, 2: 4, 3: 2}, {WEST: 1, EAST: 3}))
    value, found = s.best()
    assert {u: t for u, (_, t) in found.items()} in ({1: WEST, 2: EAST, 3: EAST}, {1: EAST, 2: WEST, 3: EAST})
    assert value == exhausted(s)


def test_a_column_that_only_three_together_reach_is_reached() -> None:
    s = search({u: [(u, WEST)] for u in (1, 2, 3)}, columns({1: 2, 2: 2, 3: 2}, {WEST: 6}))
    assert set(s.best()[1]) == {1, 2, 3}


def test_nobody_attacks_where_nothing_is_gained() -> None:
    assert search({1: [(1, WEST)]}, columns({1: 1}, {WEST: 5})).best() == (0.0, {})


def test_a_hex_holds_no_more_than_it_has_room_for() -> None:
    s = search({u: [(1, WEST), (2, WEST)] for u in (1, 2, 3)}, columns(dict.fromkeys((1, 2, 3), 2), {WEST: 2}), room=1)
    places = [h for h, _ in s.best()[1].values()]
    assert sorted(places) == [1, 2]


def test_who_stands_behind_one_target_is_what_closes_the_way_out_of_another() -> None:
    def worth(target: Hex, stands: Sequence[Stand], taken: frozenset[Hex]) -> float:
        if target == EAST:
            return 0.1
        return 5.0 if 7 in taken else 0.5

    found = search({1: [(1, WEST)], 2: [(6, EAST), (7, EAST)]}, worth).best()[1]
    assert found == {1: (1, WEST), 2: (7, EAST)}


def test_it_comes_near_the_best_set_on_fronts_made_at_random() -> None:
    short = 0
    for seed in range(30):
        lot = Random(seed)
        targets = [WEST, EAST, 300]
        strength = {u: lot.randint(1, 6) for u in range(6)}
        options = {
            u: sorted({(lot.randint(1, 4), t) for t in lot.sample(targets, lot.randint(1, 2))}) for u in strength
        }
        s = search(options, columns(strength, {t: lot.randint(2, 6) for t in targets}), room=2)
        value, found = s.best()
        assert s.value(found) == pytest.approx(value) and fits(s, found)
        short += value < exhausted(s) - 1e-6
    assert short <= 4


def test_the_budget_ends_the_search_and_the_same_question_has_the_same_answer() -> None:
    lot = Random(5)
    options = {u: [(lot.randint(1, 5), t) for t in (WEST, EAST)] for u in range(9)}
    worth = columns({u: 2 for u in range(9)}, {WEST: 4, EAST: 4})
    small = search(options, worth, budget=12)
    value, _ = small.best()
    assert small.valued <= 14 and value <= search(options, worth).best()[0]
    answers: list[tuple[float, Set]] = [search(options, worth).best() for _ in range(2)]
    assert answers[0] == answers[1]
