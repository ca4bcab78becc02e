"""The player that plans: a plan for each part of a turn in which its units act, duties for all else."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.play.determined import determinised
from engine.play.match import Match
from engine.play.step import Context
from engine.play.suppose import fork
from engine.players.greedy import GreedyPlayer
from engine.players.greedy.idea import deed
from engine.players.planner.dashes import Dash, best_dash
from engine.players.planner.distances import distances_of
from engine.players.planner.knowledge import Knowledge
from engine.players.planner.making import KINDS, Maker
from engine.players.planner.mending import Blow
from engine.players.planner.placing import Ends, Placed, Placing
from engine.players.planner.plan import NOBODY, Judged, Order, Parts, Plan, beside, share, weighed
from engine.players.planner.planning import Planning, Ready, planning_of, weights_of
from engine.players.planner.reply import Playout, concerned, unanswered
from engine.players.planner.sets import finished
from engine.players.planner.situation import Situation
from engine.players.planner.telling import intent
from engine.players.undisturbed import undisturbed

Thought = Generator[None, None, tuple[Action, str]]
PHASE = 3
"""How many times as many attacks are valued for a plan that goes on when dice fall: it is for all of a phase."""
WORTHWHILE = 0.05
"""How much better a plan must be that minds the reply: less is told by no reply surely enough."""
ENOUGH = 0.7
"""Share of a plan's thought from which on there is time to mind the reply to a plan."""
COMMANDS = 6
"""Commands that act one after the other in a turn beyond which they share its thought, and more than share it, as what
has to be found out for each takes time too: more for each made no stronger player."""


@dataclass(frozen=True)
class Level:
    """What thinking may cost, counted in valuations: the same on every machine."""

    attacks: int = 200
    """Attacks that are valued for the best set of them."""
    plans: int = 120
    """Plans that are valued on the maps."""
    one_in: int = 1
    """Of what patterns propose one in so many is looked at."""
    played: int = 4
    """Plans that are played out; none: the best on the maps is carried out."""
    leaves: int = 2
    """Positions that a plan is followed to."""
    answers: int = 40
    """Attacks valued for each command of the enemy in his reply."""
    thorough: int = 120
    """The same for a plan that is better than all others with that."""
    mended: int = 8
    """Plans that are played out besides, because of what the enemy would answer to the best of those."""
    kinds: int = KINDS
    """Plans that differ in kind and are changed while it pays."""
    anew: bool = False
    """Whether another plan is made after each die, also where a plan could go on."""


LEVELS = {
    "easy": Level(attacks=100, plans=40, one_in=3, played=0, mended=0),
    "normal": Level(),
    "hard": Level(
        attacks=2000, plans=1200, played=8, leaves=6, answers=200, thorough=400, mended=24, kinds=8, anew=True
    ),
}  # fmt: skip


