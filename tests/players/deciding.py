"""Two greedy players against each other, every decision checked."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from engine.play.match import Match
from engine.players import make


def decisions(found: Iterable[tuple[str, str]]) -> str:
    """A hash of decisions and their reasons."""
    return sha256("\n".join(f"{action}: {why}" for action, why in found).encode()).hexdigest()[:12]


def played(match: Match, actions: int, seed: int = 0) -> list[tuple[str, str]]:
    """The decisions of two greedy players and their reasons; every one is checked before it is played."""
    players = {side: make("greedy", seed + n) for n, side in enumerate(("axis", "soviet"))}
    found: list[tuple[str, str]] = []
    while not match.over and len(found) < actions:
        action, why = players[match.side].choose(match)
        assert match.check(action) is None, action
        match.play(action)
        found.append((str(action), why))
    return found
