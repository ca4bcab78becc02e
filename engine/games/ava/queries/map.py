"""What can be asked about hexes: control, points, markers, zones."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.ava.queries.layers import LAYERS
from engine.games.ava.setup.step import formations, zone_hexes
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.victory import at_stake
from engine.games.ava.zones import zone
from engine.play.queries import MapQueries


def regions(c: Ctx, h: Hex) -> list[str]:
    """Deployment zones of the scenario that a hex belongs to (4.0(2))."""
    if "zones by hex" not in c.data.memo:
        found: dict[Hex, list[str]] = {}
        for formation in formations(c):
            for z in formation["zone"]:
                for zone_hex in zone_hexes(c, z):
                    found.setdefault(zone_hex, []).append(f"{formation['name']} deployment {z['kind']}")
        c.data.memo["zones by hex"] = found
    names: list[str] = c.data.memo["zones by hex"].get(h, [])
    return list(dict.fromkeys(names))


def markers(c: Ctx) -> dict[Hex, tuple[str, ...]]:
    """Markers on the map: fortresses, Stand Fast, control of major cities, supply sources."""
    found: dict[Hex, list[str]] = {}
    for label, steps in sorted(c.state.fortress.items()):
        found.setdefault(c.board.index[label], []).append(f"fortress +{steps}")
    for label in c.state.stand_fast:
        found.setdefault(c.board.index[label], []).append("stand fast")
    for side in ("axis", "soviet"):
        for h in tables(c).sources(side):
            found.setdefault(h, []).append(f"{side} supply source")
    for h in tables(c).moscow:
        found.setdefault(h, []).append("from Moscow")
    for h in tables(c).breakthrough:
        found.setdefault(h, []).append("breakthrough")
    return {h: tuple(words) for h, words in found.items()}


MAP = MapQueries(
    control=lambda c, h: c.state.control.get(c.label(h), ""),
    points=at_stake,
    markers=markers,
    regions=regions,
    zoc=lambda c, side: [h for h in sorted(c.data.in_play) if zone(c, side)[h]],
    ways=lambda c, side: tables(c).open_to(side),
    layers=LAYERS,
)
