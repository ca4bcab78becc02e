"""10.22, 10.43: all steps of a stack over the map: a graph of hexes and the ways they were entered by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.components.grid import Hex, Side
from engine.games.efs.movement.classes import HEAVY, Class
from engine.games.efs.movement.ground import (
    LAID,
    NOTHING,
    ROAD_WAYS,
    Crossings,
    Ground,
    Terms,
    crossings,
    ground_of,
    terms,
)
from engine.games.efs.state import MINOR, OPEN, RAIL
from engine.games.efs.tables import Ctx, tables
from engine.play.citing import rule
from engine.play.fields import derived

WAYS = 5
"""Ways by which a hex may have been entered: node = hex x 5 + way."""
FAR = 1 << 30
Row = tuple[tuple[int, Hex, int], ...]
"""The steps from a node: node that it leads to, its hex, quarters of a movement point."""


class Steps(Protocol):
    """What a search goes along."""

    rows: dict[int, Row]

    def row(self, node: int) -> Row:
        """The steps from a node."""

    def look_back(self, a: Hex, way_in: int, to: Hex) -> int:
        """What the way by which the stack came makes the next step cost more."""


class Network:
    """The steps of a stack of several classes; rows are made when they are first asked for and kept."""

    def __init__(self, c: Ctx, kinds: tuple[Class, ...], on: Terms, changed: Crossings) -> None:
        self._made_of = kinds, on, changed
        self.grounds = tuple(ground_of(c, kind, on, changed) for kind in kinds)
        self.rows: dict[int, Row] = {}
        self._neighbours = c.grid.neighbours
        self._open = c.data.in_play
        self._roads, self._rails = tables(c).roads, tables(c).rails
        self._base: Network | None = None
        self._touched: frozenset[Hex] = frozenset()
        self._places = c.board.place_at

    def __eq__(self, other: object) -> bool:
        """Whether two networks have the same steps, however many of them were asked for."""
        return isinstance(other, Network) and type(self) is type(other) and self._made_of == other._made_of

    def __hash__(self) -> int:
        return hash(self._made_of[:2])

    def laid_over(self, base: Network, touched: frozenset[Hex]) -> Network:
        """This network, which takes all rows but those of some hexes from another one."""
        self._base, self._touched = base, touched
        return self

    def row(self, node: int) -> Row:
        """The steps from a node."""
        found = self.rows.get(node)
        if found is None:
            h, way = divmod(node, WAYS)
            whole = self._base is None or h in self._touched
            found = self.rows[node] = self._steps(h, way) if whole or self._base is None else self._base.row(node)
        return found

    @rule("efs:10.21", "efs:10.22", "efs:R163")
    def _steps(self, h: Hex, way_in: int) -> Row:
        """All steps from a hex; open ground goes before a road that is no cheaper, which keeps the choice small."""
        if len(self.grounds) == 1:
            return self._of_one(self.grounds[0], h, way_in)
        found, price = [], self.step if len(self.grounds) > 1 else self.grounds[0].step
        for d, n in enumerate(self._neighbours[h]):
            if n < 0 or n not in self._open:
                continue
            side = h * 6 + d
            plain = price(h, way_in, n, side, OPEN)
            if plain is not None:
                found.append((n * WAYS, n, plain))
            for way in self._ways(side):
                cost = price(h, way_in, n, side, way)
                if cost is not None and (plain is None or cost < plain):
                    paid = OPEN if way != RAIL and self.grounds[0].rateless(h, n, side) else way
                    found.append((n * WAYS + paid, n, cost))
        return tuple(found)

    def _of_one(self, ground: Ground, h: Hex, way_in: int) -> Row:
        """The same for a stack of one class, which asks nobody else."""
        found, extra = [], ground.extras(h, way_in)
        by_rail = way_in == RAIL
        for side, n, prices in ground.exits(h):
            plain, node = FAR, n * WAYS
            for way, price in prices:
                cost = price + (ground.settle(h, way_in, side, way) if by_rail else extra[way])
                if cost < plain:
                    paid = OPEN if way > RAIL and ground.rateless(h, n, side) else way
                    found.append((node + paid, n, cost))
                if way == OPEN:
                    plain = cost
        return tuple(found)

    def _ways(self, side: Side) -> Iterable[int]:
        """The ways over a side beside the open ground, no better roads than cross it."""
        return LAID[self._roads[side]][self._rails[side]]

    @rule("efs:10.22", "efs:R163")
    def step(self, a: Hex, way_in: int, b: Hex, side: Side, way: int) -> int | None:
        """The price of a step for the stack: that of the unit that pays most; ``None`` where it is closed to one."""
        dearest = 0
        for ground in self.grounds:
            cost = ground.step(a, way_in, b, side, way)
            if cost is None:
                return None
            dearest = max(dearest, cost)
        return dearest

    @rule("efs:10.43")
    def look_back(self, a: Hex, way_in: int, to: Hex) -> int:
        """What the cheapest step into the next hex costs for the way by which the stack came, over its own price."""
        d = self._neighbours[a].index(to)
        fresh, now = (self._cheapest(a, way, to, a * 6 + d) for way in (OPEN, way_in))
        return now - fresh if now is not None and fresh is not None else 0

    def _cheapest(self, a: Hex, way_in: int, b: Hex, side: Side) -> int | None:
        prices = (self.step(a, way_in, b, side, way) for way in (OPEN, *self._ways(side)))
        return min((cost for cost in prices if cost is not None), default=None)


def network(c: Ctx, kinds: Iterable[Class]) -> Network:
    """The network of a stack as its side finds the map now."""
    return _network(c, tuple(sorted(set(kinds))))


@derived("broken", "spans", "zoi", "weather", "weathers", "climates", "frozen")
def _network(c: Ctx, kinds: tuple[Class, ...]) -> Network:
    return _made(c, Network, kinds)


def _made(c: Ctx, sort: type[Network], kinds: tuple[Class, ...]) -> Network:
    on, changed = terms(c, marching=sort is RoadNetwork), crossings(c, kinds[0].side)
    printed = _printed(c, sort, kinds, on)
    return printed if changed == NOTHING else sort(c, kinds, on, changed).laid_over(printed, changed.touched(c))


def _printed(c: Ctx, sort: type[Network], kinds: tuple[Class, ...], on: Terms) -> Network:
    """The network of the printed map, kept with it for all matches on the same hexes."""
    memo, name = c.data.of_map, f"{sort.__name__} {c.data.game} {kinds} {on}"
    if name not in memo:
        memo[name] = sort(c, kinds, on, NOTHING)
    found: Network = memo[name]
    return found


# ---------------------------------------------------------------------- roads alone
class RoadNetwork(Network):
    """The steps of a stack that keeps to roads, however little they save: for strategic movement (11.22)."""

    def __init__(self, c: Ctx, kinds: tuple[Class, ...], on: Terms, changed: Crossings) -> None:
        super().__init__(c, kinds, on, changed)
        slow = any(ground.kind.how == HEAVY and ground.on.heavy_by_hex for ground in self.grounds)
        ways = ROAD_WAYS if not slow else tuple(way for way in ROAD_WAYS if way != MINOR)
        usable = [way for way in ways if not any(ground.kind.barred(way) for ground in self.grounds)]
        self._usable = [[way for way in usable if way <= best] for best in range(len(LAID))]
        """Roads over a side that all of the stack may use, by the best of them."""

    @rule("efs:11.22", "efs:10.44", "efs:R168")
    def _steps(self, h: Hex, way_in: int) -> Row:
        found, price = [], self.step if len(self.grounds) > 1 else self.grounds[0].step
        for d, n in enumerate(self._neighbours[h]):
            if n < 0 or n not in self._open:
                continue
            side = h * 6 + d
            for way in self._usable[self._roads[side]]:
                cost = price(h, way_in, n, side, way)
                if cost is not None:
                    found.append((n * WAYS + way, n, cost))
            if not self._roads[side] and self._through_city(h, n):
                cost = price(h, way_in, n, side, OPEN)
                if cost is not None:
                    found.append((n * WAYS + OPEN, n, cost))
        return tuple(found)

    def _through_city(self, a: Hex, b: Hex) -> bool:
        """Whether both are hexes of one city, through which roads go on (6.15)."""
        return self._places.get(a) is not None and self._places.get(a) is self._places.get(b)


def roads_only(c: Ctx, kinds: Iterable[Class]) -> Network:
    """The network of a stack along roads alone."""
    return _roads(c, tuple(sorted(set(kinds))))


@rule("efs:11.25")
@derived("broken", "spans", "zoi", "weather", "weathers", "climates", "frozen")
def _roads(c: Ctx, kinds: tuple[Class, ...]) -> Network:
    return _made(c, RoadNetwork, kinds)
