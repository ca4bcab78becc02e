"""Rules 3.4, 15.1, 15.4 to 15.6 and 18.2 to 18.5 in combat: strengths, odds, every modifier of the die."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.games.efs.combat.battles import BOMBARDED, Battle, battle, set_flag
from engine.games.efs.combat.bonuses import combined_arms, integrity
from engine.games.efs.combat.declare import may_bust
from engine.games.efs.combat.modifiers import may_engineer, through_line
from engine.games.efs.combat.odds import calculate, ratio, tally
from engine.games.efs.combat.strengths import attack_force
from engine.games.efs.edition import edition
from engine.games.efs.forts import BELT, CITADEL, LINE
from engine.games.efs.state import OUT
from engine.play.match import Match
from tests.support.efs import EITHER, column, position, unit
from tests.support.efs_battles import (
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    TARGET,
    commit,
    declared,
    drms,
    facing,
    laws,
    supplied,
    told,
)

WALL: dict[str, Any] = {"lines": {"wall": [f"{NORTH}-{TARGET}"]}, "zones": {"wall": (LINE, [TARGET])}}
"""A fortified line in the target that faces north."""
PANZERS = dict.fromkeys(("18pz-pzr", "18pz-sr1", "18pz-sr2", "18pz-rec"), NORTH)


def built(m: Match, text: str = "soviet active") -> Match:
    """A strongpoint in the target."""
    m.c.state.works[TARGET] = text
    m.c.touch()
    return m


def frozen(m: Match) -> Match:
    m.c.state.frozen = True
    m.c.touch()
    return m


def net(m: Match, b: Battle) -> int:
    return told(m, b).drm


# ---------------------------------------------------------------------- 3.4 halving
@pytest.mark.rule("efs2:3.41", "efs2:3.42", "efs2:3.43")
def test_the_affected_are_totaled_halved_and_added_to_the_others() -> None:
    river = [f"{NORTH}-{TARGET}"]
    m = facing({"18pz-sr1": NORTH, "pi-xii": NORTH, "6inf": SOUTH}, lines={"major river": river})
    assert attack_force(m.c, declared(m, "18pz-sr1", "pi-xii", "6inf")).value == 8 + 2  # 3 and 2 are 5, halved 2
    m = facing({"6inf": NORTH, "23inf": SOUTH}, ground={NORTH: "swamp"}, lines={"major river": river})
    assert attack_force(m.c, declared(m, "6inf", "23inf")).value == 8 + 2  # 8 halved twice


@pytest.mark.rule("efs2:3.44")
def test_fractions_are_dropped_even_to_nothing() -> None:
    m = facing({"rsc-r01": NORTH}, lines={"major river": [f"{NORTH}-{TARGET}"]})
    force = attack_force(m.c, declared(m, "rsc-r01"))
    assert force.value == 0 and force.spent == (unit(m, "rsc-r01"),)


# ---------------------------------------------------------------------- 15.41 terrain
@pytest.mark.rule("efs2:15.41")
def test_swamp_halves_who_attacks_out_of_it_and_gives_no_modifier() -> None:
    m = facing({"6inf": NORTH}, ground={NORTH: "swamp"})
    assert told(m, declared(m, "6inf")).attack == 4
    m = facing({"6inf": NORTH}, ground={TARGET: "swamp"})
    t = told(m, declared(m, "6inf"))
    assert t.attack == 8 and drms(t) == {}
    assert told(frozen(facing({"6inf": NORTH}, ground={NORTH: "swamp"})), declared(m, "6inf")).attack == 8


@pytest.mark.rule("efs2:15.41", "efs2:12.15")
def test_motorized_units_are_halved_into_a_swamp_that_they_cannot_enter() -> None:
    m = facing({"18pz-sr1": NORTH, "6inf": NORTH}, ground={TARGET: "swamp"})
    assert told(m, declared(m, "18pz-sr1", "6inf")).attack == 8 + 1


@pytest.mark.rule("efs2:15.41")
def test_a_major_river_halves_whatever_bridge_there_is_and_frozen_gives_one() -> None:
    sides = {"major river": [f"{NORTH}-{TARGET}", f"{NORTH_EAST}-{TARGET}"], "main_road": [f"{NORTH}-{TARGET}"]}
    m = facing({"6inf": NORTH, "23inf": NORTH_EAST}, lines=sides)
    b = declared(m, "6inf", "23inf")
    assert told(m, b).attack == 8 and drms(told(m, b)) == {}
    assert told(frozen(m), b).attack == 16
    assert drms(told(m, b)) == {"all attackers cross a frozen major river": "+1"}


@pytest.mark.rule("efs2:15.41", "efs2:15.51")
def test_a_frozen_river_gives_nothing() -> None:
    m = facing({"6inf": NORTH}, lines={"river": [f"{NORTH}-{TARGET}"]})
    b = declared(m, "6inf")
    assert drms(told(m, b)) == {"all attackers cross a river": "+1"}
    assert drms(told(frozen(m), b)) == {}


@EITHER
@pytest.mark.rule("efs2:15.41", "efs1:15.5.2")
@pytest.mark.parametrize("size", ["city", "major city"])
def test_armor_is_halved_into_a_city_which_gives_one(size: str) -> None:
    m = facing({"18pz-pzr": NORTH, "6inf": NORTH_EAST}, places={TARGET: size})
    t = told(m, declared(m, "18pz-pzr", "6inf"))
    assert t.attack == 8 + 4 and drms(t) == {size: "+1"}


@EITHER
@pytest.mark.rule("efs2:15.51", "efs2:15.41", "efs1:15.6.1")
def test_hills_give_one_and_add_to_rivers_and_cities() -> None:
    m = facing(
        {"6inf": NORTH}, ground={TARGET: "hills"}, places={TARGET: "city"}, lines={"river": [f"{NORTH}-{TARGET}"]}
    )
    t = told(m, declared(m, "6inf"))
    best = {"city": "+1"} if edition(m.c).highest_terrain else {"hill": "+1", "city": "+1"}
    assert drms(t) == {**best, "all attackers cross a river": "+1"} and t.drm == len(best) + 1
    m = facing({"6inf": NORTH}, ground={TARGET: "wooded hills"})
    assert drms(told(m, declared(m, "6inf"))) == {"hill": "+1"}
    m = facing({"6inf": NORTH}, ground={TARGET: "woods"})
    assert drms(told(m, declared(m, "6inf"))) == {}


@pytest.mark.rule("efs2:15.51")
def test_a_town_gives_one_in_mud_and_snow() -> None:
    for weather, worth in (("dry", {}), ("mud", {"town in Mud": "+1"}), ("snow", {"town in Snow": "+1"})):
        m = facing({"6inf": NORTH}, places={TARGET: "town"}, weather=weather)
        assert drms(told(m, declared(m, "6inf"))) == worth


@EITHER
@pytest.mark.rule("efs2:15.51", "efs1:15.6.1")
def test_sides_count_only_if_all_attackers_cross_them() -> None:
    m = facing({"6inf": NORTH, "23inf": SOUTH}, lines={"river": [f"{NORTH}-{TARGET}"]})
    assert net(m, declared(m, "6inf", "23inf")) == 0
    m = facing({"6inf": NORTH, "23inf": SOUTH}, lines={"river": [f"{NORTH}-{TARGET}"], "canal": [f"{SOUTH}-{TARGET}"]})
    assert drms(told(m, declared(m, "6inf", "23inf"))) == {"all attackers cross a canal or river": "+1"}


@EITHER
@pytest.mark.rule("efs2:15.51", "efs2:R130", "efs1:15.6.1")
def test_of_several_defender_hexes_the_best_counts_and_sides_only_for_all() -> None:
    units = {"6inf": NORTH, "rd-100": TARGET, "rd-5": NORTH_EAST}
    m = position(units, ground={TARGET: "hills"}, lines={"river": [f"{NORTH}-{TARGET}"]})
    b = declared(m, "6inf")
    m.c.state.battle[NORTH_EAST] = b.number
    m.c.touch()
    assert drms(told(m, battle(m.c, b.number))) == {"hill": "+1"}


# ---------------------------------------------------------------------- 18 fortifications
@EITHER
@pytest.mark.rule("efs2:18.22", "efs2:15.51", "efs1:18.2.1")
def test_a_line_gives_one_if_all_attack_through_it_and_adds_to_the_river() -> None:
    m = facing({"6inf": NORTH, "23inf": SOUTH}, **WALL)
    assert net(m, declared(m, "6inf")) == 1
    assert net(m, declared(m, "23inf")) == 0
    m = facing({"6inf": NORTH}, lines={**WALL["lines"], "river": [f"{NORTH}-{TARGET}"]}, zones=WALL["zones"])
    assert net(m, declared(m, "6inf")) == 2


@pytest.mark.rule("efs2:18.22")
def test_a_river_on_one_side_and_a_line_on_the_other_give_one() -> None:
    m = facing(
        {"6inf": NORTH, "23inf": SOUTH}, lines={**WALL["lines"], "river": [f"{SOUTH}-{TARGET}"]}, zones=WALL["zones"]
    )
    b = declared(m, "6inf", "23inf")
    assert drms(told(m, b)) == {"all attackers cross a river or a fortified line": "+1"}
    assert laws(told(m, b))["all attackers cross a river or a fortified line"] == "efs:18.22"
    assert not through_line(m.c, b)


@pytest.mark.rule("efs2:18.31", "efs2:18.41", "efs2:18.34")
def test_belts_and_strongpoints_in_combat() -> None:
    m = built(facing({"6inf": NORTH}, zones={"belt": (BELT, [TARGET])}))
    assert drms(told(m, declared(m, "6inf"))) == {"fortified belt": "+1"}
    m = built(facing({"6inf": NORTH}))
    assert drms(told(m, declared(m, "6inf"))) == {"strongpoint": "+1"}
    m = built(facing({"6inf": NORTH}), "axis active")
    assert drms(told(m, declared(m, "6inf"))) == {}


@EITHER
@pytest.mark.rule("efs2:22.56", "efs1:22.6.4")
def test_flotillas_alone_have_no_use_of_works() -> None:
    m = built(facing({"6inf": NORTH}, ["flot-berez"]))
    assert drms(told(m, declared(m, "6inf"))) == {}


@pytest.mark.rule("efs2:18.51", "efs2:15.41", "efs2:3.43")
def test_a_citadel_doubles_up_to_three_and_halves_armor() -> None:
    citadel = {"zones": {"fort": (CITADEL, [TARGET])}}
    m = facing({"6inf": NORTH}, ["abb-7", "abb-8", "abb-214"], **citadel)
    assert told(m, declared(m, "6inf")).defense == 9
    m = facing({"6inf": NORTH}, ["abb-7"], **citadel)
    assert told(m, declared(m, "6inf")).defense == 4
    m = facing({"6inf": NORTH}, ["rd-5"], **citadel)
    assert told(m, declared(m, "6inf")).defense == 7
    m = facing({"18pz-pzr": NORTH, "stg184": NORTH}, ["rd-5"], **citadel)
    assert told(m, declared(m, "18pz-pzr", "stg184")).attack == 5  # 8 and 2 halved
    m = facing({"18pz-pzr": NORTH, "stg184": NORTH}, ["rd-5"], places={TARGET: "city"}, **citadel)
    assert told(m, declared(m, "18pz-pzr", "stg184")).attack == 2, "halved for the city besides (3.43)"


@pytest.mark.rule("efs2:18.51", "efs2:R56", "efs2:15.5")
def test_the_modifiers_of_a_citadel_add_up_to_four_and_are_cut_to_three() -> None:
    m = built(facing({"6inf": NORTH, "pi-xii": NORTH}, zones={"fort": (CITADEL, [TARGET])}, ground={TARGET: "hills"},
                     lines={"river": [f"{NORTH}-{TARGET}"]}))  # fmt: skip
    t = told(m, declared(m, "6inf"))
    assert sum(map(int, drms(t).values())) == 4 and t.drm == 3
    assert told(m, declared(m, "pi-xii", flags=["engineer"])).drm == 3  # 4 less 1


# ---------------------------------------------------------------------- 15.42 to 15.47 odds
@pytest.mark.rule("efs2:15.47")
def test_below_the_table_two_are_added_and_above_it_nothing_is_gained() -> None:
    m = facing({"rsc-r01": NORTH}, ["rd-100"])
    t = told(m, declared(m, "rsc-r01"))
    assert (t.column, t.drm, drms(t)) == ("1-4", 2, {"odds below 1-4": "+2"})
    assert ratio(m.c, 100, 1).heading == "10-1"


@pytest.mark.rule("efs2:15.43", "efs2:12.21")
def test_untried_defenders_count_one_until_they_are_turned_up() -> None:
    m = facing({"6inf": NORTH}, ["mg-03"])
    column(m, "mode")[unit(m, "mg-03")] = 1
    m.c.touch()
    b = declared(m, "6inf")
    assert told(m, b).defense == 1
    column(m, "mode")[unit(m, "mg-03")] = 0
    m.c.touch()
    assert told(m, b).defense == 2


@pytest.mark.rule("efs2:15.44", "efs2:15.46")
def test_one_bunker_buster_is_doubled_against_works_and_cities() -> None:
    m = built(facing({"stg184": NORTH, "stg192": NORTH, "6inf": NORTH}))
    b = declared(m, "stg184", "stg192", "6inf")
    assert may_bust(m.c, b, unit(m, "stg184")) is None and may_bust(m.c, b, unit(m, "6inf")) is not None
    set_flag(m.c, b.number, "bunker", "stg184")
    b = battle(m.c, b.number)
    assert told(m, b).attack == 8 + 4 + 2
    assert may_bust(m.c, b, unit(m, "stg192")).rule == "efs:15.44"  # type: ignore[union-attr]
    m = facing({"stg184": NORTH})
    assert may_bust(m.c, declared(m, "stg184"), unit(m, "stg184")) is not None  # nothing to bust
    m = facing({"stg184": NORTH}, zones={"fort": (CITADEL, [TARGET])})
    assert may_bust(m.c, declared(m, "stg184"), unit(m, "stg184")) is not None
    m = facing({"flak101": NORTH}, places={TARGET: "city"})
    b = declared(m, "flak101")
    assert may_bust(m.c, b, unit(m, "flak101")) is None
    column(m, "fired")[unit(m, "flak101")] = 1
    assert may_bust(m.c, b, unit(m, "flak101")) is not None


@EITHER
@pytest.mark.rule("efs2:15.41", "efs2:R131", "efs1:15.5.2")
def test_what_halves_a_unit_against_one_of_its_targets_halves_it() -> None:
    m = position({"6inf": NORTH, "rd-100": TARGET, "rd-5": NORTH_EAST}, ground={},
                 lines={"major river": [f"{NORTH}-{TARGET}"]})  # fmt: skip
    b = declared(m, "6inf", target=NORTH_EAST)
    assert told(m, b).attack == 8
    m.c.state.battle[TARGET] = b.number
    m.c.touch()
    assert told(m, battle(m.c, b.number)).attack == 4


@EITHER
@pytest.mark.rule("efs2:15.1", "efs2:15.12", "efs2:15.33", "efs1:15.2")
def test_a_battle_is_read_from_its_columns() -> None:
    m = facing({"6inf": NORTH, "art-xiia": "B0828", "23inf": SOUTH}, ["rd-100", "art-3a"])
    b = commit(m, declared(m, "6inf"), "art-xiia", "art-3a")
    assert (b.side, b.targets, b.number) == ("axis", (m.c.hex(TARGET),), 1)
    assert [m.c.roster.ids[u] for u in (*b.attackers, *b.guns, *b.defence_guns)] == ["6inf", "art-xiia", "art-3a"]
    assert told(m, b).attack == 11


@EITHER
@pytest.mark.rule("efs2:15.11", "efs2:15.13", "efs2:15.15", "efs1:15.2.2", "efs1:15.2.4", "efs1:15.2.6")
def test_all_defenders_of_all_hexes_and_all_attackers_count() -> None:
    m = position({"6inf": NORTH, "23inf": NORTH, "rd-100": TARGET, "rd-5": TARGET, "rd-33": NORTH_EAST}, ground={})
    b = declared(m, "6inf", "23inf")
    assert (told(m, b).attack, told(m, b).defense) == (16, 9)
    m.c.state.battle[NORTH_EAST] = b.number
    m.c.touch()
    assert told(m, battle(m.c, b.number)).defense == 13


# ---------------------------------------------------------------------- 15.5 modifiers
@EITHER
@pytest.mark.rule("efs2:15.5", "efs2:15.6", "efs2:2.4", "efs1:15.7", "efs1:15.8")
def test_modifiers_are_netted_limited_and_read_down_the_column() -> None:
    m = facing({"6inf": NORTH}, ["rd-5"])
    t = told(m, declared(m, "6inf"))
    assert (t.column, t.drm, len(t.results)) == ("2-1", 0, 10) and t.results[0] == "*/2R"
    b = replace(supplied(declared(m, "6inf")), flags={"cas": "5"})
    t = calculate(m.c, b)
    assert t.drm == -3 and t.results[:4] == ["*/2R"] * 4
    assert sum(t.distribution.values()) == pytest.approx(1)
    assert laws(t)["on the die in all, limited from -5"] == "efs:15.5"


@EITHER
@pytest.mark.rule("efs2:15.52", "efs2:12.51", "efs1:15.6.2")
def test_a_no_retreat_order_of_the_defender_gives_one() -> None:
    m = facing({"6inf": NORTH})
    n = declared(m, "6inf").number
    for who, order, drm in (
        ("attacker", "no retreat", 0), ("defender", "no retreat", 1), ("defender", "additional retreat", 0),
    ):  # fmt: skip
        m.c.state.battle_order[f"{n} {who}"] = order
        m.c.touch()
        assert net(m, battle(m.c, n)) == drm


@pytest.mark.rule("efs2:15.53")
def test_engineers_offset_one_where_the_ground_gives_something() -> None:
    m = facing({"pi-xii": NORTH, "mpi-xxiv": NORTH, "6inf": NORTH}, lines={"river": [f"{NORTH}-{TARGET}"]})
    assert net(m, declared(m, "pi-xii", "mpi-xxiv", "6inf")) == 1  # not declared
    b = declared(m, "pi-xii", flags=["engineer"])
    assert net(m, b) == 0 and may_engineer(m.c, b) is None
    m = facing({"pi-xii": NORTH})
    b = declared(m, "pi-xii", flags=["engineer"])
    assert net(m, b) == 0 and may_engineer(m.c, b) is not None
    m = facing({"pi-xii": NORTH}, ground={TARGET: "hills"})
    assert net(m, declared(m, "pi-xii", flags=["engineer"])) == 1  # hills are none of theirs
    m = facing({"6inf": NORTH}, places={TARGET: "city"})
    assert net(m, declared(m, "6inf", flags=["engineer"])) == 1
    m = frozen(facing({"pi-xii": NORTH}, lines={"major river": [f"{NORTH}-{TARGET}"]}))
    b = declared(m, "pi-xii", flags=["engineer"])
    assert net(m, b) == 1 and may_engineer(m.c, b) is not None  # nor are major rivers, frozen or not


@pytest.mark.rule("efs2:15.53", "efs2:3.33", "efs2:22.15")
def test_an_engineer_above_the_limit_works_undeclared() -> None:
    m = facing({"pi-xii": NORTH, "6inf": NORTH, "1cav": NORTH}, places={TARGET: "city"})
    assert net(m, declared(m, "pi-xii", "6inf")) == 0


@pytest.mark.rule("efs2:15.54", "efs2:13.42", "efs2:13.44", "efs2:R31")
def test_big_guns_offset_works_and_never_more() -> None:
    m = built(facing({"6inf": NORTH, "pi-xii": NORTH, "sha641": "B0828", "sha624": "B0828"}, places={TARGET: "city"}))
    for gun in ("sha641", "sha624"):
        column(m, "mode")[unit(m, gun)] = 1
    m.c.touch()
    b = commit(m, declared(m, "6inf"), "sha641", "sha624")
    assert net(m, b) == 0  # strongpoint and city, two guns
    b = declared(m, "pi-xii", flags=["engineer"])
    assert net(m, b) == 0  # three would be one more than there is
    assert net(m, replace(b, flags={BOMBARDED: "no-result"})) == 1  # the city alone is offset
    m = built(facing({"6inf": NORTH, "sha641": "B0828"}, lines={"river": [f"{NORTH}-{TARGET}"]}))
    column(m, "mode")[unit(m, "sha641")] = 1
    m.c.touch()
    assert net(m, commit(m, declared(m, "6inf"), "sha641")) == 1  # the river stays


@EITHER
@pytest.mark.rule("efs2:15.55", "efs2:14.53", "efs1:15.6.5")
def test_air_support_of_both_sides_is_netted() -> None:
    m = facing({"6inf": NORTH})
    b = declared(m, "6inf", flags=["cas:3", "cover:1"])
    assert net(m, b) == -2 and list(drms(told(m, b)).values()) == ["-3", "+1"]


@EITHER
@pytest.mark.rule("efs2:15.56", "efs2:15.22", "efs1:15.6.6", "efs1:15.3.2")
def test_lack_of_supply_on_either_side() -> None:
    m = facing({"6inf": NORTH})
    b = declared(m, "6inf")
    assert tally(m.c, b.number).drm == 2 and net(m, b) == 0
    column(m, "supply")[unit(m, "rd-100")] = OUT
    assert net(m, b) == -1


@pytest.mark.rule("efs2:11.38")
def test_a_defender_with_an_overrun_marker_gives_one() -> None:
    m = facing({"6inf": NORTH}, ["rd-100", "rd-5"])
    column(m, "overrun")[unit(m, "rd-5")] = 1
    m.c.touch()
    assert drms(told(m, declared(m, "6inf"))) == {"defender has an Overrun marker": "-1"}


# ---------------------------------------------------------------------- 15.57 combined arms
def denied(m: Match, *units: str) -> str:
    """The rule that denies the Combined Arms Bonus; empty where it counts."""
    found = combined_arms(m.c, declared(m, *units))
    return found.rule if found else ""


@pytest.mark.rule("efs2:15.57")
def test_armor_with_motorized_troops_against_defenders_without_an_answer() -> None:
    m = facing({"18pz-pzr": NORTH, "18pz-sr1": NORTH_EAST, "6inf": SOUTH})
    b = declared(m, "18pz-pzr", "18pz-sr1")
    assert drms(told(m, b)) == {"Combined Arms Bonus": "-1"}
    assert denied(facing({"18pz-pzr": NORTH, "6inf": NORTH}), "18pz-pzr", "6inf") == "efs:15.57"
    assert denied(facing({"18pz-sr1": NORTH}), "18pz-sr1") == "efs:15.57"
    for answer in ("td-5", "at-509-758", "aa-minsk"):
        assert denied(facing({"18pz-pzr": NORTH, "18pz-sr1": NORTH}, ["rd-5", answer]), "18pz-pzr", "18pz-sr1")
    m = position({"td-5": NORTH, "md-84": NORTH, "6inf": TARGET}, side="soviet", ground={})
    assert denied(m, "td-5", "md-84") == "efs:15.57"


@pytest.mark.rule("efs2:15.57", "efs2:18.14", "efs2:18.23", "efs2:18.32")
def test_ground_weather_and_works_deny_combined_arms() -> None:
    force = ("18pz-pzr", "18pz-sr1")
    there = dict.fromkeys(force, NORTH)
    assert denied(facing(there), *force) == ""
    assert denied(facing(there, ground={TARGET: "swamp"}), *force) == "efs:15.57"
    assert denied(facing(there, places={TARGET: "city"}), *force) == "efs:15.57"
    assert denied(facing(there, places={TARGET: "town"}), *force) == ""
    assert denied(facing(there, weather="mud"), *force) == "efs:15.57"
    assert denied(facing(there, weather="snow"), *force) == "efs:15.57"
    assert denied(built(facing(there)), *force) == "efs:15.57"
    assert denied(facing(there, zones={"belt": (BELT, [TARGET])}), *force) == "efs:18.32"
    assert denied(facing(there, zones={"fort": (CITADEL, [TARGET])}), *force) == "efs:18.14"
    assert denied(facing(there, **WALL), *force) == "efs:18.23"
    assert denied(facing({**there, "18pz-sr1": SOUTH}, **WALL), *force) == ""


@pytest.mark.rule("efs2:15.57", "efs2:R139")
def test_water_denies_combined_arms_only_if_all_of_them_cross_it() -> None:
    force, river = ("18pz-pzr", "18pz-sr1"), {"river": [f"{NORTH}-{TARGET}"]}
    assert denied(facing(dict.fromkeys(force, NORTH), lines=river), *force) == "efs:15.57"
    assert denied(facing({"18pz-pzr": NORTH, "18pz-sr1": SOUTH}, lines=river), *force) == ""


# ---------------------------------------------------------------------- 15.58 integrity
def whole(m: Match, *units: str) -> list[str]:
    return integrity(m.c, supplied(declared(m, *units)))


@pytest.mark.rule("efs2:15.58")
@pytest.mark.parametrize(
    ("parts", "qualifies"),
    [
        (("pzr", "sr1", "sr2"), True), (("pzr", "sr1", "rec"), True), (("pzr", "sr1"), False),
        (("pzr", "rec"), False), (("sr1", "sr2", "rec"), False),
    ],
)  # fmt: skip
def test_the_parts_that_make_a_panzer_division(parts: tuple[str, ...], qualifies: bool) -> None:
    units = [f"18pz-{part}" for part in parts]
    m = facing(dict(zip(units, (NORTH, NORTH_EAST, SOUTH), strict=False)))
    assert bool(whole(m, *units)) is qualifies


@EITHER
@pytest.mark.rule("efs2:15.58", "efs1:15.6.8")
def test_a_motorized_division_qualifies_beside_a_panzer_division() -> None:
    motorized = ("29mot-ir1", "29mot-ir2", "29mot-rec")
    m = facing(dict.fromkeys(motorized, NORTH))
    assert whole(m, *motorized) == []
    panzer = ("18pz-pzr", "18pz-sr1", "18pz-rec")
    m = facing({**dict.fromkeys(motorized, NORTH), **dict.fromkeys(panzer, NORTH_WEST)})
    assert len(whole(m, *motorized, *panzer)) == 2
    m = facing({**dict.fromkeys(motorized[:2], NORTH), **dict.fromkeys(panzer, NORTH_WEST)})
    assert len(whole(m, *motorized[:2], *panzer)) == 1
    more = ("20mot-ir1", "20mot-ir2", "20mot-rec")
    units = {**dict.fromkeys(motorized, NORTH), **dict.fromkeys(panzer, NORTH_WEST), **dict.fromkeys(more, SOUTH_EAST)}
    m = facing(units)
    assert len(whole(m, *units)) == 2  # one for each panzer division
    assert net(m, battle(m.c, 1)) == -3  # two divisions and combined arms


@EITHER
@pytest.mark.rule("efs2:15.58", "efs2:15.22", "efs2:6.35", "efs1:15.6.8", "efs1:15.3.2", "efs1:6.7.3")
def test_out_of_supply_a_division_is_whole_only_with_attack_supply() -> None:
    m = facing(PANZERS)
    b = declared(m, *PANZERS)
    column(m, "supply")[unit(m, "18pz-rec")] = OUT
    assert integrity(m.c, b) == [] and len(integrity(m.c, supplied(b))) == 1
    column(m, "supply")[unit(m, "18pz-rec")] = 0
    assert len(integrity(m.c, b)) == 1


@pytest.mark.rule("efs2:18.51", "efs2:15.58")
def test_one_division_counts_against_a_citadel() -> None:
    other = dict.fromkeys(("17pz-pzr", "17pz-sr1", "17pz-sr2"), NORTH_WEST)
    m = facing({**PANZERS, **other}, zones={"fort": (CITADEL, [TARGET])})
    assert len(whole(m, *PANZERS, *other)) == 1
    m = facing({**PANZERS, **other})
    assert len(whole(m, *PANZERS, *other)) == 2
