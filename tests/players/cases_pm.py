"""Small positions of Proud Monster with one idea that anybody at a table would see, for the player that plans.

The ground is painted clear. 2911N has 2811N to its west; the German side is supplied from there, the Soviets from
beyond.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.play.match import Match
from engine.players import make
from tests.players.deciding import registering
from tests.support.asking import acts, first
from tests.support.pm_position import at, column, play, position, unit

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
FOOT = ("1inf", "11inf", "21inf", "58inf", "61inf", "12inf", "32inf", "30inf", "291inf", "290inf", "126inf", "122inf")
TANKS = ("1pz", "6pz", "8pz", "7pz", "20pz", "12pz", "19pz", "3pz")
RD = tuple(f"rd-{n:03}" for n in range(1, 40))
TD = tuple(f"td-{n:03}" for n in range(1, 20))
EDGES = {"supply_german": ["2010N"], "supply_soviet": ["3710N"], "zomo_germany": ["2008N"]}
case = registering(CASES)


def plain(units: Mapping[str, Any], **more: Any) -> Match:
    """Units on clear ground, supplied from west and east."""
    zones = {**EDGES, **more.pop("zones", {})}
    towns = more.get("places", {})
    control = {**dict.fromkeys(towns, "soviet"), **more.pop("control", {})}
    return position(units, **{"ground": {}, "zones": zones, "control": control, **more})


def stack(label: str, *names: str) -> dict[str, str]:
    """Several units in one hex."""
    return dict.fromkeys(names, label)


def strong(*names: str) -> dict[str, Any]:
    """Rifle divisions that have been seen to be good ones."""
    return {"identities": dict.fromkeys(names, (4, 5, 5)), "tried": names}


def around(label: str) -> list[str]:
    """The hexes beside one, clockwise."""
    c = plain({"1inf": "2010N", RD[0]: "3710N"}).c
    return [c.label(h) for h in c.grid.neighbours[c.hex(label)]]


def far(match: Match, name: str, label: str) -> int:
    """Hexes from a unit to a hex."""
    return match.c.grid.distance(match.state.hex_of[unit(match, name)], match.c.hex(label))


def goes_on(match: Match, phase: str, side: str) -> bool:
    """Whether a phase of a side is not over yet, whoever decides now."""
    turns = [f.vars["side"] for f in match.state.stack if f.step == "player-turn"]
    return not match.over and turns == [side] and any(f.step == phase for f in match.state.stack)


def fought(player: str, units: Mapping[str, Any], **more: Any) -> dict[str, set[str]]:
    """What is attacked in a combat phase, and by whom."""
    match, bot, found, target = plain(units, phase="combat", **more), make(player, 1), dict[str, set[str]](), ""
    joined = set[str]()
    for _ in range(120):
        if not goes_on(match, "combat", more.get("side", "axis")):
            break
        action = bot.choose(match)[0]
        if match.c.frame.step == "combat":
            if action.verb == "target":
                target, joined = action.args[0], set()
            elif action.verb == "add":
                joined.add(action.args[0])
            elif action.verb == "roll":
                joined = {match.c.roster.ids[u] for u in match.c.frame.vars["attackers"]}
                found[target] = joined
        match.play(action)
    return found


def moved(player: str, units: Mapping[str, Any], **more: Any) -> Match:
    """The position after a movement phase."""
    match, bot = plain(units, phase="movement", **more), make(player, 1)
    for _ in range(160):
        if not goes_on(match, "movement", more.get("side", "axis")):
            break
        match.play(bot.choose(match)[0])
    return match


def won(player: str, units: Mapping[str, Any], *attackers: str, target: str = "2911N", **more: Any) -> Match:
    """What is left of a battle after a good die: losses and advances are the player's."""
    match = plain(units, phase="combat", dice=[6, 6], **more)
    play(match, f"target {target}", *(f"add {u}" for u in attackers), "roll")
    bot = make(player, 1)
    for _ in range(40):
        if match.c.frame.step not in ("losses", "advance", "retreat"):
            break
        match.play(bot.choose(match)[0])
    return match


CORPS = stack("2811N", *FOOT[:4])
ARMY = {**CORPS, **stack("2810N", *FOOT[4:8])}


# ---------------------------------------------------------------------- prepared assaults of the German side
@case
def a_lone_division_is_attacked_by_a_corps(player: str) -> bool:
    found = fought(player, {**CORPS, RD[0]: "2911N"})
    return set(found) == {"2911N"} and len(found["2911N"]) >= 3


