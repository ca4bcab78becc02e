"""Positions of Barbarossa Deluxe on the real map, from the first decision of a player turn to its end.

They join the suite of ``cases_bd``. A handful of cities are left on the map, so that nobody marches to others; the dice
are told. What counts is where everybody stands in the end, or who attacked whom.
"""

from __future__ import annotations

from typing import Any

from engine.players import make
from tests.players.cases_bd import case
from tests.players.cases_bd_staff import SUITE
from tests.support.bd_position import at, column, position, supply

MOST = 500
FED = ("regular overland supply", "offensive supply")
__all__ = ["SUITE"]
GATE = {"abr": "2607", "brn": "2607"}
"""The garrison of Dnepropetrovsk, through which German supply runs in the south."""


class Turn:
    """A player turn, or one phase of it, as a player plays it."""

    def __init__(
        self, player: str, told: str, cities: str, phase: str = "phase-order", *, die: int = 3, **more: Any
    ) -> None:
        """Units as ``on`` has them and cities that are on the map; every die falls alike."""
        units = on(told) | (GATE if "2607" in cities and "2607 " not in told else {})
        self.match = position(units, phase=phase, cities=cities.split(), dice=[die] * 9, **more)
        self.fought: list[tuple[str, set[str], bool]] = []
        """Hex, attackers, and whether aircraft helped, of each attack on which a die was thrown."""
        self.done: list[str] = []
        side, match = more.get("side", "axis"), self.match
        step = {"rvgk": "rvgk", "reinforcement": "german-segment"}.get(phase, "player-turn")
        bots = {s: make(player if s == side else "normal", 1) for s in match.data.meta["sides"]}
        while not match.over and len(self.done) < MOST and any(
            f.step == step and f.vars.get("side", side) == side for f in match.state.stack
        ):  # fmt: skip
            action = bots[match.side].choose(match)[0]
            v, ids = match.c.frame.vars, match.c.roster.ids
            if action.verb == "roll" and match.c.frame.step == "combat":
                self.fought.append((match.c.label(v["target"]), {ids[u] for u in v["attackers"]}, bool(v["luftwaffe"])))
            self.done.append(str(action))
            match.play(action)

    def there(self, label: str) -> list[str]:
        """Who stands in a hex."""
        c = self.match.c
        return [c.roster.ids[u] for u, h in enumerate(c.state.hex_of) if h == c.hex(label)]

    def holds(self, label: str) -> str:
        """Who controls a city."""
        return str(column(self.match, "control")[label])

    def lost(self, *names: str) -> bool:
        """Whether some units are off the map."""
        return all(at(self.match, name).startswith("[") for name in names)

    def starve(self, *names: str) -> bool:
        """Whether some units are off the map or cut off."""
        return all(self.lost(name) or supply(self.match, name) not in FED for name in names)

    def attacked(self, label: str, least: int = 1) -> bool:
        """Whether so many units attacked a hex together."""
        return any(h == label and len(units) >= least for h, units, _ in self.fought)


def on(told: str) -> dict[str, str]:
    """Units by hex: ``on("1709 9inf 39pz, 1708 10ra")``."""
    rows = [row.split() for row in told.split(",")]
    return {name: label for label, *names in rows for name in names}


@case
def tallinn_is_cut_off_and_stormed(player: str) -> bool:
    """Foot and panzers close the two hexes of the isthmus; three armies without supply fall."""
    told = "1214 26inf 28inf 50inf 38inf 1inf, 1213 41pz 39pz 56pz 10inf 2inf, 1014 8ra 27ra 11ra, 1011 23ra 42ra"
    t = Turn(player, told, "1014 2607", turn=18, die=4)
    return t.holds("1014") == "axis" or t.attacked("1014", 6)


@case
def a_corps_goes_into_the_open_city_behind_the_front(player: str) -> bool:
    told = "1709 12inf 34inf 6inf, 1912 9inf, 2010 4t 11g, 1708 10ra 50ra, 1609 5ra 31ra"
    t = Turn(player, told, "1813 1709 2607", turn=21)
    return bool(t.there("1813"))


