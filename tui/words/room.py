"""How much room the terminal gives to plain text."""

from __future__ import annotations

import os
import sys

USUAL = (80, 24)


def terminal_size() -> tuple[int, int]:
    """Columns and lines: those of the environment, else of the terminal, else the usual ones, as in a pipe.

    ``shutil`` tells the same, but it loads what packs archives, which takes longer than a short answer may.
    """
    columns, lines = (_told(name) for name in ("COLUMNS", "LINES"))
    size = (0, 0)
    if not (columns and lines):
        try:
            size = os.get_terminal_size(sys.__stdout__.fileno())  # type: ignore[union-attr]  # it may be closed
        except (AttributeError, ValueError, OSError):
            size = (0, 0)
    return columns or size[0] or USUAL[0], lines or size[1] or USUAL[1]


def _told(name: str) -> int:
    text = os.environ.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else 0
