"""Plans of the planner as actions of this game: who comes in, is activated and moves where; advances after combat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from engine.components.grid import Hex, Unit
from engine.games.efs.advice.knowledge import UNKNOWN, EfsKnowledge
from engine.games.efs.combat.declare import attackable
from engine.games.efs.combat.overrunning import FAILURE, LOSS, SETBACK, SUCCESS
from engine.games.efs.combat.retreat import party, stack_ways
from engine.games.efs.movement.allowance import begun, may_move, movers
from engine.games.efs.movement.classes import afloat, on_rails
from engine.games.efs.movement.entry import comers
from engine.games.efs.phases.upcoming import MOVEMENT, attacks_follow
from engine.games.efs.queries.expected import doubtful, turns_left, ways_in
from engine.games.efs.queries.overrun import overruns_by_stack
from engine.games.efs.stacking import excess, fits
from engine.games.efs.state import HALTED
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import attack, on_map, side_units
from engine.games.efs.victory import AXIS
from engine.play.action import Action
from engine.play.asked import Prospect
from engine.players.planner.carrying import Carrying, Terms, standing
from engine.players.planner.dashes import Dash, dashed
from engine.players.planner.ending import Left
from engine.players.planner.exchange import EVERY
from engine.players.planner.knowledge import Outcome
from engine.players.planner.placing import easiest
from engine.players.planner.plan import Order
from engine.players.planner.planning import Ready, Usual
from engine.players.planner.rear import forward
from engine.players.planner.weights import Weights

OVERRUN = {SUCCESS: Outcome(retreat=2, stuck=EVERY), LOSS: Outcome(defender=1, retreat=2, stuck=EVERY),
           FAILURE: Outcome(), SETBACK: Outcome(attacker=1)}  # fmt: skip
"""What the results of the Overrun Table bring (11.37)."""
NUMBERS = Weights(
    ground=0.35, pull=0.1, reply=0.35, keep=0.3, led=0.0, lead=0.01, effort=0.01, line=0.3, cut=0.2, relief=0.4,
    through=0.4, storm=0.3, menace=0.35, penned=0.15, pens=0.7, neck=0.5, risked=0.5, safe=0.2, shared=0.8,
    instead=0.3, watched=0.15,
)  # fmt: skip
WEIGHTS = {"axis": NUMBERS, "soviet": replace(
    NUMBERS, ground=0.2, pull=0.04, reply=0.45, keep=0.6, led=0.1, relief=0.3, menace=0.45, penned=0.7, pens=0.15,
    safe=1.0, watched=0.0)}  # fmt: skip
"""What counts how much for a side."""
POCKET, MANDATED = 0.8, 0.4
"""Share of the next step of a unit that its being cut off is worth when that is about to be counted;
what driving the enemy out of a hex brings while Mandated Attacks are due."""


class EfsPlanning(Usual):
    """A plan for a movement phase: where each unit goes, and whom it could attack from there if attacks follow."""

    where, asks, far = (MOVEMENT,), EfsKnowledge, True

    def left(self, c: Ctx, side: str) -> Left:
        """Game turns."""
        return Left(*turns_left(c, side))

    def weights(self, c: Ctx, side: str) -> Weights:
        """The numbers of a side: Mandated Attacks are to be made (12.36), pockets that count soon weigh more (R201)."""
        w = WEIGHTS[side]
        if side != AXIS and c.state.mandates:
            w = replace(w, ground=MANDATED)
        if "pocket" not in c.scenario or c.state.turn < tables(c).last_turn - 1:
            return w
        return replace(w, cut=POCKET) if side == AXIS else replace(w, line=POCKET)

    def ready(self, c: Ctx, side: str) -> Ready:
        """Who has not begun to move and may, or has only come in, or can be activated; where attacks follow those too
        who stand by an enemy. Nobody while reinforcements are still to come in: the plan is for them too."""
        if _come(c) is not None:
            return Ready(())
        going = [u for u in map(c.unit, movers(c)) if not (_spent(c, u) or on_rails(c, u) or afloat(c, u))]
        k = EfsKnowledge(c, side)
        able = set(k.let_go([*going, *k.activated(side)]))
        beside = {u for units in attackable(c, side).values() for u in units if attacks_follow(c, side)}
        return Ready(sorted(able | beside), sorted(beside - able))

    def spent(self, c: Ctx, orders: Mapping[Unit, Order]) -> bool:
        """Once all have come in who could: then the plan is made for everybody."""
        return not orders and bool(self.ready(c, c.state.side).units)

    def dashes(self, c: Ctx) -> Iterator[Dash | None]:
        """Overruns by stacks from where they stand or can go (11.3)."""
        for p in overruns_by_stack(c) if _come(c) is None else ():
            yield _dash(c, p) if p is not None else None

    def ends(self, c: Ctx) -> Mapping[Action, Mapping[Unit, Hex]]:
        """Own retreats of whole stacks (16.4); advances after combat one by one, and that nobody more does (16.5)."""
        if c.frame.step == "retreat" and not c.frame.vars["led"]:
            ways = {h: way.rank for h, way in stack_ways(c).items()}
            return easiest(party(c), ways, lambda h: Action("to", (c.label(h),)))
        return standing(c) if c.frame.step == "advance" else {}

    def next(self, c: Ctx, orders: Mapping[Unit, Order]) -> Action | None:
        """Reinforcements, then activations, then moves, then the end of the phase."""
        k = EfsKnowledge(c, c.state.side)
        end, moves, ahead = Action("end"), carrying(c, orders), partial(forward, k)
        others = (u for u in on_map(c, k.side) if not c.state.did[u] & HALTED and begun(c, u))
        found = _come(c) or k.leave("exit") or moves.let_go("activate") or moves.move()
        found = found or moves.follow(others, k.reach, ahead)
        if found is not None or c.step.check(c, end) is None:
            return found or end
        return carrying(c, {}).unpacked(excess(c, k.side), k.reach, "discard")


def carrying(c: Ctx, orders: Mapping[Unit, Order]) -> Carrying:
    """Moves of this game: by what a unit attacks with, as headquarters let it go, within the stacking limit (3.31)."""
    terms = Terms(
        strength=partial(attack, c), may=lambda u: may_move(c, u) is None, begun=partial(begun, c),
        spent=partial(_spent, c), there=lambda h: side_units(c, h, c.state.side),
        fits=lambda units, h: fits(c, units, h) is None, verbs=("move", "strategic", "rail"),
    )  # fmt: skip
    return Carrying(c, orders, terms)


def _dash(c: Ctx, p: Prospect) -> Dash | None:
    """An overrun; none of stacks that may turn out too strong for it when they are turned up (11.36)."""
    units, target = tuple(u for u, _ in p.stands), p.target
    return None if doubtful(c, units, target, UNKNOWN) else dashed(c, p, OVERRUN, "overrun")


def _come(c: Ctx) -> Action | None:
    """The next reinforcement, at the hex that is farthest forward and has room, on foot or by railroad (11.17)."""

    ahead = partial(forward, EfsKnowledge(c, c.state.side))
    return carrying(c, {}).enter(map(c.unit, comers(c)), partial(ways_in, c), ahead)


def _spent(c: Ctx, u: Unit) -> bool:
    """Whether a unit has moved in this phase, other than onto the map, so that it goes on at once or not at all."""
    return begun(c, u) and c.state.hex_of[u] != c.state.origin[u]
