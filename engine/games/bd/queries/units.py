"""What can be asked about units: who they are, their values, supply, what they have done, where they are."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Unit
from engine.games.bd.gambit import AIR
from engine.games.bd.kinds import SUPPORT, is_attached
from engine.games.bd.movement.allowance import budget
from engine.games.bd.phases.prepared_assault import must_attack
from engine.games.bd.queries.reach import reach_query
from engine.games.bd.state import DONE, FRESH, GOING, OFFENSIVE, OUT, OVERLAND
from engine.games.bd.supply import RULES, WORDS, line_of, state_of
from engine.games.bd.tables import Ctx
from engine.games.bd.units import strength
from engine.kit.picking import group_of
from engine.play.asked import Supply
from engine.play.citing import rule
from engine.play.queries import UnitQueries

WHERE = {
    "rvgk": "RVGK", "dead pile": "dead pile", "caucasus": "Caucasus", "arriving": "waits to enter",
    "aside": "until a rule brings it", "removed": "out of play", "converted": "another has its place",
    "withdrawn": "withdrawn", "not in play": "", AIR: "ready to drop",
}  # fmt: skip


def supply_of(c: Ctx, u: Unit) -> Supply:
    """Supply of a unit, with its line."""
    state, path = state_of(c, u), line_of(c, u)
    law = "bd:7.9" if state == OVERLAND and c.roster.side[u] == "soviet" else RULES[state]
    return Supply(WORDS[state], state != OUT, path, path[-1] if path else -1, law)


def flags(c: Ctx, u: Unit) -> list[str]:
    """Words for what a unit is and has done."""
    s, r, there = c.state, c.roster, c.state.hex_of[u] >= 0
    did, carrier = s.moving[u], s.attached.get(r.ids[u], "")
    if did != FRESH and not any(f.step == "movement" and f.vars["side"] == r.side[u] for f in s.stack):
        did = FRESH
    told = (
        (s.picked[u], "picked"),
        (did == GOING, f"{s.mp_left[u]} MP left" if did else ""),
        (there and did == DONE, "moved"),
        (s.still[u], "moved by sea"),
        (s.fought[u], "has attacked"),
        (s.stormed[u], "has made a mobile assault"),
        (s.fled[u], "retreated"),
        (carrier, f"with {r.short[r.by_id[carrier]]}" if carrier else ""),
    )
    found = [word for on, word in told if on]
    if there and (state := state_of(c, u)) not in (OVERLAND, OFFENSIVE):
        found.append(WORDS[state])
    return found


@rule("bd:11.7")
def called(c: Ctx, u: Unit) -> tuple[str, str]:
    """Names of a unit; nothing of one that lies under the top unit of an enemy stack."""
    return ("?", "unit below the top one") if c.state.covered[u] else (c.roster.short[u], c.roster.name[u])


def values(c: Ctx, u: Unit) -> str:
    """``4-3-9``; ``d6-d6-5`` where a die finds the factor, ``?`` for a unit that may not be looked at."""
    if c.state.covered[u]:
        return "?"
    attack, defense, move = strength(c, u)
    if c.roster.number("diced", u):
        return f"d6-d6-{move}"
    return f"{attack}-{defense}-{move}"


@rule("bd:10.5", "bd:10.7")
def group(c: Ctx, u: Unit) -> tuple[tuple[Unit, ...], str]:
    """The picked units that move with one, with their factors and the points of the slowest."""
    if not c.state.stack or c.frame.step != "movement" or c.roster.side[u] != c.state.side:
        return (u,), ""
    units = tuple(group_of(c, u))
    if not all(c.state.hex_of[v] >= 0 for v in units) or is_attached(c, u):
        return units, ""
    factors = [strength(c, v) for v in units]
    who = c.roster.short[u] if len(units) == 1 else f"{len(units)} units"
    return units, f"{who} {sum(f[0] for f in factors)}-{sum(f[1] for f in factors)}, {budget(c, units)} MP"


def whereabouts(c: Ctx, u: Unit) -> str:
    """Where a unit off the map is, and when it comes."""
    box = c.state.box[u]
    if box.startswith("turn "):
        return f"comes on turn {box[5:]}"
    if box in SUPPORT.values():
        return "used" if c.state.fought[u] else "ready"
    return WHERE.get(box, "not on the map")


@rule("bd:5.12")
def further(c: Ctx, u: Unit) -> dict[str, Any]:
    """Labels of the adjacent hexes of which a unit has to attack one."""
    return {"must_attack": [c.label(h) for h in must_attack(c).get(u, ())]}


UNITS = UnitQueries(
    further=further,
    strength=strength,
    reach=reach_query,
    supply=supply_of,
    flags=flags,
    whereabouts=whereabouts,
    called=called,
    values=values,
    hidden=lambda c, u: bool(c.state.covered[u]),
    group=group,
)
