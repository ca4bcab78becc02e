"""6.16, 11.1, 19.1: whose the railroads are, where trains get through, and what is closed to them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex
from engine.games.efs.bridges import BY_RAIL, damage, rail_open, touched
from engine.games.efs.forts import blocked, builds_printed, lines
from engine.games.efs.tables import CITY, MAJOR_CITY, Ctx, tables
from engine.games.efs.units import fighters
from engine.play.citing import rule
from engine.play.fields import derived, for_good, while_same

CUT = "cut"
"""Mark of ``gauge``: a converted hex that nobody can use (19.25)."""
AWAY_FROM_ENEMY = 3
"""Hexes that railroad movement keeps from enemy combat units (11.13)."""

Ways = tuple[tuple[Hex, ...], ...]


# ---------------------------------------------------------------------- the lines of the map
@rule("efs:6.16")
def tracks(c: Ctx) -> Ways:
    """Per hex in play those that a railroad joins to it, whoever owns it; so are the hexes of one city."""
    memo = c.data.of_map
    if "railroad tracks" not in memo:
        memo["railroad tracks"] = tables(c).joined(tables(c).rails)
    found: Ways = memo["railroad tracks"]
    return found


@rule("efs:6.16")
def is_rail(c: Ctx, h: Hex) -> bool:
    """Whether a hex is a railroad hex: a line leads through it, or it is part of a city."""
    return bool(tracks(c)[h]) or tables(c).size(h) in (CITY, MAJOR_CITY)


@for_good
def _rail_hexes(c: Ctx) -> list[Hex]:
    """The railroad hexes in play."""
    lined = {h for h, track in enumerate(tracks(c)) if track}
    cities = {h for place in c.board.places if place.size in (CITY, MAJOR_CITY) for h in place.hexes}
    return sorted(lined | cities & c.data.in_play)


# ---------------------------------------------------------------------- whose they are
@rule("efs:19.1", "efs:19.11", "efs:19.25", "efs:6.16")
def owner(c: Ctx, h: Hex) -> str:
    """The side for whose trains a railroad hex is; empty for one that is cut and where there is none.

    Soviet gauge lies where the Soviet Union began, save where it was converted.
    """
    if not is_rail(c, h):
        return ""
    mark = c.state.gauge.get(c.label(h), "")
    return "" if mark == CUT else mark or first_gauge(c, h)


@rule("efs:19.11")
def first_gauge(c: Ctx, h: Hex) -> str:
    """The side of whose gauge a railroad hex was laid, by its country."""
    axis, soviet = c.data.meta["sides"]
    return str(soviet if c.board.owner_names[c.board.owner[h]].startswith("USSR") else axis)


def is_cut(c: Ctx, h: Hex) -> bool:
    """Whether a Rail Cut marker lies in a hex."""
    return c.state.gauge.get(c.label(h)) == CUT


@derived("gauge")
def foreign(c: Ctx, side: str) -> bytes:
    """One byte a hex: 1 where there is no railroad for the trains of a side."""
    key = f"foreign {side}"
    memo = c.data.of_map
    if key not in memo:
        mine = bytearray(b"\1") * c.grid.size
        for h in (h for h in _rail_hexes(c) if first_gauge(c, h) == side):
            mine[h] = 0
        memo[key] = bytes(mine)
    flags = bytearray(memo[key])
    for label in c.state.gauge:
        h = c.board.index[label]
        flags[h] = owner(c, h) != side
    return bytes(flags)


# ---------------------------------------------------------------------- where trains get through
@derived("broken", "spans", "ruined", "frozen")
def ways(c: Ctx, side: str) -> Ways:
    """Per hex those that trains of a side can go on to, as to bridges, ferries and fortified lines."""
    found = list(tracks(c))
    for a, b in touched(c):
        if damage(c, a, b, BY_RAIL) and not rail_open(c, a, b, side):
            _part(found, a, b)
    if builds_printed(c, c.other(side)):
        for a, b in lines(c):
            _part(found, a, b)
    return tuple(found)


def _part(found: list[tuple[Hex, ...]], a: Hex, b: Hex) -> None:
    """Take the way between two neighbours out of a graph."""
    if b in found[a]:
        found[a] = tuple(n for n in found[a] if n != b)
        found[b] = tuple(n for n in found[b] if n != a)


@rule("efs:6.16", "efs:11.13", "efs:18.11", "efs:18.46", "efs:19.11", "efs:19.4")
@derived("gauge", "works", "ruined", "hex_of")
def closed(c: Ctx, side: str) -> bytes:
    """One byte a hex: 1 where trains of a side do not go, for gauge, cuts, enemy works and enemy combat units."""
    flags = bytearray(foreign(c, side))
    for h in (*blocked(c, side), *fighters(c, c.other(side))):
        flags[h] = 1
    return bytes(flags)


@rule("efs:11.13")
@derived("hex_of")
def near_enemy(c: Ctx, side: str) -> bytes:
    """One byte a hex: 1 less than three hexes from an enemy combat unit of a side, whatever lies between."""
    enemies = fighters(c, c.other(side))
    return while_same(c, ("near enemy", side), enemies, lambda: _near(c, enemies))


def _near(c: Ctx, enemies: Iterable[Hex]) -> bytes:
    flags, adjacent = bytearray(c.grid.size), c.grid.adjacent
    edge = set(enemies)
    for _ in range(AWAY_FROM_ENEMY - 1):
        edge |= {n for h in edge for n in adjacent[h]}
    for h in edge:
        flags[h] = 1
    return bytes(flags)


@rule("efs:19.24")
@derived("gauge")
def railheads(c: Ctx, side: str) -> list[Hex]:
    """Railroad hexes of a side from which a line goes on that is not of its gauge, or is cut."""
    other = foreign(c, side)
    lines = tracks(c)
    return [h for h in _rail_hexes(c) if not other[h] and any([other[n] for n in lines[h]])]
