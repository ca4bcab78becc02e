"""Positions of Barbarossa Deluxe with rings: those that several stacks close, break and come through, and what lies
behind a front that gives way.

They join the suite of ``cases_bd``, on the real map and on plains.
"""

from __future__ import annotations

from typing import Any

from engine.players import make
from tests.players.cases_bd import FOOT, answering, beside, case, stack
from tests.players.cases_bd_real import Turn
from tests.players.cases_bd_rear import SUITE
from tests.players.cases_bd_reply import answered, fed, plains, town
from tests.support.bd_position import at

__all__ = ["SUITE"]


# ---------------------------------------------------------------------- rings that are closed
@case
def the_corridor_to_voronezh_is_shut(player: str) -> bool:
    """Two wings stand beside it; who takes Kharkov instead has done as well."""
    told = (
        "2204 2ss 3ss 57pz, 2306 40pz 11inf, 2307 7inf 42inf, 2406 17inf, 2405 30inf 4inf, 2207 13ra 48ra 2t 70ra, "
        "2305 7g 46ra 47ra, 2105 3t 63ra, 2104 5gt 5g, 2303 1g 37ra, 2203 60ra 40ra, 2404 8g 12ra, 2407 52inf"
    )
    more: dict[str, Any] = {"control": {"2204": "axis"}, "starting": {"2204": "soviet"}, "die": 4}
    offensive = {"A": "2305", "B": "2205"}
    t = Turn(player, told, "2204 2207 2407 2607", side="soviet", turn=19, offensive=offensive, **more)
    return t.starve("2ss", "3ss", "57pz") or t.holds("2407") == "soviet"


@case
def stalingrad_is_surrounded(player: str) -> bool:
    """Armies north and south of four corps and their allies; Rostov is held and Maikop taken."""
    told = (
        "2501 51inf 8inf 14pz 24pz, 2403 3ro, 2503 8it, 2602 4ro, 2604 17inf, 2406 29inf, 2302 5t 21ra 65ra, 2303 1g "
        "63ra, 2401 66ra 24ra, 2500 62ra 64ra, 2600 51ra 57ra 2g, 2701 28ra, 2505 48pz 11inf, 2407 52inf, 2705 44inf, "
        "2804 30inf 4inf 6inf 7inf, 2204 40ra, 3103 47ra"
    )
    cities, offensive = "2501 2407 2607 2705 2804 2204", {"A": "2401"}
    t = Turn(player, told, cities, side="soviet", scenario="road-back", turn=14, die=5, offensive=offensive)
    return t.starve("51inf", "8inf", "14pz", "24pz")


@case
def the_panzer_groups_meet_at_minsk(player: str) -> bool:
    told = (
        "1816 3ra 4ra 10ra-big, 1815 13ra 21ra, 1714 39pz 57pz, 1715 6inf 9inf 5inf, 1817 8inf 20inf, 1917 7inf 43inf, "
        "2015 24pz 47pz 46pz, 2016 12inf 53inf, 1916 35inf, 1709 16ra 19ra, 2012 22ra, 1606 24ra 28ra"
    )
    more: dict[str, Any] = {"scenario": "grand", "control": {"1813": "soviet"}}
    t = Turn(player, told, "1813 1715 2117 1709 2607", turn=2, die=4, **more)
    return sum(t.starve(u) for u in ("3ra", "4ra", "10ra-big", "13ra", "21ra")) >= 3


@case
def the_ring_stays_shut_when_the_neck_is_taken(player: str) -> bool:
    """Two corps fall that held the way to three panzer corps; armies come into all hexes around those."""
    told = (
        "1806 3pz 24pz 39pz, 1807 1inf, 1808 2inf, 1809 5inf, 1707 16ra 3ra, 1706 4ra, 1805 5ra 8ra, 1906 10ra, 1908 "
        "1g 4g 5g, 1810 6inf 7inf, 1708 13ra 61ra 62ra, 1710 8inf, 1910 9inf"
    )
    t = plains(player, told, side="soviet", turn=20, die=4, offensive={"A": "1808"})
    return t.starve("3pz", "24pz", "39pz")


