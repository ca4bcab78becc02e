"""14.26, 14.33: air units leave a mission hex; firing units that have met nobody may be ready again."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.efs.air import fight
from engine.games.efs.edition import edition
from engine.games.efs.phases.air import highest, modifier
from engine.games.efs.tables import Ctx
from engine.games.efs.units import FLOWN, READY
from engine.play.citing import rule


def send_home(c: Ctx, u: Unit, box: str = FLOWN) -> None:
    """An air unit leaves the hex for a box, the Flown Box unless another is named."""
    c.state.sortie[u], c.state.box[u] = -1, box
    c.touch()


@rule("efs:14.26")
def unengaged(c: Ctx, units: Iterable[Unit]) -> None:
    """Firing units that met nobody go to the Flown Box; where the edition lets them they roll for the Ready Box."""
    for u in units:
        send_home(c, u)
        if edition(c).unmet_fighters_roll:
            _roll(c, u)


@rule("efs:14.26")
def _roll(c: Ctx, u: Unit) -> None:
    most, drm = highest(c, u), modifier(c)
    die = c.roll(fight.DIE, results=["ready" if n + drm <= most else "flown" for n in range(1, 11)])
    passed = die + drm <= most
    if passed:
        c.state.box[u] = READY
        c.touch()
    text = f"{c.roster.short[u]} met nobody and rolls {die}: {'ready again' if passed else 'Flown Box'}."
    c.say("air", text, "efs:14.26", rolls=[die], units=[u])
