"""One line of a history: an action as it was played, and how it is written in a save."""

from __future__ import annotations

from typing import NamedTuple

from engine.components.errors import BadInput

RESEED = "reseed"
"""First word of the line of a history that gives the dice other numbers from there on."""


class HistoryLine(NamedTuple):
    """One action as it was played: who, what, and the dice it took."""

    side: str
    action: str
    rolls: tuple[int, ...] = ()

    def __str__(self) -> str:
        dice = f" = {' '.join(map(str, self.rolls))}" if self.rolls else ""
        return f"{self.side} {self.action}{dice}"

    @classmethod
    def parse(cls, text: str) -> HistoryLine:
        """Read ``axis move 7pz S0915 = 4 2``. Raises ``BadInput``."""
        head, _, dice = text.partition(" = ")
        side, _, action = head.partition(" ")
        if not action or not all(d.isdecimal() for d in dice.split()):
            raise BadInput(f"'{text}' is no line of a history")
        return cls(side, action, tuple(int(d) for d in dice.split()))

    @property
    def seed(self) -> int | None:
        """The seed of the dice from here on, where the line gives them other numbers. Raises ``BadInput``."""
        verb, _, number = self.action.partition(" ")
        if verb != RESEED:
            return None
        if not number.removeprefix("-").isdecimal() or len(number) > 20:
            raise BadInput(f"'{number[:30]}' is no seed")
        return int(number)
