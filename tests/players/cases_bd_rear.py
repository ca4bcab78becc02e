"""Positions of Barbarossa Deluxe behind the front: panzers that have broken through, reserves, the Caucasus.

They join the suite of ``cases_bd``, on the real map and on plains.
"""

from __future__ import annotations

from typing import Any

from tests.players.cases_bd import case
from tests.players.cases_bd_ends import SUITE
from tests.players.cases_bd_real import Turn
from tests.players.cases_bd_reply import answered, fed, plains, town
from tests.players.cases_bd_turns import NECK
from tests.support.bd_position import at

__all__ = ["SUITE"]
EXITS = ("3200", "3201", "3202", "3203", "3204")
OIL = "2804 2607 3103 2705"
SOUTH = "2607 4inf, 2804 17inf 30inf, 2705 29inf, 3103 44inf"

GORKI = {"1403": "soviet"}
"""It was the Soviet side's at the start of the scenario, which has lost unless it takes it back."""


# ---------------------------------------------------------------------- the expedition
@case
def an_expedition_at_the_edge_leaves(player: str) -> bool:
    told = f"{SOUTH}, 3202 49mtn 40pz 57pz, 2501 46pz 47pz 48pz 11inf, 2401 62ra 64ra, 1900 8ra, 2000 3ra 4ra"
    more: dict[str, Any] = {"scenario": "blue-kremlin", "turn": 13, "memory": {"expedition ready": 13}}
    t = Turn(player, told, f"{OIL} 2501", **more)
    return any(text.startswith("launch") for text in t.done)


@case
def the_corps_go_to_the_edge(player: str) -> bool:
    """Turn 12: where they stand now they could not leave in turn 13."""
    told = (
        f"{SOUTH} 52inf, 3003 40pz 57pz, 3102 49mtn, 2501 46pz 47pz 48pz 11inf, 2401 62ra 64ra, 1900 8ra, 2000 3ra 4ra"
    )
    t = Turn(player, told, f"{OIL} 2501", scenario="blue-kremlin", turn=12)
    there = [at(t.match, u) in EXITS for u in ("49mtn", "44inf", "40pz", "57pz")]
    return any(there[:2]) and all(there[2:])


@case
def rostov_is_stormed_while_the_expedition_is_away(player: str) -> bool:
    told = "2607 4inf, 2804 17inf, 2805 29inf, 2904 44inf, 2802 62ra 64ra 1g, 2803 4g 5g 2g, 2702 1sh 3sh"
    more: dict[str, Any] = {
        "scenario": "blue-kremlin",
        "side": "soviet",
        "turn": 13,
        "memory": {"expedition": 1},
        "boxes": {"49mtn": "caucasus", "40pz": "caucasus", "57pz": "caucasus"},
        "offensive": {"A": "2803"},
    }
    t = Turn(player, told, "2804 2607 3103 2705 2501 1606", die=5, **more)
    return t.attacked("2804", 4) or t.holds("2804") == "soviet"


# ---------------------------------------------------------------------- cities behind the front
@case
def the_corps_in_gorki_is_attacked_or_shut_in(player: str) -> bool:
    """One panzer corps in a city far behind the front; armies stand around."""
    told = (
        "1403 46pz, 1305 16ra 3ra, 1606 4ra 5ra 8ra, 1704 1g 4g, 2004 10ra, 1709 1inf 2inf, 1809 5inf, 1708 13ra 61ra"
    )
    t = Turn(player, told, "1403 1305 1606 1709", "offensive-supply", die=5, side="soviet", turn=21, starting=GORKI)
    return t.holds("1403") == "soviet" or t.attacked("1403", 3) or t.starve("46pz")


@case
def the_reserve_of_the_high_command_comes_to_the_lost_city(player: str) -> bool:
    told = "1403 46pz, 1606 4ra 5ra, 1709 1inf 2inf, 1809 5inf, 1708 13ra 61ra, 1707 62ra"
    more: dict[str, Any] = {"boxes": dict.fromkeys(("1g", "4g", "5g", "6g", "2sh"), "rvgk")}
    t = Turn(
        player, told, "1403 1305 1606 1709", "offensive-supply", die=5, side="soviet", turn=21, starting=GORKI, **more
    )
    return t.holds("1403") == "soviet" or t.attacked("1403", 3) or t.starve("46pz")


