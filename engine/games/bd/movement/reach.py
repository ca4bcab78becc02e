"""10.1 to 10.7, 10.14: where a unit or a stack can go now, by which way and for how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.components.grid import Hex, Unit
from engine.components.paths import reach, trail
from engine.components.wording import plural
from engine.games.bd.kinds import is_cavalry
from engine.games.bd.movement.allowance import budget, points
from engine.games.bd.movement.costs import Edges, class_of, closed, shared_edges, why_closed, why_shut
from engine.games.bd.movement.limits import barred, may_go
from engine.games.bd.state import FRESH
from engine.games.bd.supply import MOVES, state_of
from engine.games.bd.tables import KERCH, Ctx, tables
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

Search = tuple[dict[Hex, int], dict[Hex, Hex]]


@dataclass(frozen=True)
class Outset:
    """What a search needs to know of a group: where it stands, the steps open to its classes, its points."""

    start: Hex
    edges: Edges
    closed: frozenset[Hex]
    points: int
    fresh: bool
    """Nobody of the group has moved in this phase."""


def ground_of(c: Ctx, units: Sequence[Unit]) -> Outset:
    """The terms on which a group in one hex moves now."""
    s, side = c.state, c.roster.side[units[0]]
    return Outset(
        s.hex_of[units[0]],
        shared_edges(c, (class_of(c, u) for u in units)),
        closed(c, side).union(*(barred(c, u) for u in units)),
        budget(c, units),
        all(s.moving[u] == FRESH for u in units),
    )


def _toll(c: Ctx) -> bytes:
    """There are no zones of control: no hex has a toll."""
    if "no toll" not in c.data.memo:
        c.data.memo["no toll"] = bytes(c.grid.size)
    found: bytes = c.data.memo["no toll"]
    return found


@rule("bd:10.1", "bd:10.2", "bd:10.3", "bd:10.4", "bd:10.7")
def reach_of(c: Ctx, units: Sequence[Unit]) -> Search:
    """Points that movement costs a group to every hex within what it has left, stacking left out; its own hex is in.

    A hex that only the minimum move (10.3) or the Kerch Strait (10.14) leads to costs all points of the group.
    """
    return _kept_reach(c, *units)


@derived()
def _kept_reach(c: Ctx, *units: Unit) -> Search:
    g = ground_of(c, units)
    costs, before = reach(g.edges, g.start, g.points, _toll(c), g.closed)
    if g.fresh:
        for n in whole_steps(c, g):
            if n not in costs:
                costs[n], before[n] = g.points, g.start
    if any(is_cavalry(c, u) for u in units):
        costs = {h: n for h, n in costs.items() if not tables(c).city(h)}
    return costs, before


@rule("bd:10.3", "bd:10.14")
def whole_steps(c: Ctx, g: Outset) -> list[Hex]:
    """Hexes beside a group that has not moved which it can enter with its whole allowance."""
    found = [n for n, _ in g.edges[g.start] if n not in g.closed] if g.points else []
    if not c.state.straits_crossed:
        around = c.grid.adjacent[g.start]
        found += [n for n in around if n not in g.closed and n in tables(c).land and tables(c).has(KERCH, g.start, n)]
    return found


def route(c: Ctx, units: Sequence[Unit], way: Sequence[Hex]) -> tuple[list[Hex], int] | None:
    """The hexes of a move over its way points, and its cost; ``None`` if the points do not suffice."""
    if len(way) == 1:
        costs, before = reach_of(c, units)
        return (trail(before, way[0]), costs[way[0]]) if way[0] in costs else None
    g = ground_of(c, units)
    path, spent = [g.start], 0
    for stop in way:
        costs, before = reach(g.edges, path[-1], g.points, _toll(c), g.closed, spent)
        if stop not in costs:
            return None
        path += trail(before, stop)[1:]
        spent = costs[stop]
    return path, spent


@rule("bd:8.30")
def _no_halt(c: Ctx, units: Sequence[Unit], h: Hex) -> Refusal | None:
    """Early cavalry groups go through cities and never stop in one."""
    riders = [u for u in units if is_cavalry(c, u)] if tables(c).city(h) else []
    if not riders:
        return None
    text = f"{c.roster.short[riders[0]]} is a cavalry group: it never ends in a city."
    return Refusal("bd:8.30", text, (h,), tuple(riders))


# ---------------------------------------------------------------------- why not
def may_reach(c: Ctx, units: Sequence[Unit], way: Sequence[Hex]) -> Refusal | None:
    """Whether a group can go to the last hex of a way, over the others; else the rule that keeps it out."""
    u, here, end = units[0], c.state.hex_of[units[0]], way[-1]
    if end == here and len(way) == 1:
        return Refusal("bd:10.1", f"{c.roster.short[u]} is in {c.board.describe(here)} already.", units=(u,))
    if (refusal := _no_halt(c, units, end)) is not None:
        return refusal
    if route(c, units, way) is not None:
        return None
    for v in units:
        if (refusal := why_closed(c, v, end) or may_go(c, v, end)) is not None:
            return refusal
        if end in c.grid.adjacent[here] and (refusal := why_shut(c, class_of(c, v), here, end)) is not None:
            return refusal
    slow = min(units, key=lambda v: points(c, v))
    halved = c.state.moving[slow] == FRESH and state_of(c, slow) not in MOVES
    words = (
        f"{c.roster.short[slow]} has {plural(budget(c, units), 'movement point')}" + halved * ", halved for its supply"
    )
    return Refusal("bd:10.1", f"{words}: {c.board.describe(end)} costs more.", (end,), tuple(units))
