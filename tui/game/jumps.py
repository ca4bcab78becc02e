"""Letters for places to jump to: one for the nearest, two for the others when there are more than the alphabet."""

from __future__ import annotations

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
MOST = len(ALPHABET) ** 2
"""No more places than this get letters."""


def codes(count: int) -> list[str]:
    """As many codes as asked for, the shortest first; none is the beginning of another."""
    size = len(ALPHABET)
    count = min(count, MOST)
    # Every letter that begins pairs is one single letter less and as many pairs more as there are letters.
    single = next(n for n in range(size, -1, -1) if n + (size - n) * size >= count)
    pairs = [a + b for a in ALPHABET[single:] for b in ALPHABET]
    return [*ALPHABET[:single], *pairs][:count]