# ---------------------------------------------------------------------- rings that are broken
@case
def smolensk_is_relieved_of_its_siege(player: str) -> bool:
    told = (
        "1709 9inf 12inf 34inf, 1708 5ra 31ra, 1609 20ra, 1610 39ra, 1710 33ra, 1809 49ra, 1810 10ra, 1812 3pz 24pz "
        "41pz, 1811 46pz 47pz, 1712 6inf 27inf, 1912 43inf, 1808 50ra, 1608 43ra"
    )
    held = {"2311": "axis", "1715": "axis"}
    t = Turn(player, told, "1709 1813 1715 2311 2607", turn=19, die=5, control=held)
    return fed(t, "9inf", "12inf", "34inf") == 3


@case
def the_armies_in_the_pocket_are_relieved(player: str) -> bool:
    """One corps parts them from the guards; weaker stacks beside it open nothing."""
    told = (
        "1811 16ra 3ra 4ra, 1810 1inf, 1710 2inf, 1910 5inf, 1711 6inf 7inf, 1812 8inf 9inf, 1911 10inf, 1712 12inf, "
        "1912 13inf, 1808 1g 4g 5g, 1708 5ra 8ra, 1908 10ra 13ra, 1709 3pz, 1909 24pz, 1609 39pz 20inf, 2009 46pz 23inf"
    )
    t = plains(player, told, side="soviet", turn=20, die=5, offensive={"A": "1808"})
    return fed(t, "16ra", "3ra", "4ra") >= 2


# ---------------------------------------------------------------------- fronts that give way, and those that do not
@case
def the_romanians_are_broken_and_the_town_behind_is_taken(player: str) -> bool:
    told = (
        "1809 3ro, 1709 1inf 2inf 5inf, 1909 6inf 7inf 8inf, 1708 16ra 3ra, 1808 1g 4g 5g 4ra, 1908 5ra 8ra, 1807 1t "
        "5t, 1610 9inf 10inf, 2010 12inf 13inf"
    )
    more: dict[str, Any] = {"scenario": "road-back", "offensive": {"A": "1807"}, **town("1812", of="axis")}
    return plains(player, told, side="soviet", turn=14, die=5, **more).holds("1812") == "soviet"


@case
def a_reserve_joins_the_romanian_army(player: str) -> bool:
    told = (
        "1809 3ro, 1709 1inf 2inf, 1909 5inf 6inf, 1812 3pz 24pz 7inf, 1808 16ra 3ra 4ra 1g, 1708 5ra 8ra, 1908 10ra "
        "13ra, 1807 1t 2t 5t"
    )
    t = plains(player, told, turn=14, scenario="road-back", **town("1813", of="axis"))
    return answered(t, "soviet").holds("1813") == "axis"


@case
def guards_tank_armies_ride_through_the_breach(player: str) -> bool:
    told = (
        "1809 1inf, 1709 2inf 5inf 6inf, 1909 7inf 8inf 9inf, 1708 16ra 3ra 4ra, 1808 5ra 8ra 10ra 1g 4g, 1908 13ra "
        "61ra, 1807 3gt 5gt, 1609 10inf 12inf, 2009 13inf 20inf"
    )
    more: dict[str, Any] = {"offensive": {"A": "1808"}, **town("1814", of="axis")}
    return plains(player, told, side="soviet", turn=21, die=5, **more).holds("1814") == "soviet"


@case
def corps_ride_and_march_to_the_dnieper(player: str) -> bool:
    """Kiev stands before five armies and two tank armies, and the river south of it is open."""
    told = (
        "2110 9inf 12inf, 2210 34inf 13inf, 2311 7inf 8inf, 2511 52inf 42inf, 2813 17inf, 2109 61ra 63ra, 2209 60ra "
        "38ra, 2310 40ra 27ra, 2410 3t 5gt 47ra, 2509 57ra 37ra 46ra, 1813 46pz 47pz 5inf, 2117 6inf 10inf, 2607 4inf "
        "30inf, 2608 44inf, 2606 8g 12ra, 2507 6ra 1g"
    )
    t = answered(Turn(player, told, "2311 2415 2911 2607 1813 2117", turn=20), "soviet")
    return all(t.holds(h) == "axis" for h in ("2311", "2415", "2911", "2607", "2117"))


@case
def six_armies_go_back_before_four_panzer_corps(player: str) -> bool:
    told = (
        "1711 16ra 3ra, 1811 4ra 5ra, 1911 8ra 10ra, 1809 13ra, 1709 61ra, 1909 62ra, 1812 1inf 2inf 5inf, 1712 6inf "
        "7inf, 1912 8inf 9inf, 1611 3pz 24pz, 2011 39pz 46pz, 1612 10inf, 2012 12inf"
    )
    t = answered(plains(player, told, side="soviet", turn=10, die=4), "axis")
    return fed(t, "16ra", "3ra", "4ra", "5ra", "8ra", "10ra") >= 3


