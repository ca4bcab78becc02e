"""Positions about bags that three and more units shut together, on the single boards and on that of the Campaign; and
about fresh garrisons, a staff left behind, and chits of armies that can still get out. Each says whether a player sees
it; nobody (``""``) leaves all as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.play.match import Match
from tests.players.cases_ava_map import KIEV, answered, fed, gone, ground, whole
from tests.players.cases_ava_sack import struck
from tests.players.deciding import registering
from tests.support.asking import acts
from tests.support.position import Where, column, position

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
CHITS = dict.fromkeys(("1pzg-1", "2pzg", "6a", "17a", "2a", "s-5a", "s-6a", "s-26a", "s-21a", "s-37a", "supply"), "cup")
case = registering(CASES)


def joined(units: Mapping[str, Where], active: list[str], axis: list[str], turn: int) -> Match:
    """A position on all three boards."""
    held = dict.fromkeys(axis, "axis")
    return position(units, scenario="campaign", turn=turn, dice=[4] * 60, chits=CHITS, active=active, control=held)


# ---------------------------------------------------------------------- bags
@case
def the_bulge_of_yelnya_is_pinched_off(player: str) -> bool:
    foes = {"10pz": "S4515", "reich": "S4515", "hq-2pzg": "S4416", "268inf": "S4212", "137inf": "S4211",
            "258inf": "S4118", "263inf": "S4018"}  # fmt: skip
    corps = {"4td": "S4609", "7td": "S4609", "14td": "S4519", "18td": "S4519"}
    others = {"19rd": "S4714", "149rd": "S4715", "217rd": "S4717", "s-hq-24a": "S4909", "s-hq-13a": "S4718"}
    match = ground("smolensk", {**foes, **corps, **others}, axis=["S2418", "S3510", "S3517", "S4112"], side="soviet",
                   turn=5, active=corps)  # fmt: skip
    return not fed(whole(player, match), "10pz", "reich", "hq-2pzg")


@case
def two_panzergruppen_meet_behind_kiev(player: str) -> bool:
    inside = {"41rd": "K3708", "97rd": "K3809", "159rd": "K3810", "146rd": "K3807", "200rd": "K3905", "140rd": "K4006",
              "s-hq-26a": "K4009", "s-hq-37a": "K3908"}  # fmt: skip
    kiev = {"190rd": "K3507", "196rd": "K3607", "206rd": "K3608", "227rd": "K3507", "165rd": "K3607", "175rd": "K3608"}
    north = {"3pz": "K4302", "4pz": "K4302", "17pz": "K4203", "10mot": "K4203", "hq-2pzg": "K4202"}
    south = {"13pz": "K4409", "14pz": "K4409", "16pz": "K4311", "hq-1pzg": "K4412", "44inf": "K4112", "24inf": "K4012"}
    foot = {"111inf": "K3802", "62inf": "K3904", "298inf": "K4003", "297inf": "K3403", "71inf": "K3406",
            "75inf": "K3409", "57inf": "K3511", "299inf": "K3713", "168inf": "K3911", "9inf": "K3602"}  # fmt: skip
    others = {"199rd": "K5207", "197rd": "K5210", "169rd": "K5005", "s-hq-40a": "K5206", "454sec": "K0811"}
    match = joined({**inside, **kiev, **north, **south, **foot, **others}, list(north), ["K0811"], 8)
    return fed(whole(player, match), *inside) <= 1


@case
def the_divisions_at_chernigov_are_shut_in(player: str) -> bool:
    inside = {"61rd": "S3729", "154rd": "S3830", "117rd": "K3802", "232rd": "K3801", "s-hq-21a": "S3830"}
    hands = {"3pz": "S4127", "4pz": "S4127", "17pz": "S4128", "260inf": "S3928", "52inf": "K3603", "34inf": "K3704"}
    others = {"hq-2pzg": "S4027", "131inf": "S3628", "112inf": "S3727", "hq-2a": "S3626", "15inf": "S3726",
              "106inf": "S3726", "454sec": "K0811"}  # fmt: skip
    far = {"199rd": "K5207", "197rd": "K4403", "169rd": "K5005", "s-hq-40a": "K4603", "190rd": "K3507",
           "196rd": "K3607", "206rd": "K3608"}  # fmt: skip
    match = joined({**inside, **hands, **others, **far}, list(hands), ["K0811", "S3726", "S2418", "S3517", "S3510"], 6)
    return not fed(whole(player, match), *inside)


@case
def two_armies_close_behind_the_panzers_at_zhitomir(player: str) -> bool:
    swift = {"13pz": "K3208", "14pz": "K3208", "25mot": "K3109", "hq-1pzg": "K3008"}
    foot = {"111inf": "K2409", "298inf": "K2408", "hq-6a": "K2309", "44inf": "K2410"}
    mine = {"45rd": "K2604", "62rd": "K2704", "41td": "K2803", "19td": "K2803", "80rd": "K2713", "139rd": "K2713",
            "32td": "K2814", "8td": "K2814", "s-hq-5a": "K2902", "s-hq-6a": "K2915"}  # fmt: skip
    match = ground("kiev", {**swift, **foot, **mine}, axis=["K0811"], side="soviet", turn=3, double=KIEV)
    match = whole(player, match)
    return gone(match, "hq-1pzg") or not fed(match, *swift)


@case
def the_panzers_before_nikolaev_are_cut_off_or_lose_their_staff(player: str) -> bool:
    swift = {"13pz": "K4124", "16pz": "K4124", "lah": "K4025", "hq-1pzg": "K4023"}
    mine = {"8td": "K4321", "32td": "K4321", "11td": "K3925", "16td": "K3925", "95rd": "K3824", "25rd": "K3824",
            "s-hq-9a": "K3926", "s-hq-18a": "K4320"}  # fmt: skip
    match = ground("kiev", {**swift, **mine, "76inf": "K3621", "22inf": "K3616"}, axis=["K0811"], side="soviet",
                   turn=6, double=[*KIEV, "K4127"], active=mine)  # fmt: skip
    match = whole(player, match)
    return gone(match, "hq-1pzg") or not fed(match, *swift)


# ---------------------------------------------------------------------- the rest
@case
def fresh_divisions_relieve_the_worn_garrison_of_gomel(player: str) -> bool:
    mine = {"61rd": ("S3726", 1), "154rd": ("S3726", 1), "14td": "S4024", "1md": "S4024", "217rd": "S3925",
            "s-hq-21a": "S3926"}  # fmt: skip
    swift = {"18pz": "S3423", "3pz": "S3423", "10mot": "S3422", "hq-2pzg": "S3321"}
    foes = {**swift, "7inf": "S3425", "23inf": "S3324"}
    match = ground("smolensk", {**mine, **foes}, axis=["S2418", "S3510", "S3517", "S4112"], side="soviet", turn=5,
                   double=["S5003", "S5120", "S5009"], active=mine)  # fmt: skip
    return bool(column(answered(whole(player, match), "smolensk", swift, turn=5), "control")["S3726"] == "soviet")


@case
def the_staff_of_the_eighteenth_army_catches_up(player: str) -> bool:
    foot = {"291inf": "L2407", "61inf": "L2408", "217inf": "L2410", "58inf": "L2512", "1inf": "L2512",
            "11inf": "L2306", "21inf": "L2410"}  # fmt: skip
    others = {"hq-18a": "L1911", "207sec": "L1911", "281sec": "L2012", "10rd": "L2905", "48rd": "L2906",
              "90rd": "L2606", "s-hq-8a": "L3005"}  # fmt: skip
    match = ground("leningrad", {**foot, **others}, axis=["L1420"], empty=["L1805"], turn=4,
                   active=["hq-18a", "207sec", "281sec"])  # fmt: skip
    c = whole(player, match).c
    staff = c.state.hex_of[c.unit("hq-18a")]
    return sum(c.grid.distance(staff, c.state.hex_of[c.unit(name)]) <= 4 for name in foot) >= 6


@case
def the_worn_romanians_at_the_dniester_are_struck(player: str) -> bool:
    foes = {"rum-35res": ("K3520", 1), "rum-21inf": ("K3520", 1), "rum-5inf": "K3319", "rum-13inf": "K3322",
            "hq-rum4a": "K3220"}  # fmt: skip
    mine = {"95rd": "K3619", "25rd": "K3619", "74rd": "K3722", "51rd": "K3722", "150rd": "K3720", "s-hq-9a": "K3820",
            "15md": "K3920"}  # fmt: skip
    match = ground("kiev", {**foes, **mine}, axis=["K0811"], side="soviet", turn=4)
    return len(struck(player, match).get("K3520", ())) >= 4


@case
def the_chits_of_armies_that_can_still_get_out_are_selected(player: str) -> bool:
    red = {"s-hq-5a": "K2706", "45rd": "K2606", "62rd": "K2607", "87rd": "K2605", "124rd": "K2705", "s-hq-6a": "K2812",
           "41rd": "K2712", "97rd": "K2711", "159rd": "K2713", "80rd": "K2813", "s-hq-26a": "K4413",
           "s-hq-12a": "K4905", "192mtn": "K4904", "44mtn": "K4906", "s-hq-18a": "K5016", "130rd": "K5017"}  # fmt: skip
    foes = {"13pz": "K2909", "14pz": "K2909", "25mot": "K2908", "hq-1pzg": "K2709", "111inf": "K2406",
            "298inf": "K2407", "62inf": "K2410", "44inf": "K2411", "297inf": "K2413", "hq-6a": "K2208",
            "hq-17a": "K2212"}  # fmt: skip
    chits = dict.fromkeys(("1pzg-1", "6a", "17a", "11a", "s-5a", "s-6a", "s-26a", "s-12a", "s-18a", "supply"), "ready")
    match = ground("kiev", {**red, **foes}, axis=["K0811"], side="soviet", phase="turn", turn=1, chits=chits)
    while player and match.c.frame.step == "select" and match.side != "soviet":
        acts(match, "greedy")
    return {"select s-5a", "select s-6a"}.issubset(acts(match, player) if player else ())
