"""Signals that end the program: every action is on the disk already, so leave at once and without a traceback."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from types import FrameType

PATIENCE = 0.7
"""Seconds that ``on_exit`` gets; the process is gone within one."""

ENDING = (
    "HUP",
    "TERM",
    "INT",
    "QUIT",
    "USR1",
    "USR2",
    "ALRM",
    "ABRT",
    "VTALRM",
    "PROF",
    "XCPU",
    "POLL",
    "PWR",
    "STKFLT",
)
HANDLED = tuple(getattr(signal, f"SIG{name}") for name in ENDING if hasattr(signal, f"SIG{name}"))
"""Signals that would end the process where it stands, and leave the terminal as it is: those of a fault excepted."""


def install(on_exit: Callable[[], None]) -> Callable[[], None]:
    """On any of ``HANDLED`` call ``on_exit`` (release locks, restore the terminal) and end the process.

    Whatever ``on_exit`` raises is swallowed, however long it takes it is cut short; threads and event loops are not
    waited for. The status is 128 plus the signal, as a shell tells it. Returns a function that puts the former handlers
    back. Must be called in the main thread.
    """

    def leave(number: int, frame: FrameType | None) -> None:
        status = 128 + number
        for other in HANDLED:
            signal.signal(other, signal.SIG_IGN)
        guard = threading.Timer(PATIENCE, os._exit, (status,))
        guard.daemon = True
        try:
            guard.start()
            with contextlib.suppress(BaseException):
                on_exit()
        finally:
            os._exit(status)

    former = {number: signal.signal(number, leave) for number in HANDLED}

    def put_back() -> None:
        for number, handler in former.items():
            signal.signal(number, handler)

    return put_back
