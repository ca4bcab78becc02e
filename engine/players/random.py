"""The player that does anything allowed: the opponent for trying things out, and the workhorse of the tests."""

from __future__ import annotations

from random import Random

from engine.action import Action
from engine.match import Match


class RandomPlayer:
    """Chooses by a seed of its own. Ends a segment now and then, so that games come to their end."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, match: Match) -> tuple[Action, str]:
        """A random legal action; computed for one random subject at a time, never for all of them."""
        legal = match.legal
        plain = legal.plain()
        subjects = legal.subjects()
        self._random.shuffle(subjects)
        if not (plain and self._random.random() < 0.12):
            for subject in subjects[:6] if plain else subjects:
                if actions := legal.of(subject):
                    return self._random.choice(actions), "chosen at random"
        if plain:
            return self._random.choice(plain), "chosen at random"
        return self._random.choice(list(legal)), "chosen at random"
