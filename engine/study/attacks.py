"""Attacks that were rolled for, by the reckoning of the planner: what they were worth with the reply to them."""

from __future__ import annotations

from engine.components.errors import BadInput
from engine.components.grid import Unit
from engine.play.determined import determinised
from engine.play.event import Event
from engine.play.match import Match
from engine.players.planner.knowledge import Stand
from engine.players.planner.planning import planning_of
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights


class Attacks:
    """Looks at the positions before attacks, as the attacker could imagine them. Silent where no plans are made."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._planning = planning_of(match.rules)
        self._before = match.c
        self._poor: dict[str, set[frozenset[Unit]]] = {}

    def coming(self) -> None:
        """Something is about to be done: the position is kept."""
        if self._planning is not None:
            try:
                self._before = determinised(self.match, self.match.side, self.match.seed)
            except BadInput:
                self._planning = None

    def judged(self, side: str, event: Event) -> tuple[bool, bool]:
        """Whether an attack could only be expected to cost more than it brings, and whether the same enemies had been
        attacked so before."""
        value = self._value(side, event)
        if value is None or value >= 0:
            return False, False
        c, target = self._before, event.hexes[0]
        stack = frozenset(u for u, h in enumerate(c.state.hex_of) if h == target and c.roster.side[u] != side)
        poor = self._poor.setdefault(side, set())
        again = stack in poor
        poor.add(stack)
        return True, again

    def _value(self, side: str, event: Event) -> float | None:
        """The worth of an attack; none where it cannot be told."""
        if self._planning is None or not event.hexes:
            return None
        c, target = self._before, event.hexes[0]
        k, w = self._planning.knowledge(c, side), self._planning.weights(c, side)
        mine = {f.unit: f for f in k.forces(side)}
        who = [u for u in event.units if u in mine]
        if not who or all(f.hex != target for f in k.forces(k.enemy)):
            return None
        stands = [Stand(u, mine[u].hex) for u in who]
        return worth(Situation(k, who, w, halted=who), w, target, stands)


def worth(s: Situation, w: Weights, target: int, stands: list[Stand]) -> float:
    """What an attack may be expected to bring, with the enemy's reply where that could make it a bad one. What it binds
    is left out: that only says which of two like attacks is made."""
    taken = frozenset(st.hex for st in stands)
    found = _sum(s.assault.exchange(target, stands, taken))
    most = w.reply * sum(sum(s.mine[st.unit].steps) for st in stands)
    return found if found < 0 or found >= most else _sum(s.assault.parts(target, stands, taken))


def _sum(parts: list[tuple[str, float]]) -> float:
    return sum(value for name, value in parts if name != "effort")
