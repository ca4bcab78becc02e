"""Every pair of colours can be read by every eye, as drawn and as fewer colours show it; own themes are checked."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
import tomli_w
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style

from tests.tui.driving import driven, press, start
from tui.app import StavkaApp, begin
from tui.draw.colours import LEAST, SEEN, SIXTEENS, XTERM, contrast, distance, pair
from tui.draw.glyphs import EDGES, edge_style
from tui.draw.theme import STYLES
from tui.settings.config import load_settings
from tui.settings.themes import MONO, ROLES, SIXTEEN, Palette, built_in, find, fitting, map_theme, own_themes, roles

COLOURED = [name for name in built_in() if name != MONO]
APART = 20.0
"""Colour difference below which two meanings would be mixed up at a glance; about nine just noticeable steps."""


def systems(name: str) -> tuple[ColorSystem, ...]:
    """How a theme may be shown."""
    return (ColorSystem.STANDARD,) if name == SIXTEEN else (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT)


def every_style(palette: Palette) -> list[tuple[str, Style]]:
    """All that a theme can draw, with its name."""
    tables = {"role": palette.roles, "map": palette.map}
    return [(f"{kind} {name}", style) for kind, table in tables.items() for name, style in table.items()]


@pytest.mark.parametrize("name", COLOURED)
def test_every_pair_of_colours_can_be_read(name: str) -> None:
    palette = built_in()[name]
    for system in systems(name):
        for sixteen in SIXTEENS:
            for what, style in every_style(palette):
                assert contrast(*pair(style, system, sixteen)) >= LEAST, f"{what}: {style} with {system.name}"
    for what, style in palette.true.items():
        assert contrast(*pair(style, ColorSystem.TRUECOLOR)) >= LEAST, what


def test_contrast_and_distance_are_those_of_the_books() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert distance((255, 0, 0), (255, 0, 0)) == 0
    assert distance((0, 0, 0), (255, 255, 255)) == pytest.approx(100, abs=0.1)
    red, green = (205, 0, 0), (110, 110, 0)
    assert distance(red, green, "deuteranopia") < distance(red, green) / 2
    for deficiency in SEEN:
        assert distance((90, 90, 90), (200, 200, 200), deficiency) == pytest.approx(
            distance((90, 90, 90), (200, 200, 200)), rel=0.02
        )


def test_reading_a_pair() -> None:
    assert pair(Style.parse("bold"), ColorSystem.TRUECOLOR) == ()
    assert pair(Style.parse("reverse #010203 on #040506"), ColorSystem.TRUECOLOR)[0].red == 4
    assert pair(Style.parse("bright_red on black"), ColorSystem.STANDARD)[0] == XTERM[9]


@pytest.mark.parametrize("deficiency", ["", *SEEN])
@pytest.mark.parametrize("name", COLOURED)
def test_the_sides_are_told_apart_by_every_eye(name: str, deficiency: str) -> None:
    palette = built_in()[name]
    for system in systems(name):
        for sixteen in SIXTEENS:
            counters = [pair(palette.map[s], system, sixteen)[1] for s in ("first", "second")]
            assert distance(counters[0], counters[1], deficiency) >= APART
            words = [pair(palette.roles[s], system, sixteen)[0] for s in ("first", "second")]
            assert distance(words[0], words[1], deficiency) >= APART


@pytest.mark.parametrize("deficiency", ["", *SEEN])
def test_the_colourblind_theme_tells_all_that_matters_apart(deficiency: str) -> None:
    styles = built_in()["colourblind"].map
    marks = ("first", "second", "reach", "target", "cursor", "major")
    for one, other in combinations(marks, 2):
        found = [pair(styles[s], ColorSystem.EIGHT_BIT)[1] for s in (one, other)]
        assert distance(found[0], found[1], deficiency) >= APART, (one, other)


def test_every_theme_has_everything_and_mono_has_no_colour() -> None:
    for palette in built_in().values():
        assert set(palette.roles) == set(ROLES) and set(palette.map) == set(STYLES) >= set(palette.true)
    for style in (*built_in()[MONO].roles.values(), *built_in()[MONO].map.values()):
        assert style.color is None or style.color.is_default
        assert style.bgcolor is None or style.bgcolor.is_default
    assert {edge_style(kind) for kind in EDGES} - {""} <= set(STYLES)


def test_a_terminal_gets_what_it_can_show() -> None:
    assert map_theme("dark", 0).plain and map_theme("mono", 256).plain and map_theme("mono", 16).plain
    assert map_theme("light", 16).name == SIXTEEN == fitting(built_in()["contrast"], 16).name
    assert map_theme("dark", 256)["plains"] != map_theme("dark", 2**24)["plains"]
    assert map_theme("dark", 256)["cursor"].color == Color.parse("color(16)")
    assert map_theme("dark")["no such style"] == map_theme("dark")["mark"]


@pytest.mark.parametrize("name", [n for n in COLOURED if n != SIXTEEN])
async def test_what_is_really_drawn_can_be_read(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    seen: set[Style] = set()
    match = begin(None, "ava", "smolensk", seed=7, options={}, players={}, dice="program", overrides=None)
    async with driven(start(tmp_path, match, theme=name), (160, 50)) as (app, pilot):
        assert app.palette.name == name
        for keys in ((), ("tab",), ("x",), ("escape", "o"), ("escape", "f1"), ("escape", "z"), ("z",)):
            await press(pilot, *keys)
            strips = app.screen._compositor.render_strips()
            seen |= {
                s.style for strip in strips for s in strip if isinstance(s, Segment) and s.text.strip() and s.style
            }
    assert len(seen) > 15
    for style in seen:
        assert contrast(*pair(style, ColorSystem.TRUECOLOR)) >= LEAST, style


# ---------------------------------------------------------------------- themes of the player
OWN = """
[night]
base = "contrast"
text = "#eeeeee on #000000"
[night.map]
plains = "color(250) on color(16)"
"""


def test_a_theme_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "themes.toml").write_text(OWN)
    (tmp_path / "config.toml").write_text('theme = "night"')
    settings, problems = load_settings(tmp_path), list[str]()
    assert settings.theme == "night" and settings.problems == ()
    found = find("night", tmp_path, problems)
    assert problems == [] and found.name == "night"
    assert found.roles["text"] == Style.parse("#eeeeee on #000000") and found.roles["dim"] == roles("contrast")["dim"]
    assert found.map_theme(2**24)["plains"] == Style.parse("color(250) on color(16)")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[mine]\ntext = "#777777 on #666666"', "mine.text: '#777777 on #666666' has a contrast of 1.3 to 1"),
        ('[mine]\ntext = "bold"', "needs a foreground and a background"),
        ('[mine]\ntext = "colour of the sea"', "is no style"),
        ("[mine]\ntext = 3", "a style is a text"),
        ('[mine]\ntextt = "#ffffff on #000000"', "mine.textt: there is no such style"),
        ('[mine.map]\nsea = "#ffffff on #000000"', "mine.map.sea: there is no such style"),
        ("[mine]\nmap = 3", "mine.map is not a table"),
        ('[mine]\nbase = "pink"', "base is one of dark, light"),
        ("mine = 3", "'mine' is not a table"),
        ("[dark]", "'dark' is a theme of the program"),
        ("[mine", "cannot be read"),
    ],
)
def test_what_is_wrong_with_a_theme_is_told_and_the_rest_used(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "themes.toml").write_text(text)
    problems: list[str] = []
    own = own_themes(tmp_path, problems)
    assert len(problems) == 1 and words in problems[0] and problems[0].startswith("themes.toml: ")
    for palette in own.values():
        assert palette.roles == roles("dark") and palette.map == built_in()["dark"].map


@pytest.mark.parametrize("name", ["a b", "\x1b[2J{}", "ä", "x" * 500, "1"])
async def test_a_theme_of_the_player_may_have_any_name(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StavkaApp, "_colors", lambda self: 2**24)
    (tmp_path / "config").mkdir()
    text = tomli_w.dumps({name: {"base": "light"}})
    (tmp_path / "config" / "themes.toml").write_text(text, "utf-8")
    async with driven(start(tmp_path, theme=name)) as (app, _):
        assert app.palette.name == name and app.problems == []
