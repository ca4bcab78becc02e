"""Lines of the virtual map as runs of text and style, from tiles that are drawn once and kept until they change."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import OFF, Hex
from tui.draw.by_hex import differing
from tui.draw.canvas import Run, merge
from tui.draw.glyphs import Signs
from tui.draw.layout import Layout, Rect, Spot
from tui.draw.middle import MiddlePainter
from tui.draw.near import NearPainter
from tui.draw.scene import MapScene
from tui.draw.tiles import Painter

Rows = tuple[tuple[Run, ...], ...]

PAINTERS: dict[str, type[Painter]] = {"middle": MiddlePainter, "near": NearPainter}
"""What draws hexes nearer than far."""
KEEP = 400
"""Lines kept at most; the tallest map has fewer at middle zoom."""


class MapLines:
    """Renders one zoom of a map. ``show`` a scene, then ask for lines; ``revision`` grows when a line may differ."""

    def __init__(self, scene: MapScene, zoom: str, signs: Signs, plain: bool = False) -> None:
        self.signs = signs
        self.plain = plain
        self.layout = Layout(scene.ground.board.grid, zoom, scene.ground.window)
        self._painter_class = PAINTERS.get(zoom, Painter)
        self._tiles: dict[Spot, Rows] = {}
        self._lines: dict[tuple[int, int, int], tuple[int, list[Run]]] = {}
        self._revisions = [0] * self.layout.rows
        self._use(scene)

    def _use(self, scene: MapScene) -> None:
        self.scene = scene
        self._painter = self._painter_class(scene, self.layout, self.signs, self.plain)

    def show(self, scene: MapScene) -> list[Rect] | None:
        """Take a new scene; the cells that may look different, ``None`` when all may.

        A scene of another board needs new ``MapLines``: raises ``ValueError``.
        """
        if scene.ground is not self.scene.ground:
            raise ValueError("these lines were made for another board")
        changed = scene.changes(self.scene)
        if changed and self.layout.zoom == "far":
            # The front is drawn on the hexes beside the units.
            moved = differing(scene.units, self.scene.units)
            changed |= {n for h in moved for n in scene.ground.board.grid.adjacent[h]}
        self._use(scene)
        if changed is None:
            self._tiles.clear()
            self._lines.clear()
            self._revisions = [r + 1 for r in self._revisions]
            return None
        return [self._drop(h) for h in sorted(changed)]

    def _drop(self, h: Hex) -> Rect:
        """Forget the tiles that show a hex or the sides on its right, and the lines they are in."""
        spot = self.layout.spot(h)
        right = (1, 2) if self.layout.flat else (1,)
        for s in (spot, *(self.layout.around(spot, d) for d in right)):
            self._tiles.pop(s, None)
        frame = self.layout.frame(h)
        for y in range(max(0, frame.y), min(frame.y + frame.height, self.layout.rows)):
            self._revisions[y] += 1
        return frame

    def revision(self, y: int) -> int:
        """A number that grows whenever a line may look different."""
        return self._revisions[y] if 0 <= y < self.layout.rows else 0

    def line(self, y: int, start: int = 0, end: int | None = None) -> list[Run]:
        """Cells ``start`` to ``end`` of line ``y``, equal neighbours joined; outside of the map all is void."""
        stop = self.layout.columns if end is None else end
        key, revision = (y, start, stop), self.revision(y)
        kept = self._lines.get(key)
        if kept is not None and kept[0] == revision:
            return kept[1]
        runs = self._make(y, start, stop)
        if len(self._lines) >= KEEP:
            self._lines.clear()
        self._lines[key] = (revision, runs)
        return runs

    def _make(self, y: int, start: int, stop: int) -> list[Run]:
        found: list[Run] = []
        x = start
        for spot, left, sub in self.layout.tiles(y) if 0 <= y < self.layout.rows else ():
            if left + self.layout.width <= start or left >= min(stop, self.layout.columns):
                continue
            if left > x:
                found.append((" " * (left - x), "void"))
                x = left
            row = self.tile(spot)[sub]
            found += cut(row, max(0, start - left), min(stop, self.layout.columns) - left)
            x = left + self.layout.width
        x = min(x, stop, max(self.layout.columns, start))
        if x < stop:
            found.append((" " * (stop - x), "void"))
        return merge(found)

    def tile(self, spot: Spot) -> Rows:
        """The drawn tile of a spot."""
        rows = self._tiles.get(spot)
        if rows is None:
            rows = self._tiles[spot] = self._painter.tile(spot)
        return rows

    def text(self, y: int = 0, end: int | None = None) -> list[str]:
        """Lines ``y`` to ``end`` without styles."""
        last = self.layout.rows if end is None else end
        return ["".join(t for t, _ in self.line(i)) for i in range(y, last)]

    def hex_at(self, x: int, y: int) -> Hex:
        """The hex in play at a cell, ``OFF`` where there is none."""
        h = self.layout.hex_at(x, y)
        return h if h in self.scene.ground.in_play else OFF


def cut(row: Iterable[Run], start: int, stop: int) -> list[Run]:
    """The part of a row of runs between two cells."""
    found: list[Run] = []
    x = 0
    for text, style in row:
        piece = text[max(0, start - x) : max(0, stop - x)]
        if piece:
            found.append((piece, style))
        x += len(text)
    return found
