"""Gates on what the program sends and needs: bytes are exact, times are ratios to a loop measured beside them."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

import pytest

from tests.perf.aims import number
from tests.perf.bench import SCROLLED, WALK, middle, pressed
from tests.perf.clock import calibrated
from tests.perf.starts import LIBRARY, PAGES, interpreter, page, share
from tests.perf.terminal import ROOT, Terminal

QUIET = 0.05
"""Seconds of silence after which an answer is complete: the whole of it is one update."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all, and everything compiled by a first start, as an installed program is."""
    folder = tmp_path_factory.mktemp("home")
    warm = Terminal(folder)
    warm.start()
    warm.end()
    return folder


@pytest.mark.parametrize(("size", "start"), [((80, 24), 9_000), ((200, 60), 32_000)])
@pytest.mark.parametrize(
    ("game", "scenario", "silence"),
    # The computer player of the third sets its side up first, an action of which everybody is to see something.
    [("ava", "smolensk", 0.5), ("ava", "campaign", 0.5), ("pm", "campaign", 2.0)],
)
def test_bytes_of_the_start_of_cursor_keys_and_of_silence(
    home: Path, game: str, scenario: str, silence: float, size: tuple[int, int], start: int
) -> None:
    # One person: two would first be asked who sits down, where a set-up is secret.
    terminal = Terminal(home, "play", game, scenario, "--soviet", "greedy", "--seed", "7", size=size)
    try:
        written, _ = terminal.start(silence)
        assert 2000 < written <= start
        presses = [p for p in pressed(terminal, WALK, QUIET) if p.bytes]
        assert len(presses) > 40
        still = [float(p.bytes) for p in presses if p.bytes < SCROLLED]
        median, p95 = middle(still)
        assert median <= 150 and p95 <= 300
        scrolls = [p.bytes for p in presses if p.bytes >= SCROLLED]
        assert len(scrolls) <= 10 and max(scrolls, default=0) <= written, "a scroll is never more than the screen"
        assert max(scrolls, default=0) <= (6_000 if size[0] == 80 else 20_000)
        # The second of silence is used to measure the loop. Processor time, so that a busy machine does not matter:
        # 0.35 is aimed at, twice that is let pass.
        silent = perf_counter() + 1.0
        assert middle([p.cpu for p in presses if p.bytes < SCROLLED])[0] / calibrated(process_time) <= 0.7
        assert terminal.idle(max(0.1, silent - perf_counter())) == 0
        assert terminal.memory() <= number(game, "memory")
    finally:
        terminal.end()


def test_the_largest_board_in_a_terminal(home: Path) -> None:
    """About 40 loops to its first screen and 0.36 a key where quiet; a first start also parses all data."""
    terminal = Terminal(home, "play", "efs2", "campaign", "--seed", "7")
    try:
        written, _ = terminal.start(0.3)
        loop = calibrated(process_time)
        assert 2000 < written <= 9_000 and terminal.cpu() / loop <= 160
        terminal.press(b"\r", 0.3)
        presses = [p for p in pressed(terminal, b" ".join([b"l"] * 8), QUIET) if 0 < p.bytes < SCROLLED]
        assert len(presses) >= 4 and middle([p.bytes for p in presses])[0] <= 150
        assert middle([p.cpu for p in presses])[0] / loop <= 1.0
        assert terminal.memory() <= number("efs2", "memory")
    finally:
        terminal.end()


SLOW = (
    "importlib.metadata", "email", "zipfile", "multiprocessing", "tomllib", "tomli_w", "engine.books.rules",
    "engine.study.luck", "tui.screens.explain", "tui.screens.ending",
)  # fmt: skip
"""Modules that the first screen can do without."""


def test_nothing_slow_is_loaded_for_the_first_screen() -> None:
    code = "import sys, tui.app, tui.table.play, tui.draw.bytes_patch as patch; assert patch.supported(); "
    code += f"print(*{{*{SLOW}}} & {{*sys.modules}})"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert told.stdout.split() == []


def test_a_key_held_down_costs_little(home: Path) -> None:
    terminal = Terminal(home, "play", "ava", "smolensk", "--seed", "7", warm=True)
    try:
        terminal.start()
        for keys in (b"hhh", b"lll", b"hhh", b"lll"):
            burst = terminal.press(keys, 0.2)
            assert 0 < burst.bytes <= 900, "three moves, the last hex told once"
    finally:
        terminal.end()


def test_the_first_screen_is_small_and_quick(home: Path) -> None:
    terminal = Terminal(home)
    try:
        written, ms = terminal.start()
        assert written <= 2500
        assert terminal.cpu() / calibrated(process_time) <= 60 and ms < 15_000
    finally:
        terminal.end()


@pytest.mark.parametrize(("name", "most"), [("first page", 1.6), ("ava campaign", 2.4)])
def test_a_start_costs_little_more_than_the_screen_library(home: Path, name: str, most: float) -> None:
    """Aimed at are 1.6 and 2.2."""
    start = partial(page, home, *PAGES[name][0])
    assert share(start, partial(interpreter, *LIBRARY), most, least=2) <= most
