"""Following a game that another process plays: look whether its files have changed, read them, see when it has left."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from engine.play.match import Match
from saves import paths
from saves.errors import SaveError
from saves.lock import Lock
from saves.recover import Found, recover

TRIES = 20
"""How often files are read again that changed meanwhile."""
Stamp = tuple[tuple[int, int, int, int], ...]


def stamp(folder: Path) -> Stamp:
    """What tells one state of a game's files from another."""
    found = []
    for name in (paths.GAME, paths.JOURNAL):
        try:
            info = os.lstat(folder / name)
            found.append((info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns))
        except OSError:
            found.append((0, 0, 0, 0))
    return tuple(found)


def names(folder: Path) -> list[tuple[int, int]]:
    """Which files have the names of the snapshot and of the journal."""
    return [part[:2] for part in stamp(folder)]


def read_moving(folder: Path, overrides: Path | None) -> Found:
    """Recover while another process may be writing: both files must be the same ones before and after."""
    for _ in range(TRIES):
        before = names(folder)
        try:
            found = recover(folder, overrides)
        except SaveError:
            if before == names(folder):
                raise
            continue
        if before == names(folder):
            return found
    return recover(folder, overrides)


class Follower:
    """A game of another process, as it is saved. Reads only, and takes no lock."""

    def __init__(self, folder: Path, overrides: Path | None) -> None:
        self.folder = folder
        self._overrides = overrides
        self._seen: Stamp = ()

    def news(self) -> Match | None:
        """The match as it is saved now; ``None`` when nothing was saved since the last look. Raises ``SaveError``."""
        now = stamp(self.folder)
        if now == self._seen:
            return None
        match = read_moving(self.folder, self._overrides).match
        self._seen = now
        return match

    def saved_at(self) -> datetime | None:
        """When the game was saved last, in local time."""
        latest = max(part[3] for part in stamp(self.folder))
        return datetime.fromtimestamp(latest / 1e9) if latest else None

    def left(self) -> bool:
        """Whether the other process has gone, or has given the game back."""
        return Lock.free(self.folder)
