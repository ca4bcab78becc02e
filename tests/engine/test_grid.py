"""Hex arithmetic: what must hold on every grid, flat or pointed, whichever lines are shifted."""

from __future__ import annotations

import itertools
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.components.grid import FLAT, OFF, POINTY, Grid

grids = st.builds(Grid, st.integers(1, 9), st.integers(1, 9), flat=st.booleans(), odd_shifted=st.booleans())


@st.composite
def grid_and_hexes(draw: st.DrawFn) -> tuple[Grid, int, int, int]:
    """A grid and three of its hexes."""
    grid = draw(grids)
    h = st.integers(0, grid.size - 1)
    return grid, draw(h), draw(h), draw(h)


def walked(grid: Grid, start: int) -> dict[int, int]:
    """Distances found by walking."""
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for n in grid.adjacent[here]:
            if n not in found:
                found[n] = found[here] + 1
                queue.append(n)
    return found


@given(grid_and_hexes())
def test_distance_is_the_number_of_steps(case: tuple[Grid, int, int, int]) -> None:
    grid, a, _, _ = case
    assert walked(grid, a) == {b: grid.distance(a, b) for b in grid}


@given(grid_and_hexes())
def test_distance_is_a_metric(case: tuple[Grid, int, int, int]) -> None:
    grid, a, b, c = case
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grids)
def test_every_side_has_one_mirror(grid: Grid) -> None:
    for h in grid:
        for d, n in enumerate(grid.neighbours[h]):
            side = grid.side(h, d)
            if n == OFF:
                assert grid.mirror(side) == OFF
                continue
            assert grid.mirror(grid.mirror(side)) == side and grid.mirror(side) // 6 == n
            assert grid.direction(h, n) == d and grid.between(h, n) == side
            assert grid.neighbours[n][(d + 3) % 6] == h


@given(grid_and_hexes(), st.integers(0, 6))
def test_ring_and_within(case: tuple[Grid, int, int, int], radius: int) -> None:
    grid, h, _, _ = case
    assert grid.within(h, radius) == [n for n in grid if grid.distance(h, n) <= radius]
    assert grid.ring(h, radius) == [n for n in grid if grid.distance(h, n) == radius]


@given(grid_and_hexes())
def test_line_is_a_shortest_chain(case: tuple[Grid, int, int, int]) -> None:
    grid, a, b, _ = case
    line = grid.line(a, b)
    assert line[0] == a and line[-1] == b and len(line) == grid.distance(a, b) + 1
    assert all(y in grid.adjacent[x] for x, y in itertools.pairwise(line))


@given(grids)
def test_neighbours_lie_at_distance_one_in_the_plane_too(grid: Grid) -> None:
    for h in grid:
        x, y = grid.centre(h)
        for d, n in enumerate(grid.neighbours[h]):
            if n == OFF:
                continue
            dx, dy = grid.centre(n)[0] - x, grid.centre(n)[1] - y
            assert dx * dx + dy * dy == pytest.approx(1)
            name = grid.directions[d]
            assert ("N" in name) == (dy < -0.1) and ("S" in name) == (dy > 0.1)
            assert ("E" in name) == (dx > 0.1) and ("W" in name) == (dx < -0.1)


def test_directions() -> None:
    assert Grid(2, 2).directions == FLAT and Grid(2, 2, flat=False).directions == POINTY


@pytest.mark.parametrize(
    ("flat", "odd_shifted", "expected"),
    [
        # Neighbours of column 2, row 2 (counted from one), clockwise from the top.
        (True, True, ["21", "31", "32", "23", "12", "11"]),
        (True, False, ["21", "32", "33", "23", "13", "12"]),
        (False, True, ["21", "32", "23", "13", "12", "11"]),
        (False, False, ["31", "32", "33", "23", "12", "21"]),
    ],
)
def test_neighbours_by_hand(flat: bool, odd_shifted: bool, expected: list[str]) -> None:
    grid = Grid(3, 3, flat=flat, odd_shifted=odd_shifted)
    found = [f"{grid.column(n) + 1}{grid.row(n) + 1}" for n in grid.neighbours[grid.at(1, 1)]]
    assert found == expected


def test_outside() -> None:
    grid = Grid(3, 2)
    assert grid.at(3, 0) == grid.at(0, 2) == grid.at(-1, 0) == OFF
    with pytest.raises(ValueError):
        grid.direction(0, 2)
    for columns, rows in ((0, 3), (3, 0), (-1, 1)):
        with pytest.raises(ValueError):
            Grid(columns, rows)
