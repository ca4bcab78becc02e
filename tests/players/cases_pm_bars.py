"""Small positions of Proud Monster about what must not stand open: towns that were stormed and are left, ways into
Greater Germany, holes in a row, garrisons that others call away; and who joins whom against what stands alone.

The ground is painted clear where it is not the printed board (``ground``); dice show 4 if not said otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.play.match import Match
from tests.players.cases_pm import FOOT, RD, TD, around, far, fought, moved, plain, stack
from tests.players.cases_pm_groups import fed, held, seen, there, turn
from tests.players.cases_pm_map import answered, ground, known, played, stays
from tests.players.deciding import registering
from tests.support.pm_position import at, unit

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
FIRST, SECOND, THIRD = ("1pz", "6pz", "3mot"), ("7pz", "20pz", "14mot"), ("3pz", "4pz", "10mot")
BORDER = [f"20{n:02}N" for n in range(6, 15)]
"""Hexes of Greater Germany where a position has a border of its own."""
case = registering(CASES)


def sea(columns: Iterable[int], *land: str) -> dict[str, str]:
    """Whole columns of the map as sea but for some hexes."""
    rows = [f"{n:02}N" for n in range(28)] + [f"{n:02}S" for n in range(25)]
    return {f"{column}{row}": "sea" for column in columns for row in rows if f"{column}{row}" not in land}


def after(player: str, match: Match, side: str) -> Match:
    """The same after a player turn and what the other side answers; nobody does anything for no player."""
    match = played(player, match, side) if player else stays(match)
    return answered(match, "soviet" if side == "axis" else "axis")


def painted(units: Mapping[str, Any], side: str, **more: Any) -> Match:
    """A painted position that goes on through the enemy's answer."""
    return plain(units, side=side, dice=[4] * 160, **more)


def inside(match: Match, hexes: Iterable[int]) -> bool:
    """Whether a Soviet unit stands in any of some hexes."""
    there = set(hexes)
    return any(h in there and match.c.roster.side[u] == "soviet" for u, h in enumerate(match.state.hex_of))


# ---------------------------------------------------------------------- the German side
@case
def the_town_is_stormed_beyond_the_neck_and_both_are_kept(player: str) -> bool:
    units = {**stack("2911N", *FIRST), **stack("2811N", *FOOT[:3]), RD[0]: "3411N", **stack("3207N", *TD[:3]),
             **stack("3208N", *RD[1:4])}  # fmt: skip
    who = seen(((2, 2, 5), RD[:1]), ((4, 4, 8), TD[:3]), ((3, 3, 5), RD[1:4]))
    towns = {"3411N": ("large town", 3)}
    match = after(player, painted(units, "axis", turn=4, ground=sea([29], "2911N"), places=towns, **who), "axis")
    return held(match, "axis", "3411N") and fed(match, "axis", *FIRST) == len(there(match, *FIRST)) >= 2


@case
def the_neck_before_the_border_is_held_and_not_the_border(player: str) -> bool:
    units = {**stack("2110N", *FOOT[:4]), **stack("2610N", *TD[:3]), **stack("2612N", *RD[:5])}
    zones = {"zomo_germany": BORDER, "supply_german": BORDER}
    who = seen(((3, 3, 5), RD[:5]), ((4, 4, 8), TD[:3]))
    land = sea([23], "2310N", "2311N")
    match = after(player, painted(units, "axis", turn=4, couplet=2, ground=land, zones=zones, **who), "axis")
    return not inside(match, map(match.c.hex, BORDER))


@case
def the_raider_on_the_border_is_killed(player: str) -> bool:
    units = {TD[0]: "2010N", **stack("2210N", *FOOT[:3]), **stack("2212N", *FOOT[3:5]), **stack("3411N", *RD[:3])}
    zones = {"zomo_germany": BORDER[3:6], "supply_german": BORDER}
    return not there(turn(player, units, dice=5, zones=zones, turn=4, couplet=2, **known((4, 4, 8), TD[0])), TD[0])


@case
def the_hole_in_the_row_is_closed(player: str) -> bool:
    row = {f"{column}{n:02}N": "sea" for column in range(26, 42) for n in (*range(8), *range(14, 28))}
    row |= {f"{column}{n:02}S": "sea" for column in range(26, 42) for n in range(25)}
    units = {**stack("3008N", *FOOT[:2]), **stack("3009N", *FOOT[2:4]), **stack("3011N", *FOOT[4:6]),
             **stack("3012N", *FOOT[6:8]), "126inf": "3013N", **stack("2711N", "122inf", "12inf", "290inf"),
             **stack("3509N", *RD[:5]), **stack("3510N", *RD[5:10]), **stack("3512N", *RD[10:15]),
             **stack("3511N", *TD[:4])}  # fmt: skip
    towns = dict.fromkeys(("2711N", "2708N"), ("large town", 2))
    who = seen(((5, 6, 5), RD[:15]), ((5, 4, 8), TD[:4]))
    mine = dict.fromkeys(towns, "axis")
    match = painted(units, "axis", turn=6, ground=row, places=towns, control=mine, **who)
    return held(after(player, match, "axis"), "axis", *towns)


