"""Attacks on all targets together: who attacks what from where, found by local search on their joint worth.

A unit that one attack can spare may be what carries another over the next column, and a unit that stands behind one
target may be what leaves another no way out: so no attack is made up by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.players.planner.knowledge import Stand

Choice = tuple[Hex, Hex]
"""A hex to attack from, and the hex attacked."""
Set = dict[Unit, Choice]
"""Who attacks what from where; who is not in it attacks nobody."""
Worth = Callable[[Hex, Sequence[Stand], frozenset[Hex]], float]
"""What an attack on a hex by some units is worth while these hexes around it are taken by attackers of any target."""
LEAST = 1e-9


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
        self._room, self._worth, self._budget = dict(room), worth, budget
        self._around = {t: frozenset(around(t)) for t in self.targets()}
        self._known: dict[tuple[Hex, tuple[Stand, ...], frozenset[Hex]], float] = {}
        self.valued = 0
        """Attacks that were valued so far; the same one again costs nothing."""

    def targets(self) -> list[Hex]:
        """Hexes that anybody could attack."""
        return sorted({t for choices in self.options.values() for _, t in choices})

    def best(self) -> tuple[float, Set]:
        """The best set that was found, and its worth: one is changed while it pays, begun with each target in turn."""
        value, found = self._climbed(0.0, {})
        for t in self.targets():
            start = max(((self.value(g), n, g) for n, g in enumerate(self._gathered({}, t, free=True))), default=None)
            if self.valued >= self._budget:
                break
            if start is not None:
                value, found = max((value, found), self._climbed(start[0], start[2]), key=lambda v: v[0])
        return value, found

    def _climbed(self, value: float, found: Set) -> tuple[float, Set]:
        """The set that a row of changes leads to, each of which pays."""
        while self.valued < self._budget:
            better = self._first(value, self._neighbours(found))
            if better is None:
                break
            value, found = better
        return value, found

    def value(self, found: Set) -> float:
        """The joint worth of a set."""
        taken = frozenset(h for h, _ in found.values())
        stands: dict[Hex, list[Stand]] = {}
        for u, (h, target) in sorted(found.items()):
            stands.setdefault(target, []).append(Stand(u, h))
        return sum(self._one(t, tuple(who), taken & self._around[t]) for t, who in sorted(stands.items()))

    def _one(self, target: Hex, stands: tuple[Stand, ...], taken: frozenset[Hex]) -> float:
        key = (target, stands, taken)
        known = self._known.get(key)
        if known is None:
            self.valued += 1
            known = self._known[key] = self._worth(target, stands, taken)
        return known

    def _first(self, value: float, sets: Iterable[Set]) -> tuple[float, Set] | None:
        """The first of some sets that is worth more."""
        for found in sets:
            new = self.value(found)
            if new > value + LEAST:
                return new, found
            if self.valued >= self._budget:
                return None
        return None

    # ------------------------------------------------------------------ what can be changed
    def _neighbours(self, now: Set) -> Iterator[Set]:
        """Sets that differ in one attack made up or given up, in the choice of one unit, or in those of two."""
        for t in self.targets():
            yield from self._gathered(now, t, free=True)
        for t in self.targets():
            yield from self._gathered(now, t, free=False)
            yield {u: choice for u, choice in now.items() if choice[1] != t}
        for u, choices in self.options.items():
            for choice in (*choices, None):
                if choice != now.get(u):
                    yield from self._fitting(_with(now, {u: choice}))
        yield from self._exchanged(now)

    def _gathered(self, now: Set, target: Hex, free: bool) -> Iterator[Set]:
        """More and more units against a target: each that could attack it and attacks nobody, or else from elsewhere.

        Single units often change nothing until the next column is reached, so all lengths are tried.
        """
        found = now
        for u, choices in self.options.items():
            if (free and u in now) or (u in found and found[u][1] == target):
                continue
            for choice in choices:
                if choice[1] == target and (fits := list(self._fitting(_with(found, {u: choice})))):
                    found = fits[0]
                    yield found
                    break

    def _exchanged(self, now: Set) -> Iterator[Set]:
        """Two units change places, or targets, where both may."""
        units = sorted(now)
        for n, u in enumerate(units):
            for v in units[n + 1 :]:
                if now[u] != now[v] and now[v] in self.options[u] and now[u] in self.options[v]:
                    yield _with(now, {u: now[v], v: now[u]})

    def _fitting(self, found: Set) -> Iterator[Set]:
        """The set, if no hex holds too many."""
        used: dict[Hex, int] = {}
        for h, _ in found.values():
            used[h] = used.get(h, 0) + 1
        if all(n <= self._room.get(h, 0) for h, n in used.items()):
            yield found


def _with(now: Set, changes: Mapping[Unit, Choice | None]) -> Set:
    """A set in which some units do something else."""
    new = {u: choice for u, choice in now.items() if u not in changes}
    new.update((u, choice) for u, choice in changes.items() if choice is not None)
    return new
