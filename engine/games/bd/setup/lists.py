"""3.1 to 3.4, 12.14, 12.15, 13.6, 13.7, 14.6, 14.7: counters in their places by the lists of a scenario."""

from __future__ import annotations

from collections import deque
from itertools import product
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.bd import gambit
from engine.games.bd.caucasus import UNDER_WAY
from engine.games.bd.kinds import INTERCEPTOR, INTERCEPTOR_LEAVES, SUPPORT
from engine.games.bd.setup.free import sides
from engine.games.bd.setup.placing import clear
from engine.games.bd.stacking import fits
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import DEAD, REMOVED, place, side_units
from engine.play.citing import rule
from engine.play.fields import stacks

AWAY, ASIDE = "not in play", "aside"
UNLISTED, ALL_UNLISTED, DOTTED = "unlisted", "all unlisted", "dotted"
"""Who is out of play unnamed: units that should have come by now, later ones too, those with a dot (12.10, 13.7)."""
HELD = {"dead_pile": DEAD, "rvgk": "rvgk", "ready_rvgk": "rvgk", "caucasus": "caucasus"}
"""Lists of a scenario to the boxes of their units."""
BY_UNIT = ("supply", "mp_left", "moving", "picked", "still", "stormed", "fought", "fled", "covered")
"""Columns by unit that begin as zeros."""


def blank_columns(c: Ctx) -> None:
    """Every counter whole and out of play, every column as long as the roster."""
    s, r, n = c.state, c.roster, len(c.roster)
    s.hex_of, s.steps_left, s.box, s.origin = [-1] * n, list(r.steps), [AWAY] * n, [-1] * n
    for column in BY_UNIT:
        setattr(s, column, [0] * n)
    c.touch()


@rule("bd:3.1", "bd:14.6", "bd:14.7")
def prepare(c: Ctx) -> None:
    """The lists of the scenario: units on the map, in the dead pile, on the track, out of play; markers; control."""
    blank_columns(c)
    for u in range(len(c.roster)):
        c.state.box[u] = _box_of(c, u)
        if c.state.box[u] in (DEAD, REMOVED):
            c.state.steps_left[u] = 0
    for part, side in product(("setup", "ready"), c.data.meta["sides"]):
        for label, names in c.scenario.get(part, {}).get(side, {}).items():
            for name in names:
                place(c, c.unit(name), c.hex(label))
    c.state.attached = {rider: str(carrier) for rider, carrier in _attached(c).items()}
    _markers(c)
    if c.scenario.get("caucasus", {}).get("axis"):
        c.state.expedition = UNDER_WAY
    gambit.begin(c)
    lay_control(c)
    for side in c.data.meta["sides"]:
        for label in c.scenario.get("control", {}).get(side, ()):
            c.state.control[c.label(c.hex(label))] = side
    c.state.starting = {c.label(h): c.state.control[c.label(h)] for h in tables(c).cities}
    c.state.vp = int(c.scenario.get("victory", {}).get("points", points_held(c)))
    for side in sides(c):
        # The ready set-up has shown whose each hex is; now each side places its units in its turn.
        clear(c, side)
    c.touch()


def _attached(c: Ctx) -> dict[str, Any]:
    return {k: v for k, v in c.scenario.get("attached", {}).items() if k in c.roster.by_id}


@rule("bd:8.1", "bd:8.12", "bd:12.9", "bd:12.10", "bd:12.11", "bd:12.12", "bd:14.5", "bd:14.6", "bd:14.7", "bd:R45")
def _box_of(c: Ctx, u: Unit) -> str:
    """The box of a unit that the set-up does not put on the map."""
    r, first = c.roster, tables(c).first_turn
    name, side, arrival = r.ids[u], r.side[u], r.arrival[u]
    for part, box in HELD.items():
        if name in c.scenario.get(part, {}).get(side, ()):
            return box
    gone_for = c.scenario.get("withdrawn", {})
    if name in gone_for.get(side, ()):
        return f"turn {gone_for['turn']}"
    if _out(c, u):
        return AWAY
    if arrival < 0:
        return ASIDE
    late = c.scenario.get("begins") is not None
    if arrival > first or (arrival == first and not late):
        return f"turn {arrival}"
    if r.kind[u] in SUPPORT:
        gone = r.kind[u] == INTERCEPTOR and first >= INTERCEPTOR_LEAVES
        return REMOVED if gone else SUPPORT[r.kind[u]]
    return AWAY


