"""Chapter 14.1 and 11.3: fortresses are built in the Supply Check of the Leningrad, Kiev and campaign games."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.ava.combat.battle import damage_fortress
from engine.play.match import Match
from tests.support.position import at, column, hexes, play, position, refusal, rules_of

CITY, TOWN, SECOND, THIRD, FOURTH = "K3507", "K3310", "K3607", "K3608", "K4127"
PLACES = {CITY: "major city", SECOND: "major city", THIRD: "major city", FOURTH: "major city", TOWN: "city"}
SOVIET = {"soviet": ("K5507",), "axis": ("K0112",), "from_moscow": ()}
LOST = {"control": dict.fromkeys(PLACES, "soviet")}


def checking(scenario: str = "kiev", turn: int = 4, **more: Any) -> Match:
    """A Supply Check on open ground around five Soviet cities of the Kiev map; nothing else can be decided in it."""
    wanted: dict[str, Any] = {"ground": {}, "places": PLACES, "sources": SOVIET, "chits": {"s-5a": "cup"}}
    wanted |= {"control": dict.fromkeys(PLACES, "soviet")} | more
    return position(wanted.pop("units", {}), scenario=scenario, turn=turn, phase="supply", **wanted)


def sites(match: Match) -> set[str]:
    """Hexes in which a fortress step may be built now."""
    return {a.args[0] for a in match.legal if a.verb == "build"}


def walled(city: str) -> list[str]:
    """All sides of a hex, to cut it off from everywhere."""
    match = Match.new("ava", "kiev")
    h = hexes(match, city)[0]
    return [f"{city}-{match.c.label(n)}" for n in match.c.grid.adjacent[h]]


# ---------------------------------------------------------------------- when
@pytest.mark.rule("ava:14.0", "ava:11.3", "ava:14.1")
@pytest.mark.parametrize(("turn", "asked"), [(1, False), (3, False), (4, True), (9, True)])
def test_fortresses_are_built_from_turn_four(turn: int, asked: bool) -> None:
    match = checking(turn=turn)
    assert (not match.over and match.prompt.rule == "ava:14.1" and match.side == "soviet") is asked


@pytest.mark.rule("ava:11.3", "ava:14.1", "ava:R27")
def test_the_axis_takes_its_units_first_and_markers_are_lifted_last() -> None:
    match = checking(turn=6, units={"9pz": "K0212"}, lines={"railroad": ["K0112-K0212"]}, stand_fast=[CITY])
    asked = [match.prompt.rule]
    for _ in range(2):
        match.play("end")
        asked.append(match.prompt.rule)
    assert asked == ["ava:11.2", "ava:14.1", "ava:16.2"]


@pytest.mark.rule("ava:11.3", "ava:14.1")
def test_building_is_voluntary() -> None:
    match = checking()
    assert str(match.prompt.default) == "end"
    match.play("end")
    assert column(match, "fortress") == {} and match.prompt.rule == "ava:7.1"


# ---------------------------------------------------------------------- where
@pytest.mark.rule("ava:14.1", "ava:14.1(1)")
def test_only_major_cities_of_the_soviets_are_fortified() -> None:
    match = checking(control={**LOST["control"], THIRD: "axis"})
    assert sites(match) == {CITY, SECOND, FOURTH}
    assert refusal(match, f"build {TOWN}").rule == "ava:14.1(1)"
    assert refusal(match, f"build {THIRD}").rule == "ava:14.1(1)"
    assert refusal(match, "build K3010").rule == "ava:14.1(1)"


@pytest.mark.rule("ava:14.1", "ava:14.1(1)", "ava:11.3")
def test_the_city_needs_a_line_of_communications() -> None:
    match = checking(lines={"barred": walled(CITY)})
    assert CITY not in sites(match)
    found = refusal(match, f"build {CITY}")
    assert found.rule == "ava:14.1(1)" and "line of communications" in found.reason


@pytest.mark.rule("ava:14.1", "ava:14.1(2)")
def test_not_next_to_the_enemy() -> None:
    match = checking(turn=4, units={"9pz": "K3407"})
    found = refusal(match, f"build {CITY}")
    assert found.rule == "ava:14.1(2)" and found.hexes == hexes(match, CITY, "K3407")
    assert sites(match) == {SECOND, THIRD, FOURTH}  # two hexes away he does not matter


# ---------------------------------------------------------------------- how many
@pytest.mark.rule("ava:14.1", "ava:14.1(3)", "ava:14.1(4)", "ava:18.3")
def test_one_step_a_check_in_the_kiev_game() -> None:
    match = checking()
    events = match.play(f"build {CITY}")
    assert ("fortress", "ava:14.1(4)") in rules_of(events)
    assert column(match, "fortress") == {CITY: 1} and match.prompt.rule == "ava:7.1"


@pytest.mark.rule("ava:14.1", "ava:14.1(3)", "ava:14.1(5)")
def test_two_steps_a_check_in_the_campaign() -> None:
    match = checking("campaign")
    match.play(f"build {CITY}")
    assert match.prompt.rule == "ava:14.1"
    events = match.play(f"build {CITY}")
    assert ("fortress", "ava:14.1(5)") in rules_of(events)
    assert column(match, "fortress")[CITY] == 2 and match.prompt.rule == "ava:7.1"


@pytest.mark.rule("ava:14.1", "ava:14.1(6)")
def test_two_steps_a_hex() -> None:
    match = checking(fortress={CITY: 2})
    assert refusal(match, f"build {CITY}").rule == "ava:14.1(6)" and CITY not in sites(match)


@pytest.mark.rule("ava:14.0", "ava:18.3", "ava:14.1(5)")
def test_three_hexes_in_the_kiev_game() -> None:
    match = checking(fortress={CITY: 1, SECOND: 2, THIRD: 1})
    assert refusal(match, f"build {FOURTH}").rule == "ava:18.3"
    assert sites(match) == {CITY, THIRD}  # what stands may still be raised


@pytest.mark.rule("ava:14.0", "ava:14.3", "ava:R37")
def test_six_hexes_in_the_campaign_three_on_each_map() -> None:
    north = ("L3602", "L3603", "L3702")
    control = {**LOST["control"], **dict.fromkeys(north, "soviet"), "S4112": "soviet"}
    places = PLACES | dict.fromkeys((*north, "S4112"), "major city")
    three = dict.fromkeys((CITY, SECOND, THIRD), 1)
    match = checking("campaign", places=places, control=control, fortress=three | {"S0927": 1})
    assert refusal(match, f"build {FOURTH}").rule == "ava:14.3"
    assert refusal(match, "build S4112").rule == "ava:14.3"  # the Smolensk map has the marker of Brest alone
    assert {"L3602", "L3603", "L3702"} <= sites(match)
    full = checking("campaign", places=places, control=control, fortress=three | dict.fromkeys(north, 1))
    assert refusal(full, f"build {FOURTH}").rule == "ava:14.0"


# ---------------------------------------------------------------------- lost and rebuilt
def struck(match: Match, city: str) -> Match:
    """The marker in a city loses a step in combat."""
    damage_fortress(match.c, hexes(match, city)[0])
    match._after()
    return match


@pytest.mark.rule("ava:14.1(7)", "ava:14.1", "ava:14.3", "ava:R37")
def test_what_was_reduced_is_raised_again_and_uses_no_marker() -> None:
    match = struck(checking(fortress={CITY: 2, SECOND: 1, THIRD: 2}), CITY)
    match.play(f"build {CITY}")
    assert column(match, "fortress")[CITY] == 2 and column(match, "memory") == {}


@pytest.mark.rule("ava:14.1(7)", "ava:14.1", "ava:14.3", "ava:R37")
def test_a_lost_marker_never_returns_but_another_may_take_its_place() -> None:
    match = struck(checking(fortress={CITY: 1}), CITY)
    assert column(match, "fortress") == {} and column(match, "memory") == {"lost K": 1}
    match.play(f"build {CITY}")
    assert column(match, "fortress") == {CITY: 1}
    spent = checking(memory={"lost K": 3})
    assert spent.prompt.rule == "ava:7.1"  # nothing to build with, so nothing is asked
    last = checking(memory={"lost K": 1}, fortress={CITY: 1, SECOND: 1})
    assert refusal(last, f"build {THIRD}").rule == "ava:14.3"


@pytest.mark.rule("ava:14.3", "ava:R21", "ava:R37")
def test_the_marker_of_brest_is_none_of_these() -> None:
    match = struck(Match.new("ava", "campaign"), "S0927")
    assert column(match, "fortress") == {}
    tracks = {t.id: t.lines for t in match.view().tracks()}
    assert tracks["fortresses"][1:] == ("Kiev: 3 of 3 markers left", "Leningrad: 3 of 3 markers left")


# ---------------------------------------------------------------------- what can be seen
@pytest.mark.rule("ava:14.1", "ava:14.3")
def test_the_marker_and_what_is_left_are_shown() -> None:
    match = checking()
    play(match, f"build {CITY}")
    view = match.view()
    assert view.markers[hexes(match, CITY)[0]] == ("fortress +1",)
    assert [t.lines for t in view.tracks() if t.id == "fortresses"] == [
        ("1 a Supply Check from turn 4", "Kiev: 2 of 3 markers left")
    ]


@pytest.mark.rule("ava:14.1", "ava:14.2")
def test_a_unit_and_a_new_fortress_share_the_hex() -> None:
    match = checking(units={"99rd": CITY})
    match.play(f"build {CITY}")
    assert at(match, "99rd") == CITY and match.rules.invariants(match.c) == []
