"""What the first edition prints differently of Orders, artillery, reaction, air units and interdiction.

Each test runs in the terms of both editions and reads from them what is to be expected.
"""

from __future__ import annotations

import pytest

from engine.games.efs.air.bases import far_flying, in_range, most
from engine.games.efs.air.flak import fires
from engine.games.efs.combat.advance import may_advance
from engine.games.efs.combat.attack_supply import may_name
from engine.games.efs.combat.attack_supply import name as promise
from engine.games.efs.combat.battles import ADDITIONAL, DEFENDER, NO_RETREAT
from engine.games.efs.combat.casualties import Losses
from engine.games.efs.combat.combining import combine
from engine.games.efs.combat.orders import impose, may_lift, may_order, order_of, stand_last
from engine.games.efs.combat.overrun import boats, defenders
from engine.games.efs.combat.retreat import Retreat
from engine.games.efs.combat.support import attack_support, fire, may_defend, may_support, strength
from engine.games.efs.combat.unbidden import leavers
from engine.games.efs.edition import Edition, edition
from engine.games.efs.kinds import is_armor
from engine.games.efs.losses import resting_place
from engine.games.efs.movement.airlift import may_fly
from engine.games.efs.movement.railroad import lines_from
from engine.games.efs.movement.reach import reach_of
from engine.games.efs.movement.reaction import may_react, may_react_to
from engine.games.efs.movement.strategic import march_of
from engine.games.efs.phases.combat import Combat
from engine.games.efs.phases.recovery import limit
from engine.games.efs.phases.unmet import unengaged
from engine.games.efs.replacing import prices
from engine.games.efs.state import BACK
from engine.games.efs.units import CADRE, ELIMINATED
from engine.games.efs.victory import score
from engine.play.match import Match
from engine.play.state import Frame
from tests.games.efs.test_12_reaction_reach import attacked as threatened
from tests.games.efs.test_14_air import FIGHTER, STUKA, over
from tests.support.efs import EITHER, at, column, position, unit
from tests.support.efs_battles import NORTH, SOUTH, TARGET, commit, declared, facing, supplied, told

FOOT, HQ = "6inf", "hq-13a"


def terms(m: Match) -> Edition:
    """The terms in which a test runs."""
    return edition(m.c)


def marked(m: Match, *labels: str) -> Match:
    """Interdiction of level 1 in some hexes."""
    m.c.state.zoi = dict.fromkeys(labels, 1)
    m.c.touch()
    return m


def set_mode(m: Match, name: str, mode: int = BACK) -> None:
    column(m, "mode")[unit(m, name)] = mode
    m.c.touch()


# ---------------------------------------------------------------------- Orders and the NKVD
@EITHER
@pytest.mark.rule("efs1:13.2", "efs1:14.3", "efs1:14.3.1")
def test_interdiction_and_mud_leave_orders() -> None:
    units = {"rd-100": TARGET, HQ: "B0832", "18pz-sr1": NORTH}
    m = marked(position(units, ground={TARGET: "woods", NORTH: "clear"}), TARGET)
    n = declared(m, "18pz-sr1").number
    m.c.state.zoi = {}
    m.c.touch()
    assert may_order(m.c, n, DEFENDER, NO_RETREAT) is None
    clear = position(units, ground={TARGET: "hills"}, places={TARGET: "city"})
    n = declared(clear, "18pz-sr1").number
    marked(clear, TARGET)
    assert (may_order(clear.c, n, DEFENDER, NO_RETREAT) is None) is not terms(clear).zoi_bars_orders
    mud = position(units, ground={TARGET: "woods"}, weather="mud")
    n = declared(mud, "18pz-sr1").number
    assert (may_order(mud.c, n, DEFENDER, ADDITIONAL) is None) is terms(mud).flees_in_mud


@EITHER
@pytest.mark.rule("efs1:14.3.5", "efs1:22.2.5", "efs1:22.8.2", "efs1:R46")
def test_a_non_op_headquarters_cancels_the_no_retreat_of_the_nkvd() -> None:
    m = position({"nk-m1": TARGET, HQ: "B0832", "18pz-sr1": NORTH}, ground={}, places={TARGET: "city"})
    set_mode(m, HQ)
    n = declared(m, "18pz-sr1").number
    impose(m.c)
    assert bool(order_of(m.c, n, DEFENDER)) is not terms(m).non_op_frees_nkvd
    assert stand_last(m.c, [unit(m, "nk-m1")]) == [unit(m, "nk-m1")], "it still loses its steps last"


