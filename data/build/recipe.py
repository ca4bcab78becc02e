"""From the folder of a game to the text of its map file: settings, calibration, corrections and features, in order."""

from __future__ import annotations

import tomllib
from pathlib import Path

from data.build.corrections import apply_all
from data.build.draft import Draft, Settings
from data.build.features import check_hexes, grade_places
from data.build.generate import generate
from data.build.geography import FOLDER
from data.build.stamp import stamp, stamped
from data.build.writing import text

HERE = Path(__file__).parent


def games() -> list[str]:
    """The games whose boards are built here: those with a folder of their own, in alphabetical order."""
    return sorted(folder.parent.name for folder in HERE.glob("*/settings.toml"))


class Recipe:
    """Everything that is special to the board of one game, read from its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = self._load("settings.toml")
        self.features = self._load("features.toml")
        grades = self.features.get("grades")
        if grades:
            self.settings["places"]["graded"] = [row[0] for row in grades["rows"]]

    def _load(self, name: str) -> Settings:
        path = self.folder / name
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}

    def raw(self) -> Draft:
        """The board as geography makes it."""
        return generate(self.settings, self.folder / "calibration.json")

    def draft(self) -> Draft:
        """The corrected and graded board. Raises CorrectionError for what does not fit."""
        made = self.raw()
        apply_all(made, self._load("corrections.toml"))
        if "grades" in self.features:
            grade_places(made, self.features["grades"])
        check_hexes(made, self.features)
        return made

    def build(self) -> str:
        """The text of the map file."""
        return stamped(text(self.draft(), self.settings, self.features), self.stamp())

    def stamp(self) -> str:
        """What decides the map file, as a short digest."""
        return stamp(self.folder, FOLDER / self.settings.get("geography", ""))


def recipe(game: str) -> Recipe:
    """The recipe of a game. Raises KeyError for a game without a folder."""
    if game not in games():
        raise KeyError(game)
    return Recipe(HERE / game)


def map_file(game: str) -> Path:
    """Where the map of a game lies."""
    return HERE.parent / game / "map.toml"
