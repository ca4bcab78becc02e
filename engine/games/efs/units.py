"""What every chapter needs to know of a unit: its values as they stand, where it goes, who is in a hex."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.components.roster import Face
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_combat, is_heavy, is_hq, is_supply, is_wagon
from engine.games.efs.state import BACK
from engine.games.efs.tables import Ctx
from engine.play.citing import rule
from engine.play.fields import derived, for_good, stacks, units_at, while_same

AWAY, ASIDE, CADRE, ELIMINATED = "not in play", "aside", "cadre", "eliminated"
REMOVED = "cannot rebuild"
ACTIVE, POOL, SPANS, WITHDRAWN, EXITED = "active", "supply pool", "bridge pool", "withdrawn", "exited"
LAID = "laid"
"""Box of the bridge and ferry markers that are on the map; where they lie, ``spans`` says."""
CUP_MG = "cup mg"
"""Box of the machine-gun units that are drawn blindly (8.42)."""
READY, FLOWN, DAMAGED, DESTROYED = AIR_BOXES = ("ready", "flown", "damaged", "destroyed")
"""Boxes of the air units (9.1)."""
GONE = (ELIMINATED, REMOVED, CADRE)
"""Boxes of units that have no step left."""


# ---------------------------------------------------------------------- values
def face(c: Ctx, u: Unit) -> int:
    """Steps that a unit has lost, so the number of its face; the last one for a unit that is gone."""
    return min(max(c.roster.steps[u] - c.state.steps_left[u], 0), len(c.roster.faces[u]) - 1)


@rule("efs:2.22", "efs:3.5", "efs:6.48", "efs:8.41", "efs:21.2")
def values(c: Ctx, u: Unit) -> Face:
    """Attack strength, defense strength and movement allowance of the face and mode that a unit shows now.

    An Untried unit shows an allowance alone; a Non-Op HQ moves by its other side; a big gun stands to fire; a
    Supply Dump moves by railroad alone.
    """
    attack, defence, move = c.roster.faces[whom(c, u)][face(c, u)]
    if is_untried(c, u):
        return 0, 0, max(c.roster.number("untried_move", u), 0)
    if c.state.mode[u] == BACK and is_hq(c, u):
        move = c.roster.number("nonop_move", u)
    elif c.state.mode[u] == BACK and is_heavy(c, u):
        move = 0
    elif is_supply(c, u):
        move = 0 if c.state.asp[u] > 1 else _pace(c, u, move)
    return attack, defence, move


@rule("efs:6.46")
def _pace(c: Ctx, u: Unit, printed: int) -> int:
    """The allowance of a Mobile Supply Unit: that of trucks or wagons, or the printed one."""
    terms = edition(c)
    return (terms.wagon_allowance if is_wagon(c, u) else terms.truck_allowance) or printed


def attack(c: Ctx, u: Unit) -> int:
    """Attack strength that a unit shows now."""
    return values(c, u)[0]


def defence(c: Ctx, u: Unit) -> int:
    """Defense strength that a unit shows now."""
    return values(c, u)[1]


def allowance(c: Ctx, u: Unit) -> int:
    """Movement allowance that a unit shows now, in movement points, before any effect of supply, cold or phase."""
    return values(c, u)[2]


def steps(c: Ctx, u: Unit) -> int:
    """Steps that a unit has left."""
    return c.state.steps_left[u]


@rule("efs:8.41")
def is_untried(c: Ctx, u: Unit) -> bool:
    """Whether a unit lies with its Untried side up."""
    return c.state.mode[u] == BACK and bool(c.roster.number("untried", u))


@rule("efs:21.2")
def is_nonop(c: Ctx, u: Unit) -> bool:
    """Whether a unit is a Non-Op HQ."""
    return c.state.mode[u] == BACK and is_hq(c, u)


@rule("efs:8.42")
def whom(c: Ctx, u: Unit) -> Unit:
    """The counter whose printed values a unit has: its own, or that which the seed dealt to an Untried one."""
    return c.state.identity[u] if c.state.identity[u] >= 0 else u


def number(c: Ctx, u: Unit, column: str) -> int:
    """A printed number or flag of the face that a unit shows now: ``stacking``, ``support``, ``range``, ``no_zoc``."""
    return c.roster.number(column, whom(c, u), face(c, u))


# ---------------------------------------------------------------------- who is where
def side_units(c: Ctx, h: Hex, side: str) -> tuple[Unit, ...]:
    """All units of a side in a hex, supply units too."""
    return tuple(u for u in units_at(c, h) if c.roster.side[u] == side)


@derived("hex_of")
def fighters(c: Ctx, side: str) -> dict[Hex, tuple[Unit, ...]]:
    """The combat units of a side by hex; the same table as long as they stand where they stood."""
    reads = _armed(c)[side]
    return while_same(c, ("fighters", side), reads, lambda: dict(reads))


@derived("hex_of")
def _armed(c: Ctx) -> dict[str, list[tuple[Hex, tuple[Unit, ...]]]]:
    """Per side its hexes with combat units, each with these: both are found in one walk over the stacks."""
    whose, found = _combatants(c), dict[str, list[tuple[Hex, tuple[Unit, ...]]]]()
    for side in c.data.meta["sides"]:
        found[side] = []
    for h, here in stacks(c).items():
        if len(here) == 1:
            if side := whose[here[0]]:
                found[side].append((h, here))
        else:
            for side in dict.fromkeys([whose[u] for u in here]):
                if side:
                    found[side].append((h, tuple([u for u in here if whose[u] == side])))
    return found


@for_good
def _combatants(c: Ctx) -> list[str]:
    """By unit the side of a combat unit; empty for what is none."""
    return [c.roster.side[u] if is_combat(c, u) else "" for u in range(len(c.roster))]


def combat_units(c: Ctx, h: Hex, side: str) -> tuple[Unit, ...]:
    """The combat units of a side in a hex."""
    return fighters(c, side).get(h, ())


@rule("efs:10.24")
def enemy_combat_at(c: Ctx, h: Hex, side: str) -> bool:
    """Whether a combat unit of the enemy of a side is in a hex."""
    return h in fighters(c, c.other(side))


def held_by(c: Ctx, h: Hex) -> str:
    """The side whose combat units are in a hex; empty for none."""
    return next((side for side in c.data.meta["sides"] if h in fighters(c, side)), "")


@derived("hex_of")
def on_map(c: Ctx, side: str) -> list[Unit]:
    """All units of a side on the map, in the order of the counters."""
    return [u for u, h in enumerate(c.state.hex_of) if h >= 0 and c.roster.side[u] == side]


# ---------------------------------------------------------------------- where it goes
def place(c: Ctx, u: Unit, h: Hex) -> None:
    """Put a unit on the map or move it to another hex, without any effect of its coming."""
    c.state.hex_of[u], c.state.box[u] = h, ""
    c.state.steps_left[u] = c.state.steps_left[u] or c.roster.steps[u]
    c.touch()


def to_box(c: Ctx, u: Unit, box: str) -> None:
    """Take a unit off the map into a box: out of any group and battle; in the boxes of the lost it has no step."""
    s = c.state
    s.hex_of[u], s.box[u], s.picked[u], s.mp_left[u], s.way[u] = -1, box, 0, 0, -1
    s.committed[u], s.leader[u], s.zone[u], s.origin[u] = -1, -1, -1, -1
    s.receiving.pop(c.roster.ids[u], None)
    if box in GONE:
        s.steps_left[u] = 0
    elif box == CUP_MG:
        s.steps_left[u], s.mode[u] = c.roster.steps[u], BACK if c.roster.number("untried", u) else s.mode[u]
    c.touch()
