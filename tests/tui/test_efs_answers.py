"""The list of answers of Army Group Center: who may come in several ways is told all of them."""

from __future__ import annotations

import pytest

from engine.play.match import Match
from tui.game.controller import Controller


def test_a_unit_that_may_come_in_several_ways_tells_the_others() -> None:
    match = Match.new("efs2", "lepel", seed=7)
    match.edit({"phase": "movement axis"})
    notes = {choice.text: choice.note for choice in Controller(match, None).decision.choices}
    (note,) = [note for text, note in notes.items() if text == "enter 2Rc ..."]
    assert note.startswith("3-2-7") and " or " in note and "strategic" in note


@pytest.mark.rule("efs2:6.42", "efs2:6.47")
def test_a_supply_unit_that_waits_tells_its_points_as_such() -> None:
    match = Match.new("efs2", "campaign", seed=3)
    match.edit({"clear": True, "place": [{"unit": "rd-50", "hex": "B1435"}], "phase": "reinforcements soviet"})
    notes = {choice.text: choice.note for choice in Controller(match, None).decision.choices}
    assert notes["place 1Su ..."] == "1 ASP  may enter now"
