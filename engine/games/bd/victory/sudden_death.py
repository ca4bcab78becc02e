"""14.10, 15.5: cities whose capture ends a scenario at once, whatever the supply."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.bd.tables import SIDE_WORDS, Ctx
from engine.play.citing import rule


@rule("bd:14.10", "bd:15.5")
def ends_at_once(c: Ctx, side: str, h: Hex) -> None:
    """A side has taken a hex: the game is over if its scenario names it."""
    terms = c.scenario["victory"]
    if c.label(h) not in terms.get("sudden_death", {}).get(side, ()):
        return
    law = str(terms.get("sudden_death_rule", terms["rule"]))
    c.say("victory", f"{SIDE_WORDS[side]} wins: it controls {c.board.describe(h)}.", law, hexes=[h])
    c.over(side, "sudden death", law)
