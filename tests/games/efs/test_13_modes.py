"""13.33, 13.42: the two sides of super-heavy and railroad artillery; delays and flights that a scenario rules."""

from __future__ import annotations

import pytest

from engine.games.efs.combat.battles import flags
from engine.games.efs.phases import delays
from engine.games.efs.phases.engineering import Engineering
from engine.games.efs.phases.guns import turnable
from engine.games.efs.phases.movement import Movement
from engine.games.efs.state import BACK, FRONT, MOVED
from engine.games.efs.units import allowance
from engine.play.match import Match
from tests.support.efs import EITHER, at, column, play, position, refusal, unit

GUN, RAIL_GUN = "sha641", "rr716"


def engineering(*, did: int = 0, mode: int = FRONT) -> Match:
    m = position({GUN: "B0834", RAIL_GUN: "B0834"}, kinds=[Engineering])
    for name in (GUN, RAIL_GUN):
        column(m, "did")[unit(m, name)], column(m, "mode")[unit(m, name)] = did, mode
    m.c.touch()
    m.c.call("below")
    m.c.state.phase = "axis-engineering"
    m.c.call("engineering", side="axis", phase="axis-engineering")
    m._after()
    return m


@EITHER
@pytest.mark.rule("efs2:13.42", "efs2:13.33", "efs1:22.7.3")
def test_a_big_gun_that_stood_still_is_made_ready_and_one_that_fires_can_go_again() -> None:
    m = engineering()
    assert turnable(m.c) == [GUN, RAIL_GUN]
    for name in (GUN, RAIL_GUN):
        assert allowance(m.c, unit(m, name)) > 0
        play(m, f"mode {name}")
        assert column(m, "mode")[unit(m, name)] == BACK and allowance(m.c, unit(m, name)) == 0
    play(m, f"mode {GUN}")
    assert column(m, "mode")[unit(m, GUN)] == FRONT
    assert refusal(m, "mode 18pz-pzr").rule == "efs2:13.42"


@EITHER
@pytest.mark.rule("efs2:13.42", "efs1:22.7.3")
def test_a_gun_that_moved_does_not_stand_to_fire_and_the_phase_passes_without_guns() -> None:
    m = engineering(did=MOVED)
    assert m.c.frame.step == "below" and turnable(m.c) == []
    m = engineering(did=MOVED, mode=BACK)
    assert turnable(m.c) == [GUN, RAIL_GUN]


@pytest.mark.rule("efs2:R245")
def test_the_owner_chooses_the_side_on_which_his_guns_start() -> None:
    m = position({GUN: "C1723", RAIL_GUN: "C1523"}, scenario="minsk-pocket", turn=1, step="movement",
                 phase="axis-movement", kinds=[Movement])  # fmt: skip
    play(m, f"mode {RAIL_GUN}")
    assert column(m, "mode")[unit(m, RAIL_GUN)] == BACK
    m.state.turn = 2
    m.c.touch()
    assert turnable(m.c) == [] and refusal(m, f"mode {RAIL_GUN}").rule == "efs2:13.42"


@pytest.mark.rule("efs2:R244", "efs2:15.45")
def test_supply_spent_in_the_north_holds_reich_and_grossdeutschland_up() -> None:
    for target, gd, reich in (("D4906", 36, 37), ("D4907", 35, 36)):
        boxes = {"gd": "turn 35", "ssr-ir1": "turn 36"}
        m = position({"29mot-ir1": "D4905"}, boxes=boxes, scenario="guderian-drives-south", turn=34)
        m.c.state.battle[target] = 1
        delays.look(m.c, "axis")
        assert at(m, "gd") == "[turn 35]", "no point is given"
        m.c.state.battle_asp["1 attacker"] = "asup-01"
        delays.look(m.c, "axis")
        assert (at(m, "gd"), at(m, "ssr-ir1")) == (f"[turn {gd}]", f"[turn {reich}]")
    assert not flags(m.c, 1)
