"""A block of cells to draw a hex on, and what every zoom draws alike: style, brackets and strength of a side."""

from __future__ import annotations

from collections.abc import Sequence

from tui.draw.glyphs import BRACKETS, UNDER
from tui.draw.scene import Counter

Run = tuple[str, str]
"""Some text and the name of its style."""


STRENGTH = 5
"""Cells that a strength may take."""


class Canvas:
    """A block of cells, each a character and the name of a style."""

    def __init__(self, width: int, height: int, style: str) -> None:
        self.width = width
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [[style] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str) -> None:
        """Write text from a cell on; what does not fit is cut off."""
        chars, styles = self.chars[y], self.styles[y]
        for i, char in enumerate(text[: self.width - x], x):
            chars[i] = char
            styles[i] = style

    def underline(self, x: int, y: int, count: int) -> None:
        """Underline some cells that hold something else than the side which runs along there."""
        styles = self.styles[y]
        styles[x : x + count] = [s if s.endswith(UNDER) else s + UNDER for s in styles[x : x + count]]

    def tint(self, x: int, y: int, style: str) -> None:
        """Change the style of one cell."""
        self.styles[y][x] = style

    def rows(self) -> tuple[tuple[Run, ...], ...]:
        """The block as rows of runs."""
        return tuple(tuple(merge(zip(c, s, strict=True))) for c, s in zip(self.chars, self.styles, strict=True))


def merge(cells: Sequence[Run] | zip[tuple[str, str]]) -> list[Run]:
    """Join neighbours of the same style."""
    found: list[Run] = []
    text, style = "", ""
    for more, its_style in cells:
        if its_style == style:
            text += more
        else:
            if text:
                found.append((text, style))
            text, style = more, its_style
    if text:
        found.append((text, style))
    return found


def side_style(side: int) -> str:
    """Style of a side's counters."""
    return "first" if side == 0 else "second"


def brackets(side: int) -> tuple[str, str]:
    """Opening and closing bracket of a side."""
    return BRACKETS[min(side, len(BRACKETS) - 1)]


def strength_text(stack: Sequence[Counter]) -> str:
    """Strength of a stack: one number for the same attack and defence, else ``8-4``; ``?`` for what nobody knows.

    Five cells are all there is.
    """
    attack, defense = sum(u.attack for u in stack), sum(u.defense for u in stack)
    if not all(u.known for u in stack):
        return f"{attack or ''}?"
    text = str(attack) if attack == defense else f"{attack}-{defense}"
    # A number that is cut would be a wrong one.
    return text if len(text) <= STRENGTH else f"{attack}-"
