"""7.41, 7.42, 7.5, 7.8: strongpoints of E results, rebuilt trains, results R and S, reservists, garrisons."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.phases.engineering import Engineering
from engine.games.efs.phases.reinforcements import Reinforcements
from engine.games.efs.phases.replacements import Replacements
from engine.games.efs.phases.strongpoints import finish
from engine.games.efs.phases.supply_phase import Feeding, SupplyStatus
from engine.games.efs.queries.tasks import tasks
from engine.games.efs.state import BACK, EMERGENCY, GENERAL, OUT
from engine.games.efs.supply.events import may_demand
from engine.games.efs.units import place
from engine.play.match import Match
from tests.support.efs import at, begun, column, play, position, refusal, unit

CITY, TOWN, NEXT, FAR = "B0235", "B0834", "B1332", "B1939"
"""Borisov; the towns Krupki and Tolochin; Mogilev."""
RIFLES, GUARDS, NKVD, LAME = "rd-50", "rd-53", "nk-53", "hq-13a"
PANZER = "18pz-pzr"


def events(m: Match, **given: int) -> None:
    for letter, n in given.items():
        m.c.state.events[letter.replace("_", " ")] = n


def entered(m: Match, step: str, side: str = "soviet") -> Match:
    """A position in a step, over one that waits."""
    m.c.touch()
    m.c.call("below")
    m.c.call(step, side=side, phase=f"{side}-engineering" if step == "engineering" else step)
    m._after()
    return m


def told(m: Match, law: str) -> set[str]:
    return {task.subject for task in tasks(m.c) if task.rule == law}


# ---------------------------------------------------------------------- strongpoints of E results
MAJOR = {"B1332": "major city"}
"""A major city of one hex on painted ground."""


def digging(units: dict[str, str], *, e: int = 1, plain: int = 0, **more: Any) -> Match:
    m = position(units, side="soviet", kinds=[Engineering], **more)
    events(m, E=e)
    if plain:
        m.c.state.strongpoints["soviet"] = plain
    return entered(m, "engineering")


@pytest.mark.rule("efs2:7.41", "efs2:R13")
def test_e_strongpoints_go_within_five_hexes_of_a_friendly_major_city() -> None:
    m = digging({RIFLES: "B0832", GUARDS: "B0732"}, e=2, ground={}, places=MAJOR)
    city = m.c.hex("B1332")
    assert [m.c.grid.distance(m.c.hex(label), city) for label in ("B0832", "B0732")] == [5, 6]
    assert told(m, "efs:7.41") == {""}
    assert refusal(m, "entrench B0732").rule == "efs2:7.41"
    play(m, "entrench B0832")
    assert column(m, "works") == {"B0832": "soviet building"}
    play(m, "entrench B1332")
    assert refusal(m, "entrench B1232").rule == "efs2:7.41", "both are begun"


@pytest.mark.rule("efs2:7.41", "efs2:18.43", "efs2:21.26")
def test_a_non_op_headquarters_prevents_regular_strongpoints_and_not_these() -> None:
    m = position({RIFLES: "B1232", LAME: "B1232"}, side="soviet", kinds=[Engineering], ground={}, places=MAJOR)
    column(m, "mode")[unit(m, LAME)] = BACK
    m.c.state.strongpoints["soviet"] = 1
    events(m, E=1)
    entered(m, "engineering")
    assert refusal(m, "build B1232").rule == "efs2:21.26"
    play(m, "entrench B1232")
    assert m.c.state.strongpoints["soviet"] == 1


@pytest.mark.rule("efs2:7.41", "efs2:R13")
def test_five_hexes_of_a_city_are_enough_while_an_nkvd_unit_is_in_it() -> None:
    m = digging({NKVD: "B1332", RIFLES: "B1632"}, ground={}, places={"B1332": "city"})
    play(m, "entrench B1632")
    assert column(m, "works") == {"B1632": "soviet building nkvd"}
    place(m.c, unit(m, NKVD), m.c.hex("B1432"))
    finish(m.c, "soviet")
    assert column(m, "works") == {"B1632": "soviet building nkvd"}
    place(m.c, unit(m, NKVD), m.c.hex("B1332"))
    finish(m.c, "soviet")
    assert column(m, "works") == {"B1632": "soviet active"}
    m = digging({RIFLES: "B1632", GUARDS: "B1332"}, plain=1, ground={}, places={"B1332": "city"})
    assert refusal(m, "entrench B1632").rule == "efs2:7.41", "no NKVD unit"


@pytest.mark.rule("efs2:7.41", "efs2:R13")
def test_one_of_a_turn_goes_to_a_victory_point_place() -> None:
    m = digging({RIFLES: CITY, GUARDS: TOWN}, e=2)
    play(m, f"entrench {CITY}")
    assert refusal(m, f"entrench {TOWN}").rule == "efs2:R13"


@pytest.mark.rule("efs2:7.41", "efs2:18.43")
def test_they_need_a_free_hex_in_general_supply_or_with_a_unit() -> None:
    m = digging({PANZER: "B1232", RIFLES: "B1333"}, e=1, ground={}, places=MAJOR)
    m.c.state.works["B1333"] = "soviet active"
    m.c.touch()
    for label in ("B1232", "B1333"):
        assert refusal(m, f"entrench {label}").rule == "efs2:18.43"


@pytest.mark.rule("efs2:7.41")
def test_strongpoints_are_not_kept_for_a_later_turn() -> None:
    m = position(kinds=[Replacements])
    m.c.state.strongpoints["soviet"] = 2
    events(m, E=1)
    entered(m, "replacements", "axis")
    assert not m.c.state.strongpoints["soviet"] and not m.c.state.events["E"]


# ---------------------------------------------------------------------- results R
def arriving(units: dict[str, str], *, garrison: tuple[str, ...] = (), scenario: str = "borisov", **more: Any) -> Match:
    m = position(units, side="soviet", kinds=[Reinforcements], scenario=scenario, **more)
    for name in garrison:
        column(m, "garrison")[unit(m, name)] = 1
    return m


@pytest.mark.rule("efs2:7.52", "efs2:21.84", "efs2:21.81")
def test_a_result_r_releases_the_garrisons_of_two_hexes() -> None:
    units = {RIFLES: CITY, GUARDS: CITY, "rd-73": TOWN, "rd-100": NEXT}
    m = arriving(units, garrison=tuple(units))
    events(m, R=1)
    entered(m, "reinforcements", "axis")
    assert m.side == "soviet" and told(m, "efs:7.52") == {CITY, TOWN, NEXT}
    play(m, f"free {CITY}")
    assert not column(m, "garrison")[unit(m, RIFLES)] and not column(m, "garrison")[unit(m, GUARDS)]
    assert refusal(m, f"free {CITY}").rule == "efs2:7.52"
    play(m, f"free {TOWN}")
    assert refusal(m, f"free {NEXT}").rule == "efs2:7.52"
    assert column(m, "garrison")[unit(m, "rd-100")] == 1 and m.c.state.vp == 0


@pytest.mark.rule("efs2:7.52")
def test_without_a_result_r_nobody_is_asked() -> None:
    m = entered(arriving({RIFLES: CITY}, garrison=(RIFLES,)), "reinforcements", "axis")
    assert m.c.frame.step == "below"


@pytest.mark.rule("efs2:21.81")
def test_the_set_up_card_names_garrisons() -> None:
    m = begun("yelnya-dukhovshchina")
    assert column(m, "garrison")[unit(m, "mil-mm2")] == 1 and not column(m, "garrison")[unit(m, "hq-32a")]


# ---------------------------------------------------------------------- reservists
@pytest.mark.rule("efs2:7.81", "efs2:7.82", "efs2:7.83", "efs2:21.84")
def test_a_division_of_one_step_becomes_the_garrison_of_a_town() -> None:
    boxes = dict.fromkeys((RIFLES, GUARDS, "rd-73", "mr-qt"), "active")
    m = arriving({}, boxes=boxes, steps={RIFLES: 1, GUARDS: 1})
    entered(m, "reinforcements", "axis")
    assert told(m, "efs:7.81") == {RIFLES, GUARDS}
    play(m, f"reserve {RIFLES} {TOWN}")
    assert at(m, RIFLES) == TOWN and column(m, "garrison")[unit(m, RIFLES)] == 1
    assert refusal(m, f"reserve {GUARDS} {TOWN}").rule == "efs2:7.83", "one to a place and turn"
    assert refusal(m, f"reserve rd-73 {NEXT}").rule == "efs2:7.81", "two steps"
    assert refusal(m, f"reserve {GUARDS} A6439").rule == "efs2:7.81", "no town"
    play(m, f"reserve {GUARDS} {NEXT}")
    assert column(m, "garrison")[unit(m, GUARDS)] == 1


@pytest.mark.rule("efs2:7.81", "efs2:R14", "efs2:R194", "efs2:3.32")
def test_reservists_need_a_friendly_supplied_town_of_their_republics_with_room() -> None:
    def why(units: dict[str, str], label: str, scenario: str = "borisov") -> str:
        m = arriving(units, boxes={RIFLES: "active"}, steps={RIFLES: 1}, scenario=scenario)
        return refusal(entered(m, "reinforcements", "axis"), f"reserve {RIFLES} {label}").rule

    assert why({}, "A5739") == "efs2:7.81", "Minsk is in Axis hands"
    assert why({PANZER: "B0833"}, TOWN) == "efs2:R14"
    full = {"rd-53": TOWN, "rd-73": TOWN, "rd-100": TOWN}
    assert why(full, TOWN) == "efs2:3.32"
    assert why({}, "A3628", "minsk-pocket") == "efs2:7.81", "Vilnius"


# ---------------------------------------------------------------------- armored trains
@pytest.mark.rule("efs2:7.42", "efs2:21.31")
def test_a_rebuilt_train_is_placed_in_a_city_on_a_railroad() -> None:
    m = arriving({"18pz-sr1": "B0134", RIFLES: CITY}, boxes={"atr-a1": "active", "atr-a2": "active"})
    entered(m, "reinforcements", "axis")
    assert refusal(m, f"place atr-a1 {TOWN}").rule == "efs2:8.31", "a town is no city"
    play(m, f"place atr-a1 {CITY}")
    assert at(m, "atr-a1") == CITY, "an enemy zone does not matter where a friend stands"
    assert refusal(m, f"place atr-a2 {CITY}").rule == "efs2:21.31"
    m = arriving({}, boxes={"atr-a1": "active"}, ground={}, places={"B0830": "city", "B0832": "city"},
                 lines={"railroad": ["B0830-B0831"]})  # fmt: skip
    entered(m, "reinforcements", "axis")
    assert refusal(m, "place atr-a1 B0832").rule == "efs2:7.42"
    play(m, "place atr-a1 B0830")


# ---------------------------------------------------------------------- results S
def feeding(units: dict[str, str], s: int, **supply: int) -> Match:
    """The Supply Status Phase, found anew, then the status of units set by hand."""
    m = position({**units, PANZER: "A5739"}, kinds=[SupplyStatus, Feeding], boxes={"ssup-01": "supply pool"})
    events(m, S=s)
    m.c.state.stack = []
    entered(m, "feeding")
    for name, state in supply.items():
        column(m, "supply")[unit(m, name.replace("_", "-"))] = state
    m.c.touch()
    return m


@pytest.mark.rule("efs2:7.53", "efs2:6.33", "efs2:6.34")
def test_a_result_s_takes_a_supply_marker_off_a_hex() -> None:
    m = feeding({RIFLES: CITY, GUARDS: CITY, "rd-73": TOWN, "rd-100": NEXT}, 2, rd_50=OUT, rd_53=EMERGENCY, rd_73=OUT)
    assert told(m, "efs:7.53") == {""}
    assert refusal(m, f"relieve {NEXT}").rule == "efs2:7.53", "it has General Supply"
    play(m, f"relieve {CITY}")
    for name in (RIFLES, GUARDS):
        assert column(m, "supply")[unit(m, name)] == GENERAL and column(m, "given")[unit(m, name)] == 1
    play(m, f"relieve {TOWN}")
    assert m.c.frame.step == "below", "no result is left"


@pytest.mark.rule("efs2:7.53", "efs2:4.21")
def test_behind_the_last_result_s_the_phase_waits_only_if_empty_ones_do() -> None:
    for setting, step in (("pass", "below"), ("wait", "feeding")):
        m = feeding({RIFLES: CITY}, 1, rd_50=OUT)
        m.data.options["empty_phases"] = setting
        play(m, f"relieve {CITY}")
        assert m.c.frame.step == step


@pytest.mark.rule("efs2:7.53", "efs2:6.43", "efs2:6.45")
def test_or_brings_one_more_supply_point() -> None:
    m = feeding({RIFLES: CITY}, 3)
    play(m, "demand")
    assert at(m, "ssup-01") == "[turn 5]" and column(m, "asp")[unit(m, "ssup-01")] == 1
    play(m, "demand")
    assert column(m, "asp")[unit(m, "ssup-01")] == 2, "with no other counter at hand it makes a dump of that one"
    assert m.c.frame.step == "below", "with no supply unit at hand the third is of no use"
    for left, law in ((1, "efs:6.43"), (0, "efs:7.53")):
        m.c.state.events["S"] = left
        m.c.touch()
        found = may_demand(m.c, "soviet")
        assert found is not None and found.rule == law


@pytest.mark.rule("efs2:7.53")
def test_the_phase_asks_a_side_that_has_a_result_s() -> None:
    for s, step in ((1, "feeding"), (0, "below")):
        m = position({RIFLES: CITY}, kinds=[SupplyStatus, Feeding], boxes={"ssup-01": "supply pool"})
        events(m, S=s)
        assert entered(m, "supply", "axis").c.frame.step == step
