"""A position is looked at again after one action much sooner than for the first time."""

from __future__ import annotations

from statistics import median

import pytest

from tests.perf.evaluation import POSITIONS, Position, anew, moved, moving, spent


@pytest.mark.parametrize("position", POSITIONS[:1], ids=lambda b: f"{b.game}-{b.scenario}")
def test_what_still_holds_is_not_found_again(position: Position) -> None:
    match = moving(position)
    first = median(anew(position, match))
    assert median(spent(position, match)) < first / 10
    assert median(moved(position, match)) < first / 2
