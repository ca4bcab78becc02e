"""Searches on graphs: cheapest costs, against walking every way."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from engine.components.grid import Grid
from engine.components.paths import flood, reach, sweep, trail

GRID = Grid(5, 5)


def edges(entry: list[int]) -> list[list[tuple[int, int]]]:
    """Edges of the grid with a cost for entering each hex; nought bars it."""
    return [[(n, entry[n]) for n in GRID.adjacent[h] if entry[n]] for h in GRID]


def slow(entry: list[int], toll: list[int], start: int, budget: int, closed: set[int]) -> dict[int, int]:
    """Cheapest costs by relaxing until nothing changes."""
    costs = {start: 0}
    changed = True
    while changed:
        changed = False
        for h in list(costs):
            for n, cost in edges(entry)[h]:
                total = costs[h] + toll[h] + cost + toll[n]
                if n not in closed and total <= budget and total < costs.get(n, 10**6):
                    costs[n] = total
                    changed = True
    return costs


@given(
    st.lists(st.integers(0, 4), min_size=25, max_size=25), st.lists(st.integers(0, 2), min_size=25, max_size=25),
    st.integers(0, 24), st.integers(0, 15), st.sets(st.integers(0, 24), max_size=6),
)  # fmt: skip
def test_reach_finds_the_cheapest_ways(
    entry: list[int], toll: list[int], start: int, budget: int, closed: set[int]
) -> None:
    costs, before = reach(edges(entry), start, budget, toll, closed)
    assert costs == slow(entry, toll, start, budget, closed)
    for end in costs:
        path = trail(before, end)
        assert path[0] == start and path[-1] == end
        steps = itertools.pairwise(path)
        assert costs[end] == sum(toll[a] + entry[b] + toll[b] for a, b in steps)


def test_reach_goes_on_from_what_is_spent() -> None:
    costs, _ = reach(edges([1] * 25), 0, 3, [0] * 25, (), spent=2)
    assert costs == {0: 2, **dict.fromkeys(GRID.adjacent[0], 3)}


@given(st.sets(st.integers(0, 24)), st.sets(st.integers(0, 24)), st.integers(0, 24), st.integers(0, 8))
def test_flood(open_: set[int], through: set[int], start: int, limit: int) -> None:
    distance, before = flood(GRID.adjacent, [start], open_.__contains__, lambda h: h in through or h == start, limit)
    assert distance[start] == 0 and max(distance.values()) <= limit
    for h, far in distance.items():
        assert len(trail(before, h)) == far + 1
        if h != start:
            assert h in open_ and distance[before[h]] == far - 1
        if far < limit and (h in through or h == start):
            assert all(n in distance for n in GRID.adjacent[h] if n in open_)


def test_flood_from_several_starts() -> None:
    distance, _ = flood(GRID.adjacent, [0, 24], lambda h: True, lambda h: True)
    assert distance == {h: min(GRID.distance(0, h), GRID.distance(24, h)) for h in GRID}


@given(st.sets(st.integers(0, 24)), st.sets(st.integers(0, 24)), st.lists(st.integers(0, 24), max_size=4, unique=True))
def test_sweep_finds_what_flood_finds(closed: set[int], ends: set[int], starts: list[int]) -> None:
    flags = [bytes(h in hexes for h in GRID) for hexes in (closed, ends)]
    found = sweep(GRID.adjacent, starts, *flags)
    assert found == flood(GRID.adjacent, starts, lambda h: h not in closed, lambda h: h not in ends)
