"""What looking for attacks has in common in all games: who faces whom, attackers put elsewhere in thought."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.play.action import Refusal
from engine.play.step import Context

Ctx = Context[Any]


def facing(
    c: Ctx, targets: Iterable[Hex], into: Callable[[Hex, Hex], bool] = lambda a, b: True
) -> dict[Hex, list[Hex]]:
    """Hexes beside some targets, each with those of them that can be attacked from there, as ``into(a, b)`` has it."""
    found: dict[Hex, list[Hex]] = {}
    for h in targets:
        for n in c.grid.adjacent[h]:
            if into(n, h):
                found.setdefault(n, []).append(h)
    return found


def told_stands(c: Ctx, modifiers: Mapping[str, str], units: Sequence[Unit]) -> dict[Unit, Hex]:
    """Attackers and the hexes that ``stands`` puts them into: ``{"stands": "7pz@2610N 20pz@2610N"}``."""
    found: dict[Unit, Hex] = {}
    for word in modifiers.get("stands", "").split():
        name, at, label = word.partition("@")
        if not at or c.unit(name) not in units:
            raise BadInput(f"'{word}' is not an attacker and a hex: UNIT@HEX")
        found[c.unit(name)] = c.hex(label)
    return found


def one_side(c: Ctx, units: Sequence[Unit], rule: str) -> Refusal | None:
    """Why units cannot attack together, whatever they are: they are not all on the map and of one side."""
    for u in units:
        name = c.roster.short[u]
        if c.state.hex_of[u] < 0:
            return Refusal(rule, f"{name} is not on the map.", units=(u,))
        if c.roster.side[u] != c.roster.side[units[0]]:
            text = f"{name} and {c.roster.short[units[0]]} are enemies: they attack nobody together."
            return Refusal(rule, text, units=(u, units[0]))
    return None
