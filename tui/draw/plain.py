"""Text for terminals that show ASCII only, cell for cell, so that nothing on the screen moves."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import cell_len

SIGNS = {
    "●": "*", "○": "-", "·": ".", "⋅": ".", "§": "#", "…": "~", "×": "x", "✓": "+", "▶": ">", "▸": ">", "■": "x",
    "□": "-", "←": "<", "→": ">", "↑": "^", "↓": "v", "↵": "<", "⇧": "^", "─": "-", "│": "|", "├": "+", "┤": "+",
    "┌": "+", "┐": "+", "└": "+", "┘": "+", "┬": "+", "┴": "+", "┼": "+", "½": "h", "–": "-", "—": "-", "−": "-",
    "‘": "'", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "ß": "s", "ł": "l", "Ł": "L",
}  # fmt: skip
"""Signs of the panels; those of the map have a set of their own in ``tui.draw.glyphs``."""
KEYS = {
    "enter": "Enter", "left": "Left", "right": "Right", "up": "Up", "down": "Down", "shift+tab": "S-Tab",
}  # fmt: skip
"""Names of keys that otherwise are shown as arrows."""


@lru_cache(maxsize=512)
def _sign(char: str) -> str:
    if char.isascii():
        return char
    known = SIGNS.get(char) or unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()[:1]
    return (known or "?").ljust(cell_len(char))[: cell_len(char)]


def ascii_only(text: str) -> str:
    """``text`` in ASCII with the same number of cells: known signs by others, letters without accents, else ``?``."""
    return text if text.isascii() else "".join(map(_sign, text))
