"""12.8-12.21, 13.4-13.7: what a step from hex to hex costs each class of unit in each weather; where it is closed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.components.grid import Hex, Side, Unit
from engine.games.pm.allies import barred, may_go
from engine.games.pm.beginners import in_force
from engine.games.pm.tables import STRAITS, WATER, Ctx, tables
from engine.games.pm.units import held_by
from engine.games.pm.weather import (
    MUD,
    NORTH,
    SNOW,
    hex_factor,
    key,
    marsh_frozen,
    river_counts,
    strait_counts,
    weather,
)
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, stacks

MECH, FOOT, LIGHT = "mech", "foot", "light"
LIGHT_KINDS = ("cavalry", "cavalry division", "mountain")
"""Cavalry and mountain infantry: light in hills (12.12)."""
Edges = tuple[tuple[tuple[Hex, int], ...], ...]


@rule("pm:2.11", "pm:12.12")
def class_of(c: Ctx, u: Unit) -> str:
    """The class by which a unit pays for terrain."""
    if c.roster.mech[u]:
        return MECH
    return LIGHT if c.roster.kind[u] in LIGHT_KINDS else FOOT


@dataclass(frozen=True)
class Prices:
    """Dry costs by class and terrain, of a river by class, and of forest along the highway."""

    terrain: dict[str, dict[str, int]]
    river: dict[str, int]
    highway: int


def prices(c: Ctx) -> Prices:
    """The movement costs of the Terrain Effects Chart (17.9)."""
    if "prices" not in c.data.of_map:
        table = tables(c).effects
        terrain = {kind: {name: int(r[kind]) for name, r in table.items() if kind in r} for kind in (MECH, FOOT, LIGHT)}
        river, foot = int(table["river"]["mech"]), int(table["river"]["foot"])
        found = Prices(terrain, {MECH: river, FOOT: foot, LIGHT: foot}, int(table["forest"]["highway_cost"]))
        c.data.of_map["prices"] = found
    kept: Prices = c.data.of_map["prices"]
    return kept


# ---------------------------------------------------------------------- one step
@rule("pm:12.10", "pm:12.11", "pm:12.12", "pm:12.13", "pm:12.19", "pm:13.3", "pm:13.5", "pm:13.6", "pm:13.7", "pm:R44")
def hex_cost(c: Ctx, kind: str, h: Hex) -> int:
    """Points to enter a hex over a dry side; 0 for water that cannot be entered."""
    terrain = tables(c).natural(h)
    # 13.6, 13.7: frozen marsh, and lakes in snow (R44), are as clear ground.
    if marsh_frozen(c, h) or frozen_lake(c, h):
        terrain = "clear"
    return prices(c).terrain[kind].get(terrain, 0) * hex_factor(c, h)


def frozen_lake(c: Ctx, h: Hex) -> bool:
    """Whether a hex is all-lake and bears units, in snow (13.7)."""
    return c.board.terrain_name(h) == "lake" and weather(c, h) == SNOW


@rule("pm:12.20", "pm:13.10")
def highway(c: Ctx) -> bool:
    """Whether the Minsk-Moscow Highway is still there: until the first mud or snow of the northern zone."""
    gone = c.state.bad_weather_north or c.state.weather[NORTH] in (MUD, SNOW)
    return in_force(c, "12.20") and not gone


@rule("pm:12.15", "pm:5.5")
def side_cost(c: Ctx, kind: str, side: str, a: Hex, b: Hex) -> int:
    """Points for the hexside between two hexes, on top of those for the hex."""
    return prices(c).river[kind] if river_counts(c, side, a, b) else 0


@rule("pm:12.14", "pm:12.16", "pm:13.7", "pm:9.15")
def barrier(c: Ctx, a: Hex, b: Hex) -> str:
    """What closes the side between two hexes to ordinary movement: ``sea``, ``lake``, ``strait`` or nothing."""
    word = _walls(c).get(c.grid.between(a, b), "")
    if word == "strait":
        return "strait" if strait_counts(c, a, b) else ""
    return "" if word == "lake" and weather(c, b) == SNOW else word


def _walls(c: Ctx) -> dict[Side, str]:
    """Per hexside what may close it: ``strait``, ``sea`` or ``lake``; others are left out or have no word."""
    if "closing sides" not in c.data.of_map:
        found: dict[Side, str] = {}
        straits = {name: "strait" if tables(c).effects[name]["whole_allowance"] else "" for name in STRAITS}
        for name, word in {"lake": "lake", "sea": "sea", **straits}.items():
            found |= {s: word for s, on in enumerate(c.board.side(name)) if on}
        c.data.of_map["closing sides"] = found
    kept: dict[Side, str] = c.data.of_map["closing sides"]
    return kept


@rule("pm:12.20", "pm:12.21")
def step_cost(c: Ctx, kind: str, side: str, a: Hex, b: Hex) -> int:
    """Points from a hex to its neighbour, all terrain added; 0 where ordinary movement is closed."""
    return _over_side(c, kind, side, a, b, hex_cost(c, kind, b))


def _over_side(c: Ctx, kind: str, side: str, a: Hex, b: Hex, inside: int) -> int:
    """The same with the cost of the hex alone, which is known."""
    if not inside or barrier(c, a, b):
        return 0
    along = kind == MECH and c.board.terrain_name(b) == "forest" and highway(c) and c.board.has("highway", a, b)
    return (prices(c).highway if along else inside) + side_cost(c, kind, side, a, b)


# ---------------------------------------------------------------------- all steps
@rule("pm:12.1")
def edges(c: Ctx, kind: str, side: str) -> Edges:
    """Per hex the hexes beside it and what the step costs a class of units of a side, in the weather of now."""
    free = side == "axis" and c.state.turn == 1
    name = f"edges {kind} {key(c)} {highway(c)} {free}"
    if name not in c.data.of_map:
        inside, plain = [hex_cost(c, kind, h) for h in c.grid], _plain_sides(c)
        c.data.of_map[name] = tuple(
            _shared(
                c,
                (
                    (b, cost)
                    for d, b in enumerate(around)
                    if b >= 0
                    and (cost := inside[b] if plain[a * 6 + d] else _over_side(c, kind, side, a, b, inside[b]))
                ),
            )
            if inside[a]
            else ()
            for a, around in enumerate(c.grid.neighbours)
        )
    found: Edges = c.data.of_map[name]
    return found


def _shared(c: Ctx, steps: Iterable[tuple[Hex, int]]) -> tuple[tuple[Hex, int], ...]:
    """The steps as a row. A campaign meets twenty tables of them, most steps and rows the same: they are kept once."""
    kept: dict[tuple[Any, ...], Any] = c.data.of_map.setdefault("shared steps", {})
    row = tuple(kept.setdefault(step, step) for step in steps)
    found: tuple[tuple[Hex, int], ...] = kept.setdefault(row, row)
    return found


def _plain_sides(c: Ctx) -> list[bool]:
    """Per side whether nothing on it touches movement, so that the hex alone makes the cost."""
    if "plain sides" not in c.data.of_map:
        marked = [c.board.side(name) for name in (*STRAITS, "sea", "lake", "river", "highway")]
        c.data.of_map["plain sides"] = [not any(flags) for flags in zip(*marked, strict=True)]
    found: list[bool] = c.data.of_map["plain sides"]
    return found


@rule("pm:12.7", "pm:R45")
def shared_edges(c: Ctx, kinds: Iterable[str], side: str) -> Edges:
    """The same for a stack of several classes: each step at the highest cost among its units."""
    several = sorted(set(kinds))
    if len(several) == 1:
        return edges(c, several[0], side)
    name = f"edges {several} {key(c)} {highway(c)} {side == 'axis' and c.state.turn == 1}"
    if name not in c.data.of_map:
        costs = [[dict(row) for row in edges(c, kind, side)] for kind in several]
        c.data.of_map[name] = tuple(
            _shared(c, ((b, max(cost[a][b] for cost in costs)) for b in sorted(costs[0][a]))) for a in c.grid
        )
    found: Edges = c.data.of_map[name]
    return found


def closed(c: Ctx, side: str, nationalities: Iterable[str]) -> frozenset[Hex]:
    """Hexes that units of these nationalities may not enter now: enemies, and what is barred to their nations."""
    return _closed_to(c, side, *sorted(set(nationalities)))


@derived("hex_of", "turn")
def _closed_to(c: Ctx, side: str, *nationalities: str) -> frozenset[Hex]:
    r = c.roster
    held = frozenset(h for h, units in stacks(c).items() if r.side[units[0]] != side)
    return held.union(*(barred(c, n) for n in nationalities))


# ---------------------------------------------------------------------- why not
@rule("pm:12.4", "pm:12.14", "pm:12.22")
def why_closed(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Why a unit can never enter a hex in this phase, from whichever side."""
    words, terrain = c.board.describe(h), c.board.terrain_name(h)
    if terrain == "off board":
        return Refusal("pm:12.22", f"{words} is outside the map.", hexes=(h,))
    if terrain in WATER and not frozen_lake(c, h):
        cause, kind = ("pm:12.14", "all-sea") if terrain == "sea" else ("pm:17.9", "all-lake")
        return Refusal(cause, f"{words} is {kind}: no unit enters it.", hexes=(h,))
    holder = held_by(c, h)
    if holder and holder != c.roster.side[u]:
        return Refusal("pm:12.4", f"Enemy units are in {words}: only a mobile assault goes there.", hexes=(h,))
    return may_go(c, u, h)


@rule("pm:12.14", "pm:12.16")
def why_shut(c: Ctx, a: Hex, b: Hex) -> Refusal | None:
    """Why the side between two neighbours cannot be crossed in ordinary movement."""
    ends = f"between {c.label(a)} and {c.label(b)}"
    word = barrier(c, a, b)
    if word == "strait":
        text = f"A strait lies {ends}: it takes the whole allowance of units that begin their movement beside it."
        return Refusal("pm:12.16", text, (a, b))
    if word:
        cause = "pm:12.14" if word == "sea" else "pm:17.9"
        return Refusal(cause, f"All-{word} lies {ends}: no crossing.", (a, b))
    return None


@rule("pm:13.7")
def why_no_stop(c: Ctx, h: Hex) -> Refusal | None:
    """Units may cross frozen lakes but not end a move on them."""
    if h not in tables(c).land:
        return Refusal("pm:13.7", f"{c.board.describe(h)} is a frozen lake: move across, not onto it.", hexes=(h,))
    return None
