"""What is alike in games whose units act only near a headquarters of their own: who is led from where, and by whom."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import partial
from math import exp
from operator import mul
from typing import Any

from engine.components.grid import Hex, Unit
from engine.players.planner.knowledge import Force
from engine.players.planner.position import Position
from engine.players.planner.remembering import kept, once

LEAD_FROM = 12
"""Hexes over which units count for a headquarters that would have to come up to lead them."""
SHARED = 0.5
"""Share of the strength of units that another headquarters leads too."""
SERVED = 0.6, 0.06
"""What a unit counts to who serves others that is just out of his range, and less for each hex more."""
FOLLOWED, FADING = 0.1, 0.93
"""What it counts at least, and the share of that one hex farther away: whoever is far behind comes up."""
SEVERAL = 2.0
"""Those who serve it, from which on they share what it counts."""
Distance = Callable[[Hex, Hex], int]
Group = Hashable
"""Units that the same headquarters may lead, such as those of one nation."""


class Commanded:
    """Headquarters and those whom they lead in one position; each answer is found once."""

    def __init__(
        self,
        forces: Iterable[Force],
        group: Callable[[Unit], Group],
        distance: Distance,
        limit: int,
        known: dict[Hex, Shares] | None = None,
        counts: Mapping[Unit, float] | None = None,
    ) -> None:
        """``limit`` is the command range in hexes; ``known`` is what is found of distances, kept with the map;
        ``counts`` is how much it counts to be led by a headquarters, where that is not 1."""
        self._group, self._distance, self._limit = group, distance, limit
        self._leaders: dict[Group, list[tuple[Unit, Hex]]] = {}
        self._followers: dict[Group, list[tuple[Unit, Hex, float]]] = {}
        for f in forces:
            if f.leads:
                self._leaders.setdefault(group(f.unit), []).append((f.unit, f.hex))
            else:
                self._followers.setdefault(group(f.unit), []).append((f.unit, f.hex, f.attack))
        self._asked: tuple[Mapping[Unit, Hex], dict[Group, tuple[tuple[Hex, float], ...]]] = {}, {}
        self._counts: Mapping[Unit, float] = counts or {}
        self._led: dict[tuple[Hex, tuple[tuple[Hex, float], ...]], float] = {}
        self._numbers = {g: {v: n for n, (v, _, _) in enumerate(own)} for g, own in self._followers.items()}
        self._strengths = {g: [attack for _, _, attack in own] for g, own in self._followers.items()}
        self._shared: dict[tuple[Hex, ...], Shares] = {}
        self._nearness = {} if known is None else known
        self._stood: tuple[Mapping[Unit, Hex], Group, list[Hex]] = {}, None, []

    def led(self, u: Unit, h: Hex, heads: Mapping[Unit, Hex]) -> float:
        """1 within range of a headquarters that leads a unit once some stand elsewhere, less the farther away."""
        places = self._places(u, heads)
        found = self._led.get((h, places))
        if found is None:
            shares = (n * felt(self._distance(h, k) - self._limit) for k, n in places)
            found = self._led[h, places] = max(shares, default=0.0)
        return found

    def _places(self, u: Unit, heads: Mapping[Unit, Hex]) -> tuple[tuple[Hex, float], ...]:
        """Where headquarters of a unit are once some stand elsewhere; the same are asked for of many units."""
        asked, known = self._asked
        if asked is not heads:
            self._asked = heads, known = heads, dict[Group, tuple[tuple[Hex, float], ...]]()
        group = self._group(u)
        if group not in known:
            own = self._leaders.get(group, ())
            known[group] = tuple([(heads.get(v, at), self._counts.get(v, 1.0)) for v, at in own])
        return known[group]

    def leading(self, u: Unit, h: Hex, moved: Mapping[Unit, Hex]) -> float:
        """Attack strength in range of a headquarters in a hex once some units stand elsewhere, less of what is farther
        away or led by others too."""
        group = self._group(u)
        rivals = tuple(sorted([moved.get(v, at) for v, at in self._leaders.get(group, ()) if v != u]))
        near, shared = self._nearness.get(h), self._shared.get(rivals)
        if near is None:
            near = self._nearness[h] = Shares(partial(_near, self._distance, self._limit, h))
        if shared is None:
            shared = self._shared[rivals] = Shares(partial(_alone, self._distance, self._limit, rivals))
        places = self._standing(group, moved)
        shares = map(mul, map(near.__getitem__, places), map(shared.__getitem__, places))
        return sum(map(mul, self._strengths.get(group, ()), shares), 0.0)

    def _standing(self, group: Group, moved: Mapping[Unit, Hex]) -> list[Hex]:
        """Where those are who can be led once some units stand elsewhere; the same are asked for many hexes."""
        asked, of, found = self._stood
        if asked is not moved or of != group:
            found, numbers = [at for _, at, _ in self._followers.get(group, ())], self._numbers.get(group, {})
            for v in numbers.keys() & moved.keys():
                found[numbers[v]] = moved[v]
            self._stood = moved, group, found
        return found


class Shares(dict[Hex, float]):
    """Shares by hex, each found when it is first asked for."""

    def __init__(self, find: Callable[[Hex], float]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, h: Hex) -> float:
        found = self[h] = self._find(h)
        return found


def _near(distance: Distance, limit: int, head: Hex, h: Hex) -> float:
    """Share of a unit's strength that counts in a hex, by how far away its headquarters is."""
    far = distance(head, h)
    if far > LEAD_FROM:
        return 0.0
    return 1.0 if far <= limit else 0.6 * exp((limit - far) / 5)


def _alone(distance: Distance, limit: int, rivals: Sequence[Hex], h: Hex) -> float:
    """The same where other headquarters lead those in a hex too."""
    return SHARED if any(distance(at, h) <= limit for at in rivals) else 1.0


