"""Lays a river course along hexsides: the cheapest walk over corners that stays near the course and keeps towns on
their own bank (dynamic programming over samples of the course)."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from data.build.coast import Water
from data.build.geography import Settlement
from data.build.honeycomb import Cell
from data.build.lattice import Side, Vertex
from data.build.plane import Plane, Point
from data.build.shapes import nearest_on, resample, thin

STEP, FINE = 0.4, 0.12
"""Spacing of the samples, and of the finer line that bank and distance are measured from, in hexes."""
REACH, END_REACH = 1.12, 0.72
WINDOW = 14
"""Points of the fine line up and down stream that count, so that other arms of a meander do not attract."""
COMPASS = {
    "N": (0.0, 0.25),
    "S": (0.0, -0.25),
    "E": (0.4, 0.0),
    "W": (-0.4, 0.0),
    "NW": (-0.3, 0.18),
    "NE": (0.3, 0.18),
    "SW": (-0.3, -0.18),
    "SE": (0.3, -0.18),
}

Walk = dict[Vertex, tuple[str, Vertex | None]]


@dataclass
class Snapper:
    """What every river needs to be laid: water, sides already taken, towns by hex and the banks they stand on."""

    water: Water
    plane: Plane
    banks: dict[str, dict[str, str]]
    towns: dict[Cell, list[Settlement]]
    used: dict[Side, str] = field(default_factory=dict)

    def snap(self, name: str, course: list[Point], mouth: set[Vertex], head: set[Vertex]) -> list[Vertex]:
        """Chain of corners for a course, or an empty list if none is found. ``mouth`` and ``head`` are corners at
        which it should end and begin, if not empty."""
        course = thin(course, 0.06)
        samples, fine = resample(course, STEP), resample(course, FINE)
        cost: dict[Vertex, float] = {}
        walks: list[Walk] = []
        for k, point in enumerate(samples):
            near = self._candidates(point, k, len(samples), mouth, head)
            middle = int(k / max(1, len(samples) - 1) * (len(fine) - 1))
            window = fine[max(0, middle - WINDOW) : middle + WINDOW + 1]
            cost, walk = self._layer(name, cost if k else None, near, window if len(window) > 1 else fine[:2])
            if not cost:
                return []
            walks.append(walk)
        ends = {v: x for v, x in cost.items() if v in mouth} or cost
        return without_loops(trace_back(walks, min(ends, key=lambda v: (ends[v], v))))

    def _candidates(
        self, point: Point, k: int, count: int, mouth: set[Vertex], head: set[Vertex]
    ) -> dict[Vertex, float]:
        near = self.water.lattice.near_vertices
        found = near(point, END_REACH if k in (0, count - 1) else REACH)
        if k == count - 1 and mouth:
            found = [x for x in near(point, REACH) if x[0] in mouth or x[1] < 0.52]
        if k == 0 and head and found:
            found = [x for x in near(point, REACH) if x[0] in head] or found
        return dict(found)

    def _layer(
        self, name: str, before: dict[Vertex, float] | None, near: dict[Vertex, float], window: Sequence[Point]
    ) -> tuple[dict[Vertex, float], Walk]:
        """Cheapest cost of every candidate corner of one sample, and how it was reached."""
        cost: dict[Vertex, float] = {}
        walk: Walk = {}
        for v, d2 in near.items():
            if before is None:
                cost[v], walk[v] = 0.5 * d2, ("start", None)
            elif v in before:
                cost[v], walk[v] = before[v] + 0.8 * d2, ("up", v)
        price = self._pricing(name, window)
        heap = [(x, v) for v, x in cost.items()]
        heapq.heapify(heap)
        done: set[Vertex] = set()
        while heap:
            x, v = heapq.heappop(heap)
            if v in done:
                continue
            done.add(v)
            for w, side in self.water.lattice.links[v]:
                if w in near and w not in done:
                    y = x + price(v, w, side)
                    if y < cost.get(w, 1e18) - 1e-12:
                        cost[w], walk[w] = y, ("side", v)
                        heapq.heappush(heap, (y, w))
        return cost, walk

    def _pricing(self, name: str, window: Sequence[Point]) -> Callable[[Vertex, Vertex, Side], float]:
        wanted: dict[Cell, tuple[int, float]] = {}
        position = self.water.lattice.position

        def price(v: Vertex, w: Vertex, side: Side) -> float:
            a, b = position[v], position[w]
            d, _, _ = nearest_on(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), window)
            cost = 0.55 + 2.2 * d * d
            for cell in side:
                if cell not in wanted:
                    wanted[cell] = self._wanted_bank(name, cell, window)
                if wanted[cell][0] != bank(a, b, self.water.lattice.centre(cell)):
                    cost += wanted[cell][1]
            if side in self.used:
                cost *= 0.8
            return cost if self.water.dry(side) else cost * 0.7

        return price

    def _wanted_bank(self, name: str, cell: Cell, window: Sequence[Point]) -> tuple[int, float]:
        """The bank a hex belongs on and the fine for putting it on the other: greater if a town stands there."""
        d, sign, _ = nearest_on(self.water.lattice.centre(cell), window)
        best = sign, min(d, 0.8) * 3.2
        for town in self.towns.get(cell, ()):
            d, sign, foot = nearest_on(town.at, window)
            if d < 1.3:
                weight = 2.0 if d < 0.06 else 7.0
                where = self.banks.get(town.name, {}).get(name.split(" (")[0])
                if where:
                    sign, weight = self._printed_bank(town, foot, where, window), 12.0
                weight += (5 - town.rank) * 0.3
                if weight > best[1]:
                    best = sign, weight
        return best

    def _printed_bank(self, town: Settlement, foot: Point, where: str, window: Sequence[Point]) -> int:
        off = COMPASS[where]
        probe = self.plane.forward(town.lonlat[0] + off[0], town.lonlat[1] + off[1])
        dx, dy = probe[0] - town.at[0], probe[1] - town.at[1]
        n = math.hypot(dx, dy)
        return nearest_on((foot[0] + dx / n * 0.3, foot[1] + dy / n * 0.3), window)[1]


def bank(a: Point, b: Point, point: Point) -> int:
    """The side of a step from a to b that a point lies on, +1 or -1."""
    return 1 if (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0 else -1


def trace_back(walks: list[Walk], last: Vertex) -> list[Vertex]:
    """The walk that ends at a corner, from its beginning."""
    path, v, k = [last], last, len(walks) - 1
    while True:
        how, w = walks[k][v]
        if w is None:
            return path[::-1]
        if how == "up":
            k -= 1
        else:
            v = w
            path.append(v)


def without_loops(path: list[Vertex]) -> list[Vertex]:
    """The walk with loops and spurs cut out."""
    out: list[Vertex] = []
    for v in path:
        if v in out:
            del out[out.index(v) + 1 :]
        else:
            out.append(v)
    return out
