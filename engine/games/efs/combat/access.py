"""12.12, 12.14, 12.15: which units can attack at all, and which Defender hexes each can attack from where it stands."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.bridges import bars
from engine.games.efs.edition import edition
from engine.games.efs.kinds import (
    BLUE,
    GRAY,
    GREEN,
    ORANGE,
    colour,
    is_armor,
    is_combat,
    is_engineer,
    is_flotilla,
    is_gun,
    is_motorized,
    kind,
)
from engine.games.efs.limits import ATTACK, forbidden
from engine.games.efs.movement import waterways
from engine.games.efs.rails import owner, ways
from engine.games.efs.state import ATTACKED
from engine.games.efs.tables import LAKE, MAJOR_RIVER, Ctx, tables
from engine.games.efs.units import attack, combat_units, fighters, held_by, is_untried
from engine.games.efs.weather import ice
from engine.games.efs.zones import projectors
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

ARMORED = ("armor", "armored anti-tank", "armored engineer", "assault gun")
"""Kinds that 2.22 lists as armored, whatever the colour of their attack strength."""
SWAMP = "swamp"
FREE, WITH_OTHERS, HALVED, BOATS, SHUT = "free", "with others", "halved", "boats", "shut"
"""How a unit can attack a hex beside it: as it likes; together with units that can cross the side; halved for a swamp
that it cannot enter; in assault boats; not at all."""


# ---------------------------------------------------------------------- who
@rule("efs:12.12", "efs:15.31", "efs:21.82", "efs:22.54", "efs:3.44", "efs:7.72")
def never(c: Ctx, u: Unit) -> Refusal | None:
    """Why a unit attacks nobody now, whoever stands beside it."""
    name = c.roster.short[u]
    if c.state.hex_of[u] < 0 or not is_combat(c, u):
        return Refusal("efs:12.12", f"{name} is no combat unit on the map.", units=(u,))
    if is_gun(c, u):
        return Refusal("efs:15.31", f"{name} is artillery: it supports attacks and makes none.", units=(u,))
    if is_flotilla(c, u) and c.state.storm and edition(c).storm_holds_flotillas:
        return Refusal("efs:22.54", f"{name} is a flotilla: it does not attack during a Storm.", units=(u,))
    if c.state.garrison[u]:
        return Refusal("efs:21.82", f"{name} is a garrison and only defends.", units=(u,))
    if c.state.receiving[c.roster.ids[u]] and not edition(c).marked_fight:
        return Refusal("efs:7.72", f"{name} receives replacements: it does not attack.", units=(u,))
    if not is_untried(c, u) and not attack(c, u):
        return Refusal("efs:12.12", f"{name} has no attack strength.", units=(u,))
    return forbidden(c, u, ATTACK)


# ---------------------------------------------------------------------- where
@rule("efs:12.14", "efs:12.15", "efs:10.45", "efs:10.47", "efs:10.48", "efs:16.47", "efs:21.32", "efs:22.51")
def access(c: Ctx, u: Unit, a: Hex, b: Hex) -> str:
    """How a unit in one hex can attack the next, by the ground alone: ``FREE``, ``WITH_OTHERS``, ``HALVED`` ..."""
    t, now, tint = tables(c), ice(c), colour(c, u)
    if tint == GRAY:
        return FREE if b in ways(c, c.roster.side[u])[a] and owner(c, b) == c.roster.side[u] else SHUT
    if tint == BLUE:
        return FREE if not now.rivers and b in waterways.ways(c)[a] else SHUT
    if shallow(c, a, b) and not now.lakes:
        return SHUT if armored(c, u) else BOATS
    joined, water, side = bool(t.road(a, b)) or t.rail(a, b), t.river(a, b), c.roster.side[u]
    if water == LAKE and bars(c, a, b, side):
        return SHUT
    if not now.swamps and not joined and (is_motorized(c, u) or tint in (ORANGE, GREEN)):
        if t.terrain(a) == SWAMP:
            return SHUT
        if t.terrain(b) == SWAMP:
            return HALVED if is_motorized(c, u) and reaches(c, b, a, side) else SHUT
    heavy = is_gun(c, u) or (armored(c, u) and not edition(c).armor_crosses)
    if water == MAJOR_RIVER and heavy and bars(c, a, b, side):
        return WITH_OTHERS
    return FREE


@rule("efs:12.14", "efs:12.15")
def approach(c: Ctx, u: Unit, a: Hex, b: Hex) -> str:
    """How a unit in one hex can attack the next: by the ground, or where an edition lets it because the zone of
    control of the defenders reaches it."""
    how = access(c, u, a, b)
    if how != FREE and edition(c).zone_lets_attack and reaches(c, b, a, c.roster.side[u]):
        return FREE
    return how


def armored(c: Ctx, u: Unit) -> bool:
    """Whether a unit is of an armored type, which crosses no major river without a bridge (2.22, 10.45)."""
    return kind(c, u) in ARMORED or is_armor(c, u)


@rule("efs:15.53", "efs:10.47")
def shallow(c: Ctx, a: Hex, b: Hex) -> bool:
    """Whether shallow water is between two hexes."""
    return bool(c.board.side("shallow water")[c.grid.between(a, b)])


@rule("efs:12.14", "efs:12.16")
def reaches(c: Ctx, b: Hex, a: Hex, side: str) -> bool:
    """Whether the zone of control of the enemies of a side in ``b`` reaches ``a``."""
    return any(c.state.hex_of[e] == b for e in projectors(c, a, c.other(side)))


@rule("efs:12.15")
def barred(c: Ctx, u: Unit, b: Hex) -> Refusal | None:
    """Why a unit cannot attack a hex beside it, by the ground alone and whoever helps it."""
    a, name, where = c.state.hex_of[u], c.roster.short[u], c.board.describe(b)
    if b not in c.grid.adjacent[a]:
        return Refusal("efs:12.12", f"{name} is not adjacent to {where}.", (b,), (u,))
    how = approach(c, u, a, b)
    if how == SHUT:
        text = f"{name} could not move from {c.label(a)} into {where}, so it cannot attack there."
        return Refusal("efs:12.15", text, (a, b), (u,))
    if how == BOATS and not is_engineer(c, u) and not any(is_engineer(c, v) for v in _own(c, u, a)):
        text = f"{name} needs an engineer unit in {c.label(a)} to attack over shallow water."
        return Refusal("efs:15.53", text, (a, b), (u,))
    return None


def _own(c: Ctx, u: Unit, h: Hex) -> tuple[Unit, ...]:
    return combat_units(c, h, c.roster.side[u])


@rule("efs:12.1", "efs:12.12", "efs:12.14", "efs:12.15", "efs:15.16")
def may_attack(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Why a unit cannot attack a hex, alone or with others, whatever battle it is in already."""
    if (refusal := never(c, u)) is not None:
        return refusal
    name, where, enemy = c.roster.short[u], c.board.describe(h), c.other(c.roster.side[u])
    if held_by(c, h) != enemy:
        return Refusal("efs:12.15", f"There is no enemy combat unit in {where}.", (h,), (u,))
    if c.state.did[u] & ATTACKED:
        return Refusal("efs:15.16", f"{name} has attacked in this phase.", units=(u,))
    if done(c, h):
        return Refusal("efs:15.16", f"{where} has been attacked in this phase.", (h,))
    return barred(c, u, h)


