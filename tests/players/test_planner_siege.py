"""What stacks do together, on a plain of hexes: a ring around who is in supply, an assault on what counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from engine.components.grid import Grid, Hex, Unit
from engine.players.planner.siege import Field, Scope, Siege, reopened

PLAIN = Grid(13, 13)
MID = 6 * 13 + 6
AROUND = sorted(PLAIN.adjacent[MID])
SIX = {u: h for u, h in enumerate(AROUND)}
"""Six units, each of which can come to one hex beside the stack in the middle."""


@dataclass
class Foe:
    """An enemy stack."""

    count: int = 2
    worth: float = 20.0
    supplied: bool = True


@dataclass
class Blow:
    """An assault."""

    units: list[tuple[Unit, Hex]]
    value: float


@dataclass
class Walk:
    """A plan of movement in which each unit can go to one hex."""

    places: Mapping[Unit, Hex]
    goal: dict[Unit, Hex] = field(default_factory=dict)
    attackers: set[Unit] = field(default_factory=set)
    why: dict[Unit, str] = field(default_factory=dict)
    danger: float = 0.0

    def __post_init__(self) -> None:
        self.free = sorted(self.places)

    def put(self, u: Unit, h: Hex, why: str) -> None:
        self.goal[u], self.why[u] = h, why

    @property
    def scope(self) -> Scope:
        return Scope(
            ways=lambda u: {self.places[u]},
            fits=lambda units, h: True,
            stays=lambda h: h in self.goal.values(),
            exposure=lambda units, h: self.danger,
        )


class March(Siege[Blow]):
    """Whoever is beside the stack attacks it; each attacker brings ``each``, twice as much against who is cut off."""

    good, cut = 2.0, 0.25

    def __init__(
        self,
        walk: Walk,
        foe: Foe,
        prize: float = 0.0,
        each: float = 0.5,
        lasting: bool = False,
        at: list[Hex] | None = None,
        others: Mapping[Hex, Foe] | None = None,
    ) -> None:
        ground = Field(
            prize=lambda h: prize,
            beside=PLAIN.adjacent.__getitem__,
            lanes=PLAIN.adjacent.__getitem__,
            feeds=lambda h, rim: rim,
            endures=lambda h: lasting,
            stand=lambda h: h != MID,
            guard=lambda u: u,
            name=lambda h: f"hex {h}",
        )
        super().__init__(walk, at or [0] * 6, {MID: foe, **(others or {})}, ground)
        self._each = each
        self._hired = SimpleNamespace(pool=self.p.free, used=set[Unit]())

    @property
    def planner(self) -> Any:
        return self._hired

    def strike(self, h: Hex, first: Sequence[tuple[Unit, Hex]] = (), starved: bool = False) -> Blow | None:
        told = dict(first)
        free = [(u, n) for u in self.p.free if u not in self._hired.used for n in self._scope.ways(u) if n in AROUND]
        units = [*first, *((u, n) for u, n in free if u not in told)]
        return Blow(units, len(units) * self._each * (2 if starved else 1)) if units else None

    def bind(self, units: list[tuple[Unit, Hex]], target: Hex) -> None:
        self._hired.used.update(u for u, _ in units)


def planned(march: March) -> March:
    for _ in march.work():
        pass
    return march


def test_six_units_close_a_ring_and_attack_who_is_in_it() -> None:
    walk = Walk(SIX)
    found = planned(March(walk, Foe()))
    assert walk.goal == SIX and {told.target for told in found.orders} == {MID}
    assert walk.why[0] == f"Closes the ring around 2 units in hex {MID}: worth +11.0."
    assert walk.attackers == set(SIX) and found.made[0].value == pytest.approx(6.0)


def test_a_ring_that_costs_more_than_it_brings_is_left_alone() -> None:
    found = planned(March(Walk(SIX), Foe(), each=-1.0))
    assert found.orders and not found.made, "much is cut off, whoever attacks it later"
    assert not planned(March(Walk(SIX), Foe(worth=2.0), each=-1.0)).orders, "and here too little"
    assert not planned(March(Walk(SIX, danger=1.0), Foe(), each=-1.0)).orders, "more is to be feared"


@pytest.mark.parametrize(("walk", "foe", "lasting"), [
    (Walk({u: h for u, h in SIX.items() if u}), Foe(), False),
    (Walk(SIX), Foe(supplied=False), False),
    (Walk(SIX), Foe(), True),
], ids=["a hex stays empty", "cut off already", "in supply whoever is around it"])  # fmt: skip
def test_no_ring_is_looked_for_where_there_can_be_none(walk: Walk, foe: Foe, lasting: bool) -> None:
    assert not planned(March(walk, foe, lasting=lasting)).orders


def test_what_counts_is_assaulted_where_that_is_good_enough() -> None:
    five = {u: h for u, h in SIX.items() if u}
    walk = Walk(five)
    found = planned(March(walk, Foe(), prize=3.0))
    assert walk.goal == five and walk.why[1] == f"5 units come for hex {MID}: worth +2.5."
    assert [told.unit for told in found.orders] == sorted(five)
    assert not planned(March(Walk(five), Foe(), prize=3.0, each=0.3)).orders
    assert not planned(March(Walk(five), Foe())).orders, "a stack elsewhere is worth a ring, no assault"


def test_who_has_a_place_already_is_left_where_he_is() -> None:
    walk = Walk(SIX, goal={0: AROUND[0]})
    found = planned(March(walk, Foe()))
    assert 0 not in walk.why and {told.unit for told in found.orders} == set(SIX) - {0}, "his hex is closed by him"


def test_another_plan_keeps_to_what_was_agreed_as_far_as_it_still_holds() -> None:
    found = planned(March(Walk(SIX), Foe()))
    later = Walk(SIX, goal={5: MID})
    found.kept(later, [0, 1, 5], [MID])
    assert later.goal == {0: SIX[0], 1: SIX[1], 5: MID} and later.attackers == {0, 1}
    gone = Walk(SIX)
    found.kept(gone, SIX, [])
    assert not gone.goal, "the enemy is no more there"
    assert found.joint() == set(), "all come out of one hex"


def test_who_stands_around_enemies_that_are_cut_off_stays_there() -> None:
    cut = Foe(supplied=False)
    walk = Walk(SIX)
    planned(March(walk, cut, at=AROUND))
    assert walk.goal == SIX and walk.why[0] == f"Keeps the ring closed around hex {MID}: worth +5.0."
    assert not planned(March(Walk(SIX), cut, at=[*AROUND[:5], 0])).orders, "somebody would have to come"
    assert not planned(March(Walk(SIX, danger=1.0), cut, at=AROUND)).orders, "more is to be feared"


def test_what_is_worth_most_is_agreed_on_first() -> None:
    class Two(March):
        """Of two places each unit could come to both; that which is named first brings less."""

        def strike(self, h: Hex, first: Sequence[tuple[Unit, Hex]] = (), starved: bool = False) -> Blow | None:
            free = [u for u in self.p.free if u not in self.planner.used]
            return Blow([(u, SIX[u]) for u in free], len(free) * (1.0 if h == MID else 2.0)) if free else None

    other = next(h for h in PLAIN.adjacent[AROUND[5]] if h not in (MID, *AROUND))
    march = planned(Two(Walk(SIX), Foe(supplied=False), prize=1.0, others={other: Foe(supplied=False)}))
    assert {told.target for told in march.orders} == {other}, "nobody is left for the first"


def test_a_ring_is_opened_again_where_somebody_who_was_cut_off_is_fed() -> None:
    fed = lambda moved: [0, bool(moved), 1]  # noqa: E731
    assert reopened(fed, [1, 2], {7: 0})
    assert not reopened(fed, [0, 2], {7: 0}), "one stays cut off, one was not"
