"""Prepared assaults: what one is worth, and who joins which, from where units stand or could come to stand."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from engine.components.grid import Hex, Unit
from engine.games.pm.allies import CHAPTER, barred, may_attack_together
from engine.games.pm.combat.strengths import MOBILE, PREPARED
from engine.games.pm.greedy.chances import place
from engine.games.pm.greedy.ground import Foe, Ground
from engine.games.pm.movement.stacking import limit, quarters
from engine.games.pm.tables import open_sides
from engine.games.pm.weather import SNOW, river_counts, weather

MOST = 18
"""Units that are tried in one attack."""
BREATH = 8
"""Targets that are looked at in one piece of thought."""
Chosen = Sequence[tuple[Unit, Hex]]
Parts = tuple[tuple[str, float], ...]


@dataclass(slots=True)
class Attack:
    """An assault as planned: who from where, the place on the scale before what is rolled for, and what it is worth."""

    target: Hex
    units: list[tuple[Unit, Hex]]
    at: int
    value: float
    parts: Parts
    clears: float = 0.0


Exposed = Callable[[Attack], float]
"""What it costs that the attackers stand where they are in the enemy's next phase."""


def measure(g: Ground, foe: Foe, chosen: Chosen, kind: str, extra: float = 0.0) -> Attack:
    """What an attack on a stack is worth to the side. ``extra`` is added to the worth of the ground."""
    hexes = {h for _, h in chosen}
    attack, shift = 0.0, g.shift(foe.h, kind) + sides(g, hexes, foe.h, kind)
    for u, h in chosen:
        a = g.factor(u, foe.h)
        attack += a
        for plane in g.planes.get(u, ()):
            attack += g.lift(a, foe.h, [v for v, n in chosen if n == h])
            shift += plane == "viii-fk"
    attack = max(attack, 0.0)
    at = place(attack, foe.defense) + shift
    chance = g.chances.over(at, foe.h, g.t.city(foe.h), g.lefts(foe.h, hexes))
    if g.side == "soviet" and kind == PREPARED:
        clears = chance.clears(1.0)  # they may go back instead of one increment
        kill = chance.mean(foe.need, 1) * 3.2
    else:
        clears = chance.clears(foe.need)
        kill = chance.share(foe.need) * foe.worth
    parts = (
        ("enemy losses", kill * g.w.kill),
        ("ground", clears * (g.w.ground + g.capture(foe.h) + extra)),
        ("own losses", -min(chance.own, float(len(chosen) * 2)) * g.w.step),
        ("effort", -attack * g.w.effort),
    )
    return Attack(foe.h, list(chosen), at, sum(v for _, v in parts), parts, clears)


def sides(g: Ground, hexes: Container[Hex] | set[Hex], target: Hex, kind: str) -> int:
    """Columns of hexsides and position: rivers all around, a concentric assault, snow."""
    found = 0
    if all(river_counts(g.c, g.side, h, target) for h in hexes):  # type: ignore[union-attr]
        found -= 1
    if kind == PREPARED:
        around = {d for d, n in enumerate(g.c.grid.neighbours[target]) if n >= 0 and n in hexes}
        if any((d + 3) % 6 in around for d in around) or around in ({0, 2, 4}, {1, 3, 5}) or len(around) > 3:
            found += 1
        if g.side == "soviet" and weather(g.c, target) == SNOW:
            found += 1
    return found


