"""Processes that replay games in other places: other hash seeds, locales, time zones and versions of Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parents[2]
REPLAY = """
import gc, json, sys, time
from engine.play.match import Match
from tui.words.parsed import use
gc.set_threshold(10_000, 10, 10)
tables = use()
for text in sys.stdin:
    game, before = json.loads(text), time.process_time()
    match, turn, found = Match.new(game["game"], game["scenario"], seed=game["seed"]), 0, []
    for action in [None, *game["actions"]]:
        if action is not None:
            match.play(action)
        if match.state.turn != turn:
            turn = match.state.turn
            found.append(match.digest())
    print(json.dumps([[*found, match.digest()], time.process_time() - before]), flush=True)
    if tables is not None:
        tables.keep()
"""
"""The data files come from the cache of all programs that tests start, as those of programs do: to parse them takes
longer than some games."""
PLACES: dict[str, dict[str, str]] = {
    "hash seed 1, Kolkata": {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Kolkata", "PYTHONUTF8": "0"},
    "hash seed 4242, St John's": {"PYTHONHASHSEED": "4242", "LC_ALL": "tr_TR.UTF-8", "TZ": "America/St_Johns"},
    "random hash seed, optimised": {"PYTHONHASHSEED": "random", "PYTHONOPTIMIZE": "2", "LANG": "de_DE.ISO-8859-1"},
}


def runs(name: str) -> bool:
    """Whether this Python is there and works."""
    return bool(shutil.which(name)) and not subprocess.run([name, "-c", ""], capture_output=True).returncode


@cache
def others() -> list[str]:
    """Other versions of Python that are installed; the engine needs nothing but the standard library."""
    return [name for n in range(11, 20) if n != sys.version_info.minor and runs(name := f"python3.{n}")]


def words() -> str:
    """Which they are, as the table of the trials says it."""
    return f"and under {', '.join(others())}" if others() else "(no second version of Python was installed)"


class Elsewhere:
    """A process that replays games in another place: one for each place, as long as all tests last."""

    def __init__(self, folder: Path) -> None:
        ways = [(name, sys.executable, place) for name, place in PLACES.items()] + [
            (name, name, {}) for name in others()
        ]
        self.ways, self.folder = ways, folder
        self.running: dict[str, subprocess.Popen[str]] = {}
        self.worked = 0.0
        """Seconds of work of all of them."""

    def replayed(self, number: int, game: dict[str, Any]) -> list[str]:
        """The hashes of each turn of this game, from the place whose turn it is. Raises ``AssertionError``."""
        name, python, place = self.ways[number % len(self.ways)]
        if name not in self.running:
            environment = {**os.environ, "PYTHONPATH": str(SOURCES), **place}
            self.running[name] = subprocess.Popen(
                [python, "-c", REPLAY], env=environment, cwd=self.folder, text=True, encoding="utf-8",
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
        process = self.running[name]
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write(json.dumps(game) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        assert answer, f"{name}: {process.stderr.read()}"
        found: list[str]
        found, worked = json.loads(answer)
        self.worked += worked
        return found

    def close(self) -> None:
        """End them all."""
        for process in self.running.values():
            process.kill()
            process.communicate()
