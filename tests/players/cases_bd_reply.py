"""Positions of Barbarossa Deluxe that are looked at after the whole turn, many of them after the enemy's answer too.

They join the suite of ``cases_bd``: rings that several stacks close, sacks that are left, cities and necks that stand.
The ground is painted plains but where a real gate of supply or a real city is what it is about.
"""

from __future__ import annotations

from typing import Any

from engine.players import make
from tests.players.cases_bd import case
from tests.players.cases_bd_front import SUITE
from tests.players.cases_bd_real import FED, MOST, Turn
from tests.support.bd_position import at, supply

__all__ = ["SUITE"]


def plains(player: str, told: str, **more: Any) -> Turn:
    """A player turn on clear land, but for a ``ground`` that is told, where only the places lie that are named."""
    return Turn(player, told, " ".join(more.get("places", ())), **{"ground": {}, **more})


def answered(t: Turn, side: str) -> Turn:
    """The same position after the next player turn of the other side, as a planning player plays it."""
    match, begun = t.match, False
    bots = {s: make("normal", 1) for s in match.data.meta["sides"]}
    for _ in range(MOST):
        now = any(f.step == "player-turn" and f.vars.get("side") == side for f in match.state.stack)
        begun = begun or now
        if match.over or (begun and not now):
            break
        match.play(bots[match.side].choose(match)[0])
    return t


def fed(t: Turn, *names: str) -> int:
    """How many of some units are on the map and in supply."""
    return sum(not at(t.match, name).startswith("[") and supply(t.match, name) in FED for name in names)


def town(*labels: str, of: str = "") -> dict[str, Any]:
    """Cities of a side, or of who is nearest."""
    found: dict[str, Any] = {"places": dict.fromkeys(labels, ("city", 2))}
    return found | {"control": dict.fromkeys(labels, of)} if of else found


# ---------------------------------------------------------------------- rings
@case
def two_panzer_groups_shut_the_back_door(player: str) -> bool:
    told = (
        "1809 1inf 2inf, 1708 5inf 6inf, 1908 7inf 8inf, 1610 3pz 24pz, 2011 39pz 46pz, 1808 16ra 3ra 4ra, "
        "1804 61ra, 1404 62ra, 2204 64ra"
    )
    return plains(player, told, turn=19).starve("16ra", "3ra", "4ra")


@case
def guards_close_behind_a_panzer_group(player: str) -> bool:
    told = (
        "1806 3pz 24pz 39pz, 1809 1inf, 1810 2inf, 1811 10inf, 1608 1g 4g, 1609 16ra 3ra, 2008 5g 6g, "
        "2009 4ra 5ra, 1805 8ra 10ra, 1704 13ra"
    )
    return plains(player, told, side="soviet", turn=20, offensive={"A": "1807"}).starve("3pz", "24pz", "39pz")


@case
def the_city_is_ringed_before_it_is_stormed(player: str) -> bool:
    """Four armies in it: at even odds fed, at a third of them once no line comes in."""
    told = (
        "1709 1inf 2inf 10inf, 1810 3pz 24pz 39pz, 1909 5inf 6inf 12inf, 1711 46pz 47pz, 2011 48pz 56pz, "
        "1809 16ra 3ra 4ra 5ra, 1705 61ra, 2105 62ra"
    )
    return plains(player, told, turn=19, die=5, **town("1809", of="soviet")).starve("16ra", "3ra", "4ra", "5ra")


@case
def the_hexes_behind_the_bridgehead_are_taken(player: str) -> bool:
    told = (
        "1811 16ra 3ra 4ra, 1810 5ra, 1713 1inf 2inf 10inf, 1813 5inf 6inf, 1911 7inf, 1711 8inf, 1610 3pz, "
        "2010 39pz, 1612 24pz, 2012 46pz, 1710 9inf, 1910 12inf, 1706 61ra, 2106 62ra"
    )
    return plains(player, told, turn=19).starve("16ra", "3ra", "4ra")


@case
def a_pocket_is_opened_from_outside(player: str) -> bool:
    told = (
        "1806 1inf 2inf, 1706 16ra, 1805 3ra, 1705 4ra, 1905 5ra, 1906 8ra, 1807 10ra, 1810 3pz 24pz 39pz, "
        "1911 46pz 47pz, 1711 5inf 6inf, 1602 61ra, 2002 62ra"
    )
    return fed(plains(player, told, turn=19, die=5), "1inf", "2inf") > 0


@case
def guards_break_the_ring_around_two_armies(player: str) -> bool:
    told = (
        "1811 16ra 3ra, 1711 1inf, 1712 2inf, 1812 5inf, 1912 6inf, 1911 7inf, 1810 8inf, 1807 1g 4g 5g, "
        "1707 4ra 5ra, 1907 8ra 10ra, 1503 61ra"
    )
    t = plains(player, told, side="soviet", turn=20, die=5, offensive={"A": "1808"})
    return fed(t, "16ra", "3ra") == 2


# ---------------------------------------------------------------------- strokes together
@case
def six_stacks_join_to_reach_a_column(player: str) -> bool:
    told = (
        "1711 1inf 2inf, 1811 5inf 6inf, 1911 7inf 8inf, 1612 3pz, 2012 24pz, 1813 39pz, 1809 16ra 3ra, "
        "1504 61ra, 2204 62ra"
    )
    t = plains(player, told, turn=18, die=4)
    return t.attacked("1809", 7) or t.lost("16ra", "3ra")


@case
def the_guards_tank_army_in_the_rear_is_struck_from_both_sides(player: str) -> bool:
    told = (
        "1709 1inf, 1909 2inf, 1812 5gt, 1613 3pz 24pz 39pz, 2013 46pz 47pz, 1815 5inf 6inf, 1708 16ra, "
        "1908 3ra, 1808 4ra 5ra"
    )
    t = plains(player, told, turn=20, die=4, **town("1816"))
    return t.lost("5gt") or t.attacked("1812", 5)


