"""21.74: militia brigades and the five hexes around the town that raised them."""

from __future__ import annotations

import pytest

from engine.games.efs.combat.advance import may_advance
from engine.games.efs.homes import strays
from engine.games.efs.limits import out_of_bounds
from engine.games.efs.movement.airlift import may_fly
from engine.games.efs.movement.reach import may_reach, reach_of
from engine.games.efs.movement.strategic import march_of
from engine.games.efs.tables import tables
from engine.play.state import Frame
from tests.support.efs import position, unit

BRIGADE, DIVISION, RIFLES = "mil-07", "mil-mm4", "rd-100"
"""A brigade of Mogilev; militia of another size and regulars, which go where they like."""
HOME, WEST, ROAD = "B1939", "B1438", "B1634"


@pytest.mark.rule("efs2:21.74")
def test_militia_brigades_alone_stray() -> None:
    c = position({BRIGADE: HOME}).c
    u, (city, *_) = c.unit(BRIGADE), tables(c).named("Mogilev")
    at_five, at_six = (next(h for h in c.grid.within(city, 6) if c.grid.distance(city, h) == n) for n in (5, 6))
    assert (strays(c, u, at_five), strays(c, u, at_six)) == (False, True)
    assert not strays(c, c.unit(RIFLES), at_six) and not strays(c, c.unit(DIVISION), at_six)


@pytest.mark.rule("efs2:21.74", "efs2:R230")
def test_no_way_leads_them_farther_than_five_hexes() -> None:
    m = position({BRIGADE: WEST, RIFLES: WEST}, side="soviet", phase="soviet-movement")
    c, u, home = m.c, unit(m, BRIGADE), m.c.hex(HOME)
    far = {h for h in reach_of(c, [unit(m, RIFLES)]).hexes if c.grid.distance(h, home) > 5}
    assert far and c.grid.distance(c.hex(WEST), home) == 5
    for found in (reach_of(c, [u]).hexes, march_of(c, [u]).hexes):
        assert max(c.grid.distance(h, home) for h in found) == 5
    for refusal in (may_reach(c, [u], [min(far)]), out_of_bounds(c, [unit(m, RIFLES), u], min(far))):
        assert refusal is not None and refusal.rule == "efs:21.74"


@pytest.mark.rule("efs2:21.74", "efs2:R230", "efs2:16.5", "efs2:14.75")
def test_they_neither_advance_nor_fly_out_of_them() -> None:
    m = position({BRIGADE: WEST}, boxes={"a-magon1": "ready", "a-magon2": "ready"}, side="soviet",
                 phase="soviet-movement")  # fmt: skip
    c, u = m.c, unit(m, BRIGADE)
    out = next(h for h in c.grid.adjacent[c.hex(WEST)] if strays(c, u, h))
    c.state.stack = [Frame("advance", {"side": "soviet", "hexes": [out], "units": [u], "gone": []})]
    refusal = may_advance(c, u, out)
    assert refusal is not None and refusal.rule == "efs:21.74"
    m = position({BRIGADE: HOME}, boxes={"a-magon1": "ready", "a-magon2": "ready"}, side="soviet",
                 phase="soviet-movement")  # fmt: skip
    refusal = may_fly(m.c, unit(m, BRIGADE), m.c.hex("B1332"))
    assert refusal is not None and refusal.rule == "efs:21.74"
