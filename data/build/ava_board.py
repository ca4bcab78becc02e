"""The board of A Victory Awaits from settings, calibration, geography and corrections."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from data.build.corrections import apply_all
from data.build.generate import Draft, generate
from data.build.writing_ava import text

HERE = Path(__file__).parent
MAP = HERE.parent / "ava" / "map.toml"


def load(name: str) -> dict[str, Any]:
    """A TOML file of this folder."""
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


def draft() -> Draft:
    """The corrected board."""
    made = generate(load("settings_ava.toml"), HERE / "calibration_ava.json")
    apply_all(made, load("corrections_ava.toml"))
    return made


def build() -> str:
    """The text of the map file."""
    return text(draft(), load("settings_ava.toml"))
