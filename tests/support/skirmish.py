"""A made-up front for the planner: counters on bare hexes, one table, one source of supply; no game behind it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.components.grid import Grid, Hex, Unit
from engine.players.planner.knowledge import Force, Outcome, Stand

TABLE: dict[int, Sequence[tuple[Outcome, float]]] = {
    1: [(Outcome(1, 0, 0), 0.5), (Outcome(0, 0, 1), 0.5)],
    2: [(Outcome(0, 0, 1), 0.5), (Outcome(0, 1, 0), 0.5)],
    3: [(Outcome(0, 1, 2), 1.0)],
}


class Counter(NamedTuple):
    """A counter of the front."""

    side: str
    hex: Hex
    attack: int = 2
    defense: int = 2
    steps: tuple[float, ...] = (1.0, 1.0)
    leads: bool = False


class Skirmish:
    """What the planner may ask. Units go ``pace`` hexes, not through enemies; rivers halve; lines end in zones."""

    def __init__(
        self,
        counters: Sequence[Counter],
        *,
        columns: int = 9,
        rows: int = 5,
        pace: int = 2,
        rivers: Iterable[tuple[Hex, Hex]] = (),
        sources: Mapping[str, Hex] | None = None,
        room: int = 2,
    ) -> None:
        self.side, self.enemy = "red", "blue"
        self.grid = Grid(columns, rows)
        self.counters, self.pace, self.most = list(counters), pace, room
        self.wet = {frozenset(pair) for pair in rivers}
        self.sources = dict(sources or {})
        self.asked = 0

    def forces(self, side: str) -> Sequence[Force]:
        return [Force(u, c.hex, c.attack, c.defense, c.steps, c.leads)
                for u, c in enumerate(self.counters) if c.side == side]  # fmt: skip

    def beside(self, h: Hex) -> Sequence[Hex]:
        return self.grid.adjacent[h]

    def _held(self, side: str, moved: Mapping[Unit, Hex]) -> set[Hex]:
        return {moved.get(u, c.hex) for u, c in enumerate(self.counters) if c.side == side} - {-1}

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        own = self.counters[u]
        foes = {c.hex for c in self.counters if c.side != own.side}
        found, edge = {own.hex: 0}, [own.hex]
        for cost in range(1, self.pace + 1):
            edge = sorted({n for h in edge for n in self.beside(h)} - found.keys() - foes)
            found.update(dict.fromkeys(edge, cost))
        return found

    def struck_from(self, h: Hex, side: str) -> Sequence[Hex]:
        return [n for n in self.beside(h) if not any(c.hex == n and c.side != side for c in self.counters)]

    def room(self, side: str, h: Hex) -> int:
        return self.most

    def arriving(self, stand: Stand, target: Hex) -> float:
        value = self.counters[stand.unit].attack
        return value / 2 if frozenset((stand.hex, target)) in self.wet else value

    def chances(self, attack: float, defense: float, target: Hex) -> Sequence[tuple[Outcome, float]]:
        ratio = int(attack // defense) if defense else 3
        return TABLE[min(ratio, 3)] if ratio >= 1 and attack else ()

    def supplied(self, side: str, moved: Mapping[Unit, Hex]) -> Collection[Hex]:
        self.asked += 1
        own, foes = self._held(side, moved), self._held(self.enemy if side == self.side else self.side, moved)
        zones = {n for h in foes for n in self.beside(h)} - own
        found: set[Hex] = set()
        edge = [self.sources[side]] if self.sources.get(side, -1) not in foes else []
        while edge:
            h = edge.pop()
            if h in found or h in foes:
                continue
            found.add(h)
            if h not in zones:
                edge += self.beside(h)
        return found

    def goals(self) -> Mapping[Hex, float]:
        return {}
