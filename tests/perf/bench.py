"""Benchmarks by one command: ``python -m tests.perf.bench [--quick] [--write]``.

Bytes are exact. Times are medians, given in milliseconds and as ratios to a fixed loop of plain Python measured in the
same minute, so that numbers of different machines and busy hours can be compared. ``--write`` puts the table into
``results.md`` beside this file.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from tests.perf.aims import AIMS, aim
from tests.perf.boards import BOARDS, PLAYED_THROUGH, of_engine, of_random
from tests.perf.clock import QUIET, Row, calibrated, share
from tests.perf.evaluation import POSITIONS, of_evaluation
from tests.perf.starts import rows as of_starts
from tests.perf.terminal import Press, Terminal

RESULTS = Path(__file__).with_name("results.md")
SIZES = ((80, 24), (200, 60))
PLAYED = (
    ("ava", "smolensk"), ("ava", "campaign"), ("pm", "campaign"), ("bd", "citadel"), ("efs2", "campaign"),
    ("efs1", "campaign"),
)  # fmt: skip
"""Game and scenario that are opened on a terminal."""
OPPONENT = {"bd": "human", "efs1": "human", "efs2": "human"}
"""Who plays the Soviet side, where not the computer player."""
TO_THE_MAP = {"bd": b"\x1b"}
"""What closes the list that a game begins with."""
WALK = b" ".join([b"l"] * 25 + [b"j"] * 10 + [b"h"] * 15)
"""A walk of fifty moves over the map: along the front, behind it, back again."""
SCROLLED = 1500
"""Bytes from which on a press has moved the map; such presses are counted apart. No other press comes near it."""


def middle(values: list[float]) -> tuple[float, float]:
    """Median and 95th percentile."""
    ordered = sorted(values)
    return statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def pressed(terminal: Terminal, keys: bytes, quiet: float = 0.08) -> list[Press]:
    """The answers to some keys, one after another."""
    return [terminal.press(key, quiet) for key in keys.split()]


# ---------------------------------------------------------------------- the program on a terminal
def of_presses(game: str, name: str, presses: list[Press], calib: float, worked: float) -> Iterator[Row]:
    """Rows about cursor keys; ``calib`` is the loop by the clock on the wall, ``worked`` by processor time."""
    b, ms, cpu = (middle([float(getattr(p, what)) for p in presses]) for what in ("bytes", "ms", "cpu"))
    yield f"{name}: bytes a cursor key, median / p95", f"{b[0]:.0f} / {b[1]:.0f}", "", "150 / 300"
    yield f"{name}: ms a cursor key, median / p95", f"{ms[0]:.1f} / {ms[1]:.1f}", share(ms[0], calib), aim(game, "key")
    worth = aim(game, "key's processor time")
    yield f"{name}: CPU ms a cursor key, median", f"{cpu[0]:.1f}", share(cpu[0], worked), worth


def _past_the_cover(terminal: Terminal) -> int:
    """Bytes of the map where a game of two people begins with passing the keyboard; 0 where it is drawn at once."""
    return terminal.press(b"\r", 0.5).bytes if b"Pass the keyboard" in terminal.out else 0


def of_program(home: Path, played: tuple[str, str], size: tuple[int, int], quick: bool) -> Iterator[Row]:
    """Start, keys, scrolling, silence and memory of one game on one size."""
    name = f"{' '.join(played)} {size[0]}x{size[1]}"
    starts, memory, presses, idle = [], 0.0, list[Press](), 0
    calib, worked = calibrated(), calibrated(time.process_time)
    for _ in range(1 if quick else 3):
        soviet = OPPONENT.get(played[0], "greedy")
        terminal = Terminal(home, "play", *played, "--soviet", soviet, "--seed", "7", size=size)
        starts.append(terminal.start())
        starts[-1] = (starts[-1][0] + _past_the_cover(terminal), terminal.drawn or starts[-1][1])
        if played[0] in TO_THE_MAP:
            terminal.press(TO_THE_MAP[played[0]], 0.5)
        presses += [p for p in pressed(terminal, WALK) if p.bytes]
        idle += terminal.idle(1.0)
        memory = max(memory, terminal.memory())
        terminal.end()
    calib, worked = (calib + calibrated()) / 2, (worked + calibrated(time.process_time)) / 2
    first = starts[0][0]
    yield f"{name}: bytes of the start", str(first), "", "10 kB" if size[0] == 80 else "40 kB"
    ms = statistics.median(s[1] for s in starts)
    yield f"{name}: ms to the first screen of the game", f"{ms:.0f}", share(ms, calib), aim(played[0], "first screen")
    yield from of_presses(played[0], name, [p for p in presses if p.bytes < SCROLLED], calib, worked)
    scrolled = [float(p.bytes) for p in presses if p.bytes >= SCROLLED]
    if scrolled:
        yield f"{name}: bytes of a key that scrolls, median", f"{statistics.median(scrolled):.0f}", "", "15 kB"
    yield f"{name}: bytes of an idle second", str(idle), "", "0"
    yield f"{name}: MiB resident", f"{memory:.1f}", "", aim(played[0], "memory")


def of_menu(home: Path, quick: bool) -> Iterator[Row]:
    """The first screen without a game."""
    calib, starts = calibrated(), []
    for _ in range(3 if quick else 7):
        terminal = Terminal(home)
        starts.append(terminal.start())
        terminal.end()
    ms = statistics.median(s[1] for s in starts)
    yield "first screen 80x24: ms of the start, median", f"{ms:.0f}", share(ms, calib), AIMS["first screen"]
    yield "first screen 80x24: bytes of the start", str(starts[0][0]), "", "10 kB"


# ---------------------------------------------------------------------- the table
def rows(quick: bool, game: str = "") -> Iterator[Row]:
    """All measurements, or those of one game."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        warm = Terminal(home, "play", "ava", "campaign")  # so that everything is compiled
        warm.start()
        warm.end()
        if not game:
            yield from of_menu(home, quick)
            yield from of_starts(home, 3 if quick else 9)
        for played in (p for p in PLAYED if game in ("", p[0])):
            for size in SIZES:
                yield from of_program(home, played, size, quick)
    yield from of_rules(quick, game)


