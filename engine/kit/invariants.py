"""What must hold of the counters of every game: each in one place that there is, with as many steps as it can have."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import gt, not_
from typing import Any

from engine.components.boxes import strays
from engine.play.fields import derived
from engine.play.step import Context


def astray(c: Context[Any], columns: Iterable[str]) -> list[str]:
    """Sentences about counters that are nowhere, twice, in no box of the game's file, or have impossible steps.

    ``columns`` are the further columns by unit, which must be as long as the roster.
    """
    s, units = c.state, len(c.roster)
    every = ("hex_of", "box", "steps_left", *columns)
    wrong = [] if _in_place(c) else _wrong(c)
    return wrong + [f"column {name} does not fit the counters" for name in every if len(getattr(s, name)) != units]


def overdrawn(c: Context[Any], what: str) -> list[str]:
    """Sentences about counters with fewer than no movement points left, of the column ``mp_left``."""
    left = c.state.mp_left
    if min(left, default=0) >= 0:
        return []
    return [f"{c.roster.ids[u]} has {points} {what} left" for u, points in enumerate(left) if points < 0]


@derived("hex_of", "box", "steps_left")
def _in_place(c: Context[Any]) -> bool:
    """Whether nothing is wrong with any counter: found for all at once, since it is asked after every action."""
    s, r = c.state, c.roster
    away = list(map((0).__gt__, s.hex_of))
    return (
        away == list(map(bool, s.box))
        and not strays(c.data.boxes, s.box)
        and not any(map(gt, s.steps_left, r.steps))
        and min(s.steps_left, default=0) >= 0
        and all(compress(away, map(not_, s.steps_left)))
    )


def _wrong(c: Context[Any]) -> list[str]:
    s, r, wrong = c.state, c.roster, list[str]()
    unknown = strays(c.data.boxes, s.box)
    for u, (h, box, left, steps) in enumerate(zip(s.hex_of, s.box, s.steps_left, r.steps, strict=False)):
        if (h >= 0) == bool(box):
            wrong.append(f"{r.ids[u]} is in no place, or in two")
        if box in unknown:
            wrong.append(f"{r.ids[u]} is in an unknown box '{box}'")
        if not 0 <= left <= steps or (left == 0 and h >= 0):
            wrong.append(f"{r.ids[u]} has {left} steps")
    return wrong
