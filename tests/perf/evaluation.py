"""What it takes to look at a position again after one action: stacks, zones of control and supply of both sides.

``python -m tests.perf.evaluation`` prints medians, beside those of a position that is looked at for the first time.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.games.ava.zones import held, lines, zone
from engine.games.pm.supply import occupied, without_supply
from engine.play.fields import stacks
from engine.play.match import Match
from engine.players import make
from tests.perf.clock import Row, calibrated, share

SIDES = ("axis", "soviet")
MOST = 60
"""Actions tried in a position."""


def ava(c: Any) -> None:
    """Stacks, zones of control and lines of communications of A Victory Awaits."""
    stacks(c)
    for side in SIDES:
        held(c, side), zone(c, side), lines(c, side)


def pm(c: Any) -> None:
    """Stacks, occupation and who is out of supply in Proud Monster; it has no zones of control."""
    stacks(c)
    for side in SIDES:
        occupied(c, side)
        without_supply(c, side)


@dataclass(frozen=True)
class Position:
    """A position after random play: the first movement step of a side from some turn on."""

    game: str
    scenario: str
    side: str
    turn: int
    look: Callable[[Any], None]


POSITIONS = (
    Position("ava", "smolensk", "axis", 2, ava),
    Position("ava", "campaign", "axis", 2, ava),
    Position("ava", "campaign", "soviet", 2, ava),
    Position("pm", "campaign", "soviet", 4, pm),
)


def moving(position: Position) -> Match:
    """The match of a position."""
    match, player = Match.new(position.game, position.scenario, seed=7), make("random", 1)

    def there() -> bool:
        now = match.state.turn >= position.turn and match.side == position.side
        return now and match.c.frame.step == "movement" and any(a.verb == "move" for a in match.legal)

    while not there():
        match.play("ready" if "ready" in match.legal else player.choose(match)[0])
    return match


def timed(work: Callable[[], object]) -> float:
    """Microseconds of processor time of one call."""
    began = time.process_time_ns()
    work()
    return (time.process_time_ns() - began) / 1000


def anew(position: Position, match: Match) -> Iterator[float]:
    """Microseconds of looking at a position of which nothing is kept."""
    for _ in range(MOST):
        match.c.forget()
        yield timed(lambda: position.look(match.c))


def spent(position: Position, match: Match) -> Iterator[float]:
    """The same after each of some changes of nothing but movement points."""
    c = match.c
    position.look(c)
    for u in range(MOST):
        c.state.mp_left[u] += 1
        c.touch()
        yield timed(lambda: position.look(c))
    for u in range(MOST):
        c.state.mp_left[u] -= 1
    c.touch()


def moved(position: Position, match: Match) -> Iterator[float]:
    """The same after each of some moves of one unit."""
    moves = [a for a in match.legal if a.verb == "move"]
    for action in moves[:: max(1, len(moves) // MOST)]:
        position.look(match.c)
        match.play(action)
        yield timed(lambda: position.look(match.c))
        match.undo()


def of_evaluation(position: Position) -> Iterator[Row]:
    """The medians of a position, as rows of the table."""
    match = moving(position)
    for what, kind in (("anew", anew), ("after points were spent", spent), ("after a unit moved", moved)):
        ms = statistics.median(kind(position, match)) / 1000
        name = f"{position.game} {position.scenario}, {position.side}: stacks, zones and supply {what}"
        yield name, f"{ms:.3f} ms", share(ms, calibrated(time.process_time)), ""


def main() -> None:
    """Print the rows of every position."""
    for position in POSITIONS:
        for row in of_evaluation(position):
            print(" | ".join(row[:3]))


if __name__ == "__main__":
    main()