@case
def nobody_joins_in_at_even_odds(player: str) -> bool:
    units = {**CORPS, RD[0]: "2911N", "126inf": "2815N", **stack("2915N", *RD[1:5])}
    return set(fought(player, units, **strong(*RD[1:5]))) == {"2911N"}


@case
def two_lone_divisions_are_both_attacked(player: str) -> bool:
    units = {**CORPS, **stack("2815N", *FOOT[4:8]), RD[0]: "2911N", RD[1]: "2915N"}
    return set(fought(player, units)) == {"2911N", "2915N"}


@case
def the_weaker_of_two_stacks_is_attacked(player: str) -> bool:
    north, south = (h for h in around("2811N") if h.startswith("29"))
    units = {**stack("2811N", *FOOT[:3]), RD[0]: north, **stack(south, *RD[1:6])}
    return set(fought(player, units, **strong(*RD[1:6]))) == {north}


@case
def a_place_of_value_comes_before_the_field(player: str) -> bool:
    north, south = (h for h in around("2811N") if h.startswith("29"))
    units = {**stack("2811N", *FOOT[:4]), **stack(north, *RD[:2]), **stack(south, *RD[2:4])}
    return set(fought(player, units, places={south: ("large town", 3)})) == {south}


@case
def a_full_city_is_left_while_a_field_is_open(player: str) -> bool:
    north, south = (h for h in around("2811N") if h.startswith("29"))
    units = {**CORPS, **stack(north, *RD[:2]), **stack(south, *RD[2:12])}
    return set(fought(player, units, places={south: ("city", 1)}, **strong(*RD[2:12]))) == {north}


@case
def armour_keeps_out_of_the_marsh(player: str) -> bool:
    north, south = (h for h in around("2811N") if h.startswith("29"))
    units = {**stack("2811N", *TANKS[:3]), **stack(north, *RD[:3]), **stack(south, *RD[3:6])}
    return set(fought(player, units, ground={south: "marsh"})) == {north}


@case
def the_dry_side_is_attacked(player: str) -> bool:
    north, south = (h for h in around("2811N") if h.startswith("29"))
    units = {**stack("2811N", *FOOT[:4]), **stack(north, *RD[:3]), **stack(south, *RD[3:6])}
    return set(fought(player, units, lines={"river": [f"2811N-{north}"]})) == {south}


@case
def two_stacks_on_opposite_sides_strike_together(player: str) -> bool:
    west, east = around("2911N")[4], around("2911N")[1]
    units = {**stack(west, *FOOT[:3]), **stack(east, *FOOT[3:6]), **stack("2911N", *RD[:4])}
    found = fought(player, units)
    return set(found) == {"2911N"} and len(found["2911N"]) == 6


@case
def each_target_gets_what_it_takes(player: str) -> bool:
    north, south = (h for h in around("2811N") if h.startswith("29"))
    units = {**stack("2811N", *FOOT[:5]), RD[0]: north, RD[1]: south}
    found = fought(player, units)
    return set(found) == {north, south}


@case
def a_division_without_supply_is_attacked_first(player: str) -> bool:
    north, south = (h for h in around("2811N") if h.startswith("29"))
    units = {**stack("2811N", *FOOT[:3]), **stack(north, *RD[:3]), **stack(south, *RD[3:6])}
    ring = [h for h in around(south) if h not in ("2811N", north)]
    units |= dict(zip((*FOOT[6:12],), ring, strict=False))
    return south in fought(player, units)


@case
def a_unit_in_greater_germany_is_attacked(player: str) -> bool:
    north, south = (h for h in around("2811N") if h.startswith("29"))
    units = {**stack("2811N", *FOOT[:3]), **stack(north, *RD[:2]), **stack(south, *RD[2:4])}
    return set(fought(player, units, zones={"zomo_germany": [north]})) == {north}


# ---------------------------------------------------------------------- and of the Soviet side
@case
def divisions_strike_a_worn_panzer_division(player: str) -> bool:
    units = {"1pz": ("2811N", 1), **stack("2911N", *RD[:5]), **stack("2910N", *TD[:5])}
    return set(fought(player, units, side="soviet")) == {"2811N"}


@case
def a_whole_corps_is_left_alone_for_a_lone_division(player: str) -> bool:
    units = {**stack("2811N", *FOOT[:5]), "126inf": ("2815N", 1), **stack("2911N", *RD[:3]), **stack("2915N", *RD[3:8])}
    return set(fought(player, units, side="soviet")) == {"2815N"}


