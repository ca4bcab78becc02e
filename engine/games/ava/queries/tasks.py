"""What is left in a step."""

from __future__ import annotations

from collections.abc import Iterator

from engine.components.wording import plural
from engine.games.ava.combat.combat import combat_tally, planned
from engine.games.ava.movement.reach import kept_reach
from engine.games.ava.phases.command import nationality, owned, quota
from engine.games.ava.phases.movement import movers
from engine.games.ava.phases.reinforcements import still_to_come
from engine.games.ava.queries.prospects import beside, prospects
from engine.games.ava.state import FRESH
from engine.games.ava.tables import Ctx
from engine.games.ava.units import strength
from engine.play.asked import Task
from engine.play.citing import rule


def tasks(c: Ctx) -> list[Task]:
    """What is left in the present step, what is pressing first; empty for steps that are one question."""
    step = c.frame.step if c.state.stack else ""
    found = list(_LEFT[step](c)) if step in _LEFT else []
    return sorted(found, key=lambda t: not t.pressing)


@rule("ava:9.1")
def _movement(c: Ctx) -> Iterator[Task]:
    """Units that may still move; pressing: it has not moved, stands beside no enemy and could come beside one."""
    edge = beside(c)
    for name in movers(c):
        u = c.roster.by_id[name]
        left, here = f"{c.state.mp_left[u] / 2:g} MP left", c.state.hex_of[u]
        ways = kept_reach(c, u)
        if c.state.mode[u] != FRESH:
            if ways:
                yield Task(name, f"may go on, {left}", "ava:9.1")
            continue
        reaches = bool(edge.keys() & ways.keys())
        near = "beside the enemy" if here in edge else "can reach the enemy" if reaches else ""
        fights = strength(c, u)[0] > 0 and not c.roster.hq[u]
        # Short, as the list has about 36 characters a line beside the map.
        pressing = fights and reaches and here not in edge
        text = f"{left}, {near}" if near else f"not moved, {left}"
        yield Task(name, text, "ava:9.1", pressing, "units could come beside the enemy" if pressing else "")


@rule("ava:10.1", "ava:10.2")
def _combat(c: Ctx) -> Iterator[Task]:
    """Declared attacks, then units that could attack; pressing: attacks that cost the enemy more, not declared."""
    declared = planned(c)
    for h, units in declared.items():
        tally = combat_tally(c, units, h)
        words = tally.column or tally.automatic
        yield Task(c.label(h), f"{words} declared by {c.roster.names(units)}, to be fought", "ava:10.2")
    for p in prospects(c):
        if p.target not in declared:
            words = f"{p.tally.column} possible by {c.roster.names(u for u, _ in p.stands)}"
            what = "hexes can be attacked" if p.worth > 0 else ""
            yield Task(c.label(p.target), words, "ava:10.1", p.worth > 0, what, lost=True)


@rule("ava:10.2")
def _resolve(c: Ctx) -> Iterator[Task]:
    for h, units in planned(c).items():
        yield Task(c.label(h), f"declared by {c.roster.names(units)}, to be fought", "ava:10.2")


@rule("ava:6.2")
def _select(c: Ctx) -> Iterator[Task]:
    side = c.state.side
    for nation, number in quota(c, side).items():
        have = [k for k in owned(c, side, "chosen") if nationality(c, k) == nation]
        ready = [k for k in owned(c, side, "ready") if nationality(c, k) == nation]
        missing = min(number - len(have), len(ready))
        if missing > 0:
            yield Task("", f"{plural(missing, f'more {nation} chit')} to select", "ava:6.2")


@rule("ava:7.1")
def _draw(c: Ctx) -> Iterator[Task]:
    yield Task("", f"{plural(c.state.cup, 'chit')} to draw from the cup", "ava:7.1")


@rule("ava:12.2")
def _reinforce(c: Ctx) -> Iterator[Task]:
    """Reinforcements that can still arrive; those that do not are forgone (12.2)."""
    for number, who in still_to_come(c):
        yield Task("", f"{number} {who} to deploy, forgone when you end", "ava:12.2", True)


_LEFT = {
    "reinforce": _reinforce, "movement": _movement, "combat": _combat, "resolve": _resolve, "select": _select,
    "draw": _draw,
}  # fmt: skip
