"""7.43, 7.44: Zap units built, absorbed, exchanged; militia converted into them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.losses import resting_place
from engine.games.efs.phases.engineering import Engineering
from engine.games.efs.queries.tasks import tasks
from engine.games.efs.replacing import mark
from engine.games.efs.state import EMERGENCY, OUT
from engine.games.efs.supply.status import fed_key
from engine.play.match import Match
from tests.support.efs import at, column, play, position, refusal, steps, unit

CITY, TOWN, FIELD, NEXT = "B0235", "B0834", "A6439", "A6440"
"""Borisov, Krupki and open country with a supply route behind it."""
ZAP, SECOND, RIFLES, MILITIA = "zap-01", "zap-02", "rd-50", "mil-mm4"
PANZER = "18pz-pzr"


def engineering(
    units: dict[str, str], *, marked: str = "", points: int = 0, columns: dict[str, dict[str, int]] | None = None,
    **more: Any,
) -> Match:  # fmt: skip
    """The Soviet Engineering Phase, everybody in his hex since it began."""
    m = position(units, side="soviet", kinds=[Engineering], **more)
    for name, values in (columns or {}).items():
        for who, value in values.items():
            column(m, name)[unit(m, who)] = value
    m.c.state.origin = list(m.c.state.hex_of)
    m.c.state.points["soviet I"] = points
    m.c.touch()
    if marked:
        mark(m.c, unit(m, marked))
    m.c.call("below")
    m.c.call("engineering", side="soviet", phase="soviet-engineering")
    m._after()
    return m


# ---------------------------------------------------------------------- built and used
@pytest.mark.rule("efs2:7.43")
def test_a_type_one_point_builds_a_zap_unit_into_the_active_box() -> None:
    m = engineering({}, points=2, boxes={ZAP: "cadre"})
    play(m, f"rebuild {ZAP} I")
    assert at(m, ZAP) == "[active]" and m.c.state.points["soviet I"] == 1


@pytest.mark.rule("efs2:7.43", "efs2:7.74", "efs2:7.75")
def test_a_reduced_unit_absorbs_a_zap_unit_of_its_hex_in_an_enemy_zone_too() -> None:
    m = engineering({RIFLES: FIELD, ZAP: FIELD, SECOND: FIELD, PANZER: NEXT}, steps={RIFLES: 1},
                    columns={"supply": {RIFLES: OUT}})  # fmt: skip
    assert {task.subject for task in tasks(m.c) if task.rule == "efs:7.43"} == {RIFLES}
    play(m, f"absorb {RIFLES} {ZAP}")
    assert steps(m, RIFLES) == 2 and at(m, ZAP) == "[cadre]"


@pytest.mark.rule("efs2:7.43", "efs2:7.75")
def test_no_unit_absorbs_and_receives_replacements_in_one_turn() -> None:
    m = engineering({RIFLES: FIELD, ZAP: FIELD, SECOND: FIELD}, marked=RIFLES, points=2, steps={RIFLES: 1},
                    boxes={"rd-53": "cadre"})  # fmt: skip
    play(m, f"rebuild {RIFLES} I")
    column(m, "steps_left")[unit(m, RIFLES)] = 1
    m.c.touch()
    assert refusal(m, f"absorb {RIFLES} {ZAP}").rule == "efs2:7.75"
    m = engineering({RIFLES: FIELD, ZAP: FIELD}, marked=RIFLES, points=2, steps={RIFLES: 1}, boxes={"rd-53": "cadre"})
    play(m, f"absorb {RIFLES} {ZAP}")
    assert not m.c.state.receiving
    assert refusal(m, f"rebuild {RIFLES} I").rule == "efs2:7.73"


@pytest.mark.rule("efs2:7.43")
def test_only_units_of_one_type_one_point_absorb() -> None:
    units = {RIFLES: FIELD, ZAP: FIELD, "mr-qt": FIELD, "rd-53": CITY}
    m = engineering(units, steps={"mr-qt": 1, "rd-53": 1}, boxes={SECOND: "cadre"}, points=1)
    for name in (RIFLES, "mr-qt", "rd-53"):  # whole; motorized, so two points; in another hex
        assert refusal(m, f"absorb {name} {ZAP}").rule == "efs2:7.43"
    assert refusal(m, f"absorb rd-53 {RIFLES}").rule == "efs2:7.43"


# ---------------------------------------------------------------------- exchanged
@pytest.mark.rule("efs2:7.43", "efs2:8.7")
def test_in_a_supplied_city_a_unit_of_the_cadre_box_takes_its_place() -> None:
    m = engineering({ZAP: CITY}, boxes={RIFLES: "cadre", "hq-13a": "cadre"})
    assert refusal(m, f"exchange {ZAP} hq-13a").rule == "efs2:7.43", "a headquarters costs two points"
    play(m, f"exchange {ZAP} {RIFLES}")
    assert at(m, RIFLES) == CITY and steps(m, RIFLES) == 1 and at(m, ZAP) == "[cadre]"
    assert column(m, "hold")[unit(m, RIFLES)] == 2


@pytest.mark.rule("efs2:7.43", "efs2:R19", "efs2:3.32")
def test_an_exchange_needs_a_city_supply_room_and_no_enemy_zone() -> None:
    def why(units: dict[str, str], **more: Any) -> str:
        m = engineering({SECOND: CITY, **units}, boxes={RIFLES: "cadre"}, points=9, **more)
        return refusal(m, f"exchange {ZAP} {RIFLES}").rule

    assert why({ZAP: TOWN}) == "efs2:7.43"
    assert why({ZAP: CITY, PANZER: "B0134"}) == "efs2:7.43", "an Axis zone reaches Borisov"
    assert why({ZAP: CITY}, columns={"supply": {ZAP: OUT}}) == "efs2:R19"
    assert why({ZAP: CITY, "rd-53": CITY, "rd-73": CITY}) == "efs2:3.32"
    m = engineering({ZAP: CITY}, boxes={RIFLES: "cadre"}, columns={"supply": {ZAP: EMERGENCY}})
    m.c.state.origin[unit(m, ZAP)] = m.c.hex(TOWN)
    m.c.touch()
    assert refusal(m, f"exchange {ZAP} {RIFLES}").rule == "efs2:7.43", "it was not there when the phase began"


@pytest.mark.rule("efs2:7.43", "efs2:R19", "efs2:R233")
def test_a_city_that_was_fed_in_the_turn_is_in_general_supply() -> None:
    far = "A6039"
    m = engineering({ZAP: far}, boxes={RIFLES: "cadre"}, points=9, ground={}, places={far: "city"})
    assert refusal(m, f"exchange {ZAP} {RIFLES}").rule == "efs2:R19"
    m.c.state.fed[fed_key(m.c, m.c.hex(far), "soviet")] = 1
    m.c.touch()
    play(m, f"exchange {ZAP} {RIFLES}")
    assert at(m, RIFLES) == far


@pytest.mark.rule("efs2:R193", "efs2:7.1")
def test_nkvd_units_and_those_that_have_risen_in_the_turn_are_not_exchanged() -> None:
    boxes = {RIFLES: "eliminated", "nk-53": "cadre", "rd-53": "cadre"}
    m = engineering({ZAP: CITY}, boxes=boxes, points=1)
    play(m, f"rebuild {RIFLES} I")
    assert refusal(m, f"exchange {ZAP} {RIFLES}").rule == "efs2:7.1"
    assert refusal(m, f"exchange {ZAP} nk-53").rule == "efs2:R193"
    assert refusal(m, f"exchange {ZAP} {MILITIA}").rule == "efs2:7.43"


@pytest.mark.rule("efs2:7.43")
def test_a_zap_unit_always_returns_to_the_cadre_box() -> None:
    m = position({ZAP: CITY})
    assert resting_place(m.c, unit(m, ZAP), "eliminated") == "cadre"


# ---------------------------------------------------------------------- militia
@pytest.mark.rule("efs2:7.44", "efs2:21.72", "efs2:21.73", "efs2:7.14", "efs2:R274")
def test_militia_becomes_a_zap_unit_in_the_active_box() -> None:
    m = engineering({MILITIA: TOWN, "mil-mm6": CITY}, boxes={ZAP: "cadre"})
    assert {task.subject for task in tasks(m.c) if task.rule == "efs:7.44"} == {MILITIA, "mil-mm6"}
    play(m, f"dissolve {MILITIA}")
    assert at(m, MILITIA) == "[cannot rebuild]" and at(m, ZAP) == "[active]" and steps(m, ZAP) == 1
    play(m, "dissolve mil-mm6")
    assert at(m, "mil-mm6") == "[cannot rebuild]", "up to the availability of Zap units, none is left"


@pytest.mark.rule("efs2:7.44", "efs2:21.8")
def test_militia_in_an_axis_zone_and_garrisons_stay() -> None:
    m = engineering({MILITIA: TOWN, "mil-mm6": CITY, "rd-53": CITY, PANZER: "B0134", "mil-mm2": "B1332"},
                    boxes={ZAP: "cadre"}, columns={"garrison": {MILITIA: 1}})  # fmt: skip
    assert refusal(m, f"dissolve {MILITIA}").rule == "efs2:7.44"
    assert refusal(m, "dissolve mil-mm6").rule == "efs2:7.44", "a friendly unit does not help"
    assert refusal(m, "dissolve rd-53").rule == "efs2:7.44"
    play(m, "dissolve mil-mm2")


@pytest.mark.rule("efs2:7.44", "efs2:R192", "efs2:6.12")
def test_the_route_of_militia_may_have_any_length_but_must_be_open() -> None:
    far, edge = "A6039", "B1931"
    m = engineering({MILITIA: far, "rd-53": FIELD}, boxes={ZAP: "cadre", SECOND: "cadre"}, ground={})
    assert m.c.grid.distance(m.c.hex(far), m.c.hex(edge)) > 7, "no Line of Communications is that long"
    play(m, f"dissolve {MILITIA}")
    grid, middle = m.c.grid, m.c.hex(far)
    ring = [h for h in grid.within(middle, 2) if grid.distance(h, middle) == 2]
    corners = [h for h in ring if sum(grid.distance(n, middle) == 1 for n in grid.adjacent[h]) == 1]
    axis = ("18pz-pzr", "18pz-sr1", "18pz-sr2", "17pz-pzr", "17pz-sr1", "17pz-sr2")
    units = {name: m.c.label(h) for name, h in zip(axis, corners, strict=True)}
    m = engineering({MILITIA: far, "mil-mm6": "B1332", **units}, boxes={ZAP: "cadre"}, ground={})
    assert "no Supply Route" in refusal(m, f"dissolve {MILITIA}").reason
