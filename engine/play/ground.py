"""The map that a match is played on, to be put back where one that was drawn by hand does not hold."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.components.board import Board
from engine.components.grid import Hex
from engine.play.step import Context


class Ground(NamedTuple):
    """Board and scenario of a match, the hexes in play, and what was drawn on them by hand."""

    board: Board
    scenario: dict[str, Any]
    in_play: frozenset[Hex]
    drawn: list[dict[str, Any]]


def ground(c: Context[Any]) -> Ground:
    """What the match is played on now."""
    data = c.data
    return Ground(data.board, data.scenario, data.in_play, data.drawn)


def put_back(c: Context[Any], before: Ground) -> None:
    """The map as it was, where another was drawn since."""
    data = c.data
    if data.drawn is not before.drawn:
        data.board, data.scenario, data.in_play, data.drawn = before
        c.board, c.scenario = before.board, before.scenario
        data.memo.clear()
        c.forget()
