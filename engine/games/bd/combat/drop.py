"""4.17: the paratroop corps dropped on the enemy: it lands in a hex that is cleared, or it is lost."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Unit
from engine.games.bd import gambit
from engine.games.bd.control import enter
from engine.games.bd.elimination import eliminate
from engine.games.bd.tables import Ctx
from engine.play.citing import rule


def dropping(c: Ctx, fight: dict[str, Any]) -> list[Unit]:
    """The corps that drops in a battle and has not come down, in a list; empty without one."""
    u = gambit.paratroops(c) if fight.get("paratroops") else None
    return [] if u is None else [u]


@rule("bd:4.17")
def land(c: Ctx, fight: dict[str, Any], *, cleared: bool) -> None:
    """The paratroops come down in the hex, or all are lost. The game may be over afterwards."""
    for u in dropping(c, fight):
        if not cleared:
            eliminate(c, u, "bd:4.17")
            continue
        h = fight["target"]
        c.say("advance", f"{c.roster.name[u]} lands in {c.board.describe(h)}.", "bd:4.17", hexes=[h], units=[u])
        enter(c, [u], h)
