"""12.1-12.7, 12.16: where a unit or a stack can go now, by which way and for how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.components.grid import Hex, Unit
from engine.components.paths import reach, trail
from engine.components.wording import plural
from engine.games.pm.movement.allowance import budget, points
from engine.games.pm.movement.costs import (
    Edges,
    barrier,
    class_of,
    closed,
    shared_edges,
    why_closed,
    why_no_stop,
    why_shut,
)
from engine.games.pm.state import FRESH
from engine.games.pm.supply import one_hex_only
from engine.games.pm.tables import Ctx
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
    one_hex: bool


def ground_of(c: Ctx, units: Sequence[Unit]) -> Outset:
    """The terms on which a group in one hex moves now."""
    s, r, side = c.state, c.roster, c.roster.side[units[0]]
    return Outset(
        s.hex_of[units[0]],
        shared_edges(c, (class_of(c, u) for u in units), side),
        closed(c, side, (r.nationality[u] for u in units)),
        budget(c, units),
        all(s.moving[u] == FRESH for u in units),
        any(one_hex_only(c, u) for u in units),
    )


def _toll(c: Ctx) -> bytes:
    """There are no zones of control: no hex has a toll."""
    if "no toll" not in c.data.of_map:
        c.data.of_map["no toll"] = bytes(c.grid.size)
    found: bytes = c.data.of_map["no toll"]
    return found


@rule("pm:12.1", "pm:12.2", "pm:12.3", "pm:12.4", "pm:12.7", "pm:9.20")
def reach_of(c: Ctx, units: Sequence[Unit]) -> Search:
    """Points that movement costs a group to every hex within what it has left, stacking left out; its own hex is in.

    A hex that only the minimum move (12.3) or the crossing of a strait (12.16) leads to costs all points of the group.
    """
    return _kept_reach(c, *units)


@derived()
def _kept_reach(c: Ctx, *units: Unit) -> Search:
    return _search(c, ground_of(c, units))


def _search(c: Ctx, g: Outset) -> Search:
    if g.one_hex:
        costs, before = {g.start: 0}, {}
        for n, cost in g.edges[g.start]:
            if g.fresh and n not in g.closed:
                costs[n], before[n] = min(cost, g.points), g.start
    else:
        costs, before = reach(g.edges, g.start, g.points, _toll(c), g.closed)
    if g.fresh:
        for n in whole_steps(c, g):
            if n not in costs:
                costs[n], before[n] = g.points, g.start
    return costs, before


@rule("pm:12.3", "pm:12.16")
def whole_steps(c: Ctx, g: Outset) -> list[Hex]:
    """Hexes beside a group that has not moved which it can enter with its whole allowance."""
    found = [n for n, _ in g.edges[g.start] if n not in g.closed]
    return found + [n for n in c.grid.adjacent[g.start] if n not in g.closed and barrier(c, g.start, n) == "strait"]


def route(c: Ctx, units: Sequence[Unit], way: Sequence[Hex]) -> tuple[list[Hex], int] | None:
    """The hexes of a move over its way points, and its cost; ``None`` if the points do not suffice."""
    if len(way) == 1:
        costs, before = reach_of(c, units)
        if way[0] not in costs:
            return None
        return trail(before, way[0]), costs[way[0]]
    g = ground_of(c, units)
    if g.one_hex:
        return None
    path, spent = [g.start], 0
    for stop in way:
        costs, before = reach(g.edges, path[-1], g.points, _toll(c), g.closed, spent)
        if stop not in costs:
            return None
        path += trail(before, stop)[1:]
        spent = costs[stop]
    return path, spent


# ---------------------------------------------------------------------- why not
def may_reach(c: Ctx, units: Sequence[Unit], way: Sequence[Hex]) -> Refusal | None:
    """Whether a group can go to the last hex of a way, over the others; else the rule that keeps it out."""
    u, here, end = units[0], c.state.hex_of[units[0]], way[-1]
    if end == here and len(way) == 1:
        return Refusal("pm:12.1", f"{c.roster.short[u]} is in {c.board.describe(here)} already.", units=(u,))
    if route(c, units, way) is not None:
        return why_no_stop(c, end)
    for v in units:
        if (refusal := why_closed(c, v, end)) is not None:
            return refusal
    if end in c.grid.adjacent[here] and (refusal := why_shut(c, here, end)) is not None:
        return refusal
    return _too_far(c, units, end)


def _too_far(c: Ctx, units: Sequence[Unit], end: Hex) -> Refusal:
    """The hex is open, but not with the points that are left."""
    if any(one_hex_only(c, u) for u in units):
        return Refusal("pm:9.20", "A unit without a supply concentration marker moves one hex only.", (end,))
    g = ground_of(c, units)
    slow = min(units, key=lambda u: points(c, u, units))
    words = f"{c.roster.short[slow]} has {plural(g.points, 'movement point')}"
    return Refusal("pm:12.1", f"{words}: {c.board.describe(end)} costs more.", (end,), tuple(units))
