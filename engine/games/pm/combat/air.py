"""Section 10: ground support aircraft, where they are and what they bring into a battle."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.games.pm.beginners import in_force
from engine.games.pm.combat.strengths import MOBILE, Factor, shown, total
from engine.games.pm.kinds import AIRCRAFT
from engine.games.pm.state import FRESH
from engine.games.pm.tables import Ctx, tables
from engine.play.citing import rule

SHIFTING = "viii-fk"
"""The aviation corps that shifts the odds (10.3)."""


# ---------------------------------------------------------------------- where they are
def aircraft(c: Ctx, side: str) -> list[Unit]:
    """The aircraft that a side has in play."""
    r, box = c.roster, c.state.box
    return [u for u in _planes(c) if r.side[u] == side and box[u] == "air"]


def _planes(c: Ctx) -> list[Unit]:
    if "planes" not in c.data.memo:
        c.data.memo["planes"] = [u for u, kind in enumerate(c.roster.kind) if kind == AIRCRAFT]
    found: list[Unit] = c.data.memo["planes"]
    return found


def carrier(c: Ctx, plane: Unit) -> Unit:
    """The ground unit that an aircraft lies on, -1 for none."""
    name = c.state.carries.get(c.roster.ids[plane], "")
    return c.roster.by_id.get(name, -1)


def at(c: Ctx, plane: Unit) -> Hex:
    """The hex of the stack that an aircraft supports, -1 for none."""
    u = carrier(c, plane)
    return c.state.hex_of[u] if u >= 0 else -1


@rule("pm:17.8", "pm:10.2", "pm:10.4")
def points(c: Ctx, side: str) -> int:
    """What one aircraft of a side is worth on this turn."""
    if side == "soviet":
        return c.data.constant("soviet_air_factor")
    return int(next(r["factors"] for r in tables(c).chart("aviation") if r["turn"] == c.state.turn))


@rule("pm:10.4", "pm:R18")
def in_range(c: Ctx, side: str, h: Hex) -> bool:
    """Whether the aircraft of a side may support a stack in a hex: the Soviet ones only near Moscow."""
    limit = c.data.constant("soviet_air_range")
    return side == "axis" or any(c.grid.distance(h, m) <= limit for m in tables(c).moscow)


# ---------------------------------------------------------------------- in a battle
@rule("pm:10.2", "pm:R25", "pm:R51", "pm:R81")
def supporting(c: Ctx, kind: str, side: str, units: Sequence[Unit], attacking: bool) -> list[tuple[Unit, list[Unit]]]:
    """Aircraft that take part, one a hex at most, each with the units of its stack in the battle.

    The stack is the hex of the carrier. Of attackers from one hex, aircraft go with the carrier; while it has not
    fought, and in a mobile assault not moved, they go with others of its hex instead, unless they are told to stay.
    """
    found = list[tuple[Unit, list[Unit]]]()
    served = set[Hex]()
    for plane in sorted(aircraft(c, side), key=lambda p: (carrier(c, p) not in units, c.roster.ids[p] != SHIFTING, p)):
        u, h = carrier(c, plane), at(c, plane)
        stack = [v for v in units if c.state.hex_of[v] == h]
        if u < 0 or not stack or h in served or not in_range(c, side, h):
            continue
        if attacking and u not in stack:
            stays = c.state.moving[u] != FRESH if kind == MOBILE else c.state.fought[u]
            stays = stays or bool(c.state.stays[c.roster.ids[plane]])
            if stays or (c.state.origin[u] != c.state.origin[stack[0]] and kind == MOBILE):
                continue
        if u in stack or attacking:
            found.append((plane, stack))
            served.add(h)
    return found


@rule("pm:10.2", "pm:R51")
def staying(c: Ctx, side: str, units: Sequence[Unit]) -> list[Unit]:
    """Aircraft in the hexes of attackers that are told to stay with their units, which do not attack."""
    told = [p for p in aircraft(c, side) if c.state.stays[c.roster.ids[p]] and carrier(c, p) not in units]
    return [p for p in told if at(c, p) in {c.state.hex_of[u] for u in units}]


def join(c: Ctx, kind: str, side: str, units: Sequence[Unit]) -> None:
    """Aircraft whose stack parts in this attack go with the attackers, on the strongest of them (R51)."""
    for plane, stack in supporting(c, kind, side, units, True):
        del c.state.stays[c.roster.ids[plane]]
        if carrier(c, plane) not in stack:
            best = max(stack, key=lambda u: (sum(c.roster.faces[u][0][:2]), -u))
            c.state.carries[c.roster.ids[plane]] = c.roster.ids[best]
            c.touch()


@rule("pm:10.2", "pm:10.3", "pm:10.4", "pm:15.5", "pm:R25")
def support(
    c: Ctx, kind: str, side: str, factors: Sequence[Factor], tally: Tally, *, attacking: bool
) -> tuple[int, int]:
    """Points of the aircraft of a side and their shift in its favor; both are written into the tally."""
    if not in_force(c, "10.2"):
        return 0, 0
    added = shift = 0
    units = [f.unit for f in factors]
    for plane in staying(c, side, units) if attacking else ():
        tally.add(0, f"{c.roster.short[plane]} stays with {c.roster.short[carrier(c, plane)]}", "pm:R51")
    for plane, stack in supporting(c, kind, side, units, attacking):
        limit = total([f for f in factors if f.unit in stack])
        value = points(c, side)
        counted = min(value, ceil(limit))
        added += counted
        name = c.roster.short[plane]
        why = f", no more than the {shown(Fraction(limit))} of its stack" if counted < value else ""
        tally.add(counted, f"{name} supports with {value}{why}", "pm:10.4" if side == "soviet" else "pm:10.2")
        if c.roster.ids[plane] == SHIFTING and in_force(c, "10.3"):
            shift = 1
    return added, shift
