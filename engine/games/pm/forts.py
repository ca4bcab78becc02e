"""14.24-14.30: forts, heavy forts and the Stalin Line in their three states."""

from __future__ import annotations

from engine.games.pm.tables import Ctx
from engine.grid import Hex


def entered(c: Ctx, side: str, h: Hex) -> None:
    """A ground unit has come into a hex: a German one destroys an intact fort, or aborts an uncompleted line."""


def intact(c: Ctx, h: Hex) -> str:
    """``fort``, ``heavy fort`` or ``stalin`` where the hex holds an intact one, else nothing."""
    return ""


def activate_lines(c: Ctx) -> None:
    """Start of a game turn: uncompleted lines whose turn it is become active (17.3)."""


def lay_out(c: Ctx) -> None:
    """The state of all lines at the start of the game (14.24)."""
