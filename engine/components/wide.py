"""Flags of a whole map as one integer, a bit a node: a flood that takes a step everywhere at once.

Where only it matters what is reached, and not how far it is or over which way, this takes a tenth of the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Bits = int
"""A bit for each node, the lowest for node 0."""
Shifts = tuple[tuple[int, Bits], ...]
"""What lies beside what: by the difference of the numbers of two neighbours, from which nodes one may go there."""
_VALUES = bytes.maketrans(b"01", b"\x00\x01")


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


def spread(ways: Shifts, edge: Bits, seen: Bits, ends: Bits, most: int) -> tuple[Bits, Bits]:
    """What is seen after up to ``most`` steps from ``edge``, and the nodes that the last of them reached.

    Nothing seen is reached again, and from the nodes of ``ends`` no step is made.
    """
    while edge and most > 0:
        most -= 1
        start, found = edge & ~ends, 0
        for by, able in ways:
            found |= (start & able) << by if by > 0 else (start & able) >> -by
        edge = found & ~seen
        seen |= edge
    return seen, edge
