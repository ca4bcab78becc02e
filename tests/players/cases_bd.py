"""Small positions of Barbarossa Deluxe with one idea that anybody at a table would see, for the player that plans.

The ground is painted plains. 1809 has 1810 to its west and 1808 to its east; the German side is supplied from the west.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.play.match import Match
from engine.players import make
from tests.support.asking import acts, first
from tests.support.bd_position import at, play, position

CASES: dict[str, Callable[[str], bool]] = {}
"""Name to whether a player of some name sees it."""
FIVE = tuple(f"{n}pz" for n in (3, 24, 39, 41, 46))


def case(function: Callable[[str], bool]) -> Callable[[str], bool]:
    """Register a case under its name."""
    CASES[function.__name__] = function
    return function


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


def targets(found: list[str]) -> set[str]:
    """Hexes on which a die was thrown, among actions."""
    rolled, target = set[str](), ""
    for text in found:
        verb, *words = text.split()
        target = words[0] if verb == "target" else target
        if verb == "roll":
            rolled.add(target)
    return rolled


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


# ---------------------------------------------------------------------- attacks
@case
def a_lone_army_is_attacked_by_a_panzer_group(player: str) -> bool:
    return fought(player, {**stack("1810", *FIVE), "16ra": "1809"}) == {"1809"}


@case
def nobody_joins_in_at_one_to_three(player: str) -> bool:
    strong = {**stack("1810", *FIVE), "16ra": "1809"}
    return fought(player, {**strong, "1inf": "2210", **stack("2209", "3ra", "4ra")}) == {"1809"}


@case
def even_odds_against_a_city_are_left_alone(player: str) -> bool:
    units = {
        **stack("1810", "1inf", "2inf", "5inf"),
        **stack("1809", "16ra", "3ra"),
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
def a_front_stays_closed(player: str) -> bool:
    line = ("1610", "1710", "1810", "1910", "2010")
    units = {f"{n}inf": label for n, label in zip((1, 2, 5, 6, 7), line, strict=True)}
    units |= {
        f"{n}ra": label for n, label in zip((16, 3, 4, 5, 8), ("1609", "1709", "1809", "1909", "2009"), strict=True)
    }
    match = moved(player, units, order="fight-move")
    return {at(match, name) for name in units if name.endswith("inf")} == set(line)


@case
def a_stack_is_rolled_over_before_the_others_move(player: str) -> bool:
    match = plain({**stack("1810", *FIVE), "16ra": "1809"}, phase="movement")
    return any(text.startswith("assault") for text in acts(match, player, most=8))


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
