"""What the first process is told of a test that another one has run."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from _pytest.reports import TestReport

from tests.support import reports


def part(when: Any, outcome: Any) -> TestReport:
    """The report of a part of a test."""
    return TestReport("a test", ("", 0, ""), {}, outcome, None, when)


def told(monkeypatch: pytest.MonkeyPatch, *parts: TestReport, **options: Any) -> list[tuple[str | None, str]] | None:
    """Part and outcome of all that is told of a test with these reports; ``None`` where it is left to the library."""
    found: list[tuple[str | None, str]] = []
    monkeypatch.setattr(reports, "runtestprotocol", lambda item, nextitem, log: list(parts))
    config = SimpleNamespace(
        stash=pytest.Stash(), workerinput={}, getoption=lambda name, default=None: options.get(name, default),
        get_verbosity=lambda: -1,
    )  # fmt: skip
    hook = SimpleNamespace(pytest_runtest_logreport=lambda report: found.append((report.when, report.outcome)))
    item: Any = SimpleNamespace(config=config, ihook=hook)
    return found if reports.pytest_runtest_protocol(item, None) else None


def test_an_outcome_is_told_and_what_goes_wrong_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    fine = part("setup", "passed"), part("call", "passed"), part("teardown", "passed")
    assert told(monkeypatch, *fine) == [("call", "passed")]
    assert told(monkeypatch, part("setup", "failed"), fine[2]) == [("setup", "failed")]
    assert told(monkeypatch, part("setup", "skipped"), fine[2]) == [("setup", "skipped")]
    both = fine[0], part("call", "failed"), part("teardown", "failed")
    assert told(monkeypatch, *both) == [("call", "failed"), ("teardown", "failed")]


@pytest.mark.parametrize("option", ["durations", "xmlpath", "maxfail", "--nightly"])
def test_whoever_wants_to_know_of_every_part_is_told(monkeypatch: pytest.MonkeyPatch, option: str) -> None:
    assert told(monkeypatch, part("call", "passed"), **{option: 5}) is None


def test_a_process_alone_reports_as_the_library_does(request: pytest.FixtureRequest) -> None:
    alone: Any = SimpleNamespace(config=SimpleNamespace(stash=pytest.Stash(), getoption=lambda *_: None))
    assert reports.tells_all(alone.config) and reports.pytest_runtest_protocol(alone, None) is None
    assert request.config.pluginmanager.hasplugin("tests.support.reports")
