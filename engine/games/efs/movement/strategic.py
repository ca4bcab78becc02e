"""11.2: strategic movement, half as far again along roads, in supply and away from the enemy; also from off the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.efs import rails
from engine.games.efs.arrivals import edge_hexes, has_taken
from engine.games.efs.exits import barred_edge
from engine.games.efs.kinds import is_zap
from engine.games.efs.limits import out_of_bounds, shut
from engine.games.efs.movement.allowance import (
    GOING,
    MOVEMENT,
    column,
    conditions,
    granted,
    may_set_out,
    told,
    untouched,
)  # fmt: skip
from engine.games.efs.movement.classes import Class, afloat, class_of, on_rails
from engine.games.efs.movement.entry import alike, may_come, road_price
from engine.games.efs.movement.ground import crossings
from engine.games.efs.movement.network import WAYS, roads_only
from engine.games.efs.movement.reach import Route, kinds_of
from engine.games.efs.movement.search import Field, Search, closed_to, line_tolls, search, tolls
from engine.games.efs.state import OPEN, OUT
from engine.games.efs.supply.routes import GROUND, net, traced
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import fighters, side_units
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import by_unit, derived, units_at, while_same


class Shunned:
    """Hexes that strategic movement of units keeps out of: near the enemy, interdicted, without a Supply Route ..."""

    def __init__(self, c: Ctx, side: str, shut_to: frozenset[Hex]) -> None:
        self._c, self._side, self._shut = c, side, shut_to
        self._near, self._zoi = rails.near_enemy(c, side), crossings(c, side).zoi
        self._enemies, self._supplied = closed_to(c, side, unarmed=False), net(c, side)

    @rule("efs:11.23")
    def __contains__(self, h: object) -> bool:
        assert isinstance(h, int)
        barred = self._near[h] or h in self._zoi or h in self._enemies or h in self._shut
        return bool(barred) or not (h in self._supplied or traced(self._c, h, self._side))


@rule("efs:11.21", "efs:R168")
def stretched(c: Ctx, units: Sequence[Unit]) -> int:
    """Quarters of a stack for strategic movement: half as many again, fractions kept."""
    return min(granted(c, u) for u in units) * 3 // 2


@rule("efs:11.22", "efs:11.25")
def march_of(c: Ctx, units: Sequence[Unit]) -> Search:
    """Quarters that strategic movement costs a stack to every hex within its allowance."""
    return _kept_march(c, *units)


@derived()
def _kept_march(c: Ctx, *units: Unit) -> Search:
    side, start = c.roster.side[units[0]], c.state.hex_of[units[0]]
    starts = {start * WAYS + OPEN: 0} if start >= 0 else gates(c, units[0])
    f = Field(Shunned(c, side, shut(c, units)), bytes(c.grid.size), tolls(c, side, False), line_tolls(c, side))
    return search(roads_only(c, kinds_of(c, units)), starts, stretched(c, units), f)


@rule("efs:8.12", "efs:11.23")
def gates(c: Ctx, u: Unit) -> dict[int, int]:
    """Where a unit that waits may come in by strategic movement, as nodes, with what its first hex costs."""
    return _gates(c, class_of(c, u), tuple(edge_hexes(c, u)), shut(c, [u]), stretched(c, [u]), is_zap(c, u))


@derived()
def _gates(
    c: Ctx, kind: Class, near: tuple[Hex, ...], shut_to: frozenset[Hex], most: int, once: bool
) -> dict[int, int]:
    """The same for all units of a class that come in by the same hexes with so many quarters."""
    side = kind.side
    there = fighters(c, c.other(side)), [units_at(c, h) for h in near], rails.near_enemy(c, side)
    ways = net(c, side), crossings(c, side), tolls(c, side, False), c.marks.of(c.state, GROUND)
    reads = there, ways, barred_edge(c, side), [*c.state.zaps.items()] if once else []
    name = "gates", kind, near, shut_to, most, once
    return while_same(c, name, reads, lambda: _open_gates(c, kind, near, shut_to, most, once))


def _open_gates(
    c: Ctx, kind: Class, near: tuple[Hex, ...], shut_to: frozenset[Hex], most: int, once: bool
) -> dict[int, int]:
    side, found = kind.side, dict[int, int]()
    shunned = Shunned(c, side, shut_to | barred_edge(c, side))
    for h in (h for h in near if h not in shunned and not side_units(c, h, c.other(side))):
        priced = None if once and has_taken(c, c.state.zaps, h) else road_price(c, kind, h)
        if priced is not None and priced[0] <= most:
            found[h * WAYS + priced[1]] = priced[0]
    return found


def march(c: Ctx, units: Sequence[Unit], to: Hex) -> Route:
    """The cheapest way of a stack to a hex that strategic movement reaches."""
    found = march_of(c, units)
    path = [n // WAYS for n in found.path(to)]
    return Route(path, found.hexes[to], found.ends[to] % WAYS, stopped=False)


# ---------------------------------------------------------------------- who may, and where to
@rule("efs:11.22", "efs:11.23", "efs:11.24", "efs:6.35", "efs:14.65", "efs:R91")
def may_march(c: Ctx, units: Sequence[Unit]) -> Refusal | None:
    """Whether a stack may use strategic movement in this phase from where it stands."""
    alone = len(units) == 1 and c.state.hex_of[units[0]] >= 0
    return _marches(c, units[0]) if alone else _march_together(c, *units)


def _roads_now(c: Ctx) -> tuple[Any, ...]:
    """What decides who may march beside the units themselves."""
    side = c.state.side
    return conditions(c), rails.near_enemy(c, side), crossings(c, side), _zones_left(c)


@derived("memory")
def _zones_left(c: Ctx) -> tuple[tuple[str, int], ...]:
    """How far headquarters still let units go (21.27), as it is noted."""
    return tuple([(name, c.state.zone_left[name]) for name in c.state.zone_left])


@by_unit(_roads_now, *GOING, "zone")
def _marches(c: Ctx, u: Unit) -> Refusal | None:
    return _may_march(c, [u])


@derived()
def _march_together(c: Ctx, *units: Unit) -> Refusal | None:
    return _may_march(c, units)


def _may_march(c: Ctx, units: Sequence[Unit]) -> Refusal | None:
    if column(c) != MOVEMENT:
        return Refusal("efs:11.21", "Strategic movement is made in the Movement Phase alone.", units=tuple(units))
    for u in units:
        name = c.roster.short[u]
        if on_rails(c, u) or afloat(c, u):
            return Refusal("efs:11.24", f"{name} has no strategic movement.", units=(u,))
        if (refusal := untouched(c, u)) is not None:
            return refusal
        if c.state.supply[u] == OUT:
            return Refusal("efs:11.23", f"{name} is out of supply: no strategic movement.", units=(u,))
    if c.state.hex_of[units[0]] < 0:
        return _comes(c, units[0])
    return may_set_out(c, units) or _begins(c, units)


@rule("efs:8.12", "efs:11.23")
def _comes(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit that waits beside the map may come in by strategic movement."""
    if (refusal := may_come(c, u)) is not None or gates(c, alike(c)[u]):
        return refusal
    text = "no hex of its entry has a road off the map, a Supply Route and no enemy or interdiction near it"
    return Refusal("efs:11.23", f"{c.roster.short[u]} does not come in by strategic movement: {text}.", units=(u,))


