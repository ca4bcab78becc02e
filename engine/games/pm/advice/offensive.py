"""The German movement phase: mobile assaults first, then the panzers through the gaps, then the infantry."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

from engine.action import Action
from engine.games.pm.advice.aims import Aims
from engine.games.pm.advice.assault import MOBILE, Attack, Planner, measure
from engine.games.pm.advice.ground import FAR, Ground, spread
from engine.games.pm.advice.script import moves, together
from engine.games.pm.advice.wall import screen
from engine.games.pm.allies import barred
from engine.games.pm.arms import AIRCRAFT, FLAK, SIEGE
from engine.games.pm.mobile import assault_cost, may_assault, may_storm, may_together
from engine.games.pm.pace import AREAS, budget, may_act, may_move, points
from engine.games.pm.routes import reach_of
from engine.games.pm.stacking import limit, quarters
from engine.games.pm.state import DONE
from engine.games.pm.supply import axis_field, one_hex_only
from engine.games.pm.ways import FOOT, MECH, closed, edges, hex_cost, shared_edges
from engine.grid import Hex, Unit
from engine.paths import reach
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene

ALLIES = ("romanian", "italian", "hungarian")


@dataclass(slots=True)
class Option:
    """A mobile assault that a group could make: from where, for how many points in all."""

    group: tuple[Unit, ...]
    launch: Hex
    attack: Attack


def movement(scene: Scene) -> Iterator[Idea | None]:
    """One stage after the other; each writes a script or hands over to the next."""
    plan = _plan(scene)
    g = Ground(scene.c, scene.side)
    if plan["stage"] == "mobile":
        option = yield from _best_assault(g, plan)
        if option is not None:
            _write_assault(scene, g, option)
            return
        plan["stage"] = "march"
    if plan["stage"] == "march":
        plan["stage"] = "close"
        yield None
        March(g, Aims(g)).write(scene)
        return
    yield Idea(Action("end"), "end", "Everybody has moved: 0 moves are left that are worth it")


def _plan(scene: Scene) -> dict[str, Any]:
    key = (scene.c.state.turn, scene.c.state.couplet)
    plan: dict[str, Any] = scene.diary.setdefault("offensive", {})
    if plan.get("key") != key:
        plan.clear()
        plan.update(key=key, stage="mobile", queue=None, tries=0)
    return plan


# ---------------------------------------------------------------------- mobile assaults
def groups(g: Ground) -> list[tuple[Unit, ...]]:
    """Mechanized units that stand together, began together and may still assault, with armour among them."""
    found: dict[tuple[Hex, Hex], list[Unit]] = {}
    for h, units in sorted(g.mine.items()):
        for u in units:
            if g.r.mech[u] and g.s.moving[u] != DONE and g.r.kind[u] != FLAK and g.r.nationality[u] not in ALLIES:
                found.setdefault((h, g.s.origin[u]), []).append(u)
    kept = []
    for units in found.values():
        able = [u for u in units if may_move(g.c, u) is None and may_assault(g.c, u) is None]
        if able and sum(g.attack(u) for u in able) >= 7 and may_together(g.c, able) is None:
            kept.append(tuple(able))
    return kept


def _best_assault(g: Ground, plan: dict[str, Any]) -> Generator[None, None, Option | None]:
    """The most promising mobile assault now; old values are looked at again only as far as they may win."""
    if plan["tries"] > 70:
        return None
    plan["tries"] += 1
    found = groups(g)
    kept: dict[tuple[Unit, ...], float] | None = plan["queue"]
    if not found:
        return None
    aims = plan.get("aims")
    if aims is None:
        aims = plan["aims"] = Aims(g)
        plan["aim of"] = {}
    order = sorted(found, key=lambda u: -(kept or {}).get(u, 1000.0))
    best: Option | None = None
    values: dict[tuple[Unit, ...], float] = {}
    for group in order:
        if kept is not None and group in kept and best is not None and kept[group] <= best.attack.value:
            values[group] = kept[group]
            continue
        option = _option(g, aims, plan["aim of"], group)
        values[group] = option.attack.value if option is not None else -1.0
        if option is not None and (best is None or option.attack.value > best.attack.value):
            best = option
        yield None
    plan["queue"] = values
    return best if best is not None and best.attack.value >= g.w.least_mobile else None


def _option(g: Ground, aims: Aims, aim_of: dict[Unit, Hex], group: tuple[Unit, ...]) -> Option | None:
    c, here = g.c, g.s.hex_of[group[0]]
    if group[0] not in aim_of:
        aim_of[group[0]] = aims.choose(MECH, here, sum(g.attack(u) for u in group))
    aim = aim_of[group[0]]
    way = aims.field(MECH, aim) if aim >= 0 else aims.front
    have, costs = budget(c, group), reach_of(c, group)[0]
    nearest = min(way[h] for h in costs)
    spots: dict[Hex, tuple[int, Hex]] = {}
    size = sum(quarters(c, u) for u in group)
    for a, spent in costs.items():
        others = sum(quarters(c, u) for u in g.mine.get(a, ()) if u not in group)
        if size + others > limit(c, a):
            continue
        for n in c.grid.adjacent[a]:
            if n not in g.foes or n in barred(c, "german") or may_storm(c, a, n) is not None:
                continue
            total = spent + assault_cost(c, group, a, n)
            if total <= have and (total, a) < spots.get(n, (FAR, a)):
                spots[n] = (total, a)
    best: Option | None = None
    for n, (total, a) in sorted(spots.items()):
        gained = nearest - max(0, way[n] - (have - total)) if way[n] < FAR else 0
        extra = g.w.progress * max(-6, min(12, gained)) + (g.w.gap if gained > 0 else 0.0)
        attack = measure(g, g.foes[n], [(u, a) for u in group], MOBILE, extra)
        if best is None or attack.value > best.attack.value:
            best = Option(group, a, attack)
    return best


def _write_assault(scene: Scene, g: Ground, option: Option) -> None:
    group, me = option.group, g.r.ids[option.group[0]]
    target = option.attack.target
    parts = ", ".join(f"{name} {value:+.1f}" for name, value in option.attack.parts if abs(value) >= 0.05)
    why = f"Mobile assault on {g.c.board.describe(target)}: worth {option.attack.value:+.1f} ({parts})."
    picked = [u for u, on in enumerate(g.s.picked) if on]
    lines = [Action("drop", (g.r.ids[u],)) for u in picked if u not in group]
    lines += [a for a in together(g, group) if g.r.by_id[a.args[0]] not in picked]
    if option.launch != g.s.hex_of[group[0]]:
        lines.append(Action("move", (me, g.c.label(option.launch))))
    lines.append(Action("assault", (me, g.c.label(target))))
    scene.script += [(a, why) for a in lines]


def again(scene: Scene) -> Iterator[Idea | None]:
    """Another round of a mobile assault of the first turn, if it is still worth it."""
    g = Ground(scene.c, scene.side)
    v = scene.c.state.stack[-2].vars
    force = [u for u in v["force"] if g.s.hex_of[u] == v["launch"]]
    attack = measure(g, g.foes[v["target"]], [(u, v["launch"]) for u in force], MOBILE, g.w.gap)
    where = g.c.board.describe(v["target"])
    yield Idea(Action("again"), "attack", f"{where} is assaulted again", attack.parts)
    yield Idea(Action("halt"), "halt", f"{where} is left alone", (("nothing ventured", 0.5),))


# ---------------------------------------------------------------------- where everybody goes
class March:
    """The plan of a movement phase when the mobile assaults are over."""

    def __init__(self, g: Ground, aims: Aims) -> None:
        self.g, self.aims = g, aims
        self.taken: dict[Hex, int] = {}
        self.goal: dict[Unit, Hex] = {}
        self.why: dict[Unit, str] = {}
        for h, units in g.mine.items():
            self.taken[h] = sum(quarters(g.c, u) for u in units)
        self.supplied = axis_field(g.c)[0]
        self.nations: dict[Hex, set[str]] = {h: {g.r.nationality[u] for u in us} for h, us in g.mine.items()}
        self.free = [u for us in g.mine.values() for u in us if g.s.moving[u] != DONE and may_move(g.c, u) is None]
        self.guards = self._guards()

    # ------------------------------------------------------------------ bookkeeping
    def _put(self, u: Unit, h: Hex, why: str) -> None:
        here, size = self.g.s.hex_of[u], quarters(self.g.c, u)
        if here >= 0:
            self.taken[here] = self.taken.get(here, 0) - size
        self.taken[h] = self.taken.get(h, 0) + size
        self.nations.setdefault(h, set()).add(self.g.r.nationality[u])
        self.goal[u], self.why[u] = h, why

    def _fits(self, u: Unit, h: Hex) -> bool:
        g = self.g
        if h == g.s.hex_of[u]:
            return True
        if self.taken.get(h, 0) + quarters(g.c, u) > limit(g.c, h) or h not in g.t.land:
            return False
        bound = {n for n in self.nations.get(h, ()) if n in ALLIES}
        nation = g.r.nationality[u]
        return not bound or bound == {nation} if nation in ALLIES else not bound

    # ------------------------------------------------------------------ who stays
    def _guards(self) -> set[Unit]:
        """One unit in every hex of the ZOMO that an enemy could walk into, and in places of value near the enemy."""
        g, found = self.g, set[Unit]()
        for h, units in sorted(g.mine.items()):
            home = h in g.zomo
            valued = g.values.get(h, 0) > 0
            if not (home or valued):
                continue
            if self._near(h, 6 if home else 8):
                best = min(units, key=lambda u: (g.r.mech[u], g.attack(u), u))
                if home or len(units) >= 1:
                    found.add(best)
        return found

    def _near(self, h: Hex, distance: int) -> bool:
        return self.aims.front[h] <= distance

    # ------------------------------------------------------------------ the plan
    def write(self, scene: Scene) -> None:
        """The whole phase as a script."""
        g = self.g
        for u in sorted(self.guards):
            if u in self.free:
                self.goal[u], self.why[u] = g.s.hex_of[u], "guards"
        self.reached: dict[tuple[Any, ...], Any] = {}
        self._home()
        self._panzers()
        self._screen()
        self._attacks()
        self._foot()
        scene.script += moves(g, self.goal, self.why)
        self._reserves(scene)

    def _home(self) -> None:
        """Nobody may walk into the ZOMO of Greater Germany: a unit for every hex of it that the enemy could reach."""
        g = self.g
        block = {h: 99 for h in g.mine}
        quick = spread(edges(g.c, FOOT, "soviet"), ((h, 0) for h in sorted(g.foes)), block, 8)
        held = {*self.goal.values(), *(h for h, us in g.mine.items() if any(u not in self.free for u in us))}
        for h in sorted(g.zomo, key=lambda h: (quick[h], h)):
            if quick[h] > 8 or h in held or h in g.foes:
                continue
            foot = (u for u in self.free if u not in self.goal and not g.r.mech[u])
            near = [u for u in foot if h in self._reach(u, self.reached) and self._fits(u, h)]
            if near:
                best = min(near, key=lambda u: (self._reach(u, self.reached)[h], g.attack(u), u))
                self._put(best, h, f"Keeps the enemy, {quick[h]} points away, out of Greater Germany.")

    def _screen(self) -> None:
        """One foot unit in every hex of an unbroken row before the enemy."""
        g = self.g
        by_hex: dict[Hex, list[Unit]] = {}
        for u in self.free:
            if u not in self.goal and not g.r.mech[u]:
                for h in self._reach(u, self.reached):
                    by_hex.setdefault(h, []).append(u)
        hands = {h: len(us) for h, us in by_hex.items()}
        for h in self.goal.values():
            hands[h] = hands.get(h, 0) + 2
        row = screen(g, self.aims.front, hands)
        held = set(self.goal.values())
        for h in sorted(row, key=lambda h: (hands.get(h, 0), h)):
            if h in held:
                continue
            near = [u for u in by_hex.get(h, ()) if u not in self.goal and self._fits(u, h)]
            if near:
                best = min(near, key=lambda u: (self._reach(u, self.reached)[h], u))
                self._put(best, h, f"Closes the row before the enemy, {self.aims.front[h]} points from him.")

    def _panzers(self) -> None:
        g, c = self.g, self.g.c
        found: dict[tuple[Hex, Hex], list[Unit]] = {}
        for u in self.free:
            if g.r.mech[u] and u not in self.goal:
                found.setdefault((g.s.hex_of[u], g.s.origin[u]), []).append(u)
        for group in sorted(found.values(), key=lambda us: -sum(g.attack(u) for u in us)):
            here = g.s.hex_of[group[0]]
            strength = sum(g.attack(u) for u in group)
            aim = self.aims.choose(MECH, here, strength)
            way = self.aims.field(MECH, aim) if aim >= 0 else self.aims.front
            costs = reach_of(c, group)[0]
            size = sum(quarters(c, u) for u in group)
            best, kept = float("-inf"), here
            for h in sorted(costs):
                if h != here and (self.taken.get(h, 0) + size > limit(c, h) or not self._fits(group[0], h)):
                    continue
                value = self._panzer_value(h, way[h], strength)
                if value > best:
                    best, kept = value, h
            words = c.board.describe(aim) if aim >= 0 else "the enemy"
            for u in group:
                self._put(u, kept, f"{len(group)} go for {words}, {way[kept]} points from it: worth {best:+.1f}.")

    def _panzer_value(self, h: Hex, way: int, strength: float) -> float:
        g = self.g
        value = -g.w.progress * min(way, 80) + g.capture(h)
        if h not in self.supplied:
            value -= 4.0
        near = [g.foes[n] for n in g.c.grid.adjacent[h] if n in g.foes]
        if near:
            weakest = min(f.defense for f in near)
            value += min(2.0, strength / (weakest + 1) * 0.6)
            value -= max(0.0, sum(f.attack for f in near) - strength) * 0.05
        return value

    def _attacks(self) -> None:
        """Prepared assaults that the infantry can still come up for."""
        g, pool, home = self.g, dict[Unit, Any](), dict[Unit, Hex]()
        reached = self.reached
        for h, units in g.mine.items():
            for u in units:
                if g.attack(u) <= 0 or g.s.still[u] or g.r.kind[u] in (FLAK, SIEGE, AIRCRAFT):
                    continue
                if u in self.goal:
                    pool[u], home[u] = frozenset({self.goal[u]}), self.goal[u]
                elif u in self.free:
                    pool[u] = self._reach(u, reached)
                else:
                    pool[u] = frozenset({h})
        planner = Planner(g, pool, self.taken)
        planner.home.update(home)
        for attack in planner.plan(g.w.least, {}):
            text = f"Comes up for an attack on {g.c.board.describe(attack.target)} worth {attack.value:+.1f}."
            for u, h in attack.units:
                if u in self.free and u not in self.goal:
                    self.goal[u], self.why[u] = h, text
                    self.nations.setdefault(h, set()).add(g.r.nationality[u])

    def _reach(self, u: Unit, kept: dict[tuple[Any, ...], Any]) -> dict[Hex, int]:
        g = self.g
        key = (g.s.hex_of[u], g.class_of(u), points(g.c, u, [u]), g.r.nationality[u] in ALLIES and g.r.nationality[u])
        if key not in kept:
            kept[key] = reach_of(g.c, [u])[0]
        found: dict[Hex, int] = kept[key]
        return found

    def _foot(self) -> None:
        """Everybody else toward the aims and the enemy that was passed by."""
        g = self.g
        waiting = [u for u in self.free if u not in self.goal]
        waiting.sort(key=lambda u: (self.aims.front[g.s.hex_of[u]], -g.attack(u), u))
        for u in waiting:
            here = g.s.hex_of[u]
            aim = self.aims.choose(g.class_of(u), here, g.attack(u) * 0.6)
            way = self.aims.field(g.class_of(u), aim) if aim >= 0 else self.aims.front
            best, kept = float("-inf"), here
            for h in self._reach(u, self.reached):
                if not self._fits(u, h):
                    continue
                value = self._foot_value(u, h, way[h])
                if value > best or (value == best and h < kept):
                    best, kept = value, h
            words = g.c.board.describe(aim) if aim >= 0 else "the enemy"
            self._put(u, kept, f"Goes for {words}, {way[kept]} points from it: worth {best:+.1f}.")

    def _foot_value(self, u: Unit, h: Hex, way: int) -> float:
        g, front = self.g, self.aims.front[h]
        value = -g.w.progress * min(way, 60, front * 1.2 + 8) + g.capture(h) * 0.7
        crowd = self.taken.get(h, 0) / 4 - (h == g.s.hex_of[u])
        value -= g.w.crowd * 0.3 * max(0.0, crowd)
        if h in g.zomo and crowd <= 0 and front <= 6:
            value += g.w.guard
        if front <= 3 and any(n in g.foes for n in g.c.grid.adjacent[h]):
            value += g.w.front
        if h not in self.supplied:
            value -= 3.0
        return value

    # ------------------------------------------------------------------ reserves
    def _reserves(self, scene: Scene) -> None:
        """Units of the Reserve Areas come in where the way to the enemy is shortest and there is room."""
        g, c = self.g, self.g.c
        for u, box in enumerate(g.s.box):
            if box not in AREAS or g.r.side[u] != g.side or may_act(c, u) is not None:
                continue
            nation, kind = g.r.nationality[u], g.class_of(u)
            shut, most = closed(c, g.side, [nation]), g.r.move[u]
            doors = sorted(g.t.zone(AREAS[box]) - shut, key=lambda h: (self.aims.front[h], h))
            steps, none = shared_edges(c, [kind], g.side), bytes(c.grid.size)
            for door in doors[:12]:
                first = min(hex_cost(c, kind, door), most)
                costs = {door: first} if one_hex_only(c, u) else reach(steps, door, most, none, shut, first)[0]
                ends = [h for h in costs if self._fits(u, h)]
                if not ends:
                    continue
                end = max(ends, key=lambda h: (self._foot_value(u, h, self.aims.front[h]), -h))
                self._put(u, end, "")
                why = f"Comes in from the Reserve Area, {self.aims.front[end]} points from the enemy."
                scene.script.append((Action("enter", (g.r.ids[u], c.label(door))), why))
                if end != door:
                    scene.script.append((Action("move", (g.r.ids[u], c.label(end))), why))
                break
