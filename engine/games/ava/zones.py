"""Occupation, zones of control and lines of communication: sections 3.2 and 3.3."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf

from engine.components.grid import Hex, Unit
from engine.components.paths import sweep
from engine.components.wide import Bits, flags, marked, packed, spread, stepped
from engine.games.ava.choices import choices
from engine.games.ava.lines import Communications, way_back
from engine.games.ava.tables import Ctx, Near, tables
from engine.kit.sweeps import holds_to, swept
from engine.play.asked import Supply
from engine.play.citing import rule
from engine.play.fields import derived, stacks

FAR = 1_000_000
"""Longer than any line of communications."""


def fortress_hexes(c: Ctx) -> list[Hex]:
    """Hexes with a fortress marker; only the Soviets have them (14.0)."""
    return [c.board.index[label] for label in sorted(c.state.fortress)]


@derived("hex_of", "fortress")
def held(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes with units of a side; a fortress marker counts as a combat unit (14.2)."""
    roster = c.roster
    found = {h for h, units in stacks(c).items() if roster.side[units[0]] == side}
    return frozenset(found | set(fortress_hexes(c)) if side == "soviet" else found)


@rule("ava:3.2", "ava:14.2")
@derived("hex_of", "fortress")
def zone(c: Ctx, side: str) -> bytearray:
    """One byte a hex: 1 in the zones of control of a side.

    Zones reach over major rivers, but neither into water nor over prohibited hexsides (3.2); a hex with a fortress
    marker feels none (14.2).
    """
    flags = bytearray(c.grid.size)
    beside = tables(c).beside
    for h in held(c, side):
        for n in beside[h]:
            flags[n] = 1
    if side == "axis":
        for h in fortress_hexes(c):
            flags[h] = 0
    return flags


@derived("hex_of", "fortress")
def hindrances(c: Ctx, side: str) -> tuple[Bits, Bits]:
    """The zones of control of a side and the hexes that it holds, as bits."""
    return packed(zone(c, side)), marked(held(c, side))


# ---------------------------------------------------------------------- lines of communication
@rule("ava:3.3")
def friendly_sources(c: Ctx, side: str) -> list[Hex]:
    """Supply sources of a side that the enemy does not control (ruling R35)."""
    return [h for h in tables(c).sources(side) if c.state.control.get(c.label(h), side) == side]


@rule("ava:3.3")
@derived("hex_of", "fortress", "control")
def lines(c: Ctx, side: str) -> Communications:
    """Length of the shortest line of communications to every hex that one reaches, and the way back.

    A line never enters a hex with enemy units; it ends in an enemy zone of control unless a friendly unit is there.
    Soviet lines have any length. Axis lines follow the railroad from the source and then go up to six hexes.
    """
    if side == "axis":
        return lines_along(c, side, tables(c).along("railroad", side), c.data.constant("loc_rail_distance"))
    return (choices(c).soviet_lines or _open_lines)(c)


def _open_lines(c: Ctx) -> Communications:
    """Soviet lines of any length over open country (3.3)."""
    closed, ends, starts = _rules_of_lines(c, "soviet")
    t = tables(c)
    length, before = swept(c, "soviet lines", t.lines_over("soviet"), starts, closed, ends)
    found = Communications(length.copy(), before.copy(), (), {})
    for h, n in _into_mountains(t.line_ends("soviet"), found.length, closed, ends):
        found.length[n], found.before[n] = found.length[h] + 1, h
    return found


@derived("hex_of", "fortress", "control")
def _rules_of_lines(c: Ctx, side: str) -> tuple[bytearray, bytearray, list[Hex]]:
    """Flags of the hexes that a line may not enter, of those where it ends, and where lines begin (3.3)."""
    closed, ends = bytearray(c.grid.size), bytearray(zone(c, c.other(side)))
    for h in held(c, c.other(side)):
        closed[h] = 1
    for h in held(c, side):
        ends[h] = 0
    return closed, ends, [h for h in friendly_sources(c, side) if not closed[h]]


