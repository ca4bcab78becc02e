"""What the dice of a game did, against what dice do: counts, means, a test of the spread, results of a table.

Blind choices such as chits from a cup are no dice and are kept apart by whoever collects the rolls.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import NamedTuple

from engine.play.timeline import Timeline

EXACT = 30
"""Up to this many rolls the chance of a spread is counted out exactly; above, the usual curve is close enough."""

FEW = 5
"""Below this many rolls nothing is said about luck."""


class Roll(NamedTuple):
    """One die of the game: in which line, by whom, for what, and what it decided in words."""

    line: int
    turn: int
    side: str
    kind: str
    sides: int
    value: int
    text: str = ""
    rule: str = ""
    results: tuple[str, ...] = ()


@dataclass
class Faces:
    """The dice of one side, one kind and one number of sides."""

    side: str
    kind: str
    sides: int
    counts: list[int]
    """How often each face came, first face first."""
    results: list[tuple[str, int, float]] = field(default_factory=list)
    """Result of a table, how often it came, how often it was to be expected from the columns that were used."""

    @property
    def rolls(self) -> int:
        """How many dice."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """How often each face is to be expected."""
        return self.rolls / self.sides

    @property
    def mean(self) -> float:
        """Mean of the values."""
        return sum(n * face for face, n in enumerate(self.counts, 1)) / self.rolls if self.rolls else 0.0

    @property
    def mean_expected(self) -> float:
        """Mean of a fair die."""
        return (self.sides + 1) / 2

    @property
    def spread_chance(self) -> float:
        """How often fair dice are spread as unevenly as these, or worse: 0 to 1."""
        return spread_chance(tuple(self.counts))

    @property
    def mean_chance(self) -> float:
        """How often the mean of as many fair dice lies as far from theirs, or farther: 0 to 1; a normal curve."""
        if not self.rolls:
            return 1.0
        deviation = math.sqrt((self.sides**2 - 1) / 12 / self.rolls)
        return math.erfc(abs(self.mean - self.mean_expected) / deviation / math.sqrt(2)) if deviation else 1.0


def rolls_of(timeline: Timeline) -> tuple[list[Roll], int]:
    """The dice of a past that has been read, as far as its viewer may see them; and the number of blind choices."""
    found: list[Roll] = []
    lots = 0
    for entry in timeline.entries:
        told = [(e, value) for e in entry.events for value in e.rolls]
        for throw in entry.throws:
            at = next((i for i, (_, value) in enumerate(told) if value == throw.value), -1)
            event = told.pop(at)[0] if at >= 0 else None
            if entry.hidden and event is None:
                continue
            if throw.lot:
                lots += 1
                continue
            kind, text, rule = (event.kind, event.text, event.rule) if event else ("other", entry.line.action, "")
            found.append(
                Roll(
                    entry.number, entry.turn, entry.line.side, kind, throw.sides, throw.value, text, rule, throw.results
                )
            )
    return found, lots


def by_side(rolls: Iterable[Roll]) -> list[Faces]:
    """The dice sorted by side, kind and number of sides."""
    groups: dict[tuple[str, str, int], list[Roll]] = defaultdict(list)
    for roll in rolls:
        groups[roll.side, roll.kind, roll.sides].append(roll)
    found = []
    for (side, kind, sides), group in sorted(groups.items()):
        counts = Counter(r.value for r in group)
        faces = Faces(side, kind, sides, [counts[face] for face in range(1, sides + 1)])
        faces.results = _results(group)
        found.append(faces)
    return found


def _results(rolls: list[Roll]) -> list[tuple[str, int, float]]:
    """Results that came and that were to be expected; in the order of the tables, worst face first."""
    actual: Counter[str] = Counter()
    expected: dict[str, float] = defaultdict(float)
    rank: dict[str, list[int]] = defaultdict(list)
    for roll in rolls:
        if len(roll.results) != roll.sides:
            continue
        actual[roll.results[roll.value - 1]] += 1
        for face, result in enumerate(roll.results):
            expected[result] += 1 / roll.sides
            rank[result].append(face)
    usual = sorted(expected, key=lambda r: (sum(rank[r]) / len(rank[r]), r))
    return [(r, actual[r], expected[r]) for r in _ordered(usual, rolls)]


def _ordered(usual: list[str], rolls: list[Roll]) -> list[str]:
    """Results in the order of the faces of every column that was used; ``usual`` where columns contradict."""
    before: dict[str, list[str]] = {r: [] for r in usual}
    for roll in rolls:
        for low, high in pairwise(dict.fromkeys(roll.results)):
            before[high].append(low)
    try:
        return list(TopologicalSorter(before).static_order())
    except CycleError:
        return usual


# ---------------------------------------------------------------------- how rare is a spread
def chi_square(counts: Sequence[int]) -> float:
    """Sum over the faces of (actual - expected)² / expected; 0 without rolls."""
    rolls = sum(counts)
    return sum(n * n for n in counts) * len(counts) / rolls - rolls if rolls else 0.0


def spread_chance(counts: Sequence[int]) -> float:
    """How often as many fair dice are spread as unevenly as ``counts``, or worse: 0 to 1."""
    rolls = sum(counts)
    if rolls <= EXACT:
        return _exact(tuple(sorted(counts)))
    return upper_tail(chi_square(counts), len(counts) - 1)


@lru_cache(maxsize=64)
def _exact(counts: tuple[int, ...]) -> float:
    """Counted out: the share of all ways the dice can fall whose sum of squares is at least that of ``counts``."""
    rolls, faces, limit = sum(counts), len(counts), sum(n * n for n in counts)
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for _ in range(faces):
        grown: dict[tuple[int, int], int] = defaultdict(int)
        for (used, squares), number in ways.items():
            for n in range(rolls - used + 1):
                grown[used + n, squares + n * n] += number * math.comb(rolls - used, n)
        ways = grown
    worse = sum(number for (used, squares), number in ways.items() if used == rolls and squares >= limit)
    return float(worse / faces**rolls)


def upper_tail(x: float, freedom: int) -> float:
    """Chance that chi-square with this many degrees of freedom is at least ``x``."""
    if x <= 0 or freedom < 1:
        return 1.0
    half = x / 2
    a = 0.5 if freedom % 2 else 1.0
    found = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    while a < freedom / 2:
        found += math.exp(a * math.log(half) - half - math.lgamma(a + 1))
        a += 1
    return min(1.0, found)


def in_hundred(chance: float) -> str:
    """A chance in plain words: ``in 31 of 100 games``."""
    if chance < 0.01:
        return "in fewer than 1 of 100 games"
    return f"in {min(99, round(100 * chance))} of 100 games" if chance < 0.995 else "in nearly every game"


# ---------------------------------------------------------------------- in words
def words(faces: Faces) -> list[str]:
    """Two sentences about the dice of a side."""
    if not faces.rolls:
        return ["No dice yet."]
    mean = f"Mean {faces.mean:.2f}, fair dice {faces.mean_expected:.2f}"
    lean = "higher" if faces.mean > faces.mean_expected else "lower"
    if faces.rolls < FEW:
        return [f"{mean}; too few dice to say more."]
    if abs(faces.mean - faces.mean_expected) < 0.005:
        first = f"{mean}: neither high nor low."
    else:
        first = f"{mean}: {lean}; as far off or farther {in_hundred(faces.mean_chance)}."
    return [first, f"Such a spread or a worse one comes {in_hundred(faces.spread_chance)}."]
