"""What hangs on hexes that can be stormed: on one alone, or on two that stand in for each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.components.grid import Hex, Unit
from engine.players.planner.lifelines import AWAY
from engine.players.planner.severing import severed


@dataclass
class Enemies:
    count: int
    worth: float
    supplied: bool = True


BESIDE = {0: (1, 2), 1: (0, 3), 2: (0, 3), 3: (1, 2, 4), 4: (3, 5), 5: (4,)}
"""Two ways lead from the source 0 to 3, by 1 and by 2, one from there over 4 to 5."""
STACKS = {1: (11,), 2: (12,), 4: (14,), 5: (15, 16)}
FOES = {1: Enemies(1, 2.0), 2: Enemies(1, 2.0), 4: Enemies(1, 3.0), 5: Enemies(2, 20.0)}


def fed(moved: Mapping[Unit, Hex]) -> list[int]:
    """Hexes that a line reaches which is not closed by units 21 and 22."""
    closed, found, edge = {h for u, h in moved.items() if u > 20}, {0}, [0]
    assert all(h == AWAY for u, h in moved.items() if u < 20)
    while edge:
        edge = [n for h in edge for n in BESIDE[h] if n not in found and n not in closed]
        found.update(edge)
    return [int(h in found) for h in BESIDE]


def cut(*doors: Hex, hands: tuple[Unit, ...] = (21, 22)) -> dict[Hex, float]:
    able = {h: FOES[h] for h in doors}
    return severed(fed, FOES, STACKS.__getitem__, hands, able, lambda a, b: abs(a - b), 0.5)


def test_a_hex_brings_what_hangs_on_it_beyond_who_stands_there() -> None:
    assert cut(4) == {4: 10.0}
    assert cut(5) == {}


def test_of_two_that_stand_in_for_each_other_each_brings_half() -> None:
    assert cut(1) == {}
    assert cut(1, 2) == {1: 5.75, 2: 5.75}


def test_nobody_is_cut_off_by_nobody() -> None:
    assert cut(1, 2, 4, hands=()) == {}
