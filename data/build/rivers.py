"""The rivers of a board as unbroken chains of hexsides, great ones first, tributaries ending on the chain they meet."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from data.build.coast import Water
from data.build.geography import Course, Settlement
from data.build.honeycomb import Cell
from data.build.lattice import Side, Vertex, side_of
from data.build.plane import Plane, Point
from data.build.shapes import nearest_on, resample
from data.build.snap import Snapper


@dataclass
class River:
    """A laid river: corners and sides from source to mouth; ``shown`` are the sides that the map draws."""

    name: str
    rank: int
    path: list[Vertex]
    sides: list[Side]
    shown: list[Side] = field(default_factory=list)


@dataclass
class Rivers:
    """All rivers, the courses they follow, and which river each side belongs to first."""

    water: Water
    plane: Plane
    snapper: Snapper
    numbers: dict[str, Any]
    laid: list[River] = field(default_factory=list)
    courses: dict[str, list[list[Point]]] = field(default_factory=dict)

    def lay(self, courses: list[Course]) -> None:
        """Lay all courses, by rank and length."""
        order = sorted((c for c in courses), key=lambda c: (c.rank, -_spread(c)))
        for course in order:
            self.courses.setdefault(course.name, []).append(course.line)
            for run in self._runs(course.line):
                if course.rank > 2 and len(run) * 0.2 < self.numbers["shortest_course"]:
                    continue
                self._lay_run(course, run)
        for river in self.laid:
            river.shown = [s for s in river.sides if self._shows(s, river.name)]
        self._open_rings()
        self.laid = [r for r in self.laid if r.shown]

    def _runs(self, line: list[Point]) -> list[list[Point]]:
        """The parts of a course on the extended lattice."""
        runs: list[list[Point]] = []
        current: list[Point] = []
        for point in [*resample(line, 0.2), None]:
            cell = self.water.lattice.nearest(point) if point else None
            if point and cell in self.water.lattice.extended:
                current.append(point)
            else:
                if len(current) > 4:
                    runs.append(current)
                current = []
        return runs

    def _lay_run(self, course: Course, run: list[Point]) -> None:
        run = self._lengthen(course, run)
        mouth = self._confluence(run[-1])
        goal = mouth or (self._wet_vertices(run[-1]) if self.water.beside_water(run[-1]) else set())
        head = self._wet_vertices(run[0]) if course.rank <= 2 and self.water.beside_water(run[0]) else set()
        path = self.snapper.snap(course.name, run, goal, head)
        if len(path) < 2:
            return
        position = self.water.lattice.position
        sides = [self.water.lattice.side_between(a, b) for a, b in pairwise(path)]
        for i, v in enumerate(path):
            if v in mouth and math.dist(position[v], run[-1]) < 1.2:
                sides = sides[:i]
                break
        used = self.snapper.used
        own = [s for s in sides if s not in used]
        if len(own) < (self.numbers["fewest_sides"] if course.rank > 2 else 2):
            return
        self.laid.append(River(course.name, course.rank, path, sides))
        for side in sides:
            used.setdefault(side, course.name)

    def _lengthen(self, course: Course, run: list[Point]) -> list[Point]:
        """Lead a mouth that ends short (drowned in a modern reservoir) on to the nearest great river or shore."""
        end = course.line[-1]
        if course.rank == 1 or not self.laid or math.dist(end, run[-1]) >= 0.35 or self.water.beside_water(end):
            return run
        feet = [
            nearest_on(end, line)
            for river in self.laid
            if river.rank <= min(course.rank, 3)
            for line in self.courses[river.name]
            if line is not course.line
        ]
        d, _, foot = min(feet, key=lambda f: f[0], default=(9.0, 0, end))
        shore = self.water.land.shore(end, 1.6)
        if shore and d >= 0.3 and shore[0] < d:
            d, foot = shore
        if 0.3 <= d < 2.4:
            return run + resample([run[-1], foot], 0.2)[1:]
        return run

    def _confluence(self, end: Point) -> set[Vertex]:
        """Corners near the end of a course that lie on a river which really passes there."""
        used, out = self.snapper.used, set()
        for v, _ in self.water.lattice.near_vertices(end, 1.1):
            names = {used[s] for _, s in self.water.lattice.links[v] if s in used}
            if any(nearest_on(end, line)[0] < 0.3 for n in names for line in self.courses.get(n, ())):
                out.add(v)
        return out

    def _wet_vertices(self, point: Point) -> set[Vertex]:
        return {
            v
            for v, _ in self.water.lattice.near_vertices(point, 1.05)
            if any(not self.water.dry(s) for _, s in self.water.lattice.links[v])
        }

    def _shows(self, side: Side, name: str) -> bool:
        cells = self.water.lattice.cells
        return side[0] in cells and side[1] in cells and self.water.dry(side) and self.snapper.used[side] == name

    def _open_rings(self) -> None:
        """No hex may have water on all six sides: the smallest river gives way there."""
        for cell in sorted(self.water.lattice.cells):
            sides = [side_of(cell, n) for n in self.water.lattice.around(cell)]
            rivers = [r for r in self.laid if any(s in r.shown for s in sides)]
            closed = all(s in self.water.barred or any(s in r.shown for r in rivers) for s in sides)
            if closed and rivers and self.water.is_land(cell):
                river = max(rivers, key=lambda r: (r.rank, -sum(s in sides for s in r.shown)))
                gone = [s for s in river.shown if s in sides]
                gone = gone[-1:] if len(rivers) == 1 else gone
                river.shown = [s for s in river.shown if s not in gone]

    def classes(self, major: dict[str, list[float]]) -> dict[Side, tuple[str, str]]:
        """Name and class of every shown side. ``major`` gives the town (longitude, latitude) below which a river is
        major; an empty list means the whole river."""
        out: dict[Side, tuple[str, str]] = {}
        for river in self.laid:
            first = len(river.sides)
            if river.name in major:
                first = self._nearest_corner(river, major[river.name])
            for i, side in enumerate(river.sides):
                if side in river.shown:
                    out[side] = river.name, "major" if i >= first else "minor"
        return out

    def _nearest_corner(self, river: River, lonlat: list[float]) -> int:
        if not lonlat:
            return 0
        point = self.plane.forward(lonlat[0], lonlat[1])
        return min(range(len(river.path)), key=lambda k: math.dist(self.water.lattice.position[river.path[k]], point))


def _spread(course: Course) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(course.line))


def bank_towns(
    places: list[Settlement], banks: dict[str, dict[str, str]], fixed: dict[str, list[str]], free: list[Cell], rank: int
) -> dict[Cell, list[Settlement]]:
    """Towns that a river must leave on their bank: those up to a rank, those of the bank list, and printed ones."""
    out: dict[Cell, list[Settlement]] = {}
    for place in places:
        if place.rank <= rank or place.name in banks or place.name in fixed:
            for cell in place.cells:
                if cell not in free:
                    out.setdefault(cell, []).append(place)
    return out
