"""What an attack is worth: every result of the table with its chance, its losses and what the emptied hex brings."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, inf
from typing import Protocol, TypeVar

from engine.components.grid import Hex
from engine.players.greedy.expect import cheapest_losses
from engine.players.planner.knowledge import Force, Fronted, Knowledge, Outcome, Stand

T = TypeVar("T")
NO_ATTACK = float("-inf")
"""Worth of an attack that the table does not carry."""


SURE = ((1.0, 1.0),)
UNSURE = ((0.75, 0.3), (1.0, 0.4), (1.3, 0.3))
"""What the mean strength of a battle is multiplied with where somebody's strength is not known, and with what
chance."""
DIVERTED, LOWEST = 3, 4
"""Attack strength that each enemy binds who must be attacked too, at least, and the odds at which that is done at
worst."""
SOAK, SOAKED = 0.4, 3
"""Steps that each of those attacks costs, and how many of them are counted at most."""
BACK = 0.15
"""What it costs that attackers must go back."""
BREAKS_OUT, SHUT_IN = -1, -2
"""In place of how many hexes can be retreated: none without loss, but freely from the second on; none at all."""
EVEN, DEAR = 0.49, 2.0
"""Chance below which ground is rather not won, and how many times what the enemy loses an attack may cost before it
is taken for luck where it is."""
EVERY = 99
"""Steps that are more than any stack has."""


class Demand(Protocol):
    """What a result demands of one side."""

    @property
    def steps(self) -> int:
        """Steps to lose."""

    @property
    def retreat(self) -> int:
        """Hexes that it goes back."""

    @property
    def eliminated(self) -> bool:
        """Whether nobody is left."""


@dataclass(frozen=True)
class Expected:
    """An attack as its table has it, in the mean."""

    gain: float
    """What the steps that the enemy loses are worth."""
    loss: float
    """What those of the attackers are."""
    vacated: float
    """Chance that nobody of the enemy is left in the hex."""
    carried: bool = True
    """Whether the table carries the attack at all."""
    driven: float = 0.0
    """Chance that the enemy goes back, and somebody of him is left."""

    def worth(self, ground: float) -> float:
        """The balance, with what the emptied hex brings; ``NO_ATTACK`` for one that is not carried."""
        return self.gain - self.loss + self.vacated * ground if self.carried else NO_ATTACK

    def hope(self, luck: float) -> float:
        """The chance that the hex is won, as far as it counts: less where it is rather not, at more than ``DEAR`` times
        the losses of the enemy, by ``luck`` at least."""
        poor = self.vacated < EVEN and self.loss > DEAR * self.gain
        return self.vacated * max(DEAR * self.gain / self.loss, luck) if poor else self.vacated


def expected(
    k: Knowledge, attackers: Sequence[tuple[Force, Hex]], defenders: Sequence[Force], target: Hex, out: int
) -> Expected:
    """The mean of an attack on a hex; ``out`` is how many hexes its defenders can retreat, or how they get away who
    cannot. Who cannot retreat at all is cut off too."""
    attack = int(sum([k.arriving(Stand(f.unit, h), target) for f, h in attackers]))
    defense = sum([f.defense for f in defenders]) * (1.0 if out > 0 else k.starved(target))
    chances = k.chances(attack, defense, target, {h for _, h in attackers}) if attack > 0 else ()
    return mean(chances, attackers, defenders, out)


def diverted(attack: float, defense: float, bound: Sequence[float]) -> tuple[float, float, float]:
    """The strengths of an attack whose attackers must also take on others, by the defence of each, and the steps that
    this costs: some of them do, or where they are too weak for it, all together against all."""
    spent = sum(max(DIVERTED, other / LOWEST) for other in bound)
    if attack > spent:
        return attack - spent, defense, SOAK * min(len(bound), SOAKED)
    return attack, defense + sum(bound), 0.0


def mean(
    chances: Sequence[tuple[Outcome, float]],
    attackers: Sequence[tuple[Force, Hex]],
    defenders: Sequence[Force],
    out: int,
) -> Expected:
    """The mean of results by their chances; nothing is carried where there are none."""
    theirs, mine = tuple([f.steps for f in defenders]), tuple([(f.steps, f.attack) for f, _ in attackers])
    return _mean(tuple(chances), mine, theirs, out)


@lru_cache(maxsize=50_000)
def _mean(
    chances: tuple[tuple[Outcome, float], ...],
    attackers: tuple[tuple[tuple[float, ...], float], ...],
    defenders: tuple[tuple[float, ...], ...],
    out: int,
) -> Expected:
    """The same of attackers by their steps and strength, and of defenders by their steps."""
    mine = tuple([steps for steps, _ in attackers])
    gain = loss = vacated = driven = 0.0
    for result, p in chances:
        lost, gone = _driven(defenders, result, out) if result.each else _losses(defenders, steps_lost(result, out))
        gain += p * lost
        given = given_up(attackers, result.exchange) if result.exchange > 0 else 0.0
        loss += p * (_losses(mine, result.attacker)[0] + given)
        vacated += p * (gone or 0 < result.retreat <= (result.retreat if result.each else out))
        driven += p * (result.retreat > 0 and not gone)
    return Expected(gain, loss, vacated, bool(chances), driven)


@lru_cache(maxsize=50_000)
def _losses(steps: tuple[tuple[float, ...], ...], count: int) -> tuple[float, bool]:
    """What so many step losses cost an owner who chooses well, and whether nobody is left then."""
    total, lost = cheapest_losses(steps, count)
    return total, all(n == len(own) for n, own in zip(lost, steps, strict=True))


def _driven(steps: tuple[tuple[float, ...], ...], result: Outcome, out: int) -> tuple[float, bool]:
    """The same where each unit that is left then loses steps for the hexes that it cannot go without loss."""
    total, lost = cheapest_losses(steps, result.defender)
    more = EVERY if out == SHUT_IN else 1 if out == BREAKS_OUT else max(result.retreat - out, 0)
    more *= result.retreat > 0
    total += sum(sum(own[n : n + more]) for n, own in zip(lost, steps, strict=True))
    return total, all(n + more >= len(own) for n, own in zip(lost, steps, strict=True))


def given_up(attackers: Iterable[tuple[Sequence[float], float]], strength: float) -> float:
    """What whole units with so much strength are worth, those that cost least together, or all of them where they have
    less; of attackers by their steps and strength."""
    units = [(sum(steps), int(max(attack, 1)) if attack > 0 else 0) for steps, attack in attackers]
    wanted = min(ceil(strength), sum(attack for _, attack in units))
    least = [0.0, *([inf] * wanted)]
    for value, attack in units:
        for have in range(wanted, 0, -1):
            least[have] = min(least[have], least[max(have - attack, 0)] + value)
    return least[wanted]


def cheapest(offers: Iterable[tuple[T, int, float]], wanted: int) -> tuple[T, ...]:
    """Of things with what each counts and costs those that count as much as is ``wanted`` and cost least together;
    nothing where all are too little."""
    best: dict[int, tuple[float, tuple[T, ...]]] = {0: (0.0, ())}
    for thing, counts, cost in offers:
        for have, (paid, chosen) in sorted(best.items(), reverse=True) if counts else ():
            total = min(have + counts, wanted)
            if total not in best or paid + cost < best[total][0] - 1e-9:
                best[total] = paid + cost, (*chosen, thing)
    return best.get(wanted, (0.0, ()))[1]


def steps_lost(result: Outcome, out: int) -> int:
    """Steps that a defender loses: more for each hex of retreat that he cannot make."""
    return result.defender + result.stuck * max(result.retreat - max(out, 0), 0)


def ways_out(beside: Callable[[Hex], Iterable[Hex]], start: Hex, length: int, closed: Container[Hex]) -> int:
    """How many hexes, up to ``length``, can be retreated from a hex; none is entered twice."""
    edge: list[tuple[Hex, ...]] = [(start,)]
    for made in range(length):
        edge = [(*path, n) for path in edge for n in beside(path[-1]) if n not in closed and n not in path]
        if not edge:
            return made
    return length


def forced_out(
    beside: Callable[[Hex], Iterable[Hex]], start: Hex, closed: Container[Hex], taken: Container[Hex]
) -> int:
    """How those get away who cannot go a hex without loss: 0, or ``BREAKS_OUT``, or ``SHUT_IN`` where all hexes beside
    theirs are ``taken``."""
    ways = [n for n in beside(start) if n not in taken]
    if not ways:
        return SHUT_IN
    return BREAKS_OUT if any(m not in closed and m != start for n in ways for m in beside(n)) else 0


def closed_to(k: Fronted, h: Hex, far: int, zone: Sequence[int]) -> set[Hex]:
    """Hexes near one that enemies cannot retreat into: the side that plans stands there, or its ``zone`` reaches there
    and nobody of theirs is in it."""
    mine, theirs = k.held(k.side), k.held(k.enemy)
    return {n for n in k.c.grid.within(h, far) if n in mine or (zone[n] and n not in theirs)}


def faces(outcomes: Iterable[Outcome], more: float = 0.0) -> list[tuple[Outcome, float]]:
    """What the faces of a die bring, all of them as likely, each with so many steps ``more`` of the attacker's in the
    mean; with the chance of each outcome."""
    rolled, (whole, part) = list(outcomes), divmod(more, 1)
    found: dict[Outcome, float] = {}
    for one in rolled:
        for steps, share in ((int(whole), 1 - part), (int(whole) + 1, part)):
            if share:
                worse = one._replace(attacker=one.attacker + steps)
                found[worse] = found.get(worse, 0.0) + share / len(rolled)
    return list(found.items())


def settled(
    results: Iterable[tuple[Demand, Demand, float]],
    mine: Sequence[Sequence[float]],
    theirs: Sequence[Sequence[float]],
    caught: int,
    ground: float,
    effort: float = 0.0,
    held: float = 0.0,
) -> float:
    """What a battle brings in the mean by what each result demands of the attacker and of the defender: losses chosen
    well, ``caught`` steps more of defenders who must retreat, the ``ground`` where none of them is left, or for what
    they have lost by then their share of what is ``held``, less what it costs that attackers go back, and the
    ``effort``."""
    total, all_steps = -effort, max(sum(map(len, theirs)), 1)
    for own, his, p in results:
        count = his.steps + (caught if his.retreat else 0)
        gain, gone = _losses(tuple(map(tuple, theirs)), EVERY if his.eliminated else count)
        loss, _ = _losses(tuple(map(tuple, mine)), EVERY if own.eliminated else own.steps)
        won = ground if gone or his.retreat else held * min(count / all_steps, 1.0)
        total += p * (gain - loss + won - BACK * bool(own.retreat))
    return total


def mixed(cases: Iterable[tuple[Iterable[tuple[Outcome, float]], float]]) -> list[tuple[Outcome, float]]:
    """What may come of several cases, each of some results with their chances, by the chance of the case."""
    found: dict[Outcome, float] = {}
    for results, share in cases:
        for one, p in results:
            found[one] = found.get(one, 0.0) + p * share
    return list(found.items())


def guessed(defense: float, unsure: bool) -> Iterable[tuple[float, float]]:
    """What a defence may turn out to be, at least 1, each with its chance, where somebody's strength is not known."""
    return [(max(defense * times, 1.0), share) for times, share in (UNSURE if unsure else SURE)]


def falls(values: Sequence[float], least: float) -> list[float]:
    """What each step of a unit is worth by what the unit is worth with it and after it is lost, ``least`` at least."""
    return [max(a - b, least) for a, b in pairwise([*values, 0.0])]


def strengths(faces: Sequence[Sequence[int]], lost: int, left: int) -> list[float]:
    """The mean of attack and defence of a unit that has ``lost`` steps, with each step that is ``left`` to it, the most
    first; its last face is that of all steps for which it has none."""
    shown = (faces[min(n, len(faces) - 1)] for n in range(lost, lost + left))
    return [sum(face[:2]) / 2 for face in shown]


def regained(faces: Sequence[Sequence[int]], most: int, left: int) -> float:
    """The strength that the next step brings back to a unit that has so many of its steps left."""
    with_it, *before = strengths(faces, most - left - 1, min(left + 1, 2))
    return with_it - sum(before)
