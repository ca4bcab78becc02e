"""Section 13: weather."""

from __future__ import annotations

import pytest

from engine.games.pm.tables import tables
from engine.games.pm.weather import (
    LETTERS,
    assaults_barred,
    determine,
    hex_factor,
    marsh_frozen,
    river_counts,
    strait_counts,
    weather,
)
from engine.play.match import Match
from tests.support.pm_position import column, position


def rolled(turn: int, couplet: int, die: int, before: str | tuple[str, str] = "dry") -> Match:
    """A couplet whose weather has just been determined with this die."""
    match = position(turn=turn, couplet=couplet, weather=before, dice=[die])
    determine(match.c)
    return match


@pytest.mark.rule("pm:13.2")
@pytest.mark.rule("pm:17.1")
@pytest.mark.parametrize(
    ("turn", "couplet", "die", "north", "south"),
    [
        (7, 1, 6, "rain", "dry"),
        (7, 2, 5, "rain", "dry"),
        (8, 1, 6, "mud", "rain"),
        (9, 2, 1, "rain", "dry"),
        (10, 1, 1, "rain", "rain"),
        (11, 1, 6, "snow", "frost"),
        (12, 1, 1, "frost", "mud"),
        (12, 2, 2, "snow", "frost"),
    ],
)
def test_one_die_serves_both_zones_the_south_two_less(
    turn: int, couplet: int, die: int, north: str, south: str
) -> None:
    assert column(rolled(turn, couplet, die), "weather") == {"north": north, "south": south}


PRINTED = {
    (7, 1): "DDDDDDDR", (7, 2): "DDDDDDRR", (8, 1): "DDDDDRRM", (8, 2): "DDDDRRMM", (9, 1): "DDDRRMMM",
    (9, 2): "DRRRMMMF", (10, 1): "RRRMMMFF", (10, 2): "RRMMMFFF", (11, 1): "RMMFFFFS", (11, 2): "MMMFFFSS",
    (12, 1): "MFFSSSSS", (12, 2): "FFSSSSSS",
}  # fmt: skip
"""The Weather Effects Chart by turn and couplet, from a die of -1 to one of 6."""


@pytest.mark.rule("pm:17.1", "pm:13.2")
@pytest.mark.parametrize(("turn", "couplet"), sorted(PRINTED))
def test_the_chart_is_the_printed_one(turn: int, couplet: int) -> None:
    row = PRINTED[turn, couplet]
    for die in range(1, 7):
        found = column(rolled(turn, couplet, die), "weather")
        assert (LETTERS[found["north"]], LETTERS[found["south"]]) == (row[die + 1], row[die - 1])


@pytest.mark.rule("pm:R9")
@pytest.mark.parametrize("turn", range(1, 7))
def test_no_die_is_rolled_before_the_second_half_of_september(turn: int) -> None:
    match = position(turn=turn)
    determine(match.c)
    assert match.state.draws == 0 and column(match, "weather") == {"north": "dry", "south": "dry"}


@pytest.mark.rule("pm:13.8")
def test_the_first_snow_in_the_north_stays_while_the_south_is_still_rolled_for() -> None:
    match = rolled(11, 2, 5, ("snow", "mud"))
    assert column(match, "weather") == {"north": "snow", "south": "frost"}
    match = rolled(12, 2, 6, ("snow", "frost"))
    assert column(match, "weather") == {"north": "snow", "south": "snow"}
    match = position(turn=12, couplet=2, weather="snow")
    determine(match.c)
    assert match.state.draws == 0, "in deep winter everywhere nothing is left to roll for"


@pytest.mark.rule("pm:13.9")
@pytest.mark.rule("pm:13.10")
def test_first_mud_or_snow_ends_refits_and_in_the_north_the_highway() -> None:
    assert column(rolled(8, 1, 5), "memory").get("bad weather", 0) == 0
    match = rolled(8, 1, 6)
    assert column(match, "memory")["bad weather"] == 1 and column(match, "memory")["bad north"] == 1
    south_only = rolled(12, 1, 1)
    assert column(south_only, "weather") == {"north": "frost", "south": "mud"}
    assert column(south_only, "memory")["bad weather"] == 1 and not column(south_only, "memory").get("bad north")


@pytest.mark.rule("pm:13.8")
def test_the_chances_of_the_die_know_of_the_deep_winter() -> None:
    match = position(turn=12, couplet=1, weather=("snow", "frost"), dice=[1])
    determine(match.c)
    assert match.c.thrown[-1].results[0] == "N snow, S mud"
    assert column(match, "weather") == {"north": "snow", "south": "mud"}


def crimea(match: Match) -> int:
    return min(tables(match.c).zone("weather_south") & tables(match.c).land)


@pytest.mark.rule("pm:13.2")
@pytest.mark.rule("pm:R28")
def test_each_hex_has_the_weather_of_its_zone() -> None:
    match = position(turn=10, weather=("mud", "rain"))
    assert weather(match.c, match.c.hex("4201N")) == "mud"
    assert weather(match.c, crimea(match)) == "rain"
    assert weather(match.c, match.c.hex("2919S")) == "rain", "Sevastopol lies in the Crimea"


@pytest.mark.rule("pm:13.3")
@pytest.mark.rule("pm:13.4")
@pytest.mark.rule("pm:13.5")
@pytest.mark.rule("pm:13.6")
@pytest.mark.rule("pm:13.7")
@pytest.mark.parametrize(
    ("word", "factor", "rivers", "marsh", "barred"),
    [
        ("dry", 1, True, False, False),
        ("rain", 1, True, False, False),
        ("mud", 2, True, False, True),
        ("frost", 1, False, True, False),
        ("snow", 2, False, True, True),
    ],
)
def test_what_each_weather_does(word: str, factor: int, rivers: bool, marsh: bool, barred: bool) -> None:
    match = position(weather=word, turn=10, ground={"3011N": "marsh"}, lines={"river": ["3010N-3011N"]})
    a, b = match.c.hex("3010N"), match.c.hex("3011N")
    assert hex_factor(match.c, b) == factor
    assert river_counts(match.c, "axis", a, b) is rivers
    assert marsh_frozen(match.c, b) is marsh
    assert assaults_barred(match.c, b) is barred


@pytest.mark.rule("pm:13.7")
@pytest.mark.rule("pm:9.15")
@pytest.mark.parametrize(("word", "counts"), [("dry", True), ("frost", True), ("snow", False)])
def test_the_straits_freeze_in_snow_alone(word: str, counts: bool) -> None:
    match = position(weather=word, turn=11)
    assert strait_counts(match.c, match.c.hex("3215S"), match.c.hex("3216S")) is counts
    assert strait_counts(match.c, match.c.hex("3819S"), match.c.hex("3820S")) is counts
    assert not strait_counts(match.c, match.c.hex("4201N"), match.c.hex("4202N"))


@pytest.mark.rule("pm:5.5")
def test_only_the_german_side_ignores_rivers_on_the_first_turn() -> None:
    ground = {"ground": {}, "lines": {"river": ["3010N-3011N"]}}
    match = position(turn=1, **ground)  # type: ignore[arg-type]
    a, b = match.c.hex("3010N"), match.c.hex("3011N")
    assert not river_counts(match.c, "axis", a, b) and river_counts(match.c, "soviet", a, b)


@pytest.mark.rule("pm:13.1")
def test_the_beginners_game_has_no_weather() -> None:
    match = position(turn=10, options={"rules": "beginners"})
    determine(match.c)
    assert match.state.draws == 0 and column(match, "weather")["north"] == "dry"
