"""Long trials: one test in a short form for every run and a full one for the night, and the table of what came out.

A test marked ``@amounts(40, 2000)`` takes ``amount``; with the fixture ``tally`` it counts its trials::

    for number in range(amount):
        with tally.one(f"kill {number}"):
            ...

A trial that fails is counted and the next one begins; the test fails at its end. With ``--nightly`` the counts of the
full forms, and of tests that have only one form, go to ``trials.md`` beside this file.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import pytest

TABLE = Path(__file__).with_name("trials.md")
TOO_MANY = 20
"""Failures after which a test is given up."""
FULL = "full"
LEAST = 2
"""Trials of a full form at least, however small a share of it is made."""
COLUMNS = ("row", "what was tried", "trials", "failures", "longest s", "most MiB", "minutes", "date")
HEAD = """# Trials

What may happen to a game, how often it was tried, and how often something was lost or broke. Written by a whole run of
`python -m pytest --nightly -n 3`; README.md beside this file tells how. A row is replaced by the next run of its tests.
Zero failures in N trials bound the rate of failures at about 3/N with 95 % confidence. "Longest" is the longest single
trial, "most" the memory that one trial took on top of what the process had, "minutes" the processor time of all of them
with the programs that they start; a dash where it was not measured. A control is a trial that must fail.
"""


def amounts(short: int, full: int, *, minutes: float = 0.0, seconds: int = 3600) -> pytest.MarkDecorator:
    """Two forms of a test with an argument ``amount``; ``seconds`` is the time limit of the full one.

    ``minutes`` is about what that takes on one core, so that long ones can begin first.
    """
    marks = [pytest.mark.nightly(minutes=minutes), pytest.mark.timeout(seconds)]
    return pytest.mark.parametrize(
        "amount",
        [pytest.param(short, id="short", marks=pytest.mark.short_form), pytest.param(full, id=FULL, marks=marks)],
    )


def memory_peak() -> int:
    """The most memory that this process has had since ``forget_peak``, in bytes; 0 where the system does not tell."""
    with suppress(OSError, ValueError, IndexError):
        text = Path("/proc/self/status").read_text()
        return int(text.split("VmHWM:")[1].split()[0]) * 1024
    return 0


def memory_now() -> int:
    """The memory that this process has, in bytes; 0 where the system does not tell."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]) * 1024
    return 0