@case
def the_reserve_closes_the_gap_before_three_panzer_corps(player: str) -> bool:
    told = (
        "1609 16ra 3ra, 1709 4ra 5ra, 1909 8ra 10ra, 2009 13ra 61ra, 1806 62ra 64ra, 1705 1t, 1812 3pz 24pz 39pz, 1710 "
        "1inf 2inf, 1910 5inf 6inf, 1610 7inf, 2010 8inf, 1509 66ra, 2109 21ra, 1409 24ra, 2209 30ra, 1309 31ra, 2309 "
        "33ra"
    )
    t = plains(player, told, side="soviet", turn=10, die=3, **town("1804", of="soviet"))
    return answered(t, "axis").holds("1804") == "soviet"


@case
def three_stacks_join_on_one_of_three(player: str) -> bool:
    """Each by itself is as strong as two to one."""
    told = (
        "1809 1inf 2inf, 1709 5inf 6inf, 1909 7inf 8inf, 1708 16ra 3ra 4ra 5ra, 1808 8ra 10ra 13ra 61ra, 1908 62ra "
        "64ra 66ra 21ra, 1611 9inf, 2011 10inf"
    )
    t = plains(player, told, side="soviet", turn=20, die=4, offensive={"A": "1808"})
    return any(len(units) >= 7 for _, units, _ in t.fought)


# ---------------------------------------------------------------------- what wins the game
@case
def maikop_is_taken_for_the_expedition(player: str) -> bool:
    told = (
        "2607 4inf, 2804 17inf 30inf, 2705 29inf, 2904 44inf 49mtn, 2903 57pz 40pz, 2902 3pz, 2606 11inf, 3103 47ra, "
        "3101 9ra, 3200 18ra, 2701 51ra 64ra, 2602 62ra, 2503 21ra"
    )
    more: dict[str, Any] = {"starting": {"3103": "soviet", "2501": "soviet"}, "control": {"2501": "soviet"}}
    t = Turn(player, told, "2607 2804 3103 2705 2501", scenario="blue-kremlin", turn=10, die=5, **more)
    return t.holds("3103") == "axis"


@case
def one_city_is_taken_back_in_the_last_turn(player: str) -> bool:
    """Stalingrad and Moscow are held by five corps each, Kursk by one; any city lost loses the German side the game."""
    told = (
        "2501 3pz 14pz 24pz 51inf 8inf, 1606 39pz 46pz 47pz 9inf 20inf, 2207 55inf, 2107 13ra 48ra 5t 3ra, 2206 40ra "
        "3g, 2306 21ra 28ra, 2305 6ra 38ra, 2407 17inf 52inf, 2007 35inf 53inf, 1607 6inf 27inf, 1608 23inf, 2503 "
        "44inf, 2505 11inf 29inf, 1604 5ra 20ra 1g, 2401 62ra 66ra 64ra, 1505 31ra 30ra"
    )
    more: dict[str, Any] = {"starting": {"2501": "soviet", "1606": "soviet"}, "offensive": {"A": "2206"}}
    cities = "2501 1606 2207 2407 2007 2607 1709"
    t = Turn(player, told, cities, side="soviet", scenario="blue-kremlin", turn=13, die=5, **more)
    return t.holds("2207") == "soviet" or t.attacked("2207", 5)


# ---------------------------------------------------------------------- garrisons
@case
def a_bloodbath_is_paid_by_who_stands_in_no_city(player: str) -> bool:
    """Three corps in a city and three beside it have struck an army."""
    units = {**stack("1810", *FOOT[:3]), **stack(next(h for h in beside("1809") if h != "1810"), *FOOT[3:6])}
    told = {**units, "16ra": "1809", "1t": "1807"}
    match = answering(told, "target 1809", "all", "roll", dice=[5], turn=19, places={"1810": ("city", 3)})
    bot, asked = make(player, 1), match.c.frame.step == "losses"
    while match.c.frame.step == "losses":
        match.play(bot.choose(match)[0])
    return asked and all(at(match, name)[0] != "[" for name in FOOT[:3])
