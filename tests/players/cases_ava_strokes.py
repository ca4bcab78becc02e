"""Positions in which three and more stacks act together: on worn units out in front, around corps that have gone
through, at openings and necks; and reserves that stand where the reply comes. Each says whether a player sees it;
nobody (``""``) leaves all as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.players.cases import _rail, plain
from tests.players.cases_ava_lines import answered, ordered, river
from tests.players.cases_ava_map import fed, gone, ground, whole
from tests.players.cases_ava_sack import struck
from tests.players.deciding import registering
from tests.support.position import at, column

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
case = registering(CASES)


# ---------------------------------------------------------------------- strokes
@case
def three_stacks_join_on_two_worn_panzer_divisions(player: str) -> bool:
    foes = {"7pz": ("S2310", 1), "12pz": ("S2310", 1), "hq-3pzg": "S1911", "7inf": "S1909", "23inf": "S1912"}
    mine = {"4td": "S2607", "7td": "S2607", "31td": "S2613", "5td": "S2613", "27rd": "S2511", "56rd": "S2511",
            "s-hq-3a": "S2611"}  # fmt: skip
    match = ordered(player, {**foes, **mine}, side="soviet", turn=3, active=mine)
    return gone(match, "7pz") or gone(match, "12pz")


@case
def the_worn_motorized_division_is_destroyed_by_six(player: str) -> bool:
    foes = {"10mot": ("S2310", 1), "hq-2pzg": "S2008", "7inf": "S2006", "18pz": "S2016"}
    mine = {"27rd": "S2512", "56rd": "S2512", "85rd": "S2508", "113rd": "S2508", "4td": "S2711", "7td": "S2711",
            "s-hq-3a": "S2610"}  # fmt: skip
    return gone(ordered(player, {**foes, **mine}, side="soviet", turn=3, active=mine), "10mot")


@case
def the_infantry_with_its_back_to_the_lakes_is_destroyed(player: str) -> bool:
    lakes = dict.fromkeys(("S2209", "S2210", "S2211", "S2110", "S2212"), "lake")
    foes = {"7inf": ("S2310", 1), "23inf": ("S2310", 1), "258inf": "S2114", "hq-4a": "S2014", "268inf": "S2106"}
    mine = {"27rd": "S2511", "56rd": "S2511", "85rd": "S2508", "113rd": "S2508", "4td": "S2610", "s-hq-3a": "S2611"}
    match = ordered(player, {**foes, **mine}, side="soviet", turn=3, active=mine, ground=lakes)
    return gone(match, "7inf") and gone(match, "23inf")


@case
def the_foothold_of_the_infantry_is_thrown_back(player: str) -> bool:
    foes = {"7inf": "S2510", "23inf": ("S2510", 1), "258inf": "S2409", "268inf": "S2411", "hq-4a": "S2210"}
    mine = {"27rd": "S2609", "56rd": "S2609", "85rd": "S2611", "113rd": "S2611", "4td": "S2810", "7td": "S2810",
            "s-hq-3a": "S2710"}  # fmt: skip
    match = ordered(player, {**foes, **mine}, side="soviet", turn=3, active=mine,
                    lines=river("major river", 24, range(2, 24)))  # fmt: skip
    return gone(match, "23inf") or gone(match, "7inf") or at(match, "7inf")[:3] in ("S22", "S23", "S24")


@case
def the_weak_place_of_the_river_line_is_forced(player: str) -> bool:
    mine = {"7pz": "S2410", "12pz": "S2410", "19pz": "S2411", "20pz": "S2411", "7inf": "S2408", "23inf": "S2408",
            "hq-3pzg": "S2210"}  # fmt: skip
    foes = {"27rd": "S2508", "56rd": "S2508", "85rd": ("S2510", 1), "113rd": "S2513", "49rd": "S2513",
            "75rd": "S2506", "s-hq-3a": "S2810"}  # fmt: skip
    woods = dict.fromkeys(("S2508", "S2513"), "heavy woods")
    found = struck(player, plain({**mine, **foes}, turn=3, active=mine, ground=woods,
                                 lines=river("minor river", 24, range(2, 24))))  # fmt: skip
    return "S2510" in found and woods.keys().isdisjoint(found)


# ---------------------------------------------------------------------- rings
@case
def three_corps_shut_in_the_panzer_corps(player: str) -> bool:
    corps = {"18pz": "S3011", "3pz": "S3011", "10mot": "S3012", "hq-2pzg": "S2911"}
    swift = {"4td": "S2805", "7td": "S2805", "14td": "S2818", "18td": "S2818", "5td": "S3305", "13td": "S3305"}
    others = {"27rd": "S3211", "56rd": "S3212", "85rd": "S3213", "s-hq-3a": "S2904", "s-hq-20a": "S2919",
              "7inf": "S2312", "23inf": "S2315", "hq-4a": "S2214"}  # fmt: skip
    match = ordered(player, {**corps, **swift, **others}, side="soviet", turn=5, lines=_rail(26), active=swift)
    return fed(match, *corps) <= 1


@case
def two_corps_shut_the_road_behind_the_panzers_at_luga(player: str) -> bool:
    foes = {"8pz": "L3409", "3mot": "L3409", "hq-4pzg": "L3310", "58inf": "L2914", "269inf": "L2915"}
    swift = {"3td": "L3514", "163md": "L3514", "21td": "L3006", "24td": "L3006"}
    others = {"177rd": "L3608", "70rd": "L3610", "s-hq-27a": "L3515", "s-hq-8a": "L3105"}
    match = ground("leningrad", {**foes, **swift, **others}, axis=["L1420", "L2915"], side="soviet", turn=4,
                   double=["L3910"], active=swift)  # fmt: skip
    return not fed(whole(player, match), "8pz", "3mot", "hq-4pzg")


@case
def three_stacks_shut_three_openings_between_lakes(player: str) -> bool:
    lakes = [f"S25{y:02}" for y in range(1, 31) if y not in (6, 10, 15)]
    inside = {"27rd": "S2108", "56rd": "S2110", "85rd": "S2112", "113rd": "S2111", "s-hq-3a": "S2210"}
    swift = {"18pz": "S2303", "3pz": "S2303", "4pz": "S2319", "17pz": "S2319", "7pz": "S2013", "12pz": "S2013"}
    others = {"hq-2pzg": "S1908", "7inf": "S2007", "23inf": "S2010", "258inf": "S2014", "2rd": "S3010",
              "s-hq-20a": "S3110"}  # fmt: skip
    match = ordered(player, {**inside, **swift, **others}, turn=3, active=swift, ground=dict.fromkeys(lakes, "lake"))
    return fed(match, *inside) <= 1


@case
def five_divisions_close_behind_a_whole_army(player: str) -> bool:
    swift = {"18pz": "S2605", "3pz": "S2605", "4pz": "S2616", "17pz": "S2616", "10mot": "S2604"}
    foot = {"hq-2pzg": "S2405", "7inf": "S2309", "23inf": "S2311", "258inf": "S2313", "268inf": "S2307"}
    inside = {"27rd": "S2509", "56rd": "S2509", "85rd": "S2510", "113rd": "S2511", "49rd": "S2512", "75rd": "S2508",
              "s-hq-3a": "S2610"}  # fmt: skip
    others = {"2rd": "S3210", "s-hq-20a": "S3310"}
    return fed(ordered(player, {**swift, **foot, **inside, **others}, turn=3, active=swift), *inside) <= 1


@case
def panzers_break_the_ring_around_two_infantry_divisions(player: str) -> bool:
    foes = {"27rd": "S2213", "56rd": "S2214", "85rd": "S2216", "113rd": "S2217", "49rd": ("S2015", 1), "2rd": "S2414",
            "24rd": "S2416", "s-hq-3a": "S2615"}  # fmt: skip
    swift = {"18pz": "S1813", "3pz": "S1813", "4pz": "S1817", "17pz": "S1817", "hq-2pzg": "S1715"}
    inside = {"7inf": "S2215", "23inf": "S2215"}
    return fed(ordered(player, {**foes, **swift, **inside}, turn=3, active=swift, lines=_rail(19)), *inside) == 2


# ---------------------------------------------------------------------- reserves
@case
def the_reserve_holds_both_cities_behind_the_thin_line(player: str) -> bool:
    places = {"S2910": "major city", "S2917": "major city"}
    foes = {"18pz": "S2410", "3pz": "S2410", "4pz": "S2414", "17pz": "S2414", "7pz": "S2418", "hq-2pzg": "S2313"}
    mine = {"27rd": "S2611", "56rd": "S2614", "85rd": "S2617", "4td": "S3213", "7td": "S3213", "113rd": "S3014",
            "49rd": "S3114", "s-hq-3a": "S3113"}  # fmt: skip
    match = ordered(player, {**foes, **mine}, side="soviet", turn=3, active=mine, places=places,
                    control=dict.fromkeys(places, "soviet"))  # fmt: skip
    there = answered(match, foes, 4, turn=3, places=places)
    return all(column(there, "control")[h] == "soviet" for h in places)
