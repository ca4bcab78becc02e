"""22.5: where flotillas go."""

from __future__ import annotations

import pytest

from engine.games.efs.combat.casualties import Losses
from engine.games.efs.combat.overrun import may_overrun, strengths
from engine.games.efs.combat.overrunning import Overrun, call_overrun
from engine.games.efs.combat.retreat import Retreat
from engine.games.efs.movement.allowance import share
from engine.games.efs.phases.weather import Sky, settle
from engine.games.efs.state import MOVED
from engine.games.efs1.edition import EDITION as FIRST
from engine.play.match import Match
from tests.games.efs.test_10_movement import costs, moving
from tests.support.efs import EITHER, at, column, play, position, refusal, unit

BOATS = "flot-berez"


@EITHER
@pytest.mark.rule("efs2:22.51", "efs1:11.2.1", "efs1:11.2.3")
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


@EITHER
@pytest.mark.rule("efs2:14.65", "efs1:13.2.3", "efs1:22.6.1")
def test_a_flotilla_pays_four_points_for_an_interdicted_hex() -> None:
    lines = {"major river": ["B0630-B0730", "B0631-B0730", "B0631-B0731", "B0632-B0731"]}
    m = moving({BOATS: "B0630"}, side="soviet", lines=lines)
    column(m, "zoi")["B0730"] = 1
    m.c.touch()
    assert costs(m, BOATS)["B0730"] == 4


@pytest.mark.rule("efs1:22.6.1", "efs1:R116", "efs1:10.7.9")
def test_flotillas_of_the_first_edition_lie_still_in_snow_and_not_in_frost() -> None:
    lines = {"major river": ["B0630-B0730", "B0631-B0730", "B0631-B0731", "B0632-B0731"]}
    for weather, goes in (("frost", True), ("snow", False)):
        m = moving({BOATS: "B0630"}, side="soviet", lines=lines, weather=weather, terms=FIRST)
        assert (set(costs(m, BOATS)) != {"B0630"}) is goes


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


@EITHER
@pytest.mark.rule("efs2:22.51", "efs1:11.2.2")
def test_a_flotilla_moves_in_one_of_the_two_phases() -> None:
    m = position({BOATS: "B0630"})
    u = unit(m, BOATS)
    m.c.state.phase = "soviet-movement"
    assert share(m.c, u) == "full" and share(m.c, u, "reaction") == "none"
    column(m, "did")[u] = MOVED
    assert share(m.c, u) == "none"


# ---------------------------------------------------------------------- overrun
FROM, HERE = "B0229", "B0230"
TANKS = ("18pz-pzr", "18pz-sr1")
BANKS = {"major river": ["B0230-B0330", "B0231-B0330", "B0231-B0331", "B0232-B0331", "B0232-B0332"]}


def overrun(units: dict[str, str], *dice: int, lines: dict[str, list[str]] | None = None) -> Match:
    """Tanks overrun a hex on a river bank."""
    m = position(
        {**dict.fromkeys(TANKS, FROM), **units}, ground={}, lines=BANKS if lines is None else lines, dice=dice,
        kinds=(Overrun, Retreat, Losses), step="below", phase="axis-movement",
    )  # fmt: skip
    m.c.state.phase = "axis-movement"
    m.c.touch()
    group = [unit(m, name) for name in TANKS]
    assert may_overrun(m.c, group, m.c.hex(HERE)) is None
    call_overrun(m.c, group, m.c.hex(HERE))
    m._after()
    return m


@pytest.mark.rule("efs2:22.53", "efs2:22.57", "efs2:R215")
def test_a_flotilla_alone_is_overrun_without_a_die_and_retreats_over_the_water() -> None:
    m = overrun({BOATS: HERE})
    assert m.state.draws == 0 and m.state.side == "axis", "the mover leads"
    ends = sorted({a.args[-1] for a in m.legal})
    assert ends and all(m.c.grid.distance(m.c.hex(HERE), m.c.hex(end)) == 2 for end in ends)
    play(m, f"to {ends[0]}")
    assert at(m, BOATS) == ends[0] and at(m, TANKS[0]) == HERE


@pytest.mark.rule("efs2:22.57")
def test_a_flotilla_does_not_count_with_the_defenders() -> None:
    group = dict.fromkeys(TANKS, FROM)
    m = position({**group, "mcr-24": HERE}, ground={})
    alone = strengths(m.c, [unit(m, name) for name in group], m.c.hex(HERE))
    m = position({**group, "mcr-24": HERE, BOATS: HERE}, ground={})
    assert strengths(m.c, [unit(m, name) for name in group], m.c.hex(HERE)) == alone


@pytest.mark.rule("efs2:22.57")
def test_it_retreats_even_where_the_overrun_fails() -> None:
    m = overrun({"nk-226": HERE, BOATS: HERE}, 10, 10)
    while m.c.frame.step == "retreat":
        play(m, str(next(iter(m.legal))))
    assert at(m, "nk-226") == HERE and at(m, BOATS) not in (HERE, "[cannot rebuild]") and at(m, TANKS[0]) == FROM


@pytest.mark.rule("efs2:22.57")
def test_without_a_way_it_is_eliminated() -> None:
    m = overrun({BOATS: HERE}, lines={"major river": ["B0230-B0330"]})
    assert at(m, BOATS) == "[cannot rebuild]" and at(m, TANKS[0]) == HERE


# ---------------------------------------------------------------------- storm
def storm(m: Match, *ports: str, friendly: bool = True) -> Match:
    """A Storm breaks over a lake with ports."""
    m.c.scenario = {**m.c.scenario, "ports": list(ports)}
    column(m, "holder").update(dict.fromkeys(ports, "soviet" if friendly else "axis"))
    m.c.touch()
    settle(m.c, "dry", Sky("dry", True), Sky("dry", True), ())
    return m


LAKE = {label: "lake" for label in ("B0731", "B0732", "B0733", "B0734")}


@pytest.mark.rule("efs2:22.55", "efs2:R216")
def test_in_a_storm_boats_on_a_lake_run_for_the_nearest_friendly_port() -> None:
    def boats(where: str = "B0731", **lines: list[str]) -> Match:
        return position({BOATS: where}, ground=LAKE, lines=lines)

    assert at(storm(boats(), "B0735", "B0835"), BOATS) in ("B0735", "B0835")
    assert at(storm(boats(), "B0735", "B0831"), BOATS) == "B0831", "the nearest"
    assert at(storm(boats(), "B0735", friendly=False), BOATS) == "B0731"
    assert at(storm(boats(), "B1931"), BOATS) == "B0731", "no way there over water"
    assert at(storm(boats()), BOATS) == "B0731", "no port"
    river = {"major river": ["B0631-B0630"]}
    assert at(storm(boats("B0631", **river), "B0630"), BOATS) == "B0631", "on a river it stays"
    shore = {**river, "lake": ["B0631-B0731"]}
    assert at(storm(boats("B0631", **shore), "B0630"), BOATS) == "B0630", "the shore of a lake takes priority"


@pytest.mark.rule("efs2:22.55")
def test_nobody_leaves_a_port_for_another() -> None:
    m = position({BOATS: "B0733"}, ground=LAKE)
    assert at(storm(m, "B0733", "B0734"), BOATS) == "B0733"
