"""Which contents of the player's own data files a game was played with, so that a change of them is told on loading.

The save names the files; their hashes travel in ``Match.meta`` under ``own.<file>``. Where the game still fits, a
difference is said once, and from then on the new contents are those of the game.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from engine.play.match import Match
from saves.atomic import read_file

KEY = "own."


def hashes(game: str, names: Iterable[str], overrides: Path | None) -> dict[str, str]:
    """File name to hash of the contents, for those of the player's own data files that can be read."""
    found = {}
    for name in names:
        if overrides is not None:
            with contextlib.suppress(OSError):
                found[name] = sha256(read_file(overrides / game / name, follow=True)).hexdigest()[:16]
    return found


def changed(game: str, names: Iterable[str], meta: Mapping[str, str], overrides: Path | None) -> list[str]:
    """Own data files that have other contents than those which ``meta`` remembers."""
    now = hashes(game, names, overrides)
    return [name for name, value in now.items() if meta.get(f"{KEY}{name}", value) != value]


def remember(match: Match, overrides: Path | None) -> bool:
    """Write into the words of the match which contents it is played with now; whether they were others before."""
    wanted = {f"{KEY}{k}": v for k, v in hashes(match.data.game, match.data.overrides, overrides).items()}
    before = {key: value for key, value in match.meta.items() if key.startswith(KEY)}
    for name in before:
        del match.meta[name]
    match.meta.update(wanted)
    return wanted != before
