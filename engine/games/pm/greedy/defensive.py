"""The Soviet movement phase: raids and recaptures, counter-attacks, garrisons, the front, and everybody else to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.components.grid import Hex, Unit
from engine.components.wording import counted, plural
from engine.games.pm.greedy.assault import AssaultPlanner, Attack
from engine.games.pm.greedy.ground import FAR, Approach, Ground, spread
from engine.games.pm.greedy.script import moves
from engine.games.pm.greedy.wall import Threat, wall
from engine.games.pm.kinds import AIRCRAFT
from engine.games.pm.movement.allowance import may_move, points
from engine.games.pm.movement.costs import FOOT, edges
from engine.games.pm.movement.entry_hexes import gates, kinds_in, places_left
from engine.games.pm.movement.reach import reach_of
from engine.games.pm.movement.stacking import WHOLE, limit
from engine.games.pm.state import DONE
from engine.games.pm.supply import soviet_field
from engine.play.action import Action
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene

Costs = dict[Hex, int]
DEAR, RUSH = 3, 2
"""A place of so many points has one more unit in its garrison up to this turn: a rush for it decides the game."""


def movement(scene: Scene) -> Iterator[Idea | None]:
    """The whole phase is one script."""
    return scripted(scene, Stand)


def scripted(scene: Scene, stand: type[Stand]) -> Iterator[Idea | None]:
    """The whole phase as a script that is made once, by one way to stand."""
    key = (scene.c.state.turn, scene.c.state.couplet)
    if scene.diary.get("defensive") == key:
        yield Idea(Action("end"), "end", "Everybody has moved: 0 moves are left that are worth it")
        return
    scene.diary["defensive"] = key
    g = Ground(scene.c, scene.side)
    yield None
    plan = stand(g)
    for _ in plan.make():
        yield None
    scene.script += moves(g, plan.goal, plan.why)


class Stand:
    """Where every Soviet unit goes in a phase."""

    def __init__(self, g: Ground) -> None:
        self.g = g
        self.threat = Threat(g)
        self.supply = soviet_field(g.c)[0]
        self.goal: dict[Unit, Hex] = {}
        self.why: dict[Unit, str] = {}
        self.taken: dict[Hex, int] = {h: len(us) * WHOLE for h, us in g.mine.items()}
        self.free = [
            u
            for h, us in sorted(g.mine.items())
            for u in us
            if g.s.moving[u] != DONE and g.r.kind[u] != AIRCRAFT and may_move(g.c, u) is None
        ]
        kept: dict[tuple[Any, ...], Costs] = {}
        self.reach: dict[Unit, Costs] = {u: self._reach(u, kept) for u in self.free}
        self.by_hex: dict[Hex, list[Unit]] = {}
        for u, costs in self.reach.items():
            for h in costs:
                self.by_hex.setdefault(h, []).append(u)

    def _reach(self, u: Unit, kept: dict[tuple[Any, ...], Costs]) -> Costs:
        g = self.g
        key = (g.s.hex_of[u], g.class_of(u), points(g.c, u, [u]))
        if key not in kept:
            kept[key] = reach_of(g.c, [u])[0]
        return kept[key]

    # ------------------------------------------------------------------ bookkeeping
    def room(self, h: Hex) -> int:
        """Units that still find room in a hex."""
        return (limit(self.g.c, h) - self.taken.get(h, 0)) // WHOLE

    def put(self, u: Unit, h: Hex, why: str) -> None:
        """A unit goes to a hex."""
        here = self.g.s.hex_of[u]
        self.taken[here] = self.taken.get(here, 0) - WHOLE
        self.taken[h] = self.taken.get(h, 0) + WHOLE
        self.goal[u], self.why[u] = h, why

    def nearest(self, h: Hex) -> Unit:
        """The free unit that comes to a hex most easily, foot first; -1 for none."""
        best, kept = (FAR, 0.0, 0), -1
        here = h
        for u in self.by_hex.get(h, ()):
            if u in self.goal or (self.room(h) < 1 and self.g.s.hex_of[u] != here):
                continue
            cost = (self.reach[u][h] + (2 if self.g.r.mech[u] else 0), -self.g.expected(u)[1], u)
            if kept < 0 or cost < best:
                best, kept = cost, u
        return kept

    # ------------------------------------------------------------------ the plan
    def make(self) -> Iterator[None]:
        """All parts, the most pressing first."""
        self._raids()
        self._recapture()
        yield
        self.row = self.front({h: len(us) for h, us in self.by_hex.items()})
        yield
        yield from self._garrisons()
        yield from self._strike()
        yield
        self._line()
        yield
        self._rest()

    def front(self, hands: Mapping[Hex, int]) -> list[Hex]:
        """The hexes of the front, by how many could come to each hex."""
        return wall(self.g, self.threat, hands)

    def _raids(self) -> None:
        """Into Greater Germany: every unit there at the end of a turn costs the German a point for good (4.4)."""
        g = self.g
        last = g.s.couplet == 2 or g.s.turn == 1
        if not last:
            return
        for h in sorted(g.zomo):
            while h not in g.foes and self.room(h) > 0 and (u := self.nearest(h)) >= 0:
                self.put(u, h, "In Greater Germany it costs the enemy 1 VP for good.")

    def _recapture(self) -> None:
        """Empty places that the enemy holds."""
        g = self.g
        for h in sorted(g.values, key=lambda h: (-g.values[h], h)):
            if g.owner(h) == "axis" and h not in g.foes and (u := self.nearest(h)) >= 0:
                self.put(u, h, f"Takes {g.c.board.describe(h)} back, worth {g.values[h]:g} VP.")

    def _garrisons(self) -> Iterator[None]:
        """Places of value that the panzers could come to, and the district headquarters."""
        g = self.g
        row = set(self.row)
        yield
        for h in sorted(g.values, key=lambda h: (-g.values[h], h)):
            if g.owner(h) == "axis" or h in g.foes:
                continue
            near = self.threat.mech[h]
            wanted = 0 if near > 22 else 1 if near > 12 else 2
            if g.t.city(h) and wanted:
                wanted += 2 if near <= 12 else 1
            if h in row:
                wanted += 1
            if wanted and g.values[h] >= DEAR and g.s.turn <= RUSH:
                wanted += 1
            for _ in range(min(wanted, 5)):
                if (u := self.nearest(h)) < 0:
                    break
                self.put(u, h, f"Holds {g.c.board.describe(h)}, worth {g.values[h]:g} VP.")

    def planner(self) -> AssaultPlanner:
        """Who could attack what: those with a place from there, all others from wherever they can go."""
        pool = {u: frozenset({self.goal[u]}) if u in self.goal else frozenset(self.reach[u]) for u in self.free}
        planner = AssaultPlanner(self.g, pool, self.taken)
        planner.home.update(self.goal)
        return planner

    def _strike(self) -> Iterator[None]:
        """Counter-attacks by units that stand near, as far as they pay."""
        g, made = self.g, list[Attack]()
        yield from self.planner().work(made, g.w.least + 1.5, self.spoils())
        for attack in made:
            text = f"Comes up for a counter-attack on {g.c.board.describe(attack.target)} worth {attack.value:+.1f}."
            for u, h in attack.units:
                if u not in self.goal:
                    self.goal[u], self.why[u] = h, text

    def spoils(self) -> Mapping[Hex, float]:
        """By enemy hex what clearing it brings beside what stands there now."""
        return {}

    def _line(self) -> None:
        """One unit in every hex of the row first, then more where more is to be feared."""
        g, threat = self.g, self.threat
        order = sorted(self.row, key=lambda h: (len(self.by_hex.get(h, ())), threat.foot[h], h))
        held = {h: 0 for h in self.row}
        for h in self.goal.values():
            if h in held:
                held[h] += 1
        for level in (1, 2, 3, 4):
            for h in order:
                if held[h] >= level or (level > 2 and threat.mech[h] > 14 and threat.foot[h] > 8):
                    continue
                if (u := self.nearest(h)) >= 0:
                    held[h] += 1
                    self.put(
                        u, h, f"Number {held[h]} of the front in {g.c.label(h)}, {plural(threat.foot[h], 'point')} off."
                    )

    def _rest(self) -> None:
        """Everybody else toward the row, or stays where it is of use."""
        g = self.g
        way = spread(edges(g.c, FOOT, g.side), ((h, 0) for h in self.row), {}, 120) if self.row else Approach()
        for u in self.free:
            if u in self.goal:
                continue
            here = g.s.hex_of[u]
            if here not in self.supply:
                self._cut_off(u, way)
                continue

            ends = [h for h in self.reach[u] if h in self.supply and (h == here or self.room(h) > 0)]
            if ends:
                best = max(ends, key=lambda h: (self._behind(h, way, u), -h))
                self.put(u, best, f"Moves up behind the front, {plural(way[best], 'point')} from it.")

    def _behind(self, h: Hex, way: Approach, u: Unit) -> float:
        """Behind the row: not all in one hex, some way back."""
        full = self.taken.get(h, 0) / WHOLE - (h == self.g.s.hex_of[u])
        return -abs(way[h] - 2) - 0.8 * full + 1.5 * self.g.values.get(h, 0.0)

    def _cut_off(self, u: Unit, way: Approach) -> None:
        """Home if that is possible, else it stays in the way."""
        g = self.g
        here = g.s.hex_of[u]
        ends = [h for h in self.reach[u] if (h in self.supply or way[h] < way[here]) and self.room(h) > 0]
        if ends and here not in g.zomo:
            best = min(ends, key=lambda h: (h not in self.supply, way[h], h))
            self.put(u, best, f"Breaks out toward the front, {plural(way[best], 'point')} from it.")


# ---------------------------------------------------------------------- reinforcements
def reinforcement(scene: Scene) -> Iterator[Idea | None]:
    """Where the front is thin: gates nearest to the weakest part of the row, a few units into the RVGK."""
    c = scene.c
    box = "rvgk" if scene.step == "release" else "arriving"
    g = Ground(c, scene.side)
    yield None
    counts: dict[str, int] = {}
    for u, b in enumerate(c.state.box):
        if b == box:
            counts[g.r.formation[u]] = counts.get(g.r.formation[u], 0) + 1
    diary = scene.diary.setdefault("arrivals", [])
    key = (c.state.turn, c.state.couplet, scene.step)
    if key in diary:
        yield Idea(Action("end"), "end", counted(sum(counts.values()), "unit waits", "units wait"))
        yield from _leftover(scene, g, counts)
        return
    diary.append(key)
    _guards(scene, g)
    threat = Threat(g)
    room = {h: places_left(c, h) for h in gates(c)}
    hold = min(10 - c.state.box.count("rvgk"), 10) if box == "arriving" else 0
    for kind in sorted(kinds_in(c, box), key=lambda k: k not in ("tb", "rd")):
        back = min(hold, counts[kind], 5) if kind in ("rd", "tb") and box == "arriving" and c.state.turn > 2 else 0
        hold -= back
        scene.script += [
            (Action("hold-back", (kind,)), f"{back} {kind.upper()} stay{'s' * (back == 1)} in hand.")
        ] * back
        for _ in range(counts[kind] - back):
            open_ = [h for h in room if room[h] > 0]
            if not open_:
                break
            best = max(open_, key=lambda h: (_need(g, threat, h, room), -h))
            room[best] -= 1
            why = f"{kind.upper()} enters where the front is {plural(threat.foot[best], 'point')} away."
            scene.script.append((Action("put", (c.label(best), kind)), why))
    scene.script.append((Action("end"), "0 units are left over."))


def _need(g: Ground, threat: Threat, h: Hex, room: dict[Hex, int]) -> float:
    """How much a gate calls for units: the enemy near but not at the door, few friends, something to keep."""
    foot, mech = threat.foot[h], threat.mech[h]
    near = 10 - abs(foot - 10) if foot < FAR else 0
    used = limit(g.c, h) // WHOLE - room[h]
    value = 3.0 * max((g.values.get(n, 0.0) for n in (h, *g.c.grid.adjacent[h])), default=0.0)
    return near * 0.4 + (2.0 if mech <= 14 else 0.0) + value * (1.0 if foot < 25 else 0.2) - 0.8 * used


def _guards(scene: Scene, g: Ground) -> None:
    owed = {k.partition(" ")[2]: n for k, n in scene.c.frame.vars.items() if k.startswith("guards ") and n}
    for formation, count in sorted(owed.items()):
        units = [u for u, h in enumerate(g.s.hex_of) if h >= 0 and g.r.formation[u] == formation]
        units.sort(key=lambda u: (not g.s.tried[u], -sum(g.expected(u)), u))
        why = f"{count} {formation.upper()} become Guards."
        scene.script += [(Action("guard", (g.r.ids[u],)), why) for u in units[: count + 12]]


def _leftover(scene: Scene, g: Ground, counts: dict[str, int]) -> Iterator[Idea | None]:
    """Who still waits goes into the RVGK or wherever there is room."""
    for kind in sorted(counts):
        yield Idea(Action("hold-back", (kind,)), "arrive", f"{counts[kind]} wait", (("in hand", -1.0),))
        for h in sorted(gates(scene.c)):
            yield Idea(Action("put", (scene.c.label(h), kind)), "arrive", f"{counts[kind]} wait", (("room", -2.0),))