@EITHER
@pytest.mark.rule("efs1:22.8.2", "efs1:14.3.5")
def test_what_the_nkvd_orders_is_lifted_by_a_headquarters_or_by_nobody() -> None:
    m = position({"nk-m1": TARGET, HQ: "B0832", "18pz-sr1": NORTH}, ground={}, places={TARGET: "city"})
    n = declared(m, "18pz-sr1").number
    impose(m.c)
    assert order_of(m.c, n, DEFENDER) == NO_RETREAT
    assert (may_lift(m.c, n) is None) is terms(m).nkvd_order_lifted


# ---------------------------------------------------------------------- artillery
def together(m: Match, side: str, *guns: str) -> bool:
    b = declared(m, FOOT if side == "axis" else "rd-100")
    return combine(m.c, b, [unit(m, gun) for gun in guns]) is None


@EITHER
@pytest.mark.rule("efs1:22.7.2", "efs1:13.2.5", "efs1:R28")
def test_soviet_guns_combine_in_the_hex_of_a_headquarters() -> None:
    guns = ("art-3a", "art-10a", "art-4a")
    m = facing({FOOT: NORTH, **dict.fromkeys(guns, SOUTH), HQ: SOUTH})
    assert together(m, "axis", *guns[:2]) and together(m, "axis", *guns) is terms(m).guns_by_stack
    if terms(m).guns_by_stack:
        marked(m, SOUTH)
        assert together(m, "axis", *guns), "one is silent, and one supports whatever there is"
        m.c.state.zoi = {SOUTH: 2}
        m.c.touch()
        assert not together(m, "axis", *guns) and together(m, "axis", *guns[:2])
        m.c.state.zoi = {}
        set_mode(m, HQ)
        assert not together(m, "axis", *guns[:2]) and together(m, "axis", guns[0])


@EITHER
@pytest.mark.rule("efs1:R28")
def test_a_headquarters_near_by_combines_guns_or_not() -> None:
    m = facing({FOOT: NORTH, "art-3a": SOUTH, "art-10a": SOUTH, HQ: "B0832"})
    assert together(m, "axis", "art-3a", "art-10a") is not terms(m).guns_by_stack


@EITHER
@pytest.mark.rule("efs1:R28", "efs1:15.4")
def test_a_gun_in_an_enemy_zone_fires_where_it_likes() -> None:
    m = facing({FOOT: NORTH, "art-xiia": "B0828", "rd-5": "B0827"})
    b = supplied(declared(m, FOOT))
    assert (may_support(m.c, b, unit(m, "art-xiia")) is None) is not terms(m).guns_bound


@EITHER
@pytest.mark.rule("efs1:15.4", "efs1:14.2.2", "efs1:R28")
def test_rockets_are_like_other_guns() -> None:
    m = position({"rd-5": NORTH, FOOT: TARGET, "neb51": TARGET}, side="soviet", ground={})
    b = declared(m, "rd-5")
    assert (may_defend(m.c, b, unit(m, "neb51")) is None) is not terms(m).rockets_apart
    rockets = next(
        u for u, k in enumerate(m.c.roster.kind) if k == "rocket artillery" and m.c.roster.side[u] == "soviet"
    )
    assert bool(leavers(m.c, "soviet", [rockets])) is terms(m).rockets_apart


@EITHER
@pytest.mark.rule("efs1:22.7.3")
def test_big_guns_fire_at_cities() -> None:
    m = facing({FOOT: NORTH, "sha641": "B0828"}, places={TARGET: "city"})
    set_mode(m, "sha641")
    b = supplied(declared(m, FOOT))
    assert (may_support(m.c, b, unit(m, "sha641")) is None) is terms(m).big_guns_at_cities
    m.c.state.works[TARGET] = "soviet active"
    m.c.touch()
    assert may_support(m.c, b, unit(m, "sha641")) is None
    town = facing({FOOT: NORTH, "sha641": "B0828"}, places={TARGET: "town"})
    set_mode(town, "sha641")
    assert may_support(town.c, supplied(declared(town, FOOT)), unit(town, "sha641")) is not None


