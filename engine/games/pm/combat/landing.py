"""11.4: Soviet invaders who wait at sea for the first assault of their Prepared Assault Phase."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.pm.movement.allowance import describe_group, seen_group
from engine.games.pm.movement.entering import enter
from engine.games.pm.movement.stacking import WHOLE, limit
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import eliminate, side_units
from engine.play.citing import rule
from engine.play.fields import derived, units_at


@derived("hex_of")
def invaders(c: Ctx) -> list[Unit]:
    """Units in all-sea hexes: only invaders are there, from their sea movement to their assault."""
    land = tables(c).land
    return [u for u, h in enumerate(c.state.hex_of) if h >= 0 and h not in land]


@rule("pm:11.4")
def invasion_target(c: Ctx) -> Hex:
    """The coastal hex that the invaders go for, -1 without any; the sea movement has noted it."""
    waiting = invaders(c)
    if not waiting:
        return -1
    noted = c.state.invasion_hex
    beside = c.grid.adjacent[c.state.hex_of[waiting[0]]]
    if noted in beside:
        return noted
    coast = [h for h in beside if h in tables(c).zone("invasion_coast")]
    held = [h for h in coast if side_units(c, h, "axis")]
    return min(held or coast, default=-1)


@rule("pm:11.4", "pm:R26")
def land_unopposed(c: Ctx) -> bool:
    """Land invaders whose hex is free of the enemy by now; whether they did, or drowned because nobody could."""
    target = invasion_target(c)
    if target >= 0 and side_units(c, target, "axis"):
        return False
    ashore(c, invaders(c), target)
    return True


@rule("pm:11.4", "pm:R11")
def ashore(c: Ctx, units: list[Unit], target: Hex) -> None:
    """Invaders go ashore and stand still; those for whom there is no room are eliminated."""
    room = limit(c, target) // WHOLE - len(units_at(c, target))
    landed = units[: max(0, room)] if target >= 0 else []
    for u in units[len(landed) :]:
        eliminate(c, u, "pm:11.4")
    if not landed:
        return
    for u in landed:
        c.state.still[u] = 1
    text = f"{describe_group(c, landed, 'lands', 'land')} in {c.board.describe(target)}."
    plain = f"{seen_group(c, landed, 'lands', 'land', target)} in {c.board.describe(target)}."
    c.say("landing", text, "pm:11.4", hexes=[target], units=landed, plain=plain)
    enter(c, landed, target)
