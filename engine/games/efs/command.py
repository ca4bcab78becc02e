"""21.1, 21.2: what Soviet headquarters command, the points they have left, and what a Non-Op one forbids around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.games.efs.edition import edition
from engine.games.efs.interdicted import level
from engine.games.efs.kinds import is_combat, is_flotilla, is_hq
from engine.games.efs.tables import Ctx
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good, while_same

NON_OP = 1
"""``mode`` of a headquarters that shows its Non-Op side."""
PHASE = "soviet-motorized"
"""The phase in which headquarters activate."""
ACTIVATE, GUARDS, REACT, ORDERS = "activate", "guards", "react", "orders"
"""What command points are spent on; each use has the whole value in every phase (R110)."""


class Cover(NamedTuple):
    """By hex the headquarters in whose command range it lies, in the order of the counters."""

    operational: dict[Hex, tuple[Unit, ...]]
    non_op: dict[Hex, tuple[Unit, ...]]


# ---------------------------------------------------------------------- who commands what
@rule("efs:21.11", "efs:21.21")
@derived("hex_of", "mode")
def cover(c: Ctx) -> Cover:
    """What lies in range of the headquarters on the map: terrain and enemies do not matter, Non-Op ones have it too."""
    s = c.state
    there = [(u, s.hex_of[u], s.mode[u] == NON_OP) for u in headquarters(c) if s.hex_of[u] >= 0]
    return while_same(c, "cover", there, lambda: _cover(c, there))


def _cover(c: Ctx, there: Iterable[tuple[Unit, Hex, bool]]) -> Cover:
    found = Cover({}, {})
    for u, h, lame in there:
        side = found.non_op if lame else found.operational
        for n in c.grid.within(h, c.data.constant("command_range")):
            side[n] = (*side.get(n, ()), u)
    return found


@for_good
def headquarters(c: Ctx) -> list[Unit]:
    """All headquarters of the game, on the map or not."""
    return [u for u in range(len(c.roster)) if is_hq(c, u)]


@rule("efs:21.22", "efs:21.26")
def non_op_over(c: Ctx, h: Hex) -> tuple[Unit, ...]:
    """The Non-Op headquarters in whose range a hex lies, whatever operational ones reach it too."""
    return cover(c).non_op.get(h, ())


@rule("efs:21.22", "efs:21.25")
def commanders(c: Ctx, h: Hex) -> tuple[Unit, ...]:
    """The operational headquarters that command in a hex: none where the range of a Non-Op one overlaps theirs."""
    return () if non_op_over(c, h) else cover(c).operational.get(h, ())


# ---------------------------------------------------------------------- command points
@rule("efs:21.12", "efs:21.25", "efs:12.35", "efs:21.41", "efs:14.66")
def value(c: Ctx, hq: Unit, use: str) -> int:
    """Command points of a headquarters for a use in a phase: one Guards unit comes free, Non-Op ones have none.

    Interdiction takes its level from the printed ones. What it has doubled for a Mandated Attack counts to activate,
    never for the free Guards unit.
    """
    if c.state.mode[hq] == NON_OP or (use in (ACTIVATE, GUARDS) and barred(c, hq)):
        return 0
    if use == GUARDS:
        return 1
    more = c.state.doubled[c.roster.ids[hq]] if use == ACTIVATE and c.state.phase == PHASE else 0
    return commands(c, hq) + more


@rule("efs:14.66", "efs:21.13")
def commands(c: Ctx, hq: Unit) -> int:
    """The command value of an operational headquarters, less the level of interdiction in its hex."""
    h = c.state.hex_of[hq]
    return max(c.roster.number("command", hq) - (level(c, h) if h >= 0 else 0), 0)


@rule("efs:21.12")
def barred(c: Ctx, hq: Unit) -> bool:
    """Whether the scenario lets other headquarters than this activate units in this turn."""
    named = c.scenario.get("command", {}).get("activating", {}).get(str(c.state.turn))
    return named is not None and c.roster.ids[hq] not in named


@rule("efs:21.13", "efs:R110")
def left(c: Ctx, hq: Unit, use: str) -> int:
    """Command points of a headquarters that are not yet spent on a use in this phase."""
    return value(c, hq, use) - c.state.points_used.get(_spent(c, hq, use), 0)


def spend(c: Ctx, hq: Unit, use: str, points: int = 1) -> None:
    """Take command points of a headquarters for a use; a negative number gives them back."""
    key = _spent(c, hq, use)
    c.state.points_used[key] = c.state.points_used.get(key, 0) + points
    if not c.state.points_used[key]:
        del c.state.points_used[key]
    c.touch()


def _spent(c: Ctx, hq: Unit, use: str) -> str:
    return f"{c.roster.ids[hq]} {use}"


def ready(c: Ctx, h: Hex, use: str) -> list[Unit]:
    """The headquarters that command in a hex and have points left for a use, those with most left first."""
    return sorted((hq for hq in commanders(c, h) if left(c, hq, use) > 0), key=lambda hq: (-left(c, hq, use), hq))


@rule("efs:21.12", "efs:21.22", "efs:21.25")
def commanded(c: Ctx, h: Hex, use: str) -> Refusal | None:
    """Why no headquarters has a point for a hex."""
    if ready(c, h, use):
        return None
    if lame := non_op_over(c, h):
        text = f"{c.label(h)} lies in range of the Non-Op {c.roster.short[lame[0]]}: no headquarters commands there."
        return Refusal("efs:21.22", text, (h,), lame)
    if (near := commanders(c, h)) and use in (ACTIVATE, GUARDS) and all(barred(c, hq) for hq in near):
        text = f"{c.roster.names(near)}: the scenario lets other headquarters activate units in this turn."
        return Refusal("efs:21.12", text, (h,), near)
    if near:
        text = f"{c.roster.names(near)} in range of {c.label(h)} has no command point left in this phase."
        return Refusal("efs:21.12", text, (h,), near)
    return Refusal("efs:21.11", f"No operational headquarters is in range of {c.label(h)}.", (h,))


# ---------------------------------------------------------------------- movement near a Non-Op headquarters
@rule("efs:21.27")
@derived("hex_of", "mode")
def zones(c: Ctx) -> list[tuple[list[Unit], int]]:
    """Non-Op headquarters whose ranges overlap as one zone each, and how many units may begin to move in it."""
    return [(g, min(c.roster.number("recovery", v) for v in g) - 1) for g in _groups(c, c.state.hex_of)]


def _groups(c: Ctx, where: Sequence[Hex]) -> list[list[Unit]]:
    """The Non-Op headquarters of each zone, if they stood in some hexes, by unit."""
    hqs = [u for u in headquarters(c) if where[u] >= 0 and c.state.mode[u] == NON_OP]
    if edition(c).non_op_apart:
        return [[u] for u in hqs]
    reach, groups = 2 * c.data.constant("command_range"), list[list[Unit]]()
    for u in hqs:
        near = [g for g in groups if any(c.grid.distance(where[u], where[v]) <= reach for v in g)]
        groups = [g for g in groups if g not in near]
        groups.append(sorted([u, *(v for g in near for v in g)]))
    return sorted(groups)


@rule("efs:21.27", "efs:R62")
def fix_zones(c: Ctx, side: str) -> None:
    """At the start of a movement phase: who stands in a zone of Non-Op headquarters, and how many of them may move.

    A zone bears the name of the first headquarters in it, and holds back nobody but their own side.
    """
    s = c.state
    s.zone = [-1] * len(c.roster)
    s.zone_left.clear()
    for group, limit in zones(c):
        if c.roster.side[group[0]] != side:
            continue
        inside = set().union(*(c.grid.within(s.hex_of[u], c.data.constant("command_range")) for u in group))
        s.zone_left[c.roster.ids[group[0]]] = max(limit, 0)
        for u, h in enumerate(s.hex_of):
            if h in inside and c.roster.side[u] == side and is_combat(c, u) and not _free(c, u):
                s.zone[u] = group[0]
    c.touch()


@rule("efs:21.27")
def _free(c: Ctx, u: Unit) -> bool:
    """Whether a unit moves near Non-Op headquarters as it likes: these themselves do, and where an edition has it so
    flotillas."""
    return (is_hq(c, u) and c.state.mode[u] == NON_OP) or (is_flotilla(c, u) and edition(c).flotillas_unbound)


@rule("efs:21.27")
def held_back(c: Ctx, units: Sequence[Unit]) -> Refusal | None:
    """Whether units that begin to move together are more than the zone of a Non-Op headquarters lets go."""
    s = c.state
    in_zones = {u: _zones_of(c, u) for u in units}
    for zone in sorted(set().union(*in_zones.values())):
        inside = [u for u in units if zone in in_zones[u]]
        free = s.zone_left[c.roster.ids[zone]]
        if len(inside) > free:
            more = f"only {free} more" if free else "no more"
            text = f"In the zone of the Non-Op {c.roster.short[zone]} {more} may begin to move in this phase."
            return Refusal("efs:21.27", text, units=tuple(inside))
    return None


@rule("efs:21.27")
def set_out(c: Ctx, units: Iterable[Unit]) -> None:
    """Units begin to move: those in a zone of Non-Op headquarters count, once."""
    s = c.state
    for u in units:
        for zone in _zones_of(c, u):
            s.zone_left[c.roster.ids[zone]] -= 1
        s.zone[u] = -1
    c.touch()


@rule("efs:21.27")
def _zones_of(c: Ctx, u: Unit) -> list[Unit]:
    """The headquarters for whose zones a unit that has not moved counts: that of its zone, or all in range of it."""
    s, most = c.state, c.data.constant("command_range")
    if s.zone[u] < 0 or not edition(c).non_op_apart:
        return [s.zone[u]] if s.zone[u] >= 0 else []
    named = (c.roster.by_id[name] for name in s.zone_left)
    return [hq for hq in named if c.grid.distance(s.origin[hq], s.origin[u]) <= most]


@rule("efs:21.27", "efs:R273")
def zone_at(c: Ctx, h: Hex) -> int:
    """The headquarters that names the Non-Op zone of a hex, -1 for none: bridge markers and flights count there.

    The zone is that of the start of the phase, also where its first headquarters has moved off since.
    """
    lame, left = set(non_op_over(c, h)), c.state.zone_left
    if not lame:
        return -1
    return next((g[0] for g in _groups(c, c.state.origin) if lame.intersection(g) and c.roster.ids[g[0]] in left), -1)
