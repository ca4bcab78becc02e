"""Searches of a whole map, such as lines of supply: where little has changed, most of the last one holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

from engine.components.grid import Hex
from engine.components.paths import sweep, sweep_on
from engine.components.stages import Routes, Stage, in_stages
from engine.play.step import Context

Search = tuple[dict[Hex, int], dict[Hex, Hex]]
"""Steps from the nearest start to every hex that was reached, and the hex before each."""
Flags = bytes | bytearray
"""One byte a hex, 0 or 1."""

FAR_ROUND = 400
"""Hexes looked at for a way round one that was closed, before everything is searched anew."""


def swept(
    c: Context[Any], name: str, ways: Sequence[Sequence[Hex]], starts: Sequence[Hex], closed: Flags, ends: Flags
) -> Search:
    """What ``sweep`` finds, which is taken over from the last search of this name as far as that holds.

    Ways lead from a hex to hexes beside it. Whoever asks for the result must not change it.
    """
    key, given = ("swept", name), (ways, tuple(starts), bytes(closed), bytes(ends))
    kept = c.kept.get(key)
    if kept is None or kept[0][0] is not ways or kept[0][1] != given[1]:
        found = sweep(ways, starts, closed, ends)
    else:
        found = kept[1]
        far = holds_to(c.grid.adjacent, found[0], kept[0][2:], (closed, ends))
        if far < 0:
            found = sweep(ways, starts, closed, ends)
        elif far < inf:
            found = sweep_on(ways, found, int(far), closed, ends)
    c.kept[key] = given, found
    return found


def holds_to(
    adjacent: Sequence[Sequence[Hex]], length: Mapping[Hex, int], before: tuple[Flags, Flags], now: tuple[Flags, Flags]
) -> float:
    """Up to how many steps a search holds that was made with other flags for closed hexes and for ends of lines.

    Less than 0 for not at all, infinite where nothing that has changed matters to it.
    """
    far = inf
    for h in different(before[0], now[0]):
        if h in length:
            far = min(far, length[h] - 1)
        elif not now[0][h]:
            far = min(far, min((length[n] for n in adjacent[h] if n in length), default=inf))
    for h in different(before[1], now[1]):
        far = min(far, length.get(h, inf))
    return far


@dataclass
class _Staged:
    """A search in stages that was made."""

    stages: list[Stage]
    """Without what is closed."""
    sources: tuple[Hex, ...]
    closed: list[int]
    """By stage the flags as one number."""
    found: Routes
    size: int
    """Flags of a stage."""

    @cached_property
    def looked(self) -> int:
        """The flags of all hexes that it asked about."""
        flags = bytearray(self.size)
        for h in self.found.looked(self.stages):
            flags[h] = 255
        return int.from_bytes(flags, "little")

    def holds(self, stages: list[Stage], sources: tuple[Hex, ...], closed: list[int]) -> bool:
        """Whether the same would be found again."""
        same = self.stages == stages and self.sources == sources
        return same and not any((now ^ then) & self.looked for now, then in zip(closed, self.closed, strict=True))


def staged(c: Context[Any], name: Any, stages: Sequence[Stage], sources: Sequence[Hex]) -> Routes:
    """What ``in_stages`` finds, taken over from the last search of this name where only hexes have been closed or
    opened that it never asked about."""
    ways, closed = [s._replace(closed=b"") for s in stages], [int.from_bytes(s.closed, "little") for s in stages]
    kept = c.kept.get(("staged", name))
    last: _Staged | None = kept and kept[0]
    if last is not None and last.holds(ways, tuple(sources), closed):
        return last.found
    found = in_stages(stages, sources)
    size = max([len(s.closed) for s in stages], default=0)
    c.kept["staged", name] = _Staged(ways, tuple(sources), closed, found, size), found
    return found


# ---------------------------------------------------------------------- whether a hex is reached at all
@dataclass(slots=True)
class Region:
    """The hexes that a search reaches, however far: asked of by ``in``."""

    flags: bytearray

    def __contains__(self, h: Hex) -> bool:
        return h >= 0 and self.flags[h] == 1


def region(
    c: Context[Any], name: str, ways: Sequence[Sequence[Hex]], sources: Collection[Hex], closed: Flags
) -> Region:
    """The hexes joined to a source that is not closed: the last region of this name, mended where hexes have changed.

    Ways lead to and fro.
    """
    key, given = ("region", name), (ways, bytes(closed))
    kept = c.kept.get(key)
    found: Region | None = None
    if kept is not None and kept[0][0] is ways:
        found = _mended(kept[1], ways, sources, kept[0][1], closed)
    if found is None:
        flags = bytearray(len(closed))
        for h in sources:
            if not closed[h]:
                _fill(ways, flags, h, closed)
        found = Region(flags)
    c.kept[key] = given, found
    return found


def _mended(
    old: Region, ways: Sequence[Sequence[Hex]], sources: Collection[Hex], before: Flags, closed: Flags
) -> Region | None:
    """A region after some hexes were closed or opened; ``None`` where it must be found anew."""
    changed = list(different(before, closed))
    if not changed:
        return old
    flags = bytearray(old.flags)
    for h in changed:
        if closed[h] and flags[h]:
            flags[h] = 0
            if h in sources or not _joined(ways, flags, [n for n in ways[h] if flags[n]]):
                return None
    for h in changed:
        if not closed[h] and (h in sources or any(flags[n] for n in ways[h])):
            _fill(ways, flags, h, closed)
    return Region(flags)


def _joined(ways: Sequence[Sequence[Hex]], flags: Flags, hexes: Sequence[Hex]) -> bool:
    """Whether flagged hexes are joined to each other, without looking far."""
    wanted, seen, edge = set(hexes[1:]), set(hexes[:1]), list(hexes[:1])
    for h in edge:
        if not wanted or len(edge) > FAR_ROUND:
            break
        for n in ways[h]:
            if flags[n] and n not in seen:
                seen.add(n)
                wanted.discard(n)
                edge.append(n)
    return not wanted


def _fill(ways: Sequence[Sequence[Hex]], flags: bytearray, start: Hex, closed: Flags) -> None:
    """Flag a hex and all that is joined to it."""
    edge = [] if flags[start] else [start]
    flags[start] = 1
    for h in edge:
        for n in ways[h]:
            if not flags[n] and not closed[n]:
                flags[n] = 1
                edge.append(n)


def different(a: Flags, b: Flags) -> Iterator[Hex]:
    """The hexes whose flags differ, in ascending order."""
    if a == b:
        return
    mixed = (int.from_bytes(a, "little") ^ int.from_bytes(b, "little")).to_bytes(len(a), "little")
    h = mixed.find(1)
    while h >= 0:
        yield h
        h = mixed.find(1, h + 1)
