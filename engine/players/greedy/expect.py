"""What an attack is worth: the exact chances of the results table, what each result costs and brings, who should join.

Nothing here knows a game: values come in as numbers, one list per unit with what each further step is worth.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.components.results import ResultsTable

BELOW = -1
"""Column of an attack that the table does not carry."""


@dataclass(frozen=True)
class Odds:
    """A results table made ready for many questions: column headings as numbers, results and their chances."""

    headings: tuple[float, ...]
    chances: tuple[tuple[tuple[str, float], ...], ...]

    @classmethod
    def of(cls, table: ResultsTable) -> Odds:
        """Prepare a table."""
        columns = range(len(table.columns))
        return cls(tuple(float(r) for r in table.values), tuple(tuple(table.distribution(i).items()) for i in columns))

    def column(self, attack: int, defense: int, shift: int) -> int:
        """Column of whole strengths and a shift to the left; ``BELOW`` where there is none."""
        if attack <= 0:
            return BELOW
        start = (len(self.headings) if defense <= 0 else bisect_right(self.headings, attack / defense + 1e-9)) - 1
        return max(start - shift, BELOW) if start >= 0 else BELOW


def cheapest_losses(steps: Iterable[Sequence[float]], count: int) -> tuple[float, list[int]]:
    """What ``count`` step losses cost an owner who chooses well, and how many steps each unit then has lost.

    ``steps`` holds for each unit what its next, second ... step is worth; losses beyond all steps cost nothing.
    """
    lists = list(steps)
    lost = [0] * len(lists)
    total = 0.0
    for _ in range(count):
        open_ = [(values[lost[i]], i) for i, values in enumerate(lists) if lost[i] < len(values)]
        if not open_:
            break
        worth, i = min(open_)
        total += worth
        lost[i] += 1
    return total, lost


def expectation(chances: Iterable[tuple[str, float]], worth: Callable[[str], float]) -> float:
    """Mean worth of a distribution of results."""
    return sum(p * worth(result) for result, p in chances)


def fill(
    order: Sequence[int],
    places: Callable[[int], Sequence[int]],
    room: dict[int, int],
    weigh: Callable[[Sequence[tuple[int, int]]], float],
    most: int = 12,
) -> tuple[float, list[tuple[int, int]]]:
    """Small knapsack: units join an attack one by one in ``order``; the best beginning of that row is kept.

    ``places(u)`` are the hexes a unit could attack from, best first; ``room`` how many more fit into each. ``weigh``
    values a list of (unit, hex). Returns its value and the list, ``-inf`` and nothing if nobody can join.
    """
    left = dict(room)
    chosen: list[tuple[int, int]] = []
    best, kept = float("-inf"), list[tuple[int, int]]()
    for u in order:
        h = next((h for h in places(u) if left.get(h, 0) > 0), -1)
        if h < 0:
            continue
        left[h] -= 1
        chosen.append((u, h))
        value = weigh(chosen)
        if value > best + 1e-9:
            best, kept = value, list(chosen)
        if len(chosen) >= most:
            break
    return best, kept
