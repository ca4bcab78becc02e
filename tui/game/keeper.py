"""What the controller of a game needs of its save."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from engine.play.history import HistoryLine
from engine.play.match import Match


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
    def close(self) -> None: ...
