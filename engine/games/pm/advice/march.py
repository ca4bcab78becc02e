"""The German march when the mobile assaults are over: stacks go together, toward the aims, as far as they are safe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.action import Action
from engine.games.pm.advice.aims import Aims
from engine.games.pm.advice.assault import Planner
from engine.games.pm.advice.danger import Danger
from engine.games.pm.advice.ground import Field, Ground, spread
from engine.games.pm.advice.script import moves
from engine.games.pm.arms import AIRCRAFT, FLAK, SIEGE
from engine.games.pm.pace import AREAS, may_act, may_move, points
from engine.games.pm.routes import reach_of
from engine.games.pm.stacking import limit, quarters
from engine.games.pm.state import DONE
from engine.games.pm.supply import axis_field, one_hex_only
from engine.games.pm.ways import FOOT, MECH, closed, edges, hex_cost, shared_edges
from engine.grid import Hex, Unit
from engine.paths import reach
from engine.players.greedy.scene import Scene

ALLIES = ("romanian", "italian", "hungarian")
Costs = dict[Hex, int]
WALK = 12
"""Movement points that the enemy's foot needs at most to walk in."""
NORTH, RESERVE = "okh north", 18
"""Where the guard of the rear waits, and how many it is at most."""
PART = 3
"""Foot units that go together."""
FOLLOW = 15
"""Movement points over which enemies that are cut off are followed."""


