"""6.2: the hexes where Supply Routes end."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.efs.edition import edition
from engine.games.efs.exits import barred_edge
from engine.games.efs.holders import friendly
from engine.games.efs.tables import MAJOR_CITY, Ctx
from engine.play.citing import rule


@rule("efs:6.23", "efs:6.25")
def named(c: Ctx, side: str) -> tuple[Hex, ...]:
    """The supply sources that the scenario gives a side, for which a captured one of the enemy is none."""
    return tuple(c.board.find(label) for label in c.scenario.get("supply", {}).get(side, ()))


@rule("efs:6.2", "efs:R254")
def lapsed(c: Ctx, h: Hex) -> bool:
    """Whether a source serves its side no longer, as the scenario says up to which turn it does."""
    last = c.scenario.get("supply", {}).get("until", {}).get(c.label(h))
    return last is not None and c.state.turn > int(last)


@rule("efs:6.21", "efs:11.63")
def working(c: Ctx, side: str) -> tuple[Hex, ...]:
    """The named sources that a side holds, those left out that it has taken back since the last Supply Status Phase
    where an edition lets them wait for the next one."""
    lost, waits = c.state.lost_sources, edition(c).sources_wait
    shut = barred_edge(c, side)
    mine = (h for h in named(c, side) if friendly(c, h) == side and h not in shut)
    return tuple(h for h in mine if not lost[c.label(h)] or not (waits or lapsed(c, h)))


@rule("efs:6.21", "efs:R254")
def look(c: Ctx) -> None:
    """Note, when supply is found, which sources are in enemy hands: they work again after the next such phase.

    Those whose time is over are noted too, for good.
    """
    lost = c.state.lost_sources
    for side in c.data.meta["sides"]:
        for h in named(c, side):
            if friendly(c, h) != side or lapsed(c, h):
                lost[c.label(h)] = 1
            elif c.label(h) in lost:
                del lost[c.label(h)]
    c.touch()


@rule("efs:6.23", "efs:6.24", "efs:R9")
def cities(c: Ctx, side: str) -> tuple[tuple[Hex, ...], ...]:
    """Major cities that serve a side as sources once a route joins one of their hexes to a source that is no city."""
    if not feeds_cities(c, side):
        return ()
    mine = (tuple(h for h in place.hexes if friendly(c, h) == side) for place in c.board.places
            if place.size == MAJOR_CITY)  # fmt: skip
    return tuple(hexes for hexes in mine if hexes)


@rule("efs:6.23")
def feeds_cities(c: Ctx, side: str) -> bool:
    """Whether major cities are supply sources of a side: they are Soviet ones."""
    return side == "soviet"
