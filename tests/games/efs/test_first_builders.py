"""What the first edition prints differently of works, railroads, surrender, special units, bridges and regiments.

Each test runs in the terms of both editions and reads from them what is to be expected.
"""

from __future__ import annotations

import pytest

from engine.games.efs import forts
from engine.games.efs.combat.battles import Battle, battle
from engine.games.efs.combat.bonuses import integrity
from engine.games.efs.combat.modifiers import may_engineer
from engine.games.efs.conversion import may_convert, may_regain
from engine.games.efs.edition import Edition, edition
from engine.games.efs.garrisons import release
from engine.games.efs.homes import kept_near, strays
from engine.games.efs.kinds import is_armor
from engine.games.efs.losses import resting_place
from engine.games.efs.movement.substitutes import is_divided, may_form, may_split
from engine.games.efs.phases.bridging import may_bridge
from engine.games.efs.phases.strongpoints import left
from engine.games.efs.state import ATTACKED, BACK, DEFENDED, MOVED, OUT
from engine.games.efs.surrender import cut_off, liable, modifiers
from engine.games.efs.tables import tables
from engine.games.efs.units import CADRE, ELIMINATED, REMOVED, place
from engine.play.match import Match
from tests.games.efs.test_16_retreat import retreating, standing
from tests.games.efs.test_18_strongpoints import HERE, SAPPER, THERE, next_turn, works
from tests.games.efs.test_19_conversion import TRACK, line
from tests.games.efs.test_20_surrender import POCKET, checking, pocket
from tests.games.efs.test_22_bridging import EAST, PANZER, WEST, Laying, laying
from tests.games.efs.test_23_regiments import OLD, moving
from tests.support.efs import EITHER, at, begun, column, play, position, refusal, unit
from tests.support.efs_battles import NORTH, SOUTH, declared, facing, supplied

FOOT, HQ, BASE = "253inf", "hq-13a", "B0830"


def terms(m: Match) -> Edition:
    """The terms in which a test runs."""
    return edition(m.c)


# ---------------------------------------------------------------------- 15.6.8, 18.1.4 divisions
@EITHER
@pytest.mark.rule("efs1:15.6.8")
def test_the_division_of_the_ss_may_miss_one_of_its_four_components() -> None:
    pzd, ss = ("18pz-pzr", "18pz-sr1", "18pz-sr2"), ("ssr-ir1", "ssr-ir2", "ssr-ir3", "ssr-rec")
    for left_out in ss:
        here = [name for name in ss if name != left_out]
        m = facing({**dict.fromkeys(pzd, NORTH), **dict.fromkeys(here, SOUTH)})
        found = integrity(m.c, supplied(declared(m, *pzd, *here)))
        both = terms(m).one_of_four_spared or left_out != "ssr-rec"
        assert len(found) == (2 if both else 1), left_out
    m = facing({**dict.fromkeys(pzd, NORTH), "ssr-ir1": SOUTH, "ssr-rec": SOUTH})
    assert len(integrity(m.c, supplied(declared(m, *pzd, "ssr-ir1", "ssr-rec")))) == 1


@EITHER
@pytest.mark.rule("efs1:18.1.4")
def test_divisions_and_engineers_destroy_works() -> None:
    for names, able in (
        ((FOOT,), True), ((SAPPER,), True), (("18pz-pzr", "18pz-sr1", "18pz-rec"), True),
        (("18pz-pzr", "18pz-sr1"), False), (("rsc-r01",), False),
    ):  # fmt: skip
        m = position(dict.fromkeys(names, BASE), ground={})
        column(m, "works")[BASE] = "soviet active"
        m.c.touch()
        assert bool(forts.fall(m.c, "axis")) is (able or not terms(m).divisions_raze), names


# ---------------------------------------------------------------------- 18.3, 22.3 strongpoints
@EITHER
@pytest.mark.rule("efs1:18.3.1")
def test_a_unit_makes_no_site_where_supply_does_not_reach() -> None:
    ring = {"18pz-sr1": "A6038", "18pz-sr2": "A6139", "18pz-pzr": "A5939"}
    m = works({"rd-50": HERE, "rd-53": "B1931", **ring}, "soviet", soviet=2)
    assert m.check("build B1931") is None
    assert (m.check(f"build {HERE}") is None) is terms(m).units_are_sites


