"""Positions of Barbarossa Deluxe that take more than one stroke: panzers roll over a line and go on, the enemy answers.

They join the suite of ``cases_bd``. Seas to the north and south make a neck of the plains where a line is what it is
about; what a position is worth is looked at after the whole turn, or after the enemy's answer.
"""

from __future__ import annotations

from tests.players.cases_bd import beside, case
from tests.players.cases_bd_reply import SUITE, answered, fed, plains, town
from tests.support.bd_position import at

__all__ = ["SUITE"]
NECK = {f"{row}{column:02}": "sea" for row in (14, 21) for column in range(25)}
"""Water on both sides of rows 15 to 20."""


# ---------------------------------------------------------------------- rolled over
@case
def panzers_far_behind_roll_over_the_line_and_go_for_the_city(player: str) -> bool:
    told = (
        "1508 16ra, 1608 3ra, 1708 4ra, 1808 5ra, 1908 8ra, 2008 10ra, 1805 13ra, 1813 3pz 24pz 39pz, "
        "1713 46pz 47pz 48pz, 1510 1inf 2inf, 1610 5inf, 1710 6inf, 1810 7inf 8inf, 1910 9inf, 2010 10inf"
    )
    t = plains(player, told, turn=18, die=4, **(town("1805", of="soviet") | {"ground": NECK}))
    return t.holds("1805") == "axis" or t.attacked("1805", 3) or any(text.startswith("assault") for text in t.done)


@case
def the_middle_is_rolled_over_and_somebody_shut_in_or_the_city_stormed(player: str) -> bool:
    told = (
        "1508 16ra, 1608 3ra 4ra, 1708 5ra, 1808 8ra 10ra, 1908 13ra 61ra, 2008 62ra, 1804 64ra, 1710 3pz 24pz 39pz, "
        "1610 46pz 47pz 48pz, 1510 1inf 2inf, 1810 5inf 6inf, 1910 7inf 8inf, 2010 9inf 10inf"
    )
    t = plains(player, told, turn=19, **(town("1804", of="soviet") | {"ground": NECK}))
    line = ("16ra", "3ra", "4ra", "5ra", "8ra", "10ra", "13ra", "61ra", "62ra")
    return len(line) - fed(t, *line) >= 3 or t.holds("1804") == "axis" or t.attacked("1804", 3)


# ---------------------------------------------------------------------- strokes
@case
def riflemen_are_given_up_in_the_bloodbath(player: str) -> bool:
    told = "1808 1t 1g, 1708 16ra 4ra, 1908 3ra 5ra, 1809 1inf, 1813 2inf"
    t = plains(player, told, side="soviet", turn=20, die=5, offensive={"A": "1808"}, **town("1809", of="axis"))
    return t.lost("1inf") and not t.lost("1t") and not t.lost("1g")


@case
def the_river_before_them_is_gone_round(player: str) -> bool:
    """Not all of them come across, or the armies are gone."""
    told = "1809 16ra 3ra, 1811 3pz 24pz 39pz, 1711 46pz 47pz, 1911 1inf, 1803 4ra"
    t = plains(player, told, turn=19, lines={"river": ["1809-1810", "1809-1709", "1809-1909"]})
    return t.lost("16ra", "3ra") or any(at(t.match, u) in ("1708", "1808", "1908") for _, us, _ in t.fought for u in us)


@case
def the_pocket_is_cleared_and_not_only_watched(player: str) -> bool:
    told = (
        "1806 1inf 2inf 5inf, 1706 16ra 3ra 1g, 1705 4ra 5ra, 1805 4g 5g 8ra, 1906 10ra 13ra, 1905 61ra, "
        "1807 62ra 64ra 6g, 1811 3pz 24pz, 1711 8inf"
    )
    t = plains(player, told, side="soviet", turn=21, die=4, offensive={"A": "1806"})
    return t.lost("1inf", "2inf", "5inf") or t.attacked("1806", 6)