@case
def a_weakly_held_place_is_stormed(player: str) -> bool:
    north, south = (h for h in around("2911N") if h.startswith("28"))
    units = {north: ("126inf", 1), south: ("122inf", 1)}
    put = {name: (label, n) for label, (name, n) in units.items()}
    here = {**put, **stack("2911N", *RD[:5])}
    found = fought(player, here, side="soviet", places={south: ("large town", 3)}, control={south: "axis"})
    return south in found


@case
def rifles_come_from_all_around_together(player: str) -> bool:
    west, east = around("2811N")[4], around("2811N")[1]
    units = {**stack("2811N", "1inf", "11inf"), **stack(west, *RD[:5]), **stack(east, *RD[5:10])}
    town = {"2811N": ("large town", 3)}
    found = fought(player, units, side="soviet", places=town, control={"2811N": "axis"}, **strong(*RD[:10]))
    return set(found) == {"2811N"} and len(found["2811N"]) >= 8


# ---------------------------------------------------------------------- after a battle
@case
def who_has_won_a_place_goes_into_it(player: str) -> bool:
    units = {**stack("2811N", *FOOT[:5]), **stack("2810N", *FOOT[5:9]), RD[0]: "2911N"}
    match = won(player, units, *FOOT[:5], places={"2911N": ("large town", 2)})
    return match.view("").control(match.c.hex("2911N")) == "axis"


@case
def somebody_stays_in_the_place_that_was_held(player: str) -> bool:
    units = {**stack("2811N", *FOOT[:5]), RD[0]: "2911N", **stack("2912N", *RD[1:4]), **stack("2710N", *RD[4:7])}
    towns = {"2811N": ("large town", 3), "2911N": ("large town", 3)}
    match = won(player, units, *FOOT[:5], places=towns, control={"2811N": "axis"})
    there = {at(match, u) for u in FOOT[:5]}
    return there == {"2811N", "2911N"}


@case
def riflemen_take_a_place_back(player: str) -> bool:
    units = {**stack("2911N", *RD[:5]), **stack("2910N", *RD[5:10]), "126inf": ("2811N", 1)}
    towns = {"2811N": ("large town", 2)}
    match = won(player, units, *RD[:5], target="2811N", side="soviet", places=towns, control={"2811N": "axis"},
                **strong(*RD[:5]))  # fmt: skip
    return match.view("").control(match.c.hex("2811N")) == "soviet"


@case
def germans_go_back_a_hex_rather_than_lose_a_step(player: str) -> bool:
    units = {**stack("2911N", *RD[:5]), **stack("2910N", *RD[5:10]), **stack("2811N", *FOOT[:2])}
    match = plain(units, phase="combat", side="soviet", dice=[4], **strong(*RD[:10]))
    play(match, "target 2811N", *(f"add {u}" for u in RD[:5]), "roll")
    while match.side == "soviet" and match.c.frame.step == "losses":
        match.play(match.prompt.default or next(iter(match.legal)))
    return match.side == "axis" and first(match, player).split()[0] == "retreat"


# ---------------------------------------------------------------------- German movement
@case
def an_empty_city_within_reach_is_taken(player: str) -> bool:
    match = moved(player, {**stack("2811N", *TANKS[:3]), RD[0]: "3504N"}, places={"3211N": ("city", 3)})
    return match.view("").control(match.c.hex("3211N")) == "axis"


@case
def two_empty_towns_are_both_taken(player: str) -> bool:
    towns = {"3209N": ("large town", 2), "3213N": ("large town", 2)}
    units = {**stack("2809N", *TANKS[:2]), **stack("2813N", *TANKS[2:4]), RD[0]: "3504N"}
    match = moved(player, units, places=towns)
    return all(match.view("").control(match.c.hex(h)) == "axis" for h in towns)


@case
def panzers_make_for_the_objective(player: str) -> bool:
    match = moved(player, {**stack("2411N", *TANKS[:3]), RD[0]: "3611N"}, places={"3611N": ("city", 3)})
    return min(far(match, u, "3611N") for u in TANKS[:3]) <= 5


@case
def a_lone_division_in_a_town_is_rolled_over(player: str) -> bool:
    match = plain({**stack("2811N", *TANKS[:3]), RD[0]: "2911N"}, places={"2911N": ("large town", 3)})
    return any(text.startswith("assault") for text in acts(match, player, most=12))


