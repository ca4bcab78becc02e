"""Plans of the planner as actions of this game: moves, then declared attacks; and quick answers to all else."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

from engine.components.grid import Hex, Unit
from engine.games.ava.advice.commands import pending
from engine.games.ava.advice.knowledge import AvaKnowledge
from engine.games.ava.combat.combat import attack_check, combat_tally, fight_check, planned
from engine.games.ava.greedy.ground import Facts
from engine.games.ava.state import FRESH
from engine.games.ava.tables import Ctx
from engine.games.ava.victory import points
from engine.play.action import Action
from engine.players.planner.carrying import aimed, astray, standing
from engine.players.planner.plan import Order
from engine.players.planner.planning import Ready, Usual, allowed
from engine.players.planner.weights import Weights

WAYS = ("move", "march", "cross", "climb")
"""Verbs that take a unit to another hex, the usual one first."""
PARTS = ("command", "reserve", "surprise")
"""Steps that call one Movement and one Combat Segment."""
AXIS = Weights(
    ground=0.5, pull=0.06, lead=0.08, led=0.2, led_each=0.1, touch=0.3, cut=1.2, after=0.5, relief=0.6, room=0.8,
)  # fmt: skip
SOVIET = Weights(pull=0.03, keep=0.6, lead=0.08, led=0.5, touch=0.3, cut=0.7, after=0.5, relief=0.6, room=0.8)
RELEASE = 0.7
"""Share of what a pocket brings that is lost where an attack drives those in it to where they have a line (10.6(6))."""


class AvaPlanning(Usual):
    """A plan is made for the units of one command: where each goes, and what it attacks from there (8.1)."""

    where, asks = ("movement", "combat"), AvaKnowledge

    def weights(self, c: Ctx, side: str) -> Weights:
        """The numbers of a side; lines count as far as a Supply Check is near (11.1, 15.1), what comes next as long as
        something does (16.4)."""
        w, facts = AXIS if side == "axis" else SOVIET, Facts(c, side)
        mine, theirs = facts.minds_lines, Facts(c, c.other(side)).minds_lines
        w = replace(w, line=0.9 * mine, cut=w.cut * theirs, release=RELEASE)
        return w if facts.left or pending(c, side) else replace(w, ground=0.0, pull=0.0, led=0.0, lead=0.0)

    def ready(self, c: Ctx, side: str) -> Ready:
        """Units that are activated and have not attacked; those that have moved stay where they are (9.1, 10.1)."""
        s, sides = c.state, c.roster.side
        able = [u for u, on in enumerate(s.active) if on and s.hex_of[u] >= 0 and sides[u] == side and not s.fought[u]]
        moving = c.frame.step == "movement"
        return Ready(able, [u for u in able if not moving or s.mode[u] != FRESH])

    def spent(self, c: Ctx, orders: Mapping[Unit, Order]) -> bool:
        """Whether somebody did not come to where he was to attack from, now that nobody moves any more (10.1)."""
        return c.frame.step == "combat" and astray(orders, c.state.hex_of)

    def ends(self, c: Ctx) -> Mapping[Action, Mapping[Unit, Hex]]:
        """Advances after combat, and that nobody does (10.7)."""
        return standing(c) if c.frame.step == "advance" else {}

    def part(self, c: Ctx) -> Hashable:
        """The command that is carried out, by its turn and chit."""
        return next(((c.state.turn, f.step, f.vars.get("chit", "")) for f in c.state.stack if f.step in PARTS), None)

    # ------------------------------------------------------------------ orders
    def next(self, c: Ctx, orders: Mapping[Unit, Order]) -> Action | None:
        """The next move, then the end of the segment; the next unit to declare, then the fight."""
        if c.frame.step == "movement":
            return _move(c, orders)
        return _attack(c, orders) if c.frame.step == "combat" else None

    def answer(self, c: Ctx) -> Action:
        """Into a vacated hex that counts; else what Enter would do, or the first thing that is allowed."""
        if c.frame.step == "advance":
            target: Hex = c.frame.vars["target"]
            if points(c, target) and c.state.control.get(c.label(target)) != c.state.side:
                for action in c.step.legal(c):
                    if action.args[1:] == (c.label(target),):
                        return action
        return super().answer(c)


def _move(c: Ctx, orders: Mapping[Unit, Order]) -> Action:
    """The first unit that can go where it is told; headquarters after the others."""
    s, r = c.state, c.roster
    able = (u for u in sorted(orders, key=lambda u: (r.hq[u], u)) if s.active[u] and s.mode[u] == FRESH)
    going = ((r.ids[u], c.label(h)) for u in able if (h := orders[u].hex) != s.hex_of[u])
    return allowed(c, (Action(verb, words) for words in going for verb in WAYS)) or Action("end")


def _attack(c: Ctx, orders: Mapping[Unit, Order]) -> Action | None:
    """The first unit that is to attack and is not declared; only attacks that are rolled for (10.3(4))."""
    s, ids = c.state, c.roster.ids

    def may(u: Unit, target: Hex) -> bool:
        return s.target[u] == target or attack_check(c, ids[u], c.label(target)) is None

    for target, units in sorted(aimed(orders, s.hex_of, may).items()):
        left = [u for u in units if s.target[u] != target]
        if left and combat_tally(c, units, target).column is not None:
            return Action("attack", (ids[left[0]], c.label(target)))
    if planned(c):
        return Action("fight") if fight_check(c) is None else None
    return Action("end")
