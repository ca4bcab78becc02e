"""What can be asked about hexes: control, points, zones, markers, how full they are."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.bd.queries.layers import LAYERS
from engine.games.bd.setup.free import marked_front
from engine.games.bd.stacking import counts
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.works import lines
from engine.play.citing import rule
from engine.play.fields import units_at
from engine.play.queries import MapQueries

GROUPS = ("supply area", "start", "edge")
"""Groups of zones that the panel of a hex names."""


def regions(c: Ctx, h: Hex) -> list[str]:
    """Zones of the map that a hex lies in, and its logistical area."""
    found = [z.title for z in c.board.zones.values() if h in z.inside and z.group in GROUPS]
    return [*found, f"{tables(c).area(h)}ern logistical area"] if h in tables(c).land else found


@rule("bd:2.13")
def markers(c: Ctx) -> dict[Hex, tuple[str, ...]]:
    """Markers on the map, fortified lines last: a map may have room for one."""
    found: dict[Hex, list[str]] = {}
    s = c.state

    def add(label: str, word: str) -> None:
        found.setdefault(c.board.index[label], []).append(word)

    for label in s.heroes:
        add(label, "hero city")
    for label in s.fortresses:
        add(label, "fortress city")
    if s.fortified_area:
        add(s.fortified_area, "fortified area")
    for name, label in sorted(s.offensive.items()):
        add(label, f"offensive supply {name}")
    if s.aerial:
        add(s.aerial, "aerial supply")
    for side in ("soviet", "axis"):
        for h in sorted(lines(c, side)):
            found.setdefault(h, []).append("East Wall" if c.label(h) in s.east_wall else "fortified line")
    for label in s.destroyed:
        add(label, "fortified line, destroyed")
    for h in marked_front(c):
        found.setdefault(h, []).append("Soviet front")
    return {h: tuple(words) for h, words in found.items()}


@rule("bd:6.3", "bd:6.5", "bd:11.7")
def stacking(c: Ctx, h: Hex) -> tuple[float, float]:
    """Units in a hex that count, and how many it holds; one that may not be looked at counts."""
    used = sum(1 for u in units_at(c, h) if c.state.covered[u] or counts(c, u))
    return used, c.data.constant("stacking")


MAP = MapQueries(
    control=lambda c, h: c.state.control.get(c.label(h), ""),
    points=lambda c, h: tables(c).value(h),
    markers=markers,
    regions=regions,
    stacking=stacking,
    layers=LAYERS,
)
