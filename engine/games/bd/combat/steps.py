"""The steps of a battle after it was declared, in the order in which one calls the next."""

from __future__ import annotations

from engine.games.bd.combat.advance import Advance
from engine.games.bd.combat.answer import Convert, GermanAnswer, GiveWay
from engine.games.bd.combat.battle import Battle
from engine.games.bd.combat.losses import Losses
from engine.games.bd.combat.retreat import Retreat
from engine.games.bd.state import BdState
from engine.play.step import Step

COMBAT_STEPS: tuple[type[Step[BdState]], ...] = (Battle, GermanAnswer, GiveWay, Convert, Losses, Retreat, Advance)
"""What the sequence of play registers besides the phases themselves."""
