"""Floods: the same hexes at the same distance as searches in stages, on graphs drawn at random."""

from __future__ import annotations

from itertools import compress, count

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.floods import bits, bits_of, flags, flood, lanes
from engine.components.grid import Grid
from engine.components.stages import FAR, Stage, in_stages
from tests.engine.test_stages import GRID, NOTHING, nets
from tests.engine.test_stages import flags as closed_to

Net = list[list[int]]


@given(closed_to)
def test_a_set_of_hexes_is_what_was_flagged(closed: bytes) -> None:
    assert flags(bits(closed), GRID.size) == closed
    assert bits_of(compress(count(), closed), GRID.size) == bits(closed)


@settings(deadline=None)
@given(nets, closed_to, st.sets(st.integers(0, 15), max_size=3), st.integers(0, 6))
def test_it_reaches_what_a_search_reaches_as_far_away(net: Net, closed: bytes, starts: set[int], limit: int) -> None:
    found = flood(lanes(net), bits_of(starts, GRID.size), closed, limit)
    slow = in_stages([Stage(net, closed, NOTHING, limit)], sorted(starts))
    assert set(found) == set(slow.found) == {h for h in GRID if h in found}
    assert found.all_far() == {h: found.far(h) for h in found}
    assert [found.far(h) for h in GRID] == [slow.lengths(h)[0] if h in slow else FAR for h in GRID]


@given(nets, nets)
def test_a_graph_is_taken_over_from_a_known_one_where_they_are_the_same(old: Net, new: Net) -> None:
    mended = lanes(new, (old, lanes(old)))
    assert {rise: f for rise, f in mended.from_.items() if any(f)} == lanes(new).from_
    assert flood(mended, 1, NOTHING) == flood(lanes(new), 1, NOTHING)


def test_nothing_is_reached_beyond_the_edges_of_the_map() -> None:
    grid = Grid(5, 7)
    whole = flood(lanes(grid.adjacent), bits_of([0], grid.size), bytes(grid.size))
    assert set(whole) == set(grid) and -1 not in whole
    assert [whole.far(h) for h in grid] == [grid.distance(0, h) for h in grid]
    assert len(whole.rings) - 2 == max(grid.distance(0, h) for h in grid)
