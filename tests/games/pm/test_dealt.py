"""2.15, 8.1, 14.7: positions as a side could imagine them keep what it has seen, and none of the truth beside."""

from __future__ import annotations

from random import Random

import pytest

from engine.games.pm.fog import UNSEEN
from engine.play.determined import determinised
from engine.play.match import Match
from engine.play.state import digest
from tests.games.pm.twins import swapped_identities, swapped_places
from tests.support.imagined import imagined, worlds
from tests.support.playing import play, unit
from tests.support.pm_position import position

HERE, THERE, OTHER = "2510N", "2512N", "2514N"


def stacks_of_panzers() -> Match:
    return position({"1pz": HERE, "6pz": HERE, "3pz": THERE, "7pz": THERE, "4pz": OTHER, "8pz": OTHER}, ground={})


@pytest.mark.rule("pm:14.7")
def test_who_lies_under_german_stacks_is_dealt_and_the_tops_stay() -> None:
    match = stacks_of_panzers()
    assert len(worlds(match, "soviet", 8)) > 1
    assert imagined(match, "axis", 3).state.hex_of == match.state.hex_of  # it sees who its own are


@pytest.mark.rule("pm:14.7")
def test_which_of_two_covered_units_lies_where_changes_no_deal() -> None:
    match = stacks_of_panzers()
    found = swapped_places(match, "soviet", Random(1), alike=True)
    assert found is not None
    for seed in range(4):
        assert digest(determinised(match, "soviet", seed).state) == digest(determinised(found[0], "soviet", seed).state)


@pytest.mark.rule("pm:14.7")
def test_who_went_under_a_stack_before_the_eyes_of_the_enemy_stays_there() -> None:
    match = position({"1pz": HERE, "6pz": HERE, "3pz": THERE, "8pz": THERE, "7pz": OTHER}, ground={})
    play(match, f"move 7pz {THERE}")
    for seed in range(12):
        assert imagined(match, "soviet", seed).state.hex_of[unit(match, "7pz")] == match.c.hex(THERE)


@pytest.mark.rule("pm:2.15")
def test_untried_counters_are_dealt_from_what_is_left_of_the_pool_for_both_sides() -> None:
    match = Match.new("pm", "campaign", seed=2)
    twin = swapped_identities(match, Random(3))
    assert twin is not None
    for side in ("axis", "soviet"):
        one = imagined(match, side, 1)
        assert digest(one.state) == digest(determinised(twin[0], side, 1).state)
        dealt = [i for i in one.state.identity if i >= 0]
        truth = [i for i in match.state.identity if i >= 0]  # type: ignore[attr-defined]
        assert sorted(dealt) == sorted(truth) and dealt != truth
    assert len(worlds(match, "axis", 3)) == 3


@pytest.mark.rule("pm:8.1")
def test_soviet_units_beside_the_map_wait_for_the_turn_of_the_schedule_or_in_the_rvgk() -> None:
    match = Match.new("pm", "campaign", seed=2)
    c = imagined(match, "axis", 1)
    assert UNSEEN not in c.state.box
    later = [u for u, box in enumerate(match.state.box) if box.startswith("turn ")]
    assert [c.state.box[u] for u in later] == [match.state.box[u] for u in later]
