"""What stacks do together, planned before each goes its own way: assaults on places of value, and rings that cut off.

Whoever is cut off fights with half his factors (9.7): a full city that stands every assault falls once units are in all
hexes by which a line could come to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, Protocol

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.pm.greedy.assault import AssaultPlanner, Attack
from engine.games.pm.greedy.ground import Foe, Ground
from engine.games.pm.supply import lanes, reaches
from engine.games.pm.tables import open_sides, tables
from engine.players.planner.noose import CLOSED, Noose, manned

PRIZES, FIELD = 8, 8
"""Places of value, and stacks elsewhere, that are looked at."""
FAR, MOST = 5, 7.0
"""Hexes around a stack within which a ring is looked for, and what it may cost."""
POST, HERE = 1.0, 0.3
"""What a hex of a ring costs that somebody has to go to, and one where somebody stands."""
CUT = 0.25
"""Share of what units are worth that it brings to cut them off, whoever attacks them later."""
GOOD = 2.0
"""What acting together must bring."""


class Told(NamedTuple):
    """Where a unit goes because of which enemies, and why."""

    target: Hex
    unit: Unit
    hex: Hex
    why: str


class Posts(Protocol):
    """A plan of movement as it grows."""

    g: Ground
    goal: dict[Unit, Hex]
    free: list[Unit]
    attackers: set[Unit]

    def put(self, u: Unit, h: Hex, why: str) -> None:
        """A unit is given a place."""

    def planner(self) -> AssaultPlanner:
        """Who could attack what."""

    def ways(self, u: Unit) -> Mapping[Hex, int]:
        """Where a unit can go."""

    def fits(self, units: list[Unit], h: Hex) -> bool:
        """Whether units find room in a hex."""

    def stays(self, h: Hex) -> bool:
        """Whether somebody stands in a hex at the end whatever is planned from now on."""

    def exposure(self, units: list[Unit], h: Hex) -> float:
        """What it costs that units stand in a hex in the enemy's next phase."""


