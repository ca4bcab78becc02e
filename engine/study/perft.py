"""Counting the positions that can be reached: a change of these numbers is a change of the rules."""

from __future__ import annotations

from engine.play.match import Match


def perft(match: Match, depth: int, limit: int | None = None) -> list[int]:
    """Number of action lines of each length from 1 to ``depth``, on the match itself, which is left as it was.

    Dice fall as the seed has them. With ``limit`` only that many actions of every position, evenly spread over the
    sorted list, are followed further; all are counted.
    """
    counts = [0] * depth
    if depth > 0 and not match.over:
        actions = list(match.legal)
        counts[0] = len(actions)
        if depth > 1:
            step = 1 if limit is None else max(1, -(-len(actions) // limit))
            for action in actions[::step]:
                for i, n in enumerate(_after(match, str(action), depth - 1, limit), 1):
                    counts[i] += n
    return counts


class _Back(Exception):
    """Leaves ``all_or_none`` so that the match is put back."""


def _after(match: Match, action: str, depth: int, limit: int | None) -> list[int]:
    counts: list[int] = []
    try:
        with match.all_or_none():
            match.play(action)
            counts = perft(match, depth, limit)
            raise _Back
    except _Back:
        return counts
