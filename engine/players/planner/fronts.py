"""A front has the enemy before it: whether a row of hexes keeps him from what is held, and what lies behind him."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from engine.components.grid import Hex, Unit
from engine.players.planner.barrier import Barrier
from engine.players.planner.noose import manned

DEAR, PLUG = 20.0, 1.5
"""Hexes of a front that a point of what lies behind it is worth, and one of what would lie before it."""


def spread_from(foes: Iterable[Hex], beside: Callable[[Hex], Iterable[Hex]], shut: Collection[Hex]) -> dict[Hex, Hex]:
    """Every hex to which a way leads from an enemy stack around what is ``shut``, with the stack nearest to it."""
    found = {h: h for h in sorted(foes)}
    edge = list(found)
    while edge:
        ahead: list[Hex] = []
        for h in edge:
            for n in beside(h):
                if n not in found and n not in shut:
                    found[n] = found[h]
                    ahead.append(n)
        edge = ahead
    return found


def covers(
    row: Collection[Hex], foes: Iterable[Hex], beside: Callable[[Hex], Iterable[Hex]], held: Mapping[Hex, float]
) -> bool:
    """Whether at least half of what places are worth that are held lies where no enemy comes around a row."""
    reached = spread_from(foes, beside, set(row))
    return sum(value for h, value in held.items() if h in reached) * 2 <= sum(held.values())


def parted(
    foes: Collection[Hex],
    beside: Callable[[Hex], Iterable[Hex]],
    held: Mapping[Hex, float],
    price: Callable[[Hex], float],
) -> list[Hex]:
    """The cheapest hexes before what is held that keep the enemy from it, wherever they lie; none can be where the
    price is not above 0."""
    near = spread_from(foes, beside, ())
    prices = {h: cost if h not in held and (cost := price(h)) > 0 else float("inf") for h in near}
    return _parting(beside, foes, {h: DEAR * value for h, value in held.items()}, prices)


def _parting(
    beside: Callable[[Hex], Iterable[Hex]],
    foes: Collection[Hex],
    goals: Mapping[Hex, float],
    prices: Mapping[Hex, float],
) -> list[Hex]:
    """The cheapest hexes that part enemies from goals, as far as those are worth it."""
    row: list[Hex] = []
    for found in Barrier(beside, foes, goals, prices).work():
        row = found[1] if found else row
    return row


def plugged(
    row: Collection[Hex],
    foes: Collection[Hex],
    beside: Callable[[Hex], Iterable[Hex]],
    held: Mapping[Hex, float],
    price: Callable[[Hex], float],
) -> list[Hex]:
    """A row with the cheapest hexes that keep the enemy from what lies before it, as far as those are cheaper than what
    that is worth; where the price is not above 0 nobody can be."""
    near = spread_from(foes, beside, set(row))
    goals = {h: PLUG * value for h, value in held.items() if h in near}
    prices = {h: cost if h not in goals and (cost := price(h)) > 0 else float("inf") for h in near}
    more = _parting(beside, foes, goals, prices) if goals else []
    return [*row, *(h for h in more if h not in held)]


def barred(
    beside: Callable[[Hex], Iterable[Hex]],
    come: Mapping[Hex, int],
    left: Mapping[Hex, int],
    far: int,
    reach: Mapping[Unit, Iterable[Hex]],
    price: Callable[[Hex], float],
) -> dict[Unit, Hex]:
    """Who stands where so that a unit each leaves enemies no way of at most ``far`` points to goals, as cheaply and as
    near to these as can be; nobody where it takes more units than goals, or some hex stays empty.

    ``come`` is what it costs the enemy to come to a hex, ``left`` what it costs from there to a goal; ``reach`` is
    where those could stand who may be sent, the first of them if possible.
    """
    able: dict[Hex, list[Unit]] = {}
    for u, hexes in reach.items():
        for h in hexes:
            able.setdefault(h, []).append(u)
    net = {h: price(h) if h in able else float("inf") for h in come if come[h] + left.get(h, far + 1) <= far}
    goals = dict.fromkeys((h for h in net if not left[h]), DEAR)
    row = _parting(beside, [h for h in net if not come[h]], goals, net)
    return manned(row, able) if len(row) <= len(goals) else {}


def facing(
    front: list[Hex],
    foes: Collection[Hex],
    beside: Callable[[Hex], Iterable[Hex]],
    held: Mapping[Hex, float],
    ahead: Callable[[Hex], int],
    again: Callable[[Collection[Hex]], list[Hex]],
    price: Callable[[Hex], float] | None = None,
) -> list[Hex]:
    """A front; where it runs behind an enemy who is few, the one that is found ``again`` without hexes behind the enemy
    nearest to them, by how far ``ahead`` each is; where that keeps him from nothing, the cheapest by ``price`` that
    does."""
    if covers(front, foes, beside, held):
        return front
    near = spread_from(foes, beside, ())
    found = again({h for h, foe in near.items() if ahead(h) < ahead(foe)}) or front
    if price is None or not held.keys() <= spread_from(foes, beside, set(found)).keys():
        return found
    return parted(foes, beside, held, price) or found


def drawn(
    front: list[Hex],
    foes: Collection[Hex],
    beside: Callable[[Hex], Iterable[Hex]],
    held: Mapping[Hex, float],
    ahead: Callable[[Hex], int],
    row: Callable[[Callable[[Hex], float]], list[Hex]],
    price: Callable[[Hex], float],
) -> list[Hex]:
    """A front as ``facing`` finds it, where another ``row`` is the cheapest by a price, with what keeps the enemy from
    what lies before it."""

    def again(behind: Collection[Hex]) -> list[Hex]:
        """None of its hexes is behind the enemy."""
        return row(lambda h: -1.0 if h in behind else price(h))

    return plugged(facing(front, foes, beside, held, ahead, again, price), foes, beside, held, price)
