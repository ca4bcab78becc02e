"""What stacks do together, planned before each goes its own way: assaults on places of value, and rings that cut off.

Whoever is cut off fights worse: a full place that stands every assault falls once units are in all hexes by which a
line could come to it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Container, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.players.greedy.scene import Scene
from engine.players.planner.noose import CLOSED, Noose, manned

PRIZES, FIELD = 8, 8
"""Places of value, and stacks elsewhere, that are looked at."""
FAR, MOST = 5, 7.0
"""Hexes around a stack within which a ring is looked for, and what it may cost."""
POST, HERE = 1.0, 0.3
"""What a hex of a ring costs that somebody has to go to, and one where somebody stands."""


class Told(NamedTuple):
    """Where a unit goes because of which enemies, and why."""

    target: Hex
    unit: Unit
    hex: Hex
    why: str


class Assaults(Protocol):
    """Who could take part in assaults, shared out over them."""

    @property
    def pool(self) -> Container[Unit]:
        """Units that could take part in one, or close a ring."""

    @property
    def used(self) -> set[Unit]:
        """Those of them who are spoken for; whoever is put in is."""


class Posts(Protocol):
    """A plan of movement as it grows: where units go, who is free to be told, who attacks."""

    goal: dict[Unit, Hex]
    free: list[Unit]
    attackers: set[Unit]

    def put(self, u: Unit, h: Hex, why: str) -> None:
        """A unit is given a place."""

    @property
    def scope(self) -> Scope:
        """What it still allows."""


@dataclass(frozen=True)
class Scope:
    """What a plan of movement still allows."""

    ways: Callable[[Unit], Collection[Hex]]
    """Where a unit can go."""
    fits: Callable[[list[Unit], Hex], bool]
    """Whether units find room in a hex."""
    stays: Callable[[Hex], bool]
    """Whether somebody stands in a hex at the end whatever is planned from now on."""
    exposure: Callable[[list[Unit], Hex], float]
    """What it costs that units stand in a hex in the enemy's next phase."""


class Stack(Protocol):
    """Enemies in a hex: how many, what they are worth together, whether they are in supply."""

    count: int
    worth: float
    supplied: bool


class Strike(Protocol):
    """An assault as planned: who from where, and what it is worth."""

    units: list[tuple[Unit, Hex]]
    value: float


@dataclass(frozen=True)
class Field:
    """What a game says of the ground and of the enemy on it, for one position."""

    prize: Callable[[Hex], float]
    """What having a place brings; nothing elsewhere."""
    beside: Callable[[Hex], Collection[Hex]]
    """Hexes from which a hex is attacked."""
    lanes: Callable[[Hex], Iterable[Hex]]
    """Hexes to which a line of the enemy's may go on from a hex."""
    feeds: Callable[[Hex, bool], bool]
    """Whether lines of the enemy's begin in a hex, or one at the rim of what is looked at (true) is in supply now."""
    endures: Callable[[Hex], bool]
    """Whether the enemy is in supply in a hex whoever stands around it."""
    stand: Callable[[Hex], bool]
    """Whether a unit could be put into a hex at all."""
    guard: Callable[[Unit], Any]
    """By what units are put in order for a hex of a ring, those first who are best for it."""
    name: Callable[[Hex], str]
    """A hex in words."""


S = TypeVar("S", bound=Strike)


class Joint(NamedTuple, Generic[S]):
    """What stacks would do together: what it is worth, the assault, and who would close a ring where."""

    value: float
    strike: S | None
    ring: Mapping[Unit, Hex]


def reopened(
    fed: Callable[[Mapping[Unit, Hex]], Sequence[int]], foes: Iterable[Hex], moved: Mapping[Unit, Hex]
) -> bool:
    """Whether enemies who are cut off get a line again once some units have ``moved``, by the hexes that are ``fed``
    then."""
    before, after = fed({}), fed(moved)
    return any(after[h] and not before[h] for h in foes)


def halted(scene: Scene, target: Hex, fed: Callable[[Mapping[Unit, Hex]], Sequence[int]], foes: Iterable[Hex]) -> None:
    """Of a script by which units advance into a hex only its end is left, where their going would let enemies out."""
    find = scene.c.roster.find
    going = {find(action.args[0]): target for action, _ in scene.script if action.verb == "advance"}
    if going and reopened(fed, foes, going):
        scene.script[:] = scene.script[-1:]


def closed_by(
    fed: Callable[[Mapping[Unit, Hex]], Sequence[int]], foes: Mapping[Hex, Stack], moved: Mapping[Unit, Hex]
) -> float:
    """What enemies in supply are worth that are cut off once some units have ``moved``, by the hexes fed then."""
    after = fed(moved)
    return sum(foe.worth for h, foe in foes.items() if foe.supplied and not after[h])


