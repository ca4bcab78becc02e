"""Searches of a whole map, such as lines of supply: where little has changed, most of the last one holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Any

from engine.components.grid import Hex
from engine.components.paths import sweep, sweep_on
from engine.play.step import Context

Search = tuple[dict[Hex, int], dict[Hex, Hex]]
"""Steps from the nearest start to every hex that was reached, and the hex before each."""
Flags = bytes | bytearray
"""One byte a hex, 0 or 1."""


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


def different(a: Flags, b: Flags) -> Iterator[Hex]:
    """The hexes whose flags differ, in ascending order."""
    if a == b:
        return
    mixed = (int.from_bytes(a, "little") ^ int.from_bytes(b, "little")).to_bytes(len(a), "little")
    h = mixed.find(1)
    while h >= 0:
        yield h
        h = mixed.find(1, h + 1)
