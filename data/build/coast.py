"""What is land, sea or lake, and which sides between two land hexes run through water and bar all passage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from data.build.honeycomb import Cell
from data.build.lattice import Lattice, Side, side_of
from data.build.plane import Point
from data.build.shapes import Area

LAND, LAKE, SEA = "land", "lake", "sea"
OFF_BOARD = "off board"


@dataclass
class Water:
    """Land and water of a board: the shapes, the kind of every hex, and the barred sides."""

    lattice: Lattice
    land: Area
    lakes: Area
    kind: dict[Cell, str] = field(default_factory=dict)
    sea_share: dict[Cell, float] = field(default_factory=dict)
    lake_share: dict[Cell, float] = field(default_factory=dict)
    barred: set[Side] = field(default_factory=set)
    shore: dict[Side, str] = field(default_factory=dict)
    """What bars a side: LAKE or SEA."""

    def is_land(self, cell: Cell) -> bool:
        """True for a land hex of the extended lattice."""
        return self.kind.get(cell) == LAND

    def dry(self, side: Side) -> bool:
        """True for a side between two land hexes that does not run through water."""
        return self.is_land(side[0]) and self.is_land(side[1]) and side not in self.barred

    def wet(self, cell: Cell) -> float:
        """Share of a hex under water."""
        return self.sea_share[cell] + self.lake_share[cell]

    def beside_water(self, point: Point, reach: float = 0.28) -> bool:
        """True if a point of a river course lies in or close to the sea or a lake."""
        if self.lakes.contains(point) or self.lakes.shore(point, reach):
            return True
        return not self.land.contains(point) or self.land.shore(point, reach) is not None


def find_water(lattice: Lattice, land: Area, lakes: Area, towns: set[Cell], share: float, town_share: float) -> Water:
    """Kind of every hex: water where its water share reaches the limit; a town keeps its hex dry up to a higher one."""
    water = Water(lattice, land, lakes)
    for cell in sorted(lattice.extended):
        shape = lattice.corners(cell)
        sea = water.sea_share[cell] = max(0.0, 1 - land.share(shape))
        lake = water.lake_share[cell] = lakes.share(shape)
        limit = town_share if cell in towns else share
        water.kind[cell] = LAND if sea + lake < limit else SEA if sea >= lake else LAKE
    return water


def pieces(water: Water, within: Iterable[Cell]) -> list[set[Cell]]:
    """Connected pieces of land, the greatest first."""
    todo = {c for c in within if water.is_land(c)}
    out = []
    while todo:
        stack = [todo.pop()]
        piece = set(stack)
        while stack:
            cell = stack.pop()
            for n in water.lattice.around(cell):
                if n in todo:
                    todo.discard(n)
                    piece.add(n)
                    stack.append(n)
        out.append(piece)
    return sorted(out, key=lambda p: (-len(p), min(p)))


def drown_islands(water: Water, smallest: int) -> None:
    """Turn islands of fewer hexes than ``smallest`` into water: nothing could ever reach them."""
    for piece in pieces(water, water.lattice.extended)[1:]:
        if len(piece) < smallest:
            for cell in piece:
                water.kind[cell] = SEA if water.sea_share[cell] >= water.lake_share[cell] else LAKE


def bar_sides(water: Water, share: float) -> None:
    """Bar sides between land hexes that lie in the water for at least ``share`` of their length."""
    samples = 11
    for side, (a, b) in water.lattice.ends.items():
        if not water.dry(side) or water.wet(side[0]) + water.wet(side[1]) < 0.03:
            continue
        pa, pb = water.lattice.position[a], water.lattice.position[b]
        lake = sea = 0
        for i in range(samples):
            t = (i + 0.5) / samples
            point = pa[0] + (pb[0] - pa[0]) * t, pa[1] + (pb[1] - pa[1]) * t
            in_lake = water.lakes.contains(point)
            lake += in_lake
            sea += not in_lake and not water.land.contains(point)
        if (lake + sea) / samples >= share:
            water.barred.add(side)
            water.shore[side] = LAKE if lake > sea else SEA
    for cell in sorted(water.lattice.cells):
        ns = [n for n in water.lattice.around(cell) if water.is_land(n)]
        if water.is_land(cell) and ns and all(side_of(cell, n) in water.barred for n in ns):
            water.barred.discard(side_of(cell, min(ns, key=water.wet)))