@EITHER
@pytest.mark.rule("efs1:14.2.1", "efs1:R28")
def test_guns_that_fired_are_ready_again_in_the_next_phase() -> None:
    m = facing({FOOT: NORTH, "art-xiia": "B0828"}, kinds=[Combat])
    b = commit(m, declared(m, FOOT), "art-xiia")
    fire(m.c, supplied(b))
    m.c.call("below")
    m.c.call("below", side="axis")
    Combat().close(m.c)
    assert bool(column(m, "fired")[unit(m, "art-xiia")]) is terms(m).fired_stays


@EITHER
@pytest.mark.rule("efs1:11.4.4", "efs1:R28", "efs2:11.38")
def test_an_overrun_gun_supports_nobody() -> None:
    m = facing({FOOT: NORTH, "art-xiia": "B0828"})
    column(m, "overrun")[unit(m, "art-xiia")] = 1
    m.c.touch()
    found = may_support(m.c, supplied(declared(m, FOOT)), unit(m, "art-xiia"))
    assert found is not None and found.rule == "efs:11.38"


@EITHER
@pytest.mark.rule("efs1:R28")
def test_axis_allied_guns_defend_with_half_or_all_their_strength() -> None:
    m = position({"rd-5": NORTH, FOOT: TARGET, "art-xiia": SOUTH}, side="soviet", ground={})
    b = declared(m, "rd-5")
    u = unit(m, "art-xiia")
    m.c.roster.nationality[u], before = "romanian", m.c.roster.nationality[u]
    try:
        m.data.memo.clear()
        m.c.forget()
        assert bool(strength(m.c, b, u)[1]) is terms(m).allied_guns_weak
    finally:
        m.c.roster.nationality[u] = before


@EITHER
@pytest.mark.rule("efs1:R28", "efs1:22.6.2")
def test_artillery_supports_flotillas_that_defend_alone() -> None:
    water = {"major river": [f"{NORTH}-{TARGET}"]}
    m = facing({FOOT: NORTH, "art-3a": SOUTH}, ("flot-berez",), lines=water)
    b = declared(m, FOOT)
    assert (may_defend(m.c, b, unit(m, "art-3a")) is None) is terms(m).guns_help_flotillas


# ---------------------------------------------------------------------- reaction
@EITHER
@pytest.mark.rule("efs1:14.1.1", "efs1:22.8.2")
def test_nkvd_units_and_such_under_interdiction_react() -> None:
    units = {"18pz-pzr": "B0629", "rd-5": "B0630", "nk-m1": "B0632", "td-38": "B0732", HQ: "B0734"}
    m = marked(threatened(units, "B0630"), "B0732")
    for name in ("nk-m1", "td-38"):
        assert (may_react(m.c, unit(m, name)) is None) is terms(m).reacts_at_will


@EITHER
@pytest.mark.rule("efs1:14.1.2")
def test_reaction_keeps_away_from_every_enemy_or_from_attackers() -> None:
    units = {"18pz-pzr": "B0629", "rd-5": "B0630", "td-38": "B0632", HQ: "B0734", "art-xiia": "B0733"}
    m = threatened(units, "B0630")
    column(m, "committed")[unit(m, "art-xiia")] = -1
    m.c.touch()
    found = may_react_to(m.c, unit(m, "td-38"), m.c.hex("B0633"))
    assert (found is not None) is terms(m).reacts_at_will


# ---------------------------------------------------------------------- interdiction and air units
@EITHER
@pytest.mark.rule("efs1:13.2.7")
def test_roads_keep_their_rate_in_a_zone_of_interdiction() -> None:
    road = {"main_road": ["B1931-B1932-B1933-B1934-B1935-B1936-B1937-B1938-B1939"]}
    how = {"lines": road, "ground": {}, "side": "soviet", "phase": "soviet-movement"}
    plain = position({"rd-50": "B1931"}, **how)  # type: ignore[arg-type]
    m = marked(position({"rd-50": "B1931"}, **how), "B1932")  # type: ignore[arg-type]
    far = [len(reach_of(x.c, [unit(x, "rd-50")]).hexes) for x in (plain, m)]
    assert (far[0] == far[1]) is not terms(m).zoi_shuts_roads