@rule("efs:11.23", "efs:R169")
def _begins(c: Ctx, units: Sequence[Unit]) -> Refusal | None:
    h, side = c.state.hex_of[units[0]], c.roster.side[units[0]]
    where = c.board.describe(h)
    if not any(tables(c).roads[h * 6 : h * 6 + 6]) and not tables(c).size(h):
        return Refusal("efs:11.23", f"No road leads through {where}: strategic movement begins on one.", (h,))
    if rails.near_enemy(c, side)[h]:
        text = f"{where} is less than three hexes from an enemy combat unit: no strategic movement."
        return Refusal("efs:11.23", text, (h,))
    if h in crossings(c, side).zoi:
        return Refusal("efs:14.65", f"{where} lies in a Zone of Interdiction: no strategic movement.", (h,))
    return None


def marches(c: Ctx, units: Sequence[Unit]) -> list[Hex]:
    """Hexes that a stack that may use strategic movement can go to by it: what ``may_march_to`` allows."""
    start, kept_out = c.state.hex_of[units[0]], shut(c, units)
    return [h for h in march_of(c, units).hexes if h != start and h not in kept_out]


@rule("efs:11.21", "efs:11.22", "efs:11.23")
def may_march_to(c: Ctx, units: Sequence[Unit], to: Hex) -> Refusal | None:
    """Whether a stack may go to a hex by strategic movement."""
    if (refusal := may_march(c, units) or out_of_bounds(c, units, to)) is not None:
        return refusal
    if to in march_of(c, units).hexes and to != c.state.hex_of[units[0]]:
        return None
    where, side = c.board.describe(to), c.roster.side[units[0]]
    if rails.near_enemy(c, side)[to]:
        text = f"{where} is less than three hexes from an enemy combat unit: no strategic movement there."
        return Refusal("efs:11.23", text, (to,))
    if not traced(c, to, side):
        return Refusal("efs:11.23", f"No Supply Route leads to {where}: no strategic movement there.", (to,))
    text = f"{told(stretched(c, units))} MP along roads do not lead to {where}."
    return Refusal("efs:11.22", text, (to,), tuple(units))
