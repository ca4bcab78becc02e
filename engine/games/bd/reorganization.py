"""8.22, 8.23: oversized rifle armies and their counterparts, and the Red Army reorganized at the end of turn 3."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Unit
from engine.components.load import records
from engine.games.bd.conversions import exchange
from engine.games.bd.state import OUT
from engine.games.bd.supply import state_of
from engine.games.bd.tables import Ctx
from engine.games.bd.units import DEAD, REMOVED, to_box
from engine.play.citing import rule

IN_HAND = ("rvgk", "arriving")
"""Boxes beside the map from which units go too."""


def _table(c: Ctx) -> dict[str, Any]:
    found: dict[str, Any] = c.data.tables["track"]["reorganization"]
    return found


@rule("bd:8.22")
def counterparts(c: Ctx) -> dict[Unit, Unit]:
    """Oversized rifle armies to the regular ones that take their place."""
    rows = records(c.data.tables["conversions"]["oversized"], "conversions.toml", "oversized")
    return {c.roster.find(row["from"]): c.roster.find(row["to"]) for row in rows}


@rule("bd:8.22", "bd:8.23")
def replace_lost(c: Ctx, u: Unit) -> None:
    """An oversized army has been eliminated: its counterpart lies in the dead pile, from where it may come back."""
    if c.roster.number("oversized", u):
        to_box(c, counterparts(c)[u], DEAD)


def _goes(c: Ctx, u: Unit) -> bool:
    """Whether a unit is one of the corps that the reorganization does away with."""
    r = c.roster
    return r.side[u] == "soviet" and r.size[u] == "corps" and r.kind[u] in _table(c)["corps"]


@rule("bd:8.23")
def _may_leave(c: Ctx, u: Unit) -> bool:
    """Whether a unit is on the map with any supply, or in hand; one that is cut off stays until it is not."""
    h, box = c.state.hex_of[u], c.state.box[u]
    return state_of(c, u) != OUT if h >= 0 else box in IN_HAND


@rule("bd:8.23")
def reorganize(c: Ctx) -> None:
    """At the end of the Soviet player turn, and later for those who were cut off then: corps go, armies give way."""
    for old, new in counterparts(c).items():
        if _may_leave(c, old):
            exchange(c, old, new, "bd:8.23", REMOVED)
    gone = [u for u in range(len(c.roster)) if _goes(c, u) and _may_leave(c, u)]
    hexes = sorted({c.state.hex_of[u] for u in gone} - {-1})
    for u in gone:
        to_box(c, u, REMOVED)
    if gone:
        text = f"Reorganization of the Red Army: {len(gone)} corps are disbanded."
        c.say("withdrawal", text, "bd:8.23", hexes=hexes, units=gone)


@rule("bd:8.23")
def due(c: Ctx, *, at_the_end: bool) -> bool:
    """Whether the reorganization takes place now: at the end of its turn, or at any instant after that turn."""
    turn = int(_table(c)["turn"])
    return c.state.turn == turn if at_the_end else c.state.turn > turn
