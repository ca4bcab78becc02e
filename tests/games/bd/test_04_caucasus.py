"""4.11 to 4.13: a Caucasus expedition from its start to its end, from positions with nothing in them but that."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.bd.caucasus import make_ready
from engine.games.bd.control import enter
from engine.games.bd.victory.expedition import resolve
from engine.play.match import Match
from tests.support.bd_position import at, play, position, refusal, unit

GERMAN = {"3103": "axis", "2607": "axis", "2804": "axis"}
FORCE = {"49mtn": "3202", "40pz": "3202", "57pz": "3203"}
SOVIET = {"9ra": "1606", "37ra": "1606", "44ra": "1506", "46ra": "1506"}
INSIDE = {"52inf": "caucasus", "40pz": "caucasus", "57pz": "caucasus", "9ra": "caucasus", "37ra": "caucasus"}


def south(units: dict[str, str], *, turn: int = 11, **more: Any) -> Match:
    """A position of The Road Back in which the German side holds the south."""
    memory = {"stretch baltic": 1, "stretch dnepr": 1, "expedition ready": turn, **more.pop("memory", {})}
    control = {**GERMAN, **more.pop("control", {})}
    more = {"scenario": "road-back", "order": "move-fight", **more}
    return position(units, turn=turn, control=control, memory=memory, **more)


# ---------------------------------------------------------------------- launching
@pytest.mark.rule("bd:4.11", "bd:R4")
def test_an_expedition_takes_three_supplied_places_away_from_the_enemy() -> None:
    match = south({"3pz": "3103", "3ra": "1606"}, memory={"expedition ready": 0})
    make_ready(match.c)
    assert match.c.state.expedition_ready == 11
    for spoilt in ({"3103": "soviet"}, {"2804": "soviet"}, {"2607": "soviet"}):
        match = south({"1inf": "2023", "3ra": "1606"}, memory={"expedition ready": 0}, control=spoilt)
        make_ready(match.c)
        assert match.c.state.expedition_ready == 0
    match = south({"3pz": "3103", "3ra": "3003"}, memory={"expedition ready": 0})
    make_ready(match.c)
    assert match.c.state.expedition_ready == 0, "a Soviet unit beside Maikop"


@pytest.mark.rule("bd:4.11", "bd:4.12")
def test_an_infantry_and_two_panzer_corps_leave_and_four_armies_answer() -> None:
    match = south({**FORCE, **SOVIET, "3ra": "1406", "1inf": "3203"})
    assert refusal(match, "launch 40pz 49mtn 57pz").rule == "bd:4.11"
    assert refusal(match, "launch 49mtn 40pz 40pz").rule == "bd:4.11"
    play(match, "launch 49mtn 40pz 57pz")
    assert (match.side, match.c.step.id) == ("soviet", "caucasus-answer")
    assert {at(match, name) for name in FORCE} == {"[caucasus]"}
    play(match, *(f"send {name}" for name in SOVIET))
    assert {at(match, name) for name in SOVIET} == {"[caucasus]"} and match.side == "axis"
    assert refusal(match, "launch 1inf 40pz 57pz").rule == "bd:4.13", "one a game"
    assert refusal(match, "recall 40pz 3202").rule == "bd:4.13", "not in the phase in which it left"


@pytest.mark.rule("bd:4.11")
def test_nobody_leaves_from_elsewhere_or_unprepared() -> None:
    match = south({**FORCE, "49mtn": "3103", **SOVIET})
    assert refusal(match, "launch 49mtn 40pz 57pz").rule == "bd:4.11"
    match = south({**FORCE, **SOVIET}, memory={"expedition ready": 10})
    assert refusal(match, "launch 49mtn 40pz 57pz").rule == "bd:4.11"


@pytest.mark.rule("bd:4.12")
def test_without_four_armies_the_german_side_wins() -> None:
    match = south({**FORCE, "9ra": "1606", "37ra": "1606", "44ra": "1506"})
    play(match, "launch 49mtn 40pz 57pz")
    assert (match.over, match.state.winner, match.state.over_rule) == (True, "axis", "bd:4.12")
    match = south({**FORCE, "9ra": "1606"}, boxes=dict.fromkeys(("37ra", "44ra", "46ra"), "rvgk"))
    play(match, "launch 49mtn 40pz 57pz")
    assert not match.over, "armies of the RVGK count"
    play(match, "give-up")
    assert match.state.winner == "axis"


# ---------------------------------------------------------------------- the oil
def oil(*dice: int, turn: int = 12, expedition: int = 1, stalingrad: bool = False) -> tuple[int, int]:
    """Points of a Victory Check Phase, and how the expedition stands after it."""
    control = {"2501": "axis" if stalingrad else "soviet"}
    match = south({"1inf": "2502", "3ra": "1606"}, turn=turn, boxes=INSIDE, dice=dice, control=control,
                  memory={"expedition": expedition})  # fmt: skip
    before = match.c.state.vp
    resolve(match.c)
    assert not match.c.dice.queued
    return match.c.state.vp - before, match.c.state.expedition


@pytest.mark.rule("bd:4.13", "bd:R5")
def test_a_six_breaks_through_to_the_oil() -> None:
    assert [oil(n) for n in range(1, 6)] == [(0, 1)] * 5
    assert oil(6, 4) == (4, 2)
    assert oil(5, 6, stalingrad=True) == (6, 2) and oil(4, stalingrad=True) == (0, 1)
    assert oil(expedition=2) == (1, 2)
    assert oil(expedition=3) == (0, 3)


@pytest.mark.rule("bd:12.3", "bd:12.9")
def test_the_die_of_turn_13_is_thrown_already() -> None:
    c = Match.new("bd", "road-back").c
    assert c.state.expedition == 1
    resolve(c)
    assert (c.state.expedition, c.state.vp, len(c.thrown)) == (1, 33, 0)
    c.state.turn = 14
    resolve(c)
    assert len(c.thrown) >= 1


# ---------------------------------------------------------------------- its end
def under_way(units: dict[str, str], **more: Any) -> Match:
    memory = {"expedition": 1, "expedition ready": 8, **more.pop("memory", {})}
    return south(units, boxes={**INSIDE, **more.pop("boxes", {})}, memory=memory, **more)


@pytest.mark.parametrize("label", ["2804", "2607"])
@pytest.mark.rule("bd:4.13")
def test_rostov_or_dnepropetrovsk_lost_is_its_end(label: str) -> None:
    match = under_way({"3ra": "1606", "1inf": "2023"}, side="soviet")
    enter(match.c, [unit(match, "3ra")], match.c.hex(label))
    assert {at(match, name) for name in ("52inf", "40pz", "57pz")} == {"[dead pile]"}
    assert match.c.state.expedition == 3 and at(match, "9ra") == "[caucasus]"


@pytest.mark.rule("bd:4.13")
def test_soviet_units_in_all_five_exits_are_its_end() -> None:
    units = {"3ra": "3200", "4ra": "3201", "13ra": "3202", "16ra": "3203", "18ra": "3104", "1inf": "2023"}
    match = under_way(units, side="soviet")
    assert at(match, "40pz") == "[caucasus]"
    enter(match.c, [unit(match, "18ra")], match.c.hex("3204"))
    assert at(match, "40pz") == "[dead pile]"


@pytest.mark.rule("bd:4.13")
def test_it_is_called_back_as_a_whole_over_free_exits() -> None:
    match = under_way({"3ra": "3204", "1inf": "2023"})
    assert refusal(match, "recall 40pz 3204").rule == "bd:4.13"
    assert refusal(match, "recall 40pz 3104").rule == "bd:4.13"
    play(match, "recall 40pz 3202")
    assert refusal(match, "end").rule == "bd:4.13", "all or none"
    play(match, "recall 57pz 3201", "recall 52inf 3200", "move 40pz 3102")
    assert (at(match, "40pz"), at(match, "52inf"), match.c.state.expedition) == ("3102", "3200", 3)
    assert match.check("end") is None


@pytest.mark.rule("bd:4.13")
def test_a_successful_one_garrisons_the_oil() -> None:
    match = under_way({"3ra": "1606", "1inf": "2023"}, memory={"expedition": 2})
    assert refusal(match, "recall 40pz 3202").rule == "bd:4.13"


@pytest.mark.rule("bd:4.13", "bd:R98")
def test_soviet_armies_that_did_not_follow_at_once_come_back_later() -> None:
    match = under_way({"3ra": "1606", "1inf": "2023"}, turn=11)
    play(match, "recall 40pz 3202", "recall 57pz 3201", "recall 52inf 3200")
    late = under_way({"3ra": "1606", "40pz": "3202"}, turn=12, side="soviet", boxes={"40pz": ""},
                     memory=dict(match.c.state.memory))  # fmt: skip
    play(late, "recall 9ra 3203")
    assert (at(late, "9ra"), at(late, "37ra")) == ("3203", "[caucasus]")


@pytest.mark.rule("bd:4.13", "bd:8.9")
def test_soviet_armies_follow_onto_the_map_or_into_the_rvgk() -> None:
    match = under_way({"3ra": "1606", "1inf": "3204"}, side="soviet", memory={"expedition": 3})
    assert refusal(match, "recall 9ra 3204").rule == "bd:4.13"
    play(match, "recall 9ra 3202", "move 9ra 3102")
    assert at(match, "9ra") == "3102"
    match = under_way({"3ra": "1606", "1inf": "2023"}, side="soviet", phase="rvgk", memory={"expedition": 3})
    play(match, "store 9ra")
    assert (at(match, "9ra"), match.c.state.shifted) == ("[rvgk]", 1)
    match = under_way({"3ra": "1606", "1inf": "2023"}, side="soviet", phase="rvgk")
    assert refusal(match, "store 9ra").rule == "bd:8.10", "not while the expedition is under way"
