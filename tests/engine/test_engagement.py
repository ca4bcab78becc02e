"""Combats with several target hexes and supporters: the record of one, and who is asked about it."""

from __future__ import annotations

import pytest

from engine.components.charts import Tally
from engine.components.errors import BadInput
from engine.play.engagement import Engagement
from engine.play.match import Match
from engine.play.state import Frame, State, from_record, to_record


def test_it_is_kept_in_the_variables_of_a_step() -> None:
    fight = Engagement((4, 5), (0, 1), (7,), (2,), (8, 9))
    state = State(stack=[Frame("battle", {**fight.to_vars(), "stage": "odds"})])
    kept = from_record(State, to_record(state)).stack[0].vars
    assert Engagement.from_vars(kept) == fight and kept["stage"] == "odds"
    assert Engagement.from_vars({"targets": [3]}) == Engagement((3,))


def test_who_is_in_it() -> None:
    assert Engagement((4,), (0, 1), (7,), (1, 2), (8,)).units == (0, 1, 7, 2, 8)
    assert (Engagement((4, 5)).target, Engagement(()).target) == (4, -1)
    assert (Tally("attack", targets=(4, 5)).target, Tally("attack").target) == (4, -1)


def test_a_game_of_single_combats_is_not_asked_about_others(operating: Match) -> None:
    c, view = operating.c, operating.view("axis")
    a, b = c.hex("T0402"), c.hex("T0502")
    one = (c.unit("a4"),)
    assert view.engaged("attack", Engagement((a,), one)) == view.tally("attack", one, a)
    for fight in (Engagement((a, b), one), Engagement((), one), Engagement((a,), one, attack_support=(c.unit("a1"),))):
        with pytest.raises(BadInput, match="one target hex and no supporting units"):
            view.engaged("attack", fight)
