"""The course of the war: on which turn places fell in games, against the turn on which they fell then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from statistics import median_low
from typing import NamedTuple

from engine.components.datafile import read_table
from engine.components.grid import Hex
from engine.components.load import records
from engine.components.shipped import data_of
from engine.play.match import Match

FILE = "course.toml"
WITHIN = 2
"""Turns from history within which the front of a game is held to be where it was."""


class Fall(NamedTuple):
    """What became of a place then, and in one game."""

    name: str
    side: str
    """Who took it."""
    date: str
    turn: int
    """The game turn of that day, which may be after the last one of a scenario."""
    taken: int = 0
    """The turn on which it was taken in the game; 0 if it was not."""


class Fell(NamedTuple):
    """What became of it in some games."""

    fall: Fall
    games: int
    """Games of which it can be told."""
    taken: int
    """Those of them in which it was taken."""
    median: float
    """The turn; infinite where in most of them it was not taken, though it was then."""

    @property
    def late(self) -> float:
        """By how many turns it fell later than then; less than 0 for earlier."""
        return self.median - self.fall.turn


class Course:
    """Looks on while a game is played, and writes down at the end of each turn what was taken."""

    def __init__(self, match: Match) -> None:
        self._match, board = match, match.data.board
        game = match.data.game
        known = data_of(game).joinpath(FILE).is_file()
        rows = records(read_table(game, FILE)[0]["falls"], FILE, "falls") if known else []
        places = [(board.find(r["place"]), r) for r in rows if r["turn"] >= match.state.turn]
        self._falls = {
            (h, r["side"]): Fall(board.describe(h).partition(" ")[2], r["side"], r["date"], r["turn"])
            for h, r in places if h in match.data.in_play
        }  # fmt: skip
        self._others = {key for key in self._falls if self._holder(key[0]) != key[1]}
        """Those that are not, or no longer, held by who took them then."""

    def _holder(self, h: Hex) -> str:
        holder: str = self._match.rules.ask.map.control(self._match.c, h)
        return holder

    def ended(self, turn: int) -> None:
        """A turn has ended."""
        for key, fall in self._falls.items():
            if self._holder(key[0]) != key[1]:
                self._others.add(key)
            elif key in self._others and not fall.taken:
                self._falls[key] = fall._replace(taken=turn)

    @property
    def falls(self) -> tuple[Fall, ...]:
        """What was taken, and what was not."""
        return tuple(self._falls.values())


def fell(games: Sequence[tuple[Iterable[Fall], int]]) -> list[Fell]:
    """What became of each place in games, by what was taken in each of them and its last turn; those first that fell
    first then.

    A place that was not taken in a game that ended before the day on which it fell then says nothing against that day;
    one of which no game says anything is left out.
    """
    turns: dict[Fall, list[int]] = {}
    due = set[Fall]()
    times: dict[Fall, list[float]] = {}
    for falls, last in games:
        for fall in falls:
            then = fall._replace(taken=0)
            turns.setdefault(then, []).append(fall.taken)
            if fall.taken or last >= fall.turn:
                due.add(then)
            times.setdefault(then, []).append(fall.taken or (inf if last >= fall.turn else fall.turn))
    return [
        Fell(then, len(turns[then]), sum(t > 0 for t in turns[then]), median_low(times[then]))
        for then in sorted(due, key=lambda f: (f.turn, f.name))
    ]


def lines(found: Sequence[Fell]) -> list[str]:
    """The same as a table, and how much of it lies near history."""
    if not found:
        return []
    rows = [f"{'place':<26} {'fell then':<11}  turn   {'in games, median':<18}  taken in"]
    for f in found:
        turn = "not taken" if f.median == inf else f"{f.median:.0f}, {_apart(f.late)}"
        who = f"{f.fall.name} ({f.fall.side})"
        rows.append(f"{who:<26} {f.fall.date:<11}  {f.fall.turn:>4}   {turn:<18}  {f.taken / f.games:>8.0%}")
    near = sum(abs(f.late) <= WITHIN for f in found)
    return [*rows, f"within {WITHIN} turns of history: {near} of {len(found)} places"]


def _apart(late: float) -> str:
    return "as then" if not late else f"{abs(late):.0f} {'later' if late > 0 else 'earlier'}"
