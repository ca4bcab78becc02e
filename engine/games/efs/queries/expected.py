"""What whoever plans counts on: hexes that score, places to be occupied, who scores by leaving, ways onto the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.games.efs.arrivals import places_of
from engine.games.efs.combat.overrun import defenders, least_odds, strengths
from engine.games.efs.exits import areas
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import is_supply
from engine.games.efs.movement.entry import may_enter
from engine.games.efs.movement.railroad import may_ride, rideable
from engine.games.efs.reckoning import leavers as prizes
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import is_untried
from engine.games.efs.victory import AXIS, Spot, booked, due, needs_step, spots
from engine.play.citing import rule

NEAR = 7
"""Hexes of the line from attackers to their Attack Supply (15.21)."""


@rule("efs:24.2")
def scoring(c: Ctx, side: str) -> dict[Hex, float]:
    """Hexes that score, and what: a bridge at both of its ends, what only counts at the end as then."""
    found = dict[Hex, float]()
    for spot in spots(c):
        value = max(abs(due(c, spot)), booked(c, spot) if side == AXIS else 0)
        for h in spot.hexes if value else ():
            found[h] = found.get(h, 0.0) + value / len(spot.hexes)
    return found


@rule("efs:24.24")
def to_occupy(c: Ctx) -> Iterator[Spot]:
    """Places of the Axis side that bring points as long as somebody is in them."""
    return (s for s in spots(c) if needs_step(s) and friendly(c, s.hexes[0]) == AXIS and due(c, s) > 0)


@rule("efs:11.6", "efs:R205")
def leavers(c: Ctx, side: str) -> dict[Unit, float]:
    """Who scores by leaving the map, and what, once there is nothing more to do than that: in the last turn."""
    return prizes(c) if side == AXIS and c.state.turn >= tables(c).last_turn else {}


@rule("efs:11.61")
def edge(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes from which a side may leave the map."""
    return frozenset[Hex]().union(*areas(c, side).values())


@rule("efs:8.12", "efs:11.17")
def ways_in(c: Ctx, u: Unit) -> Mapping[Hex, str]:
    """Where a reinforcement can come in, each hex with the verb for it: by railroad or on foot."""
    found = dict.fromkeys(rideable(c, [u]), "rail") if may_ride(c, u) is None else {}
    return found | {h: "enter" for h in places_of(c, u) if may_enter(c, u, h) is None}


@rule("efs:11.36")
def doubtful(c: Ctx, units: Sequence[Unit], target: Hex, each: int) -> bool:
    """Whether those in a hex may turn out too strong for an overrun when they are turned up, ``each`` of them by so
    much."""
    mine, theirs = strengths(c, units, target)
    covered = sum(is_untried(c, u) for u in defenders(c, units, target))
    return bool(covered) and mine // (theirs + each * covered) < least_odds(c, units, target)[0]


@rule("efs:4.2")
def turns_left(c: Ctx, side: str) -> tuple[int, int]:
    """Game turns in which a side and its enemy still act; the Axis side goes first."""
    turns = tables(c).last_turn + 1 - c.state.turn
    return turns, turns - (side != AXIS)


@rule("efs:15.21")
def stocked(c: Ctx, units: Iterable[Unit], h: Hex) -> bool:
    """Whether one of some units is a supply counter with points near enough to attack a hex with them."""
    stores = (u for u in units if c.state.asp[u] and is_supply(c, u))
    return any(c.grid.distance(c.state.hex_of[u], h) <= NEAR for u in stores)
