"""A made-up front for the planner: counters on bare hexes, one table, one source of supply; no game behind it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.components.floods import Flood
from engine.components.grid import Grid, Hex, Unit
from engine.players.planner.knowledge import Command, Force, Outcome, Stand

TABLE: dict[int, Sequence[tuple[Outcome, float]]] = {
    1: [(Outcome(1, 0, 0), 0.5), (Outcome(0, 0, 1), 0.5)],
    2: [(Outcome(0, 0, 1), 0.5), (Outcome(0, 1, 0), 0.5)],
    3: [(Outcome(0, 1, 2), 1.0)],
}


RANGE = 2
"""Hexes over which headquarters lead; a side without any needs none."""


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
        goals: Mapping[Hex, float] | None = None,
        holders: Mapping[Hex, str] | None = None,
        commands: Mapping[str, Sequence[Command]] | None = None,
        swamps: Mapping[Hex, float] | None = None,
        perils: Mapping[Hex, float] | None = None,
    ) -> None:
        self.side, self.enemy = "red", "blue"
        self.told = {"columns": columns, "rows": rows, "pace": pace, "rivers": rivers, "sources": sources,
                     "room": room, "goals": goals, "holders": holders, "commands": commands,
                     "swamps": swamps, "perils": perils}  # fmt: skip
        self.grid = Grid(columns, rows)
        self.counters, self.steps, self.most = list(counters), pace, room
        self.wet = {frozenset(pair) for pair in rivers}
        self.sources = dict(sources or {})
        self.points, self.holders = dict(goals or {}), dict(holders or {})
        self.orders, self.swamps = dict(commands or {}), dict(swamps or {})
        self.perils = dict(perils or {})
        self.perilous: Collection[Hex] = ()
        self.asked, self.starving = 0, 1.0
        self.needed: Collection[Hex] = ()
        self.prizes: Mapping[Unit, float] = {}
        self.lacking: Collection[Hex] = ()
        self.barred: Mapping[Hex, float] = {}

    def with_counters(self, counters: Sequence[Counter], side: str) -> Skirmish:
        """The same front with others on it, for a side."""
        found = Skirmish(counters, **self.told)  # type: ignore[arg-type]
        found.side, found.enemy = (side, "blue") if side == "red" else (side, "red")
        return found

    def forces(self, side: str) -> Sequence[Force]:
        return [Force(u, c.hex, c.attack, c.defense, c.steps, c.leads)
                for u, c in enumerate(self.counters) if c.side == side and c.hex >= 0]  # fmt: skip

    def beside(self, h: Hex) -> Sequence[Hex]:
        return self.grid.adjacent[h]

    def zone(self, h: Hex) -> Sequence[Hex]:
        return self.beside(h)

    def _held(self, side: str, moved: Mapping[Unit, Hex]) -> set[Hex]:
        return {moved.get(u, c.hex) for u, c in enumerate(self.counters) if c.side == side} - {-1}

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        own = self.counters[u]
        foes = {c.hex for c in self.counters if c.side != own.side}
        found, edge = {own.hex: 0}, [own.hex]
        for cost in range(1, self.steps + 1):
            edge = sorted({n for h in edge for n in self.beside(h)} - found.keys() - foes)
            found.update(dict.fromkeys(edge, cost))
        return found

    def travel(self, u: Unit) -> Mapping[Hex, int]:
        return self.reach(u)

    def pace(self, side: str) -> int:
        return self.steps

    def commands(self, side: str) -> Sequence[Command]:
        everybody = frozenset(u for u, c in enumerate(self.counters) if c.side == side)
        return self.orders.get(side, [Command(everybody)])

    def led(self, u: Unit, h: Hex, heads: Mapping[Unit, Hex]) -> float:
        own = [v for v, c in enumerate(self.counters) if c.side == self.counters[u].side and c.leads]
        return float(not own or any(self.grid.distance(h, heads.get(v, self.counters[v].hex)) <= RANGE for v in own))

    def leading(self, u: Unit, h: Hex, moved: Mapping[Unit, Hex]) -> float:
        near = {h, *self.beside(h)}
        return sum(c.attack for v, c in enumerate(self.counters)
                   if c.side == self.counters[u].side and not c.leads and moved.get(v, c.hex) in near)  # fmt: skip

    def duty(self, u: Unit, h: Hex) -> float:
        return 0.0

    def peril(self, h: Hex) -> float:
        return self.perils.get(h, 0.0)

    def spared(self, h: Hex, emptied: Hex) -> float:
        return self.peril(h) if emptied in self.perilous else 0.0

    def fed(self, side: str) -> Collection[Hex]:
        return self.needed if side == "red" else ()

    def opens(self) -> Mapping[Hex, float]:
        return self.barred

    def line_then(self, u: Unit, moved: Mapping[Unit, Hex]) -> None:
        return None

    def taken(self, u: Unit) -> float:
        return self.prizes.get(u, 0.0)

    def missing(self) -> Collection[Hex]:
        return self.lacking

    def starved(self, target: Hex) -> float:
        return self.starving

    def struck_from(self, h: Hex, side: str) -> Sequence[Hex]:
        return [n for n in self.beside(h) if not any(c.hex == n and c.side != side for c in self.counters)]

    def room(self, side: str, h: Hex) -> int:
        return self.most

    def arriving(self, stand: Stand, target: Hex) -> float:
        value = self.counters[stand.unit].attack
        return value / 2 if frozenset((stand.hex, target)) in self.wet else value

    def chances(
        self, attack: float, defense: float, target: Hex, hexes: Collection[Hex] = ()
    ) -> Sequence[tuple[Outcome, float]]:
        ratio = int(attack // defense) if defense else 3
        return TABLE[min(ratio, 3)] if ratio >= 1 and attack else ()

    def supplied(self, side: str, moved: Mapping[Unit, Hex]) -> Collection[Hex]:
        self.asked += 1
        return self._fed_from(side, moved).keys()

    def homes(self, side: str, moved: Mapping[Unit, Hex]) -> Flood | None:
        """As many as are in supply, by how far they are from the source."""
        before, far = self._fed_from(side, moved), dict[Hex, int]()
        for h, back in before.items():
            far[h] = 0 if back < 0 else far[back] + 1
        steps = range(max(far.values(), default=0) + 1)
        return Flood(self.grid.size, [sum(1 << h for h, off in far.items() if off == n) for n in steps])

    def _fed_from(self, side: str, moved: Mapping[Unit, Hex]) -> dict[Hex, Hex]:
        """Hexes in supply and the hex before each on the way from the source, whose own is -1."""
        own, foes = self._held(side, moved), self._held(self.enemy if side == self.side else self.side, moved)
        zones = {n for h in foes for n in self.beside(h)} - own
        source = self.sources.get(side, -1)
        found = {source: -1} if source not in foes | {-1} else {}
        edge = list(found)
        while edge:
            h = edge.pop(0)
            for n in self.beside(h) if h not in zones else ():
                if n not in found and n not in foes:
                    found[n] = h
                    edge.append(n)
        return found

    def line(self, u: Unit) -> Sequence[Hex]:
        before, h, found = self._fed_from(self.counters[u].side, {}), self.counters[u].hex, list[Hex]()
        while h in before:
            found.append(h)
            h = before[h]
        return found[::-1]

    def way(self, goal: Hex) -> Mapping[Hex, float]:
        return {h: self.grid.distance(h, goal) + self.swamps.get(h, 0) for h in self.grid}

    def holder(self, h: Hex) -> str:
        return self.holders.get(h, "")

    def goals(self) -> Mapping[Hex, float]:
        return self.points
