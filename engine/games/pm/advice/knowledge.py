"""The adapter of the planner: this game's answers to what the planner asks of a position."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.games.pm.allies import barred
from engine.games.pm.combat.air import SHIFTING
from engine.games.pm.combat.odds import outcome, results_at, siege_artillery
from engine.games.pm.combat.strengths import PREPARED
from engine.games.pm.forts import intact
from engine.games.pm.greedy.assault import sides
from engine.games.pm.greedy.chances import ALL, BEST, WORST, place
from engine.games.pm.greedy.ground import Ground, spread
from engine.games.pm.hedgehogs import hedgehog
from engine.games.pm.kinds import AIRCRAFT, FLAK, SIEGE
from engine.games.pm.movement.allowance import allowance, unmoved
from engine.games.pm.movement.costs import MECH, edges
from engine.games.pm.movement.reach import reach_of
from engine.games.pm.movement.stacking import WHOLE, limit
from engine.games.pm.phases.prepared_assault import may_be_attacked
from engine.games.pm.phases.upkeep import no_refit
from engine.games.pm.state import UNSUPPLIED
from engine.games.pm.supply import attack_barred, axis_supplied, line_of, soviet_supplied, state_of
from engine.games.pm.tables import Ctx, open_sides, tables
from engine.games.pm.units import anonymous, untried
from engine.games.pm.weather import key as weather_key
from engine.play.fields import units_at
from engine.play.suppose import reckoning
from engine.players.planner.exchange import faces, falls, guessed, mixed, strengths
from engine.players.planner.knowledge import Force, Outcome, Results, Stand
from engine.players.planner.position import Position
from engine.players.planner.remembering import kept, once
from engine.players.planner.uncommanded import Uncommanded

FACTORS = 14.0
"""Combat factors, the mean of attack and defence, that are worth as much as a Victory Point."""
LEAST, REFIT = {"axis": 0.25, "soviet": 0.15}, 0.5
"""What any step of a side is worth at least, as German ones come back by a few replacements alone (8.15); what it is
worth that a division is still there to refit."""
FAR = 40
"""Movement points over which a place of value is felt."""


def firm(c: Ctx, h: Hex) -> bool:
    """Whether German units in a hex go back for no increment: they may not, or hold what is worth more than a step."""
    return hedgehog(c, h) or ((found := c.board.place_at.get(h)) is not None and found.value > 0)


class Flown(Ground):
    """The position as the older advice sees it, with aircraft that add no more than their stack brings (10.2)."""

    def lift(self, factor: float, target: Hex, stack: Collection[Unit]) -> float:
        """However strong the one is that an aircraft flies with."""
        return min(self.plane_points, sum(self.factor(u, target) for u in stack))


class PmKnowledge(Position, Uncommanded):
    """A whole position for one side. Everybody is fresh, whoever acts now."""

    c: Ctx

    def __init__(self, c: Ctx, side: str) -> None:
        super().__init__(c, side)
        self.t = tables(c)
        self._ready = reckoning(c, **unmoved(c))

    @kept
    def ground(self, side: str) -> Flown:
        """Strengths, air and shifts of a side."""
        return Flown(self.c, side)

    def _present(self, side: str) -> Iterable[Unit]:
        """The ground units."""
        return (u for u in super()._present(side) if self.c.roster.kind[u] != AIRCRAFT)

    def held(self, side: str) -> Collection[Hex]:
        """Those with ground units."""
        return self.ground(side).mine

    def _force(self, u: Unit) -> Force:
        """Factors halved out of supply (9.7), with the Stalin Line where it stands (14.30) and its aircraft (10.2)."""
        c, h = self.c, self.c.state.hex_of[u]
        g = self.ground(c.roster.side[u])
        cut = 0.5 if state_of(c, u) == UNSUPPLIED else 1.0
        attack, defense = g.expected(u)
        if g.side == "soviet" and intact(c, h) == "stalin line":
            defense += 1
        air = sum(min(defense * cut, g.plane_points) for _ in g.planes.get(u, ())[:1])
        # Greater Germany would be open where the last of its guard loses its only step (4.4).
        guard = [c.state.steps_left[v] for v in g.mine.get(h, ())] if g.side == "axis" and h in g.zomo else []
        able = c.roster.kind[u] not in (FLAK, SIEGE) and attack_barred(c, u) is None and not hedgehog(c, h)
        return Force(u, h, attack * cut if able and sum(guard) != 1 else 0.0, defense * cut + air, self._steps(u))

    def _steps(self, u: Unit) -> tuple[float, ...]:
        """What each step is worth by the factors that go with it, the next to be lost first; the last one also for the
        danger that it is to Greater Germany (4.4), or for what it could still regain (8.20)."""
        c, left, side = self.c, self.c.state.steps_left[u], self.c.roster.side[u]
        if anonymous(c, u) or left <= 1:
            shown = [sum(self.ground(side).expected(u)) / 2][:left]
        else:
            shown = strengths(c.roster.faces[u], c.roster.steps[u] - left, left)
        found, g, h = falls([each / FACTORS for each in shown], LEAST[side]), self.ground("axis"), c.state.hex_of[u]
        if found:
            menace = g.menace[h] / g.foes[h].count / FACTORS if h in g.menace else 0.0
            found[-1] += menace if side == "soviet" else REFIT * (no_refit(c, u) is None)
        return tuple(found)

    def _row(self, h: Hex) -> Sequence[Hex]:
        """Hexes beside a hex that are land, not over sea and lakes."""
        return sorted(open_sides(self.c)[h])

    @kept
    def reach(self, u: Unit) -> Mapping[Hex, int]:
        """Hexes of a move with the whole allowance, without zones of control in the way (12.1)."""
        c, r = self._ready, self.c.roster
        terms = (c.state.hex_of[u], r.mech[u], r.kind[u], r.nationality[u], allowance(c, u), c.state.still[u])
        return once(self.known, terms, lambda: {c.state.hex_of[u]: 0} if c.state.still[u] else reach_of(c, [u])[0])

    def room(self, side: str, h: Hex) -> int:
        """The stacking limit in units, or what stands there if those are smaller ones (6.1, 6.3)."""
        return max(limit(self.c, h) // WHOLE, self.standing(side)[h])

    def _sides(self, h: Hex, side: str) -> Sequence[Hex]:
        """None of one that a side may not enter (17.9), or that was attacked in the phase that goes on (14.4)."""
        c = self.c
        over = c.frame.step == "combat" and c.state.side == side and may_be_attacked(c, h) is not None
        return () if over or (side == "axis" and h in barred(c, "german")) else self.beside(h)

    @kept
    def arriving(self, stand: Stand, target: Hex) -> float:
        """Attack factors, halved for armour into marsh, with aircraft up to what the stack brings (14.18, 10.2)."""
        g = self.ground(self.c.roster.side[stand.unit])
        found, stack = g.factor(stand.unit, target), {stand.unit, *g.mine.get(stand.hex, ())}
        return found + (g.lift(found, target, stack) if stand.unit in g.planes else 0.0)

    def chances(self, attack: float, defense: float, target: Hex, hexes: Collection[Hex] = ()) -> Results:
        """The column after all shifts and the mean of the GAST, a guess where somebody is untried; none below the table
        (14.8-14.11, 9.6)."""
        side = self.striker(target)
        columns = self._shift(side, target, frozenset(hexes))
        lefts = self.ground(side).lefts(target, hexes)
        siege = self._siege(side, target, frozenset(hexes))
        there = (u for h in (target, *hexes) for u in units_at(self.c, h))
        unsure = guessed(defense, any(untried(self.c, u) for u in there))
        cases = [(place(attack, d) + columns - left, n / len(lefts)) for d, n in unsure for left in lefts]
        stays, able = side == "axis" or firm(self.c, target), max(cases)[0] > WORST
        return mixed((self._at(at, target, stays, siege), share) for at, share in cases if able)

    @kept
    def _shift(self, side: str, target: Hex, hexes: frozenset[Hex]) -> int:
        """Columns of the ground, of the sides attacked over, of attackers all around and of the VIII Fliegerkorps."""
        g = self.ground(side)
        found = g.shift(target, PREPARED) + (sides(g, hexes, target, PREPARED) if hexes else 0)
        planes = self.ground("axis").planes
        carried = {self.c.state.hex_of[u] for u, names in planes.items() if SHIFTING in names}  # the one of 10.3
        return found + (not carried.isdisjoint(hexes)) if side == "axis" else found - (target in carried)

    @kept
    def _siege(self, side: str, target: Hex, hexes: frozenset[Hex]) -> bool:
        """Whether siege artillery stands with those who attack (14.41)."""
        mine = self.ground(side).mine
        who = [mine[h][0] for h in sorted(hexes) if h in mine]
        return siege_artillery(self.c, PREPARED, who, target) >= 0

    @kept
    def _at(self, at: int, target: Hex, stays: bool, siege: bool) -> list[tuple[Outcome, float]]:
        """The results of a column; German defenders go back for one increment, unless all is lost (14.32)."""

        def told(result: str) -> Outcome:
            mine, his = outcome(self.c, target, result, siege).split("/")
            lost = ALL if his == "E" else int(his)
            back = not stays and 0 < lost < ALL
            return Outcome(int(mine), lost - back, int(back))

        return faces(map(told, results_at(self.c, min(BEST, max(WORST, at)))))

    def supplied(self, side: str, moved: Mapping[Unit, Hex]) -> bytearray:
        """Flags of the hexes that a line reaches, that of German units for the German side (9.4, 9.10, 9.11)."""
        c = self.supposed(moved)
        if side == "axis":
            return axis_supplied(c).flags
        flags = bytearray(soviet_supplied(c).flags)
        for h in self.t.ports:
            flags[h] = 1
        return flags

    def line(self, u: Unit) -> Sequence[Hex]:
        """The shortest line to a source (9.4)."""
        return line_of(self.c, u)

    def holder(self, h: Hex) -> str:
        """The side that controls a place (3.9)."""
        return self.c.state.control.get(self.c.label(h), "")

    def _season(self) -> str:
        """The weather of all zones."""
        return weather_key(self.c)

    def _ways(self, goal: Hex) -> Mapping[Hex, float]:
        """Movement points of a mechanized unit (12.8)."""
        return {h: float(n) for h, n in spread(edges(self.c, MECH, "axis"), [(goal, 0)], {}, FAR).cost.items()}

    def goals(self) -> Mapping[Hex, float]:
        """Places of value; of those of two hexes each counts half (4.2)."""
        return self.ground(self.side).values
