"""Positions of Army Group Center on a drawn map: pockets closed and kept, sacks left in time, lines, bridges, relief.

The city that scores, the ends of the railroads, water and woods are those of each position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tests.players.cases_efs_drawn import Drawn, label
from tests.players.deciding import registering

POCKETS: dict[str, Callable[[str, str], bool]] = {}
"""Name to whether a player of some name sees it in an edition."""
AXIS, SOVIET, LATE = "movement axis", "motorized-movement soviet", "movement soviet"
SOURCES, NORTH, SOUTH, DEEP = (10, 42), 7, 13, 3
"""Columns of the sources of supply; rows between which no lake lies where lakes narrow the front, and how wide they
are."""
case = registering(POCKETS)


def ground(
    goal: tuple[int, int],
    ends: tuple[int, int] = (22, 26),
    *,
    points: int = 5,
    size: str = "major city",
    narrow: tuple[int, int] | None = None,
    rows: tuple[int, int] = (NORTH, SOUTH),
    river: tuple[int, str] | None = None,
    woods: Iterable[tuple[int, int]] = (),
    road: tuple[int, int] | None = None,
    works: Iterable[tuple[int, int]] = (),
) -> dict[str, Any]:
    """A map with one place that scores and railroads that lead to the ``ends`` of both sides; lakes above and below
    some ``rows`` of columns where it is ``narrow``, a ``river`` behind a column, a ``road`` along row 10."""
    near, far = SOURCES
    found: dict[str, Any] = {
        "places": {label(*goal): size},
        "victory_locations": {label(*goal): points},
        "railroads": {
            "axis": [[label(x, 10) for x in range(near, ends[0] + 1)]],
            "soviet": [[label(x, 10) for x in range(ends[1], far + 1)]],
        },
        "fortifications": {label(*h): "strongpoint" for h in works},
    }
    terrain = {label(*h): ["woods"] for h in woods}
    if narrow is not None:
        wet = [*range(rows[0] - DEEP, rows[0]), *range(rows[1] + 1, rows[1] + 1 + DEEP)]
        terrain |= {label(x, y): ["lake"] for x in range(narrow[0], narrow[1] + 1) for y in wet}
    if river is not None:
        x, word = river
        other = -1 if x % 2 == 0 else 1
        found["sides"] = {
            f"{label(x, y)}/{label(x + 1, n)}": [word]
            for y in range(NORTH - DEEP, SOUTH + DEEP)
            for n in (y, y + other)
        }
    if road is not None:
        found["roads"] = {"main road": [[label(x, 10) for x in range(road[0], road[1] + 1)]]}
    return found | ({"hexes": terrain} if terrain else {})


def away(d: Drawn, kind: str, column: int) -> int:
    """How many units of a word stand as far east as a column."""
    return sum(d.at(kind, n)[0] == "C" and int(d.at(kind, n)[1:3]) >= column for n in range(len(d.names[kind])))


def free(d: Drawn, kind: str, n: int, side: str, column: int) -> bool:
    """Whether a unit is there and has a way to a column."""
    return d.at(kind, n)[0] == "C" and d.way_home(d.names[kind][n], side, column)


def shut_in(d: Drawn, kind: str, among: Iterable[int], column: int = 34) -> int:
    """How many Soviet units of a word have no way east, or are gone."""
    return sum(not free(d, kind, n, "soviet", column) for n in among)


# ---------------------------------------------------------------------- pockets
@case
def panzers_of_both_wings_meet_behind_three_divisions(player: str, game: str) -> bool:
    told = (
        "inf 26,9 26,10 26,11; pz 25,6 25,14 26,6 26,14; mot 25,6 25,14 26,6 26,14; rd 28,9 28,10 28,11 28,10; hq 41,10"
    )
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((36, 10)))
    return shut_in(d, "rd", range(4)) >= 3


@case
def three_divisions_in_one_hex_are_left_no_way(player: str, game: str) -> bool:
    told = "inf 26,9 26,11; pz 25,7 25,13; mot 25,7 25,13; rd 28,10 28,10 28,10; td 34,10; hq 41,10"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((38, 10), (24, 26)))
    return shut_in(d, "rd", range(3), 33) == 3


@case
def the_bulge_with_its_guns_is_pinched_off(player: str, game: str) -> bool:
    told = (
        "inf 24,8 24,9 24,11 24,12; pz 24,5 24,15 23,6 23,14; mot 24,5 24,15 23,6 23,14; "
        "rd 26,8 26,10 26,12 27,9 27,11; td 36,10; hq 41,10"
    )
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((40, 10), (23, 30)))
    return shut_in(d, "rd", range(5), 33) >= 4


@case
def infantry_stays_around_the_pocket_while_panzers_take_the_city(player: str, game: str) -> bool:
    told = "inf 25,10 25,11 25,9; pz 29,9 29,11; mot 29,9 29,11; rd 27,10:1 27,10:1; hq 41,12"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((34, 10), (24, 26)))
    return shut_in(d, "rd", range(2), 36) == 2 and "axis" in d.holders(34, 10)


@case
def the_neck_of_the_corridor_is_taken(player: str, game: str) -> bool:
    told = "mot 25,10; pz 29,10 29,10; inf 20,9 20,11; td 26,6 26,14 27,6; rd 30,10 30,10 30,10 27,13; hq 30,8 28,14"
    d = Drawn(player, game, told, "soviet", SOVIET, ground=ground((30, 10)))
    return d.at("mot") != label(25, 10) or not free(d, "pz", 0, "axis", 21)


@case
def the_worn_guard_of_the_corridor_is_thrown_out(player: str, game: str) -> bool:
    told = (
        "pz 31,10 31,10; mot 27,8:1 31,10; inf 24,9 24,11; td 28,4 28,4 29,4; rd 27,5 33,10 33,10 33,11; hq 28,3 34,10"
    )
    d = Drawn(player, game, told, "soviet", SOVIET, ground=ground((36, 10), (30, 33)))
    return d.at("mot") != label(27, 8)


# ---------------------------------------------------------------------- sacks that close
@case
def most_leave_the_bulge_before_it_is_closed(player: str, game: str) -> bool:
    told = (
        "inf 23,9 23,10 23,11 23,12; pz 27,5 27,5 27,16 27,16; mot 27,6 27,6 27,15 27,15; "
        "rd 25,9 25,11 26,10 26,12 32,8 32,12; td 26,9; hq 28,10 28,11"
    )
    d = Drawn(player, game, told, "soviet", SOVIET, ground=ground((40, 10), (22, 28)))
    return away(d, "rd", 29) + away(d, "td", 29) + away(d, "hq", 29) >= 6


@case
def all_go_back_over_the_bridge_and_hold_its_end(player: str, game: str) -> bool:
    told = "inf 20,9 20,10; pz 20,8 20,12; mot 20,8 20,12; rd 25,8 25,10 25,12 26,10; hq 27,10"
    map_ = ground((36, 10), narrow=(16, 40), rows=(6, 14), river=(28, "major river"), road=(22, 35))
    d = Drawn(player, game, told, "soviet", SOVIET, ground=map_)
    return away(d, "rd", 29) >= 3 and away(d, "hq", 29) == 1 and "soviet" in d.holders(29, 10)


# ---------------------------------------------------------------------- relief, bridgeheads, storms
@case
def a_surrounded_stack_is_reached_by_all_who_are_near(player: str, game: str) -> bool:
    told = "inf 25,9:1 27,9:1 27,10:1 25,11; rd 26,10 26,10 29,10 29,11; td 29,9 30,9 30,11; hq 30,10"
    d = Drawn(player, game, told, "soviet", SOVIET, ground=ground((36, 10), (22, 30)))
    return any(free(d, "rd", n, "soviet", 34) for n in range(2))


@case
def the_worn_bridgehead_is_thrown_back_over_the_river(player: str, game: str) -> bool:
    told = "inf 29,10:1 27,10 27,9; pz 25,10; rd 31,9 31,10 31,11 32,12; td 32,9 32,10; hq 32,10"
    d = Drawn(player, game, told, "soviet", SOVIET, ground=ground((36, 10), (27, 31), river=(28, "river")))
    return d.at("inf") != label(29, 10)


@case
def a_worn_garrison_is_joined_before_the_storm(player: str, game: str) -> bool:
    told = "inf 30,10:1 25,9 25,11; pz 25,10; mot 25,8; rd 33,10 33,10 33,9; td 33,11 33,11; hq 35,10"
    control = {label(30, 10): "axis"}
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((30, 10), (29, 32)), control=control)
    return sum(d.at(kind, n) == label(30, 10) for kind in ("inf", "pz", "mot") for n in range(len(d.names[kind]))) >= 2


@case
def divisions_far_behind_come_by_railroad_to_the_open_city(player: str, game: str) -> bool:
    told = "pz 22,10 22,10; mot 22,10; inf 21,9; rd 40,10 40,10 39,10; hq 38,10"
    d = Drawn(player, game, told, "soviet", LATE, ground=ground((30, 10)))
    return "soviet" in d.holders(30, 10)


# ---------------------------------------------------------------------- water, flanks, columns
@case
def three_divisions_are_shut_in_against_the_lake(player: str, game: str) -> bool:
    told = "rd 28,9 28,10 29,11; inf 27,8 27,10 27,11; pz 28,5 29,5; mot 28,5 29,5; hq 41,10; td 37,10"
    map_ = ground((40, 10), (24, 30))
    map_["hexes"] = {label(x, y): ["lake"] for x in range(24, 34) for y in range(12, 18)}
    d = Drawn(player, game, told, "axis", AXIS, ground=map_)
    return shut_in(d, "rd", range(3), 35) == 3


@case
def the_worn_division_on_the_flank_is_struck_by_tanks_and_riflemen(player: str, game: str) -> bool:
    told = "inf 26,8:1 26,11 26,13; pz 22,12; mot 22,12; rd 28,7 28,8 29,9 28,12; td 30,7; hq 29,8"
    d = Drawn(player, game, told, "soviet", SOVIET, ground=ground((36, 10), (24, 28)))
    return d.at("inf", 0) != label(26, 8)


@case
def riflemen_on_foot_leave_the_sack_while_they_can(player: str, game: str) -> bool:
    told = "rd 25,9 25,10 25,11; inf 23,9 23,10 23,11; pz 27,5 27,15; mot 27,5 27,15; td 33,10; hq 33,10"
    d = Drawn(player, game, told, "soviet", LATE, ground=ground((38, 10), (22, 28)))
    return away(d, "rd", 28) >= 2


@case
def infantry_opens_the_way_to_the_panzers_that_are_cut_off(player: str, game: str) -> bool:
    told = "pz 30,10; mot 30,10; inf 26,9 26,10 26,11; rd 28,10:1 28,9 29,11 31,9; td 31,11; hq 33,10"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((36, 10), (25, 31)))
    return free(d, "pz", 0, "axis", 25)


@case
def the_worn_guard_of_the_bridge_is_thrown_back(player: str, game: str) -> bool:
    told = "inf 26,9 26,10; pz 25,10; mot 25,10; rd 29,10:1; td 35,10; hq 36,10"
    map_ = ground((34, 10), (24, 31), river=(28, "major river"), road=(22, 35))
    return Drawn(player, game, told, "axis", AXIS, ground=map_).at("rd") != label(29, 10)


@case
def the_headquarters_goes_back_behind_its_divisions(player: str, game: str) -> bool:
    told = "hq 28,10; rd 30,9 30,11 30,10; td 32,10; pz 24,9 24,11; mot 24,9 24,11; inf 23,10"
    d = Drawn(player, game, told, "soviet", SOVIET, ground=ground((36, 10), (23, 27)))
    own = [d.at(kind, n) for kind in ("rd", "td") for n in range(len(d.names[kind]))]
    return d.at("hq") in own or sum(h[1:3] < d.at("hq")[1:3] for h in own) >= 2


@case
def stacks_join_on_the_guard_of_the_headquarters(player: str, game: str) -> bool:
    told = "td 28,10; rd 30,14 30,6; hq 29,10; pz 25,9 25,11; mot 25,9 25,11; inf 26,10 26,9"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((38, 10), (25, 30)))
    return d.at("td") != label(28, 10) or d.at("hq") != label(29, 10)


@case
def infantry_goes_at_the_stack_that_was_left_behind(player: str, game: str) -> bool:
    told = "rd 24,7:1 24,7:1 33,9 33,10 33,11; hq 35,10; pz 32,9 32,11; mot 31,10 31,11; inf 20,7 21,9 20,9 22,5"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((38, 10), (24, 34)))
    c, target = d.match.c, d.match.c.hex(label(24, 7))
    near = [d.at("inf", n) for n in range(4)]
    beside = sum(c.grid.distance(c.hex(at), target) == 1 for at in near if at[0] == "C")
    return beside >= 2 or label(24, 7) not in (d.at("rd", 0), d.at("rd", 1))


@case
def who_is_over_the_river_is_struck_and_the_strong_bank_let_be(player: str, game: str) -> bool:
    told = "rd 26,7:1 28,10 28,10 28,9; td 28,11 28,11; hq 30,10; inf 25,7 25,8 26,10 26,11 26,9; gun 29,10"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((38, 10), (25, 30), river=(27, "major river")))
    deeds = [str(line.action).split() for line in d.match.history]
    struck = {words[-1] for words in deeds if words[0] in ("attack", "overrun")}
    gone = label(26, 7) in struck or d.at("rd") != label(26, 7)
    return gone and not {label(28, 10), label(28, 11)} & struck
