"""Fixtures for all tests: folders of their own, the toy game, scripted dice."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain, count
from pathlib import Path
from typing import Any

import pytest

import engine.components.shipped
from engine.components.shipped import shipped
from engine.games import GAMES
from engine.play.match import Match
from tests.trials.table import FULL, LEAST, Tally, write_table

MADE_UP = Path(__file__).parent / "support" / "data"
"""Folders with the data files of the games that are made up for the tests."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Flags that write expected results anew instead of comparing with them, and one that adds the long trials."""
    parser.addoption("--update-perft", action="store_true", help="write tests/games/perft.toml anew")
    parser.addoption("--nightly", action="store_true", help="run the tests marked nightly too")
    parser.addoption("--share", type=float, default=1.0, help="how much of the full trials --nightly makes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests marked ``nightly`` are left out, not skipped, unless ``--nightly`` is given."""
    if config.getoption("--nightly"):
        for item in items:
            params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
            if item.get_closest_marker("nightly") and "amount" in params:
                params["amount"] = max(LEAST, round(params["amount"] * config.getoption("--share")))
        return
    long = [item for item in items if item.get_closest_marker("nightly")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """The tests themselves live to the end: looking through them for garbage again and again is time lost."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


TALLIES = pytest.StashKey[list[Tally]]()
FAILED = pytest.StashKey[str]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep for the table whether the test itself has failed."""
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = str(report.longrepr)[-600:]
    return report


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> Iterator[Tally]:
    """Counts the trials of a test; see ``tests/trials/table.py``."""
    counted = Tally()
    yield counted
    if FAILED in request.node.stash and not counted.failures:
        counted.failures = 1
    params = request.node.callspec.id if hasattr(request.node, "callspec") else FULL
    if counted.row and ("short" not in params.split("-") or FULL in params.split("-")):
        request.config.stash.setdefault(TALLIES, []).append(counted)
    if FAILED not in request.node.stash:
        counted.check()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what the long trials have counted."""
    counted = session.config.stash.get(TALLIES, [])
    if session.config.getoption("--nightly") and counted:
        write_table(counted)


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


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test reads or writes the user's settings and saves: home and saves lie in a fresh folder.

    None leaves the garbage collector off either: all tests after it would keep what they made.
    """
    home = tmp_path_factory.getbasetemp() / f"own{next(HOMES)}"
    home.mkdir()
    # Programs that tests start find what has been compiled before, as installed ones do.
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    for name, folder in {"HOME": "", "XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "share", "XDG_STATE_HOME": "state",
                         "STAVKA_SAVES": "saves", "STAVKA_CONFIG": "config"}.items():  # fmt: skip
        monkeypatch.setenv(name, str(home / folder))
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
