"""Positions about what armies live by: railroads that are cut and kept, pockets and gaps on the printed boards, worn
units that stay where they are fed, who is manned in time. Each says whether a player sees it; nobody (``""``) leaves
all as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.games.ava.advice.knowledge import AvaKnowledge
from engine.play.match import Match
from tests.players.cases import _rail, plain
from tests.players.cases_ava import CUP
from tests.players.cases_ava_map import answered, fed, gone, ground, whole
from tests.players.cases_ava_sack import struck
from tests.players.deciding import registering
from tests.support.asking import acts
from tests.support.position import column

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
WEST = ("S2418", "S3510", "S3517", "S4112", "S3726")
case = registering(CASES)


def safe(match: Match, raider: str, *names: str) -> bool:
    """Whether all of some units have supply wherever an enemy goes."""
    c, k, foe = match.c, AvaKnowledge(match.c, "axis"), AvaKnowledge(match.c, "soviet")
    at, u = [c.state.hex_of[c.unit(name)] for name in names], c.unit(raider)
    return all(k.supplied("axis", {u: h})[there] for h in foe.reach(u) for there in at)


# ---------------------------------------------------------------------- the Axis
@case
def a_division_comes_where_the_railroad_could_be_cut(player: str) -> bool:
    mine = {"7pz": "S3114", "12pz": "S3114", "hq-3pzg": "S3015", "18mot": "S3116", "5inf": "S3215", "35inf": "S3215",
            "8inf": "S3213"}  # fmt: skip
    foes = {"27rd": "S2209", "56rd": "S3412", "85rd": "S3418", "s-hq-3a": "S2408", "2rd": "S3515"}
    match = plain({**mine, **foes}, phase="reinforcements", turn=5, lines=_rail(31), chits={**CUP, "supply": "cup"},
                  boxes={"258inf": "available"})  # fmt: skip
    if player:
        acts(match, player)
    return safe(match, "27rd", *mine)


@case
def three_groups_shut_the_pocket_at_belaya_tserkov(player: str) -> bool:
    inside = {"41rd": "K3211", "97rd": "K3211", "159rd": "K3212", "139rd": "K3212", "141rd": "K3112"}
    foot = {"44inf": "K3009", "57inf": "K3010", "75inf": "K3011", "111inf": "K2912", "298inf": "K3013",
            "hq-6a": "K2811", "hq-1pzg": "K2913"}  # fmt: skip
    mine = {"13pz": "K3109", "14pz": "K3109", "16pz": "K3114", "11pz": "K3114", "25mot": "K3015"}
    out = {"146rd": "K3609", "193rd": "K3613", "s-hq-26a": "K3911", "190rd": "K3507", "196rd": "K3607",
           "206rd": "K3608"}  # fmt: skip
    match = ground("kiev", {**inside, **foot, **mine, **out}, axis=["K0811"], turn=3, active=mine)
    return fed(whole(player, match), *inside) <= 1


@case
def worn_panzers_do_not_hunt_beyond_the_railhead(player: str) -> bool:
    mine = {"7pz": ("S4412", 1), "12pz": ("S4412", 1), "14mot": ("S4411", 1), "hq-3pzg": "S4411"}
    foot = {"5inf": "S4012", "35inf": "S4112"}
    foes = {"s-hq-24a": "S4910", "166rd": "S5014", "107rd": "S4610", "133rd": "S4613", "91rd": "S4309",
            "119rd": "S4215", "178rd": "S4416"}  # fmt: skip
    done = dict.fromkeys(("2pzg", "3pzg-1", "4a", "9a", "s-3a", "s-4a", "s-13a", "s-20a", "s-21a"), "ready")
    match = ground("smolensk", {**mine, **foot, **foes}, axis=WEST, turn=6, active=mine, chits=done)
    return bool(player) and fed(whole(player, match), *mine) == len(mine)


@case
def minsk_is_manned_before_the_tanks_are_there(player: str) -> bool:
    foes = {"14td": "S2720", "18td": "S2720", "1md": "S2819", "s-hq-13a": "S2818"}
    mine = {"286sec": "S2416", "252inf": "S2316", "5inf": "S2612", "35inf": "S2612", "hq-9a": "S2514"}
    others = {"7pz": "S3012", "20pz": "S3012", "100rd": "S3014", "64rd": "S3015"}
    match = ground("smolensk", {**foes, **mine, **others}, axis=["S2418"], empty=["S2418"], turn=3, active=mine)
    there = answered(whole(player, match), "smolensk", foes, side="soviet", turn=3)
    return bool(column(there, "control")["S2418"] == "axis")


@case
def romanians_strike_the_worn_division_before_kishinev(player: str) -> bool:
    mine = {"rum-guard": "K2627", "rum-15inf": "K2628", "rum-5inf": "K2627", "rum-21inf": "K2628",
            "rum-frontier": "K2629", "hq-rum4a": "K2527"}  # fmt: skip
    foes = {"95rd": ("K2728", 1), "25rd": "K2924", "51rd": "K2930", "s-hq-9a": "K3127", "150rd": "K3025"}
    match = ground("kiev", {**mine, **foes}, axis=["K0811"], turn=3, active=mine)
    return len(struck(player, match).get("K2728", ())) >= 3


# ---------------------------------------------------------------------- the Soviets
@case
def tanks_cut_the_bridge_of_kremenchug(player: str) -> bool:
    foes = {"14pz": "K5212", "16pz": "K5212", "hq-1pzg": "K5113", "13pz": "K5011", "56inf": ("K4815", 1),
            "9pz": "K4518", "44inf": "K4516"}  # fmt: skip
    mine = {"35td": "K4710", "40td": "K4710", "19td": "K4610", "41td": "K4610", "146rd": "K4712", "s-hq-38a": "K4711"}
    others = {"169rd": "K5412", "164rd": "K5411", "189rd": "K5409", "s-hq-21a": "K5510"}
    match = ground("kiev", {**foes, **mine, **others}, axis=["K0811"], side="soviet", turn=7, active=mine)
    return fed(whole(player, match), "14pz", "16pz", "hq-1pzg") <= 1


@case
def the_staff_at_trubchevsk_is_cut_off_from_two_sides(player: str) -> bool:
    foes = {"hq-2pzg": "S4825", "3pz": "S4927", "4pz": "S5026", "17inf": "S4421", "78inf": "S4524", "10mot": "S4625"}
    mine = {"50td": "S4920", "55td": "S4920", "107td": "S4629", "108td": "S4629", "143rd": "S5122",
            "s-hq-13a": "S5021"}  # fmt: skip
    others = {"121rd": "S5126", "132rd": "S5127", "148rd": "S5028", "s-hq-21a": "S4928"}
    match = ground("smolensk", {**foes, **mine, **others}, axis=WEST, side="soviet", turn=7, active=mine)
    match = whole(player, match)
    return gone(match, "hq-2pzg") or not fed(match, "hq-2pzg")


@case
def the_gap_at_porkhov_closes_behind_the_corps(player: str) -> bool:
    foes = {"8pz": "L3812", "3mot": "L3812", "hq-4pzg": "L3014", "30inf": "L2916", "126inf": "L2916",
            "totenkopf": "L2914"}  # fmt: skip
    mine = {"70rd": "L3311", "180rd": "L3311", "182rd": "L3317", "183rd": "L3317", "3td": "L3510", "163md": "L3418",
            "s-hq-11a": "L3411", "s-hq-27a": "L3517"}  # fmt: skip
    match = ground("leningrad", {**foes, **mine, "202md": "L4013", "21td": "L3909"}, axis=["L2915", "L1420", "L1805"],
                   side="soviet", turn=4, active=mine)  # fmt: skip
    return not fed(whole(player, match), "8pz", "3mot")


@case
def riflemen_shut_the_wide_gap_behind_two_divisions(player: str) -> bool:
    foes = {"11pz": "K3816", "16mot": "K3816", "hq-1pzg": "K2915", "57inf": "K2815", "297inf": "K2816", "9pz": "K2713"}
    mine = {"139rd": "K3213", "141rd": "K3213", "80rd": "K3218", "58mtn": "K3218", "99rd": "K3312", "173rd": "K3320",
            "s-hq-6a": "K3413", "s-hq-12a": "K3420"}  # fmt: skip
    others = {"190rd": "K4015", "44td": "K4018", "s-hq-18a": "K4216", "30mtn": "K3719", "96mtn": "K3719",
              "60mtn": "K3920", "45rd": "K2805", "62rd": "K3009", "97rd": "K3011"}  # fmt: skip
    match = ground("kiev", {**foes, **mine, **others}, axis=["K0811"], side="soviet", turn=4, active=mine)
    return not fed(whole(player, match), "11pz", "16mot")
