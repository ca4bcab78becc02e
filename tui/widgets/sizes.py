"""The sizes of terminal that screens are laid out for."""

from __future__ import annotations

SIZES = ("tiny", "narrow", "normal", "wide", "huge")
TWO_COLUMNS = 186
"""Columns from which two columns of panels leave the map three fifths."""


def size_class(width: int, height: int) -> str:
    """Which layout fits a terminal of this size."""
    if width < 60 or height < 20:
        return "tiny"
    if width < 80 or height < 24:
        return "narrow"
    if width < 120 or height < 30:
        return "normal"
    return "wide" if width < TWO_COLUMNS else "huge"
