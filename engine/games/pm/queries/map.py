"""What can be asked about hexes: control, points, zones, markers, how full they are."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.pm.beginners import in_force
from engine.games.pm.forts import intact
from engine.games.pm.movement.stacking import WHOLE, limit, quarters
from engine.games.pm.queries.layers import LAYERS
from engine.games.pm.queries.reach import NORMAL, reach_query
from engine.games.pm.tables import Ctx, open_sides, tables
from engine.games.pm.victory import points
from engine.play.citing import rule
from engine.play.fields import units_at
from engine.play.queries import MapQueries

ZONES = ("country", "setup", "weather", "coast", "fort", "heavy fort", "stalin line")
"""Groups of zones that the panel of a hex names."""


def regions(c: Ctx, h: Hex) -> list[str]:
    """Zones of the map that a hex lies in."""
    return [z.title for z in c.board.zones.values() if h in z.inside and z.group in ZONES]


def markers(c: Ctx) -> dict[Hex, tuple[str, ...]]:
    """Markers on the map: forts and their state, hedgehogs, districts and ports."""
    found: dict[Hex, list[str]] = {}
    for group in ("fort", "heavy fort", "stalin line") if in_force(c, "14.24") else ():
        for zone in c.board.zones_of(group):
            for h in zone.hexes:
                word = group if intact(c, h) else f"{group}, {_fort_state(c, zone.id, h)}"
                found.setdefault(h, []).append(word)
    for label in c.state.hedgehogs:
        found.setdefault(c.board.index[label], []).append("hedgehog")
    for h in sorted(tables(c).districts):
        found.setdefault(h, []).append("Military District")
    for h in sorted(tables(c).ports):
        found.setdefault(h, []).append("port")
    return {h: tuple(words) for h, words in found.items()}


def _fort_state(c: Ctx, line: str, h: Hex) -> str:
    if c.label(h) in c.state.destroyed:
        return "destroyed"
    return c.state.lines.get(line, "not intact")


@rule("pm:6.1", "pm:6.3", "pm:6.5", "pm:14.7")
def stacking(c: Ctx, h: Hex) -> tuple[float, float]:
    """Units in a hex by what they count for, and how many it holds; one below the top counts as a whole unit."""
    used = sum(WHOLE if c.state.covered[u] else quarters(c, u) for u in units_at(c, h))
    return used / WHOLE, limit(c, h) / WHOLE


MAP = MapQueries(
    control=lambda c, h: c.state.control.get(c.label(h), ""),
    points=points,
    markers=markers,
    regions=regions,
    stacking=stacking,
    layers=LAYERS,
    ways=lambda c, side: tuple(map(sorted, open_sides(c))),
    walks=lambda c, u: reach_query(c, u, NORMAL).costs.keys(),
)
