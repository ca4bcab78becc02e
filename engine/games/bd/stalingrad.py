"""12.7: Fortress Stalingrad: the order to stand fast, and the points for holding out."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx
from engine.games.bd.units import side_units
from engine.games.bd.victory.prizes import pay
from engine.play.action import Refusal
from engine.play.citing import rule

LAW = "bd:12.7"


@rule("bd:12.7")
def look(c: Ctx) -> None:
    """Start of a game turn: units in the city without overland supply are bound in it; with supply the order ends."""
    s, terms = c.state, c.scenario.get("stand_fast")
    if terms is None or s.turn < int(terms["from_turn"]) or s.stand_ended:
        return
    s.standing.clear()
    h = c.board.index[terms["hex"]]
    force, where = side_units(c, h, "axis"), c.board.describe(h)
    if force and overland(c, "axis", h):
        s.stand_ended = 1
        c.say("order", f"{where} is in overland supply: the order to stand fast ends.", LAW, hexes=[h], units=force)
    elif force:
        for u in force:
            s.standing[c.roster.ids[u]] = 1
        c.say("order", f"Stand fast in {where}: no move and no attack in this turn.", LAW, hexes=[h], units=force)
    c.touch()


@rule("bd:12.7")
def stands_fast(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit is bound by the order in this game turn."""
    if not c.state.standing[c.roster.ids[u]]:
        return None
    text = f"{c.roster.short[u]} stands fast in this turn: it may neither move nor attack."
    return Refusal(LAW, text, units=(u,))


@rule("bd:12.7")
def reward(c: Ctx) -> None:
    """End of a game turn: the German side has points for the city that it still holds."""
    terms = c.scenario["victory"].get("stalingrad")
    if terms is None or c.state.turn < int(terms["from_turn"]) or c.state.control.get(terms["hex"]) != "axis":
        return
    h = c.board.index[terms["hex"]]
    pay(c, int(terms["points"]), LAW, f"{c.board.describe(h)} holds out", (h,))
