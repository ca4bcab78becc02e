"""Helpers that are lent out, in a made-up game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.players.planner.lending import Help, Lending, Loan
from engine.players.planner.sets import finished

AT = [1, 1, 2, 3]
"""Where four units are; their number is their strength."""
FIRST, SECOND = 10, 11


@dataclass
class Strike:
    """An attack that is to come."""

    target: Hex
    units: list[tuple[Unit, Hex]]
    value: float


def terms(*, far: Sequence[Hex] = (), helps: Mapping[Hex, float] | None = None, saves: float = 0.0) -> Help[Strike]:
    """A helper adds as much to an attack as is told by its target, and saves as much for each unit in a hex."""
    more = helps or {}
    return Help(
        at=AT,
        serves=lambda h: h not in far,
        attack=float,
        strength=float,
        helped=lambda strike, u, helper: strike.value + more.get(strike.target, 0.0) + 0.01 * u,
        saved=lambda h, units: saves * len(units),
    )


def lent(found: Help[Strike], strikes: Sequence[Strike], helpers: Sequence[Unit] = (FIRST, SECOND)) -> list[Loan]:
    stacks = {1: [0, 1], 2: [2], 3: [3]}
    return [loan for loan in Lending(found, strikes, stacks).work(helpers) if loan is not None]


NORTH = Strike(20, [(0, 1), (1, 1)], 1.0)
SOUTH = Strike(30, [(2, 2), (3, 3)], 2.0)


def test_each_goes_where_it_brings_most_and_no_two_to_one_hex() -> None:
    first, second = lent(terms(helps={20: 5.0, 30: 1.0}), [NORTH, SOUTH])
    assert first.gain == pytest.approx(5.01) and first[1:] == (FIRST, 1, 20, True)
    assert (second.unit, second.hex) == (3, 30)
    only = lent(terms(helps={20: 5.0, 30: 1.0}, far=[2, 3]), [NORTH, SOUTH])
    assert [(loan.helper, loan.hex) for loan in only] == [(FIRST, 20)], "the second can come nowhere"


def test_holding_a_hex_may_be_worth_more_than_an_attack() -> None:
    first, second = lent(terms(helps={30: 1.0}, saves=0.8), [SOUTH])
    assert first.gain == pytest.approx(1.6) and first[1:] == (FIRST, 1, 1, False), "the stronger of the stack"
    assert second.attacks and second.unit == 3


def test_what_brings_little_goes_with_the_best_attack() -> None:
    (first, second) = lent(terms(), [NORTH, SOUTH])
    assert [(loan.gain, loan.unit, loan.hex) for loan in (first, second)] == [(0.0, 3, 30), (0.0, 2, 30)]
    assert lent(terms(), []) == []


def test_an_attack_that_does_not_pay_is_bettered_from_nothing() -> None:
    (loan,) = lent(terms(helps={20: 3.0}), [Strike(20, [(1, 1)], -2.0)], [FIRST])
    assert loan.gain == pytest.approx(1.01), "without help it is not made"


def test_a_loan_is_told_as_an_action_with_its_reason() -> None:
    roster = SimpleNamespace(ids=[f"u{u}" for u in range(12)], short=[f"U{u}" for u in range(12)])
    c: Any = SimpleNamespace(roster=roster, board=SimpleNamespace(describe=lambda h: f"hex {h}"))
    stacks = {1: [0, 1], 2: [2], 3: [3]}
    verbs = ("join", "free")
    free, one, end = finished(
        Lending(terms(helps={30: 1.0}, saves=0.8), [SOUTH], stacks).told(c, [FIRST], [SECOND], verbs)
    )
    assert one == (Action("join", ("u10", "u1")), "U10 helps U1 to hold hex 1: worth +1.6.")
    assert free == (Action("free", ("u11",)), "U11 is 1 that can go elsewhere.")
    assert end == (Action("end"), "1 stack is supported.")
    assert finished(Lending(terms(), [], {}).told(c, [FIRST], [SECOND], verbs)) == [
        (Action("end"), "0 stacks are supported.")
    ]
    (action, why), _ = finished(Lending(terms(), [NORTH], stacks).told(c, [FIRST], [], verbs))
    assert str(action) == "join u10 u1" and why == "U10 helps U1 to attack hex 20: worth +0.0."