@case
def the_tank_army_before_kiev_is_caught_between_two_groups(player: str) -> bool:
    told = "2311 7inf, 2210 1t 38ra, 2112 3pz 24pz 39pz, 2410 46pz 47pz, 2412 48pz, 2008 60ra, 2409 40ra, 2308 5gt"
    t = Turn(player, told, "2311 2607", turn=21, die=5)
    return t.lost("1t", "38ra") or t.attacked("2210", 5)


@case
def armies_join_on_the_weaker_of_two_cities(player: str) -> bool:
    told = (
        "1809 1inf, 2209 2inf 5inf 6inf 3pz 24pz, 1807 16ra 3ra, 1706 4ra 5ra, 1906 8ra 10ra, 2208 13ra 61ra, 2008 62ra"
    )
    more = town("1809", "2209", of="axis")
    return (
        plains(player, told, side="soviet", turn=20, die=6, offensive={"A": "1807"}, **more).holds("1809") == "soviet"
    )


# ---------------------------------------------------------------------- what stands after the answer
@case
def four_corps_come_out_of_the_sack(player: str) -> bool:
    told = (
        "1806 1inf 2inf, 1807 5inf 6inf, 1808 7inf, 1809 8inf, 1811 9inf, 1607 16ra 3ra 4ra, 1608 1g 4g 5ra, "
        "1609 5gt, 2007 8ra 10ra 13ra, 2008 5g 6g, 2009 1t 2t, 1805 61ra 62ra 64ra"
    )
    t = plains(player, told, turn=20, offensive={"A": "1808", "B": "1806"})
    return fed(answered(t, "soviet"), "1inf", "2inf", "5inf", "6inf") >= 3


@case
def the_neck_of_a_spearhead_is_held_or_the_spearhead_goes_back(player: str) -> bool:
    told = (
        "1804 3pz 24pz 39pz 46pz, 1809 1inf 2inf, 1810 5inf 6inf, 1608 7inf, 2008 8inf, 1607 16ra 3ra, "
        "1606 1g 4g, 2007 5ra 8ra, 2006 1t 2t, 1802 10ra 13ra"
    )
    t = plains(player, told, turn=21, offensive={"A": "1807"})
    return fed(answered(t, "soviet"), "3pz", "24pz", "39pz", "46pz") >= 3


@case
def kharkov_is_not_left_to_one_corps(player: str) -> bool:
    """Whoever goes back from it to Dnepropetrovsk, where one would do, gives it up."""
    told = (
        "2407 2ss 3ss 46pz 1inf, 2308 5inf, 2507 6inf, 2306 1g 4g 5g 16ra 3ra, 2406 6g 7g 4ra 5ra 8ra, "
        "2506 10ra 13ra, 2307 61ra 62ra 64ra, 2903 9ra, 2607 abr"
    )
    t = Turn(player, told, "2407 2607", turn=20, offensive={"A": "2406"}, die=4)
    return len(t.there("2407")) >= 3 or answered(t, "soviet").holds("2407") == "axis"


@case
def orel_is_manned_from_behind_before_the_blow(player: str) -> bool:
    told = (
        "2007 23inf, 2010 35inf 53inf, 2009 41pz, 2006 3ra 3t 63ra, 2106 13ra 48ra 2t 70ra, 1906 61ra 11g 4t, "
        "2108 20inf, 1908 12inf"
    )
    t = Turn(player, told, "2007 2607", turn=20, offensive={"A": "2006"})
    return len(t.there("2007")) >= 3 or answered(t, "soviet").holds("2007") == "axis"


@case
def an_army_of_the_rear_mans_the_city_before_the_panzers(player: str) -> bool:
    told = "1809 3pz 24pz, 1909 1inf, 1806 16ra, 1906 3ra, 1803 4ra, 1603 5ra, 2402 8ra"
    t = answered(plains(player, told, side="soviet", turn=10, **town("1804", "2106", of="soviet")), "axis")
    return t.holds("1804") == t.holds("2106") == "soviet"


@case
def reserves_bar_both_roads_to_two_cities(player: str) -> bool:
    told = "1710 3pz 24pz 39pz, 1910 46pz 47pz, 1708 16ra, 1908 3ra, 1804 4ra 5ra 8ra 10ra, 1502 61ra"
    t = answered(plains(player, told, side="soviet", turn=10, **town("1606", "2005", of="soviet")), "axis")
    return t.holds("1606") == t.holds("2005") == "soviet"


@case
def cities_behind_a_front_that_will_break_stand(player: str) -> bool:
    told = (
        "1609 1inf, 1709 2inf, 1809 5inf, 1909 6inf, 2010 7inf, 1712 8inf, 1912 9inf, 1808 5gt 1g 4g 16ra, "
        "1908 1t 2t 3ra 4ra, 1708 5ra 8ra, 1508 61ra, 2109 62ra"
    )
    t = answered(plains(player, told, turn=20, offensive={"A": "1808"}, **town("1813", "1815")), "soviet")
    return t.holds("1813") == t.holds("1815") == "axis"


@case
def a_panzer_corps_does_not_stay_alone_before_nine_armies(player: str) -> bool:
    told = "1808 46pz, 1811 1inf 2inf, 1711 5inf, 1911 6inf, 1807 16ra 3ra 4ra 5ra 8ra, 1706 1g 4g, 1907 5g 6g"
    return not answered(plains(player, told, turn=21, offensive={"A": "1807"}), "soviet").lost("46pz")
