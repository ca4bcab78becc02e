"""More positions of Barbarossa Deluxe: what a staff decides, from orders of phases to railroads and strongholds.

They join the suite of ``cases_bd``, on the same painted plains but where a real gate of supply is what it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.play.match import Match
from engine.players import make
from tests.players.cases_bd import (
    CASES,
    FIVE,
    FOOT,
    RIFLES,
    answering,
    becomes,
    beside,
    case,
    fought,
    plain,
    shut,
    stack,
    where,
)  # fmt: skip
from tests.support.asking import acts, first
from tests.support.bd_position import at, play, position

SUITE = CASES
"""All positions, those of both modules."""
GATE, OTHER, BETWEEN = "2607", "2407", "2507"
"""Dnepropetrovsk, through which German supply in the south runs; Kharkov; a hex beside both."""


def played(match: Match, player: str) -> Match:
    """The position after the movement and combat phases of the side to move."""
    bot = make(player, 1)
    for _ in range(250):
        if match.over or not any(f.step in ("movement", "combat") for f in match.state.stack):
            break
        match.play(bot.choose(match)[0])
    return match


# ---------------------------------------------------------------------- orders of phases
@case
def nobody_fights_twice_while_a_city_lies_open(player: str) -> bool:
    units = {**stack("1810", *FIVE), **stack("1809", "16ra", "3ra"), "12inf": "2013", "1t": "1608", "13inf": "1614"}
    match = plain(units, phase="phase-order", turn=19, places={"1612": ("city", 2)})
    return first(match, player) in ("order fight-move", "order move-fight") and not shut(match)


@case
def who_can_walk_into_two_cities_moves(player: str) -> bool:
    units = {**stack("1810", "3pz", "24pz"), **stack("1809", "16ra", "3ra"), "39pz": "1612", "41pz": "2012"}
    towns = {"1609": ("city", 1), "2009": ("city", 1)}
    owners = dict.fromkeys(towns, "soviet")
    match = plain(units, phase="phase-order", turn=19, places=towns, control=owners)
    return first(match, player) != "order fight-fight"


# ---------------------------------------------------------------------- railroads
def trains(player: str, units: Mapping[str, str], **more: Any) -> list[str]:
    """What goes by rail."""
    return [text for text in acts(plain(units, phase="strategic-movement", **more), player) if text != "end"]


@case
def a_corps_far_behind_goes_by_rail_into_a_city_that_lies_open(player: str) -> bool:
    units = {"1inf": "1822", "3pz": "2112", "1t": "1808", "2inf": "1922"}
    towns = {"1822": ("city", 1), "1813": ("city", 2)}
    return trains(player, units, places=towns) == ["rail 1inf 1813"]


@case
def a_city_that_the_enemy_has_left_is_taken_by_rail(player: str) -> bool:
    units = {"1inf": "1822", "3pz": "2112", "16ra": "2108", "2inf": "1822"}
    towns = {"1822": ("city", 1), "1514": ("city", 2)}
    found = trains(player, units, places=towns, control={"1514": "soviet"})
    return any(text.endswith("1514") for text in found)


@case
def the_only_guard_of_a_city_in_danger_does_not_ride_away(player: str) -> bool:
    units = {"1inf": "1812", "3pz": "2414", "1t": "1808", "16ra": "2408"}
    towns = {"1812": ("city", 2), "2414": ("city", 1)}
    match = plain(units, phase="strategic-movement", places=towns)
    acts(match, player)
    return at(match, "1inf") == "1812"


# ---------------------------------------------------------------------- in the air
def answered(player: str, units: Mapping[str, str], target: str, **more: Any) -> str:
    """What the German side answers to an attack by all who can."""
    match = answering(units, f"target {target}", "all", "roll", side="soviet", **more)
    return first(match, player) if match.c.frame.step == "german-answer" else ""


@case
def aircraft_stay_away_where_they_save_next_to_nothing(player: str) -> bool:
    units = {**stack("1809", *RIFLES[:4]), **stack("1909", *RIFLES[4:6]), "1inf": "1810"}
    return answered(player, units, "1810", offensive={"A": "1809"}) == "pass"


@case
def aircraft_fly_for_a_city(player: str) -> bool:
    units = {**stack("1809", *RIFLES[:5]), **stack("1810", "3pz", "1inf")}
    return answered(player, units, "1810", offensive={"A": "1809"}, places={"1810": ("city", 2)}) == "luftwaffe"


@case
def the_last_aircraft_fly_where_most_is_at_stake(player: str) -> bool:
    units = {**stack("1810", *FIVE), **stack("2210", "47pz", "48pz", "56pz", "57pz", "40pz")}
    foes = {**stack("1809", "16ra", "3ra"), **stack("2209", "4ra", "5ra")}
    match = plain({**units, **foes}, phase="combat", places={"2209": ("city", 3)})
    match.c.state.planes_used = 1
    match.c.forget()
    bot, target = make(player, 1), ""
    for _ in range(40):
        action = bot.choose(match)[0]
        target = action.args[0] if action.verb == "target" else target
        if action.verb in ("support", "end"):
            return action.verb == "support" and target == "2209"
        match.play(action)
    return False


@case
def armies_leave_alone_what_the_luftwaffe_would_save(player: str) -> bool:
    units = {**stack("1809", *RIFLES[:5]), **stack("1810", "3pz", "24pz", "39pz"), "1inf": "2210"}
    more = {"side": "soviet", "turn": 10, "offensive": {"A": "1809"}}
    return fought(player, {**units, **stack("2209", *RIFLES[5:9])}, **more) == {"2210"}


# ---------------------------------------------------------------------- strongholds
def at_the_gates(foes: Mapping[str, str], garrison: Mapping[str, str], towns: Mapping[str, Any]) -> Match:
    """The enemy stands before cities: their owner is asked whether one becomes a hero city."""
    more: dict[str, Any] = {"memory": {"hero markers": 1}, "control": dict.fromkeys(towns, "soviet"), "turn": 20}
    match = plain({**foes, **garrison, "30ra": "2401"}, phase="movement", order="move-fight", places=towns, **more)
    play(match, "end")
    return match


@case
def of_two_cities_that_which_may_fall_becomes_a_hero_city(player: str) -> bool:
    foes = {**stack("1810", *FIVE), "1inf": "2210"}
    garrison = {**stack("1809", "16ra", "3ra"), **stack("2209", "4ra", "5ra")}
    match = at_the_gates(foes, garrison, {"1809": ("city", 1), "2209": ("city", 1)})
    return match.c.frame.step == "strongholds" and first(match, player) == "declare 1809"


@case
def no_marker_is_spent_where_nobody_can_attack(player: str) -> bool:
    garrison = stack("1809", *RIFLES[:5])
    match = at_the_gates({"1inf": "1810"}, garrison, {"1809": ("city", 1)})
    return match.c.frame.step == "strongholds" and first(match, player) == "pass"


# ---------------------------------------------------------------------- supply
@case
def a_marker_lies_with_those_who_can_win(player: str) -> bool:
    strong = {**stack("1410", *FIVE), **stack("1510", *FOOT[:5])}
    units = {**strong, **stack("1409", *RIFLES[:5]), "13inf": "2410", **stack("2409", *RIFLES[5:9])}
    match = plain(units, side="soviet", phase="offensive-supply")
    found = first(match, player)
    return found.startswith("mark") and found.split()[-1] in ("2409", *beside("2409"))


@case
def the_gate_of_supply_is_stormed_before_another_city(player: str) -> bool:
    south = dict(zip(FOOT, ("2805", "2805", "2705", "2705", "2705", "2806", "2806", "2706"), strict=False))
    units = {**south, "12inf": GATE, "13inf": OTHER, **stack(BETWEEN, "1g", "2g", "3g", "4g", "5g")}
    match = position(units, side="soviet", phase="combat", offensive={"A": BETWEEN}, ground=None)
    return first(match, player) == f"target {GATE}"


# ---------------------------------------------------------------------- units that come
@case
def nobody_is_sent_alone_into_a_city_that_is_lost(player: str) -> bool:
    towns = {"1810": ("city", 2), "1813": ("city", 1)}
    more: dict[str, Any] = {"boxes": {"24pz": "dead pile"}, "places": towns, "control": {"1810": "axis"}}
    foes = {**stack("1809", *RIFLES[:5]), **stack("1909", *RIFLES[5:])}
    units = {"3pz": "1813", **foes}
    found = acts(plain(units, phase="reinforcement", **more), player, most=2)
    return found == ["replace 24pz", "enter 24pz 1813"]


# ---------------------------------------------------------------------- reserves and counter-strokes
@case
def a_city_just_lost_is_taken_back(player: str) -> bool:
    units = {**stack("1814", *FIVE), **stack("1714", *FOOT[:3]), "16ra": "1812", **stack("1806", *RIFLES[1:5])}
    match = plain(units, phase="movement", order="move-fight", places={"1812": ("city", 2)})
    played(match, player)
    return match.view("").control(match.c.hex("1812")) == "axis"


@case
def a_reserve_goes_to_where_the_mass_stands(player: str) -> bool:
    line = dict(zip(FOOT, ("1610", "1710", "1810", "1910", "2010"), strict=False))
    foes = {**stack("1908", *RIFLES[:5]), **stack("2008", *RIFLES[5:])}
    units = {**line, **foes, **stack("1613", "12inf", "13inf")}

    def nearer(match: Match) -> bool:
        return any(h in ("1912", "2012", *beside("1910"), *beside("2010")) for h in where(match, "12inf", "13inf"))

    return becomes(player, nearer, units, places={"1912": ("city", 2), "2012": ("city", 2)})


@case
def panzers_go_round_a_stack_and_close_the_ring(player: str) -> bool:
    west = [h for h in beside("1809") if int(h[2:]) >= 10 or h in ("1710", "1910")]
    panzers = {**stack("1610", "3pz", "24pz", "39pz"), **stack("2010", "41pz", "46pz", "47pz")}
    foes = stack("1809", "16ra", "3ra", "4ra")
    match = plain({**stack(west[0], *FOOT[:4]), **panzers, **foes}, phase="movement", order="move-fight")
    played(match, player)
    return all(at(match, name) != "1809" for name in foes)


@case
def a_lost_position_is_given_up_for_the_city_behind(player: str) -> bool:
    units = {**stack("1811", "1inf", "2inf"), **stack("1809", *RIFLES[:5]), **stack("1909", *RIFLES[5:])}

    def held(match: Match) -> bool:
        return "1813" in where(match, "1inf", "2inf")

    return becomes(player, held, units, places={"1813": ("city", 3)})


# ---------------------------------------------------------------------- in the middle of movement
@case
def whoever_has_rolled_over_an_army_goes_on_into_the_city_behind(player: str) -> bool:
    units = {**stack("1810", *FIVE), "16ra": "1809", "3ra": "2405"}
    more = {"order": "fight-move", "places": {"1806": ("city", 2)}, "control": {"1806": "soviet"}, "dice": [6, 6, 6]}
    match = played(plain(units, phase="movement", **more), player)
    return match.view("").control(match.c.hex("1806")) == "axis"


@case
def panzers_outside_and_corps_inside_break_the_ring_together(player: str) -> bool:
    inside = stack("1806", "1inf", "2inf", "5inf")
    armies = dict(zip(RIFLES, beside("1806"), strict=False))
    return bool(fought(player, {**inside, **armies, **stack("1808", *FIVE)}) & set(beside("1806")))


@case
def three_corps_form_a_line_before_three_cities(player: str) -> bool:
    units = {**stack("1813", "1inf", "2inf", "5inf"), "16ra": "1608", "3ra": "1808", "4ra": "2008"}
    return becomes(player, shut, units, places=dict.fromkeys(("1612", "1812", "2012"), ("city", 1)))


@case
def the_gate_of_supply_is_manned_before_another_city(player: str) -> bool:
    south = dict(zip(FOOT, ("2805", "2805", "2705", "2705", "2706", "2806", "2806", "2706"), strict=False))
    units, held = {**south, "12inf": "2508", "1t": "2505"}, dict.fromkeys((GATE, OTHER), "axis")
    match = position(units, phase="movement", order="fight-move", ground=None, control=held)
    played(match, player)
    return GATE in where(match, "12inf", *south)


@case
def a_tank_army_takes_the_gate_of_supply(player: str) -> bool:
    south = dict(zip(FOOT, ("2805", "2805", "2705", "2705", "2706", "2806", "2806", "2706"), strict=False))
    units, held = {**south, "1t": BETWEEN, "16ra": "2004"}, dict.fromkeys((GATE, OTHER), "axis")
    match = position(units, side="soviet", phase="movement", order="fight-move", ground=None, control=held)
    return at(played(match, player), "1t") == GATE


@case
def two_cities_just_lost_are_both_taken_back(player: str) -> bool:
    units = {**stack("1814", *FIVE), **stack("1614", *FOOT[:5]), "16ra": "1812", "3ra": "1612"}
    towns = dict.fromkeys(("1812", "1612"), ("city", 2))
    match = plain({**units, **stack("1806", *RIFLES[2:6])}, phase="movement", order="move-fight", places=towns)
    played(match, player)
    return all(match.view("").control(match.c.hex(h)) == "axis" for h in towns)


@case
def the_reserve_of_the_high_command_comes_into_an_open_city(player: str) -> bool:
    units = {**stack("1810", *FIVE), "16ra": "2403", "1inf": "2412"}
    more: dict[str, Any] = {"boxes": {"21ra": "rvgk", "30ra": "rvgk"}, "control": {"1807": "soviet"}}
    towns = {"1807": ("city", 2), "2403": ("city", 1)}
    found = acts(plain(units, side="soviet", phase="rvgk", order="fight-move", places=towns, **more), player)
    return any(text.startswith("deploy") and text.endswith("1807") for text in found)


# ---------------------------------------------------------------------- the last turn
DEAR, CHEAP = "1809", "1807"


def left_for(player: str, side: str, other: str, unit: str, foe: str, turn: int = 22) -> bool:
    """Whether the only unit of a side leaves its city, beside which the enemy stands, for a cheaper empty one."""
    towns, owners = {DEAR: ("city", 4), CHEAP: ("city", 1)}, {DEAR: side, CHEAP: other}
    units = {unit: DEAR, foe: "1812"}
    match = plain(units, side=side, phase="movement", order="fight-move", turn=turn, places=towns, control=owners)
    played(match, player)
    return match.view("").control(match.c.hex(CHEAP)) == side


@case
def a_garrison_leaves_for_another_city_in_the_last_turn_of_all(player: str) -> bool:
    return left_for(player, "soviet", "axis", "5gt", "3pz")


@case
def a_garrison_stays_in_its_own_last_turn_while_the_enemy_has_one_more(player: str) -> bool:
    return not left_for(player, "axis", "soviet", "3pz", "1t") and not left_for(
        player, "soviet", "axis", "5gt", "3pz", turn=21
    )


# ---------------------------------------------------------------------- losses
@case
def the_last_corps_in_a_city_is_not_given_up(player: str) -> bool:
    other = next(label for label in beside("1809") if label != "1810")
    units = {"1inf": "1810", **stack(other, *FOOT[1:5]), "16ra": "1809", "1t": "1807"}
    match = answering(units, "target 1809", "all", "roll", dice=[5], turn=19, places={"1810": ("city", 3)})
    bot, asked = make(player, 1), match.c.frame.step == "losses"
    while match.c.frame.step in ("losses", "advance"):
        match.play(bot.choose(match)[0])
    return asked and at(match, "1inf")[0] != "["
