"""13.32, 15.53: units that leave their hex after a battle though no result tells them to."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.efs.kinds import is_engineer, is_rocket
from engine.games.efs.stacking import points, room
from engine.games.efs.tables import Ctx
from engine.play.citing import rule


@rule("efs2:13.32", "efs2:15.53", "efs2:3.33")
def leavers(c: Ctx, side: str, units: Iterable[Unit]) -> list[Unit]:
    """Who of some attackers must retreat now: all Soviet rockets; others and engineers that stand above the limit."""
    at, found = c.state.hex_of, [u for u in units if is_rocket(c, u) and side == "soviet"]
    special = [u for u in units if u not in found and (is_rocket(c, u) or is_engineer(c, u))]
    for h in sorted({at[u] for u in special}):
        over = -room(c, h, side) - sum(points(c, u) for u in found if at[u] == h)
        for u in sorted((u for u in special if at[u] == h), key=lambda u: (not is_rocket(c, u), -points(c, u), u)):
            if over > 0:
                found.append(u)
                over -= points(c, u)
    return found
