"""How many actions of a computer's turn go into one picture: whatever it moves, it lasts about as long as is set."""

from __future__ import annotations

from math import ceil

LATE = 3
"""Pictures of what is left once the time is over."""
SILENT = 1.0
"""Seconds after which a picture is due, however few actions there were."""


class Tempo:
    """The clock of one turn."""

    def __init__(self, seconds: float = 0.0, delay: float = 0.0) -> None:
        self.seconds = seconds
        """How long a turn is to take; 0: as long as it takes to show every action."""
        self.delay = delay
        """Seconds between two pictures."""
        self._begun = 0.0

    def begin(self, now: float) -> None:
        """A turn begins."""
        self._begun = now

    def share(self, now: float, left: int) -> int:
        """Actions before the next picture, of about ``left`` that are to come."""
        if not self.seconds or not self.delay:
            return 1
        pictures = max(LATE, (self.seconds - (now - self._begun)) / self.delay)
        return max(1, ceil(left / pictures))
