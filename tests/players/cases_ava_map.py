"""Small positions on the printed board: each asks for one command what nearly every strong player would do with it.

Cities in which nothing else happens have a garrison each, so that nobody is drawn away. Dice show 4 if not said
otherwise. Each says whether a player sees it; nobody (``""``) leaves all as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from engine.games.ava.zones import rail_net
from engine.play.match import Match
from tests.players.cases_ava import FIGHTING
from tests.players.deciding import registering
from tests.support.asking import acts
from tests.support.position import at, column, position

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
CITIES = {
    "kiev": ("K3507", "K3607", "K3608", "K5418", "K4127", "K0811"),
    "smolensk": ("S5120", "S3726", "S2418", "S3517", "S5003", "S4112", "S3510", "S5009"),
    "leningrad": ("L3602", "L3603", "L3702", "L3910", "L2915", "L1420", "L1805"),
}
KIEV = CITIES["kiev"][:3]
SOVIET = {
    "kiev": ("190rd", "197rd", "199rd", "116rd", "196rd", "206rd", "147rd", "227rd", "165rd", "175rd"),
    "smolensk": ("91rd", "119rd", "166rd", "107rd", "133rd", "178rd", "19rd", "149rd"),
    "leningrad": ("115rd", "142rd", "43rd", "123rd", "111rd", "118rd", "235rd"),
}
AXIS = {
    "kiev": ("213sec", "454sec", "46inf"),
    "smolensk": ("221sec", "403sec", "15inf", "52inf", "106inf"),
    "leningrad": ("207sec", "281sec", "206inf"),
}
CUP = {
    "kiev": ("1pzg-1", "6a", "17a", "11a", "s-5a", "s-6a", "s-26a", "s-12a", "s-18a", "supply"),
    "smolensk": ("2pzg", "3pzg-1", "4a", "9a", "s-3a", "s-4a", "s-13a", "s-20a", "s-21a", "supply"),
    "leningrad": ("4pzg", "16a", "18a", "s-8a", "s-11a", "s-27a", "supply"),
}
case = registering(CASES)


def ground(
    scenario: str,
    units: Mapping[str, Any],
    *,
    axis: Collection[str] = (),
    double: Collection[str] = (),
    empty: Collection[str] = (),
    dice: int = 4,
    **more: Any,
) -> Match:
    """A position with garrisons: of the Axis in the cities ``axis``, two units in those ``double``, nobody where it is
    ``empty``."""
    soviet, own, found = iter(SOVIET[scenario]), iter(AXIS[scenario]), dict(units)
    taken = {where if isinstance(where, str) else where[0] for where in units.values()}
    for h in CITIES[scenario]:
        if h not in empty and h not in taken:
            found.update((next(own if h in axis else soviet), h) for _ in range(1 + (h in double)))
    more["control"] = {**dict.fromkeys(axis, "axis"), **more.get("control", {})}
    more["chits"] = {**dict.fromkeys(CUP[scenario], "cup"), **more.get("chits", {})}
    return position(found, scenario=scenario, dice=[dice] * 60, **{"turn": 4, **more})


def whole(player: str, match: Match) -> Match:
    """The same after a whole command: the enemy takes losses and retreats as ``greedy`` would."""
    side = match.side
    while player and not match.over and match.c.frame.step in FIGHTING:
        acts(match, player if match.side == side else "greedy")
    return match


def answered(match: Match, scenario: str, active: Iterable[str], dice: int = 4, **more: Any) -> Match:
    """The same units once those ``active`` of the other side have answered, by the player that plans."""
    c = match.c
    units = {c.roster.ids[u]: (c.label(h), c.state.steps_left[u]) for u, h in enumerate(c.state.hex_of) if h >= 0}
    more = {"control": dict(c.state.control), "active": [name for name in active if name in units], **more}
    return whole("normal", ground(scenario, units, empty=CITIES[scenario], dice=dice, **more))


def fed(match: Match, *names: str) -> int:
    """How many of some units are on the map and in supply."""
    c = match.c
    there = [c.unit(name) for name in names if c.state.hex_of[c.unit(name)] >= 0]
    return sum(bool(match.view().supply(u).in_supply) for u in there)


def gone(match: Match, name: str) -> bool:
    """Whether a unit is off the map."""
    return bool(match.c.state.hex_of[match.c.unit(name)] < 0)


def over_the_dnieper(match: Match, name: str) -> bool:
    """Whether a unit stands on the left bank between Kiev and Kremenchug."""
    if gone(match, name):
        return False
    x, y = int(at(match, name)[1:3]), int(at(match, name)[3:])
    return (x == 39 and y <= 9) or (40 <= x <= 43 and y <= 12) or (x >= 44 and y <= 13)


# ---------------------------------------------------------------------- the Axis
@case
def two_pairs_close_the_pocket_of_uman(player: str) -> bool:
    ring = {"hq-17a": "K3116", "297inf": "K3316", "71inf": "K3316", "1mtn": "K3317", "97light": "K3317"}
    wings = {"hq-1pzg": "K3612", "16pz": "K3613", "11pz": "K3613", "9pz": "K3320", "14pz": "K3320"}
    inside = {"141rd": "K3417", "80rd": "K3417", "44mtn": "K3517", "58mtn": "K3517"}
    others = {"130rd": "K4117", "189rd": "K4117", "s-hq-18a": "K5116"}
    match = ground("kiev", {**ring, **wings, **inside, **others}, axis=["K0811"], double=KIEV,
                   active=["16pz", "11pz", "9pz", "14pz"])  # fmt: skip
    return not fed(whole(player, match), *inside)


@case
def the_headquarters_at_belaya_tserkov_is_cut_off(player: str) -> bool:
    units = {"hq-1pzg": "K3009", "13pz": "K3009", "25mot": "K3110", "9pz": "K3114", "16pz": "K3114", "44inf": "K3111",
             "75inf": "K3112", "s-hq-26a": "K3311", "41rd": "K3211", "97rd": "K3212", "159rd": "K3612"}  # fmt: skip
    match = ground("kiev", units, axis=["K0811"], double=KIEV, active=["13pz", "25mot", "9pz", "16pz"])
    return not fed(whole(player, match), "s-hq-26a")


@case
def smolensk_is_taken_and_the_way_there_kept_open(player: str) -> bool:
    swift = {"7pz": "S3510", "20pz": "S3610", "18mot": "S3611", "14mot": "S3610"}
    foes = {"13td": "S3808", "17td": "S3808", "57td": "S3715", "109md": "S3715", "46rd": "S4116", "152rd": "S4309"}
    heads = {"hq-3pzg": "S3510", "35inf": "S3410", "s-hq-16a": "S4015", "s-hq-20a": "S4107"}
    match = whole(player, ground("smolensk", {**swift, **foes, **heads}, axis=["S2418", "S3510", "S3517"],
                                 empty=["S4112"], turn=5, active=[*swift, "hq-3pzg"]))  # fmt: skip
    taken = column(match, "control")["S4112"] == "axis"
    return taken and fed(answered(match, "smolensk", foes, side="soviet", turn=5), *swift) == len(swift)


@case
def nobody_passes_the_railhead_for_dnepropetrovsk(player: str) -> bool:
    mine = {"hq-1pzg": "K4219", "9pz": "K4319", "14pz": "K4319", "16pz": "K4320", "60mot": "K4318"}
    bar = {"130rd": "K4521", "169rd": "K4521", "189rd": "K4618", "164rd": "K4618", "s-hq-18a": "K5016"}
    far = {"216md": "K5314", "228rd": "K5512", "200rd": "K5416", "140rd": "K5510", "56inf": "K4119"}
    match = whole(player, ground("kiev", {**mine, **bar, **far}, axis=["K0811"], double=["K4127"], empty=["K5418"],
                                 turn=6, active=mine))  # fmt: skip
    struck = any(gone(match, u) or match.c.state.steps_left[match.c.unit(u)] < 2 for u in list(bar)[:4])
    here = match.c.grid.distance(match.c.state.hex_of[match.c.unit("9pz")], match.c.board.find("K5418"))
    return fed(match, *mine) == len(mine) and (struck or here < 11)


@case
def pskov_keeps_a_guard_while_trains_may_come(player: str) -> bool:
    mine = {"hq-16a": "L2916", "58inf": "L2915", "61inf": "L3015", "11inf": "L3015"}
    foes = {"281rd": "L3410", "291rd": "L3410", "70rd": "L3513", "s-hq-27a": "L3811"}
    boxes = dict.fromkeys(("310rd", "286rd", "267rd", "288rd"), "available")
    match = whole(player, ground("leningrad", {**mine, **foes}, axis=["L2915", "L1420", "L1805"], turn=5, boxes=boxes,
                                 chits={"soviet-reinf": "cup"}, active=mine))  # fmt: skip
    h = match.c.board.find("L2915")
    moved = any(at(match, name) != where for name, where in mine.items() if name != "hq-16a")
    return moved and (h in match.c.state.hex_of or h not in rail_net(match.c, "soviet"))


@case
def a_lone_division_before_bryansk_does_not_get_away(player: str) -> bool:
    mine = {"hq-2pzg": "S4619", "3pz": "S4719", "4pz": "S4720", "17pz": "S4621", "10mot": "S4621"}
    foes = {"121rd": "S4920", "s-hq-13a": "S5221", "143rd": "S5120", "55rd": "S5120"}
    axis = ["S2418", "S3510", "S3517", "S4112", "S3726"]
    match = ground("smolensk", {**mine, **foes}, axis=axis, turn=5, dice=3, active=mine)
    return gone(whole(player, match), "121rd")


@case
def mogilev_is_stormed_from_several_sides(player: str) -> bool:
    mine = {"hq-2pzg": "S3117", "18pz": "S3216", "17pz": "S3216", "3pz": "S3219", "4pz": "S3219", "10mot": "S3218",
            "29mot": "S3218"}  # fmt: skip
    foes = {"61rd": "S3517", "110rd": "S3517", "s-hq-20a": "S3717", "160rd": "S3714"}
    match = whole(player, ground("smolensk", {**mine, **foes}, axis=["S2418"], turn=3))
    return bool(column(match, "control")["S3517"] == "axis")


@case
def the_open_bridge_is_crossed(player: str) -> bool:
    mine = {"9pz": "K4114", "14pz": "K4114", "16pz": "K4015", "11pz": "K4015", "25mot": "K4016"}
    foes = {"130rd": "K4412", "189rd": "K4412", "169rd": "K4010", "45td": "K4907", "s-hq-18a": "K5007"}
    match = ground("kiev", {"hq-1pzg": "K4014", **mine, **foes}, axis=["K0811"], double=KIEV, turn=5)
    match = whole(player, match)
    return sum(over_the_dnieper(match, name) for name in mine) >= 2


# ---------------------------------------------------------------------- the Soviets
@case
def four_tank_divisions_strike_the_reduced_one_before_dubno(player: str) -> bool:
    foes = {"11pz": ("K1810", 1), "13pz": "K1607", "16mot": "K1607", "44inf": "K1609", "57inf": "K1509",
            "75inf": "K1509", "hq-1pzg": "K1306"}  # fmt: skip
    mine = {"8td": "K2110", "32td": "K2110", "10td": "K2010", "37td": "K2111", "12td": "K2111", "41rd": "K2012"}
    match = ground("kiev", {**foes, **mine, "s-hq-6a": "K2210"}, axis=["K0811"], side="soviet", turn=2,
                   chit="s-6a", phase="command")  # fmt: skip
    return gone(whole(player, match), "11pz")


@case
def tanks_cut_the_line_of_the_headquarters_at_kirovograd(player: str) -> bool:
    foes = {"hq-1pzg": "K4418", "9pz": "K4517", "14pz": "K4517", "16pz": "K4518", "444sec": "K3417"}
    mine = {"11td": "K4011", "16td": "K4011", "44td": "K4123", "47td": "K4123", "s-hq-9a": "K4124"}
    others = {"95rd": "K4716", "176rd": "K4718", "74rd": "K4717", "s-hq-38a": "K4111", "25rd": "K3722",
              "51rd": "K3626", "150rd": "K3920"}  # fmt: skip
    match = ground("kiev", {**foes, **mine, **others}, axis=["K0811"], side="soviet", turn=5, active=mine)
    return not fed(whole(player, match), "hq-1pzg")


@case
def kiev_is_still_held_after_the_reply(player: str) -> bool:
    foes = {"13pz": "K3009", "25mot": "K3009", "14pz": "K3110", "lah": "K3110", "hq-1pzg": "K2911", "111inf": "K3008",
            "56inf": "K3011"}  # fmt: skip
    mine = {"146rd": "K3509", "193rd": "K3406", "87rd": "K3410", "19td": "K3708", "135rd": "K3708", "s-hq-5a": "K3808"}
    match = whole(player, ground("kiev", {**foes, **mine}, axis=["K0811"], empty=KIEV, side="soviet",
                                 phase="command", chit="s-5a"))  # fmt: skip
    there = answered(match, "kiev", foes, dice=2, axis=["K0811"])
    return all(column(there, "control")[h] == "soviet" for h in KIEV)


@case
def dnepropetrovsk_gets_a_guard_before_the_trains(player: str) -> bool:
    units = {"4nkvd": "K5216", "s-hq-18a": "K5116", "216md": "K4914", "45td": "K4914", "130rd": "K4816", "9pz": "K4517",
             "14pz": "K4517", "hq-1pzg": "K4417", "56inf": "K4617"}  # fmt: skip
    match = ground("kiev", units, axis=["K0811"], empty=["K5418"], side="soviet", turn=5, chits={"axis-reinf": "cup"},
                   boxes={"60mot": "available", "113inf": "available"}, active=["4nkvd", "s-hq-18a"])  # fmt: skip
    h = whole(player, match).c.board.find("K5418")
    return h not in rail_net(match.c, "axis") or h in match.c.state.hex_of


@case
def the_pocket_of_borisov_is_relieved(player: str) -> bool:
    inside = {"2rd": "S2717", "8rd": "S2717", "13rd": "S2718"}
    ring = {"7inf": "S2617", "23inf": "S2619", "17inf": "S2719", "78inf": "S2716", "286sec": "S2818", "hq-4a": "S2518"}
    mine = {"14td": "S3018", "18td": "S3018", "1md": "S3117", "172rd": "S3017", "s-hq-20a": "S3118"}
    match = ground("smolensk", {**inside, **ring, **mine}, axis=["S2418"], side="soviet", active=mine)
    return fed(whole(player, match), *inside) >= 2


@case
def pskov_without_a_guard_is_taken_back(player: str) -> bool:
    foes = {"hq-4pzg": "L3411", "1pz": "L3410", "6pz": "L3410", "8pz": "L3510", "285sec": "L2617"}
    mine = {"3td": "L3415", "163md": "L3416", "70rd": "L3514", "s-hq-27a": "L3615"}
    others = {"177rd": "L3608", "191rd": "L3608"}
    match = ground("leningrad", {**foes, **mine, **others}, axis=["L2915", "L1420"], empty=["L2915"], side="soviet",
                   active=mine)  # fmt: skip
    return bool(column(whole(player, match), "control")["L2915"] == "soviet")


@case
def reinforcements_come_to_gomel_before_the_panzers(player: str) -> bool:
    units = {
        "3pz": "S3424",
        "4pz": "S3423",
        "hq-2pzg": "S3323",
        "148rd": "S3924",
        "s-hq-21a": "S4024",
        "132rd": "S3919",
    }
    match = ground("smolensk", units, axis=["S2418"], empty=["S3726"], side="soviet", phase="reinforcements",
                   boxes=dict.fromkeys(("256rd", "242rd", "250rd", "251rd", "244rd"), "available"))  # fmt: skip
    if player:
        acts(match, player)
    return match.c.board.find("S3726") in match.c.state.hex_of


@case
def a_lone_army_headquarters_in_bessarabia_is_struck(player: str) -> bool:
    units = {"hq-11a": "K2422", "76inf": "K2320", "239inf": "K2425", "rum-5cav": "K2323", "95rd": "K2624",
             "176rd": "K2623", "74rd": "K2621", "11td": "K2822", "s-hq-9a": "K2823"}  # fmt: skip
    match = ground("kiev", units, axis=["K0811"], side="soviet", turn=2, phase="command", chit="s-9a", dice=5)
    return gone(whole(player, match), "hq-11a")
