"""Small positions of Proud Monster: who goes too deep, who is left to others, aircraft and hedgehogs before a battle.

The ground is painted clear where it is not the printed board (``ground``); dice show 4 if not said otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.play.match import Match
from tests.players.cases_pm import FOOT, RD, TD, plain, stack
from tests.players.cases_pm_bars import FIRST, SECOND, THIRD, after, painted, sea
from tests.players.cases_pm_groups import fed, held, seen, there, turn
from tests.players.cases_pm_map import WEST, ground, known, played, stays
from tests.players.deciding import registering
from tests.support.asking import acts, first
from tests.support.pm_position import column, unit

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
case = registering(CASES)


def left(match: Match, *names: str) -> int:
    """Steps of those of some units that are on the map."""
    return sum(match.state.steps_left[unit(match, name)] for name in there(match, *names))


# ---------------------------------------------------------------------- the German side
@case
def nobody_goes_into_the_sack_for_a_point(player: str) -> bool:
    units = {**stack("2811N", *FIRST), **stack("2611N", *FOOT[:4]), **stack("3208N", *RD[:5]),
             **stack("3214N", *RD[5:10]), **stack("3610N", *RD[10:15]), **stack("3307N", *TD[:4]),
             **stack("3315N", *TD[4:8]), RD[15]: "2711N"}  # fmt: skip
    who = seen(((5, 6, 5), RD[:15]), ((6, 5, 8), TD[:8]), ((1, 1, 5), RD[15:16]))
    match = after(player, painted(units, "axis", turn=6, places={"3411N": ("large town", 1)}, **who), "axis")
    return fed(match, "axis", *FIRST) == 3 and left(match, *FIRST) >= 9 and not there(match, RD[15])


@case
def six_divisions_have_better_things_to_do_than_ring_one(player: str) -> bool:
    units = {**stack("2810N", *FIRST), **stack("2812N", *SECOND), **stack("2711N", *FOOT[:4]), RD[0]: "2914N",
             RD[1]: "3411N", **stack("3911N", *RD[2:5])}  # fmt: skip
    who = seen(((2, 3, 5), RD[:2]), ((3, 4, 5), RD[2:5]))
    return held(turn(player, units, turn=4, places={"3411N": ("city", 4)}, **who), "axis", "3411N")


@case
def leningrad_is_strangled(player: str) -> bool:
    units = {**stack("4201N", *RD[:6]), **stack("4302N", *FIRST), **stack("4203N", *FOOT[:4]),
             **stack("4303N", *FOOT[4:7]), **stack("4403N", *SECOND), **stack("4703N", *RD[6:9])}  # fmt: skip
    match = ground(units, turn=5, german=(*WEST, "3606N", "2705N"), **known((4, 5, 5), *RD[:9]))
    return not fed(played(player, match, "axis"), "soviet", *RD[:6])


@case
def two_groups_strike_the_tanks_that_broke_through(player: str) -> bool:
    units = {**stack("3418N", *TD[:4]), **stack("3617N", *FIRST), **stack("3317N", *FOOT[:4]),
             **stack("3420N", *FOOT[4:8]), **stack("3920N", *RD[:5])}  # fmt: skip
    who = seen(((5, 4, 8), TD[:4]), ((3, 4, 5), RD[:5]))
    match = ground(units, turn=4, german=tuple(h for h in WEST if h != "3418N"), **who)
    match = played(player, match, "axis")
    return not there(match, *TD[:4]) and held(match, "axis", "3418N")


@case
def all_come_for_the_city_that_is_too_strong_for_each(player: str) -> bool:
    units = {**stack("2811N", *FOOT[:5]), **stack("2713N", *FOOT[5:10]), **stack("2906N", *FIRST),
             **stack("2911N", *RD[:4]), **stack("3611N", *RD[4:6])}  # fmt: skip
    match = turn(player, units, turn=4, dice=5, places={"2911N": ("city", 4)}, **known((3, 4, 5), *RD[:6]))
    return held(match, "axis", "2911N")


@case
def the_worn_corps_leaves_the_closing_sack(player: str) -> bool:
    worn: dict[str, Any] = {name: ("3211N", 2) for name in FIRST}
    units = {**worn, **stack("2710N", *FOOT[:4]), **stack("2712N", *FOOT[4:8]), **stack("3108N", *RD[:4]),
             **stack("3114N", *RD[4:8]), **stack("3411N", *RD[8:12]), **stack("3208N", *TD[:3]),
             **stack("3214N", *TD[3:6])}  # fmt: skip
    who = seen(((4, 5, 5), RD[:12]), ((6, 5, 8), TD[:6]))
    return fed(after(player, painted(units, "axis", turn=6, **who), "axis"), "axis", *FIRST) == 3


@case
def aircraft_cover_worn_panzers_that_stand_before_tanks(player: str) -> bool:
    units = {"1pz": ("2811N", 2), "6pz": ("2811N", 2), **stack("2505N", *FOOT[:4]), **stack("2911N", *TD[:5]),
             **stack("2910N", *RD[:5])}  # fmt: skip
    who = seen(((6, 5, 8), TD[:5]), ((4, 6, 5), RD[:5]))
    match = plain(units, phase="commitment", turn=3, boxes={"viii-fk": "air"}, **who)
    acts(match, player)
    return column(match, "carries").get("viii-fk", "") in ("1pz", "6pz")


@case
def aircraft_count_where_a_ring_is_to_be_stormed(player: str) -> bool:
    units = {**stack("2806N", *FOOT[:5]), **stack("2906N", *RD[:3]), **stack("2818N", *FOOT[5:10]),
             **stack("2918N", *RD[3:6]), "1pz": "2819N"}  # fmt: skip
    match = plain(units, phase="commitment", turn=4, boxes={"viii-fk": "air"}, places={"2906N": ("city", 4)},
                  **known((3, 4, 5), *RD[:6]))  # fmt: skip
    acts(match, player)
    return column(match, "carries").get("viii-fk", "") in (*FOOT[:5], "1pz")


@case
def a_hedgehog_is_lifted_for_a_good_attack(player: str) -> bool:
    units = {**stack("2811N", *FOOT[:4]), RD[0]: "2911N", **stack("3511N", *RD[1:4])}
    match = plain(units, phase="hedgehogs", turn=12, weather="frost", hedgehogs=["2811N"],
                  places={"2811N": ("large town", 2)}, control={"2811N": "axis"},
                  **seen(((1, 1, 5), RD[:1]), ((3, 4, 5), RD[1:4])))  # fmt: skip
    acts(match, player)
    return "2811N" not in column(match, "hedgehogs")


@case
def the_pause_is_taken_before_full_places_far_away(player: str) -> bool:
    german = (*WEST, "3001S", "3606N", "2705N", "2403S", "3107S", "3326N", "2911S", "3506S")
    units = {**stack("3817N", *FIRST, "7pz"), **stack("3001S", *THIRD), **stack("3606N", *FOOT[:4]),
             **stack("3323N", *FOOT[4:8])}  # fmt: skip
    full = ("4201N", "4206N", "5017N", "5116N", "4205S", "4921N", "4813N", "5002S", "4715S", "4412S", "3809S",
            "3711S", "2512S", "2919S")  # fmt: skip
    return first(ground(units, phase="pause", turn=3, german=german, full=full), player) == "pause"


# ---------------------------------------------------------------------- the Soviet side
@case
def the_corridor_is_stormed_behind_the_panzers(player: str) -> bool:
    units = {**stack("3711N", *FIRST, "7pz"), "1inf": ("3111N", 1), **stack("2511N", *FOOT[4:8]),
             **stack("3308N", *RD[:5]), **stack("3314N", *RD[5:10]), **stack("4211N", *RD[10:14])}  # fmt: skip
    match = turn(player, units, "soviet", turn=5, dice=5, ground=sea([31], "3111N"),
                 zones={"supply_soviet": ["4411N"]}, **known((4, 5, 5), *RD[:14]))  # fmt: skip
    return not fed(match, "axis", *FIRST)


@case
def smolensk_stands_against_two_groups(player: str) -> bool:
    units = {**stack("4117N", *RD[:4]), **stack("4019N", *RD[4:8]), **stack("3417N", *FIRST),
             **stack("3515N", *SECOND), **stack("3216N", *FOOT[:4]), **stack("3416N", *FOOT[4:7])}  # fmt: skip
    match = ground(units, side="soviet", turn=3, german=("2817N", "3514N", "3418N"), empty=["3817N"],
                   **known((3, 4, 5), *RD[:8]))  # fmt: skip
    return held(after(player, match, "soviet"), "soviet", "3817N")


@case
def yelnya_is_taken_back(player: str) -> bool:
    units = {**dict.fromkeys(FOOT[:3], ("4019N", 1)), **stack("3615N", *FIRST), **stack("3718N", *FOOT[4:8]),
             **stack("4220N", *RD[:5]), **stack("4116N", *RD[5:10]), **stack("4217N", *TD[:2])}  # fmt: skip
    match = ground(units, side="soviet", turn=4, german=WEST, **known((4, 4, 5), *RD[:10]))
    match = played(player, match, "soviet") if player else stays(match)
    return len(there(match, *FOOT[:3])) <= 1


@case
def the_army_before_the_enemy_goes_back_into_the_town(player: str) -> bool:
    units = {**stack("2911N", *RD[:5]), **stack("2811N", *FOOT[:4]), **stack("2810N", *FOOT[4:8]),
             **stack("2812N", *FOOT[8:12])}  # fmt: skip
    match = painted(units, "soviet", turn=4, places={"3311N": ("large town", 2)}, **known((2, 3, 5), *RD[:5]))
    match = after(player, match, "soviet")
    return held(match, "soviet", "3311N") and len(there(match, *RD[:5])) >= 3