@case
def infantry_closes_up_to_the_enemy(player: str) -> bool:
    match = moved(player, {**stack("2511N", *FOOT[:5]), **stack("3111N", *RD[:3]), RD[3]: "3112N"})
    return min(far(match, u, "3111N") for u in FOOT[:5]) <= 3


@case
def two_corps_come_up_for_one_assault(player: str) -> bool:
    units = {**stack("2709N", *FOOT[:4]), **stack("2713N", *FOOT[4:8]), **stack("2911N", *RD[:2]), RD[2]: "3311N"}
    match = moved(player, units)
    return sum(far(match, u, "2911N") == 1 for u in FOOT[:8]) >= 6


@case
def somebody_stays_in_a_town_that_is_threatened(player: str) -> bool:
    towns = {"2811N": ("large town", 3), "3111N": ("large town", 3)}
    units = {**stack("2811N", *TANKS[:2], "1inf"), **stack("2814N", *RD[:3])}
    match = moved(player, units, places=towns, control={"2811N": "axis"})
    held = [match.view("").control(match.c.hex(h)) == "axis" for h in towns]
    return all(held) and "2811N" in {at(match, u) for u in (*TANKS[:2], "1inf")}


@case
def the_border_of_greater_germany_is_closed(player: str) -> bool:
    door = "2411N"
    units = {"1inf": "2311N", "11inf": "2310N", **stack("2711N", *RD[:2])}
    match = moved(player, units, turn=3, zones={"zomo_germany": [door], "zomo_hungary": []})
    return door in (at(match, "1inf"), at(match, "11inf"))


# ---------------------------------------------------------------------- Soviet movement
THREAT = stack("2811N", *TANKS[:5]) | stack("2810N", *FOOT[:5])


@case
def an_empty_city_gets_a_garrison(player: str) -> bool:
    units = {**THREAT, RD[0]: "3213N", RD[1]: "3313N", RD[2]: "3409N"}
    match = moved(player, units, side="soviet", places={"3211N": ("city", 3)})
    return "3211N" in {at(match, u) for u in RD[:3]}


@case
def a_dear_city_is_filled(player: str) -> bool:
    units = {**THREAT, **stack("3211N", *RD[:2]), **stack("3413N", *RD[2:7]), **stack("3409N", *RD[7:12])}
    match = moved(player, units, side="soviet", places={"3211N": ("city", 3)})
    return sum(at(match, u) == "3211N" for u in RD[:12]) >= 5


@case
def the_dearer_of_two_cities_is_filled_first(player: str) -> bool:
    units = {**THREAT, **stack("3311N", *RD[:6])}
    towns = {"3209N": ("city", 1), "3213N": ("city", 5)}
    match = moved(player, units, side="soviet", places=towns)
    count = [sum(at(match, u) == h for u in RD[:6]) for h in towns]
    return count[1] > count[0]


@case
def a_place_that_the_enemy_left_is_taken_back(player: str) -> bool:
    units = {"1pz": "2405N", RD[0]: "3013N", RD[1]: "3211N"}
    match = moved(player, units, side="soviet", places={"2912N": ("large town", 2)}, control={"2912N": "axis"})
    return match.view("").control(match.c.hex("2912N")) == "soviet"


@case
def a_raid_into_greater_germany_is_made_at_the_end_of_a_turn(player: str) -> bool:
    units = {"1inf": "2406N", RD[0]: "2811N", RD[1]: "3311N"}
    match = moved(player, units, side="soviet", couplet=2, zones={"zomo_germany": ["2511N", "2611N"]})
    return at(match, RD[0]) in ("2511N", "2611N")


@case
def divisions_come_up_against_a_panzer_division_that_has_gone_too_far(player: str) -> bool:
    units = {"1pz": ("2911N", 2), **stack("3210N", *RD[:5]), **stack("3212N", *TD[:5]), "1inf": "2411N"}
    match = moved(player, units, side="soviet")
    return sum(far(match, u, "2911N") == 1 for u in (*RD[:5], *TD[:5])) >= 5


@case
def a_pocket_breaks_out(player: str) -> bool:
    door = next(h for h in around("2811N") if h.startswith("29"))
    ring = dict(zip(FOOT, (h for h in around("2811N") if h != door), strict=False))
    units = {**ring, RD[0]: "2811N", **stack("3311N", *RD[1:4])}
    match = moved(player, units, side="soviet")
    return far(match, RD[0], "2811N") > 2 and match.view("soviet").supply(unit(match, RD[0])).in_supply