@case
def a_panzer_corps_alone_before_three_fronts_falls_back(player: str) -> bool:
    told = (
        "2304 57pz, 2407 2ss 3pz 11inf, 2308 42inf 7inf, 2303 1g 2g 5g 2t 3t, 2204 38ra 60ra 40ra 6ra, 2203 "
        "21ra 13ra 48ra 3ra"
    )
    t = Turn(player, told, "2407 2204 2607", turn=21)
    c = t.match.c
    where = at(t.match, "57pz")
    if where.startswith("["):
        return False
    near = min(
        c.grid.distance(c.hex(where), h)
        for u, h in enumerate(c.state.hex_of)
        if h >= 0 and c.roster.side[u] == "soviet"
    )
    return near >= 3 or len(t.there(where)) >= 3


@case
def three_panzer_corps_strike_the_tank_army_that_broke_through(player: str) -> bool:
    told = (
        "2408 3t, 2308 48pz, 2409 24pz, 2508 40pz, 2407 17inf 52inf, 2406 1g 2g 5g 6g 7g, 2305 1t 2t 38ra "
        "40ra, 2209 7inf"
    )
    t = Turn(player, told, "2407 2607", turn=17, die=4)
    return t.lost("3t") or t.attacked("2408", 3)


@case
def the_luftwaffe_flies_where_it_turns_the_odds(player: str) -> bool:
    """One counter: Kursk at 2:1 or 3:1, not the army that is lost without it."""
    told = "2208 3pz 48pz 57pz, 2305 2ss 24pz 40pz 47pz, 2306 46pz 39pz 41pz, 2207 38ra, 2206 60ra, 2109 7inf"
    t = Turn(player, told, "2207 2607", "combat", order="fight-move", turn=21, die=4)
    flown = [h for h, _, flew in t.fought if flew]
    return flown == ["2207"]


@case
def the_way_into_the_crimea_is_opened_and_sevastopol_taken(player: str) -> bool:
    told = "2908 30inf 54inf 11inf 14pz 48pz, 2809 49mtn, 3008 51ra, 2804 56ra, 2705 9ra 18ra"
    t = Turn(player, told, "3108 2911 2607", turn=4, scenario="grand", control={"2607": "axis", "2911": "axis"}, die=5)
    return t.holds("3108") == "axis"


@case
def the_reserve_in_danzig_rides_to_open_riga(player: str) -> bool:
    told = "1719 28inf, 1413 1sh 22ra 3sh, 1212 34ra 11ra, 1114 50inf 26inf, 1713 9inf 6inf, 1613 4sh 43ra"
    t = Turn(player, told, "1415 1719 1014 1717 2607", turn=18)
    return bool(t.there("1415"))


@case
def rebuilt_corps_come_back_where_the_enemy_stands_before_the_city(player: str) -> bool:
    boxes = {"3pz": "dead pile", "1inf": "dead pile", "2inf": "dead pile"}
    told = "1709 9inf, 1609 5ra 20ra 31ra 39ra, 1708 33ra 49ra, 1908 43inf 13inf"
    t = Turn(
        player, told, "1709 2023 1813 2117 2021 2607", "reinforcement", turn=10, scenario="blue-kremlin", boxes=boxes
    )
    return any(n in t.there("1709") for n in boxes) and all(not at(t.match, n).startswith("[dead") for n in boxes)


@case
def the_infantry_and_not_the_panzers_alone_garrisons_orel(player: str) -> bool:
    told = "2109 47pz 53inf, 2205 2t 70ra, 2106 13ra 48ra, 2209 7inf 52inf, 1907 12inf 34inf"
    t = Turn(player, told, "2007 2207 2607", turn=18)
    return any(n != "47pz" for n in t.there("2007"))


@case
def three_groups_meet_before_rostov(player: str) -> bool:
    told = "2804 56ra, 2706 14pz 57pz, 2806 52inf 49mtn 4inf, 2605 17inf 44inf 51inf, 2602 12ra 37ra, 3003 18ra"
    t = Turn(player, told, "2804 2705 2607", turn=10, scenario="blue-kremlin", die=4)
    return t.holds("2804") == "axis" or t.attacked("2804", 6)


