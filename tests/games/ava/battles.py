"""Fights for rule tests: an open field, counters with the strengths that a test wants, one attack with a chosen result.

The hex fought over is ``TARGET``; ``NORTH`` and so on are the hexes around it. The Soviet supply source lies to the
east, the Axis one to the west. Results are looked up in the table, so that these tests hold for any printed table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.components.charts import Tally
from engine.play.event import Event
from engine.play.match import Match
from tests.support.position import hexes, position, unit

TARGET = "S2010"
NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST = "S2009", "S2109", "S2110", "S2011", "S1910", "S1909"
RING = (NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST)
SOURCES = {"soviet": ("S3010",), "axis": ("S1510",), "from_moscow": ()}

GERMANS = ("7pz", "12pz", "36mot", "3mot", "291inf", "61inf", "217inf", "21inf")
SOVIETS = ("10rd", "90rd", "48rd", "125rd", "11rd", "5rd")


def field(units: Mapping[str, Any], **more: Any) -> Match:
    """A combat segment on open ground with supply sources to the east and to the west."""
    more = {"phase": "combat", "ground": {}, "sources": SOURCES} | more
    return position(units, **more)


def printed(match: Match, **strengths: tuple[int, int]) -> Match:
    """Counters of this match show other strengths: ``printed(match, **{"7pz": (15, 5)})``, on both sides alike."""
    roster = match.c.roster = match.data.roster = match.data.roster.copied()
    for name, (attack, defense) in strengths.items():
        u = roster.find(name)
        roster.attack[u] = roster.attack2[u] = attack
        roster.defense[u] = roster.defense2[u] = defense
    return touched(match)


def touched(match: Match) -> Match:
    """A match whose state a test has changed by hand: nothing derived from the old one is kept."""
    match.c.touch()
    match.rev += 1
    return match


def tally(match: Match, *attackers: str, target: str = TARGET) -> Tally:
    """The calculation that the attacker sees before the roll."""
    return match.view().tally("attack", [unit(match, a) for a in attackers], hexes(match, target)[0])


def lines(found: Tally) -> list[tuple[str, str]]:
    """Value and rule of each line of a calculation."""
    return [(line.value, line.rule) for line in found.lines]


def strike(match: Match, result: str, *attackers: str, target: str = TARGET) -> list[Event]:
    """Declare the attackers against one hex and roll what brings the result; fails if the column does not have it.

    A single target is resolved at once. What follows (losses, retreat, advance) waits for decisions as in play.
    """
    for name in attackers:
        match.play(f"attack {name} {target}")
    results = tally(match, *attackers, target=target).results
    assert result in results, f"{result} is not among {results}"
    match.dice.queue([results.index(result) + 1])
    return match.play("fight")


def duel(result: str, others: Mapping[str, Any], attackers: Mapping[str, Any] | None = None, **more: Any) -> Match:
    """A match after one attack with this result: by default a panzer division from the northwest against ``TARGET``.

    ``others`` are the defenders and whoever else stands by. The first attacker shows the strength that leads to a
    column with the result.
    """
    attackers = attackers or {"7pz": NORTHWEST}
    match = field({**attackers, **others}, **more)
    first = next(iter(attackers))
    for strength in (2, 4, 7, 10, 14, 20, 24, 28, 32, 36, 40, 60, 80, 160):
        printed(match, **{first: (strength, 4)})
        if result in tally(match, *attackers).results:
            strike(match, result, *attackers)
            return match
    raise AssertionError(f"no column brings {result} here")


def defaults(match: Match, rule: str) -> list[Event]:
    """Answer with the default as long as a decision of this rule is asked."""
    events = []
    while match.prompt.rule == rule and match.prompt.default is not None:
        events += match.play(match.prompt.default)
    return events
