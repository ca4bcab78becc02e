"""Rules 13.1 to 13.5 and 15.2, 15.3: who supports, how many together, what they add, and the points they draw on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.efs.combat.attack_supply import left, limited, may_name, name, plan, promised, spend, unsupplied
from engine.games.efs.combat.battles import BOMBARDED, Battle, battle
from engine.games.efs.combat.bombard import Bombardment, bombard, may_bombard
from engine.games.efs.combat.casualties import Losses
from engine.games.efs.combat.odds import calculate
from engine.games.efs.combat.shells import pay
from engine.games.efs.combat.support import fire, in_range, may_commit, may_defend, may_support, supporters
from engine.games.efs.forts import CITADEL, helps
from engine.games.efs.queries.layers import LAYERS
from engine.play.match import Match
from engine.play.state import Frame
from tests.support.efs import EITHER, Below, at, column, hexes, position, unit
from tests.support.efs_battles import (
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_WEST,
    TARGET,
    commit,
    declared,
    facing,
    laws,
    supplied,
    told,
)

GUNS = ("art-xxiva", "art-xxxxviia", "art-xiia", "art-xxxxvia", "art-xxxxiiia")
"""Five German artillery units of support strength 3, range 2."""


def why(m: Match, b: Battle, gun: str) -> str:
    """The rule that keeps a gun from supporting an attack that is supplied; empty for none."""
    found = may_support(m.c, supplied(b), unit(m, gun))
    return found.rule if found else ""


def why_defend(m: Match, b: Battle, gun: str) -> str:
    found = may_defend(m.c, b, unit(m, gun))
    return found.rule if found else ""


def together(m: Match, b: Battle, gun: str) -> str:
    """The rule that keeps a gun from joining those that support already."""
    found = may_commit(m.c, supplied(b), unit(m, gun))
    return found.rule if found else ""


# ---------------------------------------------------------------------- one gun
@EITHER
@pytest.mark.rule("efs2:13.11", "efs2:12.17", "efs1:15.4", "efs1:R28")
def test_the_hex_of_the_defender_counts_and_that_of_the_gun_does_not() -> None:
    m = facing({"6inf": NORTH, "art-xiia": "B0828", "art-xiib": "B0827"})
    b = declared(m, "6inf")
    assert why(m, b, "art-xiia") == "" and why(m, b, "art-xiib") == "efs:13.11"
    assert in_range(m.c, unit(m, "art-xiia"), hexes(m, TARGET, "B0832")) == list(hexes(m, TARGET))


@EITHER
@pytest.mark.rule("efs2:13.12", "efs2:13.13", "efs1:14.2.1", "efs1:15.2.5")
def test_a_gun_supports_one_combat_and_shows_that_it_fired() -> None:
    m = facing({"6inf": NORTH, "art-xiia": "B0828", "23inf": NORTH_EAST})
    b = commit(m, declared(m, "6inf"), "art-xiia")
    fire(m.c, supplied(b))
    assert column(m, "fired")[unit(m, "art-xiia")] == 1
    assert why(m, b, "art-xiia") == "efs:13.12"
    m = facing({"6inf": NORTH, "art-xiia": "B0828"})
    column(m, "committed")[unit(m, "art-xiia")] = 7
    assert why(m, declared(m, "6inf"), "art-xiia") == "efs:13.12"


@pytest.mark.rule("efs2:13.23")
def test_an_attacking_gun_in_an_enemy_zone_fires_at_whose_zone_it_is() -> None:
    m = facing({"6inf": NORTH, "art-xiia": "B0828", "rd-5": "B0827"})
    assert why(m, declared(m, "6inf"), "art-xiia") == "efs:13.23"
    m = facing({"6inf": NORTH, "art-xiia": NORTH_WEST})
    assert why(m, declared(m, "6inf"), "art-xiia") == ""


@EITHER
@pytest.mark.rule("efs2:13.11", "efs2:13.22", "efs2:15.32", "efs1:15.5.5")
def test_a_defending_gun_in_an_enemy_zone_helps_nobody_else() -> None:
    m = facing({"6inf": NORTH, "art-3a": "B0832"})
    assert why_defend(m, declared(m, "6inf"), "art-3a") == ""
    m = facing({"6inf": NORTH, "art-3a": "B0832", "23inf": "B0833"})
    assert why_defend(m, declared(m, "6inf"), "art-3a") == "efs:13.11"
    m = facing({"6inf": NORTH, "art-3a": "B0832", "rd-5": "B0832", "23inf": "B0833"})
    declared(m, "23inf", target="B0832")
    assert why_defend(m, declared(m, "6inf"), "art-3a") == "efs:13.22"


@EITHER
@pytest.mark.rule("efs2:13.21", "efs1:15.5.4")
def test_guns_alone_defend_with_their_own_strength() -> None:
    m = facing({"6inf": NORTH}, ["art-3a", "art-10a"])
    b = declared(m, "6inf")
    t = told(m, b)
    assert t.defense == 2 and t.defense_support == () and why_defend(m, b, "art-3a") == "efs:13.21"


@pytest.mark.rule("efs2:13.22", "efs2:15.46", "efs2:R133", "efs2:R183")
def test_guns_with_others_support_and_the_one_too_many_fights_itself() -> None:
    m = facing({"6inf": NORTH}, ["rd-100", "art-3a"])
    t = told(m, declared(m, "6inf"))
    assert t.defense == 5 + 3
    m = facing({"6inf": NORTH}, ["rd-100", "art-3a", "art-10a", "art-4a"])
    t = told(m, declared(m, "6inf"))
    assert t.defense == 5 + 1 + 5  # two in the hex, no more than the infantry has, and the third with its own 1
    assert len(t.defense_support) == 2


@EITHER
@pytest.mark.rule("efs2:6.35", "efs2:13.22", "efs1:6.7.4")
def test_a_gun_out_of_supply_supports_no_defense() -> None:
    m = facing({"6inf": NORTH}, ["rd-100", "art-3a"])
    column(m, "supply")[unit(m, "art-3a")] = 2
    b = declared(m, "6inf")
    assert why_defend(m, b, "art-3a") == "efs:6.35" and told(m, b).defense == 6


@pytest.mark.rule("efs2:13.32", "efs2:13.42")
def test_rockets_and_big_guns_support_attacks_only() -> None:
    m = position({"rd-5": NORTH, "6inf": TARGET, "neb51": TARGET, "sha641": TARGET, "art-xiia": TARGET}, side="soviet",
                 ground={})  # fmt: skip
    column(m, "mode")[unit(m, "sha641")] = 1
    b = declared(m, "rd-5")
    assert why_defend(m, b, "neb51") == "efs:13.32" and why_defend(m, b, "sha641") == "efs:13.42"
    assert told(m, b).defense == 9 + 3 + 2


@pytest.mark.rule("efs2:13.42", "efs2:13.46", "efs2:13.33")
def test_big_guns_fire_on_their_firing_side_at_fortifications() -> None:
    m = facing({"6inf": NORTH, "sha641": "B0828", "rr716": "B0826"})
    b = declared(m, "6inf")
    assert why(m, b, "sha641") == "efs:13.42"
    for gun in ("sha641", "rr716"):
        column(m, "mode")[unit(m, gun)] = 1
    m.c.touch()
    assert why(m, b, "sha641") == "efs:13.42" and why(m, b, "rr716") == "efs:13.42"
    m.c.state.works[TARGET] = "soviet active"
    m.c.touch()
    assert why(m, b, "sha641") == "" and why(m, b, "rr716") == ""
    m.c.scenario["ammunition"] = {"sha641": 1}
    try:
        assert why(m, b, "sha641") == "efs:13.46"
        column(m, "ammo")[unit(m, "sha641")] = 1
        fire(m.c, supplied(commit(m, b, "sha641")))
        assert column(m, "ammo")[unit(m, "sha641")] == 0
    finally:
        del m.c.scenario["ammunition"]


@pytest.mark.rule("efs2:22.56")
def test_nobody_supports_flotillas_alone() -> None:
    m = facing({"6inf": NORTH, "art-3a": "B0832"}, ["flot-berez"])
    assert why_defend(m, declared(m, "6inf"), "art-3a") == "efs:22.56"
    m = facing({"6inf": NORTH, "art-3a": "B0832"}, ["flot-berez", "rd-5"])
    assert why_defend(m, declared(m, "6inf"), "art-3a") == ""
    m = position({"flot-berez": NORTH, "art-3a": "B0828", "6inf": TARGET}, side="soviet", ground={},
                 lines={"major river": [f"{NORTH}-{TARGET}"]})  # fmt: skip
    assert why(m, declared(m, "flot-berez"), "art-3a") == "efs:22.56"


# ---------------------------------------------------------------------- strengths
@pytest.mark.rule("efs2:13.13", "efs2:15.46")
def test_support_is_limited_by_the_unadjusted_strength() -> None:
    river = {"major river": [f"{NORTH}-{TARGET}"]}
    m = facing({"18pz-sr1": NORTH, "art-xiia": "B0828", "art-xxiva": "B0828"}, ["rd-5"], lines=river)
    t = told(m, commit(m, declared(m, "18pz-sr1"), "art-xiia", "art-xxiva"))
    assert t.attack == 1 + 3  # 3 halved; support of 6 limited to the 3 that are printed
    assert laws(t)["support of 6 is limited to 3, the strength that it supports"] == "efs:13.13"


@pytest.mark.rule("efs2:13.16", "efs2:15.41", "efs2:5.23")
def test_support_is_halved_into_a_swamp_and_not_across_a_river_or_out_of_one() -> None:
    m = facing({"6inf": NORTH, "art-xiia": "B0828"}, ground={TARGET: "swamp"})
    b = commit(m, declared(m, "6inf"), "art-xiia")
    assert told(m, b).attack == 8 + 1
    m.c.state.frozen = True
    m.c.touch()
    assert told(m, b).attack == 8 + 3
    m = facing({"6inf": NORTH, "art-xiia": "B0828"}, ground={"B0828": "swamp"},
               lines={"major river": [f"B0828-{NORTH}"], "lake": [f"{NORTH}-{NORTH_EAST}"]})  # fmt: skip
    assert told(m, commit(m, declared(m, "6inf"), "art-xiia")).attack == 8 + 3


@pytest.mark.rule("efs2:15.42")
def test_mud_halves_the_support_of_both_sides_and_drops_one_fraction() -> None:
    m = facing({"6inf": NORTH, "art-xiia": "B0828", "art-xxiva": "B0828"}, ["rd-100", "art-3a"], weather="mud")
    t = told(m, commit(m, declared(m, "6inf"), "art-xiia", "art-xxiva"))
    assert (t.attack, t.defense) == (8 + 3, 5 + 1)  # 1 1/2 twice are 3


@pytest.mark.rule("efs2:13.31", "efs2:R133")
def test_axis_allied_guns_defend_at_half_strength_two_at_a_time() -> None:
    allies = ("art-xxiva", "art-xxxxviia", "art-xiia")
    units = {"rd-5": NORTH, "6inf": TARGET, **dict.fromkeys(allies, "B0832"), "art-viia": "B0832", "art-va": "B0832"}
    m = position({**units, "art-viiia": "B0832"}, side="soviet", ground={})
    nations = m.c.roster.nationality
    kept = list(nations)
    try:
        for gun in allies:
            nations[unit(m, gun)] = "romanian"
        del m.c.scenario["without"]["axis_guns"]
        b = commit(m, declared(m, "rd-5"), *allies[:2])
        assert told(m, b).defense == 9 + 3  # 1 1/2 twice
        assert together(m, b, allies[2]) == "efs:13.31"
        b = commit(m, b, "art-viia", "art-va")
        assert told(m, b).defense == 9 + 9 and together(m, b, "art-viiia") == "efs:13.14"
        m = position({"rd-5": NORTH, "6inf": TARGET, allies[0]: TARGET}, side="soviet", ground={})
        assert told(m, declared(m, "rd-5")).defense == 9 + 3  # in the Defender hex: whole
    finally:
        nations[:] = kept
        m.c.scenario["without"]["axis_guns"] = 2


# ---------------------------------------------------------------------- how many
@EITHER
@pytest.mark.rule("efs2:13.14", "efs1:22.7.3", "efs1:R28")
def test_four_axis_units_combine_and_big_guns_do_not_count() -> None:
    m = facing({"6inf": NORTH, **dict.fromkeys(GUNS, "B0828"), "sha641": "B0828"}, scenario="borisov")
    del m.c.scenario["without"]["axis_guns"]
    try:
        m.c.state.works[TARGET] = "soviet active"
        column(m, "mode")[unit(m, "sha641")] = 1
        b = commit(m, declared(m, "6inf"), *GUNS[:4])
        assert together(m, b, GUNS[4]) == "efs:13.14" and together(m, b, "sha641") == ""
    finally:
        m.c.scenario["without"]["axis_guns"] = 2


@pytest.mark.rule("efs2:13.14")
def test_a_scenario_may_allow_fewer() -> None:
    m = facing({"6inf": NORTH, **dict.fromkeys(GUNS, "B0828")})
    b = commit(m, declared(m, "6inf"), *GUNS[:2])
    assert together(m, b, GUNS[2]) == "efs:13.14"
    assert len(told(m, commit(m, b, GUNS[2])).attack_support) == 2


@pytest.mark.rule("efs2:13.15", "efs2:21.14")
def test_a_second_soviet_unit_needs_the_same_headquarters() -> None:
    units = {"rd-5": NORTH, "art-3a": "B0828", "art-10a": "B0828", "art-4a": "B0828", "6inf": TARGET}
    m = position(units, side="soviet", ground={})
    assert together(m, commit(m, declared(m, "rd-5"), "art-3a"), "art-10a") == "efs:13.15"
    m = position({**units, "hq-3a": "B0827"}, side="soviet", ground={})
    b = commit(m, declared(m, "rd-5"), "art-3a")
    assert together(m, b, "art-10a") == ""
    assert together(m, commit(m, b, "art-10a"), "art-4a") == "efs:13.15"
    column(m, "mode")[unit(m, "hq-3a")] = 1
    m.c.touch()
    b = declared(m, "rd-5")
    column(m, "committed")[unit(m, "art-10a")] = -1
    assert together(m, battle(m.c, b.number), "art-10a") == "efs:13.15"


@pytest.mark.rule("efs2:13.15", "efs2:14.66", "efs2:21.14")
def test_interdiction_takes_an_hq_its_guns() -> None:
    units = {"rd-5": NORTH, "art-3a": "B0828", "art-10a": "B0828", "hq-3a": "B0827", "6inf": TARGET}
    m = position(units, side="soviet", ground={})
    b = commit(m, declared(m, "rd-5"), "art-3a")
    m.c.state.zoi["B0827"] = m.c.roster.number("command", unit(m, "hq-3a"))
    m.c.touch()
    assert together(m, b, "art-10a") == "efs:13.15"


@pytest.mark.rule("efs2:13.15", "efs2:13.22", "efs2:R134")
def test_one_in_the_defender_hex_and_one_in_range_of_an_hq() -> None:
    m = facing({"6inf": NORTH, "art-10a": "B0832", "hq-3a": "B0833"}, ["rd-100", "art-3a"])
    b = commit(m, declared(m, "6inf"), "art-10a")
    assert {m.c.roster.ids[u] for u in supporters(m.c, b)[0]} == {"art-3a", "art-10a"}
    m = facing({"6inf": NORTH, "art-10a": "B0832"}, ["rd-100", "art-3a"])
    b = commit(m, declared(m, "6inf"), "art-10a")
    guns, silent = supporters(m.c, b)
    assert [m.c.roster.ids[u] for u in guns] == ["art-10a"] and [m.c.roster.ids[u] for u in silent] == ["art-3a"]


@pytest.mark.rule("efs2:21.26", "efs2:13.15")
def test_near_a_non_op_hq_one_gun_defends() -> None:
    m = facing({"6inf": NORTH, "hq-3a": "B0833"}, ["rd-100", "art-3a", "art-10a"])
    b = declared(m, "6inf")
    assert told(m, b).defense == 5 + 5  # 6, limited
    column(m, "mode")[unit(m, "hq-3a")] = 1
    m.c.touch()
    assert told(m, b).defense == 5 + 1 + 3


@pytest.mark.rule("efs2:13.15", "efs2:13.32")
def test_two_rockets_come_on_top() -> None:
    units = {"rd-5": NORTH, "rd-33": NORTH, "art-3a": "B0828", "6inf": TARGET}
    rockets = ("rkt-flerov", "rkt-bat2", "rkt-bat3")
    m = position({**units, **dict.fromkeys(rockets, NORTH_EAST)}, side="soviet", ground={})
    b = commit(m, declared(m, "rd-5", "rd-33"), "art-3a", *rockets[:2])
    assert len(told(m, b).attack_support) == 3 and told(m, b).attack == 8 + 3 + 2
    assert together(m, b, rockets[2]) == "efs:13.15"


@pytest.mark.rule("efs2:14.65", "efs2:R135")
def test_of_interdicted_guns_one_supports() -> None:
    units = {"rd-5": NORTH, "art-3a": "B0828", "art-10a": "B0728", "hq-3a": "B0826", "6inf": TARGET}
    m = position(units, side="soviet", ground={})
    b = commit(m, declared(m, "rd-5"), "art-3a")
    assert together(m, b, "art-10a") == ""
    m.c.state.zoi.update(B0828=1, B0728=1)
    m.c.touch()
    assert together(m, b, "art-10a") == "efs:14.65"


# ---------------------------------------------------------------------- Attack Supply
def stocked(units: dict[str, str], points: int = 1, where: str = "B0826") -> Match:
    """Attackers of the target, and a supply counter with so many points."""
    m = facing({**units, "asup-01": where})
    column(m, "asp")[unit(m, "asup-01")] = points
    m.c.touch()
    return m


@EITHER
@pytest.mark.rule("efs2:15.21", "efs2:15.22", "efs2:15.56", "efs2:6.14", "efs1:15.3.1")
def test_a_point_within_seven_hexes_supplies_an_attack() -> None:
    m = stocked({"6inf": NORTH, "art-xiia": "B0828"}, where="B1528")
    b = declared(m, "6inf")
    assert unsupplied(m.c, b) == [unit(m, "6inf")]
    name(m.c, b.number, [unit(m, "asup-01")])
    assert unsupplied(m.c, battle(m.c, b.number)) == []
    assert may_support(m.c, battle(m.c, b.number), unit(m, "art-xiia")) is None
    m = stocked({"6inf": NORTH}, where="B1628")
    assert may_name(m.c, declared(m, "6inf").number, unit(m, "asup-01")).rule == "efs:15.21"  # type: ignore[union-attr]


@EITHER
@pytest.mark.rule("efs2:15.21", "efs2:6.14", "efs1:15.3.1")
def test_in_mud_five_hexes_are_the_limit() -> None:
    m = facing({"6inf": NORTH, "asup-01": "B1427"}, weather="mud")
    column(m, "asp")[unit(m, "asup-01")] = 1
    m.c.touch()
    assert may_name(m.c, declared(m, "6inf").number, unit(m, "asup-01")) is not None


@pytest.mark.rule("efs2:15.21", "efs2:15.45", "efs2:6.43", "efs2:6.48")
def test_each_point_serves_one_attack_and_goes_at_the_end_of_the_phase() -> None:
    m = position({"6inf": NORTH, "23inf": "B0729", "rd-100": TARGET, "rd-5": "B0730", "asup-01": "B0826"}, ground={})
    point = unit(m, "asup-01")
    column(m, "asp")[point] = 1
    m.c.touch()
    n, other = declared(m, "6inf").number, declared(m, "23inf", target="B0730").number
    assert plan(m.c, battle(m.c, n)) == [point]
    name(m.c, n, [point])
    assert (left(m.c, point), promised(m.c, point)) == (0, 1)
    assert may_name(m.c, other, point) is not None and plan(m.c, battle(m.c, other)) is None
    column(m, "asp")[point] = 3
    m.c.touch()
    name(m.c, other, [point])
    spend(m.c, "axis")
    assert column(m, "asp")[point] == 1 and at(m, "asup-01") == "B0826"
    m.c.state.battle_asp.pop(f"{other} attacker")
    spend(m.c, "axis")
    assert at(m, "asup-01") == "[supply pool]"


@EITHER
@pytest.mark.rule("efs2:15.21", "efs2:R136", "efs1:15.3.1")
def test_several_points_may_be_needed_for_all_attackers() -> None:
    m = position({"6inf": NORTH, "23inf": SOUTH, "rd-100": TARGET, "asup-01": "B1526", "asup-02": "B0837"}, ground={})
    points = [unit(m, "asup-01"), unit(m, "asup-02")]
    for p in points:
        column(m, "asp")[p] = 1
    m.c.touch()
    n = declared(m, "6inf", "23inf").number
    name(m.c, n, points[:1])
    assert unsupplied(m.c, battle(m.c, n)) == [unit(m, "23inf")]
    assert plan(m.c, battle(m.c, n)) == points


@pytest.mark.rule("efs2:15.34", "efs2:13.11", "efs2:15.22")
def test_a_gun_may_have_a_point_of_its_own_in_an_attack_without() -> None:
    m = stocked({"6inf": NORTH, "art-xiia": "B0828"})
    b = commit(m, declared(m, "6inf"), "art-xiia")
    assert may_support(m.c, b, unit(m, "art-xiia")).rule == "efs:13.11"  # type: ignore[union-attr]
    name(m.c, b.number, [unit(m, "asup-01")], "art-xiia")
    b = battle(m.c, b.number)
    assert may_support(m.c, b, unit(m, "art-xiia")) is None and unsupplied(m.c, b) == [unit(m, "6inf")]


@pytest.mark.rule("efs2:22.56", "efs2:21.34", "efs2:15.22")
def test_trains_want_no_attack_supply() -> None:
    m = position({"atr-n1": NORTH, "6inf": TARGET}, side="soviet", ground={}, lines={"railroad": [f"{NORTH}-{TARGET}"]})
    assert unsupplied(m.c, declared(m, "atr-n1")) == []


# ---------------------------------------------------------------------- limited artillery supply
@pytest.mark.rule("efs2:13.51")
def test_limited_artillery_supply_begins_with_the_second_frost() -> None:
    m = facing({"6inf": NORTH})
    s = m.c.state
    for climates, weathers, expected in (
        (["frost"], ["frost"], False),
        (["mud", "frost", "frost"], ["frost", "frost", "snow"], False),
        (["frost", "frost", "snow"], ["frost", "frost", "mud"], True),
        (["frost", "frost", "dry"], ["frost", "frost", "dry"], False),
    ):
        s.climates, s.weathers = climates, weathers
        assert limited(m.c) is expected


@pytest.mark.rule("efs2:13.52")
def test_then_artillery_defends_only_near_a_point() -> None:
    m = facing({"6inf": NORTH, "ssup-01": SOUTH_WEST}, ["rd-100", "art-3a"])
    b = declared(m, "6inf")
    m.c.state.climates, m.c.state.weathers = ["frost"] * 2, ["frost"] * 2
    assert why_defend(m, b, "art-3a") == "efs:13.52" and told(m, b).defense == 6
    column(m, "asp")[unit(m, "ssup-01")] = 1
    m.c.touch()
    assert why_defend(m, b, "art-3a") == "" and told(m, b).defense == 8


@pytest.mark.rule("efs2:13.53")
def test_what_supports_a_defense_in_winter_may_cost_a_point() -> None:
    guns = ["art-3a", "art-10a"]
    for dice, expected in (([4], 1), ([5], 0)):  # two guns add one
        m = facing({"6inf": NORTH, "ssup-01": SOUTH_WEST}, ["rd-100", *guns], dice=dice)
        column(m, "asp")[unit(m, "ssup-01")] = 1
        m.c.state.climates, m.c.state.weathers = ["frost"] * 2, ["frost"] * 2
        m.c.touch()
        pay(m.c, declared(m, "6inf"))
        assert column(m, "asp")[unit(m, "ssup-01")] == expected
    m = facing({"6inf": NORTH, "ssup-01": SOUTH_WEST}, ["rd-100", *guns])
    column(m, "asp")[unit(m, "ssup-01")] = 1
    pay(m.c, declared(m, "6inf"))  # in summer nobody pays
    assert column(m, "asp")[unit(m, "ssup-01")] == 1


# ---------------------------------------------------------------------- bombardment
def besieged(gun: str, *defenders: str, dice: tuple[int, ...] = (), **more: object) -> tuple[Match, Battle]:
    """A supplied attack with a big gun on a citadel, or on what else is given."""
    works = more or {"zones": {"fort": (CITADEL, [TARGET])}}
    m = facing({"6inf": NORTH, gun: NORTH, "asup-01": "B0827"}, defenders or ("rd-5",), dice=dice, **works,
               kinds=(Bombardment, Losses))  # fmt: skip
    column(m, "mode")[unit(m, gun)] = 1
    column(m, "asp")[unit(m, "asup-01")] = 1
    m.c.touch()
    b = commit(m, declared(m, "6inf"), gun)
    name(m.c, b.number, [unit(m, "asup-01")])
    return m, battle(m.c, b.number)


@pytest.mark.rule("efs2:13.43")
def test_who_may_bombard() -> None:
    m, b = besieged("sha641")
    assert may_bombard(m.c, b) is None
    assert may_bombard(m.c, replace(b, points=())) is not None  # not supplied
    assert may_bombard(m.c, replace(b, guns=())) is not None
    assert may_bombard(m.c, replace(b, side="soviet")) is not None
    m, b = besieged("sha641", zones={})
    assert may_bombard(m.c, b) is not None  # no fortification


@pytest.mark.rule("efs2:13.43", "efs2:13.44", "efs2:13.45", "efs2:18.55")
@pytest.mark.parametrize(
    ("gun", "die", "word", "stands"),
    [
        ("sha641", 10, "no-result", True), ("sha641", 6, "suppressed", True), ("sha641", 4, "destroyed", False),
        ("sha833", 4, "destroyed", False), ("sha624", 4, "suppressed", True),
        ("sha624", 3, "destroyed", True),
    ],
)  # fmt: skip
def test_what_a_bombardment_brings(gun: str, die: int, word: str, stands: bool) -> None:
    m, b = besieged(gun, "rd-5", "art-r10n", dice=(die,))
    assert bombard(m.c, b.number) is False
    b = battle(m.c, b.number)
    assert b.word(BOMBARDED) == word
    assert bool(helps(m.c, m.c.hex(TARGET), "soviet")) is stands
    assert (at(m, "art-r10n") == TARGET) is stands
    assert may_bombard(m.c, b) is not None


@pytest.mark.rule("efs2:13.44", "efs2:R31")
def test_the_modifier_of_a_gun_comes_with_the_result() -> None:
    for die, drm in ((10, 1), (6, 0)):
        m, b = besieged("sha641", dice=(die,))
        bombard(m.c, b.number)
        assert calculate(m.c, battle(m.c, b.number)).drm == drm


@pytest.mark.rule("efs2:13.43", "efs2:13.44")
def test_a_strongpoint_is_suppressed_at_most_and_the_defender_may_lose_a_step() -> None:
    m, b = besieged("sha833", dice=(1,), zones={})
    m.c.state.works[TARGET] = "soviet active"
    m.c.state.stack.append(Frame("below"))
    m.c.touch()
    m.c.steps["below"] = Below()
    m.c.call("bombardment", n=b.number, side="axis")
    assert helps(m.c, m.c.hex(TARGET), "soviet") == ("strongpoint",)
    assert m.state.steps_left[unit(m, "rd-5")] == m.c.roster.steps[unit(m, "rd-5")] - 1
    assert m.c.frame.step == "below"


@pytest.mark.rule("efs2:13.11", "efs2:13.12")
def test_the_map_shows_what_guns_could_support_where() -> None:
    m = position({GUNS[0]: "B0830", GUNS[1]: "B0832"})
    c, layer = m.c, next(found for found in LAYERS if found.id == "artillery")
    where = ("B0830", "B0831", "B0828", "B0827")
    marks = layer.marks(c, "axis", None)[0]
    assert [marks.get(c.hex(label), "") for label in where] == ["6!", "6", "3", ""]
    column(m, "fired")[unit(m, GUNS[1])] = 1
    c.touch()
    assert layer.marks(c, "axis", None)[0][c.hex("B0831")] == "3" and layer.marks(c, "soviet", None)[0] == {}
