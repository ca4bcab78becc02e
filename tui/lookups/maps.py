"""Map sheets as plain text."""

from __future__ import annotations

from pathlib import Path

from engine.action import BadInput
from engine.load import load_shared
from engine.mapprint import print_sheet
from engine.ruleset import GAMES


def map_text(game: str, sheet: str, overrides: Path) -> str:
    """One sheet of a game's board, or all of them. Raises ``BadInput``, ``DataError``, ``ValueError``."""
    if game not in GAMES:
        raise BadInput(f"there is no game '{game}'; there is: {', '.join(GAMES)}")
    board = load_shared(game, overrides).board
    sheets = [sheet.upper()] if sheet else [s.id for s in board.sheets]
    return "\n\n".join("\n".join(print_sheet(board, sheet)) for sheet in sheets)
