"""Dice numbered from the seed: draw *n* of a game is the same on every machine and after every undo."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from hashlib import blake2b
from typing import TypeVar

from engine.components.errors import BadInput

T = TypeVar("T")


def draw(seed: int, number: int, sides: int) -> int:
    """Draw ``number`` of the game with this seed, 1 to ``sides``; uniform to one part in 2**60 or better."""
    data = blake2b(f"{seed}:{number}".encode(), digest_size=8).digest()
    return int.from_bytes(data, "big") % sides + 1


class Dice:
    """The dice of one match. Values queued by hand, by a test or by a replay come before the numbered draws."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.queued: deque[int] = deque()
        self.rolled: list[int] = []
        """Values thrown since ``begin``, for the history."""
        self.by_hand = False

    def begin(self) -> None:
        """Forget the values of the last action."""
        self.rolled.clear()

    def queue(self, values: Iterable[int]) -> None:
        """Use these values next. Raises ``BadInput`` unless each is a whole number of at least 1."""
        wanted = list(values)
        for v in wanted:
            if not isinstance(v, int) or isinstance(v, bool) or not 1 <= v <= 1000:
                raise BadInput(f"a die shows a whole number from 1, not {v!r}")
        self.queued.extend(wanted)

    def throw(self, number: int, sides: int, lot: bool = False) -> int:
        """The value of draw ``number``. A queued value that does not fit the die raises ``BadInput``.

        A ``lot`` is a blind choice and no die; here that makes no difference.
        """
        if self.queued:
            value = self.queued[0]
            if value > sides:
                raise BadInput(f"a die with {sides} sides cannot show {value}")
            self.queued.popleft()
        else:
            value = draw(self.seed, number, sides)
        self.rolled.append(value)
        return value


class Lots:
    """Blind choices for positions in thought, numbered from a seed of their own: no game counts them."""

    def __init__(self, seed: int) -> None:
        self._seed, self._number = seed, 0

    def below(self, count: int) -> int:
        """A number from 0 up to, and without, ``count``."""
        self._number += 1
        return draw(self._seed, self._number, count) - 1

    def mixed(self, things: Iterable[T]) -> list[T]:
        """The things in an order by lot, each order as likely as any other."""
        found = list(things)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found
