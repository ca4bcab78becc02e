"""The suites of small positions of Proud Monster: nine in ten must be seen, and not by chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from tests.players import cases_pm, cases_pm_bars, cases_pm_deep, cases_pm_groups, cases_pm_seasons, cases_pm_wide

LEAST = 0.9
MODULES = [cases_pm, cases_pm_groups, cases_pm_bars, cases_pm_deep, cases_pm_wide, cases_pm_seasons]
SUITES = [module.CASES for module in MODULES]
NAMES = ["phases", "groups", "bars", "deep", "wide", "seasons"]
Suite = Mapping[str, Callable[[str], bool]]


@pytest.mark.parametrize("cases", SUITES, ids=NAMES)
def test_obvious_ideas_are_seen(cases: Suite) -> None:
    missed = [name for name, sees in cases.items() if not sees("normal")]
    assert len(missed) <= (1 - LEAST) * len(cases), missed


@pytest.mark.parametrize("cases", SUITES, ids=NAMES)
def test_chance_sees_less_than_half_of_them(cases: Suite) -> None:
    assert sum(sees("random") for sees in cases.values()) < len(cases) / 2
