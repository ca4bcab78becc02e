"""Section 9: sources, lines and the supply state of units."""

from __future__ import annotations

from engine.games.pm.state import SUPPLIED
from engine.games.pm.tables import Ctx
from engine.grid import Hex, Unit


def state_of(c: Ctx, u: Unit) -> int:
    """Supply state of a unit now: SUPPLIED, ATTENUATED, AERIAL or UNSUPPLIED (9.2, 9.3, 9.18)."""
    return SUPPLIED


def reaches(c: Ctx, side: str, h: Hex) -> bool:
    """Whether a supply line of a side (nationality German for the axis) can be traced from a hex now (9.4)."""
    return True


def pause_possible(c: Ctx) -> bool:
    """Whether von Paulus' Pause may be declared at the end of this turn (9.19)."""
    return False


def couplet_ends(c: Ctx) -> None:
    """A couplet of a Pause has passed (9.19)."""
