"""11.7, 4.18: positions as a side could imagine them keep what it has seen, and none of the truth beside."""

from __future__ import annotations

import pytest

from engine.play.determined import determinised
from engine.play.match import Match
from engine.play.state import digest
from tests.support.bd_position import position, unit
from tests.support.imagined import imagined, worlds

UNITS = {"16ra": "1810", "3t": "1810", "21ra": "1812", "5t": "1812", "3pz": "1710", "24pz": "1710"}


def front(units: dict[str, str] = UNITS, **more: str) -> Match:
    return position(units, boxes={"28ra": "rvgk", **more}, ground={})


@pytest.mark.rule("bd:11.7")
def test_who_lies_under_soviet_stacks_or_waits_in_the_rvgk_is_dealt() -> None:
    match = front()
    hidden = [u for u in range(len(match.c.roster)) if match.view("axis").hidden(u)]
    assert len(hidden) == 2
    dealt = [imagined(match, "axis", seed) for seed in range(20)]
    assert len({c.state.hex_of[u] for c in dealt for u in hidden}) > 1
    assert any(c.state.box[unit(match, "28ra")] != "rvgk" for c in dealt)
    assert len(worlds(match, "soviet", 3)) == 1  # it sees all, and Axis units lie open


@pytest.mark.rule("bd:11.7")
def test_which_of_two_covered_units_lies_where_changes_no_deal() -> None:
    match = front()
    here, there = (u for u in range(len(match.c.roster)) if match.view("axis").hidden(u))
    names = match.c.roster.ids[here], match.c.roster.ids[there]
    other = front({**UNITS, names[0]: UNITS[names[1]], names[1]: UNITS[names[0]]})
    for seed in range(4):
        assert digest(determinised(match, "axis", seed).state) == digest(determinised(other, "axis", seed).state)


@pytest.mark.rule("bd:11.7")
def test_units_beside_the_map_come_in_the_turn_that_is_printed_on_them() -> None:
    match = Match.new("bd", "citadel", seed=1)
    for side in ("axis", "soviet"):
        c = imagined(match, side, 1)
        assert "off map" not in c.state.box
        due = [u for u, box in enumerate(c.state.box) if box.startswith("turn ")]
        assert all(int(c.state.box[u].split()[1]) > match.state.turn or c.roster.side[u] == side for u in due)


@pytest.mark.rule("bd:4.18")
def test_the_soviet_side_imagines_both_watches_once_the_choice_is_made() -> None:
    match = position({"16ra": "1810", "3pz": "1710"}, scenario="grand", turn=29, memory={"watch": 1})
    assert {imagined(match, "soviet", seed).state.watch for seed in range(12)} == {1, 2}
    assert imagined(match, "axis", 1).state.watch == 1
