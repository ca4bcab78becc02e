"""Benchmarks by one command: ``python -m tests.perf.bench [--quick] [--write]``.

Bytes are exact. Times are medians, given in milliseconds and as ratios to a fixed loop of plain Python measured in the
same minute, so that numbers of different machines and busy hours can be compared. ``--write`` puts the table into
``results.md`` beside this file.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

from engine.games.ava.movement import normal_reach
from engine.games.ava.zones import lines
from engine.grid import Unit
from engine.match import Match
from engine.players import make
from tests.perf.terminal import Press, Terminal

RESULTS = Path(__file__).with_name("results.md")
SIZES = ((80, 24), (200, 60))
SCENARIOS = ("smolensk", "campaign")
WALK = b" ".join([b"l"] * 25 + [b"j"] * 10 + [b"h"] * 15)
"""A walk of fifty moves over the map: along the front, behind it, back again."""
SCROLLED = 1500
"""Bytes from which on a press has moved the map; such presses are counted apart. No other press comes near it."""
QUIET = 13.0
"""Milliseconds of the loop on a quiet machine of two shared cores."""
Row = tuple[str, str, str, str]
"""What is measured, its value, its ratio to the loop where it is a time, and the aim."""


def loop(clock: Callable[[], float] = time.perf_counter) -> float:
    """Milliseconds of a fixed loop: the speed of this machine in this minute, by a clock of wall or processor time."""
    began, x = clock(), 1
    for i in range(200_000):
        x = (x * 1103515245 + i) & 0x7FFFFFFF
    return (clock() - began) * 1000


def share(ms: float, calib: float) -> str:
    """A time as a multiple of the loop, and what that is where the loop takes ``QUIET``."""
    return f"{ms / calib:.3f} ({ms / calib * QUIET:.3g} ms)"


def calibrated(clock: Callable[[], float] = time.perf_counter) -> float:
    """Median of some loops."""
    return statistics.median(loop(clock) for _ in range(9))


def middle(values: list[float]) -> tuple[float, float]:
    """Median and 95th percentile."""
    ordered = sorted(values)
    return statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def pressed(terminal: Terminal, keys: bytes, quiet: float = 0.08) -> list[Press]:
    """The answers to some keys, one after another."""
    return [terminal.press(key, quiet) for key in keys.split()]


# ---------------------------------------------------------------------- the program on a terminal
def of_presses(name: str, presses: list[Press], calib: float, worked: float) -> Iterator[Row]:
    """Rows about cursor keys; ``calib`` is the loop by the clock on the wall, ``worked`` by processor time."""
    b, ms, cpu = (middle([float(getattr(p, what)) for p in presses]) for what in ("bytes", "ms", "cpu"))
    yield f"{name}: bytes a cursor key, median / p95", f"{b[0]:.0f} / {b[1]:.0f}", "", "150 / 300"
    yield f"{name}: ms a cursor key, median / p95", f"{ms[0]:.1f} / {ms[1]:.1f}", share(ms[0], calib), "6 / 15"
    yield f"{name}: CPU ms a cursor key, median", f"{cpu[0]:.1f}", share(cpu[0], worked), "ratio 0.35"


def of_program(home: Path, scenario: str, size: tuple[int, int], quick: bool) -> Iterator[Row]:
    """Start, keys, scrolling, silence and memory of one game on one size."""
    name = f"{scenario} {size[0]}x{size[1]}"
    starts, memory, presses, idle = [], 0.0, list[Press](), 0
    calib, worked = calibrated(), calibrated(time.process_time)
    for _ in range(1 if quick else 3):
        terminal = Terminal(home, "play", "ava", scenario, "--seed", "7", size=size)
        starts.append(terminal.start())
        presses += [p for p in pressed(terminal, WALK) if p.bytes]
        idle += terminal.idle(1.0)
        memory = max(memory, terminal.memory())
        terminal.end()
    calib, worked = (calib + calibrated()) / 2, (worked + calibrated(time.process_time)) / 2
    first = starts[0][0]
    yield f"{name}: bytes of the start", str(first), "", "10 kB" if size[0] == 80 else "40 kB"
    ms = statistics.median(s[1] for s in starts)
    yield f"{name}: ms of the start into the game", f"{ms:.0f}", share(ms, calib), ""
    yield from of_presses(name, [p for p in presses if p.bytes < SCROLLED], calib, worked)
    scrolled = [float(p.bytes) for p in presses if p.bytes >= SCROLLED]
    if scrolled:
        yield f"{name}: bytes of a key that scrolls, median", f"{statistics.median(scrolled):.0f}", "", "15 kB"
    yield f"{name}: bytes of an idle second", str(idle), "", "0"
    yield f"{name}: MiB resident", f"{memory:.1f}", "", "70"


def of_menu(home: Path, quick: bool) -> Iterator[Row]:
    """The first screen without a game."""
    calib, starts = calibrated(), []
    for _ in range(3 if quick else 7):
        terminal = Terminal(home)
        starts.append(terminal.start())
        terminal.end()
    ms = statistics.median(s[1] for s in starts)
    yield "first screen 80x24: ms of the start, median", f"{ms:.0f}", share(ms, calib), "400"
    yield "first screen 80x24: bytes of the start", str(starts[0][0]), "", "10 kB"


# ---------------------------------------------------------------------- the engine
def timed(work: Callable[[], object], runs: int) -> float:
    """Median milliseconds of a call."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def of_engine(scenario: str, quick: bool) -> Iterator[Row]:
    """Actions, undo, overlays, reach, supply and random play on one board."""
    runs = 5 if quick else 25

    def row(what: str, ms: float, aim: str) -> Row:
        calib = calibrated()
        return f"{scenario}: {what}", f"{ms:.2f} ms", share(ms, calib), aim

    match, player = Match.new("ava", scenario, seed=7), make("random", 1)
    while match.c.frame.step != "movement" or not any(match.c.state.active):
        match.play(player.choose(match)[0])
    view, active = match.view("axis"), [u for u, on in enumerate(match.c.state.active) if on]
    subject = next(s for s in match.legal.subjects() if match.legal.of(s))
    action = match.legal.of(subject)[-1]
    plays, undos = [], []
    for _ in range(runs):
        plays.append(timed(lambda: match.play(action), 1))
        undos.append(timed(match.undo, 1))
    yield row(f"an action ({action.verb})", statistics.median(plays), "20 ms")
    yield row("its undo", statistics.median(undos), "5 ms")

    views = {side: match.view(side) for side in ("axis", "soviet")}

    def overlay(name: str, side: str) -> Callable[[], object]:
        def draw() -> object:
            views[side].c.touch()
            return views[side].overlay(name, side, active[0])

        return draw

    def supply() -> object:
        match.c.touch()
        return lines(match.c, "axis"), lines(match.c, "soviet")

    def reach(unit: Unit, fresh: bool = False) -> Callable[[], object]:
        def search() -> object:
            if fresh:
                match.c.touch()
            return normal_reach(match.c, unit)

        return search

    slowest = max((timed(overlay(n, side), runs), n) for n, _ in view.overlays() for side in views)
    yield row(f"the slowest overlay ({slowest[1]}), nothing kept", slowest[0], "30 ms")
    yield row("supply of both sides, nothing kept", timed(supply, runs), "20 ms")
    normal_reach(match.c, active[0])
    farthest = max((timed(reach(u), runs), u) for u in active)
    yield row("reach of one unit, the slowest of the active", farthest[0], "1 ms")
    yield row("the same, nothing kept", timed(reach(farthest[1], True), runs), "")
    yield of_random(scenario, 400 if quick else 2000)


