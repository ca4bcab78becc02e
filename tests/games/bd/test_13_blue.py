"""Chapter 13: Blue and Kremlin, the German summer of 1942."""

from __future__ import annotations

from typing import Any

import pytest

from engine.components.load import records
from engine.play.match import Match
from tests.games.bd.test_11_assault import attack, odds, shifts
from tests.support.bd_data import table
from tests.support.bd_position import at, column, play, position, refusal

MID, W, E_, SW = "2407", "2408", "2406", "2507"
"""A hex in the south with those around it; 1810 and its neighbours lie in the north."""
NORTH, NORTH_W = "1810", "1811"


def summer(units: dict[str, str], **more: Any) -> Match:
    """A German assault phase of June 1942."""
    more = {"turn": 9, "order": "move-fight", "phase": "combat", "ground": {}, **more}
    return position(units, side="axis", scenario="blue-kremlin", **more)


# ---------------------------------------------------------------------- 13.9
@pytest.mark.rule("bd:13.9", "bd:11.27")
def test_a_soviet_army_in_the_south_may_retreat_before_the_die() -> None:
    match = summer({"3pz": W, "24pz": W, "16ra": MID})
    attack(match, "3pz", "24pz", at_=MID)
    assert (match.c.frame.step, match.side) == ("give-way", "soviet")
    draws = match.state.draws
    play(match, "retreat")
    assert match.state.draws == draws, "no die is thrown"
    while match.c.frame.step == "retreat":
        assert match.side == "soviet"
        play(match, str(next(iter(match.legal))))
    assert at(match, "16ra") not in (MID, "[dead pile]") and match.c.frame.step == "advance"


@pytest.mark.rule("bd:13.9")
def test_a_soviet_army_that_stands_is_fought_by_the_die() -> None:
    match = summer({"3pz": W, "24pz": W, "16ra": MID}, dice=[1])
    attack(match, "3pz", "24pz", at_=MID)
    play(match, "stand")
    assert at(match, "16ra") == MID and match.state.draws == 1


@pytest.mark.rule("bd:13.9", "bd:10.32")
def test_mobile_assaults_are_given_way_to_as_well_and_a_counter_committed_is_used() -> None:
    match = summer({"3pz": W, "16ra": MID}, phase="movement")
    play(match, f"assault 3pz {MID} luftwaffe", "retreat")
    while match.c.frame.step == "retreat":
        play(match, str(next(iter(match.legal))))
    assert at(match, "3pz") == MID and match.state.planes_used == 1  # type: ignore[attr-defined]


@pytest.mark.rule("bd:13.9")
@pytest.mark.parametrize(
    ("units", "where", "more"),
    [
        ({"3pz": NORTH_W, "24pz": NORTH_W, "16ra": NORTH}, NORTH, {}),
        ({"3pz": W, "24pz": W, "16ra": MID}, MID, {"places": {MID: "city"}}),
        ({"3pz": W, "24pz": W, "16ra": MID}, MID, {"turn": 10}),
    ],
)
def test_no_retreat_before_the_die_in_the_north_in_cities_and_on_later_turns(
    units: dict[str, str], where: str, more: dict[str, Any]
) -> None:
    match = summer(units, dice=[1], **more)
    attack(match, "3pz", "24pz", at_=where)
    assert match.c.frame.step != "give-way"


@pytest.mark.rule("bd:13.9", "bd:11.27")
def test_who_has_no_hex_to_retreat_to_cannot_give_way() -> None:
    c = position({"3pz": W}, scenario="blue-kremlin").c
    around = [c.label(h) for h in c.grid.adjacent[c.board.find(MID)]]
    corps = ("3pz", "24pz", "1inf", "2inf", "10inf", "23inf")
    match = summer({**dict(zip(corps, [W, W, *[h for h in around if h != W][:4]], strict=True)), "16ra": MID,
                    "26inf": next(h for h in reversed(around) if h != W)}, dice=[1])  # fmt: skip
    attack(match, "3pz", "24pz", at_=MID)
    assert match.c.frame.step != "give-way"


# ---------------------------------------------------------------------- 13.8, 13.5
@pytest.mark.rule("bd:13.8", "bd:R34", "bd:5.6")
def test_the_bonus_of_the_declared_zone_lasts_three_turns() -> None:
    def gain(turn: int, zone: int) -> str:
        match = summer({"3pz": W, "16ra": MID}, turn=turn, order="fight-move", memory={"bonus zone": zone})
        return shifts(odds(match, ["3pz"], MID)).get("bd:5.6", "")

    assert [gain(turn, 2) for turn in (9, 10, 11, 12)] == ["1R", "1R", "1R", ""]
    assert gain(9, 1) == ""


@pytest.mark.rule("bd:13.8", "bd:R59", "bd:10.22")
def test_the_zone_is_named_before_anybody_sets_up() -> None:
    match = Match.new("bd", "blue-kremlin")
    assert (match.c.frame.step, match.side) == ("effort", "axis")
    play(match, "north")
    assert column(match, "bonus_zone") == 1 and match.c.frame.step != "effort"


@pytest.mark.rule("bd:13.5", "bd:13.2")
def test_rates_are_those_of_the_track() -> None:
    steps = {row["turn"]: row for row in records(table("charts.toml")["replacements"], "charts.toml", "replacements")}
    dead = dict.fromkeys(("3pz", "24pz", "1inf"), "dead pile")
    match = position({"2inf": "2023"}, scenario="blue-kremlin", turn=9, phase="reinforcement", boxes=dead)
    assert f"{column(match, 'mech_steps')}/{column(match, 'foot_steps')}" == steps[9]["german"]
    assert (match.c.scenario["turns"]["first"], match.c.scenario["turns"]["last"]) == (9, 13)


@pytest.mark.rule("bd:13.3", "bd:13.6", "bd:13.7")
def test_the_soviet_side_stands_as_printed_before_the_german_sets_up() -> None:
    match = Match.new("bd", "blue-kremlin")
    play(match, "south")
    assert (match.c.frame.step, match.side, at(match, "62ra"), at(match, "42inf")) == (
        "free-set-up", "axis", "2501", "3106",
    )  # fmt: skip
    play(match, "clear", "place 3pz 2408")
    assert refusal(match, "place 1inf 2204").rule == "bd:13.7", "east of the front"
    assert refusal(match, "place 3ro 1511").rule == "bd:10.22", "an army of a satellite in the north"
    assert refusal(match, "take 42inf").rule == "bd:13.7", "printed"
    assert refusal(match, "ready").rule == "bd:13.7"
    play(match, "standard", "ready")
    assert match.c.frame.step != "free-set-up"


@pytest.mark.rule("bd:13.4", "bd:4.11")
def test_the_score_tells_the_conditions() -> None:
    match = Match.new("bd", "blue-kremlin")
    score = match.view("axis").score()
    assert (score.side, score.total) == ("axis", 28) and [line.rule for line in score.lines] == ["bd:13.4"] * 2
