"""Small positions about room beside strong places, ways around them and ways out, most of them on painted plains.

The dice show 4 if not said otherwise; what another command does afterwards is decided by the player that plans.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.play.match import Match
from tests.players.cases import _rail, plain
from tests.players.cases_ava import CUP
from tests.players.cases_ava_lines import answered, ordered, river
from tests.players.cases_ava_map import answered as replied
from tests.players.cases_ava_map import fed, gone, ground, whole
from tests.players.deciding import registering
from tests.support.asking import first
from tests.support.position import at, column, play, steps

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
CITY = {"S2410": "major city"}
NARROWS = {f"S24{y:02}": "lake" for y in range(1, 29) if y != 10}
"""A row of lakes with the city in its only gap: it can be struck from two hexes on either side."""
FAR = "S4512"
"""Where a headquarters is out of everybody's way."""
case = registering(CASES)


def held(match: Match, side: str, *hexes: str) -> bool:
    """Whether a side controls all of some hexes."""
    return all(column(match, "control").get(h) == side for h in hexes)


# ---------------------------------------------------------------------- who makes room
FOOT = {"7inf": "S2309", "23inf": "S2309", "258inf": "S2310", "268inf": "S2310"}
BEHIND = {"18pz": "S2108", "3pz": "S2108", "4pz": "S2111", "17pz": "S2111"}
INSIDE = {"27rd": "S2410", "56rd": "S2410", "85rd": "S2611", "s-hq-3a": FAR}


@case
def infantry_before_the_city_lets_the_panzers_come_up(player: str) -> bool:
    more: dict[str, Any] = {"turn": 4, "ground": NARROWS, "lines": _rail(23), "places": CITY}
    units = {**INSIDE, **FOOT, **BEHIND, "hq-4a": "S2210", "hq-2pzg": "S2109"}
    match = ordered(player, units, active=[*FOOT], control={"S2410": "soviet"}, **more)
    return held(answered(match, [*BEHIND], 4, **more), "axis", "S2410")


@case
def panzers_and_infantry_change_places_before_the_city(player: str) -> bool:
    units = {**INSIDE, **FOOT, **BEHIND, "hq-2pzg": "S2109"}
    match = ordered(player, units, turn=4, ground=NARROWS, lines=_rail(23), places=CITY, control={"S2410": "soviet"})
    return held(match, "axis", "S2410")


@case
def tanks_take_the_place_of_riflemen_before_the_city(player: str) -> bool:
    foes = {"7inf": "S2410", "23inf": "S2008", "hq-4a": "S1910"}
    mine = {"27rd": "S2509", "56rd": "S2509", "85rd": "S2510", "113rd": "S2510", "s-hq-3a": "S2609"}
    tanks = {"4td": "S2708", "7td": "S2708", "5td": "S2711", "14td": "S2711"}
    match = ordered(player, {**foes, **mine, **tanks}, 5, side="soviet", turn=4, ground=NARROWS, lines=_rail(24),
                    places=CITY, control={"S2410": "axis"})  # fmt: skip
    return held(match, "soviet", "S2410")


@case
def panzers_attack_from_the_dry_side(player: str) -> bool:
    lines = {"minor river": ["S2410-S2309", "S2410-S2310"], **_rail(21)}
    units = {"7inf": "S2409", "23inf": "S2409", "258inf": "S2308", "268inf": "S2509", "hq-2pzg": "S2110",
             "18pz": "S2209", "3pz": "S2209", "4pz": "S2211", "17pz": "S2211",
             "27rd": "S2410", "56rd": "S2410", "s-hq-3a": FAR}  # fmt: skip
    match = ordered(player, units, turn=4, ground={"S2510": "lake", "S2411": "lake"}, lines=lines, places=CITY,
                    control={"S2410": "soviet"})  # fmt: skip
    return held(match, "axis", "S2410")


