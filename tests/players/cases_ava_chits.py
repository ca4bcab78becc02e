"""Positions in which commands act one after the other: two chits of one side that shut a pocket or open it together,
and what still has to stand once the enemy has had his. Each says whether a player sees it; nobody (``""``) leaves all
as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.play.match import Match
from tests.players.cases import _rail, plain
from tests.players.cases_ava import CUP
from tests.players.cases_ava_bags import joined
from tests.players.cases_ava_lines import answered as countered
from tests.players.cases_ava_lines import ordered
from tests.players.cases_ava_map import CITIES, KIEV, answered, fed, gone, ground, whole
from tests.players.cases_ava_sack import struck
from tests.players.deciding import registering
from tests.support.asking import acts, attacks
from tests.support.position import column

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
WEST = ("S2418", "S3510", "S3517")
case = registering(CASES)


def again(player: str, match: Match, scenario: str, active: Iterable[str], **more: Any) -> Match:
    """The same units once another command of the same side is over, which lets those ``active`` act."""
    c = match.c
    units = {c.roster.ids[u]: (c.label(h), c.state.steps_left[u]) for u, h in enumerate(c.state.hex_of) if h >= 0}
    able = [name for name in active if name in units]
    return whole(player, ground(scenario, units, empty=CITIES[scenario], active=able,
                                control=dict(c.state.control), **more))  # fmt: skip


def held(match: Match, side: str, *hexes: str) -> bool:
    """Whether a side controls all of some hexes."""
    return all(column(match, "control")[h] == side for h in hexes)


# ---------------------------------------------------------------------- two commands
@case
def two_panzergruppen_meet_before_minsk_in_two_commands(player: str) -> bool:
    inside = {"27rd": "S1818", "56rd": "S1918", "85rd": "S2018", "17rd": "S1919", "37rd": "S2019", "121rd": "S2119",
              "s-hq-10a": "S2118"}  # fmt: skip
    west = {"8inf": "S1617", "28inf": "S1618", "7inf": "S1720", "23inf": "S1721", "35inf": "S1815", "hq-9a": "S1516"}
    north = {"7pz": "S2215", "20pz": "S2215", "12pz": "S2115", "18mot": "S2116", "hq-3pzg": "S2015"}
    south = {"3pz": "S2022", "4pz": "S2022", "17pz": "S2122", "18pz": "S2122", "10mot": "S1921", "hq-2pzg": "S1922"}
    others = {"100rd": "S2518", "64rd": "S2515", "s-hq-13a": "S2618"}
    match = ground("smolensk", {**inside, **west, **north, **south, **others}, turn=2, active=north)
    match = again(player, whole(player, match), "smolensk", south, turn=2)
    return fed(match, *inside) <= 1


@case
def the_pocket_west_of_krichev_is_opened_by_two_commands(player: str) -> bool:
    inside = {"61rd": "S3718", "110rd": "S3718", "53rd": "S3818", "s-hq-20a": "S3818"}
    ring = {"7inf": "S3617", "23inf": "S3619", "78inf": "S3716", "17inf": ("S3918", 1), "263inf": "S3916",
            "258inf": "S3820", "hq-4a": "S3517", "10mot": "S4017"}  # fmt: skip
    relief = {"14td": "S4216", "18td": "S4216", "1md": "S4218", "172rd": "S4118", "160rd": "S4115", "s-hq-13a": "S4317"}
    match = ground("smolensk", {**inside, **ring, **relief}, axis=WEST, side="soviet", turn=5, active=inside)
    match = again(player, whole(player, match), "smolensk", relief, side="soviet", turn=5)
    return fed(match, *inside) >= 2


@case
def two_armies_relieve_the_divisions_at_boguslav(player: str) -> bool:
    inside = {"41rd": "K3512", "97rd": "K3512", "159rd": "K3613"}
    ring = {"111inf": "K3411", "299inf": "K3414", "44inf": "K3610", "57inf": "K3615", "25mot": ("K3812", 1),
            "hq-1pzg": "K3313", "298inf": "K3814"}  # fmt: skip
    first = {"19td": "K4012", "41td": "K4012", "146rd": "K3911", "193rd": "K3911", "s-hq-26a": "K4011"}
    second = {"35td": "K3709", "40td": "K3709", "135rd": "K3809", "s-hq-37a": "K3908"}
    match = ground("kiev", {**inside, **ring, **first, **second}, axis=["K0811"], side="soviet", turn=5, active=first)
    able = [*second, "19td", "41td"]
    return fed(again(player, whole(player, match), "kiev", able, side="soviet", turn=5), *inside) >= 2


# ---------------------------------------------------------------------- three and more together
@case
def the_fifth_army_at_korosten_is_shut_in(player: str) -> bool:
    inside = {"45rd": "K2805", "62rd": "K2805", "87rd": "K2704", "124rd": "K2903", "135rd": "K2804", "s-hq-5a": "K2905"}
    swift = {"13pz": "K3108", "14pz": "K3108", "25mot": "K3007", "3pz": "S3228", "4pz": "S3228", "10mot": "S3127"}
    foot = {"111inf": "K2504", "299inf": "K2604", "44inf": "K2606", "298inf": "K2707", "168inf": "K2807",
            "57inf": "K2907", "hq-6a": "K2607", "hq-1pzg": "K3008", "hq-2pzg": "S3226", "34inf": "S2929",
            "267inf": "S3029"}  # fmt: skip
    out = {"146rd": "K3405", "193rd": "K3503", "190rd": "K3507", "196rd": "K3607", "206rd": "K3608",
           "s-hq-26a": "K3806", "s-hq-21a": "S3528", "232rd": "S3527", "61rd": "S3726"}  # fmt: skip
    match = joined({**inside, **swift, **foot, **out}, list(swift), ["K0811", "S2418"], 4)
    return fed(whole(player, match), *inside) <= 1


@case
def both_railroads_of_the_eleventh_army_are_cut(player: str) -> bool:
    foes = {"hq-11a": "K3624", "76inf": "K3624", "22inf": "K3724", "50inf": "K3723", "239inf": "K3625"}
    tanks = {
        "11td": "K3419",
        "16td": "K3419",
        "44td": "K3329",
        "47td": "K3329",
        "s-hq-18a": "K3429",
        "s-hq-9a": "K3618",
    }
    others = {"rum-13inf": "K3026", "95rd": "K3822", "25rd": "K3824", "74rd": "K3826"}
    match = ground("kiev", {**foes, **tanks, **others}, axis=["K0811"], side="soviet", turn=5, active=tanks)
    match = whole(player, match)
    return gone(match, "hq-11a") or not fed(match, *foes)


@case
def kleist_is_cut_off_from_cherkassy(player: str) -> bool:
    foes = {"13pz": "K4509", "14pz": "K4509", "16pz": "K4510", "hq-1pzg": "K4409"}
    mine = {"19td": "K4005", "41td": "K4005", "35td": "K4612", "40td": "K4612", "146rd": "K4306", "193rd": "K4206",
            "164rd": "K4713", "s-hq-37a": "K4106", "s-hq-38a": "K4812", "169rd": "K4909"}  # fmt: skip
    match = ground("kiev", {**foes, **mine, "24inf": "K4112", "44inf": "K4013"}, axis=["K0811"], side="soviet", turn=7,
                   double=KIEV, active=mine)  # fmt: skip
    match = whole(player, match)
    return gone(match, "hq-1pzg") or fed(match, *foes) <= 1


@case
def the_staff_of_the_third_panzergruppe_is_struck_by_all(player: str) -> bool:
    foes = {"20mot": "S3411", "hq-3pzg": "S3411", "7pz": "S3808", "20pz": "S3808", "35inf": "S3011", "12pz": "S3807"}
    mine = {"14td": "S3714", "18td": "S3714", "13td": "S3407", "17td": "S3407", "1md": "S3315", "153rd": "S3413",
            "186rd": "S3413", "s-hq-20a": "S3614", "s-hq-22a": "S3507", "112rd": "S3311"}  # fmt: skip
    match = ground("smolensk", {**foes, **mine}, axis=WEST[:2], side="soviet", turn=4, active=mine)
    if len(struck(player, match).get("S3411", ())) >= 5:
        return True
    match = whole(player, match)
    return gone(match, "hq-3pzg") or not fed(match, "hq-3pzg", "20mot")


@case
def the_corps_at_soltsy_is_cut_off_or_struck_by_all(player: str) -> bool:
    foes = {"8pz": "L3613", "3mot": "L3613", "hq-4pzg": "L3411", "61inf": "L3115", "1pz": "L3309"}
    mine = {"70rd": "L3711", "183rd": "L3712", "202md": "L3714", "21td": "L3714", "180rd": "L3415", "182rd": "L3316",
            "3td": "L3509", "128rd": "L3510", "s-hq-11a": "L3813", "s-hq-27a": "L3417",
            "s-hq-48a": "L3710"}  # fmt: skip
    match = ground("leningrad", {**foes, **mine}, axis=["L1420", "L1805", "L2915"], side="soviet", active=mine)
    return len(struck(player, match).get("L3613", ())) >= 5 or not fed(whole(player, match), "8pz", "3mot")


@case
def the_headquarters_and_two_panzer_divisions_are_relieved(player: str) -> bool:
    foes = {"27rd": "S2809", "56rd": "S2811", "85rd": ("S2813", 1), "113rd": "S2807", "49rd": "S3008", "42rd": "S3013",
            "s-hq-20a": "S3210"}  # fmt: skip
    inside = {"hq-3pzg": "S3010", "7pz": "S3010", "20pz": "S3011"}
    relief = {"18pz": "S2507", "3pz": "S2507", "4pz": "S2514", "17pz": "S2514", "7inf": "S2610", "23inf": "S2611",
              "hq-2pzg": "S2410"}  # fmt: skip
    match = plain({**foes, **inside, **relief}, chits=CUP, turn=5, lines=_rail(28), active=relief, dice=[4] * 60)
    return fed(whole(player, match), *inside) == 3


# ---------------------------------------------------------------------- what stands after the reply
@case
def the_cities_behind_the_second_army_are_manned_before_the_raid(player: str) -> bool:
    mine = {"131inf": "S4020", "134inf": "S4020", "45inf": "S3925", "112inf": "S4024", "hq-2a": "S3823",
            "7inf": "S3815", "hq-4a": "S3715"}  # fmt: skip
    foes = {"4td": "S3621", "7td": "S3622", "217rd": "S4319", "137rd": "S4225", "132rd": "S4226", "6rd": "S4117",
            "s-hq-13a": "S4419", "s-hq-21a": "S4426"}  # fmt: skip
    match = whole(player, ground("smolensk", {**mine, **foes}, axis=[*WEST, "S3726", "S4112"], turn=6, active=mine,
                                 empty=["S3517", "S3726"]))  # fmt: skip
    match = answered(match, "smolensk", foes, turn=6, side="soviet")
    return held(match, "axis", "S3517", "S3726") and not gone(match, "hq-2a")


@case
def two_cities_behind_a_screen_are_held(player: str) -> bool:
    cities = {"S3410": "soviet", "S3414": "soviet"}
    more: dict[str, Any] = {"turn": 4, "lines": _rail(26), "places": dict.fromkeys(cities, "major city")}
    mine = {"27rd": "S2909", "56rd": "S2909", "85rd": "S2912", "113rd": "S2915", "49rd": "S3110", "42rd": "S3114",
            "s-hq-20a": "S3212"}  # fmt: skip
    foes = {"18pz": "S2711", "3pz": "S2711", "4pz": "S2713", "17pz": "S2713", "10mot": "S2712", "hq-2pzg": "S2612"}
    match = ordered(player, {**mine, **foes}, side="soviet", control=cities, active=mine, **more)
    return held(countered(match, foes, 4, **more), "soviet", *cities)


@case
def the_worn_panzers_leave_yelnya_in_time(player: str) -> bool:
    mine = {"10pz": ("S4613", 1), "reich": ("S4613", 1), "hq-2pzg": "S4514"}
    foes = {"4td": "S4811", "7td": "S4811", "14td": "S4815", "18td": "S4815", "19rd": "S4713", "149rd": "S4714",
            "217rd": "S4715", "133rd": "S4712", "s-hq-24a": "S4813", "s-hq-13a": "S4816"}  # fmt: skip
    foot = {"268inf": "S4312", "137inf": "S4412", "263inf": "S4416", "292inf": "S4315"}
    match = whole(player, ground("smolensk", {**mine, **foot, **foes}, axis=[*WEST, "S4112", "S3726"], turn=8,
                                 active=mine))  # fmt: skip
    return fed(answered(match, "smolensk", foes, dice=5, turn=8, side="soviet"), *mine) == len(mine)


@case
def the_sixth_army_holds_all_of_kiev(player: str) -> bool:
    mine = {"111inf": "K3406", "299inf": "K3406", "44inf": "K3409", "298inf": "K3409", "hq-6a": "K3307"}
    foes = {"41rd": "K3707", "97rd": "K3707", "19td": "K3806", "41td": "K3806", "35td": "K3809", "40td": "K3809",
            "s-hq-37a": "K3907"}  # fmt: skip
    match = whole(player, ground("kiev", {**mine, **foes}, axis=["K0811", *KIEV], empty=KIEV, turn=7, active=mine))
    return held(answered(match, "kiev", foes, turn=7, side="soviet"), "axis", *KIEV)


@case
def novgorod_is_held_against_the_counter_offensive(player: str) -> bool:
    mine = {"21inf": "L3808", "11inf": "L3808", "126inf": "L3711", "1inf": "L3709", "hq-16a": "L3710"}
    foes = {"3td": "L4111", "21td": "L4111", "163md": "L4009", "180rd": "L4010", "183rd": "L4010", "70rd": "L4109",
            "305rd": "L4109", "s-hq-52a": "L4110"}  # fmt: skip
    match = whole(player, ground("leningrad", {**mine, **foes}, axis=["L1420", "L1805", "L2915", "L3910"], turn=7,
                                 empty=["L3910"], active=mine))  # fmt: skip
    match = answered(match, "leningrad", foes, turn=7, side="soviet")
    return held(match, "axis", "L3910") and not gone(match, "hq-16a")


@case
def nobody_strikes_in_the_woods_while_bryansk_stands_empty(player: str) -> bool:
    mine = {"217rd": "S4717", "258rd": "S4718", "279rd": "S4919", "4td": "S4915", "s-hq-13a": "S4918"}
    foes = {"10pz": "S4617", "reich": "S4617", "3pz": "S4622", "4pz": "S4622", "hq-2pzg": "S4520", "17inf": "S4619"}
    match = ground("smolensk", {**mine, **foes}, axis=[*WEST, "S4112", "S3726"], empty=["S5120"], side="soviet", turn=6,
                   active=mine)  # fmt: skip
    found: dict[str, set[str]] = {}
    if player:
        acts(match, player)
        found = attacks(acts(match, player)) if match.c.frame.step == "combat" else {}
    match = answered(whole(player, match), "smolensk", foes, turn=6, dice=3)
    return "S4617" not in found and held(match, "soviet", "S5120")
