"""All around a stack, in a game without zones of control: where nobody stands, there is a way out and a line."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from engine.components.grid import Hex, Unit
from engine.players.planner.gathering import fitted, gathered, nearest
from engine.players.planner.noose import CLOSED, Noose, manned
from engine.players.planner.plan import Order, Proposal
from engine.players.planner.sectors import Stance
from engine.players.planner.situation import Situation

FAR = 3
"""Hexes around a stack that are looked at for a ring."""
COME, STAY = 1.0, 0.9
"""What a unit in a ring costs that has to come there, and one that stands there already."""
STACKS = 5
"""Stacks that are looked at, the dearest that are in supply."""


def surround(s: Situation) -> Iterator[Proposal | None]:
    """A unit in each hex of the cheapest ring around a stack, which then has neither a way back nor a line; who stands
    beside it attacks it, with all others who can."""
    fed = {t: forces for t, forces in s.foes.items() if not s.k.zone(t) and s.foe_lines.reaches(t)}
    worth = {t: sum(sum(f.steps) for f in forces) for t, forces in fed.items()}
    for t in sorted(worth, key=lambda t: (-worth[t], t))[:STACKS]:
        places = (yield from _ring(s, t)) if s.masses.against(t) else {}
        if places:
            beside = set(s.k.beside(t))
            ring = {u: Order(h, t) if h in beside and s.may(u, Order(h, t)) else Order(h) for u, h in places.items()}
            yield Proposal("surround", fitted(s, {**gathered(s, t, ring), **ring}), t, -1, Stance.CLOSE)


def _ring(s: Situation, t: Hex) -> Generator[None, None, dict[Unit, Hex]]:
    """Who is to stand where; nobody where there is no ring, or it is closed already."""
    held = {h for h, units in s.fixed.items() if any(not s.mine[u].leads for u in units)}
    held.update(s.mine[u].hex for u in s.halted if u in s.mine)
    comers: dict[Hex, list[Unit]] = {}

    def price(h: Hex) -> float:
        if h in held:
            return CLOSED
        there = [u for u in s.ready if s.mine[u].hex == h and not s.mine[u].leads]
        comers[h] = [] if h in s.foes else [*there, *(u for u in nearest(s, h) if u not in there)]
        return (STAY if there else COME) if comers[h] else float("inf")

    noose = Noose(s.k.beside, t, price, lambda h, edge: edge and s.foe_lines.reaches(h), FAR)
    yield
    ring: list[Hex] = []
    for found in noose.work(COME * len(s.ready)) if not noose.shut else ():
        ring = found or []
        yield
    return manned(ring, comers)
