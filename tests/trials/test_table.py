"""The table of trials that is committed, and how several processes come to one table."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pytest import TestReport

from tests.trials.games import SCENARIOS, named
from tests.trials.nightly import COUNTED, OFTEN, Listener, Night, in_turn
from tests.trials.ptys import SOURCES
from tests.trials.table import HEAD, TABLE, Tally, added_up, read_table, write_table
from tests.trials.test_monkey import WAYS, row

ROWS = {
    "Ctrl+C first", "burst", "bytes", "bytes on a terminal", "closed streams", "connection lost", "crash at every call",
    "cut off", "damaged", "damaged journal", "disk full", "disk full, really", "encodings", "environment",
    "fault of our own", "hostile changes", "hostile saves", "hostile screens", "hostile texts", "kill -9",
    "kill -9, control", "loads", "names", "old saves", "power cut", "protocol", "replay", "resize storm",
    "settings", "settings on a terminal", "shared hosts", "signals", "sizes told", "slow reader", "stopped",
    "two programs", "two terminals", "undo",
}  # fmt: skip
LONG_ROWS = (
    {"detached", "hostile columns", "protocol: fuzz"}
    | {f"{what}: {named(*one)}" for what in ("identity", "soak") for one in SCENARIOS}
    | {row(kind) for kind in WAYS}
)
"""Rows that take an hour each on a small machine: one is there as soon as it has been run."""


def test_every_row_is_there_and_nothing_failed() -> None:
    table = read_table()
    assert ROWS <= set(table) <= ROWS | LONG_ROWS and TABLE.read_text("utf-8").startswith(HEAD)
    for name, (_, _, trials, failures, *_) in table.items():
        assert int(trials.replace(",", "")) > 0, name
        assert int(failures) == 0 if "control" not in name else failures.endswith("(control)") and failures[0] != "0"


def test_a_trial_that_fails_is_counted_and_told(tmp_path: Path) -> None:
    tally, path = Tally().of("some", "what"), tmp_path / "table.md"
    for number in range(3):
        with tally.one(f"trial {number}", memory=True):
            assert number != 1
    with pytest.raises(AssertionError, match="trial 1"):
        tally.check()
    write_table([tally, Tally("some", "", 4), Tally("other", "more", 1, control=True)], path)
    assert [row[:4] for row in read_table(path).values()] == [("other", "more", "1", "0 (control)"),
                                                               ("some", "what", "7", "1")]  # fmt: skip
    before = read_table(path)
    for trials in (2, 6):
        write_table([Tally("some", "", trials)], path, before)
    assert read_table(path)["some"][:4] == ("some", "what", "6", "0"), "a night writes again and again, over the last"
    write_table([Tally("some", "", 5)], path, fewer=False)
    assert read_table(path)["some"][2] == "6"
    write_table([Tally("some", "", 5, 1)], path, fewer=False)
    assert read_table(path)["some"][2:4] == ("5", "1"), "a failure is always told"
    write_table([Tally("some", "", 5)], path)
    assert read_table(path)["some"][:4] == ("some", "what", "5", "0"), "a part of its tests does not take its words"


# ---------------------------------------------------------------------- the command for the night
TRIALS = """
import pytest
from tests.trials.table import amounts

@amounts(1, 100, minutes=2)
def test_long(amount, tally):
    tally.of("one row", "what").count(amount, 0.5)

@pytest.mark.parametrize("number", range(6))
def test_of_one_form(number, tally):
    tally.of("one row").count()

@amounts(1, 100)
def test_two_rows(amount, tally):
    tally.of("one row")
    other = tally.beside("a row beside", "beside", 20)
    for number in range(amount):
        tally.count()
        if number % 5 == 0:
            other.units += 1
            with other.one():
                sum(range(100_000))

def test_fails(tally):
    tally.of("other row", "fails")
    with tally.one("a trial"):
        raise ValueError("on purpose")

def test_no_trial():
    raise AssertionError("made at night")
