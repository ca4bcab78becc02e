"""What an assault brings on the average: the results table made ready for many questions."""

from __future__ import annotations

from dataclasses import dataclass

from engine.components.grid import Hex
from engine.games.pm.combat.odds import outcome, results_at
from engine.games.pm.tables import Ctx

ALL = 99
"""Losses of the defender where everybody is eliminated."""
WORST, BEST = -3, 8
"""Places of the scale beyond which nothing changes."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Mean losses of the attacker in steps, and the chances of the defender's increments."""

    own: float
    enemy: tuple[tuple[int, float], ...]

    def clears(self, need: float) -> float:
        """Chance that at least ``need`` increments fall on the defender."""
        return sum(p for n, p in self.enemy if n >= need)

    def share(self, need: float) -> float:
        """Mean share of ``need`` increments that falls."""
        return sum(p * min(1.0, n / need) for n, p in self.enemy) if need else 0.0

    def mean(self, most: float, spared: int = 0) -> float:
        """Mean increments up to ``most``, with some of them taken in another way than in steps."""
        return sum(p * min(most, max(0, n - spared)) for n, p in self.enemy)


def place(attack: float, defense: float) -> int:
    """The odds as a place on the scale of whole ratios: 1:1 is 0, 3:1 is 2, 1:3 is -2."""
    if attack <= 0:
        return WORST
    if defense <= 0:
        return BEST
    if attack >= defense:
        return int(attack / defense + 1e-9) - 1
    return 1 - int(-(-defense // attack))


class Chances:
    """The table for every place of the scale, in the open and in cities, kept per data."""

    def __init__(self, c: Ctx) -> None:
        self.c = c
        self.kept: dict[tuple[int, bool], Chance] = c.data.memo.setdefault("advice chances", {})

    def at(self, at: int, target: Hex, city: bool) -> Chance:
        """The chances at a place of the scale against a hex."""
        key = (min(BEST, max(WORST, at)), city)
        if key not in self.kept:
            results = results_at(self.c, key[0])
            own, enemy = 0.0, dict[int, float]()
            for result in results:
                mine, his = outcome(self.c, target, result, False).split("/")
                own += int(mine) / len(results)
                n = ALL if his == "E" else int(his)
                enemy[n] = enemy.get(n, 0.0) + 1 / len(results)
            self.kept[key] = Chance(own, tuple(sorted(enemy.items())))
        return self.kept[key]

    def over(self, at: int, target: Hex, city: bool, lefts: list[int]) -> Chance:
        """The same where some columns to the left are still to be rolled for."""
        if len(lefts) == 1:
            return self.at(at - lefts[0], target, city)
        own, enemy, share = 0.0, dict[int, float](), 1 / len(lefts)
        for left in lefts:
            one = self.at(at - left, target, city)
            own += one.own * share
            for n, p in one.enemy:
                enemy[n] = enemy.get(n, 0.0) + p * share
        return Chance(own, tuple(sorted(enemy.items())))
