"""The map: one scrolling widget that draws the lines of a scene and moves a cursor over its hexes."""

from __future__ import annotations

from dataclasses import replace

from rich.segment import Segment
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from engine.components.grid import OFF, Hex
from tui.draw.bytes_patch import show_cursor
from tui.draw.glyphs import Signs, signs
from tui.draw.layout import ZOOMS, Rect
from tui.draw.lines import MapLines
from tui.draw.scene import MapScene
from tui.draw.theme import MapTheme
from tui.draw.tiles import Painter
from tui.faults import Guarded, guard
from tui.settings.themes import map_theme


class HexMap(Guarded, ScrollView, can_focus=True, inherit_bindings=False):
    """Shows a ``MapScene`` at one of three zooms. It asks the engine nothing: who owns it makes the scenes."""

    DEFAULT_CSS = """
    HexMap { overflow: hidden hidden; scrollbar-size: 0 0; }
    """

    cursor: reactive[Hex] = reactive(OFF, repaint=False, init=False)
    """The hex that the cursor stands on, -1 before there is a scene."""

    class CursorMoved(Message):
        """The cursor stands on another hex."""

        def __init__(self, hex_map: HexMap, hex: Hex) -> None:
            super().__init__()
            self.hex_map = hex_map
            self.hex = hex

        @property
        def control(self) -> HexMap:
            """The map that sent it."""
            return self.hex_map

    class Selected(Message):
        """A hex was pointed at with the mouse a second time."""

        def __init__(self, hex_map: HexMap, hex: Hex) -> None:
            super().__init__()
            self.hex_map = hex_map
            self.hex = hex

    def __init__(
        self, *, zoom: str = "middle", glyphs: str = "unicode", theme: MapTheme | None = None, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._zoom = zoom
        self._signs: Signs = signs(glyphs)
        self._theme = theme or map_theme("dark")
        self._lines: dict[str, MapLines] = {}
        self._scene: MapScene | None = None
        self._strips: dict[tuple[int, int, int], tuple[int, Strip]] = {}
        self._from: Offset | None = None
        """From where the map is to be shown once it is not hidden any more."""
        self._covered = 0
        """Columns at the right that something else lies over."""

    # ------------------------------------------------------------------ what is shown
    @property
    def zoom(self) -> str:
        """``far``, ``middle`` or ``near``."""
        return self._zoom

    @property
    def scene(self) -> MapScene | None:
        """The scene that is shown."""
        return self._scene

    @property
    def lines(self) -> MapLines | None:
        """The lines of the present zoom."""
        return self._lines.get(self._zoom)

    def show(self, scene: MapScene) -> None:
        """Show a scene; only what differs from the one before is drawn again. Its cursor, if any, becomes ours."""
        fresh = self._scene is None or self._scene.ground is not scene.ground
        if scene.cursor < 0:
            scene = _with_cursor(scene, self.cursor if not fresh else _middle(scene))
        self._scene = scene
        if fresh:
            self._lines.clear()
            self._open()
        else:
            self._renew(scene)
        if self.cursor != scene.cursor:
            self.cursor = scene.cursor

    def set_zoom(self, zoom: str) -> None:
        """Draw larger or smaller; the cursor stays in view. Raises ``ValueError`` for a zoom that there is not."""
        if zoom not in ZOOMS:
            raise ValueError(f"there is no zoom '{zoom}'; there is: {', '.join(ZOOMS)}")
        if zoom != self._zoom:
            self._zoom = zoom
            self._open()

    def restyle(self, theme: MapTheme | None = None, glyphs: str | None = None) -> None:
        """Change the styles or the signs."""
        self._theme = theme or self._theme
        self._signs = signs(glyphs) if glyphs else self._signs
        self._lines.clear()
        self._open()

    def _open(self) -> None:
        """Lines for the present zoom, everything drawn anew and the cursor in the middle of the view."""
        self._strips.clear()
        if self._scene is None:
            return
        lines = self._lines.get(self._zoom)
        if lines is None:
            lines = MapLines(self._scene, self._zoom, self._signs, self._theme.plain)
            self._lines[self._zoom] = lines
        else:
            lines.show(self._scene)
        self.virtual_size = Size(*lines.layout.size)
        self._scroll_into_view(centre=True)
        self.refresh()

    def _renew(self, scene: MapScene) -> None:
        lines = self._lines[self._zoom]
        changed = lines.show(scene)
        if changed is None:
            self.refresh()
        elif changed:
            self._refresh_cells(changed)

    def _refresh_cells(self, rects: list[Rect]) -> None:
        """Ask for the visible part of some cells of the map to be drawn again."""
        x, y = self.scroll_offset
        view = Region(0, 0, *self.size)
        regions = [Region(r.x - x, r.y - y, r.width, r.height).intersection(view) for r in rects]
        visible = [r for r in regions if r.area]
        if visible:
            self.refresh(*visible)

    def in_view(self, hex: Hex) -> bool:
        """Whether all of a hex is on screen."""
        if self.lines is None:
            return False
        frame = self.lines.layout.frame(hex)
        seen = Region(*self.scroll_offset, self._free, self.size.height)
        return seen.contains_region(Region(frame.x, frame.y, frame.width, frame.height))

    def touches_view(self, hex: Hex) -> bool:
        """Whether anything of a hex is on screen."""
        if self.lines is None:
            return False
        frame = self.lines.layout.frame(hex)
        return Region(*self.scroll_offset, *self.size).overlaps(Region(frame.x, frame.y, frame.width, frame.height))

    @property
    def painter(self) -> Painter | None:
        """What draws the hexes of the present scene at the present zoom."""
        lines = self.lines
        return (
            None
            if lines is None or self._scene is None
            else Painter(self._scene, lines.layout, self._signs, self._theme.plain)
        )

    @property
    def _free(self) -> int:
        """Columns that nothing lies over."""
        return max(1, self.size.width - self._covered)

    def cover(self, columns: int) -> None:
        """Something lies over this many columns at the right: the cursor is kept out of them."""
        self._covered = max(0, min(columns, self.size.width // 2))
        if columns:
            self._scroll_into_view()

    # ------------------------------------------------------------------ the cursor
    def move_cursor(self, direction: str, count: int = 1) -> bool:
        """Move to a neighbour: ``up down left right`` or a direction of the grid (``ne``). False at the edge."""
        scene, lines = self._scene, self.lines
        if scene is None or lines is None:
            return False
        moved = False
        for _ in range(count):
            target = lines.layout.step(self.cursor, direction)
            if target < 0 or target not in scene.ground.in_play:
                break
            self.cursor = target
            moved = True
        return moved

    def moves(self, direction: str) -> bool:
        """Whether there is a hex in play in a direction from the cursor; true where nothing is drawn yet."""
        if self._scene is None or self.lines is None:
            return True
        return self.lines.layout.step(self.cursor, direction) in self._scene.ground.in_play

    def go_to(self, hex: Hex) -> bool:
        """Put the cursor on a hex; false when it is not in play."""
        if self._scene is None or hex not in self._scene.ground.in_play:
            return False
        self.cursor = hex
        return True

    def watch_cursor(self, old: Hex, new: Hex) -> None:
        """Draw the cursor in its new place, scroll if it left the view, tell the owner."""
        if self._scene is None or new < 0:
            return
        if self._scene.cursor != new:
            self._scene = _with_cursor(self._scene, new)
            self._renew(self._scene)
        self._scroll_into_view()
        self.post_message(self.CursorMoved(self, new))

    def _scroll_into_view(self, centre: bool = False) -> None:
        """Scroll by half a view when the cursor is nearer than one hex to its edge, never by less."""
        lines = self.lines
        if lines is None or self.cursor < 0 or not self.size.area:
            return
        frame = lines.layout.frame(self.cursor)
        columns, rows = lines.layout.size
        tile = lines.layout
        x = _jump(self.scroll_offset.x, self._free, columns + self._covered, frame.x, frame.width, tile.width, centre)
        y = _jump(self.scroll_offset.y, self.size.height, rows, frame.y, frame.height, tile.height, centre)
        if (x, y) != tuple(self.scroll_offset):
            self.scroll_to(x, y, animate=False, force=True)
        self._place_cursor()

    @property
    def looks_from(self) -> Offset:
        """Column and line of the map at the upper left."""
        return self._from or self.scroll_offset

    def look_from(self, left: int, top: int) -> None:
        """Show the map from this column and line on, unless that would take the cursor out of view."""
        self._from = None if self.size.area else Offset(left, top)  # a hidden map has no size to be scrolled in
        before = self.scroll_offset
        self.scroll_to(left, top, animate=False, force=True)
        if not self.in_view(self.cursor):
            self.scroll_to(*before, animate=False, force=True)
        self._place_cursor()

    def _place_cursor(self, taken: bool = False) -> None:
        """Put the terminal's own cursor on the hex: screen readers and magnifiers follow it."""
        lines = self.lines
        if lines is None or self.cursor < 0 or not self.is_attached or self.app.screen is not self.screen:
            return
        x, y = lines.layout.heart(self.cursor)
        x, y = x - self.scroll_offset.x, y - self.scroll_offset.y
        if (taken or self.has_focus) and 0 <= x < self.size.width and 0 <= y < self.size.height:
            self.app.cursor_position = Offset(self.content_region.x + x, self.content_region.y + y)

    def take_cursor(self) -> None:
        """The terminal's cursor belongs to the map."""
        show_cursor(self.app, True)
        self._place_cursor(taken=True)

    def on_focus(self) -> None:
        """Keys are for the map."""
        self.take_cursor()
        self._refresh_cursor()

    def on_blur(self) -> None:
        """The terminal's cursor belongs to somebody else."""
        show_cursor(self.app, False)

    def _refresh_cursor(self) -> None:
        if self.lines is not None and self.cursor >= 0:
            self._refresh_cells([self.lines.layout.frame(self.cursor)])

    def on_resize(self, event: events.Resize) -> None:
        """Keep the cursor in view."""
        self._strips.clear()
        self._scroll_into_view(centre=not self.scroll_offset)
        if self._from is not None and self.size.area:
            self.look_from(*self._from)
        self.call_after_refresh(self._place_cursor)

    def on_screen_resume(self) -> None:
        """The screen is on top again."""
        self._place_cursor()

    def on_click(self, event: events.Click) -> None:
        """Go to the hex under the mouse; on the hex of the cursor, select it."""
        if self.lines is None:
            return
        x, y = self.scroll_offset
        found = self.lines.hex_at(event.x + x, event.y + y)
        if found >= 0 and found == self.cursor:
            self.post_message(self.Selected(self, found))
        elif found >= 0:
            self.cursor = found

    # ------------------------------------------------------------------ drawing
    def render_line(self, y: int) -> Strip:
        """One line of the view, from the lines kept by the map; empty where drawing it fails."""
        try:
            return self._strip(y)
        except Exception as error:
            guard(self.app, error)
            return Strip.blank(self.size.width)

    def _strip(self, y: int) -> Strip:
        lines = self.lines
        width = self.size.width
        left, top = self.scroll_offset
        if lines is None:
            return Strip.blank(width, self._theme["void"])
        key, revision = (top + y, left, width), lines.revision(top + y)
        kept = self._strips.get(key)
        if kept is not None and kept[0] == revision:
            return kept[1]
        theme = self._theme
        runs = lines.line(top + y, left, left + width)
        strip = Strip([Segment(text, theme[style]) for text, style in runs], width)
        if len(self._strips) > 600:
            self._strips.clear()
        self._strips[key] = (revision, strip)
        return strip


def _with_cursor(scene: MapScene, cursor: Hex) -> MapScene:
    return replace(scene, cursor=cursor)


def _middle(scene: MapScene) -> Hex:
    """A hex in play near the middle of the window."""
    ground = scene.ground
    grid, w = ground.board.grid, ground.window
    middle = grid.at(w.column + w.columns // 2, w.row + w.rows // 2)
    return middle if middle in ground.in_play else min(ground.in_play)


def _jump(offset: int, view: int, total: int, start: int, length: int, margin: int, centre: bool) -> int:
    """A scroll offset with a stretch and its margin in view, moved by at least half a view if at all."""
    last = max(0, total - view)
    low, high = start - margin, start + length + margin
    fits = high - low <= view
    if not fits:
        low, high = start, start + length
    low, high = max(0, low), min(total, high)
    offset = min(offset, last)
    if centre:
        return max(0, min(last, start + length // 2 - view // 2))
    if low >= offset and high <= offset + view:
        return offset
    half = max(1, view // 2)
    moved = offset
    while low < moved and moved > 0:
        moved = max(0, moved - half)
    while high > moved + view and moved < last:
        moved = min(last, moved + half)
    if low < moved:
        moved = max(0, low)
    return moved
