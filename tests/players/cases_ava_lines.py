"""Small positions about lines of supply, rivers and counter-strokes, on painted plains as in ``cases``.

The dice show 4 if not said otherwise; a command is played to its end, losses and retreats of the enemy as ``greedy``
would have them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.play.match import Match
from tests.players.cases import _rail, plain
from tests.players.cases_ava import CUP
from tests.players.cases_ava_map import fed, gone, whole
from tests.players.deciding import registering
from tests.support.position import at, column

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
BULGE = {"27rd": "S2410", "56rd": "S2410", "85rd": "S2411", "113rd": "S2411", "49rd": "S2412", "8rd": "S2412"}
BEFORE = {"7inf": "S2309", "23inf": "S2309", "258inf": "S2311", "268inf": "S2311", "17inf": "S2312", "78inf": "S2312",
          "hq-4a": "S2111"}  # fmt: skip
SHOULDERS = {"2rd": "S2704", "13rd": "S2704", "86rd": "S2718", "155rd": "S2718"}
case = registering(CASES)


def ordered(player: str, units: Mapping[str, Any], dice: int = 4, **more: Any) -> Match:
    """The position after a command."""
    return whole(player, plain(dict(units), **{"chits": CUP, "turn": 2, "dice": [dice] * 60, **more}))


def answered(match: Match, active: Iterable[str], dice: int, **more: Any) -> Match:
    """The same units once those ``active`` of the other side have answered, by the player that plans."""
    c = match.c
    units = {c.roster.ids[u]: (c.label(h), c.state.steps_left[u]) for u, h in enumerate(c.state.hex_of) if h >= 0}
    there = [name for name in active if name in units]
    return ordered("normal", units, dice, active=there, control=dict(c.state.control), **more)


def river(kind: str, x: int, rows: range) -> dict[str, list[str]]:
    """A river from north to south along the east of an even column."""
    sides = [f"S{x}{y:02}-S{x + 1}{n:02}" for y in rows for n in (y - 1, y)]
    return {kind: sides}


# ---------------------------------------------------------------------- the Axis
@case
def two_wings_meet_behind_the_bulge(player: str) -> bool:
    wings = {"7pz": "S2607", "12pz": "S2607", "18pz": "S2615", "3pz": "S2615"}
    units = {**BULGE, **BEFORE, **SHOULDERS, **wings, "hq-2pzg": "S2513", "s-hq-3a": "S2911"}
    return fed(ordered(player, units, turn=3, active=wings), *BULGE) <= 2


@case
def panzers_get_behind_the_line_on_the_river(player: str) -> bool:
    mine = {"7pz": "S2309", "12pz": "S2309", "18pz": "S2314", "3pz": "S2314", "7inf": "S2410", "23inf": "S2410"}
    foes = {"27rd": "S2510", "56rd": "S2510", "85rd": "S2511", "113rd": "S2511"}
    others = {"hq-2pzg": "S2211", "4td": "S3111", "s-hq-3a": "S3111"}
    match = ordered(player, {**mine, **foes, **others}, turn=3, active=mine,
                    lines=river("minor river", 24, range(4, 20)))  # fmt: skip
    return fed(match, *foes) <= 1


# ---------------------------------------------------------------------- the Soviets
@case
def a_tank_division_cuts_the_railroad_behind_the_spearhead(player: str) -> bool:
    foes = {"hq-2pzg": "S3115", "18pz": "S3215", "3pz": "S3215", "4pz": "S3114"}
    mine = {"4td": "S2209", "7td": "S2209", "s-hq-3a": "S2308"}
    others = {"7inf": "S2514", "27rd": "S3415", "56rd": "S3413", "85rd": "S3417", "2rd": "S2306"}
    match = ordered(player, {**foes, **mine, **others}, turn=5, lines=_rail(26), side="soviet", active=mine)
    return not fed(match, *foes)


@case
def tanks_from_both_sides_cut_off_the_headquarters(player: str) -> bool:
    foes = {"hq-2pzg": "S2915", "18pz": "S3115", "3pz": "S3115", "4pz": "S3113", "7inf": "S2416"}
    mine = {"4td": "S2610", "7td": "S2610", "31td": "S2620", "29td": "S2620"}
    others = {"s-hq-3a": "S2909", "s-hq-10a": "S2921", "27rd": "S3314", "56rd": "S3316"}
    match = ordered(player, {**foes, **mine, **others}, turn=5, lines=_rail(24), side="soviet", active=mine)
    return not fed(match, "hq-2pzg")


@case
def the_reserve_closes_the_hole_in_the_line(player: str) -> bool:
    places = {"S3210": "major city", "S3215": "major city"}
    foes = {"7pz": "S2409", "12pz": "S2409", "18pz": "S2412", "hq-2pzg": "S2310"}
    line = {"27rd": "S2607", "56rd": "S2613", "85rd": "S2616", "113rd": "S2604"}
    mine = {"4td": "S3114", "7td": "S3114", "s-hq-3a": "S3012"}
    match = ordered(player, {**foes, **line, **mine}, side="soviet", active=mine, places=places,
                    control=dict.fromkeys(places, "soviet"))  # fmt: skip
    there = answered(match, foes, 3, places=places)
    return all(column(there, "control")[h] == "soviet" for h in places)


@case
def five_tank_divisions_strike_the_reduced_panzers_at_ten_to_one(player: str) -> bool:
    foes = {"7pz": ("S2310", 1), "12pz": "S2106", "19pz": "S2106", "20pz": "S2115", "hq-3pzg": "S2010",
            "7inf": "S2109", "23inf": "S2112"}  # fmt: skip
    mine = {"4td": "S2610", "7td": "S2610", "31td": "S2609", "5td": "S2611", "13td": "S2611", "s-hq-3a": "S2710"}
    others = {"27rd": "S2708", "56rd": "S2713"}
    return gone(ordered(player, {**foes, **mine, **others}, side="soviet", active=mine), "7pz")


@case
def the_army_steps_behind_the_great_river(player: str) -> bool:
    foes = {"7pz": "S2308", "12pz": "S2308", "18pz": "S2311", "3pz": "S2311", "19pz": "S2314", "20pz": "S2314"}
    rifles = {"27rd": "S2608", "56rd": "S2610", "85rd": "S2612", "113rd": "S2614"}
    match = ordered(player, {**foes, **rifles, "hq-2pzg": "S2211", "s-hq-3a": "S2711"}, side="soviet",
                    lines=river("major river", 26, range(4, 18)))  # fmt: skip
    return sum(int(at(match, name)[1:3]) > 26 for name in rifles if not gone(match, name)) >= 3


@case
def the_reduced_division_beside_a_whole_stack_is_struck(player: str) -> bool:
    foes = {"7pz": "S2310", "12pz": "S2310", "7inf": ("S2313", 1), "19pz": "S2106", "20pz": "S2007", "hq-3pzg": "S2106"}
    mine = {"4td": "S2511", "7td": "S2511", "27rd": "S2412", "56rd": "S2412", "s-hq-3a": "S2612"}
    match = ordered(player, {**foes, **mine}, side="soviet")
    return gone(match, "7inf") or at(match, "7inf") != "S2313"
