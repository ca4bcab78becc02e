"""Rulings of the first edition where its text is unclear (R101 to R114), each beside the second where they differ."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.air.fight import initiative
from engine.games.efs.combat.bonuses import combined_arms
from engine.games.efs.combat.lone import may_raid
from engine.games.efs.combat.modifiers import ground, may_engineer
from engine.games.efs.combat.odds import initial
from engine.games.efs.combat.paths import FREE, THROUGH
from engine.games.efs.edition import Edition
from engine.games.efs.movement.entry import may_enter
from engine.games.efs.movement.railroad import load, may_ride
from engine.games.efs.movement.reach import price
from engine.games.efs.movement.refusals import why_shut
from engine.games.efs.movement.strategic import march_of
from engine.games.efs.movement.stuck import may_lift
from engine.games.efs.movement.whole import may_step
from engine.games.efs.phases.declaration import Declaration
from engine.games.efs.phases.strongpoints import fortify_check
from engine.games.efs.state import EMERGENCY, OUT, QUARTERS
from engine.games.efs.supply.points import join, lower
from engine.games.efs.surrender import cut_off
from engine.games.efs.units import POOL, attack
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from tests.games.efs.test_16_retreat import HERE, ends, standing
from tests.games.efs.test_20_surrender import pocket
from tests.support.efs import EITHER, at, column, play, position, refusal, unit
from tests.support.efs_battles import NORTH, NORTH_EAST, SOUTH, TARGET, declared, facing, supplied

FOOT, PANZER, RIFLES, GUNS, BOATS = "6inf", "18pz-pzr", "rd-100", "art-xiia", "flot-pinsk"
EDITIONS = ((FIRST, True), (SECOND, False))
LINE: dict[str, Any] = {"lines": {"wall": [f"{NORTH}-{TARGET}"]}, "zones": {"wall": ("fortified line", [TARGET])}}
"""A fortified line in the target that faces north."""
RAILS = {"railroad": ["B0228-B0229-B0230-B0231-B0232"]}


def moving(units: dict[str, str], terms: Edition, **how: Any) -> Match:
    """A position in a Movement Phase, without its step."""
    side = how.pop("side", "axis")
    return position(units, terms=terms, side=side, phase=f"{side}-movement", **how)


# ---------------------------------------------------------------------- attacks
@EITHER
@pytest.mark.rule("efs1:12.3.3", "efs1:R101")
def test_initial_odds_count_what_terrain_leaves() -> None:
    m = facing({FOOT: NORTH}, lines={"major river": [f"{NORTH}-{TARGET}"]})
    assert initial(m.c, declared(m, FOOT)).attack * 2 in (attack(m.c, unit(m, FOOT)), attack(m.c, unit(m, FOOT)) - 1)


@EITHER
@pytest.mark.rule("efs1:17.2.3", "efs1:R102")
def test_without_firing_units_the_initiative_is_the_opponents() -> None:
    m = position({})
    fighter = [unit(m, "a-401iap")]
    assert initiative(m.c, 1, {"axis": [], "soviet": fighter}) == ("soviet", False)
    assert initiative(m.c, 1, {"axis": fighter, "soviet": []})[0] == "axis"


@pytest.mark.rule("efs1:6.8.2", "efs1:R105", "efs1:12.5.2")
def test_a_declaration_removes_supply_units_that_are_alone() -> None:
    units = {FOOT: NORTH, GUNS: NORTH_EAST, "ssup-01": TARGET}
    for terms, first in EDITIONS:
        m = facing(units, (), terms=terms)
        assert (may_raid(m.c, unit(m, FOOT), m.c.hex(TARGET)) is None) is first
        guarded = facing(units, (RIFLES,), terms=terms)
        assert may_raid(guarded.c, unit(guarded, FOOT), guarded.c.hex(TARGET)) is not None
    m = position(units, ground={}, kinds=(Declaration,), step="declaration", phase="axis-declaration", terms=FIRST)
    assert refusal(m, f"raid {GUNS} {TARGET}").rule == "efs2:15.31"
    assert refusal(m, f"attack {FOOT} {TARGET}").rule == "efs2:12.15"
    play(m, f"raid {FOOT} {TARGET}")
    assert at(m, "ssup-01") == f"[{POOL}]" and column(m, "committed")[unit(m, FOOT)] < 0
    lake = facing(units, (), terms=FIRST, lines={"lake": [f"{NORTH}-{TARGET}"]})
    assert may_raid(lake.c, unit(lake, FOOT), lake.c.hex(TARGET)) is not None, "it could not enter"


@EITHER
@pytest.mark.rule("efs1:15.6.7", "efs1:R106", "efs1:5.1.4")
def test_no_combined_arms_against_woods_where_mud_lingers() -> None:
    for terrain in ("clear", "woods"):
        m = facing({PANZER: NORTH, "18pz-sr1": NORTH}, ground={TARGET: terrain})
        m.c.state.weathers, m.c.state.climates = ["mud", "dry"], ["mud"]
        m.c.touch()
        b = supplied(declared(m, PANZER, "18pz-sr1"))
        assert (combined_arms(m.c, b) is None) is (terrain == "clear")


@EITHER
@pytest.mark.rule("efs1:15.6.7", "efs1:15.6.3", "efs1:R114", "efs2:15.57", "efs2:15.53")
def test_a_canal_covers_defenders_like_a_river() -> None:
    for water in ("river", "canal"):
        m = facing({PANZER: NORTH, "mpi-xxxxvii": NORTH}, lines={water: [f"{NORTH}-{TARGET}"]})
        b = supplied(declared(m, PANZER, "mpi-xxxxvii"))
        assert [line.value for line in ground(m.c, b).lines] == [1]
        assert combined_arms(m.c, b) is not None and may_engineer(m.c, b) is None


@EITHER
@pytest.mark.rule("efs1:22.6.4", "efs1:R110", "efs2:22.56")
def test_flotillas_alone_have_nothing_of_a_fortified_line() -> None:
    for defenders, value in (((BOATS,), 0), ((BOATS, RIFLES), 1)):
        m = facing({FOOT: NORTH}, defenders, **LINE)
        assert ground(m.c, declared(m, FOOT)).works == value


# ---------------------------------------------------------------------- retreat and surrender
@pytest.mark.rule("efs1:16.6.6", "efs1:16.6.3", "efs1:R107")
def test_trains_retreat_through_a_zone_like_others() -> None:
    for terms, first in EDITIONS:
        m = standing({"atr-a1": HERE, "18pz-sr1": "B0330", "18pz-sr2": "B0328"}, lines=RAILS, terms=terms)
        assert ends(m, "atr-a1") == ({"B0232": THROUGH} if first else {})


@EITHER
@pytest.mark.rule("efs1:16.6.1", "efs1:R113")
def test_a_friendly_zone_alone_frees_no_way_under_additional_retreat() -> None:
    units = {"atr-a1": HERE, "18pz-sr1": "B0330", "18pz-sr2": "B0328"}
    for friend in ("B0131", "B0231"):
        m = standing({**units, "rd-50": friend}, lines=RAILS)
        assert ends(m, "atr-a1", through=False) == ({"B0232": FREE} if friend == "B0231" else {})


@pytest.mark.rule("efs1:21.1.1", "efs1:R112")
def test_a_route_to_a_major_city_that_is_not_surrounded_saves() -> None:
    # A river around the unit and the hex behind it stops every route to the edge, but no line of hexes.
    river = [f"B0830-{n}" for n in ("B0929", "B0930", "B0730", "B0729")]
    river += [f"{SOUTH}-{n}" for n in ("B0930", "B0931", "B0832", "B0731", "B0730")]
    for city in (False, True):
        units, places = {"253inf": "B0829", RIFLES: "B0830"}, {SOUTH: "major city"} if city else {}
        m = pocket(units, lines={"major river": river}, places=places, terms=FIRST)
        m.c.state.holder[SOUTH] = "soviet"
        m.c.forget()
        assert [m.c.label(h) for h in cut_off(m.c)] == ([] if city else ["B0830"])
        m.c.state.holder["B1930"] = "axis"
        m.c.forget()
        assert [m.c.label(h) for h in cut_off(m.c)] == ["B0830"], "surrounded, it saves nobody"


# ---------------------------------------------------------------------- movement
@pytest.mark.rule("efs1:11.3.4", "efs1:R103")
def test_weather_leaves_roads_alone_for_strategic_movement_but_minor_ones_in_mud() -> None:
    for kind, costs in (("main_road", {FIRST: 0.5, SECOND: 1}), ("minor_road", {FIRST: 2, SECOND: 2})):
        for terms, _ in EDITIONS:
            m = moving({FOOT: "A5739"}, terms, lines={kind: ["A5739-A5740"]}, ground={}, weather="mud")
            assert march_of(m.c, [unit(m, FOOT)]).hexes[m.c.hex("A5740")] == costs[terms] * QUARTERS
    dry = moving({FOOT: "A5739"}, FIRST, lines={"main_road": ["A5739-A5740"]}, ground={"A5740": "woods"})
    dry.c.state.weathers, dry.c.state.climates = ["mud", "dry"], ["dry"]
    dry.c.touch()
    assert march_of(dry.c, [unit(dry, FOOT)]).hexes[dry.c.hex("A5740")] == QUARTERS // 2, "where Mud lingers, too"


@pytest.mark.rule("efs1:10.5.11", "efs1:10.7.6", "efs1:R108")
def test_big_guns_go_along_no_railroad_without_a_train() -> None:
    for terms, first in EDITIONS:
        m = moving({"sha833": NORTH}, terms, ground={TARGET: "swamp"}, lines={"railroad": [f"{NORTH}-{TARGET}"]})
        assert (price(m.c, [unit(m, "sha833")], m.c.hex(TARGET)) is None) is first


@pytest.mark.rule("efs1:10.7.11", "efs1:10.5.3", "efs1:R111")
def test_one_hex_movement_leads_out_of_a_swamp_that_has_thawed() -> None:
    for terms, first in EDITIONS:
        m = moving({PANZER: TARGET}, terms, ground={TARGET: "swamp", NORTH: "swamp"})
        u = unit(m, PANZER)
        assert (may_step(m.c, [u], m.c.hex(SOUTH)) is None) is first
        assert may_step(m.c, [u], m.c.hex(NORTH)) is not None, "into no other swamp"
        assert (may_lift(m.c, u) is None) is not first


@pytest.mark.rule("efs1:10.7.9")
def test_artillery_needs_a_bridge_on_ice_too() -> None:
    for terms, first in EDITIONS:
        lines = {"major river": [f"{NORTH}-{TARGET}"]}
        m = moving({GUNS: NORTH, FOOT: NORTH}, terms, ground={}, lines=lines, weather="snow")
        m.c.state.frozen = True
        m.c.touch()
        found = [price(m.c, [unit(m, name)], m.c.hex(TARGET)) is None for name in (GUNS, FOOT)]
        assert found == [first, False]
        refused = why_shut(m.c, [unit(m, GUNS)], m.c.hex(NORTH), m.c.hex(TARGET))
        assert "artillery" in refused.reason and ("ice" in refused.reason) is not first, "no word of crossing"
        where = why_shut(m.c, [unit(m, FOOT)], m.c.hex(NORTH), m.c.hex(TARGET)).reason
        assert "'cross'" in where and ("in its Movement Phase" in where) is first


# ---------------------------------------------------------------------- supply and engineers
@EITHER
@pytest.mark.rule("efs1:6.8.1", "efs1:6.8.3", "efs1:R104", "efs2:6.48")
def test_two_points_that_wait_may_come_in_as_a_dump_by_railroad() -> None:
    boxes = {"ssup-01": "turn 5", "ssup-02": "turn 5"}
    m = position({}, side="soviet", phase="soviet-movement", boxes=boxes)
    u, v = (unit(m, name) for name in boxes)
    m.c.state.asp[u] = m.c.state.asp[v] = 1
    m.c.touch()
    assert may_enter(m.c, u, m.c.hex("B1931")) is None, "by road as an MSU"
    join(m.c, u, v)
    assert (column(m, "asp")[u], m.c.state.box[u], m.c.state.box[v], load(m.c, u)) == (2, "turn 5", POOL, 2)
    found = may_enter(m.c, u, m.c.hex("B1931"))
    assert found is not None and found.rule == "efs:6.48"
    assert may_ride(m.c, u) is None
    lower(m.c, u)
    assert column(m, "asp")[u] == 1 and may_enter(m.c, u, m.c.hex("B1931")) is None, "for the loss of a point"


@pytest.mark.rule("efs1:22.3.1", "efs1:6.6.3", "efs1:R109")
def test_an_engineer_in_emergency_supply_builds_at_once() -> None:
    for terms, first in EDITIONS:
        for state, builds in ((EMERGENCY, first), (OUT, False)):
            m = position({"eng-ok": TARGET}, side="soviet", phase="soviet-engineering", ground={}, terms=terms)
            m.c.state.strongpoints["soviet"] = 1
            column(m, "supply")[unit(m, "eng-ok")] = state
            m.c.touch()
            assert (fortify_check(m.c, "eng-ok") is None) is builds
