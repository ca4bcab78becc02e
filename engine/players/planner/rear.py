"""Behind the front: which hexes lead on to it, and who rides where only some can."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.components.grid import Hex, Unit
from engine.players.planner.knowledge import Fronted
from engine.players.planner.remembering import once

FADING = 0.9
"""Share of a goal that is felt one hex farther away."""
CLOSE, OFF, TOUCHED = 2, 0.1, 1.0
"""Hexes from the enemy that are near enough, what each hex more costs, and what standing nearer does."""
LOST = 3.0
"""What a hex without supply costs whoever follows to it, or comes in there."""
ALONE = 24
"""Hexes that count where there is no enemy."""
BEHIND, RIDE = 8, 99
"""Hexes from the enemy beyond which units go by railroad and the like, and what that costs beside ways on foot."""


def forward(k: Fronted, h: Hex) -> float:
    """How far a hex is on the way to goals that are not held, and behind the own front: for who only follows."""
    near = k.away(h) if k.held(k.enemy) else ALONE
    wanted = ((value, way.get(h)) for value, way in once(k.known, "calls", lambda: _calls(k)))
    pull: float = sum(value * FADING**off for value, off in wanted if off is not None)
    return pull - OFF * max(near, CLOSE) - (TOUCHED if near < CLOSE else 0.0) - LOST * (not _fed(k, h))


def _fed(k: Fronted, h: Hex) -> bool:
    """Whether a hex is in supply."""
    fed = once(k.known, "in supply", lambda: k.supplied(k.side, {}))
    return bool(fed[h]) if isinstance(fed, bytearray) else h in fed


def _calls(k: Fronted) -> list[tuple[float, Mapping[Hex, float]]]:
    """Goals that are not held: what each is worth, and the way to it."""
    return [(value, k.way(goal)) for goal, value in k.goals().items() if k.holder(goal) != k.side]


def carried(k: Fronted, load: Callable[[Unit], int], room: int, may: Callable[[Unit], bool]) -> frozenset[Unit]:
    """Who rides of those far behind, the farthest first, as far as there is ``room`` for the ``load``."""
    found, behind = set[Unit](), ((k.away(f.hex), f.unit) for f in (k.forces(k.side) if room > 0 else ()))
    for far, u in sorted(behind, reverse=True):
        if far > BEHIND and 0 < load(u) <= room and may(u):
            room -= load(u)
            found.add(u)
    return frozenset(found)
