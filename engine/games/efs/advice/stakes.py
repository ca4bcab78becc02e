"""What a battle is worth to who makes it: each result by its chance and the rules that settle losses and retreats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.components.grid import Hex
from engine.games.efs.advice.knowledge import EfsKnowledge
from engine.games.efs.advice.planning import WEIGHTS
from engine.games.efs.combat.attack_supply import plan
from engine.games.efs.combat.battle import fight_of
from engine.games.efs.combat.battles import Battle, battle
from engine.games.efs.combat.odds import calculate
from engine.games.efs.combat.results import attacker_demand, defender_demand
from engine.games.efs.tables import Ctx
from engine.games.efs.units import fighters
from engine.games.efs.zones import in_zoc
from engine.players.planner.exchange import NO_ATTACK, settled, ways_out
from engine.players.planner.remembering import kept

RETREAT = 2
"""Hexes of a retreat (16.4)."""
BACK = 0.15
"""What it costs that attackers must go back."""


class Stakes:
    """The worth of battles in one position to the side that makes them, which is the loss of the other."""

    def __init__(self, c: Ctx, side: str) -> None:
        self.c, self.k, self.w = c, EfsKnowledge(c, side), WEIGHTS[side]
        self.more: Callable[[Hex], float] = lambda h: 0.0
        """What driving the enemy out of a hex brings beside the hex."""
        self.known: dict[Any, Any] = {}

    def value(self, b: Battle) -> float:
        """What a battle brings on average, as it is made up; ``NO_ATTACK`` where there is nobody to fight."""
        c, k = self.c, self.k
        found = calculate(c, b)
        if not found.distribution:
            return NO_ATTACK
        f, out = fight_of(c, b), min(map(self.ways_out, b.targets))
        mine, theirs = [k.steps(u) for u in f.attackers], [k.steps(u) for u in f.defenders]
        ground = sum(self.w.ground + k.goals().get(h, 0.0) + self.more(h) for h in b.targets)
        cells = found.distribution.items()
        results = [(attacker_demand(c, f, cell), defender_demand(c, f, cell), p) for cell, p in cells]
        effort = self.w.effort * len(b.attackers)
        return settled(results, mine, theirs, max(RETREAT - out, 0), ground, BACK, effort)

    def gain(self, b: Battle, **changes: Any) -> float:
        """What a change of a battle brings."""
        return self.value(replace(b, **changes)) - self.value(b)

    @kept
    def flown(self, n: int, word: str, points: int) -> float:
        """What a battle is worth with so many points of air support of one sort."""
        b = foreseen(self.c, n)
        return self.value(replace(b, flags={**b.flags, word: str(points)}))

    @kept
    def ways_out(self, h: Hex) -> int:
        """Hexes that defenders can retreat from a hex without passing an enemy."""
        c, side = self.c, self.k.side
        zone, held, friends = in_zoc(c, side), fighters(c, side), fighters(c, c.other(side))
        closed = {n for n in c.grid.within(h, RETREAT) if n in held or (zone[n] and n not in friends)}
        return ways_out(self.k.beside, h, RETREAT, closed)


def foreseen(c: Ctx, n: int) -> Battle:
    """A declared battle as it will be: with Attack Supply where its side has a point for it (15.21)."""
    b = battle(c, n)
    return replace(b, supplied=plan(c, b) is not None)
