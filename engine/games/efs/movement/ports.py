"""22.55: flotillas on open water run for a port before a storm."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import is_flotilla
from engine.games.efs.movement.waterways import ways
from engine.games.efs.tables import LAKE, Ctx, tables
from engine.games.efs.units import allowance, enemy_combat_at, place
from engine.play.citing import rule


@rule("efs:22.55", "efs:R216")
def exposed(c: Ctx, h: Hex) -> bool:
    """Whether a flotilla in a hex lies on open water: in a lake or on the shore of one, on a river too."""
    t = tables(c)
    return t.terrain(h) == LAKE or any(t.river(h, n) == LAKE for n in c.grid.adjacent[h])


@rule("efs:22.55", "efs:R216")
def ports(c: Ctx) -> frozenset[Hex]:
    """The ports that the scenario names."""
    return frozenset(c.board.index[label] for label in c.scenario.get("ports", ()))


@rule("efs:22.55")
def haven(c: Ctx, u: Unit) -> Hex:
    """The nearest friendly port within the allowance of a flotilla, -1 for none or where it lies in one."""
    side, here = c.roster.side[u], c.state.hex_of[u]
    open_ = {h for h in ports(c) if friendly(c, h) == side and not enemy_combat_at(c, h, side)}
    if here in ports(c) or not open_:
        return -1
    seen, edge = {here}, [here]
    for _ in range(allowance(c, u)):
        edge = sorted({n for h in edge for n in ways(c)[h] if n not in seen and not enemy_combat_at(c, n, side)})
        seen.update(edge)
        if found := [h for h in edge if h in open_]:
            return found[0]
    return -1


@rule("efs:22.55")
def reposition(c: Ctx) -> None:
    """In a Storm flotillas on open water go to the nearest port that they reach; the others stay where they are."""
    for u, h in enumerate(c.state.hex_of):
        if h >= 0 and is_flotilla(c, u) and exposed(c, h) and (to := haven(c, u)) >= 0:
            place(c, u, to)
            text = f"{c.roster.short[u]} runs from the Storm into {c.board.describe(to)}."
            c.say("weather", text, "efs:22.55", hexes=[h, to], units=[u])
