"""12.36: Mandated Attacks that were not made, and places that are the Axis side's from the start."""

from __future__ import annotations

import pytest

from engine.games.efs.victory import call_mandates, held_at_start, look, owe, spots
from engine.play.match import Match
from tests.support.efs import begun, column


def lepel() -> Match:
    m = begun("lepel")
    held_at_start(m.c)
    return m


@pytest.mark.rule("efs2:24.22", "efs2:12.36")
def test_a_place_held_from_the_start_is_not_captured_but_can_be_lost() -> None:
    m = lepel()
    assert column(m, "places")["Lepel"] == "axis 3" and m.c.state.vp == 2
    look(m.c)
    assert m.c.state.vp == 2 and "Senno" not in column(m, "places")
    m.c.state.hex_of[m.c.unit("td-14")] = m.c.hex("B0426")
    m.c.touch()
    look(m.c)
    assert m.c.state.vp == -1


@pytest.mark.rule("efs2:12.36")
def test_outstanding_mandates_become_points_when_a_place_is_newly_captured() -> None:
    m = lepel()
    c = m.c
    assert c.state.mandates == 4
    call_mandates(c)
    assert (c.state.mandates, c.state.vp) == (4, 2), "nothing was captured"
    senno = next(spot for spot in spots(c) if spot.key == "Senno")
    c.state.hex_of[c.unit("17pz-pzr")] = senno.hexes[0]
    c.touch()
    look(c)
    gained = c.state.vp
    call_mandates(c)
    assert (c.state.mandates, c.state.vp) == (0, gained + 4)
    assert c.events[-1].rule == "efs2:12.36"


@pytest.mark.rule("efs2:12.36")
def test_a_place_lost_again_or_recaptured_costs_nothing() -> None:
    m = lepel()
    c = m.c
    (senno,) = next(spot for spot in spots(c) if spot.key == "Senno").hexes
    panzer, tanks = c.unit("17pz-pzr"), c.unit("td-14")
    for taker in (panzer, tanks):
        c.state.hex_of[panzer], c.state.hex_of[tanks] = (senno, -1) if taker == panzer else (-1, senno)
        c.touch()
        look(c)
    call_mandates(c)
    assert (column(m, "places")["Senno"], c.state.mandates) == ("soviet", 4), "captured in this turn, and lost again"
    c.state.hex_of[panzer], c.state.hex_of[tanks] = senno, -1
    c.touch()
    look(c)
    call_mandates(c)
    assert column(m, "places")["Senno"].startswith("axis") and c.state.mandates == 4, "it was captured before"


@pytest.mark.rule("efs2:12.36")
def test_nine_mandates_are_kept_and_each_further_one_is_a_point() -> None:
    m = lepel()
    c = m.c
    owe(c, 5)
    assert (c.state.mandates, c.state.vp) == (9, 2)
    owe(c, 2)
    assert (c.state.mandates, c.state.vp) == (9, 4) and c.events[-1].rule == "efs2:12.36"
