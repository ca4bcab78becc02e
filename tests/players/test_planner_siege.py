"""What stacks do together, on a plain of hexes: a ring around who is in supply, an assault on what counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from engine.components.grid import Grid, Hex, Unit
from engine.players.planner.siege import Siege

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

    def ways(self, u: Unit) -> Mapping[Hex, int]:
        return {self.places[u]: 1}

    def fits(self, units: list[Unit], h: Hex) -> bool:
        return True

    def stays(self, h: Hex) -> bool:
        return h in self.goal.values()

    def exposure(self, units: list[Unit], h: Hex) -> float:
        return self.danger


class Field(Siege[Blow]):
    """Whoever is beside the stack attacks it; each attacker brings ``each``, twice as much against who is cut off."""

    good, cut = 2.0, 0.25

    def __init__(self, walk: Walk, foe: Foe, prize: float = 0.0, each: float = 0.5, lasting: bool = False) -> None:
        super().__init__(walk, [0] * 6, {MID: foe})
        self._prize, self._each, self._lasting = prize, each, lasting
        self._bound: set[Unit] = set()

    def hands(self) -> Iterable[Unit]:
        return self.p.free

    def busy(self) -> set[Unit]:
        return self._bound

    def strike(self, h: Hex, first: Sequence[tuple[Unit, Hex]] = (), starved: bool = False) -> Blow | None:
        told = dict(first)
        free = [(u, n) for u in self.p.free if u not in self._bound for n in self.p.ways(u) if n in AROUND]
        units = [*first, *((u, n) for u, n in free if u not in told)]
        return Blow(units, len(units) * self._each * (2 if starved else 1)) if units else None

    def bind(self, units: list[tuple[Unit, Hex]], target: Hex) -> None:
        self._bound.update(u for u, _ in units)

    def prize(self, h: Hex) -> float:
        return self._prize

    def beside(self, h: Hex) -> Iterable[Hex]:
        return PLAIN.adjacent[h]

    def lanes(self, h: Hex) -> Iterable[Hex]:
        return PLAIN.adjacent[h]

    def feeds(self, h: Hex, rim: bool) -> bool:
        return rim

    def endures(self, h: Hex) -> bool:
        return self._lasting

    def stand(self, h: Hex) -> bool:
        return h != MID

    def guard(self, u: Unit) -> Unit:
        return u

    def name(self, h: Hex) -> str:
        return f"hex {h}"


def planned(field: Field) -> Field:
    for _ in field.work():
        pass
    return field


def test_six_units_close_a_ring_and_attack_who_is_in_it() -> None:
    walk = Walk(SIX)
    found = planned(Field(walk, Foe()))
    assert walk.goal == SIX and {told.target for told in found.orders} == {MID}
    assert walk.why[0] == f"Closes the ring around 2 units in hex {MID}: worth +11.0."
    assert walk.attackers == set(SIX) and found.made[0].value == pytest.approx(6.0)


def test_a_ring_that_costs_more_than_it_brings_is_left_alone() -> None:
    found = planned(Field(Walk(SIX), Foe(), each=-1.0))
    assert found.orders and not found.made, "much is cut off, whoever attacks it later"
    assert not planned(Field(Walk(SIX), Foe(worth=2.0), each=-1.0)).orders, "and here too little"
    assert not planned(Field(Walk(SIX, danger=1.0), Foe(), each=-1.0)).orders, "more is to be feared"


@pytest.mark.parametrize(("walk", "foe", "lasting"), [
    (Walk({u: h for u, h in SIX.items() if u}), Foe(), False),
    (Walk(SIX), Foe(supplied=False), False),
    (Walk(SIX), Foe(), True),
], ids=["a hex stays empty", "cut off already", "in supply whoever is around it"])  # fmt: skip
def test_no_ring_is_looked_for_where_there_can_be_none(walk: Walk, foe: Foe, lasting: bool) -> None:
    assert not planned(Field(walk, foe, lasting=lasting)).orders


def test_what_counts_is_assaulted_where_that_is_good_enough() -> None:
    five = {u: h for u, h in SIX.items() if u}
    walk = Walk(five)
    found = planned(Field(walk, Foe(), prize=3.0))
    assert walk.goal == five and walk.why[1] == f"5 units come for hex {MID}: worth +2.5."
    assert [told.unit for told in found.orders] == sorted(five)
    assert not planned(Field(Walk(five), Foe(), prize=3.0, each=0.3)).orders
    assert not planned(Field(Walk(five), Foe())).orders, "a stack elsewhere is worth a ring, no assault"


def test_who_has_a_place_already_is_left_where_he_is() -> None:
    walk = Walk(SIX, goal={0: AROUND[0]})
    found = planned(Field(walk, Foe()))
    assert 0 not in walk.why and {told.unit for told in found.orders} == set(SIX) - {0}, "his hex is closed by him"
