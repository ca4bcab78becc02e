"""Small positions of Army Group Center with one idea that anybody at a table would see, for the player that plans.

The ground is painted clear; B0830 has B0829 to its north and B0831 to its south. Each holds in the terms of both
editions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.games.efs.advice.attacks import Stakes
from engine.games.efs.edition import Edition
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.games.efs2.ruleset import RULESET
from engine.play.match import Match
from engine.players import make
from tests.players.deciding import registering
from tests.support.efs import at, column, play, position, unit
from tests.support.efs_battles import NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, TARGET, declared

ADVICE = "engine.games.efs.advice"
TERMS = {"first": FIRST, "second": SECOND}
Case = Callable[[str, Edition], bool]
CASES: dict[str, Case] = {}
"""Name to whether a player of some name sees it in the terms of an edition."""
PANZERS = ("18pz-pzr", "18pz-sr1", "18pz-sr2")
"""A division without its lighter units: 14 attack points."""
MOST = 60
ALL_STEPS = [type(step) for step in RULESET.steps.values()]
case = registering(CASES)


def stack(label: str, *names: str) -> dict[str, str]:
    """Several units in one hex."""
    return dict.fromkeys(names, label)


def known(match: Match) -> Match:
    """The same match, in which computer players know the game."""
    match.rules = match.rules._replace(advice=ADVICE)
    return match


def deeds(player: str, match: Match) -> list[str]:
    """What a player does until the step is over that waits."""
    bot, step, found = make(player, 1), match.c.frame.step, list[str]()
    while not match.over and any(f.step == step for f in match.state.stack) and len(found) < MOST:
        action = bot.choose(match)[0]
        match.play(action)
        found.append(str(action))
    return found


def moved(player: str, terms: Edition, units: Mapping[str, str], *, side: str = "axis", phase: str = "",
          **more: Any) -> tuple[Match, list[str]]:  # fmt: skip
    """A position after a movement phase, and what was done in it."""
    given = {"ground": {}, "kinds": ALL_STEPS, **more}
    match = known(position(units, side=side, step="movement", phase=phase or f"{side}-movement", terms=terms, **given))
    if given["ground"] is not None:  # what counts on the real map is nothing here
        match.data.scenario["vp"] = []
        match.c.touch()
    return match, deeds(player, match)


def declares(player: str, terms: Edition, units: Mapping[str, str], side: str = "axis", **more: Any) -> dict[str, int]:
    """The hexes that a side declares attacks on, with how many units attack each."""
    given = {"ground": {}, "kinds": ALL_STEPS, **more}
    match = known(position(units, side=side, step="declaration", phase=f"{side}-declaration", terms=terms, **given))
    deeds(player, match)
    aims = list[str]()
    for text in (str(line.action) for line in match.history):
        verb, *words = text.split()
        aims += [words[1]] if verb == "attack" else []
        aims = [h for h in aims if h != words[0]] if verb == "cancel" else aims
    return {h: aims.count(h) for h in aims}


def far(match: Match, name: str, label: str) -> int:
    """Hexes between a unit and a hex."""
    return match.c.grid.distance(match.c.hex(at(match, name)), match.c.hex(label))


def beside(match: Match, names: Sequence[str], label: str) -> int:
    """How many of some units stand beside a hex."""
    return sum(far(match, name, label) == 1 for name in names)


# ---------------------------------------------------------------------- attacks that are declared together
@case
def a_lone_division_is_attacked_by_all_who_stand_around_it(player: str, terms: Edition) -> bool:
    units = {**stack(NORTH, *PANZERS), "6inf": SOUTH, "rd-100": TARGET}
    return declares(player, terms, units) == {TARGET: 4}


@case
def scouts_attack_nobody_who_is_stronger(player: str, terms: Edition) -> bool:
    return declares(player, terms, {"18pz-rec": NORTH, "rd-100": TARGET, "rd-5": TARGET}) == {}


@case
def of_two_divisions_the_weak_one_is_attacked_alone(player: str, terms: Edition) -> bool:
    units = {"6inf": "B0826", "rd-50": "B0827", "23inf": SOUTH, **stack(TARGET, "rd-100", "rd-5", "td-5")}
    return declares(player, terms, units, steps={"rd-50": 1}) == {"B0827": 1}


@case
def two_weak_divisions_apart_are_both_attacked(player: str, terms: Edition) -> bool:
    units = {"6inf": NORTH, "rd-50": TARGET, "23inf": "B1029", "rd-53": "B1030"}
    return set(declares(player, terms, units, steps={"rd-50": 1, "rd-53": 1})) == {TARGET, "B1030"}


@case
def who_has_no_way_out_is_attacked_by_even_numbers(player: str, terms: Edition) -> bool:
    ring = {"6inf": NORTH, "23inf": SOUTH, "18pz-sr1": SOUTH_EAST, "18pz-sr2": NORTH_WEST, "18pz-pzr": NORTH_EAST}
    return declares(player, terms, {**ring, **stack(TARGET, "rd-100", "rd-5")}) != {}


@case
def soviet_divisions_strike_back_at_a_lone_regiment(player: str, terms: Edition) -> bool:
    units = {"18pz-rec": TARGET, "rd-100": NORTH, "rd-5": SOUTH, "td-5": SOUTH_EAST}
    return TARGET in declares(player, terms, units, side="soviet")


@case
def nobody_strikes_back_at_a_whole_division_with_one_of_his_own(player: str, terms: Edition) -> bool:
    return declares(player, terms, {**stack(TARGET, *PANZERS), "rd-50": NORTH}, side="soviet") == {}


# ---------------------------------------------------------------------- moves
@case
def a_weak_division_in_the_way_is_overrun(player: str, terms: Edition) -> bool:
    units = {**stack("B0827", *PANZERS), "rd-50": TARGET}
    _, found = moved(player, terms, units, steps={"rd-50": 1})
    return any(text.startswith("overrun") for text in found)


@case
def two_stacks_come_up_and_stand_around_one_division(player: str, terms: Edition) -> bool:
    units = {**stack("B0826", *PANZERS), "6inf": "B0827", "23inf": "B0833", "rd-100": TARGET}
    match, _ = moved(player, terms, units)
    return beside(match, (*PANZERS, "6inf", "23inf"), TARGET) >= 4


@case
def an_empty_place_of_points_is_entered(player: str, terms: Edition) -> bool:
    units = {"18pz-pzr": "A6439", "18pz-sr1": "A6439", "rd-50": "B1334"}
    match, _ = moved(player, terms, units, ground=None)
    return "B0235" in {at(match, "18pz-pzr"), at(match, "18pz-sr1")}


@case
def a_lone_division_goes_back_from_panzers(player: str, terms: Edition) -> bool:
    units = {**stack(NORTH, *PANZERS), "6inf": NORTH_WEST, "rd-50": TARGET}
    match, _ = moved(player, terms, units, side="soviet", steps={"rd-50": 1})
    return all(far(match, "rd-50", h) > 1 for h in (NORTH, NORTH_WEST))


@case
def a_headquarters_goes_away_from_the_enemy(player: str, terms: Edition) -> bool:
    units = {**stack(NORTH, *PANZERS), "hq-13a": TARGET, "rd-50": SOUTH}
    match, _ = moved(player, terms, units, side="soviet")
    return far(match, "hq-13a", NORTH) > 1


@case
def a_gun_does_not_drive_up_to_the_enemy_by_itself(player: str, terms: Edition) -> bool:
    units = {"art-xiia": "B0827", "6inf": "B0827", "rd-100": TARGET, "rd-5": TARGET, "td-5": SOUTH}
    match, found = moved(player, terms, units)
    return found[-1] == "end" and far(match, "art-xiia", TARGET) > 1


@case
def a_headquarters_follows_its_divisions(player: str, terms: Edition) -> bool:
    units = {"hq-13a": "B0839", "rd-50": TARGET, "rd-53": "B0930", "rd-73": "B1030", "6inf": "B0824"}
    match, _ = moved(player, terms, units, side="soviet")
    return far(match, "hq-13a", at(match, "rd-50")) < 6


# ---------------------------------------------------------------------- battles
@case
def an_attack_is_supplied_before_its_die(player: str, terms: Edition) -> bool:
    units = {"6inf": NORTH, "art-xiia": "B0828", "rd-5": TARGET, "asup-01": "B0827"}
    match = known(position(units, ground={}, kinds=ALL_STEPS, step="below", terms=terms))
    column(match, "asp")[unit(match, "asup-01")] = 1
    declared(match, "6inf")
    match.c.call("combat", side="axis", phase="axis-combat")
    match._after()
    bot, found = make(player, 1), list[str]()
    while len(found) < 6 and "resolve" not in found:
        action = bot.choose(match)[0]
        found.append(str(action))
        play(match, str(action))
    return "all" in found or {"supply asup-01", "add art-xiia"} <= set(found)


@case
def guns_support_the_defense_near_them(player: str, terms: Edition) -> bool:
    match = known(position({"6inf": NORTH, "rd-100": TARGET, "art-13a": "B0832"}, ground={}, kinds=ALL_STEPS,
                           step="below", side="soviet", terms=terms))  # fmt: skip
    declared(match, "6inf")
    match.c.state.phase = "soviet-reaction"
    match.c.call("reaction", side="soviet", phase="soviet-reaction")
    match._after()
    return deeds(player, match)[:1] == [f"support art-13a {TARGET}"]


@case
def a_place_of_points_is_not_left_empty_before_the_enemy(player: str, terms: Edition) -> bool:
    units = {"6inf": "B0235", "rd-50": "B0238", "rd-53": "B0338", "18pz-pzr": "A6439"}
    match = known(position(units, side="axis", step="movement", phase="axis-movement", kinds=ALL_STEPS, terms=terms))
    match.c.state.holder["B0235"] = "axis"
    match.c.touch()
    deeds(player, match)
    return "B0235" in {at(match, "6inf"), at(match, "18pz-pzr")}


@case
def a_division_that_can_be_surrounded_is_left_no_way_out(player: str, terms: Edition) -> bool:
    units = {**stack("B0826", *PANZERS), "6inf": "B0728", "23inf": "B0932", "26inf": "B0731", "rd-100": TARGET}
    match, _ = moved(player, terms, units)
    return Stakes(match.c, "axis").ways_out(match.c.hex(TARGET)) == 0


@case
def a_stack_too_strong_is_neither_overrun_nor_driven_up_to_by_scouts(player: str, terms: Edition) -> bool:
    units = {"18pz-rec": "B0827", **stack(TARGET, "td-5", "rd-100"), "rd-5": SOUTH, "6inf": "B0825"}
    match, found = moved(player, terms, units)
    return found[-1] == "end" and len(found) <= 4 and far(match, "18pz-rec", TARGET) > 1


@case
def of_two_weak_divisions_in_the_way_one_at_least_is_overrun(player: str, terms: Edition) -> bool:
    units = {**stack("B0826", *PANZERS), "rd-50": "B0828", "rd-53": "B1028"}
    _, found = moved(player, terms, units, steps={"rd-50": 1, "rd-53": 1})
    return any(text.startswith("overrun") for text in found) and found[-1] == "end"


@case
def tanks_come_up_against_a_regiment_that_went_too_far(player: str, terms: Edition) -> bool:
    units = {"18pz-rec": TARGET, "6inf": "B0824", "td-5": "B0835", "md-29": "B0934", "rd-100": "B0832"}
    match, _ = moved(player, terms, units, side="soviet", phase="soviet-motorized")
    return beside(match, ("td-5", "md-29"), TARGET) == 2


# ---------------------------------------------------------------------- supply, goals left behind, who comes in
ROAD = {"main_road": ["A5739-A5839-A5939-A6039-A6139-A6239-A6339-A6439-B0139-B0239-B0339-B0439-B0539-B0639"]}


@case
def who_cuts_the_road_far_behind_is_attacked(player: str, terms: Edition) -> bool:
    units = {**stack("B0638", *PANZERS), "6inf": "A6038", "rd-50": "A6339", "rd-53": "A6134"}
    match, _ = moved(player, terms, units, lines=ROAD, steps={"rd-53": 1})
    return beside(match, (*PANZERS, "6inf"), "A6339") > 0


@case
def panzers_that_are_cut_off_turn_back_upon_who_did_it(player: str, terms: Edition) -> bool:
    units = {**stack("B0139", *PANZERS), "6inf": "B0638", "23inf": "B0639", "rd-50": "A6239", "rd-53": "B0536"}
    match, found = moved(player, terms, units, lines=ROAD, steps={"rd-53": 1})
    return beside(match, PANZERS, "A6239") >= 2 or any(text.startswith("overrun") for text in found)


@case
def supply_units_of_the_enemy_that_stand_alone_are_taken(player: str, terms: Edition) -> bool:
    units = {"18pz-rec": "B0826", "6inf": "B0726", "ssup-01": TARGET, "rd-50": "B1134", "rd-53": "B1135"}
    match, _ = moved(player, terms, units, ground={})
    return TARGET in {at(match, "18pz-rec"), at(match, "6inf")}


@case
def supply_units_do_not_stay_alone_before_tanks(player: str, terms: Edition) -> bool:
    units = {"asup-01": "B0829", "6inf": "B0725", "23inf": "B0925", "td-5": "B0835", "md-29": "B0935"}
    match, _ = moved(player, terms, units, ground={})
    here = at(match, "asup-01")
    return here in {at(match, "6inf"), at(match, "23inf")} or min(far(match, u, here) for u in ("td-5", "md-29")) > 8


@case
def a_headquarters_alone_before_panzers_is_overrun(player: str, terms: Edition) -> bool:
    units = {**stack("B0826", *PANZERS), "hq-13a": TARGET, "rd-50": "B1032", "rd-53": "B1132"}
    match, found = moved(player, terms, units)
    return any(text.startswith("overrun") for text in found) and at(match, "hq-13a") != TARGET


@case
def who_has_come_in_joins_the_attack_at_once(player: str, terms: Edition) -> bool:
    units = {"6inf": "A5836", "rd-50": "A6139", "rd-53": "B0230"}
    names = ("17pz-pzr", "17pz-sr1", "17pz-sr2")
    match, found = moved(player, terms, units, turn=6, boxes=dict.fromkeys(names, "turn 6"))
    return beside(match, names, "A6139") >= 2 or any(text.startswith("overrun") for text in found)


@case
def a_town_is_not_left_to_the_enemy_for_an_overrun(player: str, terms: Edition) -> bool:
    units = {**stack("B0834", *PANZERS), "mcr-9": "B0634", "td-13": "B0832", "mcr-24": "B0832"}
    match = known(position(units, side="axis", step="movement", phase="axis-motorized", kinds=ALL_STEPS, terms=terms,
                           steps={"18pz-sr1": 1}))  # fmt: skip
    match.c.state.holder["B0834"] = "axis"
    match.c.touch()
    deeds(player, match)
    return "B0834" in {at(match, u) for u in PANZERS}
