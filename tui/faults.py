"""Faults of the program itself: written to a file, told in one sentence, and play goes on from the last good state."""

from __future__ import annotations

import os
import traceback
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

from textual.message import Message
from textual.message_pump import MessagePump

if TYPE_CHECKING:
    from tui.program import Program

FILE = "fault.txt"
"""Where the details are written, in the folder of states."""
LARGEST = 1_000_000
"""Bytes of that file; then it begins anew."""
AGAIN = 3.0
"""Seconds for which the same fault is not told again: one in the drawing comes with every line."""
MANY, WITHIN = 60, 10.0
"""So many faults within so many seconds: the program cannot go on."""


def safe(text: str) -> str:
    """Text for the terminal: no control characters, one line."""
    return "".join(c if c.isprintable() else "?" for c in text.replace("\n", " "))


def _private(path: str, flags: int) -> int:
    """Open a file that only we may read; a link is refused."""
    return os.open(path, flags | os.O_NOFOLLOW, 0o600)


class FaultLog:
    """Writes faults down and says how many there were."""

    def __init__(self, folder: Path, clock: Callable[[], float] = monotonic) -> None:
        self.path = folder / FILE
        self.told: list[str] = []
        """What was told, the last one last."""
        self._clock = clock
        self._times: deque[float] = deque(maxlen=MANY)
        self._last: tuple[str, float] = ("", 0.0)

    def write(self, error: BaseException) -> str:
        """Write the details to the file; where they are, as a sentence, or empty when the disk refuses."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            fresh = not self.path.exists() or self.path.stat().st_size > LARGEST
            mode = "w" if fresh else "a"
            with open(self.path, mode, encoding="utf-8", errors="backslashreplace", opener=_private) as file:
                file.write(f"--- {datetime.now():%Y-%m-%d %H:%M:%S}\n{''.join(traceback.format_exception(error))}")
        except (OSError, ValueError):
            return ""  # the sentence alone must do
        return f" See {self.path.name} in {self.path.parent}."

    def note(self, error: Exception) -> str:
        """A fault: the sentence to tell, empty when it has just been told."""
        now, place = self._clock(), traceback.extract_tb(error.__traceback__)[-1:]
        self._times.append(now)
        mark = f"{type(error).__name__} {[(p.filename, p.lineno) for p in place]}"
        if self._last[0] == mark and now - self._last[1] < AGAIN:
            return ""
        self._last = (mark, now)
        what = safe(f"{type(error).__name__}: {str(error)[:100]}")
        self.told.append(
            f"A fault of the program ({what}); your game is as it was, and saved.{safe(self.write(error))}"
        )
        return self.told[-1]

    @property
    def hopeless(self) -> bool:
        """Whether faults come so fast that going on makes no sense."""
        return len(self._times) == MANY and self._times[-1] - self._times[0] < WITHIN


@lru_cache(maxsize=1024)
def _decorated(part: type, message: type) -> bool:
    """Whether a class of parts has handlers that a decorator has bound to a class of messages."""
    bound = [cls.__dict__.get("_decorated_handlers") or () for cls in part.__mro__]
    return any(kind in handlers for handlers in bound for kind in message.__mro__)


class Guarded(MessagePump):
    """A part of the screen whose faults do not end the program: the library would stop it, and the program with it."""

    def _get_dispatch_methods(
        self, method_name: str, message: Message
    ) -> Iterable[tuple[type, Callable[[Message], Awaitable[Any]]]]:
        """What the library finds, in a quarter of the time: with every message it asks each class for decorators too.

        A library that finds its handlers in another way has no such method, and ours is not asked.
        """
        part, kind = type(self), cast(Any, type(message))
        if _decorated(part, kind):
            yield from super()._get_dispatch_methods(method_name, message)
            return
        private = f"_{method_name}"
        for cls in part.__mro__:
            if message._no_default_action:
                return
            method = cls.__dict__.get(private) or cls.__dict__.get(method_name)
            if method is not None and not hasattr(method, "_textual_on"):
                yield cls, method.__get__(self, cls)

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            guard(self.app, error)


def guard(app: Any, error: Exception) -> None:
    """Tell the program about a fault; other programs than ours, as in tests of one widget, get it as it is."""
    if not hasattr(app, "fault"):
        raise error
    cast("Program", app).fault(error)
