"""The printed sequence of play with the present phase in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.play.asked import OutlineLine
from engine.play.state import Frame
from engine.play.step import Context

Row = dict[str, Any]
"""A phase of ``sequence.toml``: ``id``, ``title``, ``rule``, perhaps the ``parent`` that it is a part of."""
OVER = "victory"
"""The phase in which a game that is decided stands."""


def phases(c: Context[Any]) -> list[Row]:
    """The phases of the printed sequence, in its order."""
    found: list[Row] = c.data.tables["sequence"]["phase"]
    return found


def present(c: Context[Any], called: Callable[[Context[Any], Frame, str], str]) -> str:
    """Id of the present phase: that of the nearest waiting step with one, as ``called`` names it by its frame."""
    if c.state.over:
        return OVER
    for frame in reversed(c.state.stack):
        if phase := c.steps[frame.step].phase:
            return called(c, frame, phase)
    return ""


def outline(
    c: Context[Any],
    now: str,
    shown: Callable[[Row], bool],
    note: Callable[[str], str] = lambda phase: "",
    printed: Sequence[Row] | None = None,
) -> list[OutlineLine]:
    """The phases that are ``shown``, those before ``now`` done; ``note`` says of one what is left to do in it.

    ``printed`` are the phases in the order of a scenario that has another than the game's file.
    """
    rows = [p for p in (phases(c) if printed is None else printed) if shown(p)]
    order = [p["id"] for p in rows]
    here = order.index(now) if now in order else -1
    return [
        OutlineLine(
            p["id"],
            p["title"],
            p["rule"],
            1 if p.get("parent") else 0,
            "now" if i == here else "done" if i < here else "later",
            note(p["id"]),
        )
        for i, p in enumerate(rows)
    ]
