"""A small map for the tests of the drawing: every kind of side, a town, counters, markers."""

from __future__ import annotations

from dataclasses import replace

from engine.components.board import Board, LineKind, Place, Sheet
from engine.components.grid import Grid, Hex
from tui.draw.glyphs import signs
from tui.draw.lines import MapLines
from tui.draw.scene import Counter, MapScene, Terrain, Town, terrain_of

TERRAINS = ("plains", "light woods", "heavy woods", "marsh", "lake", "sea", "mountain")


def board(columns: int = 7, rows: int = 6, *, flat: bool = True, odd_shifted: bool = True) -> Board:
    """A board of plains without any feature."""
    grid = Grid(columns, rows, flat=flat, odd_shifted=odd_shifted)
    labels = [f"X{c + 1:02d}{r + 1:02d}" for r in range(rows) for c in range(columns)]
    index = {label: h for h, label in enumerate(labels)}
    sheet = Sheet("X", "Test", 1, rows)
    nobody = ("nobody",), bytearray(grid.size)
    kinds = {"road": LineKind("road", "road"), "railroad": LineKind("railroad", "rail")}
    return Board(grid, (sheet,), labels, index, TERRAINS, bytearray(grid.size), *nobody, line_kinds=kinds)


def side(b: Board, h: Hex, direction: str, *features: str) -> None:
    """Give a side of a hex some features."""
    for feature in features:
        b.set_side(feature, b.grid.side(h, b.grid.directions.index(direction)))


def terrain(b: Board, h: Hex, name: str) -> None:
    """Change the terrain of a hex."""
    b.terrain[h] = TERRAINS.index(name)


def place(b: Board, h: Hex, name: str, size: str = "city") -> Town:
    """Put a place on the board; returns what a scene needs of it."""
    b.place_at[h] = Place(name, (h,), size)
    return Town(name, size == "major city")


def unit(side_index: int = 0, attack: int = 8, defense: int = 4, **values: object) -> Counter:
    """A counter of the first side with two steps."""
    made = Counter(side_index, "▰", "P", "3Pz", attack, defense, 10, 2, 2)
    return made._replace(**values)  # type: ignore[arg-type]


def scene(b: Board, **values: object) -> MapScene:
    """A scene of a whole board with the sides ``axis`` and ``soviet``."""
    return replace(MapScene(terrain_of(b), sides=("axis", "soviet")), **values)  # type: ignore[arg-type]


def same_ground(old: MapScene, **values: object) -> MapScene:
    """Another scene of the same board."""
    return replace(old, **values)  # type: ignore[arg-type]


def lines(s: MapScene, zoom: str = "middle", glyphs: str = "unicode", plain: bool = False) -> MapLines:
    """The lines of a scene."""
    return MapLines(s, zoom, signs(glyphs), plain)


def block(drawn: MapLines, h: Hex) -> list[str]:
    """The characters of the tile of a hex, cut out of the whole map."""
    rect = drawn.layout.rect(h)
    return [row[rect.x : rect.x + rect.width] for row in drawn.text(rect.y, rect.y + rect.height)]


def styles_at(drawn: MapLines, x: int, y: int) -> str:
    """Name of the style of a cell."""
    for text, style in drawn.line(y):
        if x < len(text):
            return style
        x -= len(text)
    raise AssertionError("the cell is outside of the map")


__all__ = ["TERRAINS", "Terrain", "block", "board", "lines", "place", "same_ground", "scene", "side", "terrain", "unit"]
