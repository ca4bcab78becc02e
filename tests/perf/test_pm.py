"""Budgets of movement in Proud Monster, generous: processor time as a multiple of a fixed loop of the same minute."""

from __future__ import annotations

import time

import pytest

from engine.games.pm.movement.allowance import movers
from engine.games.pm.movement.reach import reach_of
from engine.play.match import Match
from tests.perf.clock import QUIET, calibrated


@pytest.mark.rule("pm:12.1")
def test_reach_of_one_unit_within_a_millisecond() -> None:
    match = Match.new("pm", "campaign")
    while match.state.stack[-1].step != "movement":
        match.play("ready" if "ready" in match.legal else "end")
    c = match.c
    units = [c.roster.by_id[name] for name in movers(c)]
    assert len(units) > 100
    for u in units:
        reach_of(c, [u])  # the tables of the weather are prepared once a game
    c.forget()
    began = time.process_time()
    for u in units:
        reach_of(c, [u])
    each = (time.process_time() - began) * 1000 / len(units)
    assert each / calibrated(time.process_time) * QUIET < 3, f"{each:.2f} ms a unit"
