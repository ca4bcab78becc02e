"""The Movement Segment: first to the attacks that are worth making, then mechanized units, foot, headquarters."""

from __future__ import annotations

from collections.abc import Iterator

from engine.components.grid import Hex, Unit
from engine.components.wording import counted, plural
from engine.games.ava.greedy.fight import Attack, AttackSearch
from engine.games.ava.greedy.position import Ground
from engine.games.ava.greedy.post import Parts, Posts
from engine.games.ava.movement.reach import may_move, normal_reach, strategic_reach
from engine.games.ava.state import FRESH
from engine.games.ava.units import room, strength
from engine.games.ava.zones import zone
from engine.play.action import Action
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene

CUTS = 3
"""Hexes in which cutting enemy lines is looked at, for each mechanized unit."""
KEEN = 4.0
"""How much more the objectives count while a headquarters picks where its divisions should gather."""
BREATH = 6
"""Hexes weighed between two breaths."""


class MarchPlan:
    """What one Movement Segment is to bring; made at its start, carried out move by move."""

    def __init__(self, g: Ground) -> None:
        self.g = g
        self.posts = Posts(g)
        self.attacks: list[Attack] = []
        self.done: set[Unit] = set()
        self.rest: list[Unit] | None = None
        self.ways: dict[Unit, dict[Hex, str]] = {}
        self.before = -1.0

    def follow(self, scene: Scene) -> None:
        """Take over where units stand now."""
        self.g.c = scene.c

    # ------------------------------------------------------------------ where a unit can go
    def reach(self, u: Unit) -> dict[Hex, str]:
        """Hexes a unit can get to and the verb that takes it there; its own hex among them."""
        if u not in self.ways:
            self.ways[u] = _ways(self.g, u)
        return self.ways[u]

    def movers(self) -> list[Unit]:
        """Units that have not moved."""
        s = self.g.c.state
        return [u for u in self.g.mine if s.active[u] and s.mode[u] == FRESH and u not in self.done]

    # ------------------------------------------------------------------ attacks
    def prepare(self) -> Iterator[None]:
        """Find the attacks to move for."""
        g = self.g
        self._lead()
        pool: dict[Unit, frozenset[Hex]] = {}
        places: dict[Unit, dict[Hex, float]] = {}
        for u in self.movers():
            if strength(g.c, u)[0] and not g.c.roster.hq[u]:
                pool[u] = frozenset(self.reach(u))
                places[u] = {}
                for n, h in enumerate(sorted(pool[u])):
                    places[u][h] = sum(v for _, v in self.posts.parts(u, h))
                    if n % BREATH == 0:
                        yield
        hexes = {h for found in pool.values() for h in found}
        here: dict[Hex, int] = {}
        for u in g.mine:
            if u not in pool:
                here[g.c.state.hex_of[u]] = here.get(g.c.state.hex_of[u], 0) + 1
        field = AttackSearch(g, pool, {h: g.c.data.constant("stacking") - here.get(h, 0) for h in hexes})
        field.places, field.prices = places, {u: max(found.values()) for u, found in places.items()}
        for attack in field.plan():
            if attack is not None:
                self.attacks.append(attack)
            yield

    def _lead(self) -> None:
        """Where the active headquarters is likely to go: others stay in range of that."""
        g, r = self.g, self.g.c.roster
        for u in self.movers():
            if r.hq[u]:
                best = max((self._keenly(u, h), -h) for h in self.reach(u))
                here = (g.c.state.hex_of[u], r.nationality[u])
                g.commanders[g.commanders.index(here)] = (-best[1], r.nationality[u])

    def _keenly(self, u: Unit, h: Hex) -> float:
        """Worth of a hex to a headquarters that looks forward: its divisions have yet to move."""
        return sum(v * (KEEN if name == "advance" else 1.0) for name, v in self.posts.parts(u, h))

    def to_attack(self) -> Idea | None:
        """The next move of a unit to where it attacks from."""
        g = self.g
        for number, attack in enumerate(self.attacks):
            for u, h in attack.units:
                if u in self.done:
                    continue
                here = g.c.state.hex_of[u]
                if here == h:
                    self.done.add(u)
                elif room(g.c, g.side, h) > 0:
                    self.done.add(u)
                    g.barrier.posted(h)
                    return self._joins(u, h, attack, number)
        return None

    def _joins(self, u: Unit, h: Hex, attack: Attack, number: int) -> Idea:
        g, board = self.g, self.g.c.board
        heading = g.t.crt.columns[attack.column]
        what = f"{g.c.roster.short[u]} moves up to attack {board.describe(attack.target)} at {heading}"
        action = Action(self.reach(u)[h], (g.c.roster.ids[u], board.labels[h]))
        return Idea(action, "attack", what, attack.parts)

    # ------------------------------------------------------------------ everybody else
    def order(self) -> list[Unit]:
        """The units without an attack: those nearest the enemy first, headquarters last."""
        g, r = self.g, self.g.c.roster
        threat = g.threat[0]

        def rank(u: Unit) -> tuple[bool, bool, float, int]:
            return r.hq[u], not r.mech[u], -threat[g.c.state.hex_of[u]], u

        return sorted(self.movers(), key=rank)

    def place(self, u: Unit) -> Iterator[Idea | None]:
        """Ideas for one unit; staying is the one with the verb ``stay``."""
        g, posts = self.g, self.posts
        found: list[tuple[float, Hex, Parts]] = []
        stay = g.c.state.hex_of[u]
        for n, (h, _) in enumerate(sorted(self.reach(u).items())):
            if h == stay or room(g.c, g.side, h) > 0:
                parts = posts.parts(u, h)
                found.append((sum(v for _, v in parts), h, parts))
            if n % BREATH == 0:
                yield None
        found.sort(key=lambda f: (-f[0], f[1]))
        base = next(parts for _, h, parts in found if h == stay)
        if g.c.roster.mech[u]:
            yield from self._cuts(u, found)
        best = sorted(found, key=lambda f: (-f[0], f[1]))[:3]
        for _, h, parts in best:
            yield self._idea(u, h, parts, base, stay)
        if stay not in [h for _, h, _ in best]:
            yield self._idea(u, stay, base, base, stay)

    def _cuts(self, u: Unit, found: list[tuple[float, Hex, Parts]]) -> Iterator[None]:
        """Add what cutting enemy lines is worth, for the hexes that may come out best with it."""
        best = found[0][0]
        hopes = [(value + self.g.w.cut * self.posts.hold_up(h), n) for n, (value, h, _) in enumerate(found)]
        for hope, n in sorted(hopes, key=lambda p: (-p[0], p[1]))[:CUTS]:
            value, h, parts = found[n]
            if hope <= max(best, value) + 0.1:
                continue
            if self.before < 0:
                self.before = self.g.cut_off(self.g.enemy)
            cut = self.posts.cut(u, h, self.before)
            found[n] = (value + cut, h, (*parts, ("cut lines", cut)))
            yield

    def _idea(self, u: Unit, h: Hex, parts: tuple[tuple[str, float], ...], base: tuple[tuple[str, float], ...],
              stay: Hex) -> Idea:  # fmt: skip
        """A move, told by what it gains over staying."""
        g = self.g
        were = dict(base)
        gains = tuple((name, value - were.get(name, 0.0)) for name, value in parts)
        verb = "stay" if h == stay else self.reach(u)[h]
        main = max(gains, key=lambda p: p[1])[0] if gains else ""
        aim = _AIMS.get(main, "finds a better place")
        if h != stay:
            gains = (*gains, ("effort", -0.04))
        what = f"{g.c.roster.short[u]} {aim} in {g.c.board.describe(h)}"
        return Idea(Action(verb, (g.c.roster.ids[u], g.c.board.labels[h])), main or "stay", what, gains)