class Storm:
    """Plans on top of those that are made; whoever is given a place by it is in ``orders``, assaults are in
    ``made``."""

    def __init__(self, posts: Posts) -> None:
        self.p, self.g = posts, posts.g
        self.orders: list[Told] = []
        self.made: list[Attack] = []
        self._hands: dict[Hex, list[Unit]] = {}

    def work(self) -> Iterator[None]:
        """The dearest targets first, each with all who can come."""
        p, planner = self.p, self.p.planner()
        planner.taken = dict(planner.taken)  # those of the plan change as its units are put
        for u in p.free:
            if u in planner.pool and u not in p.goal:
                for h in p.ways(u):
                    self._hands.setdefault(h, []).append(u)
        yield
        for h in self._targets():
            yield from self._at(planner, h)

    def _targets(self) -> list[Hex]:
        """Enemy stacks in places of value, then the strongest others, as far as somebody can come beside them."""
        g, beside = self.g, open_sides(self.g.c)
        near = [h for h in sorted(g.foes) if any(n in self._hands for n in beside[h])]
        prizes = sorted((h for h in near if g.capture(h)), key=lambda h: (-g.capture(h), h))[:PRIZES]
        others = (h for h in near if g.foes[h].supplied and not g.capture(h))
        return [*prizes, *sorted(others, key=lambda h: (-g.foes[h].worth, h))[:FIELD]]

    def _at(self, planner: AssaultPlanner, h: Hex) -> Iterator[None]:
        """The better of an assault and of a ring with an assault on who is in it, if it is good enough."""
        g = self.g
        foe, where = g.foes[h], g.c.board.describe(h)
        plain = planner.best(foe, g.menace.get(h, 0.0)) if g.capture(h) else None
        yield
        best = max(plain.value if plain is not None else 0.0, GOOD)
        ring = dict[Unit, Hex]()
        if foe.supplied:
            for found in self._ring(planner, h):
                ring, inside = found or ({}, 0.0)
                yield
        if ring:
            value, attack = self._ringed(planner, foe, ring)
            value += CUT * inside
            if value > best:
                text = f"Closes the ring around {counted(foe.count, 'unit', 'units')} in {where}: worth {value:+.1f}."
                self._agree(planner, ring.items(), h, text)
                if attack is not None:
                    told = [(u, n) for u, n in attack.units if u not in ring]
                    self._agree(planner, told, h, f"Joins the assault on {where}, which is cut off.")
                    self._keep(attack)
                return
        if plain is not None and plain.value >= best:
            text = f"{counted(len(plain.units), 'unit comes', 'units come')} for {where}: worth {plain.value:+.1f}."
            self._agree(planner, plain.units, h, text)
            self._keep(plain)

    def _ringed(self, planner: AssaultPlanner, foe: Foe, ring: Mapping[Unit, Hex]) -> tuple[float, Attack | None]:
        """What a ring is worth with the best assault on who is cut off in it, and that assault if there is one."""
        beside = open_sides(self.g.c)[foe.h]
        first = [(u, n) for u, n in sorted(ring.items()) if n in beside]
        others = {u: n for u, n in sorted(ring.items()) if n not in beside}
        planner.used |= others.keys()
        halved = replace(foe, defense=max(1.0, foe.defense / 2))
        attack = planner.best(halved, self.g.menace.get(foe.h, 0.0), first)
        planner.used -= others.keys()
        alone = sum(self.p.exposure([u], n) for u, n in others.items())
        idle = sum(self.p.exposure([u], n) for u, n in first)
        if attack is not None and attack.value > -idle:
            return attack.value - alone, attack
        return -idle - alone, None

    def _agree(self, planner: AssaultPlanner, units: Iterable[tuple[Unit, Hex]], target: Hex, why: str) -> None:
        """Units are given their places and are spoken for."""
        chosen = list(units)
        planner.take(Attack(target, chosen, 0, 0.0, ()))
        for u, h in chosen:
            if u in self.p.free and u not in self.p.goal:
                self.p.put(u, h, why)
                self.orders.append(Told(target, u, h, why))

    def _keep(self, attack: Attack) -> None:
        self.p.attackers.update(u for u, _ in attack.units)
        self.made.append(attack)

    # ------------------------------------------------------------------ rings
    def _ring(self, planner: AssaultPlanner, h: Hex) -> Iterator[tuple[dict[Unit, Hex], float] | None]:
        """Who would close a ring around a stack, and the worth of the enemies who would be cut off in it."""
        g, c = self.g, self.g.c
        beside = lanes(c, g.enemy == "soviet")

        def able(n: Hex) -> Iterator[Unit]:
            free = (u for u in self._hands.get(n, ()) if u not in planner.used and u not in self.p.goal)
            return (u for u in free if self.p.fits([u], n))

        def price(n: Hex) -> float:
            if self.p.stays(n):
                return CLOSED
            if n in g.foes or n not in g.t.land or next(able(n), None) is None:
                return float("inf")
            return HERE if n in g.mine and any(g.s.hex_of[u] == n for u in able(n)) else POST

        noose = Noose(lambda n: beside[n], h, price, self._feeds(), FAR)
        if noose.shut or (g.enemy == "soviet" and h in g.t.ports):
            return
        ring: list[Hex] = []
        for found in noose.work(MOST):
            yield None
            ring = found or []
        if ring:
            sent = manned(ring, {n: sorted(able(n), key=self._order(n)) for n in ring})
            inside = noose.inside(ring)
            yield sent, sum(foe.worth for n, foe in g.foes.items() if n in inside and foe.supplied)

    def _order(self, h: Hex) -> Callable[[Unit], tuple[bool, bool, float, Unit]]:
        """Who stands in a hex of a ring: somebody who is there, else foot, the best defenders first."""
        g = self.g
        return lambda u: (g.s.hex_of[u] != h, bool(g.r.mech[u]), -g.expected(u)[1], u)

    def _feeds(self) -> Callable[[Hex, bool], bool]:
        """Whether lines of the enemy begin in a hex, or come to it now."""
        c, enemy = self.g.c, self.g.enemy
        sources = tables(c).zone("supply_soviet" if enemy == "soviet" else "supply_german")
        return lambda h, rim: h in sources or (rim and reaches(c, enemy, h))
