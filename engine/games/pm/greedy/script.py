"""Plans of moves written down as actions: stacks together where that is shorter, one origin after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.games.pm.greedy.ground import Ground
from engine.games.pm.movement.allowance import points
from engine.play.action import Action

Line = tuple[Action, str]


def together(g: Ground, units: Sequence[Unit]) -> list[Action]:
    """Picks for units that are to move as one group; a single unit needs none."""
    return [Action("pick", (g.r.ids[u],)) for u in units] if len(units) > 1 else []


def moves(g: Ground, goals: Mapping[Unit, Hex], reasons: Mapping[Unit, str]) -> list[Line]:
    """The moves of units to their goals, the stack under way first (12.6); who stays is left out."""
    s = g.s
    by_origin: dict[tuple[bool, Hex, Hex], list[Unit]] = {}
    for u, h in goals.items():
        if s.hex_of[u] != h:
            by_origin.setdefault((s.origin[u] != s.parent, s.origin[u], s.hex_of[u]), []).append(u)
    found: list[Line] = []
    for key in sorted(by_origin):
        origin, by_end = key[2], dict[Hex, list[Unit]]()
        for u in sorted(by_origin[key]):
            by_end.setdefault(goals[u], []).append(u)
        for end, units in sorted(by_end.items()):
            if len(units) == len(g.mine[origin]) > 2 and _alike(g, units):
                found.append((Action("gather", (g.r.ids[units[0]],)), reasons[units[0]]))
                found.append((_move(g, units[0], end), reasons[units[0]]))
            else:
                found += [(_move(g, u, end), reasons[u]) for u in units]
    return found


def _alike(g: Ground, units: Sequence[Unit]) -> bool:
    return len({(g.class_of(u), points(g.c, u, [u])) for u in units}) == 1


def _move(g: Ground, u: Unit, end: Hex) -> Action:
    return Action("move", (g.r.ids[u], g.c.label(end)))
