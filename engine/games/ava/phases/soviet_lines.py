"""Optional rule 17.4: Soviet lines of communications run by road or by railroad."""

from __future__ import annotations

from engine.games.ava.lines import Communications
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.zones import FAR, lines_along
from engine.play.citing import rule

KINDS = ("railroad", "road")


@rule("ava:17.4")
def limited_lines(c: Ctx) -> Communications:
    """From a source along one kind of way, never both, then up to twelve hexes to the unit (ruling R55).

    Every other restriction of 3.3 holds, on the way and away from it.
    """
    limit = c.data.constant("soviet_line_distance")
    parts = tuple(lines_along(c, "soviet", tables(c).along(kind, "soviet"), limit) for kind in KINDS)
    length: dict[int, int] = {}
    for part in parts:
        for h, d in part.length.items():
            length[h] = min(d, length.get(h, FAR))
    return Communications(length, {}, (), {}, parts)
