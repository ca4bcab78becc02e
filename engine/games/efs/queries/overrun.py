"""What can be asked about overruns: the calculation, and why one cannot be made."""

from __future__ import annotations

from engine.components.charts import Tally
from engine.components.errors import BadInput
from engine.games.efs.combat.overrun import cost, may_overrun, tally
from engine.games.efs.state import QUARTERS
from engine.games.efs.tables import Ctx
from engine.games.efs.units import fighters
from engine.kit.attacks import one_side, told_stands
from engine.play.action import Impossible, Refusal
from engine.play.citing import rule
from engine.play.engagement import Engagement
from engine.play.suppose import supposing

KIND = "overrun"


@rule("efs:11.3", "efs:11.37")
def overrun_tally(c: Ctx, fight: Engagement, modifiers: dict[str, str]) -> Tally:
    """The calculation of an overrun; ``stands`` puts units beside the hex in thought. What bars it is told in it.

    Raises ``BadInput`` for an overrun by nobody and for other modifiers, ``Impossible`` for one of nobody.
    """
    if not fight.targets or not fight.attackers:
        raise BadInput("an overrun names a hex and the units that make it")
    if unknown := sorted(set(modifiers) - {"stands", "stay", "follow"}):
        raise BadInput(f"'{unknown[0]}' modifies no overrun")
    places = told_stands(c, modifiers, fight.attackers)
    there, units = supposing(c, hex_of=places) if places else c, list(fight.attackers)
    if (refusal := one_side(c, fight.attackers, "efs:11.32")) is not None:
        raise Impossible(refusal)
    if fight.target not in fighters(c, c.other(c.roster.side[units[0]])):
        text = f"There is no enemy combat unit in {c.board.describe(fight.target)}."
        raise Impossible(Refusal("efs:11.32", text, (fight.target,)))
    found = tally(there, units, fight.target)
    points = cost(there, units, fight.target)
    found.further = {"drm": found.drm, "cost": None if points is None else points / QUARTERS}
    if (wrong := may_overrun(there, units, fight.target)) is not None:
        found.barred = wrong.rule, wrong.reason
    return found
