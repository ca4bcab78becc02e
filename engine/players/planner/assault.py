"""The attacks of one phase as one question: what each brings by its table, what the reply to it would cost.

An attack is valued where it leaves its attackers: what the enemy could then strike at them, against what he can where
they stand now, is part of its worth.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.players.planner.exchange import NO_ATTACK, Expected, expected, forced_out, ways_out
from engine.players.planner.knowledge import Force, Knowledge, Stand
from engine.players.planner.sets import Choice, Search, Set, finished
from engine.players.planner.threats import Threat
from engine.players.planner.weights import Weights

Begun = tuple[Search, Iterator[bool]]
"""A search with its thinking, as far as it has come."""


class Valued(NamedTuple):
    """One attack of a plan, with what speaks for and against it."""

    target: Hex
    stands: tuple[Stand, ...]
    parts: tuple[tuple[str, float], ...]

    @property
    def value(self) -> float:
        """The sum of the parts."""
        return sum(v for _, v in self.parts)


class Field:
    """Who stands where in one position, and from where who is attacked: the same for whoever of a side attacks."""

    def __init__(self, k: Knowledge) -> None:
        self.k = k
        self.mine = {f.unit: f for f in k.forces(k.side)}
        self.theirs: dict[Hex, list[Force]] = {}
        for f in k.forces(k.enemy):
            self.theirs.setdefault(f.hex, []).append(f)

    @cached_property
    def aims(self) -> dict[Hex, list[Choice]]:
        """By hex what could be attacked from there."""
        found: dict[Hex, list[Choice]] = {}
        for t in sorted(self.theirs):
            for h in self.k.struck_from(t, self.k.side):
                found.setdefault(h, []).append((h, t))
        return found


class Assault:
    """All attacks that some units of the planning side could make now."""

    def __init__(
        self,
        k: Knowledge,
        ready: Iterable[Unit],
        w: Weights,
        ground: Callable[[Hex], float] | None = None,
        *,
        halted: Collection[Unit] = (),
        threat: Threat | None = None,
        doomed: Collection[Unit] = (),
        rings: dict[Hex, frozenset[Hex]] | None = None,
        field: Field | None = None,
        instead: Callable[[Unit, Hex], float] | None = None,
    ) -> None:
        """``ready`` are the units that may act, of which those ``halted`` go nowhere before they attack.

        ``ground`` is what emptying a hex is worth, by default its goal and as much as any; ``threat`` are the enemy's
        blows, if known; ``doomed`` are enemies without supply; ``rings`` is what ``around`` finds, and ``field`` who
        stands where, both shared with others; ``instead`` is how much more a unit would be worth elsewhere than in the
        hex from which it attacks.
        """
        self._rings: dict[Hex, frozenset[Hex]] = {} if rings is None else rings
        self.k, self.w, self._halted = k, w, frozenset(halted)
        able = set(ready)
        self._field = field or Field(k)
        self._mine, self._theirs = self._field.mine, self._field.theirs
        self._ready = [f for f in self._mine.values() if f.unit in able and f.attack > 0 and not f.leads]
        if doomed:
            self._theirs = {h: [_doomed(f, w) if f.unit in doomed else f for f in forces]
                            for h, forces in self._theirs.items()}  # fmt: skip
        self._ground = ground or (lambda h: w.ground + k.goals().get(h, 0.0))
        self._harm: dict[tuple[Hex, Hex, tuple[Unit, ...]], float] = {}
        self._patches: dict[Hex, frozenset[Hex]] = {}
        self._near: dict[Hex, frozenset[Hex]] = {}
        """Of the hexes that nobody retreats to those around a target."""
        self._outs: dict[tuple[Hex, frozenset[Hex]], int] = {}
        self._expected: dict[tuple[object, ...], Expected] = {}
        self._known_threat = threat
        self._search: Search | None = None
        self._instead = instead
        self.valued = 0
        """Attacks that were valued by the work that was done last."""

    @cached_property
    def _threat(self) -> Threat:
        return self._known_threat or Threat(self.k, self.k.enemy)

    # ------------------------------------------------------------------ what could be done
    @cached_property
    def options(self) -> dict[Unit, list[Choice]]:
        """For each unit that may act, from where it could attack what."""
        found: dict[Unit, list[Choice]] = {}
        aims = self._field.aims
        for f in self._ready:
            reach = {f.hex: 0} if f.unit in self._halted else self.k.reach(f.unit)
            near = sorted([(reach[h], h) for h in aims.keys() & reach.keys()])
            if near:
                found[f.unit] = [choice for _, h in near for choice in aims[h]]
        return found

    @cached_property
    def _staying(self) -> dict[Hex, list[Force]]:
        """Units that may not act now, by hex."""
        able = {f.unit for f in self._ready}
        found: dict[Hex, list[Force]] = {}
        for f in self._mine.values():
            if f.unit not in able:
                found.setdefault(f.hex, []).append(f)
        return found

    def best(self, budget: int) -> tuple[float, list[Valued]]:
        """The best attacks that ``budget`` valuations find, the most valuable first, and what they are worth."""
        return finished(self.work(budget))

    def begun(self) -> Begun:
        """A search for them that can go on with a greater budget."""
        hexes = sorted({h for choices in self.options.values() for h, _ in choices})
        room = {h: self.k.room(self.k.side, h) - len(self._staying.get(h, ())) for h in hexes}
        search = Search(self.options, room, self.worth, self.around, 0)
        return search, search.thinking()

    def work(self, budget: int, begun: Begun | None = None) -> Generator[None, None, tuple[float, list[Valued]]]:
        """The same in pieces; one that was ``begun`` goes on from where it has stopped."""
        search, thought = begun or self.begun()
        self._search = search
        try:
            value, found = yield from search.more(budget, thought)
        finally:
            self._search, self.valued = None, search.valued
        return value, sorted(self._told(found), key=lambda v: (-v.value, v.target))

    @property
    def floor(self) -> float:
        """What the best attacks are worth at least, as far as the work has come."""
        return 0.0 if self._search is None else self._search.floor

    def _told(self, found: Set) -> Iterable[Valued]:
        taken = frozenset(h for h, _ in found.values())
        stands: dict[Hex, list[Stand]] = {}
        for u, (h, t) in sorted(found.items()):
            stands.setdefault(t, []).append(Stand(u, h))
        for t, who in stands.items():
            yield Valued(t, tuple(who), tuple(self.parts(t, who, taken)))

    # ------------------------------------------------------------------ what it is worth
    def worth(self, target: Hex, stands: Sequence[Stand], taken: frozenset[Hex]) -> float:
        """The sum of the parts; ``NO_ATTACK`` where the table does not carry it."""
        return sum((v for _, v in self.parts(target, stands, taken)), 0.0)

    def parts(self, target: Hex, stands: Sequence[Stand], taken: frozenset[Hex]) -> list[tuple[str, float]]:
        """What speaks for and against an attack while attackers stand in ``taken``, the reply included."""
        found = self.exchange(target, stands, taken)
        if found[0][1] == NO_ATTACK:
            return found
        if self.w.reply:
            found = [*found, ("reply", -self.w.reply * self._exposed(target, stands))]
        if self._instead:
            found = [*found, ("instead", -self.w.instead * sum([self._instead(u, h) for u, h in stands]))]
        return found

    def exchange(self, target: Hex, stands: Sequence[Stand], taken: frozenset[Hex]) -> list[tuple[str, float]]:
        """The same without the reply: what the table brings both sides, the ground, what it binds."""
        e = self.mean(target, stands, taken)
        if not e.carried:
            return [("no attack", NO_ATTACK)]
        return [
            ("enemy losses", e.gain),
            ("own losses", -e.loss),
            ("ground", e.hope(self.w.luck) * self._ground(target)),
            ("effort", -self.w.effort * len(stands)),
        ]

    def mean(self, target: Hex, stands: Sequence[Stand], taken: frozenset[Hex]) -> Expected:
        """What the table brings in the mean."""
        out = self._out(target, taken)
        key = (target, out, *stands)
        found = self._expected.get(key)
        if found is None:
            who = [(self._mine[u], h) for u, h in stands]
            found = self._expected[key] = expected(self.k, who, self._theirs[target], target, out)
        return found

    def around(self, target: Hex) -> frozenset[Hex]:
        """Hexes from which attackers close ways out of a hex: as far as its retreats, and a zone farther."""
        found = self._rings.get(target)
        if found is None:
            near = edge = {target}
            for _ in range(self.w.retreat + 1):
                edge = set[Hex]().union(*map(self.k.beside, edge))
                near = near | edge
            found = self._rings[target] = frozenset(near)
        return found

    def _out(self, target: Hex, taken: frozenset[Hex]) -> int:
        """How many hexes who is in a target can retreat while attackers stand in some hexes, or how he gets away who
        cannot."""
        found = self._outs.get((target, taken))
        if found is None:
            if target not in self._near:
                self._near[target] = self._shut & self.around(target)
            closed = self._near[target].union(*map(self._patch, taken))
            found = ways_out(self.k.beside, target, self.w.retreat, closed)
            found = self._outs[target, taken] = found or forced_out(self.k.beside, target, closed, self._full | taken)
        return found

    def closed(self, taken: frozenset[Hex]) -> frozenset[Hex]:
        """Hexes that an enemy cannot retreat to without loss: those with units against him, and their zones."""
        return self._shut.union(*map(self._patch, taken))

    @cached_property
    def _shut(self) -> frozenset[Hex]:
        """The same while nobody who may act has gone anywhere."""
        full = {h for h, stack in self._theirs.items() if len(stack) >= self.w.shelter}
        return frozenset(full).union(*map(self._patch, self._staying))

    @cached_property
    def _full(self) -> frozenset[Hex]:
        """Hexes that an enemy cannot retreat to at all, whoever may act and has gone anywhere."""
        return frozenset(self._staying)

    def _patch(self, h: Hex) -> frozenset[Hex]:
        """A hex and those into which a unit in it has a zone."""
        found = self._patches.get(h)
        if found is None:
            found = self._patches[h] = frozenset((h, *self.k.zone(h)))
        return found

    def _exposed(self, target: Hex, stands: Sequence[Stand]) -> float:
        """How much more the enemy could do to the attackers where they would stand than where they are."""
        stacks: dict[Hex, list[Unit]] = {}
        for s in stands:
            stacks.setdefault(s.hex, []).append(s.unit)
        there = sum(self._reply(target, h, tuple(units)) for h, units in sorted(stacks.items()))
        return max(there - sum(self._reply(target, self._mine[s.unit].hex, (s.unit,)) for s in stands), 0.0)

    def _reply(self, target: Hex, h: Hex, units: tuple[Unit, ...]) -> float:
        """What the enemy's attacks on a stack would cost, were the enemies in the target out of the way."""
        key = (target, h, units)
        if key not in self._harm:
            gone = frozenset(f.unit for f in self._theirs[target])
            stack = [self._mine[u] for u in units] + self._staying.get(h, [])
            self._harm[key] = self._threat.blow(h, stack, self.w.retreat, gone).cost
        return self._harm[key]


def _doomed(f: Force, w: Weights) -> Force:
    """An enemy without supply, whose steps bring less."""
    return f._replace(steps=tuple(w.doomed * step for step in f.steps))


def moves(found: Iterable[Valued]) -> Mapping[Unit, Hex]:
    """Where each attacker goes."""
    return {s.unit: s.hex for v in found for s in v.stands}
