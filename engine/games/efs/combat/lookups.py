"""Tables that only a die reads, such as the Overrun and the Retreat Table, and lists of modifiers by their words."""

from __future__ import annotations

from engine.games.efs.tables import Ctx

FACES = 10
"""Faces of the die (2.4)."""


def listed(c: Ctx, chart: str, part: str) -> dict[str, int]:
    """Numbers of a part of a chart by their words."""
    return {str(what): int(value) for what, value in c.data.charts[chart][part]["rows"]}


def result(c: Ctx, chart: str, die: int, part: str = "") -> str:
    """What a table says of a modified die, or of odds ``5`` for ``5-1``: rows read ``2 or less``, ``5-1 to 6-1`` ..."""
    table = c.data.charts[chart][part] if part else c.data.charts[chart]
    for head, found in table["rows"]:
        low, high = _span(str(head))
        if low <= die <= high:
            return str(found)
    return str(table["rows"][-1][1])


def _span(head: str) -> tuple[float, float]:
    """Lowest and highest number of a row."""
    low, word, high = head.replace("-1", "").partition(" ")
    if word and high == "or less":
        return float("-inf"), int(low)
    if word and high == "or more":
        return int(low), float("inf")
    return int(low), int(high.removeprefix("to ")) if word else int(low)


def faces(c: Ctx, chart: str, drm: int) -> list[str]:
    """What each face of the die brings with a modifier."""
    return [result(c, chart, face + drm) for face in range(1, FACES + 1)]
