"""Fixtures for all tests: folders of their own, the toy game, scripted dice."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain, count
from pathlib import Path
from typing import Any

import pytest
from hypothesis.internal.conjecture import providers

import engine.components.shipped
from engine.components.shipped import shipped
from engine.games import GAMES
from engine.play.match import Match
from tests.support.compiling import compile_share

pytest_plugins = ["tests.trials.nightly", "tests.support.reports"]
# To write the asserts of all tests anew in each process takes longer than to import the whole program.
sys.dont_write_bytecode = False
# Nor does it help to draw from all numbers and words of our sources: each process would read every one of them anew.
providers._get_local_constants = lambda: providers._local_constants
MADE_UP = Path(__file__).parent / "support" / "data"
"""Folders with the data files of the games that are made up for the tests."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """A flag that writes expected results anew instead of comparing with them."""
    parser.addoption("--update-perft", action="store_true", help="write tests/games/perft.toml anew")


GARBAGE = 10_000, 10, 10
"""Objects made, and looks at younger ones, until garbage is looked for: a game makes thousands with every action."""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """The tests themselves live to the end: looking through them for garbage again and again is time lost."""
    gc.disable()
    compile_share(session.config)
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        gc.enable()


class WithMadeUp:
    """The folder of the data files with the games in it that are made up for the tests."""

    def __init__(self) -> None:
        self.ours = shipped()

    def iterdir(self) -> Iterator[Any]:
        """The folders of all games, and whatever lies beside them."""
        return chain(self.ours.iterdir(), MADE_UP.iterdir())

    def joinpath(self, *names: str) -> Any:
        """Anything that comes with the program."""
        return self.ours.joinpath(*names)


HOMES = count()


SAFE = "tests/saves/", "tests/perf/"
"""Where tests are that are about what reaches the disk, and when."""


@pytest.fixture(autouse=True)
def own_folders(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """No test reads or writes the user's settings and saves: home and saves lie in a fresh folder.

    The rule books are read once for all tests of a run, whichever process makes them: what is kept of them is checked
    whenever it is used, and nobody sees a file that is half written.
    Only tests of saves wait for the disk: what the others write need not outlive a failure of power.
    None leaves the garbage collector off either: all tests after it would keep what they made.
    """
    if not request.node.nodeid.startswith(SAFE):
        for name in ("fsync", "fdatasync"):
            monkeypatch.setattr(os, name, os.fstat)  # refuses what is no open file, as ever
    base = tmp_path_factory.getbasetemp()
    # Not beside the folders of single tests: for each of those the library looks through all that there are.
    home = base / "homes" / f"own{next(HOMES)}"
    home.mkdir(parents=True)
    # Programs that tests start find what has been compiled before, as installed ones do.
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    for name, folder in {"HOME": "", "XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "share", "XDG_STATE_HOME": "state",
                         "STAVKA_SAVES": "saves", "STAVKA_CONFIG": "config"}.items():  # fmt: skip
        monkeypatch.setenv(name, str(home / folder))
    whole_run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    monkeypatch.setenv("STAVKA_CACHE", str(whole_run / "books"))
    yield home
    assert gc.isenabled()


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> str:
    """Makes the game ``toy`` known to the engine; its id."""
    monkeypatch.setitem(GAMES, "toy", "tests.support.toy")
    both = WithMadeUp()
    monkeypatch.setattr(engine.components.shipped, "shipped", lambda: both)
    return "toy"


@pytest.fixture
def drill(toy: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Makes the game ``drill`` known to the engine; its id."""
    monkeypatch.setitem(GAMES, "drill", "tests.support.drill_rules")
    return "drill"


@pytest.fixture
def duel(toy: str) -> Match:
    """A fresh game of the toy."""
    return Match.new(toy, "duel", seed=7)


@pytest.fixture
def operating(duel: Match) -> Match:
    """The toy in the axis operations of the first turn, both plans careful."""
    duel.play_all(["plan careful", "plan careful"])
    return duel


@pytest.fixture
def scripted() -> Callable[[Match, Iterable[int]], Match]:
    """Puts dice before a match: ``scripted(match, [3, 6])``."""

    def put(match: Match, values: Iterable[int]) -> Match:
        match.dice.queue(values)
        return match

    return put
