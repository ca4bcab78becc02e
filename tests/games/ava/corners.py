"""Positions from which random play comes to decisions that it hardly ever meets from the start of a game."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.match import Match
from tests.support.position import play, position

MECHANIZED = ("3pz", "4pz", "10pz", "17pz", "18pz", "7pz", "12pz", "19pz", "20pz", "36mot", "3mot", "14mot")
"""More than one headquarters may activate under the limit of 17.5."""
AROUND = ("S2009", "S2109", "S2110", "S2011", "S1910", "S1909")


def corners() -> Iterator[Match]:
    """One position after another; each leads to the step that is named."""
    yield armor()
    yield left_over()
    yield zhukov()
    yield give_up()
    yield stand_fast()
    yield arrive()
    yield queue()
    yield teams()


def armor() -> Match:
    """The step ``armor``: twelve divisions stand around a headquarters whose chit alone is in the cup."""
    places = [h for h in AROUND for _ in range(2)]
    units = {"hq-2pzg": "S2010", **dict(zip(MECHANIZED, places, strict=True))}
    return position(units, phase="draw", ground={}, chits={"2pzg": "cup"}, options={"armor_limit": "on"})


def left_over() -> Match:
    """The step ``left-over``: two interrupt chits are in hand when the last chit leaves the cup."""
    units = {"hq-2pzg": "S2010", "s-hq-3a": "S3010"}
    chits = {"guderian": "hand", "manstein": "hand", "s-3a": "cup"}
    return position(units, scenario="campaign", turn=2, phase="draw", chits=chits)


def zhukov() -> Match:
    """The step ``zhukov``: a panzer division has come beside Leningrad."""
    units = {"hq-4pzg": "L3304", "1pz": "L3304"}
    match = position(units, scenario="leningrad", turn=5, phase="command", chit="4pzg", chits={"s-8a": "cup"})
    play(match, "move 1pz L3503", "end")
    return match


def give_up() -> Match:
    """The step ``give-up``: the check of turn 6 of the Smolensk game, with three mechanized divisions on the map."""
    units = {"7pz": "S1512", "12pz": "S1512", "36mot": "S1513", "3mot": "S1513"}
    return position(units, turn=6, phase="supply", ground={}, options={"length": "full"}, chits={"s-3a": "cup"})


def stand_fast() -> Match:
    """The step ``stand-fast``: markers lie in three cities in the check of turn 7."""
    options, markers = {"length": "full"}, ("S3510", "S4112", "S5009")
    return position(
        {"27rd": "S4011"}, turn=7, phase="supply", options=options, stand_fast=markers, chits={"s-3a": "cup"}
    )


def arrive() -> Match:
    """The step ``arrive``: the chit of an army that comes over the eastern edge."""
    boxes = dict.fromkeys(("s-hq-19a", "127rd", "134rd", "162rd"), "turn 3: 19a")
    return position({}, phase="command", chit="s-19a", turn=3, ground={}, boxes=boxes, chits={"9a": "cup"})


def queue() -> Match:
    """The steps ``queue`` and ``lay``: chits are laid in a row before they are carried out."""
    units = {"hq-2pzg": "S2010", "s-hq-3a": "S3010", "27rd": "S3011"}
    options = {"queue": "on", "players_count": "8"}
    return position(units, scenario="campaign", phase="turn", ground={}, options=options)


def teams() -> Match:
    """The steps ``distribute`` and ``master-draw`` of the team variant, and the reserve's."""
    units = {"hq-2pzg": "S2010", "s-hq-3a": "S3010", "27rd": "S3011"}
    return position(units, scenario="campaign", phase="turn", ground={}, options={"variant": "master", "reserve": "on"})
