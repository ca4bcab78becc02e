"""Whom to plan for together where a side has too many units for one plan: groups by place, and who keeps the front."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from engine.components.grid import Hex, Unit
from engine.players.planner.assault import Assault, Valued
from engine.players.planner.distances import rings
from engine.players.planner.guard import Guard
from engine.players.planner.knowledge import Force, Knowledge, Stand
from engine.players.planner.strikes import Strikes
from engine.players.planner.weights import Weights

S = TypeVar("S")
T = TypeVar("T")
NEAR = 3
"""Hexes from the enemy within which units are planned for first."""
TOUCH = 3
"""Hexes from a group within which others who stand beside the enemy may join its attacks."""
LAST = 1
"""Hexes beside a stack without enemies, up to which it is in a sack."""
FAR = 99
CLOSED = 0.4
"""Share of what a ring would bring that is taken to come, where those who close it still have to go there."""


def group(k: Knowledge, units: Collection[Unit], size: int, strength: Callable[[Unit], float]) -> list[Unit]:
    """Of some units those who could come beside a place that has to be had back; else those around the strongest stack
    near the enemy; once nobody is near him, around any."""
    where = {f.unit: f.hex for f in k.forces(k.side) if f.unit in units}
    total: dict[Hex, float] = {}
    for u, h in where.items():
        total[h] = total.get(h, 0.0) + strength(u)
    if not total:
        return []
    back = retaking(k, where)
    near = {} if back else rings(k.beside, _foes(k), NEAR)
    start = min(total, key=lambda h: (h not in near, -total[h], h))
    far = rings(k.beside, k.missing() if back else (start,), FAR)
    return sorted(back or where, key=lambda u: (far.get(where[u], FAR), where[u], u))[:size]


def retaking(k: Knowledge, units: Iterable[Unit]) -> set[Unit]:
    """Who of some units could come beside a place that has to be had back and in which the enemy stands."""
    sides = {n for h in _foes(k).intersection(k.missing()) for n in k.struck_from(h, k.side)}
    return {u for u in units if not sides.isdisjoint(k.reach(u))} if sides else set()


def groups(
    k: Knowledge, units: Iterable[Unit], size: int, strength: Callable[[Unit], float], most: int
) -> list[list[Unit]]:
    """The first few groups, each without the units of those before it."""
    left, found = set(units), list[list[Unit]]()
    for _ in range(most):
        found.append(group(k, left, size, strength))
        left.difference_update(found[-1])
    return found


def best_attacks(
    k: Knowledge, some: Iterable[Collection[Unit]], w: Weights, *, move: bool, looks: int
) -> Iterator[float]:
    """What the best attacks of each of some groups are worth, whether they move before or not: all together, or one on
    a place of value that those who move surround; no reply is minded, and gambles at less than even odds of those who
    do not move are left out."""
    defense = stacks(k.forces(k.enemy), lambda f: f.hex)
    for units in some:
        assault = Assault(k, units, replace(w, reply=0.0), halted=() if move else units)
        found = assault.best(looks)[1]
        total = sum(v.value for v in found if move or _even(k, v, defense[v.target]))
        yield max([total, *(_surrounding(k, assault, units, sorted(defense)) if move else ())])


def _surrounding(k: Knowledge, assault: Assault, units: Collection[Unit], targets: Iterable[Hex]) -> Iterator[float]:
    """What an attack on each stack in a goal is worth that some units leave no way out and no line, where they can."""
    others = {f.hex for f in k.forces(k.side) if f.unit not in units}
    strikes = Strikes(k, k.side, units)
    for t in k.goals().keys() & set(targets):
        if not k.zone(t) and k.starved(t) < 1 and (ring := strikes.ring(t, others)):
            stands = [Stand(f.unit, h) for f, h in ring if h not in others]
            yield CLOSED * assault.worth(t, stands, frozenset(h for _, h in stands))


def _even(k: Knowledge, v: Valued, defenders: Iterable[Force]) -> bool:
    """Whether an attack is as strong as the defence at least."""
    return sum(k.arriving(stand, v.target) for stand in v.stands) >= sum(f.defense for f in defenders)


def touching(k: Knowledge, units: Iterable[Unit]) -> dict[Hex, list[Force]]:
    """By hex those of some units of the side that stand beside an enemy."""
    foes, able = _foes(k), set(units)
    found: dict[Hex, list[Force]] = {}
    for f in k.forces(k.side):
        if f.unit in able and not foes.isdisjoint(k.beside(f.hex)):
            found.setdefault(f.hex, []).append(f)
    return found


def joining(k: Knowledge, units: Collection[Unit], others: Iterable[Unit]) -> list[Unit]:
    """Who of some others stands beside the enemy not far from some units, and may join their attacks."""
    near = rings(k.beside, {f.hex for f in k.forces(k.side) if f.unit in units}, TOUCH)
    return [f.unit for h, forces in touching(k, others).items() if h in near for f in forces if f.unit not in units]


def keeping(k: Knowledge, units: Iterable[Unit], slow: Callable[[Unit], bool]) -> set[Unit]:
    """Of each stack beside the enemy the half that stays while the others go: the slow first, and who defends best;
    nobody of those around whom only one way is left."""
    found, foes = set[Unit](), _foes(k)
    for h, forces in touching(k, units).items():
        if sum(n not in foes for n in k.beside(h)) <= LAST:
            continue
        order = sorted(forces, key=lambda f: (not slow(f.unit), -f.defense, f.unit))
        found.update(f.unit for f in order[: len(forces) // 2])
    return found


def _foes(k: Knowledge) -> set[Hex]:
    return {f.hex for f in k.forces(k.enemy)}


def marching(k: Knowledge, w: Weights, guard: Guard | None = None) -> float:
    """What moves alone can bring: goals of the enemy that somebody walks into, own ones that do not stay open, as a
    ``guard`` has it that minds more than ways without anybody on them."""
    taken, goals = _foes(k), k.goals()
    near = {h for f in k.forces(k.side) for h in k.reach(f.unit)}
    won = sum(v for h, v in goals.items() if k.holder(h) != k.side and h in near and h not in taken)
    held = {h: v for h, v in goals.items() if k.holder(h) == k.side}
    found = guard or Guard(k, k.side, held, k.pace(k.enemy))
    return w.capture * won + w.open * sum(found.free_goals({}).values())


def weakest(
    able: Mapping[Hex, Collection[Unit]], attack: Callable[[Unit], float], defense: Mapping[Hex, float], most: int
) -> list[Unit]:
    """Who could attack one of the few hexes at the best odds."""
    odds = {h: sum(attack(u) for u in units) / max(defense[h], 1.0) for h, units in able.items()}
    best = sorted(able, key=lambda h: (-odds[h], h))[:most]
    return sorted({u for h in best for u in able[h]})


def stacks(units: Iterable[S], where: Callable[[S], T]) -> dict[T, list[S]]:
    """Units by where they are, or by whatever else holds them together."""
    found: dict[T, list[S]] = {}
    for u in units:
        found.setdefault(where(u), []).append(u)
    return found
