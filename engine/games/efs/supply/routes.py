"""6.1: Supply Routes of a side, found from the sources outward: railroad net, road net, Lines of Communications."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, count
from typing import Any

from engine.components.floods import Flood, bits_of, flood
from engine.components.grid import Hex
from engine.components.stages import FAR, Flags, Routes, Stage
from engine.games.efs import rails
from engine.games.efs.edition import edition
from engine.games.efs.forts import blocked
from engine.games.efs.supply import sources
from engine.games.efs.supply.lanes import (
    HARD,
    NONE,
    bad_weather,
    crossed,
    departs,
    lingering,
    open_country,
    open_lanes,
    roads,
)  # fmt: skip
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import fighters
from engine.games.efs.zones import in_zoc
from engine.kit.sweeps import staged
from engine.play.citing import rule
from engine.play.fields import derived, while_same

RAIL_NET, ROAD_NET, LINE = range(3)
"""Parts of a route, from the source on (6.12)."""
STANDING = ("hex_of", "mode", "steps_left", "overrun", "identity")
GROUND = ("ruined", "works", "weather", "frozen", "weathers", "climates", "broken", "spans")
DEPENDS = (*STANDING, *GROUND, "holder", "gauge", "memory")
"""Columns that decide where routes run: where a line may go, and where it may come from."""


@dataclass(frozen=True)
class Net:
    """What routes of a side reach, and how far their last part is from each hex."""

    stages: tuple[Stage, ...]
    """The parts of a route, Lines of Communications the last."""
    roots: tuple[Hex, ...]
    nets: Routes
    """What the parts before the lines reach."""
    lines: tuple[Flood, ...]
    """What lines reach from there, those that nothing shortens first."""

    def __contains__(self, h: Hex) -> bool:
        return h >= 0 and self._reached[h] == 1

    @cached_property
    def _reached(self) -> bytes:
        """One byte a hex: 1 where it is reached."""
        first, *others = (line.flags for line in self.lines)
        for flags in others:
            first = _joined(first, flags)
        return first

    def legs(self, h: Hex, around: Sequence[Sequence[Hex]]) -> tuple[tuple[Hex, ...], ...]:
        """The way to a hex that is reached in its parts, from the source on; ``around`` are the hexes beside each.

        It is the way that a search of the whole map finds first. Only the hexes of all shortest ways are searched:
        rings tell which they are, from the end back.
        """
        if h in self.nets:
            return (*self.nets.legs(h), (h,))
        number, line = next((n, line) for n, line in enumerate(self.lines) if h in line)
        stage = self.stages[-1]
        ways = stage.neighbours if stage.easy is None or not stage.searches[number][0] else stage.easy
        rings = [{h}]
        for far in range(line.far(h) - 1, -1, -1):
            rings.append({m for n in rings[-1] for m in around[n] if line.at(m, far) and n in ways[m]})
        edge, before = [start for start in self.nets.found if start in rings[-1]], dict[Hex, Hex]()
        for ring in rings[-2::-1]:
            for node in edge:
                before |= {n: node for n in ways[node] if n in ring and n not in before}
            edge = [n for n in before if n in ring]
        way = [h]
        while way[-1] in before:
            way.append(before[way[-1]])
        return (*self.nets.legs(way[-1]), tuple(reversed(way)))

    @cached_property
    def hexes(self) -> frozenset[Hex]:
        """All that is reached."""
        return frozenset(compress(count(), self._reached))

    def by_rail(self, h: Hex) -> bool:
        """Whether the railroad net reaches a hex."""
        found = self.nets.found.get(h)
        return found is not None and found[0] <= RAIL_NET

    def lengths(self) -> dict[Hex, int]:
        """Hexes of the line that was found for each hex that is reached, 0 on a net."""
        found = dict[Hex, int]()
        for line in reversed(self.lines):  # those that nothing shortens are looked at first
            found |= line.all_far()
        return found

    def steps(self, h: Hex, *, easily: bool = False) -> int:
        """Hexes of the line from a hex to its net or source, or of one that nothing shortens; ``FAR`` for none."""
        return min([line.far(h) for line in (self.lines[:1] if easily else self.lines)])


def _found(c: Ctx, side: str, stages: Sequence[Stage], roots: Sequence[Hex], name: str) -> Net:
    """What some parts of routes reach from sources; ``name`` is by what they are known again."""
    *parts, line = stages
    nets, (every, easy) = staged(c, (name, side), parts, roots), open_lanes(c, side)
    starts = bits_of(nets.found, c.grid.size)
    searches = ((easy if e and line.easy is not None else every, closed, most) for e, closed, most in line.searches)
    lines = [flood(ways, starts, closed, most) for ways, closed, most in searches]
    return Net(tuple(stages), tuple(roots), nets, tuple(lines))


# ---------------------------------------------------------------------- what is closed
@rule("efs:6.13", "efs:18.11", "efs:18.46", "efs:21.33", "efs:22.52", "efs:R8")
@derived(*STANDING, *GROUND)
def shut(c: Ctx, side: str) -> bytes:
    """One byte a hex: 1 where no route of a side runs, for enemy units, their zones without own units, their works."""
    enemy = c.other(side)
    flags = bytearray(in_zoc(c, enemy))
    for h in fighters(c, side):
        flags[h] = 0
    for h in (*fighters(c, enemy), *blocked(c, side)):
        flags[h] = 1
    found = _joined(flags, _outside(c))
    return while_same(c, ("shut", side), found, lambda: found)


def _outside(c: Ctx) -> bytes:
    """Hexes that are not in play."""
    memo = c.data.of_map
    if "outside" not in memo:
        memo["outside"] = tables(c).inside.translate(b"\1".ljust(256, b"\0"))
    found: bytes = memo["outside"]
    return found


def _joined(a: Flags, b: Flags) -> bytes:
    """The flags that either of two has."""
    return (int.from_bytes(a, "little") | int.from_bytes(b, "little")).to_bytes(len(a), "little")


# ---------------------------------------------------------------------- the three parts
def limits(c: Ctx) -> dict[str, int]:
    """Hexes of each part of a route by the words of the chart ``logistics``."""
    return tables(c).lengths


@rule("efs:6.16", "efs:11.12", "efs:19.11", "efs:22.34")
def _rail_stage(c: Ctx, side: str) -> Stage:
    """The railroad net, of any length."""
    return Stage(rails.ways(c, side), _joined(shut(c, side), rails.closed(c, side)), rails.foreign(c, side))


@rule("efs:6.15", "efs:R7")
def _road_stage(c: Ctx, side: str) -> Stage:
    """The road net: the hex of the source or railroad counts as its first, so that it goes on for one less."""
    length, short = limits(c)["road_net"] - 1, limits(c)["road_net_mud_snow"] - 1
    closed, ends = shut(c, side), bytes(c.grid.size)
    if bad_weather(c):
        return Stage(roads(c, side), closed, ends, short)
    soft = lingering(c)
    if not any(soft) or not edition(c).road_net_bad_hex:
        return Stage(roads(c, side), closed, ends, length)
    return Stage(roads(c, side), closed, ends, length, hard=soft, hard_limit=short)


@rule("efs:6.14", "efs:R7")
def _line_stage(c: Ctx, side: str) -> Stage:
    """Lines of Communications: the unit's own hex is not counted, the hex where the net is reached is."""
    length, short = limits(c)["loc_hexes"], limits(c)["loc_hexes_bad_weather"]
    ways, easy = open_country(c, side)
    closed, ends = shut(c, side), bytes(c.grid.size)
    if bad_weather(c):
        return Stage(ways, closed, ends, short)
    soft = lingering(c)
    return Stage(ways, closed, ends, length, hard=soft if any(soft) else None, hard_limit=short, easy=easy)


