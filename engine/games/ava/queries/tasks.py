"""What is left in a step, where units off the map are and when they come, what a chit would do."""

from __future__ import annotations

from collections.abc import Iterator

from engine.components.grid import Unit
from engine.games.ava.combat.combat import combat_tally, planned
from engine.games.ava.movement.reach import kept_reach
from engine.games.ava.phases.command import arriving, command_range, in_command, label_of, nationality, owned, quota
from engine.games.ava.phases.movement import movers
from engine.games.ava.phases.transfer import BOX as TRANSFERRED
from engine.games.ava.queries.prospects import beside, prospects
from engine.games.ava.setup.step import WAITING
from engine.games.ava.state import FRESH
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import strength
from engine.play.asked import Named, Task
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
        yield Task(name, f"{left}, {near}" if near else f"not moved, {left}", "ava:9.1",
                   fights and reaches and here not in edge)  # fmt: skip


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
            yield Task(c.label(p.target), words, "ava:10.1", p.worth > 0)


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
            yield Task("", f"{missing} more {nation} chits to select", "ava:6.2")


@rule("ava:7.1")
def _draw(c: Ctx) -> Iterator[Task]:
    yield Task("", f"{c.state.cup} chits to draw from the cup", "ava:7.1")


_LEFT = {"movement": _movement, "combat": _combat, "resolve": _resolve, "select": _select, "draw": _draw}


# ---------------------------------------------------------------------- off the map
@rule("ava:5.0", "ava:12.1", "ava:15.3", "ava:17.3", "ava:18.1")
def whereabouts(c: Ctx, u: Unit) -> str:
    """Where a unit off the map is, and when it comes; empty for units that take no part."""
    box = c.state.box[u]
    kind, _, number = box.partition(" ")
    if kind == "track":
        return f"on the turn track: available from turn {number}"
    if kind == "turn":
        return _arrives(c, *number.split(": ", 1))
    if box.startswith(TRANSFERRED):
        return f"on the turn track: returns with a Reinforcements chit from turn {box.removeprefix(TRANSFERRED)} on"
    return {
        "available": "in the Available Box: comes with a Reinforcements chit",
        "eliminated": "eliminated, does not come back",
        "withdrawn": "withdrawn, does not come back",
        "not in play": "",
        WAITING: "to be set up",
    }.get(box, f"in the box '{box}'")


def _arrives(c: Ctx, turn: str, key: str) -> str:
    """How the units of one line of the scenario's arrivals come."""
    arrival = c.data.scenario["arrival"][key]
    chit = label_of(c, arrival["chit"])
    if arrival["entry"] == "reinforcement":
        return f"comes with the {chit} of turn {turn}"
    return f"enters over the map edge on turn {turn} with the {chit} chit"


PLACES = {
    "later": "not available yet", "ready": "available", "chosen": "selected", "cup": "in the cup", "hand": "in hand",
    "played": "played this turn", "hidden": "not known to you", "box": "not in this scenario",
}  # fmt: skip


@rule("ava:6.1", "ava:8.1", "ava:8.2")
def named(c: Ctx, viewer: str) -> list[Named]:
    """The command chits as the viewer knows them: where each is, its headquarters, how many units that would activate.

    ``c`` is the context of a view, in which secret places are blanked.
    """
    found = []
    for chit, entry in tables(c).chits.items():
        place = c.state.chits.get(chit, "box")
        if place == "box":
            continue
        where = _due(c, chit) if place == "later" else PLACES.get(place, place)
        hq = c.roster.by_id.get(entry["hq"], -1)
        h = c.state.hex_of[hq] if hq >= 0 else -1
        cup = f"{place.removeprefix('cup ')}: " if place.startswith("cup ") else ""  # of a player (20.2)
        found.append(Named(chit, f"{label_of(c, chit)} chit", where, entry["rule"], h, cup + _activates(c, chit, hq)))
    return found


def _due(c: Ctx, chit: str) -> str:
    for turn, chits in tables(c).calendar.items():
        if turn.isdigit() and chit in chits:
            return f"from turn {turn}"
    return PLACES["later"]


def _activates(c: Ctx, chit: str, hq: Unit) -> str:
    """What a headquarters would activate now: ``S0816, 12 units``; or who comes with its chit."""
    if hq < 0:
        return ""
    if box := arriving(c, chit):
        return f"brings {c.state.box.count(box)} units over the map edge"
    if c.state.hex_of[hq] < 0:
        return f"HQ off map: {c.state.box[hq]}"
    others = len(in_command(c, hq)) - 1 if command_range(c, hq) else 0
    return f"{c.label(c.state.hex_of[hq])}, {others} unit{'s' * (others != 1)}"
