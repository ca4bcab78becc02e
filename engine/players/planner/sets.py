"""Attacks on all targets together: who attacks what from where, found by local search on their joint worth.

A unit that one attack can spare may be what carries another over the next column, and a unit that stands behind one
target may be what leaves another no way out: so no attack is made up by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from engine.components.grid import Hex, Unit
from engine.players.planner.knowledge import Stand

Choice = tuple[Hex, Hex]
"""A hex to attack from, and the hex attacked."""
Set = dict[Unit, Choice]
"""Who attacks what from where; who is not in it attacks nobody."""
Changes = dict[Unit, Choice | None]
"""What some units do instead; ``None`` is nothing."""
Stands = tuple[tuple[Unit, Hex], ...]
"""Who attacks a hex from where, by unit."""
Worth = Callable[[Hex, Sequence[Stand], frozenset[Hex]], float]
"""What an attack on a hex by some units is worth while these hexes around it are taken by attackers of any target."""
LEAST = 1e-9
BREATH, DEEP = 30, 4
"""Changes that are tried in one piece of thought, and attacks that are valued in it."""
T = TypeVar("T")


def finished(work: Generator[None, None, T]) -> T:
    """What work in pieces comes to, done at once."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found


@dataclass
class _Present:
    """The set that is being changed, with what is asked of it again and again."""

    chosen: Set = field(default_factory=dict)
    used: dict[Hex, int] = field(default_factory=dict)
    """Attackers in each hex, whatever they attack."""
    stands: dict[Hex, dict[Unit, Hex]] = field(default_factory=dict)
    """By target who attacks it from where."""
    values: dict[Hex, float] = field(default_factory=dict)

    @cached_property
    def taken(self) -> frozenset[Hex]:
        """Hexes with attackers in them."""
        return frozenset(h for h, n in self.used.items() if n)

    @property
    def value(self) -> float:
        """The joint worth."""
        return sum(self.values.values())


