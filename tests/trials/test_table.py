"""The table of trials that is committed: every row is there, and nothing failed in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trials.games import SCENARIOS, named
from tests.trials.table import HEAD, TABLE, Tally, read_table, write_table

ROWS = [
    "Ctrl+C first", "burst", "bytes", "bytes on a terminal", "closed streams", "connection lost", "crash at every call",
    "cut off", "damaged", "damaged journal", "disk full", "disk full, really", "encodings", "environment",
    "fault of our own", "hostile changes", "hostile saves", "hostile screens", "hostile texts", "kill -9",
    "kill -9, control", "loads", "monkey", "names", "old saves", "power cut", "protocol", "replay", "resize storm",
    "settings", "settings on a terminal", "shared hosts", "signals", "sizes told", "slow reader", "stopped",
    "two programs", "two terminals", "undo",
]  # fmt: skip
LONG_ROWS = {f"{row}: {named(*one)}" for row in ("identity", "soak") for one in SCENARIOS}
"""Rows that take an hour each on a small machine: one is there as soon as it has been run."""


def test_every_row_is_there_and_nothing_failed() -> None:
    table = read_table()
    assert set(ROWS) <= set(table) <= {*ROWS, *LONG_ROWS} and TABLE.read_text("utf-8").startswith(HEAD)
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
    write_table([Tally("some", "", 5)], path)
    assert read_table(path)["some"][:4] == ("some", "what", "5", "0"), "a part of its tests does not take its words"
