"""Making plans: the attacks of the phase and what patterns propose, changed while it pays, valued on the maps alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from engine.components.grid import Hex, Unit
from engine.players.planner.assault import moves
from engine.players.planner.gathering import guarded, idle, in_the_way, step_aside
from engine.players.planner.mending import Blow, mendings
from engine.players.planner.patterns import PATTERNS
from engine.players.planner.plan import NOBODY, Order, Orders, Plan, Proposal
from engine.players.planner.posts import FEW, SAFEST
from engine.players.planner.situation import Situation
from engine.players.planner.worth import Worth

LEAST = 1e-6
NOWHERE = -1
"""The hex that a plan without a single aim is about."""
TRIED = 3
"""Posts of one unit that a plan is changed to, its best."""
BETTER = "better post"
"""Where an order is from that no pattern proposed."""
JOINED = "strike besides"
"""Where an order is from by which others attack than those of whom a pattern thought."""
STAYED = "stay"
"""Where an order is from by which somebody stays where he is."""
MENDED = "mind the reply"
"""Where an order is from that was changed because of what the enemy would answer."""
Ideas = Mapping[Unit, str]
Thought = Generator[None, None, Plan | None]
"""A plan that is changed, in pieces; ``None`` where that breaks a limit or is what it says already."""
Change = Callable[[Plan], Thought]
KINDS = 4
"""Plans that differ in kind and are changed while it pays."""


class Maker:
    """Makes plans for one situation, in pieces; the same for the same questions."""

    def __init__(self, s: Situation, plans: int, attacks: int, one_in: int = 1, kinds: int = KINDS) -> None:
        """``plans`` and ``attacks`` may be valued; of what patterns propose only every so many is looked at; the best
        plans of so many ``kinds`` are changed while it pays."""
        self.s, self.worth = s, Worth(s)
        self._plans, self._attacks, self._one_in, self._kinds = plans, attacks, one_in, kinds
        self._found: dict[tuple[tuple[Unit, Order], ...], Plan] = {}
        self._posts: dict[Unit, list[Hex]] = {}
        self.proposals: list[Proposal] = []

    def best(self, most: int = KINDS) -> list[Plan]:
        """The best plans, each of another kind than those before it."""
        found: dict[str, Plan] = {}
        for plan in sorted(self._found.values(), key=lambda p: (-p.value, p.patterns, sorted(p.orders.items()))):
            found.setdefault(plan.kind, plan)
        return list(found.values())[:most]

    def work(self) -> Iterator[None]:
        """Make them; each ``next`` is a piece."""
        if not self.s.ready:
            yield from self.s.paced()
            yield from self._weighed(self.s.staying, ("wait",), NOWHERE)
            return
        yield from self.s.drawn()
        starts = [(yield from self._weighed(self.s.staying, ("wait",), NOWHERE))]
        if self.s.agreed:
            ideas = dict.fromkeys(self.s.agreed, "keep to what was agreed")
            orders = {**self.s.staying, **self.s.agreed}
            starts.append((yield from self._weighed(orders, ("keep to what was agreed",), NOWHERE, ideas)))
        starts.append((yield from self._assault()))
        if self.s.room and self.s.room.wanted:
            starts.append((yield from self._weighed((yield from self._clearing()), ("make room",), NOWHERE)))
        yield
        for pattern in PATTERNS:
            for proposal in pattern(self.s):
                if proposal is not None:
                    self.proposals.append(proposal)
                    if any(order.target != NOBODY for order in proposal.orders.values()):
                        fewer = guarded(self.s, dict(proposal.orders))
                        if fewer and len(fewer) < len(proposal.orders):
                            self.proposals.append(proposal._replace(orders=fewer))
                yield
            yield
        self.proposals = self.proposals[:: self._one_in]
        for proposal in self.proposals:
            for start in starts:
                yield from self._with(start, proposal)
        for start in starts:
            yield from self._joined(start)
        for n, plan in enumerate(self.best(self._kinds)):
            left = self._plans - self.worth.valued
            yield from self._improved(plan, self.worth.valued + max(left, 0) // (self._kinds - n))
        for plan in self.best(self._kinds):
            yield from self._minded((yield from self._sound(plan)))

    def mended(self, plan: Plan, blows: Iterable[Blow]) -> Iterator[Plan | None]:
        """Other plans than one that was played out, which differ from it in what the enemy would do about it."""
        for u in self.s.ready:
            yield from self._looked(u)
        for changes in mendings(self.s, plan, blows, self._posts):
            yield (yield from self._changed(plan, changes, MENDED))

    # ------------------------------------------------------------------ beginnings
    def _assault(self) -> Generator[None, None, Plan]:
        """The best attacks together, everybody else where it is worth most."""
        _, found = yield from self.s.assault.work(self._attacks)
        orders = {**self.s.staying, **{st.unit: Order(st.hex, v.target) for v in found for st in v.stands}}
        going = moves(found)
        settled = yield from self._led(orders, going.keys())
        ideas = {u: "attack" if u in going else "march" for u in settled}
        patterns, aim = ("attack",) if found else ("march",), found[0].target if found else NOWHERE
        return (yield from self._weighed(settled, patterns, aim, ideas))

    def _clearing(self) -> Generator[None, None, Orders]:
        """Nobody attacks, and nobody stands where others could attack from who act later."""
        s, wanted = self.s, self.s.room.wanted if self.s.room else ()
        found = s.staying
        for u in sorted(found, key=lambda u: (s.mine[u].leads, -s.mine[u].defense, u)):
            yield from self._looked(u)
            if s.mine[u].hex in wanted:
                places = [*self._likely(u), *sorted(s.choices(u), key=lambda h: (s.choices(u)[h], h))]
                step_aside(s, found, u, [h for h in places if h not in wanted])
        return found

    def _led(self, orders: Orders, bound: Collection[Unit]) -> Generator[None, None, Orders]:
        """The same, headquarters and those whom they lead together: first all go as if nobody needed one, then
        headquarters to where they lead most, then all so that they are in command of those."""
        s = self.s
        leaders = [u for u in orders if s.mine[u].leads]
        if leaders:
            s.posts.heads = None
            first = yield from self._settled(orders, bound)
            s.posts.heads = {u: first[u].hex for u in leaders}
            self._posts.clear()
        return (yield from self._settled(orders, bound))

    def _settled(self, orders: Orders, bound: Collection[Unit]) -> Generator[None, None, Orders]:
        """Units that are bound to nothing go where they are worth most beside those who are settled."""
        s, found = self.s, dict(orders)
        free = sorted((u for u in found if u not in bound), key=lambda u: (s.mine[u].leads, -s.mine[u].defense, u))
        for u in free:
            lead, home = self._leading(u, found), s.mine[u].hex
            entered = s.posts.entered(o.hex for v, o in found.items() if v != u and not s.mine[v].leads)
            yield from self._looked(u)
            count: dict[Hex, int] = {}
            for v, (at, _) in found.items():
                if v != u:
                    count[at] = count.get(at, 0) + 1
            places = [h for h in (*self._likely(u), home) if count.get(h, 0) < s.space(h)]
            if places:
                others = self._beside_whom(found, u)
                worth: dict[Hex, float] = {}
                for h in places:
                    worth[h] = s.posts.worth(u, h, others.get(h, ())) + lead.get(h, 0.0)
                    worth[h] -= s.w.shared * s.posts.nearing(entered, h, home)
                    yield
                found[u] = Order(min(worth, key=lambda h: (-worth[h], h)))
            yield
        return self._unpacked(found)

    def _unpacked(self, orders: Orders) -> Orders:
        """Orders in which whoever finds no room stays where he is, the weakest first."""
        s, found = self.s, dict(orders)
        while full := s.crowded(found):
            comers = [u for u, order in found.items() if order.hex in full and s.mine[u].hex != order.hex]
            if not comers:
                break
            u = min(comers, key=lambda u: (s.mine[u].attack, u))
            found[u] = Order(s.mine[u].hex)
        return found

    def _leading(self, u: Unit, orders: Mapping[Unit, Order]) -> dict[Hex, float]:
        """For a headquarters what it would lead from each hex once the others are where they are told to go."""
        s = self.s
        if not s.mine[u].leads:
            return {}
        moved = {v: order.hex for v, order in orders.items() if v != u}
        lead = {h: s.w.lead * s.k.leading(u, h, moved) for h in s.choices(u)}
        order = sorted(lead, key=lambda h: (-s.posts.alone(u, h) - lead[h], h))
        safe = sorted(order[FEW:], key=lambda h: (s.posts.feared(u, h) - s.posts.alone(u, h) - lead[h], h))
        self._posts[u] = [*order[:FEW], *safe[:SAFEST]]
        return lead

    def _likely(self, u: Unit) -> list[Hex]:
        """The few hexes that may be worth most to a unit by itself, once they were looked for."""
        return self._posts[u]

    def _looked(self, u: Unit) -> Iterator[None]:
        """Look for them, in pieces."""
        if u not in self._posts:
            found = yield from self.s.posts.looked(u, self.s.choices(u))
            self._posts[u] = [h for _, h in found]

    def _beside_whom(self, orders: Mapping[Unit, Order], u: Unit) -> dict[Hex, list[Unit]]:
        """Own units by hex once orders are carried out, without one."""
        found = {h: list(units) for h, units in self.s.fixed.items()}
        for v, order in sorted(orders.items()):
            if v != u:
                found.setdefault(order.hex, []).append(v)
        return found

    # ------------------------------------------------------------------ changes
    def _weighed(
        self, orders: Mapping[Unit, Order], patterns: tuple[str, ...], aim: Hex, ideas: Ideas | None = None
    ) -> Generator[None, None, Plan]:
        """A plan of these orders, without the attacks that are not carried; remembered."""
        sound = self.worth.mended(orders)
        parts = yield from self.worth.weighing(sound)
        plan = Plan(sound, patterns, aim, parts, ideas=ideas or {})
        return self._found.setdefault(tuple(sorted(sound.items())), plan)

    def _with(self, plan: Plan, proposal: Proposal) -> Thought:
        """A plan changed as a pattern proposes; ``None`` where that breaks a limit or is what it says already."""
        orders = yield from self._merged(plan.orders, proposal.orders)
        if orders is None or orders == plan.orders:
            return None
        patterns = (*plan.patterns, proposal.pattern) if proposal.pattern not in plan.patterns else plan.patterns
        ideas = {**plan.ideas, **dict.fromkeys(proposal.orders, proposal.pattern)}
        found = yield from self._weighed(orders, patterns, proposal.aim, ideas)
        if proposal.stance is None or proposal.sector < 0 or found.patterns != patterns:
            return found
        key = tuple(sorted(found.orders.items()))
        found = self._found[key] = replace(found, stances={**plan.stances, proposal.sector: proposal.stance})
        return found

    def _merged(
        self, orders: Mapping[Unit, Order], changes: Mapping[Unit, Order]
    ) -> Generator[None, None, Orders | None]:
        """Orders with others for some units; whoever stands in their way stays where he is now, or steps aside from
        there, if that is possible."""
        s = self.s
        if not all(u in orders and s.may(u, order) for u, order in changes.items()):
            return None
        found = {**orders, **changes}
        for h in s.crowded(found):
            for u in sorted(u for u, order in found.items() if order.hex == h and u not in changes):
                if s.mine[u].hex != h:
                    found[u] = Order(s.mine[u].hex)
                    break
        for u in in_the_way(s, found, changes):
            yield from self._looked(u)
            step_aside(s, found, u, self._likely(u))
        return None if s.crowded(found) else found

    def _joined(self, start: Plan) -> Iterator[None]:
        """All that patterns propose and makes a plan better, put into one: the best first, each as long as it pays."""
        gains: list[tuple[float, int]] = []
        for n, proposal in enumerate(self.proposals):
            plan = yield from self._with(start, proposal)
            gains += [(start.value - plan.value, n)] if plan is not None else []
        now = start
        for loss, n in sorted(gains):
            if loss > -LEAST:
                break
            more = yield from self._with(now, self.proposals[n])
            now = more if more is not None and more.value > now.value + LEAST else now

    def _improved(self, plan: Plan, until: int) -> Iterator[None]:
        """Change a plan while it pays, until so many plans were valued: each change that pays is kept, and the next one
        is tried on what it made, round by round until a whole round changes nothing."""
        now, before = (yield from self._sound(plan)), None
        while now is not before:
            before = now
            for change in self._changes():
                changed = yield from change(now)
                if changed is not None and changed.value > now.value + LEAST:
                    now = changed
                if self.worth.valued >= until:
                    return
                yield

    def _sound(self, plan: Plan) -> Generator[None, None, Plan]:
        """A plan without those of its attacks that cost more than they bring and make nothing else better: looked at
        whatever was valued before, since there are few of them and patterns may leave nothing for changes."""
        aims = {order.target: u for u, order in sorted(plan.orders.items()) if order.target != NOBODY}
        for target, u in sorted(aims.items()):
            if sum(value for _, value in self.worth.share(u, plan.orders)) < 0:
                fewer = yield from self._spared(plan, target)
                plan = fewer if fewer is not None and fewer.value > plan.value + LEAST else plan
        return plan

    def _minded(self, plan: Plan) -> Generator[None, None, Plan]:
        """A plan in which nobody leaves a goal that then stands open, if it is better so, where ways through stacks are
        minded; as few are looked at."""
        s, ends = self.s, {o.hex for o in plan.orders.values()}.union(self.s.fixed)
        left = [u for u, o in sorted(plan.orders.items()) if o.hex != (h := s.mine[u].hex) and h not in ends]
        left = [u for u in left if s.mine[u].hex in s.k.goals() and s.k.holder(s.mine[u].hex) == s.k.side]
        for u in left if s.w.open and s.w.through else ():
            if s.mine[u].hex in s.free_goals({v: o.hex for v, o in plan.orders.items()}):
                stays = yield from self._stayed(plan, u)
                plan = stays if stays is not None and stays.value > plan.value + LEAST else plan
        return plan

    def _changes(self) -> Iterator[Change]:
        """What a pattern proposes besides, an attack by those who make none, one given up, one unit where it is or at
        another post, two that change their orders."""
        for proposal in self.proposals:
            yield partial(self._with, proposal=proposal)
        for target in sorted(self.s.foes):
            yield partial(self._struck, target=target)
            yield partial(self._spared, target=target)
        units = sorted(self.s.ready)
        for u in units:
            for n in range(TRIED):
                yield partial(self._posted, u=u, n=n)
            yield partial(self._ceased, u=u)
        yield from (partial(self._stayed, u=u) for u in units)
        for n, u in enumerate(units):
            for v in units[n + 1 :]:
                yield partial(self._swapped, u=u, v=v)

    def _struck(self, plan: Plan, target: Hex) -> Thought:
        """The same plan with an attack on a hex by those who attack nobody."""
        busy = [u for u, order in plan.orders.items() if order.target != NOBODY]
        able = self.s.strikes.comers(target)
        if not busy or able.issubset(busy) or any(plan.orders[u].target == target for u in busy):
            return None
        return (yield from self._changed(plan, idle(self.s, target, busy), JOINED))

    def _spared(self, plan: Plan, target: Hex) -> Thought:
        """The same plan without the attack on a hex."""
        return (yield from self._changed(plan, {u: Order(o.hex) for u, o in plan.orders.items() if o.target == target}))

    def _posted(self, plan: Plan, u: Unit, n: int) -> Thought:
        """The same plan with a unit at one of its best posts."""
        yield from self._looked(u)
        likely = self._likely(u)
        return (yield from self._changed(plan, {u: Order(likely[n])})) if n < len(likely) else None

    def _stayed(self, plan: Plan, u: Unit) -> Thought:
        """The same plan with a unit left where it is: something may hang on it that its posts do not tell."""
        here = self.s.mine[u].hex
        return (yield from self._changed(plan, {u: Order(here)}, STAYED)) if plan.orders[u].hex != here else None

    def _ceased(self, plan: Plan, u: Unit) -> Thought:
        """The same plan with a unit that attacks nobody where it is told to go."""
        return (yield from self._changed(plan, {u: Order(plan.orders[u].hex)}))

    def _swapped(self, plan: Plan, u: Unit, v: Unit) -> Thought:
        """The same plan with two units that change their orders."""
        return (yield from self._changed(plan, {u: plan.orders[v], v: plan.orders[u]}))

    def _changed(self, plan: Plan, changes: Mapping[Unit, Order], idea: str = BETTER) -> Thought:
        """The same plan with other orders for some units."""
        if all(plan.orders[u] == order for u, order in changes.items()):
            return None
        orders = yield from self._merged(plan.orders, changes)
        if orders is None or orders == plan.orders:
            return None
        ideas = {**plan.ideas, **dict.fromkeys(changes, idea)}
        return (yield from self._weighed(orders, plan.patterns, plan.aim, ideas))
