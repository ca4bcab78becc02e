"""Who is to stay in places: those who are of least use elsewhere, as many as it takes, and who has to rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Any, NamedTuple, Protocol

from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.play.step import Context
from engine.players.planner.knowledge import Force

OCCUPY = 0.9
"""Share of what a place is worth that staying in it counts."""


class Place(NamedTuple):
    """A place that somebody has to be in."""

    hexes: frozenset[Hex]
    """Any of them will do; the first that is meant is ``at``."""
    at: Hex
    worth: float


Occupiers = dict[Unit, list[tuple[frozenset[Hex], float]]]
"""By unit the places in one of whose hexes it is to be, with what that is worth."""


def occupiers(
    places: Iterable[Place],
    forces: Collection[Force],
    distance: Callable[[Hex, Hex], int],
    strength: Callable[[Unit], float],
) -> Occupiers:
    """For each place the unit of least use elsewhere: of those who are in it already, else of those who lead nobody,
    the nearest, and of those the weakest."""
    found: Occupiers = {}
    for place in places if forces else ():
        here = [f for f in forces if f.hex in place.hexes] or [f for f in forces if not f.leads] or forces
        far = {f.unit: distance(f.hex, place.at) for f in here}
        u = min(far, key=lambda u: (far[u], strength(u), u))
        found.setdefault(u, []).append((place.hexes, OCCUPY * place.worth))
    return found


def occupying(posts: Occupiers, u: Unit, h: Hex) -> float:
    """What it is worth that a unit stands in a hex, by the places that it is to occupy."""
    return sum((worth for hexes, worth in posts.get(u, ()) if h in hexes), 0.0)


# ---------------------------------------------------------------------- one for each
CALLED = 12
"""Hexes from which a unit is sent to a place."""
BESIDE = 1
"""Hexes from a place up to which it is as good to be there."""
FADING = 0.85
"""Share of what it is worth to be there that is felt one hex farther away than beside it."""
Spot = tuple[float, Hex]
"""What one unit is worth in a hex."""


def sent(
    spots: Iterable[Spot],
    units: Collection[Unit],
    far: Callable[[Unit, Hex], int],
    led: Container[Unit] | None = None,
) -> dict[Unit, Spot]:
    """By unit the place that it is sent to: to each, the dearest first, the nearest that is sent to no other, unless
    all are ``far`` away. Where it is told who is ``led``, all others serve only where they are."""
    found = dict[Unit, Spot]()
    for worth, h in sorted(spots, key=lambda s: (-s[0], s[1])):
        ways = ((far(u, h), u) for u in units if u not in found)
        near, u = min(
            (way for way in ways if led is None or way[1] in led or way[0] <= BESIDE), default=(CALLED + 1, -1)
        )
        if near <= CALLED:
            found[u] = worth, h
    return found


def felt(spot: Spot, far: int) -> float:
    """What a place is worth to the unit that is sent there, ``far`` hexes away from it; beside it as much as on it."""
    return float(spot[0] * FADING ** max(far - 1, 0))


# ---------------------------------------------------------------------- as many as it takes
RISK = 0.15
"""Chance of its fall in one attack up to which a place is safe."""
WORN = 2
"""Steps that a unit has lost when it goes to rest: a refit brings back one or two, and comes once."""
COMES, LOST, LEAST = 0.9, 0.03, 0.02
"""Chance that the enemy comes for a place that somebody is in; what each unit is worth that falls with it, in shares of
a place worth 1, and what each must spare."""
SHARES = (0.4, 0.7, 1.0)
"""Shares of what could come that are as likely each, as the enemy has other places to go to."""
SOME, RING = 1.0, 12
"""Strength that is feared everywhere; units that could close a ring around a place, two in each hex."""
HEAP = 180.0
"""Strength that finds room around a place at most: 45 in each of four hexes."""


class Roll(Protocol):
    """A plan of movement as it grows: where units go, and who is free to be told."""

    goal: dict[Unit, Hex]

    def put(self, u: Unit, h: Hex, why: str) -> None:
        """A unit is given a place."""


class Changed(Roll, Protocol):
    """The same where somebody can be told otherwise."""

    free: list[Unit]

    def unput(self, u: Unit) -> None:
        """A unit gives up its place again."""


class Hands(Roll, Protocol):
    """The same where it is known who could come to a hex."""

    def nearest(self, h: Hex) -> Unit:
        """The free unit that comes to a hex most easily, or can best be spared in it; -1 for none."""


@dataclass(frozen=True)
class Holding:
    """What a game says of places that can fall, for one position of it."""

    coming: Callable[[Hex], float]
    """Strength that the enemy could bring against a place."""
    staying: Mapping[Hex, Sequence[Unit]]
    """Who is in a hex whatever is planned."""
    room: Callable[[Hex], int]
    """Units that a place holds."""
    defense: Callable[[Unit], float]
    steps: Sequence[int]
    """By unit."""
    fall: Callable[[Hex, float, float, int], float]
    """The chance that a place falls to so much strength, with so much defence in it of so many steps."""
    name: Callable[[Hex], str]
    """A place in words."""
    worth: Callable[[Hex], float] = lambda h: 1.0
    """What a place is worth."""


def against(strength: float = 0.0, count: int = 0) -> float:
    """What a place is held against to which so much strength can come: twice as much where so many bring it that they
    could stand all around before they attack, since who is cut off fights half as well; something everywhere."""
    return max(SOME, strength) * (2 if count >= RING else 1)


def staying(stacks: Mapping[Hex, Sequence[Unit]], free: Collection[Unit]) -> dict[Hex, list[Unit]]:
    """By hex who of some stacks is not ``free`` to go."""
    bound = {h: [u for u in units if u not in free] for h, units in stacks.items()}
    return {h: units for h, units in bound.items() if units}


def garrisoned(roll: Hands, places: Iterable[Hex], terms: Holding) -> Iterator[None]:
    """To some places to which the enemy can come go as many units as make their fall unlikely: one after the other to
    where it, or with some more, spares most, the first of the places where that is alike; nobody to where all that
    could come spare little."""
    sites = dict[Hex, Site]()
    for h in places:
        yield
        if coming := min(terms.coming(h), HEAP):
            sites[h] = Site(terms, h, coming, _there(roll, h, terms))
    queue = [(-site.gain(roll.nearest(h)), n, h) for n, (h, site) in enumerate(sites.items())]
    heapify(queue)
    while queue:
        yield
        _, n, h = heappop(queue)
        u = roll.nearest(h)
        if (gain := sites[h].gain(u)) <= LEAST:
            continue
        if queue and -gain > queue[0][0]:
            heappush(queue, (-gain, n, h))
            continue
        sites[h].held.append(u)
        count, coming = len(sites[h].held), sites[h].coming
        roll.put(u, h, f"Number {count} in {terms.name(h)}, against {coming:.0f} factors that can come.")
        heappush(queue, (-sites[h].gain(roll.nearest(h)), n, h))


@dataclass
class Site:
    """A place to which so much strength of the enemy can come, and who will be in it."""

    terms: Holding
    h: Hex
    coming: float
    held: list[Unit]

    def gain(self, u: Unit) -> float:
        """What each of those who make the fall least likely spares who come into the place, all like a unit; nothing
        for none, where it is safe enough, and where there is no more room."""
        now, room = self._lost(0, u), self.terms.room(self.h) - len(self.held)
        if u < 0 or (self.held and _falls(self.terms, self.h, self.coming, self.held) <= RISK):
            return 0.0
        return max(((now - self._lost(more, u)) / more for more in range(1, room + 1)), default=0.0)

    def _lost(self, more: int, u: Unit) -> float:
        """What is lost on the average with so many more like a unit: the place, and all who fall with it."""
        t, count = self.terms, len(self.held) + more
        if not count:
            return t.worth(self.h)
        defense = sum(map(t.defense, self.held)) + (more * t.defense(u) if more else 0.0)
        steps = sum(t.steps[v] for v in self.held) + (more * t.steps[u] if more else 0)
        falls = sum(t.fall(self.h, share * self.coming, defense, steps) for share in SHARES) / len(SHARES)
        return falls * (COMES * t.worth(self.h) + LOST * count)


def resent(roll: Changed, sent: Mapping[Unit, Hex], why: str) -> Iterator[Hex]:
    """Units are told to go elsewhere, wherever they were to be; then the hexes, one by one, in which nobody is free to
    go away again."""
    for u, h in sent.items():
        roll.unput(u)
        roll.put(u, h, why)
    kept = set(sent.values())
    for h in sent.values():
        roll.free = [u for u in roll.free if roll.goal.get(u) not in kept]
        yield h


def left_in(roll: Hands, places: Iterable[Hex], terms: Holding, at: Sequence[Hex]) -> None:
    """In each of some places to which the enemy can come one stays of those who are in it, by where units are ``at``,
    whatever else is to be done."""
    for h in places:
        if terms.coming(h) and not _there(roll, h, terms) and (u := roll.nearest(h)) >= 0 and at[u] == h:
            roll.put(u, h, f"Stays in {terms.name(h)}, to which {terms.coming(h):.0f} factors can come.")


def redirected(
    c: Context[Any],
    script: list[tuple[Action, str]],
    places: Iterable[Hex],
    terms: Holding,
    stacks: Mapping[Hex, Sequence[Unit]],
    room: Mapping[Hex, int],
    each: float,
) -> None:
    """Some actions that ``put`` a unit of a kind into a hex put it into a place instead that would fall; each brings
    so much defence, and ``room`` is how many can come into a hex."""
    puts = [n for n, (action, _) in enumerate(script) if action.verb == "put"]
    coming = [c.hex(script[n][0].args[0]) for n in puts]
    for n, h in _sent_in(places, terms, stacks, coming, room, each).items():
        kind = script[puts[n]][0].args[1]
        script[puts[n]] = Action("put", (c.label(h), kind)), f"{kind.upper()} enters {terms.name(h)}, as it may fall."


def _sent_in(
    places: Iterable[Hex],
    terms: Holding,
    stacks: Mapping[Hex, Sequence[Unit]],
    coming: Sequence[Hex],
    room: Mapping[Hex, int],
    each: float,
) -> dict[int, Hex]:
    """Who of those that come in from outside, by number, comes into which place instead."""
    found, kept = dict[int, Hex](), set[Hex]()
    for h in places:
        attack, units = min(terms.coming(h), HEAP), stacks.get(h, ())
        if not attack or h not in room:
            continue
        kept.add(h)
        defense, steps = sum(map(terms.defense, units)), sum(terms.steps[u] for u in units)
        others = [n for n, at in enumerate(coming) if n not in found and at not in kept]
        more = coming.count(h)
        while terms.fall(h, attack, defense + more * each, steps + more) > RISK and others and more < room[h]:
            found[others.pop()] = h
            more += 1
    return found


def _there(roll: Roll, h: Hex, terms: Holding) -> list[Unit]:
    """Who will be in a place."""
    return [*terms.staying.get(h, ()), *(u for u, end in roll.goal.items() if end == h)]


def _falls(terms: Holding, h: Hex, coming: float, units: Collection[Unit]) -> float:
    """The chance that a place falls with some units in it: without any it does."""
    if not units:
        return 1.0
    return terms.fall(h, coming, sum(map(terms.defense, units)), sum(terms.steps[u] for u in units))


def rested(
    c: Context[Any],
    roll: Roll,
    units: Iterable[Unit],
    quiet: Callable[[Unit], Iterable[Hex]],
    front: Callable[[Hex], float],
) -> None:
    """Worn units go where it is quiet, one after the other, as near to the front as they can."""
    steps, left = c.roster.steps, c.state.steps_left
    for u in (u for u in units if steps[u] - left[u] >= WORN):
        if hexes := sorted(quiet(u), key=lambda h: (front(h), h)):
            roll.put(u, hexes[0], f"Goes where it can refit: {steps[u] - left[u]} of {steps[u]} steps are lost.")


def regained(c: Context[Any], near: Container[Hex], able: Callable[[Unit], bool], each: float) -> dict[Hex, float]:
    """By hex among some what worn units in it could still get back by rest, for each step that those ``able`` lack: it
    is nothing once they are gone."""
    steps, left, found = c.roster.steps, c.state.steps_left, dict[Hex, float]()
    for u, h in enumerate(c.state.hex_of):
        if h in near and able(u):
            found[h] = found.get(h, 0.0) + each * (steps[u] - left[u])
    return found
