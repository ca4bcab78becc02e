"""Themes as data: a style for each role that text on a screen can play."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from tui.config import read_ui

ROLES = (
    "text", "dim", "strong", "title", "rail", "key", "rule", "now", "done", "good", "warn", "first", "second",
    "mark", "ask", "bar",
)  # fmt: skip
"""``first`` and ``second`` are the two sides; ``mark`` is the marked line of a list; ``ask`` the decision bar."""


@lru_cache(maxsize=4)
def roles(theme: str) -> dict[str, Style]:
    """Style of every role of a theme."""
    table = read_ui("themes")[theme]
    return {name: Style.parse(table[name]) for name in ROLES}


def theme_names() -> list[str]:
    """Names of the themes, in the order of the file."""
    return list(read_ui("themes"))


def textual_theme(theme: str) -> Theme:
    """What the widget library needs of a theme: its backgrounds and foreground."""
    text = roles(theme)["text"]
    if text.color is None or text.color.is_default:
        # The library's own theme for a terminal's default colours; it needs names that only it knows.
        return replace(BUILTIN_THEMES["ansi-dark"], name=f"stavka-{theme}")
    fore, back = text.color.name, text.bgcolor.name if text.bgcolor else "#000000"
    title = roles(theme)["key"].color
    primary = title.name if title else fore
    return Theme(
        name=f"stavka-{theme}",
        primary=primary,
        background=back,
        surface=back,
        panel=back,
        foreground=fore,
        dark=bool(read_ui("themes")[theme]["dark"]),
    )
