"""The question stays in sight beside a long answer, and the terminal's cursor where keys act."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.ava.battles import NORTHWEST, TARGET, field
from tests.tui.driving import driven, press, screen_text, start, table
from tests.tui.test_left import sitting
from tui.table.play import PlayScreen
from tui.widgets.lines import Lines


async def test_an_answer_of_two_lines_leaves_the_question_in_sight(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match), hints=False)) as (app, pilot):
        asked = match.prompt.text[:30]
        assert asked in screen_text(app).splitlines()[21]
        table(app).say("word " * 25)
        await pilot.pause()
        rows = screen_text(app).splitlines()
        assert asked in rows[20] and "word" in rows[21] and "word" in rows[22] and "keys" not in rows[21]
        table(app).say("One line.")
        await pilot.pause()
        rows = screen_text(app).splitlines()
        assert asked in rows[21] and asked not in rows[20] and not table(app).query_one("#asked", Lines).display


@pytest.mark.parametrize("key", ["o", "x", "w"])
async def test_a_list_makes_room_for_the_question_over_a_long_answer(tmp_path: Path, key: str) -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match), hints=False)) as (app, pilot):
        await press(pilot, key)
        over, asked = table(app).query_one("#over"), table(app).query_one("#asked", Lines)
        table(app).say("word " * 25)
        await pilot.pause()
        assert asked.region.area and not over.region.overlaps(asked.region)
        table(app).say("One line.")
        await pilot.pause()
        assert not asked.display and over.region.area


def heart(play: PlayScreen) -> tuple[int, int]:
    """The cell in which the hex under the cursor has its middle."""
    lines, game_map = play.map.lines, play.map
    assert lines is not None
    x, y = lines.layout.heart(play.cursor)
    left, top = game_map.scroll_offset
    return game_map.content_region.x + x - left, game_map.content_region.y + y - top


@pytest.mark.parametrize(
    "keys", [("v", "escape"), ("L", "escape"), ("?", "escape"), ("f1", "escape"), ("w", "escape"), ("w", "enter"),
             ("o", "2"), ("g", "escape"), ("x", "escape"), ("down", "D", "escape"), ("ctrl+p", "escape")]
)  # fmt: skip
async def test_the_terminals_cursor_is_on_the_hex_after_pages_and_lists(tmp_path: Path, keys: tuple[str, ...]) -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        assert tuple(app.cursor_position) == heart(table(app)), "where a game is opened"
        await press(pilot, *keys)
        await pilot.pause()
        assert tuple(app.cursor_position) == heart(table(app))


async def test_in_a_list_the_cursor_is_on_the_marked_line(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "o", "down")
        menu = table(app).menu
        assert app.cursor_position.y == menu.region.y + 1 + menu.at and app.cursor_position.x > menu.region.x
