"""What is in view at which size: the map has most of it, panels are whole or hidden, tall terminals are filled."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.driving import driven, press, screen_text, start, table
from tests.tui.test_screens import smolensk
from tui.widgets.lines import Lines, line
from tui.widgets.panels import shortened

BESIDE = ("Beside the map", "Cup", "Score", "What could still bring", "§16.1", "Combat procedure", "tells all")


@pytest.mark.parametrize(("size", "least"), [((80, 24), 0.6), ((120, 40), 0.6), ((159, 50), 0.6), ((200, 60), 0.6)])
async def test_the_map_has_most_of_the_columns_and_lists_hide_panels_whole(
    tmp_path: Path, size: tuple[int, int], least: float
) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path)), size=size) as (app, pilot):
        assert table(app).map.size.width >= least * size[0]
        for key in ("o", "a", "X", "g", "x"):
            await press(pilot, key)
            over = table(app).query_one("#over").region
            assert over.area
            for panel in table(app).query("#panels Lines"):
                both = panel.region.intersection(over)
                assert not both.area or both == panel.region, (key, panel.id)
            await press(pilot, "escape")


@pytest.mark.parametrize(("size", "shown"), [((160, 50), True), ((160, 40), False), ((120, 50), False)])
async def test_score_and_tracks_fill_a_tall_terminal(tmp_path: Path, size: tuple[int, int], shown: bool) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path)), size=size) as (app, _):
        text = screen_text(app)
        assert all((words in text) == (shown or words == "Combat procedure") for words in BESIDE)
        for panel in table(app).query("#panels Lines"):
            assert isinstance(panel, Lines)
            assert not panel.region.area or all(sum(len(t) for t, _ in row) <= panel.inner for row in panel.rows)


def test_what_has_no_room_is_named_by_its_key() -> None:
    rows = [line(str(n)) for n in range(5)]
    assert shortened(rows, 5, "v") == rows
    assert shortened(rows, 3, "v")[:2] == rows[:2] and "v" in shortened(rows, 3, "v")[2][0][0]
