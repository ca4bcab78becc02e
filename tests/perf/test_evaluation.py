"""A position is looked at again after one action much sooner than for the first time."""

from __future__ import annotations

from statistics import median

import pytest

from tests.perf.evaluation import BOARDS, Board, anew, moved, moving, spent


@pytest.mark.parametrize("board", BOARDS[:1], ids=lambda b: f"{b.game}-{b.scenario}")
def test_what_still_holds_is_not_found_again(board: Board) -> None:
    match = moving(board)
    first = median(anew(board, match))
    assert median(spent(board, match)) < first / 10
    assert median(moved(board, match)) < first / 2
