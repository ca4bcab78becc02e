"""Keys that wait: the program gets a few at a time, so that what waits can be thrown away when a key comes first.

So many keys at once that nobody can have pressed them are taken for a paste: they are held back and asked about.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

from tui.terminal.presses import Press

MANY = 300
"""Keys without a pause between them that nobody presses; a key held down counts once."""
PAUSE = 0.05
"""Seconds without a key that are a pause."""
QUIET = 0.25
"""Seconds after the last key of a burst until it is asked about."""
AT_ONCE = 8
"""Keys that the program gets together."""
STUCK = 0.5
"""Seconds after which the next keys are given although nobody said that the last ones have been answered."""
MOST = 20_000
"""Keys of a burst that are kept."""


class Timer(Protocol):
    """Something that is going to happen."""

    def cancel(self) -> None:
        """It is not."""


class Doors(NamedTuple):
    """What a queue needs of the program around it."""

    give: Callable[[Press], None]
    """Hand a key to the program."""
    answered: Callable[[Callable[[], None]], None]
    """Call back when the program has answered what it was given."""
    later: Callable[[float, Callable[[], None]], Timer]
    """Call back after some seconds."""
    ask: Callable[[int, Callable[[], None]], None]
    """Ask about a burst: of how many keys, and what presses them after all."""


class TypeAhead:
    """The keys that wait for one program. All of it runs in the program's own thread."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._waiting: deque[Press] = deque()
        self._burst: list[Press] | None = None
        self._count = 0
        """Keys of the burst, kept or not."""
        self._run = 0
        """Keys without a pause, a repeated one counted once."""
        self._last: Press | None = None
        self._last_at = float("-inf")
        self._given = 0
        """Counts what was given, to tell a late answer."""
        self._busy = False
        self._stuck: Timer | None = None
        self._quiet: Timer | None = None

    def arrive(self, presses: Iterable[Press], at: float) -> None:
        """Keys that came together, at a time in seconds."""
        for press in presses:
            if press.first:
                self.flush()
                self._doors.give(press)
            else:
                self._one(press, at)
        if self._burst is not None:
            self._wait_for_quiet()
        else:
            self._pump()

    def flush(self) -> None:
        """Throw away what waits."""
        self._waiting.clear()
        self._burst, self._count, self._run = None, 0, 0
        if self._quiet is not None:
            self._quiet.cancel()
            self._quiet = None

    def _one(self, press: Press, at: float) -> None:
        if at - self._last_at > PAUSE:
            self._run = 0
        self._run += press != self._last
        self._last, self._last_at = press, at
        if self._burst is None and (self._run > MANY or len(self._waiting) >= MANY):
            self._burst, self._count = list(self._waiting), len(self._waiting)
            self._waiting.clear()
        if self._burst is None:
            self._waiting.append(press)
        else:
            self._count += 1
            if len(self._burst) < MOST:
                self._burst.append(press)

    def _wait_for_quiet(self) -> None:
        if self._quiet is not None:
            self._quiet.cancel()
        self._quiet = self._doors.later(QUIET, self._ask)

    def _ask(self) -> None:
        burst, count, self._quiet = self._burst or [], self._count, None
        self.flush()

        def press_all() -> None:
            self._waiting.extend(burst)
            self._pump()

        self._doors.ask(count, press_all)

    # ------------------------------------------------------------------ one lot after the other
    def _pump(self) -> None:
        if self._busy or not self._waiting:
            return
        for _ in range(min(AT_ONCE, len(self._waiting))):
            self._doors.give(self._waiting.popleft())
        self._given += 1
        self._busy = True
        number = self._given
        self._stuck = self._doors.later(STUCK, lambda: self._answered(number))
        self._doors.answered(lambda: self._answered(number))

    def _answered(self, number: int) -> None:
        if number != self._given or not self._busy:
            return
        self._busy = False
        if self._stuck is not None:
            self._stuck.cancel()
        self._pump()
