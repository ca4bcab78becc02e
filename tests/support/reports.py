"""What a process that shares the tests tells the first one: of each test once, and what went wrong around it."""

from __future__ import annotations

import pytest
from _pytest.runner import runtestprotocol

WANTED = "durations", "xmlpath", "maxfail"
"""Options that want to know of every part of a test as soon as it is over."""
WHOLE = pytest.StashKey[bool]()


def tells_all(config: pytest.Config) -> bool:
    """Whether every part of each test is told: by a process alone, at night, or where somebody asks for it."""
    found = config.stash.get(WHOLE, None)
    if found is None:
        wanted = any(config.getoption(name, None) for name in WANTED) or config.getoption("--nightly")
        found = config.stash[WHOLE] = not hasattr(config, "workerinput") or wanted or config.get_verbosity() > 0
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test as ever; tell its outcome, and of what comes before and after it only what has not passed.

    Each message is packed, sent, unpacked and shown to everybody who listens there: five of them to a test take both
    processes as long as a short test takes.
    """
    if tells_all(item.config):
        return None
    for report in runtestprotocol(item, nextitem=nextitem, log=False):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True
