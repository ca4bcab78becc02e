"""A plan: what each unit is told, which idea it came from, what speaks for it; and the words in which it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.players.planner.sectors import Stance

NOBODY = -1
"""Target of a unit that attacks nobody."""
SHOWN = 3
"""Parts of the worth that are told, the weightiest first."""
FAINT = 0.05
"""Parts weaker than this are not worth a word."""


class Order(NamedTuple):
    """What one unit is told: where to go, and whom to attack from there."""

    hex: Hex
    target: Hex = NOBODY


Orders = dict[Unit, Order]
"""What each unit that may act is told."""
Parts = tuple[tuple[str, float], ...]


class Proposal(NamedTuple):
    """What a pattern would have some units do, whatever the others do."""

    pattern: str
    orders: Mapping[Unit, Order]
    aim: Hex
    """The hex that it is about."""
    sector: int = -1
    """The number of the sector that it is about, -1 for none, and its stance there."""
    stance: Stance | None = None


@dataclass(frozen=True)
class Plan:
    """Orders for all units that may act, with their worth as the maps have it."""

    orders: Mapping[Unit, Order]
    patterns: tuple[str, ...]
    """The patterns that went into it, the one that it began with first."""
    aim: Hex
    parts: Parts = ()
    stances: Mapping[int, Stance] = field(default_factory=dict)
    """By the number of a sector what it is told."""
    ideas: Mapping[Unit, str] = field(default_factory=dict)
    """The pattern that each unit has its order from."""

    @property
    def kind(self) -> str:
        """The pattern that makes it another plan than the attacks of the phase, or waiting, by themselves."""
        return self.patterns[1] if len(self.patterns) > 1 else self.patterns[0]

    @property
    def told(self) -> str:
        """Its patterns as words, those that are left of them; waiting is told only where nothing else is done."""
        alive = {*self.ideas.values(), *(() if self.ideas else self.patterns)}
        found = [p for p in self.patterns if p in alive and p != "wait" and (p != "attack" or self.attacks)]
        return ", ".join(found) or ("wait" if self.patterns[0] == "wait" else "march")

    @property
    def value(self) -> float:
        """The sum of the parts."""
        return sum(value for _, value in self.parts)

    @property
    def attacks(self) -> dict[Hex, tuple[Unit, ...]]:
        """By target who attacks it."""
        found: dict[Hex, list[Unit]] = {}
        for u, order in sorted(self.orders.items()):
            if order.target != NOBODY:
                found.setdefault(order.target, []).append(u)
        return {h: tuple(units) for h, units in sorted(found.items())}


class Judged(NamedTuple):
    """A plan as it came out when it was played out, more than its worth on the maps."""

    plan: Plan
    value: float
    leaves: int = 0
    """Positions at its ends that were looked at; none where it was valued on the maps alone."""
    most: bool = False
    """Whether it is worth that at most: it was given up as soon as another one was known to be better."""


def share(u: Unit, parts: Parts, plan: Plan) -> str:
    """What one unit does in a plan, as the end of a sentence: where its order is from, and what it brings over doing
    nothing."""
    value = sum(value for _, value in parts)
    return f"{plan.ideas.get(u, plan.kind)}: {value:+.1f}{weighed(parts)}"


def weighed(parts: Parts) -> str:
    """The weightiest parts in brackets; nothing where all are faint."""
    told = sorted((p for p in parts if abs(p[1]) >= FAINT), key=lambda p: -abs(p[1]))[:SHOWN]
    return f" ({', '.join(f'{name} {value:+.1f}' for name, value in told)})" if told else ""


def beside(chosen: Judged, second: Judged | None) -> str:
    """The plan that came second, and by how much, as a sentence; nothing without one."""
    if second is None:
        return ""
    less = second.value - chosen.value
    worse = " at least" if second.most else ""
    return f" Second plan: {second.plan.told}, {f'{less:+.1f}{worse} against it' if abs(less) >= FAINT else 'as good'}."
