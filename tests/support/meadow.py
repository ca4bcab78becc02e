"""A made-up position for the planner: counters on a meadow with a marsh; no game behind it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from engine.components.grid import Grid, Hex, Unit
from engine.players.planner.knowledge import Force
from engine.players.planner.position import Position
from engine.players.planner.remembering import kept

MARSH = 31
"""A hex that nobody enters."""
SIDES = ("red", "red", "red", "blue", "blue")
AT = (20, 20, 22, 13, 40)
ATTACK = (3.0, 0.0, 4.0, 2.0, 2.0)
GUIDE, BAGGAGE = 2, 4
"""Of red a headquarters, the swiftest of all; of blue what bars nobody's way."""


class Meadow(Position):
    """Counters on a meadow with a marsh; ``asked`` is how often something was looked for."""

    def __init__(
        self, side: str = "red", at: Sequence[Hex] = AT, *, columns: int = 9, rows: int = 5, season: str = "",
        of_map: Any = None,
    ) -> None:  # fmt: skip
        self.grid = Grid(columns, rows)
        other = {"red": "blue", "blue": "red"}
        c: Any = SimpleNamespace(
            grid=self.grid, state=SimpleNamespace(hex_of=list(at)), roster=SimpleNamespace(side=SIDES),
            data=SimpleNamespace(of_map={} if of_map is None else of_map), other=other.__getitem__,
        )  # fmt: skip
        super().__init__(c, side)
        self.asked, self._weather = list[Any](), season

    def _force(self, u: Unit) -> Force:
        self.asked.append(u)
        return Force(u, self.c.state.hex_of[u], ATTACK[u], 1.0, (1.0,), u == GUIDE)

    def held(self, side: str) -> Collection[Hex]:
        return {f.hex for f in self.forces(side) if f.unit != BAGGAGE}

    def _allowance(self, u: Unit) -> int:
        return 2 + u

    def _row(self, h: Hex) -> Sequence[Hex]:
        self.asked.append(h)
        return [n for n in self.grid.adjacent[h] if n != MARSH] if h != MARSH else ()

    def _ways(self, goal: Hex) -> Mapping[Hex, float]:
        self.asked.append(f"{goal} {self._season()}")
        return {h: float(self.grid.distance(h, goal)) for h in self.grid}

    def _season(self) -> str:
        return self._weather

    @kept
    def doubled(self, u: Unit) -> int:
        """Twice a number."""
        self.asked.append(u)
        return 2 * u

    @kept
    def tripled(self, u: Unit) -> int:
        """Three times."""
        return 3 * u
