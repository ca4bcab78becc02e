"""Rules 3.1 to 3.3: control, zones of control, stacking."""

from __future__ import annotations

import pytest

from engine.games.efs import control, stacking, zones
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import GREEN, colour, is_motorized
from engine.play.match import Match
from tests.support.efs import EITHER, column, hexes, position, unit

AROUND = {"B0829", "B0929", "B0930", "B0831", "B0730", "B0729"}
"""The six hexes around B0830."""


def reached(m: Match, side: str = "axis") -> set[str]:
    """The hexes in zones of control of a side."""
    return {m.c.label(h) for h, flag in enumerate(zones.in_zoc(m.c, side)) if flag}


def freeze(m: Match) -> None:
    """Ice on all water."""
    m.c.state.frozen = True
    m.c.touch()


def control_of(m: Match, label: str) -> str:
    return control.control(m.c, m.c.hex(label))


# ---------------------------------------------------------------------- 3.1
@EITHER
@pytest.mark.rule("efs2:3.12", "efs2:3.13", "efs2:3.21", "efs1:3.0")
def test_an_uncontested_zone_controls_and_two_contest() -> None:
    m = position({"18pz-pzr": "B0830", "rd-100": "B1030"}, ground={})
    assert control_of(m, "B0830") == "axis" and control_of(m, "B1030") == "soviet"
    assert control_of(m, "B0831") == "axis" and control_of(m, "B0929") == ""
    assert control.contested(m.c, m.c.hex("B0929")) and not control.contested(m.c, m.c.hex("B0831"))
    assert control_of(m, "B0835") == ""


@pytest.mark.rule("efs2:3.21")
def test_a_unit_controls_its_hex_within_an_enemy_zone() -> None:
    m = position({"18pz-pzr": "B0830", "rd-100": "B0930"}, ground={})
    assert control_of(m, "B0830") == "axis" and control_of(m, "B0930") == "soviet"


@pytest.mark.rule("efs2:3.11", "efs2:3.12", "efs2:R1", "efs2:24.22")
def test_a_hex_stays_with_whoever_held_it_alone() -> None:
    m = position({"18pz-pzr": "B0830"}, ground={}, places={"B0831": "town", "B0929": "town"})
    c, (town, other) = m.c, hexes(m, "B0831", "B0929")
    assert friendly(c, town) == "soviet"
    assert control.settle(c, [c.hex("B0830")]) == sorted([(town, "axis"), (other, "axis")])
    assert control.settle(c) == []
    column(m, "hex_of")[unit(m, "18pz-pzr")] = c.hex("B0825")
    column(m, "hex_of")[unit(m, "rd-100")] = c.hex("B0832")
    c.touch()
    assert control.settle(c, [c.hex("B0832")]) == [(town, "soviet")]
    assert friendly(c, town) == "soviet" and friendly(c, other) == "axis"


@pytest.mark.rule("efs2:3.13", "efs2:R1")
def test_a_contested_hex_keeps_its_side() -> None:
    m = position({"18pz-pzr": "B0830", "rd-100": "B1031"}, ground={}, places={"B0930": "town"})
    assert control.settle(m.c) == [] and friendly(m.c, m.c.hex("B0930")) == "soviet"


# ---------------------------------------------------------------------- 3.2
@EITHER
@pytest.mark.rule("efs2:3.2", "efs2:3.21", "efs2:3.23", "efs2:10.31", "efs1:3.0", "efs1:10.6.1")
def test_the_zone_is_the_hex_and_the_six_around_it() -> None:
    m = position({"18pz-pzr": "B0830", "18pz-sr1": "B0830"}, ground={})
    assert reached(m) == AROUND | {"B0830"} and reached(m, "soviet") == set()
    assert zones.zoc_stops(m.c, "soviet", m.c.hex("B0831")) and not zones.zoc_stops(m.c, "axis", m.c.hex("B0831"))


@pytest.mark.rule("efs2:3.22", "efs2:5.23", "efs2:3.24")
@pytest.mark.parametrize("water", ["major river", "lake"])
def test_no_zone_over_wide_water_unless_frozen(water: str) -> None:
    m = position({"253inf": "B0830"}, ground={}, lines={water: ["B0830-B0831"], "motorway": ["B0830-B0831"]})
    assert reached(m) == AROUND - {"B0831"} | {"B0830"}
    freeze(m)
    assert reached(m) == AROUND | {"B0830"}


@pytest.mark.rule("efs2:3.22")
def test_a_river_an_enemy_and_dear_terrain_stop_no_zone() -> None:
    m = position({"253inf": "B0830", "rd-100": "B0831"}, ground={"B0929": "swamp"}, lines={"river": ["B0830-B0831"]})
    assert reached(m) == AROUND | {"B0830"}


@pytest.mark.rule("efs2:3.22", "efs2:10.48")
def test_wheels_project_no_zone_into_swamp_without_a_road() -> None:
    ground = {"B0929": "swamp", "B0831": "swamp"}
    m = position({"18pz-pzr": "B0830"}, ground=ground, lines={"railroad": ["B0830-B0831"]})
    assert reached(m) == AROUND - {"B0929"} | {"B0830"}
    freeze(m)
    assert "B0929" in reached(m)