@rule("bd:12.10", "bd:13.6", "bd:13.7", "bd:14.6", "bd:15.8", "bd:R44", "bd:R45")
def _out(c: Ctx, u: Unit) -> bool:
    """Whether a unit takes no part, by its name or by what the list says of those that it does not name."""
    out = c.scenario.get("out", {}).get(c.roster.side[u], ())
    if out == DOTTED:
        return bool(c.roster.number("dot", u))
    if out == ALL_UNLISTED:
        return c.roster.kind[u] not in SUPPORT
    return out != UNLISTED and c.roster.ids[u] in out


def _markers(c: Ctx) -> None:
    """Markers of the scenario on the map and in hand."""
    s, given = c.state, c.scenario.get("markers", {})
    s.heroes, s.fortresses = list(given.get("heroes", [])), list(given.get("fortresses", []))
    s.hero_markers, s.fortress_markers = given.get("heroes_in_hand", 0), given.get("fortresses_in_hand", 0)
    laid = c.scenario.get("ready", {}).get("markers", {})
    s.fortified_area = str(given.get("fortified_area", "")) or str(laid.get("fortified_area", ""))
    s.area_turn = int(given.get("fortified_area_turn", 0))
    s.aerial_ready = tables(c).first_turn if given.get("aerial") else 0


# ---------------------------------------------------------------------- control
@rule("bd:3.6")
def lay_control(c: Ctx) -> None:
    """Control at the start: a hex belongs to the side of the nearest units; a scenario may say otherwise.

    Where both are as near, where nobody stands, and in scenarios that begin at the border, it belongs to the owner of
    June 1941.
    """
    s, t = c.state, tables(c)
    by_country = c.scenario.get("control", {}).get("by") == "country"
    near = {side: {} if by_country else _distances(c, side) for side in c.data.meta["sides"]}
    found = {}
    for h in sorted(t.land):
        axis, soviet = (near[side].get(h, c.grid.size) for side in ("axis", "soviet"))
        owner = "soviet" if t.in_ussr(h) else "axis"
        found[c.label(h)] = owner if axis == soviet else "axis" if axis < soviet else "soviet"
    s.control = found
    c.touch()


def _distances(c: Ctx, side: str) -> dict[Hex, int]:
    """Hexes from the nearest unit of a side, over land."""
    land = tables(c).land
    found = {h: 0 for h, units in stacks(c).items() if c.roster.side[units[0]] == side}
    edge = deque(sorted(found))
    while edge:
        h = edge.popleft()
        for n in c.grid.adjacent[h]:
            if n in land and n not in found:
                found[n] = found[h] + 1
                edge.append(n)
    return found


@rule("bd:4.2")
def points_held(c: Ctx) -> int:
    """Regular victory points of the places that the German side holds."""
    t = tables(c)
    return sum(t.value(p.hexes[0]) for p in c.board.places if c.state.control.get(c.label(p.hexes[0])) == "axis")


@rule("bd:6.3", "bd:3.1")
def faults(c: Ctx) -> list[str]:
    """What a set-up breaks, as sentences: stacking above all."""
    found = []
    for h, units in sorted(stacks(c).items()):
        crowd = fits(c, side_units(c, h, c.roster.side[units[0]]), h)
        if crowd is not None:
            found.append(crowd.reason)
    return found