class Siege(ABC, Generic[S]):
    """Plans on top of those that are made; whoever is given a place by it is in ``orders``, assaults are in
    ``made``, and who is cut off by it before he is assaulted in ``starved``."""

    good: float
    """What acting together must bring."""
    cut: float
    """Share of what units are worth that it brings to cut them off, whoever attacks them later."""

    def __init__(self, posts: Posts, at: Sequence[Hex], foes: Mapping[Hex, Stack], field: Field) -> None:
        """``at`` is where units are, ``foes`` are the enemy's stacks."""
        self.p, self._scope, self._at, self._foes, self._field = posts, posts.scope, at, foes, field
        self.orders: list[Told] = []
        self.made: list[S] = []
        self.starved: set[Hex] = set()
        self._hands: dict[Hex, list[Unit]] = {}

    @property
    @abstractmethod
    def planner(self) -> Assaults:
        """Who could take part in assaults, by the posts that are given when the work begins."""

    @abstractmethod
    def strike(self, h: Hex, first: Sequence[tuple[Unit, Hex]] = (), starved: bool = False) -> S | None:
        """The best assault on a stack by who is not spoken for, beside some who are told to join it; on one that is
        ``starved`` as if it were cut off already."""

    @abstractmethod
    def bind(self, units: list[tuple[Unit, Hex]], target: Hex) -> None:
        """Units are spoken for, and need their room."""

    # ------------------------------------------------------------------ one target after the other
    def work(self) -> Iterator[None]:
        """The dearest targets first, each with all who can come."""
        for u in self.p.free:
            if u in self.planner.pool and u not in self.p.goal:
                for h in self._scope.ways(u):
                    self._hands.setdefault(h, []).append(u)
        yield
        for h in sorted(h for h, foe in self._foes.items() if not foe.supplied):
            yield from self._held(h)
        found = list[tuple[float, Hex]]()
        for h in self._targets():
            joint = yield from self._joint(h)
            found.append((joint.value, h))
        while found:
            found.sort(key=lambda f: (f[0], -f[1]))
            _, h = found.pop()
            joint = yield from self._joint(h)
            if joint.value >= max((value for value, _ in found), default=0.0):
                self._settle(h, joint)
            elif joint.value >= self.good:
                found.append((joint.value, h))

    def _targets(self) -> list[Hex]:
        """Enemy stacks in places of value, then the strongest others, as far as somebody can come beside them."""
        near = [h for h in sorted(self._foes) if any(n in self._hands for n in self._field.beside(h))]
        prizes = sorted((h for h in near if self._field.prize(h)), key=lambda h: (-self._field.prize(h), h))[:PRIZES]
        others = (h for h in near if self._foes[h].supplied and not self._field.prize(h))
        return [*prizes, *sorted(others, key=lambda h: (-self._foes[h].worth, h))[:FIELD]]

    def _joint(self, h: Hex) -> Generator[None, None, Joint[S]]:
        """The better of an assault and of a ring with an assault on who is in it, by those who are not spoken for."""
        plain = self.strike(h) if self._field.prize(h) else None
        yield
        best = Joint[S](plain.value if plain is not None else 0.0, plain, {})
        ring, inside = dict[Unit, Hex](), 0.0
        if self._foes[h].supplied:
            for found in self._ring(h):
                ring, inside = found or ({}, 0.0)
                yield
        if ring:
            value, strike = self._ringed(h, ring)
            value += self.cut * inside
            best = Joint(value, strike, ring) if value > max(best.value, self.good) else best
        return best

    def _settle(self, h: Hex, joint: Joint[S]) -> None:
        """It is agreed on, if it is good enough."""
        value, strike, ring = joint
        if value < self.good:
            return
        foe, where = self._foes[h], self._field.name(h)
        if ring:
            text = f"Closes the ring around {counted(foe.count, 'unit', 'units')} in {where}: worth {value:+.1f}."
            self._agree(ring.items(), h, text)
            self.starved.add(h)
        if strike is not None:
            comes = f"{counted(len(strike.units), 'unit comes', 'units come')} for {where}: worth {value:+.1f}."
            text = f"Joins the assault on {where}, which is cut off." if ring else comes
            self._agree([(u, n) for u, n in strike.units if u not in ring], h, text)
            self._keep(strike)

    def _held(self, h: Hex) -> Iterator[None]:
        """Who stands around enemies that are cut off stays there, if it takes nobody else to keep them so."""
        ring, worth = dict[Unit, Hex](), self._foes[h].worth
        for found in self._ring(h, closed=True):
            ring = found[0] if found else {}
            yield
        if ring and (value := self.cut * worth - sum(self._scope.exposure([u], n) for u, n in ring.items())) > 0:
            self._agree(ring.items(), h, f"Keeps the ring closed around {self._field.name(h)}: worth {value:+.1f}.")

    def _ringed(self, h: Hex, ring: Mapping[Unit, Hex]) -> tuple[float, S | None]:
        """What a ring is worth with the best assault on who is cut off in it, and that assault if there is one."""
        beside, busy = self._field.beside(h), self.planner.used
        first = [(u, n) for u, n in sorted(ring.items()) if n in beside]
        others = {u: n for u, n in sorted(ring.items()) if n not in beside}
        busy.update(others)
        strike = self.strike(h, first, starved=True)
        busy.difference_update(others)
        alone = sum(self._scope.exposure([u], n) for u, n in others.items())
        idle = sum(self._scope.exposure([u], n) for u, n in first)
        if strike is not None and strike.value > -idle:
            return strike.value - alone, strike
        return -idle - alone, None

    def _agree(self, units: Iterable[tuple[Unit, Hex]], target: Hex, why: str) -> None:
        """Units are given their places and are spoken for."""
        chosen = list(units)
        self.bind(chosen, target)
        for u, h in chosen:
            if u in self.p.free and u not in self.p.goal:
                self.p.put(u, h, why)
                self.orders.append(Told(target, u, h, why))

    def _keep(self, strike: S) -> None:
        self.p.attackers.update(u for u, _ in strike.units)
        self.made.append(strike)

    # ------------------------------------------------------------------ what was agreed
    @property
    def plans(self) -> tuple[list[S], set[Unit], set[Hex]]:
        """Its assaults, who is told to be somewhere, and who is cut off before."""
        return [*self.made], {told.unit for told in self.orders}, self.starved

    def joint(self) -> set[Hex]:
        """Hexes of those who act together with others out of other hexes."""
        found: dict[Hex, set[Hex]] = {}
        for told in self.orders:
            found.setdefault(told.target, set()).add(self._at[told.unit])
        return {h for hexes in found.values() if len(hexes) > 1 for h in hexes}

    def spared(self, stacks: Mapping[Hex, Iterable[Unit]]) -> set[Unit]:
        """Who takes part in nothing else on the way: those who act together with others and all in their ``stacks``,
        and whoever is told to be where he is, such as in a place that is held."""
        stay = {u for u, h in self.p.goal.items() if self._at[u] == h}
        return stay.union(u for h in self.joint() for u in stacks.get(h, ()))

    def kept(self, posts: Posts, able: Container[Unit], foes: Container[Hex]) -> None:
        """Another plan of movement keeps to it, as far as its units are ``able`` and the enemies still there."""
        scope = posts.scope
        for target, u, h, why in self.orders:
            going = u in able and u not in posts.goal and target in foes
            if going and h in scope.ways(u) and scope.fits([u], h):
                posts.put(u, h, why)
                posts.attackers.add(u)

    # ------------------------------------------------------------------ rings
    def _ring(self, h: Hex, closed: bool = False) -> Iterator[tuple[dict[Unit, Hex], float] | None]:
        """Who would close a ring around a stack, and the worth of the enemies who would be cut off in it; of one that
        is ``closed`` already only who stands in it."""

        def able(n: Hex) -> Iterator[Unit]:
            free = (u for u in self._hands.get(n, ()) if u not in self.planner.used and u not in self.p.goal)
            return (u for u in free if self._scope.fits([u], n))

        def price(n: Hex) -> float:
            if self._scope.stays(n):
                return CLOSED
            if not self._field.stand(n) or next(able(n), None) is None:
                return float("inf")
            there = any(self._at[u] == n for u in able(n))
            return HERE if there else float("inf") if closed else POST

        noose = Noose(self._field.lanes, h, price, self._field.feeds, FAR)
        if noose.shut or self._field.endures(h):
            return
        ring: list[Hex] = []
        for found in noose.work(MOST):
            yield None
            ring = found or []
        if ring:
            sent = manned(ring, {n: sorted(able(n), key=self._order(n)) for n in ring})
            inside = noose.inside(ring)
            yield sent, sum(foe.worth for n, foe in self._foes.items() if n in inside and foe.supplied)

    def _order(self, h: Hex) -> Callable[[Unit], tuple[bool, Any]]:
        """Who stands in a hex of a ring: somebody who is there, else the best for it."""
        return lambda u: (self._at[u] != h, self._field.guard(u))