def lines_along(c: Ctx, side: str, ways: Near, limit: int) -> Communications:
    """Lines from the sources along ``ways``, such as railroads, and from there up to ``limit`` hexes further."""
    closed, ends, starts = _rules_of_lines(c, side)
    key, given = (lines_along, side, limit), (ways, starts, bytes(closed), bytes(ends))
    kept, t = c.kept.get(key), tables(c)
    if kept is not None and kept[0][0] is ways and kept[0][1] == starts:
        found: Communications = kept[1]
        if holds_to(c.grid.adjacent, found.length, kept[0][2:], (closed, ends)) == inf:
            return found
    first = Communications(*sweep(ways, starts, closed, ends), (), {})
    found = _beyond(t.lines_over(side), t.line_ends(side), first, closed, ends, limit)
    c.kept[key] = given, found
    return found


@rule("ava:3.3")
def _into_mountains(
    high: Mapping[Hex, Sequence[Hex]], length: dict[Hex, int], closed: bytearray, ends: bytearray
) -> list[tuple[Hex, Hex]]:
    """Mountain hexes that no line follows a road to, each after the nearest hex from which one ends there (R39)."""
    found: dict[Hex, Hex] = {}
    for h, beside in high.items():
        if h in length and not ends[h]:
            for n in beside:
                if n not in length and not closed[n] and (n not in found or length[h] < length[found[n]]):
                    found[n] = h
    return [(h, n) for n, h in found.items()]


@derived("control")
def quiet_lines(c: Ctx, side: str) -> Communications:
    """Where lines along railroads would run if there was no enemy: for advice on which to win back."""
    t, nothing = tables(c), bytearray(c.grid.size)
    rails = Communications(*sweep(t.along("railroad", side), friendly_sources(c, side), nothing, nothing), (), {})
    limit = c.data.constant("loc_rail_distance")
    return _beyond(t.lines_over(side), t.line_ends(side), rails, nothing, nothing, limit)


@rule("ava:3.3")
def reached(c: Ctx, side: str) -> bytearray:
    """Flags of the hexes that a line of communications reaches: those of ``lines``, found much sooner."""
    limits = bounds(c, side, held(c, side), held(c, c.other(side)))
    return flags(reached_within(c, side, limits), c.grid.size)


@rule("ava:3.2", "ava:3.3", "ava:14.2")
def bounds(c: Ctx, side: str, mine: Iterable[Hex], theirs: Iterable[Hex]) -> tuple[Bits, Bits]:
    """Hexes that lines of a side may not enter, and those where they end, were these the hexes held by both."""
    theirs = list(theirs)
    return marked(theirs), bounding(c, side, zones_around(c, theirs)) & ~marked(mine)


def zones_around(c: Ctx, hexes: Iterable[Hex]) -> Bits:
    """Where zones of control reach from some hexes (3.2)."""
    zones, around = 0, tables(c).around
    for h in hexes:
        zones |= around[h]
    return zones


@rule("ava:14.2")
def bounding(c: Ctx, side: str, zones: Bits) -> Bits:
    """Of zones of control those that lines of a side feel where none of its units are."""
    return zones & ~marked(fortress_hexes(c)) if side == "soviet" and c.state.fortress else zones


@rule("ava:3.3")
def reached_within(c: Ctx, side: str, limits: tuple[Bits, Bits], keep: bool = True) -> Bits:
    """What lines of a side reach where ``bounds`` are these, which others will be like where they are to ``keep``."""
    if side == "axis":
        return _reached(c, side, "railroad", c.data.constant("loc_rail_distance"), limits, keep)
    along = choices(c).soviet_ways
    if not along:
        return _reached(c, side, "", FAR, limits, keep)
    limit, found = c.data.constant("soviet_line_distance"), 0
    for kind in along:
        found |= _reached(c, side, kind, limit, limits, keep)
    return found


