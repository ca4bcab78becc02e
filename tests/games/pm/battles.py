"""Battles around one hex: 3010N in the middle, west of the GAS Line, and 4610N, east of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.components.charts import Tally
from engine.games.pm.combat.odds import tally
from engine.play.event import Event
from engine.play.match import Match
from tests.support.pm_position import Where, play, position, unit

MID, N, NE, SE, S, SW, NW = "3010N", "3009N", "3109N", "3110N", "3011N", "2910N", "2909N"
"""The attacked hex and those around it."""
FAR_MID, FAR_N = "4610N", "4609N"

Strengths = Mapping[str, tuple[int, int]]


def front(
    attackers: Mapping[str, Where],
    defenders: Iterable[str] | Strengths = ("rd-001",),
    *,
    at: str = MID,
    dice: Iterable[int] = (),
    **more: Any,
) -> Match:
    """A combat phase with attackers and, in the middle, defenders: ids, or ids with the factors that they turn out.

    Soviet attackers may be given factors by ``identities``.
    """
    identities = dict(more.pop("identities", {}))
    where: dict[str, Where] = dict(attackers)
    for name in defenders:
        where[name] = at
        if isinstance(defenders, Mapping):
            identities[name] = (*defenders[name], 5)
    more = {"ground": {}, "phase": "combat", **more}
    return position(where, identities=identities, dice=dice, **more)


def odds(match: Match, attackers: Iterable[str], at: str = MID, kind: str = "prepared", **more: Any) -> Tally:
    """The calculation of an attack."""
    c = match.c
    return tally(c, kind, [unit(match, a) for a in attackers], c.board.find(at), **more)


def attack(match: Match, *units: str, at: str = MID) -> list[Event]:
    """Make up an attack with these units, or with all that can, and roll."""
    words = [f"add {u}" for u in units] or ["all"]
    return play(match, f"target {at}", *words, "roll")


def shift_lines(found: Tally) -> dict[str, str]:
    """Every shift of a calculation by its rule: ``{"pm:14.16": "1L"}``."""
    return {line.rule: line.value for line in found.lines if line.value.endswith(("L", "R"))}


def result(events: Iterable[Event]) -> str:
    """What a battle brought: the words after the roll."""
    text = next(e.text for e in events if e.kind == "combat")
    found = re.search(r"\d/[\dE]", text)
    assert found is not None, text
    return found[0]


def settle(match: Match) -> None:
    """Take losses as proposed and advance nobody, until the next attack can be chosen."""
    while match.c.step.id in ("losses", "advance"):
        play(match, "end" if match.c.step.id == "advance" else "all")