# ---------------------------------------------------------------------- duties
@case
def aircraft_go_where_an_assault_is_to_be_made(player: str) -> bool:
    units = {**stack("2811N", *TANKS[:3]), **stack("2311N", *TANKS[3:6]), **stack("2911N", *RD[:3])}
    match = plain(units, phase="commitment", boxes={"viii-fk": "air"})
    acts(match, player)
    return column(match, "carries").get("viii-fk", "") in TANKS[:3]


@case
def aircraft_help_infantry_before_a_city(player: str) -> bool:
    units = {**stack("2811N", *FOOT[:5]), "1pz": "2025N", "6pz": "2025N", **stack("2911N", *RD[:3]), RD[4]: "2818N"}
    match = plain(units, phase="commitment", boxes={"viii-fk": "air"}, places={"2911N": ("city", 3)})
    acts(match, player)
    return column(match, "carries").get("viii-fk", "") in FOOT[:5]


@case
def no_two_aircraft_go_to_one_hex(player: str) -> bool:
    units = {**stack("2811N", *TANKS[:3]), **stack("2814N", *TANKS[3:6]), **stack("2911N", *RD[:3]),
             **stack("2914N", *RD[3:6])}  # fmt: skip
    match = plain(units, phase="commitment", boxes={"viii-fk": "air", "i-fk": "air"})
    acts(match, player)
    carriers = column(match, "carries")
    return {at(match, carriers[p]) for p in ("viii-fk", "i-fk") if p in carriers} == {"2811N", "2814N"}


@case
def a_threatened_town_stands_fast_in_december(player: str) -> bool:
    crowd = {u: "2911N" if n < 5 else "2910N" for n, u in enumerate(RD[:10])}
    towns = {"2811N": ("large town", 2), "2111N": ("large town", 2)}
    match = plain({"1inf": "2811N", "11inf": "2111N", **crowd}, phase="hedgehogs", turn=12, places=towns,
                  control=dict.fromkeys(towns, "axis"))  # fmt: skip
    acts(match, player)
    return list(column(match, "hedgehogs")) == ["2811N"]


@case
def who_could_attack_well_forms_no_hedgehog(player: str) -> bool:
    crowd = {u: "2911N" if n < 5 else "2910N" for n, u in enumerate(RD[:10])}
    towns = {"2811N": ("large town", 2), "2815N": ("large town", 2)}
    units = {"1inf": "2811N", **crowd, **stack("2815N", *FOOT[4:9]), RD[20]: "2915N"}
    match = plain(units, phase="hedgehogs", turn=12, places=towns, control=dict.fromkeys(towns, "axis"))
    acts(match, player)
    return list(column(match, "hedgehogs")) == ["2811N"]


@case
def a_worn_division_is_made_good(player: str) -> bool:
    match = plain({"1inf": ("2811N", 1), "11inf": "2811N", RD[0]: "3311N"}, phase="upkeep", turn=4)
    match.state.replacements = 2  # type: ignore[attr-defined]
    match.c.forget()
    return any(text == "replace 1inf" for text in acts(match, player))


# ---------------------------------------------------------------------- stacks together
FULL_CITY = {"places": {"2911N": ("city", 3)}, **strong(*RD[:8])}


def fed(match: Match, name: str, side: str) -> bool:
    """Whether a unit is in supply."""
    return bool(match.view(side).supply(unit(match, name)).in_supply)


@case
def a_full_city_is_cut_off(player: str) -> bool:
    units = {**CORPS, **stack("2812N", *FOOT[4:8]), **stack("2807N", *TANKS[:3]), **stack("2815N", *TANKS[3:6]),
             **stack("2911N", *RD[:8]), RD[9]: "3611N"}  # fmt: skip
    match = moved(player, units, **FULL_CITY)
    return not fed(match, RD[0], "soviet")


@case
def two_panzer_corps_close_a_pocket(player: str) -> bool:
    units = {**CORPS, **stack("2812N", *FOOT[4:8]), **stack("2708N", *TANKS[:3]), **stack("2714N", *TANKS[3:6]),
             **stack("2911N", *RD[:5]), **stack("3311N", *RD[5:7])}  # fmt: skip
    return not fed(moved(player, units, **strong(*RD[:5])), RD[0], "soviet")