@case
def both_towns_behind_the_hole_are_manned(player: str) -> bool:
    """Two panzer corps stand behind the line; two towns far behind it, armies within a march of each."""
    told = (
        "1708 16ra 3ra, 1808 4ra 5ra, 1908 8ra 10ra, 1709 1inf 2inf, 1809 5inf 6inf, 1909 7inf 8inf, 1805 24pz 46pz, "
        "1704 13ra, 2004 61ra, 1602 62ra, 2101 64ra 9ra"
    )
    t = answered(plains(player, told, side="soviet", turn=20, **town("1702", "2002", of="soviet")), "axis")
    return t.holds("1702") == t.holds("2002") == "soviet"


@case
def the_hole_is_shut_behind_the_panzers(player: str) -> bool:
    told = (
        "1508 9ra, 1608 60ra, 1708 16ra 3ra 1g, 1908 8ra 10ra 4g, 2008 5ra, 1709 1inf 2inf, 1909 7inf 8inf, 1805 24pz "
        "46pz 47pz, 1806 3pz, 1807 56pz, 1810 5inf, 1604 5g 6g, 2003 7g 2sh"
    )
    t = plains(player, told, side="soviet", turn=20, die=5, offensive={"A": "1807"}, ground=NECK)
    return t.starve("24pz", "46pz", "47pz")


@case
def of_two_lost_cities_one_is_had_back(player: str) -> bool:
    told = (
        "1403 46pz, 1305 47pz, 1408 16ra 3ra 4ra, 1606 5ra 8ra 1g 4g, 1705 5g 6g, 1709 1inf 2inf, 1810 5inf, "
        "1708 13ra 61ra, 1609 62ra 64ra"
    )
    lost = GORKI | {"1305": "soviet"}
    cities = "1403 1305 1408 1606 1709"
    t = Turn(player, told, cities, "offensive-supply", die=6, side="soviet", turn=21, starting=lost)
    return "soviet" in (t.holds("1403"), t.holds("1305"))


@case
def the_reserve_fills_moscow(player: str) -> bool:
    told = "1606 4ra, 1608 46pz 47pz, 1707 3pz 24pz, 1808 39pz, 1506 5ra, 1709 1inf 2inf"
    box = dict.fromkeys(("1g", "4g", "5g", "6g"), "rvgk")
    t = answered(Turn(player, told, "1606 1709", side="soviet", turn=20, boxes=box), "axis")
    return t.holds("1606") == "soviet"


@case
def the_panzer_corps_in_the_rear_town_has_no_line_home(player: str) -> bool:
    told = (
        "1508 16ra, 1608 3ra, 1708 4ra, 1908 5ra, 2008 8ra, 1802 46pz, 1604 10ra 13ra, 1905 61ra 62ra, 1709 1inf 2inf, "
        "1909 5inf 6inf, 1809 7inf"
    )
    more = town("1802", of="axis") | {"ground": NECK, "starting": {"1802": "soviet"}}
    t = plains(player, told, side="soviet", turn=20, **more)
    return t.starve("46pz") or t.holds("1802") == "soviet"


# ---------------------------------------------------------------------- odds, reserves, the last turns
BLUE: dict[str, Any] = {"scenario": "blue-kremlin"}


@case
def five_armies_in_kaunas_are_left_alone_and_the_one_beside_them_is_not(player: str) -> bool:
    """Six factors against fifteen in a city: one chance in six to win, two to be gone."""
    told = (
        "1716 2inf 10inf 28inf, 1617 23inf 50inf 41pz 56pz, 1616 44ra, 1715 20ra 31ra 48ra 61ra 8ra, 1515 27ra 34ra, "
        "1415 43ra 33ra"
    )
    t = Turn(player, told, "1715 1415 1717 2607", turn=9, die=6)
    return t.attacked("1616", 3) and not any(h == "1715" and len(us) < 6 for h, us, _ in t.fought)