class Search:
    """The search for the best set of attacks. The same for the same questions, whatever machine it runs on."""

    def __init__(
        self,
        options: Mapping[Unit, Sequence[Choice]],
        room: Mapping[Hex, int],
        worth: Worth,
        around: Callable[[Hex], Iterable[Hex]],
        budget: int,
    ) -> None:
        """``options`` are the choices of each unit, ``room`` how many more attackers fit into each hex, ``around`` the
        hexes that matter to a target, ``budget`` how many attacks may be valued."""
        self.options = {u: tuple(options[u]) for u in sorted(options)}
        self._targets = sorted({t for choices in self.options.values() for _, t in choices})
        self._room, self._worth, self._budget = dict(room), worth, budget
        self._around = {t: frozenset(around(t)) for t in self.targets()}
        self._facing: dict[Hex, list[tuple[Unit, list[Choice]]]] = {t: [] for t in self.targets()}
        for u, choices in self.options.items():
            facing: dict[Hex, list[Choice]] = {}
            for choice in choices:
                facing.setdefault(choice[1], []).append(choice)
            for t, own in facing.items():
                self._facing[t].append((u, own))
        self._known: dict[tuple[Hex, Stands, frozenset[Hex]], float] = {}
        self._asked: tuple[_Present, Changes, dict[Hex, int] | None] = _Present(), {}, None
        """Who would be where by the changes that were looked at last, which are valued next."""
        self.valued = 0
        """Attacks that were valued so far; the same one again costs nothing."""
        self._best = self._now = _Present()
        """The best set that a row of changes led to, and the one that is being changed."""
        self.floor = 0.0
        """What the best set found so far is worth, while the search goes on."""

    def targets(self) -> list[Hex]:
        """Hexes that anybody could attack."""
        return self._targets

    def best(self) -> tuple[float, Set]:
        """The best set that was found, and its worth."""
        return finished(self.work())

    def work(self) -> Generator[None, None, tuple[float, Set]]:
        """The same in pieces."""
        return (yield from self.more(self._budget, self.thinking()))

    def more(self, budget: int, thought: Iterator[bool]) -> Generator[None, None, tuple[float, Set]]:
        """The same once so many attacks were valued in all: its ``thinking`` goes on from where it has stopped."""
        self._budget = budget
        for spent in thought:
            if spent:
                break
            yield
        best = max(self._best, self._now, key=lambda found: found.value)
        return best.value, dict(sorted(best.chosen.items()))

    def thinking(self) -> Iterator[bool]:
        """One set is changed while it pays, begun with each target in turn. In pieces: whether the budget is spent.

        It is kept by whoever goes on with it, not here: then all is gone as soon as nobody asks any more.
        """
        yield from self._climbed(_Present())
        for t in self.targets():
            while self.valued >= self._budget:
                yield True
            start = yield from self._begun(t)
            if start is not None:
                yield from self._climbed(start)

    def value(self, found: Set) -> float:
        """The joint worth of a set, which breaks no limit."""
        return self._with(_Present(), dict(found)).value

    def _begun(self, target: Hex) -> Generator[bool, None, _Present | None]:
        """The best single attack on a target."""
        empty = _Present()
        best: tuple[float, Changes] = (float("-inf"), {})
        for changes in self._gathered(empty, target, free=True):
            gain = self._gain(empty, changes)
            yield False
            if gain is not None and gain > best[0]:
                best = gain, dict(changes)
        return self._with(empty, best[1]) if best[1] else None

    def _climbed(self, start: _Present) -> Iterator[bool]:
        """Change a set as long as changes pay."""
        self._best, self._now = max(self._best, self._now, key=lambda found: found.value), start
        while (changes := (yield from self._better(self._now))) is not None:
            self._now = self._with(self._now, changes)
            self.floor = max(self.floor, self._now.value)
            yield False

    def _better(self, now: _Present) -> Generator[bool, None, Changes | None]:
        """The first changes that pay."""
        tried, valued = 0, self.valued
        for changes in self._neighbours(now):
            while self.valued >= self._budget:
                yield True
            gain = self._gain(now, changes)
            if gain is not None and gain > LEAST:
                return changes
            tried += 1
            if tried >= BREATH or self.valued - valued >= DEEP:
                tried, valued = 0, self.valued
                yield False
        return None

    # ------------------------------------------------------------------ what changes bring
    def _gain(self, now: _Present, changes: Changes) -> float | None:
        """By how much changes better a set; ``None`` where a hex would hold too many."""
        used = self._used(now, changes)
        if used is None:
            return None
        before = now.values
        return sum([v - before.get(t, 0.0) for t, v in self._changed(now, changes, used).items()])

    def _used(self, now: _Present, changes: Changes) -> dict[Hex, int] | None:
        """Attackers in the hexes that change; ``None`` where one would hold too many."""
        if self._asked[0] is now and self._asked[1] is changes:
            return self._asked[2]
        found: dict[Hex, int] = {}
        self._asked = now, changes, None
        chosen, before, room = now.chosen, now.used, self._room
        for u, choice in changes.items():
            old = chosen.get(u)
            if old is not None:
                h = old[0]
                found[h] = (found[h] if h in found else before.get(h, 0)) - 1
            if choice is not None:
                h = choice[0]
                found[h] = (found[h] if h in found else before.get(h, 0)) + 1
        for h, n in found.items():
            if n > room.get(h, 0):
                return None
        self._asked = now, changes, found
        return found

    def _changed(self, now: _Present, changes: Changes, used: Mapping[Hex, int]) -> dict[Hex, float]:
        """The worth of every attack that changes make, or change by taking or leaving a hex around its target."""
        flipped = [h for h, n in used.items() if (n > 0) != (now.used.get(h, 0) > 0)]
        targets, taken = set[Hex](), now.taken
        if flipped:
            targets.update(t for t in now.stands if not self._around[t].isdisjoint(flipped))
            taken = taken.difference(used).union([h for h, n in used.items() if n])
        for u, choice in changes.items():
            targets.update(c[1] for c in (now.chosen.get(u), choice) if c is not None)
        return {t: self._one(t, self._stands(now, changes, t), self._around[t] & taken) for t in sorted(targets)}

    @staticmethod
    def _stands(now: _Present, changes: Changes, target: Hex) -> Stands:
        """Who attacks a target once something is changed."""
        before = now.stands.get(target)
        who = [] if before is None else [(u, h) for u, h in before.items() if u not in changes]
        who += [(u, c[0]) for u, c in changes.items() if c is not None and c[1] == target]
        who.sort()
        return tuple(who)

    def _one(self, target: Hex, stands: Stands, taken: frozenset[Hex]) -> float:
        if not stands:
            return 0.0
        key = (target, stands, taken)
        known = self._known.get(key)
        if known is None:
            self.valued += 1
            known = self._known[key] = self._worth(target, tuple(map(Stand._make, stands)), taken)
        return known

    def _with(self, now: _Present, changes: Changes) -> _Present:
        """A set in which some units do something else."""
        used = self._used(now, changes) or {}
        values = {**now.values, **self._changed(now, changes, used)}
        chosen = {u: c for u, c in now.chosen.items() if u not in changes}
        chosen.update((u, c) for u, c in changes.items() if c is not None)
        stands: dict[Hex, dict[Unit, Hex]] = {}
        for u, (h, t) in chosen.items():
            stands.setdefault(t, {})[u] = h
        return _Present(chosen, {**now.used, **used}, stands, {t: v for t, v in values.items() if t in stands})

    # ------------------------------------------------------------------ what can be changed
    def _neighbours(self, now: _Present) -> Iterator[Changes]:
        """Changes of one attack that is made up or given up, of the choice of one unit, or of those of two."""
        for t in self.targets():
            yield from self._gathered(now, t, free=True)
        for t in self.targets():
            yield from self._gathered(now, t, free=False)
            if t in now.stands:
                yield dict.fromkeys(now.stands[t])
        for u, choices in self.options.items():
            present = now.chosen.get(u)
            for choice in choices:
                if choice != present:
                    yield {u: choice}
            if present is not None:
                yield {u: None}
        yield from self._exchanged(now)

    def _gathered(self, now: _Present, target: Hex, free: bool) -> Iterator[Changes]:
        """More and more units against a target: those that could attack it and attack nobody, or else from elsewhere.

        Single units often change nothing until the next column is reached, so all lengths are tried.
        """
        found: Changes = {}
        for u, choices in self._facing[target]:
            present = now.chosen.get(u)
            if present is not None and (free or present[1] == target):
                continue
            for choice in choices:
                more: Changes = {**found, u: choice}
                if self._used(now, more) is not None:
                    found = more
                    yield found
                    break

    def _exchanged(self, now: _Present) -> Iterator[Changes]:
        """Two units change places, or targets, where both may."""
        units = sorted(now.chosen)
        for n, u in enumerate(units):
            for v in units[n + 1 :]:
                one, other = now.chosen[u], now.chosen[v]
                if one != other and other in self.options[u] and one in self.options[v]:
                    yield {u: other, v: one}
