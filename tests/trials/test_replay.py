"""A game is its seed and its actions: another process, elsewhere, comes to the same position in every turn."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.trials.games import SCENARIOS, share, whole_game
from tests.trials.table import Tally, amounts

SOURCES = Path(__file__).parents[2]
REPLAY = """
import json, sys
from engine.play.match import Match
for game in json.load(open(sys.argv[1], encoding="utf-8")):
    match, turn, found = Match.new(game["game"], game["scenario"], seed=game["seed"]), 0, []
    for action in [None, *game["actions"]]:
        if action is not None:
            match.play(action)
        if match.state.turn != turn:
            turn = match.state.turn
            found.append(match.digest())
    print(json.dumps([*found, match.digest()]))
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


@amounts(2, 100)
def test_a_fresh_process_elsewhere_replays_the_same_game(tmp_path: Path, amount: int, tally: Tally) -> None:
    others = f"and under {', '.join(OTHERS)}" if OTHERS else "(no second version of Python was installed)"
    tally.of("replay", f"in a new process, other hash seed, locale, time zone {others}: same hash in each turn")
    games, expected = [], []
    wanted = [(*one, number) for one in SCENARIOS for number in range(share(*one, amount))]
    for game, scenario, number in wanted:
        found, turn = [], 0
        for match in whole_game(game, scenario, number, 300 if amount < 10 else 20_000, thinking=9):
            if match.state.turn != turn:
                turn = match.state.turn
                found.append(match.digest())
        expected.append([*found, match.digest()])
        actions = [line.action for line in match.history]
        games.append({"game": game, "scenario": scenario, "seed": match.seed, "actions": actions})
    path = tmp_path / "games.json"
    path.write_text(json.dumps(games), "utf-8")
    ways = [(name, sys.executable, place) for name, place in PLACES.items()] + [(name, name, {}) for name in OTHERS]
    for name, python, place in ways:
        environment = {**os.environ, "PYTHONPATH": str(SOURCES), **place}
        words = [python, "-c", REPLAY, str(path)]
        done = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=1800)
        assert done.returncode == 0, done.stderr
        told = [json.loads(text) for text in done.stdout.splitlines()]
        assert len(told) == len(wanted) >= amount
        for number, (here, there) in enumerate(zip(expected, told, strict=True)):
            with tally.one(f"{name}, game {number}"):
                assert here == there
