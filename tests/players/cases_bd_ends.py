"""Positions of Barbarossa Deluxe about last turns, necks of land and what hangs on them, on the map and on plains.

They join the suite of ``cases_bd``. A strip of four rows between two seas stands for a front that is closed.
"""

from __future__ import annotations

from typing import Any

from engine.games.bd.supply import overland
from tests.players.cases_bd import case
from tests.players.cases_bd_real import Turn
from tests.players.cases_bd_reply import answered, fed, plains, town
from tests.players.cases_bd_turns import SUITE
from tests.support.bd_position import supply

__all__ = ["SUITE"]
SHORE = {f"{row}{column:02}": "sea" for row in (15, 20) for column in range(25)}
"""Water north of row 16 and south of row 19."""


def kept(t: Turn, label: str) -> bool:
    """Whether a city is German and in overland supply."""
    c = t.match.c
    return t.holds(label) == "axis" and overland(c, "axis", c.hex(label))


# ---------------------------------------------------------------------- the last answer
@case
def both_cities_behind_the_front_are_manned_in_the_last_turn(player: str) -> bool:
    told = "1709 16ra 3ra 4ra, 1809 5ra 8ra, 1909 10ra 13ra, 1813 1inf 2inf 5inf 6inf, 1712 7inf, 1912 8inf"
    t = answered(plains(player, told, turn=20, scenario="manstein", **town("1612", "2012", of="axis")), "soviet")
    return t.holds("1612") == t.holds("2012") == "axis"


@case
def the_strip_is_held_before_the_city(player: str) -> bool:
    told = (
        "1612 1inf 2inf, 1712 5inf 6inf, 1812 7inf 8inf, 1912 9inf 10inf, 1816 12inf, 1608 16ra 3ra 4ra, 1708 5ra 8ra "
        "10ra, 1808 13ra 61ra 62ra, 1908 64ra 1g 4g"
    )
    t = answered(plains(player, told, turn=20, ground=SHORE, **town("1816", of="axis")), "soviet")
    return t.holds("1816") == "axis"


@case
def tallinn_stays_in_supply_behind_narva(player: str) -> bool:
    told = "1111 26inf 28inf 50inf, 1211 1inf 38inf, 1311 2inf, 1011 23ra 42ra 55ra, 1110 8ra 54ra, 1210 52ra 59ra"
    return kept(answered(Turn(player, told, "1011 1014 2607", turn=20), "soviet"), "1014")


@case
def sevastopol_hangs_on_the_perekop(player: str) -> bool:
    told = (
        "2705 17inf 30inf, 2607 4inf, 2806 29inf, 3108 5inf, 2703 28ra 44ra, 2803 2g 3g, 2804 5sh 51ra"
    )  # fmt: skip
    return kept(answered(Turn(player, told, "3108 2607 2705", turn=20, scenario="manstein"), "soviet"), "3108")


@case
def four_corps_give_way_before_fifteen_armies(player: str) -> bool:
    told = (
        "1709 1inf, 1809 2inf, 1909 5inf, 1609 6inf, 1608 16ra 3ra 4ra 5ra, 1708 8ra 10ra 13ra 1g, 1808 61ra 62ra 64ra "
        "4g, 1908 21ra 24ra 30ra"
    )
    t = answered(plains(player, told, turn=20), "soviet")
    return sum(not t.lost(u) for u in ("1inf", "2inf", "5inf", "6inf")) >= 3


@case
def a_panzer_corps_between_two_tank_armies_goes_back(player: str) -> bool:
    told = (
        "1809 3pz, 1708 3t 1g, 1908 5gt 4g, 1808 16ra 3ra 4ra, 1812 1inf 2inf 5inf, 1612 6inf 7inf, 2012 8inf 9inf"
    )  # fmt: skip
    t = answered(plains(player, told, turn=20), "soviet")
    return fed(t, "3pz") == 1


@case
def who_falls_back_does_not_go_behind_the_enemy(player: str) -> bool:
    """A city stands open far behind five stacks of armies, and the land around it is quiet."""
    told = (
        "1811 3pz 24pz 39pz, 1711 1inf 2inf, 1911 5inf 6inf, 1808 16ra 3ra 4ra 5ra, 1708 8ra 10ra 13ra 1g, 1908 61ra "
        "62ra 64ra 4g, 1608 21ra 24ra, 2008 30ra 22ra"
    )
    t = answered(plains(player, told, turn=18, **town("1803", of="soviet")), "soviet")
    return sum(not t.lost(u) for u in ("3pz", "24pz", "39pz")) >= 2


