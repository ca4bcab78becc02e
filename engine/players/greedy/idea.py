"""Ideas: what could be done next, what speaks for it in numbers, and the sentence that says so."""

from __future__ import annotations

from typing import NamedTuple

from engine.components.board import Board
from engine.components.roster import Roster
from engine.play.action import Action

SHOWN = 3
"""Parts of a score that the sentence names, the weightiest first."""
FAINT = 0.05
"""Parts weaker than this are not worth a word."""


class Idea(NamedTuple):
    """One action that could be played now.

    ``pattern`` is a word for its kind (``attack``, ``garrison`` ...), ``what`` the beginning of the sentence, ``parts``
    what speaks for and against it, in victory points or what is as good as one.
    """

    action: Action
    pattern: str
    what: str
    parts: tuple[tuple[str, float], ...] = ()

    @property
    def score(self) -> float:
        """The sum of the parts."""
        return sum(value for _, value in self.parts)


def deed(roster: Roster, board: Board, action: Action) -> str:
    """An action in words, with the names of units and hexes, as the beginning of a sentence."""
    words = [roster.short[roster.by_id[w]] if w in roster.by_id else board.describe(board.index[w])
             if w in board.index else w for w in action.args]  # fmt: skip
    return " ".join([action.verb.capitalize(), *words])


def sentence(best: Idea, second: Idea | None) -> str:
    """Why ``best`` was chosen: its score, the weightiest parts, and the best idea that was not."""
    told = sorted((p for p in best.parts if abs(p[1]) >= FAINT), key=lambda p: -abs(p[1]))[:SHOWN]
    parts = ", ".join(f"{name} {value:+.1f}" for name, value in told)
    tail = f"; next best '{second.action}' {second.score:+.1f}" if second is not None else ""
    return f"{best.what}: worth {best.score:+.1f}{f' ({parts})' if parts else ''}{tail}."
