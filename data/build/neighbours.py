"""Minor roads where geography knows none: every town is joined to the towns next to it."""

from __future__ import annotations

import math
from collections.abc import Iterable

from data.build.draft import Settings
from data.build.geography import Link, Settlement


def neighbours(towns: Iterable[Settlement], numbers: Settings) -> list[Link]:
    """A link between each two towns within ``reach`` hexes that have no third town between them: none that lies in the
    circle over their distance, made smaller by ``slack``."""
    found = sorted({t.name: t for t in towns if t.rank <= numbers["rank"]}.values(), key=lambda t: t.name)
    links = []
    for i, a in enumerate(found):
        for b in found[i + 1 :]:
            d = math.dist(a.at, b.at)
            if 0 < d <= numbers["reach"] and not _parted(a, b, d * numbers["slack"] / 2, found):
                links.append(Link(a.name, b.name, "secondary", [a.lonlat, b.lonlat], []))
    return links


def _parted(a: Settlement, b: Settlement, radius: float, towns: list[Settlement]) -> bool:
    middle = (a.at[0] + b.at[0]) / 2, (a.at[1] + b.at[1]) / 2
    return any(math.dist(t.at, middle) < radius for t in towns if t is not a and t is not b)
