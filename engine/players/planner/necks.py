"""The way home of every hex as a race: how much sooner its line gets past each neck than an enemy could come there.

A front leads everywhere by one hex. A bulge is behind the enemy at its neck, and the deeper it is the more so: whoever
stands there is still in supply, and may not be the next time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Mapping, Sequence, Set

from engine.components.grid import Hex, Unit
from engine.players.planner.distances import FARTHEST, rings, within
from engine.players.planner.knowledge import Fronted

SAFE = 9
"""Hexes from the nearest enemy beyond which nothing is in danger that has a source of supply."""
CLOSED, FELT = 0.15, 0.6
"""Chance that the enemy comes into one hex of a line that he can reach; share of what being without supply costs that
being cut off later does."""
AROUND = 4
"""Hexes that a way home may be longer than the straight one for whoever is far from all enemies to be at home."""
DEEP = 2
"""Hexes on the way home into which the enemy could come that make whoever stands there deep in his land."""
FRONT = 1
"""Lead of a hex on a straight front: no danger."""
STEP, MOST = 0.08, 0.64
"""Chance to be cut off for each hex less, and the greatest."""
Beside = Callable[[Hex], Iterable[Hex]]


def sooner(beside: Beside, starts: Mapping[Hex, int], most: int = SAFE) -> dict[Hex, int]:
    """By hex how soon an enemy could be there, up to ``most``: at ``starts`` as is told, one later a hex farther."""
    rows: dict[int, list[Hex]] = {}
    for h, when in starts.items():
        rows.setdefault(when, []).append(h)
    found: dict[Hex, int] = {}
    for row in range(most + 1):
        for h in rows.get(row, ()):
            if h not in found:
                found[h] = row
                rows.setdefault(row + 1, []).extend(beside(h))
    return found


def raced(k: Fronted, pace: Callable[[Unit], int]) -> dict[Hex, int]:
    """How soon enemies near the side that plans are where they stand or may move, by what that costs each and what he
    goes for meanwhile while foot takes a hex."""
    near, found = within(k.beside, k.held(k.side), SAFE), dict[Hex, int]()
    for f in k.forces(k.enemy):
        if f.attack > 0 and not f.leads and f.hex in near:
            for h, cost in k.reach(f.unit).items():
                found[h] = min(found.get(h, cost), -(-cost // pace(f.unit)))
    return found


def led_home(
    k: Fronted, sources: Iterable[Hex], zones: Sequence[int] | bytes, pace: Callable[[Unit], int]
) -> dict[Hex, int]:
    """The leads of the side that plans over enemies near it, whose ``zones`` shut its ways where it does not stand."""
    foes, mine, sources = k.held(k.enemy), k.held(k.side), list(sources)
    away, straight = sooner(k.beside, raced(k, pace)), rings(k.beside, sources, FARTHEST)
    return leads(k.beside, away, lambda h: h in foes or bool(zones[h] and h not in mine), sources, straight)


def leads(
    beside: Beside,
    away: Mapping[Hex, int],
    closed: Callable[[Hex], bool],
    sources: Iterable[Hex],
    straight: Mapping[Hex, int] | None = None,
) -> dict[Hex, int]:
    """By hex from which a source of supply can be reached the least lead that the best way there has over the enemies.

    ``away`` is how soon they could be in hexes near them. Ways do not run through hexes that are ``closed``. Where the
    ``straight`` ways from sources are told, whoever is on them, nobody is at home behind the enemy, where a way leads
    only all around him.
    """
    row = SAFE + 1
    near = {} if straight is None else straight
    homes = _flood(beside, (h for h in sources if h not in away), lambda h: h in away or closed(h), near)
    found = dict.fromkeys(homes, row)
    rows: dict[int, list[Hex]] = {row: list(homes)}
    for h in sources:
        if h in away and not closed(h):
            found[h] = away[h]
            rows.setdefault(away[h], []).append(h)
    while rows:
        for h in rows.pop(row, ()):
            for n in beside(h):
                if n not in found:
                    found[n] = row - 1
                    if not closed(n):
                        rows.setdefault(min(away.get(n, row), row - 1), []).append(n)
        row -= 1
    return found


def crossings(
    beside: Beside, sources: Iterable[Hex], closed: Callable[[Hex], bool], near: Container[Hex]
) -> dict[Hex, int]:
    """By hex how many hexes ``near`` the enemy the safest way to it runs through from a source of supply."""
    start = list(sources)
    found, edge = dict.fromkeys(start, 0), deque(start)
    while edge:
        h = edge.popleft()
        for n in beside(h):
            total = found[h] + (n in near)
            if not closed(n) and total < found.get(n, total + 1):
                found[n] = total
                (edge.append if n in near else edge.appendleft)(n)
    return found


def exposed(
    beside: Beside,
    home: Set[Hex],
    fed: Set[Hex],
    foes: Set[Hex],
    walks: Iterable[Iterable[Hex]],
    held: Set[Hex],
) -> dict[Hex, int]:
    """By hex that is fed how many hexes that the enemy could walk into the safest line to it runs through from home;
    nobody walks into those that are held."""
    near = {h for walk in walks for h in walk} - foes - held
    return crossings(beside, sorted(home & fed), lambda h: h not in fed or h in foes, near)


def deep(loss: Callable[[float, float], float], crossed: int, more: float) -> float:
    """What those lose more than others who stand where the line runs through so many hexes that the enemy could come
    into, two at least: he has nobody else to go to there, and who is cut off first defends by half.

    ``loss`` is by the share of their defence and by how much ``more`` strength comes. The last of the hexes is that in
    which they stand themselves, which he does not come into.
    """
    if crossed < DEEP:
        return 0.0
    whole, cut = loss(1.0, more), 1.0 - (1.0 - CLOSED) ** (crossed - 1)
    return whole + cut * (loss(0.5, more) - whole) - loss(1.0, 0.0)


def broken(crossed: int) -> float:
    """Share of what being without supply costs that a line does which runs through so many hexes that the enemy could
    come into: by the chance that it is closed before long."""
    return FELT * (1 - (1 - CLOSED) ** crossed)


def _flood(
    beside: Beside, starts: Iterable[Hex], shut: Callable[[Hex], bool], straight: Mapping[Hex, int]
) -> dict[Hex, None]:
    """Hexes that are come to from some without passing those that are shut, and not much farther than ``straight``."""
    found = dict.fromkeys(starts)
    edge, least = list(found), -AROUND
    while edge:
        least += 1
        edge = [n for n in dict.fromkeys(n for h in edge for n in beside(h))
                if n not in found and straight.get(n, least) >= least and not shut(n)]  # fmt: skip
        found.update(dict.fromkeys(edge))
    return found


def peril(lead: Mapping[Hex, int], h: Hex) -> float:
    """The chance that whoever stands in a hex is cut off before long; none where no way leads home anyway."""
    return min(max(FRONT - lead.get(h, FRONT), 0) * STEP, MOST)
