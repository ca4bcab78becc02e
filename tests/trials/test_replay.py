"""A game is its seed and its actions: another process, elsewhere, comes to the same position in every turn."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.trials.games import SCENARIOS, named, whole_game
from tests.trials.table import FULL, Tally

SOURCES = Path(__file__).parents[2]
REPLAY = """
import json, sys
from engine.play.match import Match
for text in sys.stdin:
    game = json.loads(text)
    match, turn, found = Match.new(game["game"], game["scenario"], seed=game["seed"]), 0, []
    for action in [None, *game["actions"]]:
        if action is not None:
            match.play(action)
        if match.state.turn != turn:
            turn = match.state.turn
            found.append(match.digest())
    print(json.dumps([*found, match.digest()]), flush=True)
"""

PLACES: dict[str, dict[str, str]] = {
    "hash seed 1, Kolkata": {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Kolkata", "PYTHONUTF8": "0"},
    "hash seed 4242, St John's": {"PYTHONHASHSEED": "4242", "LC_ALL": "tr_TR.UTF-8", "TZ": "America/St_Johns"},
    "random hash seed, optimised": {"PYTHONHASHSEED": "random", "PYTHONOPTIMIZE": "2", "LANG": "de_DE.ISO-8859-1"},
}


def runs(name: str) -> bool:
    """Whether this Python is there and works."""
    return bool(shutil.which(name)) and not subprocess.run([name, "-c", ""], capture_output=True).returncode


OTHERS = [name for n in range(11, 20) if n != sys.version_info.minor and runs(name := f"python3.{n}")]
"""Other versions of Python that are installed; the engine needs nothing but the standard library."""


GAMES = {"leningrad": 500, "smolensk": 390, "kiev": 70, "ava campaign": 10, "pm campaign": 10}
"""How many games of each scenario: 1,000 together, more of those that are soon over."""
NEVER = 10**6
"""No player of these games thinks: what one does is in the actions, however they were chosen."""
LOT = 50
"""Games of a test at most."""


def lots(each: int) -> Iterator[Any]:
    """Parameters ``game, scenario, first, amount``: in short one game of each scenario, in full ``GAMES``."""
    for one in SCENARIOS:
        yield pytest.param(*one, 0, 1, id="-".join((*one, "short")), marks=pytest.mark.short_form)
        count = GAMES.get(named(*one), 20)
        for first in range(0, count, each):
            marks = [pytest.mark.nightly(minutes=0.6), pytest.mark.timeout(3600)]
            yield pytest.param(
                *one, first, min(each, count - first), id="-".join((*one, f"{first}", FULL)), marks=marks
            )


class Elsewhere:
    """A process that replays games in another place: one for each place, as long as the test lasts."""

    def __init__(self, folder: Path) -> None:
        ways = [(name, sys.executable, place) for name, place in PLACES.items()] + [(name, name, {}) for name in OTHERS]
        self.ways, self.folder = ways, folder
        self.running: dict[str, subprocess.Popen[str]] = {}

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
        found: list[str] = json.loads(answer)
        return found

    def close(self) -> None:
        """End them all."""
        for process in self.running.values():
            process.kill()
            process.communicate()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Elsewhere]:
    """The other places."""
    there = Elsewhere(tmp_path)
    yield there
    there.close()


@pytest.mark.parametrize("game, scenario, first, amount", lots(LOT))
def test_a_fresh_process_elsewhere_replays_the_same_game(
    elsewhere: Elsewhere, game: str, scenario: str, first: int, amount: int, tally: Tally
) -> None:
    """Each game in one of the places, in turn; in short as many games as there are scenarios, of 150 actions."""
    others = f"and under {', '.join(OTHERS)}" if OTHERS else "(no second version of Python was installed)"
    tally.of("replay", f"in a new process, other hash seed, locale, time zone {others}: same hash in each turn")
    place = SCENARIOS.index((game, scenario)) if amount == 1 else 0
    for number in range(first, first + amount):
        found, turn = [], 0
        for match in whole_game(game, scenario, number, 150 if amount == 1 else 20_000, NEVER):
            if match.state.turn != turn:
                turn = match.state.turn
                found.append(match.digest())
        found.append(match.digest())
        actions = [line.action for line in match.history]
        with tally.one(f"{game} {scenario} {number}"):
            record = {"game": game, "scenario": scenario, "seed": match.seed, "actions": actions}
            assert elsewhere.replayed(number + place, record) == found
