"""Where files live and what the player has set: typed settings with defaults from ``data/ui/settings.toml``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from engine.components.datafile import DataError, look_over, parse, shipped_table

NAME = "stavka"
LIMIT = 200_000
"""No settings or keymap file is larger, in bytes."""
LINES = 5_000
TOLD = 60
"""Characters of a value in a sentence about it."""
MOST = 12
"""Sentences about one file."""


class Folders(NamedTuple):
    """The only folders that the program reads from or writes to."""

    config: Path
    saves: Path
    state: Path

    @property
    def overrides(self) -> Path:
        """Data files of the player's own, one folder a game: ``<config>/data/ava/counters.toml``."""
        return self.config / "data"


def folders(saves: str | None = None) -> Folders:
    """Folders of this user; ``saves`` or STAVKA_SAVES moves the saved games, STAVKA_CONFIG the configuration."""
    chosen = saves or os.environ.get("STAVKA_SAVES") or ""
    own = Path(chosen).expanduser() if chosen else Path(platformdirs.user_data_dir(NAME)) / "saves"
    set_up = os.environ.get("STAVKA_CONFIG")
    config = Path(set_up).expanduser() if set_up else Path(platformdirs.user_config_dir(NAME))
    return Folders(config, own, Path(platformdirs.user_state_dir(NAME)))


class Settings(NamedTuple):
    """What the player has chosen. ``problems`` are sentences about settings that could not be used."""

    theme: str = "auto"
    glyphs: str = "auto"
    zoom: str = "middle"
    free_undo: bool = False
    bot_delay: float = 0.25
    bot_turn: float = 10.0
    dice: str = "program"
    hand_over: bool = True
    confirm_end: bool = True
    hints: bool = True
    turn_summary: bool = True
    reader: bool = False
    problems: tuple[str, ...] = ()


def load_settings(folder: Path | None) -> Settings:
    """Defaults overlaid with ``config.toml`` of the folder. What cannot be used is left at its default and reported."""
    model = read_ui("settings")
    values = {name: entry["default"] for name, entry in model.items()}
    problems: list[str] = []
    own_names = [name for name, table in read_own(folder, "themes.toml", []).items() if isinstance(table, dict)]
    for name, value in read_own(folder, "config.toml", problems).items():
        entry = model.get(name)
        if name == "theme" and isinstance(value, str) and value in own_names:
            problem = ""
        else:
            problem = f"there is no setting '{name}'" if entry is None else _wrong(name, value, entry)
        if problem:
            problems.append(f"config.toml: {problem}")
        else:
            values[name] = float(value) if isinstance(values[name], float) else value
    known = set(Settings._fields)
    return Settings(**{k: v for k, v in values.items() if k in known}, problems=tuple(few(problems)))


def _wrong(name: str, value: Any, entry: dict[str, Any]) -> str:
    """Why a value cannot be used, as a sentence; empty when it can."""
    if "values" in entry:
        return "" if value in entry["values"] else f"{name} is one of {', '.join(entry['values'])}, not {told(value)}"
    if isinstance(entry["default"], bool):
        return "" if isinstance(value, bool) else f"{name} is true or false, not {told(value)}"
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if number and entry["least"] <= value <= entry["most"]:
        return ""
    return f"{name} is a number from {entry['least']:g} to {entry['most']:g}, not {told(value)}"


def read_ui(name: str) -> dict[str, Any]:
    """One of the program's own tables in ``data/ui``."""
    return shipped_table("ui", f"{name}.toml")


def read_own(folder: Path | None, name: str, problems: list[str]) -> dict[str, Any]:
    """A player's file as a table; empty when there is none. What is wrong with it is added to ``problems``."""
    if folder is None:
        return {}
    path = folder / name
    try:
        if not path.is_file():
            return {}
        if path.stat().st_size > LIMIT:
            problems.append(f"{name}: is larger than 200 kB and was not read")
            return {}
        text = path.read_text("utf-8")
        look_over(text, name, LINES)
        return parse(text, name)
    except DataError as error:
        problems.append(f"{name}: cannot be read ({error.problem}{', ' + error.key if error.key else ''})")
    except (OSError, UnicodeDecodeError) as error:
        problems.append(f"{name}: cannot be read ({error})")
    return {}


def told(value: Any) -> str:
    """A value out of a player's file, as a sentence can hold it."""
    try:
        words = repr(value)
    except ValueError:  # of a number with thousands of digits
        return "a number with thousands of digits"
    return words if len(words) <= TOLD else words[:TOLD] + " ..."


def few(problems: list[str]) -> list[str]:
    """The first of a file's problems, each of a length that can be read, and how many more there are."""
    cut = [one if len(one) <= 3 * TOLD else one[: 3 * TOLD] + " ..." for one in problems[:MOST]]
    return [*cut, f"and {len(problems) - MOST} more like these"] if len(problems) > MOST else cut


def plain_terminal(environ: dict[str, str]) -> bool:
    """Whether the terminal has no colours, or the player wants none."""
    return bool(environ.get("NO_COLOR")) or environ.get("TERM", "") in ("dumb", "vt100", "vt102", "vt220", "linux-m")


def theme_name(settings: Settings, environ: dict[str, str]) -> str:
    """The theme to use: what is set, else by what the terminal can do."""
    if settings.theme != "auto":
        return settings.theme
    return "mono" if plain_terminal(environ) else "dark"


def glyph_set(settings: Settings, environ: dict[str, str], encoding: str = "") -> str:
    """``unicode`` or ``ascii``: what is set, else by the terminal's kind and what it is written in."""
    if settings.glyphs != "auto":
        return settings.glyphs
    written = encoding or getattr(sys.__stderr__, "encoding", "") or "utf-8"
    lang = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""
    foreign = lang and "utf" not in lang.lower() and lang not in ("C", "POSIX")
    # The console of Linux knows UTF-8, but its fonts have 512 signs at most and none of ours.
    poor = environ.get("TERM", "") in ("linux", "linux-m", "vt100", "vt102", "vt220")
    return "ascii" if foreign or poor or "utf" not in written.lower() else "unicode"
