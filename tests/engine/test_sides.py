"""Flags of sides, found for a whole map at once: the same as side by side, on every grid."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.components.grid import OFF, Grid
from engine.components.sides import Over, across, border, own, set_side, touched


@st.composite
def flagged(draw: st.DrawFn, each: int = 1) -> tuple[Grid, bytes]:
    """A grid, flat or pointed, with so many flags a hex."""
    grid = draw(st.builds(Grid, st.integers(1, 7), st.integers(1, 7), flat=st.booleans(), odd_shifted=st.booleans()))
    return grid, bytes(draw(st.lists(st.booleans(), min_size=grid.size * each, max_size=grid.size * each)))


@given(flagged(), st.integers(0, 1))
def test_a_side_has_a_hex_on_either_side_of_it(case: tuple[Grid, bytes], beyond: int) -> None:
    grid, flags = case
    around = [n for h in grid for n in grid.neighbours[h]]
    assert list(own(flags)) == [flags[side // 6] for side in range(grid.size * 6)]
    assert list(across(grid, flags, beyond)) == [beyond if n == OFF else flags[n] for n in around]


@given(flagged())
def test_the_border_of_a_set_is_beside_others_or_the_edge(case: tuple[Grid, bytes]) -> None:
    grid, flags = case
    inside = {h for h in grid if flags[h]}
    assert border(grid, flags) == [h for h in grid if h in inside and not inside.issuperset(grid.neighbours[h])]


@given(flagged(each=6))
def test_hexes_are_joined_over_flagged_sides_in_the_order_of_the_directions(case: tuple[Grid, bytes]) -> None:
    grid, sides = case
    inner = bytearray(sides)
    for side in range(grid.size * 6):
        if grid.mirror(side) == OFF:
            inner[side] = 0
    joined = [tuple(n for d, n in enumerate(grid.neighbours[h]) if inner[h * 6 + d]) for h in grid]
    over = Over(grid, bytes(inner))
    assert list(over) == joined == [over[h] for h in grid]
    assert touched(inner) == [h for h in grid if joined[h]]


def test_a_side_is_set_for_both_of_its_hexes() -> None:
    grid = Grid(3, 3)
    sides = bytearray(grid.size * 6)
    set_side(grid, sides, grid.between(4, 1), 1)
    over = Over(grid, bytes(sides))
    assert over[4] == (1,) and over[1] == (4,) and touched(sides) == [1, 4]
    set_side(grid, sides, grid.between(1, 4), 0)
    assert not any(sides)
