"""Section 7 and what belongs to it: allies of Germany, countries and maps."""

from __future__ import annotations

import pytest

from engine.games.pm.allies import may_attack_together, may_go, may_stack
from engine.play.match import Match
from tests.support.pm_position import at, hexes, play, position, refusal, unit

GROUPS = {
    "italian": ("it-9inf", "it-52inf"),
    "romanian": ("ro-6inf", "ro-7inf"),
    "german": ("1inf", "11inf"),
}


def stacking(match: Match, *names: str) -> str:
    found = may_stack(match.c, [unit(match, n) for n in names])
    return found.rule if found else ""


def attacking(match: Match, *names: str) -> str:
    found = may_attack_together(match.c, [unit(match, n) for n in names])
    return found.rule if found else ""


def going(match: Match, name: str, label: str) -> str:
    found = may_go(match.c, unit(match, name), hexes(match, label)[0])
    return found.rule if found else ""


@pytest.mark.rule("pm:7.1")
def test_the_allies_do_not_mix() -> None:
    match = position()
    assert stacking(match, "it-9inf", "ro-6inf") == "pm:7.1"
    assert stacking(match, "hf", "ro-6inf") == "pm:7.1"
    assert stacking(match, "hf", "it-9inf") == "pm:7.1"


@pytest.mark.rule("pm:7.2", "pm:7.3")
@pytest.mark.parametrize(("nation", "cause"), [("italian", "pm:7.2"), ("romanian", "pm:7.3")])
def test_one_german_unit_beside_italians_or_romanians(nation: str, cause: str) -> None:
    match = position()
    assert stacking(match, *GROUPS[nation]) == ""
    assert stacking(match, *GROUPS[nation], "1inf") == ""
    assert stacking(match, *GROUPS[nation], "1inf", "185stg") == cause


@pytest.mark.rule("pm:7.4", "pm:6.3")
def test_the_fast_corps_joins_a_german_stack() -> None:
    match = position()
    assert stacking(match, "hf", *GROUPS["german"], "61inf", "217inf") == ""


@pytest.mark.rule("pm:7.5", "pm:R12")
def test_french_croats_and_spaniards_are_as_germans() -> None:
    match = position()
    assert stacking(match, "250sp", "638fr", "369cr", "1inf") == ""
    assert stacking(match, "ro-6inf", "250sp") == ""
    assert stacking(match, "ro-6inf", "250sp", "1inf") == "pm:7.3"
    assert attacking(match, "ro-6inf", "250sp", "638fr") == ""
    assert going(match, "250sp", "2810N") == ""


@pytest.mark.rule("pm:7.2", "pm:7.3", "pm:7.4", "pm:R13")
def test_allies_attack_with_germans_alone() -> None:
    match = position()
    assert attacking(match, "ro-6inf", "1inf", "11inf", "61inf") == ""
    assert attacking(match, "ro-6inf", "it-9inf") in ("pm:7.2", "pm:7.3")
    assert attacking(match, "hf", "ro-6inf", "1inf") in ("pm:7.3", "pm:7.4")
    assert attacking(match, "hf", "1inf") == ""


@pytest.mark.rule("pm:7.2", "pm:7.3", "pm:7.4", "pm:R1")
@pytest.mark.parametrize(("name", "cause"), [("it-9inf", "pm:7.2"), ("ro-6inf", "pm:7.3"), ("hf", "pm:7.4")])
def test_allies_stay_off_the_northern_map_but_stand_in_the_shared_row(name: str, cause: str) -> None:
    match = position({name: "3000S"}, ground={})
    assert refusal(match, f"move {name} 3027N").rule == cause
    assert match.check(f"move {name} 2900S") is None
    assert hexes(match, "3028N") == hexes(match, "3000S")


@pytest.mark.rule("pm:8.5")
def test_romanians_and_hungarians_stay_out_of_each_others_country() -> None:
    match = position()
    hungary = sorted(match.c.board.zone("zomo_hungary"))
    romania = sorted(match.c.board.zone("zomo_romania"))
    southern = next(match.c.label(h) for h in hungary if match.c.label(h).endswith("S"))
    assert going(match, "ro-6inf", southern) == "pm:8.5"
    assert going(match, "hf", southern) == ""
    assert going(match, "hf", match.c.label(romania[-1])) == "pm:8.5"
    assert going(match, "ro-6inf", match.c.label(romania[-1])) == ""
    assert going(match, "it-9inf", southern) == going(match, "1inf", match.c.label(romania[-1])) == ""


@pytest.mark.rule("pm:5.3", "pm:R43")
def test_hungary_and_romania_are_closed_on_the_first_turn() -> None:
    romania = "1908S"
    units = {"ro-6inf": romania, "rd-001": "1907S"}
    first = position(units, turn=1)
    assert refusal(first, "move ro-6inf 1906S").rule == "pm:5.3"
    assert refusal(position(units, turn=1, side="soviet"), "move rd-001 1808S").rule == "pm:5.3"
    later = position(units, turn=2)
    assert later.legal.of("ro-6inf")
    assert position(units, turn=2, side="soviet").check("move rd-001 1808S") is None


@pytest.mark.rule("pm:8.6")
def test_soviets_may_enter_the_zomo() -> None:
    match = position({"rd-001": "2008N"}, side="soviet", turn=1)
    play(match, "move rd-001 1908N")
    assert at(match, "rd-001") == "1908N"


@pytest.mark.rule("pm:7.1", "pm:R29")
def test_beginners_do_not_mind_nationalities() -> None:
    match = position(options={"rules": "beginners"})
    assert stacking(match, "it-9inf", "ro-6inf", "hf", "1inf", "11inf") == ""
    assert going(match, "ro-6inf", "3027N") == ""
