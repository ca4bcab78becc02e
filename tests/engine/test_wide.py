"""Floods of a whole map at once reach what a search node by node reaches."""

from __future__ import annotations

from random import Random

from engine.components.grid import Grid
from engine.components.paths import sweep
from engine.components.wide import Flood, flags, marked, packed, shifts, spread


def test_a_flood_at_once_reaches_what_a_search_does() -> None:
    rnd = Random(5)
    for size in (1, 9, 60, 300):
        near = [sorted({rnd.randrange(size) for _ in range(rnd.randrange(3))} - {n}) for n in range(size)]
        closed, ends = ({n for n in range(size) if rnd.random() < share} for share in (0.2, 0.3))
        starts = [n for n in range(0, size, 7) if n not in closed]
        seen, edge = spread(shifts(near), marked(starts), marked([*starts, *closed]), marked(ends), size)
        by_nodes, _ = sweep(near, starts, flags(marked(closed), size), flags(marked(ends), size))
        assert flags(seen & ~marked(closed), size) == flags(marked(by_nodes), size) and edge == 0


def test_it_stops_after_so_many_steps_and_tells_its_edge() -> None:
    row = shifts([[1], [2], [3], []])
    assert spread(row, marked([0]), marked([0]), 0, 2) == (marked([0, 1, 2]), marked([2]))
    assert spread(row, marked([0]), marked([0]), marked([1]), 3) == (marked([0, 1]), 0)
    assert spread(row, marked([0]), marked([0]), 0, 0) == (marked([0]), marked([0]))


def test_flags_are_a_byte_a_node() -> None:
    assert flags(marked([0, 3]), 5) == bytearray(b"\x01\x00\x00\x01\x00")


def test_bits_are_packed_from_bytes() -> None:
    assert packed(flags(marked([0, 3, 70]), 90)) == marked([0, 3, 70])
    assert packed(bytearray(b"\x00\x07\x02")) == marked([1, 2]) and packed(b"") == 0


def test_a_flood_that_is_kept_reaches_what_one_from_the_beginning_does() -> None:
    rnd, grid = Random(7), Grid(25, 20)
    near, starts = [grid.adjacent[h] for h in grid], marked([0, 20, 40, 300])
    flood = Flood(shifts(near))
    for n in range(1200):
        if n % 50 == 0:
            closed, ends = ({h for h in grid if rnd.random() < share} for share in (0.15, 0.25))
        c, e = (
            marked(hexes ^ {rnd.randrange(grid.size) for _ in range(rnd.randrange(most))})
            for hexes, most in ((closed, 4), (ends, 8))
        )
        found = flood.reached(starts, c, e, keep=n % 50 == 0 or rnd.random() < 0.05)
        assert found == spread(shifts(near), starts & ~c, c | starts, e, grid.size)[0] & ~c
    assert flood.reached(marked([7]), 0, marked(near[7])) == marked([7, *near[7]])
