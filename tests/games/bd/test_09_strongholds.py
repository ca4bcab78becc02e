"""Section 9: hero and fortress cities: markers, where they go, and when they are too late."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.bd.phases.strongholds import arrive, may_declare
from engine.play.match import Match
from tests.support.bd_position import at, column, play, position, refusal

MID, E, W, FAR = "1810", "1809", "1811", "1813"
CITY = {MID: "city"}


def hands(**more: Any) -> Match:
    """A panzer corps two hexes from a Soviet city with an army in it, and two hero city markers in hand."""
    common: dict[str, Any] = {
        "ground": {}, "places": CITY, "order": "move-fight", "memory": {"hero markers": 2}, "turn": 20,
    }  # fmt: skip
    return position({"3pz": FAR, "16ra": MID}, **{**common, **more})


def at_the_gates() -> Match:
    """The owner of the city is asked."""
    match = hands()
    play(match, f"move 3pz {W}")
    return match


# ---------------------------------------------------------------------- markers
@pytest.mark.rule("bd:9.1", "bd:9.2")
@pytest.mark.parametrize(
    ("turn", "heroes", "fortresses", "first"), [(20, 0, 0, 0), (4, 5, 0, 0), (13, 0, 1, 1), (28, 0, 4, 0)]
)
def test_markers_come_on_turns_4_13_and_28(turn: int, heroes: int, fortresses: int, first: int) -> None:
    match = position({"3pz": FAR}, ground={}, turn=turn)
    arrive(match.c)
    assert (column(match, "hero_markers"), column(match, "fortress_markers"), column(match, "first_fortress")) == (
        heroes,
        fortresses,
        first,
    )


@pytest.mark.rule("bd:9.1")
def test_a_hero_city_is_a_soviet_controlled_city_of_the_union() -> None:
    places = {MID: "city", "1600": "city", FAR: "city", "2218": "city"}
    match = position({"16ra": MID, "3pz": FAR}, ground={}, places=places, side="soviet", turn=20,
                     control={"1600": "soviet", "2218": "soviet"}, memory={"hero markers": 2})  # fmt: skip
    assert refusal(match, f"declare {E}").rule == "bd:9.1"
    assert refusal(match, f"declare {FAR}").rule == "bd:9.1"
    assert "outside the Soviet Union" in refusal(match, "declare 2218").reason
    play(match, f"declare {MID}", "declare 1600")  # with units and without
    assert column(match, "heroes") == [MID, "1600"]
    assert "marker in hand" in refusal(match, f"declare {MID}").reason


@pytest.mark.rule("bd:9.2")
def test_the_first_fortress_city_goes_anywhere_and_later_ones_stay_at_home() -> None:
    places = {MID: "city", "2218": "city", "2219": "city", FAR: "city"}
    control = {MID: "axis", "2218": "axis", "2219": "axis", FAR: "axis"}
    memory = {"fortress markers": 3, "first fortress marker": 1}
    match = position({"3pz": "1814"}, ground={}, places=places, control=control, turn=28, memory=memory)
    play(match, "declare 2218")
    assert match.check(f"declare {MID}") is None  # a later marker was spent at home
    play(match, f"declare {MID}")
    assert refusal(match, f"declare {FAR}").rule == "bd:9.2" and match.check("declare 2219") is None
    last = position({"3pz": "1814"}, ground={}, places=places, control=control, turn=14,
                    memory={"fortress markers": 1, "first fortress marker": 1})  # fmt: skip
    play(last, "declare 2218")
    assert column(last, "first_fortress") == 0


@pytest.mark.rule("bd:9.3", "bd:4.3")
def test_a_captured_stronghold_counts_two_and_is_none_afterwards() -> None:
    match = position({"3pz": W}, ground={}, places={MID: ("city", 1)}, control={MID: "soviet"}, heroes=[MID], turn=20)
    before = column(match, "vp")
    play(match, f"move 3pz {MID}")
    assert (column(match, "vp") - before, column(match, "heroes")) == (2, [])


# ---------------------------------------------------------------------- in the enemy's turn
@pytest.mark.rule("bd:9.7", "bd:R58")
def test_the_owner_is_asked_once_when_the_enemy_comes_to_the_gates() -> None:
    match = at_the_gates()
    assert (match.side, match.c.frame.step) == ("soviet", "strongholds")
    play(match, "pass")
    assert (match.side, match.c.frame.step) == ("axis", "movement")
    play(match, "move 3pz 1911")
    assert match.side == "axis"


@pytest.mark.rule("bd:9.6", "bd:10.25")
def test_no_mobile_assault_goes_into_a_city_that_was_declared_in_time() -> None:
    match = hands()
    play(match, f"move 3pz {W}", f"declare {MID}")
    assert (match.side, column(match, "hero_markers")) == ("axis", 1)
    assert refusal(match, f"assault 3pz {MID}").rule == "bd:10.25"


@pytest.mark.rule("bd:9.7")
def test_the_game_does_not_pause_where_it_should_not() -> None:
    match = hands(memory={})
    play(match, f"move 3pz {W}")
    assert match.side == "axis"
    match = hands()
    match.c.options = {**match.c.options, "pause_strongholds": "off"}
    play(match, f"move 3pz {W}")
    assert match.side == "axis" and at(match, "3pz") == W


@pytest.mark.rule("bd:9.7")
def test_nothing_is_declared_during_an_attack() -> None:
    """The German side answers an attack on a city with aircraft, not with a marker."""
    memory = {"fortress markers": 1, "first fortress marker": 1}
    common: dict[str, Any] = {"side": "soviet", "phase": "combat", "order": "fight-move", "offensive": {"A": MID}}
    match = position({"1g": W, "2g": W, "1inf": MID}, ground={}, places=CITY, turn=20, memory=memory, **common)
    play(match, f"target {MID}", "add 1g", "add 2g", "roll")
    assert match.c.frame.step == "german-answer"
    found = may_declare(match.c, "axis", match.c.board.find(MID))
    assert found is not None and found.rule == "bd:9.7"


@pytest.mark.rule("bd:9.7", "bd:R58")
def test_the_owner_is_asked_when_a_phase_of_the_enemy_begins() -> None:
    match = position({"3pz": W, "16ra": MID}, ground={}, places=CITY, order="move-fight", turn=20,
                     memory={"hero markers": 1})  # fmt: skip
    play(match, "end")
    assert (match.side, match.c.frame.step) == ("soviet", "strongholds")
    play(match, f"declare {MID}")
    assert (match.side, match.c.frame.step, column(match, "heroes")) == ("axis", "combat", [MID])


@pytest.mark.rule("bd:9.1", "bd:2.13")
def test_a_hero_city_on_a_fortified_line_is_shown_as_a_hero_city_first() -> None:
    match = position({"16ra": "1813", "3pz": "1815"}, heroes=["1813"], turn=20)
    h = match.c.board.find("1813")
    assert match.view("soviet").markers[h][0] == "hero city" and "fortified line" in match.view("soviet").markers[h]
