"""6.3 to 6.5: how many units of a side, and of which sorts, a hex may hold."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.bd.kinds import CAVALRY_MECHANIZED, TIGERS, is_attached, is_cavalry, is_satellite, is_static
from engine.games.bd.tables import Ctx
from engine.play.action import Refusal
from engine.play.citing import rule


@rule("bd:6.3", "bd:6.5", "bd:8.30", "bd:8.31", "bd:8.32", "bd:8.33", "bd:8.34", "bd:8.35")
def counts(c: Ctx, u: Unit) -> bool:
    """Whether a unit counts for stacking: neither static units, nor cavalry groups, nor what is attached to others."""
    return not (is_static(c, u) or is_cavalry(c, u) or is_attached(c, u))


ONE_OF = (
    (is_satellite, "satellite army", "bd:6.4"),
    (is_cavalry, "cavalry group", "bd:8.30"),
    (lambda c, u: c.roster.kind[u] == TIGERS, "Tiger battalion", "bd:8.31"),
    (lambda c, u: c.roster.kind[u] == CAVALRY_MECHANIZED, "cavalry-mechanized group", "bd:8.32"),
)
"""Sorts of unit of which no hex holds more than one of a side."""


@rule("bd:6.3", "bd:6.4", "bd:6.5", "bd:R8", "bd:8.30", "bd:8.31", "bd:8.32")
def fits(c: Ctx, units: Iterable[Unit], h: Hex) -> Refusal | None:
    """Whether these units of one side, all that would be there, may be stacked in a hex."""
    group = list(dict.fromkeys(units))
    most = c.data.constant("stacking")
    if (count := sum(1 for u in group if counts(c, u))) > most:
        text = f"{c.board.describe(h)} would hold {count} units, the limit is {most}."
        return Refusal("bd:6.3", text, (h,), tuple(group))
    for sort, word, law in ONE_OF:
        if len(alike := [u for u in group if sort(c, u)]) > 1:
            text = f"{c.board.describe(h)} would hold more than one {word}: {c.roster.names(alike)}."
            return Refusal(law, text, (h,), tuple(alike))
    return None
