"""What a turn has brought: who lost what, and the sentences that matter for the score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.components.grid import Unit
from engine.components.roster import Roster
from engine.play.event import Event

TELLING = ("victory", "points", "victory points", "fortress", "weather", "recovery", "surrender")
"""Kinds of events that a summary repeats as they are."""


@dataclass(slots=True)
class Losses:
    """What one side lost: units that are gone, in order, and steps of others that fought on."""

    gone: list[Unit] = field(default_factory=list)
    steps: int = 0


class TurnReport(NamedTuple):
    """What some events, as one side may read them, come to."""

    losses: dict[str, Losses]
    """By side, each in the order of the game's file."""
    told: tuple[Event, ...]
    battles: int
    """Those that a die was thrown for."""


def report(events: Iterable[Event], roster: Roster, sides: Sequence[str]) -> TurnReport:
    """Count what events tell. The steps of a unit that is gone are counted with the unit."""
    losses = {side: Losses() for side in sides}
    steps: Counter[Unit] = Counter()
    told, battles = [], 0
    for event in events:
        battles += event.kind == "combat" and bool(event.rolls)
        if event.kind in TELLING:
            told.append(event)
        for u in event.units if event.kind in ("eliminated", "loss") else ():
            lost = losses[roster.side[u]]
            if event.kind == "loss":
                steps[u] += 1
            elif u not in lost.gone:
                lost.gone.append(u)
    for u, n in steps.items():
        lost = losses[roster.side[u]]
        lost.steps += 0 if u in lost.gone else n
    return TurnReport(losses, tuple(told), battles)