class AssaultPlanner:
    """Shares units out over the attacks that promise most.

    ``pool`` holds for each unit the hexes it could attack from; ``fixed`` units count only where they stand.
    """

    def __init__(
        self, g: Ground, pool: Mapping[Unit, Container[Hex]], taken: dict[Hex, int], exposed: Exposed | None = None
    ) -> None:
        self.g, self.pool, self.taken, self.exposed = g, pool, taken, exposed
        self.by_hex: dict[Hex, list[Unit]] = {}
        self.used: set[Unit] = set()
        self.home = {u: g.s.hex_of[u] for u in pool}
        self.company: dict[Hex, set[str]] = {h: {self._nation(u) for u in us} for h, us in g.mine.items()}
        near = {n for h in g.foes for n in open_sides(g.c)[h]} - g.foes.keys()
        for u, hexes in pool.items():
            for h in near:
                if h in hexes:
                    self.by_hex.setdefault(h, []).append(u)

    def _nation(self, u: Unit) -> str:
        """The allied nation of a unit, which keeps to itself in a hex (7.1); empty for all others."""
        nation = self.g.r.nationality[u]
        return nation if nation in CHAPTER else ""

    def room(self, h: Hex) -> int:
        """Quarters of a unit that still find room in a hex."""
        return limit(self.g.c, h) - self.taken.get(h, 0)

    def best(self, foe: Foe, extra: float = 0.0, first: Chosen = ()) -> Attack | None:
        """The best attack on a stack with units that are still free, beside some who are told to join it."""
        told = {u for u, _ in first}
        g, options = self.g, {u: hexes for u, hexes in self._options(foe).items() if u not in told}
        order = sorted(options, key=lambda u: (self.home[u] not in options[u], -g.factor(u, foe.h), u))
        chosen: list[tuple[Unit, Hex]] = list(first)
        come: dict[Hex, list[Unit]] = {}
        for u, h in first:
            if h != self.home[u]:
                come.setdefault(h, []).append(u)
        best = self._measured(foe, chosen, extra) if chosen else None
        for u in order:
            h = self._place(u, options[u], come)
            if h < 0:
                continue
            if best is not None and may_attack_together(g.c, [*(v for v, _ in chosen), u]) is not None:
                continue
            if h != self.home[u]:
                come.setdefault(h, []).append(u)
            chosen.append((u, h))
            found = self._measured(foe, chosen, extra)
            if best is None or found.value > best.value + 1e-9:
                best = found
            if len(chosen) >= MOST:
                break
        return best

    def _options(self, foe: Foe) -> dict[Unit, list[Hex]]:
        """Units that are still free to the hexes from which they could attack a stack."""
        found: dict[Unit, list[Hex]] = {}
        for n in open_sides(self.g.c)[foe.h]:
            for u in self.by_hex.get(n, ()):
                if u not in self.used and foe.h not in barred(self.g.c, self.g.r.nationality[u]):
                    found.setdefault(u, []).append(n)
        return found

    def _place(self, u: Unit, options: Sequence[Hex], come: Mapping[Hex, Sequence[Unit]]) -> Hex:
        """Where a unit joins an attack for which others come up as well: at home if it can; -1 for nowhere."""
        home, size, nation = self.home[u], quarters(self.g.c, u), self._nation(u)
        if home in options:
            return home
        load = {n: sum(quarters(self.g.c, v) for v in units) for n, units in come.items()}
        free = [n for n in options if self.room(n) - load.get(n, 0) >= size and self._welcome(u, n)]
        free = [n for n in free if all(self._nation(v) == nation for v in come.get(n, ()))]
        return self._spot(free, load) if free else -1

    def _measured(self, foe: Foe, chosen: Chosen, extra: float) -> Attack:
        """What an attack is worth, with what it costs to stand there afterwards."""
        found = measure(self.g, foe, chosen, PREPARED, extra)
        if self.exposed is not None:
            cost = self.exposed(found)
            found.value -= cost
            found.parts = (*found.parts, ("danger afterwards", -cost))
        return found

    def _welcome(self, u: Unit, h: Hex) -> bool:
        """Whether nobody of another allied nation is in a hex, or will be."""
        return self.company.get(h, set()) <= {self._nation(u)}

    def _spot(self, free: Sequence[Hex], load: Mapping[Hex, int]) -> Hex:
        """The German side keeps together, as it must stand there afterwards; the Soviet side comes from all around."""
        if self.g.side == "axis":
            return max(free, key=lambda n: (load.get(n, 0) + self.taken.get(n, 0), -n))
        return min(free, key=lambda n: (load.get(n, 0), n))

    def take(self, attack: Attack) -> None:
        """The units of an attack are spoken for."""
        for u, h in attack.units:
            self.used.add(u)
            home = self.home[u]
            if h != home:
                size = quarters(self.g.c, u)
                self.company.setdefault(h, set()).add(self._nation(u))
                self.taken[h] = self.taken.get(h, 0) + size
                if home >= 0:
                    self.taken[home] = self.taken.get(home, 0) - size

    def plan(self, least: float, extras: Mapping[Hex, float], targets: Iterable[Hex] | None = None) -> list[Attack]:
        """Attacks, the best first, no unit twice."""
        made: list[Attack] = []
        for _ in self.work(made, least, extras, targets):
            pass
        return made

    def work(
        self, made: list[Attack], least: float, extras: Mapping[Hex, float], targets: Iterable[Hex] | None = None
    ) -> Iterator[None]:
        """The same in pieces; they are written into ``made``."""
        queue: list[tuple[float, Hex]] = []
        for n, h in enumerate(sorted(self.g.foes if targets is None else targets), 1):
            found = self.best(self.g.foes[h], extras.get(h, 0.0))
            if found is not None and found.value >= least:
                queue.append((-found.value, h))
            if n % BREATH == 0:
                yield
        heapify(queue)
        while queue:
            yield
            was, h = heappop(queue)
            found = self.best(self.g.foes[h], extras.get(h, 0.0))
            if found is None or found.value < least:
                continue
            if queue and -found.value > queue[0][0] and found.value < -was - 1e-9:
                heappush(queue, (-found.value, h))
                continue
            self.take(found)
            made.append(found)


__all__ = ["MOBILE", "PREPARED", "AssaultPlanner", "Attack", "measure"]
