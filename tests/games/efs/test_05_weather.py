"""5: the Weather Phase of the second edition."""

from __future__ import annotations

import pytest

from engine.games.efs.phases.weather import Sky, Turns, Weather, climate, freezes, in_force, modifier
from engine.games.efs.state import EfsState
from engine.games.efs.weather import FROZEN, ice, key, mud_lingers
from engine.games.efs2.edition import EDITION
from engine.play.match import Match
from tests.support.efs import EITHER, column, position


def rolled(
    die: int, *, turn: int = 10, weathers: tuple[str, ...] = (), climates: tuple[str, ...] = (), **more: object
) -> Match:
    """A match in which the weather of a turn was found, after these turns."""
    m = position(turn=turn)
    m.c.scenario["weather"] = {}
    s: EfsState = m.c.state
    s.weathers, s.climates = list(weathers), list(climates or ("dry",) * len(weathers))
    for name, value in more.items():
        setattr(s, name, value)
    m.dice.queue([die])
    m.c.steps["weather"] = Weather()
    m.c.call("weather", side="axis")
    m._after()
    return m


def sky(m: Match) -> tuple[str, bool]:
    return column(m, "weather"), column(m, "storm")


NONE = Turns()


def series(*results: str, climate: str = "dry", start: Turns = NONE) -> list[str]:
    """The weather in force turn by turn for results of the table in one climate."""
    before = start
    for word in results:
        now = in_force(EDITION, before, climate, Sky(word)).weather
        firm, frost = freezes(EDITION, before, climate, now), before.frost_rolls + 1 if word == "frost" else 0
        before = Turns((*before.weathers, now), (*before.climates, climate), frost, firm)
    return list(before.weathers[len(start.weathers) :])


@EITHER
@pytest.mark.rule("efs2:5.12", "efs2:5.16", "efs1:5.1.1", "efs1:5.1.3", "efs1:2.5.1")
def test_a_die_in_the_column_of_the_climate_is_the_weather_of_the_turn() -> None:
    assert sky(rolled(1)) == ("dry", False) and sky(rolled(9)) == ("mud", False)
    event = rolled(9).log[-1]
    assert (event.kind, event.rolls, event.rule) == ("weather", (9,), "efs2:5.16")


@EITHER
@pytest.mark.rule("efs2:5.13", "efs2:5.15", "efs2:5.34", "efs1:5.1.1", "efs1:5.1.2")
def test_the_track_names_the_climate_and_its_column_is_used() -> None:
    m = position(turn=51)
    assert climate(m.c) == "dry"
    m.c.state.turn = 52
    assert climate(m.c) == "mud"
    assert sky(rolled(5, turn=52)) == ("mud", False) and sky(rolled(5, turn=51))[0] == "dry"
    m.c.state.turn = 90
    assert climate(m.c) == "snow"


@EITHER
@pytest.mark.rule("efs2:5.14", "efs1:5.1.1", "efs1:2.5.2")
def test_the_modifier_of_the_turn_is_added_to_the_roll() -> None:
    m = position(turn=20)
    assert modifier(m.c) == 1
    m.c.state.turn = 22
    assert modifier(m.c) == 0
    assert sky(rolled(8, turn=20)) == ("mud", False) and sky(rolled(8, turn=22)) == ("dry", True)
    assert sky(rolled(10, turn=20)) == ("mud", True), "the row behind the last face"
    m.c.scenario["weather"] = {"drm": {"22": 2}}
    assert modifier(m.c) == 2
    m.c.scenario["weather"] = {"drm": 0}
    m.c.state.turn = 20
    assert modifier(m.c) == 0


@EITHER
@pytest.mark.rule("efs2:5.31", "efs1:5.1.3")
def test_a_storm_goes_along_with_its_weather() -> None:
    assert sky(rolled(8)) == ("dry", True)
    assert "with Storm" in rolled(8).log[-1].text


@pytest.mark.rule("efs2:5.32", "efs2:R6")
def test_no_third_turn_of_mud_in_dry_climate() -> None:
    assert series("mud", "mud", "mud", "mud") == ["mud", "mud", "dry", "mud"]
    assert series("mud", "mud", "mud", climate="mud") == ["mud"] * 3
    assert sky(rolled(8, weathers=("mud", "mud"))) == ("dry", True), "a result of Dry keeps its storm"
    third = rolled(10, turn=20, weathers=("mud", "mud"))
    assert sky(third) == ("dry", False) and "in place of Mud" in third.log[-1].text


