"""Themes as data: a style for each role that text on a screen can play, and for everything on the map."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rich.color import ColorSystem
from rich.errors import StyleSyntaxError
from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from tui.draw.colours import LEAST, contrast, pair
from tui.draw.theme import STYLES, MapTheme
from tui.settings.config import few, read_own, read_ui, told

ROLES = (
    "text", "dim", "strong", "title", "rail", "key", "rule", "now", "done", "good", "warn", "first", "second",
    "mark", "ask", "bar",
)  # fmt: skip
"""``first`` and ``second`` are the two sides; ``mark`` is the marked line of a list; ``ask`` the decision bar."""

SIXTEEN, MONO, DEFAULT = "sixteen", "mono", "dark"
"""What themes become on terminals with sixteen colours and with none, and the one to start from."""
FILE = "themes.toml"


class Palette(NamedTuple):
    """One theme: roles of the panels, styles of the map, and those of the map that differ with all colours."""

    name: str
    dark: bool
    roles: dict[str, Style]
    map: dict[str, Style]
    true: dict[str, Style]

    def map_theme(self, colors: int) -> MapTheme:
        """Styles of the map for a terminal with so many colours."""
        styles = {**self.map, **self.true} if colors > 256 else self.map
        return MapTheme(self.name, styles, self.name == MONO)


@lru_cache(maxsize=1)
def built_in() -> dict[str, Palette]:
    """The program's own themes, in the order of their file."""
    return {name: _palette(name, table) for name, table in read_ui("themes").items()}


def _palette(name: str, table: dict[str, Any]) -> Palette:
    parts = {part: {k: Style.parse(v) for k, v in table.get(part, {}).items()} for part in ("map", "true")}
    return Palette(name, bool(table["dark"]), {r: Style.parse(table[r]) for r in ROLES}, parts["map"], parts["true"])


def theme_names() -> list[str]:
    """Names of the program's own themes that may be chosen, in the order of the file."""
    return [name for name in built_in() if name != SIXTEEN]


def roles(theme: str) -> dict[str, Style]:
    """Style of every role of one of the program's own themes."""
    return built_in()[theme].roles


def map_theme(name: str, colors: int = 256) -> MapTheme:
    """The map's styles for one of the program's own themes on a terminal with so many colours; 0 for none."""
    return fitting(built_in()[name], colors).map_theme(colors)


def fitting(palette: Palette, colors: int) -> Palette:
    """A theme as a terminal with so many colours can show it."""
    if palette.name == MONO or colors < 8:
        return built_in()[MONO]
    return palette if colors >= 256 else built_in()[SIXTEEN]


def find(name: str, folder: Path | None, problems: list[str]) -> Palette:
    """A theme by name, the player's own included; what is wrong with theirs is added to ``problems``."""
    about: list[str] = []
    own = own_themes(folder, about)
    problems += few(about)
    return own.get(name) or built_in().get(name) or built_in()[DEFAULT]


# ---------------------------------------------------------------------- themes of the player
def own_themes(folder: Path | None, problems: list[str]) -> dict[str, Palette]:
    """Themes of ``themes.toml`` in the configuration folder. An entry that cannot be used stays as in its base."""
    found: dict[str, Palette] = {}
    for name, table in read_own(folder, FILE, problems).items():
        if name in built_in() or name == "auto":
            problems.append(f"{FILE}: '{name}' is a theme of the program; choose another name")
        elif not isinstance(table, dict):
            problems.append(f"{FILE}: '{name}' is not a table")
        else:
            found[name] = _own(name, table, problems)
    return found


def _own(name: str, table: dict[str, Any], problems: list[str]) -> Palette:
    base = table.get("base", DEFAULT)
    if not isinstance(base, str) or base not in theme_names() or base == MONO:
        known = ", ".join(n for n in theme_names() if n != MONO)
        problems.append(f"{FILE}: {name}: base is one of {known}, not {told(base)}")
        base = DEFAULT
    start = built_in()[base]
    dark = table.get("dark", start.dark)
    parts = {"": dict(start.roles), "map": dict(start.map), "true": dict(start.true)}
    for part in ("map", "true"):
        if not isinstance(table.get(part, {}), dict):
            problems.append(f"{FILE}: {name}.{part} is not a table")
    for part, known_names in (("", ROLES), ("map", STYLES), ("true", STYLES)):
        entries = table.get(part, {}) if part else {k: v for k, v in table.items() if k not in SETTINGS}
        for key, value in entries.items() if isinstance(entries, dict) else ():
            where = f"{FILE}: {name}.{part}.{key}" if part else f"{FILE}: {name}.{key}"
            problem = f"{where}: there is no such style" if key not in known_names else _wrong(where, value)
            if problem:
                problems.append(problem)
            else:
                parts[part][key] = Style.parse(value)
                if part == "map":
                    parts["true"].pop(key, None)
    return Palette(name, bool(dark), parts[""], parts["map"], parts["true"])


SETTINGS = ("base", "dark", "map", "true")
"""Keys of a theme that are no roles."""


def _wrong(where: str, value: Any) -> str:
    """Why a style cannot be used, as a sentence; empty when it can."""
    if not isinstance(value, str) or len(value) > 80:
        return f'{where}: a style is a text such as "#ffffff on #000000", not {str(value)[:40]!r}'
    try:
        style = Style.parse(value)
    except StyleSyntaxError:
        return f"{where}: '{value}' is no style; write it as \"bold #ffffff on #000000\""
    for system in (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT):
        colours = pair(style, system)
        if not colours:
            return f"{where}: '{value}' needs a foreground and a background"
        ratio = contrast(*colours)
        if ratio < LEAST:
            also = " with 256 colours" if system is ColorSystem.EIGHT_BIT else ""
            return f"{where}: '{value}' has a contrast of {ratio:.1f} to 1{also}; text needs {LEAST}"
    return ""


# ---------------------------------------------------------------------- for the widget library
def textual_theme(palette: Palette | str) -> Theme:
    """What the widget library needs of a theme: its backgrounds and foreground."""
    chosen = built_in()[palette] if isinstance(palette, str) else palette
    text = chosen.roles["text"]
    # The library makes the name of a style class of it.
    name = f"stavka-{re.sub('[^A-Za-z0-9_-]', '-', chosen.name)[:40]}"
    if text.color is None or text.color.is_default:
        # The library's own theme for a terminal's default colours; it needs names that only it knows.
        return replace(BUILTIN_THEMES["ansi-dark"], name=name)
    fore = text.color.get_truecolor().hex
    back = text.bgcolor.get_truecolor().hex if text.bgcolor else "#000000"
    title = chosen.roles["key"].color
    return Theme(
        name=name,
        primary=title.get_truecolor().hex if title else fore,
        background=back,
        surface=back,
        panel=back,
        foreground=fore,
        dark=chosen.dark,
    )
