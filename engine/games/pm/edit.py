"""Changing a position by hand, for analysis."""

from __future__ import annotations

from typing import Any

from engine.action import BadInput
from engine.games.pm.tables import Ctx


def edit(c: Ctx, changes: dict[str, Any]) -> None:
    """Change the position. Raises ``BadInput``."""
    raise BadInput("positions of this game cannot be edited yet")
