"""Terrain of each land hex from land cover, height and the named marshes, mountains and woods of 1941."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from data.build.coast import LAND, Water
from data.build.geography import FOLDER, Cells, Landmark, Place, read
from data.build.lattice import COLUMN_STEP, CORNER, Cell, around, centre
from data.build.plane import Plane, Point

WOODED = {"E": 1.0, "V": 1.0, "D": 1.0, "C": 1.0, "M": 1.0, "Y": 0.62, "y": 0.2, "S": 0.2}
"""How wooded a land-cover class counts."""


@dataclass
class Ground:
    """One hex: share of wood, mean height in metres, height against its surroundings, shares of landmarks."""

    wood: float = 0.0
    height: float = 0.0
    above_ring: float = 0.0
    shares: dict[str, float] = field(default_factory=dict)
    named: dict[str, float] = field(default_factory=dict)


def offsets(count: int = 4) -> list[Point]:
    """Even sample points inside a hex."""
    out = []
    for i in range(-count, count + 1):
        for j in range(-count, count + 1):
            x, y = (i + (j % 2) * 0.5) / count * 0.6, j / count * 0.6 * COLUMN_STEP
            if abs(y) < 0.5 and abs(x) < CORNER - abs(y) * CORNER:
                out.append((x, y))
    return out


def survey(water: Water, plane: Plane, landmarks: list[Landmark], folder: Path = FOLDER) -> dict[Cell, Ground]:
    """The ground of every hex of the extended lattice."""
    cover, heights = Cells(read("landcover.json", folder), False), Cells(read("elevation.json", folder), True)
    points = offsets()
    out = {
        c: _ground([plane.inverse(centre(c)[0] + x, centre(c)[1] + y) for x, y in points], cover, heights, landmarks)
        for c in sorted(water.lattice.extended)
    }
    for cell, ground in out.items():
        ring = {cell}
        for _ in range(3):
            ring |= {n for c in ring for n in around(c)}
        near = [out[c].height for c in sorted(ring) if water.kind.get(c) == LAND]
        ground.above_ring = ground.height - (sum(near) / len(near) if near else 0.0)
    return out


def _ground(places: list[Point], cover: Cells, heights: Cells, landmarks: list[Landmark]) -> Ground:
    shares: dict[str, float] = defaultdict(float)
    named: dict[str, float] = defaultdict(float)
    wood, dry, metres = 0.0, 0, []
    for lon, lat in places:
        sort = cover.at(lon, lat)
        if sort and sort != "W":
            dry += 1
            wood += WOODED.get(sort, 0.0)
        height = heights.at(lon, lat)
        if height:
            metres.append(float(height))
        for mark in landmarks:
            if mark.area.contains((lon, lat)):
                shares[mark.kind] += 1 / len(places)
                named[mark.name] += 1 / len(places)
    return Ground(wood / dry if dry else 0.0, sum(metres) / len(metres) if metres else 0.0, 0.0, shares, named)


@dataclass
class Cover:
    """The rules by which ground becomes terrain."""

    water: Water
    plane: Plane
    ground: dict[Cell, Ground]
    numbers: dict[str, Any]
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
        ground, numbers = self.ground[cell], self.numbers
        if cell[1] > numbers["mountains_below_row"] and (
            ground.height > 560 or (ground.shares.get("mountains", 0) >= 0.5 and ground.height > 450)
        ):
            return "mountain"
        if ground.shares.get("marsh", 0) >= numbers["marsh_share"]:
            great = sum(ground.named.get(n, 0.0) for n in numbers["great_marshes"])
            if great < 0.4 or self._marsh_score(cell) > numbers["marsh_cut"]:
                return "marsh"
        lat, wood = self.plane.inverse(*centre(cell))[1], self.wood_of_1941(cell)
        if wood >= between(lat, numbers["heavy_woods"]):
            return "heavy woods"
        return "light woods" if wood >= between(lat, numbers["light_woods"]) else "plains"

    def wood_of_1941(self, cell: Cell) -> float:
        """Wood of today less the fields that lay round the towns of 1941."""
        d = self.town_distance.get(cell, 9.0)
        fields = 0.16 if d < 0.6 else 0.08 if d < 1.3 else 0.0
        return self.ground[cell].wood + 0.2 * self.ground[cell].shares.get("forest", 0.0) - fields

    def _marsh_score(self, cell: Cell) -> float:
        """Inside the great marshes the low, wet and open hexes come first; about six in ten become marsh."""
        near = [self._wetness(n) for n in around(cell) if self.water.is_land(n)]
        return 0.6 * self._wetness(cell) + 0.4 * (sum(near) / len(near) if near else 0.0)

    def _wetness(self, cell: Cell) -> float:
        ground = self.ground[cell]
        low = max(-0.6, min(0.6, -ground.above_ring / 10))
        return low + 0.11 * min(4, self.river_sides.get(cell, 0)) + 0.5 * (0.6 - ground.wood)


def between(x: float, points: list[list[float]]) -> float:
    """Straight interpolation through points of rising x, level beyond the ends."""
    if x <= points[0][0]:
        return points[0][1]
    for (x0, y0), (x1, y1) in pairwise(points):
        if x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return points[-1][1]


def town_distances(places: list[Place], extended: set[Cell]) -> dict[Cell, float]:
    """Distance in hexes from a hex to the nearest town in it or next to it."""
    out: dict[Cell, float] = {}
    for place in places:
        for cell in [place.cells[0], *around(place.cells[0])]:
            if cell in extended:
                out[cell] = min(out.get(cell, 9.0), math.dist(centre(cell), place.at))
    return out
