"""Many games of computer players: the spread of final points against the level that wins, and how often who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import ceil, sqrt
from pathlib import Path
from typing import Any

from engine.match import Match
from engine.players import Player, make

MOST_ACTIONS = 100_000
"""Actions after which a game that has not ended is a fault."""
BINS = 10
"""Most lines of the histogram."""
WIDEST = 40
"""Characters of its longest bar."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
"""Widths of a bin that read well."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended. ``lost`` counts units eliminated a side, those included that may come back."""

    seed: int
    winner: str
    points: int
    needed: int
    turns: int
    actions: int
    lost: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    def to_record(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self)


def play_one(
    game: str,
    scenario: str,
    players: dict[str, str],
    seed: int,
    options: dict[str, str] | None = None,
    overrides: Path | None = None,
) -> Result:
    """Play one game to its end. Raises ``BadInput`` for unknown names, ``RuntimeError`` if it does not end."""
    match = Match.new(game, scenario, seed=seed, options=options, overrides=overrides)
    sides: list[str] = list(match.data.meta["sides"])
    bots: dict[str, Player] = {side: make(players[side], seed * 2 + n) for n, side in enumerate(sides)}
    lost = dict.fromkeys(sides, 0)
    actions = 0
    while not match.over:
        if actions >= MOST_ACTIONS:
            raise RuntimeError(f"seed {seed}: no end after {MOST_ACTIONS} actions")
        for event in match.play(bots[match.side].choose(match)[0]):
            if event.kind == "eliminated":
                for u in event.units:
                    lost[match.data.roster.side[u]] += 1
        actions += 1
    score = match.view("").score()
    return Result(seed, match.state.winner, score.total, score.needed, match.state.turn, actions, lost)


# ---------------------------------------------------------------------- what they say together
def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of sorted values lies, between two of them in proportion."""
    at = share * (len(values) - 1)
    low = int(at)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (at - low)


def interval(wins: int, games: int) -> tuple[float, float]:
    """95 % interval of a chance of which ``wins`` in ``games`` were seen (Wilson)."""
    if not games:
        return 0.0, 1.0
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, (middle - half) / (1 + z * z / games)), min(1.0, (middle + half) / (1 + z * z / games))


def histogram(points: Sequence[int], level: int) -> list[str]:
    """Bars of the points, one line a bin; the bin of the level that wins is marked."""
    low, high = min(*points, level), max(*points, level)
    width = next((s for s in STEPS if (high - low) / s < BINS - 1), ceil((high - low + 1) / BINS))
    first = low // width
    counts = [0] * (high // width - first + 1)
    for p in points:
        counts[p // width - first] += 1
    scale = min(1.0, WIDEST / max(counts))
    lines = []
    for n, count in enumerate(counts):
        start = (first + n) * width
        bar = "#" * (max(1, round(count * scale)) if count else 0)
        mark = f"  <- {level} wins" if start <= level < start + width else ""
        lines.append(f"  {start:>5}-{start + width - 1:<5} {count:>4} {bar}{mark}".rstrip())
    return lines


def summary(results: Sequence[Result]) -> dict[str, Any]:
    """The figures of some games as plain values. ``results`` is not empty."""
    points = sorted(r.points for r in results)
    five = [quantile(points, share) for share in (0, 0.25, 0.5, 0.75, 1)]
    winners = sorted({r.winner for r in results} | set(results[0].lost))
    wins = {side: sum(r.winner == side for r in results) for side in winners}
    mean = {side: sum(r.lost[side] for r in results) / len(results) for side in sorted(results[0].lost)}
    return {
        "games": len(results),
        "points": dict(zip(("min", "q1", "median", "q3", "max"), five, strict=True)),
        "needed": results[0].needed,
        "wins": wins,
        "interval": {side: list(interval(n, len(results))) for side, n in wins.items()},
        "turns": max(r.turns for r in results),
        "actions": sum(r.actions for r in results) / len(results),
        "lost": mean,
        "seconds": sum(r.seconds for r in results) / len(results),
    }


def report(title: str, results: Sequence[Result]) -> list[str]:
    """The same as lines of text."""
    if not results:
        return [title, "No game was finished."]
    s = summary(results)
    p, n = s["points"], s["games"]
    lines = [
        title,
        f"{n} game{'s' * (n > 1)} of {s['turns']} turns, {s['actions']:.0f} actions, {s['seconds']:.1f} seconds each",
        f"final points: min {p['min']:g}, quartiles {p['q1']:g} / {p['median']:g} / {p['q3']:g}, max {p['max']:g};"
        f" {s['needed']} win",
        *histogram([r.points for r in results], s["needed"]),
    ]
    for side, count in s["wins"].items():
        low, high = s["interval"][side]
        lines.append(f"{side} wins {count} of {n}: {count / n:.0%}, 95 % interval {low:.0%} to {high:.0%}")
    losses = ", ".join(f"{side} {count:.1f}" for side, count in s["lost"].items())
    return [*lines, f"units lost a game, those included that come back: {losses}"]
