"""14.63 to 14.66: Interdiction markers, the zones that they make, and what becomes of headquarters in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.games.efs.command import NON_OP
from engine.games.efs.edition import edition
from engine.games.efs.interdicted import level
from engine.games.efs.kinds import is_hq
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import fighters
from engine.play.citing import rule
from engine.play.fields import derived

MOST = 2
"""The highest level of interdiction, of a marker and of a hex in several zones (14.63, 14.64)."""
DIE = 10
RADIUS = 1
"""Hexes that a zone reaches from its marker (14.64)."""
HEADQUARTERS, NAMED = 4, 9
"""How many units a headquarters is worth that has to roll, and how many hexes are named."""


def rating(c: Ctx, u: Unit) -> int:
    """The Interdiction rating of an air unit (2.22c)."""
    return c.roster.number("interdiction", u)


@rule("efs:14.63")
def marker_level(c: Ctx, units: Sequence[Unit]) -> int:
    """The level of the marker that some mission units bring: 1, or 2 for all totals above it; 0 for none."""
    return min(sum(rating(c, u) for u in units), MOST)


@rule("efs:14.63", "efs:14.64")
def spread(c: Ctx, h: Hex, n: int) -> list[Hex]:
    """Lay a marker of a level: the hexes of its zone, which takes effect on top of what lies there already."""
    s, zone = c.state, [x for x in (h, *c.grid.adjacent[h]) if x in c.data.in_play]
    for x in zone:
        s.zoi[c.label(x)] = min(s.zoi.get(c.label(x), 0) + n, MOST)
    c.touch()
    return zone


@rule("efs:14.63", "efs:14.64", "efs:14.66")
def mark(c: Ctx, h: Hex, units: Sequence[Unit]) -> None:
    """Lay the marker of the mission units that are left over a hex; then the headquarters in its zone roll."""
    n = marker_level(c, units)
    if not n:
        return
    zone = spread(c, h, n)
    text = f"{c.roster.names(units)}: Interdiction of level {n} at {c.board.describe(h)} and around."
    c.say("air", text, "efs:14.63", hexes=zone, units=units)
    for u, x in enumerate(c.state.hex_of):
        if x in zone and _shaken(c, u) and not tables(c).woods(x):
            _roll(c, u, n)


@rule("efs:14.66", "efs:14.64", "efs:R210")
def harass(c: Ctx, group: Sequence[Unit], before: Hex) -> None:
    """Operational headquarters among units that have come from a hex, -1 from off the map, roll in a zone."""
    for u in group:
        rise = level(c, c.state.hex_of[u]) - (level(c, before) if before >= 0 else 0)
        if rise > 0 and _shaken(c, u):
            _roll(c, u, rise)


class Under(NamedTuple):
    """A hex where a marker would lie, and what its zone would reach: headquarters that roll, units that it hampers."""

    hex: Hex
    hqs: tuple[Unit, ...]
    units: int


@rule("efs:14.64", "efs:14.65", "efs:14.66")
@derived("hex_of", "mode", "steps_left", "zoi")
def richest(c: Ctx) -> list[Under]:
    """The hexes under whose zones most of the enemy is, each apart from those before: headquarters before units."""
    hqs: dict[Hex, list[Unit]] = {}
    units: dict[Hex, int] = {}
    for h, here in fighters(c, "soviet").items():
        if level(c, h) or (edition(c).zoi_spares_woods and tables(c).woods(h)):
            continue
        shaken = [u for u in here if _shaken(c, u)]
        for x in (h, *c.grid.adjacent[h]):
            hqs.setdefault(x, []).extend(shaken)
            units[x] = units.get(x, 0) + len(here)
    found: list[Under] = []
    for h in sorted(units, key=lambda h: (-HEADQUARTERS * len(hqs[h]) - units[h], h)):
        if h in c.data.in_play and all(c.grid.distance(h, other.hex) > 2 * RADIUS for other in found):
            found.append(Under(h, tuple(sorted(hqs[h])), units[h]))
            if len(found) == NAMED:
                break
    return found


def _shaken(c: Ctx, u: Unit) -> bool:
    """Whether a unit is an operational headquarters of the side that interdiction harms, and may become Non-Op."""
    return edition(c).zoi_shakes_hqs and c.roster.side[u] == "soviet" and is_hq(c, u) and c.state.mode[u] != NON_OP


@rule("efs:14.66", "efs:21.23")
def _roll(c: Ctx, u: Unit, n: int) -> None:
    """A headquarters becomes Non-Op on the level or less."""
    die = c.roll(DIE, results=["Non-Op" if face <= n else "-" for face in range(1, DIE + 1)])
    if down := die <= n:
        c.state.mode[u] = NON_OP
        c.touch()
    word = "it becomes Non-Op" if down else "nothing happens to it"
    text = f"{c.roster.short[u]} in a Zone of Interdiction rolls {die}, {n} or less is Non-Op: {word}."
    c.say("interdiction", text, "efs:14.66", rolls=[die], hexes=[c.state.hex_of[u]], units=[u])
