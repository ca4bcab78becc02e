"""The command for the night: which trials ``--nightly`` makes, what they have counted, and how long a whole run takes.

Trials may be made by several processes (``-n 2``): each hands over what its tests counted with their reports, and the
first process alone adds it up and writes the table.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.perf.clock import calibrated
from tests.trials.table import LEAST, TABLE, Tally, added_up, read_table, write_table

T = TypeVar("T")

HOUR = 60.0
"""Minutes that a whole run may take."""
CORES = 2
"""Cores that share it."""
WAITING = {"test_terminal", "test_input", "test_two_programs", "test_kill", "test_shell", "test_settings", "test_hosts",
           "test_faults", "test_mirror"}  # fmt: skip
"""Files of tests that wait most of their time, for programs on terminals or for the moment to kill one."""
BEHIND = 5
"""How much less urgent the processes are that do not begin with what waits: that is measured by the clock, too."""
LEAST_MINUTES = 0.02
"""What a test takes whose mark says nothing, for dealing."""
BOTH = 21.0
"""Milliseconds of the loop of ``tests/perf/clock.py`` where both cores have work and nobody else wants them."""
COUNTED = "trials counted"
FAILED = pytest.StashKey[str]()
AMOUNTS = pytest.StashKey[tuple[int, int]]()
OFTEN = 20.0
"""Seconds from one writing of the table to the next."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Flags of the long trials."""
    parser.addoption("--nightly", action="store_true", help="make the long trials, and nothing else")
    parser.addoption("--share", type=float, default=1.0, help="how much of the full trials --nightly makes")
    parser.addoption(
        "--table", type=Path, help="where the table is written; otherwise to trials.md after a whole run alone"
    )


# ---------------------------------------------------------------------- which tests
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without ``--nightly`` the long forms are left out, with it all else is; nothing is skipped."""
    nightly = bool(config.getoption("--nightly"))
    chosen = [item for item in items if (belongs(item) if nightly else not item.get_closest_marker("nightly"))]
    if len(chosen) < len(items):
        kept = set(chosen)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    if nightly:
        ptys = sys.modules.get("tests.trials.ptys")  # imports the program, which is there where a test needs it
        if ptys is not None:
            ptys.Program.new_each = 3
        for item in chosen:
            cut_down(item, config.getoption("--share"))
        chosen = in_turn(sorted(chosen, key=urgency, reverse=True), workers(config), waits, minutes)
    items[:] = chosen


def workers(config: pytest.Config) -> int:
    """How many processes share the tests."""
    return int(getattr(config, "workerinput", {}).get("workercount", 1))


def in_turn(items: list[T], hands: int, waits: Callable[[T], bool], takes: Callable[[T], float]) -> list[T]:
    """Items for processes that each begin with a piece of the row, as large as those of the others.

    Where there are more processes than cores, the last begins with all that waits, which so runs beside what computes;
    the others, and it from then on, with what is long. So all end together, whoever takes what another has left.
    """
    room = [(len(items) + hand) // hands for hand in range(hands)]
    found: list[list[T]] = [[] for _ in range(hands)]
    load = [0.0] * hands
    first = [item for item in items if hands > CORES and waits(item)]
    for item in [*first, *(item for item in items if item not in first)]:
        open_to = [hand for hand in range(hands) if len(found[hand]) < room[hand]]
        hand = open_to[-1] if item in first else min(open_to, key=lambda one: load[one])
        found[hand].append(item)
        load[hand] += max(takes(item), LEAST_MINUTES)
    return [item for hand in found for item in hand]


def waits(item: pytest.Item) -> bool:
    """Whether a test waits most of its time."""
    return item.path.stem in WAITING


def belongs(item: pytest.Item) -> bool:
    """Whether a test is made at night: marked so, or a trial that has one form only."""
    if item.get_closest_marker("nightly"):
        return True
    return "tally" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("short_form")


def cut_down(item: pytest.Item, share: float) -> None:
    """Give a test a share of its amount; what is made of how much is kept."""
    params: dict[str, Any] = (
        item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    )
    if "amount" in params and item.get_closest_marker("nightly"):
        full = params["amount"]
        params["amount"] = min(full, max(LEAST, round(full * share)))
        item.stash[AMOUNTS] = params["amount"], full


def urgency(item: pytest.Item) -> tuple[bool, float]:
    """What is begun first: tests that have a row of the table, and of these and of the others those that take long."""
    return "tally" in getattr(item, "fixturenames", ()), minutes(item)


def minutes(item: pytest.Item) -> float:
    """About how long the full form takes, as its mark says."""
    mark = item.get_closest_marker("nightly")
    return float(mark.kwargs.get("minutes", 0.0)) if mark else 0.0


FIRST = pytest.StashKey[bool]()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A process whose first test at night computes lets one go before that begins with those that wait."""
    if item.config.getoption("--nightly") and FIRST not in item.config.stash:
        item.config.stash[FIRST] = True
        if workers(item.config) > CORES and not waits(item):
            os.nice(BEHIND)


