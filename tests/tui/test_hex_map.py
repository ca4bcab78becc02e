"""The map widget: cursor, scrolling by half a view, zoom, messages, and that little is drawn again."""

from __future__ import annotations

from itertools import pairwise

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region

from tests.tui.mapkit import board, same_ground, scene, unit
from tui.settings.themes import map_theme
from tui.widgets.hex_map import HexMap, _jump


class MapApp(App[None]):
    """A map alone on the screen."""

    def __init__(self, columns: int = 40, rows: int = 40, plain: bool = False) -> None:
        super().__init__()
        self.board = board(columns, rows)
        self.plain = plain
        self.moves: list[int] = []
        self.selected: list[int] = []

    def compose(self) -> ComposeResult:
        """The map."""
        yield HexMap(id="map", theme=map_theme("mono") if self.plain else None)

    def on_mount(self) -> None:
        """Start in the middle."""
        self.map.show(scene(self.board, cursor=self.board.grid.at(20, 20)))
        self.map.focus()

    @property
    def map(self) -> HexMap:
        """The widget."""
        return self.query_one(HexMap)

    def on_hex_map_cursor_moved(self, message: HexMap.CursorMoved) -> None:
        """Remember where it went."""
        self.moves.append(message.hex)

    def on_hex_map_selected(self, message: HexMap.Selected) -> None:
        """Remember what was pointed at twice."""
        self.selected.append(message.hex)


def in_view(app: MapApp) -> bool:
    lines = app.map.lines
    assert lines is not None
    frame = lines.layout.frame(app.map.cursor)
    x, y = app.map.scroll_offset
    inside_x = x <= frame.x and frame.x + frame.width <= x + app.map.size.width
    return inside_x and y <= frame.y and frame.y + frame.height <= y + app.map.size.height


def text_at_cursor(app: MapApp) -> str:
    """The character that the terminal's cursor stands on."""
    position = app.cursor_position
    strip = app.map.render_line(position.y - app.map.region.y)
    return strip.text[position.x - app.map.region.x]


async def test_it_moves_tells_and_keeps_the_cursor_in_view() -> None:
    app = MapApp()
    async with app.run_test(size=(54, 22)) as pilot:
        await pilot.pause()
        app.moves.clear()
        for direction in ("right", "down", "left", "up", "ne", "s"):
            assert app.map.move_cursor(direction)
            await pilot.pause()
            assert in_view(app)
        assert len(app.moves) == 6 and app.moves[-1] == app.map.cursor
        grid = app.board.grid
        assert app.moves[0] == grid.at(21, 20)
        assert app.map.go_to(0)
        assert not app.map.move_cursor("left")
        assert not app.map.go_to(-1)
        await pilot.pause()
        assert app.map.cursor == 0 and in_view(app) and app.map.scroll_offset == (0, 0)


async def test_it_scrolls_by_half_a_view_and_seldom() -> None:
    app = MapApp()
    async with app.run_test(size=(54, 22)) as pilot:
        await pilot.pause()
        offsets = [app.map.scroll_offset]
        for _ in range(18):
            app.map.move_cursor("right")
            await pilot.pause()
            assert in_view(app)
            offsets.append(app.map.scroll_offset)
        jumps = [b.x - a.x for a, b in pairwise(offsets) if a != b]
        last = app.map.virtual_size.width - app.map.size.width
        assert len(jumps) <= 4
        assert all(jump >= 27 or offsets[-1].x == last for jump in jumps)


@pytest.mark.parametrize("zoom", ["far", "middle", "near"])
async def test_the_terminal_cursor_stands_on_the_hex(zoom: str) -> None:
    app = MapApp()
    async with app.run_test(size=(54, 22)) as pilot:
        await pilot.pause()
        app.map.set_zoom(zoom)
        here = app.map.cursor
        assert app.map.scene is not None
        app.map.show(same_ground(app.map.scene, units={here: (unit(),)}))
        await pilot.pause()
        assert in_view(app)
        assert text_at_cursor(app) in "▰["
        app.map.move_cursor("right", 12)
        app.map.move_cursor("left", 12)
        await pilot.pause()
        assert app.map.cursor == here and text_at_cursor(app) in "▰["


async def test_a_resize_keeps_the_cursor_in_view() -> None:
    app = MapApp()
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        app.map.move_cursor("right", 8)
        await pilot.pause()
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert in_view(app)
        assert text_at_cursor(app) == " "


async def test_without_colours_the_cursor_has_signs() -> None:
    app = MapApp(plain=True)
    async with app.run_test(size=(54, 22)) as pilot:
        await pilot.pause()
        row = app.map.render_line(app.cursor_position.y - app.map.region.y).text
        assert row.count(">") == 1 and row.index("<") == row.index(">") + 5


async def test_a_cursor_key_asks_for_two_hexes_to_be_drawn() -> None:
    app = MapApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        asked: list[Region] = []
        stock = app.map.refresh

        def refresh(*regions: Region, **options: bool) -> HexMap:
            asked.extend(regions or (Region(0, 0, *app.map.size),))
            stock(*regions, **options)
            return app.map

        app.map.refresh = refresh  # type: ignore[method-assign]
        app.map.move_cursor("right")
        assert asked and sum(region.area for region in asked) <= 2 * 6 * 2
        asked.clear()
        assert app.map.scene is not None
        app.map.show(same_ground(app.map.scene, units={app.map.cursor: (unit(),)}))
        assert sum(region.area for region in asked) == 6 * 2


async def test_zoom_and_new_boards() -> None:
    app = MapApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        here = app.map.cursor
        for zoom in ("near", "far", "middle"):
            app.map.set_zoom(zoom)
            await pilot.pause()
            assert app.map.zoom == zoom and app.map.cursor == here and in_view(app)
        with pytest.raises(ValueError, match="zoom"):
            app.map.set_zoom("huge")
        app.map.show(scene(board(5, 5, flat=False)))
        await pilot.pause()
        assert app.map.cursor == 12 and in_view(app)


async def test_the_mouse_moves_and_selects() -> None:
    app = MapApp()
    async with app.run_test(size=(54, 22)) as pilot:
        await pilot.pause()
        lines = app.map.lines
        assert lines is not None
        x, y = app.map.scroll_offset
        want = lines.hex_at(x + 12, y + 7)
        await pilot.click(HexMap, offset=(12, 7))
        assert app.map.cursor == want and app.selected == []
        await pilot.pause(0.6)  # else it would be a double click
        await pilot.click(HexMap, offset=(12, 7))
        assert app.map.cursor == want and app.selected == [want]


def test_a_view_as_wide_as_the_map_never_scrolls() -> None:
    assert _jump(0, 80, 40, 35, 6, 5, False) == 0
    assert _jump(7, 80, 40, 35, 6, 5, True) == 0


def test_a_jump_is_half_a_view_or_reaches_the_end() -> None:
    assert _jump(0, 40, 200, 36, 5, 5, False) == 20
    assert _jump(100, 40, 200, 98, 5, 5, False) == 80
    assert _jump(150, 40, 200, 195, 5, 5, False) == 160
    assert _jump(0, 40, 200, 150, 5, 5, False) == 120
