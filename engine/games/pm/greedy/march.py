"""The German march when the mobile assaults are over: stacks go together, toward the aims, as far as they are safe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.components.grid import Hex, Unit
from engine.components.wording import counted, plural
from engine.games.pm.forts import intact
from engine.games.pm.greedy.assault import AssaultPlanner, Attack
from engine.games.pm.greedy.ground import Approach, spread
from engine.games.pm.greedy.home import Home
from engine.games.pm.greedy.posting import ALLIES, Posting
from engine.games.pm.greedy.script import moves
from engine.games.pm.greedy.shield import Front, Sections, Shield
from engine.games.pm.kinds import AIRCRAFT, FLAK, SIEGE
from engine.games.pm.movement.allowance import points
from engine.games.pm.movement.costs import FOOT, MECH, edges
from engine.games.pm.movement.reach import reach_of
from engine.players.greedy.scene import Scene

PART = 5
"""Foot units that go together: a whole stack, as stacks of one lose most."""
FOLLOW = 15
"""Movement points over which enemies that are cut off are followed."""
SAFE = 2
"""The place on the scale (3:1) from which an attack on a hex of the front is feared."""


class March(Posting):
    """The phase from the panzers to the guard of the border."""

    # ------------------------------------------------------------------ the plan
    def write(self, scene: Scene) -> Iterator[None]:
        """The whole phase as a script, in pieces."""
        g, home = self.g, Home(self, scene)
        if self.only is None:
            home.stay()
        self._guards()
        yield
        yield from self._together()
        yield from self._panzers()
        yield
        yield from self._attacks()
        yield
        self._siege()
        if self.only is None:
            yield from self._foot()
            yield from home.close()
        else:
            self._along()
        scene.script[:0] = moves(g, {u: h for u, h in self.goal.items() if g.s.hex_of[u] >= 0}, self.why)

    def _together(self) -> Iterator[None]:
        """Nobody is told to act with others before all go their ways."""
        yield from ()

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
        go, off = counted(len(group), "goes", "go"), plural(way[kept], "point")
        for u in group:
            self.put(u, kept, f"{go} for {words}, {off} from it: worth {best:+.1f}.")

    def _panzer_value(self, group: list[Unit], h: Hex, way: Approach, strength: float) -> float:
        g = self.g
        value = g.capture(h) - g.w.progress * min(way[h], 80) * max(0.3, strength / 8) - self.risk(group, h) * g.w.fear
        if h not in self.supplied:
            value -= g.w.lost_supply * len(group)
        near = [g.foes[n] for n in g.c.grid.adjacent[h] if n in g.foes]
        if near:
            value += min(3.0, strength / (min(f.defense for f in near) + 1) * 0.8)
        return value

    # ------------------------------------------------------------------ prepared assaults
    def planner(self) -> AssaultPlanner:
        """Who could attack what: those with a place from there, all others from wherever they can go."""
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
        planner = AssaultPlanner(g, pool, dict(self.taken), self._exposed)
        planner.home.update(home)
        for h, nations in self.nations.items():
            planner.company[h] = {n if n in ALLIES else "" for n in nations}
        return planner

    def _attacks(self) -> Iterator[None]:
        """Prepared assaults that the infantry can still come up for."""
        g, made = self.g, list[Attack]()
        yield from self.planner().work(made, g.w.least, g.menace)
        for attack in made:
            text = f"Comes up for an attack on {g.c.board.describe(attack.target)} worth {attack.value:+.1f}."
            for u, h in attack.units:
                self.attackers.add(u)
                if u in self.free and u not in self.goal:
                    self.put(u, h, text)

    def _exposed(self, attack: Attack) -> float:
        """Worth of the steps that attackers must expect to lose afterwards where they stand; the target may be gone."""
        g = self.g
        gone = g.foes[attack.target].attack * attack.clears
        parties: dict[Hex, list[Unit]] = {}
        for u, h in attack.units:
            if u in self.movable and u not in self.goal:
                parties.setdefault(h, []).append(u)
        return sum(self.risk(units, h, gone) for h, units in parties.items()) * g.w.fear

    def _siege(self) -> None:
        """Siege artillery goes into a stack that is to attack a city, large town or fort, else toward the next aim."""
        g = self.g
        for u in [u for u in self.free if g.r.kind[u] == SIEGE and u not in self.goal]:
            reach = self.reach(u)
            spots = [
                h for v, h in sorted(self.goal.items()) if v in self.attackers and h in reach and self.fits([u], h)
            ]
            good = [h for h in spots if any(n in g.foes and self._strong(n) for n in g.c.grid.adjacent[h])]
            if good:
                self.put(u, good[0], f"1 more increment for the assault from {g.c.label(good[0])}.")
            else:
                self._block([u], self.aims.march(), "the places of value")

    def _strong(self, h: Hex) -> bool:
        """Whether siege artillery counts against a hex (14.41)."""
        return self.g.t.grade(h) in ("city", "large town") or intact(self.g.c, h) in ("fort", "heavy fort")

    # ------------------------------------------------------------------ everybody else
    def _foot(self) -> Iterator[None]:
        """The front is closed first, then enemies who are cut off are followed, all others share out over the front."""
        g, edge = self.g, Front(self.g)
        parts = self._parts()
        yield
        yield from self._shield(parts, edge)
        parts = [p for p in ([u for u in p if u not in self.goal] for p in parts) if p]
        yield from self._hunt(parts)
        left = {n: p for n, p in enumerate(parts) if p[0] not in self.goal}
        groups = {n: (g.s.hex_of[p[0]], sum(g.expected(u)[1] for u in p)) for n, p in left.items()}
        ways, march = Sections(g, edge, self.holds).share_out(groups), self.aims.march()
        yield
        for number, part in left.items():
            way = ways.get(number)
            self._block(part, way or march, "the front" if way else "the places of value")
            if number % 8 == 7:
                yield

    def _along(self) -> None:
        """Foot of the stack that is under way goes now: once another stack moves, it stays behind (12.6)."""
        march = self.aims.march()
        for part in self._parts():
            self._block(part, march, "the places of value")

    def _parts(self) -> list[list[Unit]]:
        """Foot without a place yet in stacks that can go together, the nearest to the enemy first."""
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
        return sorted(parts, key=lambda us: (self.aims.front[g.s.hex_of[us[0]]], -len(us), us))

    def _shield(self, parts: list[list[Unit]], edge: Front) -> Iterator[None]:
        """An unbroken front: units in every hex of the row that the enemy could come to, as many as make it safe."""
        g = self.g
        free = [u for part in parts for u in part if u not in self.goal]
        by_hex: dict[Hex, list[Unit]] = {}
        for u in free:
            for h in self.reach(u):
                by_hex.setdefault(h, []).append(u)
        yield
        shield = Shield(g, edge, self.holds, {h: len(us) for h, us in by_hex.items()})
        yield
        wanted = sorted(shield.wanted(), key=lambda h: (len(by_hex.get(h, ())), h))
        for number, h in enumerate(wanted):
            self._man(by_hex, h, shield)
            if number % 8 == 7:
                yield

    def _man(self, by_hex: dict[Hex, list[Unit]], h: Hex, shield: Shield) -> None:
        """The nearest free units go to a hex of the front, as many as make it safe; a few that would be lost do not."""
        g = self.g
        able = [u for u in by_hex.get(h, ()) if u not in self.goal and self.fits([u], h)]
        able.sort(key=lambda u: (self.reach(u)[h], -g.expected(u)[1], u))
        defense, chosen = self.holds.get(h, (0.0, 0.0))[0], list[Unit]()
        for u in able:
            if (chosen or defense) and self.danger.at(h, defense) < SAFE:
                break
            if self.fits([*chosen, u], h):
                chosen.append(u)
                defense += g.expected(u)[1]
        if self.danger.at(h, defense) < SAFE or len(chosen) > 2:
            for u in chosen:
                self.put(u, h, f"Holds the front in {g.c.label(h)}, {plural(shield.foot[h], 'point')} from the enemy.")

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

    def _block(self, block: list[Unit], way: Approach, words: str) -> None:
        best, kept = float("-inf"), self.g.s.hex_of[block[0]]
        for h in self.reach(block[0]):
            if self.fits(block, h):
                value = self.foot_value(block, h, way[h])
                if value > best or (value == best and h < kept):
                    best, kept = value, h
        for u in block:
            self.put(u, kept, f"Goes for {words}, {plural(way[kept], 'point')} from it: worth {best:+.1f}.")
