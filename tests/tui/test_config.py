"""Settings, themes and folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui.settings.config import Settings, folders, glyph_set, load_settings, theme_name
from tui.settings.themes import roles, textual_theme, theme_names


def test_defaults_of_the_file_are_those_of_the_class() -> None:
    assert load_settings(None) == Settings()


def test_own_settings(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('theme = "light"\nbot_delay = 1\nfree_undo = true\n')
    found = load_settings(tmp_path)
    assert (found.theme, found.bot_delay, found.free_undo, found.problems) == ("light", 1.0, True, ())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('colour = "red"', "there is no setting 'colour'"),
        ('theme = "pink"', "theme is one of auto, dark"),
        ("theme = ['dark']", "theme is one of"),
        ("bot_delay = -1", "bot_delay is a number from 0 to 10"),
        ("bot_delay = true", "bot_delay is a number"),
        ("bot_delay = nan", "bot_delay is a number"),
        ('free_undo = "yes"', "free_undo is true or false"),
        ("theme = ", "cannot be read"),
    ],
)
def test_what_cannot_be_used_is_reported_and_left(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "config.toml").write_text(text)
    found = load_settings(tmp_path)
    assert len(found.problems) == 1 and words in found.problems[0]
    assert (found.theme, found.bot_delay, found.free_undo) == ("auto", 0.25, False)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in load_settings(tmp_path).problems[0]
    (tmp_path / "config.toml").write_text("#" * 300_000)
    assert "larger" in load_settings(tmp_path).problems[0]


def test_folders_follow_the_command_line_then_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAVKA_SAVES", str(tmp_path / "env"))
    monkeypatch.setenv("STAVKA_CONFIG", str(tmp_path / "conf"))
    assert folders().saves == tmp_path / "env"
    assert folders(str(tmp_path / "line")).saves == tmp_path / "line"
    assert folders().overrides == tmp_path / "conf" / "data"


def test_theme_and_signs_follow_the_terminal() -> None:
    auto = Settings()
    assert theme_name(auto, {"TERM": "xterm-256color"}) == "dark"
    assert theme_name(auto, {"TERM": "xterm-256color", "NO_COLOR": "1"}) == "mono"
    assert theme_name(Settings(theme="light"), {"NO_COLOR": "1"}) == "light"
    assert glyph_set(auto, {"LANG": "en_US.ISO-8859-1"}) == "ascii"
    assert glyph_set(auto, {"LANG": "de_DE.UTF-8"}) == "unicode"
    assert glyph_set(Settings(glyphs="ascii"), {"LANG": "de_DE.UTF-8"}) == "ascii"


def test_without_colours_what_matters_differs() -> None:
    mono = roles("mono")
    assert all(s.color is None or s.color.is_default for s in mono.values())
    assert mono["mark"] != mono["text"] and mono["warn"] != mono["text"] and mono["second"] != mono["first"]


@pytest.mark.parametrize("name", theme_names())
def test_every_theme_can_be_used(name: str) -> None:
    assert textual_theme(name).to_color_system().generate()
