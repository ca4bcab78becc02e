"""Styles of the map by name. The scene and the lines know only names, so a theme can be data.

A dozen styles draw the map at rest: six grounds, two rivers, the start line, places and the two sides (a river that is
also the start line, or a place that scores, has a variant). The others show what is going on at this moment. Colours
are numbers of the 256 palette or the sixteen, short to send and the same everywhere; the dark theme has a quieter set
for true colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.style import Style

STYLES = (
    "void", "plains", "light", "heavy", "marsh", "water", "mountain", "river", "major", "line", "line river", "city",
    "objective", "first", "second", "cursor", "reach", "target", "path", "mark", "letter", "overlay", "chosen", "rail",
)  # fmt: skip
"""Every style that the map can ask for."""


@dataclass(frozen=True)
class MapTheme:
    """Styles by name. ``plain``: there are no colours, so the cursor needs signs of its own."""

    name: str
    styles: Mapping[str, Style]
    plain: bool = False

    def __getitem__(self, name: str) -> Style:
        return self.styles.get(name, self.styles["mark"])


def _theme(name: str, table: Mapping[str, str], plain: bool = False) -> MapTheme:
    return MapTheme(name, {style: Style.parse(table[style]) for style in STYLES}, plain)


def _c(fore: int, back: int, bold: bool = False) -> str:
    return f"{'bold ' if bold else ''}color({fore}) on color({back})"


DARK = _theme(
    "dark",
    {
        "void": _c(238, 233),
        "plains": _c(246, 235), "light": _c(185, 58), "heavy": _c(114, 22), "marsh": _c(152, 23),
        "water": _c(68, 18), "mountain": _c(223, 94),
        "river": _c(117, 17), "major": _c(231, 25), "line": _c(203, 235, True), "line river": _c(210, 17, True),
        "city": _c(230, 235), "objective": _c(221, 235, True),
        "first": _c(231, 60, True), "second": _c(231, 88, True),
        "cursor": _c(16, 226), "reach": _c(16, 150), "target": _c(16, 209, True), "path": _c(16, 180),
        "mark": _c(16, 159), "letter": _c(16, 220, True), "overlay": _c(159, 234), "chosen": _c(16, 123, True),
        "rail": _c(180, 235),
    },
)  # fmt: skip

LIGHT = _theme(
    "light",
    {
        "void": _c(250, 255),
        "plains": _c(101, 230), "light": _c(65, 194), "heavy": _c(22, 114), "marsh": _c(24, 152),
        "water": _c(25, 117), "mountain": _c(94, 180),
        "river": _c(19, 153), "major": _c(231, 25), "line": _c(160, 230, True), "line river": _c(124, 153, True),
        "city": _c(16, 230), "objective": _c(88, 230, True),
        "first": _c(231, 239, True), "second": _c(231, 124, True),
        "cursor": _c(231, 16, True), "reach": _c(16, 186), "target": _c(16, 209, True), "path": _c(16, 222),
        "mark": _c(16, 189), "letter": _c(16, 220, True), "overlay": _c(54, 255), "chosen": _c(16, 87, True),
        "rail": _c(94, 230),
    },
)  # fmt: skip

CONTRAST = _theme(
    "contrast",
    {
        "void": _c(240, 16),
        "plains": _c(250, 16), "light": _c(120, 16), "heavy": _c(231, 22), "marsh": _c(231, 23),
        "water": _c(123, 17), "mountain": _c(231, 94),
        "river": _c(231, 18), "major": _c(16, 51, True), "line": _c(231, 124, True), "line river": _c(217, 18, True),
        "city": _c(231, 16, True), "objective": _c(226, 16, True),
        "first": _c(16, 255, True), "second": _c(231, 160, True),
        "cursor": _c(16, 226), "reach": _c(16, 120, True), "target": _c(16, 214, True), "path": _c(16, 159),
        "mark": _c(16, 159), "letter": _c(16, 226, True), "overlay": _c(123, 16, True), "chosen": _c(16, 51, True),
        "rail": _c(223, 16),
    },
)  # fmt: skip

SIXTEEN = _theme(
    "sixteen",
    {
        "void": "bright_black on black",
        "plains": "bright_black on black", "light": "green on black", "heavy": "black on green",
        "marsh": "black on cyan", "water": "white on blue", "mountain": "black on yellow",
        "river": "bright_cyan on blue", "major": "bold bright_white on blue", "line": "bright_red on black",
        "line river": "bright_red on blue",
        "city": "white on black", "objective": "bold bright_yellow on black",
        "first": "black on white", "second": "bold white on red",
        "cursor": "bold black on yellow", "reach": "black on bright_green", "target": "black on magenta",
        "path": "black on bright_cyan", "mark": "black on bright_cyan", "letter": "bold black on bright_yellow",
        "overlay": "bright_cyan on black", "chosen": "bold black on bright_cyan",
        "rail": "yellow on black",
    },
)  # fmt: skip

MONO = _theme(
    "mono",
    {
        "void": "default on default",
        "plains": "default on default", "light": "default on default", "heavy": "default on default",
        "marsh": "default on default", "water": "default on default", "mountain": "default on default",
        "river": "bold", "major": "bold", "line": "bold", "line river": "bold",
        "city": "default on default", "objective": "bold underline",
        "first": "reverse", "second": "bold",
        "cursor": "bold reverse", "reach": "underline", "target": "bold underline", "path": "underline",
        "mark": "underline", "letter": "bold reverse", "overlay": "underline", "chosen": "bold reverse",
        "rail": "default on default",
    },
    plain=True,
)  # fmt: skip

TRUE_DARK = {
    "plains": "#8f8c78 on #27261e", "light": "#93ad6c on #2b3a1d", "heavy": "#86bd84 on #14381c",
    "marsh": "#8fc4c8 on #1b4148", "water": "#6f9be0 on #142457", "mountain": "#e3cfa6 on #5e4526",
    "river": "#8cc8ff on #132c5c", "major": "#ffffff on #1f62b8", "line": "bold #ff6b5e on #27261e",
    "line river": "bold #ff8f85 on #132c5c", "city": "#f3ecd0 on #27261e", "objective": "bold #ffd75f on #27261e",
    "first": "bold #ffffff on #56606e", "second": "bold #ffffff on #96221c", "rail": "#c8a878 on #27261e",
}  # fmt: skip
"""Quieter grounds for terminals with all colours; the 256 have no dark green but one."""

DARK_TRUE = MapTheme("dark", {**DARK.styles, **{n: Style.parse(t) for n, t in TRUE_DARK.items()}})

THEMES = {t.name: t for t in (DARK, LIGHT, CONTRAST, SIXTEEN, MONO)}


def map_theme(name: str, colors: int = 256) -> MapTheme:
    """The map's styles for a theme of the program on a terminal with so many colours; 0 for none."""
    if colors < 8 or name == "mono":
        return MONO
    if colors < 256:
        return SIXTEEN
    if colors > 256 and name not in ("light", "contrast"):
        return DARK_TRUE
    return THEMES.get(name, DARK)
