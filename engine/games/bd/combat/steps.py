"""The steps of a battle after it was declared, in the order in which one calls the next."""

from __future__ import annotations

from engine.games.bd.state import BdState
from engine.play.step import Step

COMBAT_STEPS: tuple[type[Step[BdState]], ...] = ()
"""What the sequence of play registers besides the phases themselves."""
