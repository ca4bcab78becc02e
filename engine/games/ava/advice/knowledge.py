"""The adapter of the planner: this game's answers to what the planner asks of a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.games.ava.advice.ground import Facts
from engine.games.ava.combat.battle import read_result
from engine.games.ava.movement.reach import normal_reach
from engine.games.ava.state import FRESH
from engine.games.ava.tables import Ctx, effect
from engine.games.ava.units import strength
from engine.games.ava.zones import held, reached
from engine.play.suppose import reckoning, supposing
from engine.players.greedy.expect import BELOW
from engine.players.planner.knowledge import Force, Outcome, Stand


class AvaKnowledge:
    """A whole position for one side; each answer is found once. Every unit counts as activated by its headquarters."""

    def __init__(self, c: Ctx, side: str) -> None:
        self.c, self.side, self.enemy = c, side, c.other(side)
        self.facts = Facts(c, side)
        n = len(c.roster)
        whole = [2 * move for move in c.roster.move]
        self._ready = reckoning(c, active=[1] * n, mp_left=whole, mode=[FRESH] * n, fought=[0] * n, moving=-1)
        self._forces: dict[str, tuple[Force, ...]] = {}
        self._reach: dict[Unit, dict[Hex, int]] = {}
        self._arriving: dict[tuple[Unit, Hex, Hex], float] = {}
        self._results: dict[tuple[int, bool], list[tuple[Outcome, float]]] = {}

    def forces(self, side: str) -> Sequence[Force]:
        """The units of a side on the map; headquarters lead and do not attack."""
        if side not in self._forces:
            c, r, g = self.c, self.c.roster, self.facts
            units = g.mine if side == self.side else g.theirs
            self._forces[side] = tuple(
                Force(u, c.state.hex_of[u], *strength(c, u)[:2], tuple(g.steps(u)), bool(r.hq[u])) for u in units
            )
        return self._forces[side]

    def beside(self, h: Hex) -> Sequence[Hex]:
        """Hexes beside a hex without prohibited sides."""
        return self.facts.t.beside[h]

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        """Hexes of a normal movement with the whole allowance, in half points (9.2)."""
        if u not in self._reach:
            self._reach[u] = normal_reach(self._ready, u)[0]
        return self._reach[u]

    def struck_from(self, h: Hex, side: str) -> Sequence[Hex]:
        """Hexes from which a hex may be attacked and where no enemy of the attacker stands (10.1)."""
        open_, foes = self.facts.t.open_to(side), held(self.c, self.c.other(side))
        return [n for n in self.c.grid.adjacent[h] if h in open_[n] and n not in foes]

    def room(self, side: str, h: Hex) -> int:
        """The stacking limit (3.1)."""
        return int(self.c.data.constant("stacking"))

    def arriving(self, stand: Stand, target: Hex) -> float:
        """Attack strength, halved over a river where it is not bridged (10.3(1))."""
        key = (*stand, target)
        found = self._arriving.get(key)
        if found is None:
            found = self._arriving[key] = self._over(stand.hex, target) * strength(self.c, stand.unit)[0]
        return found

    def _over(self, a: Hex, b: Hex) -> float:
        """Share of an attack that arrives over the side between two hexes."""
        river = self.c.state.rivers and self.facts.t.river(a, b)
        over = "bridge" if river and self.c.board.has("bridge", a, b) else str(river or "").replace(" ", "_")
        return 0.5 if river and effect(self.c, over, "half") else 1.0

    def chances(self, attack: float, defense: float, target: Hex) -> Sequence[tuple[Outcome, float]]:
        """The column after all shifts, a fortress in the defence (10.3, 14.2); nothing below 1:1."""
        steps = self.c.state.fortress.get(self.c.label(target), 0)
        whole = int(defense) + steps * self.c.data.constant("fortress_step_defense")
        column = self.facts.odds.column(int(attack), whole, self.facts.shift(target))
        if column <= BELOW:
            return ()
        key = (column, bool(steps))
        if key not in self._results:
            chances = self.facts.odds.chances[column]
            self._results[key] = [(Outcome(*read_result(result, key[1])), p) for result, p in chances]
        return self._results[key]

    def supplied(self, side: str, moved: Mapping[Unit, Hex]) -> bytearray:
        """Flags of the hexes that a line of communications reaches (3.3)."""
        return reached(supposing(self.c, hex_of=dict(moved)) if moved else self.c, side)

    def goals(self) -> Mapping[Hex, float]:
        """Hexes that score, and what."""
        return self.facts.goals
