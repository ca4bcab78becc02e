"""6.0, 6.8.1: the Supply Determination Phase behind the weather, in which the supply points of the turn come too."""

from __future__ import annotations

from engine.games.efs.phases.reinforcements import Reinforcements as Shared
from engine.games.efs.phases.reinforcements import points_come
from engine.games.efs.phases.supply_phase import EVENT_VERBS, Feeding, SupplyStatus
from engine.games.efs.state import EfsState
from engine.games.efs.supply.points import VERBS as SUPPLY_VERBS
from engine.play.citing import rule
from engine.play.step import Context

LATER = tuple(verb.name for verb in (*EVENT_VERBS, *SUPPLY_VERBS))
"""Verbs for other phases: results S come with the replacements, dumps are made in the Movement Phase (6.8.3)."""


class TemporarySources(Feeding):
    """A side feeds units with its supply units (6.5.3), and does nothing else with them now."""

    verbs = tuple(verb for verb in Feeding.verbs if verb.name not in LATER)


class SupplyDetermination(SupplyStatus):
    """Supply is found for both sides, and both receive their Attack Supply Points."""

    title = "Supply Determination Phase"

    @rule("efs1:6.8.1", "efs1:7.2")
    def enter(self, c: Context[EfsState]) -> None:
        """What the table gave for the last turn alone is gone; the points of this turn wait to enter."""
        c.state.events.clear()
        for side in c.data.meta["sides"]:
            points_come(c, side)
        super().enter(c)


class Reinforcements(Shared):
    """Reinforcements and withdrawals; the supply points of the turn came before them."""

    title = "Reinforcement and Withdrawal Phase"

    def supply(self, c: Context[EfsState], side: str) -> None:
        """Nothing more: supply points come in the Supply Determination Phase (6.8.1)."""
