"""Works: where one would spare the most of what the enemy could do next to those who stand there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from engine.components.grid import Hex
from engine.play.action import Action
from engine.players.planner.knowledge import Force, Knowledge
from engine.players.planner.threats import Threat

Begin = Callable[[Hex, Sequence[Force]], Action | None]
"""How a work can be begun in a hex now by the units there."""
Far = Callable[[Hex, Hex], int]


def exposed(
    k: Knowledge, foes: Collection[Hex], begin: Begin, far: Far, safe: int, out: int
) -> Iterator[tuple[Hex, Action, float] | None]:
    """Hexes no more than ``safe`` from the enemy, who stands in ``foes``, in which a work can be begun, with what his
    blow there may cost; ``None`` is a breath. ``out`` are the hexes that can be retreated."""
    stacks: dict[Hex, list[Force]] = {}
    for f in k.forces(k.side):
        if f.hex in stacks or any(far(f.hex, foe) <= safe for foe in foes):
            stacks.setdefault(f.hex, []).append(f)
    able = [(h, action) for h, forces in sorted(stacks.items()) if (action := begin(h, forces)) is not None]
    near = [f.unit for f in k.forces(k.enemy) if any(far(f.hex, h) <= k.pace(k.enemy) + 1 for h, _ in able)]
    for u in near:
        k.reach(u)
        yield None
    threat = Threat(k, k.enemy, near) if able else None
    for h, action in able:
        yield h, action, threat.blow(h, stacks[h], out).cost if threat else 0.0
