"""4.11 to 4.13: the Caucasus expedition: what it takes, who is in its box, how it is beaten."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import DEAD, beside_enemy, held_by, to_box
from engine.play.citing import rule

BOX = "caucasus"
UNDER_WAY, SUCCESSFUL, OVER = 1, 2, 3
"""Values of ``expedition``."""


def terms(c: Ctx) -> dict[str, Any]:
    """What the track says of the expedition."""
    found: dict[str, Any] = c.data.tables["track"]["caucasus"]
    return found


def exits(c: Ctx) -> frozenset[Hex]:
    """The hexes of the south-east edge by which units come and go."""
    return tables(c).zone("caucasus_exit")


def inside(c: Ctx, side: str) -> list[Unit]:
    """Units of a side in the box."""
    return [u for u, box in enumerate(c.state.box) if box == BOX and c.roster.side[u] == side]


def held(c: Ctx, label: str) -> bool:
    """Whether the German side controls a place in overland supply."""
    return c.state.control.get(label) == "axis" and overland(c, "axis", c.board.index[label])


@rule("bd:4.11", "bd:R4")
def make_ready(c: Ctx) -> None:
    """Start of a game turn: whether the places that an expedition takes are German, supplied and out of reach."""
    s = c.state
    if s.expedition or not all(s.control.get(label) == "axis" for label in terms(c)["needs"]):
        return
    if all(held(c, label) and not beside_enemy(c, c.board.index[label], "axis") for label in terms(c)["needs"]):
        s.expedition_ready = s.turn
        c.touch()


@rule("bd:4.13")
def lose_places(c: Ctx, side: str, h: Hex) -> None:
    """Rostov or Dnepropetrovsk is Soviet: the expedition is beaten."""
    if side == "soviet" and c.label(h) in terms(c)["lost_with"]:
        _beaten(c, h)


@rule("bd:4.13")
def lose_exits(c: Ctx, side: str, h: Hex) -> None:
    """Soviet units stand in all the exits: the expedition is beaten."""
    if side == "soviet" and h in exits(c) and all(held_by(c, n) == "soviet" for n in exits(c)):
        _beaten(c, h)


def _beaten(c: Ctx, h: Hex) -> None:
    force = inside(c, "axis")
    if not force:
        return
    for u in force:
        to_box(c, u, DEAD)
    c.state.expedition = OVER
    c.touch()
    c.say("eliminated", "The Caucasus expedition is cut off and eliminated.", "bd:4.13", hexes=[h], units=force)
