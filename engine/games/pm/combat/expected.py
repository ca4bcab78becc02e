"""What may be reckoned with of units that nobody has seen: means over public knowledge, never the truth."""

from __future__ import annotations

from fractions import Fraction

from engine.components.grid import Unit
from engine.games.pm.fog import covered
from engine.games.pm.kinds import AIRCRAFT
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import strength, untried
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.suppose import reckoning

Pair = tuple[Fraction, Fraction]


@rule("pm:2.15")
@derived("identity", "tried")
def unseen(c: Ctx) -> dict[str, Pair]:
    """Mean attack and defence by formation, over the identities of the pool that have not been revealed yet."""
    s = c.state
    seen = {s.identity[u] for u, tried in enumerate(s.tried) if tried}
    by_formation: dict[str, list[tuple[int, int]]] = {}
    every: dict[str, list[tuple[int, int]]] = {}
    for number, row in enumerate(tables(c).pool):
        pair = row["attack"], row["defense"]
        every.setdefault(row["formation"], []).append(pair)
        if number not in seen:
            by_formation.setdefault(row["formation"], []).append(pair)
    return {f: _mean(by_formation.get(f, rows)) for f, rows in every.items()}


def _mean(pairs: list[tuple[int, int]]) -> Pair:
    count = len(pairs)
    return Fraction(sum(a for a, _ in pairs), count), Fraction(sum(d for _, d in pairs), count)


def expected(c: Ctx, u: Unit) -> Pair:
    """Attack and defence to reckon with: printed, or the mean of what an untried unit can still turn out to be."""
    if untried(c, u):
        return unseen(c)[c.roster.formation[u]]
    a, d, _ = strength(c, u)
    return Fraction(a), Fraction(d)


@rule("pm:14.7")
def as_seen(c: Ctx) -> Ctx:
    """For a calculation: only the top unit of each enemy stack is known, as the side to act sees it."""
    return reckoning(c, covered=covers(c))


@rule("pm:14.7")
@derived("covered", "hex_of", "side", "stack")
def covers(c: Ctx) -> list[int]:
    """1 for every unit that the side to act may not look at, or whoever looks on now."""
    found = list(c.state.covered)
    for u in covered(c.data, c.state, c.state.side):
        found[u] = 1
    return found


@rule("pm:14.7", "pm:R55")
@derived("hex_of", "identity", "tried", "steps_left")
def covered_defense(c: Ctx, side: str) -> Fraction:
    """Mean defence of a unit of a side on the map: what to reckon with for one under the top of its stack."""
    r = c.roster
    here = [u for u, h in enumerate(c.state.hex_of) if h >= 0 and r.side[u] == side and r.kind[u] != AIRCRAFT]
    values = [expected(c, u)[1] for u in here]
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)
