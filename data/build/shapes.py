"""Lines and areas in a plane: nearest points, even sampling, thinning, and areas that answer what lies inside them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from data.build.plane import Point

Ring = list[Point]
Box = tuple[Point, Point]
"""Least and greatest coordinates."""


def nearest_on(point: Point, line: Sequence[Point]) -> tuple[float, int, Point]:
    """Distance from a point to a polyline, the side it lies on (+1 right-hand when v points down, -1), the foot."""
    px, py = point
    best = (1e18, 0, line[0], 0.0)
    for i in range(len(line) - 1):
        (ax, ay), (bx, by) = line[i], line[i + 1]
        dx, dy = bx - ax, by - ay
        length2 = dx * dx + dy * dy
        t = 0.0 if length2 == 0 else max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / length2))
        qx, qy = ax + t * dx, ay + t * dy
        d2 = (px - qx) ** 2 + (py - qy) ** 2
        if d2 < best[0] - 1e-12:
            best = (d2, i, (qx, qy), t)
    d2, i, foot, t = best
    nx, ny = _unit(line[i], line[i + 1])
    j = i + 1 if t >= 1 - 1e-9 and i + 2 < len(line) else i - 1 if t <= 1e-9 and i > 0 else None
    if j is not None:
        mx, my = _unit(line[j], line[j + 1])
        nx, ny = nx + mx, ny + my
    cross = nx * (py - foot[1]) - ny * (px - foot[0])
    return math.sqrt(d2), (1 if cross > 0 else -1), foot


def _unit(a: Point, b: Point) -> Point:
    length = math.dist(a, b) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def lengths(line: Sequence[Point]) -> list[float]:
    """Running length at each point of a polyline."""
    total = [0.0]
    for a, b in pairwise(line):
        total.append(total[-1] + math.dist(a, b))
    return total


def resample(line: Sequence[Point], step: float) -> list[Point]:
    """Points at even spacing of about one step along a polyline, ends included."""
    running = lengths(line)
    count = max(1, math.ceil(running[-1] / step))
    return [_at(line, running, running[-1] * k / count) for k in range(count + 1)]


def _at(line: Sequence[Point], running: Sequence[float], along: float) -> Point:
    j = 0
    low, high = 0, max(0, len(running) - 2)
    while low < high:
        j = (low + high) // 2
        if running[j + 1] < along:
            low = j + 1
        else:
            high = j
    j = low
    span = running[j + 1] - running[j]
    t = 0.0 if span == 0 else (along - running[j]) / span
    return line[j][0] + t * (line[j + 1][0] - line[j][0]), line[j][1] + t * (line[j + 1][1] - line[j][1])


def direction_at(line: Sequence[Point], point: Point, reach: float) -> tuple[Point, Point]:
    """Foot of a point on a polyline and the unit direction of the line there, measured over reach to both sides."""
    running = lengths(line)
    _, _, foot = nearest_on(point, line)
    along = _along(line, running, foot)
    a, b = _at(line, running, max(0.0, along - reach)), _at(line, running, min(running[-1], along + reach))
    return foot, _unit(a, b)


def _along(line: Sequence[Point], running: Sequence[float], foot: Point) -> float:
    return min(
        (
            math.dist(line[i], foot) + math.dist(line[i + 1], foot) - math.dist(line[i], line[i + 1]),
            running[i] + math.dist(line[i], foot),
        )
        for i in range(len(line) - 1)
    )[1]


def thin(line: Sequence[Point], tolerance: float) -> list[Point]:
    """The polyline with all points left out that lie within the tolerance of the simplified line (Douglas-Peucker)."""
    keep = [False] * len(line)
    keep[0] = keep[-1] = True
    todo = [(0, len(line) - 1)]
    while todo:
        a, b = todo.pop()
        if b - a < 2:
            continue
        far, k = max((nearest_on(line[i], (line[a], line[b]))[0], i) for i in range(a + 1, b))
        if far > tolerance:
            keep[k] = True
            todo += [(a, k), (k, b)]
    return [p for p, kept in zip(line, keep, strict=True) if kept]


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """True if the segments ab and cd cross in their inside."""

    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def box_of(points: Sequence[Point]) -> Box:
    """The least and the greatest coordinates of some points."""
    us, vs = [u for u, _ in points], [v for _, v in points]
    return (min(us), min(vs)), (max(us), max(vs))


class Area:
    """An area bounded by rings (even-odd rule), with an index of its edges for quick questions."""

    BAND = 0.125

    def __init__(self, rings: Iterable[Ring]) -> None:
        self._bands: dict[int, list[tuple[Point, Point]]] = defaultdict(list)
        self._bins: dict[tuple[int, int], list[tuple[Point, Point]]] = defaultdict(list)
        self._least, self._most = (math.inf, math.inf), (-math.inf, -math.inf)
        for ring in rings:
            for a, b in pairwise([*ring, ring[0]]):
                self._index(a, b)
                self._least = min(self._least[0], a[0]), min(self._least[1], a[1])
                self._most = max(self._most[0], a[0]), max(self._most[1], a[1])

    def _index(self, a: Point, b: Point) -> None:
        low, high = sorted((a[1], b[1]))
        for band in range(math.floor(low / self.BAND), math.floor(high / self.BAND) + 1):
            self._bands[band].append((a, b))
        left, right = sorted((a[0], b[0]))
        for i in range(math.floor(left), math.floor(right) + 1):
            for j in range(math.floor(low), math.floor(high) + 1):
                self._bins[i, j].append((a, b))

    def crossings(self, v: float) -> list[float]:
        """Where the line of constant v enters and leaves the area, from left to right."""
        out = []
        for (au, av), (bu, bv) in self._bands.get(math.floor(v / self.BAND), ()):
            if (av > v) != (bv > v):
                out.append(au + (v - av) / (bv - av) * (bu - au))
        return sorted(out)

    def contains(self, point: Point) -> bool:
        """True if the point lies inside."""
        u, v = point
        inside = False
        for (au, av), (bu, bv) in self._bands.get(math.floor(v / self.BAND), ()):
            if (av > v) != (bv > v) and au + (v - av) / (bv - av) * (bu - au) > u:
                inside = not inside
        return inside

    def may_meet(self, box: Box) -> bool:
        """False if the area lies wholly to one side of the box, so that neither holds a point of the other."""
        (left, low), (right, high) = box
        return self._least[0] <= right and left <= self._most[0] and self._least[1] <= high and low <= self._most[1]

    def cover(self, v: float, left: float, right: float) -> float:
        """Length of the line of constant v between left and right that lies inside."""
        cuts = self.crossings(v)
        return sum(max(0.0, min(right, b) - max(left, a)) for a, b in zip(cuts[::2], cuts[1::2], strict=True))

    def share(self, corners: Sequence[Point], lines: int = 24) -> float:
        """Share of a convex polygon that lies inside, measured along even scan lines."""
        if not self.may_meet(box_of(corners)):
            return 0.0
        top, bottom = min(p[1] for p in corners), max(p[1] for p in corners)
        inside = total = 0.0
        for k in range(lines):
            v = top + (bottom - top) * (k + 0.5) / lines
            cuts = [
                a[0] + (v - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
                for a, b in pairwise([*corners, corners[0]])
                if (a[1] > v) != (b[1] > v)
            ]
            left, right = min(cuts), max(cuts)
            inside += self.cover(v, left, right)
            total += right - left
        return inside / total

    def shore(self, point: Point, reach: float) -> tuple[float, Point] | None:
        """Nearest point of the boundary within reach and its distance, or None."""
        u, v = point
        best: tuple[float, Point] | None = None
        for i in range(math.floor(u - reach), math.floor(u + reach) + 1):
            for j in range(math.floor(v - reach), math.floor(v + reach) + 1):
                for edge in self._bins.get((i, j), ()):
                    d, _, foot = nearest_on(point, edge)
                    if d <= reach and (best is None or d < best[0]):
                        best = (d, foot)
        return best
