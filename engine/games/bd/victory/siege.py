"""12.13: the siege of Leningrad, which is worth a point while it lasts."""

from __future__ import annotations

from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx
from engine.games.bd.units import side_units
from engine.games.bd.victory.prizes import pay
from engine.play.citing import rule

LAW = "bd:12.13"


@rule("bd:12.13", "bd:7.14")
def settle_siege(c: Ctx) -> None:
    """The siege ends when no German unit is beside the city; it begins anew by the hexes named or by cutting it off."""
    terms, s = c.scenario.get("victory", {}).get("siege"), c.state
    if terms is None or (s.siege_won and not s.siege_lifted):
        return
    h = c.board.index[terms["hex"]]
    german = s.control.get(c.label(h)) == "axis"
    beside = {c.label(n) for n in c.grid.adjacent[h] if side_units(c, n, "axis")}
    if german and not s.siege_won:
        s.siege_won = 1
        c.touch()
    if s.siege_lifted:
        if beside & set(terms["again"]) or (not german and not overland(c, "soviet", h)):
            s.siege_lifted = 0
            pay(c, int(terms["points"]), LAW, f"{c.board.describe(h)} is besieged again", (h,))
    elif not (s.siege_won or beside) and overland(c, "soviet", h):
        s.siege_lifted = 1
        pay(c, -int(terms["points"]), LAW, f"The siege of {c.board.describe(h)} is lifted", (h,))
