"""One position with all its maps: what plans are made of, and what orders can be given."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.players.planner.approaches import Approaches
from engine.players.planner.assault import Assault, Field
from engine.players.planner.cordon import Cordon
from engine.players.planner.distances import FARTHEST, Distances
from engine.players.planner.guard import Guard
from engine.players.planner.knowledge import Knowledge
from engine.players.planner.lifelines import Lifelines
from engine.players.planner.maps import Maps
from engine.players.planner.plan import NOBODY, Order, Orders
from engine.players.planner.posts import Posts
from engine.players.planner.room import Room
from engine.players.planner.sectors import Sector, sectors
from engine.players.planner.strikes import Strikes
from engine.players.planner.threats import Threat
from engine.players.planner.ways import Ways, paces
from engine.players.planner.weights import Weights


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
        like: Situation | None = None,
        share: float = 1.0,
    ) -> None:
        """``ready`` are the units that may act now, of which those ``halted`` move no more; others will move ``later``.
        Nobody attacks unless the side ``fights`` before the enemy acts.

        ``agreed`` are attacks that earlier plans of the same turn have given some of them. ``places`` are the hexes
        that they may go to, where that is not a matter of their movement. ``like`` is another situation of the same
        position and weights: what does not depend on who may act is the same. ``share`` is how much of the thought
        that one plan is worth may be given to it.
        """
        self._share = share
        self._like = like
        known = distances or Distances(k.beside)
        self.maps: Maps = Maps(k, w, known, ready, halted, places or {}, like.maps if like else None)
        maps = self.maps
        self.k, self.w, self.distances = k, w, maps.distances
        self.mine, self.foes, self.ready, self.halted = maps.mine, maps.foes, maps.ready, maps.halted
        self._fights = fights
        self._later = [u for u in sorted(set(later)) if u in self.mine and not self.mine[u].leads]
        self.choices, self.reached = maps.choices, maps.reached
        self.ground, self.lifted, self.relief = maps.ground, maps.lifted, maps.relief
        self.agreed = {u: o for u, o in sorted((agreed or {}).items()) if u in self.mine and self._stands(u, o)}
        """What earlier plans of the same turn have given units to attack, as far as that can still be done."""
        self.fixed: dict[Hex, list[Unit]] = {}
        """Own units that may not act, by hex."""
        self._space: dict[Hex, int] = {}
        self._sector_of: dict[Hex, int] = {}
        for f in self.mine.values():
            if f.unit not in self.ready:
                self.fixed.setdefault(f.hex, []).append(f.unit)

    def some(self, most: int) -> int:
        """How many are looked at where at ``most`` so many are: fewer where many plans are made in a turn."""
        return max(round(self._share * most), 1)

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
        yield from self.paced()
        for h in [*self.foes, *self.k.goals()] if self.w.severed else ():
            _ = self.maps.severed(h) if h in self.foes else self.maps.lived_by(h)
            yield
        yield from self.maps.calls.work() if self.maps.calls else ()
        yield from self._cordon.work() if self._cordon else ()
        yield from self.room.work() if self.room else ()
        for h in sorted({self.mine[u].hex for u in self.ready}):
            stack = [u for u, f in self.mine.items() if f.hex == h]
            self.posts.danger(h, stack)
            yield

    def paced(self) -> Iterator[None]:
        """The same of how far those come who move later, and the enemy: what free ways are found by."""
        for u in self._later if self.w.through else ():
            self.k.travel(u)
            yield
        for f in self.k.forces(self.k.enemy) if self.w.through else ():
            self.k.travel(f.unit)
            self.distances.around(f.hex)
            yield

    @cached_property
    def threat(self) -> Threat:
        """What the enemy could strike at."""
        return self.maps.threat

    @cached_property
    def lines(self) -> Lifelines:
        """The supply of the side that plans."""
        return self.maps.lines

    @cached_property
    def foe_lines(self) -> Lifelines:
        """That of the enemy."""
        return self.maps.foe_lines

    @cached_property
    def posts(self) -> Posts:
        """What hexes are worth."""
        return self.maps.posts

    @cached_property
    def assault(self) -> Assault:
        """The attacks that could be made."""
        doomed = {f.unit for f in self.foe_lines.cut_off()} if self.w.cut and self.foe_lines.runs else ()
        able = self.ready if self._fights else ()
        return Assault(
            self.k, able, self.w, self.ground, halted=self.halted, threat=self.threat, doomed=doomed, field=self.field,
            instead=self.maps.instead if self.w.instead else None,
        )  # fmt: skip

    @cached_property
    def field(self) -> Field:
        """Who stands where, and from where who is attacked."""
        return self._like.field if self._like else Field(self.k)

    @cached_property
    def guard(self) -> Guard:
        """Ways that are open to what the side holds."""
        k, w = self.k, self.w
        held = {h: value + self.maps.lived_by(h) for h, value in k.goals().items() if k.holder(h) == k.side}
        if not w.through:
            return Guard(k, k.side, held, k.pace(k.enemy), distances=self.distances)
        pace = paces(k, k.enemy, self.distances)
        near = Approaches(k, k.side, pace, self.distances, w.retreat) if w.storm else None
        fed = k.fed(k.side) if w.storm else ()
        return Ways(k, k.side, held, pace, self.maps.broken, self.distances, near, w.storm, fed)

    @cached_property
    def _cordon(self) -> Cordon | None:
        guard = self.guard
        if not isinstance(guard, Ways) or not self.w.open:
            return None
        able = {u: self.choices(u) for u in self.ready if u not in self.halted and not self.mine[u].leads}
        later = {u: self.k.travel(u) for u in self._later}
        return Cordon(guard, self.mine, {**later, **able}, self.w.open)

    @cached_property
    def room(self) -> Room | None:
        """What is left to those who act later."""
        return Room(self.maps, self.fixed) if self.w.room and self._fights else None

    @property
    def line(self) -> Mapping[Unit, Hex]:
        """Who of those who may still move is to stand where, so that the whole side leaves no free way; nobody where
        there is none."""
        return self._cordon.places if self._cordon else {}

    @cached_property
    def expected(self) -> dict[Unit, Hex]:
        """Where those who move later are taken to go: nobody out of a goal that stands open for it while those who move
        now are where they are, as they may do something else than stand in the line."""
        found = {u: h for u, h in self.line.items() if u in self._later and h != self.mine[u].hex}
        posted = [u for u in found if self.mine[u].hex in self.k.goals()]
        least = sum(self.guard.free_goals(found).values()) if posted else 0.0
        for u in posted:
            fewer = {v: h for v, h in found.items() if v != u}
            if (cost := sum(self.guard.free_goals(fewer).values())) < least:
                found, least = fewer, cost
        return found

    def free_goals(self, moved: Mapping[Unit, Hex]) -> dict[Hex, float]:
        """Goals of the side that an enemy could walk into once some units stand elsewhere, with their worth."""
        return self.guard.free_goals({**self.expected, **moved})

    @cached_property
    def sectors(self) -> list[Sector]:
        """The front in stretches."""
        return self._like.sectors if self._like else sectors(self.k)

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

    @property
    def movers(self) -> list[Unit]:
        """Who fights and may still move, now or later."""
        able = {u for u in self.ready if u not in self.halted and not self.mine[u].leads}
        return sorted(able.union(self._later))

    @cached_property
    def within_reach(self) -> frozenset[Hex]:
        """Hexes in which anybody of the side who attacks could be this time."""
        return frozenset(h for f in self.mine.values() if f.attack > 0 and not f.leads for h in self.k.reach(f.unit))

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
