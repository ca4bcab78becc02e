"""How a group that acts together is called in a sentence, by who may look below the top unit and by who may not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.components.grid import Hex, Unit
from engine.play.fields import units_at
from engine.play.step import Context


def told_group(first: str, size: int, one: str = "", many: str = "") -> str:
    """The first unit by name and how many with it, then the word for one or for several."""
    return f"{first} {one}".rstrip() if size == 1 else f"{first} and {size - 1} more {many}".rstrip()


def covered_group(size: int, one: str, many: str) -> str:
    """The same where nobody of it may be named."""
    return f"A unit {one}" if size == 1 else f"{size} units {many}"


def first_in_sight(c: Context[Any], group: Sequence[Unit], to: Hex = -1) -> bool:
    """Whether the first of a group lies on top of a stack, where it is or in the hex that it is about to go to."""
    u = group[0]
    here, there = (units_at(c, h) if h >= 0 else () for h in (c.state.hex_of[u], to))
    return not here or here[0] == u or (to >= 0 and all(u <= v for v in there))
