"""A road or rail net as long lines with names: straight on at junctions, each joined pair of hexes on one line only."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from data.build.draft import City
from data.build.honeycomb import Cell
from data.build.lattice import Lattice, Side, side_of

Ways = dict[Cell, dict[Cell, Cell]]


@dataclass
class Trail:
    """A line of the map: its name, class and hexes."""

    name: str
    kind: str
    cells: list[Cell]


def trails(
    lattice: Lattice, joined: dict[Side, str], cities: list[City], names: dict[str, str], ends: list[str]
) -> list[Trail]:
    """All lines of a net. ``names`` gives lines their own name by one pair of hexes on them, written "A/B"; ``ends``
    are cities in which lines end, as they do in all major cities."""
    stops = {k for c in cities if c.size == "major city" or c.name in ends for k in c.cells}
    ways = _straight_ways(lattice, joined, stops)
    left = dict(joined)
    own = {lattice.side(pair): name for pair, name in names.items()}
    out = []
    for side in sorted(joined):
        if side in left:
            cells = _follow(side, ways, left)
            if _backwards(cells):
                cells.reverse()
            sides = [side_of(a, b) for a, b in pairwise(cells)]
            given = next((own[s] for s in sides if s in own), None)
            out.append(Trail(given or _name(lattice, cells, cities), joined[side], cells))
    return sorted(out, key=lambda t: (GRADES.index(t.kind), t.name, t.cells))


GRADES = ("main", "secondary")


def _straight_ways(lattice: Lattice, joined: dict[Side, str], ends: set[Cell]) -> Ways:
    """For each hex and each neighbour it is joined to, the neighbour at which the line goes on, if any: the one most
    nearly straight ahead that has the same class and no better partner. All lines end at the hexes of ``ends``."""
    beside: dict[Cell, list[Cell]] = {}
    for a, b in joined:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    ways: Ways = {}
    for cell, others in beside.items():
        turns = sorted(
            (_turn(lattice.around(cell), a, b), a, b)
            for i, a in enumerate(sorted(others))
            for b in sorted(others)[i + 1 :]
            if joined[side_of(cell, a)] == joined[side_of(cell, b)]
        )
        found: dict[Cell, Cell] = {}
        for turn, a, b in turns:
            if a not in found and b not in found and (turn < 2 or len(others) == 2):
                found[a], found[b] = b, a
        ways[cell] = {} if cell in ends else found
    return ways


def _turn(ring: list[Cell], a: Cell, b: Cell) -> int:
    """How far a line from a to b over the cell inside a ring bends: 0 straight on, 1 slightly, 2 sharply."""
    steps = abs(ring.index(a) - ring.index(b))
    return 3 - min(steps, 6 - steps)


def _follow(side: Side, ways: Ways, left: dict[Side, str]) -> list[Cell]:
    del left[side]
    cells = list(side)
    for _ in range(2):
        while True:
            onward = ways[cells[-1]].get(cells[-2])
            if onward is None or side_of(cells[-1], onward) not in left:
                break
            del left[side_of(cells[-1], onward)]
            cells.append(onward)
        cells.reverse()
    return cells


def _backwards(cells: list[Cell]) -> bool:
    """Lines are told from west to east, or from north to south if they run steeply."""
    across, down = cells[-1][0] - cells[0][0], cells[-1][1] - cells[0][1]
    return across < 0 if abs(across) >= abs(down) else down < 0


def _name(lattice: Lattice, cells: list[Cell], cities: list[City]) -> str:
    """First and last town on a line; at an end without one the nearest town beyond, or the map edge."""
    town_at = {k: c.name for c in cities for k in c.cells}
    on_it = list(dict.fromkeys(town_at[c] for c in cells if c in town_at))
    if len(on_it) > 1:
        return f"{on_it[0]} - {on_it[-1]}"
    ends = [_beyond(lattice, cell, cities, on_it) for cell in (cells[0], cells[-1])]
    if not on_it:
        return f"near {ends[0]}" if ends[0] == ends[1] else f"{ends[0]} - {ends[1]}"
    first_half = next(i for i, c in enumerate(cells) if c in town_at) <= len(cells) // 2
    return f"{on_it[0]} - {ends[1]}" if first_half else f"{ends[0]} - {on_it[0]}"


def _beyond(lattice: Lattice, cell: Cell, cities: list[City], but: list[str]) -> str:
    edge = {
        cell[0] == lattice.west: "west edge",
        cell[0] == lattice.west + lattice.columns - 1: "east edge",
        cell[1] == lattice.north: "north edge",
        cell[1] == lattice.north + lattice.rows - 1: "south edge",
    }.get(True)
    near = [c for c in cities if c.name not in but]
    away = sorted((min(lattice.distance(cell, k) for k in c.cells), c.name) for c in near)
    return edge or (away[0][1] if away else "open country")
