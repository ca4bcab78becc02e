"""Flags of a whole map as one integer, a bit a node: a flood that takes a step everywhere at once.

Where only it matters what is reached, and not how far it is or over which way, this takes a tenth of the time.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

Bits = int
"""A bit for each node, the lowest for node 0."""
Shifts = tuple[tuple[int, Bits], ...]
"""What lies beside what: by the difference of the numbers of two neighbours, from which nodes one may go there."""
_VALUES = bytes.maketrans(b"01", b"\x00\x01")
_DIGITS = b"0" + b"1" * 255


def shifts(neighbours: Sequence[Sequence[int]]) -> Shifts:
    """The neighbours of each node as a flood wants them."""
    found: dict[int, int] = {}
    for node, beside in enumerate(neighbours):
        for n in beside:
            found[n - node] = found.get(n - node, 0) | 1 << node
    return tuple(sorted(found.items()))


def marked(nodes: Iterable[int]) -> Bits:
    """The bits of some nodes."""
    found = 0
    for node in nodes:
        found |= 1 << node
    return found


def flags(bits: Bits, size: int) -> bytearray:
    """One byte a node, 1 for those whose bit is set."""
    return bytearray(f"{bits:0{size}b}"[::-1].encode().translate(_VALUES))


def packed(found: bytes | bytearray) -> Bits:
    """The bits of the nodes whose byte is not 0: ``flags`` the other way about."""
    return int(found[::-1].translate(_DIGITS), 2) if found else 0


def spread(ways: Shifts, edge: Bits, seen: Bits, ends: Bits, most: int) -> tuple[Bits, Bits]:
    """What is seen after up to ``most`` steps from ``edge``, and the nodes that the last of them reached.

    Nothing seen is reached again, and from the nodes of ``ends`` no step is made.
    """
    while edge and most > 0:
        most -= 1
        edge = stepped(ways, edge & ~ends) & ~seen
        seen |= edge
    return seen, edge


def stepped(ways: Shifts, start: Bits) -> Bits:
    """The nodes one step away from some."""
    found = 0
    for by, able in ways:
        found |= (start & able) << by if by > 0 else (start & able) >> -by
    return found


class Flood:
    """Floods over the same ways within bounds that differ a little: each begins where that first matters to it.

    The steps of one of them are kept, with all that it had looked at before each.
    """

    def __init__(self, ways: Shifts) -> None:
        self._ways = ways
        self._given: tuple[Bits, Bits, Bits] = (0, 0, 0)
        self._steps: list[tuple[Bits, Bits]] = []
        """Of each step the nodes from which it is made, and all that was reached before it."""
        self._looked: list[Bits] = []

    def reached(self, starts: Bits, closed: Bits, ends: Bits, keep: bool = True) -> Bits:
        """All nodes that are reached from ``starts``: none that are closed, from those of ``ends`` no step is made.

        Those to ``keep`` are what others begin with.
        """
        before, holds = self._given, -1
        if starts == before[0]:
            changed = (closed ^ before[1]) | (ends ^ before[2])
            holds = bisect_right(self._looked, False, key=lambda looked: bool(looked & changed)) - 1
        if holds >= 0 and not keep:
            return self._from(holds, closed, ends, changed)
        if holds < 0:
            self._steps, self._looked, holds = [(starts & ~closed, starts & ~closed)], [starts], 0
        self._given = starts, closed, ends
        del self._steps[holds + 1 :], self._looked[holds + 1 :]
        return self._finished(closed, ends)

    def _from(self, holds: int, closed: Bits, ends: Bits, changed: Bits) -> Bits:
        """Go on from a step until all that is changed is behind, and all else that was reached there is again: what
        was reached farther on is reached too then."""
        (edge, reached), final = self._steps[holds], self._steps[-1][1]
        felt = changed & self._looked[-1]
        past = bisect_left(self._looked, True, key=lambda looked: not felt & ~looked) + 1
        waits = past < len(self._steps)
        before = self._steps[past][1] & ~changed if waits else 0
        while edge:
            edge = stepped(self._ways, edge & ~ends) & ~reached & ~closed
            reached |= edge
            if waits and not (before & ~reached or felt & ~(reached | closed) or felt & edge):
                reached |= final & ~self._steps[past][1]
                edge &= ~final
                waits = False
        return reached

    def _finished(self, closed: Bits, ends: Bits) -> Bits:
        """Go on from the last step that is kept, and keep those to come."""
        (edge, reached), looked = self._steps[-1], self._looked[-1]
        while edge:
            found = stepped(self._ways, edge & ~ends)
            looked |= found
            edge = found & ~reached & ~closed
            reached |= edge
            self._steps.append((edge, reached))
            self._looked.append(looked)
        return reached
