"""The German front: an unbroken row of hexes from sea to sea, and who of the infantry goes to which part of it.

Nothing but units stops anybody in this game: what walks through a hole cuts lines of supply and ends in Greater Germany
(4.4). Where the front runs is told by the edge of the Soviet mass, row of the map by row; a few enemies who have come
through do not bend it.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.components.grid import Hex
from engine.games.pm.greedy.ground import Approach, Ground, spread
from engine.games.pm.greedy.wall import WATER_COST, row
from engine.games.pm.movement.costs import FOOT, edges

AROUND, DEEP, MASS = 2, 4, 12.0
"""Rows above and below, columns, and enemy factors in them that make an edge."""
BEHIND = 8
"""Columns behind the edge from which the enemy counts as threatening it."""
BAND = 4
"""Rows of the map that make one part of the front."""
LEAST, PRIZE = 8.0, 5.0
"""What a part calls for without enemies, and for a Victory Point near it, in defence factors."""
NEAR = 8
"""Movement points from enemies within which a hex of the row must be held."""
HORIZON = 60


class Front:
    """The edge of the Soviet mass for every row of the map."""

    def __init__(self, g: Ground) -> None:
        self.g = g
        grid = g.c.grid
        self.rows, self.columns = grid.rows, grid.columns
        self.weight = [[0.0] * (self.columns + DEEP) for _ in range(self.rows)]
        for h, foe in g.foes.items():
            self.weight[grid.row(h)][grid.column(h)] += foe.attack
        self.edge = [self._edge(r) for r in range(self.rows)]

    def _edge(self, r: int) -> int:
        """The column at which enough enemies stand near a row, seen from the west."""
        near = range(max(0, r - AROUND), min(self.rows, r + AROUND + 1))
        sums = [sum(self.weight[n][col] for n in near) for col in range(self.columns + DEEP)]
        for col in range(self.columns):
            if sum(sums[col : col + DEEP]) >= MASS:
                return next(c for c in range(col, col + DEEP) if sums[c] > 0)
        return self.columns

    def ahead(self, h: Hex) -> int:
        """Columns from a hex to the edge; below 0 behind it."""
        return self.edge[self.g.c.grid.row(h)] - self.g.c.grid.column(h)

    def strength(self, r: int) -> float:
        """Enemy factors at the edge of a row and close behind it."""
        return sum(self.weight[r][self.edge[r] : self.edge[r] + BEHIND])


class Shield:
    """The row of hexes that is to be held."""

    def __init__(self, g: Ground, front: Front, holds: Mapping[Hex, object], hands: Mapping[Hex, int]) -> None:
        self.g, self.front, self.holds, self.hands = g, front, holds, hands
        self.foot: Approach = spread(edges(g.c, FOOT, g.enemy), ((h, 0) for h in sorted(g.foes)), {}, HORIZON)
        self.row = row(g, self._price)

    def _price(self, h: Hex) -> float:
        """What it costs to have a hex in the front: dear where nobody can come, or far from the edge."""
        g = self.g
        if h in g.foes or g.c.board.terrain_name(h) == "off board":
            return -1.0
        if h not in g.t.land:
            return WATER_COST
        ahead, count = self.front.ahead(h), self.hands.get(h, 0)
        price = 1.0 + (0.08 * (ahead - 1) if ahead > 0 else 0.5 * (1 - ahead))
        if h in self.holds:
            price -= 0.4
        elif self.foot[h] <= NEAR:
            price += 2.5 if count == 0 else 0.6 if count == 1 else 0.2 if count == 2 else 0.0
        price -= {"hills": 0.15, "marsh": 0.1}.get(g.c.board.terrain_name(h), 0.0)
        price -= 0.3 if g.t.city(h) else 0.2 if g.values.get(h, 0) else 0.0
        return max(0.1, price)

    def wanted(self) -> list[Hex]:
        """Hexes of the row that the enemy could come to."""
        return [h for h in self.row if self.foot[h] <= NEAR]


class Sections:
    """Parts of the front, what each calls for, and what it has."""

    def __init__(self, g: Ground, front: Front, holds: Mapping[Hex, tuple[float, float]]) -> None:
        self.fields: list[Approach] = []
        self.demand: list[float] = []
        grid = g.c.grid
        for top in range(0, front.rows, BAND):
            rows = range(top, min(top + BAND, front.rows))
            goals = [h for r in rows if (h := self._goal(g, front, r)) >= 0]
            if not goals:
                continue
            self.fields.append(spread(edges(g.c, FOOT, g.side), ((h, 0) for h in goals), {}, 90))
            prizes = sum(v for h, v in g.values.items() if grid.row(h) in rows and g.owner(h) != g.side)
            before = sum(front.strength(r) for r in rows)
            self.demand.append(LEAST + PRIZE * prizes + before)
        self.load = [0.0] * len(self.fields)
        for h, (defense, _) in holds.items():
            near = min(range(len(self.fields)), key=lambda n: self.fields[n][h], default=-1)
            if near >= 0 and self.fields[near][h] <= 6:
                self.load[near] += defense

    @staticmethod
    def _goal(g: Ground, front: Front, r: int) -> Hex:
        """The hex of a row before the edge; -1 where there is no land."""
        for col in range(min(front.edge[r] - 1, front.columns - 1), -1, -1):
            h = g.c.grid.at(col, r)
            if h in g.t.land and h not in g.foes:
                return h
        return -1

    def share_out(self, groups: Mapping[int, tuple[Hex, float]]) -> dict[int, Approach]:
        """Number to the way it goes, for groups by hex and strength: the nearest first, until a part has its share."""
        total = sum(self.load) + sum(strength for _, strength in groups.values())
        whole = sum(self.demand)
        room = [total * d / whole - have for d, have in zip(self.demand, self.load, strict=True)]
        pairs = sorted(
            (way[h], number, n)
            for number, (h, _) in groups.items()
            for n, way in enumerate(self.fields)
            if h in way.cost
        )
        found: dict[int, Approach] = {}
        for least in (0.0, float("-inf")):
            for _, number, n in pairs:
                if number not in found and room[n] > least:
                    found[number] = self.fields[n]
                    room[n] -= groups[number][1]
        return found
