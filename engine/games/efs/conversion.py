"""19.2 to 19.4: railroads change their gauge, by Axis points or where Soviet engineers and HQs stand; cuts."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.components.wording import counted, plural
from engine.games.efs.edition import edition
from engine.games.efs.forts import blocked
from engine.games.efs.kinds import is_engineer, is_hq
from engine.games.efs.rails import CUT, first_gauge, foreign, is_cut, is_rail, owner, railheads, tracks, ways
from engine.games.efs.state import ATTACKED, BACK, BY_RAIL, DEFENDED, ENGINEERED, OVERRAN, SPECIAL, STRATEGIC
from engine.games.efs.supply.routes import net
from engine.games.efs.supply.status import is_out, supplied
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import combat_units, enemy_combat_at
from engine.games.efs.weather import MUD, SNOW, key
from engine.games.efs.zones import open_to
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

AXIS, SOVIET = "axis", "soviet"
"""Terrain that costs two points to convert (19.22)."""
BUSY = ATTACKED | DEFENDED | SPECIAL | STRATEGIC | BY_RAIL | OVERRAN
"""What an engineer or HQ may not have done in the turn in which it converts (19.3)."""


@rule("efs:19.2", "efs:19.3")
def takes_place(c: Ctx) -> bool:
    """Whether the scenario has railroad conversion at all."""
    return "conversion" not in c.scenario.get("without", {}).get("phases", ())


# ---------------------------------------------------------------------- Axis conversion points
@rule("efs:19.21", "efs:19.23")
def begin(c: Ctx, side: str) -> None:
    """In the Engineering Phase of the Axis side its points of the turn are there, and every railhead may use four."""
    c.state.conversion.clear()
    c.state.railhead.clear()
    if side == AXIS and takes_place(c):
        points = int(tables(c).logistics(AXIS, c.state.turn).get("rcp", 0))
        if points:
            c.state.conversion[AXIS] = points
    c.touch()


@rule("efs:19.22")
def cost(c: Ctx, h: Hex) -> int:
    """Conversion points of a hex: two in swamp, marsh, perhaps mountains, and where Mud or Snow conditions apply."""
    return 2 if tables(c).terrain(h) in edition(c).dear_to_convert or key(c, h) in (MUD, SNOW) else 1


@rule("efs:19.12", "efs:6.16")
def working(c: Ctx, h: Hex, side: str) -> bool:
    """Whether a hex is part of the functioning railroad net of a side."""
    return net(c, side).by_rail(h) and not foreign(c, side)[h]


@rule("efs:19.12", "efs:19.21", "efs:18.11", "efs:22.34")
def _from(c: Ctx, h: Hex, side: str) -> list[Hex]:
    """Hexes of the functioning net from which the line leads into a hex."""
    return [n for n in tracks(c)[h] if h in ways(c, side)[n] and working(c, n, side)]


@rule("efs:19.23", "efs:19.24", "efs:R58", "efs:R59")
def spent(c: Ctx, h: Hex) -> int:
    """Points of this phase that have brought the railhead to a hex or would; a cut behind the railhead costs none."""
    here = min((c.state.railhead[c.label(n)] for n in _from(c, h, AXIS)), default=0)
    return here + (0 if is_cut(c, h) else cost(c, h))


@rule("efs:19.21", "efs:19.22", "efs:19.23", "efs:19.25", "efs:18.11", "efs:18.46", "efs:R59")
def may_convert(c: Ctx, h: Hex) -> Refusal | None:
    """Whether the Axis side may convert a hex now with its points."""
    where, price, left = c.board.describe(h), cost(c, h), c.state.conversion[AXIS]
    if is_rail(c, h) and owner(c, h) == AXIS:
        return Refusal("efs:19.21", f"The railroad in {where} is converted already.", (h,))
    if not is_rail(c, h):
        return Refusal("efs:19.21", f"{where} is no railroad hex to convert.", (h,))
    if price > left:
        points = counted(price, "conversion point", "conversion points")
        return Refusal("efs:19.22", f"{where} costs {points}, {counted(left, 'is', 'are')} left.", (h,))
    if (refusal := _fit(c, h)) is not None:
        return refusal
    if not _from(c, h, AXIS):
        return Refusal("efs:19.21", f"{where} is not next to a railhead of the Axis railroad net.", (h,))
    if edition(c).one_line_on and not is_cut(c, h) and (end := _branched(c, h)) is not None:
        text = f"A line goes on from the junction in {c.board.describe(end)} already; the others wait a turn."
        return Refusal("efs:19.24", text, (h, end))
    most = tables(c).lengths["rail_conversion_per_railhead"]
    if spent(c, h) > most:
        return Refusal("efs:19.23", f"A railhead advances by {most} points in a turn; {where} lies beyond.", (h,))
    return None


@rule("efs:19.24", "efs:R58")
def _branched(c: Ctx, h: Hex) -> Hex | None:
    """The railhead beside a hex, brought there in this phase, from which another line has gone on since."""
    far = c.state.railhead
    for n in _from(c, h, AXIS):
        used = far[c.label(n)]
        if used and any(far[c.label(m)] > used for m in tracks(c)[n] if m != h):
            return n
    return None


@rule("efs:19.21", "efs:18.11", "efs:18.46")
def _fit(c: Ctx, h: Hex) -> Refusal | None:
    """Supply, enemy zones and works."""
    where = c.board.describe(h)
    if enemy_combat_at(c, h, AXIS) or not open_to(c, AXIS, h):
        return Refusal("efs:19.21", f"{where} lies in an enemy zone of control.", (h,))
    if h in blocked(c, AXIS):
        return Refusal("efs:18.11", f"An enemy fortification stops conversion in {where}.", (h,))
    if edition(c).ruins_wait and c.state.razed[c.label(h)] == c.state.turn:
        text = f"The fortification in {where} was destroyed in this turn: conversion waits for the next one."
        return Refusal("efs:18.11", text, (h,))
    if not supplied(c, h, AXIS):
        return Refusal("efs:19.21", f"{where} is not in General Supply.", (h,))
    return None


@rule("efs:19.22", "efs:19.24", "efs:R58")
def convert(c: Ctx, h: Hex) -> None:
    """Convert a hex for the Axis side: the railhead moves there, a Rail Cut marker goes."""
    price, far, was_cut = cost(c, h), spent(c, h), is_cut(c, h)
    c.state.conversion[AXIS] -= price
    give(c, h, AXIS)
    if far:
        c.state.railhead[c.label(h)] = far
    word = "is repaired" if was_cut else "is converted"
    text = (
        f"The railroad in {c.board.describe(h)} {word} for {price}; {plural(c.state.conversion[AXIS], 'point')} left."
    )
    c.say("railroad", text, "efs:19.22", hexes=[h])


@rule("efs:19.1", "efs:19.11")
def give(c: Ctx, h: Hex, side: str) -> None:
    """A railroad hex has the gauge of a side from now on."""
    if first_gauge(c, h) == side:
        c.state.gauge.pop(c.label(h), None)
    else:
        c.state.gauge[c.label(h)] = side
    c.touch()


def convertible(c: Ctx) -> list[Hex]:
    """The hexes that the Axis side may convert now."""
    if not c.state.conversion[AXIS]:
        return []
    return [h for h in _near(c) if may_convert(c, h) is None]


@derived("gauge")
def _near(c: Ctx) -> list[Hex]:
    """Hexes of other gauge, or cut, that the line leads to from Axis railroad hexes, in the order of the map."""
    other, lines = foreign(c, AXIS), tracks(c)
    return sorted({n for h in railheads(c, AXIS) for n in lines[h] if other[n]})


# ---------------------------------------------------------------------- Soviet conversion
@rule("efs:19.3", "efs:19.12", "efs:21.15", "efs:22.12", "efs:22.14")
def may_regain(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a Soviet engineer or Operational HQ converts the hex where it stands to Soviet use."""
    h, name = c.state.hex_of[u], c.roster.short[u]
    hq = is_hq(c, u) and c.state.mode[u] != BACK and edition(c).hqs_convert
    if c.roster.side[u] != SOVIET or h < 0 or not (hq or is_engineer(c, u)) or not takes_place(c):
        return Refusal("efs:19.3", f"{name} is no Soviet engineer or Operational HQ that converts.", units=(u,))
    where = c.board.describe(h)
    if not is_rail(c, h) or owner(c, h) == SOVIET:
        return Refusal("efs:19.3", f"{where} is no railroad hex of Axis gauge.", (h,), (u,))
    if is_engineer(c, u) and is_out(c, u) and not edition(c).sappers_unbound:
        return Refusal("efs:19.3", f"{name} is Out of Supply.", (h,), (u,))
    if c.state.did[u] & busy(c):
        return Refusal("efs:19.3", f"{name} has fought or moved by a special way in this turn.", (h,), (u,))
    if c.state.did[u] & ENGINEERED:
        return Refusal("efs:22.14", f"{name} has done its one task of this turn.", (h,), (u,))
    if not _from(c, h, SOVIET):
        return Refusal("efs:19.12", f"{where} does not adjoin the Soviet railroad net.", (h,), (u,))
    return None


