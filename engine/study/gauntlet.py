"""Two computer players in pairs of games, sides changed and dice the same: who comes out better, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

from engine.players import make
from engine.study.counting import Counts
from engine.study.simulate import Maker, Result, interval, play_counted


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games with one seed. In the first the challenger plays the first side, in the second the other."""

    seed: int
    first: Result
    second: Result
    scorer: str
    """The side whose points are counted; empty where nobody's are."""
    sides: tuple[str, str]
    counts: dict[str, dict[str, Counts]] = field(default_factory=dict)
    """By player and side what was counted."""

    @property
    def margin(self) -> int:
        """Points that the challenger made on the side that scores, less those that he let the opponent make on it."""
        gained = self.first.points - self.second.points
        return gained if self.scorer == self.sides[0] else -gained

    @property
    def won(self) -> int:
        """Games of the two that the challenger won."""
        return (self.first.winner == self.sides[0]) + (self.second.winner == self.sides[1])

    @property
    def better(self) -> float:
        """1 if the challenger came out better, 0 if worse: by points, with equal points by games won; else a half."""
        lost = (self.first.winner == self.sides[1]) + (self.second.winner == self.sides[0])
        weight = (self.margin, self.won - lost)
        return 0.5 if weight == (0, 0) else float(weight > (0, 0))


def play_pair(
    game: str,
    scenario: str,
    players: tuple[str, str],
    seed: int,
    options: dict[str, str] | None = None,
    overrides: Path | None = None,
    maker: Maker = make,
) -> Pair:
    """Play both games of a pair: the challenger and the opponent. Raises like ``play_one``."""
    results: list[Result] = []
    counts: dict[str, dict[str, Counts]] = {f"{n} {name}": {} for n, name in enumerate(players)}
    sides: tuple[str, str] = ("", "")
    scorer = ""
    for order in ((0, 1), (1, 0)):
        result, counter, scorer = play_counted(
            game, scenario, [players[n] for n in order], seed, options, overrides, True, maker
        )
        results.append(result)
        first, second = counter.sides
        sides = first, second
        for n, side in zip(order, sides, strict=True):
            counts[f"{n} {players[n]}"][side] = counter.sides[side]
    return Pair(seed, results[0], results[1], scorer, sides, counts)


# ---------------------------------------------------------------------- what they say together
def summary(pairs: Sequence[Pair]) -> dict[str, Any]:
    """The figures of some pairs as plain values. ``pairs`` is not empty."""
    n, better = len(pairs), sum(p.better for p in pairs)
    margins = [p.margin for p in pairs]
    mean = sum(margins) / n
    spread = sqrt(sum((m - mean) ** 2 for m in margins) / (n - 1)) if n > 1 else 0.0
    half = 1.96 * spread / sqrt(n)
    return {
        "pairs": n,
        "better": better,
        "share": better / n,
        "interval": list(interval(better, n)),
        "margin": mean,
        "margin interval": [mean - half, mean + half] if n > 1 else [],
        "won": sum(p.won for p in pairs),
        "processor": sum(p.first.processor + p.second.processor for p in pairs) / n,
        "counts": {who: {side: _means(pairs, who, side) for side in pairs[0].sides} for who in pairs[0].counts},
    }


def _means(pairs: Sequence[Pair], who: str, side: str) -> dict[str, float]:
    total = Counts()
    for pair in pairs:
        total.add(pair.counts[who][side])
    n = len(pairs)
    return {
        "attacks": total.attacks / n,
        "poor attacks": total.poor / n,
        "poor again": total.again / n,
        "headquarters cut off": total.cut_headquarters / n,
        "mechanized cut off": total.cut_mechanized / n,
        "open turns": total.open_turns / max(total.turns, 1),
    }


def report(title: str, pairs: Sequence[Pair]) -> list[str]:
    """The same as lines of text."""
    if not pairs:
        return [title, "No pair was finished."]
    s = summary(pairs)
    low, high = s["interval"]
    sure = "" if not s["margin interval"] else ", 95 % interval {:+.1f} to {:+.1f}".format(*s["margin interval"])
    lines = [
        title,
        "pair by pair: " + " ".join(f"{p.seed}:{p.margin:+d}" for p in pairs),
        f"better in {s['better']:g} of {s['pairs']} pairs: {s['share']:.0%}, 95 % interval {low:.0%} to {high:.0%}",
        f"margin {s['margin']:+.1f} a pair{sure}; {s['won']} of {2 * s['pairs']} games won",
        f"{s['processor']:.1f} s of processor time a pair",
    ]
    for who, sides in s["counts"].items():
        for side, count in sides.items():
            lines.append(
                f"{who.partition(' ')[2]} as {side}: {count['attacks']:.1f} attacks a game, "
                f"{count['poor attacks']:.1f} poor, {count['poor again']:.1f} poor again; lost for lack of supply "
                f"{count['headquarters cut off']:.1f} HQ, {count['mechanized cut off']:.1f} mechanized; "
                f"{count['open turns']:.0%} of turns begin with a free way to points"
            )
    return lines
