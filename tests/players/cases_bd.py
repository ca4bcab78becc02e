"""Small positions of Barbarossa Deluxe with one idea that anybody at a table would see, for the player that plans.

The ground is painted plains. 1809 has 1810 to its west and 1808 to its east; the German side is supplied from the west.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.games.bd.advice.knowledge import BdKnowledge
from engine.play.match import Match
from engine.players import make
from tests.players.deciding import registering, targets
from tests.support.asking import acts, first
from tests.support.bd_position import at, play, position

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
FIVE = tuple(f"{n}pz" for n in (3, 24, 39, 41, 46))
FOOT = tuple(f"{n}inf" for n in (1, 2, 5, 6, 7, 8, 9, 10, 12, 13))
RIFLES = tuple(f"{n}ra" for n in (16, 3, 4, 5, 8, 10, 13, 61, 62, 64))
case = registering(CASES)


def plain(units: Mapping[str, str], **more: Any) -> Match:
    """Units on plains."""
    return position(units, **{"ground": {}, **more})


def stack(label: str, *names: str) -> dict[str, str]:
    """Several units in one hex."""
    return dict.fromkeys(names, label)


def beside(label: str) -> list[str]:
    """The hexes around one, as labels."""
    c = plain({"3pz": "2012", "16ra": "2008"}).c
    return [c.label(h) for h in c.grid.adjacent[c.hex(label)]]


def fought(player: str, units: Mapping[str, str], **more: Any) -> set[str]:
    """What is attacked in a combat phase, from one die to the next."""
    match, bot, found = plain(units, phase="combat", **more), make(player, 1), list[str]()
    while not match.over and any(f.step == "combat" for f in match.state.stack) and len(found) < 60:
        action = bot.choose(match)[0]
        found += [str(action)] if match.c.frame.step == "combat" else []
        match.play(action)
    return targets(found)


def moved(player: str, units: Mapping[str, str], **more: Any) -> Match:
    """The position after a movement phase."""
    match, bot = plain(units, phase="movement", **more), make(player, 1)
    for _ in range(120):
        if match.over or not any(f.step == "movement" for f in match.state.stack):
            break
        match.play(bot.choose(match)[0])
    return match


def becomes(player: str, solved: Callable[[Match], bool], units: Mapping[str, str], **more: Any) -> bool:
    """Whether a movement phase brings about what was not so before it."""
    more = {"order": "fight-move", **more}
    return not solved(plain(units, phase="movement", **more)) and solved(moved(player, units, **more))


def where(match: Match, *names: str) -> list[str]:
    """Where some units are."""
    return [at(match, name) for name in names]


def ring(label: str, names: Iterable[str], but: int = 0) -> dict[str, str]:
    """One unit in each hex around one, the last so many left out."""
    around = beside(label)
    return dict(zip(names, around[: len(around) - but], strict=False))


# ---------------------------------------------------------------------- attacks
@case
def a_lone_army_is_attacked_by_a_panzer_group(player: str) -> bool:
    return fought(player, {**stack("1810", *FIVE), "16ra": "1809"}) == {"1809"}


@case
def nobody_joins_in_at_one_to_three(player: str) -> bool:
    strong = {**stack("1810", *FIVE), "16ra": "1809"}
    return fought(player, {**strong, "1inf": "2210", **stack("2209", "3ra", "4ra")}) == {"1809"}


@case
def weak_odds_against_a_city_are_left_alone(player: str) -> bool:
    units = {
        **stack("1810", "1inf", "2inf", "5inf"),
        **stack("1809", "16ra", "3ra", "8ra", "10ra"),
        **stack("2210", *FIVE),
        "4ra": "2209",
    }
    return fought(player, units, places={"1809": ("city", 1)}) == {"2209"}


@case
def two_lone_armies_are_both_attacked(player: str) -> bool:
    units = {**stack("1810", *FIVE), **stack("1910", "56pz", "57pz", "47pz"), "16ra": "1809", "3ra": "1908"}
    near = set(beside("1910"))
    units["3ra"] = min(near - set(beside("1810")) - {"1810"} - set(beside("1809")))
    return fought(player, units) == {"1809", units["3ra"]}


@case
def armies_strike_a_lone_corps_that_has_gone_too_far(player: str) -> bool:
    units = {"3pz": "1809", **stack("1808", "16ra", "3ra", "4ra"), **stack("1810", "5ra", "8ra", "10ra")}
    return fought(player, units, side="soviet", offensive={"A": "1808"}) == {"1809"}


@case
def aircraft_help_an_attack_that_needs_them(player: str) -> bool:
    match = plain({**stack("1810", "3pz", "24pz", "1inf"), "16ra": "1809"}, phase="combat")
    return "support luftwaffe" in acts(match, player)


# ---------------------------------------------------------------------- moves
@case
def two_stacks_come_up_and_strike_together(player: str) -> bool:
    units = {**stack("1812", *FIVE), **stack("1912", "56pz", "57pz", "47pz"), **stack("1809", "16ra", "3ra")}
    match = moved(player, units, order="move-fight")
    return sum(at(match, name) in beside("1809") for name in (*FIVE, "56pz", "57pz", "47pz")) >= 6


@case
def an_empty_city_within_reach_is_taken(player: str) -> bool:
    match = moved(player, {"3pz": "1812", "16ra": "2404"}, order="fight-move", places={"1808": ("city", 2)})
    return match.view("").control(match.c.hex("1808")) == "axis"


@case
def a_stack_is_rolled_over_before_the_others_move(player: str) -> bool:
    match = plain({**stack("1810", *FIVE), "16ra": "1809"}, phase="movement")
    return any(text.startswith("assault") for text in acts(match, player, most=8))


# ---------------------------------------------------------------------- groups that act together
@case
def panzers_from_three_hexes_gather_against_one_army(player: str) -> bool:
    units = {**stack("1812", "3pz", "24pz"), **stack("1912", "39pz", "41pz"), **stack("1712", "46pz", "47pz")}
    match = moved(player, {**units, "16ra": "1809"}, order="move-fight")
    return sum(h in beside("1809") for h in where(match, *units)) >= 4


@case
def rifle_armies_gather_against_a_corps(player: str) -> bool:
    units = {**stack("1806", *RIFLES[:4]), **stack("1906", *RIFLES[4:8])}
    match = moved(player, {**units, "3pz": "1809"}, side="soviet", order="move-fight", offensive={"A": "1807"})
    return sum(h in beside("1809") for h in where(match, *units)) >= 5


@case
def three_weak_stacks_strike_as_one(player: str) -> bool:
    around = beside("1809")
    foot = {**stack(around[0], *FOOT[:3]), **stack(around[2], *FOOT[3:6]), **stack(around[4], *FOOT[6:9])}
    match, bot = plain({**foot, "16ra": "1809"}, phase="combat"), make(player, 1)
    for _ in range(20):
        action = bot.choose(match)[0]
        if action.verb in ("roll", "end"):
            return action.verb == "roll" and len(match.c.frame.vars["attackers"]) >= 6
        match.play(action)
    return False


@case
def more_than_a_batch_keeps_to_one_target(player: str) -> bool:
    units = {**stack("1813", *FIVE), **stack("1913", "47pz", "48pz", "56pz", "57pz", "40pz")}
    foot = {**stack("1713", *FOOT[:5]), **stack("2013", *FOOT[5:])}
    match = moved(player, {**units, **foot, **stack("1809", "16ra", "3ra", "4ra")}, order="move-fight")
    return sum(h in beside("1809") for h in where(match, *units)) >= 8


# ---------------------------------------------------------------------- pockets and cuts
@case
def a_stack_with_no_way_back_is_struck_before_another(player: str) -> bool:
    units = {**ring("1809", ("3pz", "24pz", "39pz", "1inf", "2inf", "5inf")), **stack("1809", "16ra", "3ra")}
    return "1809" in fought(player, {**units, "6inf": "2210", **stack("2209", "4ra", "5ra")})


@case
def the_last_hexes_around_a_stack_are_taken(player: str) -> bool:
    units = {**ring("1809", FOOT[:4], but=2), **stack("1812", *FIVE), **stack("1809", "16ra", "3ra", "4ra")}

    def closed(match: Match) -> bool:
        held = set(where(match, *FOOT[:4], *FIVE))
        return set(beside("1809")) <= held

    return becomes(player, closed, units, order="move-fight")


@case
def armies_close_around_panzers_that_have_gone_too_far(player: str) -> bool:
    rifles = {**ring("1809", RIFLES[:4], but=2), **stack("1806", "1t", "2t", *RIFLES[4:6])}

    def closed(match: Match) -> bool:
        return set(beside("1809")) <= set(where(match, *rifles))

    more = {"side": "soviet", "order": "move-fight", "offensive": {"A": "1807"}}
    return becomes(player, closed, {**rifles, **stack("1809", "3pz", "24pz")}, **more)


@case
def a_ring_is_broken_where_it_is_thin(player: str) -> bool:
    thick = dict.fromkeys(RIFLES[5:8], beside("1809")[0])
    units = {**stack("1809", "1inf", "2inf"), **ring("1809", RIFLES[:5], but=1), **thick}
    outside = min(h for h in beside(beside("1809")[4]) if h not in beside("1809") and h != "1809")
    return bool(fought(player, {**units, **stack(outside, *FIVE)}) & set(beside("1809")[1:5]))


# ---------------------------------------------------------------------- lines and reserves
LINE = ("1610", "1710", "1810", "1910", "2010")


def line_with_gaps(gaps: Iterable[str], reserves: Mapping[str, str]) -> dict[str, str]:
    """Corps side by side before armies, some hexes left open, and who stands behind them."""
    held = [h for h in LINE if h not in gaps]
    foes = zip(RIFLES, ("1608", "1708", "1808", "1908", "2008"), strict=False)
    return {**dict(zip(FOOT, held, strict=False)), **dict(foes), **reserves}


def free(match: Match, side: str) -> set[str]:
    """Cities of a side that an enemy walks into if nobody moves."""
    k = BdKnowledge(match.c, side)
    full = {f.hex for f in k.forces(side)}
    walked = {h for f in k.forces(k.enemy) for h in k.reach(f.unit)}
    return {match.c.label(h) for h in k.goals() if h in walked - full and k.holder(h) == side}


def shut(match: Match) -> bool:
    """Whether nobody can walk into a city of the German side."""
    return not free(match, "axis")


@case
def a_gap_in_the_line_is_closed(player: str) -> bool:
    return becomes(player, shut, line_with_gaps(["1810"], {"12inf": "1814"}), places={"1812": ("city", 2)})


@case
def two_gaps_are_closed_by_two_reserves(player: str) -> bool:
    units = line_with_gaps(["1710", "1910"], {"12inf": "1714", "13inf": "1914"})
    return becomes(player, shut, units, places={"1712": ("city", 2), "1912": ("city", 2)})


@case
def a_city_far_behind_is_not_left_to_a_tank_army(player: str) -> bool:
    units = {"1inf": "1818", "1t": "1808", "2inf": "2414"}
    return becomes(player, shut, units, places={"1815": ("city", 2)})


@case
def of_two_empty_cities_the_dearer_is_held(player: str) -> bool:
    units = {"1inf": "1714", "16ra": "1808", "3ra": "1608"}
    towns = {"1812": ("city", 1), "1612": ("city", 4)}
    return becomes(player, lambda m: "1612" not in free(m, "axis"), units, places=towns)


@case
def an_army_goes_back_into_the_city_behind_it(player: str) -> bool:
    units = {"1inf": "1812", "16ra": "1805"}
    return becomes(player, lambda m: not free(m, "soviet"), units, side="soviet", places={"1808": ("city", 2)})


@case
def a_garrison_comes_before_a_better_front(player: str) -> bool:
    units = {**stack("1811", *FOOT[:3]), "12inf": "1814", "16ra": "1609", "1t": "1908"}
    return becomes(player, shut, units, places={"1813": ("city", 2), "1613": ("city", 2)})


# ---------------------------------------------------------------------- counter-strokes, falling back
@case
def an_army_that_stands_before_the_others_is_struck(player: str) -> bool:
    units = {**stack("1814", *FIVE), **stack("1714", *FOOT[:4]), "16ra": "1811", **stack("1806", *RIFLES[1:5])}
    match = moved(player, units, order="move-fight")
    return sum(h in beside("1811") for h in where(match, *FIVE, *FOOT[:4])) >= 4


@case
def two_spearheads_are_struck_at_once(player: str) -> bool:
    units = {"3pz": "1410", "24pz": "2210", **stack("1407", *RIFLES[:5]), **stack("2207", *RIFLES[5:])}
    match = moved(player, units, side="soviet", order="move-fight", offensive={"A": "1808"})
    near = where(match, *RIFLES)
    return all(sum(h in beside(target) for h in near) >= 3 for target in ("1410", "2210"))


@case
def a_lone_corps_goes_back_before_a_mass(player: str) -> bool:
    units = {"1inf": "1810", **stack("1813", *FOOT[1:5]), **stack("1809", *RIFLES[:5]), **stack("1709", *RIFLES[5:])}

    def back(match: Match) -> bool:
        return at(match, "1inf") not in beside("1809") + beside("1709")

    return becomes(player, back, units, places={"1813": ("city", 2)})


@case
def a_spearhead_goes_back_before_armies_close_around_it(player: str) -> bool:
    sides = {**stack("1807", *RIFLES[:4]), **stack("1707", *RIFLES[4:7]), **stack("1907", *RIFLES[7:])}
    units = {**stack("1809", "3pz", "24pz"), **stack("1814", *FOOT[:4]), **sides}

    def back(match: Match) -> bool:
        return all(match.c.grid.distance(match.c.hex(at(match, u)), match.c.hex("1807")) > 4 for u in ("3pz", "24pz"))

    return becomes(player, back, units, places={"1814": ("city", 2)})


# ---------------------------------------------------------------------- after a battle, and duties
@case
def whoever_has_won_a_city_goes_into_it(player: str) -> bool:
    match = plain({**stack("1810", *FIVE), "16ra": "1809"}, phase="combat", places={"1809": ("city", 2)}, dice=[6])
    play(match, "target 1809", "all", "roll")
    bot = make(player, 1)
    while match.c.frame.step in ("convert", "losses", "advance"):
        match.play(bot.choose(match)[0])
    return match.view("").control(match.c.hex("1809")) == "axis"


@case
def a_retreat_goes_into_a_city(player: str) -> bool:
    c = plain({"3pz": "2012", "16ra": "2008"}).c
    east = [c.label(n) for n in c.grid.adjacent[c.hex("1809")] if c.grid.column(n) > c.grid.column(c.hex("1810")) + 1]
    city = max(east)
    match = plain({**stack("1810", *FIVE, ), "16ra": "1809", "3ra": "1809"}, phase="combat", dice=[3],
                  places={city: ("city", 1)})  # fmt: skip
    play(match, "target 1809", "all", "roll")
    return match.c.frame.step == "retreat" and first(match, player) == f"to {city}"


@case
def a_corps_is_rebuilt(player: str) -> bool:
    more = {"boxes": {"24pz": "dead pile"}, "places": {"1812": ("city", 1)}}
    return first(plain({"3pz": "1811", "16ra": "1809"}, phase="reinforcement", **more), player) == "replace 24pz"


@case
def who_comes_back_enters_near_the_front(player: str) -> bool:
    more = {"boxes": {"24pz": "dead pile"}, "places": {"1812": ("city", 1), "1818": ("city", 1)}}
    found = acts(plain({"3pz": "1811", "16ra": "1809"}, phase="reinforcement", **more), player, most=2)
    return found == ["replace 24pz", "enter 24pz 1812"]


@case
def a_corps_of_tanks_is_rebuilt_before_one_on_foot(player: str) -> bool:
    more = {"boxes": {"24pz": "dead pile", "1inf": "dead pile"}, "places": {"1812": ("city", 1)}}
    return first(plain({"3pz": "1811", "16ra": "1809"}, phase="reinforcement", **more), player) == "replace 24pz"


@case
def who_comes_back_goes_into_an_empty_city_that_is_in_danger(player: str) -> bool:
    towns = {"1812": ("city", 1), "1615": ("city", 2)}
    units = {**stack("1812", "3pz", "1inf"), "16ra": "1810", "1t": "1608"}
    found = acts(plain(units, phase="reinforcement", boxes={"24pz": "dead pile"}, places=towns), player, most=2)
    return found == ["replace 24pz", "enter 24pz 1615"]


@case
def offensive_supply_lies_where_most_strength_is_beside_the_enemy(player: str) -> bool:
    near = {"1inf": "1810", **stack("1809", "16ra", "3ra", "5gt"), "4ra": "1802"}
    return first(plain(near, side="soviet", phase="offensive-supply"), player) == "mark A 1809"


@case
def each_of_two_groups_gets_a_marker(player: str) -> bool:
    units = {"1inf": "1410", "2inf": "2410", **stack("1409", *RIFLES[:4]), **stack("2409", *RIFLES[4:7])}
    found = acts(plain(units, side="soviet", phase="offensive-supply"), player)
    return {text.split()[-1] for text in found if text.startswith("mark")} >= {"1409", "2409"}


# ---------------------------------------------------------------------- orders of combat and movement
@case
def who_stands_beside_the_enemy_fights_first(player: str) -> bool:
    units = {**stack("1810", "3pz", "24pz"), **stack("1808", *RIFLES[:4]), **stack("1809", "3sh", "4sh", "1sh")}
    match = plain(units, side="soviet", phase="phase-order", offensive={"A": "1809"})
    return first(match, player) == "order fight-move"


@case
def who_is_two_hexes_away_moves_first(player: str) -> bool:
    units = {**stack("1812", *FIVE), "16ra": "1809", "3ra": "2009"}
    return first(plain(units, phase="phase-order"), player) == "order move-fight"


@case
def armies_behind_a_weak_front_move_first(player: str) -> bool:
    units = {"1inf": "1810", "2inf": "1910", **stack("1806", *RIFLES[:5]), **stack("1906", *RIFLES[5:])}
    match = plain(units, side="soviet", phase="phase-order", offensive={"A": "1807"})
    return first(match, player) == "order move-fight"


# ---------------------------------------------------------------------- in the middle of a battle
def answering(units: Mapping[str, str], *done: str, **more: Any) -> Match:
    """A combat phase after some actions."""
    match = plain(units, phase="combat", **more)
    play(match, *done)
    return match


@case
def the_luftwaffe_helps_who_is_attacked(player: str) -> bool:
    units = {**stack("1809", *RIFLES[:4]), **stack("1810", "3pz", "1inf")}
    match = answering(units, "target 1810", "all", "roll", side="soviet", offensive={"A": "1809"})
    return match.c.frame.step == "german-answer" and first(match, player) == "luftwaffe"


@case
def a_bloodbath_becomes_a_retreat_where_there_is_no_way_back(player: str) -> bool:
    foot = ring("1809", FOOT[:6])
    units = {
        **foot,
        **stack(at(plain({**foot, "16ra": "2008"}), "1inf"), "3pz", "24pz"),
        **stack("1809", "16ra", "3ra"),
    }
    match = answering(units, "target 1809", "add 3pz", "add 24pz", "roll", turn=10, dice=[6])
    return match.c.frame.step == "convert" and first(match, player) == "retreat"


@case
def a_retreat_goes_to_friends(player: str) -> bool:
    c = plain({"3pz": "2012", "16ra": "2008"}).c
    east = [c.label(n) for n in c.grid.adjacent[c.hex("1809")] if c.grid.column(n) > c.grid.column(c.hex("1810")) + 1]
    units = {**stack("1810", *FIVE), **stack("1809", "16ra", "3ra"), **stack(max(east), "4ra", "5ra", "8ra")}
    match = answering(units, "target 1809", "all", "roll", dice=[3])
    return match.c.frame.step == "retreat" and first(match, player) == f"to {max(east)}"


@case
def whoever_advances_does_not_leave_a_city_to_the_enemy(player: str) -> bool:
    units = {**stack("1810", *FIVE), "16ra": "1809", **stack("1807", "1t", "2t")}
    match = answering(units, "target 1809", "all", "roll", dice=[6], places={"1810": ("city", 3), "1809": ("city", 1)})
    bot = make(player, 1)
    while match.c.frame.step in ("convert", "losses", "advance"):
        match.play(bot.choose(match)[0])
    return set(where(match, *FIVE)) >= {"1809", "1810"}
