"""Plans of the planner as actions of this game: moves batch by batch, and prepared assaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from engine.components.grid import Hex, Unit
from engine.games.bd.advice.knowledge import BdKnowledge
from engine.games.bd.advice.storming import storms
from engine.games.bd.advice.values import balance, goals, left, price
from engine.games.bd.combat.access import attack_list, may_attack, together
from engine.games.bd.combat.advance import may_advance, onward_hexes
from engine.games.bd.combat.odds import tally
from engine.games.bd.combat.strengths import fighting
from engine.games.bd.combat.support import DROP, PREPARED, most
from engine.games.bd.movement.allowance import bound, fresh, going_on
from engine.games.bd.phases.expedition import launches
from engine.games.bd.phases.prepared_assault import add_check, must_attack, sorts_of, support_check, support_of
from engine.games.bd.queries.expected import factors
from engine.games.bd.stacking import counts, fits
from engine.games.bd.state import FIGHT_FIGHT, FRESH, MOVE_FIGHT
from engine.games.bd.supply import defense_halved
from engine.games.bd.tables import Ctx
from engine.games.bd.units import with_riders
from engine.games.bd.victory.check import demands
from engine.play.action import Action
from engine.play.suppose import supposing
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene
from engine.players.planner.batches import best_attacks, group, groups, joining, keeping, marching, stacks, weakest
from engine.players.planner.carrying import assembled, listed
from engine.players.planner.dashes import Dash
from engine.players.planner.distances import distances_of
from engine.players.planner.ending import keeping_all, towards_end
from engine.players.planner.placing import advances
from engine.players.planner.plan import Order
from engine.players.planner.planning import Ready, Usual, allowed
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights

SIZE, TARGETS = 16, 8
"""Units of a batch, and hexes to attack for which units are looked at together."""
GROUPS, LOOKS = 2, 60
"""Groups that are looked at to choose an order, and attacks that are valued for each."""
BOLD, HELPED = 0.2, 0.01
"""Worth of moving last once there are attacks: nobody is left where they have taken him. What support must better, and
not moving at all, which comes but once a year (5.5)."""
ALONE, PROSPECT = 2, 0.3
"""The strongest of those who could advance, of whom it is asked whether they should alone; share of the attacks of the
next turn that end positions are valued by after those of this turn."""
AXIS = Weights(
    ground=0.08, luck=0.3, doomed=1.0, reply=0.5, effort=0.004, retreat=1, shelter=4, pull=0.03, fading=0.85,
    calling=0.85, keep=0.3, through=0.4, march=0.001, led=0.0, lead=0.0, cut=0.45, severed=0.3, relief=0.5,
)  # fmt: skip
WEIGHTS = {"axis": AXIS, "soviet": replace(AXIS, keep=0.5)}


def numbers(c: Ctx, side: str) -> Weights:
    """The numbers of a side, which minds storms more where it has to keep nearly all cities (13.4, 14.10, 15.4)."""
    return keeping_all(WEIGHTS[side], [(d.need, len(d.hexes)) for d in demands(c) if d.side == side])


def staying(c: Ctx, k: BdKnowledge) -> set[Unit]:
    """Who keeps the front while others move: of stacks beside the enemy that are in supply a half, on foot first."""
    able = [f.unit for f in k.forces(k.side) if counts(c, f.unit) and not defense_halved(c, f.unit)]
    return keeping(k, able, lambda u: not c.roster.mech[u])


def attacking(c: Ctx) -> list[Unit]:
    """Who could take part in the attacks of this phase at the best odds; when those are made, others are the best."""
    able = attack_list(c)
    defense = {h: sum(factors(c, u)[1] for u in fighting(c, h, PREPARED)) for h in able}
    return weakest(able, lambda u: factors(c, u)[0], defense, TARGETS)


def order(scene: Scene) -> Iterator[Idea | None]:
    """Whether to move or to fight first: the order whose attacks are worth most to the strongest groups (5.4)."""
    c, side, k = scene.c, scene.side, BdKnowledge(scene.c, scene.side)
    able = [f.unit for f in k.forces(side) if bound(c, f.unit) is None]
    some = groups(k, able, SIZE, lambda u: factors(c, u)[0], GROUPS)
    w = towards_end(numbers(c, side), left(c, side))
    march = marching(k, w, Situation(k, (), w, distances=distances_of(c.data.memo, k.beside)).guard)
    for action in scene.legal:
        move = action.args[0] == MOVE_FIGHT
        total, there = 0.0, BdKnowledge(supposing(c, order=action.args[0]), side)
        for value in best_attacks(there, some, w, move=move, looks=LOOKS):
            total += value
            yield None
        bold, more = BOLD * (total > 0 and not move), march if action.args[0] != FIGHT_FIGHT else -HELPED
        parts = (("attacks", total + bold), ("moves", more))
        yield Idea(action, "order", f"The order is {action.args[0]}", parts)


class BdPlanning(Usual):
    """Both phases of a player turn are planned; movement for a batch at a time, who have moved being counted in."""

    where, asks = ("movement", "combat"), BdKnowledge

    def weights(self, c: Ctx, side: str) -> Weights:
        """The numbers of a side."""
        w = numbers(c, side)
        # Nobody goes anywhere in the combat phase: dangers and ways are the same whatever he does.
        if c.frame.step == "combat":
            return replace(w, reply=0.0, open=0.0, through=0.0)
        return w if c.frame.step != "movement" or c.state.order == MOVE_FIGHT else replace(w, prospect=PROSPECT)

    left = staticmethod(left)

    def ready(self, c: Ctx, side: str) -> Ready:
        """Who may attack; or who moves next, first who has made a mobile assault: some of whom keep the front, with
        those whose attack they may join."""
        if c.frame.step == "combat":
            able = attacking(c)
            return Ready(able, able)
        k = BdKnowledge(c, side)
        able, on = fresh(c, side), going_on(c)
        posted = set() if on else staying(c, k)
        some = on or group(k, able, SIZE, lambda u: factors(c, u)[0])
        gone = [f.unit for f in k.forces(side) if c.state.moving[f.unit] != FRESH and may_attack(c, f.unit) is None]
        there = joining(k, some, gone) if (fights := c.state.order == MOVE_FIGHT) else []
        halted = [*posted.intersection(some), *there]
        return Ready([*some, *there], halted, sorted(set(able) - posted - set(some)), fights)

    def spent(self, c: Ctx, orders: Mapping[Unit, Order]) -> bool:
        """Whether a batch has moved, and there is another."""
        left = fresh(c, c.state.side) if c.frame.step == "movement" else []
        return bool(left) and not set(left) & set(orders)

    def ends(self, c: Ctx) -> Mapping[Action, Mapping[Unit, Hex]]:
        """Advances after combat, of the strongest, of all or of nobody (11.30, 11.32); retreats (11.27)."""
        if c.frame.step == "retreat":
            back = [u for u in c.frame.vars["units"] if c.state.hex_of[u] == c.frame.vars["target"]]
            return {a: dict.fromkeys(back, c.hex(a.args[0])) for a in c.step.legal(c) if a.verb == "to"}
        if c.frame.step != "advance":
            return {}
        v, ids, faces = c.frame.vars, c.roster.ids, c.roster.faces
        able = [u for u in v["units"] if may_advance(c, u) is None]
        able.sort(key=lambda u: (-sum(faces[u][0][:2]), u))
        found = advances(able, ALONE, ids.__getitem__, v["target"], lambda u, who: may_advance(c, u, who))
        for u in v["gone"]:
            for h in onward_hexes(c, u):
                found[Action("onward", (ids[u], c.label(h)))] = {u: h}
        return found

    def dashes(self, c: Ctx) -> Iterator[Dash | None]:
        """Mobile assaults (10.24)."""
        return storms(c) if c.frame.step == "movement" else iter(())

    # ------------------------------------------------------------------ orders
    def next(self, c: Ctx, orders: Mapping[Unit, Order]) -> Action | None:
        """The next move of the batch; the next step of an attack."""
        if c.frame.step == "movement":
            return _march(c, orders)
        return _attack(c, orders) if c.frame.step == "combat" else None


# ---------------------------------------------------------------------- moves
def _march(c: Ctx, orders: Mapping[Unit, Order]) -> Action:
    """An expedition leaves as soon as it can (4.11); else the first unit that can go where it is told and finds room
    there in the end; else somebody stays for good."""
    if (gone := allowed(c, (Action("launch", who) for who in launches(c, None)))) is not None:
        return gone
    ids, left = c.roster.ids, fresh(c, c.state.side)
    if picked := [u for u, on in enumerate(c.state.picked) if on and u in left]:
        return Action("drop", (ids[picked[0]],))
    able = [u for u in left if u in orders]
    ends = dict(enumerate(c.state.hex_of)) | {v: orders[u].hex for u in able for v in with_riders(c, [u])}
    full = stacks([u for u, h in ends.items() if h >= 0 and c.roster.side[u] == c.state.side], ends.__getitem__)
    going = ((u, h) for u in able if (h := orders[u].hex) != c.state.hex_of[u] and fits(c, full[h], h) is None)
    last = Action("hold", (ids[able[0]],)) if able else Action("end")
    return allowed(c, (Action("move", (ids[u], c.label(h))) for u, h in going)) or last


# ---------------------------------------------------------------------- prepared assaults
def _attack(c: Ctx, orders: Mapping[Unit, Order]) -> Action:
    """The next step of an attack, the dearest first (11.3, 8.41); last those that must be made."""
    v, able, bound = c.frame.vars, attack_list(c), must_attack(c)
    told = listed(orders, c.state.hex_of, able)
    wanted = {h: units for h, units in told.items() if together(c, units) is None}
    if v["target"] >= 0 and not wanted.get(v["target"]):
        forced = any(v["target"] in hexes for hexes in bound.values())
        wanted[v["target"]] = list(able.get(v["target"], ())) if forced else []
    elif not wanted and bound:
        wanted[min(next(iter(bound.values())))] = []

    prize = lambda h: goals(c).get(h, 0.0) + sum(price(c, u) for u in fighting(c, h, PREPARED))  # noqa: E731
    may = lambda u: add_check(c, c.roster.ids[u]) is None  # noqa: E731
    return assembled(c, v["target"], v["attackers"], wanted, may, prize, partial(_help, c))


def _help(c: Ctx) -> Action | None:
    """Support at hand that betters the attack that is made up (8.36 to 8.40, 11.23)."""
    v, now = c.frame.vars, support_of(c)
    found = partial(tally, c, PREPARED, v["attackers"], v["target"])
    plain = found(now)
    least = balance(c, plain, v["target"]) + HELPED
    for sort in sorts_of(c) if plain.column is not None else ():
        if sort != DROP and support_check(c, sort) is None:
            count = most(c, PREPARED, v["attackers"], v["target"], now, sort)
            if balance(c, found(replace(now, **{sort: count})), v["target"]) > least:
                return Action("support", (sort,))
    return None
