"""Positions of Army Group Center on a drawn map: who goes for a place, who keeps a ring or a line meanwhile, who helps.

As in the positions of pockets, each has its own city, ends of railroads, water and works.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.games.efs.holders import friendly
from tests.players.cases_efs_drawn import Drawn, label
from tests.players.cases_efs_pockets import AXIS, SOVIET, away, free, ground, shut_in
from tests.players.deciding import registering

GOALS: dict[str, Callable[[str, str], bool]] = {}
"""Name to whether a player of some name sees it in an edition."""
case = registering(GOALS)


def two(first: tuple[int, int], second: tuple[int, int], ends: tuple[int, int]) -> dict[str, Any]:
    """A map with two places that score alike."""
    found = ground(first, ends)
    found["places"][label(*second)], found["victory_locations"][label(*second)] = "major city", 5
    return found


# ---------------------------------------------------------------------- places and rings
@case
def panzers_go_on_from_the_city_that_infantry_holds(player: str, game: str) -> bool:
    told = "pz 25,9 25,11; mot 25,9 25,11; inf 22,10 24,8; rd 31,9:1 31,12; hq 36,10; td 36,12"
    control = {label(22, 10): "axis"}
    d = Drawn(player, game, told, "axis", AXIS, ground=two((34, 10), (22, 10), (22, 30)), control=control)
    return away(d, "pz", 28) == 2


@case
def one_takes_the_city_and_the_others_keep_the_ring(player: str, game: str) -> bool:
    told = "rd 27,10 27,10 34,10; td 35,10; inf 26,10 26,11 27,9; pz 28,10; mot 27,11 28,11; hq 41,10"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((33, 6), (25, 30)))
    return shut_in(d, "rd", range(2)) == 2 and friendly(d.match.c, d.match.c.hex(label(33, 6))) == "axis"


@case
def a_garrison_goes_into_each_of_two_cities(player: str, game: str) -> bool:
    told = "rd 33,7 33,9 33,12; td 34,10; hq 34,9; pz 24,8 24,12; mot 24,8 24,12; inf 22,10"
    first, second = (30, 7), (30, 13)
    control = {label(*h): "soviet" for h in (first, second)}
    d = Drawn(player, game, told, "soviet", SOVIET, ground=two(first, second, (22, 33)), control=control)
    return "soviet" in d.holders(*first) and "soviet" in d.holders(*second)


@case
def panzers_pass_the_works_and_take_what_is_behind(player: str, game: str) -> bool:
    told = "rd 27,10 27,10 27,10; hq 30,10; inf 26,9 26,11; pz 25,6 25,14; mot 25,6 25,14; td 39,10"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((30, 9), (24, 32), works=((27, 10),)))
    return friendly(d.match.c, d.match.c.hex(label(30, 9))) == "axis" or shut_in(d, "rd", range(3)) == 3


@case
def the_worn_division_in_the_gap_is_passed_on_the_way_to_the_city(player: str, game: str) -> bool:
    told = "rd 27,10:1; hq 38,10; pz 24,10 23,10; mot 24,10; inf 24,9 23,11; td 40,10"
    map_ = ground((31, 10), (24, 33), narrow=(25, 30), rows=(10, 10))
    return "axis" in Drawn(player, game, told, "axis", AXIS, ground=map_).holders(31, 10)


# ---------------------------------------------------------------------- help, blows, hunts
@case
def the_worn_hinge_is_given_a_reserve_or_gives_way(player: str, game: str) -> bool:
    told = "inf 27,8 27,10:1 27,12 24,10; pz 23,12; mot 23,12; td 28,10 28,10 29,10; rd 28,9 29,11 28,9; hq 31,10"
    control = {label(25, 10): "axis"}
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((25, 10), (24, 28)), control=control)
    here, c = d.at("inf", 1), d.match.c
    if here[0] != "C":
        return True
    own = [d.at(kind, n) for kind in ("inf", "pz", "mot") for n in range(len(d.names[kind]))]
    tanks = [h for h in (d.at("td", n) for n in range(3)) if h[0] == "C"]
    return own.count(here) >= 2 or all(c.grid.distance(c.hex(here), c.hex(h)) > 1 for h in tanks)


@case
def two_worn_divisions_in_the_open_are_struck(player: str, game: str) -> bool:
    told = "inf 26,9:1 26,10:1 22,10; pz 20,5; td 29,8 29,9 29,11; rd 28,9 28,10 28,11; hq 30,10"
    d = Drawn(player, game, told, "soviet", SOVIET, ground=ground((36, 10), (22, 29)))
    return d.at("inf", 0) != label(26, 9) or d.at("inf", 1) != label(26, 10)


@case
def the_garrison_that_is_shut_in_is_reached(player: str, game: str) -> bool:
    told = "inf 30,10 26,9 26,11 27,10; pz 26,13; mot 26,13; rd 29,10:1 30,9 31,10 30,11 29,11:1; td 34,10; hq 33,9"
    control = {label(30, 10): "axis"}
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((30, 10), (26, 33)), control=control)
    return any(d.at("inf", n) == label(30, 10) and free(d, "inf", n, "axis", 25) for n in range(4))


@case
def two_divisions_that_went_too_far_are_struck_or_cut_off(player: str, game: str) -> bool:
    told = "inf 28,10 28,9 23,9 23,11; rd 29,9 29,10 29,11 30,9; td 29,7 29,13 30,13; hq 31,10"
    d = Drawn(player, game, told, "soviet", SOVIET, ground=ground((36, 10), (23, 31)))
    driven = d.at("inf", 0) != label(28, 10) or d.at("inf", 1) != label(28, 9)
    return driven or not free(d, "inf", 0, "axis", 23)


@case
def cavalry_on_the_railroad_behind_the_front_is_driven_off(player: str, game: str) -> bool:
    told = "cd 20,10; inf 27,9 27,10 27,11 18,12; mot 24,9; pz 24,9; rd 29,9 29,11 30,10; hq 31,10"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((36, 10), (26, 31)))
    return d.at("cd") != label(20, 10)
