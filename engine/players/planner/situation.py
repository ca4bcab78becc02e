"""One position with all its maps: what plans are made of, and what orders can be given."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.players.planner.assault import Assault
from engine.players.planner.cordon import Cordon
from engine.players.planner.distances import FARTHEST, Distances, within
from engine.players.planner.guard import Guard
from engine.players.planner.knowledge import Force, Knowledge
from engine.players.planner.lifelines import AWAY, Lifelines
from engine.players.planner.plan import NOBODY, Order, Orders
from engine.players.planner.posts import Posts
from engine.players.planner.sectors import Sector, sectors
from engine.players.planner.strikes import NOBODY as NO_UNITS
from engine.players.planner.strikes import Strikes
from engine.players.planner.threats import Threat
from engine.players.planner.ways import Ways, paces
from engine.players.planner.weights import Weights

CUTS = 1
"""Hexes of own lines in which it is looked at what an enemy would cut there."""


SHUT = 2
"""Hexes from a unit that is cut off to those who shut it in."""


class Situation:
    """What the side that plans has before it. Maps are drawn when first looked at."""

    def __init__(
        self,
        k: Knowledge,
        ready: Iterable[Unit],
        w: Weights,
        *,
        halted: Collection[Unit] = (),
        later: Collection[Unit] = (),
        fights: bool = True,
        agreed: Mapping[Unit, Order] | None = None,
        distances: Distances | None = None,
        places: Mapping[Unit, Collection[Hex]] | None = None,
    ) -> None:
        """``ready`` are the units that may act now, of which those ``halted`` move no more; others will move ``later``.
        Nobody attacks unless the side ``fights`` before the enemy acts.

        ``agreed`` are attacks that earlier plans of the same turn have given some of them. ``places`` are the hexes
        that they may go to, where that is not a matter of their movement.
        """
        self.k, self.w = k, w
        self.mine: dict[Unit, Force] = {f.unit: f for f in k.forces(k.side)}
        self.ready = [u for u in sorted(set(ready)) if u in self.mine]
        self.halted, self._fights = frozenset(halted), fights
        self._later = [u for u in sorted(set(later)) if u in self.mine and not self.mine[u].leads]
        self.foes: dict[Hex, list[Force]] = {}
        for f in k.forces(k.enemy):
            self.foes.setdefault(f.hex, []).append(f)
        self.distances = distances or Distances(k.beside)
        self._choices: dict[Unit, dict[Hex, int]] = {
            u: {**dict.fromkeys(hexes, 1), self.mine[u].hex: 0} for u, hexes in (places or {}).items() if u in self.mine
        }
        self.agreed = {u: o for u, o in sorted((agreed or {}).items()) if u in self.mine and self._stands(u, o)}
        """What earlier plans of the same turn have given units to attack, as far as that can still be done."""
        self._cuts: dict[Hex, float] = {}
        self.fixed: dict[Hex, list[Unit]] = {}
        """Own units that may not act, by hex."""
        self._lifted: dict[Hex, float] = {}
        self._gains: dict[tuple[Hex, ...], float] = {}
        self._space: dict[Hex, int] = {}
        self._sector_of: dict[Hex, int] = {}
        for f in self.mine.values():
            if f.unit not in self.ready:
                self.fixed.setdefault(f.hex, []).append(f.unit)

    # ------------------------------------------------------------------ maps
    def drawn(self) -> Iterator[None]:
        """Find in pieces what the maps are drawn from that every plan looks at."""
        yield from self.reached()
        for goal in self.k.goals():
            self.k.way(goal)
            yield
        for lines in (self.lines, self.foe_lines) if not self.halted.issuperset(self.ready) else ():
            _ = lines.flow
            yield
        for u in self._later if self.w.through else ():
            self.k.travel(u)
            yield
        for f in self.k.forces(self.k.enemy) if self.w.through else ():
            self.k.travel(f.unit)
            self.distances.around(f.hex)
            yield
        for h in [*self.foes, *self.k.goals()] if self.w.severed else ():
            _ = self._severed(h) if h in self.foes else self._lived_by(h)
            yield
        yield from self._cordon.work() if self._cordon else ()
        for h in sorted({self.mine[u].hex for u in self.ready}):
            stack = [u for u, f in self.mine.items() if f.hex == h]
            self.posts.danger(h, stack)
            yield

    def reached(self) -> Iterator[None]:
        """Find in pieces where those who may act could go, and where enemies could who are near that."""
        for u in self.ready:
            yield
            self.choices(u)
        for u in self._near:
            yield
            self.k.reach(u)
        yield

    @cached_property
    def threat(self) -> Threat:
        """What the enemy could strike at, of those near enough to reach where somebody may go."""
        return Threat(self.k, self.k.enemy, self._near)

    @cached_property
    def _near(self) -> list[Unit]:
        """Enemies so near to where somebody may go that they could strike there."""
        k = self.k
        near = within(k.beside, {h for u in self.ready for h in self.choices(u)}, k.pace(k.enemy) + 1)
        return [f.unit for f in k.forces(k.enemy) if f.hex in near]

    @cached_property
    def lines(self) -> Lifelines:
        """The supply of the side that plans."""
        return Lifelines(self.k, self.k.side, self.w.after)

    @cached_property
    def foe_lines(self) -> Lifelines:
        """That of the enemy."""
        return Lifelines(self.k, self.k.enemy, self.w.after)

    @cached_property
    def posts(self) -> Posts:
        """What hexes are worth."""
        return Posts(self.k, self.w, self.threat, self.lines, self.distances)

    @cached_property
    def assault(self) -> Assault:
        """The attacks that could be made."""
        doomed = {f.unit for f in self.foe_lines.cut_off()} if self.w.cut else ()
        able = self.ready if self._fights else ()
        return Assault(self.k, able, self.w, self.ground, halted=self.halted, threat=self.threat, doomed=doomed)

    def ground(self, h: Hex) -> float:
        """What driving the enemy out of a hex brings: its goal, that it lies on the way of those who may act, and what
        he does to own lines and goals from there."""
        share = min(self.posts.pull(h) / self._foremost, 1.0) if self._foremost > 0 else 1.0
        return self.w.ground * share + self.k.goals().get(h, 0.0) + self.lifted(h) + self._severed(h)

    def lifted(self, h: Hex) -> float:
        """What own lines and goals gain once the enemies in a hex are driven out."""
        if h not in self._lifted:
            self._lifted[h] = self.relief(h) + self.menace(h) if h in self.foes else 0.0
        return self._lifted[h]

    def relief(self, h: Hex) -> float:
        """What own units are worth that get their supply back once the enemies in a hex are gone: half of it, where
        those in a hex beside it must go as well."""
        if not self.w.relief or not self._parted:
            return 0.0
        alone = self._freed(h)
        if alone or h not in self._parted:
            return self.w.relief * alone
        both = (self._freed(h, e) - self._freed(e) for e in self.k.beside(h) if e in self.foes)
        return self.w.relief * max(both, default=0.0) / 2

    def _freed(self, *hexes: Hex) -> float:
        """What own units have to lose that get their supply back once the enemies in all of some hexes are gone."""
        if hexes not in self._gains:
            gone = {f.unit: AWAY for h in hexes for f in self.foes[h]}
            self._gains[hexes] = max(-self.lines.lost(gone), 0.0)
        return self._gains[hexes]

    @cached_property
    def _parted(self) -> Collection[Hex]:
        """Hexes around own units that are cut off, in which those stand who shut them in."""
        return within(self.k.beside, {f.hex for f in self.lines.cut_off()}, SHUT)

    def menace(self, h: Hex) -> float:
        """What the enemies in a hex could do to held goals that the others could not do without them, and to own
        lines."""
        gone, total = frozenset(f.unit for f in self.foes[h]), 0.0
        for goal, stack in self._held.items() if self.w.menace else ():
            if self._strikes(h, goal):
                now, without = (self.threat.blow(goal, stack, self.w.retreat, g).cost for g in (NO_UNITS, gone))
                total += now - without
        return self.w.menace * (max(total, 0.0) + (self.w.line * self._cutting(h) if self.w.menace else 0.0))

    def _cutting(self, h: Hex) -> float:
        """The worth of who would lose supply if the most mobile of the enemies in a hex went where most hangs on it."""
        able = [f.unit for f in self.foes[h] if f.attack > 0 and not f.leads]
        if not able:
            return 0.0
        u = max(able, key=lambda u: (len(self.k.reach(u)), -u))
        likely = sorted(self.k.reach(u).keys() & self._hanging.keys(), key=lambda n: (-self._hanging[n], n))
        return max((self.lines.lost({u: n}) for n in likely[:CUTS]), default=0.0)

    @cached_property
    def _hanging(self) -> dict[Hex, float]:
        """By hex where nobody of the side stands what hangs on it or on one beside it."""
        flow, found, taken = self.lines.flow, dict[Hex, float](), {f.hex for f in self.mine.values()}
        for h, value in flow.items():
            for n in (h, *self.k.beside(h)):
                if n not in taken:
                    found[n] = max(found.get(n, 0.0), value)
        return found

    def _strikes(self, h: Hex, goal: Hex) -> bool:
        """Whether any of the enemies in a hex could attack a goal the next time."""
        sides = self.k.struck_from(goal, self.k.enemy)
        able = (f.unit for f in self.foes[h] if f.attack > 0 and not f.leads)
        near = self.distances.between(h, goal) <= self.k.pace(self.k.enemy) + 1
        return near and any(not self.k.reach(u).keys().isdisjoint(sides) for u in able)

    @cached_property
    def _held(self) -> dict[Hex, list[Force]]:
        """Goals of the side, with who stands in each."""
        held = (g for g in sorted(self.k.goals()) if self.k.holder(g) == self.k.side)
        return {g: [f for f in self.mine.values() if f.hex == g] for g in held}

    def _severed(self, h: Hex) -> float:
        """What the enemy loses who lives by a line through a hex that is taken from him."""
        if not self.w.severed or not self.ready or h not in self.foe_lines.flow:
            return 0.0
        if h not in self._cuts:
            u = min(self.ready, key=lambda u: (self.distances.between(self.mine[u].hex, h), u))
            moved = {u: h, **{f.unit: AWAY for f in self.foes[h]}}
            self._cuts[h] = self.w.severed * max(self.foe_lines.lost(moved), 0.0)
        return self._cuts[h]

    @cached_property
    def _foremost(self) -> float:
        """How near to goals the foremost of those is who may act and fight."""
        return max(
            (self.posts.pull(f.hex) for u in self.ready if (f := self.mine[u]).attack and not f.leads), default=0.0
        )

    @cached_property
    def guard(self) -> Guard:
        """Ways that are open to what the side holds."""
        k, w = self.k, self.w
        held = {h: value + self._lived_by(h) for h, value in k.goals().items() if k.holder(h) == k.side}
        if not w.through:
            return Guard(k, k.side, held, k.pace(k.enemy), distances=self.distances)
        return Ways(k, k.side, held, paces(k, k.enemy, self.distances), self._broken)

    def _lived_by(self, h: Hex) -> float:
        """What the side loses that lives by a line through a hex where the enemy would stand."""
        if not self.w.severed or not self.foes or h not in self.lines.flow:
            return 0.0
        return self.w.severed * max(self.lines.lost({min(self.foes.values())[0].unit: h}), 0.0)

    def _broken(self, h: Hex, units: Iterable[Unit]) -> float:
        """How far a way through own units in a hex counts as open."""
        stack = [self.mine[u] for u in sorted(units)]
        return self.w.through * self.threat.blow(h, stack, self.w.retreat).emptied

    @cached_property
    def _cordon(self) -> Cordon | None:
        guard = self.guard
        if not isinstance(guard, Ways) or not self.w.open:
            return None
        able = {u: self.choices(u) for u in self.ready if u not in self.halted and not self.mine[u].leads}
        later = {u: self.k.travel(u) for u in self._later}
        return Cordon(guard, self.mine, {**later, **able}, self.w.open)

    @property
    def line(self) -> Mapping[Unit, Hex]:
        """Who of those who may still move is to stand where, so that the whole side leaves no free way; nobody where
        there is none."""
        return self._cordon.places if self._cordon else {}

    @cached_property
    def expected(self) -> dict[Unit, Hex]:
        """Where those who move later are taken to go."""
        return {u: h for u, h in self.line.items() if u in self._later and h != self.mine[u].hex}

    def free_goals(self, moved: Mapping[Unit, Hex]) -> dict[Hex, float]:
        """Goals of the side that an enemy could walk into once some units stand elsewhere, with their worth."""
        return self.guard.free_goals({**self.expected, **moved})

    @cached_property
    def sectors(self) -> list[Sector]:
        """The front in stretches."""
        return sectors(self.k)

    def sector_of(self, h: Hex) -> int:
        """The number of the sector that is nearest to a hex, -1 for none."""
        if h not in self._sector_of:
            far = self.distances.around(h)
            away = [min([far.get(own, FARTHEST + 1) for own in sector.hexes]) for sector in self.sectors]
            self._sector_of[h] = min(range(len(away)), key=lambda n: (away[n], n), default=-1)
        return self._sector_of[h]

    @cached_property
    def strikes(self) -> Strikes:
        """What the units that may still move could bring against a hex together."""
        return self.masses if self._fights else Strikes(self.k, self.k.side, ())

    @cached_property
    def masses(self) -> Strikes:
        """The same whether they attack now or the next time."""
        return Strikes(self.k, self.k.side, [u for u in self.ready if u not in self.halted])

    @cached_property
    def aims(self) -> Mapping[Hex, list[Hex]]:
        """By hex the enemy stacks that can be attacked from it, first those where most is won for the defence."""
        found: dict[Hex, list[Hex]] = {}
        prize = {t: (self.ground(t) + sum(sum(f.steps) for f in forces)) / (1 + sum(f.defense for f in forces))
                 for t, forces in self.foes.items()}  # fmt: skip
        for t in sorted(prize, key=lambda t: (-prize[t], t)):
            for h in self.k.struck_from(t, self.k.side):
                found.setdefault(h, []).append(t)
        return found

    # ------------------------------------------------------------------ orders
    @property
    def staying(self) -> Orders:
        """Everybody stays and attacks nobody."""
        return {u: Order(self.mine[u].hex) for u in self.ready}

    def _stands(self, u: Unit, order: Order) -> bool:
        """Whether a unit is where it was told to attack from, and somebody is there to be attacked."""
        return u in self.halted and self.mine[u].hex == order.hex and order.target in self.foes

    def choices(self, u: Unit) -> Mapping[Hex, int]:
        """Hexes that a unit can end its movement in, with what getting there costs."""
        found = self._choices.get(u)
        if found is None:
            ways = {} if u in self.halted else self.k.travel(u)
            found = {h: cost for h, cost in ways.items() if h not in self.foes}
            found = self._choices[u] = {**found, self.mine[u].hex: 0}
        return found

    def may(self, u: Unit, order: Order) -> bool:
        """Whether a unit could be told so, were it alone."""
        f = self.mine[u]
        if order.target == NOBODY:
            return order.hex in self.choices(u)
        stands = order.hex == f.hex or (u not in self.halted and order.hex in self.k.reach(u))
        able = self._fights and f.attack > 0 and not f.leads and order.target in self.foes
        return stands and able and order.hex in self.k.struck_from(order.target, self.k.side)

    def crowded(self, orders: Mapping[Unit, Order]) -> list[Hex]:
        """Hexes that would hold too many."""
        found: dict[Hex, int] = {}
        for h, _ in orders.values():
            found[h] = found.get(h, 0) + 1
        space = self.space
        return sorted([h for h, n in found.items() if n > space(h)])

    def space(self, h: Hex) -> int:
        """Units that find room in a hex beside those who may not act."""
        found = self._space.get(h)
        if found is None:
            found = self._space[h] = self.k.room(self.k.side, h) - len(self.fixed.get(h, ()))
        return found
