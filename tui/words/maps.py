"""Map sheets as plain text."""

from __future__ import annotations

from pathlib import Path

from engine.components.errors import BadInput
from engine.components.load import games_with_map, load_board
from engine.components.mapprint import print_sheet


def map_text(game: str, sheet: str, overrides: Path) -> str:
    """One sheet of a game's board, or all of them. Raises ``BadInput``, ``DataError``, ``ValueError``."""
    games = games_with_map()
    if game not in games:
        raise BadInput(f"there is no game '{game}' with a map; there is: {', '.join(games)}")
    board = load_board(game, overrides)
    sheets = [sheet.upper()] if sheet else [s.id for s in board.sheets]
    return "\n\n".join("\n".join(print_sheet(board, sheet)) for sheet in sheets)
