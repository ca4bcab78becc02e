"""The page of settings: what is changed there counts at once and is kept, and nothing else of the file is touched."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.play.match import Match
from tests.games.ava.battles import NORTHWEST, TARGET, field
from tests.tui.driving import driven, press, screen_text, start, table
from tests.tui.test_left import sitting
from tui.screens.settings import SettingsScreen
from tui.settings.config import load_settings
from tui.settings.keeping import Value, keep_setting, with_setting


@pytest.mark.parametrize(
    ("text", "name", "value", "expected"),
    [
        ("", "theme", "dark", 'theme = "dark"\n'),
        ('theme = "light"  # mine\nhints = false\n', "theme", "dark", 'theme = "dark"  # mine\nhints = false\n'),
        ("# top\nzoom = 'far'\n", "hints", True, "# top\nzoom = 'far'\nhints = true\n"),
        ("hints = true\n\n[own]\nhints = 3\n", "bot_delay", 1.0, "hints = true\nbot_delay = 1.0\n\n[own]\nhints = 3\n"),
        ("[own]\ntheme = 3\n", "theme", 'a "b" \\', 'theme = "a \\"b\\" \\\\"\n[own]\ntheme = 3\n'),
    ],
)
def test_one_line_of_the_file_changes(text: str, name: str, value: Value, expected: str) -> None:
    changed = with_setting(text, name, value)
    assert changed.rstrip("\n") == expected.rstrip("\n") and tomllib.loads(changed)[name] == value


def test_a_file_that_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("theme = = dark\n")
    assert "mend it first" in keep_setting(tmp_path, "theme", "light")
    assert (tmp_path / "config.toml").read_text() == "theme = = dark\n"
    assert [p.name for p in tmp_path.iterdir()] == ["config.toml"]


def test_a_folder_that_takes_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "Not kept in" in keep_setting(tmp_path / "file", "theme", "light")


async def test_what_is_changed_on_the_page_is_kept_and_told_where(tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "s")
        assert isinstance(app.screen, SettingsScreen)
        assert "Kept in" in screen_text(app) and str(tmp_path)[:20] in screen_text(app)
        for item in list(app.screen.box.items):
            await press(pilot, "right")
            assert getattr(load_settings(tmp_path / "config"), item.value) == getattr(app.settings, item.value)
            await press(pilot, "left", "down")
        assert load_settings(tmp_path / "config").problems == ()
        await press(pilot, "escape")
        assert "Continue" in screen_text(app) or "New game" in screen_text(app)


async def test_signs_and_colours_change_over_an_open_game(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match), glyphs="unicode", theme="dark")) as (app, pilot):
        assert "▰" in screen_text(app)
        await press(pilot, "ctrl+o", "down", "right", "escape")
        assert app.settings.glyphs == "ascii" and "▰" not in screen_text(app)
        await press(pilot, "f10", "right", "escape")
        assert app.settings.theme == "light" and app.palette.name in ("light", "sixteen", "mono")
        await press(pilot, "ctrl+o", *["down"] * 4, "right", "escape")
        assert table(app).pace.tempo.delay == app.settings.bot_delay > 0


async def test_options_that_may_change_while_playing_stand_on_the_page(tmp_path: Path) -> None:
    match = Match.new("bd", "citadel", seed=3)
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "ctrl+o", "up")
        assert "Pause for aircraft in own attacks      < off >" in screen_text(app)
        assert "for the German side alone" in screen_text(app)
        await press(pilot, "right")
        assert match.state.chosen == {"axis pause_air": "on"}
        assert "Pause for aircraft in own attacks      < on >" in screen_text(app)
        await press(pilot, "escape")
        assert "in own attacks: on from now on" in screen_text(app)
        await press(pilot, "u")
        assert match.state.chosen == {} and "Taken back: option Pause for aircraft" in screen_text(app)
