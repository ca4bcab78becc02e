"""More small positions of Proud Monster, each for a whole player turn: groups that act together, rings, lines that hold
through the enemy's reply, garrisons.

The ground is painted clear where it is not the printed board (``ground``); dice show 4 if not said otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.play.match import Match
from tests.players.cases_pm import FOOT, RD, TD, around, far, fought, plain, stack
from tests.players.cases_pm_map import WEST, answered, ground, known, played, stays
from tests.players.deciding import registering
from tests.support.pm_position import at, column, unit

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
NORTH = (*WEST, "2705N")
case = registering(CASES)


def turn(player: str, units: Mapping[str, Any], side: str = "axis", dice: int = 4, **more: Any) -> Match:
    """The painted position after a player turn; nobody has done anything in it for no player."""
    match = plain(units, side=side, dice=[dice] * 80, **more)
    return played(player, match, side) if player else stays(match)


def there(match: Match, *names: str) -> list[str]:
    """Those of some units that are on the map."""
    return [name for name in names if match.state.hex_of[unit(match, name)] >= 0]


def fed(match: Match, side: str, *names: str) -> int:
    """How many of some units are on the map and in supply."""
    return sum(bool(match.view(side).supply(unit(match, name)).in_supply) for name in there(match, *names))


def seen(*groups: tuple[tuple[int, int, int], tuple[str, ...]]) -> dict[str, Any]:
    """Divisions that have been seen, each group alike."""
    who = {name: values for values, names in groups for name in names}
    return {"identities": who, "tried": tuple(who)}


def held(match: Match, side: str, *labels: str) -> bool:
    """Whether a side controls all of some places."""
    return all(column(match, "control")[label] == side for label in labels)


# ---------------------------------------------------------------------- groups
@case
def three_corps_join_on_one_stack(player: str) -> bool:
    units = {**stack("2910N", *FOOT[:3]), **stack("2812N", *FOOT[3:6]), **stack("3012N", *FOOT[6:9]),
             **stack("2911N", *RD[:3]), **stack("3310N", *RD[3:5])}  # fmt: skip
    return len(fought(player, units, **known((4, 4, 5), *RD[:3])).get("2911N", ())) >= 8


@case
def the_army_on_the_coast_is_shut_in(player: str) -> bool:
    side = around("2911N")
    sea = {label: "sea" for label in (side[0], side[5], *(f"{col}{n:02}N" for col in (28, 29, 30) for n in range(11)))}
    units = {**stack("2911N", *RD[:5]), **stack("2713N", *FOOT[:4]), **stack("2814N", *FOOT[4:8]),
             **stack("2913N", "1pz", "6pz", "3mot", "36mot"), **stack("3414N", *RD[5:7])}  # fmt: skip
    return not fed(turn(player, units, ground=sea, **known((5, 6, 5), *RD[:5])), "soviet", *RD[:5])


@case
def two_stacks_are_shut_in_by_three_groups(player: str) -> bool:
    units = {**stack("2911N", *RD[:4]), **stack("2912N", *RD[4:8]), **stack("2811N", *FOOT[:4]),
             **stack("2812N", *FOOT[4:7]), **stack("2813N", *FOOT[7:10]), **stack("2708N", "1pz", "6pz", "3mot"),
             **stack("2716N", "7pz", "20pz", "14mot"), **stack("3411N", *RD[8:10])}  # fmt: skip
    return not fed(turn(player, units, turn=3, **known((4, 5, 5), *RD[:8])), "soviet", *RD[:8])


@case
def riflemen_from_three_sides_shut_the_panzers_in(player: str) -> bool:
    units = {**stack("3011N", "1pz", "6pz"), **stack("2611N", *FOOT[:4]), **stack("3007N", *RD[:4]),
             **stack("3015N", *RD[4:8]), **stack("3311N", *RD[8:12]), **stack("3009N", *TD[:2])}  # fmt: skip
    who = seen(((3, 4, 5), RD[:12]), ((4, 4, 8), TD[:2]))
    return not fed(turn(player, units, "soviet", turn=4, **who), "axis", "1pz", "6pz")


@case
def a_whole_army_strikes_what_stands_alone_beside_it(player: str) -> bool:
    units = {"14mot": ("3011N", 2), **stack("3311N", "1pz", "6pz"), **stack("2711N", *FOOT[:4]),
             **stack("3008N", *RD[:5]), **stack("3014N", *RD[5:10]), **stack("3009N", *TD[:2])}  # fmt: skip
    who = seen(((4, 4, 5), RD[:10]), ((5, 4, 8), TD[:2]))
    match = turn(player, units, "soviet", 5, turn=4, **who)
    return "14mot" not in there(match, "14mot") or not fed(match, "axis", "1pz", "6pz")


@case
def a_ring_is_kept_though_a_division_stands_beyond(player: str) -> bool:
    units = {**stack("2911N", *RD[:5]), **dict(zip(FOOT, around("2911N"), strict=False)),
             **stack("2711N", "1pz", "6pz", "3mot"), RD[5]: "3112N", RD[6]: "3410N"}  # fmt: skip
    who = seen(((5, 6, 5), RD[:5]), ((2, 2, 5), RD[5:7]))
    return not fed(turn(player, units, dice=3, turn=3, **who), "soviet", *RD[:5])


@case
def the_last_door_of_the_pocket_is_shut(player: str) -> bool:
    north, _, _, *others = around("2817N")
    units = {**stack("2817N", *RD[:5]), **dict(zip(FOOT, (north, *others), strict=False)),
             **stack("2615N", "7pz", "20pz", "14mot"), **stack("2619N", "3pz", "4pz"),
             **stack("3316N", *RD[5:8])}  # fmt: skip
    match = played(player, ground(units, turn=2, **known((4, 4, 5), *RD[:5])), "axis")
    return not fed(match, "soviet", *RD[:5])


@case
def the_neck_is_stormed_and_the_city_behind_it_taken(player: str) -> bool:
    lakes = {f"29{n:02}N": "lake" for n in range(2, 22) if n != 11}
    units = {**stack("2811N", "1pz", "6pz", "3mot"), **stack("2711N", *FOOT[:4]), RD[0]: "2911N", RD[1]: "3620N"}
    match = turn(player, units, dice=5, ground=lakes, places={"3212N": ("city", 3)}, **known((1, 1, 5), RD[0]))
    return held(match, "axis", "3212N")


@case
def the_ring_about_the_city_is_broken(player: str) -> bool:
    sides = around("2911N")
    ring = {**dict(zip(FOOT, sides, strict=False)), FOOT[1]: (sides[1], 1), FOOT[2]: (sides[2], 1)}
    units = {**ring, **stack("2911N", *RD[:4]), **stack("3212N", *RD[4:9]), **stack("3211N", *RD[9:14])}
    match = turn(player, units, "soviet", 6, places={"2911N": ("city", 3)}, **known((4, 5, 5), *RD[:14]))
    return fed(match, "soviet", *RD[:4]) >= 1


@case
def two_groups_come_up_and_take_the_town_back(player: str) -> bool:
    units = {"126inf": ("2911N", 1), **stack("2511N", *FOOT[:4]), **stack("3208N", *RD[:3]), **stack("3214N", *RD[3:6])}
    town = {"places": {"2911N": ("large town", 2)}, "control": {"2911N": "axis"}}
    return held(turn(player, units, "soviet", 5, **town, **known((3, 3, 5), *RD[:6])), "soviet", "2911N")


@case
def an_advance_does_not_open_the_ring(player: str) -> bool:
    units = {**stack("4117N", *RD[:4]), **stack("4118N", *RD[4:8]), **stack("4017N", *FOOT[:4]),
             **stack("4018N", *FOOT[4:8]), **stack("3915N", "7pz", "20pz", "14mot", "12pz"),
             **stack("3920N", "3pz", "4pz", "10mot", "29mot"), **stack("4019N", *FOOT[8:12]),
             **stack("4016N", "17pz", "18pz"), **stack("4616N", *RD[8:11])}  # fmt: skip
    match = ground(units, turn=7, german=NORTH, **known((4, 5, 5), *RD[:8]))
    return not fed(played(player, match, "axis"), "soviet", *RD[:8])


# ---------------------------------------------------------------------- garrisons, lines
@case
def an_empty_town_behind_the_front_gets_somebody(player: str) -> bool:
    units = {**stack("3615N", *FOOT[:4]), **stack("3617N", *FOOT[4:8]), "10mot": "3616N", TD[0]: "3714N",
             TD[1]: "3415N", **stack("4416N", *RD[:4])}  # fmt: skip
    who = seen(((4, 4, 5), RD[:4]), ((3, 3, 8), TD[:2]))
    match = played(player, ground(units, turn=5, german=NORTH, full=["3817N"], **who), "axis")
    return held(answered(match, "soviet"), "axis", "3514N", "3418N")


@case
def the_towns_behind_the_front_keep_somebody(player: str) -> bool:
    units = {"1inf": "3418N", **stack("3616N", *FOOT[1:5]), **stack("3817N", "7pz", "20pz", "14mot"), RD[0]: "3421N",
             TD[0]: "3521N", **stack("4116N", *RD[3:6])}  # fmt: skip
    who = seen(((3, 3, 5), RD[:6]), ((4, 3, 8), TD[:1]))
    match = answered(played(player, ground(units, turn=5, german=NORTH, **who), "axis"), "soviet")
    return held(match, "axis", "3418N", "3817N")


@case
def novgorod_is_taken_and_pskov_kept(player: str) -> bool:
    units = {**stack("3606N", "1pz", "6pz", "36mot", "58inf"), **stack("3505N", *FOOT[:3]), **stack("3504N", *RD[:3]),
             RD[5]: "4303N"}  # fmt: skip
    match = ground(units, turn=4, german=("2705N", "3606N"), **known((3, 4, 5), *RD[:6]))
    match = played(player, match, "axis")
    return held(match, "axis", "4206N", "3606N") and held(answered(match, "soviet"), "axis", "3606N")


@case
def one_division_does_not_storm_three(player: str) -> bool:
    units = {**stack("4017N", *FOOT[:3]), **stack("3817N", *FOOT[5:8]), **stack("4117N", *RD[:3]),
             **stack("4217N", *RD[3:5])}  # fmt: skip
    match = ground(units, side="soviet", turn=6, german=NORTH, dice=2, **known((3, 4, 5), *RD[:5]))
    return len(there(played(player, match, "soviet"), *RD[:5])) == 5


@case
def the_city_is_held_though_the_line_before_it_is_long(player: str) -> bool:
    sea = {f"{col}{n:02}N": "sea" for col in range(26, 41) for n in (*range(8), *range(15, 27))}
    sea |= {f"{col}{n:02}S": "sea" for col in range(26, 41) for n in range(3)}
    line = dict(zip(RD, (f"31{n:02}N" for n in range(8, 15)), strict=False))
    units = {**stack("2811N", "1pz", "6pz", "3mot"), **stack("2810N", "7pz", "20pz", "14mot"), **line,
             **stack("2812N", *FOOT[:5]), **stack("3411N", *RD[7:15])}  # fmt: skip
    match = turn(player, units, "soviet", 5, turn=4, ground=sea, places={"3611N": ("city", 3)},
                 **known((3, 4, 5), *RD[:15]))  # fmt: skip
    for phase in ("soviet", "axis"):
        match = played("normal", match, phase)
    return held(match, "soviet", "3611N")


@case
def voronezh_gets_a_garrison_that_stands(player: str) -> bool:
    mine = dict(zip(RD[:4], ("5103S", "5004S", "5101S", "4902S"), strict=True))
    units = {**mine, **stack("4602S", "9pz", "16pz", "14mot"), **stack("4400S", *FOOT[:4])}
    match = ground(units, side="soviet", turn=8, german=(*NORTH, "4205S", "4400S"), **known((3, 4, 5), *RD[:4]))
    match = played(player, match, "soviet") if player else stays(match)
    guard = sum(at(match, name) == "5002S" for name in RD[:4])
    return guard >= 2 and held(answered(match, "axis"), "soviet", "5002S")


@case
def a_division_stays_with_the_city_that_panzers_leave(player: str) -> bool:
    units = {**stack("2811N", "1pz", "6pz", "1inf"), RD[0]: "3411N", TD[0]: "2718N"}
    towns = {"2811N": ("large town", 2), "3311N": ("large town", 2)}
    match = turn(player, units, places=towns, control={"2811N": "axis"}, turn=4, **known((2, 2, 5), RD[0]))
    return held(match, "axis", *towns) and at(match, "1inf") == "2811N" and far(match, "1pz", "3311N") <= 1
