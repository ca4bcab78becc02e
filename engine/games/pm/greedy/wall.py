"""The Soviet front: the cheapest unbroken row of hexes from sea to sea that the units at hand can hold.

Nothing but units stops anybody in this game, so a front has a unit in every hex. The row is a shortest way over the
map: hexes are dear where the German infantry stands close or nobody can come in time, cheap in cities, forts and behind
rivers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush

from engine.components.grid import Hex
from engine.games.pm.forts import intact
from engine.games.pm.greedy.ground import FAR, Approach, Ground, spread
from engine.games.pm.movement.costs import FOOT, MECH, edges
from engine.games.pm.supply import soviet_field

WATER_COST = 0.03
HORIZON = 40
"""Movement points from the enemy that are looked at."""


class Threat:
    """How near the German infantry and the panzers are to every hex."""

    def __init__(self, g: Ground) -> None:
        self.foot: Approach = spread(edges(g.c, FOOT, "axis"), ((h, 0) for h in sorted(g.foes)), {}, HORIZON)
        fast = [h for h, foe in sorted(g.foes.items()) if foe.mobile]
        block = {h: 7 for h in g.mine}
        self.mech: Approach = spread(edges(g.c, MECH, "axis"), ((h, 0) for h in fast), block, HORIZON)


def _shores(g: Ground) -> tuple[set[Hex], set[Hex]]:
    """Hexes at which the row may begin in the north and end in the south: seas and the edges of the map."""
    memo = g.c.data.memo
    if "advice shores" not in memo:
        board, grid = g.c.board, g.c.grid
        sea = {h for h in grid if board.terrain_name(h) == "sea"}
        north, south, seen = set[Hex](), set[Hex](), set[Hex]()
        for start in sorted(sea):
            if start in seen:
                continue
            part, edge = {start}, {start}
            while edge:
                edge = {n for h in edge for n in grid.adjacent[h] if n in sea} - part
                part |= edge
            seen |= part
            (north if min(grid.row(h) for h in part) < grid.rows // 3 else south).update(part)
        north |= {h for h in grid if grid.row(h) == 0 and board.terrain_name(h) != "off board"}
        last = grid.rows - 1
        south |= {h for h in grid if grid.row(h) >= last - 1 and board.terrain_name(h) != "off board"}
        memo["advice shores"] = (north, south)
    found: tuple[set[Hex], set[Hex]] = memo["advice shores"]
    return found


def hex_price(g: Ground, threat: Threat, supply: Mapping[Hex, int], hands: Mapping[Hex, int], h: Hex) -> float:
    """What it costs to have a hex in the front."""
    if h not in g.t.land:
        return WATER_COST
    if h in g.foes or h not in supply:
        return -1.0
    foot, mech, count = threat.foot[h], threat.mech[h], hands.get(h, 0)
    price = 1.0
    if foot <= 6:
        price += 0.25 * (7 - foot)
    elif foot > 14:
        price += 0.06 * min(20, foot - 14)
    if mech <= 6:
        price += 0.5
    price += 2.5 if count == 0 else 0.8 if count == 1 else 0.25 if count == 2 else 0.0
    terrain = g.c.board.terrain_name(h)
    price -= {"forest": 0.1, "hills": 0.2, "marsh": 0.35}.get(terrain, 0.0)
    work = intact(g.c, h)
    price -= 0.35 if work in ("fort", "heavy fort") else 0.15 if work else 0.0
    if g.t.city(h):
        price -= 0.4
    if any(g.t.river(h, n) for n in g.c.grid.adjacent[h] if threat.foot[n] < foot):
        price -= 0.25
    return max(0.1, price)


def wall(g: Ground, threat: Threat, hands: Mapping[Hex, int]) -> list[Hex]:
    """The land hexes of the Soviet front from north to south; empty if there is no way."""
    supply = soviet_field(g.c)[0]
    return row(g, lambda h: hex_price(g, threat, supply, hands, h))


def row(g: Ground, price_of: Callable[[Hex], float]) -> list[Hex]:
    """The cheapest row of hexes from the northern shore to the southern, as far as it is land."""
    north, south = _shores(g)
    price: dict[Hex, float] = {}
    cost: dict[Hex, float] = {}
    before: dict[Hex, Hex] = {}
    queue: list[tuple[float, Hex]] = []
    adjacent = g.c.grid.adjacent
    for h in sorted(north):
        p = price_of(h)
        if p > 0:
            price[h] = cost[h] = p
            heappush(queue, (p, h))
    while queue:
        so_far, h = heappop(queue)
        if so_far > cost[h]:
            continue
        if h in south:
            row = [h]
            while row[-1] in before:
                row.append(before[row[-1]])
            return [x for x in reversed(row) if x in g.t.land]
        for n in adjacent[h]:
            if n not in price:
                price[n] = price_of(n)
            p = price[n]
            if p > 0 and so_far + p < cost.get(n, FAR):
                cost[n] = so_far + p
                before[n] = h
                heappush(queue, (so_far + p, n))
    return []
