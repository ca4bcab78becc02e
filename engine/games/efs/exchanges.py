"""8.6: units that the set-up card converts into others: what is removed, what is received, where and how strong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.components.grid import Unit
from engine.games.efs.stacking import fits
from engine.games.efs.state import GENERAL
from engine.games.efs.tables import Ctx
from engine.games.efs.units import ACTIVE, ASIDE, AWAY, CADRE, ELIMINATED, combat_units, place, to_box
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import for_good

TRACK = (ACTIVE, CADRE, ELIMINATED)
"""Boxes of the Unit Rebuilding Track from which units are removed (8.61)."""


class Exchange(NamedTuple):
    """A line "Remove - Receive" of the set-up card."""

    turn: int
    removed: tuple[Unit, ...]
    received: tuple[Unit, ...]


@rule("efs:8.6")
@for_good
def listed(c: Ctx) -> tuple[Exchange, ...]:
    """All conversions of the scenario."""
    table = c.scenario.get("conversions", {})
    rows = (dict(zip(table["columns"], values, strict=True)) for values in table.get("rows", ()))
    return tuple(Exchange(row["turn"], _units(c, row["unit"]), _units(c, row["into"])) for row in rows)


def _units(c: Ctx, names: str | Sequence[str]) -> tuple[Unit, ...]:
    return tuple(c.unit(name) for name in ([names] if isinstance(names, str) else names))


@rule("efs:8.6", "efs:8.62")
def due(c: Ctx, side: str) -> list[Exchange]:
    """Conversions of a side that are to be made now: their turn has come, and every unit to be removed is supplied."""
    found = (e for e in listed(c) if e.turn <= c.state.turn and c.roster.side[e.removed[0]] == side)
    return [e for e in found if all(_ready(c, u) for u in e.removed) and _waits(c, e)]


@rule("efs:8.61", "efs:8.62")
def _ready(c: Ctx, u: Unit) -> bool:
    on_map = c.state.hex_of[u] >= 0
    return c.state.supply[u] == GENERAL if on_map else c.state.box[u] in TRACK


def _waits(c: Ctx, e: Exchange) -> bool:
    return all(c.state.box[u] == ASIDE for u in e.received)


def exchange(c: Ctx, u: Unit) -> Exchange | None:
    """The conversion to be made now that removes a unit."""
    return next((e for e in due(c, c.roster.side[u]) if u in e.removed), None)


@rule("efs:8.62", "efs:8.64", "efs:R17")
def places(c: Ctx, e: Exchange) -> list[str]:
    """Where the received units may go: hexes and boxes of those removed, and the Active Box for one of the map."""
    at = [c.state.hex_of[u] for u in e.removed]
    found = [c.label(h) for h in at if h >= 0 and _room(c, e, h)]
    found += [c.state.box[u] for u, h in zip(e.removed, at, strict=True) if h < 0]
    return list(dict.fromkeys([*found, *([ACTIVE] if any(h >= 0 for h in at) else [])]))


@rule("efs:8.13", "efs:R17")
def _room(c: Ctx, e: Exchange, h: int) -> bool:
    stay = [u for u in combat_units(c, h, c.roster.side[e.removed[0]]) if u not in e.removed]
    return fits(c, [*stay, *e.received], h) is None


@rule("efs:8.61", "efs:8.62", "efs:8.64")
def may_convert(c: Ctx, u: Unit, where: str) -> Refusal | None:
    """Whether the conversion of a unit of the side to act can be made now, with the new unit in a place."""
    found = exchange(c, u) if c.roster.side[u] == c.state.side else None
    if found is None:
        return Refusal("efs:8.62", f"{c.roster.short[u]} is not to be converted now.", units=(u,))
    if where not in places(c, found):
        known = ", ".join(places(c, found))
        come = "does not come" if len(found.received) == 1 else "do not come"
        text = f"{c.roster.names(found.received)} {come} to '{where}', but to: {known}."
        return Refusal("efs:8.64" if len(found.removed) > 1 else "efs:8.62", text, units=(u,))
    return None


@rule("efs:8.63", "efs:8.64")
def strengths(c: Ctx, e: Exchange) -> list[int]:
    """Steps of the received units: none beyond those removed, and fewer by as many as the removed ones had lost."""
    s, r = c.state, c.roster
    left = sum(s.steps_left[u] for u in e.removed)
    lost = sum(r.steps[u] for u in e.removed) - left
    steps = [min(r.steps[u], left) for u in e.received]
    for i in range(len(steps) - 1, -1, -1):
        gone = min(lost, steps[i] - 1)
        steps[i] -= gone
        lost -= gone
    return steps


@rule("efs:8.61", "efs:8.62", "efs:8.63", "efs:8.64")
def convert(c: Ctx, e: Exchange, where: str) -> None:
    """Make a conversion: the removed units are out of the game for good."""
    s, steps = c.state, strengths(c, e)
    whom = c.roster.names(e.removed)
    for u in e.removed:
        to_box(c, u, AWAY)
    here = []
    for u, n in zip(e.received, steps, strict=True):
        if where in (*TRACK,):
            to_box(c, u, where)
            s.steps_left[u] = max(n, 1) if where == ACTIVE else 0
        else:
            here = [c.hex(where)]
            place(c, u, here[0])
            s.steps_left[u], s.supply[u] = max(n, 1), GENERAL
    c.touch()
    text = f"{whom} becomes {c.roster.names(e.received)}."
    c.say("conversion", text, "efs:8.62", hexes=here, units=[*e.removed, *e.received])
