"""5.12: Soviet units beside the enemy have to attack in the first three turns."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.match import Match
from tests.support.bd_position import play, position, refusal, unit

MID, E, SE, SW, W = "1810", "1809", "1909", "1910", "1811"


def beside(units: dict[str, str], turn: int = 2, **more: Any) -> Match:
    """The Soviet prepared assault phase of an early turn."""
    common: dict[str, Any] = {"ground": {}, "side": "soviet", "phase": "combat", "order": "fight-move"}
    return position(units, turn=turn, **{**common, **more})


def must(match: Match, name: str) -> list[str]:
    """The hexes of which a unit has to attack one."""
    found: list[str] = match.view("soviet").unit(unit(match, name))["must_attack"]
    return found


@pytest.mark.rule("bd:5.12")
def test_who_begins_beside_the_enemy_has_to_attack_one_hex() -> None:
    match = beside({"3ra": MID, "1inf": W, "2inf": SW, "4ra": "1800"}, dice=[3])
    assert must(match, "3ra") == [W, SW] and must(match, "4ra") == []
    assert refusal(match, "end").rule == "bd:5.12"
    play(match, f"target {W}", "add 3ra", "roll")
    while not match.over and match.c.frame.step == "german-answer":
        play(match, "pass")
    assert match.c.frame.step != "combat"


@pytest.mark.rule("bd:5.12")
@pytest.mark.parametrize(
    "more",
    [
        {"turn": 4},
        {"places": {MID: "city"}},
        {"zones": {"soviet_lines": [MID]}},
        {"lines": {"river": [f"{MID}-{W}"]}},
    ],
)
def test_who_need_not(more: dict[str, Any]) -> None:
    match = beside({"3ra": MID, "1inf": W}, **more)
    assert must(match, "3ra") == [] and match.check("end") is None


@pytest.mark.rule("bd:5.12")
def test_a_river_excuses_from_one_hex_and_not_from_the_other() -> None:
    match = beside({"3ra": MID, "1inf": W, "2inf": SW}, lines={"river": [f"{MID}-{W}"]})
    assert must(match, "3ra") == [SW]


@pytest.mark.rule("bd:5.12")
def test_nobody_is_bound_to_what_cannot_be_attacked_again() -> None:
    """Both armies face the same corps: after the attack of one the other is free."""
    match = beside({"3ra": MID, "4ra": "1710", "1inf": W}, dice=[3])
    play(match, f"target {W}", "add 3ra", "roll")
    while not match.over and match.c.frame.step == "german-answer":
        play(match, "pass")
    assert match.c.frame.step != "combat"


@pytest.mark.rule("bd:5.12")
def test_the_german_side_has_no_such_duty() -> None:
    match = beside({"3pz": MID, "3ra": W}, side="axis")
    assert match.check("end") is None
