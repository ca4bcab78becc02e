"""10.2, 10.3, 10.43: where a unit or a stack can go now, by which way and for how much, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.games.efs.kinds import is_combat
from engine.games.efs.limits import shut
from engine.games.efs.movement.allowance import begun, budget, points, told
from engine.games.efs.movement.classes import Class, afloat, class_of, on_rails
from engine.games.efs.movement.network import WAYS, Steps, network
from engine.games.efs.movement.refusals import why_closed, why_shut
from engine.games.efs.movement.search import Field, Search, field_of, search
from engine.games.efs.movement.trains import Tracks, field_of_trains
from engine.games.efs.movement.waterways import Waterways, field_of_flotillas
from engine.games.efs.state import OPEN, QUARTERS, RAIL
from engine.games.efs.tables import Ctx
from engine.games.efs.units import fighters
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived


class Outset(NamedTuple):
    """What a search needs to know of a stack: where it stands and how it came there, its network, its points."""

    start: Hex
    way: int
    net: Steps
    points: int
    field: Field
    fresh: bool
    """Nobody of the stack has moved in this phase."""

    @property
    def node(self) -> int:
        """The node that it starts from."""
        return self.start * WAYS + self.way

    @property
    def in_zoc(self) -> bool:
        """Whether it begins its movement in an enemy zone (10.35)."""
        return self.fresh and bool(self.field.stops[self.start])


def kinds_of(c: Ctx, units: Sequence[Unit]) -> list[Class]:
    """The classes of a stack, each once."""
    return sorted({class_of(c, u) for u in units})


def outset(c: Ctx, units: Sequence[Unit]) -> Outset:
    """The terms on which a stack in one hex moves now."""
    return _kept_outset(c, *units)


@derived()
def _kept_outset(c: Ctx, *units: Unit) -> Outset:
    s, side, u = c.state, c.roster.side[units[0]], units[0]
    if on_rails(c, u):
        way, fresh = max(s.way[u], RAIL), not begun(c, u)
        return Outset(s.hex_of[u], way, Tracks(c, side), budget(c, units), field_of_trains(c, side), fresh)
    if afloat(c, u):
        return Outset(
            s.hex_of[u], OPEN, Waterways(c, side), budget(c, units), field_of_flotillas(c, side), not begun(c, u)
        )
    unarmed = not any(is_combat(c, v) for v in units)
    way, net = max(s.way[u], OPEN), network(c, kinds_of(c, units))
    f, beyond = field_of(c, side, unarmed), shut(c, units)
    f = f._replace(closed=beyond.union(fighters(c, c.other(side)))) if beyond else f
    return Outset(s.hex_of[u], way, net, budget(c, units), f, not begun(c, u))


# ---------------------------------------------------------------------- where to
@rule("efs:10.21", "efs:10.22", "efs:10.24", "efs:10.32", "efs:10.35", "efs:10.36")
def reach_of(c: Ctx, units: Sequence[Unit]) -> Search:
    """Quarters that movement costs a stack to every hex within what it has left, stacking left out; its own is in."""
    return _kept_reach(c, *units)


@derived()
def _kept_reach(c: Ctx, *units: Unit) -> Search:
    o = outset(c, units)
    return search(o.net, {o.node: 0}, o.points, o.field, o.in_zoc)


def stands_still(c: Ctx, u: Unit) -> bool:
    """Whether a unit on its way has points left, but for no hex around it."""
    return begun(c, u) and len(reach_of(c, [u]).hexes) < 2


class Route(NamedTuple):
    """A move: its hexes with the one it begins in, its cost in quarters, the way by which its last hex is entered."""

    path: list[Hex]
    cost: int
    way: int
    stopped: bool
    """It ends in an enemy zone (10.32)."""


def route(c: Ctx, units: Sequence[Unit], way: Sequence[Hex]) -> Route | None:
    """The cheapest move over some way points to the last of them; ``None`` if it cannot be made."""
    o = outset(c, units)
    legs, starts = list[list[Search]](), {o.node: 0}
    found = [reach_of(c, units)] if len(way) == 1 else []
    for i, stop in enumerate(way):
        leg = found[0] if found else search(o.net, starts, o.points, o.field, o.in_zoc and i == 0)
        starts = {n: leg.costs[n] for n in range(stop * WAYS, stop * WAYS + WAYS) if n in leg.costs}
        if not starts:
            return None
        legs.append([leg])
    node = end = legs[-1][0].ends[way[-1]]
    cost, path = legs[-1][0].costs[node], list[int]()
    for (leg,) in reversed(legs):
        nodes = _back(leg, node)
        path[:0] = nodes if not path else nodes[:-1]
        node = nodes[0]
    hexes = [n // WAYS for n in path]
    return Route(hexes, cost, end % WAYS, bool(o.field.stops[hexes[-1]]))


def _back(leg: Search, node: int) -> list[int]:
    path = [node]
    while path[-1] in leg.before:
        path.append(leg.before[path[-1]])
    return path[::-1]


@rule("efs:10.41", "efs:10.43", "efs:11.37")
def price(c: Ctx, units: Sequence[Unit], to: Hex) -> int | None:
    """Quarters that the ground asks of a stack for the next hex from where and how it stands, with what leaving its
    own hex costs and enemy works, but no zone; ``None`` where the step is closed to it."""
    o = outset(c, units)
    steps = [cost for _, b, cost in o.net.row(o.node) if b == to]
    if not steps:
        return None
    taxed = o.field.toll[to] - (QUARTERS if o.field.stops[to] else 0)
    return min(steps) + taxed + o.field.lined.get((o.start, to), 0)


# ---------------------------------------------------------------------- why not
@rule("efs:10.21", "efs:10.32", "efs:10.34", "efs:10.35")
def may_reach(c: Ctx, units: Sequence[Unit], way: Sequence[Hex]) -> Refusal | None:
    """Whether a stack can go to the last hex of a way, over the others; else the rule that keeps it out."""
    u, here, end = units[0], c.state.hex_of[units[0]], way[-1]
    if end == here and len(way) == 1:
        return Refusal("efs:10.21", f"{c.roster.short[u]} is in {c.board.describe(here)} already.", units=(u,))
    if end in reach_of(c, units).hexes if len(way) == 1 else route(c, units, way) is not None:
        return None
    if (refusal := why_closed(c, units, end)) is not None:
        return refusal
    if len(way) > 1 and (stop := next((h for h in way[:-1] if outset(c, units).field.stops[h]), -1)) >= 0:
        text = f"{c.board.describe(stop)} lies in an enemy zone of control: a stack that enters it stops there."
        return Refusal("efs:10.32", text, (stop,), tuple(units))
    if end in c.grid.adjacent[here] and (refusal := _beside(c, units, end)) is not None:
        return refusal
    return _too_far(c, units, end)


def _beside(c: Ctx, units: Sequence[Unit], to: Hex) -> Refusal | None:
    """Why the hex beside a stack cannot be entered straight from where it stands."""
    o = outset(c, units)
    if price(c, units, to) is None:
        return why_shut(c, units, o.start, to)
    if o.in_zoc and o.field.stops[to]:
        text = f"{c.label(o.start)} and {c.board.describe(to)} lie in enemy zones of control: no way straight across."
        return Refusal("efs:10.35", text, (o.start, to), tuple(units))
    return None


@rule("efs:10.43", "efs:10.34")
def _too_far(c: Ctx, units: Sequence[Unit], to: Hex) -> Refusal:
    """That the points do not suffice, with what the hex costs and what makes it dear, as far as that is one step."""
    o, where = outset(c, units), c.board.describe(to)
    slow = min(units, key=lambda v: points(c, v))
    words = f"{c.roster.short[slow]} has {told(o.points)} MP"
    cost = price(c, units, to) if to in c.grid.adjacent[o.start] else None
    if cost is None:
        ends = " It is cut off by enemy zones of control." if _walled(c, o, to) else ""
        return Refusal("efs:10.21", f"{words}: {where} is farther.{ends}", (to,), tuple(units))
    zone = bool(o.field.stops[to])
    total = cost + QUARTERS * zone
    why = " with 1 for the enemy zone of control" if zone else ""
    settled = o.net.look_back(o.start, o.way, to)
    why += f"; leaving the road here costs {told(settled)} of them" if settled else ""
    law = "efs:10.43" if settled else "efs:10.34" if zone and cost <= o.points else "efs:10.21"
    return Refusal(law, f"{words}: {where} costs {told(total)}{why}.", (to,), tuple(units))


def _walled(c: Ctx, o: Outset, to: Hex) -> bool:
    """Whether zones alone keep a hex out of reach, that the points would suffice for."""
    free = Field(o.field.closed, bytes(len(o.field.stops)), o.field.toll, o.field.lined)
    return to in search(o.net, {o.node: 0}, o.points, free).hexes
