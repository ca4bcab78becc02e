"""The board of Proud Monster from settings, calibration, geography, corrections and what its rules speak of."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from data.build.corrections import apply_all
from data.build.features import check_hexes, grade_places
from data.build.generate import Draft
from data.build.generate_pm import generate
from data.build.writing_pm import text

HERE = Path(__file__).parent
MAP = HERE.parent / "pm" / "map.toml"


def load(name: str) -> dict[str, Any]:
    """A TOML file of this folder."""
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


def raw() -> Draft:
    """The board as geography makes it."""
    settings = load("settings_pm.toml")
    settings["places"]["graded"] = [row[0] for row in load("features_pm.toml")["grades"]["rows"]]
    return generate(settings, HERE / "calibration_pm.json")


def draft() -> Draft:
    """The corrected and graded board."""
    made, features = raw(), load("features_pm.toml")
    apply_all(made, load("corrections_pm.toml"))
    grade_places(made, features["grades"])
    check_hexes(made, features)
    return made


def build() -> str:
    """The text of the map file."""
    return text(draft(), load("settings_pm.toml"), load("features_pm.toml"))
