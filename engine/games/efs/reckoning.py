"""24.3: what a scenario counts when it ends, beyond the places of its schedule."""

from __future__ import annotations

from engine.games.efs.limits import west
from engine.games.efs.supply.routes import traced
from engine.games.efs.tables import Ctx
from engine.games.efs.units import on_map
from engine.games.efs.victory import SOVIET, score
from engine.play.citing import rule

LARGE = ("division", "corps")
"""Sizes of units whose steps count in a pocket."""


@rule("efs2:24.31", "efs2:R200", "efs2:R201")
def reckon(c: Ctx) -> None:
    """At the end of the game: Soviet divisions caught in a pocket."""
    if (row := c.scenario.get("pocket")) is not None:
        n = pocketed(c, row["west_of"])
        score(c, n // int(row["steps"]), f"{n} steps of Soviet divisions are cut off", "efs2:R201")


@rule("efs2:R201")
def pocketed(c: Ctx, label: str) -> int:
    """Steps of Soviet divisions west of the column of a hex that can trace no Supply Route."""
    r, at = c.roster, c.state.hex_of
    large = (u for u in on_map(c, SOVIET) if r.size[u] in LARGE and west(c, at[u], label))
    return sum(c.state.steps_left[u] for u in large if not traced(c, at[u], SOVIET))
