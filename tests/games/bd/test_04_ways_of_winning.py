"""4.14, 13.4, 14.4: how the scenarios are decided, from positions with nothing in them but what counts."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.games.bd.ruleset import RULESET
from engine.games.bd.victory.check import aims, check
from engine.games.bd.victory.conditions import gained, lost
from engine.games.bd.victory.points import limits
from engine.play.match import Match
from tests.support.bd_position import position


def told(match: Match) -> dict[str, tuple[int, int]]:
    """The conditions by their words, with what is reached and what is needed."""
    return {a.text: (a.have, a.need) for a in aims(match.c)}


def decided(match: Match) -> str:
    """Who has won after the Victory Check Phase; empty while play goes on."""
    check(match.c)
    return match.state.winner


# ---------------------------------------------------------------------- Citadel
def citadel(taken: int, *, turn: int, units: Mapping[str, str] | None = None, lose: str = "") -> Match:
    """Everything east of a line is Soviet; of the German cities as many are taken as wanted."""
    everybody = units or {"3ra": "1606", "1inf": "2023"}
    match = position(everybody, turn=turn)
    c = match.c
    german = [label for label, owner in sorted(c.state.starting.items()) if owner == "axis"]
    for label in german[:taken]:
        c.state.control[label] = "soviet"
    if lose:
        c.state.control[lose] = "axis"
    c.touch()
    return match


@pytest.mark.rule("bd:14.4", "bd:14.2", "bd:R52")
def test_seven_cities_win_citadel_at_the_end_of_any_turn() -> None:
    assert told(citadel(7, turn=20))["cities gained"] == (7, 7)
    assert decided(citadel(6, turn=20)) == ""
    assert decided(citadel(7, turn=20)) == "soviet"
    # On the last turn a river without supplied Germans and an empty Gotenkopf count as cities.
    assert decided(citadel(5, turn=22)) == "soviet"
    assert decided(citadel(4, turn=22)) == "axis"


@pytest.mark.rule("bd:14.4")
def test_a_soviet_city_lost_or_a_german_unit_beside_leningrad_spoils_citadel() -> None:
    assert decided(citadel(7, turn=20, lose="1011")) == ""
    match = citadel(9, turn=22, units={"3ra": "1606", "1inf": "1110"})
    assert told(match)["all hexes beside Leningrad cleared"] == (-1, 0) and decided(match) == "axis"


# ---------------------------------------------------------------------- Blue and Kremlin
def blue(*cities: str, turn: int = 13, units: Mapping[str, str] | None = None, lose: str = "") -> Match:
    """Germans in the west; the named cities of the east are German."""
    match = position({"1inf": "2023", "3ra": "1300", **(units or {})}, turn=turn, scenario="blue-kremlin")
    c = match.c
    for label in cities:
        c.state.control[label] = "axis"
    if lose:
        c.state.control[lose] = "soviet"
    c.touch()
    return match


@pytest.mark.rule("bd:13.4", "bd:13.2")
def test_two_of_three_cities_win_blue_on_its_last_turn_alone() -> None:
    assert decided(blue("1011", "1606")) == "axis"
    assert decided(blue("1011", "1606", turn=12)) == ""
    assert decided(blue("1606")) == "soviet"


@pytest.mark.rule("bd:13.4")
def test_a_german_city_lost_loses_blue() -> None:
    match = blue("1011", "1606", lose="2023")
    assert [match.c.label(h) for h in lost(match.c)] == ["2023"] and decided(match) == "soviet"


@pytest.mark.rule("bd:13.4", "bd:7.3")
def test_a_city_without_overland_supply_does_not_count_in_blue() -> None:
    match = blue("1011", "1606")
    around = [match.c.label(h) for h in match.c.grid.adjacent[match.c.board.find("1606")]]
    armies = ("4ra", "8ra", "13ra", "16ra", "21ra", "22ra")
    match = blue("1011", "1606", units=dict(zip(armies, around, strict=True)))
    assert decided(match) == "soviet"


@pytest.mark.rule("bd:13.4", "bd:4.11")
def test_an_expedition_in_the_caucasus_counts_as_one_of_the_cities() -> None:
    match = blue("1606")
    match.c.state.box[match.c.unit("3pz")] = "caucasus"
    match.c.touch()
    assert gained(match.c) and decided(match) == "axis"


# ---------------------------------------------------------------------- points
def campaign(points: int, turn: int) -> Match:
    """The campaign with as many points at the end of a turn."""
    match = position({"1inf": "2023", "3ra": "1300"}, turn=turn, scenario="grand")
    match.c.state.vp = points
    match.c.touch()
    return match


@pytest.mark.rule("bd:4.14")
@pytest.mark.parametrize(
    ("points", "winner"), [(22, "axis"), (21, ""), (14, ""), (13, "soviet"), (40, "axis")]
)  # fmt: skip
def test_the_example_of_game_turn_three(points: int, winner: str) -> None:
    assert decided(campaign(points, 3)) == winner


@pytest.mark.rule("bd:4.14", "bd:4.1")
def test_nobody_wins_by_points_before_the_third_turn_and_somebody_does_on_the_last() -> None:
    assert limits(campaign(0, 2).c) is None and decided(campaign(0, 2)) == "" == decided(campaign(40, 1))
    assert all(decided(campaign(points, 32)) for points in range(0, 40))


@pytest.mark.rule("bd:12.3")
def test_the_road_back_is_checked_from_turn_sixteen_on() -> None:
    for turn, winner in ((15, ""), (16, "soviet")):
        match = position({"1inf": "2023", "3ra": "1300"}, turn=turn, scenario="road-back")
        match.c.state.vp = 0
        assert decided(match) == winner


def test_every_scenario_says_how_it_is_decided() -> None:
    match = Match.new("bd", "citadel")
    assert RULESET.ask.turn.score(match.c).lines and aims(match.c)
