"""9: air readiness."""

from __future__ import annotations

import pytest

from engine.games.efs.phases.air import Air, highest, modifier
from engine.play.match import Match
from tests.support.efs import EITHER, at, position, unit


def ready(*dice: int, storm: bool = False, weather: str = "dry", **boxes: str) -> Match:
    m = position(boxes={name.replace("_", "-"): box for name, box in boxes.items()}, weather=weather, scenario="lepel")
    m.c.state.storm = storm
    m.c.steps["air"] = Air()
    m.dice.queue(dice)
    m.c.call("air", side="axis", phase="air")
    m._after()
    return m


@pytest.mark.rule("efs2:9.1", "efs2:9.21")
def test_flown_units_pass_by_the_number_of_their_side() -> None:
    m = position(boxes={"jg51-i": "flown", "a-401iap": "flown"})
    assert (highest(m.c, unit(m, "jg51-i")), highest(m.c, unit(m, "a-401iap"))) == (7, 5)
    m = ready(7, 5, jg51_i="flown", a_401iap="flown")
    assert (at(m, "jg51-i"), at(m, "a-401iap")) == ("[ready]", "[ready]")
    m = ready(8, 6, jg51_i="flown", a_401iap="flown")
    assert (at(m, "jg51-i"), at(m, "a-401iap")) == ("[flown]", "[flown]")
    assert [event.text for event in m.log if event.kind == "air"] == ["Of 2 air units none to the Ready Box."]


@EITHER
@pytest.mark.rule("efs2:9.22", "efs2:R20", "efs1:9.1")
def test_damaged_units_roll_after_all_flown_ones_and_move_one_box_up() -> None:
    m = ready(10, 5, jg51_ii="flown", jg51_i="damaged")
    assert (at(m, "jg51-ii"), at(m, "jg51-i")) == ("[flown]", "[flown]")


@EITHER
@pytest.mark.rule("efs2:9.23", "efs1:9.3")
def test_destroyed_units_do_not_roll() -> None:
    m = ready(jg51_i="destroyed")
    assert at(m, "jg51-i") == "[destroyed]" and m.state.draws == 0


@EITHER
@pytest.mark.rule("efs2:9.1", "efs2:9.21", "efs1:9.2", "efs1:9.1")
def test_a_storm_grounds_who_is_ready_and_weather_adds_to_the_die() -> None:
    m = ready(5, jg51_i="ready", storm=True, weather="mud")
    assert modifier(m.c) == 4 and at(m, "jg51-i") == "[flown]"
    assert at(ready(3, jg51_i="ready", storm=True, weather="mud"), "jg51-i") == "[ready]"


@EITHER
@pytest.mark.rule("efs2:9.21", "efs1:9.1")
def test_dummies_are_always_ready() -> None:
    m = ready(dummy1="flown")
    assert at(m, "dummy1") == "[ready]" and m.state.draws == 0


@pytest.mark.rule("efs2:9.21")
def test_borisov_makes_all_that_have_flown_ready_without_a_die() -> None:
    m = position(boxes={"jg51-i": "flown", "jg51-ii": "damaged"})
    m.c.steps["air"] = Air()
    m.c.call("air", side="axis", phase="air")
    assert (at(m, "jg51-i"), at(m, "jg51-ii")) == ("[ready]", "[damaged]") and m.state.draws == 0
