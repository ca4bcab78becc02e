"""Small positions of Proud Monster on the printed board: each asks for one player turn what nearly every strong player
would do in it.

Places of two points and more have a garrison where nothing else happens. Dice show 4 if not said otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from engine.play.match import Match
from tests.players.cases_pm import FOOT, RD, TD, stack
from tests.players.deciding import registering
from tests.support.asking import acts
from tests.support.beginning import begun
from tests.support.pm_position import column, position, unit

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
SPARE = tuple(f"rd-{n:03}" for n in range(21, 90))
LEAST, FULL = 2, 4
"""Points from which a place has a garrison, and how many stand in one that is full."""
WEST = ("3817N", "3514N", "3418N", "2817N", "3323N")
"""Places of the middle that the Germans hold in summer."""
case = registering(CASES)


def ground(
    units: Mapping[str, Any],
    *,
    german: Collection[str] = (),
    full: Collection[str] = (),
    empty: Collection[str] = (),
    dice: int = 4,
    **more: Any,
) -> Match:
    """A position with Soviet garrisons: none in places that are ``german`` or ``empty``, four in those ``full``."""
    board, spare, found = begun("pm", "campaign").c.board, iter(SPARE), dict(units)
    taken = {where if isinstance(where, str) else where[0] for where in units.values()}
    for place in board.places:
        for label in (board.label(h) for h in place.hexes):
            if place.value >= LEAST and label not in taken and label not in empty and label not in german:
                found.update((next(spare), label) for _ in range(FULL if label in full else 1))
    more["control"] = {**dict.fromkeys(german, "axis"), **more.get("control", {})}
    return position(found, dice=[dice] * 80, **more)


def known(who: tuple[int, int, int], *names: str) -> dict[str, Any]:
    """Divisions that have been seen, all alike."""
    return {"identities": dict.fromkeys(names, who), "tried": names}


def played(player: str, match: Match, side: str) -> Match:
    """The same when the player turn of a side is over; the other side does what ``greedy`` would."""
    while player and not match.over and _turn(match) == side:
        acts(match, player if match.side == side else "greedy", most=200)
    return match


def answered(match: Match, side: str) -> Match:
    """The same when the other ``side`` has had its player turn too, as ``greedy`` plays it."""
    for own in ("soviet", "axis"):
        if own != side:
            played("greedy", match, own)
    while not match.over and _turn(match) != side:
        acts(match, "greedy")
    return played("greedy", match, side)


def _turn(match: Match) -> str:
    """The side whose player turn goes on, empty for none."""
    return next((str(f.vars["side"]) for f in match.state.stack if f.step == "player-turn"), "")


def stays(match: Match) -> Match:
    """The same when nobody has done anything in the phase that goes on."""
    side = match.side
    while _turn(match) == side and match.side == side:
        match.play(match.prompt.default or next(iter(match.legal)))
    return match


def fed(match: Match, *names: str) -> int:
    """How many of some units are on the map and in supply."""
    there = [unit(match, name) for name in names if match.state.hex_of[unit(match, name)] >= 0]
    return sum(bool(match.view().supply(u).in_supply) for u in there)


def holds(match: Match, side: str, *labels: str) -> bool:
    """Whether a side controls all of some places."""
    return all(column(match, "control")[label] == side for label in labels)


# ---------------------------------------------------------------------- the German side
@case
def the_army_at_roslavl_is_ringed(player: str) -> bool:
    foot = {**stack("3919N", *FOOT[:4]), **stack("3820N", *FOOT[4:8]), **stack("3821N", *FOOT[8:12])}
    units = {**stack("3920N", *RD[:5]), **foot, **stack("4018N", "1pz", "6pz", "3mot", "36mot"),
             **stack("4222N", *RD[5:8])}  # fmt: skip
    match = ground(units, full=["5017N", "5116N", "4921N"], german=["3817N", "3514N", "3418N", "3323N", "2817N"],
                   turn=4, **known((5, 6, 5), *RD[:5]))  # fmt: skip
    return not fed(played(player, match, "axis"), *RD[:5])


@case
def the_stack_seen_to_be_strong_is_left_for_easier_places(player: str) -> bool:
    """Five strong divisions in Kirovograd, a weak one in Krivoi Rog, nobody in Kremenchug, which is worth most."""
    units = {**stack("3107S", *RD[:5]), RD[5]: "3309S", **stack("3208S", "1pz", "6pz", "3mot"),
             **stack("3108S", *FOOT[:4])}  # fmt: skip
    who: dict[str, Any] = {"identities": {**dict.fromkeys(RD[:5], (5, 6, 5)), RD[5]: (1, 1, 5)}, "tried": RD[:6]}
    match = played(player, ground(units, turn=3, dice=5, **who), "axis")
    taken = holds(match, "axis", "3309S") or holds(match, "axis", "3506S")
    return taken and all(match.state.steps_left[unit(match, u)] == 4 for u in ("1pz", "6pz"))


@case
def smolensk_is_not_left_to_raiders(player: str) -> bool:
    swift, raiders = ("7pz", "20pz", "14mot"), (TD[0], TD[1], RD[0])
    units = {**stack("3817N", *swift), **stack("3415N", *FOOT[:4]), **stack("4020N", *TD[:2]), RD[0]: "4216N"}
    who: dict[str, Any] = {"identities": {**dict.fromkeys(TD[:2], (4, 3, 8)), RD[0]: (2, 2, 5)}, "tried": raiders}
    match = played(player, ground(units, turn=3, german=["3817N", "3514N", "2817N"], **who), "axis")
    home = match.c.board.find("3817N")
    moved = any(match.state.hex_of[unit(match, name)] != home for name in swift)
    return moved and holds(answered(match, "soviet"), "axis", "3817N")


@case
def smolensk_is_stormed_by_two_corps(player: str) -> bool:
    units = {**stack("3616N", "7pz", "20pz", "14mot"), **stack("3618N", "3pz", "4pz", "10mot"),
             **stack("3716N", *FOOT[:4]), **stack("3717N", *FOOT[4:8]), **stack("3817N", *RD[:3])}  # fmt: skip
    match = ground(units, german=["2817N", "3514N", "3418N"], dice=6, **known((3, 3, 5), *RD[:3]))
    return holds(played(player, match, "axis"), "axis", "3817N")


@case
def pskov_is_taken_by_panzers_and_foot_together(player: str) -> bool:
    units = {**stack("3405N", "1pz", "6pz", "36mot"), **stack("3406N", *FOOT[:4]), **stack("3606N", *RD[:2])}
    match = ground(units, german=["2705N"], dice=5, **known((3, 3, 5), *RD[:2]))
    return holds(played(player, match, "axis"), "axis", "3606N")


@case
def the_air_corps_fly_for_the_city(player: str) -> bool:
    units = {**stack("3716N", *FOOT[:4]), **stack("3717N", *FOOT[4:8]), **stack("3817N", *RD[:4]),
             **stack("2907S", *FOOT[8:12]), RD[4]: "3107S", **stack("3212N", "viii-fk", "ii-fk")}  # fmt: skip
    match = ground(units, phase="commitment", german=["2817N", "3514N", "3418N"], **known((4, 4, 5), *RD[:5]))
    return holds(played(player, match, "axis"), "axis", "3817N")


# ---------------------------------------------------------------------- the Soviets
@case
def the_army_before_kremenchug_goes_behind_the_dnieper(player: str) -> bool:
    mine = dict(zip(RD[:4], ("3307S", "3306S", "3207S", "3208S"), strict=True))
    units = {**mine, **stack("3006S", "1pz", "6pz", "8pz", "3mot"), **stack("3008S", "7pz", "20pz", "14mot")}
    match = ground(units, side="soviet", turn=3, empty=["3506S"], german=["3107S"], **known((3, 3, 5), *RD[:4]))
    match = played(player, match, "soviet")
    where = [match.c.label(match.state.hex_of[unit(match, name)]) for name in RD[:4]]
    east = ("3404S", "3405S", "3504S", "3505S", "3506S", "3605S", "3606S", "3607S")
    return sum(label in east for label in where) >= 3 and "3506S" in where


@case
def a_worn_panzer_division_south_of_kiev_is_struck(player: str) -> bool:
    foes = {"8pz": ("2904S", 1), **stack("2603S", *FOOT[:3]), **stack("2703S", *FOOT[3:6]),
            **stack("2702S", *FOOT[6:9]), **stack("2502S", *FOOT[9:12])}  # fmt: skip
    mine = {**stack("3003S", *RD[:3]), **stack("3004S", *RD[3:6]), **stack("3104S", *TD[:2])}
    who: dict[str, Any] = {"identities": {**dict.fromkeys(RD[:6], (4, 4, 5)), **dict.fromkeys(TD[:2], (5, 4, 8))},
           "tried": (*RD[:6], *TD[:2])}  # fmt: skip
    match = ground({**foes, **mine}, side="soviet", turn=3, full=["3001S", "3107S", "3506S", "3809S"],
                   german=["2403S"], dice=5, **who)  # fmt: skip
    return played(player, match, "soviet").state.hex_of[unit(match, "8pz")] < 0


@case
def kiev_gets_a_garrison_that_stands(player: str) -> bool:
    mine = dict(zip(RD[:4], ("3103S", "3203S", "3101S", "3000S"), strict=True))
    units = {**stack("2602S", "1pz", "6pz", "8pz", "3mot"), **stack("2501S", *FOOT[:4]), **mine}
    match = ground(units, side="soviet", empty=["3001S"], **known((3, 4, 5), *RD[:4]))
    match = played(player, match, "soviet") if player else stays(match)
    return holds(answered(match, "axis"), "soviet", "3001S")


@case
def moscow_is_not_left_open(player: str) -> bool:
    mine = dict(zip(RD[:4], ("5115N", "5218N", "5015N", "5217N"), strict=True))
    units = {**stack("4618N", "7pz", "20pz", "14mot"), **stack("4418N", *FOOT[:4]), **mine}
    match = ground(units, side="soviet", turn=8, empty=["5017N", "5116N"], german=["3817N"], weather="frost",
                   **known((3, 4, 5), *RD[:4]))  # fmt: skip
    match = played(player, match, "soviet") if player else stays(match)
    return holds(answered(match, "axis"), "soviet", "5017N", "5116N")


@case
def the_army_in_the_sack_goes_east(player: str) -> bool:
    mine = stack("3919N", *RD[:4])
    foes = {**stack("3817N", "7pz", "20pz", "14mot", "12pz"), **stack("3822N", "3pz", "4pz", "10mot", "29mot"),
            **stack("3819N", *FOOT[:4]), **stack("3820N", *FOOT[4:8]), **stack("3918N", *FOOT[8:11]),
            **stack("3921N", "17pz", "18pz")}  # fmt: skip
    match = ground({**mine, **foes, **stack("4222N", *RD[5:7])}, side="soviet", turn=3, german=WEST,
                   **known((3, 4, 5), *RD[:4]))  # fmt: skip
    match = played(player, match, "soviet") if player else stays(match)
    column_of = match.c.grid.column
    line = column_of(match.c.board.find("4119N"))
    return sum(column_of(match.state.hex_of[unit(match, name)]) >= line for name in RD[:4]) >= 3


@case
def the_spearhead_is_ringed_by_tanks_from_both_sides(player: str) -> bool:
    mine = {**stack("4318N", *RD[:2]), **stack("4419N", *RD[2:4]), **stack("4420N", *RD[4:6]),
            **stack("4421N", *RD[6:8]), **stack("4117N", *TD[:2]), **stack("4122N", *TD[2:4])}  # fmt: skip
    foes = {**stack("4319N", "1pz", "6pz"), **stack("3919N", *FOOT[:4])}
    who: dict[str, Any] = {"identities": {**dict.fromkeys(RD[:8], (3, 4, 5)), **dict.fromkeys(TD[:4], (5, 4, 8))},
           "tried": (*RD[:8], *TD[:4])}  # fmt: skip
    match = played(player, ground({**mine, **foes}, side="soviet", turn=3, german=WEST, **who), "soviet")
    return fed(match, "1pz", "6pz") == 0


@case
def the_division_at_roslavl_is_ringed_by_two_corps(player: str) -> bool:
    foes = {**stack("3919N", *RD[:4]), **stack("4222N", *RD[4:6])}
    mine = {**stack("3817N", "7pz", "20pz", "14mot"), **stack("3822N", "3pz", "4pz", "10mot", "29mot"),
            **stack("3819N", *FOOT[:3]), **stack("3820N", *FOOT[3:6]), **stack("3918N", *FOOT[6:9])}  # fmt: skip
    match = ground({**foes, **mine}, turn=3, german=WEST, **known((3, 4, 5), *RD[:6]))
    return fed(played(player, match, "axis"), *RD[:4]) == 0


@case
def the_division_in_kalinin_is_thrown_out(player: str) -> bool:
    mine = {**stack("5014N", *TD[:3]), **stack("4912N", *RD[:3]), **stack("4712N", *RD[3:6]),
            **stack("4913N", *RD[6:9]), **stack("4914N", *RD[9:12])}  # fmt: skip
    foes = {"14mot": "4813N", **stack("4415N", "7pz", "20pz"), **stack("4115N", *FOOT[:4])}
    who: dict[str, Any] = {"identities": {**dict.fromkeys(RD[:12], (4, 5, 5)), **dict.fromkeys(TD[:3], (5, 4, 8))},
           "tried": (*RD[:12], *TD[:3])}  # fmt: skip
    match = ground({**mine, **foes}, side="soviet", turn=7, german=(*WEST, "4813N"), dice=5, **who)
    match = played(player, match, "soviet")
    return holds(match, "soviet", "4813N") or match.state.hex_of[unit(match, "14mot")] < 0
