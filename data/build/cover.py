"""Terrain of each land hex from land cover, height and the named marshes, mountains and woods of 1941."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from data.build.coast import LAND, Water
from data.build.draft import Settings
from data.build.geography import FOLDER, Cells, Landmark, Settlement, read
from data.build.honeycomb import CORNER, STEP, Cell
from data.build.lattice import Lattice
from data.build.plane import Plane, Point
from data.build.shapes import box_of

WOODED = {"E": 1.0, "V": 1.0, "D": 1.0, "C": 1.0, "M": 1.0, "Y": 0.62, "y": 0.2, "S": 0.2}
"""How wooded a land-cover class counts."""


@dataclass
class GroundShare:
    """One hex: share of wood, mean height in metres, height against its surroundings, shares of landmarks."""

    wood: float = 0.0
    height: float = 0.0
    above_ring: float = 0.0
    shares: dict[str, float] = field(default_factory=dict)
    named: dict[str, float] = field(default_factory=dict)


def offsets(flat: bool = True, count: int = 4) -> list[Point]:
    """Even sample points inside a hex."""
    out = []
    for i in range(-count, count + 1):
        for j in range(-count, count + 1):
            x, y = (i + (j % 2) * 0.5) / count * 0.6, j / count * 0.6 * STEP
            if abs(y) < 0.5 and abs(x) < CORNER - abs(y) * CORNER:
                out.append((x, y) if flat else (y, x))
    return out


def survey(water: Water, plane: Plane, landmarks: list[Landmark], folder: Path = FOLDER) -> dict[Cell, GroundShare]:
    """The ground of every hex of the extended lattice."""
    cover, heights = Cells(read("landcover.json", folder), False), Cells(read("elevation.json", folder), True)
    points, centre = offsets(water.lattice.comb.flat), water.lattice.centre
    out = {
        c: _ground([plane.inverse(centre(c)[0] + x, centre(c)[1] + y) for x, y in points], cover, heights, landmarks)
        for c in sorted(water.lattice.extended)
    }
    for cell, ground in out.items():
        ring = {cell}
        for _ in range(3):
            ring |= {n for c in ring for n in water.lattice.around(c)}
        near = [out[c].height for c in sorted(ring) if water.kind.get(c) == LAND]
        ground.above_ring = ground.height - (sum(near) / len(near) if near else 0.0)
    return out


def _ground(places: list[Point], cover: Cells, heights: Cells, landmarks: list[Landmark]) -> GroundShare:
    shares: dict[str, float] = defaultdict(float)
    named: dict[str, float] = defaultdict(float)
    wood, dry, metres = 0.0, 0, []
    box = box_of(places)
    near = [mark for mark in landmarks if mark.area.may_meet(box)]
    for lon, lat in places:
        sort = cover.at(lon, lat)
        if sort and sort != "W":
            dry += 1
            wood += WOODED.get(sort, 0.0)
        height = heights.at(lon, lat)
        if height:
            metres.append(float(height))
        for mark in near:
            if mark.area.contains((lon, lat)):
                shares[mark.kind] += 1 / len(places)
                named[mark.name] += 1 / len(places)
    return GroundShare(wood / dry if dry else 0.0, sum(metres) / len(metres) if metres else 0.0, 0.0, shares, named)


@dataclass
class Cover:
    """The rules by which ground becomes terrain: steps of the settings, of which the first that fits decides."""

    water: Water
    plane: Plane
    ground: dict[Cell, GroundShare]
    numbers: Settings
    river_sides: dict[Cell, int]
    town_distance: dict[Cell, float]

    def classify(self) -> dict[Cell, str]:
        """Terrain of every hex of the extended lattice."""
        return {
            c: self.terrain_of(c) if self.water.is_land(c) else self.water.kind[c]
            for c in sorted(self.water.lattice.extended)
        }

    def terrain_of(self, cell: Cell) -> str:
        """Terrain of a land hex."""
        for step in self.numbers["step"]:
            if TESTS[step["test"]](self, cell, step):
                return str(step["to"])
        return str(self.numbers["open"])

    # ------------------------------------------------------------------ the tests that settings may name
    def high(self, cell: Cell, step: Settings) -> bool:
        """Above a height, or above a lower one where enough of the hex lies in named mountains."""
        ground = self.ground[cell]
        in_range = ground.shares.get("mountains", 0) >= step["mountain_share"] and ground.height > step["in_mountains"]
        return bool(cell[1] > step.get("below_row", -99) and (ground.height > step["above"] or in_range))

    def steep(self, cell: Cell, step: Settings) -> bool:
        """Much higher or lower than a neighbour, on high ground."""
        near = [self.ground[c].height for c in (cell, *self.water.lattice.around(cell)) if c in self.ground]
        metres, above = float(step["metres"]), float(step["above"])
        return max(near) - min(near) > metres and self.ground[cell].height > above

    def in_named(self, cell: Cell, step: Settings) -> bool:
        """Enough of the hex lies in named areas of one kind."""
        return bool(self.ground[cell].shares.get(step["kind"], 0) >= step["share"])

    def ridge(self, cell: Cell, step: Settings) -> bool:
        """On one of the named ridges, where it is high enough."""
        ground = self.ground[cell]
        on_it = max((ground.named.get(n, 0.0) for n in step["names"]), default=0.0) >= 0.5
        return bool(on_it and ground.height > step["above"])

    def upland(self, cell: Cell, step: Settings) -> bool:
        """In a named range of hills and above its surroundings, or above a height anywhere."""
        ground = self.ground[cell]
        rises = ground.shares.get("hills", 0) >= step["share"] and ground.above_ring >= step["rise"]
        return bool(rises or ground.height > step["above"])

    def all_of(self, cell: Cell, step: Settings) -> bool:
        """Every one of several tests fits."""
        return all(TESTS[part["test"]](self, cell, part) for part in step["of"])

    def marsh(self, cell: Cell, step: Settings) -> bool:
        """In a named marsh. Of the great ones only the low, wet and open hexes."""
        ground = self.ground[cell]
        great = sum(ground.named.get(n, 0.0) for n in step.get("great", ()))
        if ground.shares.get("marsh", 0) < step["share"]:
            return False
        return bool(great < 0.4 or self._marsh_score(cell) > step["cut"])

    def low_marsh(self, cell: Cell, step: Settings) -> bool:
        """In a named marsh and not higher than what lies around it."""
        low = max(-0.4, min(0.6, self.ground[cell].above_ring / 60))
        share = self.ground[cell].shares.get("marsh", 0)
        return bool(share >= step["share"] and share - low >= step["cut"])

    def wooded(self, cell: Cell, step: Settings) -> bool:
        """Wooded from a share on, which may differ by latitude."""
        latitude = self.plane.inverse(*self.water.lattice.centre(cell))[1]
        return self.wood_of_1941(cell) >= between(latitude, step["share"])

    # ------------------------------------------------------------------ what the tests measure
    def wood_of_1941(self, cell: Cell) -> float:
        """Wood of today less the fields that lay round the towns of 1941."""
        d = self.town_distance.get(cell, 9.0)
        fields = 0.16 if d < 0.6 else 0.08 if d < 1.3 else 0.0
        return self.ground[cell].wood + 0.2 * self.ground[cell].shares.get("forest", 0.0) - fields

    def _marsh_score(self, cell: Cell) -> float:
        """Inside the great marshes the low, wet and open hexes come first; about six in ten become marsh."""
        near = [self._wetness(n) for n in self.water.lattice.around(cell) if self.water.is_land(n)]
        return 0.6 * self._wetness(cell) + 0.4 * (sum(near) / len(near) if near else 0.0)

    def _wetness(self, cell: Cell) -> float:
        ground = self.ground[cell]
        low = max(-0.6, min(0.6, -ground.above_ring / 10))
        return low + 0.11 * min(4, self.river_sides.get(cell, 0)) + 0.5 * (0.6 - ground.wood)


TESTS: dict[str, Callable[[Cover, Cell, Settings], bool]] = {
    "high": Cover.high,
    "steep": Cover.steep,
    "named": Cover.in_named,
    "ridge": Cover.ridge,
    "upland": Cover.upland,
    "all": Cover.all_of,
    "marsh": Cover.marsh,
    "low marsh": Cover.low_marsh,
    "wooded": Cover.wooded,
}


def between(x: float, points: list[list[float]]) -> float:
    """Straight interpolation through points of rising x, level beyond the ends."""
    if x <= points[0][0]:
        return points[0][1]
    for (x0, y0), (x1, y1) in pairwise(points):
        if x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return points[-1][1]


def town_distances(places: list[Settlement], lattice: Lattice) -> dict[Cell, float]:
    """Distance in hexes from a hex to the nearest town in it or next to it."""
    out: dict[Cell, float] = {}
    for place in places:
        for cell in [place.cells[0], *lattice.around(place.cells[0])]:
            if cell in lattice.extended:
                out[cell] = min(out.get(cell, 9.0), math.dist(lattice.centre(cell), place.at))
    return out
