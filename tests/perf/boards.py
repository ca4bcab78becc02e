"""What the engine takes on the boards of the games: actions, undo, overlays, reach, supply, random play.

All times are processor time, so that other work on the machine changes them little.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.components.grid import Unit
from engine.games.ava.movement.reach import normal_reach
from engine.games.ava.zones import lines
from engine.games.bd.movement.allowance import movers as bd_movers
from engine.games.bd.movement.reach import reach_of as bd_reach
from engine.games.bd.supply import field as bd_field
from engine.games.efs.movement.allowance import movers as efs_movers
from engine.games.efs.movement.reach import reach_of as efs_reach
from engine.games.efs.supply.routes import net
from engine.games.pm.movement.allowance import movers
from engine.games.pm.movement.reach import reach_of
from engine.games.pm.supply import axis_field, soviet_field
from engine.play.match import Match
from engine.players import make
from tests.perf.aims import aim
from tests.perf.clock import QUIET, Row, calibrated, share, timed
from tui.shell.opening import collect_again


@dataclass(frozen=True)
class Board:
    """A board that is measured, and how its game is asked for what takes time."""

    game: str
    scenario: str
    movable: Callable[[Any], list[Unit]]
    """Units that may move now."""
    reach: Callable[[Any, Unit], object]
    supply: Callable[[Any], object]
    """Lines of supply of both sides."""
    forget: Callable[[Any], None] = lambda c: c.forget()
    """Let go of all that was kept of the position."""
    turn: int = 1
    """Turn in which it is measured, after random play."""
    side: str = ""
    """Side whose movement it is; empty: any."""

    @property
    def name(self) -> str:
        """Game and scenario, for the table."""
        return f"{self.game} {self.scenario}"

    def begun(self, seed: int) -> Match:
        """A game of it, with garbage collected as the program does from its first screen on."""
        match = Match.new(self.game, self.scenario, seed=seed)
        collect_again()
        return match


def ava(scenario: str) -> Board:
    """A board of A Victory Awaits."""
    return Board(
        "ava",
        scenario,
        lambda c: [u for u, on in enumerate(c.state.active) if on],
        normal_reach,
        lambda c: (lines(c, "axis"), lines(c, "soviet")),
    )


PM = Board(
    "pm",
    "campaign",
    lambda c: [c.roster.by_id[name] for name in movers(c)],
    lambda c, u: reach_of(c, [u]),
    lambda c: (axis_field(c), soviet_field(c), soviet_field(c, False)),
    turn=4,
    side="soviet",  # after random play the front lies where it was, and the Soviets alone have room to move in
)
BD = Board(
    "bd",
    "citadel",
    lambda c: [c.roster.by_id[name] for name in bd_movers(c)],
    lambda c, u: bd_reach(c, [u]),
    lambda c: (bd_field(c, "axis"), bd_field(c, "soviet")),
    turn=20,
)


def efs(game: str, scenario: str, turn: int = 1) -> Board:
    """A board of Barbarossa: Army Group Center in one of its editions."""
    return Board(
        game,
        scenario,
        lambda c: [c.roster.by_id[name] for name in efs_movers(c)],
        lambda c, u: efs_reach(c, [u]),
        lambda c: (net(c, "axis"), net(c, "soviet")),
        turn=turn,
    )


EFS_BOARDS = (
    efs("efs2", "borisov"), efs("efs2", "lepel"), efs("efs2", "campaign", turn=2), efs("efs1", "borisov"),
    efs("efs1", "campaign", turn=2),
)  # fmt: skip
PLAYED_THROUGH = (
    *(efs("efs2", name) for name in ("minsk-pocket", "guderian-drives-south", "thunder-on-the-dnepr")),
    efs("efs1", "thunder-on-the-dnepr"),
)
"""Boards of which random play alone is measured."""
BOARDS = (ava("smolensk"), ava("campaign"), PM, BD, *EFS_BOARDS)


def moving(board: Board) -> Match:
    """A game in the first step of movement of the turn with units that may move."""
    match, player = board.begun(7), make("random", 1)

    def there() -> bool:
        now = match.state.turn >= board.turn and board.side in ("", match.side)
        return now and match.c.frame.step == "movement" and bool(board.movable(match.c))

    while not there():
        match.play("ready" if "ready" in match.legal else player.choose(match)[0])
    return match


def of_engine(board: Board, quick: bool) -> Iterator[Row]:
    """Every row of one board."""
    runs = 5 if quick else 25

    def row(what: str, ms: float, aimed: str) -> Row:
        worth = aim(board.game, aimed) if aimed else ""
        return f"{board.name}: {what}", f"{ms:.2f} ms", share(ms, calibrated(time.process_time)), worth

    match = moving(board)
    units, c = board.movable(match.c), match.c
    listed = timed(lambda: _listed(board, match), max(1, runs // 5))
    yield row(f"all legal actions at once ({len(match.legal)}), nothing kept", listed, "legal")
    moves = ((s, [a for a in match.legal.of(s) if a.verb == "move"]) for s in match.legal.subjects())
    subject, action = next((s, found[-1]) for s, found in moves if found)
    yield row("the legal actions of one unit, nothing kept", timed(lambda: _listed(board, match, subject), runs), "")
    plays, undos = zip(*(_to_and_fro(match, str(action)) for _ in range(runs)), strict=True)
    yield row(f"an action ({action.verb})", statistics.median(plays), "action")
    yield row("its undo", statistics.median(undos), "undo")
    slowest = max(_overlays(board, match, units[0], runs))
    yield row(f"the slowest overlay ({slowest[1]}), nothing kept", slowest[0], "overlay")
    yield row("supply of both sides, nothing kept", timed(lambda: _fresh(board, c, board.supply), runs), "supply")
    board.reach(c, units[0])
    for u in units:
        board.reach(c, u)  # what is prepared once a game is there
    c.forget()
    farthest = max((timed(lambda u=u: _once(c, board, u), runs), u) for u in units)  # type: ignore[misc]
    yield row("reach of one unit, the slowest of all", farthest[0], "reach")
    yield from of_random(board, 400 if quick else 2000)


def _listed(board: Board, match: Match, subject: str = "") -> None:
    board.forget(match.c)
    match._legal = None
    if subject:
        match.legal.of(subject)
    else:
        len(match.legal)


def _to_and_fro(match: Match, action: str) -> tuple[float, float]:
    return timed(lambda: match.play(action)), timed(match.undo)


def _fresh(board: Board, c: Any, work: Callable[[Any], object]) -> None:
    board.forget(c)
    work(c)


def _once(c: Any, board: Board, u: Unit) -> None:
    """Reach of a unit where no other search is kept, but who stands where is."""
    for key in [k for k in c.cache if isinstance(k, tuple) and "reach" in k[0].__name__]:
        del c.cache[key]
    board.reach(c, u)


def _overlays(board: Board, match: Match, u: Unit, runs: int) -> Iterator[tuple[float, str]]:
    for side in match.data.meta["sides"]:
        view = match.view(side)
        for name, _ in view.overlays():

            def draw(name: str = name, side: str = side, view: Any = view) -> None:
                board.forget(view.c)
                view.overlay(name, side, u)

            yield timed(draw, runs), name


def of_random(board: Board, actions: int) -> Iterator[Row]:
    """Actions of random players in a second, with the choosing, and the slowest action by itself."""
    match, player, slowest, count = board.begun(11), make("random", 5), (0.0, ""), 0
    began = time.process_time()
    while not match.over and count < actions:
        action = player.choose(match)[0]
        start = time.process_time()
        match.play(action)
        slowest = max(slowest, ((time.process_time() - start) * 1000, f"{action.verb}, turn {match.state.turn}"))
        count += 1
    a_second, calib = count / (time.process_time() - began), calibrated(time.process_time)
    where = f"{a_second * calib / QUIET:.0f} where quiet"
    yield f"{board.name}: random actions a second", f"{a_second:.0f}", where, aim(board.game, "random")
    name = f"{board.name}: the slowest of {count} random actions ({slowest[1]})"
    yield name, f"{slowest[0]:.2f} ms", share(slowest[0], calib), aim(board.game, "action")