@rule("efs:6.11", "efs:6.12", "efs:6.21", "efs:6.24", "efs:R9")
@derived(*DEPENDS)
def net(c: Ctx, side: str) -> Net:
    """All that Supply Routes of a side reach now, with the major cities that are joined to a source."""
    cities = sources.cities(c, side)
    besieged = [h for city in cities for h in city if _enemy_in(c, side, h)]
    reads = _legs(c, side), besieged, _gates(c, side, cities), cities
    return while_same(c, ("net", side), reads, lambda: _net(c, side))


@derived(*GROUND)
def _gates(c: Ctx, side: str, cities: tuple[tuple[Hex, ...], ...]) -> list[str]:
    """How lines start from cities that wait for a route into each hex around them."""
    return [departs(c, h, n, side) for city in cities for h in city for n in c.grid.adjacent[h]]


def _legs(c: Ctx, side: str) -> tuple[Any, ...]:
    """What the parts of a route are found from: ways by railroad, road and over the ground, what bars them, sources."""
    ways = rails.ways(c, side), roads(c, side), crossed(c, side), bad_weather(c), lingering(c)
    return *ways, shut(c, side), rails.closed(c, side), rails.foreign(c, side), sources.working(c, side)


def _net(c: Ctx, side: str) -> Net:
    closed = shut(c, side)
    stages = [_rail_stage(c, side), _road_stage(c, side), _line_stage(c, side)]
    roots = [h for h in sources.working(c, side) if not closed[h]]
    waiting = list(sources.cities(c, side))
    if edition(c).cities_feed:
        roots += [h for city in waiting for h in city if h not in roots and not closed[h]]
        waiting = []
    found = _found(c, side, stages, roots, "supply")
    while new := [city for city in waiting if any(_reaches(c, found, side, h) for h in city)]:
        waiting = [city for city in waiting if city not in new]
        further = [h for city in new for h in city if h not in roots and not closed[h]]
        roots += further
        if any(found.nets.found.get(h, (LINE, 0))[0] != RAIL_NET for h in further):
            found = _found(c, side, stages, roots, "cities")
    return found