@rule("efs:19.3", "efs:22.11")
def busy(c: Ctx) -> int:
    """What a Soviet engineer has not done that does one of its tasks: combat, and any special movement, or as an
    edition has it that by road and railroad alone."""
    bits = BUSY if edition(c).defence_tires else BUSY & ~DEFENDED
    return bits & ~(SPECIAL | OVERRAN) if edition(c).sappers_step else bits


@rule("efs:19.3", "efs:22.14")
def regain(c: Ctx, u: Unit) -> None:
    """The hex where a unit stands is of Soviet gauge again."""
    h = c.state.hex_of[u]
    give(c, h, SOVIET)
    c.state.did[u] |= ENGINEERED
    text = f"{c.roster.short[u]} converts the railroad in {c.board.describe(h)} to Soviet use."
    c.say("railroad", text, "efs:19.3", hexes=[h], units=[u])


# ---------------------------------------------------------------------- cuts
@rule("efs:19.4", "efs:22.11")
def may_cut(c: Ctx, h: Hex) -> Refusal | None:
    """Whether the Soviet side may cut the railroad in a hex: converted by the Axis, with a Soviet combat unit there."""
    where = c.board.describe(h)
    if not takes_place(c) or owner(c, h) != AXIS or first_gauge(c, h) == AXIS:
        return Refusal("efs:19.4", f"{where} is no railroad hex that the Axis has converted.", (h,))
    if not any(edition(c).sappers_unbound or not c.state.did[u] & ENGINEERED for u in combat_units(c, h, SOVIET)):
        return Refusal("efs:19.4", f"No Soviet combat unit is free to cut the railroad in {where}.", (h,))
    return None