class PlannerPlayer:
    """Makes plans, plays the best of them, and says why. Sees only what its side may."""

    def __init__(self, seed: int, level: str = "normal") -> None:
        self._seed, self._level = seed, LEVELS[level]
        self._duties = GreedyPlayer(seed, "DUTIES")
        self._judged: list[Judged] = []
        self._key: tuple[object, ...] = ()
        self._expected = -1
        """Length of the history at which the plan goes on; anything else means that the game was changed."""
        self._shares: dict[Unit, Parts] = {}
        """What speaks for each order of the plan that is carried out."""
        self._agreed: tuple[object, dict[Unit, Order]] = (None, {})
        """The turn, and what its plans have given units to attack that have moved."""
        self._intent = ""
        """What the plan that is carried out intends, and the plan that came second."""
        self._row: list[Placed] = []
        """Units that are sent elsewhere one after the other, such as in an advance, as far as they are left."""
        self._row_at: tuple[object, int] = ((), -1)
        """What they are sent for, and the length of the history at which it goes on."""
        self._dash: list[tuple[Action, str]] = []
        """What is left to do of an attack in the middle of movement, the attack itself last, and why."""
        self._dash_at = -1
        """The length of the history at which it goes on."""

    @property
    def level(self) -> Level:
        """How much it thinks."""
        return self._level

    @property
    def plans(self) -> list[Judged]:
        """The plans that were weighed against each other last, the one that is carried out first."""
        return list(self._judged)

    def choose(self, match: Match) -> tuple[Action, str]:
        """The next action and why, thought through at once."""
        with undisturbed():
            return finished(self.think(match))

    def think(self, match: Match) -> Thought:
        """The same in pieces, so that a screen can go on reading keys."""
        planning = planning_of(match.rules)
        if planning is None:
            return (yield from self._duties.think(match))
        if (steps := [f.step for f in match.state.stack])[-1] not in planning.steps(match.side):
            if not set(steps).intersection(planning.steps(match.side)):
                self._key = ()  # the part of the turn is over: the like of it may come again in the same turn
            ends = planning.ends(match.view(match.side).c)
            return (yield from self._placed(match, planning, ends) if ends else self._duties.think(match))
        if (deed := self._dashed(match)) is not None:
            return deed
        c = match.view(match.side).c
        yield from planning.prepares(c)
        goes_on = self._firm(planning) or len(match.history) == self._expected
        same = self._moment(match, planning) == self._key and goes_on
        if not same or planning.spent(c, self._judged[0].plan.orders):
            self._expected = -1
            side, there = match.side, self._imagined(match, match.side)
            yield
            agreed = self._agreed[1] if self._agreed[0] == (side, match.state.turn) else {}
            ready = _joined(planning.ready(there, side), agreed)
            s = self._situation(match, planning, there, ready, agreed=agreed)
            yield
            yield from self._sought(match, s, planning.dashes(there))
            if (deed := self._dashed(match)) is not None:
                return deed
            yield from self._made(match, planning, there, s)
            self._keep_agreed(match, agreed, ready)
        self._expected = len(match.history) + 1
        action = planning.next(c, self._judged[0].plan.orders)
        if action is None or match.check(action) is not None:
            return (yield from self._duties.think(match))
        return action, self._why(match, action)

    def _firm(self, planning: Planning) -> bool:
        """Whether a plan goes on when a die has fallen."""
        return planning.firm and not self._level.anew

    def _moment(self, match: Match, planning: Planning) -> tuple[object, ...]:
        """What a plan is made for, none of it secret: the part of the turn, and how many dice have fallen, where a die
        puts an end to it."""
        s = match.state
        dice = 0 if self._firm(planning) else s.draws
        return (match.side, s.turn, dice, *((f.step, str(sorted(f.vars.items()))) for f in s.stack[:-1]))

    def _placed(self, match: Match, planning: Planning, ends: Ends) -> Thought:
        """Of actions by which units only come to stand elsewhere those that are worth most, one after the other."""
        key = self._moment(match, planning)
        if (key, len(match.history)) != self._row_at or not self._row or self._row[0].action not in ends:
            places: dict[Unit, list[Hex]] = {}
            for moved in ends.values():
                for u, h in moved.items():
                    places.setdefault(u, []).append(h)
            c = self._imagined(match, match.side)
            yield from planning.prepares(c)
            s = self._situation(match, planning, c, Ready(places), places)
            yield
            for found in Placing(s, ends).work():
                self._row = self._row if found is None else found
                yield
        if not self._row:  # no place takes all of them, as far as can be told
            return (yield from self._duties.think(match))
        chosen, self._row = self._row[0], self._row[1:]
        self._row_at = key, len(match.history) + 1
        told = weighed(chosen.parts) if ends[chosen.action] else " (nobody is worth more elsewhere)"
        second = f"; next best '{chosen.second}' {chosen.less:+.1f}" if chosen.second is not None else ""
        value = sum(value for _, value in chosen.parts)
        return chosen.action, f"{self._deed(match, chosen.action)}: {value:+.1f}{told}{second}."

    def _situation(
        self,
        match: Match,
        planning: Planning,
        c: Context[Any],
        ready: Ready,
        places: Mapping[Unit, Collection[Hex]] | None = None,
        agreed: Mapping[Unit, Order] | None = None,
    ) -> Situation:
        """A position with its maps; distances are kept as long as the map is the same."""
        k = planning.knowledge(c, match.side)
        w = weights_of(planning, c, match.side)
        return Situation(
            k, ready.units, w, halted=ready.halted, later=ready.later, fights=ready.fights, agreed=agreed,
            distances=distances_of(match.data.memo, k.beside), places=places, share=_share(k),
        )  # fmt: skip

    # ------------------------------------------------------------------ attacks on the way
    def _sought(self, match: Match, s: Situation, dashes: Iterable[Dash | None]) -> Iterator[None]:
        """Look for the best attack in the middle of movement."""
        self._dash = []
        best = yield from best_dash(s, dashes)
        if best is not None:
            dash, parts = best
            self._dash = [(action, f"{self._deed(match, action)}; {dash.told(parts)}.") for action in dash.actions]
            self._dash_at = len(match.history)

    def _dashed(self, match: Match) -> tuple[Action, str] | None:
        """The next deed of it, if nothing else has happened since and it is allowed."""
        if not self._dash or len(match.history) != self._dash_at or match.check(self._dash[0][0]) is not None:
            self._dash = []
            return None
        deed, self._dash = self._dash[0], self._dash[1:]
        self._dash_at += 1
        return deed

    # ------------------------------------------------------------------ plans
    def _made(self, match: Match, planning: Planning, c: Context[Any], s: Situation) -> Iterator[None]:
        """Weigh plans and keep them, the best first."""
        side, level = match.side, self._level
        share = _share(s.k)
        attacks = level.attacks * (PHASE if self._firm(planning) else 1)
        maker = Maker(s, int(share * level.plans), int(share * attacks), level.one_in, level.kinds)
        yield from maker.work()
        plans = maker.best(max(round(share * level.played), 2))
        if level.played and len(plans) > 1 and planning.part(c) is not None:
            foes = concerned(s.k, plans)
            playout = Playout(planning, c, side, level.leaves, int(share * level.answers), foes, s.distances)
            judged = yield from self._played(playout, plans, maker, share)
        else:
            judged = [Judged(plan, plan.value) for plan in plans]
        orders, shares = judged[0].plan.orders, dict[Unit, Parts]()
        for u in orders:
            shares[u] = maker.worth.share(u, orders)
            yield
        self._judged, self._key, self._shares = judged, self._moment(match, planning), shares
        board, roster = match.data.board, match.data.roster
        second = judged[1] if len(judged) > 1 else None
        self._intent = f"{intent(judged[0].plan, board.describe, roster.short)}{beside(judged[0], second)}"
        if not orders:
            self._intent = "Whoever can come in does so before a plan is made."

    def _keep_agreed(self, match: Match, agreed: Mapping[Unit, Order], ready: Ready) -> None:
        """Remember who is told to attack, for the plans of those who move later."""
        if agreed or ready.later:
            orders = {**agreed, **self._judged[0].plan.orders}
            kept = {u: order for u, order in orders.items() if order.target != NOBODY}
            self._agreed = (match.side, match.state.turn), kept

    def _played(
        self, playout: Playout, plans: list[Plan], maker: Maker, share: float
    ) -> Generator[None, None, list[Judged]]:
        """Plans in the order of what comes of them, with those that mind the reply to the best; of all that may be
        looked at a ``share``."""
        found, thorough = list[Judged](), int(share * self._level.thorough)
        left = int(share * self._level.mended) if share >= ENOUGH else 0
        for plan in plans:
            judged = yield from _one(playout, plan, max((j.value for j in found), default=-inf))
            found.append(judged)
        if not left:
            return sorted(found, key=lambda j: -round(j.value, 6))
        best, blows = yield from self._surest(playout, found, thorough)
        tried, better = [judged.plan.orders for judged in found], True
        while better:
            better = False
            for changed in maker.mended(best.plan, blows):
                yield
                if changed is None or changed.orders in tried or unanswered(changed) <= best.value:
                    continue
                if left <= 0:
                    break
                left -= 1
                tried.append(changed.orders)
                judged = yield from _one(playout, changed, best.value)
                if judged.value > best.value + WORTHWHILE:
                    judged = yield from _one(playout, changed, best.value, thorough)
                found.append(judged)
                if judged.value > best.value + WORTHWHILE:
                    best, blows, better = judged, playout.blows, True
                    break
        return sorted(found, key=lambda j: -round(j.value, 6))

    @staticmethod
    def _surest(
        playout: Playout, found: list[Judged], thorough: int
    ) -> Generator[None, None, tuple[Judged, list[Blow]]]:
        """The plan that is best when the reply to it is looked for thoroughly, with that reply."""
        sure: dict[int, list[Blow]] = {}
        while (n := max(range(len(found)), key=lambda n: (found[n].value, -n))) not in sure:
            found[n] = yield from _one(playout, found[n].plan, -inf, thorough)
            sure[n] = playout.blows
        return found[n], sure[n]

    def _imagined(self, match: Match, side: str) -> Context[Any]:
        """A whole position as the side could imagine it; what it sees, where the game deals nothing."""
        try:
            return determinised(match, side, self._seed)
        except BadInput:
            return fork(match.view(side).c)

    # ------------------------------------------------------------------ words
    def _why(self, match: Match, action: Action) -> str:
        """The plan as one line, what speaks for this action of it as another."""
        u, plan = match.data.roster.by_id.get(action.args[0], -1) if action.args else -1, self._judged[0].plan
        own = share(u, self._shares[u], plan) if u in self._shares else f"as planned: {plan.told}"
        return f"{self._intent}\n{own}."

    @staticmethod
    def _deed(match: Match, action: Action) -> str:
        return deed(match.data.roster, match.data.board, action)


def _share(k: Knowledge) -> float:
    """How much of the thought that one plan is worth there is for each plan of a turn."""
    return min(COMMANDS / max(len(k.commands(k.side)), 1), 1.0) ** 2


def _joined(ready: Ready, agreed: Mapping[Unit, Order]) -> Ready:
    """The same with all who attack what some of them were given to attack by earlier plans."""
    targets = {agreed[u].target for u in ready.units if u in agreed}
    more = [u for u, order in agreed.items() if order.target in targets and u not in ready.units]
    return ready._replace(units=[*ready.units, *more], halted=[*ready.halted, *more])


def _one(playout: Playout, plan: Plan, least: float, answers: int = 0) -> Generator[None, None, Judged]:
    """A plan played out; one that would be no better than the ``least`` that is asked for without any reply is not."""
    if unanswered(plan) <= least:
        return Judged(plan, unanswered(plan), most=True)
    found = Judged(plan, unanswered(plan))
    for judged in playout.work(plan, least, answers):
        found = judged or found
        yield
    return found