@pytest.mark.rule("efs2:3.22", "efs2:10.48")
def test_wheels_project_no_zone_out_of_swamp_without_a_road() -> None:
    m = position({"18pz-pzr": "B0830"}, ground={"B0830": "swamp"}, lines={"minor_road": ["B0830-B0831"]})
    assert reached(m) == {"B0830", "B0831"}


@EITHER
@pytest.mark.rule("efs2:10.49", "efs2:3.22", "efs1:10.7.12")
def test_no_zone_reaches_into_a_major_city() -> None:
    places = {"B0831": "major city", "B0830": "major city", "B0929": "city"}
    m = position({"253inf": "B0830"}, ground={}, places=places)
    assert reached(m) == AROUND - {"B0831"} | {"B0830"}


@EITHER
@pytest.mark.rule("efs2:3.24", "efs2:R3", "efs1:10.6.7")
def test_in_mud_wheels_project_into_places_and_along_lines_alone() -> None:
    lines = {"minor_road": ["B0830-B0831"], "railroad": ["B0830-B0730"]}
    places = {"B0929": "town", "B0930": "city"}
    m = position({"18pz-pzr": "B0830"}, ground={}, lines=lines, places=places, weather="mud")
    assert reached(m) == {"B0830", "B0831", "B0730", "B0929", "B0930"}
    column(m, "hex_of")[unit(m, "253inf")] = m.c.hex("B0830")
    m.c.touch()
    assert reached(m) == AROUND | {"B0830"}


@pytest.mark.rule("efs2:3.24")
def test_an_orange_allowance_counts_as_wheels_in_mud() -> None:
    m = position({"flak101": "B0830"}, ground={}, weather="mud")
    assert reached(m) == {"B0830"}


@pytest.mark.rule("efs2:3.24", "efs2:5.21", "efs2:R3")
def test_mud_that_lingers_counts_in_woods() -> None:
    m = position({"18pz-pzr": "B0830"}, ground={"B0831": "woods"})
    column(m, "weathers")[:], column(m, "climates")[:] = ["mud", "dry"], ["mud", "mud"]
    m.c.touch()
    assert reached(m) == AROUND - {"B0831"} | {"B0830"}


@pytest.mark.rule("efs2:3.25")
def test_a_band_limits_the_zone_to_the_own_hex() -> None:
    m = position({"hq-13a": "B0830"}, ground={})
    assert reached(m, "soviet") == {"B0830"}


@pytest.mark.rule("efs2:3.25")
def test_some_units_have_the_band_on_their_reduced_side() -> None:
    m = position({"18pz-sr1": "B0830"}, ground={}, steps={"18pz-sr1": 1})
    assert reached(m) == {"B0830"}


@pytest.mark.rule("efs2:3.25", "efs2:12.16")
def test_a_unit_without_band_lets_its_whole_stack_project() -> None:
    m = position({"18pz-pzr": "B0830", "18pz-sr1": "B0830"}, ground={}, steps={"18pz-sr1": 1})
    north = m.c.hex("B0829")
    assert set(zones.projectors(m.c, north, "axis")) == {unit(m, "18pz-pzr"), unit(m, "18pz-sr1")}
    column(m, "hex_of")[unit(m, "18pz-pzr")] = m.c.hex("B0828")
    m.c.touch()
    assert zones.projectors(m.c, north, "axis") == (unit(m, "18pz-pzr"),)
    assert zones.projectors(m.c, m.c.hex("B0830"), "axis") == (unit(m, "18pz-sr1"),)


@pytest.mark.rule("efs2:3.25", "efs2:3.22")
def test_a_banded_unit_on_foot_beside_a_panzer_reaches_into_swamp() -> None:
    m = position({"18pz-pzr": "B0830", "221sec": "B0830"}, ground={"B0831": "swamp"}, steps={"221sec": 1})
    assert "B0831" in reached(m)
    assert zones.projectors(m.c, m.c.hex("B0831"), "axis") == (unit(m, "221sec"),)


@pytest.mark.rule("efs2:3.26", "efs2:11.38")
def test_an_overrun_unit_projects_no_zone() -> None:
    m = position({"rd-100": "B0830"}, ground={})
    column(m, "overrun")[unit(m, "rd-100")] = 1
    m.c.touch()
    assert reached(m, "soviet") == {"B0830"}
    assert zones.projectors(m.c, m.c.hex("B0831"), "soviet") == ()


@EITHER
@pytest.mark.rule("efs2:3.27", "efs2:6.42", "efs1:2.3.3", "efs1:3.0")
def test_supply_units_have_no_zone() -> None:
    m = position({"asup-01": "B0830"}, ground={})
    assert reached(m) == set() and control_of(m, "B0830") == ""


@EITHER
@pytest.mark.rule("efs2:21.62", "efs2:3.25", "efs1:22.9.2")
def test_an_untried_machine_gun_unit_projects_a_zone() -> None:
    m = position({"mg-01": "B0830"}, ground={})
    column(m, "mode")[unit(m, "mg-01")] = 1
    m.c.touch()
    assert reached(m, "soviet") == AROUND | {"B0830"}