class March:
    """Who goes where. ``goal`` holds the units that have been given a place, ``free`` all that may still move."""

    def __init__(self, g: Ground, aims: Aims, only: frozenset[Unit] | None = None) -> None:
        self.g, self.aims, self.danger, self.only = g, aims, Danger(g), only
        self.goal: dict[Unit, Hex] = {}
        self.why: dict[Unit, str] = {}
        self.attackers: set[Unit] = set()
        self.waiting: list[Unit] = []
        self.taken = {h: sum(quarters(g.c, u) for u in units) for h, units in g.mine.items()}
        self.nations = {h: {g.r.nationality[u] for u in us} for h, us in g.mine.items()}
        self.supplied = axis_field(g.c)[0]
        self.free = [u for us in g.mine.values() for u in us if g.s.moving[u] != DONE and may_move(g.c, u) is None]
        if only is not None:
            self.free = [u for u in self.free if u in only]
        free = set(self.free)
        self.holds: dict[Hex, tuple[float, float]] = {}
        for h, units in g.mine.items():
            for u in units:
                if u not in free:
                    self._hold(u, h)
        self.reached: dict[tuple[Any, ...], Costs] = {}

    # ------------------------------------------------------------------ bookkeeping
    def _hold(self, u: Unit, h: Hex) -> None:
        defense, steps = self.holds.get(h, (0.0, 0.0))
        self.holds[h] = defense + self.g.expected(u)[1], steps + self.g.s.steps_left[u]

    def put(self, u: Unit, h: Hex, why: str) -> None:
        """A unit is given a place."""
        here, size = self.g.s.hex_of[u], quarters(self.g.c, u)
        if here >= 0:
            self.taken[here] = self.taken.get(here, 0) - size
        self.taken[h] = self.taken.get(h, 0) + size
        self.nations.setdefault(h, set()).add(self.g.r.nationality[u])
        self._hold(u, h)
        self.goal[u], self.why[u] = h, why

    def fits(self, units: list[Unit], h: Hex) -> bool:
        """Whether units find room in a hex and may stand with those that will be there."""
        g = self.g
        if h == g.s.hex_of[units[0]]:
            return True
        if h not in g.t.land or self.taken.get(h, 0) + sum(quarters(g.c, u) for u in units) > limit(g.c, h):
            return False
        nations = {g.r.nationality[u] for u in units}
        there = self.nations.get(h, set())
        bound = there & set(ALLIES)
        return (not there or there == nations) if nations & set(ALLIES) else not bound

    def reach(self, u: Unit) -> Costs:
        """Where a unit can go, kept for all alike."""
        g = self.g
        key = (g.s.hex_of[u], g.class_of(u), points(g.c, u, [u]), g.r.nationality[u] in ALLIES and g.r.nationality[u])
        if key not in self.reached:
            self.reached[key] = reach_of(g.c, [u])[0]
        return self.reached[key]

    def risk(self, units: list[Unit], h: Hex) -> float:
        """Worth of the steps that the side loses more in a hex if these units go there as well; below 0 is good."""
        defense, steps = self.holds.get(h, (0.0, 0.0))
        more = sum(self.g.expected(u)[1] for u in units)
        half = 0.5 if h not in self.supplied else 1.0
        after = self.danger.loss(h, (defense + more) * half, steps + sum(self.g.s.steps_left[u] for u in units))
        return (after - self.danger.loss(h, defense * half, steps)) * self.g.w.step

    # ------------------------------------------------------------------ the plan
    def write(self, scene: Scene) -> Iterator[None]:
        """The whole phase as a script, in pieces."""
        g = self.g
        self._guards()
        yield
        yield from self._panzers()
        yield
        self._attacks()
        yield
        yield from self._foot()
        if self.only is None:
            self._reserves(scene)
            yield from self._home(scene)
        scene.script[:0] = moves(g, {u: h for u, h in self.goal.items() if g.s.hex_of[u] >= 0}, self.why)

    def _home(self, scene: Scene) -> Iterator[None]:
        """Nobody may walk into the ZOMO of Greater Germany: a unit in every hex of it that the enemy could come to."""
        g = self.g
        for _ in range(60):
            block = {h: 99 for h in self.holds}
            quick = spread(edges(g.c, FOOT, "soviet"), ((h, 0) for h in sorted(g.foes)), block, WALK)
            open_ = [h for h in quick.cost if h in g.zomo and h not in self.holds and h not in g.foes]
            for h in sorted(open_, key=lambda h: (quick[h], h)):
                if self._post(scene, h, f"Keeps the enemy, {quick[h]} points away, out of Greater Germany."):
                    break
            else:
                return
            yield

    def _post(self, scene: Scene, h: Hex, why: str) -> bool:
        """Whether somebody could be found for a hex: out of the Reserve Area, or foot that is not alone elsewhere."""
        g = self.g
        for u in self.waiting:
            if (door := self._door(u, h)) >= 0:
                self._enter(scene, u, door, h, why)
                self.waiting.remove(u)
                return True
        count: dict[Hex, int] = {}
        for end in self.goal.values():
            count[end] = count.get(end, 0) + 1
        spare = [u for u in self.free if h in self.reach(u) and self.fits([u], h) and self.goal.get(u) != h]
        spare = [u for u in spare if self._may_leave(self.goal.get(u, -1), count)]
        if not spare:
            return False
        best = min(spare, key=lambda u: (g.r.mech[u], u in self.attackers, g.attack(u), self.reach(u)[h], u))
        self._unput(best)
        self.put(best, h, why)
        return True

    def _may_leave(self, h: Hex, count: dict[Hex, int]) -> bool:
        """Whether one unit less in a planned hex opens neither Greater Germany nor a place of value to the enemy."""
        return count.get(h, 2) > 1 or not (h in self.g.zomo or (h in self.g.values and self.aims.front[h] < 10))

    def _unput(self, u: Unit) -> None:
        """A unit gives up its place again."""
        if u not in self.goal:
            return
        h, size = self.goal.pop(u), quarters(self.g.c, u)
        self.taken[h] -= size
        here = self.g.s.hex_of[u]
        self.taken[here] = self.taken.get(here, 0) + size
        defense, steps = self.holds[h]
        self.holds[h] = defense - self.g.expected(u)[1], steps - self.g.s.steps_left[u]
        if self.holds[h][1] <= 0:
            del self.holds[h]

    def _guards(self) -> None:
        """In places of value near the enemy stays what makes them safe enough, the weakest attackers first."""
        g = self.g
        for h, units in sorted(g.mine.items()):
            value = g.values.get(h, 0.0) * g.w.point
            if not value or self.aims.front[h] > 10:
                continue
            for u in sorted(units, key=lambda u: (g.r.mech[u], g.attack(u), u)):
                held = self.holds.get(h, (0.0, 0.0))
                if held[1] and self.danger.at(h, held[0]) < 2:
                    break
                if u in self.free and u not in self.goal:
                    self.put(u, h, f"Holds {g.c.board.describe(h)}, worth {g.values[h]:g} VP.")

    # ------------------------------------------------------------------ mechanized units
    def _panzers(self) -> Iterator[None]:
        g = self.g
        found: dict[tuple[Hex, Hex], list[Unit]] = {}
        for u in self.free:
            if g.r.mech[u] and u not in self.goal:
                found.setdefault((g.s.hex_of[u], g.s.origin[u]), []).append(u)
        for group in sorted(found.values(), key=lambda us: -sum(g.attack(u) for u in us)):
            self._group(group)
            yield

    def _group(self, group: list[Unit]) -> None:
        g, c = self.g, self.g.c
        here = g.s.hex_of[group[0]]
        strength = sum(g.attack(u) for u in group)
        aim = self.aims.choose(MECH, here, strength)
        way = self.aims.field(MECH, aim) if aim >= 0 else self.aims.front
        best, kept = float("-inf"), here
        for h in sorted(reach_of(c, group)[0]):
            if self.fits(group, h) and (value := self._panzer_value(group, h, way, strength)) > best:
                best, kept = value, h
        words = c.board.describe(aim) if aim >= 0 else "the enemy"
        for u in group:
            self.put(u, kept, f"{len(group)} go for {words}, {way[kept]} points from it: worth {best:+.1f}.")

    def _panzer_value(self, group: list[Unit], h: Hex, way: Field, strength: float) -> float:
        g = self.g
        value = g.capture(h) - g.w.progress * min(way[h], 80) * max(0.3, strength / 8) - self.risk(group, h) * g.w.fear
        if h not in self.supplied:
            value -= 2.0 * len(group)
        near = [g.foes[n] for n in g.c.grid.adjacent[h] if n in g.foes]
        if near:
            value += min(3.0, strength / (min(f.defense for f in near) + 1) * 0.8)
        return value

    # ------------------------------------------------------------------ prepared assaults
    def _attacks(self) -> None:
        """Prepared assaults that the infantry can still come up for."""
        g, pool, home = self.g, dict[Unit, Any](), dict[Unit, Hex]()
        for h, units in g.mine.items():
            for u in units:
                if g.attack(u) <= 0 or g.s.still[u] or g.r.kind[u] in (FLAK, SIEGE, AIRCRAFT):
                    continue
                if u in self.goal:
                    pool[u], home[u] = frozenset({self.goal[u]}), self.goal[u]
                elif u in self.free:
                    pool[u] = self.reach(u)
                else:
                    pool[u] = frozenset({h})
        planner = Planner(g, pool, dict(self.taken))
        planner.home.update(home)
        for h, nations in self.nations.items():
            planner.company[h] = {n if n in ALLIES else "" for n in nations}
        for attack in planner.plan(g.w.least, g.menace):
            text = f"Comes up for an attack on {g.c.board.describe(attack.target)} worth {attack.value:+.1f}."
            for u, h in attack.units:
                self.attackers.add(u)
                if u in self.free and u not in self.goal:
                    self.put(u, h, text)

    # ------------------------------------------------------------------ everybody else
    def _foot(self) -> Iterator[None]:
        """Small stacks of foot: as many as it takes after enemies that are cut off, the others toward the aims."""
        g = self.g
        blocks: dict[tuple[Any, ...], list[Unit]] = {}
        for u in self.free:
            if u not in self.goal:
                nation = g.r.nationality[u] if g.r.nationality[u] in ALLIES else ""
                key = (g.s.hex_of[u], g.class_of(u), points(g.c, u, [u]), nation)
                blocks.setdefault(key, []).append(u)
        parts: list[list[Unit]] = []
        for units in blocks.values():
            units.sort(key=lambda u: (-g.attack(u), u))
            parts += [units[n : n + PART] for n in range(0, len(units), PART)]
        parts.sort(key=lambda us: (self.aims.front[g.s.hex_of[us[0]]], -len(us), us))
        yield
        yield from self._hunt(parts)
        march = self.aims.march()
        for number, part in enumerate(parts):
            if part[0] not in self.goal:
                self._block(part, march, "the places of value")
            if number % 8 == 7:
                yield

    def _hunt(self, parts: list[list[Unit]]) -> Iterator[None]:
        """Enemies out of supply or near home are followed by the nearest, three factors for one of theirs."""
        g = self.g
        busy: dict[Hex, float] = {}
        for u in self.attackers:
            for n in g.c.grid.adjacent[self.goal.get(u, g.s.hex_of[u])]:
                if n in g.foes:
                    busy[n] = busy.get(n, 0.0) + g.attack(u)
        for h, foe in sorted(g.foes.items(), key=lambda f: (self.aims.front[f[0]], f[0])):
            if (foe.supplied and h not in g.zomo) or busy.get(h, 0.0) > 2 * foe.defense:
                continue
            far = FOLLOW * 2 if h in g.zomo else FOLLOW
            way = spread(edges(g.c, FOOT, g.side), [(h, 0)], self.aims.extra, far)
            near = [p for p in parts if p[0] not in self.goal and g.s.hex_of[p[0]] in way.cost]
            sent = 0.0
            for part in sorted(near, key=lambda p: (way[g.s.hex_of[p[0]]], p)):
                if sent >= 3 * foe.defense:
                    break
                sent += sum(g.attack(u) for u in part)
                self._block(part, way, f"enemies cut off in {g.c.label(h)}")
            yield

    def _block(self, block: list[Unit], way: Field, words: str) -> None:
        best, kept = float("-inf"), self.g.s.hex_of[block[0]]
        for h in self.reach(block[0]):
            if self.fits(block, h):
                value = self._foot_value(block, h, way[h])
                if value > best or (value == best and h < kept):
                    best, kept = value, h
        for u in block:
            self.put(u, kept, f"Goes for {words}, {way[kept]} points from it: worth {best:+.1f}.")

    def _foot_value(self, block: list[Unit], h: Hex, way: int) -> float:
        g, front = self.g, self.aims.front[h]
        size = max(0.3, sum(g.expected(u)[1] for u in block) / 8)
        value = g.capture(h) - g.w.progress * min(way, 99) * size - self.risk(block, h) * g.w.fear
        value -= g.w.crowd * size * self.holds.get(h, (0.0, 0.0))[1] / 2
        if front <= 3 and any(n in g.foes for n in g.c.grid.adjacent[h]):
            value += g.w.front
        if h not in self.supplied:
            value -= 2.0 * len(block)
        return value

    # ------------------------------------------------------------------ reserves
    def _reserves(self, scene: Scene) -> None:
        """Units of the Reserve Areas come in where the way to the enemy is shortest; a few wait as a guard."""
        g, c = self.g, self.g.c
        inside = [u for u, b in enumerate(g.s.box) if b in AREAS and g.r.side[u] == g.side and may_act(c, u) is None]
        foot = [u for u in inside if not g.r.mech[u] and g.s.box[u] == NORTH and not one_hex_only(c, u)]
        foot.sort(key=lambda u: (g.expected(u)[0], u))
        self.waiting = foot[:RESERVE] if g.s.turn > 1 else []
        for u in inside:
            if u in self.waiting:
                continue
            doors = sorted(g.t.zone(AREAS[g.s.box[u]]), key=lambda h: (self.aims.front[h], h))
            for door in doors[:12]:
                ends = [h for h in self._inside(u, door) if self.fits([u], h)]
                if ends:
                    end = max(ends, key=lambda h: (self._foot_value([u], h, self.aims.front[h]), -h))
                    why = f"Comes in from the Reserve Area, {self.aims.front[end]} points from the enemy."
                    self._enter(scene, u, door, end, why)
                    break

    def _inside(self, u: Unit, door: Hex) -> Costs:
        """Where a unit of a Reserve Area can go by one hex of its edge; nowhere if that is closed."""
        g, c = self.g, self.g.c
        kind = g.class_of(u)
        shut, most = closed(c, g.side, [g.r.nationality[u]]), g.r.move[u]
        if door in shut:
            return {}
        first = min(hex_cost(c, kind, door), most)
        if one_hex_only(c, u):
            return {door: first}
        return reach(shared_edges(c, [kind], g.side), door, most, bytes(c.grid.size), shut, first)[0]

    def _door(self, u: Unit, h: Hex) -> Hex:
        """The hex of the edge by which a unit of a Reserve Area comes to another; -1 for none."""
        g = self.g
        doors = sorted(g.t.zone(AREAS[g.s.box[u]]), key=lambda d: (g.c.grid.distance(d, h), d))
        return next((d for d in doors[:4] if self.fits([u], h) and h in self._inside(u, d)), -1)

    def _enter(self, scene: Scene, u: Unit, door: Hex, end: Hex, why: str) -> None:
        g = self.g
        self.put(u, end, why)
        scene.script.append((Action("enter", (g.r.ids[u], g.c.label(door))), why))
        if end != door:
            scene.script.append((Action("move", (g.r.ids[u], g.c.label(end))), why))
