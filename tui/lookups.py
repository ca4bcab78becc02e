"""Rules and map sheets as plain text, for a shell. Nothing of the screen library is imported here."""

from __future__ import annotations

import textwrap
from pathlib import Path

from engine.action import BadInput
from engine.load import load_shared
from engine.mapprint import print_sheet
from engine.rules import RuleBook, RuleEntry, load_rules
from engine.ruleset import GAMES


def rules_text(words: list[str], limit: int) -> list[str]:
    """The rules that fit: the first whole, further ones by their titles. Raises ``BadInput`` when there is none."""
    named = bool(words) and words[0].lower() in GAMES
    game = words[0].lower() if named else next(iter(GAMES))
    words = words[1:] if named else words
    if not any(word.strip() for word in words):
        raise BadInput("say words or a number, such as: stavka rules ava retreat")
    query, book = " ".join(words)[:200], load_rules(game)
    if len(words) > 1 and not named and _has(book, words[1]) and not book.search(words[0], 1):
        raise BadInput(f"there is no game '{words[0]}'; there is: {', '.join(GAMES)}")
    found = [book.find(words[0])] if len(words) == 1 and _has(book, words[0]) else book.search(query, limit)
    if not found:
        raise BadInput(f"no rule of {game} fits '{query}'")
    return [rule_text(found[0]), *(f"{entry.full_id:<14} {entry.title}" for entry in found[1:])]


def _has(book: RuleBook, text: str) -> bool:
    try:
        book.find(text)
    except ValueError:
        return False
    return True


def rule_text(entry: RuleEntry) -> str:
    """A rule for a terminal: id and title, text, references."""
    lines = entry.text.strip().split("\n")
    paragraphs = [textwrap.fill(text, 78, initial_indent="  ", subsequent_indent="  ") for text in lines]
    see = f"\n  See {', '.join(entry.see)}" if entry.see else ""
    return f"{entry.full_id}  {entry.title}\n" + "\n".join(paragraphs) + see


def map_text(game: str, sheet: str, overrides: Path) -> str:
    """One sheet of a game's board, or all of them. Raises ``BadInput``, ``DataError``, ``ValueError``."""
    if game not in GAMES:
        raise BadInput(f"there is no game '{game}'; there is: {', '.join(GAMES)}")
    board = load_shared(game, overrides).board
    sheets = [sheet.upper()] if sheet else [s.id for s in board.sheets]
    return "\n\n".join("\n".join(print_sheet(board, sheet)) for sheet in sheets)
