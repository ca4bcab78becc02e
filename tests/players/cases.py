"""Small positions with one idea that anybody at a table would see. Each case says whether the player sees it.

The ground is painted plains unless a case says otherwise; S2010 has S2009 to the north, S2109 and S2110 to the east,
S2011 to the south, S1910 and S1909 to the west. The Axis is supplied from the west, the Soviets from the east.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.play.match import Match
from tests.players.deciding import registering
from tests.support.asking import acts, attacks, first
from tests.support.position import at, column, draw, position, steps

CASES: dict[str, Callable[[str], bool]] = {}
WEST_EAST = {"axis": ["S0115"], "soviet": ["S5513"]}
case = registering(CASES)


def plain(units: dict[str, Any], **more: Any) -> Match:
    """Units on plains, supplied from west and east."""
    more.setdefault("ground", {})
    more.setdefault("sources", WEST_EAST)
    return position(units, **more)


def fight(player: str, units: dict[str, Any], **more: Any) -> dict[str, set[str]]:
    """The attacks that the side to act declares."""
    return attacks(acts(plain(units, phase="combat", **more), player))


def gap(match: Match, a: str, b: str) -> int:
    """Hexes between two units."""
    c = match.c
    return c.grid.distance(*(c.state.hex_of[c.unit(name)] for name in (a, b)))


def beside_enemy(match: Match, name: str) -> bool:
    """Whether an enemy stands next to a unit."""
    c = match.c
    side, h = c.roster.side[c.unit(name)], c.state.hex_of[c.unit(name)]
    near = set(c.grid.adjacent[h])
    return any(k in near and c.roster.side[u] != side for u, k in enumerate(c.state.hex_of) if k >= 0)


# ---------------------------------------------------------------------- declaring attacks
@case
def two_panzers_attack_a_lone_rifle_division(player: str) -> bool:
    return fight(player, {"7pz": "S2010", "12pz": "S2010", "27rd": "S2110"}) == {"S2110": {"7pz", "12pz"}}


@case
def no_attack_at_even_odds(player: str) -> bool:
    return fight(player, {"7inf": "S2010", "7td": "S2110"}) == {}


@case
def no_attack_over_a_river_at_poor_odds(player: str) -> bool:
    river = {"minor river": ["S2010-S2110"]}
    return fight(player, {"7inf": "S2010", "23inf": "S2010", "27rd": "S2110"}, lines=river) == {}


@case
def the_weaker_of_two_enemies_is_attacked(player: str) -> bool:
    found = fight(player, {"7pz": "S2010", "27rd": "S2109", "56rd": "S2109", "85rd": ("S2110", 1)})
    return list(found) == ["S2110"]


@case
def two_infantry_divisions_join_rather_than_attack_alone(player: str) -> bool:
    found = fight(player, {"7inf": "S2010", "23inf": "S2010", "27rd": ("S2110", 1), "56rd": "S2009"})
    return found.get("S2110") == {"7inf", "23inf"} and "S2009" not in found


@case
def strong_columns_attack_two_enemies_at_once(player: str) -> bool:
    found = fight(
        player, {"7pz": "S2010", "12pz": "S2010", "19pz": "S2011", "20pz": "S2011", "27rd": "S2109", "56rd": "S2111"}
    )
    return set(found) == {"S2109", "S2111"}


@case
def a_weakly_held_city_is_attacked(player: str) -> bool:
    units = {"7pz": "S2010", "12pz": "S2010", "19pz": "S2011", "20pz": "S2011", "27rd": "S2110"}
    return "S2110" in fight(player, units, places={"S2110": "major city"})


@case
def the_city_comes_before_the_field_at_like_odds(player: str) -> bool:
    units = {"7pz": "S2010", "12pz": "S2010", "27rd": "S2109", "56rd": ("S2110", 1)}
    return list(fight(player, units, places={"S2110": "major city"}, control={})) == ["S2110"]


@case
def soviets_strike_a_reduced_panzer_division_that_stands_alone(player: str) -> bool:
    units = {"7pz": ("S2010", 1), "4td": "S2110", "7td": "S2110", "27rd": "S2109", "56rd": "S2109"}
    return "S2010" in fight(player, units, side="soviet")


@case
def soviets_leave_a_whole_panzer_stack_alone(player: str) -> bool:
    return fight(player, {"7pz": "S2010", "12pz": "S2010", "27rd": "S2110", "56rd": "S2110"}, side="soviet") == {}


@case
def headquarters_stay_out_of_attacks(player: str) -> bool:
    found = fight(player, {"hq-2pzg": "S2010", "18pz": "S2010", "3pz": "S2011", "27rd": "S2110"})
    return found == {"S2110": {"18pz", "3pz"}}


@case
def the_surprise_attack_goes_over_the_river(player: str) -> bool:
    river = {"major river": ["S2010-S2110"]}
    return "S2110" in fight(player, {"18pz": "S2010", "3pz": "S2010", "27rd": "S2110"}, lines=river, rivers=False)


@case
def no_assault_on_a_fortress_at_poor_odds(player: str) -> bool:
    units = {"7inf": "S2010", "23inf": "S2010", "27rd": "S2110", "56rd": "S2110"}
    return fight(player, units, fortress={"S2110": 2}, places={"S2110": "major city"}) == {}


@case
def a_surrounded_stack_is_finished_at_modest_odds(player: str) -> bool:
    ring = {"7inf": "S2009", "23inf": "S2011", "258inf": "S1910", "268inf": "S1909", "17inf": "S2109", "7pz": "S2110"}
    return "S2010" in fight(player, {**ring, "27rd": "S2010", "56rd": "S2010"})


@case
def heavy_woods_are_left_when_the_open_offers_the_same(player: str) -> bool:
    units = {"7pz": "S2010", "12pz": "S2010", "27rd": "S2109", "56rd": "S2110"}
    return "S2110" in fight(player, units, ground={"S2109": "heavy woods"})


@case
def a_lone_soviet_headquarters_is_attacked(player: str) -> bool:
    return "S2110" in fight(player, {"7inf": "S2010", "23inf": "S2010", "s-hq-10a": "S2110"})


# ---------------------------------------------------------------------- losses, retreats, advances
@case
def infantry_takes_the_loss_and_not_the_panzer_division(player: str) -> bool:
    match = plain({"7pz": "S2010", "7inf": "S2010", "27rd": "S2110", "56rd": "S2110"}, phase="combat", dice=[1])
    match.play_all(["attack 7pz S2110", "attack 7inf S2110", "fight"])
    return first(match, player) == "lose 7inf"


@case
def riflemen_take_the_loss_and_not_the_tanks(player: str) -> bool:
    match = plain({"27rd": "S2010", "4td": "S2010", "7inf": ("S2110", 1)}, side="soviet", phase="combat", dice=[1])
    match.play_all(["attack 27rd S2110", "attack 4td S2110", "fight"])
    return first(match, player) == "lose 27rd"


@case
def a_whole_division_flips_before_a_reduced_one_dies(player: str) -> bool:
    units = {"7inf": "S2010", "23inf": ("S2010", 1), "27rd": ("S2110", 1)}
    match = plain(units, phase="combat", dice=[1], ground={"S2110": "light woods"})
    match.play_all(["attack 7inf S2110", "attack 23inf S2110", "fight"])
    return match.c.frame.step != "losses" or first(match, player) == "lose 7inf"


@case
def defenders_give_the_rifle_division_and_keep_the_tanks(player: str) -> bool:
    units = {"7pz": "S2010", "12pz": "S2010", "18pz": "S2011", "27rd": "S2110", "31td": "S2110"}
    match = plain(units, phase="combat", dice=[5])
    match.play_all([f"attack {u} S2110" for u in ("7pz", "12pz", "18pz")] + ["fight"])
    return match.side == "soviet" and first(match, player) == "lose 27rd"


def _won(units: dict[str, Any], *attackers: str, **more: Any) -> Match:
    """A match that waits in the advance after S2110 was cleared."""
    match = plain(units, phase="combat", dice=[6], **more)
    match.play_all([f"attack {u} S2110" for u in attackers] + ["fight"])
    while match.c.frame.step in ("losses", "retreat"):
        match.play(match.prompt.default or next(iter(match.legal)))
    return match


@case
def the_taken_city_is_entered(player: str) -> bool:
    units = {"7pz": "S2010", "12pz": "S2010", "19pz": "S2011", "20pz": "S2011", "27rd": ("S2110", 1)}
    match = _won(units, "7pz", "12pz", "19pz", "20pz", places={"S2110": "major city"}, control={"S2110": "soviet"})
    acts(match, player)
    return bool(column(match, "control")["S2110"] == "axis")


@case
def infantry_enters_the_city_when_it_alone_attacked(player: str) -> bool:
    units = {"7inf": "S2010", "23inf": "S2010", "s-hq-10a": "S2110"}
    match = _won(units, "7inf", "23inf", places={"S2110": "city"}, control={"S2110": "soviet"})
    return match.c.frame.step != "advance" or bool(acts(match, player))


@case
def one_division_stays_in_the_city_it_attacked_from(player: str) -> bool:
    units = {"7pz": "S2010", "12pz": "S2010", "27rd": ("S2110", 1), "4td": "S2012", "7td": "S2012"}
    match = _won(units, "7pz", "12pz", places={"S2010": "major city"}, control={"S2010": "axis"})
    acts(match, player)
    return "S2010" in (at(match, "7pz"), at(match, "12pz"))


# ---------------------------------------------------------------------- movement
def march(player: str, units: dict[str, Any], **more: Any) -> Match:
    """The position after the Movement Segment of the side to act."""
    match = plain(units, **more)
    acts(match, player)
    return match


@case
def an_empty_city_within_reach_is_taken(player: str) -> bool:
    match = march(player, {"hq-2pzg": "S2010", "18pz": "S2010", "27rd": "S2520"}, places={"S2510": "major city"},
                  control={"S2510": "soviet"})  # fmt: skip
    return bool(column(match, "control")["S2510"] == "axis")


@case
def the_last_defender_stays_in_a_threatened_city(player: str) -> bool:
    match = march(player, {"7pz": "S2005", "12pz": "S2005", "27rd": "S2010", "s-hq-3a": "S2310"}, side="soviet",
                  places={"S2010": "major city"}, control={"S2010": "soviet"})  # fmt: skip
    return at(match, "27rd") == "S2010"


@case
def a_second_division_joins_the_garrison(player: str) -> bool:
    units = {"7pz": "S2005", "12pz": "S2005", "27rd": "S2010", "56rd": "S2212", "s-hq-3a": "S2312"}
    match = march(player, units, side="soviet", places={"S2010": "major city"}, control={"S2010": "soviet"})
    return at(match, "56rd") == at(match, "27rd") == "S2010"


@case
def an_empty_threatened_city_gets_a_garrison(player: str) -> bool:
    match = march(player, {"7pz": "S2004", "12pz": "S2004", "56rd": "S2212", "s-hq-3a": "S2413"}, side="soviet",
                  places={"S2010": "major city"}, control={"S2010": "soviet"})  # fmt: skip
    return at(match, "56rd") == "S2010"


@case
def a_division_cut_off_between_lakes_breaks_out(player: str) -> bool:
    lakes = dict.fromkeys(("S2009", "S2109", "S2011", "S1910", "S1909"), "lake")
    units = {"7inf": "S2211", "31td": "S2010", "s-hq-3a": "S2615", "56rd": "S2612"}
    match = plain(units, side="soviet", turn=2, ground=lakes)
    assert not match.view().supply(match.c.unit("31td")).in_supply
    acts(match, player)
    return match.view("soviet").supply(match.c.unit("31td")).in_supply


@case
def panzers_keep_within_the_range_of_their_headquarters(player: str) -> bool:
    match = march(player, {"hq-2pzg": "S2010", "18pz": "S2110", "3pz": "S2110", "27rd": "S5010"},
                  places={"S5010": "major city"}, control={"S5010": "soviet"})  # fmt: skip
    return gap(match, "hq-2pzg", "18pz") <= 4 and gap(match, "hq-2pzg", "3pz") <= 4


@case
def panzers_go_for_the_objective(player: str) -> bool:
    match = march(player, {"hq-2pzg": "S2010", "18pz": "S2110", "3pz": "S2110", "27rd": "S5010"},
                  places={"S4010": "major city"}, control={"S4010": "soviet"})  # fmt: skip
    return match.c.grid.column(match.c.state.hex_of[match.c.unit("18pz")]) >= 24


@case
def the_headquarters_follows_its_divisions(player: str) -> bool:
    match = march(player, {"hq-2pzg": "S2010", "18pz": "S2910", "3pz": "S2910", "27rd": "S3810"}, active=["hq-2pzg"])
    return gap(match, "hq-2pzg", "18pz") < 7


@case
def the_headquarters_does_not_go_next_to_the_enemy_alone(player: str) -> bool:
    match = march(player, {"hq-2pzg": "S2010", "4td": "S2410", "7td": "S2410", "5td": "S2411"}, active=["hq-2pzg"],
                  places={"S2610": "major city"}, control={"S2610": "soviet"})  # fmt: skip
    return not beside_enemy(match, "hq-2pzg")


@case
def a_threatened_headquarters_steps_back(player: str) -> bool:
    match = march(player, {"s-hq-3a": "S2110", "7pz": "S2010", "12pz": "S2010"}, side="soviet")
    return not beside_enemy(match, "s-hq-3a")


RAIL = {"railroad": ["S0115-S0215-S0315-S0415-S0515-S0615-S0715-S0815-S0915-S1015"]}


def _rail(end: int) -> dict[str, list[str]]:
    """A railroad from the Axis source to a column, along the middle of the sheet."""
    chain, match = ["S0115"], plain({"7pz": "S0115"})
    c = match.c
    here = c.board.find("S0115")
    while c.grid.column(here) + 1 < end:
        here = next(n for n in c.grid.neighbours[here][1:3] if c.grid.column(n) > c.grid.column(here)
                    and abs(c.grid.row(n) - c.grid.row(c.board.find("S0115"))) <= 1)  # fmt: skip
        chain.append(c.label(here))
    return {"railroad": ["-".join(chain)]}


@case
def nobody_leaves_the_railroad_too_far_behind(player: str) -> bool:
    units = {"hq-2pzg": "S1515", "18pz": "S1615", "3pz": "S1614", "27rd": "S3515"}
    match = march(player, units, turn=5, lines=_rail(16),
                  places={"S4515": "major city"}, control={"S4515": "soviet"})  # fmt: skip
    return all(match.view("axis").supply(match.c.unit(u)).in_supply for u in ("18pz", "3pz"))


@case
def a_division_out_of_communications_comes_back(player: str) -> bool:
    match = march(player, {"hq-2pzg": "S2015", "18pz": "S2415", "27rd": "S3515"}, turn=5, lines=_rail(16))
    return match.view("axis").supply(match.c.unit("18pz")).in_supply


@case
def a_headquarters_does_not_outrun_its_railroad(player: str) -> bool:
    cities = ("S3115", "S3116", "S3114", "S3215", "S3216")
    others = {"hq-3pzg": "S1515", "hq-4a": "S1515", "hq-9a": "S1615"}
    units = {
        **others,
        "hq-2pzg": "S2515",
        "18pz": "S3015",
        "3pz": "S3015",
        "17pz": "S3016",
        "4pz": "S3016",
        "27rd": "S4515",
    }
    match = march(player, units, turn=3, lines=_rail(20), places=dict.fromkeys(cities, "major city"),
                  active=["hq-2pzg"], control=dict.fromkeys(cities, "soviet"))  # fmt: skip
    return match.view("axis").supply(match.c.unit("hq-2pzg")).in_supply


@case
def infantry_closes_up_to_the_enemy(player: str) -> bool:
    match = march(player, {"hq-4a": "S2009", "7inf": "S2010", "23inf": "S2010", "27rd": "S2410", "56rd": "S2410"})
    return gap(match, "7inf", "27rd") < 4


@case
def two_divisions_move_up_to_attack_together(player: str) -> bool:
    match = march(player, {"hq-2pzg": "S2010", "18pz": "S2110", "3pz": "S2111", "27rd": "S2410"})
    return beside_enemy(match, "18pz") and beside_enemy(match, "3pz")


@case
def the_attack_is_made_from_the_dry_side(player: str) -> bool:
    river = {"minor river": ["S2310-S2410", "S2309-S2410"]}
    match = march(player, {"hq-2pzg": "S2010", "18pz": "S2110", "3pz": "S2111", "27rd": "S2410"}, lines=river)
    c = match.c
    target = c.board.find("S2410")
    return all(not c.board.has("minor river", c.state.hex_of[c.unit(u)], target)
               for u in ("18pz", "3pz") if target in c.grid.adjacent[c.state.hex_of[c.unit(u)]])  # fmt: skip


@case
def a_weak_division_with_nothing_to_hold_does_not_wait_beside_panzers(player: str) -> bool:
    match = march(player, {"27rd": "S2110", "7pz": "S1810", "12pz": "S1810", "18pz": "S1811", "s-hq-3a": "S2510"},
                  side="soviet")  # fmt: skip
    return gap(match, "27rd", "7pz") >= 3


@case
def the_road_to_the_city_is_barred(player: str) -> bool:
    road = {"road": ["S1810-S1910-S2010-S2110-S2210-S2310-S2410-S2510"]}
    units = {"7pz": "S1810", "12pz": "S1810", "27rd": "S2412", "56rd": "S2510", "85rd": "S2510", "s-hq-3a": "S2613"}
    match = march(player, units, side="soviet", lines=road, places={"S2510": "major city"}, control={"S2510": "soviet"})
    c = match.c
    near = min(
        c.grid.distance(c.state.hex_of[c.unit("27rd")], c.board.find(h)) for h in ("S2110", "S2210", "S2310", "S2410")
    )
    return near <= 1


@case
def a_march_by_road_brings_help_from_afar(player: str) -> bool:
    chain = "-".join(f"S{n}10" for n in range(20, 33))
    units = {"7pz": "S1505", "12pz": "S1505", "31td": "S3210", "s-hq-3a": "S3110"}
    match = march(player, units, side="soviet", lines={"road": [chain]}, places={"S2010": "major city"},
                  control={"S2010": "soviet"})  # fmt: skip
    return match.c.grid.column(match.c.state.hex_of[match.c.unit("31td")]) < 25


@case
def the_pocket_is_closed(player: str) -> bool:
    units = {"hq-2pzg": "S2010", "18pz": "S2312", "7inf": "S2209", "23inf": "S2411", "27rd": "S2310", "56rd": "S2310",
             "85rd": "S2311", "113rd": "S2311", "258inf": "S2409"}  # fmt: skip
    match = plain(units, active=["18pz"])
    before = _cut(match)
    acts(match, player)
    return _cut(match) > before


def _cut(match: Match) -> int:
    """Soviet units without communications."""
    c = match.c
    view = match.view("axis")
    return sum(1 for u, h in enumerate(c.state.hex_of) if h >= 0 and c.roster.side[u] == "soviet"
               and not view.supply(u).in_supply)  # fmt: skip


@case
def the_axis_keeps_a_garrison_where_the_enemy_is_near(player: str) -> bool:
    match = march(player, {"hq-2pzg": "S1810", "18pz": "S2010", "27rd": "S2012", "56rd": "S2012", "4td": "S2112"},
                  places={"S2010": "major city", "S3510": "major city"},
                  control={"S2010": "axis", "S3510": "soviet"})  # fmt: skip
    return at(match, "18pz") == "S2010"


@case
def the_breakthrough_hex_of_the_long_game_is_taken(player: str) -> bool:
    match = march(player, {"hq-2pzg": "S4025", "18pz": "S4226", "27rd": "S5010"}, turn=9, options={"length": "full"})
    return "axis" in (column(match, "control")["S4230"], column(match, "control")["S4730"])


# ---------------------------------------------------------------------- chits and checks
@case
def chits_of_armies_with_troops_are_selected(player: str) -> bool:
    units = {"s-hq-3a": "S2010", "27rd": "S2011", "56rd": "S2012", "s-hq-13a": "S3010", "24rd": "S3011",
             "s-hq-4a": "S4010", "7pz": "S1505"}  # fmt: skip
    ready = dict.fromkeys(("s-3a", "s-13a", "s-4a", "s-10a", "s-20a", "s-21a"), "ready")
    match = plain(units, side="soviet", phase="turn", turn=2, chits=ready)
    found = acts(match, player)
    return "select s-3a" in found and "select s-13a" in found


@case
def no_interrupt_for_a_headquarters_that_leads_nobody(player: str) -> bool:
    match = plain({"hq-2pzg": "S2010", "27rd": "S4010", "s-hq-3a": "S4011"}, phase="draw",
                  chits={"guderian": "hand", "s-3a": "cup", "supply": "cup"})  # fmt: skip
    draw(match, "supply")
    return first(match, player) == "pass"


@case
def the_check_that_ends_the_game_waits_for_the_chit_in_hand(player: str) -> bool:
    match = plain({"hq-2pzg": "S2010", "18pz": "S2010", "27rd": "S4010", "s-hq-3a": "S4011"}, phase="draw", turn=6,
                  chits={"guderian": "hand", "s-3a": "cup", "supply": "cup"})  # fmt: skip
    draw(match, "supply")
    return first(match, player) == "interrupt guderian"


@case
def an_army_that_would_spoil_great_attacks_is_forestalled(player: str) -> bool:
    units = {"hq-2pzg": "S2010", "18pz": "S2110", "3pz": "S2110", "4pz": "S2111", "17pz": "S2111", "10pz": "S2009",
             "27rd": "S2310", "56rd": "S2312", "85rd": "S2308", "113rd": "S2307", "31td": "S2409", "29td": "S2411",
             "4td": "S2410", "7td": "S2410", "s-hq-10a": "S2510"}  # fmt: skip
    match = plain(units, phase="draw", chits={"guderian": "hand", "s-10a": "cup", "supply": "cup"})
    draw(match, "s-10a")
    return first(match, player) == "interrupt guderian"


PROSPECT = {"hq-2pzg": "S2010", "18pz": "S2110", "3pz": "S2110", "4pz": "S2111", "17pz": "S2111",
            "27rd": "S2310", "56rd": "S2312", "31td": "S2409", "s-hq-10a": "S2510"}  # fmt: skip


@case
def the_chit_in_hand_waits_while_a_check_may_still_cut_the_line_short(player: str) -> bool:
    match = plain(PROSPECT, phase="draw", turn=5, chits={"guderian": "hand", "s-10a": "cup", "supply": "cup"})
    draw(match, "s-10a")
    return first(match, player) == "pass"


@case
def the_chit_in_hand_is_played_once_the_check_is_over(player: str) -> bool:
    match = plain(PROSPECT, phase="draw", turn=5, chits={"guderian": "hand", "s-10a": "cup", "supply": "played"})
    draw(match, "s-10a")
    return first(match, player) == "interrupt guderian"


@case
def the_marker_of_the_city_in_danger_is_lifted(player: str) -> bool:
    match = position({"7pz": "S3311", "12pz": "S3311", "27rd": "S3510", "56rd": "S5003"}, phase="supply", turn=7,
                     stand_fast=["S3510", "S5003"])  # fmt: skip
    while match.c.frame.step != "stand-fast" and not match.over:
        match.play(match.prompt.default or next(iter(match.legal)))
    return first(match, player) == "lift S3510"


@case
def reduced_divisions_are_withdrawn_before_whole_ones(player: str) -> bool:
    reduced = {"7pz": ("S1010", 1), "12pz": ("S1010", 1), "19pz": ("S1011", 1), "14mot": ("S1011", 1)}
    units: dict[str, Any] = {**reduced, "18pz": "S1012", "3pz": "S1012", "27rd": "S4010"}
    match = position(units, phase="supply", turn=6, options={"length": "full"})
    found = acts(match, player)
    return len(found) > 3 and all(text.split()[1] in reduced for text in found[:3])


@case
def nobody_at_the_front_is_recalled(player: str) -> bool:
    match = position({"7inf": "S1010", "27rd": "S1110"}, phase="supply", turn=5)
    while match.c.frame.step != "pull-back" and not match.over:
        match.play(match.prompt.default or next(iter(match.legal)))
    return first(match, player) == "end"


@case
def reinforcements_come_where_they_are_needed(player: str) -> bool:
    units = {"7pz": "S3305", "12pz": "S3305", "27rd": "S3510"}
    match = position(units, side="soviet", phase="reinforcements", turn=5, boxes={"56rd": "available"})
    verb, _, label = first(match, player).split()
    h = match.c.board.find(label)
    return verb == "deploy" and match.c.grid.distance(h, match.c.board.find("S3510")) <= 6


@case
def a_headquarters_with_a_chit_comes_before_a_rifle_division(player: str) -> bool:
    units = {"7pz": "S3305", "27rd": "S3510", "56rd": "S3511", "85rd": "S3512"}
    boxes = {"s-hq-20a": "available", "113rd": "available"}
    match = position(units, side="soviet", phase="reinforcements", turn=5, boxes=boxes, chits={"s-20a": "ready"})
    return first(match, player).startswith("deploy s-hq-20a")


@case
def units_that_can_do_nothing_useful_stay(player: str) -> bool:
    match = march(player, {"7inf": "S2010", "hq-4a": "S2010"}, options={"length": "short"}, places={})
    return match.c.frame.step != "movement" and steps(match, "7inf") == 2
