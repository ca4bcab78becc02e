"""Reads the terminal: nothing that comes from it ends the program, Ctrl+C and Ctrl+Q come before all that waits.

The library's driver plays every byte as a key in the order in which it came, fails on sequences that are not quite
right, and believes any size. Here the input is cut by ``sequences``, understood by ``presses`` and waits in
``typeahead``; the output is the library's.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import selectors
import signal
import struct
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from textual import events, messages
from textual.dom import DOMNode
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message

from tui.settings.keys import SCOPES
from tui.terminal.presses import Meaning, ModeReport, Paste, Press, SizeReport, meanings
from tui.terminal.sequences import Chunk, Sequences
from tui.terminal.typeahead import Doors, TypeAhead

if TYPE_CHECKING:
    from tui.program import Program

WIDEST, HIGHEST = 1000, 500
"""No terminal has more columns and lines."""
ONCE = 65536
"""Bytes that are read together."""
SYNCHRONIZED, SIZES_IN_BAND = 2026, 2048
"""Modes of terminals: an update shown at once, sizes told as text."""
FOCUS_REPORTS = "\x1b[?1004h"
BUSY = 0.3
"""Seconds in which the program has to begin to leave after Ctrl+C; then it is told so by the system."""


def clamped(width: int, height: int) -> tuple[int, int]:
    """A size that a terminal can have."""
    return min(max(width, 1), WIDEST), min(max(height, 1), HIGHEST)


def system_size(fileno: int) -> tuple[int, int] | None:
    """Columns and lines of a terminal as the system knows them; ``None`` where it does not, as on a serial line."""
    with suppress(OSError):
        height, width = struct.unpack("HHHH", fcntl.ioctl(fileno, termios.TIOCGWINSZ, b"\0" * 8))[:2]
        if width and height:
            return width, height
    return None


class TerminalDriver(LinuxDriver):
    """The library's driver with a reader of our own."""

    def __init__(self, app: Any, **more: Any) -> None:
        super().__init__(app, **more)
        self._typeahead = TypeAhead(
            Doors(
                lambda press: self._post(events.Key(press.key, press.character)),
                self._when_answered,
                self._loop.call_later,
                self._ask,
            )
        )
        self._told_size: tuple[int, int] | None = None
        self._loop.set_exception_handler(self._fault_in_callback)

    # ------------------------------------------------------------------ the thread that reads
    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except OSError:
            self._gone()

    def run_input_thread(self) -> None:
        """Read until the program does not want any more."""
        cut, decode = Sequences(), getincrementaldecoder("utf-8")(errors="replace").decode
        with selectors.DefaultSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            heard = time.monotonic()
            while not self.exit_event.is_set():
                ready = selector.select(0.1 if cut.patience is None else min(0.1, cut.patience))
                now = time.monotonic()
                if ready:
                    data = os.read(self.fileno, ONCE)
                    if not data:
                        raise OSError("the terminal is gone")
                    heard = now
                    self._understood(cut.feed(decode(data)), now)
                elif cut.patience is not None and now - heard >= cut.patience:
                    self._understood(cut.give_up(), now)

    def _understood(self, pieces: list[Chunk], now: float) -> None:
        """Hand over what the pieces mean."""
        found = [meaning for piece in pieces for meaning in meanings(piece)]
        if found:
            self._loop.call_soon_threadsafe(self._arrive, found, now)
            for one in found:
                if isinstance(one, Press) and one.first:
                    self._see_that_it_ends(one.key)

    def _gone(self) -> None:
        """The terminal cannot be read any more: it is as good as hung up."""
        if not self.exit_event.is_set():
            os.kill(os.getpid(), signal.SIGHUP)

    def _see_that_it_ends(self, key: str) -> None:
        """A program that is busy, or waits for a terminal that nobody reads, is ended by the system: all is saved."""
        keymap = getattr(self._app, "keymap", None)
        if keymap is None or keymap.find(SCOPES, key) != "quit":
            return
        end = time.monotonic() + BUSY
        while not self.exit_event.wait(0.02):
            if time.monotonic() > end:
                os.kill(os.getpid(), signal.SIGINT)
                return

    # ------------------------------------------------------------------ the program's own thread
    def _arrive(self, found: list[Meaning], now: float) -> None:
        keys: list[Press] = []
        for one in found:
            if isinstance(one, Press):
                keys.append(one)
                continue
            self._typeahead.arrive(keys, now)
            keys = []
            self._report(one)
        self._typeahead.arrive(keys, now)

    def _report(self, report: Paste | SizeReport | ModeReport) -> None:
        if isinstance(report, Paste):
            self._post(events.Paste(report.text))
        elif isinstance(report, SizeReport):
            self._resize(report)
        elif report.mode == SYNCHRONIZED and report.setting > 0:
            self._post(messages.TerminalSupportsSynchronizedOutput())
        elif report.mode == SIZES_IN_BAND and report.setting > 0 and system_size(self.fileno) is None:
            self._enable_in_band_window_resize()

    def _resize(self, report: SizeReport) -> None:
        """The system knows better than a report, which may be anybody's."""
        size = clamped(*(system_size(self.fileno) or (report.width, report.height)))
        if size != self._told_size:
            self._told_size = size
            self._post(events.Resize(Size(*size), Size(*size)))

    def _post(self, message: Message) -> None:
        message.set_sender(self._app)
        self._app.post_message(message)

    def _when_answered(self, call: Callable[[], None]) -> None:
        """Through all queues that a key goes through: of the app, of the part that has the focus, up to the screen."""
        app = self._app

        def through(part: DOMNode | None) -> None:
            if part is None or part is app:
                call()
            elif not part.call_later(through, part.parent):
                through(part.parent)

        app.call_later(lambda: through(app.focused or (app.screen if app.screen_stack else None)))

    def _ask(self, count: int, press: Callable[[], None]) -> None:
        ask = getattr(self._app, "ask_about_burst", None)
        if ask is not None:
            self._app.call_later(ask, count, press)  # a screen can only be opened in the program's own task

    def _fault_in_callback(self, loop: asyncio.AbstractEventLoop, about: dict[str, Any]) -> None:
        """The event loop would print it in the middle of the screen."""
        error = about.get("exception")
        if isinstance(error, Exception):
            cast("Program", self._app).fault(error)

    # ------------------------------------------------------------------ what the library would do otherwise
    def start_application_mode(self) -> None:
        """Take the terminal over. Its sizes are told between other work of the loop, not in the middle of it.

        The library's handler of the signal may be interrupted by the next signal after it has looked at the size and
        before it tells it: the older size would be told last, and hold.
        """
        super().start_application_mode()  # type: ignore[no-untyped-call]
        told = self._told_size
        self._loop.add_signal_handler(signal.SIGWINCH, self._size_changed)
        if told != self._get_terminal_size():
            self._size_changed()

    def _size_changed(self) -> None:
        if not self._in_band_window_resize:
            size = Size(*self._get_terminal_size())
            self._post(events.Resize(size, size))

    def write(self, data: str) -> None:
        """Write; reports of focus are not asked for, since nothing depends on it."""
        if data != FOCUS_REPORTS:
            super().write(data)

    def _get_terminal_size(self) -> tuple[int, int]:
        self._told_size = clamped(*(system_size(self.fileno) or super()._get_terminal_size()))
        return self._told_size

    def _query_in_band_window_resize(self) -> None:
        if system_size(self.fileno) is None:
            super()._query_in_band_window_resize()
