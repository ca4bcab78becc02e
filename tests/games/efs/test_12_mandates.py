"""12.36: Mandated Attacks that were not made, and places that are the Axis side's from the start."""

from __future__ import annotations

import pytest

from engine.games.efs.victory import call_mandates, held_at_start, look, spots
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
