"""What the controller of a game needs of its save."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from engine.play.history import HistoryLine
from engine.play.match import Match
from saves.look import Look


class Keeper(Protocol):
    """What the controller needs of a saved game; ``saves.store.Game`` is one."""

    match: Match
    title: str
    notes: list[str]
    read_only: bool

    def played(self, line: HistoryLine | None = None) -> None: ...
    def save_as(self, name: str) -> Path: ...
    def show(self, name: str, text: str) -> Path: ...
    def undone(self) -> None: ...
    def redone(self) -> None: ...
    def checkpoint(self, turn_changed: bool = False) -> None: ...
    def looked(self) -> Look: ...
    def keep_look(self, look: Look) -> None: ...
    def close(self) -> None: ...


def nowhere() -> Look | None:
    """No screen shows the game: nobody looks anywhere."""
    return None


def keep_look(keeper: Keeper, looking: Callable[[], Look | None]) -> None:
    """Keep where somebody looks. A signal may come while the screen is being built: nothing is kept then."""
    with suppress(Exception):
        look = looking()
        if look is not None:
            keeper.keep_look(look)