@case
def four_groups_close_on_shock_armies_before_their_line(player: str) -> bool:
    told = (
        "1810 1sh 3sh, 1809 16ra, 1708 3ra 4ra, 1908 5ra 8ra, 1709 1inf 2inf, 1910 5inf 6inf, 1612 3pz 24pz, "
        "2012 39pz 46pz, 1813 47pz 48pz, 1611 7inf, 1911 8inf, 1806 10ra 13ra"
    )
    t = plains(player, told, turn=19, die=4)
    return t.starve("1sh", "3sh") or t.attacked("1810", 6)


# ---------------------------------------------------------------------- what stands after the answer
@case
def a_clump_of_armies_keeps_both_cities_behind_the_neck(player: str) -> bool:
    told = "1712 3pz 24pz, 1812 39pz 46pz, 1912 1inf 2inf, 1612 5inf, 2012 6inf, 1809 16ra 3ra 4ra 5ra, 1909 8ra 10ra"
    more = town("1803", "1503", of="soviet") | {"ground": NECK}
    t = answered(plains(player, told, side="soviet", turn=10, **more), "axis")
    return t.holds("1803") == t.holds("1503") == "soviet"


@case
def the_tank_armies_are_not_given_for_a_city_that_is_lost_again(player: str) -> bool:
    told = (
        "1807 1t 5gt 1g 4g, 1707 16ra 3ra, 1907 4ra 5ra, 1812 24pz 39pz 46pz, 1612 47pz 48pz, 2012 1inf 2inf 5inf, "
        "1806 8ra 10ra"
    )
    more = town("1810", of="axis")
    t = answered(plains(player, told, side="soviet", turn=20, offensive={"A": "1809"}, **more), "axis")
    return t.holds("1810") == "soviet" or not (t.lost("1t") or t.lost("5gt"))


@case
def both_cities_in_the_north_stand_while_one_army_nears_the_south(player: str) -> bool:
    told = (
        "1211 1inf 2inf 5inf, 1311 6inf 7inf 8inf, 1209 16ra 3ra 4ra 5ra, 1308 8ra 10ra 13ra 61ra, 2111 9inf, "
        "2013 3pz 24pz, 2107 62ra"
    )
    more = town("1212", "1312", "2112", of="axis")
    t = answered(plains(player, told, turn=20, offensive={"A": "1209"}, **more), "soviet")
    return t.holds("1212") == t.holds("1312") == t.holds("2112") == "axis"


@case
def reserves_keep_the_cities_behind_the_hole(player: str) -> bool:
    told = (
        "1510 1inf, 1610 2inf, 1910 5inf, 2010 6inf, 1714 7inf 8inf 9inf, 1814 3pz, 1708 16ra 3ra 1t, 1808 4ra 5ra 2t, "
        "1608 8ra, 1908 10ra"
    )
    more = town("1815", "1715", of="axis") | {"ground": NECK}
    t = answered(plains(player, told, turn=21, offensive={"A": "1708"}, **more), "soviet")
    return t.holds("1815") == t.holds("1715") == "axis"


@case
def armies_are_behind_the_river_before_the_panzers_come(player: str) -> bool:
    told = (
        "1509 16ra, 1609 3ra, 1709 4ra, 1809 5ra, 1909 8ra, 2009 10ra, 1607 13ra, 1710 3pz 24pz 39pz, 1610 46pz 47pz, "
        "1810 48pz 1inf 2inf, 1910 5inf 6inf 7inf"
    )
    river = [f"{row}07-{n}" for row in range(15, 21) for n in beside(f"{row}07") if n.endswith("08")]
    more = town("1804", of="soviet") | {"ground": NECK, "lines": {"river": river}}
    t = answered(plains(player, told, side="soviet", turn=10, **more), "axis")
    armies = ("16ra", "3ra", "4ra", "5ra", "8ra", "10ra", "13ra")
    return t.holds("1804") == "soviet" and sum(t.lost(name) for name in armies) <= 2
