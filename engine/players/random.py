"""The player that does anything allowed: the opponent for trying things out, and the workhorse of the tests."""

from __future__ import annotations

from random import Random

from engine.play.action import Action
from engine.play.match import Match

TRIED = 6
"""Subjects looked at before something that needs no subject is done instead."""


class RandomPlayer:
    """Chooses by a seed of its own. Ends a segment now and then, so that games come to their end.

    What was decided about a subject is left alone until the next step: whoever puts down and picks up at random never
    finishes a set-up or a selection.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._step: tuple[int, str, str] = (0, "", "")
        self._settled: set[str] = set()

    def choose(self, match: Match) -> tuple[Action, str]:
        """A random legal action; computed for one random subject at a time, never for all of them."""
        step = (match.state.turn, match.side, match.state.stack[-1].step)
        if step != self._step:
            self._step = step
            self._settled.clear()
        action = self._pick(match)
        self._settled.update(action.args[:1])
        return action, "chosen at random"

    def _shuffle(self, subjects: list[str]) -> None:
        """The same as ``Random.shuffle`` makes of it, in half of the time: lists are long, and are asked for often."""
        bits = self._random.getrandbits
        for last in range(len(subjects) - 1, 0, -1):
            size = (last + 1).bit_length()
            while (other := bits(size)) > last:
                pass
            subjects[last], subjects[other] = subjects[other], subjects[last]

    def _pick(self, match: Match) -> Action:
        legal = match.legal
        plain, subjects = legal.any_plain(), legal.subjects()
        self._shuffle(subjects)
        if not (plain and self._random.random() < 0.12):
            fresh = [s for s in subjects if s not in self._settled]
            for subject in fresh[:TRIED] if plain else fresh:
                if actions := legal.of(subject):
                    return self._random.choice(actions)
        return self._random.choice(legal.plain() or list(legal))
