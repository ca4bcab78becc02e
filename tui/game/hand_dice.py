"""Dice that a person throws on the table: the program asks for each of them."""

from __future__ import annotations

from engine.components.dice import Dice, draw
from engine.components.errors import BadInput

BY_HAND = "dice"
"""Key in the words that travel with a match: ``hand`` when a person throws the dice."""


class DieWanted(Exception):
    """A die is to be thrown by hand: how many sides it has, and which die of this action it is."""

    def __init__(self, sides: int, number: int, proposal: int) -> None:
        super().__init__(f"die {number} with {sides} sides")
        self.sides, self.number, self.proposal = sides, number, proposal


class HandDice(Dice):
    """Dice that ask: whoever plays puts what was thrown into ``hand`` and plays again.

    Blind choices, such as a chit from the cup, are no dice: nobody could throw them, and the program draws.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.by_hand = True
        self.hand: list[int] = []
        """What was thrown for the action that is being tried, in order; a replay queues its dice and lots instead."""
        self._used = 0

    def forget(self) -> None:
        """The action has been carried out, or is not tried any more."""
        self.hand.clear()
        self._used = 0

    def throw(self, number: int, sides: int, lot: bool = False) -> int:
        """The next value thrown by hand, else ``DieWanted``; the match is then as it was before the action."""
        if self.queued or lot:
            return super().throw(number, sides, lot)
        if self._used == len(self.hand):
            self._used, wanted = 0, self._used + 1  # it is tried again from the start
            raise DieWanted(sides, wanted, draw(self.seed, number, sides))
        value = self.hand[self._used]
        if value > sides:
            raise BadInput(f"a die with {sides} sides cannot show {value}")
        self._used += 1
        self.rolled.append(value)
        return value