def of_random(scenario: str, actions: int) -> Row:
    """Actions of random players in a second, with the choosing."""
    match, player, count = Match.new("ava", scenario, seed=11), make("random", 5), 0
    began = time.perf_counter()
    while not match.over and count < actions:
        match.play(player.choose(match)[0])
        count += 1
    seconds, calib = time.perf_counter() - began, calibrated()
    return (
        f"{scenario}: random actions a second",
        f"{count / seconds:.0f}",
        f"{count / seconds * calib / QUIET:.0f} where quiet",
        "300",
    )


# ---------------------------------------------------------------------- the table
def rows(quick: bool) -> Iterator[Row]:
    """All measurements."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        warm = Terminal(home, "play", "ava", "campaign")  # so that everything is compiled
        warm.start()
        warm.end()
        yield from of_menu(home, quick)
        for scenario in SCENARIOS:
            for size in SIZES:
                yield from of_program(home, scenario, size, quick)
    for scenario in SCENARIOS:
        yield from of_engine(scenario, quick)


def table(found: list[Row]) -> str:
    """The rows as a table in Markdown, with what they were measured with."""
    with_what = f"Python {platform.python_version()}, Textual {version('textual')}, Rich {version('rich')}"
    head = [
        "# Measured",
        "",
        "Written by `python -m tests.perf.bench --write`. Bytes are exact. Times are medians of one machine with two",
        "cores that are shared with much other work, so the third column counts: it divides by a loop of 200 000 steps",
        f"of plain Python, measured in the same minute ({calibrated():.0f} ms at the end of this run), and gives in",
        f"brackets what that is on a quiet machine, where the loop takes {QUIET:.0f} ms. CPU time is divided",
        "by the processor time of the loop, time on the wall by its time on the wall.",
        "",
        f"{with_what}, TERM=xterm-256color.",
        "",
        "| measure | here | ratio | aim |",
        "| --- | --- | --- | --- |",
    ]
    return "\n".join([*head, *(f"| {' | '.join(row)} |" for row in found)]) + "\n"


def main() -> int:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description="Measure the program.")
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    parser.add_argument("--only", choices=("engine",), help="a part of it")
    args = parser.parse_args()
    found: list[Row] = []
    engine = (row for s in SCENARIOS for row in of_engine(s, args.quick))
    for row in engine if args.only == "engine" else rows(args.quick):
        found.append(row)
        print(f"{row[0]:<60} {row[1]:>14}  {row[2]:>18}  {row[3]}", flush=True)
    if args.write:
        RESULTS.write_text(table(found), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
