"""Positions of Army Group Center of ways: to columns and bridges, through gaps, along trunks, out of the enemy's reach.

Drawn maps as in the positions of pockets; where the enemy answers, he plans.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.components.grid import Hex
from engine.games.efs.supply.routes import traced
from tests.players.cases_efs_drawn import Drawn, label
from tests.players.cases_efs_pockets import AXIS, LATE, SOVIET, free, ground
from tests.players.cases_efs_turns import alive, answered, holder, struck
from tests.players.deciding import registering

WAYS: dict[str, Callable[[str, str], bool]] = {}
"""Name to whether a player of some name sees it in an edition."""
case = registering(WAYS)


def places(d: Drawn, *kinds: str) -> Iterator[Hex]:
    """Where the units of some words are, -1 for who is off the map."""
    c = d.match.c
    return (c.state.hex_of[c.roster.find(name)] for kind in kinds for name in d.names[kind])


def starved(d: Drawn, side: str, *kinds: str) -> int:
    """How many units of some words are without supply, or gone."""
    return sum(h < 0 or not traced(d.match.c, h, side) for h in places(d, *kinds))


# ---------------------------------------------------------------------- to what is behind
@case
def tanks_join_on_the_guard_of_the_supply_column(player: str, game: str) -> bool:
    told = "inf 22,11:1 26,6 26,15; mot 20,6; rd 25,10 25,11 25,12; td 26,10 26,11 26,11; hq 28,10"
    d = Drawn(player, game, told, "soviet", SOVIET, ground=ground((20, 14), (19, 30)))
    return d.at("inf") != label(22, 11) or "axis" not in d.holders(21, 11)


@case
def the_bridge_behind_three_divisions_is_taken_by_two_groups(player: str, game: str) -> bool:
    told = "rd 25,9 25,10 25,11 36,10; td 26,10; inf 24,9 24,10 24,11; pz 25,6 25,14; mot 25,6 25,14; hq 31,10"
    map_ = ground((36, 10), (23, 31), narrow=(20, 40), rows=(5, 15), river=(28, "major river"), road=(22, 35))
    return starved(Drawn(player, game, told, "axis", AXIS, ground=map_), "soviet", "rd", "td") >= 3


@case
def the_trunk_behind_the_headquarters_is_cut(player: str, game: str) -> bool:
    told = "rd 28,8 28,10 28,12; td 29,9; hq 30,10; pz 27,15 28,15; mot 28,15 27,15; inf 26,9 26,10 26,11"
    map_ = ground((40, 16), (24, 28), narrow=(33, 36), rows=(9, 11))
    return starved(Drawn(player, game, told, "axis", AXIS, ground=map_), "soviet", "rd", "td") >= 2


@case
def cavalry_rides_onto_the_railroad_behind_the_panzers(player: str, game: str) -> bool:
    told = "cd 24,4 25,4; pz 33,9 33,10; mot 33,11; inf 32,12 18,10; rd 35,9 35,10 35,11; td 36,10; hq 37,10 25,2"
    d = Drawn(player, game, told, "soviet", SOVIET, ground=ground((40, 10), (31, 36)))
    return starved(d, "axis", "pz", "mot") >= 2


@case
def headquarters_and_guns_behind_the_hole_are_overrun(player: str, game: str) -> bool:
    told = "rd 27,6 27,14; gun 29,10; hq 30,11; td 36,10; pz 25,10 25,10; mot 25,9 25,11; inf 25,7 25,13 25,10"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((40, 10), (24, 33)))
    return not alive(d, "gun") or not alive(d, "hq")


@case
def infantry_opens_the_line_and_panzers_ride_into_the_city(player: str, game: str) -> bool:
    told = "rd 27,8 27,10 27,12; hq 34,10; td 38,10; inf 26,9 26,10 26,11 26,8; pz 23,10 23,10; mot 23,10 23,11"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((31, 10), (24, 34), narrow=(24, 38), rows=(7, 13)))
    return holder(d, 31, 10) == "axis"


# ---------------------------------------------------------------------- what is left behind
@case
def the_pocket_behind_the_front_is_attacked_by_idle_infantry(player: str, game: str) -> bool:
    told = "rd 25,7:1 26,7:1 36,10 36,11; gun 26,6; inf 23,7 24,9 25,9 27,9 28,5; pz 33,10 33,11; mot 33,9; hq 38,10"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((40, 10), (28, 37)))
    return not {label(25, 7), label(26, 7), label(26, 6)}.isdisjoint(struck(d))


@case
def whoever_bars_the_railroad_is_driven_off(player: str, game: str) -> bool:
    told = "rd 24,9:1 36,10 36,11; inf 22,7 21,12 20,10 31,10; pz 33,10; mot 33,9 33,11; hq 38,10"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((40, 10), (22, 23)))
    return label(24, 9) in struck(d) or d.at("rd") != label(24, 9)


# ---------------------------------------------------------------------- after the answer
@case
def the_garrison_stays_while_others_take_the_bait(player: str, game: str) -> bool:
    told = "inf 28,10 24,7 25,12; pz 24,12; rd 27,7:1 30,12 30,13; td 31,9 31,9; cd 30,9; hq 32,10"
    control = {label(28, 10): "axis"}
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((28, 10), (27, 31)), control=control)
    if player:
        answered(d, "soviet")
    return bool(player) and holder(d, 28, 10) == "axis" and d.at("rd") != label(27, 7)


@case
def panzers_stop_where_their_line_reaches(player: str, game: str) -> bool:
    told = "pz 25,10 25,10; mot 25,9 25,11; inf 20,9 20,11; rd 27,6 27,14 33,9; td 34,6 34,14; cd 31,14; hq 36,10"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((38, 10), (21, 34)))
    if player:
        answered(d, "soviet")
    ahead = any(h[0] == "C" and int(h[1:3]) >= 26 for h in (d.at("pz", n) for n in range(2)))
    return bool(player) and ahead and all(free(d, "pz", n, "axis", 22) for n in range(2))


@case
def five_divisions_keep_the_city_between_the_lakes(player: str, game: str) -> bool:
    told = "rd 28,8 28,12 30,10:1 33,10; td 33,9; hq 34,10; pz 25,9 25,11; mot 25,9 25,11; inf 25,10"
    map_, control = ground((31, 10), (23, 27), narrow=(22, 40), rows=(8, 12)), {label(31, 10): "soviet"}
    d = Drawn(player, game, told, "soviet", SOVIET, ground=map_, control=control)
    if player:
        answered(d, "axis")
    return bool(player) and holder(d, 31, 10) == "soviet" and alive(d, "rd") + alive(d, "td") >= 4


@case
def guns_come_up_behind_the_line(player: str, game: str) -> bool:
    told = "rd 29,9 29,10 29,11; td 31,10; hq 31,9; gun 34,9 34,11; inf 27,9 27,10 27,11; pz 26,10"
    d = Drawn(player, game, told, "soviet", LATE, ground=ground((32, 10), (26, 33)), control={label(32, 10): "soviet"})
    own, foes, far = {*places(d, "rd", "td")}, {*places(d, "inf", "pz")}, d.match.c.grid.distance

    def helps(h: Hex) -> bool:
        near = min(far(h, foe) for foe in foes)
        return min(far(h, o) for o in own) <= 2 and near <= 5 and (near > 1 or h in own)

    return bool(player) and all(map(helps, places(d, "gun")))
