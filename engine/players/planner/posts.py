"""What standing in a hex is worth to a unit that does not attack: goals, supply, command, and what may strike there."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.players.planner.calls import Calls
from engine.players.planner.distances import FARTHEST, Distances, within
from engine.players.planner.knowledge import Force, Knowledge
from engine.players.planner.lifelines import Lifelines
from engine.players.planner.sets import finished
from engine.players.planner.strikes import NOBODY
from engine.players.planner.threats import Threat
from engine.players.planner.weights import Weights

Parts = tuple[tuple[str, float], ...]
NAMES = ("way to goals", "line", "neck", "duty", "march", "beside the enemy", "calls")
"""What speaks for and against a hex whoever else stands there."""
FEW, SAFEST = 8, 2
"""Hexes of a unit whose danger is looked at: those that are worth most without it, and with a glance at it."""
BREATH = 100
"""Glances in one piece of thought."""
SURE = 10.0
"""Odds at which all is lost at a glance."""


class Posts:
    """The worth of hexes to the units of the side that plans. Enemies are where they are."""

    def __init__(
        self, k: Knowledge, w: Weights, threat: Threat, lines: Lifelines, distances: Distances, calls: Calls | None
    ) -> None:
        self.k, self.w, self.threat, self.lines, self.distances, self._calls = k, w, threat, lines, distances, calls
        self.mine: dict[Unit, Force] = {f.unit: f for f in k.forces(k.side)}
        self.heads: Mapping[Unit, Hex] | None = {}
        """Where headquarters will be that go elsewhere; none: nobody is to mind where they are."""
        self._foes = sorted({f.hex for f in k.forces(k.enemy) if f.attack > 0 and not f.leads})
        self._touched = {n for h in self._foes for n in k.beside(h)} if w.touch else set()
        self._urgency: dict[Hex, float] = {}
        self._taking: dict[Hex, float] = {}
        self._pull: dict[Hex, float] = {}
        self._known: dict[tuple[Unit, Hex], tuple[float, ...]] = {}
        self._sums: dict[tuple[Unit, Hex], float] = {}
        self._dangers: dict[tuple[Hex, tuple[Unit, ...], frozenset[Unit]], float] = {}

    # ------------------------------------------------------------------ goals
    def urgency(self, goal: Hex) -> float:
        """How near the enemy is to a goal, 0 to 1."""
        if goal not in self._urgency:
            far = self.distances.around(goal)
            near = min((far[h] for h in self._foes if h in far), default=None)
            self._urgency[goal] = 0.0 if near is None else self.w.calling ** max(near - 1, 0)
        return self._urgency[goal]

    def pull(self, h: Hex) -> float:
        """What all goals together make felt in a hex: those to be had, and those held that are in danger."""
        found = self._pull.get(h)
        if found is None:
            total, fading, farthest = 0.0, self.w.fading, self._farthest
            for way, wanted in self._wanted:
                far = way.get(h)
                if far is not None and far <= farthest:
                    total += wanted * fading**far
            found = self._pull[h] = self.w.pull * total
        return found

    def nearing(self, goals: Iterable[Hex], h: Hex, home: Hex) -> float:
        """How much more some goals are felt in a hex than in another."""
        return sum(self._felt(goal, h) - self._felt(goal, home) for goal in goals)

    def _felt(self, goal: Hex, h: Hex) -> float:
        """What a goal makes felt in a hex."""
        far = self.k.way(goal).get(h)
        if far is None or far > self._farthest:
            return 0.0
        return self.w.pull * self._calling(goal) * float(self.w.fading**far)

    def entered(self, hexes: Iterable[Hex]) -> list[Hex]:
        """Those of some hexes that are goals in which nobody stands yet, or the enemy."""
        goals = self.k.goals() if self.w.shared else {}
        return sorted({h for h in hexes if h in goals and h not in self._manned})

    @cached_property
    def _manned(self) -> set[Hex]:
        """Hexes with own units that fight."""
        return {f.hex for f in self.mine.values() if not f.leads}

    @cached_property
    def _farthest(self) -> int:
        """How far the fastest of the side comes in what is left of the game; anywhere in a phase in which nobody of it
        attacks, so that it has no pace."""
        return self.w.parts * (self.k.pace(self.k.side) or FARTHEST)

    @cached_property
    def _wanted(self) -> list[tuple[Mapping[Hex, float], float]]:
        """The ways to goals that are felt at all, and what each goal makes felt."""
        k, found = self.k, list[tuple[Mapping[Hex, float], float]]()
        for goal in sorted(k.goals()):
            if wanted := self._calling(goal):
                found.append((k.way(goal), wanted))
        return found

    def _calling(self, goal: Hex) -> float:
        """What a goal is worth to those on the way to it: all of it, or of one that is held the share that calls."""
        kept = self.k.holder(goal) == self.k.side
        return self.k.goals()[goal] * (self.w.keep * self.urgency(goal) * self._shaky(goal) if kept else 1.0)

    def taking(self, h: Hex) -> float:
        """What the first who fights in a hex brings: a goal taken, or one kept while the enemy is near."""
        found = self._taking.get(h)
        if found is None:
            found = self.k.goals().get(h, 0.0)
            if found:
                kept = self.k.holder(h) == self.k.side
                found *= self.w.keep * self.urgency(h) if kept else self.w.capture
            self._taking[h] = found
        return found

    def _shaky(self, goal: Hex) -> float:
        """The share of a held goal that calls others there: the less the surer those who are in it keep it."""
        there = [f for f in self.mine.values() if f.hex == goal and not f.leads] if self.w.safe < 1 else []
        if not there:
            return 1.0
        return max(self.threat.blow(goal, there, self.w.retreat).emptied, self.w.safe)

    # ------------------------------------------------------------------ one unit
    def parts(self, u: Unit, h: Hex) -> Parts:
        """What speaks for and against a hex whoever else stands there."""
        return tuple(zip(NAMES, self.values(u, h), strict=True))

    def values(self, u: Unit, h: Hex) -> tuple[float, ...]:
        """The same without the names."""
        found = self._known.get((u, h))
        if found is None:
            f = self.mine[u]
            found = self._known[u, h] = (
                self.pull(h),
                -self._unfed(f, h),
                -self.caught(u, h),
                self.k.duty(u, h),
                -self.w.march * (h != f.hex),
                -self.w.touch * (f.leads and h in self._touched),
                self._calls.counts(u, h) if self._calls else 0.0,
            )
        return found

    def _unfed(self, f: Force, h: Hex) -> float:
        """What standing in a hex without supply costs: the next step, and half of the others, which follow it; more
        where no way leads home either."""
        if not f.steps:
            return 0.0
        shut = self.w.penned * sum(f.steps) if self.w.penned and self.lines.penned(h) else 0.0
        return shut if self.lines.reaches(h) else shut + self._starving(f)

    def _starving(self, f: Force) -> float:
        """What it costs a unit to be without supply."""
        return self.w.line * (f.steps[0] + 0.5 * sum(f.steps[1:]))

    def caught(self, u: Unit, h: Hex) -> float:
        """The same of a hex that is in supply, by the chance that it soon is no more."""
        return self._cut_later(u, h, self.k.peril(h))

    def spared(self, u: Unit, h: Hex, emptied: Hex) -> float:
        """By how much less that is were nobody of the enemy in another hex."""
        return self._cut_later(u, h, self.k.spared(h, emptied))

    def _cut_later(self, u: Unit, h: Hex, chance: float) -> float:
        f = self.mine[u]
        if not self.w.line or not f.steps or not chance or not self.lines.reaches(h):
            return 0.0
        return self.w.neck * chance * (self._starving(f) + self.w.penned * sum(f.steps))

    def command(self, u: Unit, h: Hex, heads: Mapping[Unit, Hex]) -> float:
        """What being in command is worth to who does not lead himself, once some headquarters stand elsewhere."""
        f, w = self.mine[u], self.w
        return 0.0 if f.leads else (w.led + w.led_each * (f.attack + f.defense)) * self.k.led(u, h, heads)

    def alone(self, u: Unit, h: Hex) -> float:
        """The sum of the parts, with command, and with the goal for who comes there first."""
        found = self._sums.get((u, h))
        if found is None:
            found = self._sums[u, h] = sum(self.values(u, h))
        if self.heads is not None:
            found += self.command(u, h, self.heads)
        return found + (0.0 if self.mine[u].leads else self.taking(h))

    # ------------------------------------------------------------------ danger
    def danger(self, h: Hex, units: Iterable[Unit], gone: frozenset[Unit] = NOBODY) -> float:
        """What some units must expect to lose together in a hex; ``gone`` are enemies out of the way."""
        key = (h, tuple(sorted(units)), gone)
        found = self._dangers.get(key)
        if found is None:
            stack: Sequence[Force] = [self.mine[u] for u in key[1]] if self.w.reply else []
            found = self.w.reply * self.threat.blow(h, stack, self.w.retreat, gone).cost if stack else 0.0
            found += self.w.reply * self._looted(h, key[1]) if stack and self._booty else 0.0
            self._dangers[key] = found
        return found

    @cached_property
    def _booty(self) -> Mapping[Unit, float]:
        """Units that are lost to whoever enters their hex while nobody guards them, with what that costs."""
        return {u: prize for u in self.mine if (prize := self.k.taken(u))}

    @cached_property
    def _raided(self) -> Collection[Hex]:
        """Hexes into which enemies could come once nobody stands in their way any more."""
        return within(self.k.beside, self._foes, self.k.pace(self.k.enemy))

    def _looted(self, h: Hex, units: Iterable[Unit]) -> float:
        """What such units of a stack may be lost for; nothing where anybody guards them, or no enemy is near."""
        prizes = [self._booty.get(u, 0.0) for u in units]
        return sum(prizes) if all(prizes) and h in self._raided else 0.0

    def feared(self, u: Unit, h: Hex) -> float:
        """What the danger in a hex may come to, at a glance: by all the strength that could be brought beside it."""
        f = self.mine[u]
        share = min(self.threat.weight(h) / (SURE * max(f.defense, 1.0)), 1.0)
        return self.w.reply * share * sum(f.steps)

    def worth(self, u: Unit, h: Hex, others: Sequence[Unit] = ()) -> float:
        """What a hex is worth to a unit beside others, who are in the more or the less danger for it."""
        more = self.danger(h, (*others, u)) - self.danger(h, others)
        first = not any(not self.mine[v].leads for v in others)
        return self.alone(u, h) - more - (0.0 if first or self.mine[u].leads else self.taking(h))

    def best(self, u: Unit, hexes: Iterable[Hex]) -> list[tuple[float, Hex]]:
        """The few hexes that may be worth most to a unit by itself, the best first."""
        return finished(self.looked(u, hexes))

    def looked(self, u: Unit, hexes: Iterable[Hex]) -> Generator[None, None, list[tuple[float, Hex]]]:
        """The same in pieces."""
        alone = {h: self.alone(u, h) for h in hexes}
        order = sorted(alone, key=lambda h: (-alone[h], h))
        yield
        glances: list[tuple[float, Hex]] = []
        for h in order[FEW:] if self.w.reply else ():
            glances.append((self.feared(u, h) - alone[h], h))
            if len(glances) % BREATH == 0:
                yield
        safe = [h for _, h in sorted(glances)[:SAFEST]]
        yield
        found: list[tuple[float, Hex]] = []
        for h in (*order[:FEW], *safe):
            found.append((self.worth(u, h), h))
            yield
        return sorted(found, key=lambda p: (-p[0], p[1]))

    def price(self, u: Unit, h: Hex) -> float:
        """What it costs that a unit goes to a hex instead of staying: nothing less than the way itself."""
        return self.w.march + max(self.worth(u, self.mine[u].hex) - self.worth(u, h), 0.0)
