"""The adapter of the planner: this game's answers to what the planner asks of a position."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, partial

from engine.components.grid import Hex, Unit
from engine.components.wide import flags
from engine.games.ava.advice.commands import AWAY, SOON, acting, commands
from engine.games.ava.advice.tasks import Tasks
from engine.games.ava.combat.battle import read_result
from engine.games.ava.greedy.ground import Facts
from engine.games.ava.greedy.trunk import Trunk
from engine.games.ava.movement.reach import normal_reach, strategic_reach
from engine.games.ava.state import FRESH, HELD_BACK, OUT_OF_COMMAND
from engine.games.ava.tables import Ctx, effect, tables
from engine.games.ava.units import strength
from engine.games.ava.zones import (
    bounding,
    fortress_hexes,
    friendly_sources,
    held,
    line_to,
    reached_within,
    zone,
    zones_around,
)
from engine.play.suppose import reckoning
from engine.players.greedy.expect import BELOW
from engine.players.planner.commanded import Commanded, Shares
from engine.players.planner.distances import rings, within
from engine.players.planner.garrisons import Spot
from engine.players.planner.knowledge import Command, Force, Outcome, Results, Stand, Untold
from engine.players.planner.lifelines import Lifelines
from engine.players.planner.necks import leads, peril, sooner
from engine.players.planner.occupied import Occupied
from engine.players.planner.position import Position
from engine.players.planner.remembering import kept, once
from engine.players.planner.watching import watches

LATE = {0: 0.25, 1: 0.7}
"""By the turns that are left after this one, share of a step that counts beside its victory point."""
CLOSE = 14
"""Hexes from those who act within which enemies are looked at who may close in behind them."""
SWIFT = 4
"""Half movement points of a mechanized unit in the time in which foot goes a hex."""
HEAD = 2.0
"""How much more a Soviet headquarters counts than by itself: whom it leads stands still until it is back (13.0)."""
STAFF = 0.2
"""The same of an Axis one, which never comes back, for each chit of it in the turns that are left."""
SPEARHEAD = 1.5
"""How much more the last step of a German mechanized unit is to the Soviets: none comes to replace it (10.8)."""
STARVING = 0.5
"""Share of the further steps of units that count with the one that they lose next without supply (11.1)."""
RISK = 0.3
"""Share of a headquarters that the chance of its railroad being cut costs."""


class AvaKnowledge(Position, Untold):
    """A whole position for one side. Every unit counts as activated by its headquarters."""

    c: Ctx
    line_then = Position.followed

    def __init__(self, c: Ctx, side: str) -> None:
        super().__init__(c, side)
        self.facts = Facts(c, side)
        n = len(c.roster)
        whole = [2 * move for move in c.roster.move]
        active = [flags or 1 for flags in c.state.active]
        self._ready = reckoning(c, active=active, mp_left=whole, mode=[FRESH] * n, fought=[0] * n, moving=-1)
        self._room = int(c.data.constant("stacking"))

    # ------------------------------------------------------------------ who is there
    def held(self, side: str) -> Collection[Hex]:
        """Those with units or fortresses (14.2)."""
        return held(self.c, side)

    def _force(self, u: Unit) -> Force:
        """Headquarters lead and do not attack."""
        c, leads = self.c, bool(self.c.roster.hq[u])
        return Force(u, c.state.hex_of[u], self._attack(u), strength(c, u)[1], self._steps(u), leads)

    def _steps(self, u: Unit) -> tuple[float, ...]:
        """What each step is worth: its victory point in full, all else the less the nearer the end is (16.1)."""
        steps, late, r = self.facts.steps(u), LATE.get(self.facts.left, 1.0), self.c.roster
        if r.hq[u]:
            head = HEAD if r.side[u] == "soviet" else max(STAFF * self.facts.left * self._times(u), 1.0)
            steps = [head * step for step in steps]
        if self.side == "soviet" and r.mech[u] and not r.hq[u] and r.nationality[u] == "german":
            steps = [*steps[:-1], SPEARHEAD * steps[-1]]
        if late == 1:
            return tuple(steps)
        full = r.nationality[u] == "german" and len(steps) > 1
        point = 0 if r.mech[u] and full else len(steps) - 1 if r.mech[u] and r.side[u] == "soviet" else -1
        return tuple(late * (step - (n == point)) + (n == point) for n, step in enumerate(steps))

    def _attack(self, u: Unit) -> float:
        """Attack strength as Reserve leaves it: half out of command, none where units may not attack (17.2, 18.1)."""
        flags = self.c.state.active[u]
        return 0.0 if flags & HELD_BACK else strength(self.c, u)[0] * (0.5 if flags & OUT_OF_COMMAND else 1.0)

    # ------------------------------------------------------------------ the ground
    def _row(self, h: Hex) -> Sequence[Hex]:
        """Hexes beside a hex without prohibited sides."""
        return self.facts.t.beside[h]

    def zone(self, h: Hex) -> Sequence[Hex]:
        """The zone of control of a unit (3.2)."""
        return self.beside(h)

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        """Hexes of a normal movement with the whole allowance, in half points (9.2); units of a stack share them."""
        r, s = self.c.roster, self._ready.state
        key = (r.side[u], s.hex_of[u], bool(r.mech[u]), s.mp_left[u], bool(s.active[u] & HELD_BACK))
        return once(self.known, key, lambda: normal_reach(self._ready, u)[0])

    @kept
    def travel(self, u: Unit) -> Mapping[Hex, int]:
        """The same with movement by road and the crossing of a major river with the whole allowance (9.2, 9.3)."""
        t, c = self.facts.t, self.c
        side, here = c.roster.side[u], c.state.hex_of[u]
        enemy, foes = zone(c, c.other(side)), held(c, c.other(side))
        found = dict(self.reach(u))
        if t.along("road", side)[here] and not self._ready.state.active[u] & OUT_OF_COMMAND:
            for h, cost in strategic_reach(self._ready, u)[0].items():
                found[h] = min(cost, found.get(h, cost))
        for h in t.open_to(side)[here] if not enemy[here] else ():
            if not enemy[h] and h not in foes and t.river(here, h) == "major river":
                found.setdefault(h, 2 * c.roster.move[u])
        return found

    def room(self, side: str, h: Hex) -> int:
        """The stacking limit (3.1)."""
        return self._room

    # ------------------------------------------------------------------ command
    @kept
    def commands(self, side: str) -> Sequence[Command]:
        """Each headquarters with those in its range, by the chance that a chit of it comes up (7.1, 8.1)."""
        return commands(self.c, side)

    def led(self, u: Unit, h: Hex, heads: Mapping[Unit, Hex]) -> float:
        """1 within range of a headquarters of the unit's nation whose chit is still to come up in this turn, less the
        farther away, and less of others (6.1, 8.2)."""
        return self._led.led(u, h, heads)

    def leading(self, u: Unit, h: Hex, moved: Mapping[Unit, Hex]) -> float:
        """Attack strength of its nation in command range, less of what is farther away or led by others too, as often
        as it is led in a turn (8.2)."""
        return self._led.leading(u, h, moved) * self._times(u)

    @kept
    def _times(self, u: Unit) -> int:
        """Chits of a headquarters: two of a Panzergruppe (2.2)."""
        hq, chits = self.c.roster.ids[u], self.c.state.chits
        return sum(e["hq"] == hq and chits.get(k, "box") not in AWAY for k, e in tables(self.c).chits.items())

    @cached_property
    def _led(self) -> Commanded:
        r, limit = self.c.roster, int(self.c.data.constant("command_range"))
        forces = [*self.forces(self.side), *self.forces(self.enemy)]
        known: dict[Hex, Shares] = once(self.c.data.of_map, "planner leading", dict)
        counts = {hq: p / SOON for side in (self.side, self.enemy) for hq, p in acting(self.c, side).items()}
        return Commanded(
            forces, lambda u: (r.side[u], r.nationality[u]), self.c.grid.distance, limit, known, counts
        )  # fmt: skip

    @cached_property
    def _trunk(self) -> Trunk:
        return Trunk(self.facts)

    @cached_property
    def _tasks(self) -> Tasks:
        return Tasks(self.facts, self._trunk, self._watched)

    def _watched(self) -> Iterable[Spot]:
        lines, total = Lifelines(self, self.side, STARVING), sum(f.steps[0] for f in self.forces(self.side) if f.steps)
        stacks, distance = self.stacks(self.enemy), self.c.grid.distance
        return watches(stacks, self._trunk.flow, total, distance, lambda u, h: lines.lost({u: h}))

    def duty(self, u: Unit, h: Hex) -> float:
        """Guarding a railroad that the Axis lives by (3.3), or barring one to enemy reinforcements (12.1); and for its
        headquarters, which are lost for good (13.0), how surely the railroad behind them stays open."""
        g = self.facts
        if not self.c.roster.hq[u]:
            return self._tasks.worth(u, h)
        return -RISK * g.minds_lines * self._trunk.risk(h) * g.worth(u) if g.minds_rails else 0.0

    # ------------------------------------------------------------------ attacks
    def _sides(self, h: Hex, side: str) -> Sequence[Hex]:
        """Those out of which its units may go there (10.1)."""
        open_ = self.facts.t.open_to(side)
        return [n for n in self.c.grid.adjacent[h] if h in open_[n]]

    @kept
    def arriving(self, stand: Stand, target: Hex) -> float:
        """Attack strength, halved over a river where it is not bridged (10.3(1))."""
        return self._over(stand.hex, target) * self._attack(stand.unit)

    @kept
    def _over(self, a: Hex, b: Hex) -> float:
        """Share of an attack that arrives over the side between two hexes."""
        river = self.c.state.rivers and self.facts.t.river(a, b)
        over = "bridge" if river and self.c.board.has("bridge", a, b) else str(river or "").replace(" ", "_")
        return 0.5 if river and effect(self.c, over, "half") else 1.0

    def chances(self, attack: float, defense: float, target: Hex, hexes: Collection[Hex] = ()) -> Results:
        """The column after all shifts, a fortress in the defence (10.3, 14.2); nothing below 1:1."""
        steps = self.c.state.fortress.get(self.c.label(target), 0)
        whole = int(defense) + steps * self.c.data.constant("fortress_step_defense")
        column = self.facts.odds.column(int(attack), whole, self.facts.shift(target))
        if column <= BELOW:
            return ()
        return self._results(column, bool(steps))

    @kept
    def _results(self, column: int, fortress: bool) -> Results:
        """What a column brings, with or without a fortress in the hex (14.2); who retreats through zones of control
        loses a step in each of them, unit by unit (10.6(4))."""
        chances = self.facts.odds.chances[column]
        return tuple([(Outcome(*read_result(result, fortress), each=True), p) for result, p in chances])

    # ------------------------------------------------------------------ supply
    def supplied(self, side: str, moved: Mapping[Unit, Hex]) -> bytearray:
        """Flags of the hexes that a line of communications reaches (3.3); found anew where its bounds are others."""
        closed, zones = self._occupied.after(self.c.other(side), moved)
        c, limits = self.c, (closed, bounding(self.c, side, zones) & ~self._occupied.after(side, moved)[0])
        return once(self.known, (side, limits), lambda: flags(reached_within(c, side, limits, not moved), c.grid.size))

    @cached_property
    def _occupied(self) -> Occupied:
        """Hexes with units or fortresses and their zones of control (3.2, 14.2)."""
        c, works = self.c, [("soviet", h) for h in fortress_hexes(self.c)]
        return Occupied(c.roster.side, c.state.hex_of, partial(zones_around, c), works)

    def line(self, u: Unit) -> Sequence[Hex]:
        """The shortest line of communications, from its source (3.3)."""
        side, h = self.c.roster.side[u], self.c.state.hex_of[u]
        return once(self.known, ("line", side, h), lambda: line_to(self.c, side, h))

    def peril(self, h: Hex) -> float:
        """Over open country by the race to the way back (3.3); the Axis has no other way than its railroads."""
        return peril(self._leads(-1), h) if self.side == "soviet" and self.facts.minds_lines else 0.0

    def spared(self, h: Hex, emptied: Hex) -> float:
        """The same race without those in one hex."""
        return self.peril(h) and self.peril(h) - peril(self._leads(emptied), h)

    @kept
    def _leads(self, without: Hex) -> Mapping[Hex, int]:
        c, foes, mine = self.c, set(held(self.c, self.enemy)) - {without}, held(self.c, self.side)
        beside, zones = self.facts.t.beside.__getitem__, flags(zones_around(c, foes), c.grid.size)
        away, sources = sooner(beside, self._soon(without)), tuple(friendly_sources(c, self.side))
        straight = once(c.data.of_map, f"planner home {sources}", lambda: rings(beside, sources, c.grid.size))
        return leads(beside, away, lambda h: h in foes or bool(zones[h] and h not in mine), sources, straight)

    def _soon(self, without: Hex) -> dict[Hex, int]:
        """How soon enemies are where they stand or, if they are mechanized and near those who act, may move: in hexes
        that foot goes meanwhile."""
        r, found = self.c.roster, dict[Hex, int]()
        near = within(self.beside, {self.c.state.hex_of[u] for u in self.facts.mine if self.c.state.active[u]}, CLOSE)
        for f in self.forces(self.enemy):
            if f.attack > 0 and not f.leads and f.hex != without:
                swift = r.mech[f.unit] and f.hex in near
                for h, cost in (self.reach(f.unit) if swift else {f.hex: 0}).items():
                    found[h] = min(found.get(h, cost), -(-cost // SWIFT))
        return found

    # ------------------------------------------------------------------ what counts
    def holder(self, h: Hex) -> str:
        """The side whose units were the last in it (3.4)."""
        return self.facts.owner(h)

    def _ways(self, goal: Hex) -> Mapping[Hex, float]:
        """Movement points of a mechanized unit (9.2, TEC)."""
        return {h: halves / 2 for h, halves in self.facts.far(goal).items()}

    def goals(self) -> Mapping[Hex, float]:
        """Hexes that score, and what."""
        return self.facts.goals
