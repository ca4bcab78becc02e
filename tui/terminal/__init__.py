"""What a terminal may do to a program on it: odd bytes, Ctrl+Z, hang-up; and a fault of ours told in one sentence."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from pathlib import Path
from typing import Any

from textual.app import App

from tui.draw.plain import KEYS
from tui.faults import FaultLog, safe
from tui.settings.keys import PRETTY

WRITER = "textual-output"
"""The library's thread that writes."""
PLAIN = ("linux", "vt")
"""Kinds of terminals that know no codes but those of a VT220."""
UNKNOWN = re.compile(r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p")
"""Texts for the window, the keyboard protocol, questions about modes."""


def prepare(app: App[Any], state: Path) -> None:
    """Make an app ready for terminals as they are; call it before the app runs."""
    watch_threads(app)
    only_what_is_known(app, os.environ.get("TERM", ""))
    if getattr(app, "plain", False):
        PRETTY.update(KEYS)
    # The terminal is in raw mode, so the key arrives as any other; screens never see it.
    app._bindings.bind("ctrl+z", "suspend_process", show=False, priority=True)
    app._print_error_renderables = lambda: tell_fault(app, state)  # type: ignore[method-assign]


def only_what_is_known(app: App[Any], term: str) -> None:
    """Old terminals print what they do not know of the library's questions and titles: they are not sent there."""
    if not term.startswith(PLAIN):
        return
    driver = app.driver_class

    class Quiet(driver):  # type: ignore[misc, valid-type]
        """Writes all but what is unknown."""

        def write(self, data: str) -> None:
            """Write the rest."""
            super().write(UNKNOWN.sub("", data))

    app.driver_class = Quiet


def watch_threads(app: App[Any]) -> None:
    """A fault in a thread ends the program as one of its own would, with the sentence; the library prints pages."""

    def told(failed: threading.ExceptHookArgs) -> None:
        error, loop = failed.exc_value, app._loop
        if isinstance(error, OSError) and failed.thread is not None and failed.thread.name == WRITER:
            os.kill(os.getpid(), signal.SIGHUP)  # the terminal cannot be written to any more
        elif isinstance(error, Exception) and loop is not None:
            loop.call_soon_threadsafe(end_with, app, error)

    threading.excepthook = told


def end_with(app: App[Any], error: Exception) -> None:
    """End the program for a fault; it is told when the terminal is as it was."""
    app._return_code = 1
    app._exception = app._exception or error
    app._close_messages_no_wait()


def tell_fault(app: App[Any], state: Path) -> None:
    """One sentence in place of the library's pages; the details go to a file."""
    error = app._exception
    if error is None:
        for text in app._exit_renderables:
            app.error_console.print(text)
    else:
        what = f"{type(error).__name__}: {str(error)[:200]}){FaultLog(state).write(error)}"
        print(f"stavka: a fault of the program ended it; what you played is saved ({safe(what)}", file=sys.stderr)
    app._exit_renderables.clear()


def hang_up(app: App[Any]) -> None:
    """The terminal goes, or the system wants us to end: leave the terminal as it was found."""
    driver = app._driver
    if driver is not None:
        driver.stop_application_mode()
        # The driver writes from a thread of its own: wait for it, or the terminal stays on the second screen.
        driver.close()