@EITHER
@pytest.mark.rule("efs1:18.3.4", "efs1:22.3.2", "efs1:18.3.5", "efs1:R36")
def test_axis_engineers_begin_a_strongpoint_that_one_completes_later() -> None:
    m = works({SAPPER: HERE, "18pz-sr1": THERE})
    slow = terms(m).axis_sappers_begin
    assert (m.check("fortify 18pz-sr1") is None) is not slow
    play(m, f"fortify {SAPPER}")
    assert column(m, "works") == {HERE: "axis building" if slow else "axis active"}
    place(m.c, unit(m, SAPPER), m.c.hex(THERE))
    next_turn(m)
    assert column(m, "works") == {HERE: "axis building" if slow else "axis active"}
    place(m.c, unit(m, SAPPER), m.c.hex(HERE))
    column(m, "did")[unit(m, SAPPER)] = 0
    next_turn(m)
    assert column(m, "works") == {HERE: "axis active"}


@EITHER
@pytest.mark.rule("efs1:22.3.1", "efs1:19.3")
def test_a_soviet_engineer_that_defended_has_its_own_segment_free() -> None:
    name = sappers()
    for bits, works_on in ((DEFENDED, None), (ATTACKED, False)):
        m = works({name: "B1931"}, "soviet", did={name: bits}, soviet=1)
        able = not terms(m).defence_tires if works_on is None else works_on
        assert (m.check(f"fortify {name}") is None) is able
    m = line({name: TRACK[2]}, side="soviet")
    column(m, "did")[unit(m, name)] = DEFENDED
    m.c.touch()
    assert (may_regain(m.c, unit(m, name)) is None) is not terms(m).defence_tires


def sappers() -> str:
    """A Soviet engineer unit."""
    r = position({}).c.roster
    return next(r.ids[u] for u, kind in enumerate(r.kind) if kind == "engineer" and r.side[u] == "soviet")


# ---------------------------------------------------------------------- 19 railroads
@EITHER
@pytest.mark.rule("efs1:19.3")
def test_headquarters_convert_no_railroads() -> None:
    m = line({HQ: TRACK[2]}, side="soviet")
    assert (may_regain(m.c, unit(m, HQ)) is None) is terms(m).hqs_convert


@EITHER
@pytest.mark.rule("efs1:19.2.3", "efs1:19.2.2", "efs1:R37")
def test_one_line_alone_goes_on_from_a_junction() -> None:
    branch = {"railroad": ["-".join(TRACK), f"{TRACK[3]}-B0929"]}
    m = line(lines=branch)
    play(m, f"convert {TRACK[3]}", "convert B0929")
    found = may_convert(m.c, m.c.hex(TRACK[4]))
    assert (found is not None and found.rule == "efs:19.24") is terms(m).one_line_on


# ---------------------------------------------------------------------- 21 surrender
@EITHER
@pytest.mark.rule("efs1:21.1.1", "efs1:R40")
def test_trains_surrender_and_a_besieged_major_city_is_checked() -> None:
    m = position({"atr-n1": BASE, "rd-100": BASE}, ground={})
    assert (unit(m, "atr-n1") in liable(m.c, m.c.hex(BASE))) is terms(m).all_surrender
    city = pocket({**POCKET, FOOT: "B0829", "rd-100": BASE}, places={BASE: "major city"})
    assert (checking(city) == [BASE]) is terms(city).all_surrender
    assert cut_off(city.c) == [city.c.hex(label) for label in checking(city)]


# ---------------------------------------------------------------------- 22 militia, garrisons, bridges
@EITHER
@pytest.mark.rule("efs1:22.10.3", "efs1:R44")
def test_militia_driven_from_its_city_is_free_or_lost() -> None:
    brigade = "mil-07"
    m = position({brigade: "B1939"})
    u, (city, *_) = unit(m, brigade), tables(m.c).named("Mogilev")
    edge = next(h for h in sorted(m.c.grid.within(city, 5)) if m.c.grid.distance(city, h) == 5)
    m = standing({brigade: m.c.label(edge)}, ground=None)
    assert kept_near(m.c, [u], edge) is None
    beyond = next(h for h in m.c.grid.adjacent[edge] if strays(m.c, u, h))
    assert kept_near(m.c, [u], beyond) is not None
    retreating(m, [brigade])
    ends = [action.args[-1] for action in m.legal]
    far = next(label for label in ends if strays(m.c, u, m.c.hex(label)))
    play(m, f"to {far}")
    assert at(m, brigade) == (far if terms(m).militia_freed else f"[{REMOVED}]")
    assert (kept_near(m.c, [u], beyond) is None) is terms(m).militia_freed
    division = "mil-mm4"
    bound = bool(strays(m.c, unit(m, division), m.c.hex("A5739")))
    assert bound is (terms(m).militia_freed and bool(m.c.roster.value("city", unit(m, division))))


