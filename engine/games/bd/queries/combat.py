"""What can be asked about combat."""

from __future__ import annotations

from engine.play.queries import CombatQueries

COMBAT = CombatQueries(kinds=())
