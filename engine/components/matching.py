"""Who gets what where many want the same: a new one is let in if those before it can make room (augmenting paths)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)


def joined(new: A, wishes: Mapping[A, Iterable[B]], taken: dict[B, A], tried: set[B] | None = None) -> bool:
    """Give somebody the first of its wishes that is free, or that who has it can do without for another of his.

    ``taken`` is who has what so far, one each, and is changed only where that works; whether it does comes back. Who is
    in ``taken`` keeps something, if not the same.
    """
    tried = set() if tried is None else tried
    for thing in wishes[new]:
        if thing not in tried:
            tried.add(thing)
            if thing not in taken or joined(taken[thing], wishes, taken, tried):
                taken[thing] = new
                return True
    return False


def everyone(order: Iterable[A], wishes: Mapping[A, Iterable[B]]) -> dict[B, A] | None:
    """Something for each, one after the other, by what is taken; ``None`` where one must go without."""
    taken = dict[B, A]()
    return taken if all(joined(new, wishes, taken) for new in order) else None


def seated(order: Iterable[A], wishes: Mapping[A, Sequence[B]], room: Mapping[B, int]) -> dict[A, B]:
    """A place for as many as possible of some, taken in one after the other; a place holds as many as its ``room``.

    Whoever was let in stays in, if not in the same place: those who come first in the order are sure to be among them.
    """
    found, left = dict[A, B](), dict(room)
    places = sum(max(n, 0) for n in left.values())
    for new in order:
        if len(found) == places:
            break
        _seat(new, wishes, left, found, set())
    return found


def _seat(new: A, wishes: Mapping[A, Sequence[B]], left: dict[B, int], found: dict[A, B], tried: set[B]) -> bool:
    for place in wishes[new]:
        if place in tried:
            continue
        tried.add(place)
        if left[place] > 0:
            left[place] -= 1
            found[new] = place
            return True
        for other in [other for other, taken in found.items() if taken == place]:
            if _seat(other, wishes, left, found, tried):
                found[new] = place
                return True
    return False
