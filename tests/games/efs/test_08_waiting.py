"""8.14, 8.16, 8.3, 8.7: what units can and cannot do that wait beside the map, and those that may not move yet."""

from __future__ import annotations

import pytest

from engine.games.efs.arrivals import waiting
from engine.games.efs.combat.access import never
from engine.games.efs.combat.support import may_defend, may_support
from engine.games.efs.command import cover
from engine.games.efs.movement.airlift import may_board
from engine.games.efs.movement.allowance import bound
from engine.games.efs.phases.placing import placeable
from engine.games.efs.queries.units import whereabouts
from tests.support.efs import EITHER, begun, column, position, unit
from tests.support.efs_battles import NORTH, declared, facing, supplied

RIFLES, HQ, GUNS, PANZER = "rd-50", "hq-13a", "art-xiia", "18pz-pzr"


@pytest.mark.rule("efs2:8.3", "efs2:8.31", "efs2:8.32")
def test_the_active_box_holds_rebuilt_units_until_they_are_placed_or_enter() -> None:
    m = position(boxes={RIFLES: "active", "rd-53": "cadre"}, side="soviet")
    u, lost = unit(m, RIFLES), unit(m, "rd-53")
    assert u in waiting(m.c, "soviet") and u in placeable(m.c, "soviet") and whereabouts(m.c, u) == "Active Box"
    assert lost not in waiting(m.c, "soviet") and lost not in placeable(m.c, "soviet")


@EITHER
@pytest.mark.rule("efs2:8.16", "efs1:8.1.6")
def test_headquarters_and_artillery_off_the_map_do_nothing() -> None:
    for box in ("active", "turn 5"):
        m = position(boxes={HQ: box})
        assert not cover(m.c).operational and not cover(m.c).non_op
    m = facing({"6inf": NORTH})
    for name in (GUNS, "art-r5"):
        column(m, "box")[unit(m, name)] = "turn 1"
    m.c.forget()
    b = supplied(declared(m, "6inf"))
    attack, defend = may_support(m.c, b, unit(m, GUNS)), may_defend(m.c, b, unit(m, "art-r5"))
    assert attack and defend and attack.rule == defend.rule == "efs:13.11"


@pytest.mark.rule("efs2:8.14")
def test_reinforcements_that_wait_do_not_come_by_air() -> None:
    boxes = {RIFLES: "turn 5", "a-magon1": "ready"}
    m = position(boxes=boxes, side="soviet", phase="soviet-movement")
    found = may_board(m.c, unit(m, RIFLES))
    assert found and found.rule == "efs:14.75"


@pytest.mark.rule("efs2:8.71")
def test_the_set_up_card_says_who_may_not_move_yet() -> None:
    m = begun("minsk-pocket")
    hold = column(m, "hold")
    assert hold[unit(m, "rd-188")] == 1 and hold[unit(m, "rd-5")] == 0
    assert set(hold) <= {0, 1, 2} and sum(hold) == sum(m.c.scenario["hold"].values())


@pytest.mark.rule("efs2:8.72", "efs2:10.26")
def test_who_has_a_do_not_move_marker_stays_beside_an_enemy_too_and_may_attack() -> None:
    m = position({PANZER: "A6039", RIFLES: "A6138"})
    u = unit(m, PANZER)
    column(m, "hold")[u] = 2
    m.c.touch()
    found = bound(m.c, u)
    assert found and found.rule == "efs:10.26"
    assert never(m.c, u) is None