_AIMS = {
    "danger": "gets out of danger", "line": "keeps its communications", "command": "keeps up with its headquarters",
    "advance": "goes for the objectives", "objective": "takes or holds an objective", "block": "bars the way",
    "exposed": "keeps away from the enemy", "guard": "guards the line", "barrier": "bars a railroad to reinforcements",
    "hunt": "goes after an enemy near the line",
    "defend": "comes to help", "contact": "closes up to the enemy", "cut lines": "cuts enemy lines",
}  # fmt: skip


def _ways(g: Ground, u: Unit) -> dict[Hex, str]:
    c = g.c
    here = c.state.hex_of[u]
    found = {here: "stay"}
    if may_move(c, u) is not None:
        return found
    for h in normal_reach(c, u)[0]:
        found.setdefault(h, "move")
    if g.t.along("road", g.side)[here]:
        for h in strategic_reach(c, u)[0]:
            found.setdefault(h, "march")
    enemy = zone(c, g.enemy)
    if not enemy[here]:
        for h in g.t.open_to(g.side)[here]:
            if not enemy[h] and h not in g.enemies and g.t.river(here, h) == "major river":
                found.setdefault(h, "cross")
    return found


def movement(scene: Scene) -> Iterator[Idea | None]:
    """Ideas for the Movement Segment: one move after the other, then its end."""
    plan = scene.notes.get("plan")
    if plan is None:
        plan = scene.notes["plan"] = MarchPlan(Ground(scene.c, scene.side))
        yield from plan.g.warm()
        for _ in plan.prepare():
            yield None
    plan.follow(scene)
    idea = plan.to_attack()
    if idea is not None:
        yield idea
        return
    if plan.rest is None:
        plan.rest = plan.order()
    while plan.rest:
        u = plan.rest.pop(0)
        if u in plan.done:
            continue
        plan.done.add(u)
        ideas = []
        for found in plan.place(u):
            if found is None:
                yield None
            else:
                ideas.append(found)
        best = max(ideas, key=lambda i: i.score)
        plan.g.barrier.posted(scene.c.board.find(best.action.args[-1]))
        if best.action.verb != "stay":
            yield from ideas
            return
    stayed = len(plan.movers())
    attacks = len(plan.attacks)
    yield Idea(
        Action("end"),
        "end",
        f"Everybody stands well: {plural(attacks, 'attack')} prepared, {counted(stayed, 'unit stays', 'units stay')}",
    )
