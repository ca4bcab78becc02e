"""The border of Greater Germany and the units that wait behind it: who guards it, who comes in (4.4, 8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.components.grid import Hex, Unit
from engine.components.paths import reach
from engine.components.wording import plural
from engine.games.pm.greedy.ground import spread
from engine.games.pm.greedy.posting import Costs, Posting
from engine.games.pm.movement.allowance import AREAS, may_act
from engine.games.pm.movement.costs import FOOT, closed, edges, hex_cost, shared_edges
from engine.games.pm.supply import one_hex_only
from engine.play.action import Action
from engine.players.greedy.scene import Scene

WALK = (12, 10)
"""Movement points that the enemy's foot needs at most to walk in, up to turn ``POCKETS`` and afterwards."""
POCKETS = 4
"""Up to this turn enemies stand near the border in numbers."""
NORTH, GUARD = "okh north", 24
"""Where the guard of the border waits, and how many it is with those who stand on the border already."""
AUTUMN, MORE = 7, 6
"""The turn after which the guard grows, and by how many a turn: the Soviet side now grows faster than it loses."""
POSTS = 60
"""Hexes that are closed in one phase at most."""


class Home:
    """Closes the border after everybody else has a place in the plan."""

    def __init__(self, plan: Posting, scene: Scene) -> None:
        self.plan, self.g, self.scene = plan, plan.g, scene
        self.waiting: list[Unit] = []
        self.late = plan.g.s.turn > POCKETS

    def stay(self) -> None:
        """The guard: weak foot of the northern Reserve Area, then one unit of each hex of the border; it stays there.

        Whoever has left Greater Germany comes back too late, and out of the Area each hex of the border is near.
        """
        g = self.g
        if g.s.turn == 1:
            return
        inside = [u for u, b in enumerate(g.s.box) if b == NORTH and not g.r.mech[u] and may_act(g.c, u) is None]
        inside.sort(key=lambda u: (g.expected(u)[0], u))
        self.waiting = [u for u in inside if not one_hex_only(g.c, u)][:GUARD]
        late = max(0, g.s.turn - AUTUMN)
        weakest: list[Unit] = []
        for h in sorted(g.zomo & g.mine.keys()):
            foot = sorted((u for u in g.mine[h] if not g.r.mech[u]), key=lambda u: (g.expected(u)[0], u))
            weakest += foot[: 1 + late // 2]
        weakest.sort(key=lambda u: (g.expected(u)[0], u))
        for u in weakest[: GUARD + MORE * late - len(self.waiting)]:
            if u in self.plan.free and u not in self.plan.goal:
                self.plan.put(u, g.s.hex_of[u], "Stays at the border of Greater Germany: 1 of its guard.")

    def close(self) -> Iterator[None]:
        """Units of the Reserve Areas first, then the posts."""
        self._reserves()
        yield
        yield from self._border()

    def _border(self) -> Iterator[None]:
        """Nobody may walk into the ZOMO of Greater Germany: a unit in every hex of it that the enemy could come to."""
        g = self.g
        for _ in range(POSTS):
            block = {h: 99 for h in self.plan.holds}
            quick = spread(edges(g.c, FOOT, "soviet"), ((h, 0) for h in sorted(g.foes)), block, WALK[self.late])
            open_ = [h for h in quick.cost if h in g.zomo and h not in self.plan.holds and h not in g.foes]
            for h in sorted(open_, key=lambda h: (quick[h], h)):
                if self._post(h, f"Keeps the enemy, {plural(quick[h], 'point')} away, out of Greater Germany."):
                    break
            else:
                return
            yield

    def _post(self, h: Hex, why: str) -> bool:
        """Whether somebody could be found for a hex: out of the Reserve Area, or foot that is not alone elsewhere."""
        g = self.g
        for u in self.waiting:
            if (door := self._door(u, h)) >= 0:
                self._enter(u, door, h, why)
                self.waiting.remove(u)
                return True
        count: dict[Hex, int] = {}
        for end in self.plan.goal.values():
            count[end] = count.get(end, 0) + 1
        spare = [
            u
            for u in self.plan.free
            if h in self.plan.reach(u) and self.plan.fits([u], h) and self.plan.goal.get(u) != h
        ]
        spare = [u for u in spare if self._may_leave(self.plan.goal.get(u, -1), count)]
        if not spare:
            return False
        best = min(spare, key=lambda u: (g.r.mech[u], u in self.plan.attackers, g.attack(u), self.plan.reach(u)[h], u))
        self.plan.unput(best)
        self.plan.put(best, h, why)
        return True

    def _may_leave(self, h: Hex, count: dict[Hex, int]) -> bool:
        """Whether one unit less in a planned hex opens neither Greater Germany nor a place of value to the enemy."""
        if count.get(h, 2) > 1:
            return True
        near = self.plan.aims.front[h]
        return near > WALK[self.late] if h in self.g.zomo else not (h in self.g.values and near < 10)

    # ------------------------------------------------------------------ reserves
    def _reserves(self) -> None:
        """Units of the Reserve Areas come in where the way to the enemy is shortest; a few wait as a guard."""
        g, c = self.g, self.g.c
        inside = [u for u, b in enumerate(g.s.box) if b in AREAS and g.r.side[u] == g.side and may_act(c, u) is None]
        for u in inside:
            if u in self.waiting:
                continue
            doors = sorted(g.t.zone(AREAS[g.s.box[u]]), key=lambda h: (self.plan.aims.front[h], h))
            for door in doors[:12]:
                ends = [h for h in self._inside(u, door) if self.plan.fits([u], h)]
                if ends:
                    end = max(ends, key=lambda h: (self.plan.foot_value([u], h, self.plan.aims.front[h]), -h))
                    why = (
                        f"Comes in from the Reserve Area, {plural(self.plan.aims.front[end], 'point')} from the enemy."
                    )
                    self._enter(u, door, end, why)
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
        return next((d for d in doors[:4] if self.plan.fits([u], h) and h in self._inside(u, d)), -1)

    def _enter(self, u: Unit, door: Hex, end: Hex, why: str) -> None:
        g = self.g
        self.plan.put(u, end, why)
        self.scene.script.append((Action("enter", (g.r.ids[u], g.c.label(door))), why))
        if end != door:
            self.scene.script.append((Action("move", (g.r.ids[u], g.c.label(end))), why))