@case
def two_panzer_groups_close_behind_three_armies_at_the_dnieper(player: str) -> bool:
    told = (
        "1910 16ra 19ra 20ra, 1911 9inf 12inf 43inf 13inf, 1711 39pz 47pz 46pz, 1912 24pz 41pz 57pz, 1709 "
        "13ra, 2108 4ra, 1807 21ra"
    )
    t = Turn(player, told, "1813", turn=2, scenario="grand", control={"1813": "axis", "1715": "axis", "1415": "axis"})
    return t.starve("16ra", "19ra", "20ra")


@case
def the_pocket_east_of_kharkov_is_relieved(player: str) -> bool:
    told = (
        "2405 11inf 42inf 29inf, 2305 1t 38ra, 2304 3ra 63ra, 2406 6ra, 2404 12ra 1g, 2505 37ra 51ra, 2504 "
        "8ra 3g, 2407 2ss 48pz, 2507 24pz 40pz, 2607 17inf"
    )
    t = Turn(player, told, "2407 2607", turn=15, die=4)
    alive = [n for n in ("11inf", "42inf", "29inf") if not at(t.match, n).startswith("[")]
    return bool(alive) and all(supply(t.match, n) == "regular overland supply" for n in alive)


@case
def the_tank_army_takes_rostov_behind_the_caucasus_front(player: str) -> bool:
    told = "3103 3pz 14pz 52inf 49mtn, 2607 17inf, 2702 2t, 3100 28ra 9ra, 2501 62ra"
    t = Turn(
        player,
        told,
        "2804 2705 2607 3103 2501",
        "offensive-supply",
        side="soviet",
        turn=15,
        control={"2705": "axis", "2804": "axis", "3103": "axis"},
    )
    return bool(t.there("2804"))


@case
def smolensk_is_attacked_by_the_whole_front_with_supply(player: str) -> bool:
    told = (
        "1610 4sh 3sh 1sh 20ra 43ra, 1609 5ra 10g 31ra 39ra 68ra, 1708 33ra 49ra 10ra 50ra, 1709 39pz 9inf "
        "27inf, 1811 12inf, 2008 35inf 23inf"
    )
    t = Turn(player, told, "1709 1606 2607", "offensive-supply", side="soviet", turn=20, die=5)
    return t.attacked("1709", 9)


@case
def shock_armies_fight_first_at_kalinin(player: str) -> bool:
    told = "1408 41pz, 1410 6inf 23inf, 1307 1sh 30ra 31ra, 1407 3sh 29ra, 1606 5ra 16ra"
    t = Turn(player, told, "1408 1606 2607", side="soviet", turn=6, scenario="grand", die=5)
    return "order fight-move" in t.done and t.attacked("1408", 4)


@case
def four_armies_leave_the_sack_before_it_closes(player: str) -> bool:
    told = (
        "2309 21ra 40ra 37ra 38ra, 2310 17inf 44inf 51inf 55inf, 2210 24pz 47pz, 2209 46pz 57pz, 2410 48pz "
        "14pz, 2409 3pz 40pz, 1906 50ra, 2705 9ra"
    )
    t = Turn(player, told, "2311 2207 2407", side="soviet", turn=4, scenario="grand")
    names = ("21ra", "40ra", "37ra", "38ra")
    return not t.there("2309") and sum(not at(t.match, n).startswith("[") for n in names) >= 4


@case
def the_ring_closes_round_three_corps_at_the_don(player: str) -> bool:
    told = (
        "2402 48pz 24pz 11inf, 2302 1g 5t 21ra, 2401 24ra 66ra, 2501 62ra, 2602 57ra 51ra 64ra, 2407 17inf "
        "3pz, 2705 57pz"
    )
    t = Turn(player, told, "2501 2607", "offensive-supply", side="soviet", turn=14, die=4)
    return t.starve("48pz", "24pz", "11inf")


