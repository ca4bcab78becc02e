"""A plan mended by what the enemy would answer: who is struck goes elsewhere, gets help, or is screened.

Plans are made on maps of the position as it is, on which no zone of who moves now is in the enemy's way. Only when a
plan is played out it shows what his best answer to it is. The plans that are made here differ from the one that was
best in what that answer meets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.players.planner.distances import FARTHEST
from engine.players.planner.gathering import nearest
from engine.players.planner.plan import NOBODY, Order, Plan
from engine.players.planner.situation import Situation

WORST = 3
"""Blows to which something is done, the worst first."""
SENT = 2
"""Units that are tried in one hex, the nearest first."""
POSTS = 3
"""Other posts of those who are struck."""
SCREENS = 8
"""Hexes in which a unit is tried that would be in the way."""


class Blow(NamedTuple):
    """What the enemy would do after a plan: how much that costs, in which hex."""

    cost: float
    hex: Hex
    hexes: Collection[Hex] = ()
    """Hexes that he comes to for it."""
    starts: Collection[Hex] = ()
    """Where those come from who do."""


Changes = dict[Unit, Order]
Likely = Mapping[Unit, Sequence[Hex]]
"""By unit the hexes that are worth most to it, the best first."""


def mendings(s: Situation, plan: Plan, blows: Iterable[Blow], posts: Likely) -> Iterator[Changes]:
    """Changes to a plan against the worst blows, those against the worst first."""
    worst = sorted(blows, key=lambda b: (-b.cost, b.hex))[:WORST]
    rows = [_against(s, plan, blow, posts) for blow in worst]
    for turn in zip_longest(*rows):
        yield from (changes for changes in turn if changes)


def _against(s: Situation, plan: Plan, blow: Blow, posts: Likely) -> Iterator[Changes]:
    """The same against one blow: help for who is struck, a screen, another place."""
    free = [u for u, o in plan.orders.items() if o.target == NOBODY and u not in s.halted]
    struck = [u for u in free if plan.orders[u].hex == blow.hex]
    others = [u for u in free if u not in struck and not s.mine[u].leads]
    rows = _screens(s, plan, blow, others), _help(s, blow, others), _elsewhere(blow, struck, posts)
    for turn in zip_longest(*rows):
        yield from (changes for changes in turn if changes)


def _help(s: Situation, blow: Blow, others: list[Unit]) -> Iterator[Changes]:
    """Others into the hex that is struck, one or two."""
    able = [u for u in nearest(s, blow.hex) if u in others][:SENT]
    for u in able:
        yield {u: Order(blow.hex)}
    if len(able) > 1:
        yield {u: Order(blow.hex) for u in able}


def _screens(s: Situation, plan: Plan, blow: Blow, others: list[Unit]) -> Iterator[Changes]:
    """Others where the enemy comes by or beside it, on his side of the hex."""
    far, away = s.distances.around(blow.hex), [s.distances.around(h) for h in sorted(blow.starts)]
    near = min((far.get(h, FARTHEST) for h in blow.starts), default=0)
    taken = {o.hex for u, o in plan.orders.items() if u not in others}
    way = {n for h in blow.hexes for n in (h, *s.k.beside(h)) if 0 < far.get(n, FARTHEST) <= near}

    def between(h: Hex) -> int:
        return far[h] + min(known.get(h, FARTHEST) for known in away)

    spots = sorted((h for h in way if h not in s.foes and h not in taken), key=lambda h: (between(h), -far[h], h))
    for h in spots[:SCREENS]:
        able = [u for u in nearest(s, h) if u in others and plan.orders[u].hex != h]
        yield from ({u: Order(h)} for u in able[:SENT])


def _elsewhere(blow: Blow, struck: list[Unit], posts: Likely) -> Iterator[Changes]:
    """Those who are struck at other posts, all of them or one."""
    for n in range(POSTS):
        changes: Changes = {}
        for u in struck:
            at = [h for h in posts.get(u, ()) if h != blow.hex]
            if n < len(at):
                changes[u] = Order(at[n])
        if changes:
            yield changes
            if len(changes) > 1:
                for u, order in changes.items():
                    yield {u: order}
