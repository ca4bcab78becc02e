"""12.41 to 12.43: who may react to declared attacks, how far, and which hexes are open to him."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.components.matching import everyone
from engine.games.efs.command import REACT, commanded
from engine.games.efs.edition import edition
from engine.games.efs.forts import builder
from engine.games.efs.kinds import is_motorized, is_nkvd
from engine.games.efs.limits import shut
from engine.games.efs.movement.allowance import NONE, REACTION, bound, granted, share, told
from engine.games.efs.movement.classes import class_of
from engine.games.efs.movement.ground import crossings
from engine.games.efs.movement.network import WAYS, Steps, network
from engine.games.efs.movement.refusals import why_closed
from engine.games.efs.movement.search import Field, Search, line_tolls, search, tolls
from engine.games.efs.stacking import fits
from engine.games.efs.state import OPEN, OUT, REACTED
from engine.games.efs.tables import Ctx
from engine.games.efs.units import defence, fighters, on_map, side_units
from engine.games.efs.zones import in_zoc
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

NEAR = 3
"""Hexes between a reacting unit and a Defender hex (12.41)."""


# ---------------------------------------------------------------------- the attacks
@derived("battle", "hex_of")
def targets(c: Ctx, side: str) -> frozenset[Hex]:
    """The Defender hexes of a side under a Declared Attack."""
    return frozenset(h for h in map(c.board.index.__getitem__, c.state.battle) if h in fighters(c, side))


@derived("committed", "hex_of")
def beside_attackers(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes adjacent to enemy units that are committed to an attack."""
    s = c.state
    from_ = {s.hex_of[u] for u, n in enumerate(s.committed) if n >= 0 and c.roster.side[u] != side and s.hex_of[u] >= 0}
    return frozenset(n for h in from_ for n in c.grid.adjacent[h])


