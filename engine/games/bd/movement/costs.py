"""10.8 to 10.20: what a step from hex to hex costs each class of unit; where it is closed."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.bd.kinds import is_cavalry
from engine.games.bd.state import OVERLAND
from engine.games.bd.supply import state_of
from engine.games.bd.tables import KERCH, RIVER, SIVASH, WATER, Ctx, in_season, tables
from engine.games.bd.units import occupied
from engine.play.action import Refusal
from engine.play.citing import rule

MECH, FOOT, RAIDER = "mech", "foot", "raider"
"""Classes by which units pay: mechanized, non-mechanized, early cavalry groups (8.30)."""
FIRST_TURN_MARSH = ("2013", "2014")
"""Marsh hexes that are clear for supplied German mechanized units on game turn 1 (5.13)."""
Edges = tuple[tuple[tuple[Hex, int], ...], ...]
Class = tuple[str, str, bool]
"""Class, side and, on game turn 1, whether the marsh of 5.13 counts as clear."""


@rule("bd:2.9", "bd:8.30", "bd:5.13")
def class_of(c: Ctx, u: Unit) -> Class:
    """How a unit pays for terrain."""
    side = c.roster.side[u]
    if is_cavalry(c, u):
        return RAIDER, side, False
    if not c.roster.mech[u]:
        return FOOT, side, False
    dry = side == "axis" and c.state.turn == 1 and state_of(c, u) == OVERLAND
    return MECH, side, dry


@rule("bd:10.10", "bd:10.11", "bd:10.12", "bd:R22", "bd:8.30", "bd:5.13")
def hex_cost(c: Ctx, kind: Class, h: Hex) -> int:
    """Points to enter a hex over a side without water; 0 for water that cannot be entered."""
    way, side, dry = kind
    t, terrain = tables(c), tables(c).natural(h)
    row = t.effects[terrain]
    if way == RAIDER:
        return 1 if row["foot"] else 0
    if way == MECH and terrain == "marsh":
        swift = side == "soviet" and c.state.turn >= int(row["soviet_mech_from"])
        if swift or (dry and c.label(h) in FIRST_TURN_MARSH):
            terrain = "clear"
    return int(t.effects[terrain][MECH if way == MECH else "foot"])


@rule("bd:10.18", "bd:10.15")
def side_cost(c: Ctx, kind: Class, a: Hex, b: Hex) -> int:
    """Points for the hexside between two hexes, on top of those for the hex."""
    way, side, _ = kind
    t = tables(c)
    if not (t.has(RIVER, a, b) or t.has(SIVASH, a, b)) or (side == "axis" and c.state.turn == 1):
        return 0
    return int(t.effects["river"][MECH if way == MECH else "foot"])


@rule("bd:10.13", "bd:10.14", "bd:10.15")
def barrier(c: Ctx, kind: Class, a: Hex, b: Hex) -> str:
    """What closes the side between two hexes to movement: ``kerch``, ``sivash``, ``sea``, ``lake`` or nothing."""
    t, (way, side, _) = tables(c), kind
    if t.has(KERCH, a, b):
        return KERCH
    if t.has(SIVASH, a, b):
        early = c.state.turn < int(t.effects["sivash"]["from_turn"])
        return SIVASH if side == "axis" or way == MECH or early else ""
    return next((word for word in ("sea", "lake") if t.has(word, a, b)), "")


@rule("bd:10.20")
def step_cost(c: Ctx, kind: Class, a: Hex, b: Hex) -> int:
    """Points from a hex to its neighbour, all terrain and water added; 0 where ordinary movement is closed."""
    inside = hex_cost(c, kind, b)
    if not inside or barrier(c, kind, a, b):
        return 0
    return inside + side_cost(c, kind, a, b)


# ---------------------------------------------------------------------- all steps
@rule("bd:10.1", "bd:10.20")
def edges(c: Ctx, kind: Class) -> Edges:
    """Per hex the hexes beside it and what the step costs a class of units."""
    t = tables(c)
    early = c.state.turn < int(t.effects["sivash"]["from_turn"])
    swift = c.state.turn >= int(t.effects["marsh"]["soviet_mech_from"])
    name = f"edges {kind} {early} {swift} {c.state.turn == 1}"
    if name not in c.board.memo:
        inside, wet = [hex_cost(c, kind, h) for h in c.grid], c.board.with_sides(RIVER, KERCH, SIVASH, "sea", "lake")
        c.board.memo[name] = tuple(
            tuple((b, cost) for b in around if (cost := step_cost(c, kind, a, b) if a in wet else inside[b]))
            for a, around in _around(c)
        )
    found: Edges = c.board.memo[name]
    return found


def _around(c: Ctx) -> Iterable[tuple[Hex, tuple[Hex, ...]]]:
    land = tables(c).land
    return ((a, around if a in land else ()) for a, around in enumerate(c.grid.adjacent))


@rule("bd:10.7")
def shared_edges(c: Ctx, kinds: Iterable[Class]) -> Edges:
    """The same for a stack of several classes: each step at the highest cost among its units."""
    several = sorted(set(kinds))
    if len(several) == 1:
        return edges(c, several[0])
    name = f"edges of {several} {c.state.turn}"
    if name not in c.board.memo:
        costs = [[dict(row) for row in edges(c, kind)] for kind in several]
        c.board.memo[name] = tuple(
            tuple(
                (b, max(cost[a][b] for cost in costs))
                for b in sorted(costs[0][a])
                if all(b in cost[a] for cost in costs)
            )
            for a in c.grid
        )  # fmt: skip
    found: Edges = c.board.memo[name]
    return found


# ---------------------------------------------------------------------- why not
@rule("bd:10.4", "bd:10.13", "bd:10.21")
def why_closed(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Why a unit can never enter a hex in this phase, from whichever side; limits of its own left out."""
    words, terrain = c.board.describe(h), c.board.terrain_name(h)
    if terrain == "off board":
        return Refusal("bd:10.21", f"{words} is outside the map.", hexes=(h,))
    if terrain in WATER:
        return Refusal("bd:10.13", f"{words} is all-{terrain}: no unit enters it.", hexes=(h,))
    if h in occupied(c, c.other(c.roster.side[u])):
        storm = ": only a mobile assault goes there" if in_season(c, c.roster.side[u]) else ""
        return Refusal("bd:10.4", f"Enemy units are in {words}{storm}.", hexes=(h,))
    return None


@rule("bd:10.13", "bd:10.14", "bd:10.15")
def why_shut(c: Ctx, kind: Class, a: Hex, b: Hex) -> Refusal | None:
    """Why the side between two neighbours cannot be crossed in ordinary movement."""
    ends, word = f"between {c.label(a)} and {c.label(b)}", barrier(c, kind, a, b)
    if word == KERCH:
        text = f"The Kerch Strait lies {ends}: one stack a phase crosses it, from where it began, and then stops."
        return Refusal("bd:10.14", text, (a, b))
    if word == SIVASH:
        text = f"The Sivash lies {ends}: only Soviet non-mechanized units cross it, from turn 7 on."
        return Refusal("bd:10.15", text, (a, b))
    return Refusal("bd:10.13", f"All-{word} lies {ends}: no crossing.", (a, b)) if word else None


def closed(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes that the units of a side may not enter now for the enemy in them."""
    return occupied(c, c.other(side))
