"""Positions of Army Group Center of staff work: reserves, orders, garrisons, rivers, the last turn.

Drawn maps as in the positions of pockets, and the real one; where the enemy answers, he plans.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.games.efs.holders import friendly
from engine.players import make
from tests.players.cases_efs_drawn import Drawn, label
from tests.players.cases_efs_pockets import SOVIET, ground
from tests.players.cases_efs_real import SOUTH, Segment
from tests.players.cases_efs_turns import alive, answered, holder
from tests.players.deciding import registering
from tests.support.playing import play

STAFF: dict[str, Callable[[str, str], bool]] = {}
"""Name to whether a player of some name sees it in an edition."""
ANSWERS = 60
"""Actions of a side that answers attacks, at most."""
case = registering(STAFF)


# ---------------------------------------------------------------------- answers to attacks
def attacked(
    player: str, game: str, told: str, side: str, by: str, target: tuple[int, int], map_: dict[str, Any]
) -> Drawn:
    """A side answers attacks of units ``by`` (``td0 td1``) on one hex; the places of the map are its own."""
    other = "soviet" if side == "axis" else "axis"
    d = Drawn(
        "", game, told, side, f"attack-declaration {other}", ground=map_, control=dict.fromkeys(map_["places"], side)
    )
    m, n = d.match, 0
    for word in by.split():
        play(m, f"attack {d.names[word[:-1]][int(word[-1])]} {label(*target)}")
    play(m, "done")
    bots = {s: make(player if s == side else "plain", 1) for s in ("axis", "soviet")} if player else {}
    while bots and n < ANSWERS and m.c.frame.step == "reaction":
        m.play(bots[m.side].choose(m)[0])
        n += 1
    return d


@case
def a_reserve_comes_into_the_worn_stack_that_is_attacked(player: str, game: str) -> bool:
    told = "inf 26,10:1 27,7 26,13; pz 24,10; mot 24,12; td 27,10 27,10 28,10; rd 27,9 27,9; hq 29,10"
    by, map_ = "td0 td1 rd0 rd1", ground((24, 10), (23, 30))
    d = attacked(player, game, told, "axis", by, (26, 10), map_)
    return label(26, 10) in (d.at("pz"), d.at("mot"))


@case
def a_city_that_may_not_fall_is_told_to_stand(player: str, game: str) -> bool:
    told = "rd 28,10 28,10 30,9 30,11; hq 30,10; inf 27,10 27,9; pz 27,9; mot 27,11"
    d = attacked(player, game, told, "soviet", "inf0 inf1 pz0", (28, 10), ground((28, 10), (23, 29)))
    return f"order {label(28, 10)} no-retreat" in {str(line.action) for line in d.match.history}


# ---------------------------------------------------------------------- lines and garrisons
@case
def reserves_close_the_gap_in_the_line(player: str, game: str) -> bool:
    told = "rd 28,7 28,8 28,12 28,13 32,9; td 32,11; hq 31,10; pz 25,10 25,10; mot 25,10 25,9; inf 26,8 26,12"
    map_, control = ground((33, 10), (24, 30), narrow=(22, 37), rows=(7, 13)), {label(33, 10): "soviet"}
    d = Drawn(player, game, told, "soviet", SOVIET, ground=map_, control=control)
    if player:
        answered(d, "axis")
    return bool(player) and holder(d, 33, 10) == "soviet"


# ---------------------------------------------------------------------- rivers
@case
def three_divisions_before_panzers_go_behind_the_river(player: str, game: str) -> bool:
    told = "rd 24,9 24,11 25,10; td 32,10; hq 26,10; pz 21,8 21,12; mot 21,8 21,12; inf 22,10 22,9"
    river = (28, "major river")
    map_ = ground((33, 10), (22, 30), narrow=(20, 36), rows=(6, 14), river=river, road=(24, 33))
    d = Drawn(player, game, told, "soviet", SOVIET, ground=map_, control={label(33, 10): "soviet"})
    if player:
        answered(d, "axis")
    return bool(player) and holder(d, 33, 10) == "soviet" and alive(d, "rd") >= 2 and alive(d, "hq") == 1


# ---------------------------------------------------------------------- the real map
@case
def motorized_divisions_leave_by_the_south_edge_in_the_last_turn(player: str, game: str) -> bool:
    told = "D4839 10mot-ir1 10mot-ir2 10mot-rec, D5038 3pz, D4535 34inf, D5236 hq-40a rd-293, D4337 rd-227"
    return bool(player) and Segment(player, game, SOUTH, told, turn=42).lost("10mot-ir1", "10mot-ir2")


@case
def open_gomel_is_entered_in_the_last_turn(player: str, game: str) -> bool:
    told = "D2721 rd-232 rd-75, D2520 cd-32, D2923 hq-21a, D3020 134inf, D2418 45inf, D2217 112inf"
    if not player:
        return False
    c = Segment(player, game, SOUTH, told, "Gomel", side="soviet", turn=42, control={"D2620": "axis"}).match.c
    return friendly(c, c.hex("D2620")) == "soviet"


@case
def starodub_is_kept_from_the_cavalry(player: str, game: str) -> bool:
    told = (
        "D4619 cd-4 cd-21, D4817 cd-52, D5017 rd-155, D5519 hq-13a, D4014 167inf, D4213 4pz-sr1 4pz-rec, D4923 3pz, "
        "D4018 10mot-ir1"
    )
    if not player:
        return False
    t = Segment(player, game, SOUTH, told, "Starodub", turn=36, control={"D4316": "axis"})
    m, bots = t.match, {s: make("normal", 1) for s in ("axis", "soviet")}
    while not m.over and m.state.turn == 36:
        m.play(bots[m.side].choose(m)[0])
    return not t.there("D4316", "soviet")