@case
def moscow_tula_and_kalinin_are_manned(player: str) -> bool:
    told = "1407 30ra, 1604 31ra, 1905 33ra, 1609 39pz 41pz, 1908 47pz 24pz, 1707 49ra, 1911 9inf 12inf"
    t = Turn(
        player,
        told,
        "1606 1806 1408",
        side="soviet",
        turn=4,
        scenario="grand",
        control={"1709": "axis", "1813": "axis"},
    )
    return all(t.there(h) for h in ("1408", "1606", "1806"))


@case
def the_stavka_reserve_goes_to_voronezh(player: str) -> bool:
    boxes = dict.fromkeys(("5sh", "66ra", "62ra", "64ra", "57ra"), "rvgk")
    told = "2206 48pz 24pz, 2207 7inf 55inf, 1606 3t 16ra, 1806 50ra, 2501 21ra"
    t = Turn(
        player,
        told,
        "2204 2004 2501 1606 1403 2100 2607",
        "rvgk",
        side="soviet",
        turn=9,
        scenario="blue-kremlin",
        boxes=boxes,
        control={"2204": "soviet"},
    )
    return len(t.there("2204")) >= 2


@case
def perekop_is_attacked_by_land_and_over_the_sivash(player: str) -> bool:
    told = "2908 51ra 2g 28ra 44ra 5sh, 2907 18ra 56ra 58ra, 3008 49mtn 5inf, 3108 44inf, 2911 17inf 30inf"
    t = Turn(player, told, "3108", "offensive-supply", side="soviet", turn=22, die=5)
    found = [us for h, us, _ in t.fought if h == "3008"]
    return any(us & {"18ra", "56ra", "58ra"} and us & {"51ra", "2g", "28ra", "44ra", "5sh"} for us in found)


@case
def romanians_are_struck_on_both_sides_and_stalingrad_is_cut_off(player: str) -> bool:
    told = (
        "2501 24pz 14pz 51inf 8inf 11inf, 2402 3ro, 2602 4ro, 2301 1g 5t 21ra 65ra 63ra, 2401 24ra 66ra, 2500 "
        "62ra, 2601 64ra 57ra, 2702 51ra 4t 28ra, 2505 17inf, 2604 48pz"
    )
    t = Turn(player, told, "2501 2607", "offensive-supply", side="soviet", turn=13, scenario="blue-kremlin", die=6)
    return t.starve("24pz", "14pz", "51inf", "8inf", "11inf")


@case
def orel_is_taken_where_one_field_corps_stands(player: str) -> bool:
    told = "2007 3lw, 2207 48pz 3pz 7inf, 2006 3ra 63ra 61ra, 2106 13ra 48ra 2t, 2205 60ra, 1908 12inf, 2109 20inf"
    t = Turn(player, told, "2007 2207 2607", "offensive-supply", side="soviet", turn=19, die=5)
    return t.holds("2007") == "soviet" or t.attacked("2007", 3)


@case
def both_sides_of_the_ring_of_leningrad_strike_together(player: str) -> bool:
    told = (
        "1011 67ra 55ra 42ra, 1012 10inf, 1010 26inf, 1110 28inf 1inf, 1111 50inf 38inf, 1009 2sh 8ra 4ra, "
        "1109 54ra 59ra"
    )
    t = Turn(player, told, "1011 2607", "offensive-supply", side="soviet", turn=14, heroes=["1011"], die=5)
    inside, outside = {"67ra", "55ra", "42ra"}, {"2sh", "8ra", "4ra", "54ra", "59ra"}
    return any(us & inside and us & outside for _, us, _ in t.fought) or supply(t.match, "67ra") in FED


@case
def the_panzers_before_tula_are_struck(player: str) -> bool:
    told = (
        "1807 47pz 24pz, 1806 50ra 3ra, 1906 61ra 10ra 40ra, 1707 49ra 33ra 43ra, 2008 53inf 35inf, 1709 "
        "9inf, 1606 16ra 5ra"
    )
    t = Turn(
        player,
        told,
        "1806 1606 2607",
        side="soviet",
        turn=5,
        scenario="grand",
        control={"1813": "axis", "2007": "axis"},
        die=5,
    )
    return t.attacked("1807", 5)
