"""Attacks that oblige to others: what one draws in is paid for, and where that does not pay nobody attacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from engine.components.grid import Hex, Unit
from engine.play.action import Action, Refusal
from engine.players.planner.obliging import Aims, Chosen, Obliging, declared
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights
from tests.support.skirmish import Counter, Skirmish

FRONT = Skirmish([Counter("red", 20), Counter("red", 21), Counter("blue", 12), Counter("blue", 13)])
EASY, HARD = 12, 13
"""Two enemies, of whom the first can be attacked with a gain and the second with a loss."""


class Bound(Obliging):
    """Who attacks the easy one must take on the hard one as well."""

    def __init__(self, price: float, points: int = 0, weak: Collection[Unit] = ()) -> None:
        super().__init__(Situation(FRONT, (0, 1), Weights(), halted=(0, 1)), {EASY: (0, 1), HARD: (0, 1)}, points, str)
        self._price, self._weak = price, weak

    def gains(self, aims: Aims, units: tuple[Unit, ...]) -> tuple[float, float]:
        return (EASY in aims) * 1.0 - (HARD in aims) * self._price, 0.5

    def obliges(self, aims: Aims, units: tuple[Unit, ...]) -> Iterable[Hex]:
        return (HARD,) if EASY in aims else ()

    def spent(self, h: Hex, units: tuple[Unit, ...]) -> Collection[Unit]:
        return [u for u in units if u in self._weak]

    def deeds(self, aims: Aims, units: tuple[Unit, ...]) -> Iterable[Action]:
        return [Action("attack", (str(u), *map(str, aims))) for u in units]


def attacks(search: Bound) -> Chosen:
    *_, found = search.work()
    return found


def aimed(found: Mapping[Unit, Aims]) -> set[Hex]:
    return {h for aims in found.values() for h in aims}


def test_what_an_attack_obliges_to_is_attacked_too() -> None:
    search = Bound(price=0.4)
    found = attacks(search)
    assert aimed(found) == {EASY, HARD} and search.unmet(found) is None
    assert search.value(found) == pytest.approx(0.6)


def test_nobody_attacks_where_that_costs_more_than_it_brings() -> None:
    assert attacks(Bound(price=1.5)) == {}


def test_points_go_to_as_many_battles_as_there_are_points() -> None:
    two = {0: (EASY,), 1: (HARD,)}
    assert [Bound(0.4, points).value(two) for points in (0, 1, 2, 3)] == pytest.approx([0.6, 1.1, 1.6, 1.6])


def test_who_would_attack_with_nothing_begins_no_attack() -> None:
    assert attacks(Bound(price=0.4, weak=(0, 1))) == {}


class Chained(Bound):
    """The second of three who could attack the easy one is bound to the hard one as well, at a price."""

    def __init__(self, price: float) -> None:
        super().__init__(price)
        self.beside = {EASY: (0, 1), HARD: (1,)}

    def gains(self, aims: Aims, units: tuple[Unit, ...]) -> tuple[float, float]:
        return (EASY in aims) * (1.0 + 0.1 * len(units)) - (HARD in aims) * self._price, 0.0

    def obliges(self, aims: Aims, units: tuple[Unit, ...]) -> Iterable[Hex]:
        return (HARD,) if 1 in units and EASY in aims else ()


def test_an_attack_begins_without_those_who_oblige_to_more_than_they_bring() -> None:
    assert attacks(Chained(price=1.5)) == {0: (EASY,)}


class Third(Bound):
    """Who stands beside the easy one must take on the hard one; a third attacker of it obliges to what none can."""

    def __init__(self) -> None:
        super().__init__(0.4)
        self.beside = {EASY: (0, 1), HARD: (0, 1, 2)}

    def gains(self, aims: Aims, units: tuple[Unit, ...]) -> tuple[float, float]:
        return super().gains(aims, units)[0] + (2 in units), 0.0

    def obliges(self, aims: Aims, units: tuple[Unit, ...]) -> Iterable[Hex]:
        return [*super().obliges(aims, units), *([99] if 2 in units else [])]


def test_what_is_obliged_to_is_shared_among_those_bound_by_it_where_others_oblige_to_ever_more() -> None:
    found = attacks(Third())
    assert aimed(found) == {EASY, HARD} and 2 not in found


def phase(*, refused: bool = False) -> Any:
    """A step that declares attacks, of all that the duty looks at."""
    wrong = Refusal("front:4", "An attack lacks somebody.") if refused else None
    step = SimpleNamespace(check=lambda c, action: wrong)
    legal = [Action("cancel", ("12",)), Action("attack", ("0", "12"))]
    return SimpleNamespace(c=SimpleNamespace(step=step), legal=legal, notes={}, script=[])


def test_a_set_is_declared_once_and_called_off_where_it_cannot_stand() -> None:
    scene = phase()
    assert all(idea is None for idea in declared(scene, lambda: Bound(price=0.4), False, "cancel"))
    assert [action.verb for action, _ in scene.script] == ["attack", "attack", "done"]
    assert [why for _, why in scene.script] == [
        "The attack on 12 is worth +1.0, with help +1.5.", "The attack on 13 is worth -0.4, with help +0.1.",
        "All attacks together are worth +0.6.",
    ]  # fmt: skip
    (_, told), _ = Bound(price=0.4).actions({0: (EASY, HARD)})
    assert told == "The attack on 12 and 13 is worth +0.6, with help +1.1."
    assert list(declared(scene, lambda: Bound(price=0.4), False, "cancel")) == [], "it was declared before"
    assert list(declared(phase(), lambda: Bound(price=0.4), True, "cancel")) == []
    (idea,) = declared(phase(refused=True), lambda: Bound(price=0.4), True, "cancel")
    assert idea is not None and idea.action == Action("cancel", ("12",))