@case
def infantry_opens_the_gate_for_the_panzers(player: str) -> bool:
    lakes = {f"S24{y:02}": "lake" for y in range(2, 26) if y not in (10, 11)}
    more: dict[str, Any] = {"turn": 4, "ground": lakes, "lines": _rail(23), "places": {"S2913": "major city"}}
    foes = {"27rd": ("S2410", 1), "56rd": ("S2411", 1), "s-hq-3a": "S3310"}
    foot = {"7inf": "S2209", "23inf": "S2209", "258inf": "S2212", "268inf": "S2212", "hq-4a": "S2110"}
    panzers = {"18pz": "S2108", "3pz": "S2108", "hq-2pzg": "S2008"}
    match = ordered(player, {**foes, **foot, **panzers}, active=[*foot], control={"S2913": "soviet"}, **more)
    return held(answered(match, [*panzers], 4, **more), "axis", "S2913")


# ---------------------------------------------------------------------- ways around
@case
def panzers_pass_the_fortress_and_take_the_city_behind(player: str) -> bool:
    cities = {**CITY, "S2914": "major city"}
    foes = {"5td": "S2410", "7td": "S2410", "s-hq-3a": "S3310", "27rd": "S2406"}
    panzers = {"18pz": "S2309", "3pz": "S2309", "4pz": "S2310", "17pz": "S2310", "hq-2pzg": "S2209"}
    foot = {"7inf": "S2108", "23inf": "S2110", "258inf": "S2111"}
    match = ordered(player, {**foes, **panzers, **foot}, turn=4, lines=_rail(24), places=cities,
                    control=dict.fromkeys(cities, "soviet"), fortress={"S2410": 2})  # fmt: skip
    return held(match, "axis", "S2914")


@case
def the_city_behind_the_river_is_taken_over_the_other_bridge(player: str) -> bool:
    roads = ["S2208-S2308-S2409-S2509-S2510", "S2215-S2315-S2415-S2515-S2514-S2513"]
    lines = {**river("major river", 24, range(3, 29)), "road": roads, **_rail(22)}
    foes = {"27rd": "S2509", "56rd": "S2509", "s-hq-3a": FAR}
    mine = {"18pz": "S2313", "3pz": "S2313", "4pz": "S2311", "17pz": "S2311", "7inf": "S2308", "23inf": "S2308"}
    match = ordered(player, {**foes, **mine, "hq-2pzg": "S2212"}, turn=4, lines=lines,
                    places={"S2509": "major city"}, control={"S2509": "soviet"})  # fmt: skip
    return held(match, "axis", "S2509")


@case
def the_headquarters_of_the_panzers_goes_after_them(player: str) -> bool:
    foes = {"27rd": "S3310", "56rd": "S3312", "s-hq-3a": "S3611"}
    foot = {"7inf": "S2209", "23inf": "S2210", "258inf": "S2212", "268inf": "S2213", "hq-4a": "S2111"}
    panzers = {"18pz": "S3010", "3pz": "S3010", "4pz": "S3012", "17pz": "S3012"}
    match = ordered(player, {**foes, **foot, **panzers, "hq-2pzg": "S2211"}, active=["hq-2pzg"], lines=_rail(30))
    c = match.c
    hq, *led = (c.state.hex_of[c.unit(name)] for name in ("hq-2pzg", *panzers))
    return sum(c.grid.distance(hq, h) <= 4 for h in led) >= 3


@case
def the_far_city_is_taken_in_the_last_turn(player: str) -> bool:
    foes = {"27rd": "S2617", "56rd": "S2611", "s-hq-3a": FAR}
    mine = {"18pz": "S2614", "3pz": "S2614", "hq-2pzg": "S2114", "7inf": "S2513"}
    match = ordered(player, {**foes, **mine}, turn=6, lines=_rail(15), places={"S3414": "major city"},
                    control={"S3414": "soviet"})  # fmt: skip
    return held(match, "axis", "S3414")


# ---------------------------------------------------------------------- ways out
@case
def two_tank_divisions_find_no_way_back(player: str) -> bool:
    foes = {"4td": "S2410", "7td": "S2410", "27rd": "S2805", "56rd": "S2815", "s-hq-3a": "S4510"}
    panzers = {"18pz": "S2307", "3pz": "S2307", "4pz": "S2313", "17pz": "S2313", "hq-2pzg": "S2209"}
    match = ordered(player, {**foes, **FOOT, **panzers}, turn=3, lines=_rail(23))
    return gone(match, "4td") and gone(match, "7td")


