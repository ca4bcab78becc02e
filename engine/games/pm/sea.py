"""To be written."""

from __future__ import annotations

from engine.action import Refusal
from engine.games.pm.tables import Ctx
from engine.grid import Unit


def may_sail(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may use sea movement at all (11.1)."""
    return None