@EITHER
@pytest.mark.rule("efs1:13.2.6", "efs1:11.7.4")
def test_no_air_transport_into_a_zone_of_interdiction() -> None:
    places, r = {"B0630": "town", "B1030": "town"}, position({}).c.roster
    flown = next(u for u, kind in enumerate(r.kind) if kind == "engineer" and r.side[u] == "soviet")
    soviet = position({r.ids[flown]: "B0630"}, boxes={"a-magon1": "ready", "a-magon2": "ready"}, ground={},
                      places=places, side="soviet", phase="soviet-movement")  # fmt: skip
    soviet.c.state.holder.update({"B0630": "soviet", "B1030": "soviet"})
    soviet.c.touch()
    assert may_fly(soviet.c, flown, soviet.c.hex("B1030")) is None
    marked(soviet, "B1030")
    assert (may_fly(soviet.c, flown, soviet.c.hex("B1030")) is None) is terms(soviet).lifts_into_zoi


@EITHER
@pytest.mark.rule("efs1:17.1.5", "efs1:17.1.6")
def test_air_units_fly_anywhere_without_bases() -> None:
    m = position({}, ground={}, boxes={"stg77-i": "ready"})
    m.c.state.bases.clear()
    m.c.touch()
    u = unit(m, "stg77-i")
    assert in_range(m.c, u, m.c.hex(TARGET)) is far_flying(m.c, u) is not terms(m).flies_from_bases


@EITHER
@pytest.mark.rule("efs1:17.2.3")
def test_who_meets_nobody_in_the_air_goes_to_the_flown_box_or_rolls() -> None:
    m = over(STUKA, FIGHTER, dice=(1, 1, 1))
    unengaged(m.c, [unit(m, FIGHTER)])
    assert m.c.state.draws == (1 if terms(m).unmet_fighters_roll else 0)
    assert at(m, FIGHTER) == ("[ready]" if terms(m).unmet_fighters_roll else "[flown]")


@EITHER
@pytest.mark.rule("efs1:17.3.2")
def test_cavalry_fires_at_no_aircraft() -> None:
    m = position({})
    names = ("1cav", FOOT, "rd-100", "cd-6", HQ, "art-xiia", "mcr-24")
    assert [fires(m.c, unit(m, name)) for name in names] == [terms(m).cavalry_fires, *FIRING]


FIRING = (True, True, False, True, False, False)
"""Divisions fire, Soviet cavalry does not; a headquarters does, a gun with a band and a Soviet regiment do not."""


@EITHER
@pytest.mark.rule("efs1:22.6.2", "efs1:22.6.3")
def test_flotillas_are_overrun_like_other_units_or_apart_from_them() -> None:
    m = position({"18pz-pzr": "B0229", "mcr-24": "B0230", "flot-berez": "B0230"}, ground={})
    u, boat, h = unit(m, "18pz-pzr"), unit(m, "flot-berez"), m.c.hex("B0230")
    apart = terms(m).flotillas_apart
    assert (boat in defenders(m.c, [u], h), boat in boats(m.c, [u], h)) == (not apart, apart)


@EITHER
@pytest.mark.rule("efs1:15.5.3", "efs1:15.5.1")
def test_mud_halves_support_with_its_fraction_or_without() -> None:
    m = facing({FOOT: NORTH, "art-xiia": "B0828"}, weather="mud")
    b = commit(m, supplied(declared(m, FOOT)), "art-xiia")
    found = attack_support(m.c, supplied(b), 99)
    assert found.value == (1.5 if terms(m).fractions_kept else 1)