@case
def tallinn_is_had_back_from_one_army(player: str) -> bool:
    told = "1014 41ra, 1012 28inf 30inf, 1415 39pz 46pz 10inf, 1114 59ra, 1011 4ra 55ra, 1411 1inf 2inf, 1310 27ra 34ra"
    starting = dict.fromkeys(("1014", "1415", "2607"), "axis") | {"1011": "soviet"}
    t = Turn(player, told, "1014 1415 1011 2607", turn=13, die=5, control={"1014": "soviet"}, starting=starting, **BLUE)
    return t.holds("1014") == "axis" or t.attacked("1014", 3)


@case
def a_corps_is_in_open_kaunas_by_road_or_rail(player: str) -> bool:
    told = "1415 10inf 9inf, 1813 59inf 39pz, 1709 2inf, 1014 41ra, 1310 27ra, 1608 20ra 53ra"
    starting = dict.fromkeys(("1715", "1415", "1813", "1709"), "axis")
    t = Turn(player, told, "1415 1813 1709 1715 2607", turn=12, control={"1715": "soviet"}, starting=starting, **BLUE)
    return t.holds("1715") == "axis"


@case
def nobody_goes_into_the_reserve_in_the_last_turn(player: str) -> bool:
    told = "1606 22ra 64ra 62ra, 1709 24ra 31ra, 1809 1inf 2inf, 1710 5inf, 2004 66ra 8ra 10ra, 2501 41pz 56pz, 1305 1t"
    t = Turn(player, told, "1606 1709 2501 2607 2004", "rvgk", side="soviet", turn=13, **BLUE)
    return not any(text.startswith("store") for text in t.done)


@case
def three_armies_behind_the_line_are_let_out(player: str) -> bool:
    told = (
        "1812 16ra 3ra 4ra, 1811 3pz, 1711 24pz, 1911 1inf, 1712 2inf, 1912 5inf, 1813 6inf, 1809 1t 1g 4g 5g, "
        "1709 8ra 10ra 13ra, 1909 61ra 62ra 64ra"
    )
    t = plains(player, told, side="soviet", turn=21, die=5, offensive={"A": "1809"})
    return fed(t, "16ra", "3ra", "4ra") >= 2 or t.attacked("1811", 4)


@case
def the_corps_behind_three_others_is_beaten_and_the_sack_tied(player: str) -> bool:
    told = (
        "1806 1inf 2inf 5inf, 1807 6inf, 1810 7inf 8inf, 1706 16ra 3ra 4ra 1g, 1906 5ra 8ra 10ra 4g, 1805 13ra 61ra, "
        "1705 62ra, 1905 64ra"
    )
    t = plains(player, told, side="soviet", turn=20, die=5, offensive={"A": "1706"})
    return t.starve("1inf", "2inf", "5inf")


@case
def two_panzer_corps_between_four_groups_are_struck_or_shut_in(player: str) -> bool:
    told = (
        "1708 41pz 46pz, 1709 2inf, 1710 6inf, 1609 20ra 5ra 1g, 1608 29ra 30ra 4g, 1808 24ra 33ra 3t, 1707 10ra 13ra"
    )  # fmt: skip
    t = plains(player, told, side="soviet", turn=19, die=4, offensive={"A": "1608"})
    return t.attacked("1708", 5) or t.starve("41pz", "46pz")


@case
def gorki_yaroslavl_and_moscow_stand_behind_the_break_through(player: str) -> bool:
    told = "1403 24ra, 1305 1t, 1506 41pz 46pz, 1606 30ra 64ra, 1404 16ra, 1608 47pz 9inf, 1504 4t 66ra"
    t = answered(Turn(player, told, "1403 1305 1606 2607", side="soviet", turn=21), "axis")
    return t.holds("1403") == t.holds("1305") == t.holds("1606") == "soviet"


@case
def leningrad_is_opened_by_those_inside_and_outside(player: str) -> bool:
    told = (
        "1011 23ra 42ra 55ra 67ra, 1111 50inf 54inf, 1012 28inf, 1211 1inf 38inf, 1110 2sh 4ra 8ra 54ra, "
        "1210 52ra 59ra 11ra, 1310 34ra 1sh, 1311 26inf, 1412 2inf"
    )
    t = Turn(player, told, "1011 1014 1415 2607", side="soviet", turn=20, die=5, offensive={"A": "1110"})
    return sum(len(units) for h, units, _ in t.fought if h in ("1111", "1012")) >= 6