@case
def the_ring_is_closed_before_the_storm(player: str) -> bool:
    foes = {"27rd": "S2410", "56rd": "S2410", "s-hq-3a": FAR}
    panzers = {"18pz": "S2406", "3pz": "S2406", "4pz": "S2414", "17pz": "S2414", "hq-2pzg": "S2209"}
    match = ordered(player, {**foes, **FOOT, **panzers}, turn=4, lines=_rail(23), places=CITY,
                    control={"S2410": "soviet"})  # fmt: skip
    return gone(match, "27rd") and gone(match, "56rd") and held(match, "axis", "S2410")


@case
def one_division_shuts_the_peninsula(player: str) -> bool:
    lakes = {f"S{x}{y:02}": "lake" for x in range(20, 29) for y in (5, 6, 14, 15)}
    lakes.update({f"S20{y:02}": "lake" for y in range(5, 16)})
    lakes.update({f"S28{y:02}": "lake" for y in range(5, 16) if y not in (10, 11, 12)})
    inside = {"27rd": "S2210", "56rd": "S2309", "85rd": "S2311", "113rd": "S2311"}
    panzers = {"18pz": "S2804", "3pz": "S2816", "hq-2pzg": "S2603"}
    match = ordered(player, {**inside, **panzers, "s-hq-3a": "S4510", "7inf": "S1910"}, turn=3, ground=lakes)
    return fed(match, *inside) == 0


@case
def the_army_gets_out_through_the_last_gap(player: str) -> bool:
    foot = {"7inf": "S2109", "23inf": "S2110", "258inf": "S2111", "268inf": "S2112"}
    wings = {"18pz": "S2506", "3pz": "S2506", "4pz": "S2516", "17pz": "S2516", "hq-2pzg": "S2216"}
    mine = {"27rd": "S2309", "56rd": "S2310", "85rd": "S2311", "113rd": "S2312", "s-hq-3a": "S2511"}
    match = ordered(player, {**foot, **wings, **mine}, side="soviet", turn=3, lines=_rail(22))
    return fed(answered(match, [*wings], 4, turn=3, lines=_rail(22)), *mine) >= 4


# ---------------------------------------------------------------------- counter-strokes
@case
def the_bridgehead_is_thrown_back(player: str) -> bool:
    lines = {**river("minor river", 24, range(3, 29)), **_rail(21)}
    foes = {"7inf": "S2510", "23inf": "S2308", "258inf": "S2312", "268inf": "S2310", "hq-4a": "S2110"}
    mine = {"4td": "S2807", "7td": "S2807", "27rd": "S2608", "56rd": "S2613", "85rd": "S2712", "s-hq-3a": "S2810"}
    match = ordered(player, {**foes, **mine}, side="soviet", turn=4, lines=lines)
    return gone(match, "7inf") or int(at(match, "7inf")[1:3]) <= 24


@case
def the_lone_panzer_division_is_hunted_down(player: str) -> bool:
    foes = {"7pz": "S2612", "hq-3pzg": "S1910", "12pz": "S2009", "7inf": "S2110"}
    tanks = {"4td": "S2807", "7td": "S2807", "5td": "S2816"}
    mine = {"27rd": "S2910", "56rd": "S2911", "85rd": "S2814", "113rd": "S2810", "s-hq-3a": "S2912"}
    match = ordered(player, {**foes, **tanks, **mine}, side="soviet", turn=3, lines=_rail(20))
    return gone(match, "7pz") or steps(match, "7pz") == 1


@case
def the_tank_division_bars_the_causeway(player: str) -> bool:
    lakes = {f"S24{y:02}": "lake" for y in range(1, 29) if y != 12}
    more: dict[str, Any] = {"turn": 3, "ground": lakes, "lines": _rail(22), "places": {"S2912": "major city"}}
    foes = {"18pz": "S2210", "3pz": "S2210", "4pz": "S2214", "17pz": "S2214", "hq-2pzg": "S2112"}
    mine = {"4td": "S2706", "7td": "S2718", "s-hq-3a": "S3113"}
    match = ordered(player, {**foes, **mine}, side="soviet", control={"S2912": "soviet"}, **more)
    return held(answered(match, [*foes], 3, **more), "soviet", "S2912")


