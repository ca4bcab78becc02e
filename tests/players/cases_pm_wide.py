"""More small positions of Proud Monster, most of them on the printed board: pockets and causeways, towns in whose reach
whole armies stand, who is relieved and who comes back.

The ground is painted clear where it is not the printed board (``ground``); dice show 4 if not said otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.play.match import Match
from tests.players.cases_pm import FOOT, RD, TD, around, stack
from tests.players.cases_pm_bars import FIRST, SECOND, THIRD, after, sea
from tests.players.cases_pm_deep import left
from tests.players.cases_pm_groups import fed, held, seen, there, turn
from tests.players.cases_pm_map import WEST, answered, ground, known, played, stays
from tests.players.deciding import registering
from tests.support.pm_position import at

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
CD = tuple(f"cd-{n:03}" for n in range(1, 5))
DNEPR = (*WEST, "3001S", "2403S")
"""Places that the Germans hold once they are over the Dnepr."""
case = registering(CASES)


def own(player: str, match: Match, side: str) -> Match:
    """The same after a player turn of a side; nobody does anything for no player."""
    return played(player, match, side) if player else stays(match)


# ---------------------------------------------------------------------- the German side
@case
def the_army_at_velikie_luki_is_ringed(player: str) -> bool:
    units = {**stack("3612N", *RD[:5]), **stack("3309N", *FIRST), **stack("3315N", *SECOND),
             **stack("3511N", *FOOT[:4]), **stack("3512N", *FOOT[4:8]), **stack("3410N", *FOOT[8:11]),
             **stack("4112N", *RD[5:8])}  # fmt: skip
    match = ground(units, turn=4, german=WEST, **known((4, 5, 5), *RD[:8]))
    return not fed(own(player, match, "axis"), "soviet", *RD[:5])


@case
def gomel_and_chernigov_are_kept_from_the_cavalry(player: str) -> bool:
    units = {**stack("3524N", *FOOT[:4]), **stack("3522N", *FOOT[4:7]), **stack("3621N", *FIRST),
             **stack("3727N", *CD[:2]), CD[2]: "3700S", **stack("3921N", *RD[:3])}  # fmt: skip
    who = seen(((2, 2, 8), CD[:3]), ((3, 4, 5), RD[:3]))
    return held(after(player, ground(units, turn=6, german=(*WEST, "3326N"), **who), "axis"), "axis", "3323N", "3326N")


@case
def the_neck_before_the_crimea_is_stormed(player: str) -> bool:
    units = {**stack("3214S", *FOOT[:4]), **stack("3113S", *FOOT[4:8]), **stack("3013S", "1ss", "ro-1arm"),
             "rd-060": "3215S"}  # fmt: skip
    match = ground(units, turn=7, dice=5, empty=["2919S"], german=(*WEST, "2911S", "3107S", "2512S"),
                   **known((2, 2, 5), "rd-060"))  # fmt: skip
    return not there(own(player, match, "axis"), "rd-060")


@case
def kiev_falls_or_all_around_it_are_shut_in(player: str) -> bool:
    units = {**stack("3001S", *RD[:6]), **stack("3102S", *RD[6:10]), **stack("2901S", *FOOT[:4]),
             **stack("2902S", *FOOT[4:8]), **stack("3326N", *SECOND, "12pz"), **stack("3306S", *THIRD, "9pz"),
             **stack("3002S", *FOOT[8:12]), **stack("3902S", *RD[10:13])}  # fmt: skip
    match = ground(units, turn=6, german=(*WEST, "3326N", "3107S", "2403S"), **known((3, 4, 5), *RD[:13]))
    match = own(player, match, "axis")
    return held(match, "axis", "3001S") or not fed(match, "soviet", *RD[:10])


@case
def worn_panzers_leave_the_bridgehead_to_foot(player: str) -> bool:
    units: dict[str, Any] = {"7pz": ("3917N", 1), "20pz": ("3917N", 2), "14mot": ("3917N", 2),
                             **stack("3715N", *FOOT[:4]), **stack("3719N", *FOOT[4:8]), **stack("4217N", *RD[:6]),
                             **stack("4218N", *RD[6:11]), **stack("4219N", *TD[:3])}  # fmt: skip
    match = ground(units, turn=5, german=WEST, **seen(((5, 5, 5), RD[:11]), ((6, 5, 8), TD[:3])))
    match = after(player, match, "axis")
    return left(match, *SECOND) == 5 and fed(match, "axis", *SECOND) == 3


@case
def the_raiders_west_of_poltava_are_ringed(player: str) -> bool:
    units = {**stack("3504S", *CD[:3]), **stack("3303S", *FOOT[:3]), **stack("3506S", *THIRD),
             **stack("3602S", *FOOT[3:6]), **stack("3305S", *FOOT[6:9]), **stack("4205S", *RD[:4])}  # fmt: skip
    who = seen(((2, 2, 8), CD[:3]), ((3, 4, 5), RD[:4]))
    match = own(player, ground(units, turn=7, german=(*DNEPR, "3506S", "3107S"), **who), "axis")
    return not fed(match, "soviet", *CD[:3])


@case
def two_corps_relieve_the_corps_in_the_ring(player: str) -> bool:
    units = {**stack("3911N", *FIRST), **dict(zip(RD, around("3911N"), strict=False)),
             **stack("3409N", *SECOND, "12pz"), **stack("3511N", *FOOT[:4]), **stack("3413N", *FOOT[4:8]),
             **stack("4611N", *RD[6:10])}  # fmt: skip
    match = turn(player, units, turn=5, dice=5, zones={"supply_soviet": ["4711N"]}, **known((2, 3, 5), *RD[:10]))
    return fed(match, "axis", *FIRST) == 3


@case
def kirovograd_gets_help_before_the_armies_come(player: str) -> bool:
    units = {"72inf": "3107S", **stack("2906S", *FOOT[:4]), **stack("2907S", *FOOT[4:8]), **stack("3307S", *RD[:4]),
             **stack("3308S", *RD[4:8]), **stack("3206S", *RD[8:12]), **stack("3405S", *TD[:2])}  # fmt: skip
    who = seen(((4, 4, 5), RD[:12]), ((5, 4, 8), TD[:2]))
    match = after(player, ground(units, turn=5, german=("3107S", "2403S", "3001S"), **who), "axis")
    return held(match, "axis", "3107S")


@case
def smolensk_is_not_left_to_two_while_four_armies_stand_near(player: str) -> bool:
    units = {**stack("3817N", "6pz", "20pz", "3ss", *FOOT[:3]), **stack("3617N", *FOOT[3:7]), TD[0]: "3323N",
             **stack("4016N", *RD[:5]), **stack("4018N", *RD[5:10]), **stack("3920N", *RD[10:14]),
             **stack("3714N", *RD[14:18])}  # fmt: skip
    who = seen(((4, 4, 5), RD[:18]), ((3, 3, 8), TD[:1]))
    match = ground(units, turn=5, german=tuple(h for h in WEST if h != "3323N"), **who)
    match = own(player, match, "axis")
    gone = any(at(match, u) != "3817N" for u in ("6pz", "20pz", "3ss"))
    return gone and held(answered(match, "soviet"), "axis", "3817N")


# ---------------------------------------------------------------------- the Soviet side
@case
def the_two_dams_behind_the_panzers_are_stormed(player: str) -> bool:
    units: dict[str, Any] = {**stack("3611N", *FIRST), **stack("3511N", *SECOND), "57inf": ("3111N", 1),
                             "75inf": ("3112N", 1), **stack("2611N", *FOOT[:4]), **stack("3307N", *RD[:5]),
                             **stack("3316N", *RD[5:10]), **stack("3207N", *TD[:2]),
                             **stack("4111N", *RD[10:15])}  # fmt: skip
    match = turn(player, units, "soviet", 5, turn=8, ground=sea([31], "3111N", "3112N"),
                 zones={"supply_soviet": ["4411N"]}, **seen(((4, 5, 5), RD[:15]), ((5, 4, 8), TD[:2])))  # fmt: skip
    return not fed(match, "axis", *FIRST, *SECOND)


@case
def both_ends_of_the_causeways_are_stormed(player: str) -> bool:
    units = {**stack("3412N", *FIRST), "ro-1inf": "3009N", "ro-2inf": "3013N", **stack("2611N", *FOOT[:3]),
             **stack("3306N", *RD[:4]), **stack("3317N", *RD[4:8]), **stack("3911N", *RD[8:11])}  # fmt: skip
    match = turn(player, units, "soviet", 5, turn=5, ground=sea([30], "3009N", "3013N"),
                 zones={"supply_soviet": ["4411N"]}, **known((4, 4, 5), *RD[:11]))  # fmt: skip
    return not fed(match, "axis", *FIRST)


@case
def kiev_is_relieved(player: str) -> bool:
    ring = around("3001S")
    units: dict[str, Any] = {u: (h, 2 if h.startswith("31") else 0) for u, h in zip(FOOT, ring, strict=False)}
    units |= {**stack("3001S", *RD[:4]), **stack("3302S", *RD[4:9]), **stack("3203S", *RD[9:14]),
              **stack("3300S", *RD[14:18]), **stack("2802S", *FIRST)}  # fmt: skip
    match = ground(units, side="soviet", turn=7, dice=5, german=(*WEST, "2403S"), **known((4, 5, 5), *RD[:18]))
    match = own(player, match, "soviet")
    return fed(match, "soviet", *RD[:4]) >= 3 and held(match, "soviet", "3001S")


@case
def moscow_and_tula_get_what_each_needs(player: str) -> bool:
    mine = dict(zip(RD, ("5117N", "5118N", "5020N", "5022N", "4912N", "5119N", "5017N"), strict=False))
    units = {**stack("4619N", *FIRST, "8pz"), **stack("4519N", *FOOT[:4]), **mine}
    match = ground(units, side="soviet", turn=7, empty=["5017N", "5116N", "4921N"], german=WEST,
                   **known((3, 4, 5), *RD[:7]))  # fmt: skip
    return held(after(player, match, "soviet"), "soviet", "5017N", "5116N", "4921N")


@case
def leningrad_is_filled_before_the_foot_comes(player: str) -> bool:
    mine = dict(zip(RD, ("4302N", "4303N", "4401N", "4203N", "4403N", "4404N"), strict=False))
    units = {**mine, **stack("3902N", *FIRST), **stack("3901N", *FOOT[:4]), **stack("4003N", *FOOT[4:8])}
    match = ground(units, side="soviet", turn=5, empty=["4201N"], german=(*WEST, "3606N", "2705N"),
                   **known((3, 4, 5), *RD[:6]))  # fmt: skip
    return held(after(player, match, "soviet"), "soviet", "4201N")


@case
def vitebsk_and_smolensk_are_kept_in_july(player: str) -> bool:
    mine = dict(zip(RD, ("3614N", "3613N", "3612N", "3715N", "3716N", "3515N"), strict=False))
    units = {**mine, **stack("3113N", *SECOND), **stack("3012N", *FOOT[:4]), **stack("3817N", *RD[6:9])}
    match = ground(units, side="soviet", empty=["3514N"], german=("2817N", "2705N"), **known((3, 4, 5), *RD[:9]))
    return held(after(player, match, "soviet"), "soviet", "3514N", "3817N")