@pytest.mark.rule("efs2:18.33")
def test_axis_zones_do_not_enter_an_active_belt() -> None:
    m = position({"253inf": "B0830", "rd-100": "B0930"}, ground={}, zones={"belt": ("fortified belt", ["B0831"])})
    assert "B0831" not in reached(m) and "B0831" in reached(m, "soviet")
    assert zones.projectors(m.c, m.c.hex("B0831"), "axis") == ()
    column(m, "ruined").append("B0831")
    m.c.touch()
    assert "B0831" in reached(m)


@pytest.mark.rule("efs2:18.52")
def test_no_zone_reaches_into_or_out_of_an_active_citadel() -> None:
    m = position({"253inf": "B0830", "rd-100": "B0831"}, ground={}, zones={"fort": ("citadel", ["B0831"])})
    assert reached(m, "soviet") == {"B0831"} and "B0831" not in reached(m)
    column(m, "ruined").append("B0831")
    m.c.touch()
    assert "B0830" in reached(m, "soviet") and "B0831" in reached(m)


@pytest.mark.rule("efs2:3.24")
def test_a_super_heavy_gun_is_not_named_by_the_rule_of_mud() -> None:
    m = position({"sha833": "B0830", "18pz-pzr": "B0830"}, ground={}, weather="mud")
    assert colour(m.c, unit(m, "sha833")) == GREEN and reached(m) == AROUND | {"B0830"}


# ---------------------------------------------------------------------- 3.3
@EITHER
@pytest.mark.rule("efs2:3.31", "efs2:3.32", "efs2:21.11", "efs1:3.0", "efs1:10.5.2")
def test_ten_points_fill_a_hex_and_hqs_count_nothing() -> None:
    m = position({"253inf": "B0830", "18pz-pzr": "B0830", "18pz-sr1": "B0830", "asup-01": "B0830"}, ground={})
    c, h = m.c, m.c.hex("B0830")
    assert [stacking.points(c, unit(m, u)) for u in ("253inf", "18pz-pzr", "hq-13a", "asup-01")] == [6, 2, 0, 0]
    assert stacking.room(c, h, "axis") == 0 and stacking.excess(c, "axis") == {}
    here = [unit(m, u) for u in ("253inf", "18pz-pzr", "18pz-sr1", "asup-01")]
    assert stacking.fits(c, here, h) is None
    found = stacking.fits(c, [*here, unit(m, "18pz-rec")], h)
    assert found is not None and found.rule == "efs:3.32" and "limit is 10" in found.reason


@pytest.mark.rule("efs2:3.33", "efs2:15.53", "efs2:13.32")
def test_an_engineer_and_two_rocket_units_attack_from_above_the_limit() -> None:
    m = position({"rd-100": "B0830", "rd-161": "B0830", "td-26": "B0830"}, ground={})
    c, h = m.c, m.c.hex("B0830")
    here = [unit(m, u) for u in ("rd-100", "rd-161", "td-26", "eng-10", "rkt-flerov")]
    over = stacking.total(c, here) - 10
    assert over == 4 and stacking.fits(c, here, h) is not None
    less = [u for u in here if u != unit(m, "td-26")]
    assert stacking.fits(c, less, h) is None
    full = [*less, unit(m, "bg-86")]
    assert stacking.total(c, full) == 12
    assert stacking.fits(c, full, h) is not None and stacking.fits(c, full, h, attacking=True) is None


@pytest.mark.rule("efs2:3.33", "efs2:R2")
def test_no_more_goes_than_is_too_much() -> None:
    units = {"253inf": "B0830", "18pz-pzr": "B0830", "18pz-sr1": "B0830", "18pz-rec": "B0830", "flak101": "B0835"}
    m = position(units, ground={})
    c = m.c
    assert stacking.excess(c, "axis") == {c.hex("B0830"): stacking.points(c, unit(m, "18pz-rec"))}
    refused = stacking.may_discard(c, unit(m, "253inf"))
    assert refused is not None and refused.rule == "efs:R2"
    assert stacking.may_discard(c, unit(m, "18pz-rec")) is None
    elsewhere = stacking.may_discard(c, unit(m, "flak101"))
    assert elsewhere is not None and elsewhere.rule == "efs:3.33"


@pytest.mark.rule("efs2:21.31")
def test_one_armored_train_in_a_hex() -> None:
    m = position({"atr-a1": "B0830"}, ground={})
    found = stacking.fits(m.c, [unit(m, "atr-a1"), unit(m, "atr-a2")], m.c.hex("B0830"))
    assert found is not None and found.rule == "efs:21.31"


# ---------------------------------------------------------------------- 3.16
@pytest.mark.rule("efs2:3.16")
def test_armored_units_are_motorized() -> None:
    r = position().c.roster
    armored = [u for u in range(len(r)) if r.number("red_attack", u)]
    c = position().c
    assert armored and all(is_motorized(c, u) for u in armored)
