"""21.8: when garrisons are released, hex by hex."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.efs.tables import Ctx
from engine.games.efs.zones import in_zoc
from engine.play.citing import rule


@rule("efs2:21.83", "efs2:R65")
def free(c: Ctx, h: Hex, why: str, law: str = "efs2:21.83") -> None:
    """All garrison units of a hex are released."""
    units = [u for u, at in enumerate(c.state.hex_of) if at == h and c.state.garrison[u]]
    for u in units:
        c.state.garrison[u] = 0
    c.touch()
    c.say("garrison", f"{c.roster.names(units)} in {c.board.describe(h)}: released, {why}.", law, hexes=[h])


@rule("efs2:21.83", "efs2:R65", "efs2:24.26")
def release(c: Ctx) -> None:
    """At the end of every phase: garrisons under attack, or in the zone of control of an enemy, are free."""
    if 1 not in c.state.garrison:
        return
    held = {(h, c.roster.side[u]) for u, h in enumerate(c.state.hex_of) if h >= 0 and c.state.garrison[u]}
    for h, side in sorted(held):
        if c.label(h) in c.state.battle:
            free(c, h, "for the hex is attacked")
        elif in_zoc(c, c.other(side))[h]:
            free(c, h, "for an enemy zone of control reaches the hex")
