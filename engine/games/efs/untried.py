"""8.4, 15.43, 21.61, 21.71: Untried units are turned up when they are engaged, and some vanish."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.efs.losses import remove
from engine.games.efs.state import FRONT
from engine.games.efs.tables import Ctx
from engine.games.efs.units import REMOVED, is_untried, values, whom
from engine.play.citing import rule


@rule("efs:8.41", "efs:15.43", "efs:11.36", "efs:21.61", "efs:21.71", "efs:R64")
def turn_up(c: Ctx, units: Iterable[Unit], law: str = "efs:15.43") -> None:
    """Turn the Untried ones among some units to their Tried sides; those marked "Remove" leave play at once."""
    for u in [u for u in units if c.state.hex_of[u] >= 0 and is_untried(c, u)]:
        c.state.mode[u] = FRONT
        c.reveal()
        c.touch()
        where, name = [c.state.hex_of[u]], c.roster.short[u]
        if c.roster.number("removed", whom(c, u)):
            c.say("untried", f"{name} is turned up: there is nobody.", law, hexes=where, units=[u])
            remove(c, u, REMOVED, law, counted=False)
        else:
            attack, defence, move = values(c, u)
            c.say("untried", f"{name} is turned up: {attack}-{defence}-{move}.", law, hexes=where, units=[u])
