"""8.42, 12.53, 14.23, R250: who Untried units, Orders, flights and the Victory Plan could be that a side cannot see."""

from __future__ import annotations

from collections.abc import Collection

from engine.components.dice import Lots
from engine.components.grid import Hex, Unit
from engine.games.efs import plans
from engine.games.efs.air.bases import flying, ready
from engine.games.efs.combat.battles import ADDITIONAL, NO_RETREAT, battle
from engine.games.efs.combat.orders import PAID, stands, whose
from engine.games.efs.command import ORDERS, commanders, left, value
from engine.games.efs.fog import FACE_DOWN, OVER, PLANS
from engine.games.efs.kinds import untried_sorts
from engine.games.efs.phases.airlift import Airlift
from engine.games.efs.phases.missions import SORTS, Missions
from engine.games.efs.phases.plan import VictoryPlan
from engine.games.efs.phases.reinforcements import Reinforcements
from engine.games.efs.phases.sequence import stages
from engine.games.efs.state import BACK
from engine.games.efs.tables import Ctx
from engine.games.efs.units import whom
from engine.games.efs.weather import MUD, key
from engine.games.efs.withdrawals import DONE, Withdrawal, in_play, listed
from engine.play.citing import rule


@rule("efs:8.42", "efs:12.53", "efs:14.23", "efs:R250")
def deal(c: Ctx, side: str, lots: Lots, known: Collection[Unit]) -> None:
    """Values to Untried units, Orders, flights and the plan to the other side; stacks lie open, so nobody is known."""
    _identities(c, lots)
    _orders(c, lots)
    _flights(c, side, lots)
    _plan(c, side, lots)
    c.touch()


@rule("efs:8.42")
def _identities(c: Ctx, lots: Lots) -> None:
    """Each Untried unit the values of a counter of its sort that nobody has turned up."""
    s = c.state
    for units in untried_sorts(c).values():
        seen = {whom(c, u) for u in units if s.mode[u] != BACK}
        free = lots.mixed(u for u in units if u not in seen)
        for u in units:
            if s.mode[u] == BACK:
                s.identity[u] = free.pop()
    c.touch()


# ---------------------------------------------------------------------- Orders
@rule("efs:12.53", "efs:12.54")
def _orders(c: Ctx, lots: Lots) -> None:
    """One of the two Orders where one lies face down, and the headquarters that gave it."""
    orders = c.state.battle_order
    for name in [name for name, order in orders.items() if order == FACE_DOWN]:
        n, role = name.split(" ")
        b = battle(c, int(n))
        where = stands(c, b, role)
        muddy = all(key(c, h) == MUD for h in where)
        orders[name] = NO_RETREAT if muddy else (NO_RETREAT, ADDITIONAL)[lots.below(2)]
        if whose(c, b, role) == "soviet" and (hqs := _payers(c, where)):
            orders[f"{name} {PAID}"] = c.roster.ids[hqs[lots.below(len(hqs))]]


@rule("efs:21.12")
def _payers(c: Ctx, where: Collection[Hex]) -> list[Unit]:
    """Headquarters in range of some hexes that have spent more points on Orders than is known of."""
    told = [hq for name, hq in c.state.battle_order.items() if name.count(" ") > 1 or name.endswith(" lifted")]
    near = sorted({hq for h in where for hq in commanders(c, h)})
    return [hq for hq in near if value(c, hq, ORDERS) - left(c, hq, ORDERS) > told.count(c.roster.ids[hq])]


# ---------------------------------------------------------------------- flights
@rule("efs:14.23")
def _flights(c: Ctx, side: str, lots: Lots) -> None:
    """As many air units of the other side over each hex as are seen there, of those that may be sent."""
    s, enemy = c.state, c.other(side)
    for frame in s.stack:
        if frame.step == Airlift.id and frame.vars["side"] == enemy:
            for u in frame.vars["transports"]:
                s.sortie[u] = int(frame.vars["to"])
    c.touch()
    if c.frame.step not in (Missions.id, OVER):
        return
    # The hexes are fought over in their order, and who is over the present one lies open.
    fought = int(c.frame.vars["hex"]) if c.frame.step == OVER else -1
    for who, label in [name.split() for name in s.flights]:
        if who == enemy and c.hex(label) > fought:
            _fly(c, enemy, c.hex(label), lots)


def _fly(c: Ctx, side: str, h: Hex, lots: Lots) -> None:
    s, terms = c.state, c.frame.vars
    count, may = s.flights[f"{side} {c.label(h)}"], SORTS[terms.get("mission", "")].may
    for u in lots.mixed(ready(c, side)):
        if len(flying(c, side, h)) < count and may(c, u, h, terms["attacker"]) is None:
            s.sortie[u] = h
            c.touch()


# ---------------------------------------------------------------------- the plan
@rule("efs:R250", "efs:R252")
def _plan(c: Ctx, side: str, lots: Lots) -> None:
    """One of the plans that fit the withdrawals that were seen, once it must be written down."""
    if side == PLANS or not _written(c):
        return
    names = [plan.id for plan in plans.plans(c)]
    fitting = [name for name in names if _fits(c, name)] or names
    c.state.plan = fitting[lots.below(len(fitting))]
    c.touch()


def _written(c: Ctx) -> bool:
    """Whether the plan is settled, as everybody knows who looks at the calendar."""
    due = plans.terms(c).get("turn")
    if due is None or c.state.turn != due or c.state.over:
        return due is not None and c.state.turn > due
    begun = [row["step"] for row in stages(c)[: _now(c) + 1]]
    return Reinforcements.id in begun and all(frame.step != VictoryPlan.id for frame in c.state.stack)


def _now(c: Ctx) -> int:
    """The number of the phase that is running, -1 before the first."""
    names = [row["id"] for row in stages(c)]
    return names.index(c.state.phase) if c.state.phase in names else -1


@rule("efs:R252")
def _fits(c: Ctx, name: str) -> bool:
    """Whether no withdrawal came earlier or later than a plan has it."""
    c.state.plan = name
    c.touch()
    after = plans.terms(c)["turn"]
    return not any(w.turn > after and _belies(c, w) for w in listed(c))


def _belies(c: Ctx, w: Withdrawal) -> bool:
    done = c.state.leaving[c.roster.ids[w.unit]] == DONE
    return done if w.turn > c.state.turn else w.turn < c.state.turn and not done and in_play(c, w.unit)
