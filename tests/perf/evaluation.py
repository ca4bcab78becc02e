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
class Board:
    """A position after random play: the first movement step of a side from some turn on."""

    game: str
    scenario: str
    side: str
    turn: int
    look: Callable[[Any], None]


BOARDS = (
    Board("ava", "smolensk", "axis", 2, ava),
    Board("ava", "campaign", "axis", 2, ava),
    Board("ava", "campaign", "soviet", 2, ava),
    Board("pm", "campaign", "soviet", 4, pm),
)


def moving(board: Board) -> Match:
    """The match of a board."""
    match, player = Match.new(board.game, board.scenario, seed=7), make("random", 1)

    def there() -> bool:
        now = match.state.turn >= board.turn and match.side == board.side
        return now and match.c.frame.step == "movement" and any(a.verb == "move" for a in match.legal)

    while not there():
        match.play("ready" if "ready" in match.legal else player.choose(match)[0])
    return match


def timed(work: Callable[[], object]) -> float:
    """Microseconds of processor time of one call."""
    began = time.process_time_ns()
    work()
    return (time.process_time_ns() - began) / 1000


def anew(board: Board, match: Match) -> Iterator[float]:
    """Microseconds of looking at a position of which nothing is kept."""
    for _ in range(MOST):
        match.c.forget()
        yield timed(lambda: board.look(match.c))


def spent(board: Board, match: Match) -> Iterator[float]:
    """The same after each of some changes of nothing but movement points."""
    c = match.c
    board.look(c)
    for u in range(MOST):
        c.state.mp_left[u] += 1
        c.touch()
        yield timed(lambda: board.look(c))
    for u in range(MOST):
        c.state.mp_left[u] -= 1
    c.touch()


def moved(board: Board, match: Match) -> Iterator[float]:
    """The same after each of some moves of one unit."""
    moves = [a for a in match.legal if a.verb == "move"]
    for action in moves[:: max(1, len(moves) // MOST)]:
        board.look(match.c)
        match.play(action)
        yield timed(lambda: board.look(match.c))
        match.undo()


def main() -> None:
    """Print the medians of every board."""
    for board in BOARDS:
        match = moving(board)
        first, points, unit = (statistics.median(kind(board, match)) for kind in (anew, spent, moved))
        name = f"{board.game} {board.scenario}, {board.side} to move"
        print(f"{name}: anew {first:.0f} us, points spent {points:.0f} us, one unit moved {unit:.0f} us")


if __name__ == "__main__":
    main()
