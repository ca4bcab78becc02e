"""Long work in pieces, so that whoever has it done can do something else in between."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Pieces = Generator[None, None, T]
"""Does a piece of the work at every step, and returns what comes of it."""


def whole(pieces: Pieces[T]) -> T:
    """What comes of all the pieces, done at once."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            found: T = end.value
            return found
