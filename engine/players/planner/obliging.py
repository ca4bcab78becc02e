"""Attacks that are declared together, where one obliges to others: whoever attacks must take on all who bind him."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene
from engine.players.planner.exchange import NO_ATTACK
from engine.players.planner.situation import Situation

Aims = tuple[Hex, ...]
Chosen = Mapping[Unit, Aims]
"""Who attacks which hexes, those of one battle all the same."""
LEAST = 0.05
"""Worth from which attacks are declared."""
PRICE = 0.12
"""What a point that betters a battle is worth elsewhere."""
MOST, LOOKS = 10, 60
"""Enemies that one attack may draw in; sets that are looked at to better one."""


class Obliging(ABC):
    """The attacks of one phase, found by adding one after the other with all that it obliges to."""

    aid = "help"
    """What points are in words."""
    done = Action("done")
    """By which the phase ends."""

    def __init__(
        self, around: Situation, beside: Mapping[Hex, Collection[Unit]], points: int, name: Callable[[Hex], str]
    ) -> None:
        """``beside`` are the enemy hexes with those who could attack each, ``points`` what can be given to that many
        battles to better them, ``around`` is what they are fought in, ``name`` is of hexes in words."""
        self.around, self.beside, self._points, self._name = around, beside, points, name

    @abstractmethod
    def gains(self, aims: Aims, units: tuple[Unit, ...]) -> tuple[float, float]:
        """What a battle brings by itself, and what a point adds less its ``PRICE``; ``NO_ATTACK`` for one not
        allowed."""

    @abstractmethod
    def obliges(self, aims: Aims, units: tuple[Unit, ...]) -> Iterable[Hex]:
        """Enemy hexes that somebody has to attack if a battle is made."""

    @abstractmethod
    def spent(self, h: Hex, units: tuple[Unit, ...]) -> Collection[Unit]:
        """Who of some units would attack a hex with nothing."""

    # ------------------------------------------------------------------ what they are worth
    def battles(self, chosen: Chosen) -> dict[Aims, tuple[Unit, ...]]:
        """The battles of a set, with who makes each."""
        found: dict[Aims, tuple[Unit, ...]] = {}
        for u, aims in sorted(chosen.items()):
            found[aims] = (*found.get(aims, ()), u)
        return found

    def value(self, chosen: Chosen) -> float:
        """What all battles bring together, the points going where they bring most."""
        worth = [self.gains(aims, units) for aims, units in sorted(self.battles(chosen).items())]
        more = sorted((gain for _, gain in worth if gain > 0), reverse=True)
        return sum(bare for bare, _ in worth) + sum(more[: self._points])

    # ------------------------------------------------------------------ what they oblige to
    def unmet(self, chosen: Chosen) -> tuple[Hex, Aims] | None:
        """An enemy hex that a battle obliges to attack and that nobody attacks, with that battle."""
        return next(self._lacks(chosen), None)

    def _lacks(self, chosen: Chosen) -> Iterator[tuple[Hex, Aims]]:
        aimed = {h for aims in chosen.values() for h in aims}
        for aims, units in sorted(self.battles(chosen).items()):
            yield from ((e, aims) for e in self.obliges(aims, units) if e not in aimed)

    def closed(self, chosen: Chosen) -> Chosen | None:
        """A set with all that it obliges to, as cheaply as can be found; ``None`` where that cannot be."""
        found = self._closed(chosen, self.value)
        if found is None or self.value(found) <= 0:
            # Who is free may oblige to ever more: then those share the work who are bound by it anyway.
            other = self._closed(chosen, lambda tried: (-sum(1 for _ in self._lacks(tried)), self.value(tried)))
            found = max((each for each in (found, other) if each is not None), key=self.value, default=None)
        return found

    def _closed(self, chosen: Chosen, key: Callable[[Chosen], Any]) -> Chosen | None:
        """The same by what of each set of answers to an obligation is best by a key."""
        for _ in range(MOST):
            lack = self.unmet(chosen)
            if lack is None:
                return chosen
            chosen = max(self._with(chosen, *lack), key=key, default={})
            if not chosen or self.value(chosen) == NO_ATTACK:
                return None
        return None

    def _with(self, chosen: Chosen, e: Hex, aims: Aims) -> Iterator[Chosen]:
        """Sets in which somebody attacks a hex too: who is free, one of another battle, or the same battle."""
        free = self._free(chosen, e)
        if free:
            yield {**chosen, **dict.fromkeys(free, (e,))}
        for u in self.beside.get(e, ()):
            yield {**chosen, u: (e,)}
        if all(e in self._aims(u) for u, other in chosen.items() if other == aims):
            both = tuple(sorted((*aims, e)))
            yield {u: both if other == aims else other for u, other in chosen.items()}

    def _free(self, chosen: Chosen, h: Hex) -> list[Unit]:
        """Units that could attack a hex, attack nobody, and keep a strength against it."""
        free = tuple(u for u in self.beside.get(h, ()) if u not in chosen)
        spent = self.spent(h, free) if free else ()
        return [u for u in free if u not in spent]

    def _aims(self, u: Unit) -> Sequence[Hex]:
        return [h for h, units in self.beside.items() if u in units]

    # ------------------------------------------------------------------ declaring them
    @abstractmethod
    def deeds(self, aims: Aims, units: tuple[Unit, ...]) -> Iterable[Action]:
        """The actions that declare a battle."""

    def actions(self, chosen: Chosen) -> list[tuple[Action, str]]:
        """The actions that declare a set, each with its reason; the end of the phase last."""
        found = list[tuple[Action, str]]()
        for aims, units in sorted(self.battles(chosen).items(), key=lambda p: -self.gains(*p)[0]):
            bare, more = self.gains(aims, units)
            where = " and ".join(map(self._name, aims))
            told = f"The attack on {where} is worth {bare:+.1f}, with {self.aid} {bare + max(more, 0):+.1f}."
            found += [(action, told) for action in self.deeds(aims, units)]
        return [*found, (self.done, f"All attacks together are worth {self.value(chosen):+.1f}.")]

    # ------------------------------------------------------------------ finding them
    def work(self) -> Iterator[Chosen]:
        """The best attacks, in pieces: each time the set so far."""
        chosen: Chosen = {}
        for _ in self.around.reached():
            yield chosen
        _ = self.around.lines.flow
        yield chosen
        now = 0.0
        hope: dict[Hex, float] = {}
        for h in self.beside:
            hope[h] = self.value(dict.fromkeys(self._free({}, h), (h,)))
            yield chosen
        for h in sorted(hope, key=lambda h: (-hope[h], h)):
            base, fought = chosen, any(h in aims for aims in chosen.values())
            for some in self._starts(base, h) if not fought else ():
                tried = self.closed({**base, **dict.fromkeys(some, (h,))})
                yield chosen
                for better in self._better(tried) if tried is not None else ():
                    if self.value(better) > now + LEAST:
                        chosen, now = better, self.value(better)
                    yield chosen

    def _starts(self, chosen: Chosen, h: Hex) -> Iterator[list[Unit]]:
        """Who could begin an attack on a hex: all who are free; then those alone who oblige to the fewest others."""
        free = self._free(chosen, h)
        if not free:
            return
        yield free
        aimed = {h, *(e for aims in chosen.values() for e in aims)}
        bound = {u: len(set(self.obliges((h,), (u,))) - aimed) for u in free}
        light = [u for u in free if bound[u] == min(bound.values())]
        if len(light) < len(free):
            yield light

    def _better(self, chosen: Chosen) -> Iterator[Chosen]:
        """The set changed unit by unit while it pays and obliges to nothing more, after each look at another."""
        now, looks, better = self.value(chosen), 0, True
        yield chosen
        while better and looks < LOOKS:
            better = False
            for tried in self._neighbours(chosen):
                looks += 1
                yield chosen
                if self.value(tried) > now + LEAST / 5 and self.unmet(tried) is None:
                    chosen, now, better = tried, self.value(tried), True
                    yield chosen
                    break

    def _neighbours(self, chosen: Chosen) -> Iterator[Chosen]:
        fought = sorted(set(chosen.values()))
        for u in sorted({*chosen, *(u for aims in fought for u in self._free(chosen, aims[0]))}):
            known = self._aims(u)
            for aims in fought:
                if aims != chosen.get(u) and all(h in known for h in aims):
                    yield {**chosen, u: aims}
            if u in chosen:
                yield {v: aims for v, aims in chosen.items() if v != u}


def declared(scene: Scene, search: Callable[[], Obliging], made: bool, undo: str) -> Iterator[Idea | None]:
    """The attacks that are worth most together, in a row; those that were ``made`` and cannot stand as they are, so
    that the phase may not end, are called off by the verb ``undo``."""
    if made:
        if scene.c.step.check(scene.c, Obliging.done) is not None:
            for action in (a for a in scene.legal if a.verb == undo):
                yield Idea(action, undo, "The attack obliges to more than can be attacked")
    elif "declared" not in scene.notes:
        scene.notes["declared"] = True
        found = search()
        for chosen in found.work():
            scene.script = found.actions(chosen)
            yield None