@EITHER
@pytest.mark.rule("efs1:22.10.2")
def test_lost_militia_is_rebuilt_or_never_comes_back() -> None:
    m = position({"mil-mm1": BASE}, ground={})
    back = terms(m).militia_rebuilt
    for box in (CADRE, ELIMINATED):
        assert resting_place(m.c, unit(m, "mil-mm1"), box) == (box if back else REMOVED)


@EITHER
@pytest.mark.rule("efs1:24.1.3", "efs2:24.42")
def test_steps_that_units_lack_at_the_start_are_on_no_track() -> None:
    c = begun("smolensk-pocket").c
    lacking = [u for u, left in enumerate(c.state.steps_left) if 0 < left < c.roster.steps[u] and is_armor(c, u)]
    assert lacking and not c.state.losses["axis"] and not c.state.losses["soviet"]


@EITHER
@pytest.mark.rule("efs1:22.12.1", "efs1:22.12.2")
def test_an_enemy_beside_it_or_hunger_frees_a_garrison() -> None:
    for units, hungry in (({"flak101": "B0829"}, False), ({}, True)):
        m = position({"rd-100": BASE, **units}, ground={}, side="soviet")
        u = unit(m, "rd-100")
        column(m, "garrison")[u] = 1
        column(m, "supply")[u] = OUT if hungry else 0
        m.c.touch()
        release(m.c)
        zone = False if hungry else bool(m.c.roster.value("no_zoc", unit(m, "flak101"))) is False
        assert (column(m, "garrison")[u] == 0) is (zone or terms(m).garrisons_free_early)


@EITHER
@pytest.mark.rule("efs1:22.4", "efs1:22.4.1", "efs1:22.4.2", "efs1:22.4.3", "efs1:R45")
def test_bridges_over_major_rivers_are_ready_at_once_and_move() -> None:
    m = laying("major river", {PANZER: WEST, "rd-50": EAST})
    assert (m.check(f"bridge {WEST} {EAST}") is None) is terms(m).bridges_at_once, "the enemy is on the other bank"
    m = laying("major river")
    play(m, f"bridge {WEST} {EAST}")
    state = "ready" if terms(m).bridges_at_once else "building"
    assert column(m, "spans") == {"abridge-1": f"{WEST}/{EAST} {state}"}
    column(m, "did")[unit(m, "abridge-1")] = 0
    m.c.touch()
    play(m, "remove abridge-1")
    assert (m.check(f"bridge {WEST} {EAST}") is None) is terms(m).bridges_at_once


@EITHER
@pytest.mark.rule("efs1:22.4.4")
def test_two_bridges_a_side_lie_on_a_quarter_of_the_map() -> None:
    m = laying("river")
    for n, ends in ((2, "A5739/A5740"), (3, "A5839/A5840")):
        column(m, "spans")[f"abridge-{n}"] = f"{ends} ready"
        m.c.state.box[unit(m, f"abridge-{n}")] = "laid"
    m.c.touch()
    found = may_bridge(m.c, m.c.hex(WEST), m.c.hex(EAST))
    assert (found is not None and found.rule == "efs1:22.4.4") is bool(terms(m).bridges_a_sheet)


@EITHER
@pytest.mark.rule("efs1:22.4.2", "efs1:22.2.5")
def test_soviet_bridges_are_laid_in_the_movement_phase_far_from_non_op_headquarters() -> None:
    def law(phase: str, *, lame: bool = False) -> str:
        lines = {"river": [f"{WEST}-{EAST}"], "main_road": ["A6138-A6039-A5938-A5839"]}
        m = position({"rd-50": WEST, HQ: "A6039"}, side="soviet", step="laying", phase=phase, kinds=[Laying],
                     boxes={"sbridge-1": "bridge pool"}, lines=lines, ground={})  # fmt: skip
        column(m, "mode")[unit(m, HQ)] = BACK if lame else 0
        m.data.scenario = {**m.data.scenario, "supply": {"axis": ["B0830"], "soviet": ["A5839"]}}
        m.c.scenario = m.data.scenario
        m.data.memo.clear()
        m.c.forget()
        found = may_bridge(m.c, m.c.hex(WEST), m.c.hex(EAST))
        return "" if found is None else found.rule

    first = not edition(position({}).c).bridges_when_motorized
    allowed, other = ("movement", "motorized") if first else ("motorized", "movement")
    assert (law(f"soviet-{allowed}"), law(f"soviet-{other}")) == ("", "efs:22.23")
    assert law(f"soviet-{allowed}", lame=True) == ("efs:21.26" if first else ""), "there it counts as a move"


