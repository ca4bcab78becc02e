"""10.23 to 10.33: mobile assaults."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.match import Match
from tests.games.bd.test_11_assault import MID, SW, E, W, odds, shifts
from tests.support.bd_position import at, left, play, position, refusal


def storm(units: dict[str, str], defenders: tuple[str, ...] = ("16ra",), *, side: str = "axis", **more: Any) -> Match:
    """A movement phase with enemies in the middle."""
    where = {**units, **dict.fromkeys(defenders, MID)}
    return position(where, side=side, **{"ground": {}, **more})


@pytest.mark.rule("bd:10.23", "bd:5.8")
def test_who_makes_mobile_assaults_when() -> None:
    assert storm({"3pz": W}).check(f"assault 3pz {MID}") is None
    assert refusal(storm({"1inf": W}), f"assault 1inf {MID}").rule == "bd:10.23"
    assert refusal(storm({"3pz": W}, turn=21), f"assault 3pz {MID}").rule == "bd:10.23"
    assert refusal(storm({"3t": W}, ("1inf",), side="soviet"), f"assault 3t {MID}").rule == "bd:10.23"
    assert storm({"3t": W}, ("1inf",), side="soviet", turn=25).check(f"assault 3t {MID}") is None


@pytest.mark.rule("bd:10.24", "bd:R23", "bd:10.19", "bd:10.18")
@pytest.mark.parametrize(
    ("more", "cost"),
    [({}, 3), ({"places": {MID: "city"}}, 4), ({"zones": {"soviet_lines": [MID]}}, 4),
     ({"lines": {"river": [f"{W}-{MID}"]}}, 5)],
)  # fmt: skip
def test_what_a_mobile_assault_costs(more: dict[str, Any], cost: int) -> None:
    match = storm({"3pz": W}, **more)
    match.dice.queue([odds(match, ["3pz"], kind="mobile").results.index("AS") + 1])
    play(match, f"assault 3pz {MID}")
    # Nine points on turn 20.
    assert left(match, "3pz") == 9 - cost and at(match, "3pz") == W


@pytest.mark.rule("bd:10.25", "bd:R24", "bd:9.6")
def test_where_no_mobile_assault_goes() -> None:
    for more in (
        {"ground": {MID: "rough"}}, {"ground": {MID: "marsh"}}, {"places": {MID: "city"}, "heroes": [MID]},
        {"lines": {"lake": [f"{W}-{MID}"]}},
    ):  # fmt: skip
        assert refusal(storm({"3pz": W}, **more), f"assault 3pz {MID}").rule == "bd:10.25"
    assert refusal(storm({"3pz": W}, area=E), f"assault 3pz {MID}").rule == "bd:R24"


@pytest.mark.rule("bd:10.25", "bd:10.3")
def test_the_points_must_suffice() -> None:
    match = storm({"3pz": "1818"})
    play(match, f"move 3pz {W}")
    assert left(match, "3pz") == 2 and refusal(match, f"assault 3pz {MID}").rule == "bd:10.25"


@pytest.mark.rule("bd:10.26", "bd:R25")
def test_no_mobile_assault_without_supply() -> None:
    match = storm({"3pz": W}, zones={"supply_german": []})
    assert refusal(match, f"assault 3pz {MID}").rule == "bd:10.26"


@pytest.mark.rule("bd:10.32", "bd:11.24")
def test_mobile_assaults_are_one_left_and_never_concentric() -> None:
    match = storm({"3pz": W, "24pz": E})
    assert shifts(odds(match, ["3pz"], kind="mobile")) == {"bd:10.32": "1L"}


@pytest.mark.rule("bd:10.27")
def test_only_who_began_together_assaults_together() -> None:
    match = storm({"3pz": W, "24pz": SW})
    play(match, f"move 24pz {W}", "pick 24pz")
    assert refusal(match, "pick 3pz").rule == "bd:10.5"


@pytest.mark.rule("bd:10.28", "bd:10.29", "bd:10.30")
def test_german_units_go_on_after_either_result() -> None:
    match = storm({"3pz": W, "24pz": W})
    found = odds(match, ["3pz", "24pz"], kind="mobile")
    match.dice.queue([found.results.index("AS") + 1, found.results.index("DR") + 1])
    play(match, "gather 3pz", f"assault 3pz {MID}")
    assert at(match, "3pz") == W
    play(match, f"assault 3pz {MID}", f"to {E}")
    assert at(match, "3pz") == at(match, "24pz") == MID and left(match, "3pz") == 3
    play(match, "move 3pz 1710")
    assert at(match, "3pz") == "1710"


@pytest.mark.rule("bd:10.28", "bd:10.24")
def test_soviet_units_assault_once_and_stay_when_repelled() -> None:
    match = storm({"3t": E, "4t": E}, ("1inf",), side="soviet", turn=25)
    found = odds(match, ["3t", "4t"], kind="mobile")
    match.dice.queue([found.results.index("AS") + 1])
    play(match, "gather 3t", f"assault 3t {MID}")
    if match.c.step.id == "german-answer":
        play(match, "pass")
    assert at(match, "3t") == E and refusal(match, "move 3t 1808").rule == "bd:10.6"


@pytest.mark.rule("bd:10.31", "bd:11.27")
def test_retreats_before_mobile_assaults_defend_again_and_never_into_the_launch_hex() -> None:
    match = storm({"3pz": W, "24pz": W, "39pz": "1708", "1inf": "1909", "2inf": "1709"})
    found = odds(match, ["3pz", "24pz"], kind="mobile")
    match.dice.queue([found.results.index("DR") + 1])
    play(match, "gather 3pz", f"assault 3pz {MID}")
    assert at(match, "16ra") == E
    assert odds(match, ["39pz"], E, kind="mobile").defense == 3


@pytest.mark.rule("bd:10.33")
def test_the_luftwaffe_supports_a_mobile_assault() -> None:
    match = storm({"3pz": W})
    found = play(match, f"assault 3pz {MID} luftwaffe")
    assert "Luftwaffe 1R" in next(e.text for e in found if e.kind == "tally")
