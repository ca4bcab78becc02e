"""Words of actions that are neither units nor hexes: orders of the phases and sorts of support, with their worth."""

from __future__ import annotations

from engine.games.bd.combat.support import DROP, KIND_OF, RULES, TITLES, planes_left, ready
from engine.games.bd.phases.order import worth
from engine.games.bd.phases.prepared_assault import sorts_of
from engine.games.bd.state import ORDERS
from engine.games.bd.tables import Ctx
from engine.play.asked import Named
from engine.play.citing import rule

SUPPORTED = {"axis": ("combat", "commitment", "movement"), "soviet": ("combat", "commitment")}
"""Steps in which a side gives support to its attacks: German mobile assaults have it too (10.33)."""


def named(c: Ctx, viewer: str) -> list[Named]:
    """What the side that decides can name in the present step; nothing for the other side."""
    step = c.frame.step if c.state.stack else ""
    if viewer != c.state.side:
        return []
    if step == "phase-order":
        return [Named(order, order, "", "bd:5.4", note=worth(c, order)) for order in ORDERS]
    return [_sort(c, sort) for sort in sorts_of(c)] if step in SUPPORTED.get(c.state.side, ()) else []


@rule("bd:8.36", "bd:8.38", "bd:11.23", "bd:10.33", "bd:4.17")
def _sort(c: Ctx, sort: str) -> Named:
    """A sort of support, with how many of its counters are in use by the attack and how many are left."""
    used = next((int(f.vars.get(sort, 0)) for f in reversed(c.state.stack) if f.step == "combat"), 0)
    have = len(ready(c, sort)) if sort in KIND_OF else 1 if sort == DROP else planes_left(c)
    note = f"{used} of {have} in use" if used else f"{have} ready"
    return Named(sort, TITLES[sort], "", RULES[sort], note=note)