# ---------------------------------------------------------------------- who may
@rule("efs:12.41", "efs:10.28", "efs:11.38", "efs:14.65", "efs:18.45", "efs:R55")
def may_react(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit is eligible for reaction movement, the number of reacting units left out."""
    if (refusal := _unable(c, u)) is not None:
        return refusal
    if not near_targets(c, u):
        text = f"{c.roster.short[u]} is more than {NEAR} hexes from every Defender hex."
        return Refusal("efs:12.41", text, (c.state.hex_of[u],), (u,))
    return _commanded(c, u)


@rule("efs:12.41", "efs:10.28", "efs:11.38", "efs:14.65", "efs:18.45", "efs:R55")
def _unable(c: Ctx, u: Unit) -> Refusal | None:
    """Why a unit does not react wherever an attack is declared."""
    s, h, side, name = c.state, c.state.hex_of[u], c.roster.side[u], c.roster.short[u]
    if h < 0:
        return Refusal("efs:12.41", f"{name} is not on the map.", units=(u,))
    if not is_motorized(c, u) or share(c, u, REACTION) == NONE:
        return Refusal("efs:12.41", f"{name} has no red box: only motorized units react.", units=(u,))
    if s.did[u] & REACTED:
        return Refusal("efs:12.41", f"{name} has reacted in this phase.", units=(u,))
    if s.overrun[u]:
        return Refusal("efs:11.38", f"{name} has an Overrun marker: it does not react.", units=(u,))
    if s.supply[u] == OUT and not edition(c).unsupplied_react:
        return Refusal("efs:6.54", f"{name} is out of supply: it does not react.", units=(u,))
    if builder(c, h) == u:
        return Refusal("efs:18.45", f"{name} builds a strongpoint in this turn: it does not react.", units=(u,))
    if (refusal := bound(c, u)) is not None:
        return refusal
    free = edition(c).reacts_at_will
    attacked = not free and h in targets(c, side)
    if attacked or in_zoc(c, c.other(side))[h]:
        what = "a Defender hex" if attacked else "an enemy zone of control"
        return Refusal("efs:12.41", f"{name} is in {what}: it does not react.", (h,), (u,))
    if not free and h in crossings(c, side).zoi:
        return Refusal("efs:14.65", f"{name} is in a Zone of Interdiction: it does not react.", (h,), (u,))
    return None


def near_targets(c: Ctx, u: Unit) -> list[Hex]:
    """The Defender hexes that a unit is near enough to."""
    h = c.state.hex_of[u]
    return [t for t in sorted(targets(c, c.roster.side[u])) if c.grid.distance(h, t) <= NEAR]


@rule("efs:12.41", "efs:21.12", "efs:21.25")
def _commanded(c: Ctx, u: Unit) -> Refusal | None:
    """What Soviet units need beside that: a command point in range and no Non-Op HQ, and not to be NKVD."""
    if c.roster.side[u] != "soviet":
        return None
    if is_nkvd(c, u) and not edition(c).reacts_at_will:
        return Refusal("efs:12.41", f"{c.roster.short[u]} is NKVD: it does not react.", units=(u,))
    return commanded(c, c.state.hex_of[u], REACT)


# ---------------------------------------------------------------------- how many
@rule("efs:12.41", "efs:12.42", "efs:R28")
def right_to_react(c: Ctx, units: Sequence[Unit]) -> Mapping[Unit, Hex] | None:
    """A Defender hex of its own within range for each of some units by where they began; ``None`` if there is none.

    Where an edition lets any number react, one within range is enough for all.
    """
    wanted = {u: _counted(c, u) for u in units}
    if not edition(c).one_reacts:
        return {u: hexes[0] for u, hexes in wanted.items()} if all(wanted.values()) else None
    taken = everyone(units, wanted)
    return None if taken is None else {u: h for h, u in taken.items()}


def _counted(c: Ctx, u: Unit) -> list[Hex]:
    """Defender hexes near where a unit began the phase."""
    start = c.state.origin[u] if c.state.did[u] & REACTED else c.state.hex_of[u]
    return [t for t in sorted(targets(c, c.roster.side[u])) if start >= 0 and c.grid.distance(start, t) <= NEAR]


# ---------------------------------------------------------------------- where to
@rule("efs:10.33", "efs:10.34", "efs:12.41", "efs:12.42", "efs:12.43", "efs:14.65", "efs:R200")
def reaction_reach(c: Ctx, u: Unit) -> Search:
    """Quarters of reaction movement to every hex that a unit can enter; zones cost it nothing but end its way."""
    return _kept_reaction(c, u)


@derived()
def _kept_reaction(c: Ctx, u: Unit) -> Search:
    side, start = c.roster.side[u], c.state.hex_of[u]
    f = Field(
        frozenset(_shut(c, side) | shut(c, [u])), in_zoc(c, c.other(side)), tolls(c, side, False), line_tolls(c, side)
    )
    net, most = network(c, [class_of(c, u)]), granted(c, u, REACTION)
    found = search(net, {start * WAYS + OPEN: 0}, most, f)
    return _with_one_hex(net, start * WAYS + OPEN, most, f, found) if edition(c).one_hex_any_share else found


@rule("efs:11.51", "efs:12.43")
def _with_one_hex(net: Steps, start: int, most: int, f: Field, found: Search) -> Search:
    """The hexes beside a unit too that cost more than it has: it enters one for all its points."""
    for node, h, _ in net.row(start) if most else ():
        if h not in f.closed and h not in found.hexes:
            found.costs[node], found.before[node] = most, start
            found.hexes[h], found.ends[h] = most, node
    return found


@rule("efs:12.42", "efs:12.43")
def _shut(c: Ctx, side: str) -> set[Hex]:
    """Hexes closed in reaction: enemies, zones and neighbours of attackers without a friend in them, interdiction.

    A Defender hex that a unit has reacted into takes no second one.
    """
    enemy, own = c.other(side), fighters(c, side)
    free = edition(c).reacts_at_will
    beside = {n for h in fighters(c, enemy) for n in c.grid.adjacent[h]} if free else beside_attackers(c, side)
    risky = {h for h, there in enumerate(in_zoc(c, enemy)) if there} | beside
    s = c.state
    full = {s.hex_of[u] for u, did in enumerate(s.did) if did & REACTED and c.roster.side[u] == side}
    full = full if edition(c).one_reacts else set()
    return (
        (risky - own.keys())
        | set(fighters(c, enemy))
        | (full & targets(c, side))
        | (set() if free else crossings(c, side).zoi)
    )


@rule("efs:12.41", "efs:12.42", "efs:12.43")
def may_react_to(c: Ctx, u: Unit, to: Hex) -> Refusal | None:
    """Whether a unit may go to a hex in reaction."""
    if (refusal := may_react(c, u) or why_closed(c, [u], to)) is not None:
        return refusal
    if to in reaction_reach(c, u).hexes and to != c.state.hex_of[u]:
        return None
    side, where = c.roster.side[u], c.board.describe(to)
    if to in crossings(c, side).zoi and not edition(c).reacts_at_will:
        return Refusal("efs:14.65", f"{where} lies in a Zone of Interdiction: nobody reacts into it.", (to,), (u,))
    if to in _shut(c, side) and to in targets(c, side):
        return Refusal("efs:12.42", f"A unit has reacted into {where}: no second one goes there.", (to,), (u,))
    if to in _shut(c, side):
        text = f"{where} is next to the enemy: a reacting unit enters it only where a friendly combat unit stands."
        return Refusal("efs:12.43", text, (to,), (u,))
    points = told(granted(c, u, REACTION))
    return Refusal("efs:12.41", f"{c.roster.short[u]} has {points} MP in reaction: {where} costs more.", (to,), (u,))


@rule("efs:12.41", "efs:12.42", "efs:3.32")
@derived()
def reserves(c: Ctx, target: Hex, side: str) -> list[Unit]:
    """Units of a side that could come into a hex with others of theirs, were that attacked now; the strongest first."""
    near = {h for h in c.grid.within(target, NEAR) if h != target}
    units = [u for u in on_map(c, side) if c.state.hex_of[u] in near and is_motorized(c, u)]
    able = [u for u in units if _unable(c, u) is None and _commanded(c, u) is None]
    there = side_units(c, target, side)
    found = [u for u in able if target in reaction_reach(c, u).hexes and fits(c, [*there, u], target) is None]
    return sorted(found, key=lambda u: (-defence(c, u), u))


def reaction_path(c: Ctx, u: Unit, to: Hex) -> tuple[list[Hex], int]:
    """The hexes of a move in reaction and its cost in quarters."""
    found = reaction_reach(c, u)
    return [n // WAYS for n in found.path(to)], found.hexes[to]
