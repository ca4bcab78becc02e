"""The program in a process that has imported it already, for tests that are not about how it starts.

Half of what a start takes is the interpreter and its imports. A process that is forked from that of the tests has
them; it becomes the program by leaving behind what else it has got from there.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from typing import Literal, NoReturn

import tui.app
import tui.cli
import tui.shell.games
import tui.table.play
import tui.terminal

QUIET = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)
"""Warnings that the interpreter does not tell by itself."""


def become(words: Sequence[str], environ: Mapping[str, str]) -> NoReturn:
    """Be ``stavka`` with these words, in a child whose files 0, 1 and 2 are those of the program; to the end."""
    code = 1
    try:
        _leave_files()
        _leave_hooks()
        os.environ.clear()
        os.environ.update(environ)
        sys.argv = ["stavka", *words]
        code = tui.cli.main(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException:
        traceback.print_exc()
    finally:
        _end(code)


def _leave_files() -> None:
    """Nothing that the tests have open stays open here; the numbers stay taken, as somebody may close them yet."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for name in os.listdir("/proc/self/fd"):
        if int(name) not in (0, 1, 2, nothing):
            os.dup2(nothing, int(name), inheritable=False)
    sys.stdin = sys.__stdin__ = _stream(0, "r")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _stream(1, "w")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _stream(2, "w")  # type: ignore[misc]


def _stream(number: int, mode: Literal["r", "w"]) -> TextIOWrapper:
    return os.fdopen(number, mode, encoding="utf-8", buffering=1, closefd=False)


def _leave_hooks() -> None:
    """Signals, hooks, warnings and what is left for the end are as in a fresh interpreter."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM, signal.SIGWINCH, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.excepthook, sys.unraisablehook = sys.__excepthook__, sys.__unraisablehook__
    threading.excepthook = threading.__excepthook__
    warnings.resetwarnings()
    for kind in QUIET:
        warnings.simplefilter("ignore", kind)
    atexit._clear()
    asyncio.set_event_loop(None)


def _end(code: int) -> NoReturn:
    """As the interpreter ends: threads that are waited for, what was left for the end, what is still to be written."""
    try:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        code = 120  # as the interpreter says that its output could not be written
    finally:
        os._exit(code)