class Unled:
    """Those whom nobody leads yet, for whoever could come to lead them."""

    def __init__(
        self,
        units: Iterable[tuple[Group, Hex, float]],
        leaders: Collection[tuple[Hex, Group]],
        distance: Distance,
        limit: int,
    ) -> None:
        """``units`` are all with their strength, ``limit`` is the command range in hexes."""
        self._distance, self._limit = distance, limit
        self._left: dict[Group, list[tuple[Hex, float]]] = {}
        for group, h, strength in units:
            if all(other != group or distance(h, at) > limit for at, other in leaders):
                self._left.setdefault(group, []).append((h, strength))
        self.known: dict[Any, Any] = {}

    @kept
    def led_from(self, group: Group, h: Hex) -> float:
        """Strength that somebody in a hex would lead of a group."""
        return sum([value for at, value in self._left.get(group, ()) if self._distance(h, at) <= self._limit])


def felt(beyond: int, first: float = 0.75, less: float = 0.12) -> float:
    """1 within a range, less the farther ``beyond`` it, by ``less`` a hex from ``first`` on."""
    return 1.0 if beyond <= 0 else max(0.0, first - less * beyond)


class Ranged(Position):
    """Answers about command where every headquarters leads all of its side in its range, and others serve in theirs."""

    command: int
    """Hexes in which headquarters lead."""
    _asked: tuple[Mapping[Unit, Hex] | None, str, tuple[list[Hex], list[float]]] = None, "", ([], [])
    """Who is served by how many, as it was asked last."""

    @abstractmethod
    def heads(self, side: str) -> Sequence[Force]:
        """Headquarters of a side that lead."""

    @abstractmethod
    def serves(self, u: Unit) -> int:
        """Hexes in which a unit leads or serves others."""

    def led(self, u: Unit, h: Hex, heads: Mapping[Unit, Hex]) -> float:
        """1 in range of a headquarters once some stand elsewhere, less the farther away; 1 for a side without any."""
        now = self._heads(self.c.roster.side[u])
        return self._near(h, tuple([heads.get(v, at) for v, at in now]))

    @kept
    def _heads(self, side: str) -> list[tuple[Unit, Hex]]:
        return [(f.unit, f.hex) for f in self.heads(side)]

    @kept
    def _near(self, h: Hex, heads: tuple[Hex, ...]) -> float:
        return felt(min([self.c.grid.distance(h, at) for at in heads], default=0) - self.command)

    def leading(self, u: Unit, h: Hex, moved: Mapping[Unit, Hex]) -> float:
        """Defence of those who fight whom a unit in a hex would serve once some stand elsewhere; less of what is
        farther away than its range, or served by many others: nobody goes where all guns are for that alone."""
        side, reach = self.c.roster.side[u], self.serves(u)
        places, served = self._served(side, moved)
        there = self._share(h, reach)
        now = self._share(moved.get(u, self.c.state.hex_of[u]), reach)
        total = 0.0
        for (_, _, defense), at, by in zip(self._fighting(side), places, served, strict=True):
            share = there[at]
            total += defense * share / max((by - now[at] + share) / SEVERAL, 1.0)
        return total

    def _served(self, side: str, moved: Mapping[Unit, Hex]) -> tuple[list[Hex], list[float]]:
        """Where those of a side are who fight once some stand elsewhere, and by how many each of them is served. The
        same are asked for many hexes: kept as long as the same mapping is given, which is never changed."""
        asked, of, found = self._asked
        if asked is not moved or of != side:
            places = [moved.get(v, at) for v, at, _ in self._fighting(side)]
            rows = [self._share(moved.get(v, at), reach) for v, at, reach in self._serving(side)]
            by = {at: sum([row[at] for row in rows]) for at in {*places}}
            found = places, [by[at] for at in places]
            self._asked = moved, side, found
        return found

    def _share(self, h: Hex, reach: int) -> Shares:
        """By hex how well those in it are served by somebody in a hex."""

        def share(at: Hex) -> float:
            beyond = int(self.c.grid.distance(h, at)) - reach
            return max(felt(beyond, *SERVED), FOLLOWED * FADING**beyond)

        found: Shares = once(self.known, ("shares", h, reach), lambda: Shares(share))
        return found

    @kept
    def _serving(self, side: str) -> list[tuple[Unit, Hex, int]]:
        return [(f.unit, f.hex, self.serves(f.unit)) for f in self.forces(side) if f.leads]

    @kept
    def _fighting(self, side: str) -> list[tuple[Unit, Hex, float]]:
        return [(f.unit, f.hex, f.defense) for f in self.forces(side) if not f.leads]


def foremost(k: Position, units: Iterable[Unit], strength: Callable[[Unit], float]) -> list[Unit]:
    """Units in order, the nearest to their enemy first, of those the strongest."""
    at, sides, other = k.c.state.hex_of, k.c.roster.side, k.c.other
    return sorted(units, key=lambda u: (k.away(at[u], other(sides[u])), -strength(u), u))


def let_act(
    units: Iterable[Unit], heads: Callable[[Unit], Iterable[Unit]], points: Callable[[Unit], int]
) -> list[Unit]:
    """Those of some units, taken in their order, whom headquarters let act: each by the one of its ``heads`` that has
    most points left, as long as any has one."""
    spent, found = dict[Unit, int](), list[Unit]()
    for u in units:
        free = [hq for hq in heads(u) if points(hq) > spent.get(hq, 0)]
        if free:
            hq = max(free, key=lambda hq: (points(hq) - spent.get(hq, 0), -hq))
            spent[hq] = spent.get(hq, 0) + 1
            found.append(u)
    return found
