"""Geometry of the map in characters: hex to cells and back, at three zooms, for flat and pointed hexes.

A hex owns a tile of ``width`` x ``height`` cells. The first column of a tile holds the sides on its left, the last row
the side below; the other sides lie in the tiles of its neighbours. So tiles never overlap and cover the plane, and the
sides of a hex are drawn once. Half a hex of shift is half a tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.components.grid import OFF, Grid, Hex

ZOOMS = ("far", "middle", "near")
FLAT_TILES = {"far": (2, 1), "middle": (5, 2), "near": (10, 4)}
POINTY_TILES = {"far": (2, 1), "middle": (6, 2), "near": (10, 4)}
"""Pointed hexes are shifted sideways, so their width is even."""

Spot = tuple[int, int]
"""Column and row of the frame; may lie outside of it, where sides of the last hexes are drawn."""

STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class Window(NamedTuple):
    """The part of the frame that is drawn: first column and row, number of columns and rows."""

    column: int
    row: int
    columns: int
    rows: int


def window_of(grid: Grid, hexes: Iterable[Hex]) -> Window:
    """The smallest window that holds these hexes; the whole frame when there are none."""
    found = list(hexes)
    if not found:
        return Window(0, 0, grid.columns, grid.rows)
    columns = {h % grid.columns for h in found}
    left, top = min(columns), grid.row(min(found))
    return Window(left, top, max(columns) - left + 1, grid.row(max(found)) - top + 1)


class Rect(NamedTuple):
    """Cells of the virtual map: left, top, width, height."""

    x: int
    y: int
    width: int
    height: int


class Layout:
    """Where every hex of a window stands on the virtual map, in cells from its top left corner."""

    def __init__(self, grid: Grid, zoom: str, window: Window | None = None) -> None:
        if zoom not in ZOOMS:
            raise ValueError(f"there is no zoom '{zoom}'; there is: {', '.join(ZOOMS)}")
        self.grid = grid
        self.zoom = zoom
        self.flat = grid.flat
        self.window = window or Window(0, 0, grid.columns, grid.rows)
        self.width, self.height = (FLAT_TILES if grid.flat else POINTY_TILES)[zoom]
        self.shift = (self.height if grid.flat else self.width) // 2
        """Cells by which shifted columns sit lower, or shifted rows farther right. At far zoom columns do not shift."""
        edge = 0 if zoom == "far" else 2 if grid.flat and zoom == "near" else 1
        across = 0 if grid.flat else self.shift
        down = self.shift if grid.flat else 0
        top = 0 if zoom == "far" else 1
        self.top = top
        """Lines above the first row, for its upper sides."""
        self.columns = self.window.columns * self.width + across + edge
        self.rows = self.window.rows * self.height + down + top

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the virtual map in cells."""
        return self.columns, self.rows

    # ------------------------------------------------------------------ hex to cells
    def spot(self, h: Hex) -> Spot:
        """Column and row of a hex in the frame."""
        return h % self.grid.columns, h // self.grid.columns

    def corner(self, spot: Spot) -> tuple[int, int]:
        """Top left cell of the tile of a spot."""
        column, row = spot
        x, y = (column - self.window.column) * self.width, (row - self.window.row) * self.height + self.top
        if self.grid.shifted(column if self.flat else row):
            return (x, y + self.shift) if self.flat else (x + self.shift, y)
        return x, y

    def rect(self, h: Hex) -> Rect:
        """The tile of a hex."""
        x, y = self.corner(self.spot(h))
        return Rect(x, y, self.width, self.height)

    def frame(self, h: Hex) -> Rect:
        """The tile of a hex and the sides on its right: all cells that a cursor on it touches."""
        x, y = self.corner(self.spot(h))
        extra = 0 if self.zoom == "far" else 2 if self.flat and self.zoom == "near" else 1
        return Rect(x, y, self.width + extra, self.height)

    def heart(self, h: Hex) -> tuple[int, int]:
        """The cell where the terminal's own cursor stands on a hex: where its counter has its kind."""
        x, y = self.corner(self.spot(h))
        return {"far": (x, y), "middle": (x + 2, y), "near": (x + 2, y + 1)}[self.zoom]

    # ------------------------------------------------------------------ cells to hex
    def spot_at(self, x: int, y: int) -> Spot:
        """Column and row of the tile that holds a cell; the exact inverse of ``corner``."""
        y -= self.top
        if self.flat:
            column = x // self.width
            drop = self.shift if self.grid.shifted(column + self.window.column) else 0
            return column + self.window.column, (y - drop) // self.height + self.window.row
        row = y // self.height
        push = self.shift if self.grid.shifted(row + self.window.row) else 0
        return (x - push) // self.width + self.window.column, row + self.window.row

    def hex_at(self, x: int, y: int) -> Hex:
        """The hex of the window whose tile holds a cell, ``OFF`` where there is none."""
        column, row = self.spot_at(x, y)
        w = self.window
        inside = 0 <= column - w.column < w.columns and 0 <= row - w.row < w.rows
        return self.grid.at(column, row) if inside else OFF

    def tiles(self, y: int) -> Iterator[tuple[Spot, int, int]]:
        """Spot, left cell and row within the tile of every tile that line ``y`` crosses, from left to right."""
        w = self.window
        first = w.column if self.flat else w.column - 1
        for column in range(first, w.column + w.columns + 1):
            if self.flat:
                x = (column - w.column) * self.width
                drop = self.shift if self.grid.shifted(column) else 0
                row, sub = divmod(y - self.top - drop, self.height)
                yield (column, row + w.row), x, sub
            else:
                row, sub = divmod(y - self.top, self.height)
                spot = (column, row + w.row)
                yield spot, self.corner(spot)[0], sub

    # ------------------------------------------------------------------ neighbours
    def around(self, spot: Spot, direction: int) -> Spot:
        """The spot beside another in one of the six directions of the grid; the frame may be left."""
        c, r = spot
        if self.flat:
            up, down = (r, r + 1) if self.grid.shifted(c) else (r - 1, r)
            return ((c, r - 1), (c + 1, up), (c + 1, down), (c, r + 1), (c - 1, down), (c - 1, up))[direction]
        left, right = (c, c + 1) if self.grid.shifted(r) else (c - 1, c)
        return ((right, r - 1), (c + 1, r), (right, r + 1), (left, r + 1), (c - 1, r), (left, r - 1))[direction]

    def hex(self, spot: Spot) -> Hex:
        """The hex at a spot, ``OFF`` outside of the frame."""
        return self.grid.at(*spot)

    def step(self, h: Hex, direction: str) -> Hex:
        """The hex that an arrow key leads to, ``OFF`` at the edge of the window.

        ``up``, ``down``, ``left``, ``right`` keep the row or column of the printed number, so that left and right on
        flat-topped hexes go down and up in turns; or a direction of the grid: ``ne``.
        """
        c, r = self.spot(h)
        if direction in STEPS:
            dc, dr = STEPS[direction]
            c, r = c + dc, r + dr
        elif direction.upper() in self.grid.directions:
            c, r = self.around((c, r), self.grid.directions.index(direction.upper()))
        else:
            raise ValueError(f"there is no direction '{direction}'")
        w = self.window
        inside = 0 <= c - w.column < w.columns and 0 <= r - w.row < w.rows
        return self.grid.at(c, r) if inside else OFF