# ---------------------------------------------------------------------- from a hex
@rule("efs:6.13", "efs:6.14", "efs:R8")
def _first_step(c: Ctx, found: Net, side: str, h: Hex) -> Hex:
    """The hex where the line from a hex that no route passes begins; -1 for none.

    The own hex may lie in an enemy zone, in swamp or marsh: it is neither counted nor judged.
    """
    length, short = limits(c)["loc_hexes"], limits(c)["loc_hexes_bad_weather"]
    best, near = FAR, -1
    for n in c.grid.adjacent[h]:
        sort = departs(c, h, n, side) if n in found else NONE
        if sort:
            easy = FAR if sort == HARD or bad_weather(c) or lingering(c)[n] else found.steps(n, easily=True) + 1
            far = easy if easy <= length else found.steps(n) + 1
            if far < best and (easy <= length or far <= short):
                best, near = far, n
    return near


def _reaches(c: Ctx, found: Net, side: str, h: Hex) -> bool:
    return h in found or (h >= 0 and not _enemy_in(c, side, h) and _first_step(c, found, side, h) >= 0)


def _enemy_in(c: Ctx, side: str, h: Hex) -> bool:
    return h in fighters(c, c.other(side))


@rule("efs:6.12", "efs:6.32")
def traced(c: Ctx, h: Hex, side: str) -> bool:
    """Whether a Supply Route of a side can be traced from a hex now, whether anybody stands there or not."""
    return _reaches(c, net(c, side), side, h)


@rule("efs:7.44", "efs:6.12", "efs:6.13", "efs:R192")
@derived(*DEPENDS)
def _far(c: Ctx, side: str, *homes: Hex) -> Net:
    """All that lines of any length reach from the map-edge sources of a side, and from some cities."""
    return while_same(c, ("far", side, homes), _legs(c, side), lambda: _find_far(c, side, homes))


def _find_far(c: Ctx, side: str, homes: Iterable[Hex]) -> Net:
    closed, parts = shut(c, side), (_rail_stage(c, side), _road_stage(c, side), _line_stage(c, side))
    stages = [stage._replace(limit=FAR, hard=None, easy=None) for stage in parts]
    roots = [h for h in dict.fromkeys((*sources.working(c, side), *homes)) if not closed[h]]
    return _found(c, side, stages, roots, "far")


@rule("efs:7.44", "efs:20.11", "efs:R192")
def traced_far(c: Ctx, h: Hex, side: str, homes: Iterable[Hex] = ()) -> bool:
    """Whether a Supply Route leads from a hex to a source at the map edge, or to one of some cities, however long its
    parts are."""
    found = _far(c, side, *homes)
    if h in found:
        return True
    return not _enemy_in(c, side, h) and any(n in found and departs(c, h, n, side) != NONE for n in c.grid.adjacent[h])


def route(c: Ctx, h: Hex, side: str) -> tuple[tuple[Hex, ...], ...]:
    """The route from a hex in its three parts: railroad, road and line, each from the source on; empty for none."""
    found = net(c, side)
    if h in found:
        return found.legs(h, c.grid.adjacent)
    near = _first_step(c, found, side, h) if _reaches(c, found, side, h) else -1
    if near < 0:
        return ()
    *nets, line = found.legs(near, c.grid.adjacent)
    return (*nets, (*line, h))


# ---------------------------------------------------------------------- lines to one hex
@derived(*STANDING, *GROUND)
def _around(c: Ctx, side: str, h: Hex) -> Net:
    """What a Line of Communications reaches that ends in a hex."""
    return _found(c, side, [_line_stage(c, side)], [] if shut(c, side)[h] else [h], "line")


@rule("efs:6.14", "efs:6.26", "efs:15.21", "efs:8.43")
def line_between(c: Ctx, start: Hex, end: Hex, side: str) -> bool:
    """Whether a Line of Communications of a side leads from a hex to another, such as that of a supply unit."""
    return start == end or _reaches(c, _around(c, side, end), side, start)


def lines_to(c: Ctx, end: Hex, side: str) -> frozenset[Hex]:
    """The hexes from which a Line of Communications of a side leads to a hex: those it may pass, those of own units."""
    found = _around(c, side, end)
    return found.hexes | {h for h in fighters(c, side) if _reaches(c, found, side, h)}
