"""More small positions of Proud Monster from summer to winter: lines cut on two roads at once, necks, garrisons that
are kept through the enemy's answer, pockets that are relieved, worn spearheads in mud and snow.

They stand on the printed board unless the ground is painted clear (``turn``); dice show 4 if not said otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.players.cases_pm import FOOT, RD, TD, around, stack
from tests.players.cases_pm_bars import FIRST, SECOND, after, painted, sea
from tests.players.cases_pm_deep import left
from tests.players.cases_pm_groups import NORTH, fed, held, seen, there, turn
from tests.players.cases_pm_map import WEST, answered, ground, known
from tests.players.cases_pm_wide import DNEPR, own
from tests.players.deciding import registering

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
SOUTH = (*DNEPR, "3506S", "3107S", "4412S", "3809S", "3711S")
"""Places that the Germans hold in November."""
case = registering(CASES)


# ---------------------------------------------------------------------- the German side
@case
def tula_is_taken_and_kept(player: str) -> bool:
    units = {**stack("4522N", *FIRST, "8pz"), **stack("4421N", *FOOT[:4]), **stack("4423N", *FOOT[4:8]),
             RD[0]: "4921N", **stack("5119N", *RD[1:4]), **stack("5122N", *RD[4:6])}  # fmt: skip
    match = ground(units, turn=8, dice=5, german=(*WEST, "3606N"), full=["5017N", "5116N", "4813N"],
                   **known((3, 4, 5), *RD[:6]))  # fmt: skip
    return held(after(player, match, "axis"), "axis", "4921N")


@case
def the_dnieper_is_crossed_at_zaporozhye_and_the_town_kept(player: str) -> bool:
    units = {**stack("3510S", *FIRST, "9pz"), **stack("3408S", *FOOT[:4]), **stack("3309S", *FOOT[4:8]),
             RD[0]: "3711S", **stack("4112S", *RD[1:4]), **stack("4009S", *RD[4:6])}  # fmt: skip
    match = ground(units, turn=7, dice=5, german=(*DNEPR, "3506S", "3107S", "3309S", "2911S"),
                   **known((3, 4, 5), *RD[:6]))  # fmt: skip
    return held(after(player, match, "axis"), "axis", "3711S")


@case
def in_the_mud_the_worn_spearhead_does_not_stand_alone(player: str) -> bool:
    worn: dict[str, Any] = {"7pz": ("4718N", 1), "20pz": ("4718N", 2), "14mot": ("4718N", 1)}
    units = {**worn, **stack("4518N", *FOOT[:4]), **stack("4617N", *FOOT[4:8]), **stack("4818N", *RD[:5]),
             **stack("4817N", *RD[5:10]), **stack("4819N", *TD[:3])}  # fmt: skip
    match = ground(units, turn=9, weather="mud", german=(*WEST, "4122N", "3606N"),
                   **seen(((4, 5, 5), RD[:10]), ((5, 4, 8), TD[:3])))  # fmt: skip
    return left(after(player, match, "axis"), *worn) == 4


@case
def the_pocket_of_demyansk_is_relieved(player: str) -> bool:
    units = {**stack("4308N", *FOOT[:4]), **dict(zip(RD, around("4308N"), strict=False)),
             **stack("4106N", *FOOT[4:8]), **stack("4109N", *FIRST), **stack("4006N", *FOOT[8:11]),
             **stack("4707N", *RD[6:9])}  # fmt: skip
    match = ground(units, turn=11, weather="frost", dice=5, german=(*NORTH, "3606N", "4206N"),
                   **known((3, 3, 5), *RD[:9]))  # fmt: skip
    return fed(own(player, match, "axis"), "axis", *FOOT[:4]) >= 3


@case
def panzers_close_the_door_that_foot_cannot_reach(player: str) -> bool:
    units = {**stack("3011N", *RD[:4]), **stack("2911N", *FOOT[:4]), **stack("2910N", *FOOT[4:6]),
             **stack("3010N", *FOOT[6:8]), **stack("3012N", *FOOT[8:10]), **stack("2507N", *FIRST),
             **stack("3611N", *RD[4:6])}  # fmt: skip
    match = turn(player, units, turn=4, dice=3, **known((5, 6, 5), *RD[:6]))
    return not fed(match, "soviet", *RD[:4])


@case
def panzers_strike_from_vitebsk_without_leaving_it_open(player: str) -> bool:
    units = {**stack("3514N", *SECOND), **stack("3012N", *FOOT[:4]), RD[0]: "3614N", RD[1]: "3612N",
             **stack("3715N", *RD[2:5]), **stack("3516N", *RD[5:8])}  # fmt: skip
    match = ground(units, turn=3, dice=5, german=("2817N", "3514N", "2705N"), full=["3817N", "3418N"],
                   **known((2, 3, 5), *RD[:8]))  # fmt: skip
    match = own(player, match, "axis")
    struck = len(there(match, *RD[:8])) < 8 or held(match, "axis", "3323N")
    return struck and held(answered(match, "soviet"), "axis", "3514N")


# ---------------------------------------------------------------------- the Soviet side
@case
def both_roads_behind_the_panzers_are_cut_by_two_armies(player: str) -> bool:
    units: dict[str, Any] = {**stack("3611N", *FIRST), "1inf": ("3108N", 1), "11inf": ("3114N", 1),
                             **stack("2511N", *FOOT[2:6]), **stack("3306N", *RD[:5]), **stack("3316N", *RD[5:10]),
                             **stack("4111N", *RD[10:14])}  # fmt: skip
    match = turn(player, units, "soviet", 5, turn=6, ground=sea([31], "3108N", "3114N"),
                 zones={"supply_soviet": ["4411N"]}, **known((4, 4, 5), *RD[:14]))  # fmt: skip
    return not fed(match, "axis", *FIRST)


@case
def the_army_in_the_crimea_is_cut_off(player: str) -> bool:
    units = {**stack("3119S", *FOOT[:3]), **stack("3018S", *FOOT[3:6]), **stack("3416S", *RD[:2]),
             **stack("3213S", *RD[2:6]), **stack("3412S", *RD[6:10]), **stack("3111S", *FIRST),
             **stack("2919S", *RD[10:14])}  # fmt: skip
    match = ground(units, side="soviet", turn=8, german=(*DNEPR, "2911S", "3107S", "2512S"),
                   **known((4, 5, 5), *RD[:14]))  # fmt: skip
    return not fed(own(player, match, "soviet"), "axis", *FOOT[:6])


@case
def reserves_go_to_the_city_that_is_threatened(player: str) -> bool:
    units = {**stack("4004S", *FIRST, "9pz"), **stack("3903S", *FOOT[:4]), **stack("3803S", *FOOT[4:8]),
             RD[0]: "4205S", **stack("4904S", *RD[1:3])}  # fmt: skip
    match = ground(units, side="soviet", phase="upkeep", turn=8, german=(*DNEPR, "3506S", "3107S"),
                   boxes=dict.fromkeys(RD[3:9], "rvgk"), **known((3, 4, 5), *RD[:3]))  # fmt: skip
    return held(after(player, match, "soviet"), "soviet", "4205S")


@case
def leningrad_keeps_its_road(player: str) -> bool:
    mine = dict(zip(RD, ("4301N", "4402N", "4501N", "4602N", "4503N", "4702N"), strict=False))
    units = {**mine, **stack("4201N", *RD[6:10]), **stack("4204N", *FIRST), **stack("4203N", *FOOT[:4]),
             **stack("4104N", *FOOT[4:8])}  # fmt: skip
    match = ground(units, side="soviet", turn=5, german=(*NORTH, "3606N"), **known((3, 4, 5), *RD[:10]))
    match = after(player, match, "soviet")
    gate = match.c.hex("4301N")
    shut = any(h == gate and match.c.roster.side[u] == "axis" for u, h in enumerate(match.state.hex_of))
    return fed(match, "soviet", *RD[6:10]) >= 3 and held(match, "soviet", "4201N") and not shut


@case
def two_worn_divisions_alone_at_taganrog_are_struck(player: str) -> bool:
    units: dict[str, Any] = {
        "1ss": ("4514S", 2),
        "16mot": ("4514S", 1),
        **stack("4213S", *FOOT[:4]),
        **stack("4513S", *RD[:4]),
        **stack("4614S", *RD[4:8]),
        **stack("4512S", *RD[8:11]),
    }
    match = ground(units, side="soviet", turn=11, weather="frost", german=SOUTH, **known((4, 4, 5), *RD[:11]))
    match = own(player, match, "soviet")
    return left(match, "1ss", "16mot") <= 1 or not fed(match, "axis", "1ss", "16mot")


@case
def both_worn_stacks_at_klin_are_struck_and_not_one(player: str) -> bool:
    worn: dict[str, Any] = {"1inf": ("4914N", 1), "11inf": ("4914N", 1), "21inf": ("4914N", 2), "7pz": ("4815N", 1),
                            "20pz": ("4815N", 1)}  # fmt: skip
    units: dict[str, Any] = {**worn, **dict.fromkeys(FOOT[3:6], ("4516N", 1)), **stack("4912N", *RD[:5]),
                             **stack("4813N", *RD[5:10]), **stack("4917N", *RD[10:15]), **stack("4916N", *RD[15:19]),
                             RD[19]: "5014N", **stack("4817N", *RD[20:22])}  # fmt: skip
    match = ground(units, side="soviet", turn=12, weather="snow", dice=5, german=WEST, **known((4, 4, 5), *RD[:22]))
    match = own(player, match, "soviet")
    return len(there(match, *worn)) <= 2 or not fed(match, "axis", *worn)


@case
def voronezh_does_not_stand_open(player: str) -> bool:
    units = {**stack("4400S", *FIRST, "9pz"), **stack("4301S", *FOOT[:4]), **stack("4701S", *RD[:2]),
             **stack("4803S", *RD[2:4]), **stack("4726N", *RD[4:6])}  # fmt: skip
    match = ground(units, side="soviet", turn=10, weather="frost", empty=["5002S"],
                   german=(*DNEPR, "3506S", "3107S", "4205S"), **known((4, 4, 5), *RD[:6]))  # fmt: skip
    return held(after(player, match, "soviet"), "soviet", "5002S")


@case
def the_motorized_division_alone_is_struck_by_tanks(player: str) -> bool:
    units: dict[str, Any] = {"14mot": ("2911N", 3), **stack("2611N", *FOOT[:4]), **stack("3210N", *TD[:4]),
                             **stack("3213N", *TD[4:7]), **stack("3112N", *RD[:3])}  # fmt: skip
    match = turn(player, units, "soviet", **seen(((5, 4, 8), TD[:7]), ((3, 4, 5), RD[:3])))
    return left(match, "14mot") <= 1 or not fed(match, "axis", "14mot")


@case
def kalinin_in_the_snow_is_retaken_by_three_armies(player: str) -> bool:
    units: dict[str, Any] = {"1pz": ("4813N", 2), "36mot": ("4813N", 1), **stack("4612N", *FOOT[:3]),
                             **stack("4912N", *RD[:5]), **stack("4811N", *RD[5:10]), **stack("5013N", *RD[10:15]),
                             **stack("4515N", *FOOT[3:7])}  # fmt: skip
    match = ground(units, side="soviet", turn=12, weather="snow", german=(*WEST, "3606N", "4813N"),
                   **known((4, 4, 5), *RD[:15]))  # fmt: skip
    return held(own(player, match, "soviet"), "soviet", "4813N")


@case
def reserves_hold_the_city_behind_the_broken_line(player: str) -> bool:
    units = {**stack("3111N", *RD[:2]), **stack("3110N", *RD[2:4]), **stack("3112N", *RD[4:6]),
             **stack("3511N", *RD[6:10]), **stack("2911N", *FIRST, "8pz"), **stack("2910N", *FOOT[:4]),
             **stack("2912N", *FOOT[4:8])}  # fmt: skip
    towns = {"3511N": ("city", 4), "3306N": ("large town", 2)}
    match = painted(units, "soviet", turn=4, places=towns, **known((3, 4, 5), *RD[:10]))
    return held(after(player, match, "soviet"), "soviet", "3511N", "3306N")


@case
def two_divisions_in_a_ring_or_three_beside_it_are_done_away_with(player: str) -> bool:
    units = {**stack("2811N", *RD[:2]), **stack("2710N", *FOOT[:3]), **stack("2812N", *FOOT[3:6]),
             **stack("2910N", *FIRST), **stack("2713N", *FOOT[6:9]), **stack("3311N", *RD[2:5])}  # fmt: skip
    match = turn(player, units, turn=3, **known((3, 5, 5), *RD[:5]))
    return len(there(match, *RD[:5])) <= 3 and left(match, *FIRST) >= 10