def forget_peak() -> None:
    """Begin to measure the peak anew."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


@dataclass
class Tally:
    """What one test has tried. ``row`` and ``what`` are its place in the table; without a row it is not told there."""

    row: str = ""
    what: str = ""
    trials: int = 0
    failures: int = 0
    longest: float = 0.0
    most: int = -1
    """Bytes that one trial took at most; -1: not measured."""
    control: bool = False
    """Whether failures are what the trial is there to show."""
    minutes: float = -1.0
    """What all of them took; -1: not measured."""
    told: list[str] = field(default_factory=list)
    work: float = 0.0
    """Seconds of work of its trials, as far as they were told apart from others of the test."""
    elsewhere: float = 0.0
    """Those of them that processes worked which have not come to their end: the system does not add them to ours."""
    units: int = 0
    """Of ``whole`` units, such as games, so many were made; 0 of 0: what the test makes tells."""
    whole: int = 0
    timed: bool = False
    """Whether it is given so many seconds of work, and takes no less of them on a faster machine."""
    others: list[Tally] = field(default_factory=list)
    """Further rows that the same test counts."""

    def beside(self, row: str, what: str, whole: int) -> Tally:
        """One more row of the same test, of which a whole run makes ``whole`` units; who makes one counts it."""
        self.others.append(Tally(row, what, whole=whole))
        return self.others[-1]

    def of(self, row: str, what: str = "") -> Tally:
        """Give it its place in the table; of several tests in one row, one says what it is."""
        self.row, self.what = row, what
        return self

    @contextmanager
    def one(self, name: str = "", *, memory: bool = False, within: float = 0.0, mib: float = 0.0) -> Iterator[None]:
        """One trial; ``within`` and ``mib`` are the seconds of work and the memory that it may take (0: any)."""
        if memory or mib:
            forget_peak()
            before = memory_now()
        start, worked = time.monotonic(), time.process_time()
        self.trials += 1
        try:
            yield
            taken = time.process_time() - worked
            assert not within or taken <= within, f"took {taken:.2f} s"
            if memory or mib:
                used = max(0, memory_peak() - before)
                self.most = max(self.most, used)
                assert not mib or used <= mib * 2**20, f"took {used / 2**20:.0f} MiB"
        except Exception as error:
            self.fail(f"{name}: {type(error).__name__}: {str(error)[:600]}")
        self.longest = max(self.longest, time.monotonic() - start)
        self.work += time.process_time() - worked

    def count(self, trials: int = 1, longest: float = 0.0) -> None:
        """Trials that were made without ``one``."""
        self.trials += trials
        self.longest = max(self.longest, longest)

    def fail(self, words: str) -> None:
        """A trial that failed. Raises when there are too many."""
        self.failures += 1
        self.told.append(words)
        if self.failures >= TOO_MANY and not self.control:
            raise AssertionError("\n".join([f"given up after {self.trials} trials", *self.told]))

    def check(self) -> None:
        """Fail if a trial has."""
        for other in self.others:
            other.check()
        if self.failures and not self.control:
            raise AssertionError("\n".join([f"{self.failures} of {self.trials} trials failed", *self.told]))


Row = tuple[str, ...]


def cells(tally: Tally, day: str) -> Row:
    """The row of a tally."""
    failures = f"{tally.failures} (control)" if tally.control else f"{tally.failures}"
    most = "-" if tally.most < 0 else f"{tally.most / 2**20:.0f}"
    longest = f"{tally.longest:.2f}" if tally.longest else "-"
    minutes = "-" if tally.minutes < 0 else f"{tally.minutes:.1f}"
    return tally.row, tally.what, f"{tally.trials:,}", failures, longest, most, minutes, day


def read_table(path: Path = TABLE) -> dict[str, Row]:
    """The rows of the table by their first cell."""
    found: dict[str, Row] = {}
    for text in path.read_text("utf-8").splitlines() if path.exists() else []:
        parts = tuple(part.strip() for part in text.strip().strip("|").split("|"))
        if len(parts) == len(COLUMNS) and parts[0] != COLUMNS[0] and not re.fullmatch(r":?-+:?", parts[0]):
            found[parts[0]] = parts
    return found


def added_up(tallies: list[Tally]) -> dict[str, Tally]:
    """The tallies by row; those of one row are added up."""
    merged: dict[str, Tally] = {}
    for tally in tallies:
        into = merged.setdefault(tally.row, Tally(tally.row, tally.what))
        into.what = into.what or tally.what
        into.trials += tally.trials
        into.failures += tally.failures
        into.longest, into.most = max(into.longest, tally.longest), max(into.most, tally.most)
        into.control |= tally.control
        if tally.minutes >= 0:
            into.minutes = max(into.minutes, 0.0) + tally.minutes
    return merged


def write_table(
    tallies: list[Tally], path: Path = TABLE, before: dict[str, Row] | None = None, *, fewer: bool = True
) -> None:
    """Replace the rows of these tallies among those of ``before``, or of the table as it is; all of it, or nothing.

    Not ``fewer``: a row without a failure does not take the place of one that holds more trials.
    """
    merged, rows = added_up(tallies), dict(read_table(path) if before is None else before)
    for name in merged.keys() & rows.keys():
        merged[name].what = merged[name].what or rows[name][1]
    today = date.today().isoformat()
    for name, tally in merged.items():
        if fewer or tally.failures or name not in rows or tally.trials >= int(rows[name][2].replace(",", "")):
            rows[name] = cells(tally, today)
    rules = ("---", "---", "---:", "---:", "---:", "---:", "---:", "---")
    text = "\n".join(f"| {' | '.join(row)} |" for row in (COLUMNS, rules, *(rows[name] for name in sorted(rows))))
    new = path.with_name(f"{path.name}.new")
    new.write_text(f"{HEAD}\n{text}\n", "utf-8")
    new.replace(path)
