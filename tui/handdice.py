"""Dice that a person throws on the table: the program asks for each of them."""

from __future__ import annotations

from engine.dice import Dice, draw

BY_HAND = "dice"
"""Key in the words that travel with a match: ``hand`` when a person throws the dice."""


class DieWanted(Exception):
    """A die is to be thrown by hand: how many sides it has, and which die of this action it is."""

    def __init__(self, sides: int, number: int, proposal: int) -> None:
        super().__init__(f"die {number} with {sides} sides")
        self.sides, self.number, self.proposal = sides, number, proposal


class HandDice(Dice):
    """Dice that ask: whoever plays queues what was thrown and plays again."""

    def throw(self, number: int, sides: int) -> int:
        """The queued value, else ``DieWanted``; the match is then as it was before the action."""
        if not self.queued:
            raise DieWanted(sides, len(self.rolled) + 1, draw(self.seed, number, sides))
        return super().throw(number, sides)
