"""Positions about lines that stand in for each other, who holds them by standing still, staffs and their chits; most on
the printed board. Each says whether a player sees it; nobody (``""``) leaves all as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.games.ava.zones import rail_net
from tests.players.cases import _rail, plain
from tests.players.cases_ava import moved
from tests.players.cases_ava_map import fed, ground, whole
from tests.players.deciding import registering
from tests.support.asking import acts
from tests.support.position import at, column

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
case = registering(CASES)


# ---------------------------------------------------------------------- lines
@case
def tanks_cut_both_railroads_to_nevel(player: str) -> bool:
    foes = {"hq-3pzg": "S3803", "7pz": "S3903", "20pz": "S3903", "14mot": "S3803"}
    mine = {"14td": "S3409", "18td": "S3409", "1md": "S3509", "s-hq-20a": "S3611", "61rd": "S4204", "154rd": "S4304",
            "167rd": "S3909"}  # fmt: skip
    match = ground("smolensk", {**foes, **mine}, axis=["S2418"], side="soviet", turn=5)
    return not fed(whole(player, match), *foes)


@case
def the_two_stacks_before_kirovograd_are_ringed(player: str) -> bool:
    red = {"141rd": "K4119", "80rd": "K4119", "130rd": "K4120", "189rd": "K4120"}
    mine = {"hq-1pzg": "K3818", "16pz": "K4016", "11pz": "K4016", "9pz": "K4123", "14pz": "K4123", "297inf": "K3919",
            "71inf": "K3920", "44inf": "K3918", "s-hq-18a": "K4819", "139rd": "K4819"}  # fmt: skip
    match = ground("kiev", {**red, **mine}, axis=["K0811"], double=["K3507", "K3607", "K3608", "K4127"],
                   active=["16pz", "11pz", "9pz", "14pz"])  # fmt: skip
    return not fed(whole(player, match), *red)


@case
def the_divisions_on_the_berezina_are_cut_off(player: str) -> bool:
    red = {"61rd": "S2919", "154rd": "S2919", "167rd": "S2920", "53rd": "S2920", "148rd": "S2921"}
    mine = {"hq-2pzg": "S2619", "3pz": "S2915", "4pz": "S2915", "17pz": "S2924", "10mot": "S2924", "7inf": "S2719",
            "23inf": "S2720", "258inf": "S2722", "s-hq-13a": "S3619"}  # fmt: skip
    match = ground("smolensk", {**red, **mine}, axis=["S2418"], fortress={"S3510": 2, "S3517": 2}, turn=3,
                   active=["3pz", "4pz", "17pz", "10mot"])  # fmt: skip
    return fed(whole(player, match), *red) <= 1


@case
def tanks_from_dno_cut_the_railroad_and_kingisepp_stays_shut(player: str) -> bool:
    foes = {"1pz": "L3608", "6pz": "L3608", "8pz": "L3508", "hq-4pzg": "L3509"}
    mine = {"3td": "L3415", "46td": "L3415", "163md": "L3514", "s-hq-27a": "L3613", "10rd": "L3105", "281rd": "L3606",
            "291rd": "L3606", "285sec": "L2915"}  # fmt: skip
    match = ground("leningrad", {**foes, **mine}, axis=["L2915", "L1420"], side="soviet", turn=5)
    return not fed(whole(player, match), *foes)


@case
def leningrad_is_cut_off_at_mga(player: str) -> bool:
    foot = {"1inf": "L3505", "11inf": "L3505", "21inf": "L3606", "58inf": "L3606", "61inf": "L3706", "291inf": "L3706"}
    mech = {"1pz": "L3906", "6pz": "L3906", "8pz": "L4007", "3mot": "L4007", "hq-4pzg": "L3907", "290inf": "L1805"}
    red = {"115rd": "L3602", "142rd": "L3602", "43rd": "L3603", "123rd": "L3603", "118rd": "L3702", "235rd": "L3702"}
    match = ground("leningrad", {**foot, **mech, **red, "s-hq-8a": "L4302", "10rd": "L4302"}, turn=7,
                   axis=["L3910", "L2915", "L1420"], fortress={"L3602": 2, "L3603": 2, "L3702": 2})  # fmt: skip
    return not fed(whole(player, match), *red)


@case
def the_army_in_estonia_is_cut_off_at_tartu(player: str) -> bool:
    foes = {"hq-18a": "L2306", "61inf": "L2306", "217inf": "L2406", "58inf": "L2207"}
    mine = {"23td": "L2613", "28td": "L2613", "202md": "L2614", "s-hq-8a": "L2715", "10rd": "L2706", "48rd": "L2706",
            "90rd": "L2912", "285sec": "L2115"}  # fmt: skip
    match = ground("leningrad", {**foes, **mine}, axis=["L1420", "L1805"], side="soviet", turn=6)
    return not fed(whole(player, match), *foes)


@case
def both_gaps_between_the_lakes_are_shut(player: str) -> bool:
    lakes = {f"S28{row:02}": "lake" for row in range(1, 31) if row not in (8, 15)}
    inside = {"27rd": "S2509", "56rd": "S2511", "85rd": "S2513", "113rd": "S2511"}
    mine = {"18pz": "S2304", "3pz": "S2304", "4pz": "S2318", "17pz": "S2318", "hq-2pzg": "S2111", "7inf": "S2210",
            "23inf": "S2212", "s-hq-3a": "S2412", "49rd": "S3312"}  # fmt: skip
    match = moved(player, {**inside, **mine}, ground=lakes, active=["18pz", "3pz", "4pz", "17pz"])
    return not fed(match, *inside)


@case
def four_divisions_close_the_wide_mouth(player: str) -> bool:
    inside = {"27rd": "S2510", "56rd": "S2510", "85rd": "S2511", "113rd": "S2511", "49rd": "S2512", "75rd": "S2512"}
    mine = {"18pz": "S2305", "3pz": "S2305", "4pz": "S2317", "17pz": "S2317", "hq-2pzg": "S2211", "7inf": "S2309",
            "23inf": "S2311", "258inf": "S2313", "2rd": "S3210", "s-hq-3a": "S3310"}  # fmt: skip
    match = moved(player, {**inside, **mine}, active=["18pz", "3pz", "4pz", "17pz"])
    return not fed(match, *inside)


@case
def the_panzers_come_back_to_the_railhead(player: str) -> bool:
    mine = {"18pz": "S3014", "3pz": "S3014", "4pz": "S3015", "hq-2pzg": "S2915"}
    red = {"27rd": "S3213", "85rd": "S3213", "113rd": "S3215", "49rd": "S3215", "56rd": "S3217", "75rd": "S3217",
           "s-hq-3a": "S3514"}  # fmt: skip
    match = moved(player, {**mine, **red}, turn=5, lines=_rail(22), options={"length": "full"})
    return fed(match, *mine) == len(mine)


@case
def pskov_is_won_back_from_the_tanks(player: str) -> bool:
    mine = {"269inf": "L2817", "290inf": "L2817", "3mot": "L3113", "36mot": "L3113", "hq-18a": "L2716", "1pz": "L3311",
            "hq-4pzg": "L3213"}  # fmt: skip
    red = {"3td": "L2915", "163md": "L3318", "s-hq-27a": "L3417", "180rd": "L3317"}
    match = ground("leningrad", {**mine, **red}, axis=["L1420"], turn=6, dice=5)
    return bool(column(whole(player, match), "control").get("L2915") == "axis")


# ---------------------------------------------------------------------- staffs and chits
@case
def no_chit_goes_to_a_staff_without_troops(player: str) -> bool:
    staffs = {"s-hq-3a": "S2310", "s-hq-4a": "S3520", "s-hq-10a": "S2316", "s-hq-13a": "S3605", "s-hq-20a": "S2306"}
    troops = {"27rd": "S2209", "56rd": "S2211", "85rd": "S2215", "113rd": "S2217", "49rd": "S2205", "75rd": "S2207"}
    foes = {"7inf": "S1909", "23inf": "S1911", "258inf": "S1915", "268inf": "S1917", "18pz": "S1905", "3pz": "S1906",
            "hq-2pzg": "S1805", "hq-4a": "S1710"}  # fmt: skip
    chits = dict.fromkeys(("s-3a", "s-4a", "s-10a", "s-13a", "s-20a"), "ready")
    match = plain({**staffs, **troops, **foes}, side="soviet", phase="turn", turn=1, chits=chits)
    found = {text for text in acts(match, player) if text.startswith("select")} if player else set()
    return found == {"select s-3a", "select s-10a", "select s-20a"}


@case
def the_staff_goes_along_with_the_army(player: str) -> bool:
    foot = ("7inf", "23inf", "258inf", "268inf", "17inf", "78inf", "263inf", "137inf")
    units = {name: f"S20{row:02}" for row, name in enumerate(foot, 7)}
    city = {"places": {"S3010": "major city"}, "control": {"S3010": "soviet"}}
    others = {"hq-4a": "S1910", "27rd": "S3010", "56rd": "S3012", "s-hq-3a": "S3310"}
    match = moved(player, {**units, **others}, turn=4, lines=_rail(22), **city)
    c = match.c
    staff = c.state.hex_of[c.unit("hq-4a")]
    near = [c.grid.distance(staff, c.state.hex_of[c.unit(name)]) for name in foot]
    return sum(far <= 4 for far in near) >= 7 and int(at(match, "hq-4a")[1:3]) >= 22


@case
def who_bars_the_railroad_goes_on_barring_it(player: str) -> bool:
    mine = {"7inf": "S2514", "7pz": "S2711", "12pz": "S2711", "20pz": "S2611", "hq-3pzg": "S2611"}
    match = plain({**mine, "27rd": "S4005", "s-hq-3a": "S4305"}, turn=4, lines=_rail(41), active=mine,
                  sources={"axis": ["S0115"], "soviet": ["S4014"]}, chits={"soviet-reinf": "cup"},
                  boxes={"310rd": "available", "286rd": "available"})  # fmt: skip
    there = whole(player, match)
    gone = any(at(there, name) != where for name, where in mine.items() if name != "7inf")
    return gone and there.c.hex("S2214") not in rail_net(there.c, "soviet")
