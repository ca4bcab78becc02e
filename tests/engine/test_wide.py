"""Floods of a whole map at once reach what a search node by node reaches."""

from __future__ import annotations

from random import Random

from engine.components.paths import sweep
from engine.components.wide import flags, marked, shifts, spread


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