def _reached(c: Ctx, side: str, along: str, limit: int, limits: tuple[Bits, Bits], keep: bool) -> Bits:
    """The same of lines that follow one kind of way, if any, and then go up to ``limit`` hexes further."""
    t, (closed, ends) = tables(c), limits
    edge = t.floods(side, along).reached(_starts(c, side), closed, ends, keep)
    if not along:
        return (edge | stepped(t.wide_ends(side), edge & ~ends)) & ~closed
    ways = t.wide(side)
    seen, edge = spread(ways, edge, closed | edge, ends, limit - 1)
    ended = stepped(t.wide_ends(side), seen & ~closed & ~ends)
    return (spread(ways, edge, seen, ends, 1)[0] | ended) & ~closed


@derived("control")
def _starts(c: Ctx, side: str) -> Bits:
    """Where lines of a side begin."""
    return marked(friendly_sources(c, side))


@derived("hex_of", "fortress", "control")
def _in_reach(c: Ctx, side: str) -> bytearray:
    return reached(c, side)


def _beyond(
    near: Near, high: Mapping[Hex, Sequence[Hex]], rails: Communications, closed: bytearray, ends: bytearray, limit: int
) -> Communications:
    """Carry lines on from the railroad: a hex is reached anew with more steps where the whole line gets shorter."""
    best, steps = dict(rails.length), dict[Hex, int]()
    beyond: list[dict[Hex, Hex]] = []
    peaks: list[list[tuple[Hex, Hex]]] = []
    # Flat, for speed: the shortest line so far, and nothing is shorter where no line may enter.
    least = [-1 if flag else FAR for flag in closed]
    for h, d in best.items():
        least[h] = d
    layer = {h: d for h, d in best.items() if not ends[h]}
    for step in range(1, limit + 1):
        following: dict[Hex, int] = {}
        before: dict[Hex, Hex] = {}
        for h, d in sorted(layer.items()):
            d += 1
            for n in near[h]:
                if d < least[n]:
                    least[n] = following[n] = d
                    before[n] = h
        peaks.append(_into_mountains(high, layer, closed, ends))
        best.update(following)
        steps.update(dict.fromkeys(following, step))
        beyond.append(before)
        layer = {h: d for h, d in following.items() if not ends[h]}
    for step, found in enumerate(peaks, 1):
        for h, n in found:
            if n not in best:
                beyond[step - 1][n], steps[n] = h, step
                best[n] = best[h] + 1
    return Communications(best, rails.before, tuple(beyond), steps)


@rule("ava:12.1")
@derived("hex_of", "fortress", "control")
def rail_net(c: Ctx, side: str) -> frozenset[Hex]:
    """Railroad hexes that reinforcements of a side can reach.

    By railroad alone from a source, no hex with an enemy or in an enemy zone of control, friendly units or not.
    """
    t = tables(c)
    closed = bytearray(zone(c, c.other(side)))
    for h in held(c, c.other(side)):
        closed[h] = 1
    rails = t.along("railroad", side)
    starts = [h for h in friendly_sources(c, side) if not closed[h] and rails[h]]
    return frozenset(sweep(rails, starts, closed, closed)[0])


def communicates(c: Ctx, side: str, h: Hex) -> bool:
    """Whether a side can trace a line of communications to a hex (3.3, 16.1)."""
    if side == "soviet" and not choices(c).soviet_ways:
        return h in lines(c, side)[0]  # taken over from the last position, sooner than any search
    return h >= 0 and _in_reach(c, side)[h] == 1


def line_to(c: Ctx, side: str, h: Hex) -> tuple[Hex, ...]:
    """The shortest line of communications to a hex, from its source; empty if there is none.

    Away from the railroad each step is walked back by itself: a hex may be reached sooner over more of them.
    """
    return way_back(lines(c, side), h)


def supply_of(c: Ctx, u: Unit) -> Supply:
    """Supply of a unit as a check would find it now (11.1)."""
    side, h = c.roster.side[u], c.state.hex_of[u]
    if h < 0:
        return Supply("off the map", False, (), -1, "ava:11.1")
    path = line_to(c, side, h)
    word = "in communications" if path else "out of communications"
    return Supply(word, bool(path), path, path[0] if path else -1, "ava:3.3")