# ---------------------------------------------------------------------- what they count
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
    counted, before = Tally(), sum(os.times()[:4])
    yield counted
    if FAILED in request.node.stash and not any(one.failures for one in (counted, *counted.others)):
        counted.failures = 1
    if counted.row and not request.node.get_closest_marker("short_form"):
        made, full = request.node.stash.get(AMOUNTS, (1, 1))
        rest = sum(os.times()[:4]) - before - sum(one.work - one.elsewhere for one in counted.others)
        for one in (*[other for other in counted.others if other.trials], counted):
            scale = one.whole / max(1, one.units) if one.whole else full / made
            work = rest if one is counted else one.work
            found = {**asdict(one), "told": [], "others": [], "scale": scale, "work": work}
            request.node.user_properties.append((COUNTED, found))
    if FAILED not in request.node.stash:
        counted.check()


@dataclass
class Night:
    """What has come in: tallies, and the seconds of each test."""

    tallies: list[Tally] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    """Of each test so far, with its set-up."""
    rows: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    """Of each row the minutes that were taken, those of a whole run, and of these those of work."""
    timed: float = 0.0
    """Minutes of work of a whole run that no faster machine makes shorter."""

    def report(self, report: pytest.TestReport) -> None:
        """A part of a test is over."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.when != "teardown":
            return
        taken = self.seconds.pop(report.nodeid) / 60
        every: list[dict[str, Any]] = [dict(v) for n, v in report.user_properties if n == COUNTED]  # type: ignore[call-overload]
        for found in every[:-1]:
            work = float(found["work"]) / 60
            taken -= work
            self._count(found, work, work)
        last: dict[str, Any] = every[-1] if every else {"row": "tests without a row", "scale": 1.0, "work": taken * 60}
        self._count(last, taken, float(last["work"]) / 60)

    def _count(self, found: dict[str, Any], taken: float, work: float) -> None:
        """One row of one test, with the minutes that it took and those of work among them."""
        row, scale = str(found["row"]), float(found["scale"])
        if "trials" in found:
            self.tallies.append(Tally(**{**{k: v for k, v in found.items() if k != "scale"}, "minutes": work}))
        self.timed += work * scale if found.get("timed") else 0.0
        before = self.rows.get(row, (0.0, 0.0, 0.0))
        self.rows[row] = before[0] + taken, before[1] + taken * scale, before[2] + work * scale

    def lines(self, share: float, slower: float = 1.0) -> Iterator[str]:
        """How long each row took, and what a whole run would; the machine is ``slower`` by so much than by itself."""
        trials = {row: counted.trials for row, counted in added_up(self.tallies).items()}
        yield "| row | trials | minutes | in a whole run | of work |"
        yield "| --- | ---: | ---: | ---: | ---: |"
        for row, (taken, whole, work) in sorted(self.rows.items(), key=lambda item: -item[1][2]):
            yield f"| {row} | {trials.get(row, 0):,} | {taken:.1f} | {whole:.1f} | {work:.1f} |"
        taken, whole, work = (sum(row[n] for row in self.rows.values()) for n in range(3))
        yield f"| all | {sum(trials.values()):,} | {taken:.1f} | {whole:.1f} | {work:.1f} |"
        quiet = (self.timed + (work - self.timed) / slower) / CORES
        verdict = "fits into" if quiet <= HOUR else "is more than"
        yield f"A whole run by {CORES} processes, from {share:g} of it: {whole / CORES:.0f} minutes as busy as now;"
        yield f"its work is {quiet:.0f} minutes with both cores to itself, {slower:.1f} times as fast,"
        yield f"and {verdict} an hour."


NIGHT = pytest.StashKey[Night]()


class Listener:
    """Hears of every test, whichever process made it, and writes the table as far as it has come."""

    def __init__(self, night: Night, path: Path | None) -> None:
        self.night, self.path = night, path
        self.before = read_table(path) if path else {}
        """The rows of the nights before."""
        self.written = 0.0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One part of one test. What a run that is killed has counted is written, but for its last seconds."""
        self.night.report(report)
        if time.monotonic() - self.written > OFTEN:
            self.write()

    def write(self, *, ended: bool = False) -> None:
        """The table with what has been counted so far; until the end a row that holds more trials stays as it is."""
        self.written = time.monotonic()
        if self.path and self.night.tallies:
            write_table(self.night.tallies, self.path, self.before, fewer=ended)


LISTENER = pytest.StashKey[Listener]()


def pytest_configure(config: pytest.Config) -> None:
    """The first process listens; those that it has started do not write."""
    if config.getoption("--nightly") and not hasattr(config, "workerinput"):
        config.stash[NIGHT] = Night()
        path = config.getoption("--table") or (TABLE if config.getoption("--share") >= 1 else None)
        config.stash[LISTENER] = Listener(config.stash[NIGHT], path)
        config.pluginmanager.register(config.stash[LISTENER], "the night")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write what the long trials have counted to the end, if all were to be made or somebody says where."""
    listener: Any = session.config.stash.get(LISTENER, None)
    if listener is not None:
        listener.write(ended=exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say how long it took."""
    night = config.stash.get(NIGHT, None)
    if night is not None and night.rows:
        terminalreporter.section("trials")
        for line in night.lines(float(config.getoption("--share")), calibrated(time.process_time) / BOTH):
            terminalreporter.write_line(line)
