"""Mobile assaults: enemies whom stacks could roll over from where they stand or could go (10.23 to 10.33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.games.bd.advice.knowledge import outcome
from engine.games.bd.combat.mobile import assault_cost
from engine.games.bd.movement.allowance import budget, going_on
from engine.games.bd.movement.reach import reach_of
from engine.games.bd.queries.prospects import aided, prospects
from engine.games.bd.tables import Ctx
from engine.players.planner.dashes import Dash, dashed

MOST, BACK = 3, 2
"""Assaults of a stack that are looked at, the best by their table; points that must be left to go on to somewhere."""


def storms(c: Ctx) -> Iterator[Dash | None]:
    """What each stack could storm, by the way that costs least, with aircraft where there are any; while some may go
    on after an assault, only they."""
    looked, on = Counter[tuple[int, ...]](), going_on(c)
    for p in prospects(c):
        units, (_, a) = tuple(u for u, _ in p.stands), p.stands[0]
        looked[units] += 1 if not on or set(units) <= set(on) else MOST + 1
        if looked[units] <= MOST:
            flown = aided(c, p) if c.state.side == "axis" else None
            told, words = (p.tally, ()) if flown is None else (flown, ("luftwaffe",))
            left = budget(c, units) - reach_of(c, units)[0].get(a, 0) - assault_cost(c, units, a, p.target)
            results = {name: outcome(name, told.defense) for name in told.distribution}
            yield dashed(c, p._replace(tally=told), results, "assault", words=words, onward=left >= BACK)
        yield None
