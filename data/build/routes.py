"""Roads and railroads: every link from town to town becomes the cheapest chain of adjacent land hexes near its line."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from data.build.coast import Water
from data.build.geography import Link, Settlement
from data.build.honeycomb import Cell
from data.build.lattice import Lattice, Side, side_of
from data.build.plane import Plane, Point
from data.build.shapes import nearest_on, resample

GRADE = {"motorway": 0, "main": 0, "secondary": 1}


@dataclass
class Net:
    """A road or rail net: class of each joined pair of hexes, and the hexes of each link."""

    joined: dict[Side, str] = field(default_factory=dict)
    chains: list[list[Cell]] = field(default_factory=list)


@dataclass
class Router:
    """What a route needs to know about the board."""

    water: Water
    plane: Plane
    towns: dict[str, Settlement]
    stops: set[Cell]
    terrain: dict[Cell, str]
    rivers: set[Side]
    is_soviet: Callable[[Cell], bool]

    @property
    def lattice(self) -> Lattice:
        """The hexes of the board."""
        return self.water.lattice

    def net(self, links: list[Link], greater: Iterable[Side] = ()) -> Net:
        """The net of all links, main ones first: later ones are drawn onto what lies there, and onto the ``greater``
        roads of other kinds, which are part of the net but not of its chains."""
        net = Net(dict.fromkeys(sorted(greater), "main"))
        for link in sorted(links, key=lambda x: GRADE[x.kind]):
            cells = self._link(link, net)
            for a, b in pairwise(cells):
                side = side_of(a, b)
                if side not in net.joined or GRADE[link.kind] < GRADE[net.joined[side]]:
                    net.joined[side] = link.kind
            if len(cells) > 1:
                net.chains.append(cells)
        untangle(net, self.stops)
        return net

    def _link(self, link: Link, net: Net) -> list[Cell]:
        line = self.plane.line(link.points)
        inside = [q for q in resample(line, 0.3) if self.lattice.nearest(q) in self.lattice.extended]
        ends = [self.towns.get(link.start), self.towns.get(link.end)]
        nearest = self.lattice.nearest
        first, last = (p.cells[0] if p else nearest(q) for p, q in zip(ends, (line[0], line[-1]), strict=True))
        if first not in self.lattice.extended or last not in self.lattice.extended:
            if len(inside) < 2:
                return []
            line = inside
            first = first if first in self.lattice.extended else nearest(line[0])
            last = last if last in self.lattice.extended else nearest(line[-1])
        first, last = self._nearest_hex(ends[0], first, last), self._nearest_hex(ends[1], last, first)
        if not self.water.is_land(first) or not self.water.is_land(last) or first == last:
            return []
        centre = self.lattice.centre
        line = shifted(line, centre(first), centre(last))
        stops = [first, *(self.lattice.cell(v) for v in link.vias), last]
        cells = [first]
        for a, b in pairwise(stops):
            straight = [centre(a), centre(b)]
            way = self._route(a, b, straight if link.vias else line, net) or self._route(a, b, straight, net)
            if not way:
                return []
            cells += way[1:]
        return cells

    def _route(self, start: Cell, goal: Cell, line: list[Point], net: Net) -> list[Cell]:
        reach = max(2.2, 0.35 * self.lattice.distance(start, goal))
        best: dict[Cell, float] = {start: 0.0}
        before: dict[Cell, Cell] = {}
        heap = [(0.0, start)]
        while heap:
            x, cell = heapq.heappop(heap)
            if cell == goal:
                break
            if x > best[cell]:
                continue
            for n in self.lattice.around(cell):
                y = self._step(cell, n, line, reach, net)
                if y is not None and x + y < best.get(n, 1e18):
                    best[n], before[n] = x + y, cell
                    heapq.heappush(heap, (x + y, n))
        if goal not in before:
            return []
        out = [goal]
        while out[-1] != start:
            out.append(before[out[-1]])
        return out[::-1]

    def _step(self, cell: Cell, n: Cell, line: list[Point], reach: float, net: Net) -> float | None:
        side = side_of(cell, n)
        if not self.water.dry(side):
            return None
        d, _, _ = nearest_on(self.lattice.centre(n), line)
        if d > reach:
            return None
        step = 1 + 0.9 * d * d
        if side in net.joined:
            step *= 0.55
        elif n in self.stops:
            step *= 0.93
        if self.terrain.get(n) == "mountain":
            step += 0.6
        if side in self.rivers:
            step += 0.5
        return step + (0.1 if self.is_soviet(n) != self.is_soviet(cell) else 0.0)

    def _nearest_hex(self, town: Settlement | None, cell: Cell, other: Cell) -> Cell:
        """Of a city of several hexes the one nearest to the other end."""
        if town and len(town.cells) > 1 and town.cells[0] == cell:
            return min(town.cells, key=lambda c: self.lattice.distance(c, other))
        return cell


def shifted(line: list[Point], start: Point, end: Point) -> list[Point]:
    """The line moved so that it nearly ends in the middles of the hexes used."""
    n = len(line) - 1
    a, b = (start[0] - line[0][0], start[1] - line[0][1]), (end[0] - line[-1][0], end[1] - line[-1][1])
    return [
        (q[0] + 0.9 * (a[0] * (1 - i / n) + b[0] * i / n), q[1] + 0.9 * (a[1] * (1 - i / n) + b[1] * i / n))
        for i, q in enumerate(line)
    ]


def untangle(net: Net, stops: set[Cell]) -> None:
    """Where three hexes are joined each to each, drop the least side and lead its users over the other two."""
    while (triangle := _first_triangle(net)) is not None:
        sides = [
            side_of(triangle[0], triangle[1]),
            side_of(triangle[1], triangle[2]),
            side_of(triangle[0], triangle[2]),
        ]
        worst = max(GRADE[net.joined[s]] for s in sides)
        ranked = []
        for side in sides:
            far = next(c for c in triangle if c not in side)
            if GRADE[net.joined[side]] == worst:
                use = sum(side_of(a, b) == side for chain in net.chains for a, b in pairwise(chain))
                ranked.append((0 if far in stops else 1, use, sides.index(side), side, far))
        _, _, _, gone, far = min(ranked)
        net.chains = [_led_over(chain, gone, far) for chain in net.chains]
        for side in sides:
            if side != gone:
                net.joined[side] = min(net.joined[side], net.joined[gone], key=lambda k: GRADE[k])
        del net.joined[gone]


def _first_triangle(net: Net) -> tuple[Cell, Cell, Cell] | None:
    beside = neighbours_in(net.joined)
    for a, b in sorted(net.joined):
        common = sorted(beside[a] & beside[b])
        if common:
            return a, b, common[0]
    return None


def neighbours_in(joined: dict[Side, str]) -> dict[Cell, set[Cell]]:
    """For each hex of a net the hexes it is joined to."""
    out: dict[Cell, set[Cell]] = {}
    for a, b in joined:
        out.setdefault(a, set()).add(b)
        out.setdefault(b, set()).add(a)
    return out


def _led_over(chain: list[Cell], gone: Side, far: Cell) -> list[Cell]:
    out = [chain[0]]
    for a, b in pairwise(chain):
        if side_of(a, b) == gone:
            out.append(far)
        out.append(b)
    i = 1
    while i < len(out) - 1:
        if out[i - 1] == out[i + 1]:
            del out[i : i + 2]
            i = max(1, i - 1)
        else:
            i += 1
    return out
