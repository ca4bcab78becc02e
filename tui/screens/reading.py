"""Reading the past of a game behind a screen: a little at a time, so that keys are answered meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from textual.timer import Timer

from engine.play.timeline import Timeline
from tui.screens.base import StavkaScreen

SLICE = 0.012
"""Seconds of reading before keys are looked at again."""
PAUSE = 0.004


class Reading:
    """Reads ``timeline`` to its end, tells how far it is, and calls ``done`` when it has got there."""

    def __init__(
        self, screen: StavkaScreen, timeline: Timeline, tell: Callable[[str], None], done: Callable[[], None]
    ) -> None:
        self.timeline = timeline
        self._tell, self._done = tell, done
        self._timer: Timer | None = None
        if self._slice():
            done()
        else:
            self._timer = screen.set_interval(SLICE + PAUSE, self._on)

    @property
    def busy(self) -> bool:
        """Whether there is more to read."""
        return self._timer is not None

    def _slice(self) -> bool:
        until = monotonic() + SLICE
        while not self.timeline.read():
            if monotonic() >= until:
                self._tell(f"Reading line {self.timeline.last} of {len(self.timeline.lines)}")
                return False
        return True

    def _on(self) -> None:
        if self._slice() and self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._done()
