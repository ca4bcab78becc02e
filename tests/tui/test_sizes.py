"""What is in view at which size: the map has most of it, panels are whole or hidden, tall terminals are filled."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.driving import driven, press, screen_text, start, table
from tests.tui.test_screens import smolensk
from tui.widgets.lines import Lines, line
from tui.widgets.panels import shortened

BESIDE = ("Beside the map", "Cup", "Score", "What could still bring", "§16.1", "Combat procedure", "tells all")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50), (200, 60)])
async def test_the_map_has_most_of_the_columns_and_lists_hide_panels_whole(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path)), size=size) as (app, pilot):
        for key in ("o", "a", "X", "g", "x"):
            await press(pilot, key)
            over = table(app).query_one("#over").region
            assert over.area
            for panel in table(app).query("#panels Lines"):
                both = panel.region.intersection(over)
                assert not both.area or both == panel.region, (key, panel.id)
            await press(pilot, "escape")


async def test_the_map_has_three_fifths_to_three_quarters_at_every_width(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path)), size=(80, 24)) as (app, pilot):
        for width in (80, 99, 119, 120, 159, 160, 185, 186, 199, 200, 240):
            for height in (24, 50):
                await pilot.resize_terminal(width, height)
                await pilot.pause()
                share = table(app).map.size.width / width
                assert 0.6 <= share <= (0.75 if height == 50 else 0.8), (width, height, share)


@pytest.mark.parametrize(
    ("size", "shown"), [((200, 60), True), ((160, 50), True), ((160, 40), False), ((120, 50), False)]
)
async def test_score_and_tracks_fill_a_tall_terminal(tmp_path: Path, size: tuple[int, int], shown: bool) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path)), size=size) as (app, _):
        text = screen_text(app)
        # The rule of the moment is there at every large size; the points to come only where two columns stand.
        others = {"Combat procedure": True, "What could still bring": size[0] >= 186}
        assert all((words in text) == others.get(words, shown) for words in BESIDE)
        for panel in table(app).query("#panels Lines"):
            assert isinstance(panel, Lines)
            assert not panel.region.area or all(sum(len(t) for t, _ in row) <= panel.inner for row in panel.rows)


def test_what_has_no_room_is_named_by_its_key() -> None:
    rows = [line(str(n)) for n in range(5)]
    assert shortened(rows, 5, "v") == rows
    assert shortened(rows, 3, "v")[:2] == rows[:2] and "v" in shortened(rows, 3, "v")[2][0][0]
