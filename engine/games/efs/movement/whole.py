"""10.45, 10.47, 11.4, 11.5: one hex for the whole allowance: over water, from zone to zone, into dear ground."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.components.grid import Hex, Unit
from engine.games.efs.edition import edition
from engine.games.efs.forts import line_faces
from engine.games.efs.kinds import (
    GREEN,
    ORANGE,
    YELLOW,
    colour,
    is_cavalry,
    is_combat,
    is_engineer,
    is_motorized,
    kind,
)  # fmt: skip
from engine.games.efs.movement.allowance import (
    FULL,
    MOVEMENT,
    NONE,
    column,
    granted,
    may_begin,
    may_set_out,
    share,
    told,
    untouched,
)  # fmt: skip
from engine.games.efs.movement.classes import HEAVY, SKI, afloat, class_of, on_rails
from engine.games.efs.movement.ground import crossings, ground_of, terms
from engine.games.efs.movement.rates import SWAMP
from engine.games.efs.movement.reach import price, reach_of
from engine.games.efs.movement.refusals import needs_bridge, why_closed, why_shut
from engine.games.efs.movement.search import taxed
from engine.games.efs.movement.stuck import is_stuck
from engine.games.efs.stacking import total
from engine.games.efs.state import NOT_BEGUN, OPEN, OUT
from engine.games.efs.tables import LAKE, MAJOR_RIVER, Ctx, tables
from engine.games.efs.units import allowance, combat_units, fighters, side_units
from engine.games.efs.weather import MUD, SNOW, key
from engine.games.efs.zones import in_zoc
from engine.play.action import Refusal
from engine.play.citing import rule

BOATS = 3
"""Stacking points that cross lakes in a phase (10.47)."""
HEIGHTS = ("hill", "mountain", "alpine")
SWIFT = 7
"""Printed yellow allowance with which a motorized unit infiltrates (11.42)."""
MOUNTAIN = "mountain infantry"
Check = Callable[[Ctx, Sequence[Unit], Hex], Refusal | None]


# ---------------------------------------------------------------------- what all of them ask
def _common(
    c: Ctx, units: Sequence[Unit], to: Hex, law: str, *, by_water: bool = False, one_hex: bool = False
) -> Refusal | None:
    """That the units have their full allowance in this phase, have spent none of it, and go one hex."""
    here = c.state.hex_of[units[0]]
    for u in units:
        if (refusal := may_begin(c, u) or untouched(c, u)) is not None:
            return refusal
        if not _in_its_phase(c, u, by_water, one_hex) or on_rails(c, u) or afloat(c, u):
            text = f"{c.roster.short[u]} does not have its full printed allowance in this phase."
            if by_water and not edition(c).crosses_when_motorized:
                text = f"{c.roster.short[u]} crosses such water in its Movement Phase alone."
            return Refusal(law, text, units=(u,))
    if to not in c.grid.adjacent[here]:
        text = f"{c.board.describe(to)} is not beside {c.roster.short[units[0]]}: such a move goes one hex."
        return Refusal(law, text, (to,), tuple(units))
    return why_closed(c, units, to)


def _in_its_phase(c: Ctx, u: Unit, by_water: bool, one_hex: bool) -> bool:
    """Whether a unit may use all that it has in this phase: where it has its full allowance, or where an edition says
    so in the Movement Phase whatever it has there, over water (10.45), and wherever it moves, for one hex (11.51)."""
    if one_hex and edition(c).one_hex_any_share:
        return share(c, u) != NONE
    if by_water and not edition(c).crosses_when_motorized:
        return column(c) == MOVEMENT and share(c, u) != NONE
    return share(c, u) == FULL


def _bond(c: Ctx, units: Sequence[Unit], to: Hex) -> bool:
    """Whether the units would go straight from an enemy zone into one."""
    zone = in_zoc(c, c.other(c.roster.side[units[0]]))
    return bool(zone[c.state.hex_of[units[0]]] and zone[to])


def _bonded(c: Ctx, units: Sequence[Unit], to: Hex, law: str) -> Refusal | None:
    if not _bond(c, units, to):
        return None
    text = f"{c.board.describe(to)} lies in an enemy zone of control, and so does the hex they come from."
    return Refusal(law, text, (to,), tuple(units))


# ---------------------------------------------------------------------- over water
@rule("efs:10.45", "efs:10.47", "efs:10.34", "efs:10.35", "efs:R166")
def may_cross(c: Ctx, units: Sequence[Unit], to: Hex) -> Refusal | None:
    """Whether units may go over a major river without a bridge, or a lake in boats, for their whole allowance."""
    if (refusal := _common(c, units, to, "efs:10.45", by_water=True)) is not None:
        return refusal
    here = c.state.hex_of[units[0]]
    water = tables(c).river(here, to)
    if water == LAKE and not edition(c).boats_over_lakes and price(c, units, to) is None:
        return why_shut(c, units, here, to)
    if water not in (MAJOR_RIVER, LAKE) or price(c, units, to) is not None:
        text = f"No water bars the way to {c.board.describe(to)}: 'move' goes there."
        return Refusal("efs:10.45", text, (here, to), tuple(units))
    if (fixed := next((u for u in units if not allowance(c, u)), None)) is not None:
        text = f"{c.roster.short[fixed]} has no movement allowance to spend on the crossing."
        return Refusal("efs:10.45", text, (here, to), (fixed,))
    if (bound := needs_bridge(c, units, here, to)) is not None:
        return bound
    if not _land(c, units, here, to):
        return why_shut(c, units, here, to)
    return (_boats(c, units, here) if water == LAKE else None) or _bonded(c, units, to, "efs:10.35")


def _land(c: Ctx, units: Sequence[Unit], here: Hex, to: Hex) -> bool:
    """Whether the ground itself, the water left out, is open to all of them at both ends."""
    on, changed = terms(c), crossings(c, c.roster.side[units[0]])
    grounds = [ground_of(c, kind_, on, changed) for kind_ in {class_of(c, u) for u in units}]
    return all(g.dry_land(here, to) for g in grounds)


@rule("efs:10.47", "efs:R23")
def _boats(c: Ctx, units: Sequence[Unit], here: Hex) -> Refusal | None:
    """Whether engineers carry units over a lake: three stacking points a phase, one engineer alone by itself."""
    s, side = c.state, c.roster.side[units[0]]
    used, load = s.ferried, total(c, units)
    if used + load > BOATS:
        text = f"Boats carry {BOATS} stacking points over lakes in a phase: {used} used, {load} more asked for."
        return Refusal("efs:10.47", text, (here,), tuple(units))
    if len(units) == 1 and is_engineer(c, units[0]):
        return None
    if boatmen(c, here, side, units):
        return None
    text = f"No engineer that began the phase in {c.label(here)} and has not moved is there to bring them over."
    return Refusal("efs:10.47", text, (here,), tuple(units))


def boatmen(c: Ctx, h: Hex, side: str, units: Sequence[Unit]) -> list[Unit]:
    """Engineers in a hex who began the phase there, have not moved and are not among some units."""
    s = c.state
    return [u for u in side_units(c, h, side)
            if is_engineer(c, u) and u not in units and s.origin[u] == h and _still(c, u)]  # fmt: skip


def _still(c: Ctx, u: Unit) -> bool:
    """Whether a unit has stayed where it is in this phase, told to hold or not."""
    s = c.state
    return s.way[u] == NOT_BEGUN or (s.way[u] == OPEN and s.mp_left[u] == 0 and s.hex_of[u] == s.origin[u])


# ---------------------------------------------------------------------- infiltration
@rule("efs:11.41", "efs:11.43", "efs:11.44", "efs:11.45", "efs:11.47", "efs:R162", "efs:R26")
def may_slip(c: Ctx, units: Sequence[Unit], to: Hex) -> Refusal | None:
    """Whether units may infiltrate: from an enemy zone into the next hex in one, for their whole allowance."""
    if (refusal := _common(c, units, to, "efs:11.43") or may_set_out(c, units)) is not None:
        return refusal
    here, side = c.state.hex_of[units[0]], c.roster.side[units[0]]
    where = c.board.describe(to)
    if not _bond(c, units, to) or not any(n in fighters(c, c.other(side)) for n in c.grid.adjacent[here]):
        text = f"Infiltration goes from beside an enemy out of its zone of control into one: not so to {where}."
        return Refusal("efs:11.41", text, (here, to), tuple(units))
    if key(c, to) == MUD:
        return Refusal("efs:11.45", f"{where} is in Mud: nobody infiltrates there.", (to,))
    if to in taxed(c, side) or line_faces(c, here, to):
        return Refusal("efs:11.47", f"Enemy works stand at {where}: nobody infiltrates there.", (here, to))
    for u in units:
        if (refusal := _slips(c, u, here, to)) is not None:
            return refusal
    return _affords(c, units, to)


@rule("efs:11.42", "efs:11.46", "efs:11.48", "efs:R170")
def _slips(c: Ctx, u: Unit, here: Hex, to: Hex) -> Refusal | None:
    """Whether a unit is of those that infiltrate, into this hex."""
    name, tone = c.roster.short[u], colour(c, u)
    side = c.roster.side[u]
    if edition(c).slips_motorized_only and not (is_motorized(c, u) and c.state.supply[u] != OUT):
        text = f"{name} does not infiltrate: only motorized units in supply do."
        return Refusal("efs:11.42", text, (to,), (u,))
    there = [v for v in combat_units(c, to, side) if c.state.origin[v] == to and not edition(c).slips_motorized_only]
    if there and tone not in (GREEN, ORANGE) and is_combat(c, u):
        return None
    if is_motorized(c, u) and tone == YELLOW and allowance(c, u) >= SWIFT:
        return None
    if is_cavalry(c, u) and tone == YELLOW:
        return None
    if kind(c, u) == SKI and tone == YELLOW and key(c, to) == SNOW:
        return None
    if kind(c, u) == MOUNTAIN and any(rises(c, h) for h in (here, to)):
        return None
    if kind(c, u) == SKI and tone == YELLOW:
        return Refusal("efs:11.46", f"{name} infiltrates only into hexes in Snow.", (to,), (u,))
    if kind(c, u) == MOUNTAIN:
        return Refusal("efs:11.48", f"{name} infiltrates only into or out of hills and mountains.", (here, to), (u,))
    text = f"{name} does not infiltrate, unless into a hex where a friendly combat unit stands since the phase began."
    return Refusal("efs:11.42", text, (to,), (u,))


@rule("efs:11.48")
def rises(c: Ctx, h: Hex) -> bool:
    """Whether a hex is a hill, mountain or alpine hex."""
    return any(word in tables(c).terrain(h) for word in HEIGHTS)


@rule("efs:11.44", "efs:R26")
def _affords(c: Ctx, units: Sequence[Unit], to: Hex) -> Refusal | None:
    cost = price(c, units, to)
    if cost is None:
        return why_shut(c, units, c.state.hex_of[units[0]], to)
    slow = min(units, key=lambda u: granted(c, u))
    if granted(c, slow) >= cost:
        return None
    text = f"{c.roster.short[slow]} has {told(granted(c, slow))} MP: {c.board.describe(to)} costs {told(cost)}."
    return Refusal("efs:11.44", text, (to,), (slow,))


# ---------------------------------------------------------------------- one hex
@rule("efs:11.51", "efs:11.52", "efs:11.53", "efs:6.46", "efs:R162")
def may_step(c: Ctx, units: Sequence[Unit], to: Hex) -> Refusal | None:
    """Whether units, mobile supply units too, may use one-hex movement: into a hex too dear for their allowance."""
    if (refusal := _common(c, units, to, "efs:11.51", one_hex=True)) is not None:
        return refusal
    for u in units:
        if not allowance(c, u):
            text = f"{c.roster.short[u]} has no movement allowance: no one-hex movement."
            return Refusal("efs:11.53", text, units=(u,))
    if price(c, units, to) is None and not _thaws_out(c, units, to):
        return why_shut(c, units, c.state.hex_of[units[0]], to)
    if (refusal := _bonded(c, units, to, "efs:11.53")) is not None:
        return refusal
    if all(granted(c, u) for u in units) and to in reach_of(c, units).hexes:
        text = f"The movement points suffice for {c.board.describe(to)}: 'move' goes there for less."
        return Refusal("efs:11.52", text, (to,), tuple(units))
    return None


@rule("efs:10.48")
def _thaws_out(c: Ctx, units: Sequence[Unit], to: Hex) -> bool:
    """Whether units that a thaw has caught in a swamp may step out of it to dry land, where the edition lets them."""
    here, t = c.state.hex_of[units[0]], tables(c)
    if not edition(c).stuck_step_out or t.terrain(to) == SWAMP or t.river(here, to) in (LAKE, MAJOR_RIVER):
        return False
    return all(_caught(c, u) or price(c, [u], to) is not None for u in units)


def _caught(c: Ctx, u: Unit) -> bool:
    return is_stuck(c, u) and class_of(c, u).how != HEAVY