# ---------------------------------------------------------------------- 23 regiments
@EITHER
@pytest.mark.rule("efs1:23.1", "efs1:23.2", "efs1:R47")
def test_a_division_detaches_until_it_moves_itself() -> None:
    m = moving({OLD: HERE, "102inf": THERE})
    column(m, "did")[unit(m, "102inf")] = MOVED
    m.c.touch()
    assert (may_split(m.c, unit(m, OLD)) is None) is terms(m).detaches_before_it_moves
    assert refusal(m, "detach 102inf").rule == "efs2:23.22"


@EITHER
@pytest.mark.rule("efs1:23.1", "efs1:23.0")
def test_grossdeutschland_detaches_and_no_points_make_regiments() -> None:
    m = moving({"gd": HERE})
    assert is_divided(m.c, unit(m, "gd")) is terms(m).motorized_detach
    m.c.state.points["axis I"] = 2
    m.c.touch()
    assert (may_form(m.c) is None) is terms(m).regiments_bought


# ---------------------------------------------------------------------- what both print alike of works
@EITHER
@pytest.mark.rule("efs1:18.1.2", "efs1:18.1.3", "efs1:18.2.2", "efs1:18.2.4")
def test_lines_and_strongpoints_cost_a_point_until_they_are_destroyed() -> None:
    wall = {"lines": {"wall": [f"{NORTH}-{BASE}"]}, "zones": {"wall": (forts.LINE, [BASE])}}
    m = position({}, ground={}, **wall)  # type: ignore[arg-type]
    north, here, south = (m.c.hex(label) for label in (NORTH, BASE, SOUTH))
    assert forts.dearer(m.c, north, here, "axis") and not forts.dearer(m.c, south, here, "axis")
    assert forts.bars_combined_arms(m.c, here, "soviet", [north]) and not forts.bars_combined_arms(
        m.c, here, "soviet", [north, south]
    )
    column(m, "works")[BASE] = "soviet active"
    m.c.touch()
    assert forts.dearer(m.c, south, here, "axis") and not forts.dearer(m.c, south, here, "soviet")
    forts.raze(m.c, here, forts.helps(m.c, here, "soviet"))
    assert not forts.dearer(m.c, north, here, "axis") and forts.helps(m.c, here, "soviet") == ()


@EITHER
@pytest.mark.rule("efs1:18.3.2")
def test_strongpoints_have_no_limit_but_that_of_the_scenario() -> None:
    m = position({}, turn=9)
    assert left(m.c, "axis") > 900


@EITHER
@pytest.mark.rule("efs1:15.6.3")
def test_engineers_offset_one_in_cities_strongpoints_and_behind_rivers() -> None:
    for how in ({"places": {BASE: "city"}}, {"lines": {"river": [f"{NORTH}-{BASE}"]}}, {}):
        m = facing({"pi-v": NORTH}, **how)
        found = may_engineer(m.c, declared(m, "pi-v"))
        assert (found is None) is bool(how)
    column(m, "works")[BASE] = "soviet active"
    m.c.touch()
    assert may_engineer(m.c, battle_of(m)) is None


def battle_of(m: Match) -> Battle:
    """The one battle that is declared."""
    return battle(m.c, next(iter(m.c.state.battle.values())))


@EITHER
@pytest.mark.rule("efs1:16.6.2")
def test_who_cannot_move_does_not_retreat() -> None:
    m = standing({"sha641": "B0230"}, side="soviet")
    column(m, "mode")[unit(m, "sha641")] = BACK
    m.c.touch()
    retreating(m, ["sha641"])
    assert column(m, "hex_of")[unit(m, "sha641")] < 0


@EITHER
@pytest.mark.rule("efs1:22.8.3", "efs1:21.1.2")
def test_nkvd_units_help_against_surrender() -> None:
    def drm(*names: str) -> int:
        m = pocket({**POCKET, **dict.fromkeys(names, BASE)})
        return sum(value for value, _ in modifiers(m.c, m.c.hex(BASE)))

    assert drm("rd-100", "nk-m1") != drm("rd-100")
