"""Which rules are played: all, or in the beginners' game those without the mark."""

from __future__ import annotations

from engine.games.pm.tables import Ctx
from engine.play.citing import rule


@rule("pm:R29")
def in_force(c: Ctx, section: str) -> bool:
    """Whether a rule, such as ``14.14``, is played; a whole chapter that is left out is listed as ``14.0``."""
    off: frozenset[str] = c.data.choices
    return not off or (section not in off and f"{section.partition('.')[0]}.0" not in off)
