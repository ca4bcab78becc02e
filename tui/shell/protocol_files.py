"""Saves for the engine protocol: names lie in the folder of saves, paths where the client says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.play.match import Match
from saves import SaveError, SaveInfo, Store, export, load_file


class ProtocolFiles:
    """What ``engine.protocol`` needs to save, load and list."""

    def __init__(self, store: Store, overrides: Path) -> None:
        self._store = store
        self._overrides = overrides

    def save(self, match: Match, name: str) -> str:
        """Write a match: to a path as a single file, under a name as a game that the program lists and resumes.

        Raises ``SaveError``.
        """
        if self._is_path(name):
            export(match, self._path(name))
        else:
            self._path(name)  # raises for what is no name
            self._store.put(match, name)
        return name

    def load(self, name: str) -> Match:
        """Read the game of this name, else a single file of this name or path. Raises ``SaveError``."""
        path = self._path(name)
        if self._is_path(name) or (path.exists() and not path.with_suffix("").is_dir()):
            return load_file(path, self._overrides)
        return self._store.peek(name).match

    def list(self) -> list[dict[str, Any]]:
        """Games and single files."""
        return [_plain(e) for e in (*self._store.list(), *self._store.files())]

    @staticmethod
    def _is_path(name: str) -> bool:
        return "/" in name or name.endswith(".toml")

    def _path(self, name: str) -> Path:
        if "\0" in name:
            raise SaveError(None, "a path cannot hold a NUL")
        if not self._is_path(name):
            return self._store.path_of(name)
        path = Path(name).expanduser()
        if not path.parent.is_dir():
            raise SaveError(path.parent, "is no folder")
        return path


def _plain(entry: SaveInfo) -> dict[str, Any]:
    found = {
        "name": entry.slug, "game": entry.game, "scenario": entry.scenario, "turn": entry.turn, "when": entry.when,
        "label": entry.label or entry.title,
    }  # fmt: skip
    return {**found, "damaged": entry.damaged} if entry.damaged else found
