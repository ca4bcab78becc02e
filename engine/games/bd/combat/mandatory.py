"""5.12: attacks that Soviet units have to make in the prepared assault phases of the first three game turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.games.bd.tables import KERCH, RIVER, SIVASH, Ctx, tables
from engine.games.bd.units import beside_enemy
from engine.play.citing import rule

LAST_TURN = 3
Attacks = Mapping[Hex, Sequence[Unit]]


@rule("bd:5.12")
def facing(c: Ctx) -> list[Unit]:
    """Soviet units beside the enemy now, at the start of a prepared assault phase in which the rule holds."""
    s = c.state
    if s.side != "soviet" or s.turn > LAST_TURN:
        return []
    own = c.roster.side
    return [u for u, h in enumerate(s.hex_of) if h >= 0 and own[u] == "soviet" and beside_enemy(c, h, "soviet")]


@rule("bd:5.12")
def excused(c: Ctx, h: Hex) -> bool:
    """Whether units in a hex need not attack: in a city or in a fortified line."""
    t = tables(c)
    return t.city(h) or h in t.zone("soviet_lines") or h in t.zone("german_lines")


@rule("bd:5.12")
def due(c: Ctx, units: Iterable[Unit], attacks: Attacks) -> dict[Unit, tuple[Hex, ...]]:
    """Those of some units that still have to attack, with the hexes of which each has to attack one.

    ``attacks`` are the attacks that can be made, as targets with their attackers. Nobody has to cross a river.
    """
    t, found = tables(c), dict[Unit, tuple[Hex, ...]]()
    for u in units:
        h = c.state.hex_of[u]
        if h < 0 or excused(c, h):
            continue
        dry = [
            target
            for target, able in attacks.items()
            if u in able and not any(t.has(name, h, target) for name in (RIVER, KERCH, SIVASH))
        ]
        if dry:
            found[u] = tuple(dry)
    return found
