"""Many games of computer players: the spread of final points against the level that wins, and how often who wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from math import ceil, inf, sqrt
from pathlib import Path
from typing import Any

from engine.play.asked import Score
from engine.play.match import Match
from engine.players import Player, make
from engine.study.counting import Counter
from engine.study.course import Course, Fall, Fell, fell
from engine.study.course import lines as told

Maker = Callable[[str, int], Player]
"""Finds a computer player by its name, with a seed."""
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
    """How one game ended. ``lost`` counts units eliminated a side, those included that may come back.

    ``course`` holds for the end of each turn played: the turn, the points, and how many were needed then; ``rule`` says
    where those needs stand.
    """

    seed: int
    winner: str
    points: int
    needed: int
    turns: int
    actions: int
    lost: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    course: tuple[tuple[int, int, int], ...] = ()
    rule: str = ""
    processor: float = 0.0
    """Seconds of processor time; ``seconds`` are those on the wall."""
    falls: tuple[Fall, ...] = ()
    """Places that were taken in the war, and when they were here."""

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
    maker: Maker = make,
) -> Result:
    """Play one game to its end. Raises ``BadInput`` for unknown names, ``RuntimeError`` if it does not end."""
    return play_counted(game, scenario, players, seed, options, overrides, maker=maker)[0]


def play_counted(
    game: str,
    scenario: str,
    players: dict[str, str] | Sequence[str],
    seed: int,
    options: dict[str, str] | None = None,
    overrides: Path | None = None,
    judging: bool = False,
    maker: Maker = make,
) -> tuple[Result, Counter, str]:
    """The same with what was counted and the side that scores.

    ``players`` are given by side, or in the order of the game's sides; ``judging``: whether poor attacks are counted;
    ``maker`` finds a player by its name and seed.
    """
    match = Match.new(game, scenario, seed=seed, options=options, overrides=overrides)
    sides: list[str] = list(match.data.meta["sides"])
    named = players if isinstance(players, dict) else dict(zip(sides, players, strict=True))
    bots: dict[str, Player] = {side: maker(named[side], seed * 2 + n) for n, side in enumerate(sides)}
    lost, counter = dict.fromkeys(sides, 0), Counter(match, judging)
    actions, turn, score = 0, match.state.turn, match.view("").score()
    course: list[tuple[int, int, int]] = []
    front = Course(match)
    while not match.over:
        if actions >= MOST_ACTIONS:
            raise RuntimeError(f"seed {seed}: no end after {MOST_ACTIONS} actions")
        side = match.side
        counter.coming()
        events = match.play(bots[side].choose(match)[0])
        counter.happened(side, events)
        for event in events:
            if event.kind == "eliminated":
                for u in event.units:
                    lost[match.data.roster.side[u]] += 1
        actions += 1
        if match.state.turn != turn:
            front.ended(turn)
            turn, score = _next_turn(match, turn, score, course)
    last = match.view("").score()
    course.append((match.state.turn, last.total, last.needed))
    s = match.state
    front.ended(s.turn)
    result = Result(
        seed, s.winner, last.total, last.needed, s.turn, actions, lost, course=tuple(course), rule=last.needed_rule,
        falls=front.falls,
    )  # fmt: skip
    return result, counter, last.side


def _next_turn(match: Match, turn: int, before: Score, course: list[tuple[int, int, int]]) -> tuple[int, Score]:
    """Write down how a turn ended, ``before`` being its first score; the turn that begins and its score."""
    now = match.view("").score()
    course.append((turn, now.total, before.needed))
    return match.state.turn, now


# ---------------------------------------------------------------------- what they say together
def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of sorted values lies, between two of them in proportion."""
    at = share * (len(values) - 1)
    low = int(at)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (at - low)


def interval(wins: float, games: int) -> tuple[float, float]:
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


def by_turn(results: Sequence[Result]) -> list[dict[str, Any]]:
    """For the end of each turn: the need, the points of the games that came so far, and the games won then."""
    found = []
    for turn in sorted({t for r in results for t, _, _ in r.course}):
        rows = [(r, points, needed) for r in results for t, points, needed in r.course if t == turn]
        points = sorted(p for _, p, _ in rows)
        five = [quantile(points, share) for share in (0, 0.25, 0.5, 0.75, 1)]
        won = sum(r.turns == turn and p >= needed for r, p, needed in rows)
        found.append({"turn": turn, "needed": rows[0][2], "games": len(rows), "points": five, "won": won})
    return found


def course_lines(results: Sequence[Result]) -> list[str]:
    """The same as a table."""
    lines = ["end of turn   needed   games   points: least, quartiles, most   reached"]
    for row in by_turn(results):
        five = row["points"]
        spread = f"{five[0]:g}, {five[1]:g} / {five[2]:g} / {five[3]:g}, {five[4]:g}"
        lines.append(f"{row['turn']:>11}   {row['needed']:>6}   {row['games']:>5}   {spread:<29}   {row['won']:>7}")
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
        "processor": sum(r.processor for r in results) / len(results),
        "turn by turn": by_turn(results),
        "falls": [
            {**f.fall._asdict(), "taken": f.taken, "median": f.median if f.median < inf else None}
            for f in fronts(results)
        ],
    }


def fronts(results: Sequence[Result]) -> list[Fell]:
    """When places fell, against the war."""
    return fell([(r.falls, r.turns) for r in results])


def _against_the_level(results: Sequence[Result], p: dict[str, float]) -> list[str]:
    """Final points against one level for the whole game, or against the level of each turn where they differ."""
    level = results[0].needed
    if len({needed for r in results for _, _, needed in r.course}) < 2:
        final = f"min {p['min']:g}, quartiles {p['q1']:g} / {p['median']:g} / {p['q3']:g}, max {p['max']:g}"
        return [f"final points: {final}; {level} win", *histogram([r.points for r in results], level)]
    law = f" ({results[0].rule})" if results[0].rule else ""
    return [
        f"The points needed{law} differ from turn to turn; a game ends as soon as they are reached.",
        *course_lines(results),
        "final points above or below what was needed at the end of the last turn played:",
        *histogram([r.points - r.needed for r in results], 0),
    ]


def report(title: str, results: Sequence[Result]) -> list[str]:
    """The same as lines of text."""
    if not results:
        return [title, "No game was finished."]
    s = summary(results)
    n = s["games"]
    most = f"up to {s['turns']}" if min(r.turns for r in results) < s["turns"] else f"{s['turns']}"
    lines = [
        title,
        f"{n} game{'s' * (n > 1)} of {most} turns; each {s['actions']:.0f} actions, "
        f"{s['processor']:.1f} s of processor time, {s['seconds']:.1f} s of wall time",
        *_against_the_level(results, s["points"]),
    ]
    for side, count in s["wins"].items():
        low, high = s["interval"][side]
        who = f"{side} wins" if side else "nobody wins"
        lines.append(f"{who} {count} of {n}: {count / n:.0%}, 95 % interval {low:.0%} to {high:.0%}")
    losses = ", ".join(f"{side} {count:.1f}" for side, count in s["lost"].items())
    return [*lines, f"units lost a game, those included that come back: {losses}", *told(fronts(results))]
