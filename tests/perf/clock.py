"""Times that can be compared: medians, and multiples of a fixed loop of plain Python of the same minute."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

QUIET = 13.0
"""Milliseconds of the loop on a quiet machine of two shared cores."""
Clock = Callable[[], float]
Row = tuple[str, str, str, str]
"""What is measured, its value, its ratio to the loop where it is a time, and the aim."""


def loop(clock: Clock = time.perf_counter) -> float:
    """Milliseconds of a fixed loop: the speed of this machine in this minute, by a clock of wall or processor time."""
    began, x = clock(), 1
    for i in range(200_000):
        x = (x * 1103515245 + i) & 0x7FFFFFFF
    return (clock() - began) * 1000


def calibrated(clock: Clock = time.perf_counter) -> float:
    """Median of some loops."""
    return statistics.median(loop(clock) for _ in range(9))


def share(ms: float, calib: float) -> str:
    """A time as a multiple of the loop, and what that is where the loop takes ``QUIET``."""
    return f"{ms / calib:.3f} ({ms / calib * QUIET:.3g} ms)"


def timed(work: Callable[[], object], runs: int = 1) -> float:
    """Median milliseconds of processor time of a call."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        work()
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times)
