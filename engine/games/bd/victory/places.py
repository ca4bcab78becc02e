"""4.2, 4.3: what a place counts when it changes hands, and what follows at that instant."""

from __future__ import annotations

from collections.abc import Callable

from engine.components.grid import Hex
from engine.games.bd.caucasus import lose_places
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.victory.campaign import early_kiev, moscow_falls
from engine.games.bd.victory.prizes import dear, lose_stretches
from engine.games.bd.victory.sudden_death import ends_at_once
from engine.play.citing import rule

Special = Callable[[Ctx, str, Hex], "tuple[int, str] | None"]
SPECIAL: tuple[Special, ...] = (early_kiev, dear)
"""Points in place of the regular ones for a hex that a side takes, with the rule; ``None`` for the regular ones."""
AT_ONCE: tuple[Callable[[Ctx, str, Hex], None], ...] = (moscow_falls, lose_stretches, lose_places, ends_at_once)
"""What happens when a side has taken a hex: sudden death, points that come or go once."""


@rule("bd:4.2")
def worth(c: Ctx, side: str, h: Hex) -> tuple[int, str]:
    """Points that a side's taking of a hex brings it, strongholds left out, and the rule; no rule for hexes of none."""
    for special in SPECIAL:
        if (found := special(c, side, h)) is not None:
            return found
    value = tables(c).value(h)
    return value, "bd:4.2" if value else ""


def changes_hands(c: Ctx, side: str, h: Hex) -> None:
    """A side has taken a hex; the game may be over afterwards."""
    for effect in AT_ONCE:
        if c.state.over:
            return
        effect(c, side, h)
