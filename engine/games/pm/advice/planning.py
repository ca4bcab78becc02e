"""Plans of the planner as actions of this game: moves, prepared assaults; and quick answers to all else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.components.grid import Unit
from engine.games.pm.advice.knowledge import PmKnowledge
from engine.games.pm.allies import may_attack_together
from engine.games.pm.phases.prepared_assault import add_check, attack_list
from engine.games.pm.tables import Ctx
from engine.play.action import Action
from engine.play.fields import units_at
from engine.players.planner.carrying import assembled, listed, unfinished, united
from engine.players.planner.plan import Order
from engine.players.planner.planning import Ready, Usual
from engine.players.planner.weights import Weights

AXIS = Weights(ground=0.15, reply=0.0, led=0.0, lead=0.0, effort=0.01, retreat=1, pull=0.06, line=0.3, cut=0.3)
WEIGHTS = {"axis": AXIS, "soviet": replace(AXIS, ground=0.1, pull=0.03, keep=0.6)}
"""What counts how much for a side."""


class PmPlanning(Usual):
    """A plan is made for the Prepared Assault Phase: who attacks what; anew where a battle has changed others. It is
    not played out: the maps tell dozens of attacks apart. Advances are duties: whole stacks go together (14.38)."""

    firm, where, asks, numbers = True, ("combat",), PmKnowledge, WEIGHTS

    def ready(self, c: Ctx, side: str) -> Ready:
        """Units that may attack; nobody moves in this phase (14.1)."""
        able = sorted({u for units in attack_list(c).values() for u in units})
        return Ready(able, able)

    def next(self, c: Ctx, orders: Mapping[Unit, Order]) -> Action | None:
        """The next step of an attack by those who are to make it, still may, and may together (7.2); then the end."""
        v, nation, ids = c.frame.vars, c.roster.nationality.__getitem__, c.roster.ids
        told = listed(orders, c.state.hex_of, attack_list(c)).items()
        wanted = {h: united(units, nation, lambda some: may_attack_together(c, some) is None) for h, units in told}
        return assembled(c, v["target"], v["attackers"], wanted, lambda u: add_check(c, ids[u]) is None)

    def spent(self, c: Ctx, orders: Mapping[Unit, Order]) -> bool:
        """Whether somebody is missing from an attack that is still to be made, or has joined those it is made on."""
        if c.frame.vars["target"] >= 0:
            return False
        s, able = c.state, attack_list(c)
        met = (v for target in {o.target for o in orders.values()}.intersection(able) for v in units_at(c, target))
        return unfinished(orders, s.hex_of, able) or any(s.fled[v] for v in met)