@case
def panzers_go_around_and_strike_from_the_far_side_too(player: str) -> bool:
    units = {
        **stack("2911N", *RD[:3]),
        **stack("2811N", *FOOT[:4]),
        **stack("2708N", *FIRST),
        **stack("3411N", *RD[3:6]),
    }
    match, ring = moved(player, units, **known((4, 5, 5), *RD[:6])), around("2911N")
    near = [any(at(match, u) == label for u in (*FOOT[:4], *FIRST)) for label in ring]
    return any(near[n] and near[n + 3] for n in range(3)) or sum(near) > 3 or all(near[::2]) or all(near[1::2])


@case
def the_river_is_gone_around(player: str) -> bool:
    wet = ("2811N", "2812N", "2910N")
    units = {**stack("2911N", *RD[:3]), **stack("2811N", *FOOT[:3]), **stack("2812N", *FOOT[3:5]),
             **stack("2713N", *FIRST), **stack("3411N", *RD[3:6])}  # fmt: skip
    match = moved(player, units, lines={"river": [f"{h}-2911N" for h in wet]}, **known((4, 4, 5), *RD[:6]))
    dry = set(around("2911N")).difference(wet)
    return not there(match, RD[0]) or any(at(match, u) in dry for u in (*FOOT[:5], *FIRST))


@case
def a_worn_division_does_not_stand_alone(player: str) -> bool:
    units = {"126inf": ("2911N", 1), **stack("2711N", *FOOT[:3]), **stack("3012N", *RD[:5]), **stack("3013N", *RD[5:8])}
    match = painted(units, "axis", turn=4, **known((4, 5, 5), *RD[:8]))
    match = played(player, match, "axis") if player else stays(match)
    mates = match.state.hex_of.count(match.state.hex_of[unit(match, "126inf")])
    return mates >= 3 or far(match, "126inf", "3012N") >= 6


@case
def own_panzers_are_relieved(player: str) -> bool:
    units = {**stack("3111N", "1pz", "6pz"), **dict(zip(RD, around("3111N"), strict=False)),
             **stack("2811N", *FOOT[:5]), **stack("2810N", *FOOT[5:9]), **stack("2812N", "3pz", "10mot"),
             **stack("3511N", *RD[6:10])}  # fmt: skip
    return fed(turn(player, units, turn=4, **known((3, 4, 5), *RD[:10])), "axis", "1pz", "6pz") == 2


@case
def three_groups_hunt_three_divisions(player: str) -> bool:
    units = {**stack("2809N", *FIRST), **stack("2812N", *SECOND), **stack("2815N", *THIRD), RD[0]: "3110N",
             RD[1]: "3112N", RD[2]: "3114N", RD[3]: "3612N", **stack("2510N", *FOOT[:4])}  # fmt: skip
    return len(there(turn(player, units, dice=5, turn=3, **known((2, 3, 5), *RD[:4])), *RD[:3])) <= 1


# ---------------------------------------------------------------------- the Soviets
@case
def the_neck_behind_the_panzers_is_shut(player: str) -> bool:
    units = {**stack("3311N", *FIRST), **stack("2511N", *FOOT[:4]), **stack("3107N", *RD[:3]),
             **stack("3115N", *RD[3:6]),
             **stack("3611N", *RD[6:9]), "122inf": ("2911N", 1)}  # fmt: skip
    match = turn(player, units, "soviet", 5, ground=sea([29], "2910N", "2911N"), turn=4, **known((4, 4, 5), *RD[:9]))
    return not fed(match, "axis", *FIRST)


@case
def the_ally_is_struck_beside_the_panzers(player: str) -> bool:
    units = {"ro-7inf": "2911N", **stack("2909N", "1pz", "6pz", "1inf"), **stack("3011N", *RD[:3]),
             **stack("3012N", *RD[3:6], TD[0]), **stack("2711N", *FOOT[1:4])}  # fmt: skip
    who = seen(((4, 4, 5), RD[:6]), ((5, 4, 8), TD[:1]))
    return set(fought(player, units, side="soviet", zones={"supply_romanian": ["2012N"]}, turn=4, **who)) == {"2911N"}


