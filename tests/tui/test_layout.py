"""Geometry: every cell belongs to one hex, every hex has its cells."""

from __future__ import annotations

import pytest

from engine.components.grid import OFF, Grid
from tui.draw.layout import ZOOMS, Layout, Window, window_of

SHAPES = [(flat, odd) for flat in (True, False) for odd in (True, False)]


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize(("flat", "odd"), SHAPES)
def test_every_cell_of_every_tile_leads_back_to_its_hex(zoom: str, flat: bool, odd: bool) -> None:
    grid = Grid(9, 8, flat=flat, odd_shifted=odd)
    layout = Layout(grid, zoom)
    seen: dict[tuple[int, int], int] = {}
    for h in grid:
        rect = layout.rect(h)
        for y in range(rect.y, rect.y + rect.height):
            for x in range(rect.x, rect.x + rect.width):
                assert layout.hex_at(x, y) == h
                assert seen.setdefault((x, y), h) == h
    width, height = layout.size
    assert all(0 <= x < width and 0 <= y < height for x, y in seen)


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize(("flat", "odd"), SHAPES)
def test_the_heart_and_the_tiles_of_a_line_agree_with_the_inverse(zoom: str, flat: bool, odd: bool) -> None:
    grid = Grid(6, 5, flat=flat, odd_shifted=odd)
    layout = Layout(grid, zoom)
    for h in grid:
        assert layout.hex_at(*layout.heart(h)) == h
        assert layout.spot_at(*layout.corner(layout.spot(h))) == layout.spot(h)
    for y in range(layout.rows):
        for spot, x, sub in layout.tiles(y):
            assert layout.corner(spot) == (x, y - sub)


@pytest.mark.parametrize("zoom", ["middle", "near"])
@pytest.mark.parametrize(("flat", "odd"), SHAPES)
def test_neighbours_touch(zoom: str, flat: bool, odd: bool) -> None:
    grid = Grid(6, 6, flat=flat, odd_shifted=odd)
    layout = Layout(grid, zoom)
    for h in grid:
        a = layout.rect(h)
        for direction, n in enumerate(grid.neighbours[h]):
            assert layout.hex(layout.around(layout.spot(h), direction)) == n
            if n != OFF:
                b = layout.rect(n)
                assert a.x <= b.x + b.width and b.x <= a.x + a.width
                assert a.y <= b.y + b.height and b.y <= a.y + a.height


def test_the_window_is_the_part_in_play() -> None:
    grid = Grid(20, 30)
    in_play = [grid.at(c, r) for c in range(4, 10) for r in range(12, 20)]
    window = window_of(grid, in_play)
    assert window == Window(4, 12, 6, 8)
    layout = Layout(grid, "middle", window)
    assert layout.size == (6 * 5 + 1, 8 * 2 + 2)
    assert layout.hex_at(1, 2) == grid.at(4, 12)
    assert layout.hex_at(layout.size[0] - 1, 5) == OFF  # only the sides of the last column are there
    assert window_of(grid, []) == Window(0, 0, 20, 30)


@pytest.mark.parametrize("flat", [True, False])
def test_arrow_keys_keep_row_and_column_and_stop_at_the_edge(flat: bool) -> None:
    grid = Grid(8, 8, flat=flat)
    layout = Layout(grid, "middle", Window(1, 1, 5, 5))
    start = grid.at(2, 3)
    assert layout.step(start, "right") == grid.at(3, 3)
    assert layout.step(start, "left") == grid.at(1, 3)
    assert layout.step(start, "up") == grid.at(2, 2)
    assert layout.step(start, "down") == grid.at(2, 4)
    assert layout.step(grid.at(1, 3), "left") == OFF
    assert layout.step(grid.at(5, 5), "down") == OFF
    for key in ("up", "down", "left", "right"):
        assert layout.step(start, key) in grid.within(start, 1)
    first = grid.directions[0]
    assert layout.step(start, first.lower()) == grid.neighbours[start][0]


def test_unknown_words_are_refused() -> None:
    with pytest.raises(ValueError, match="zoom"):
        Layout(Grid(2, 2), "huge")
    with pytest.raises(ValueError, match="direction"):
        Layout(Grid(2, 2), "far").step(0, "sideways")
