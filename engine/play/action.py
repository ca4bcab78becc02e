"""Actions, their text, and the reasons why one is not allowed."""

from __future__ import annotations

from typing import NamedTuple

from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit


class Action(NamedTuple):
    """One small decision: ``verb subject target...``; the words are slugs and hex labels.

    A tuple, since lists of many thousand actions are sorted and looked through.
    """

    verb: str
    args: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read ``move 7pz S0915``. Raises ``BadInput`` for an empty line."""
        words = text.split()
        if not words:
            raise BadInput("an action needs a verb, such as 'move 7pz S0915'")
        return cls(words[0].lower(), tuple(words[1:]))

    @property
    def subject(self) -> str | None:
        """The first word after the verb: what the action is about."""
        return self.args[0] if self.args else None

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))


class Refusal(NamedTuple):
    """Why an action is not allowed: the rule, a sentence, and the hexes or units concerned."""

    rule: str
    reason: str
    hexes: tuple[Hex, ...] = ()
    units: tuple[Unit, ...] = ()

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]"


class Impossible(BadInput):
    """What was asked about cannot come about by the rules; carries the ``Refusal``."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class IllegalAction(ValueError):
    """An action that the rules refuse; carries the ``Refusal``."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
