"""Searches that take over what the last one found are those that are made from the start."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.grid import Grid
from engine.components.paths import sweep
from engine.components.stages import Routes, Stage, in_stages
from engine.kit import sweeps
from engine.kit.sweeps import different, holds_to, region, staged, swept

GRID = Grid(6, 6)
SIZE = GRID.size
Flags = st.lists(st.integers(0, 1), min_size=SIZE, max_size=SIZE).map(bytes)
Few = st.lists(st.integers(0, SIZE - 1), max_size=3)


def flipped(flags: bytes, hexes: list[int]) -> bytes:
    """The flags with some of them changed."""
    new = bytearray(flags)
    for h in hexes:
        new[h] ^= 1
    return bytes(new)


@settings(deadline=None)
@given(
    Flags, Flags, st.sets(st.integers(0, SIZE - 1), min_size=1, max_size=2), st.lists(st.tuples(Few, Few), max_size=5)
)
def test_as_if_it_was_made_anew(
    closed: bytes, ends: bytes, sources: set[int], changes: list[tuple[list[int], list[int]]]
) -> None:
    c = SimpleNamespace(kept={}, grid=GRID)
    for shut, stopped in [([], []), *changes]:
        closed, ends = flipped(closed, shut), flipped(ends, stopped)
        starts = [h for h in sorted(sources) if not closed[h]]
        anew = sweep(GRID.adjacent, starts, closed, ends)
        found = swept(c, "lines", GRID.adjacent, starts, closed, ends)  # type: ignore[arg-type]
        assert found == anew
        assert [*found[0].items()] == [*anew[0].items()] and [*found[1].items()] == [*anew[1].items()]


def test_what_does_not_matter_is_not_searched() -> None:
    c, open_ = SimpleNamespace(kept={}, grid=GRID), bytes(SIZE)
    wall = flipped(open_, [h for h in GRID if h % 6 == 3])
    first = swept(c, "lines", GRID.adjacent, [0], wall, open_)  # type: ignore[arg-type]
    beyond = next(h for h in GRID if h not in first[0] and not wall[h])
    assert swept(c, "lines", GRID.adjacent, [0], flipped(wall, [beyond]), open_) is first  # type: ignore[arg-type]
    assert swept(c, "lines", GRID.adjacent, [0], wall, flipped(open_, [beyond])) is first  # type: ignore[arg-type]
    assert swept(c, "others", GRID.adjacent, [0], wall, open_) is not first  # type: ignore[arg-type]


@settings(deadline=None)
@given(Flags, Flags, Few.filter(bool), st.lists(st.tuples(Few, Few, st.booleans()), max_size=6))
def test_a_search_in_stages_is_taken_over_only_where_it_holds(
    rails: bytes, roads: bytes, sources: list[int], changes: list[tuple[list[int], list[int], bool]]
) -> None:
    c, far = SimpleNamespace(kept={}, grid=GRID), 2
    for shut, blocked, longer in [([], [], False), *changes]:
        rails, roads, far = flipped(rails, shut), flipped(roads, blocked), far + longer
        stages = [Stage(GRID.adjacent, rails, bytes(SIZE)), Stage(GRID.adjacent, roads, bytes(SIZE), far)]
        starts = [h for h in sources if not rails[h]]
        anew, found = in_stages(stages, starts), staged(c, "routes", stages, starts)  # type: ignore[arg-type]
        assert found == anew and [*found.found.items()] == [*anew.found.items()]


def test_a_search_in_stages_is_not_made_again_for_what_it_never_came_to() -> None:
    c, wall = SimpleNamespace(kept={}, grid=GRID), flipped(bytes(SIZE), [h for h in GRID if h % 6 == 2])

    def found(closed: bytes) -> Routes:
        return staged(c, "routes", [Stage(GRID.adjacent, closed, bytes(SIZE))], [0])  # type: ignore[arg-type]

    first = found(wall)
    assert found(flipped(wall, [5])) is first is found(wall) and found(flipped(wall, [2])) is not first


def test_how_far_a_search_holds() -> None:
    nothing = bytes(SIZE)
    length, _ = sweep(GRID.adjacent, [0], nothing, nothing)
    far = max(length, key=length.__getitem__)
    assert holds_to(GRID.adjacent, length, (nothing, nothing), (nothing, nothing)) == float("inf")
    assert holds_to(GRID.adjacent, length, (nothing, nothing), (flipped(nothing, [far]), nothing)) == length[far] - 1
    assert holds_to(GRID.adjacent, length, (nothing, nothing), (nothing, flipped(nothing, [far]))) == length[far]
    assert holds_to(GRID.adjacent, length, (nothing, nothing), (flipped(nothing, [0]), nothing)) < 0


@settings(deadline=None)
@given(Flags, Flags)
def test_the_hexes_that_differ(a: bytes, b: bytes) -> None:
    assert list(different(a, b)) == [h for h in range(SIZE) if a[h] != b[h]]


@settings(deadline=None)
@given(Flags, st.sets(st.integers(0, SIZE - 1), min_size=1, max_size=2), st.lists(Few, max_size=6), st.integers(0, 12))
def test_a_mended_region_is_what_a_search_reaches(
    closed: bytes, sources: set[int], changes: list[list[int]], far: int
) -> None:
    c = SimpleNamespace(kept={}, grid=GRID)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweeps, "FAR_ROUND", far)
        for turned in [[], *changes]:
            closed = flipped(closed, turned)
            anew, _ = sweep(GRID.adjacent, [h for h in sorted(sources) if not closed[h]], closed, bytes(SIZE))
            found = region(c, "supplied", GRID.adjacent, sources, closed)  # type: ignore[arg-type]
            assert {h for h in GRID if h in found} == set(anew)
            assert -1 not in found


def test_a_region_is_mended_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    c, open_ = SimpleNamespace(kept={}, grid=GRID), bytes(SIZE)
    middle = SIZE // 2 + 3
    region(c, "supplied", GRID.adjacent, {0}, open_)  # type: ignore[arg-type]
    monkeypatch.setattr(sweeps, "_fill", lambda *args: pytest.fail("searched"))
    shut = flipped(open_, [middle])
    found = region(c, "supplied", GRID.adjacent, {0}, shut)  # type: ignore[arg-type]
    assert [h for h in GRID if h not in found] == [middle]
    assert region(c, "supplied", GRID.adjacent, {0}, shut) is found  # type: ignore[arg-type]
