"""Standard streams as a shell may leave them: closed, or in an encoding that has only some of our signs."""

from __future__ import annotations

import codecs
import os
import sys
from typing import TextIO

from tui.shell.errors import Refused

NAMES = ("stdin", "stdout", "stderr")
WORDS = {"stdin": "standard input is closed", "stdout": "standard output is closed"}
SIGNS = "stavka-signs"
"""The name under which codecs know how we write what an encoding does not have."""
SAMPLE = f"{'x' * 200} 1, 2: (a)\n"


def mend() -> tuple[str, ...]:
    """Make the streams fit to be used; the names of those that were closed.

    A closed one is replaced by the null device: else the next file that is opened would have its number, and what is
    printed would go into it.
    """
    closed = tuple(name for name in NAMES if getattr(sys, name) is None)
    for name in closed:
        file = os.open(os.devnull, os.O_RDWR)
        stream = os.fdopen(file, "r" if name == "stdin" else "w", encoding="utf-8", errors="replace")
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    codecs.register_error(SIGNS, _other_signs)
    for written in (sys.stdout, sys.stderr):
        _write_what_there_is(written)
    return closed


def need(closed: tuple[str, ...], *names: str) -> None:
    """Refuse to go on without these streams."""
    for name in names:
        if name in closed:
            raise Refused(WORDS[name])


def _write_what_there_is(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None:
        return
    try:
        SAMPLE.encode(stream.encoding)
    except (LookupError, ValueError):
        reconfigure(encoding="utf-8")  # no encoding for texts
    reconfigure(errors=SIGNS)


def _other_signs(error: UnicodeError) -> tuple[str, int]:
    """What stands for the characters that an encoding does not have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from tui.draw.plain import ascii_only

    return ascii_only(error.object[error.start : error.end]), error.end
