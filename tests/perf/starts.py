"""Processor time of a start beside that of what it cannot do without: the screen library, or what any answer needs."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tests.perf.aims import AIMS
from tests.perf.clock import Row
from tests.perf.terminal import ROOT, Terminal

LIBRARY = ("-c", "import textual.app")
BARE = ("-c", "import json, argparse, pathlib, tomllib, dataclasses, re")
PAGES = {
    "first page": ((), "1.6"),
    **{
        f"{game} {scenario}": (("play", game, scenario, "--soviet", "greedy", "--seed", "7"), AIMS["start"])
        for game, scenario in (("ava", "campaign"), ("pm", "campaign"))
    },
    "bd citadel": (("play", "bd", "citadel", "--seed", "7"), AIMS["start"]),
    "efs2 campaign": (("play", "efs2", "campaign", "--seed", "7"), AIMS["start"]),
}
"""Screens to start with, and how many times the library they are to cost at most."""
QUESTIONS = ("tec efs2", "turn bd 13", "rules pm supply", "rules tank in a wood")
"""Questions at the shell, each at most 1.6 times a bare start."""


def interpreter(*words: str, env: dict[str, str] | None = None) -> float:
    """Milliseconds of processor time of one run of Python."""
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = [sys.executable, *words]
    subprocess.run(run, check=True, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, timeout=60)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime) * 1000


def page(home: Path, *words: str) -> float:
    """Milliseconds of processor time up to the first quiet screen, with a cache that no other program writes."""
    terminal = Terminal(home, *words, XDG_CACHE_HOME=str(home / "cache"))
    try:
        terminal.start(0.3)
        return terminal.cpu()
    finally:
        terminal.end()


def own_places(home: Path) -> dict[str, str]:
    """An environment for questions: modules are compiled once, the cache lies where it does if nobody says where."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE", "STAVKA_CACHE")}
    return env | {"HOME": str(home), "XDG_CACHE_HOME": str(home)}


def share(one: Callable[[], float], other: Callable[[], float], most: float, least: int = 3, last: int = 15) -> float:
    """How many times the other one costs: the cheapest runs of both, made in turns, after a first one not counted.

    What else a machine does makes processor time longer, never shorter: the ``least`` pairs settle it unless they were
    disturbed, and the more there are the nearer the cheapest ones come to what the work costs.
    """
    one(), other()
    ones, others = list[float](), list[float]()
    while len(ones) < least or (min(ones) / min(others) > most and len(ones) < last):
        ones.append(one())
        others.append(other())
    return min(ones) / min(others)


def rows(home: Path, pairs: int) -> Iterator[Row]:
    """What starts cost, by so many pairs each."""
    for name, (words, aim) in PAGES.items():
        times = share(partial(page, home, *words), partial(interpreter, *LIBRARY), 0.0, pairs, pairs)
        yield f"start: processor time of {name}, by that of the screen library", f"{times:.2f}", "", aim
    env = own_places(home)
    for asked in QUESTIONS:
        run = partial(interpreter, "-m", "tui", *asked.split(), env=env)
        times = share(run, partial(interpreter, *BARE, env=env), 0.0, pairs, pairs)
        yield f"start: processor time of `{asked}`, by that of a bare start", f"{times:.2f}", "", "1.6"
