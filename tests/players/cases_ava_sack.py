"""Positions about sacks, rings and those left behind a front: who gets out, who closes, hunts or relieves; and about
what chits, trains and orders to stand fast are best used for. Each says whether a player sees it; nobody (``""``)
leaves all as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.play.match import Match
from tests.players.cases import _rail, plain
from tests.players.cases_ava import CUP
from tests.players.cases_ava_lines import answered as met
from tests.players.cases_ava_lines import ordered, river
from tests.players.cases_ava_map import answered, fed, ground, whole
from tests.players.cases_ava_room import held
from tests.players.deciding import registering
from tests.support.asking import acts, attacks, first
from tests.support.position import play

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
case = registering(CASES)


def struck(player: str, match: Match) -> dict[str, set[str]]:
    """The attacks that are declared once everybody has moved."""
    if not player:
        return {}
    acts(match, player)
    return attacks(acts(match, player)) if match.c.frame.step == "combat" else {}


# ---------------------------------------------------------------------- out of a sack, and what shuts it
@case
def six_divisions_leave_the_salient(player: str) -> bool:
    mine = {"27rd": "S2309", "56rd": "S2309", "85rd": "S2310", "113rd": "S2310", "49rd": "S2311", "75rd": "S2311",
            "s-hq-3a": "S2410"}  # fmt: skip
    foes = {"18pz": "S2505", "3pz": "S2505", "4pz": "S2515", "17pz": "S2515", "hq-2pzg": "S2305", "hq-3pzg": "S2315",
            "7inf": "S2109", "23inf": "S2110", "258inf": "S2111"}  # fmt: skip
    match = ordered(player, {**mine, **foes}, side="soviet", turn=3)
    return fed(met(match, foes, 4, turn=3), *mine) >= 5


@case
def the_army_of_uman_gets_out(player: str) -> bool:
    red = {"141rd": "K3116", "80rd": "K3116", "130rd": "K3216", "189rd": "K3216", "139rd": "K3117", "s-hq-12a": "K3217"}
    foes = {"11pz": "K3412", "16pz": "K3412", "9pz": "K3413", "14pz": "K3413", "hq-1pzg": "K3213", "97light": "K3219",
            "1mtn": "K3219", "44inf": "K3014", "75inf": "K3015", "hq-17a": "K2918"}  # fmt: skip
    cities = ["K3507", "K3607", "K3608"]
    match = ground("kiev", {**red, **foes}, axis=["K0811"], double=cities, side="soviet")
    return fed(answered(whole(player, match), "kiev", foes, side="axis"), *red) >= 5


@case
def three_gaps_in_the_lakes_are_kept_open(player: str) -> bool:
    lakes = {f"S26{row:02}": "lake" for row in range(1, 31) if row not in (9, 10, 11)}
    mine = {"27rd": "S2308", "56rd": "S2309", "85rd": "S2311", "113rd": "S2312", "49rd": "S2410", "s-hq-3a": "S2510"}
    swift = {"18pz": "S2204", "3pz": "S2204", "4pz": "S2216", "17pz": "S2216"}
    foes = {**swift, "hq-2pzg": "S2010", "7inf": "S2109", "23inf": "S2111"}
    match = ordered(player, {**mine, **foes}, side="soviet", ground=lakes)
    return fed(met(match, swift, 4, ground=lakes), *mine) >= 4


@case
def the_divisions_at_berdichev_are_cut_off(player: str) -> bool:
    red = {"141rd": "K2711", "80rd": "K2711", "130rd": "K2611", "189rd": "K2612", "139rd": "K2712"}
    swift = {"13pz": "K2609", "14pz": "K2609", "11pz": "K2614", "16pz": "K2614"}
    mine = {"hq-1pzg": "K2410", "44inf": "K2510", "75inf": "K2511", "111inf": "K2512", "298inf": "K2513"}
    match = ground("kiev", {**red, **swift, **mine, "s-hq-6a": "K4108"}, axis=["K0811"], turn=3, active=swift,
                   double=["K3507", "K3607", "K3608"])  # fmt: skip
    return not fed(whole(player, match), *red)


@case
def tanks_cut_the_line_of_novgorod_at_porkhov(player: str) -> bool:
    swift = {"3td": "L3418", "46td": "L3418", "163md": "L3518"}
    mine = {"s-hq-27a": "L3519", "177rd": "L3410", "70rd": "L3212", "90rd": "L2906"}
    foes = {"hq-4pzg": "L3910", "8pz": "L3910", "3mot": "L3911", "269inf": "L3415"}
    match = ground("leningrad", {**foes, **swift, **mine}, axis=["L1420", "L2915", "L3910"], side="soviet", turn=6,
                   active=swift)  # fmt: skip
    return not fed(whole(player, match), "hq-4pzg", "8pz", "3mot")


@case
def two_corps_meet_behind_the_panzer_corps(player: str) -> bool:
    corps = {"18pz": "S2910", "3pz": "S2910", "10mot": "S2911", "hq-2pzg": "S2810"}
    swift = {"4td": "S2504", "7td": "S2504", "14td": "S2516", "18td": "S2516"}
    others = {"27rd": "S3109", "56rd": "S3111", "85rd": "S3112", "s-hq-3a": "S2804", "s-hq-20a": "S2816",
              "7inf": "S2210", "hq-4a": "S2110"}  # fmt: skip
    match = ordered(player, {**corps, **swift, **others}, side="soviet", turn=5, lines=_rail(28), active=swift)
    return not fed(match, *corps)


@case
def the_ring_holds_against_the_relief(player: str) -> bool:
    inside = {"27rd": "S2110", "56rd": "S2110", "85rd": "S2111"}
    ring = {"7inf": "S2010", "23inf": "S2011", "258inf": "S2108", "18pz": "S2311", "3pz": "S2210", "268inf": "S1908",
            "17inf": "S1912", "78inf": "S2208"}  # fmt: skip
    relief = {"4td": "S2608", "7td": "S2608", "14td": "S2614", "18td": "S2614"}
    staffs = {"hq-4a": "S1910", "hq-2pzg": "S2009", "s-hq-20a": "S2811"}
    match = ordered(player, {**inside, **ring, **relief, **staffs}, turn=3, active=ring)
    return not fed(met(match, relief, 4, turn=3), *inside)


@case
def the_thin_ring_is_broken_from_both_sides(player: str) -> bool:
    inside = {"27rd": "S2510", "56rd": "S2510", "85rd": "S2511", "113rd": "S2511"}
    mine = {"4td": "S2909", "7td": "S2909", "14td": "S2913", "18td": "S2913", "s-hq-3a": "S2911"}
    ring = {"7inf": "S2409", "23inf": "S2412", "258inf": "S2513", "hq-2pzg": "S2210", "10mot": ("S2610", 1),
            "29mot": ("S2612", 1), "18pz": ("S2508", 1)}  # fmt: skip
    match = ordered(player, {**inside, **mine, **ring}, 5, side="soviet", turn=4, lines=_rail(22))
    return fed(match, *inside) >= 3


@case
def panzers_leave_the_ring_to_the_infantry(player: str) -> bool:
    inside = {"27rd": "S2310", "56rd": "S2310"}
    mine = {"18pz": "S2409", "3pz": "S2411", "7inf": "S2209", "23inf": "S2211", "258inf": "S2309", "268inf": "S2312",
            "17inf": "S2308", "78inf": "S2313", "hq-2pzg": "S2210"}  # fmt: skip
    match = ordered(player, {**inside, **mine, "s-hq-20a": "S3810", "61rd": "S3811"}, turn=3,
                    places={"S3010": "major city"}, control={"S3010": "soviet"})  # fmt: skip
    return held(match, "axis", "S3010") and not fed(match, *inside)


# ---------------------------------------------------------------------- blows
@case
def the_worn_divisions_over_the_river_are_struck_from_the_dry_sides(player: str) -> bool:
    lines = {**_rail(22), "minor river": ["S2409-S2509", "S2410-S2509", "S2410-S2510"]}
    foes = {"10mot": ("S2410", 1), "29mot": ("S2410", 1), "7inf": "S2008", "23inf": "S2012", "hq-2pzg": "S1610"}
    mine = {"4td": "S2706", "7td": "S2706", "14td": "S2714", "18td": "S2714", "27rd": "S2609", "56rd": "S2609",
            "85rd": "S2611", "113rd": "S2611", "s-hq-3a": "S2810"}  # fmt: skip
    match = plain({**foes, **mine}, side="soviet", chits=CUP, turn=3, lines=lines)
    return len(struck(player, match).get("S2410", ())) >= 4


@case
def the_foothold_over_the_great_river_is_struck(player: str) -> bool:
    lines = {**_rail(24), **river("major river", 26, range(2, 30))}
    foes = {"10mot": ("S2710", 1), "7inf": "S2510", "23inf": "S2511", "18pz": "S2507", "hq-2pzg": "S2410"}
    mine = {"27rd": "S2909", "56rd": "S2909", "85rd": "S2911", "113rd": "S2911", "4td": "S3007", "7td": "S3014",
            "s-hq-3a": "S2910"}  # fmt: skip
    match = plain({**foes, **mine}, side="soviet", chits=CUP, turn=4, lines=lines)
    return len(struck(player, match).get("S2710", ())) >= 4


@case
def the_raiders_behind_the_front_are_hunted(player: str) -> bool:
    red = {"4td": "S1810", "7td": "S1810", "27rd": "S2810", "56rd": "S2812", "s-hq-3a": "S2911"}
    foot = {"7inf": "S1607", "23inf": "S1607", "258inf": "S1613", "268inf": "S1613", "17inf": "S2008", "78inf": "S2012"}
    front = {"hq-4a": "S1709", "18pz": "S2509", "3pz": "S2511", "hq-2pzg": "S2410"}
    match = plain({**red, **foot, **front}, chits=CUP, turn=4, lines=_rail(26), active=foot)
    found = struck(player, match).get("S1810", ())
    return len(found) >= 4 or not fed(match, "4td", "7td")


@case
def all_is_tried_in_the_last_command(player: str) -> bool:
    foes = {"7inf": "S2010", "18pz": "S1709", "hq-2pzg": "S1610"}
    mine = {"27rd": "S2208", "56rd": "S2208", "85rd": "S2212", "113rd": "S2212", "4td": "S2410", "7td": "S2410",
            "s-hq-3a": "S2310"}  # fmt: skip
    match = plain({**foes, **mine}, side="soviet", turn=6, places={"S2010": "major city"}, control={"S2010": "axis"},
                  chits={**dict.fromkeys(CUP, "played"), "supply": "cup"})  # fmt: skip
    return len(struck(player, match).get("S2010", ())) >= 4


# ---------------------------------------------------------------------- chits, trains, orders
@case
def guderian_comes_before_the_army_that_would_break_out(player: str) -> bool:
    red = {"27rd": "S2610", "56rd": "S2610", "85rd": "S2611", "113rd": "S2611", "49rd": "S2510", "s-hq-3a": "S2711"}
    mine = {"18pz": "S2506", "3pz": "S2506", "4pz": "S2516", "17pz": "S2516", "hq-2pzg": "S2411", "7inf": "S2409",
            "23inf": "S2410", "258inf": "S2412", "268inf": "S2413"}  # fmt: skip
    chits = {**dict.fromkeys(CUP, "played"), "s-3a": "cup", "supply": "cup", "guderian": "hand"}
    match = plain({**red, **mine}, turn=3, phase="draw", chits=chits, dice=[1] * 20)
    play(match, "draw")
    return bool(player) and first(match, player).startswith("interrupt")


@case
def the_order_to_stand_fast_is_lifted_where_the_city_falls(player: str) -> bool:
    foes = {"3pz": "S4012", "4pz": "S4012", "17pz": "S4111", "10mot": "S4111", "7pz": "S4013", "20pz": "S4013",
            "hq-2pzg": "S3912"}  # fmt: skip
    mine = {"10rd": "S4112", "61rd": "S4312", "s-hq-20a": "S4511"}
    match = ground("smolensk", {**foes, **mine}, axis=["S2418", "S3510", "S3517"], phase="supply", turn=6,
                   options={"length": "full"}, stand_fast=["S4112", "S3726", "S5003", "S5009", "S5120"])  # fmt: skip
    while player and match.c.frame.step != "draw" and "lift" not in match.legal.verbs():
        acts(match, player)
    return bool(player) and "lift S4112" in acts(match, player)


@case
def the_division_that_comes_by_rail_saves_vitebsk(player: str) -> bool:
    red = {"14td": "S3713", "18td": "S3713", "s-hq-20a": "S3814"}
    boxes = {"35inf": "available", "26inf": "available"}
    match = ground("smolensk", {**red, "hq-9a": "S3009", "5inf": "S3109"}, axis=["S2418", "S3517"], double=["S3517"],
                   empty=["S3510"], control={"S3510": "axis"}, phase="reinforcements", turn=5, boxes=boxes)  # fmt: skip
    while player and match.c.frame.step == "reinforce":
        acts(match, player)
    return held(answered(match, "smolensk", red, 3, side="soviet", turn=5), "axis", "S3510")
