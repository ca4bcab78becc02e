"""Chapter 20: Soviet units that are cut off."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.combat.casualties import Losses
from engine.games.efs.phases.surrender import Surrender
from engine.games.efs.state import EMERGENCY, OUT
from engine.games.efs.surrender import cut_off, modifiers
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from engine.play.state import Frame
from tests.support.efs import EITHER, at, column, play, position, steps, unit

POCKET = {"253inf": "B0828", "18pz-pzr": "B0832", "18pz-sr1": "B1030", "18pz-sr2": "B0630"}
"""Axis units around B0830: their zones close the ring."""


def pocket(units: dict[str, str], *, scenario_turn: int = 7, **given: Any) -> Match:
    """Soviet units in open country with a source in the far east, in a turn with surrender."""
    m = position(units, ground={}, turn=scenario_turn, kinds=(Surrender, Losses), **given)
    m.data.scenario = {**m.data.scenario, "supply": {"axis": ["A6030"], "soviet": ["B1930"]}}
    m.c.scenario = m.data.scenario
    m.data.memo.clear()
    m.c.forget()
    return m


def phase(m: Match) -> list[str]:
    """The Surrender Phase; what is told of it."""
    m.c.state.stack = [Frame("below")]
    m.c.call("surrender", side="axis", phase="surrender")
    told = [event.text for event in m.c.events]
    m._after()
    return told


def checking(m: Match) -> list[str]:
    return [m.c.label(h) for h in cut_off(m.c)]


# ---------------------------------------------------------------------- 20.1
@EITHER
@pytest.mark.rule("efs2:20.11", "efs2:R61", "efs1:21.1.1")
def test_units_in_a_ring_of_zones_must_check() -> None:
    m = pocket({**POCKET, "rd-100": "B0830"})
    assert checking(m) == []  # its hex lies in no zone
    column(m, "hex_of")[unit(m, "253inf")] = m.c.hex("B0829")
    m.c.touch()
    assert checking(m) == ["B0830"]
    column(m, "hex_of")[unit(m, "18pz-sr1")] = m.c.hex("A6030")
    m.c.touch()
    assert checking(m) == []


@EITHER
@pytest.mark.rule("efs2:20.11", "efs1:21.1.1")
def test_no_source_no_safety_and_a_captured_one_is_none() -> None:
    m = pocket({"253inf": "B0829", "rd-100": "B0830"})
    assert checking(m) == []
    column(m, "holder")["B1930"] = "axis"
    m.c.touch()
    assert checking(m) == ["B0830"]


@EITHER
@pytest.mark.rule("efs2:20.13", "efs2:20.11", "efs1:21.1.1")
def test_own_units_keep_the_line_open_through_zones() -> None:
    held = {**POCKET, "253inf": "B0829", "rd-100": "B0830"}
    m = pocket({**held, "rd-161": "B0930"})
    assert checking(m) == ["B0830", "B0930"]
    m = pocket({**held, "rd-161": "B0930", "rd-50": "B1031", "rd-155": "B1131"})
    assert checking(m) == []


@pytest.mark.rule("efs2:20.11", "efs2:R61")
def test_rivers_and_works_stop_no_line_and_lakes_do() -> None:
    around = ["B0829", "B0929", "B0930", "B0831", "B0730", "B0729"]
    m = pocket({"253inf": "B0829", "rd-100": "B0830"}, lines={"major river": [f"B0830-{n}" for n in around]})
    assert checking(m) == []
    m = pocket({"18pz-pzr": "B0829", "rd-100": "B0830"}, lines={"lake": [f"B0830-{n}" for n in around[1:]]})
    assert checking(m) == ["B0830"]
    m.c.state.frozen = True
    m.c.touch()
    assert checking(m) == []


@pytest.mark.rule("efs1:21.1.1")
def test_a_major_river_without_a_bridge_stops_the_route_of_the_first_edition() -> None:
    around = ["B0929", "B0930", "B0831", "B0730", "B0729"]
    for terms, found in ((FIRST, ["B0830"]), (SECOND, [])):
        units, river = {"253inf": "B0829", "rd-100": "B0830"}, {"major river": [f"B0830-{n}" for n in around]}
        assert checking(pocket(units, lines=river, terms=terms)) == found
        assert checking(pocket(units, terms=terms)) == []


@pytest.mark.rule("efs2:20.12", "efs2:21.34", "efs2:22.56", "efs2:18.54")
def test_who_never_surrenders() -> None:
    ring = {**POCKET, "253inf": "B0829"}
    for name in ("atr-a1", "flot-berez"):
        assert checking(pocket({**ring, name: "B0830"})) == []
    fort = {"fort": ("citadel", ["B0830"])}
    m = pocket({**ring, "rd-100": "B0830"}, zones=fort)
    column(m, "hex_of")[unit(m, "253inf")] = m.c.hex("B0829")
    assert checking(m) == []
    column(m, "ruined").append("B0830")
    m.c.touch()
    assert checking(m) == ["B0830"]


@pytest.mark.rule("efs2:R60", "efs2:20.11")
def test_units_in_a_major_city_do_not_check() -> None:
    ring = {**POCKET, "253inf": "B0829", "rd-100": "B0830"}
    assert checking(pocket(ring, places={"B0830": "major city"})) == []
    assert checking(pocket(ring, places={"B0830": "city"})) == ["B0830"]


# ---------------------------------------------------------------------- 20.2
def ring(*units: str, dice: tuple[int, ...] = (), **given: Any) -> Match:
    """Units cut off in B0830."""
    return pocket({**POCKET, "253inf": "B0829", **dict.fromkeys(units, "B0830")}, dice=dice, **given)


def drm(m: Match) -> int:
    return sum(value for value, _ in modifiers(m.c, m.c.hex("B0830")))


@pytest.mark.rule("efs2:20.21", "efs2:20.22", "efs2:21.52", "efs2:R180")
def test_modifiers() -> None:
    m = ring("rd-100", "rd-161")
    assert drm(m) == 0
    column(m, "supply")[unit(m, "rd-100")] = EMERGENCY
    assert drm(m) == -1
    column(m, "supply")[unit(m, "rd-161")] = OUT
    assert drm(m) == -2
    assert drm(ring("rd-100", places={"B0830": "city"})) == 1
    assert drm(ring("rd-100", "nk-226")) == 1 and drm(ring("mil-mm1")) == -1 and drm(ring("mil-mm1", "rd-100")) == 0
    assert [drm(ring("rd-100", scenario_turn=turn)) for turn in (30, 31, 61, 62)] == [0, -1, -1, 0]
    m = ring("rd-100", zones={"belt": ("fortified belt", ["B0830"])})
    assert drm(m) == 1


@pytest.mark.rule("efs2:20.22", "efs2:R180")
@pytest.mark.parametrize(("where", "added"), [("B1230", 1), ("B1330", 0)])
@pytest.mark.parametrize("mode", [0, 1])
def test_an_hq_helps_in_its_range_in_whatever_state(where: str, added: int, mode: int) -> None:
    m = ring("rd-100")
    hq = unit(m, "hq-13a")
    column(m, "hex_of")[hq], column(m, "mode")[hq], column(m, "supply")[hq] = m.c.hex(where), mode, OUT
    m.c.touch()
    assert drm(m) == added


@EITHER
@pytest.mark.rule("efs2:20.21", "efs2:6.43", "efs1:21.1.2", "efs1:R40")
def test_surrender_takes_all_units_of_the_hex() -> None:
    m = ring("rd-100", "rd-161", "ssup-01", dice=(2,))
    phase(m)
    assert {at(m, u) for u in ("rd-100", "rd-161")} == {"[eliminated]"} and at(m, "ssup-01") == "[supply pool]"
    assert m.c.frame.step == "below"


@pytest.mark.rule("efs2:20.21")
def test_full_attrition_costs_every_unit_a_step() -> None:
    m = ring("rd-100", "rd-161", "eng-10", dice=(3,))
    phase(m)
    assert steps(m, "rd-100") == 1 and steps(m, "rd-161") == 1 and at(m, "eng-10") == "[eliminated]"


@pytest.mark.rule("efs2:20.21")
def test_partial_attrition_costs_one_unit_of_the_soviet_choice() -> None:
    m = ring("rd-100", "eng-10", dice=(5,))
    phase(m)
    assert m.c.frame.step == "losses" and m.c.state.side == "soviet"
    play(m, "lose eng-10")
    assert at(m, "eng-10") == "[eliminated]" and steps(m, "rd-100") == 2 and m.c.frame.step == "below"


@EITHER
@pytest.mark.rule("efs2:20.21", "efs1:21.1.2")
def test_no_effect() -> None:
    m = ring("rd-100", dice=(8,))
    assert "no effect" in phase(m)[0] and steps(m, "rd-100") == 2 and at(m, "rd-100") == "B0830"


@pytest.mark.rule("efs2:20.11", "efs2:R180")
def test_all_hexes_are_found_before_the_first_die() -> None:
    m = pocket({**POCKET, "253inf": "B0829", "rd-100": "B0830", "rd-161": "B0831"}, dice=(1, 8))
    assert checking(m) == ["B0830", "B0831"]
    assert len([text for text in phase(m) if "cut off" in text]) == 2


@pytest.mark.rule("efs2:20.11", "efs2:4.21")
def test_a_scenario_begins_later_with_it() -> None:
    m = ring("rd-100", scenario_turn=6)
    assert "not before" in phase(m)[0] and at(m, "rd-100") == "B0830"
    assert "no Soviet unit is cut off" in phase(pocket({"rd-100": "B0830"}))[0]
