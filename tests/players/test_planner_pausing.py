"""Standing still for some phases: begun and ended by what it costs and brings."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.components.grid import Hex, Unit
from engine.players.planner.pausing import balance, broken_off, pausing


@dataclass
class Blow:
    """An attack."""

    target: Hex
    value: float
    units: list[tuple[Unit, Hex]] = field(default_factory=list)


def test_attacks_are_lost_for_as_many_phases_as_it_lasts() -> None:
    assert balance(3, [Blow(1, 2.0), Blow(2, 1.5)], 8.0) == (10.5, 8.0)


def test_it_begins_where_it_brings_more_than_it_costs() -> None:
    for lost, gain, wanted in ((10.0, 8.0, "end"), (2.0, 8.0, "pause")):
        assert max(pausing(lost, gain), key=lambda idea: idea.score).action.verb == wanted


def test_it_is_broken_off_where_it_costs_more() -> None:
    assert [action.verb for action, _ in broken_off(10.0, 8.0)] == ["abort"]
    assert broken_off(2.0, 8.0) == []