# ---------------------------------------------------------------------- strokes
@case
def the_strip_is_closed_behind_the_spearhead(player: str) -> bool:
    told = (
        "1712 3t 1g 4g, 1710 16ra, 1813 1inf 2inf 5inf, 1613 6inf, 1910 3pz 24pz, 1911 39pz 46pz, 1611 47pz 48pz, 1606 "
        "3ra 4ra, 1706 5ra, 1806 8ra, 1906 10ra"
    )
    return plains(player, told, turn=19, die=5, ground=SHORE).starve("3t", "1g", "4g")


@case
def the_tank_army_goes_round_the_tip(player: str) -> bool:
    told = (
        "1805 3pz 24pz, 1807 1inf, 1808 2inf, 1809 5inf 6inf, 1604 16ra 3ra, 2004 4ra 5ra, 1706 1g 4g, 1907 5gt, 1804 "
        "8ra 10ra, 1710 7inf, 1910 8inf"
    )
    t = plains(player, told, side="soviet", turn=20, offensive={"A": "1806"}, die=4)
    return t.starve("3pz", "24pz")


@case
def who_besieges_leningrad_is_struck_by_all_around_it(player: str) -> bool:
    told = (
        "1111 50inf 54inf, 1211 1inf, 1311 26inf, 1011 23ra 42ra 55ra 67ra, 1110 2sh 4ra 8ra 54ra, 1210 52ra 59ra "
        "11ra, 1310 34ra"
    )
    t = Turn(player, told, "1011 2607", side="soviet", turn=22, offensive={"A": "1110"}, die=5)
    return t.attacked("1111", 4)


@case
def the_corps_alone_in_stalino_is_stormed(player: str) -> bool:
    told = "2705 17inf, 2607 4inf 30inf, 2703 28ra 44ra 51ra, 2704 2g 3g 5sh, 2604 12ra 37ra 8g"
    t = Turn(player, told, "2705 2607 2804", side="soviet", turn=20, offensive={"B": "2704"}, die=5)
    return t.attacked("2705", 5)


@case
def four_panzer_corps_open_the_ring_where_it_is_thin(player: str) -> bool:
    told = (
        "1807 1inf 2inf, 1706 16ra, 1707 3ra, 1806 4ra, 1808 5ra, 1906 8ra 10ra, 1907 13ra, 1812 3pz 24pz 39pz 46pz, "
        "1711 5inf 6inf, 1911 7inf, 1603 61ra 62ra"
    )
    return fed(plains(player, told, turn=19, die=5, **town("1807", of="axis")), "1inf", "2inf") == 2


@case
def no_storm_on_five_corps_in_a_city(player: str) -> bool:
    told = "1809 1inf 2inf 5inf 6inf 7inf, 1808 16ra 3ra 4ra, 1708 5ra 8ra, 1908 10ra, 1813 8inf"
    t = plains(player, told, side="soviet", turn=20, offensive={"A": "1808"}, **town("1809", of="axis"))
    return not t.fought


# ---------------------------------------------------------------------- cities that stand open
@case
def stalingrad_is_entered_in_supply(player: str) -> bool:
    told = "2504 3pz 24pz 14pz, 2505 1inf 2inf, 2606 5inf, 2404 62ra, 2604 64ra, 2305 21ra, 2401 66ra, 2705 6inf"
    t = Turn(player, told, "2501 2607", turn=12, scenario="blue-kremlin", control={"2501": "soviet"})
    return any(supply(t.match, u) == "regular overland supply" for u in t.there("2501"))


@case
def armies_walk_into_both_open_cities(player: str) -> bool:
    told = "1808 16ra 3ra, 1608 4ra 5ra, 2008 8ra, 1815 1inf 2inf, 1614 5inf"
    t = plains(player, told, side="soviet", turn=20, offensive={"A": "2508"}, **town("1611", "2011", of="axis"))
    return t.holds("1611") == t.holds("2011") == "soviet"


@case
def a_corps_rides_into_open_kiev(player: str) -> bool:
    told = "2117 1inf 2inf 5inf, 2308 16ra 3ra, 2208 4ra, 2407 6inf 7inf, 2607 8inf"
    return bool(Turn(player, told, "2311 2117 2407 2607", turn=20).there("2311"))


@case
def reserves_come_to_voronezh_and_not_to_gorki(player: str) -> bool:
    told = "2304 3pz 24pz, 2205 39pz, 2305 46pz, 2407 1inf, 2204 62ra, 1403 16ra"
    boxes = dict.fromkeys(("5sh", "66ra", "57ra"), "rvgk")
    more: dict[str, Any] = {"control": {"2204": "soviet"}, "scenario": "blue-kremlin", "boxes": boxes}
    return len(Turn(player, told, "2204 1403 2607 2407", "rvgk", side="soviet", turn=12, **more).there("2204")) >= 3
