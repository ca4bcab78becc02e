"""Orders as deeds: what is alike wherever plans are carried out, whatever the actions of a game are called."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.players.planner.plan import NOBODY, Order


def aimed(
    orders: Mapping[Unit, Order], at: Sequence[Hex], able: Mapping[Hex, Collection[Unit]]
) -> dict[Hex, list[Unit]]:
    """By target those who are told to attack it, stand where they were told to, and may; ``at`` is where units are,
    ``able`` by target who may."""
    found: dict[Hex, list[Unit]] = {}
    for u, (h, target) in sorted(orders.items()):
        if target != NOBODY and at[u] == h and u in able.get(target, ()):
            found.setdefault(target, []).append(u)
    return found


def united(
    units: Sequence[Unit], group: Callable[[Unit], Hashable], together: Callable[[Sequence[Unit]], bool]
) -> list[Unit]:
    """As many of some units as may act ``together``, those of the group that has most of them first."""
    if together(units):
        return list(units)
    groups, kept = [group(u) for u in units], list[Unit]()
    for u in sorted(units, key=lambda u: (-groups.count(group(u)), u)):
        if together([*kept, u]):
            kept.append(u)
    return sorted(kept)
