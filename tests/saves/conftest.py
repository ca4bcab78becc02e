"""Fixtures for the tests of saves: a store with a clock that ticks when it is read, and a game in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.play.match import Match
from engine.players.random import RandomPlayer
from saves import Game, Store


class Ticks:
    """A clock that moves one second on every look."""

    def __init__(self) -> None:
        self.seconds = 0

    def __call__(self) -> str:
        self.seconds += 1
        minutes, seconds = divmod(self.seconds, 60)
        return f"1941-06-22T{3 + minutes // 60 % 20:02d}:{minutes % 60:02d}:{seconds:02d}Z"


def store_at(folder: Path) -> Store:
    """A store with a clock of its own."""
    return Store(folder, clock=Ticks(), program="1.2.3")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store."""
    return store_at(tmp_path / "saves")


@pytest.fixture
def game(store: Store, duel: Match) -> Game:
    """The toy, saved before its first action."""
    return store.create(duel, "Ford")


@pytest.fixture
def wander() -> Callable[..., None]:
    """Plays random actions, each brought to the disk: ``wander(game, 10, seed)``."""
    return play_on


def play_on(game: Game, actions: int, seed: int = 1) -> None:
    """Play random actions on a game and its disk."""
    player = RandomPlayer(seed)
    for _ in range(actions):
        if game.match.over:
            return
        game.match.play(player.choose(game.match)[0])
        game.played(game.match.history[-1])
