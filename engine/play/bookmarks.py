"""Bookmarks: lines of the history that a player has marked, each with a note. They travel in ``Match.meta``.

A bookmark remembers the action that it stands on. One whose line was taken back, or is another one now, no longer
counts; it comes back with redo, and is dropped when the next bookmark is set.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.play.history import HistoryLine
from engine.play.match import Match

KEY = "mark."
NOTE_LIMIT = 200
"""Characters of a note."""
MOST = 200
"""Bookmarks of one game."""
_BETWEEN = "|"


class Bookmark(NamedTuple):
    """A marked line of the history, 0 for the beginning, and what the player wrote beside it."""

    line: int
    note: str


def _key(line: int) -> str:
    return f"{KEY}{line:06d}"


def _action(history: list[HistoryLine], line: int) -> str:
    return f"{history[line - 1].side} {history[line - 1].action}" if line else ""


def bookmarks(match: Match) -> list[Bookmark]:
    """The bookmarks that stand on a line of the present history, first line first."""
    found = []
    for name, text in match.meta.items():
        number = name.removeprefix(KEY)
        if name.startswith(KEY) and number.isdecimal() and int(number) <= len(match.history):
            action, _, note = text.partition(_BETWEEN)
            if action.strip() == _action(match.history, int(number)):
                found.append(Bookmark(int(number), note.strip()))
    return sorted(found, key=lambda b: b.line)


def set_bookmark(match: Match, line: int, note: str = "") -> str:
    """Mark a line, or write another note beside its bookmark. A sentence when that is not possible, else empty."""
    if not 0 <= line <= len(match.history):
        return "There is no such line."
    kept = bookmarks(match)
    if len(kept) >= MOST and line not in (b.line for b in kept):
        return f"There are {MOST} bookmarks already; take one away first."
    prune(match, len(match.history))
    match.meta[_key(line)] = f"{_action(match.history, line)}{_BETWEEN}{' '.join(note.split())[:NOTE_LIMIT]}"
    return ""


def remove_bookmark(match: Match, line: int) -> bool:
    """Take a bookmark away; whether there was one."""
    return match.meta.pop(_key(line), None) is not None


def prune(match: Match, lines: int) -> int:
    """Drop bookmarks that stand on no line, or on one after the first ``lines``; how many were dropped."""
    good = {_key(b.line) for b in bookmarks(match) if b.line <= lines}
    gone = [name for name in match.meta if name.startswith(KEY) and name not in good]
    for name in gone:
        del match.meta[name]
    return len(gone)
