"""Plain text for a terminal: paragraphs, tables that fit the width, a pager where it is long."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Sequence

from tui.words.room import terminal_size

NARROWEST = 40
WIDEST = 100
"""Lines of text longer than this are hard to read, however wide the terminal is."""


def width() -> int:
    """Columns to write in: those of the terminal, within reason; 80 in a pipe."""
    return max(NARROWEST, min(terminal_size()[0], WIDEST)) - 1


def paragraphs(text: str, indent: str = "  ", columns: int = 0) -> list[str]:
    """A text with its own line ends kept, each line folded."""
    found: list[str] = []
    for part in text.strip().split("\n"):
        found += textwrap.wrap(part, columns or width(), initial_indent=indent, subsequent_indent=indent) or [""]
    return found


def folded(text: str, indent: str = "  ", columns: int = 0) -> list[str]:
    """One entry of a list folded, what follows its first line set further in."""
    return textwrap.wrap(text, columns or width(), initial_indent=indent, subsequent_indent=f"{indent}  ") or [""]


def grid(columns: Sequence[str], rows: Sequence[Sequence[str]], most: int) -> list[str]:
    """A table with its first column repeated where it must be broken into several to fit ``most`` characters."""
    sizes = [max(len(str(r[i])) for r in (columns, *rows)) for i in range(len(columns))]
    if sizes and sum(sizes) + 2 * len(sizes) > most and len(columns) <= 6:
        return _folded(columns, rows, sizes, most)
    blocks: list[list[int]] = [[]]
    used = sizes[0] if sizes else 0
    for i in range(1, len(columns)):
        if used + 2 + sizes[i] > most and blocks[-1]:
            blocks.append([])
            used = sizes[0]
        blocks[-1].append(i)
        used += 2 + sizes[i]
    found: list[str] = []
    for block in blocks:
        if found:
            found.append("")
        places = [0, *block] if sizes else []
        if sum(sizes[i] + 2 for i in places) - 2 > most:
            narrow = [[row[i] for i in places] for row in (columns, *rows)]
            found += _folded(narrow[0], narrow[1:], [sizes[i] for i in places], most)
            continue
        for row in (columns, *rows):
            found.append("  ".join(str(row[i]).ljust(sizes[i]) for i in places).rstrip())
    return found


def _folded(columns: Sequence[str], rows: Sequence[Sequence[str]], sizes: list[int], most: int) -> list[str]:
    """Few columns with long words: the widest columns are folded inside their cells."""
    room = list(sizes)
    while sum(room) + 2 * len(room) > most and max(room) > 8:
        room[room.index(max(room))] -= 1
    found = []
    for row in (columns, *rows):
        cells = [textwrap.wrap(str(cell), room[i]) or [""] for i, cell in enumerate(row)]
        for line in range(max(len(cell) for cell in cells)):
            parts = [(cell[line] if line < len(cell) else "").ljust(room[i]) for i, cell in enumerate(cells)]
            found.append("  ".join(parts).rstrip())
    return found


def show(lines: Sequence[str], *, plain: bool = False) -> None:
    """Write lines; through the pager where the terminal is too low for them and nobody asked for plain text."""
    text = "\n".join(lines) + "\n"
    high = terminal_size()[1]
    if plain or not (sys.stdout.isatty() and sys.stdin.isatty()) or len(lines) < high:
        sys.stdout.write(text)
        return
    # What calls the pager takes as long to load as the answer itself, and most answers need no pager.
    import shlex
    import subprocess

    command = shlex.split(os.environ.get("PAGER", "")) or ["less"]
    if command[0].endswith("less"):
        command += ["-R", "-F", "-X"]
    try:
        subprocess.run(command, input=text.encode(sys.stdout.encoding or "utf-8", "replace"), check=False)
    except OSError:
        sys.stdout.write(text)