@case
def odessa_is_helped_over_the_sea(player: str) -> bool:
    units = {RD[0]: "2512S", **stack("2919S", *RD[1:6]), **stack("2411S", *FOOT[:4]), **stack("2311S", *FOOT[4:8])}
    match = ground(units, side="soviet", turn=3, german=("2403S",), **known((3, 4, 5), *RD[:6]))
    return held(after(player, match, "soviet"), "soviet", "2512S", "2919S")


@case
def three_groups_come_for_the_town_in_the_rear(player: str) -> bool:
    units = {"14mot": ("2911N", 2), **stack("2310N", *FOOT[:5]), **stack("2609N", *RD[:3]), **stack("2613N", *RD[3:6]),
             **stack("3110N", *TD[:2]), **stack("3211N", *RD[6:8])}  # fmt: skip
    town = {"places": {"2911N": ("large town", 2)}, "control": {"2911N": "axis"}}
    who = seen(((3, 3, 5), RD[:8]), ((4, 4, 8), TD[:2]))
    match = turn(player, units, "soviet", 5, turn=3, **town, **who)
    return held(match, "soviet", "2911N") or not fed(match, "axis", "14mot")


@case
def the_open_town_is_taken_and_the_own_one_kept(player: str) -> bool:
    units = {RD[0]: "2911N", "cd-001": "3013N", **stack("2408N", "1pz", "6pz"), **stack("2313N", *FOOT[:3])}
    towns = {"2911N": ("city", 2), "2613N": ("large town", 1)}
    who = seen(((3, 4, 5), RD[:1]), ((2, 2, 7), ("cd-001",)))
    match = turn(player, units, "soviet", turn=4, places=towns, control={"2613N": "axis"}, **who)
    return held(match, "soviet", *towns) and at(match, RD[0]) == "2911N"


@case
def the_neck_of_the_crimea_is_not_left(player: str) -> bool:
    units = {
        **stack("3017S", *RD[:3]),
        RD[3]: "2919S",
        RD[4]: "3119S",
        **stack("3112S", *FIRST),
        **stack("3012S", *FOOT[:4]),
    }
    match = ground(units, side="soviet", turn=4, german=("3107S", "2403S", "3013S"), **known((3, 4, 5), *RD[:5]))
    match = played(player, match, "soviet") if player else stays(match)
    where = {at(match, name) for name in RD[:5]}
    return not where.isdisjoint(("3114S", "3115S", "3116S")) and "2919S" in where


@case
def two_towns_keep_their_divisions_and_reserves_come_to_them(player: str) -> bool:
    units = {RD[0]: "3809S", **stack("3408S", *FIRST), **stack("3307S", *FOOT[:4]), **stack("4205S", *RD[1:3])}
    more: dict[str, Any] = {"german": ("3107S", "2403S", "3001S"), "boxes": dict.fromkeys(RD[5:10], "rvgk")}
    match = ground(units, side="soviet", phase="release", turn=5, **more, **known((3, 4, 5), *RD[:3]))
    match = played(player, match, "soviet") if player else stays(match)
    guards = [match.state.hex_of.count(match.c.hex(label)) for label in ("3809S", "3506S")]
    return min(guards) >= 1 and sum(guards) >= 4


@case
def the_bridgehead_is_crushed(player: str) -> bool:
    bank = ("3008N", "3009N", "3010N", "3011N", "3012N")
    river = [f"{h}-{other}" for h in bank for other in around(h) if other.startswith("31")]
    units = {"1inf": ("3110N", 1), "11inf": ("3110N", 1), **stack("3010N", *FOOT[4:7]), **stack("3408N", *RD[:4]),
             **stack("3411N", *RD[4:8]), **stack("3510N", *TD[:2])}  # fmt: skip
    who = seen(((4, 4, 5), RD[:8]), ((5, 4, 8), TD[:2]))
    match = turn(player, units, "soviet", turn=5, lines={"river": river}, **who)
    return len(there(match, "1inf", "11inf")) < 2


@case
def the_empty_port_gets_a_garrison_by_sea(player: str) -> bool:
    units = {**stack("2512S", *RD[:6]), RD[6]: "3819S", **stack("3113S", *FIRST), **stack("2411S", *FOOT[:4]),
             **stack("2311S", *FOOT[4:8])}  # fmt: skip
    mine = ("2403S", "3013S", "2911S")
    match = ground(units, side="soviet", turn=4, german=mine, empty=("2919S",), **known((3, 4, 5), *RD[:7]))
    return held(after(player, match, "soviet"), "soviet", "2919S")


