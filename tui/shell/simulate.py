"""``stavka simulate``: games of computer players on all processors, counted and reported; no screen."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from json import dumps
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time
from typing import TypeVar

from engine.play.match import Match
from engine.study import gauntlet
from engine.study.gauntlet import Pair, play_pair
from engine.study.simulate import Result, play_one, report, summary
from tui.shell.release import player_of

T = TypeVar("T")
GARBAGE = 10_000, 10, 100
"""Objects made, and looks at younger ones, until garbage is looked for: games make thousands with every action, and
next to none that only a search for garbage would find."""


@dataclass(frozen=True)
class Trial:
    """What is to be played."""

    game: str
    scenario: str
    players: dict[str, str]
    options: dict[str, str]
    seed: int
    games: int
    jobs: int
    overrides: Path | None = None

    @property
    def title(self) -> str:
        """In words."""
        sides = ", ".join(f"{side} {name}" for side, name in self.players.items())
        options = "".join(f", {name} {value}" for name, value in sorted(self.options.items()))
        return f"{self.game} {self.scenario}{options}: {sides}, seeds {self.seed} to {self.seed + self.games - 1}"


def check(trial: Trial) -> None:
    """Find out at once what cannot be played. Raises ``BadInput`` or ``DataError``."""
    match = Match.new(trial.game, trial.scenario, options=trial.options, overrides=trial.overrides)
    for side in match.data.meta["sides"]:
        player_of(trial.players[side], 1)


def run(trial: Trial, as_json: bool) -> int:
    """Play, and print the report: on standard output, with the progress on standard error. 130 after Ctrl-C."""
    check(trial)
    results, stopped = _collected(trial, _one)
    results.sort(key=lambda r: r.seed)
    if as_json:
        found = {"trial": trial.title, "stopped": stopped, "results": [r.to_record() for r in results]}
        print(dumps({**found, "summary": summary(results) if results else {}}, indent=1))
    else:
        tail = [f"Stopped after {len(results)} of {trial.games} games."] if stopped else []
        print("\n".join([*report(trial.title, results), *tail]))
    return 130 if stopped else 0


def run_pairs(trial: Trial, as_json: bool) -> int:
    """The same with pairs of games: the first player against the second on both sides of the same dice."""
    check(trial)
    pairs, stopped = _collected(trial, _pair)
    pairs.sort(key=lambda p: p.seed)
    title = f"{trial.title}, each pair on both sides"
    if as_json:
        games = [{"margin": p.margin, "first": p.first.to_record(), "second": p.second.to_record()} for p in pairs]
        found = {"trial": title, "stopped": stopped, "pairs": games}
        print(dumps({**found, "summary": gauntlet.summary(pairs) if pairs else {}}, indent=1))
    else:
        tail = [f"Stopped after {len(pairs)} of {trial.games} pairs."] if stopped else []
        print("\n".join([*gauntlet.report(title, pairs), *tail]))
    return 130 if stopped else 0


def _collected(trial: Trial, play: Callable[[tuple[Trial, int]], T]) -> tuple[list[T], bool]:
    """What each seed brings, and whether somebody stopped it."""
    results: list[T] = []
    stopped = False
    try:
        for result in _played(trial, play):
            results.append(result)
            _progress(len(results), trial.games)
    except KeyboardInterrupt:
        stopped = True
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return results, stopped


def _progress(done: int, games: int) -> None:
    """How far it is, on standard error: one line that changes on a terminal, else a line at each tenth."""
    words = f"{done} of {games} games"
    if sys.stderr.isatty():
        print(f"\r{words}", end="", file=sys.stderr, flush=True)
    elif done * 10 // games != (done - 1) * 10 // games:
        print(words, file=sys.stderr, flush=True)


def _played(trial: Trial, play: Callable[[tuple[Trial, int]], T]) -> Iterator[T]:
    """The results as they come in."""
    work = [(trial, seed) for seed in range(trial.seed, trial.seed + trial.games)]
    if trial.jobs < 2 or trial.games < 2:
        before = gc.get_threshold()
        gc.set_threshold(*GARBAGE)
        try:
            yield from map(play, work)
        finally:
            gc.set_threshold(*before)
        return
    with get_context("spawn").Pool(min(trial.jobs, trial.games), _begun) as pool:
        yield from pool.imap_unordered(play, work)


def _begun() -> None:
    """A process that only plays: Ctrl-C is for the one who collects."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*GARBAGE)


def _one(work: tuple[Trial, int]) -> Result:
    trial, seed = work
    start, busy = perf_counter(), process_time()
    result = play_one(trial.game, trial.scenario, trial.players, seed, dict(trial.options), trial.overrides, player_of)
    return replace(result, seconds=round(perf_counter() - start, 2), processor=round(process_time() - busy, 2))


def _pair(work: tuple[Trial, int]) -> Pair:
    trial, seed = work
    busy = process_time()
    players = tuple(trial.players.values())
    both = players[0], players[1]
    pair = play_pair(trial.game, trial.scenario, both, seed, dict(trial.options), trial.overrides, player_of)
    return replace(pair, first=replace(pair.first, processor=round(process_time() - busy, 2)))
