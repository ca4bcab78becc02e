"""The country that owns each land hex on 22 June 1941: that of the nearest town reached without crossing a border."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise

from data.build.coast import Water
from data.build.geography import Settlement
from data.build.honeycomb import Cell
from data.build.plane import Plane, Point
from data.build.rivers import River, Rivers
from data.build.shapes import crosses, direction_at, nearest_on
from data.build.snap import bank

Town = tuple[float, float, str]


@dataclass
class Atlas:
    """Towns with their countries and the border lines between them, both in degrees."""

    towns: list[Town]
    borders: list[list[Point]]
    _town_bins: dict[Cell, list[Town]] = field(default_factory=lambda: defaultdict(list))
    _border_bins: dict[Cell, list[tuple[Point, Point]]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for town in self.towns:
            self._town_bins[int(town[0]), int(town[1])].append(town)
        for line in self.borders:
            for a, b in pairwise(line):
                for i in range(int(min(a[0], b[0])), int(max(a[0], b[0])) + 1):
                    for j in range(int(min(a[1], b[1])), int(max(a[1], b[1])) + 1):
                        self._border_bins[i, j].append((a, b))

    def country(self, lon: float, lat: float) -> str:
        """Country of a place."""
        shrink = math.cos(math.radians(lat))
        near: list[Town] = []
        for reach in (1, 2, 4, 8):
            near = [
                t
                for i in range(int(lon) - reach, int(lon) + reach + 1)
                for j in range(int(lat) - reach, int(lat) + reach + 1)
                for t in self._town_bins.get((i, j), ())
            ]
            if len(near) > 14:
                break
        near.sort(key=lambda t: ((t[0] - lon) * shrink) ** 2 + (t[1] - lat) ** 2)
        return next((t[2] for t in near[:40] if not self._border_between((lon, lat), (t[0], t[1]))), near[0][2])

    def _border_between(self, a: Point, b: Point) -> bool:
        return any(
            crosses(a, b, c, d)
            for i in range(int(min(a[0], b[0])), int(max(a[0], b[0])) + 1)
            for j in range(int(min(a[1], b[1])), int(max(a[1], b[1])) + 1)
            for c, d in self._border_bins.get((i, j), ())
        )


def soviet(country: str) -> bool:
    """True for the Soviet Union and the lands it had annexed."""
    return country.startswith("USSR")


def find_owners(water: Water, plane: Plane, atlas: Atlas) -> dict[Cell, str]:
    """Country of every land hex, by the middle (counted twice) and four points around it."""
    owner = {}
    for cell in sorted(water.lattice.extended):
        if water.is_land(cell):
            u, v = water.lattice.centre(cell)
            votes: dict[str, int] = defaultdict(int)
            for du, dv in ((0.0, 0.0), (0.25, 0.0), (-0.25, 0.0), (0.0, 0.25), (0.0, -0.25)):
                votes[atlas.country(*plane.inverse(u + du, v + dv))] += 1 if du or dv else 2
            owner[cell] = max(votes, key=lambda c: (votes[c], c))
    return owner


def follow_border_rivers(rivers: Rivers, plane: Plane, atlas: Atlas, owner: dict[Cell, str], names: list[str]) -> None:
    """Where the border runs in a river, the hexes beside its chain take the country of their bank."""
    for name in names:
        for river in rivers.laid:
            if river.name == name:
                _follow(river, rivers, plane, atlas, owner)


def _follow(river: River, rivers: Rivers, plane: Plane, atlas: Atlas, owner: dict[Cell, str]) -> None:
    position, courses = rivers.water.lattice.position, rivers.courses[river.name]
    for v, w in pairwise(river.path):
        a, b = position[v], position[w]
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        if not _is_border(middle, plane, atlas, courses):
            continue
        course = min(courses, key=lambda line: nearest_on(middle, line)[0])
        foot, (dx, dy) = direction_at(course, middle, 0.25)
        for cell in rivers.water.lattice.side_between(v, w):
            if rivers.water.is_land(cell):
                sign = bank(a, b, rivers.water.lattice.centre(cell))
                owner[cell] = atlas.country(*plane.inverse(foot[0] - dy * 0.22 * sign, foot[1] + dx * 0.22 * sign))


def _is_border(middle: Point, plane: Plane, atlas: Atlas, courses: list[list[Point]]) -> bool:
    place = plane.inverse(*middle)
    hex_in_degrees = abs(plane.inverse(middle[0], middle[1] + 1)[1] - place[1])
    for line in atlas.borders:
        d, _, foot = nearest_on(place, line)
        if d < 1.2 * hex_in_degrees:
            at = plane.forward(*foot)
            if any(nearest_on(at, course)[0] < 0.25 for course in courses):
                return True
    return False


def tidy(water: Water, owner: dict[Cell, str], places: list[Settlement]) -> None:
    """Single hexes cut off from their own side of the Soviet border change sides, unless a town stands there."""
    fixed = {c for p in places if p.rank <= 5 for c in p.cells}
    for cell in sorted(water.lattice.cells):
        if water.is_land(cell) and cell not in fixed:
            ns = [n for n in water.lattice.around(cell) if n in water.lattice.cells and water.is_land(n)]
            if ns and all(soviet(owner[n]) != soviet(owner[cell]) for n in ns):
                owner[cell] = owner[ns[0]]