@case
def both_necks_before_the_towns_are_held(player: str) -> bool:
    units = {**stack("3311N", *RD[:4]), **stack("3612N", *RD[4:6]), **stack("2708N", *FIRST), **stack("2714N", *SECOND),
             **stack("2711N", *FOOT[:5])}  # fmt: skip
    towns, land = dict.fromkeys(("3407N", "3415N"), ("large town", 2)), sea([31], "3107N", "3115N")
    match = painted(units, "soviet", turn=4, ground=land, places=towns, **known((3, 4, 5), *RD[:6]))
    return held(after(player, match, "soviet"), "soviet", *towns)


@case
def the_corps_that_went_too_far_is_ringed(player: str) -> bool:
    units = {**stack("3211N", *FOOT[:3]), **stack("2511N", *FOOT[3:7]), **stack("3208N", *RD[:4]),
             **stack("3214N", *RD[4:8]), **stack("3411N", *RD[8:12]), **stack("3009N", *TD[:3])}  # fmt: skip
    who = seen(((4, 4, 5), RD[:12]), ((5, 4, 8), TD[:3]))
    return not fed(turn(player, units, "soviet", 5, turn=4, **who), "axis", *FOOT[:3])


@case
def tank_brigades_out_of_hand_strike_what_is_worn(player: str) -> bool:
    brigades = tuple(f"tb-{n:03}" for n in range(1, 6))
    units = {"1inf": ("3211N", 1), **stack("2811N", *FOOT[1:5]), RD[0]: "3511N", RD[1]: "3512N", RD[2]: "3611N"}
    more: dict[str, Any] = {"boxes": dict.fromkeys(brigades, "rvgk"), "places": {"3611N": ("city", 1)}}
    who = seen(((3, 3, 5), RD[:3]), ((4, 2, 8), brigades))
    match = plain(units, side="soviet", phase="release", dice=[5] * 80, turn=5, **more, **who)
    return not there(played(player, match, "soviet") if player else stays(match), "1inf")


@case
def a_worn_spearhead_comes_back(player: str) -> bool:
    units = {"1pz": ("3411N", 1), "3mot": ("3411N", 1), **stack("2811N", *FOOT[:5]), **stack("2810N", *FOOT[5:9]),
             **stack("3609N", *RD[:5]), **stack("3613N", *RD[5:10]), **stack("3711N", *TD[:4])}  # fmt: skip
    who = seen(((4, 4, 5), RD[:10]), ((5, 4, 8), TD[:4]))
    match = plain(units, side="axis", dice=[5] * 160, turn=5, **who)
    return len(there(after(player, match, "axis"), "1pz", "3mot")) == 2


@case
def both_ways_to_the_city_are_cut(player: str) -> bool:
    units = {**stack("3311N", *RD[:5]), **stack("3010N", *FOOT[:5]), **stack("3012N", *FOOT[5:10]),
             **stack("2907N", *FIRST), **stack("2915N", *SECOND), **stack("3911N", *RD[5:8])}  # fmt: skip
    city: dict[str, Any] = {"places": {"3311N": ("city", 3)}, "ground": sea([34], "3408N", "3414N")}
    match = turn(player, units, turn=4, **city, **known((4, 5, 5), *RD[:8]))
    return not fed(match, "soviet", *RD[:5]) or held(match, "axis", "3311N")


@case
def two_divisions_come_back_out_of_the_bulge(player: str) -> bool:
    units = {RD[0]: "2811N", RD[1]: "2812N", **stack("3210N", *RD[2:6]), **stack("3212N", *RD[6:10]),
             **stack("2609N", *FIRST), **stack("2614N", *SECOND), **stack("2611N", *FOOT[:5])}  # fmt: skip
    match = after(player, painted(units, "soviet", turn=4, **known((3, 4, 5), *RD[:10])), "soviet")
    return len(there(match, *RD[:2])) == 2


@case
def one_division_does_not_storm_ten(player: str) -> bool:
    units = {**stack("3011N", *RD[:10]), **stack("2910N", *FOOT[:4]), **stack("2911N", *FOOT[4:8]),
             **stack("3411N", *RD[10:13])}  # fmt: skip
    city: dict[str, Any] = {"places": {"3011N": ("city", 3)}, "ground": sea([30], "3011N")}
    match = turn(player, units, dice=2, turn=5, **city, **known((4, 5, 5), *RD[:13]))
    return sum(match.state.steps_left[unit(match, name)] for name in FOOT[:8]) >= 15
