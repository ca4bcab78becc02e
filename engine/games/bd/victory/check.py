"""4.14, 5.2: the Victory Check Phase, as the scenario's way of winning has it."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.bd.tables import Ctx
from engine.games.bd.victory.aims import Aim, Demand, Way
from engine.games.bd.victory.border import BY_BORDER
from engine.games.bd.victory.conditions import CONDITIONAL
from engine.games.bd.victory.points import BY_POINTS
from engine.play.asked import Score
from engine.play.citing import rule

WAYS = {"conditions": CONDITIONAL, "points": BY_POINTS, "border": BY_BORDER}
"""What ``by`` in the ``[victory]`` of a scenario may name."""


def way(c: Ctx) -> Way:
    """How this scenario is decided."""
    return WAYS[str(c.scenario["victory"]["by"])]


@rule("bd:4.14", "bd:5.2")
def check(c: Ctx) -> None:
    """The Victory Check Phase."""
    way(c).check(c)


def aims(c: Ctx) -> list[Aim]:
    """What must be reached, and how far it is now."""
    return way(c).aims(c)


def demands(c: Ctx) -> list[Demand]:
    """Hexes of which a side needs so many at the end."""
    return way(c).demands(c)


@rule("bd:13.4", "bd:14.4", "bd:14.10")
def missing(c: Ctx, side: str) -> set[Hex]:
    """Hexes that a side has to have back before the end: of those of which it needs all."""
    kept = {h for d in demands(c) if d.side == side and d.need == len(d.hexes) for h in d.hexes}
    return {h for h in kept if c.state.control.get(c.label(h)) == c.other(side)}


def title(c: Ctx) -> str:
    """The heading of the aims."""
    return way(c).title(c)


def score(c: Ctx) -> Score:
    """Points, and how far the aims are reached."""
    return way(c).score(c)