# ---------------------------------------------------------------------- chits
@case
def guderian_comes_before_the_supply_check(player: str) -> bool:
    foes = {"27rd": ("S2614", 1), "56rd": ("S2613", 1), "s-hq-3a": "S3610", "85rd": "S3513"}
    mine = {"18pz": "S3314", "3pz": "S3314", "4pz": "S2410", "17pz": "S2410", "hq-2pzg": "S2411", "7inf": "S2313"}
    chits = {**dict.fromkeys(CUP, "played"), "supply": "cup", "guderian": "hand"}
    match = plain({**foes, **mine}, turn=5, phase="draw", lines=_rail(29), chits=chits)
    play(match, "draw")
    return bool(player) and first(match, player).startswith("interrupt")


# ---------------------------------------------------------------------- on the printed boards
@case
def the_army_makes_room_before_pskov_for_the_panzergruppe(player: str) -> bool:
    foot = {
        "126inf": "L2914",
        "30inf": "L2914",
        "122inf": "L2916",
        "123inf": "L2916",
        "12inf": "L3016",
        "32inf": "L3016",
    }
    panzers = {"1pz": "L2617", "6pz": "L2617", "8pz": "L2717", "3mot": "L2717"}
    foes = {"180rd": "L3410", "181rd": "L3413", "s-hq-11a": "L3513"}
    units = {**foot, **panzers, **foes, "hq-16a": "L2816", "hq-4pzg": "L2715"}
    match = whole(player, ground("leningrad", units, axis=["L1420"], double=["L2915"], active=[*foot]))
    return held(replied(match, "leningrad", [*panzers]), "axis", "L2915")


@case
def kiev_is_stormed_by_panzers_and_not_by_foot(player: str) -> bool:
    foot = {"44inf": "K3609", "75inf": "K3609", "111inf": "K3508", "298inf": "K3508"}
    panzers = {"13pz": "K3311", "14pz": "K3311", "16pz": "K3612", "11pz": "K3612", "hq-1pzg": "K3411"}
    foes = {"41rd": "K3708", "97rd": "K3910", "s-hq-26a": "K4108"}
    match = ground("kiev", {**foot, **panzers, **foes}, axis=["K0811"], double=["K3507", "K3607", "K3608"])
    return held(whole(player, match), "axis", "K3608")


@case
def novgorod_is_held_after_the_reply(player: str) -> bool:
    foes = {"1pz": "L3613", "6pz": "L3613", "8pz": "L3512", "hq-4pzg": "L3413", "126inf": "L3414"}
    mine = {"180rd": "L4013", "181rd": "L4213", "21td": "L4009", "24td": "L4109", "s-hq-11a": "L4211"}
    match = ground("leningrad", {**foes, **mine}, side="soviet", axis=["L1420", "L2915"], chit="s-11a", active=[*mine])
    return held(replied(whole(player, match), "leningrad", [*foes]), "soviet", "L3910")


@case
def the_divisions_in_estonia_are_cut_off_at_narva(player: str) -> bool:
    inside = {"10rd": "L2006", "90rd": "L2106", "180rd": "L2205"}
    mine = {"1pz": "L2411", "6pz": "L2411", "8pz": "L2413", "hq-4pzg": "L2314", "1inf": "L2110", "11inf": "L2210"}
    foes = {"177rd": "L3207", "s-hq-8a": "L3305"}
    units = {**inside, **mine, **foes, "hq-18a": "L2213"}
    match = ground("leningrad", units, axis=["L1420", "L2915"], turn=5)
    return fed(whole(player, match), *inside) == 0


@case
def riga_is_taken_back_from_a_worn_division(player: str) -> bool:
    foes = {"61inf": ("L1420", 1), "217inf": "S1301", "21inf": "L1319", "hq-18a": "S1203"}
    mine = {"3td": "L1716", "42td": "L1718", "46td": "S1701", "10rd": "L1617", "90rd": "L1519", "s-hq-8a": "L1718"}
    match = ground("leningrad", {**foes, **mine}, side="soviet", axis=["L1420"], control={"L1420": "axis"},
                   chit="s-8a", active=[*mine])  # fmt: skip
    return held(whole(player, match), "soviet", "L1420")
