"""11.6: the exit areas of a scenario, and which of them are closed because the enemy has left through them."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.efs.tables import Ctx, tables
from engine.play.citing import rule
from engine.play.fields import derived


@rule("efs:11.6", "efs:10.27")
def areas(c: Ctx, side: str) -> dict[str, frozenset[Hex]]:
    """The exit areas that the scenario gives a side: ``[exits.SIDE]`` with labels or places by name of the area."""
    given = c.scenario.get("exits", {}).get(side, {})
    return {
        name: frozenset(h for word in words for h in tables(c).named(word) or (c.board.find(word),))
        for name, words in given.items()
    }


def area_of(c: Ctx, side: str, h: Hex) -> str:
    """The exit area of a side that a hex belongs to; empty for none."""
    return next((name for name, hexes in areas(c, side).items() if h in hexes), "")


@rule("efs:11.63")
@derived("memory")
def barred_edge(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes of exit areas that enemy units have used: a side no longer comes in or traces supply through them."""
    enemy = c.other(side)
    if not c.state.exits:
        return frozenset()
    used = [hexes for name, hexes in areas(c, enemy).items() if c.state.exits[f"{enemy} {name}"]]
    return frozenset().union(*used)
