"""The Engineering Phase: what it shares with the second edition, without Zap units, supply units and demolitions."""

from __future__ import annotations

from engine.games.efs import replacing
from engine.games.efs.phases import railroads
from engine.games.efs.phases.demolition import DEMOLITION_VERBS
from engine.games.efs.phases.engineering import Engineering as Shared
from engine.games.efs.phases.guns import turnable
from engine.games.efs.phases.strongpoints import builders, left, trenches
from engine.games.efs.phases.zaps import ZAP_VERBS
from engine.games.efs.state import EfsState
from engine.games.efs.supply.points import VERBS as SUPPLY_VERBS
from engine.games.efs1.rebuilding import RAISE_VERBS
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Context

LATER = tuple(verb.name for verb in (*DEMOLITION_VERBS, *ZAP_VERBS, *SUPPLY_VERBS))
"""Verbs that belong to another phase or to the second edition (6.8.3, 22.4, 22.10.1)."""


class Engineering(Shared):
    """What a side builds, converts and rebuilds at the end of its segment."""

    verbs = (*(verb for verb in Shared.verbs if verb.name not in LATER), *RAISE_VERBS)

    @rule("efs1:18.3.5", "efs1:19.1.3", "efs1:20.0", "efs1:22.7.3")
    def nothing(self, c: Context[EfsState]) -> Refusal | None:
        """Why there is nothing to build, to convert, to turn or to rebuild."""
        side = c.frame.vars["side"]
        begun = side == "soviet" and (left(c, side) or trenches(c))
        if begun or railroads.anything(c) or builders(c) or turnable(c) or replacing.rebuildable(c, side):
            return None
        return Refusal("efs1:18.3.5", "nothing can be built, converted or rebuilt.")