@rule("efs:19.4", "efs:19.25")
def cut(c: Ctx, h: Hex) -> None:
    """Lay a Rail Cut marker."""
    c.state.gauge[c.label(h)] = CUT
    c.touch()
    c.say("railroad", f"The railroad in {c.board.describe(h)} is cut.", "efs:19.4", hexes=[h])


# ---------------------------------------------------------------------- railheads of the scenario
@rule("efs:19.24", "efs:19.12")
def open_line(c: Ctx, end: Hex) -> list[Hex]:
    """A railhead is placed: the line from an Axis source to it has the Axis gauge. The hexes that this changed."""
    sources = {c.board.find(label) for label in c.scenario.get("supply", {}).get(AXIS, ())}
    changed = [h for h in _line_to(c, end, sources) if owner(c, h) != AXIS]
    for h in changed:
        give(c, h, AXIS)
    return changed


def _line_to(c: Ctx, end: Hex, sources: set[Hex]) -> list[Hex]:
    """The shortest railroad in play from a hex to a source; the hex alone where none leads to one."""
    before, edge = {end: end}, [end]
    for h in edge:
        if h in sources:
            path = [h]
            while path[-1] != end:
                path.append(before[path[-1]])
            return path
        for n in tracks(c)[h]:
            if n not in before and n in c.data.in_play:
                before[n] = h
                edge.append(n)
    return [end]


@rule("efs:19.24")
def arrive(c: Ctx) -> None:
    """Railheads that the scenario brings in this turn are placed; later in the turn they can be advanced."""
    for label, turn in c.scenario.get("railheads", {}).get(AXIS, {}).items():
        if turn and turn == c.state.turn:
            h = c.board.find(label)
            if enemy_combat_at(c, h, AXIS):
                continue
            open_line(c, h)
            c.say("railroad", f"A railhead arrives at {c.board.describe(h)}.", "efs:19.24", hexes=[h])
