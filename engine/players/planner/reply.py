"""Plans played out: on forks to the end of their part of the turn, dice as branches, with the enemy's answer."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations, islice
from math import inf
from typing import Any

from engine.components.grid import Hex, Unit
from engine.play.branches import outcomes
from engine.play.step import Context
from engine.play.suppose import fork
from engine.players.planner.assault import Assault, Begun, Field, Valued
from engine.players.planner.distances import Distances, rings, within
from engine.players.planner.guard import Guard
from engine.players.planner.knowledge import Force, Knowledge
from engine.players.planner.lifelines import Lifelines
from engine.players.planner.mending import Blow
from engine.players.planner.plan import Judged, Plan
from engine.players.planner.planning import Planning, weights_of
from engine.players.planner.weights import Weights

MOST = 500
"""Actions after which a plan is taken to be carried out."""
DECIDED = 1000.0
"""Worth of a game that is won."""
REPLIED = ("danger", "free ways")
"""Parts of the worth on the maps that positions at the end of a plan tell better; dice are told better by the maps,
which know every result, than by the few that are followed."""
ALL = inf
"""As many attacks valued as there are."""
CUTS, APART = 6, 10
"""Hexes of own lines in which the enemy's best cut is looked for: those on which most hangs, which are often beside
each other near a source, and others apart from each other; in as many of those that cost most two come together."""

Answer = tuple[float, list[Valued]]
"""What attacks bring, and which."""
NONE: Answer = (0.0, [])
Branch = tuple[float, Context[Any]]
"""A position and the chance of it."""


class End:
    """A position at the end of a plan, with what is found of it however long the reply is looked for."""

    def __init__(self, c: Context[Any]) -> None:
        self.c = c
        self.k: Knowledge | None = None
        """That of the enemy, whose reaches are asked for."""
        self.free: dict[Hex, float] = {}
        self.field: Field | None = None
        self.cut: list[Blow] | None = None
        """His worst cut of the lines, by one or two."""


class Playout:
    """Plays plans of one side out from one position, which stays as it is."""

    def __init__(
        self,
        planning: Planning,
        c: Context[Any],
        side: str,
        leaves: int,
        answers: int,
        foes: Collection[Unit] | None = None,
        distances: Distances | None = None,
    ) -> None:
        """``leaves`` are the positions that are followed at once, ``answers`` the attacks valued for each reply.

        ``foes`` are the enemies whose reply is looked at; left out, all of them. ``distances`` are those of the map.
        """
        self.planning, self.c, self.side = planning, c, side
        self._leaves, self._answers, self._valued, self._foes = leaves, answers, answers, foes
        self._distances = distances or Distances(planning.knowledge(c, side).beside)
        self._rings: dict[Hex, frozenset[Hex]] = {}
        self._away: dict[tuple[frozenset[Hex], int], dict[Hex, int]] = {}
        """By goals to be kept what is near them."""
        self.blows: list[Blow] = []
        """What the enemy would do after the plan that was played out last."""
        self._known: dict[Hashable, tuple[float, Assault, Answer, Begun]] = {}
        """By who stands where around a command the attacks that it would make, and how many were valued for them."""
        self._ends: dict[Hashable, list[tuple[float, End]]] = {}
        """By the orders of a plan where it leads."""
        self._costs: dict[frozenset[Unit], float] = {}
        """What a command of his would cost when it was looked at last: the dearest is looked at first, so that a plan
        that is no better is known for it early."""

    def judged(self, plan: Plan) -> Judged:
        """A plan with what the positions that it leads to are worth in the mean."""
        *_, found = self.work(plan)
        assert found is not None
        return found

    def work(self, plan: Plan, least: float = -inf, answers: int = 0) -> Iterator[Judged | None]:
        """The same in pieces; the last one is the plan with its worth, or with what it is worth at most as soon as that
        is no more than the ``least`` that is asked for: no reply makes it more. As many ``answers`` as are told are
        valued for each reply, if any are."""
        self._valued = answers or self._answers
        key = tuple(sorted(plan.orders.items()))
        if key not in self._ends:
            led: list[Branch] = []
            for branches in self.ends(plan):
                led = branches
                yield None
            self._ends[key] = [(chance, End(there)) for chance, there in led]
        ends = self._ends[key]
        total, self.blows = unanswered(plan), []
        for chance, there in sorted(ends, key=lambda end: not end[1].c.state.over):  # those that may be won
            for part in self._weighed(there):
                total += chance * part
                yield None
                if total <= least and not there.c.state.over:
                    yield Judged(plan, total, len(ends), most=True)
                    return
        yield Judged(plan, total, len(ends))

    # ------------------------------------------------------------------ carrying out
    def ends(self, plan: Plan) -> Iterator[list[Branch]]:
        """Where a plan leads: after each action the positions so far, the last time those at its end."""
        live: list[Branch] = [(1.0, fork(self.c))]
        done: list[Branch] = []
        part = self.planning.part(self.c)
        for _ in range(MOST):
            if not live:
                break
            chance, there = live.pop()
            if there.state.over or self.planning.part(there) != part:
                done.append((chance, there))
                continue
            action = self.planning.next(there, plan.orders) if there.state.side == self.side else None
            following = outcomes(there, action or self.planning.answer(there), depth=1, most=self._leaves)
            live, done = self._thinned([*live, *((chance * o.chance, o.c) for o in following)], done)
            yield [*done, *live]
        yield [*done, *live]

    def _thinned(self, live: list[Branch], done: list[Branch]) -> tuple[list[Branch], list[Branch]]:
        """The likeliest positions, which take over the chances of those that are not followed."""
        if len(live) + len(done) <= self._leaves:
            return live, done
        room = max(self._leaves - len(done), 1)
        kept = sorted(range(len(live)), key=lambda n: (-live[n][0], n))[:room]
        scale = sum(chance for chance, _ in live) / sum(live[n][0] for n in kept)
        return [(live[n][0] * scale, live[n][1]) for n in sorted(kept)], done

    # ------------------------------------------------------------------ what comes of it
    def standing(self, c: Context[Any]) -> float:
        """A position at the end of a plan: a game that is decided, else less what the enemy can do next."""
        return sum(self._weighed(End(c)))

    def _weighed(self, end: End) -> Iterator[float]:
        """The same in pieces, which are to be added up."""
        c = end.c
        if c.state.over:
            yield DECIDED if c.state.winner == self.side else -DECIDED if c.state.winner else 0.0
            return
        w = weights_of(self.planning, c, self.side)
        if end.k is None:
            end.k = self.planning.knowledge(c, c.other(self.side))
            end.free = self._free(end.k)
        k = end.k
        self.blows += [Blow(w.open * value, goal) for goal, value in end.free.items()]
        yield -w.open * sum(end.free.values())
        end.field = end.field or Field(k)
        for part in self._attacks(c, k, end.field):
            yield -w.answer * part
        if w.line:
            if end.cut is None:
                end.cut = worst_cut(k, Lifelines(k, self.side, w.after, w.penned / w.line), self._foes)
            share = w.answer * w.line
            self.blows += [blow._replace(cost=share * blow.cost) for blow in end.cut]
            yield -share * costs(end.cut)

    def _free(self, k: Knowledge) -> dict[Hex, float]:
        """Goals that the enemy could walk into, whose knowledge this is."""
        held = {h: value for h, value in k.goals().items() if k.holder(h) == self.side}
        pace = k.pace(k.side)
        if (goals := (frozenset(held), pace)) not in self._away:
            self._away[goals] = rings(k.beside, held, pace + 1)
        return Guard(k, self.side, held, pace, self._away[goals], self._distances).free_goals({})

    def _attacks(self, c: Context[Any], k: Knowledge, field: Field) -> Iterator[float]:
        """What the enemy's best attacks bring him, whose knowledge this is: each command by itself, by its chance; more
        and more of it, as better ones are found."""
        w = replace(weights_of(self.planning, c, k.side), reply=0.0)
        for command in sorted(k.commands(k.side), key=lambda command: -self._costs.get(command.units, 0.0)):
            units = command.units if self._foes is None else command.units.intersection(self._foes)
            if units and command.chance > 0:
                told, answer = 0.0, NONE
                for answer in self._command(k, w, field, units):
                    worth = command.chance * max(answer[0], 0.0)
                    yield worth - told
                    told = worth
                self._costs[command.units] = told
                self.blows += (self._blow(k, command.chance * w.answer, v) for v in answer[1])

    def _command(self, k: Knowledge, w: Weights, field: Field, units: Collection[Unit]) -> Iterator[Answer]:
        """The best attacks of one command, better and better. Where all stand as in another position as far as these
        units come they would make the same ones."""
        key = tuple(sorted(units)), self._around(k, units, w.retreat + 2)
        if key not in self._known:
            assault = Assault(k, units, w, rings=self._rings, field=field)
            self._known[key] = 0, assault, NONE, assault.begun()
        enough, assault, found, begun = self._known[key]
        if enough >= self._valued:
            yield found
            return
        work = assault.work(self._valued, begun)
        while True:
            try:
                next(work)
            except StopIteration as end:
                found = end.value
                self._known[key] = (self._valued if assault.valued >= self._valued else ALL), assault, found, begun
                yield found
                return
            yield assault.floor, []

    def _around(self, k: Knowledge, units: Collection[Unit], far: int) -> tuple[Force, ...]:
        """Who stands so near to hexes that some units could reach that it may matter to their attacks."""
        near = self._distances.near_any(set[Hex]().union(*[k.reach(u) for u in units]), far)
        return tuple([f for side in (k.side, k.enemy) for f in k.forces(side) if f.hex >= 0 and near >> f.hex & 1])

    @staticmethod
    def _blow(k: Knowledge, share: float, v: Valued) -> Blow:
        """An attack that he would make, as far as it counts."""
        at = {f.unit: f.hex for f in k.forces(k.side)}
        return Blow(share * v.value, v.target, {st.hex for st in v.stands}, {at[st.unit] for st in v.stands})


def unanswered(plan: Plan) -> float:
    """What a plan is worth if the enemy does nothing about it: no reply makes it more."""
    return sum(value for name, value in plan.parts if name not in REPLIED)


def concerned(k: Knowledge, plans: Iterable[Plan]) -> frozenset[Unit]:
    """Enemies so near to where plans send somebody, or take him away, that they may answer."""
    hexes = {f.hex for f in k.forces(k.side) if any(f.unit in plan.orders for plan in plans)}
    hexes.update(h for plan in plans for order in plan.orders.values() for h in order if h >= 0)
    near = within(k.beside, hexes, k.pace(k.enemy) + 2)
    return frozenset(f.unit for f in k.forces(k.enemy) if f.hex in near)


def worst_cut(k: Knowledge, lines: Lifelines, foes: Collection[Unit] | None = None) -> list[Blow]:
    """What the side whose lines these are loses where one enemy, of some or all, cuts them or two do together, by the
    chance that they can act: for each of them where he comes to, nothing where that costs nothing."""
    coming = comers(k, lines, foes)
    able = [(p * lines.lost({u: h}), {u: h}) for h, who in coming.items() for p, u in who[:1]]
    cost = {h: lost for lost, moved in able for h in moved.values()}
    likely = sorted(coming, key=lambda h: -cost[h])[:CUTS]  # of those that cost nothing alone the first ones
    for a, b in combinations(likely, 2):
        pairs = ((p * q, u, v) for p, u in coming[a] for q, v in coming[b] if u != v)
        chance, u, v = max(pairs, default=(0.0, -1, -1))
        if chance > 0:
            able.append((chance * lines.lost({u: a, v: b}), {u: a, v: b}))
    most, moved = max(able, key=lambda one: one[0], default=(0.0, dict[Unit, Hex]()))
    at = {f.unit: f.hex for f in k.forces(k.enemy if lines.side == k.side else k.side)} if most > 0 else {}
    return [Blow(most, h, {h}, {at[u]}) for u, h in moved.items() if most > 0]


def costs(cut: Iterable[Blow]) -> float:
    """What a worst cut costs."""
    return max((blow.cost for blow in cut), default=0.0)


def comers(k: Knowledge, lines: Lifelines, foes: Collection[Unit] | None) -> dict[Hex, list[tuple[float, Unit]]]:
    """Hexes on the lines or beside them, those first where most hangs on it, with the likeliest two who could come."""
    enemy = k.enemy if lines.side == k.side else k.side
    chance: dict[Unit, float] = {}
    for command in k.commands(enemy):
        for u in command.units:
            chance[u] = max(chance.get(u, 0.0), command.chance)
    able = [f for f in k.forces(enemy) if f.attack > 0 and not f.leads and chance.get(f.unit, 0.0) > 0]
    walkers = able if foes is None else [f for f in able if f.unit in foes]
    flow, taken = lines.flow, {f.hex for f in lines.forces}
    near = {*flow, *(n for g in flow for n in k.beside(g))} - taken
    most: dict[Hex, float] = {}
    coming: dict[Hex, list[tuple[float, Unit]]] = {}
    for f in walkers:
        for h in near.intersection(k.travel(f.unit)):
            if h not in most:
                most[h] = max([flow.get(n, 0.0) for n in (h, *k.beside(h))])
            if most[h] > 0:
                coming.setdefault(h, []).append((chance[f.unit], f.unit))
    best = {h: sorted(found, reverse=True)[:2] for h, found in coming.items()}
    likely = sorted(best, key=lambda h: (-most[h] * best[h][0][0], h))
    return {h: best[h] for h in [*likely[:CUTS], *islice(_apart(k, likely[CUTS:], likely[:CUTS]), APART)]}


def _apart(k: Knowledge, hexes: Iterable[Hex], taken: Iterable[Hex]) -> Iterator[Hex]:
    """Those of which none is beside another, or is one of the first ones."""
    near = set(taken)
    for h in hexes:
        if h not in near:
            near.update((h, *k.beside(h)))
            yield h