@pytest.mark.rule("efs2:5.33", "efs2:R6")
def test_no_sixth_turn_of_dry_in_dry_climate() -> None:
    assert series(*["dry"] * 7) == [*["dry"] * 5, "mud", "dry"]
    assert sky(rolled(8, weathers=("dry",) * 5)) == ("mud", False), "the storm is dropped with its result"
    autumn = Turns(("dry",) * 5, ("mud",) * 5)
    assert series("dry", start=autumn) == ["dry"], "turns of another climate do not count"


@pytest.mark.rule("efs2:5.21", "efs2:R4")
def test_mud_lingers_in_woods_for_one_dry_turn_in_mud_and_frost_climate() -> None:
    m = position(turn=55, ground={"A6039": "woods"})
    s: EfsState = m.c.state
    woods, clear = m.c.hex("A6039"), m.c.hex("A6138")
    s.weather, s.weathers, s.climates = "dry", ["mud", "dry"], ["mud", "mud"]
    assert mud_lingers(m.c) and (key(m.c, woods), key(m.c, clear)) == ("mud", "dry")
    s.weathers = ["mud", "dry", "dry"]
    assert not mud_lingers(m.c) and key(m.c, woods) == "dry"
    s.weather, s.weathers = "frost", ["mud", "frost"]
    assert key(m.c, woods) == "frost"
    s.weather, s.weathers, s.climates = "dry", ["mud", "dry"], ["dry", "dry"]
    assert not mud_lingers(m.c)


@pytest.mark.rule("efs2:5.22")
def test_frost_after_snow_stays_snow_until_mud() -> None:
    results = ("snow", "snow", "frost", "frost", "mud", "frost")
    assert series(*results, climate="frost") == ["snow", "snow", "snow", "snow", "mud", "frost"]
    assert series("frost", climate="frost") == ["frost"]


@pytest.mark.rule("efs1:5.1.4")
def test_an_edition_may_let_a_second_frost_end_snow() -> None:
    terms, before = EDITION._replace(snow_thaws=2), Turns(("snow",), ("frost",))
    assert in_force(terms, before, "frost", Sky("frost")).weather == "snow"
    again = before._replace(weathers=("snow", "snow"), climates=("frost", "frost"), frost_rolls=1)
    assert in_force(terms, again, "frost", Sky("frost")).weather == "frost"


@pytest.mark.rule("efs2:5.23", "efs2:R5")
def test_it_freezes_with_the_second_snow_turn_of_snow_climate() -> None:
    once, later = Turns(("snow",), ("snow",)), Turns(("snow", "snow"), ("snow", "snow"), 0, True)
    freezing = {
                (Turns(), "snow", "snow"): False, (once, "snow", "snow"): True, (once, "frost", "snow"): False,
                (Turns(("snow",), ("frost",)), "snow", "snow"): False, (later, "frost", "frost"): True,
                (later, "snow", "snow"): True, (later, "snow", "mud"): False, (later, "snow", "dry"): False,
    }  # fmt: skip
    assert {case: freezes(EDITION, *case) for case in freezing} == freezing
    m = rolled(10, turn=90, weathers=("snow",), climates=("snow",))
    assert sky(m) == ("snow", True) and ice(m.c) == FROZEN and "frozen" in m.log[-1].text


@pytest.mark.rule("efs2:5.12")
def test_a_scenario_may_fix_the_weather_or_bring_a_table_of_its_own() -> None:
    m = position(turn=6)
    m.c.steps["weather"] = Weather()
    m.c.call("weather", side="axis")
    assert sky(m) == ("dry", False) and m.state.draws == 0
    m.c.scenario["weather"] = {"results": {"6": ["M", "M", "M", *"DDDDDDD"]}}
    m.dice.queue([3])
    m.c.call("weather", side="axis")
    assert sky(m) == ("mud", False)
    m.c.scenario["weather"] = {"fixed": {"6": "frost"}}
    m.c.call("weather", side="axis")
    assert sky(m) == ("frost", False)