@case
def three_groups_meet_before_one_city(player: str) -> bool:
    groups = {**stack("2808N", *TANKS[:3]), **stack("2814N", *TANKS[3:6]), **stack("2711N", *FOOT[:5])}
    units = {**groups, **stack("2911N", *RD[:8]), RD[9]: "3611N"}
    match = moved(player, units, **FULL_CITY)
    near = [u for u in groups if far(match, u, "2911N") == 1]
    return len(near) >= 9 and bool({*near} & {*TANKS[:3]}) and bool({*near} & {*TANKS[3:6]})


@case
def two_panzer_corps_go_for_one_city_and_not_for_one_each(player: str) -> bool:
    towns = {"3506N": ("city", 3), "3516N": ("city", 3)}
    units = {**stack("2610N", *TANKS[:3]), **stack("2612N", *TANKS[3:6]), **stack("3506N", *RD[:6]),
             **stack("3516N", *RD[6:12])}  # fmt: skip
    match = moved(player, units, places=towns, **strong(*RD[:12]))
    nearer = {far(match, u, "3506N") < far(match, u, "3516N") for u in TANKS[:6]}
    return len(nearer) == 1 and max(min(far(match, u, h) for h in towns) for u in TANKS[:6]) <= 6


@case
def an_advance_closes_the_pocket(player: str) -> bool:
    pocket = around("2911N")[1]
    ring = dict(zip(FOOT[5:], (h for h in around(pocket) if h != "2911N"), strict=False))
    units = {**stack("2811N", *FOOT[:5]), RD[0]: "2911N", RD[1]: pocket, **stack("3511N", *RD[2:5]), **ring}
    match = won(player, units, *FOOT[:5], **strong(RD[1]))
    return not fed(match, RD[1], "soviet")


@case
def a_spearhead_is_cut_off(player: str) -> bool:
    units = {**stack("3111N", *TANKS[:3]), "1inf": "2411N", **stack("3108N", *RD[:5]), **stack("3114N", *RD[5:10]),
             **stack("3411N", *RD[10:15])}  # fmt: skip
    match = moved(player, units, side="soviet", **strong(*RD[:15]))
    return not fed(match, TANKS[0], "axis")


@case
def a_worn_panzer_division_goes_back_to_refit(player: str) -> bool:
    units = {"1pz": ("2811N", 2), **stack("2811N", *FOOT[:3]), **stack("2911N", *RD[:4]), "6pz": "2810N"}
    match = moved(player, units, **strong(*RD[:4]))
    return far(match, "1pz", "2911N") >= 2


@case
def nobody_throws_the_last_of_a_division_at_a_full_city(player: str) -> bool:
    north = next(h for h in around("2811N") if h.startswith("29"))
    units = {"29mot": ("2811N", 1), **stack(north, *RD[:8]), "1inf": "2714N", "11inf": "2714N", RD[9]: "2814N"}
    found = fought(player, units, places={north: ("city", 3)}, **strong(*RD[:8]))
    return set(found) == {"2814N"}


# ---------------------------------------------------------------------- the German rear, the Pause
@case
def the_strong_stack_gets_the_aircraft(player: str) -> bool:
    units = {"184stg": "2811N", **stack("2814N", *TANKS[:2]), RD[0]: "2911N", **stack("2914N", *RD[1:5])}
    match = plain(units, phase="commitment", boxes={"viii-fk": "air"}, **strong(*RD[:5]))
    acts(match, player)
    return column(match, "carries").get("viii-fk", "") in TANKS[:2]


@case
def nobody_pauses_while_there_is_much_to_attack(player: str) -> bool:
    units = {**CORPS, **ARMY, **stack("2911N", *RD[:2]), **stack("2910N", *RD[2:4]), "1pz": "2809N", RD[5]: "2909N"}
    match = plain(units, phase="pause", places={"4511N": ("city", 3)})
    return first(match, player) == "end"


@case
def a_pause_where_nobody_can_be_attacked(player: str) -> bool:
    units = {**CORPS, **stack("3911N", "1pz", "6pz"), **stack("5011N", *RD[:5])}
    match = plain(units, phase="pause", places={"5011N": ("city", 9), "4501N": ("city", 5)})
    return first(match, player) == "pause"


@case
def the_last_guard_of_the_border_takes_part_in_no_assault(player: str) -> bool:
    units = {"10mg": "2810N", **stack("2811N", *FOOT[:3]), RD[0]: "2911N", **stack("3011N", *RD[1:4])}
    found = fought(player, units, zones={"zomo_germany": ["2810N"]}, **strong(RD[0]))
    return set(found) == {"2911N"} and "10mg" not in found["2911N"]
