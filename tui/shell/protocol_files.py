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
        """Keep a match as a game of this name, which the program lists and resumes. Raises ``SaveError``."""
        self._store.path_of(name)  # raises for what is no name
        self._store.put(match, name)
        return name

    def save_to(self, match: Match, path: str) -> str:
        """Write a match as a single file. Raises ``SaveError``."""
        export(match, self._path(path))
        return path

    def load(self, name: str) -> Match:
        """The game of this name, else the single file of this name in the folder of saves. Raises ``SaveError``."""
        path = self._store.path_of(name)
        if path.exists() and not path.with_suffix("").is_dir():
            return load_file(path, self._overrides)
        return self._store.peek(name).match

    def load_from(self, path: str) -> Match:
        """The match in a single file. Raises ``SaveError``."""
        return load_file(self._path(path), self._overrides)

    def list(self) -> list[dict[str, Any]]:
        """Games and single files."""
        return [_plain(e) for e in (*self._store.list(), *self._store.files())]

    def _path(self, text: str) -> Path:
        if "\0" in text:
            raise SaveError(None, "a path cannot hold a NUL")
        if not text:
            raise SaveError(None, "a path cannot be empty")
        path = Path(text).expanduser()
        if not path.parent.is_dir():
            raise SaveError(path.parent, "is no folder")
        return path


def _plain(entry: SaveInfo) -> dict[str, Any]:
    found = {
        "name": entry.slug, "game": entry.game, "scenario": entry.scenario, "turn": entry.turn, "when": entry.when,
        "label": entry.label or entry.title,
    }  # fmt: skip
    return {**found, "damaged": entry.damaged} if entry.damaged else found
