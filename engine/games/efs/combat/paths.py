"""16.41 to 16.48: the ways by which units could retreat, from the free ones to those past the enemy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.games.efs.combat.access import FREE as AT_WILL
from engine.games.efs.combat.access import access
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_gun
from engine.games.efs.movement.classes import HEAVY, afloat, class_of, on_rails
from engine.games.efs.movement.network import WAYS, network
from engine.games.efs.stacking import fits
from engine.games.efs.state import OPEN, RAIL
from engine.games.efs.tables import MAJOR_RIVER, Ctx, tables
from engine.games.efs.units import allowance, combat_units, enemy_combat_at
from engine.games.efs.weather import MUD, SNOW, key
from engine.games.efs.zones import in_zoc
from engine.play.citing import rule
from engine.play.fields import derived, units_at

FREE, LONGER, THROUGH = range(3)
"""How good a way is: as ordered; a hex longer for want of room; through one vacant hex in enemy ZOC."""
CROWDED, OVER_EDGE, TRAPPED = "crowded", "over the edge", "trapped"
"""Why a unit has no way (16.42, 16.43, 16.46)."""


class Way(NamedTuple):
    """A way to retreat: its hexes without the first, how good it is, and the vacant hex in enemy ZOC on it, or -1."""

    path: tuple[Hex, ...]
    rank: int
    zoc: Hex = -1

    @property
    def end(self) -> Hex:
        """Where it ends."""
        return self.path[-1]


class Flight(NamedTuple):
    """One retreat: all its units at the same time (16.44)."""

    side: str
    force: tuple[Unit, ...]
    """Everybody who retreats in it."""
    hexes: int = 2
    """How far (16.4, 16.45)."""
    through: bool = True
    """Whether an enemy ZOC may be passed at all (16.45)."""
    led: bool = False
    """Whether the other side leads: then a safe way goes before any other (16.45, R151)."""
    under_attack: frozenset[Hex] = frozenset()
    """Defender hexes still under a Declared Attack (16.43)."""
    shunned: frozenset[Hex] = frozenset()
    """Hexes that are fought over in this very battle."""


# ---------------------------------------------------------------------- one hex
@rule("efs:16.41", "efs:16.47", "efs:10.48", "efs:R50")
def passes(c: Ctx, u: Unit, a: Hex, b: Hex) -> bool:
    """Whether the ground lets a unit retreat from a hex into the next: as it could move there, bridges and ice used."""
    if on_rails(c, u) or afloat(c, u):
        return access(c, u, a, b) == AT_WILL
    kind = class_of(c, u)
    steps = [node % WAYS for node, h, _ in network(c, [kind]).row(a * WAYS + OPEN) if h == b]
    if kind.how == HEAVY and key(c, b) in (MUD, SNOW):
        steps = [way for way in steps if way != RAIL]
    return bool(steps)


@rule("efs:16.47", "efs:10.45", "efs:10.44", "efs:R50", "efs:R165")
def crosses(c: Ctx, u: Unit, a: Hex, b: Hex) -> bool:
    """Whether a unit gets over a major river as it could with its whole allowance, where no bridge or ice serves it.

    The bridge of the motorway serves no Axis units on foot: the river is one without a bridge to them.
    """
    if tables(c).river(a, b) != MAJOR_RIVER or is_gun(c, u) or on_rails(c, u) or afloat(c, u):
        return False
    return not passes(c, u, a, b) and access(c, u, a, b) == AT_WILL


@rule("efs:16.41", "efs:16.44", "efs:16.48")
def _held(c: Ctx, h: Hex, f: Flight) -> bool:
    """Whether a combat unit of the side that does not retreat with the others is in a hex."""
    return any(u not in f.force for u in combat_units(c, h, f.side))


@rule("efs:16.41", "efs:16.48")
def _hot(c: Ctx, h: Hex, f: Flight) -> bool:
    """Whether a hex is vacant and in an enemy ZOC."""
    return bool(in_zoc(c, c.other(f.side))[h]) and not _held(c, h, f)


@rule("efs:16.41", "efs:16.47")
def _open(c: Ctx, units: Sequence[Unit], a: Hex, b: Hex, f: Flight, first: bool) -> bool:
    """Whether units may retreat from a hex into the next, enemy ZOC and stacking left aside."""
    if b not in c.data.in_play or b in f.shunned or enemy_combat_at(c, b, f.side):
        return False
    over = first or not edition(c).rivers_end_retreats
    return all(passes(c, u, a, b) or (over and crosses(c, u, a, b)) for u in units)


@rule("efs:16.47")
def _stops(c: Ctx, units: Sequence[Unit], a: Hex, b: Hex) -> bool:
    """Whether a retreat ends behind a major river without bridge or ice, where an edition ends it there."""
    return edition(c).rivers_end_retreats and not all(passes(c, u, a, b) for u in units)


@rule("efs:16.42", "efs:16.43", "efs:16.48", "efs:21.31")
def _full(c: Ctx, units: Sequence[Unit], h: Hex, f: Flight) -> bool:
    """Whether units may not end in a hex for want of room, or because it is still under attack."""
    start = c.state.hex_of[units[0]]
    there = [u for u in units_at(c, h) if c.roster.side[u] == f.side and not (u in f.force and h == start)]
    return h in f.under_attack or fits(c, [*there, *units], h) is not None


# ---------------------------------------------------------------------- whole ways
@rule("efs:16.4", "efs:16.48", "efs:R47")
def _walk(c: Ctx, units: Sequence[Unit], f: Flight, length: int, through: bool) -> Iterator[Way]:
    """All ways of some length, each hex one farther from the first; room at the end is left aside."""
    rank = LONGER if length > f.hexes else FREE
    return _on(c, units, f, length, through, rank, (c.state.hex_of[units[0]],), -1)


def _on(
    c: Ctx, units: Sequence[Unit], f: Flight, length: int, through: bool, rank: int, path: tuple[Hex, ...], zoc: Hex
) -> Iterator[Way]:
    """The same of those that begin with a path, on which one hex at most, ``zoc``, lies in an enemy zone."""
    start, here, far = path[0], path[-1], len(path)
    for n in c.grid.adjacent[here]:
        if c.grid.distance(start, n) != far or not _open(c, units, here, n, f, far == 1):
            continue
        hot, last = _hot(c, n, f), far == length or _stops(c, units, here, n)
        if hot and (last or not through or zoc >= 0):
            continue
        passed = n if hot else zoc
        if last:
            yield Way((*path[1:], n), THROUGH if passed >= 0 else rank, passed)
        else:
            yield from _on(c, units, f, length, through, rank, (*path, n), passed)


@rule("efs:16.46", "efs:16.47")
def is_fixed(c: Ctx, u: Unit) -> bool:
    """Whether a unit can never retreat: its allowance is zero, or it is a gun in firing mode."""
    return not allowance(c, u)


@rule("efs:16.47", "efs:16.48")
def _may_pass(c: Ctx, units: Sequence[Unit], f: Flight) -> bool:
    """Whether a retreat of some units may go through a vacant hex in enemy ZOC: with trains as the edition has it."""
    return f.through and (edition(c).rails_pass_zones or not any(on_rails(c, u) for u in units))


@rule("efs:16.4", "efs:16.42", "efs:16.43", "efs:16.45", "efs:16.48", "efs:R47", "efs:R151")
def ways(c: Ctx, units: Sequence[Unit], f: Flight) -> dict[Hex, Way]:
    """The best way to each hex where units of one hex may end their retreat together; they share one path."""
    return _kept_ways(c, tuple(units), f)


@derived()
def _kept_ways(c: Ctx, units: tuple[Unit, ...], f: Flight) -> dict[Hex, Way]:
    if any(is_fixed(c, u) for u in units):
        return {}
    through = _may_pass(c, units, f)
    near = list(_walk(c, units, f, f.hexes, False))
    found = _best(c, (w for w in near if not _full(c, units, w.end, f)))
    if not found:
        longer = _walk(c, units, f, f.hexes + 1, False) if near else ()
        found = _best(c, (w for w in longer if not _full(c, units, w.end, f)))
    if not through or (f.led and found):
        return found
    past = _best(c, _past(c, units, f, farther=not found))  # a free way in the wrong direction binds no owner
    return found | {h: way for h, way in past.items() if h not in found}


@rule("efs:16.42", "efs:16.43", "efs:16.48", "efs:R266")
def _past(c: Ctx, units: Sequence[Unit], f: Flight, *, farther: bool) -> list[Way]:
    """The ways through one vacant hex in enemy ZOC; a hex ``farther`` for want of room where nothing else is open."""
    past = [w for w in _walk(c, units, f, f.hexes, True) if w.zoc >= 0]
    open_ = [w for w in past if not _full(c, units, w.end, f)]
    if open_ or not past or not farther:
        return open_
    longer = (w for w in _walk(c, units, f, f.hexes + 1, True) if w.zoc >= 0)
    return [w for w in longer if not _full(c, units, w.end, f)]


def _best(c: Ctx, found: Iterable[Way]) -> dict[Hex, Way]:
    """One way to each end: in the cover of woods or swamp where it passes the enemy (chart retreat)."""
    best: dict[Hex, Way] = {}
    for way in found:
        if way.end not in best or _bare(c, way) < _bare(c, best[way.end]):
            best[way.end] = way
    return dict(sorted(best.items()))


def _bare(c: Ctx, way: Way) -> tuple[bool, tuple[Hex, ...]]:
    return way.zoc >= 0 and not is_cover(c, way.zoc), way.path


def is_cover(c: Ctx, h: Hex) -> bool:
    """Whether a hex has the woods or swamp that help on the Retreat Table."""
    terrain = c.board.terrain_name(h)
    return terrain == "swamp" or terrain.startswith("wood")


@rule("efs:16.4", "efs:16.42", "efs:16.48")
def common_ways(c: Ctx, units: Sequence[Unit], f: Flight) -> dict[Hex, Way]:
    """Ways for a whole stack; a hex too long only where none of them alone has a better one.

    Past the enemy their owner may lead them at any time, their enemy only where none of them has a better way.
    """
    found = ways(c, units, f)
    if len(units) == 1 or all(w.rank == FREE for w in found.values()):
        return found
    alone = [min((w.rank for w in ways(c, [u], f).values()), default=THROUGH) for u in units]
    if min(alone) > FREE:
        return found
    return {h: w for h, w in found.items() if w.rank == FREE or (w.rank == THROUGH and not f.led)}


# ---------------------------------------------------------------------- no way at all
@rule("efs:16.42", "efs:16.43", "efs:16.46", "efs:16.48", "efs:R48", "efs:R49", "efs:R266")
def why_none(c: Ctx, u: Unit, f: Flight) -> tuple[str, Hex]:
    """Why a unit without a way has none, and the hex in which it stops: it is lost there."""
    here = c.state.hex_of[u]
    if is_fixed(c, u):
        return TRAPPED, here
    through = _may_pass(c, [u], f)
    for past in (False, True) if through else (False,):
        for length in (f.hexes + 1, f.hexes):
            for way in _walk(c, [u], f, length, past):
                return CROWDED, way.end
    return (OVER_EDGE, here) if _edge(c, u, f) else (TRAPPED, here)


@rule("efs:11.37", "efs:16.46")
def shut_in(c: Ctx, u: Unit, f: Flight) -> bool:
    """Whether a unit that could retreat has no hex beside it to go to, whatever zones reach there."""
    here = c.state.hex_of[u]
    return not is_fixed(c, u) and not any(_open(c, [u], here, n, f, True) for n in c.grid.adjacent[here])


@rule("efs:16.46", "efs:R48")
def _edge(c: Ctx, u: Unit, f: Flight) -> bool:
    """Whether a unit could leave the scenario area on its way back, keeping to the rules so far."""
    edge, seen = [(c.state.hex_of[u], 0)], set[Hex]()
    start = c.state.hex_of[u]
    while edge:
        h, far = edge.pop()
        if any(n < 0 or n not in c.data.in_play for n in c.grid.neighbours[h]):
            return True
        for n in c.grid.adjacent[h]:
            on = far + 1 < f.hexes and n not in seen and c.grid.distance(start, n) == far + 1
            if on and _open(c, [u], h, n, f, far == 0) and not _stops(c, [u], h, n) and not _hot(c, n, f):
                seen.add(n)
                edge.append((n, far + 1))
    return False
