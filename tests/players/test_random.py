"""The player that does anything allowed."""

from __future__ import annotations

from random import Random

from engine.players.random import RandomPlayer


def test_it_mixes_as_the_library_does() -> None:
    """So games of older versions come again from their seeds."""
    for size in (0, 1, 2, 3, 8, 150):
        player, theirs = RandomPlayer(size), Random(size)
        ours, expected = [str(n) for n in range(size)], [str(n) for n in range(size)]
        player._shuffle(ours)
        theirs.shuffle(expected)
        assert ours == expected and player._random.random() == theirs.random()