def of_rules(quick: bool, game: str = "") -> Iterator[Row]:
    """What needs no terminal."""
    for board in (b for b in BOARDS if game in ("", b.game)):
        yield from of_engine(board, quick)
    for board in (b for b in PLAYED_THROUGH if game in ("", b.game)):
        yield from of_random(board, 400 if quick else 2000)
    for position in (p for p in POSITIONS if game in ("", p.game)):
        yield from of_evaluation(position)


def table(found: list[Row]) -> str:
    """The rows as a table in Markdown, with what they were measured with."""
    with_what = f"Python {platform.python_version()}, Textual {version('textual')}, Rich {version('rich')}"
    head = [
        "# Measured",
        "",
        "Written by `python -m tests.perf.bench --write`. Bytes are exact. Times are medians of one machine with two",
        "cores that are shared with much other work, so the third column counts: it divides by a loop of 200 000 steps",
        f"of plain Python, measured in the same minute ({calibrated():.0f} ms at the end of this run), and gives in",
        f"brackets what that is on a quiet machine, where the loop takes {QUIET:.0f} ms. Times of the program on a",
        "terminal are on the wall unless it says CPU; those of the engine are processor time. Each is divided by the",
        f"loop by the same clock. Load of the machine at the end: {os.getloadavg()[1]:.1f} in five minutes.",
        "",
        f"{with_what}, TERM=xterm-256color.",
        "",
        "| measure | here | ratio | aim |",
        "| --- | --- | --- | --- |",
    ]
    return "\n".join([*head, *(f"| {' | '.join(row)} |" for row in found)]) + "\n"


def renewed(before: str, found: list[Row], part: str) -> str:
    """The stored table with the rows of one game, or of starts, measured anew, where the old ones were or last."""
    lines = before.splitlines()
    old = [n for n, line in enumerate(lines) if line.startswith((f"| {part} ", f"| {part}: "))]
    at = old[0] if old else len(lines)
    kept = [line for n, line in enumerate(lines) if n not in old]
    return "\n".join([*kept[:at], *(f"| {' | '.join(row)} |" for row in found), *kept[at:]]) + "\n"


def measured(only: str | None, quick: bool, game: str) -> Iterator[Row]:
    """What was asked for."""
    if only == "engine":
        yield from of_rules(quick, game)
    elif only == "start":
        with tempfile.TemporaryDirectory() as folder:
            yield from of_starts(Path(folder), 3 if quick else 9)
    else:
        yield from rows(quick, game)


def main() -> int:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description="Measure the program.")
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    parser.add_argument("--only", choices=("engine", "start"), help="a part of it")
    parser.add_argument("--game", default="", help="one game alone; its rows are renewed in what is written")
    args = parser.parse_args()
    found: list[Row] = []
    part = args.game or (args.only if args.only == "start" else "")
    for row in measured(args.only, args.quick, args.game):
        found.append(row)
        print(f"{row[0]:<78} {row[1]:>14}  {row[2]:>18}  {row[3]}", flush=True)
    if args.write:
        RESULTS.write_text(renewed(RESULTS.read_text("utf-8"), found, part) if part else table(found), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
