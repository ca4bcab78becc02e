"""Barbarossa Deluxe in its own tests, whether it is offered yet or not."""

from __future__ import annotations

import pytest

from engine.games import GAMES


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game can be begun."""
    monkeypatch.setitem(GAMES, "bd", "engine.games.bd.ruleset")
