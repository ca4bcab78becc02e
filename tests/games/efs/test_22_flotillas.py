"""22.5: where flotillas go."""

from __future__ import annotations

import pytest

from engine.games.efs.movement.allowance import share
from engine.games.efs.state import MOVED
from tests.games.efs.test_10_movement import costs, moving
from tests.support.efs import column, play, position, refusal, unit

BOATS = "flot-berez"


@pytest.mark.rule("efs2:22.51")
def test_flotillas_go_along_either_bank_for_a_point_a_hex() -> None:
    lines = {"major river": ["B0630-B0730", "B0631-B0730", "B0631-B0731", "B0632-B0731"]}
    m = moving({BOATS: "B0631", "rd-5": "B0631"}, side="soviet", ground={"B0630": "wooded hills"}, lines=lines)
    found = costs(m, BOATS)
    assert found == {"B0631": 0, "B0630": 1, "B0632": 1, "B0730": 1, "B0731": 1}
    assert refusal(m, f"move {BOATS} B0531").rule == "efs2:22.51"
    play(m, f"pick {BOATS}")
    assert refusal(m, "pick rd-5").rule == "efs2:10.22"


@pytest.mark.rule("efs2:22.51")
def test_lakes_and_rivers_without_breadth() -> None:
    m = moving({BOATS: "B0631"}, side="soviet", ground={"B0731": "lake"}, lines={"river": ["B0631-B0632"]})
    found = costs(m, BOATS)
    assert found["B0731"] == 1 and found["B0831"] == 2 and found["B0632"] == 2


@pytest.mark.rule("efs2:22.51", "efs2:22.54", "efs2:14.65")
def test_zones_ice_storm_and_interdiction() -> None:
    lines = {"major river": ["B0630-B0730", "B0631-B0730", "B0631-B0731", "B0632-B0731"]}
    m = moving({BOATS: "B0630", "253inf": "B0531"}, side="soviet", lines=lines)
    assert costs(m, BOATS)["B0631"] == 2, "a point for the enemy zone"
    column(m, "zoi")["B0730"] = 1
    m.c.touch()
    assert costs(m, BOATS)["B0730"] == 4
    m.c.state.frozen = True
    m.c.touch()
    assert set(costs(m, BOATS)) == {"B0630"}
    m.c.state.frozen, m.c.state.storm = False, True
    m.c.touch()
    assert refusal(m, f"move {BOATS} B0730").rule == "efs2:22.54"


@pytest.mark.rule("efs2:22.51")
def test_a_flotilla_moves_in_one_of_the_two_phases() -> None:
    m = position({BOATS: "B0630"})
    u = unit(m, BOATS)
    m.c.state.phase = "soviet-movement"
    assert share(m.c, u) == "full" and share(m.c, u, "reaction") == "none"
    column(m, "did")[u] = MOVED
    assert share(m.c, u) == "none"
