"""The fortifications of a hex in words."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.efs import forts
from engine.games.efs.tables import Ctx, tables
from engine.play.citing import rule

SIDES = {"axis": "Axis", "soviet": "Soviet"}


@rule("efs:18.11", "efs:18.41", "efs:18.2", "efs:18.3", "efs:18.5")
def fortifications(c: Ctx, h: Hex) -> list[str]:
    """The works in a hex in words, each with its owner; those that are destroyed too."""
    found = [f"Soviet {kind}" for kind in ("fortified belt", "citadel") if h in forts.standing(c, kind)]
    label = c.label(h)
    found += [f"{kind}, destroyed" for kind in _printed(c, h) if label in c.state.ruined]
    if h in forts.line_hexes(c):
        found.append("Soviet fortified line")
    if side := forts.strongpoint(c, h):
        found.append(f"{SIDES[side]} strongpoint")
    if side := forts.under_construction(c, h):
        found.append(f"{SIDES[side]} strongpoint under construction")
    return found


def _printed(c: Ctx, h: Hex) -> list[str]:
    t = tables(c)
    return [kind for kind in ("fortified belt", "citadel") if any(h in z.inside for z in t.zones(kind))]
