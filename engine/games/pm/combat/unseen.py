"""2.15, 14.7: the chances of what units that nobody has seen bring into a battle, from public knowledge alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb

from engine.games.pm.combat.strengths import Factor, cut_once
from engine.games.pm.kinds import AIRCRAFT
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import strength, untried
from engine.play.citing import rule
from engine.play.fields import derived

Value = int | Fraction
Sums = dict[Value, float]
"""A value and its chance. What is whole is a plain number, which is many times quicker to add than a fraction."""
Pairs = tuple[tuple[int, int], ...]


@rule("pm:2.15")
@derived("identity", "tried")
def pool_left(c: Ctx) -> dict[str, Pairs]:
    """Attack and defence, by formation, of every counter of the pool that has not been revealed yet."""
    s = c.state
    seen = {s.identity[u] for u, tried in enumerate(s.tried) if tried}
    left: dict[str, list[tuple[int, int]]] = {}
    every: dict[str, list[tuple[int, int]]] = {}
    for number, row in enumerate(tables(c).pool):
        for found in (every, left) if number not in seen else (every,):
            found.setdefault(row["formation"], []).append((row["attack"], row["defense"]))
    return {formation: tuple(left.get(formation, rows)) for formation, rows in every.items()}


@rule("pm:14.7", "pm:R55")
@derived("hex_of", "identity", "tried", "steps_left")
def on_the_map(c: Ctx, side: str) -> Sums:
    """Defences of the units of a side on the map: what one under the top of its stack may have."""
    r, found, count = c.roster, Sums(), 0
    for u, h in enumerate(c.state.hex_of):
        if h < 0 or r.side[u] != side or r.kind[u] == AIRCRAFT:
            continue
        count += 1
        if untried(c, u):
            values = [d for _, d in pool_left(c)[r.formation[u]]]
            for d, n in Counter(values).items():
                found[d] = found.get(d, 0.0) + n / len(values)
        else:
            value = strength(c, u)[1]
            found[value] = found.get(value, 0.0) + 1.0
    return {value: n / count for value, n in found.items()} if count else {0: 1.0}


def drawn(values: Sequence[int], number: int) -> Sums:
    """The sum of so many counters drawn blindly from some, none of them put back, and the chance of each sum."""
    number = min(number, len(values))
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for value, copies in sorted(Counter(values).items()):
        following: dict[tuple[int, int], int] = {}
        for (taken, together), count in ways.items():
            for more in range(min(copies, number - taken) + 1):
                key = taken + more, together + more * value
                following[key] = following.get(key, 0) + count * comb(copies, more)
        ways = following
    every = comb(len(values), number)
    return {s: count / every for (taken, s), count in ways.items() if taken == number}


@rule("pm:2.15", "pm:14.7", "pm:14.12", "pm:9.7")
def totals(c: Ctx, factors: Iterable[Factor], *, attack: bool) -> Sums:
    """The sum of the factors of a side, halved and rounded as in play, and the chance of each sum.

    Untried units of one formation that are halved alike are drawn together from what is left of the pool; covered ones
    are anything that stands on the map. One entry with chance 1 where everybody is known.
    """
    kept: Value = 0
    cut = Fraction(0)
    groups: dict[tuple[str, str, int], list[Factor]] = {}
    for f in factors:
        if f.hidden:
            name = c.roster.formation[f.unit] if f.hidden == "untried" else c.roster.side[f.unit]
            groups.setdefault((f.hidden, name, len(f.halved)), []).append(f)
        elif f.halved:
            cut += f.cut
        else:
            kept += _plain(f.value)
    cases: list[tuple[float, Value, Fraction]] = [(1.0, _plain(kept), cut)]
    """Chance, what is not halved, and what all that is halved comes to before it is rounded."""
    for (hidden, name, halvings), units in sorted(groups.items()):
        sums = _together(c, hidden, name, units, attack)
        if halvings:
            cases = [(p * q, kept, cut + Fraction(s, 1 << halvings)) for p, kept, cut in cases for s, q in sums.items()]
        else:
            cases = [(p * q, kept + s, cut) for p, kept, cut in cases for s, q in sums.items()]
    found: Sums = {}
    for chance, whole, halves in cases:
        value = whole + cut_once(halves)
        found[value] = found.get(value, 0.0) + chance
    return found


def _plain(value: Value) -> Value:
    return value.numerator if value.denominator == 1 else value


def _together(c: Ctx, hidden: str, name: str, units: Sequence[Factor], attack: bool) -> Sums:
    """What some units that are hidden and halved alike have together, with what the ground adds to each."""
    added = sum(_plain(f.added) for f in units)
    sums = _of_pool(c, name, len(units), attack) if hidden == "untried" else _of_map(c, name, len(units))
    return {s + added: p for s, p in sums.items()} if added else sums


@derived("identity", "tried")
def _of_pool(c: Ctx, formation: str, number: int, attack: bool) -> Sums:
    """The sum of so many untried units of a formation."""
    return drawn([pair[0 if attack else 1] for pair in pool_left(c)[formation]], number)


@derived("hex_of", "identity", "tried", "steps_left")
def _of_map(c: Ctx, side: str, number: int) -> Sums:
    """The defences of so many units of a side that may be anything that stands on the map."""
    one = on_the_map(c, side)
    return _convolved(_of_map(c, side, number - 1), one) if number else {0: 1.0}


def _convolved(first: Sums, second: Sums) -> Sums:
    """The sum of two values that know nothing of each other."""
    found: Sums = {}
    for a, p in first.items():
        for b, q in second.items():
            found[a + b] = found.get(a + b, 0.0) + p * q
    return found
