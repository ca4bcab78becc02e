"""The titles of the sequences of play fit into the panel of the smallest screen."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from engine.games import GAMES

PANEL = 24
"""Cells of a line of the panel at 80x24."""


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_title_of_a_phase_is_cut(game: str) -> None:
    text = files("data").joinpath(game, "sequence.toml").read_text("utf-8")
    for phase in tomllib.loads(text)["phase"]:
        room = PANEL - len("✓ ") - 2 * bool(phase.get("parent"))
        assert len(phase["title"]) <= room, phase["title"]
