"""Who could do something: the hands of a sector, the nearest to a hex, all that is needed against a target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from engine.components.grid import Hex, Unit
from engine.players.planner.distances import FARTHEST
from engine.players.planner.knowledge import Stand
from engine.players.planner.plan import Order, Orders
from engine.players.planner.sectors import Sector
from engine.players.planner.situation import Situation

SPARE = 0.02
"""Worth beyond which an attacker is not spared."""


def hands(s: Situation, sector: Sector) -> list[Unit]:
    """Units of a sector that fight and may still move."""
    able = set(s.ready) - s.halted
    return [f.unit for f in sector.forces if f.unit in able and not f.leads]


def nearest(s: Situation, h: Hex, attacking: bool = False) -> list[Unit]:
    """Units that fight and can come to a hex, those first for whom that costs least; with all that they attack with
    left to them where they are to attack from it."""
    found = []
    for u in s.ready:
        if s.mine[u].leads or u in s.halted or (attacking and s.mine[u].attack <= 0):
            continue
        choices = s.k.reach(u) if attacking else s.choices(u)
        if h in choices:
            found.append((choices[h], u))
    return [u for _, u in sorted(found)]


def defense_at(s: Situation, target: Hex) -> float:
    """The defence in a hex."""
    return sum(f.defense for f in s.foes[target])


def gathered(s: Situation, target: Hex, without: Collection[Unit] = ()) -> Orders:
    """The strongest attack on a hex by units that may still move, some left out, as far as they find room."""
    found = s.strikes.against(target, frozenset(without))
    return fitted(s, {f.unit: Order(h, target) for f, h in found})


def idle(s: Situation, target: Hex, busy: Collection[Unit]) -> Orders:
    """The same by those who are not busy, without those whom it can spare."""
    return without_spare(s, target, gathered(s, target, busy))


def fitted(s: Situation, orders: Mapping[Unit, Order]) -> Orders:
    """Orders without the weakest in each hex that would hold too many together with those who may not act or move."""
    found, halted = dict(orders), {u: Order(s.mine[u].hex) for u in s.ready if u in s.halted and u not in orders}
    while full := set(s.crowded({**halted, **found})):
        there = [u for u, order in found.items() if order.hex in full]
        if not there:
            break
        del found[min(there, key=lambda u: (s.mine[u].attack, u))]
    return found


def in_the_way(s: Situation, orders: Mapping[Unit, Order], bound: Collection[Unit]) -> list[Unit]:
    """Of those who are not bound the weakest in hexes that would hold too many, no more than are too many there; nobody
    where that is not enough."""
    found = list[Unit]()
    for h in s.crowded(orders):
        there = [u for u, order in orders.items() if order.hex == h]
        able = sorted((u for u in there if u not in bound and u not in s.halted), key=lambda u: (s.mine[u].attack, u))
        surplus = len(there) - s.space(h)
        if len(able) < surplus:
            return []
        found += able[:surplus]
    return found


def step_aside(s: Situation, orders: Orders, u: Unit, places: Iterable[Hex]) -> None:
    """Order a unit to the first of some places that has room for it."""
    count = Counter(order.hex for v, order in orders.items() if v != u)
    at = next((h for h in places if h != orders[u].hex and count[h] < s.space(h)), None)
    if at is not None:
        orders[u] = Order(at)


def without_spare(s: Situation, target: Hex, orders: Orders) -> Orders:
    """An attack without those whose absence costs next to nothing, the weakest first."""

    def value(found: Orders) -> float:
        stands = tuple(Stand(u, order.hex) for u, order in sorted(found.items()))
        return sum(v for _, v in s.assault.exchange(target, stands, frozenset(st.hex for st in stands)))

    kept = dict(orders)
    best = value(kept) if kept else 0.0
    for u in sorted(kept, key=lambda u: (s.mine[u].attack, u)):
        fewer = {v: order for v, order in kept.items() if v != u}
        if fewer and (other := value(fewer)) >= best - SPARE:
            kept, best = fewer, other
    return kept


def guarded(s: Situation, orders: Orders) -> Orders:
    """Orders without those who stay behind in hexes that count and that all would leave: of each stack the one for whom
    that counts most, of them the weakest attacker."""
    stacks: dict[Hex, list[Unit]] = {}
    for u in orders:
        stacks.setdefault(s.mine[u].hex, []).append(u)
    come = {order.hex for order in orders.values()}
    stay = set[Unit]()
    for h, units in stacks.items():
        others = [u for u, f in s.mine.items() if f.hex == h and u not in orders and not f.leads]
        if h in come or others:
            continue
        u = max(units, key=lambda u: (s.k.duty(u, h), -s.mine[u].attack, -u))
        if s.k.duty(u, h) + s.posts.taking(h) > 0:
            stay.add(u)
    return {u: order for u, order in orders.items() if u not in stay}


def unhurt(s: Situation, sector: Sector, h: Hex) -> float:
    """Share of the strength before a sector that rivers and the like would take from attacks on a hex, from the side on
    which that stands."""
    strikers = [f for f in sector.facing if f.attack > 0 and not f.leads]
    if not strikers:
        return 0.0
    sides = s.k.struck_from(h, s.k.enemy)
    around = [s.distances.around(at) for at in {f.hex for f in strikers}]
    far = {n: min([known.get(n, FARTHEST + 1) for known in around]) for n in (h, *sides)}
    sides = [n for n in sides if far[n] < far[h]]
    if not sides:
        return 0.0
    arriving = sum(s.k.arriving(Stand(f.unit, n), h) / f.attack for f in strikers[:1] for n in sides)
    return 1 - arriving / len(sides)