@rule("efs:12.12", "efs:12.14", "efs:12.15", "efs:15.16")
@derived("hex_of", "mode", "steps_left", "identity", "overrun", "garrison", "did", "memory", "turn", "captured_ever",
         "weather", "frozen", "storm", "weathers", "climates", "broken", "spans", "ruined", "gauge")  # fmt: skip
def able_to_attack(c: Ctx, side: str) -> dict[Hex, tuple[Unit, ...]]:
    """Every enemy hex beside units of a side that may attack it, whether it has been attacked or not, to these units,
    in the order of the hexes."""
    enemy, found = fighters(c, c.other(side)), dict[Hex, list[Unit]]()
    for a, units in fighters(c, side).items():
        near = [h for h in c.grid.adjacent[a] if h in enemy]
        fit = [u for u in units if never(c, u) is None and not c.state.did[u] & ATTACKED] if near else []
        for h in near:
            found.setdefault(h, []).extend(u for u in fit if barred(c, u, h) is None)
    return {h: tuple(sorted(found[h])) for h in sorted(found) if found[h]}


@rule("efs:15.16")
def done(c: Ctx, h: Hex) -> bool:
    """Whether a hex was the target of a battle that is fought already in this phase."""
    return c.state.battle.get(c.label(h), -1) in c.state.battles_done


@rule("efs:12.15", "efs:10.45")
def company(c: Ctx, units: Iterable[Unit], h: Hex) -> Refusal | None:
    """Why units cannot attack a hex together: armor over a major river needs others that could cross the same side."""
    units = tuple(units)
    ways = {u: approach(c, u, c.state.hex_of[u], h) for u in units}
    for u in units:
        if ways[u] == WITH_OTHERS and not any(
            ways[v] == FREE and c.state.hex_of[v] == c.state.hex_of[u] for v in units
        ):
            a = c.state.hex_of[u]
            text = (
                f"{c.roster.short[u]} attacks over the major river to {c.label(h)} only with units of {c.label(a)}"
                " that can cross it."
            )
            return Refusal("efs:12.15", text, (a, h), (u,))
    return None
