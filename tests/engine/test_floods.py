"""Floods: the same hexes at the same distance as searches in stages, on graphs drawn at random."""

from __future__ import annotations

from itertools import compress, count

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.floods import around, bits, bits_of, flags, flood, lanes
from engine.components.grid import Grid
from engine.components.stages import FAR, Stage, in_stages
from tests.engine.test_stages import GRID, NOTHING
from tests.engine.test_stages import flags as closed_to

sides = st.lists(st.booleans(), min_size=96, max_size=96).map(bytes)


def walked(grid: Grid, sides: bytes) -> list[list[int]]:
    """The hexes beside each over flagged sides, one after the other."""
    return [[n for d, n in enumerate(grid.neighbours[h]) if n >= 0 and sides[h * 6 + d]] for h in grid]


@given(closed_to)
def test_a_set_of_hexes_is_what_was_flagged(closed: bytes) -> None:
    assert flags(bits(closed), GRID.size) == closed
    assert bits_of(compress(count(), closed), GRID.size) == bits(closed)


@settings(deadline=None)
@given(sides, closed_to, st.sets(st.integers(0, 15), max_size=3), st.integers(0, 6))
def test_it_reaches_what_a_search_reaches_as_far_away(
    sides: bytes, closed: bytes, starts: set[int], limit: int
) -> None:
    found = flood(lanes(GRID, sides), bits_of(starts, GRID.size), closed, limit)
    slow = in_stages([Stage(walked(GRID, sides), closed, NOTHING, limit)], sorted(starts))
    assert set(found) == set(slow.found) == {h for h in GRID if h in found}
    assert found.all_far() == {h: found.far(h) for h in found}
    assert [found.far(h) for h in GRID] == [slow.lengths(h)[0] if h in slow else FAR for h in GRID]


@given(st.builds(Grid, st.integers(1, 7), st.integers(1, 7), flat=st.booleans(), odd_shifted=st.booleans()))
def test_nothing_is_reached_beyond_the_edges_of_the_map(grid: Grid) -> None:
    whole = around(grid, [0])
    assert set(whole) == set(grid) and -1 not in whole
    assert [whole.far(h) for h in grid] == [grid.distance(0, h) for h in grid]
    assert not list(around(grid, []))
