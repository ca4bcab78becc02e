"""A phase of the printed sequence: how it opens, and that it is passed over where nobody has anything to do in it."""

from __future__ import annotations

from engine.games.bd.state import BdState
from engine.play.step import Context, Step


class Phase(Step[BdState]):
    """A step that a position put up by hand can wait in, also where play would pass it over."""

    def begin(self, c: Context[BdState]) -> None:
        """What holds at the start of the phase."""

    def idle(self, c: Context[BdState]) -> bool:
        """Whether nobody has anything to do."""
        return False

    def close(self, c: Context[BdState]) -> None:
        """End a phase in which nobody has anything to do."""
        c.done()

    def enter(self, c: Context[BdState]) -> None:
        self.begin(c)
        if self.idle(c):
            self.close(c)
