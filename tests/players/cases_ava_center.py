"""Positions between the Dnieper and Bryansk on the printed board: one command each, with everybody of the side at hand.

The cities of the west are German, the others are held.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.play.match import Match
from tests.players.cases_ava_map import CITIES, fed, gone, ground, whole
from tests.players.deciding import registering
from tests.support.position import at, column, steps

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
WEST = ("S2418", "S3510", "S3517", "S4112")
case = registering(CASES)


def center(units: dict[str, Any], **more: Any) -> Match:
    """A position of turn 5; two divisions in the Soviet cities where nothing happens."""
    more = {"axis": WEST, "turn": 5, **more}
    double = [h for h in CITIES["smolensk"] if h not in more["axis"]][:3]
    return ground("smolensk", units, double=double, **more)


def reply(match: Match, side: str, dice: int, **more: Any) -> Match:
    """The same units once all of the other side have answered, by the player that plans."""
    c = match.c
    units = {c.roster.ids[u]: (c.label(h), c.state.steps_left[u]) for u, h in enumerate(c.state.hex_of) if h >= 0}
    more = {"control": dict(c.state.control), "turn": 5, **more}
    found = ground("smolensk", units, empty=CITIES["smolensk"], side=side, dice=dice, **more)
    return whole("normal", found)


# ---------------------------------------------------------------------- the Axis
@case
def two_stacks_shut_in_four_divisions(player: str) -> bool:
    wings = {"hq-2pzg": "S3818", "3pz": "S4013", "4pz": "S4013", "17pz": "S4119", "10mot": "S4119"}
    ring = {"7inf": "S3914", "23inf": "S3915", "258inf": "S3916", "268inf": "S3917"}
    inside = {"61rd": "S4015", "154rd": "S4015", "167rd": "S4017", "53rd": "S4017"}
    return not fed(whole(player, center({**wings, **ring, **inside, "s-hq-13a": "S4714"})), *inside)


@case
def bryansk_is_taken_and_the_neck_held(player: str) -> bool:
    mech = {"3pz": "S4720", "4pz": "S4720", "17pz": "S4719", "10mot": "S4622", "29mot": "S4622"}
    foot = {"hq-2pzg": "S4520", "31inf": "S4418", "34inf": "S4421"}
    red = {"61rd": "S5120", "14td": "S4914", "18td": "S4914", "13td": "S5024", "17td": "S5024", "1md": "S5023",
           "s-hq-20a": "S5015"}  # fmt: skip
    match = whole(player, center({**mech, **foot, **red}, dice=5))
    if column(match, "control")["S5120"] != "axis":
        return False
    after = reply(match, "soviet", 4)
    return column(after, "control")["S5120"] == "axis" and fed(after, *mech) == len(mech)


# ---------------------------------------------------------------------- the Soviets
@case
def the_worn_division_is_struck_from_all_sides(player: str) -> bool:
    foes = {"3pz": ("S4315", 1), "4pz": "S3916", "17pz": "S3917", "hq-2pzg": "S3917"}
    mine = {"14td": "S4513", "18td": "S4513", "1md": "S4416", "13td": "S4618", "17td": "S4618", "61rd": "S4417",
            "s-hq-20a": "S4614"}  # fmt: skip
    return gone(whole(player, center({**foes, **mine}, side="soviet", dice=5)), "3pz")


@case
def three_divisions_and_tanks_bar_the_way_to_bryansk(player: str) -> bool:
    foes = {"3pz": "S4519", "4pz": "S4519", "17pz": "S4418", "10mot": "S4418", "hq-2pzg": "S4318"}
    mine = {"61rd": "S4717", "154rd": "S4721", "167rd": "S4923", "14td": "S5218", "18td": "S5218", "s-hq-13a": "S5219"}
    match = whole(player, center({**foes, **mine}, side="soviet", empty=["S5120"], dice=3))
    return bool(column(reply(match, "axis", 3), "control")["S5120"] != "axis")


@case
def tanks_come_between_the_panzers_and_their_railroad(player: str) -> bool:
    foes = {"hq-2pzg": "S4417", "3pz": "S4517", "4pz": "S4615", "17pz": "S4518", "7inf": "S3917"}
    mine = {"14td": "S4312", "18td": "S4312", "1md": "S4413", "13td": "S4421", "17td": "S4421", "s-hq-20a": "S4513",
            "61rd": "S4717", "154rd": "S4715", "167rd": "S4719"}  # fmt: skip
    return not fed(whole(player, center({**foes, **mine}, side="soviet", axis=WEST[:3])), "hq-2pzg")


@case
def the_ring_of_krichev_is_broken(player: str) -> bool:
    inside = {"61rd": "S4019", "154rd": "S4019", "167rd": "S3919"}
    ring = {"31inf": "S3819", "34inf": "S3920", "7inf": "S4121", "23inf": "S4018", "258inf": "S4119", "3pz": "S3918",
            "hq-4a": "S3718"}  # fmt: skip
    tanks = {"14td": "S4318", "18td": "S4318", "1md": "S4220", "172rd": "S4222", "s-hq-20a": "S4419"}
    return fed(whole(player, center({**inside, **ring, **tanks}, side="soviet", dice=5)), *inside) >= 2


@case
def the_worn_infantry_is_attacked_and_the_panzers_are_not(player: str) -> bool:
    foes = {"3pz": "S3915", "4pz": "S3915", "7inf": ("S3917", 1), "17pz": "S3713"}
    mine = {"14td": "S4017", "18td": "S4017", "61rd": "S4016", "154rd": "S4016", "172rd": "S3918"}
    match = center({**foes, **mine, "s-hq-20a": "S4217"}, side="soviet", phase="combat", dice=3)
    match = whole(player, match)
    whole_still = all(not gone(match, name) and steps(match, name) == 2 for name in mine)
    return whole_still and (gone(match, "7inf") or at(match, "7inf") != "S3917")


@case
def bryansk_is_manned_before_the_panzers_come(player: str) -> bool:
    foes = {"3pz": "S4619", "4pz": "S4619", "hq-2pzg": "S4418"}
    mine = {"61rd": "S5117", "154rd": "S5222", "167rd": "S4922", "s-hq-13a": "S5219"}
    match = whole(player, center({**foes, **mine}, side="soviet", empty=["S5120"], dice=3))
    return bool(column(reply(match, "axis", 3), "control")["S5120"] != "axis")


@case
def tanks_from_both_sides_close_behind_the_spearhead(player: str) -> bool:
    foes = {"3pz": "S4715", "4pz": "S4715", "hq-2pzg": "S4315", "7inf": "S3915", "23inf": "S3916"}
    tanks = {"14td": "S4311", "18td": "S4311", "13td": "S4421", "17td": "S4421"}
    line = {"61rd": "S4814", "154rd": "S4815", "167rd": "S4816", "s-hq-20a": "S4510", "s-hq-13a": "S4719"}
    return not fed(whole(player, center({**foes, **tanks, **line}, side="soviet")), "3pz", "4pz")


@case
def the_headquarters_that_stands_alone_is_struck(player: str) -> bool:
    foes = {"hq-2pzg": "S4415", "3pz": "S4720", "4pz": "S4720", "31inf": "S4112", "34inf": "S4112", "7inf": "S4114",
            "23inf": "S4116"}  # fmt: skip
    mine = {"14td": "S4511", "18td": "S4511", "61rd": "S4612", "154rd": "S4815", "167rd": "S4919", "s-hq-20a": "S4711"}
    match = whole(player, center({**foes, **mine}, side="soviet"))
    return at(match, "hq-2pzg") != "S4415" and not any(gone(match, name) for name in ("14td", "18td"))
