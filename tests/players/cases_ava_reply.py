"""Small positions in which several must act together or the enemy's reply decides, on painted plains as in ``cases``.

The dice show 4 if not said otherwise; where a reply is made, it is by the player that plans.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from engine.games.ava.zones import rail_net
from engine.play.match import Match
from tests.players.cases import _rail
from tests.players.cases_ava import CUP
from tests.players.cases_ava_lines import answered, ordered, river
from tests.players.cases_ava_map import fed, gone
from tests.players.deciding import registering
from tests.support.position import column, steps

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
case = registering(CASES)


def holds(match: Match, *hexes: str) -> bool:
    """Whether the Soviets control all of some hexes."""
    return all(column(match, "control")[h] == "soviet" for h in hexes)


def left(match: Match, *names: str) -> int:
    """Steps that some units have left together."""
    return sum(steps(match, name) for name in names if not gone(match, name))


@case
def infantry_from_both_shoulders_closes_the_pocket(player: str) -> bool:
    inside = {"27rd": "S2410", "56rd": "S2410", "85rd": "S2411", "113rd": "S2411"}
    west = {"7inf": "S2309", "23inf": "S2310", "258inf": "S2311"}
    wings = {"268inf": "S2406", "17inf": "S2406", "78inf": "S2415", "31inf": "S2415"}
    match = ordered(
        player,
        {**inside, **west, **wings, "hq-4a": "S2210", "s-hq-3a": "S2912", "2rd": "S2903"},
        turn=4,
        lines=_rail(23),
    )
    return fed(match, *inside) == 0


@case
def three_divisions_close_the_mouth_of_the_bag(player: str) -> bool:
    inside = {"27rd": "S2310", "56rd": "S2310", "85rd": "S2312", "113rd": "S2312"}
    west = {"7inf": "S2210", "23inf": "S2211", "258inf": "S2212", "268inf": "S2213"}
    wings = {"18pz": "S2306", "3pz": "S2316", "14mot": "S2317"}
    match = ordered(
        player,
        {**inside, **west, **wings, "hq-2pzg": "S2111", "s-hq-3a": "S3311", "2rd": "S2808", "8rd": "S2815"},
        turn=3,
        active=[*wings],
    )
    return fed(match, *inside) == 0


@case
def the_cut_off_panzers_are_relieved(player: str) -> bool:
    inside = {"7pz": "S2914", "12pz": "S2914"}
    ring = {"27rd": "S2714", "56rd": "S2712", "85rd": "S2716", "4td": "S2711"}
    mine = {"18pz": "S2412", "3pz": "S2412", "7inf": "S2514", "23inf": "S2514", "258inf": "S2515", "hq-2pzg": "S2413"}
    match = ordered(
        player,
        {**inside, **ring, **mine, "s-hq-3a": "S3210"},
        dice=4,
        turn=5,
        lines=_rail(29),
        active=[n for n in mine],
    )
    return fed(match, *inside) == 2


@case
def panzers_whose_railroad_is_cut_come_back_to_it(player: str) -> bool:
    foes = {"27rd": "S2014", "56rd": "S2014", "4td": "S3014", "7td": "S3014"}
    mine = {"7pz": "S2814", "12pz": "S2814", "18pz": "S2711"}
    match = ordered(
        player,
        {**foes, **mine, "hq-2pzg": "S2612", "7inf": "S1815", "s-hq-3a": "S3310", "s-hq-4a": "S2218"},
        dice=4,
        turn=5,
        lines=_rail(29),
    )
    return fed(match, *mine, "hq-2pzg") >= 3


@case
def all_join_on_the_stack_in_the_city(player: str) -> bool:
    foes = {"27rd": "S2410", "56rd": "S2410", "85rd": "S2706"}
    mine = {
        "7pz": "S2108",
        "12pz": "S2108",
        "18pz": "S2111",
        "3pz": "S2111",
        "7inf": "S2309",
        "23inf": "S2309",
        "14mot": "S2113",
    }
    match = ordered(
        player,
        {**foes, **mine, "hq-2pzg": "S2110", "s-hq-3a": "S2811"},
        dice=4,
        turn=4,
        lines=_rail(22),
        places={"S2410": "major city"},
        control={"S2410": "soviet"},
    )
    return not holds(match, "S2410")


@case
def riflemen_close_the_gap_behind_the_raider(player: str) -> bool:
    foes = {"7pz": "S3115", "12pz": "S3115", "7inf": "S2413", "23inf": "S2416", "hq-3pzg": "S2314"}
    mine = {"27rd": "S2710", "56rd": "S2710", "85rd": "S2719", "113rd": "S2719", "49rd": "S3412", "8rd": "S3412"}
    match = ordered(player, {**foes, **mine, "s-hq-3a": "S3011"}, side="soviet", turn=5, lines=_rail(30))
    return fed(match, "7pz", "12pz") == 0


@case
def the_raider_before_the_city_is_shut_in(player: str) -> bool:
    foes = {"7pz": "S3013", "12pz": "S3013", "hq-3pzg": "S2414", "7inf": "S2413", "23inf": "S2415"}
    mine = {
        "27rd": "S2810",
        "56rd": "S2810",
        "85rd": "S2817",
        "113rd": "S2817",
        "49rd": "S3214",
        "8rd": "S3214",
        "4td": "S3208",
    }
    match = ordered(
        player,
        {**foes, **mine, "s-hq-3a": "S3011"},
        side="soviet",
        turn=5,
        lines=_rail(31),
        places={"S3214": "major city"},
        control={"S3214": "soviet"},
    )
    return fed(match, "7pz", "12pz") == 0 and holds(match, "S3214")


@case
def a_tank_corps_cuts_the_railhead_of_the_panzergruppe(player: str) -> bool:
    foes = {"hq-2pzg": "S2814", "7pz": "S2914", "12pz": "S2914", "18pz": "S2812", "7inf": "S2014"}
    mine = {"4td": "S2407", "7td": "S2407", "31td": "S2420", "s-hq-3a": "S2408"}
    others = {"27rd": "S3113", "56rd": "S3115"}
    match = ordered(player, {**foes, **mine, **others}, side="soviet", turn=5, lines=_rail(25), active=mine)
    return fed(match, "hq-2pzg", "7pz", "12pz", "18pz") == 0


@case
def the_headquarters_of_the_panzergruppe_is_cut_off_by_two_corps(player: str) -> bool:
    foes = {"hq-2pzg": "S2713", "18pz": "S3012", "3pz": "S3012", "4pz": "S3015", "7inf": "S2314", "23inf": "S2814"}
    mine = {"4td": "S2408", "7td": "S2408", "31td": "S2520", "29td": "S2520"}
    others = {"s-hq-3a": "S2707", "s-hq-10a": "S2721", "27rd": "S3211", "56rd": "S3213", "85rd": "S3216"}
    match = ordered(player, {**foes, **mine, **others}, side="soviet", turn=5, lines=_rail(31), active=mine)
    return fed(match, "hq-2pzg", "18pz", "3pz") == 0


@case
def the_city_taken_by_a_worn_division_is_taken_back(player: str) -> bool:
    cities = {"S2811": "major city"}
    foes = {"14mot": ("S2811", 1), "7pz": "S2408", "12pz": "S2408", "hq-2pzg": "S2309"}
    mine = {"4td": "S3009", "7td": "S3009", "5td": "S3013", "27rd": "S2912", "56rd": "S2912", "85rd": "S2909"}
    match = ordered(
        player,
        {**foes, **mine, "s-hq-3a": "S3011"},
        dice=4,
        side="soviet",
        turn=4,
        lines=_rail(26),
        places=cities,
        control=dict.fromkeys(cities, "axis"),
    )
    return holds(match, "S2811")


@case
def tanks_open_the_ring_by_their_march_alone(player: str) -> bool:
    inside = {"27rd": "S2410", "56rd": "S2410", "85rd": "S2411"}
    ring = {"7inf": "S2309", "23inf": "S2311", "258inf": "S2508", "268inf": "S2511", "hq-4a": "S2210"}
    mine = {"4td": "S2907", "7td": "S2907", "31td": "S2914", "s-hq-3a": "S2909"}
    match = ordered(player, {**inside, **ring, **mine}, side="soviet", turn=4, lines=_rail(23), active=mine)
    return fed(match, *inside) == 3


def _awaiting(player: str, units: Mapping[str, Any], cities: Mapping[str, str]) -> tuple[Match, Collection[int]]:
    """Soviets who hold cities on a railroad by which Axis reinforcements come next, after their orders; the railroad
    hexes that those could still reach."""
    match = ordered(
        player,
        dict(units),
        side="soviet",
        turn=4,
        lines=_rail(41),
        places=dict(cities),
        control=dict.fromkeys(cities, "soviet"),
        chits={**CUP, "axis-reinf": "cup"},
        boxes={"258inf": "available", "268inf": "available"},
    )
    return match, rail_net(match.c, "axis")


@case
def two_cities_on_the_railroad_are_barred_to_trains(player: str) -> bool:
    cities = {"S3414": "major city", "S3714": "major city"}
    foes = {"7pz": "S1814", "hq-3pzg": "S1714"}
    mine = {"27rd": "S2809", "56rd": "S3609", "s-hq-3a": "S3208"}
    match, net = _awaiting(player, {**foes, **mine}, cities)
    return all(match.c.hex(h) not in net for h in cities)


@case
def two_divisions_bar_the_railroad_and_hold_the_city(player: str) -> bool:
    foes = {"7pz": "S2208", "12pz": "S2208", "hq-3pzg": "S2109", "7inf": "S2014"}
    mine = {"27rd": "S2709", "56rd": "S2712", "85rd": "S3010", "s-hq-3a": "S3111"}
    cities = {"S3014": "major city", "S2812": "major city"}
    match, net = _awaiting(player, {**foes, **mine}, cities)
    there = answered(match, ["7pz", "12pz", "hq-3pzg"], 3, turn=4, lines=_rail(41), places=cities)
    return match.c.hex("S3014") not in net and holds(there, *cities)


@case
def the_headquarters_does_not_stay_before_its_army(player: str) -> bool:
    foes = {"7pz": "S2109", "12pz": "S2109", "18pz": "S2110", "3pz": "S2110", "hq-2pzg": "S2010"}
    mine = {"s-hq-3a": "S2410", "27rd": "S2608", "56rd": "S2610", "85rd": "S2610", "113rd": "S2612"}
    match = ordered(player, {**foes, **mine}, side="soviet", turn=4, lines=_rail(21))
    there = answered(match, [*foes], 4, turn=4, lines=_rail(21))
    return not gone(there, "s-hq-3a")


@case
def a_second_division_goes_into_the_city_before_the_panzers(player: str) -> bool:
    cities = {"S2610": "major city"}
    foes = {"7pz": "S2308", "12pz": "S2308", "hq-2pzg": "S2208", "7inf": "S2409"}
    mine = {"27rd": "S2610", "56rd": "S2812", "85rd": "S2813", "s-hq-3a": "S2811"}
    match = ordered(
        player,
        {**foes, **mine},
        dice=2,
        side="soviet",
        turn=4,
        lines=_rail(24),
        places=cities,
        control=dict.fromkeys(cities, "soviet"),
    )
    there = answered(match, [*foes], 3, turn=4, lines=_rail(24), places=cities)
    return holds(there, *cities) and left(match, "27rd", "56rd", "85rd") == 6


@case
def the_army_goes_over_the_great_river_with_its_headquarters(player: str) -> bool:
    foes = {"7pz": "S2008", "12pz": "S2008", "18pz": "S2011", "3pz": "S2011", "hq-2pzg": "S1910"}
    mine = {"27rd": "S2408", "56rd": "S2409", "85rd": "S2410", "113rd": "S2411", "s-hq-3a": "S2412"}
    match = ordered(player, {**foes, **mine}, side="soviet", turn=3, lines=river("major river", 24, range(2, 24)))
    there = answered(match, [*foes], 4, turn=3, lines=river("major river", 24, range(2, 24)))
    return left(there, *mine) >= 8 and not gone(there, "s-hq-3a")


@case
def the_headquarters_at_the_front_is_screened_or_goes(player: str) -> bool:
    foes = {"7pz": "S2209", "12pz": "S2209", "18pz": "S2211", "hq-2pzg": "S2110", "3pz": "S2211"}
    mine = {"s-hq-3a": "S2510", "27rd": "S2606", "56rd": "S2607", "85rd": "S2614", "113rd": "S2711", "49rd": "S2711"}
    match = ordered(player, {**foes, **mine}, side="soviet", turn=4, lines=_rail(23))
    return not gone(answered(match, [*foes], 4, turn=4, lines=_rail(23)), "s-hq-3a")


@case
def the_bag_is_closed_though_guards_stand_outside(player: str) -> bool:
    inside = {"27rd": "S2410", "56rd": "S2410", "85rd": "S2412", "113rd": "S2412"}
    west = {"7inf": "S2309", "23inf": "S2310", "258inf": "S2311", "268inf": "S2312"}
    wings = {"18pz": "S2405", "3pz": "S2405", "4pz": "S2417", "14mot": "S2417"}
    match = ordered(
        player,
        {
            **inside,
            **west,
            **wings,
            "hq-2pzg": "S2211",
            "s-hq-3a": "S3211",
            "49rd": "S3211",
            "2rd": "S2806",
            "8rd": "S2816",
        },
        turn=3,
    )
    return fed(match, *inside) == 0


@case
def tanks_close_behind_the_two_panzer_divisions(player: str) -> bool:
    foes = {"18pz": "S3014", "3pz": "S3014", "hq-2pzg": "S2413", "7inf": "S2413", "23inf": "S2411", "258inf": "S2416"}
    mine = {
        "4td": "S2808",
        "7td": "S2808",
        "31td": "S2820",
        "29td": "S2820",
        "27rd": "S3213",
        "56rd": "S3214",
        "s-hq-3a": "S2909",
        "85rd": "S2909",
    }
    match = ordered(player, {**foes, **mine}, side="soviet", turn=5, lines=_rail(31))
    return fed(match, "18pz", "3pz") == 0


@case
def four_stacks_storm_the_city_together(player: str) -> bool:
    city = {"S2511": "major city"}
    foes = {"27rd": "S2511", "56rd": "S2511", "85rd": "S2813", "113rd": "S2809", "s-hq-3a": "S2912", "49rd": "S2912"}
    mine = {
        "18pz": "S2108",
        "3pz": "S2108",
        "4pz": "S2114",
        "17pz": "S2114",
        "7inf": "S2311",
        "23inf": "S2311",
        "14mot": "S2207",
        "hq-2pzg": "S2111",
    }
    match = ordered(
        player, {**foes, **mine}, turn=4, dice=4, lines=_rail(24), places=city, control=dict.fromkeys(city, "soviet")
    )
    return not holds(match, "S2511")
