"""Positions from which random play comes to decisions that it hardly ever meets from the start of a game."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.match import Match
from tests.support.position import position

MECHANIZED = ("3pz", "4pz", "10pz", "17pz", "18pz", "7pz", "12pz", "19pz", "20pz", "36mot", "3mot", "14mot")
"""More than one headquarters may activate under the limit of 17.5."""
AROUND = ("S2009", "S2109", "S2110", "S2011", "S1910", "S1909")


def corners() -> Iterator[Match]:
    """One position after another; each leads to the step that is named."""
    yield armor()
    yield left_over()
    yield zhukov()


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
    """The step ``zhukov``: fast units stand before Leningrad, and their headquarters' chit is next."""
    units = {"hq-4pzg": "L3205", "1pz": "L3204", "6pz": "L3304", "8pz": "L3305"}
    return position(units, scenario="leningrad", turn=5, phase="draw", chits={"4pzg": "cup"})
