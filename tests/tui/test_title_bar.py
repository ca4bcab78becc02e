"""The title line of the narrowest whole screen."""

from __future__ import annotations

from pathlib import Path

from engine.play.match import Match
from tui.game.controller import Controller
from tui.widgets.title_bar import fit


def test_where_points_do_not_decide_the_title_tells_what_does() -> None:
    match = Match.new("bd", "citadel", seed=1)
    controller = Controller(match, None)
    assert "0 of 7 cities" in (told := fit(controller, controller.view, 80)) and "VP" not in told


def test_own_data_are_always_named_as_own(tmp_path: Path) -> None:
    folder = tmp_path / "ava"
    folder.mkdir()
    (folder / "map.toml").write_text('[hex]\nS2817 = "marsh"\n')
    (folder / "terrain.toml").write_text('source = "the box"\n')
    match = Match.new("ava", "smolensk", seed=1, overrides=tmp_path)
    controller = Controller(match, None)
    for width in (60, 70, 80, 160):
        line = fit(controller, controller.view, width)
        assert " own" in line and "of 60" in line
        assert len(line) <= width
