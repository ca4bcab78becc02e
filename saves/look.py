"""Where somebody looked when a game was left: a small file beside the game, and no part of it.

It is written when a program lets go of the game and with the snapshot of a turn. One that is missing or damaged costs
nothing but the view, so it is not synced to the disk, and whatever is wrong with it is no reason for a word.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from saves import atomic
from saves.errors import SaveError
from saves.reader import parse
from saves.writer import Unwritable, body

FILE = "look.toml"
LIMIT = 2_000
"""Bytes of the file at most."""


class Look(NamedTuple):
    """What was on screen. Words are those of the program that wrote them; who reads them checks that there is such."""

    lines: int = -1
    """Lines of the history then: the cursor of another moment says nothing."""
    cursor: str = ""
    """Label of a hex."""
    left: int = 0
    """Column and row of the map at the upper left."""
    top: int = 0
    zoom: str = ""
    panel: str = ""
    layer: str = ""
    unit: str = ""
    """What was in hand."""


def read_look(folder: Path) -> Look:
    """The look kept in the folder of a game; an empty one where there is none that can be read."""
    try:
        table = parse(atomic.read_file(folder / FILE, LIMIT))
    except (OSError, SaveError):
        return Look()
    known = {name: type(default) for name, default in Look._field_defaults.items()}
    fitting: dict[str, Any] = {name: value for name, value in table.items() if type(value) is known.get(name)}
    return Look(**fitting)


def write_look(folder: Path, look: Look) -> None:
    """Keep a look. Raises ``OSError``; what cannot be written as text is left out."""
    try:
        text = "\n".join(body(look._asdict()))
    except Unwritable:
        return
    if len(data := f"{text}\n".encode()) <= LIMIT:
        atomic.write_light(folder / FILE, data)