@EITHER
@pytest.mark.rule("efs1:16.7.2", "efs1:16.7.3")
def test_artillery_does_not_advance() -> None:
    m = facing({FOOT: NORTH, "art-xiia": NORTH}, ())
    m.c.state.stack = [Frame("advance", {"side": "axis", "hexes": [m.c.hex(TARGET)],
                                         "units": [unit(m, FOOT), unit(m, "art-xiia")], "gone": []})]  # fmt: skip
    assert may_advance(m.c, unit(m, FOOT), m.c.hex(TARGET)) is None
    assert (may_advance(m.c, unit(m, "art-xiia"), m.c.hex(TARGET)) is None) is terms(m).guns_advance
    assert may_advance(m.c, unit(m, FOOT), m.c.hex(SOUTH)) is not None


@EITHER
@pytest.mark.rule("efs1:22.2.6")
def test_a_headquarters_recovers_on_its_value_or_on_twice_it() -> None:
    m = position({HQ: "B1034"})
    set_mode(m, HQ)
    assert limit(m.c, unit(m, HQ)) == 3 * terms(m).recovery_factor


@EITHER
@pytest.mark.rule("efs1:17.1.4", "efs1:17.1.7")
def test_three_units_of_the_axis_fly_a_mission() -> None:
    assert most(position({}).c, "axis", "axis") == most(position({}).c, "axis", "soviet") == 3


@EITHER
@pytest.mark.rule("efs1:13.2.2", "efs1:13.2.4")
def test_trains_pay_twelve_points_and_marches_stop_before_interdicted_hexes() -> None:
    chain = "B1931-B1932-B1933"
    m = marked(position({"rd-50": "B1931"}, ground={}, lines={"railroad": [chain], "main_road": [chain]},
                        places={"B1931": "town", "B1933": "town"}, side="soviet", phase="soviet-movement"),
               "B1933")  # fmt: skip
    assert lines_from(m.c, m.c.hex("B1931"), "soviet")[0][m.c.hex("B1933")] == 13
    assert m.c.hex("B1933") not in march_of(m.c, [unit(m, "rd-50")]).hexes


@EITHER
@pytest.mark.rule("efs1:15.3.3")
def test_no_point_supplies_two_attacks() -> None:
    m = position({FOOT: NORTH, "23inf": "B0729", "rd-100": TARGET, "rd-5": "B0730", "asup-01": "B0826"}, ground={})
    point = unit(m, "asup-01")
    column(m, "asp")[point] = 1
    m.c.touch()
    n, other = declared(m, FOOT).number, declared(m, "23inf", target="B0730").number
    assert may_name(m.c, other, point) is None
    promise(m.c, n, [point])
    assert may_name(m.c, other, point) is not None


@EITHER
@pytest.mark.rule("efs1:15.6.4")
def test_big_guns_offset_works_and_never_more_than_there_are() -> None:
    for works, found in (("soviet active", {"-1"}), ("", set())):
        m = facing({FOOT: NORTH, "sha641": "B0828"})
        m.c.state.works = {TARGET: works} if works else {}
        set_mode(m, "sha641")
        t = told(m, commit(m, declared(m, FOOT), "sha641"))
        assert {line.value for line in t.lines if "super-heavy" in line.text} == found


@EITHER
@pytest.mark.rule("efs1:22.5.2", "efs1:22.7.4")
def test_trains_are_no_armor_and_take_points_of_their_own_and_big_guns_no_armaments() -> None:
    m = position({})
    train = unit(m, "atr-n1")
    assert not is_armor(m.c, train) and "A" not in prices(m.c, train) and prices(m.c, train)
    assert "A" not in prices(m.c, unit(m, "sha641"))


@EITHER
@pytest.mark.rule("efs1:24.1.4")
def test_the_score_falls_below_zero() -> None:
    m = position({})
    score(m.c, -3, "a test", "efs2:24.12")
    assert m.c.state.vp == -3


# ---------------------------------------------------------------------- trains
@EITHER
@pytest.mark.rule("efs1:16.6.3")
def test_a_train_that_cannot_retreat_is_eliminated() -> None:
    m = position({"atr-n1": TARGET}, ground={}, kinds=(Retreat, Losses))
    place = CADRE if terms(m).trains_saved else ELIMINATED
    assert resting_place(m.c, unit(m, "atr-n1"), ELIMINATED) == place
    assert resting_place(m.c, unit(m, "atr-n1"), CADRE) == CADRE
