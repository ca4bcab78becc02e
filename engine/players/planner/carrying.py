"""Orders as deeds: what is alike wherever plans are carried out, whatever the actions of a game are called."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.play.step import Context
from engine.players.planner.plan import NOBODY, Order
from engine.players.planner.planning import allowed

Worth = Callable[[Hex], float]
Told = dict[Hex, list[Unit]]


def aimed(orders: Mapping[Unit, Order], at: Sequence[Hex], may: Callable[[Unit, Hex], bool]) -> Told:
    """By target those who are told to attack it, stand where they were told to, and ``may``; ``at`` is where units
    are."""
    found: dict[Hex, list[Unit]] = {}
    for u, (h, target) in sorted(orders.items()):
        if target != NOBODY and at[u] == h and may(u, target):
            found.setdefault(target, []).append(u)
    return found


def listed(orders: Mapping[Unit, Order], at: Sequence[Hex], able: Mapping[Hex, Collection[Unit]]) -> Told:
    """The same where it is listed by target who may attack it now."""
    return aimed(orders, at, lambda u, target: u in able.get(target, ()))


def assembled(
    c: Context[Any],
    target: Hex,
    joined: Collection[Unit],
    wanted: Mapping[Hex, Sequence[Unit]],
    may: Callable[[Unit], bool],
    prize: Worth = lambda h: 0.0,
    aid: Callable[[], Action | None] = lambda: None,
) -> Action:
    """The next deed where attacks are made up one by one: the ``target``, who joins it, what betters it, the die; the
    end after the last.

    What is made up now has some who ``joined`` it; ``wanted`` is by target who is to, and ``may`` who still can. The
    target of the greatest ``prize`` comes first; ``aid`` is asked for once all have joined.
    """
    if target != NOBODY and (joined or target in wanted):
        for u in wanted.get(target, ()):
            if u not in joined and may(u):
                return Action("add", (c.roster.ids[u],))
        return (aid() or Action("roll")) if joined else Action("cancel")
    if wanted:
        return Action("target", (c.label(max(wanted, key=lambda h: (prize(h), -h))),))
    return Action("cancel" if target != NOBODY else "end")


def united(
    units: Sequence[Unit], group: Callable[[Unit], Hashable], together: Callable[[Sequence[Unit]], bool]
) -> list[Unit]:
    """As many of some units as may act ``together``, those of the group that has most of them first."""
    if together(units):
        return list(units)
    groups = [group(u) for u in units]
    return sorted(agreeing(sorted(units, key=lambda u: (-groups.count(group(u)), u)), together))


def unfinished(orders: Mapping[Unit, Order], at: Sequence[Hex], able: Mapping[Hex, Collection[Unit]]) -> bool:
    """Whether somebody is missing from an attack that can still be made: he stands elsewhere than he was told to, or
    may not; ``able`` is by target who may."""
    told = ((u, h, target) for u, (h, target) in orders.items() if target in able)
    return any(at[u] != h or u not in able[target] for u, h, target in told)


def astray(orders: Mapping[Unit, Order], at: Sequence[Hex]) -> bool:
    """Whether somebody who is still there stands elsewhere than where he was told to attack from."""
    return any(target != NOBODY and at[u] >= 0 and at[u] != h for u, (h, target) in orders.items())


def agreeing(units: Iterable[Unit], together: Callable[[Sequence[Unit]], bool]) -> list[Unit]:
    """Those of some units, taken in their order, who may act ``together`` with all before them."""
    found = list[Unit]()
    for u in units:
        if together([*found, u]):
            found.append(u)
    return found


def standing(c: Context[Any]) -> Mapping[Action, Mapping[Unit, Hex]]:
    """The allowed actions of a step in which units come to stand elsewhere one by one, each with whom it takes where;
    the one that takes nobody first. Steps in which all can be taken at once have that one left out."""
    ways = sorted((a for a in c.step.legal(c) if a.verb != "all"), key=lambda a: (bool(a.args), a.args))
    return {a: {c.unit(a.args[0]): c.hex(a.args[-1])} if a.args else {} for a in ways}


@dataclass(frozen=True)
class Terms:
    """What a game says of its moves, for one position of it."""

    strength: Callable[[Unit], float]
    """By what units go first, and are kept."""
    may: Callable[[Unit], bool]
    """Whether a unit may move now."""
    begun: Callable[[Unit], bool]
    """Whether it has moved in this phase already, or come onto the map."""
    spent: Callable[[Unit], bool]
    """Whether it has, and goes nowhere else by a plan."""
    there: Callable[[Hex], Sequence[Unit]]
    """Units of the side that moves in a hex."""
    fits: Callable[[Sequence[Unit], Hex], bool]
    """Whether a hex holds so many."""
    verbs: tuple[str, ...] = ("move",)
    """Verbs that take a unit to another hex, the usual one first."""


class Carrying:
    """The moves of a plan one after the other: the strong first, each as soon as it is let go and finds room."""

    def __init__(self, c: Context[Any], orders: Mapping[Unit, Order], terms: Terms) -> None:
        self.c, self.orders, self.terms, self._at = c, orders, terms, c.state.hex_of

    def _going(self) -> Iterator[Unit]:
        """Who is told to go elsewhere, the strong ones first, who serves others after them."""
        for u in sorted(self.orders, key=lambda u: (-self.terms.strength(u), u)):
            if self.orders[u].hex != self._at[u]:
                yield u

    def _named(self, u: Unit, verb: str, h: Hex = NOBODY) -> Action:
        """A deed of a unit, in a hex if one is given."""
        return Action(verb, (self.c.roster.ids[u], *((self.c.label(h),) if h != NOBODY else ())))

    def let_go(self, verb: str) -> Action | None:
        """The strongest unit that is to go elsewhere and must be let go for it."""
        return allowed(self.c, (self._named(u, verb) for u in self._going() if not self.terms.may(u)))

    def move(self) -> Action | None:
        """The first unit that can go where it is told."""
        able = ((u, self.orders[u].hex) for u in self._going() if not self.terms.spent(u) and self.terms.may(u))
        going = ((u, h) for u, h in able if self.room(u, h))
        return allowed(self.c, (self._named(u, verb, h) for u, h in going for verb in self.terms.verbs))

    def room(self, u: Unit, h: Hex) -> bool:
        """Whether a hex holds a unit beside those who stay in it."""
        orders, t = self.orders, self.terms
        left = [v for v in t.there(h) if v not in orders or orders[v].hex == h or t.begun(v) or not t.may(v)]
        return t.fits([*left, u], h)

    def enter(self, comers: Iterable[Unit], ways: Callable[[Unit], Mapping[Hex, str]], worth: Worth) -> Action | None:
        """The first of some units that can comes in where it is worth most and there is room, by the verb of that
        hex."""
        for u in comers:
            verbs = ways(u)
            places = (h for h in sorted(verbs, key=lambda h: (-worth(h), h)) if self.room(u, h))
            if found := allowed(self.c, (self._named(u, verbs[h], h) for h in places)):
                return found
        return None

    def follow(self, units: Iterable[Unit], reach: Callable[[Unit], Iterable[Hex]], worth: Worth) -> Action | None:
        """Of some units that no plan is for the first that can go on to where it is worth most."""
        for u in units:
            if u not in self.orders and self.terms.may(u):
                places = [h for h in reach(u) if h == self._at[u] or self.room(u, h)]
                best = max(places, key=lambda h: (worth(h), h == self._at[u], -h))
                if best != self._at[u] and (found := allowed(self.c, [self._named(u, self.terms.verbs[0], best)])):
                    return found
        return None

    def unpacked(self, full: Iterable[Hex], reach: Callable[[Unit], Mapping[Hex, int]], verb: str) -> Action | None:
        """Out of a hex that holds too many to the nearest with room; whoever cannot go is given up, the weakest first,
        by ``verb``."""
        for h in sorted(full):
            units = sorted(self.terms.there(h), key=lambda u: (self.terms.strength(u), u))
            able = {u: sorted(reach(u), key=lambda n: (reach(u)[n], n)) for u in units if self.terms.may(u)}
            going = ((u, to) for u, hexes in able.items() for to in hexes if to != h and self.room(u, to))
            found = allowed(self.c, (self._named(u, self.terms.verbs[0], to) for u, to in going))
            if found := found or allowed(self.c, (self._named(u, verb) for u in units)):
                return found
        return None
