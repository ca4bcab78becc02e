"""8.22, 8.23: oversized rifle armies, and the Red Army of June 1941 until the end of Game Turn 3."""

from __future__ import annotations

import pytest

from engine.play.match import Match
from tests.games.bd.test_11_assault import result
from tests.support.bd_data import table
from tests.support.bd_position import at, play, position

CITY = "1803"
CORPS = {"1mc": "1803", "21rc": "1803", "5abc": "1804"}


def end_of_turn(turn: int, units: dict[str, str], **more: object) -> Match:
    """A Soviet movement phase is ended, the last of its turn."""
    match = position({"1inf": "1820", **units}, side="soviet", turn=turn, ground={}, order="fight-move",
                     places={CITY: "city"}, **more)  # type: ignore[arg-type]  # fmt: skip
    match.c.state.stack[-2].vars["next"] = 5
    play(match, "end")
    return match


@pytest.mark.rule("bd:8.23")
def test_corps_go_and_oversized_armies_give_way_at_the_end_of_turn_three() -> None:
    match = end_of_turn(3, {**CORPS, "6ra-big": "1805", "16ra": "1802", "bcg": "1802"})
    assert {at(match, u) for u in (*CORPS, "6ra-big")} == {"[removed]"}
    assert [at(match, u) for u in ("6ra", "16ra", "bcg")] == ["1805", "1802", "1802"]


@pytest.mark.rule("bd:8.23")
def test_nobody_goes_a_turn_earlier() -> None:
    match = end_of_turn(2, {**CORPS, "6ra-big": "1805"})
    assert [at(match, u) for u in (*CORPS, "6ra-big")] == [*CORPS.values(), "1805"]


@pytest.mark.rule("bd:8.23", "bd:8.8")
def test_those_in_the_rvgk_go_too() -> None:
    match = end_of_turn(3, {"16ra": "1802"}, boxes={"1mc": "rvgk", "5ra-big": "rvgk"})
    assert [at(match, u) for u in ("1mc", "5ra-big", "5ra")] == ["[removed]", "[removed]", "[rvgk]"]


@pytest.mark.rule("bd:8.23")
def test_who_is_cut_off_stays_until_it_is_supplied_again() -> None:
    match = end_of_turn(3, {"1mc": "1805", "6ra-big": "1806"}, zones={"supply_soviet": ["1800"], "supply_german": []})
    assert at(match, "1mc") == "[removed]"
    cut: dict[str, object] = {"zones": {"supply_soviet": []}}
    match = end_of_turn(3, {"1mc": "1805", "6ra-big": "1806"}, **cut)
    assert [at(match, u) for u in ("1mc", "6ra-big", "6ra")] == ["1805", "1806", "[not in play]"]
    # On a later turn the first look at supply finds them: here the line is open from the start.
    match = position({"1mc": "1805", "6ra-big": "1806", "1inf": "1820"}, side="soviet", turn=5, ground={},
                     order="fight-move")  # fmt: skip
    play(match, "end")
    assert [at(match, u) for u in ("1mc", "6ra-big", "6ra")] == ["[removed]", "[removed]", "1806"]


@pytest.mark.rule("bd:8.22", "bd:8.12")
def test_a_lost_oversized_army_leaves_its_counterpart_in_the_dead_pile() -> None:
    match = position({"3pz": "1811", "24pz": "1811", "6ra-big": "1810"}, phase="combat", turn=2, ground={},
                     order="fight-move")  # fmt: skip
    result(match, "BB", "3pz", "24pz")
    play(match, "bloodbath")
    assert (at(match, "6ra-big"), at(match, "6ra")) == ("[removed]", "[dead pile]")


@pytest.mark.rule("bd:8.22")
def test_seven_oversized_armies_have_counterparts_of_three() -> None:
    pairs = table("conversions.toml")["oversized"]["rows"]
    assert len(pairs) == 7 and table("track.toml")["reorganization"]["turn"] == 3
