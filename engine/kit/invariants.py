"""What must hold of the counters of every game: each in one place that there is, with as many steps as it can have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.components.boxes import strays
from engine.play.step import Context


def astray(c: Context[Any], columns: Iterable[str]) -> list[str]:
    """Sentences about counters that are nowhere, twice, in no box of the game's file, or have impossible steps.

    ``columns`` are the further columns by unit, which must be as long as the roster.
    """
    s, r, wrong = c.state, c.roster, []
    unknown = strays(c.data.boxes, s.box)
    for u in range(len(r)):
        if (s.hex_of[u] >= 0) == bool(s.box[u]):
            wrong.append(f"{r.ids[u]} is in no place, or in two")
        if s.box[u] in unknown:
            wrong.append(f"{r.ids[u]} is in an unknown box '{s.box[u]}'")
        if not 0 <= s.steps_left[u] <= r.steps[u] or (s.hex_of[u] >= 0 and s.steps_left[u] == 0):
            wrong.append(f"{r.ids[u]} has {s.steps_left[u]} steps")
    wrong += [f"column {name} does not fit the counters" for name in columns if len(getattr(s, name)) != len(r)]
    return wrong
