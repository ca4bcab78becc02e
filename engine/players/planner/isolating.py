"""Cutting off a stack whose lines can go around: hexes for several units, found line by line.

Whoever stands on a line only sends it another way. So all lines of the stack that were met are kept, and the fewest
hexes are looked for from which each of them is barred; the line that it has then is the next, until there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.players.planner.gathering import nearest
from engine.players.planner.noose import CLOSED, Noose, manned
from engine.players.planner.plan import Order, Proposal
from engine.players.planner.sectors import Stance
from engine.players.planner.situation import Situation

STACKS = 4
"""Stacks that are looked at, the dearest whose lines some unit could bar."""
ROUNDS = 16
"""Lines of one stack that are met."""
MANY = 5
"""Units that a stack is cut off by."""
FAR, BROAD = 10, 3
"""Hexes around a stack within which a ring is looked for, and those of it that one unit bars."""
WIDE, LOOKED = 6, 400
"""Hexes that are tried for each line, and sets of hexes that are tried for all of them."""

Taste = Mapping[Hex, tuple[float, Hex]]
"""By what hexes are put in order, the best first."""
Bars = Mapping[Hex, set[Hex]]
"""By hex what a unit there bars: itself and its zone."""


def isolate(s: Situation, opened: Collection[Hex], least: float) -> Iterator[Proposal | None]:
    """Units where a stack is left no line, as many as it takes, if that cuts off more than is worth the ``least``."""
    some = next(iter(s.foes.values()), None)
    if some is None or s.k.line_then(some[0].unit, {}) is None:
        return
    bars = {h: {h, *s.k.zone(h)} for h in opened}
    comers = {h: nearest(s, h) for h in bars}
    flow, near = s.foe_lines.flow, {n for hexes in bars.values() for n in hexes}
    stakes = {own: stake for own, line, stake in s.foe_lines.ways if own in s.foes and not near.isdisjoint(line)}
    done: list[Mapping[Unit, Hex]] = []
    barred = {n for h, units in s.fixed.items() if units for n in (h, *s.k.zone(h))}.difference(s.foes)
    by: dict[Hex, set[Hex]] = {}
    for h, reached in bars.items():
        for n in reached:
            by.setdefault(n, set()).add(h)
    for own in sorted(stakes, key=lambda h: (-stakes[h], h))[: s.some(STACKS)]:
        if any(not s.k.line_then(s.foes[own][0].unit, moved) for moved in done):
            continue
        ring: list[frozenset[Hex]] = []
        for piece in _ringed(s, own, by, barred):
            ring = piece or []
            yield None
        far = s.distances.around(own)
        full = {h: (-max(flow.get(n, 0.0) for n in bars[h]), h) for h in bars}
        close = {h: (float(far.get(h, len(far))), h) for h in bars}
        for taste in (full, close):
            moved: dict[Unit, Hex] = {}
            for shut in _shut(s, own, ring, bars, comers, taste):
                moved = shut or {}
                yield None
            if len(moved) > 2 and moved not in done and _pays(s, moved, least):
                done.append(moved)
                orders = {u: Order(h) for u, h in moved.items()}
                yield Proposal("cut the line by several", orders, own, s.sector_of(own), Stance.CUT)


def _pays(s: Situation, moved: Mapping[Unit, Hex], least: float) -> bool:
    """Whether units cut off as many of the enemy as they are, and more than is worth the ``least``."""
    return s.foe_lines.cut_by(moved) >= len(moved) and s.foe_lines.lost(moved) > least


def _shut(
    s: Situation,
    own: Hex,
    ring: Sequence[Collection[Hex]],
    bars: Bars,
    comers: Mapping[Hex, Sequence[Unit]],
    taste: Taste,
) -> Iterator[dict[Unit, Hex] | None]:
    """Who stands where so that a stack has no line, in the ``ring`` around it or on its lines; the last piece, nobody
    where that is not found."""
    u = s.foes[own][0].unit
    closing = _fewest(ring, taste, comers)
    around = manned(closing, comers) if closing else {}
    yield None
    if around and not s.k.line_then(u, around):
        yield around
        return
    lines: list[frozenset[Hex]] = []
    moved: dict[Unit, Hex] = {}
    for _ in range(ROUNDS):
        line = [h for h in s.k.line_then(u, moved) or () if h != own and h not in s.foes]
        yield None
        barring = frozenset(h for h in bars if not bars[h].isdisjoint(line))
        if not line:
            yield moved if not s.k.line_then(u, moved) else {}
            return
        if not barring or barring in lines:
            break
        lines.append(barring)
        hexes = _fewest(lines, taste, comers)
        moved = manned(hexes, comers) if hexes else {}
        if not moved:
            break
    yield {}


def _ringed(
    s: Situation, own: Hex, by: Mapping[Hex, Collection[Hex]], barred: Collection[Hex]
) -> Iterator[list[frozenset[Hex]] | None]:
    """For each hex of the narrowest ring around a stack those from which a unit bars it, as ``by`` has it, beside all
    that is ``barred`` anyway; the last piece."""

    def price(h: Hex) -> float:
        if h in barred:
            return CLOSED
        return float("inf") if h in s.foes or h not in by else 1.0

    noose = Noose(s.k.beside, own, price, lambda h, rim: rim and s.foe_lines.reaches(h), FAR)
    if noose.shut:
        return
    around: list[Hex] = []
    for piece in noose.work(BROAD * MANY):
        around = piece or []
        yield None
    yield [frozenset(by[n]) for n in around]


def _fewest(lines: Sequence[Collection[Hex]], taste: Taste, comers: Mapping[Hex, Sequence[Unit]]) -> list[Hex]:
    """The fewest hexes of which one at least is in each of some sets, each with a unit of its own, those first that are
    to somebody's ``taste``; none where that takes too many."""
    looked = 0

    def deeper(chosen: list[Hex], more: int) -> list[Hex]:
        nonlocal looked
        left = [hexes for hexes in lines if not any(h in hexes for h in chosen)]
        if not left:
            return chosen if manned(chosen, comers) else []
        looked += 1
        if not more or looked > LOOKED:
            return []
        hits = Counter(h for hexes in left for h in hexes)
        hardest = min(left, key=lambda hexes: len(hexes))
        for h in sorted(hardest, key=lambda h: (-hits[h], taste[h]))[:WIDE]:
            if found := deeper([*chosen, h], more - 1):
                return found
        return []

    for most in range(1, MANY + 1):
        if found := deeper([], most):
            return found
    return []
