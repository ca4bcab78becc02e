"""Positions of Army Group Center by the turn: what was done together, and what stands when the enemy has answered.

Drawn maps as in the positions of pockets; the enemy answers as a player that plans.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.games.efs.holders import friendly
from engine.games.efs.supply.routes import traced
from engine.players import make
from tests.players.cases_efs_drawn import MOST, PHASES, Drawn, label
from tests.players.cases_efs_goals import two
from tests.players.cases_efs_pockets import AXIS, SOVIET, free, ground, shut_in
from tests.players.deciding import registering

TURNS: dict[str, Callable[[str, str], bool]] = {}
"""Name to whether a player of some name sees it in an edition."""
case = registering(TURNS)


def answered(d: Drawn, side: str) -> None:
    """The phases of the other side after those that were played."""
    m, n = d.match, 0
    bots = {s: make("normal", 1) for s in PHASES}

    def on() -> bool:
        return any(f.vars.get("phase") in PHASES[side] for f in m.state.stack)

    while not m.over and n < MOST and not on():
        m.play(bots[m.side].choose(m)[0])
        n += 1
    while not m.over and n < MOST and on():
        m.play(bots[m.side].choose(m)[0])
        n += 1


def holder(d: Drawn, x: int, y: int) -> str:
    """Whose a hex is."""
    return friendly(d.match.c, d.match.c.hex(label(x, y)))


def alive(d: Drawn, kind: str) -> int:
    """How many units of a word are on the map."""
    return sum(d.at(kind, n)[0] == "C" for n in range(len(d.names[kind])))


def struck(d: Drawn) -> set[str]:
    """The hexes that were attacked or overrun."""
    told = [str(line.action).split() for line in d.match.history]
    return {words[2] if words[0] == "attack" else words[-1] for words in told if words[0] in ("attack", "overrun")}


# ---------------------------------------------------------------------- together
@case
def supply_behind_the_gap_is_taken(player: str, game: str) -> bool:
    told = "rd 27,7 27,13; hq 31,13; pz 25,10 25,9; mot 25,10 25,9; inf 25,7 25,13"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((38, 10), (24, 30)))
    c = d.match.c
    return not any(h == c.hex(label(32, 10)) and c.roster.side[u] == "soviet" for u, h in enumerate(c.state.hex_of))


@case
def three_motorized_units_close_the_gaps_behind_the_bulge(player: str, game: str) -> bool:
    told = "rd 27,9 27,10 34,8; td 28,10; inf 26,9 26,10 26,11 27,8; pz 27,12; mot 28,7 25,12; hq 36,10"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((38, 10), (24, 30)))
    return shut_in(d, "rd", range(2)) == 2 and shut_in(d, "td", range(1)) == 1


@case
def panzers_stand_on_the_one_way_between_the_lakes(player: str, game: str) -> bool:
    told = "rd 27,8 27,9 27,10; td 28,9; inf 25,8 25,9 25,10; pz 25,12 24,12; mot 25,12 24,12; hq 38,10"
    map_ = ground((40, 16), (24, 28), narrow=(30, 36), rows=(9, 11))
    d = Drawn(player, game, told, "axis", AXIS, ground=map_)
    c = d.match.c
    at: list[int] = [c.state.hex_of[c.roster.find(name)] for name in d.names["rd"]]
    return sum(1 for h in at if h < 0 or not traced(c, h, "soviet")) >= 2


@case
def the_division_without_a_reserve_behind_it_is_attacked(player: str, game: str) -> bool:
    told = "rd 26,8 26,12; td 28,11; hq 29,10; inf 24,9 24,11 24,10; mot 23,10; pz 22,10"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((38, 10), (24, 31)))
    return label(26, 8) in struck(d) and d.at("rd") != label(26, 8)


@case
def two_groups_reach_the_pocket_from_the_west(player: str, game: str) -> bool:
    told = (
        "inf 31,9:2 31,10:2 26,10 25,12; rd 29,8 29,10:1 29,11 32,9 32,11:1 33,10; td 35,10; hq 36,10; pz 25,9 "
        "25,11; mot 25,9 25,11"
    )
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((40, 10), (25, 34)))
    return free(d, "inf", 0, "axis", 25) and free(d, "inf", 1, "axis", 25)


@case
def cavalry_on_the_road_is_ridden_down_on_the_way_to_the_city(player: str, game: str) -> bool:
    told = "cd 27,10; hq 33,10; pz 24,10 24,10; mot 24,10; inf 22,9; td 39,10; rd 38,9"
    map_ = ground((31, 10), (24, 33), narrow=(25, 33), rows=(9, 11), road=(20, 34))
    return holder(Drawn(player, game, told, "axis", AXIS, ground=map_), 31, 10) == "axis"


@case
def riflemen_and_tanks_join_on_the_worn_garrison(player: str, game: str) -> bool:
    told = "inf 25,10:2 21,10; mot 22,12; rd 27,10 27,10 27,9; td 29,7 29,13 30,10; hq 29,10"
    control = {label(25, 10): "axis"}
    d = Drawn(player, game, told, "soviet", SOVIET, ground=ground((25, 10), (22, 28)), control=control)
    return "axis" not in d.holders(25, 10)


@case
def riflemen_on_three_sides_retake_the_railhead(player: str, game: str) -> bool:
    told = "mot 28,10; inf 23,9 23,11; rd 29,8 29,8 30,12 31,10 31,10; td 32,10; hq 30,10"
    control = {label(28, 10): "axis"}
    d = Drawn(player, game, told, "soviet", SOVIET, ground=ground((28, 10), (22, 30)), control=control)
    return "axis" not in d.holders(28, 10)


@case
def panzers_from_behind_meet_the_tanks_that_broke_through(player: str, game: str) -> bool:
    told = "inf 26,8 26,12; pz 17,10 17,10; mot 17,10; td 25,10 25,10; rd 26,10 26,10; hq 28,10"
    control = {label(20, 10): "axis"}
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((20, 10), (22, 28)), control=control)
    return not (d.at("td", 0) == d.at("td", 1) == label(25, 10) and free(d, "td", 0, "soviet", 30))


def comes_to_the_railroad(player: str, game: str, spare: str) -> bool:
    """Whether one division far behind an army goes for riflemen who stand on its railroad."""
    told = f"inf 36,9 36,10 36,11 {spare}; pz 35,9; mot 35,11; rd 24,10 39,9 39,10 39,11; hq 41,11"
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((40, 10), (35, 38)))
    c = d.match.c
    at = c.state.hex_of[c.roster.find(d.names["inf"][3])]
    return d.at("rd") != label(24, 10) or (at >= 0 and c.grid.distance(at, c.hex(label(24, 10))) <= 3)


@case
def riflemen_on_the_railroad_are_hunted_from_the_north(player: str, game: str) -> bool:
    return comes_to_the_railroad(player, game, "26,3")


@case
def riflemen_on_the_railroad_are_hunted_from_the_south(player: str, game: str) -> bool:
    return comes_to_the_railroad(player, game, "22,17")


# ---------------------------------------------------------------------- after the answer
@case
def the_line_between_the_lakes_stands(player: str, game: str) -> bool:
    told = "rd 28,9 28,9 29,11 31,10 31,9; td 32,11 32,11; hq 33,9; pz 24,9 24,11; mot 24,9 24,11; inf 25,10 24,10"
    map_, control = ground((32, 10), (23, 27), narrow=(22, 38), rows=(8, 12)), {label(32, 10): "soviet"}
    d = Drawn(player, game, told, "soviet", SOVIET, ground=map_, control=control)
    if player:
        answered(d, "axis")
    return bool(player) and holder(d, 32, 10) == "soviet" and alive(d, "rd") + alive(d, "td") >= 5


@case
def the_weak_hinge_before_the_city_holds(player: str, game: str) -> bool:
    told = "rd 29,9 29,10:1 29,11 33,9; td 34,11; hq 32,10; pz 26,9 26,11; mot 26,9 26,11; inf 27,10 27,9"
    map_, control = ground((31, 10), (26, 29), narrow=(24, 38), rows=(9, 11)), {label(31, 10): "soviet"}
    d = Drawn(player, game, told, "soviet", SOVIET, ground=map_, control=control)
    if player:
        answered(d, "axis")
    return bool(player) and holder(d, 31, 10) == "soviet"


@case
def three_divisions_cover_the_railhead_behind_them(player: str, game: str) -> bool:
    told = "inf 27,8 27,9 27,10; mot 22,7; td 26,13 26,13 27,13 27,14; rd 28,9 28,10 29,8 28,11; hq 29,12"
    control = {label(20, 10): "axis"}
    d = Drawn(player, game, told, "axis", AXIS, ground=ground((20, 10), (22, 30)), control=control)
    if player:
        answered(d, "soviet")
    held = bool(player) and holder(d, 20, 10) == "axis"
    return held and sum(free(d, "inf", n, "axis", 18) for n in range(3)) >= 2


@case
def both_cities_behind_the_front_are_kept_from_the_cavalry(player: str, game: str) -> bool:
    told = "cd 26,4 26,4; inf 21,7 27,11 27,12 22,13; pz 29,11; mot 29,11; rd 30,12 31,11; td 31,12; hq 32,12"
    first, second = (24, 7), (23, 12)
    control = {label(*h): "axis" for h in (first, second)}
    d = Drawn(player, game, told, "axis", AXIS, ground=two(first, second, (28, 32)), control=control)
    if player:
        answered(d, "soviet")
    return bool(player) and holder(d, *first) == "axis" and holder(d, *second) == "axis"
