"""What comes of trying an action at the screen."""

from __future__ import annotations

from typing import NamedTuple

from engine.play.action import Refusal
from engine.play.event import Event
from tui.game.hand_dice import DieWanted


class Outcome(NamedTuple):
    """What came of trying something: events, or a refusal, or a sentence, or a die that somebody must throw."""

    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    message: str = ""
    die: DieWanted | None = None
    note: str = ""
    """A sentence for the person although it was carried out."""

    @property
    def ok(self) -> bool:
        """Whether it was carried out."""
        return self.refusal is None and self.die is None and not self.message
