"""The maps of one position: where everybody can go, what the enemy strikes at, supply, and what the ground is worth.

What is made of a position, such as its attacks, knows its maps and never the other way round: then all of it is gone as
soon as nobody asks any more, and no search for garbage has to find it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.players.planner.calls import Calls
from engine.players.planner.distances import Distances, within
from engine.players.planner.knowledge import Force, Knowledge
from engine.players.planner.lifelines import AWAY, Lifelines
from engine.players.planner.posts import Posts
from engine.players.planner.strikes import NOBODY
from engine.players.planner.threats import Threat
from engine.players.planner.weights import Weights

CUTS = 1
"""Hexes of own lines in which it is looked at what an enemy would cut there."""
SHUT = 2
"""Hexes from a unit that is cut off to those who shut it in."""


class Maps:
    """What is known of one position. Maps are drawn when first looked at."""

    def __init__(
        self, k: Knowledge, w: Weights, distances: Distances, ready: Iterable[Unit], halted: Collection[Unit],
        places: Mapping[Unit, Collection[Hex]], like: Maps | None,
    ) -> None:  # fmt: skip
        """All of it is given by a ``Situation``, which tells what it is."""
        self._like = like
        self.k, self.w = k, w
        self.mine: dict[Unit, Force] = {f.unit: f for f in k.forces(k.side)}
        self.ready = [u for u in sorted(set(ready)) if u in self.mine]
        self.halted = frozenset(halted)
        self.foes: dict[Hex, list[Force]] = {}
        for f in k.forces(k.enemy):
            self.foes.setdefault(f.hex, []).append(f)
        self.distances = distances
        self._choices: dict[Unit, dict[Hex, int]] = {
            u: {**dict.fromkeys(hexes, 1), self.mine[u].hex: 0} for u, hexes in places.items() if u in self.mine
        }
        self._placed = bool(places)
        self._cuts: dict[Hex, float] = {}
        self._lifted: dict[Hex, float] = {}
        self._gains: dict[tuple[Hex, ...], float] = {}
        self._best: dict[Unit, float] = {}

    def choices(self, u: Unit) -> Mapping[Hex, int]:
        """Hexes that a unit can end its movement in, with what getting there costs."""
        found = self._choices.get(u)
        if found is None:
            ways = {} if u in self.halted else self.k.travel(u)
            found = {h: cost for h, cost in ways.items() if h not in self.foes}
            found = self._choices[u] = {**found, self.mine[u].hex: 0}
        return found

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
        return (
            self._like.lines
            if self._like
            else Lifelines(self.k, self.k.side, self.w.after, _share(self.w.penned, self.w.line))
        )

    @cached_property
    def foe_lines(self) -> Lifelines:
        """That of the enemy."""
        return (
            self._like.foe_lines
            if self._like
            else Lifelines(self.k, self.k.enemy, self.w.after, _share(self.w.pens, self.w.cut))
        )

    @cached_property
    def posts(self) -> Posts:
        """What hexes are worth."""
        return Posts(self.k, self.w, self.threat, self.lines, self.distances, self.calls)

    @cached_property
    def calls(self) -> Calls | None:
        """Who is called where, once that is found; nobody where nobody moves, or only ends a move."""
        if not self.w.watched or self._placed or self.halted.issuperset(self.ready):
            return None
        return Calls(self.k, self.w.watched, self.lines, self.distances)

    def instead(self, u: Unit, h: Hex) -> float:
        """How much more a unit would have from its best place than from a hex, danger left aside."""
        best = self._best.get(u)
        if best is None:
            best = self._best[u] = max([self.posts.alone(u, n) for n in self.choices(u)])
        return best - self.posts.alone(u, h)

    # ------------------------------------------------------------------ what ground is worth
    def ground(self, h: Hex) -> float:
        """What driving the enemy out of a hex brings: its goal, that it lies on the way of those who may act, and what
        he does to own lines and goals from there."""
        share = min(self.posts.pull(h) / self._foremost, 1.0) if self._foremost > 0 else 1.0
        return self.w.ground * share + self.k.goals().get(h, 0.0) + self.lifted(h) + self.severed(h)

    def lifted(self, h: Hex) -> float:
        """What own lines and goals gain once the enemies in a hex are driven out."""
        if h not in self._lifted:
            self._lifted[h] = self.relief(h) + self.menace(h) + self._barring.get(h, 0.0) if h in self.foes else 0.0
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

    @cached_property
    def _barring(self) -> dict[Hex, float]:
        """By hex what lines bring that those in it bar from beside them: each stack has its part of a hex."""
        found = dict[Hex, float]()
        for n, worth in sorted(self.k.opens().items()):
            by = [h for h, forces in self.foes.items() if n in self.k.zone(h) and not all(f.leads for f in forces)]
            for h in by:
                found[h] = found.get(h, 0.0) + worth / len(by)
        return found

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
                now, without = (self.threat.blow(goal, stack, self.w.retreat, g).cost for g in (NOBODY, gone))
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

    def severed(self, h: Hex) -> float:
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

    def lived_by(self, h: Hex) -> float:
        """What the side loses that lives by a line through a hex where the enemy would stand."""
        if not self.w.severed or not self.foes or h not in self.lines.flow:
            return 0.0
        return self.w.severed * max(self.lines.lost({min(self.foes.values())[0].unit: h}), 0.0)

    def broken(self, h: Hex, units: Iterable[Unit]) -> float:
        """How far a way through own units in a hex counts as open."""
        stack = [self.mine[u] for u in sorted(units)]
        return self.w.through * self.threat.blow(h, stack, self.w.retreat).emptied


def _share(penned: float, line: float) -> float:
    """What having no way home counts against what being without supply does."""
    return penned / line if line else 0.0
