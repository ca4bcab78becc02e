"""What views tell of units, hexes and supply with the words of the rules, as ``edit`` takes them."""

from __future__ import annotations

from collections import defaultdict
from itertools import compress, count
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.efs.command import ACTIVATE, commands, left
from engine.games.efs.divisions import TANKS
from engine.games.efs.given import HOLDS, MARKERS, RECEIVING, STATUS
from engine.games.efs.interdicted import level
from engine.games.efs.kinds import is_air, is_combat, is_gun, is_hq, is_mg, is_railroad_gun, is_super_heavy, is_supply
from engine.games.efs.movement.railroad import load
from engine.games.efs.queries.works import fortifications
from engine.games.efs.state import ACTIVATED, BACK, GENERAL
from engine.games.efs.supply.routes import RAIL_NET, ROAD_NET, route, traced
from engine.games.efs.supply.status import found, status
from engine.games.efs.tables import Ctx
from engine.games.efs.units import is_nonop, is_untried, number
from engine.play.citing import rule
from engine.play.fields import derived, for_good

WORDS = {state: word for word, state in STATUS.items()}
"""The states of supply to their words."""


# ---------------------------------------------------------------------- units
def further(c: Ctx, u: Unit) -> dict[str, Any]:
    """What only this game tells of a unit."""
    told = _printed(c)[u] | {"untried": is_untried(c, u), "markers": [*markers(c).get(u, ())]}
    if c.state.hex_of[u] >= 0:
        told |= _on_map(c, u)
    if u not in _peculiar(c):
        return told
    if is_hq(c, u):
        told |= {"operational": not is_nonop(c, u), "command": commands(c, u)}
        told |= {"command_left": left(c, u, ACTIVATE) if c.state.hex_of[u] >= 0 else 0}
        told["command_range"] = c.data.constant("command_range")
    if is_supply(c, u):
        told["asp"] = c.state.asp[u]
    if is_railroad_gun(c, u) or is_super_heavy(c, u):
        told["mode"] = "firing" if c.state.mode[u] == BACK else "mobile"
    return told


@for_good
def _peculiar(c: Ctx) -> frozenset[Unit]:
    """The counters of which more is told than of others: headquarters, supply units, the largest guns."""
    kinds = (is_hq, is_supply, is_railroad_gun, is_super_heavy)
    return frozenset(u for u in range(len(c.roster)) if any(is_one(c, u) for is_one in kinds))


def _on_map(c: Ctx, u: Unit) -> dict[str, Any]:
    h, side = c.state.hex_of[u], c.roster.side[u]
    told: dict[str, Any] = {
        "traces": traced(c, h, side),
        "stacking": number(c, u, "stacking"),
        "railroad_capacity": load(c, u),
    }
    if is_combat(c, u):
        told["supply"] = WORDS[status(c, u)]
    return told


@for_good
def _printed(c: Ctx) -> list[dict[str, Any]]:
    """What never changes about each counter."""
    return [_printed_on(c, u) for u in range(len(c.roster))]


@rule("efs:2.22")
def _printed_on(c: Ctx, u: Unit) -> dict[str, Any]:
    """What never changes about a counter, under the words of the rules."""
    r = c.roster
    told: dict[str, Any] = {"motorized": bool(r.number("red_box", u)), "ma": r.value("colour", u)}
    told["division"] = r.formation_titles.get(r.formation[u], r.formation[u])
    told["division_kind"] = division_kind(c, u)
    told["machine_gun"] = is_mg(c, u)
    if is_gun(c, u):
        told["support_attack_only"] = bool(r.number("attack_only", u))
    if is_air(c, u):
        told["close_air_support"] = r.number("cas", u)
    elif len(r.faces[u]) > 1:
        told["step_values"] = [[attack, defense] for attack, defense, _ in r.faces[u]]
    return told


@rule("efs:15.58")
def division_kind(c: Ctx, u: Unit) -> str | None:
    """Whether the division that a unit is a component of is ``panzer``, ``motorized`` or ``ss motorized``."""
    r = c.roster
    if not r.value("integrity", u):
        return None
    if r.formation[u] in _with_tanks(c):
        return "panzer"
    return "ss motorized" if "SS" in r.formation_titles.get(r.formation[u], r.formation[u]).split() else "motorized"


@for_good
def _with_tanks(c: Ctx) -> frozenset[str]:
    r = c.roster
    return frozenset(r.formation[u] for u in range(len(r)) if r.value("integrity", u) == TANKS)


@derived(*MARKERS.values(), "hold", "did", "memory")
def markers(c: Ctx) -> dict[Unit, list[str]]:
    """The markers on units, as ``edit`` takes them; a unit without any is left out."""
    s, found = c.state, defaultdict[Unit, list[str]](list)
    for word, column in MARKERS.items():
        for u in compress(count(), getattr(s, column)):
            found[u].append(word)
    for word, n in HOLDS.items():
        for u in compress(count(), map(n.__eq__, s.hold)):
            found[u].append(word)
    for u in compress(count(), map(ACTIVATED.__and__, s.did)):
        found[u].append("activated")
    for name, received in s.receiving.items():
        if received:
            found[c.roster.by_id[name]].append(RECEIVING)
    return dict(found)


# ---------------------------------------------------------------------- supply and hexes
@rule("efs:6.14", "efs:6.15", "efs:6.16", "efs:6.3", "efs:R7")
def supply_words(c: Ctx, u: Unit) -> dict[str, Any]:
    """Whether a unit traces a route now, what the next Supply Status Phase would find, and how long the parts are.

    A road or railroad net counts from its first hex on, 0 where the route needs none; the line without the own hex.
    """
    h, side = c.state.hex_of[u], c.roster.side[u]
    legs = route(c, h, side)
    nets = [len(legs[n]) if legs and len(legs[n]) > 1 else 0 for n in (RAIL_NET, ROAD_NET)]
    line = len(legs[-1]) - 1 if legs else 0
    parts = {"line_of_communications": line, "road_net": nets[1], "railroad_net": nets[0]}
    coming = found(c, u) if is_combat(c, u) else GENERAL
    return {"traces": bool(legs), "next_status": WORDS[coming], "components": parts}


def hex_words(c: Ctx, h: Hex) -> dict[str, Any]:
    """Fortifications of a hex with their owners, and the level of interdiction that counts there."""
    return {"fortifications": fortifications(c, h), "interdiction": level(c, h)}
