"""What can be asked about units: who they are, their values, supply, what they have done, where they are."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.pm.beginners import in_force
from engine.games.pm.combat.air import carrier
from engine.games.pm.combat.air import points as points_of
from engine.games.pm.kinds import AIRCRAFT
from engine.games.pm.movement.allowance import AREAS, budget
from engine.games.pm.queries.reach import reach_query
from engine.games.pm.queries.tracks import TITLES, lies_with
from engine.games.pm.state import DONE, FRESH, GOING, REFITTED, REFITTING, SUPPLIED, UNSUPPLIED
from engine.games.pm.supply import WORDS, attack_barred, line_of, state_of
from engine.games.pm.tables import Ctx
from engine.games.pm.units import name, short, strength, untried
from engine.kit.picking import group_of
from engine.play.asked import Supply
from engine.play.citing import rule
from engine.play.queries import UnitQueries

WHERE = {
    "aside": "set aside until a rule calls it",
    "converted": "became a Guards unit",
    "to place": "waits to be set up",
    "not in play": "",
}


def supply_of(c: Ctx, u: Unit) -> Supply:
    """Supply of a unit, with its line; nothing of it in the beginners' game."""
    if not in_force(c, "9.5"):
        return Supply("", True, (), -1, "pm:R29")
    state, path = state_of(c, u), line_of(c, u)
    rule_id = {0: "pm:9.5", 1: "pm:9.6", 2: "pm:9.18", 3: "pm:9.7"}[state]
    return Supply(WORDS[state], state != UNSUPPLIED, path, path[-1] if path else -1, rule_id)


def flags(c: Ctx, u: Unit) -> list[str]:
    """Words for what a unit is and has done."""
    s, there = c.state, c.state.hex_of[u] >= 0
    did = s.moving[u]
    if did != FRESH and not any(f.step == "movement" and f.vars["side"] == c.roster.side[u] for f in s.stack):
        did = FRESH
    told = (
        (untried(c, u), "untried"),
        (there and s.steps_left[u] < c.roster.steps[u], "reduced"),
        (s.picked[u], "picked"),
        (did == GOING, f"{s.mp_left[u]} MP left" if did else ""),
        (there and did == DONE, "moved"),
        (s.still[u], "stands still"),
        (s.refit[u] == REFITTING, "refitting"),
        (s.refit[u] == REFITTED, "has refitted"),
        (s.fought[u], "has attacked"),
        (s.fled[u], "retreated"),
        (s.marked[u], "supply concentrated"),
    )
    found = [word for on, word in told if on]
    if (own := c.roster.ids[u]) in s.carries.values():
        found += [_marker(c, marker) for marker in sorted(s.carries) if s.carries[marker] == own]
    if there and (state := state_of(c, u)) != SUPPLIED:
        found.append(WORDS[state])
    if there and attack_barred(c, u) is not None:
        found.append("may not attack")
    return found


def _marker(c: Ctx, marker: str) -> str:
    """What lies on a unit: aircraft by their name, else aerial supply."""
    plane = c.roster.by_id.get(marker)
    return "aerial supply" if plane is None else c.roster.short[plane]


@rule("pm:14.7", "pm:2.15")
def called(c: Ctx, u: Unit) -> tuple[str, str]:
    """Names of a unit; nothing of one that lies under the top unit of an enemy stack."""
    return ("?", "unit below the top one") if c.state.covered[u] else (short(c, u), name(c, u))


def values(c: Ctx, u: Unit) -> str:
    """``5-6-5``, ``?-?-5`` for an untried unit, ``?`` for one that may not be looked at, aircraft as on this turn."""
    if c.state.covered[u]:
        return "?"
    if c.roster.kind[u] == AIRCRAFT:
        return "{0}-{0}-0".format(points_of(c, c.roster.side[u]))
    attack, defense, move = strength(c, u)
    return f"?-?-{move}" if untried(c, u) else f"{attack}-{defense}-{move}"


@rule("pm:12.5", "pm:12.7")
def group(c: Ctx, u: Unit) -> tuple[tuple[Unit, ...], str]:
    """The picked units that move with one, with their factors and the points of the slowest (12.7)."""
    if not c.state.stack or c.frame.step != "movement" or c.roster.side[u] != c.state.side:
        return (u,), ""
    units = tuple(group_of(c, u))
    if not all(c.state.hex_of[v] >= 0 or c.state.box[v] in AREAS for v in units):
        return units, ""
    factors = [strength(c, v) for v in units if not untried(c, v)]
    attack, defense = sum(f[0] for f in factors), sum(f[1] for f in factors)
    unseen = len(units) - len(factors)
    words = f"{attack}-{defense}" * bool(factors) + "+" * bool(factors and unseen) + f"{unseen} untried" * bool(unseen)
    who = short(c, u) if len(units) == 1 else f"{len(units)} units"
    return units, f"{who} {words}, {budget(c, units)} MP"


def whereabouts(c: Ctx, u: Unit) -> str:
    """Where a unit off the map is, and when it comes; whom aircraft support."""
    box = c.state.box[u]
    if box == "air":
        with_ = carrier(c, u)
        told = ", stays there" if c.state.stays[c.roster.ids[u]] else ""
        return "idle" if with_ < 0 else lies_with(c, "with", with_) + told
    if box.startswith("turn "):
        return f"comes on turn {box[5:]}"
    if box in TITLES:
        return TITLES[box][0]
    return WHERE.get(box, "waits to be set up" if box.startswith("to place") else "not on the map")


UNITS = UnitQueries(
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