"""


def test_the_night_adds_up_what_several_processes_have_counted(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TRIALS)
    words = [sys.executable, "-m", "pytest", "-q", "-p", "xdist.plugin", "-n", "2", "-p", "no:cacheprovider",
             "-p", "tests.trials.nightly", "--rootdir", str(tmp_path), "-c", os.devnull, str(tmp_path)]  # fmt: skip
    marks = ["-o", "markers=nightly:\nshort_form:\n"]
    # Of the plugins the one is loaded that is needed: three processes would load all others too.
    environ = {**os.environ, "PYTHONPATH": str(SOURCES), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

    def run(*more: str) -> str:
        done = subprocess.run([*words, *marks, *more], capture_output=True, text=True, env=environ, cwd=tmp_path)
        return done.stdout + done.stderr

    table = tmp_path / "table.md"
    told = run("--nightly", "--share", "0.1", "--table", str(table))
    assert "9 passed, " in told and " 1 error in " in told and "on purpose" in told, told
    rows = read_table(table)
    assert rows["one row"][1:5] == ("what", "26", "0", "0.50") and rows["other row"][2:4] == ("1", "1")
    assert rows["a row beside"][1:4] == ("beside", "2", "0")
    assert "| one row | 26 |" in told and "fits into an hour" in told


def over(name: str, seconds: float, when: Any, **counted: Any) -> TestReport:
    """The report of a part of a test, with what was counted at its end."""
    found = [(COUNTED, counted)] if when == "teardown" else []
    return TestReport(name, ("", 0, ""), {}, "passed", None, when, duration=seconds, user_properties=found)


def test_a_night_that_is_killed_has_written_what_it_had_counted(tmp_path: Path) -> None:
    table = tmp_path / "table.md"
    write_table([Tally("first", "before", 900), Tally("other", "of another night", 800)], table)
    listener = Listener(Night(), table)
    for name, trials in (("a", 7), ("b", 5)):
        listener.written = -2 * OFTEN
        listener.pytest_runtest_logreport(over(name, 1.0, "call"))
        listener.pytest_runtest_logreport(over(name, 0.0, "teardown", row="first", trials=trials, scale=1.0, work=1.0))
        listener.written = -2 * OFTEN
        listener.pytest_runtest_logreport(over("the next", 1.0, "setup"))
    found = {name: row[1:4] for name, row in read_table(table).items()}
    assert found == {"first": ("before", "900", "0"), "other": ("of another night", "800", "0")}, "only begun"
    listener.write(ended=True)
    assert read_table(table)["first"][1:4] == ("before", "12", "0"), "all that this run makes"


def test_each_process_begins_with_what_is_long_and_ends_with_what_is_short() -> None:
    def nothing(number: int) -> bool:
        return False

    assert in_turn([9, 7, 5, 3, 1], 2, nothing, float) == [9, 3, 7, 5, 1] and in_turn([3, 2, 1], 1, nothing, float) == [
        3,
        2,
        1,
    ]


def test_what_waits_is_begun_by_one_process_beside_those_that_compute() -> None:
    """Where there are more processes than cores; the others share the rest by what it takes."""
    items = [9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert in_turn(items, 3, {6, 2}.__contains__, float) == [9, 4, 3, 8, 7, 1, 6, 2, 5]
    assert sorted(in_turn([*range(11)], 3, {6, 2}.__contains__, float)[:3]) != [2, 6]


def test_what_a_whole_run_takes_follows_from_a_share() -> None:
    night = Night()
    for name, seconds, scale in (("a", 60.0, 10.0), ("b", 120.0, 60.0)):
        night.report(over(name, seconds, "call"))
        night.report(over(name, 0.0, "teardown", row="row", what="what", trials=3, scale=scale, work=30.0))
    *_, total, clock, work, verdict = night.lines(0.1)
    assert total == "| all | 6 | 3.0 | 130.0 | 35.0 |" and "65 minutes" in clock
    assert "its work is 18 minutes" in work and "fits into an hour" in verdict
    assert added_up(night.tallies)["row"].minutes == 1.0, "those of work"
