"""Ways by which enemies come from outside, on a made-up line: what they cost, and where a unit bars them best."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

import pytest

from engine.components.grid import Grid, Hex
from engine.players.planner.garrisons import Spot
from engine.players.planner.incursions import AHEAD, FAR, MOST, Incursions, rationed

PLAIN = Grid(12, 3)
ROW = range(12, 24)
"""Hexes of the line, from west to east."""
FORK = (20, PLAIN.adjacent[20][0])


def line(*more: tuple[Hex, Hex]) -> Sequence[Sequence[Hex]]:
    """The line, with further parts of it."""
    found: dict[Hex, set[Hex]] = {h: set() for h in PLAIN}
    for a, b in [*pairwise(ROW), *more]:
        found[a].add(b)
        found[b].add(a)
    return [sorted(found[h]) for h in PLAIN]


class Line(Incursions):
    """Enemies come from the east end; own units stand where they are told to."""

    def __init__(
        self, goals: Mapping[Hex, float], *, ready: Collection[Hex] = (), others: Collection[Hex] = (),
        firm: Collection[Hex] = (), now: Collection[Hex] = ROW, alike: Collection[Hex] = (), front: Hex = -1,
        ways: Sequence[Sequence[Hex]] | None = None, comers: int = FAR,
    ) -> None:  # fmt: skip
        super().__init__(ways or line(), [PLAIN.adjacent[h] for h in PLAIN], [ROW[-1]])
        self._told, self._ready, self._others = goals, ready, others
        self._firm, self._now, self._once, self._front, self._comers = firm, now, alike, front, comers

    @property
    def goals(self) -> Mapping[Hex, float]:
        return self._told

    @property
    def alike(self) -> Collection[Hex]:
        return self._once

    @property
    def comers(self) -> int:
        return self._comers

    @property
    def now(self) -> Collection[Hex]:
        return self._now

    @property
    def firm(self) -> Collection[Hex]:
        return self._firm

    def exposed(self, h: Hex) -> bool:
        return h <= self._front

    def fighting(self, able: bool) -> Iterable[Hex]:
        return self._ready if able else self._others


def spots(found: Line, places: Collection[Hex] = ()) -> list[Spot]:
    return list(found.spots(places))


def test_what_enemies_can_come_to_is_in_danger_more_if_they_can_now() -> None:
    assert Line({14: 5.0}).danger == {14: 5.0}
    assert Line({14: 5.0}, now=()).danger == {14: pytest.approx(5.0 * AHEAD)}, "once the front has gone"
    assert not Line({14: 5.0}, now=(), firm=[18]).danger, "it is barred for good"
    assert not Line({2: 5.0}, now=()).danger, "no line leads there"
    assert not Line({}).danger and not spots(Line({}))


def test_one_unit_bars_the_line_near_where_it_stands() -> None:
    ((value, spot),) = spots(Line({14: 5.0}, ready=[6]))
    assert value == 5.0 and spot in ROW and PLAIN.distance(spot, 6) <= 2
    assert not spots(Line({14: 5.0})), "nobody is near"
    assert not spots(Line({14: 0.1}, ready=[6])), "a unit is dearer"
    assert spots(Line({14: 99.0}, ready=[6]))[0][0] == MOST


def test_who_comes_into_a_place_bars_it_there_and_who_may_act_goes_first() -> None:
    assert [h for _, h in spots(Line({14: 5.0}), places=[19])] == [19]
    assert spots(Line({14: 5.0}, others=[6])), "others are dearer, but go"
    assert not spots(Line({14: 0.6}, others=[6])) and spots(Line({14: 0.6}, ready=[6]))


def test_nobody_is_sent_where_he_may_be_driven_off_if_another_place_will_do() -> None:
    ((_, spot),) = spots(Line({13: 5.0}, ready=[4], front=17))
    assert spot > 17
    ((_, near),) = spots(Line({13: 5.0}, ready=[4]))
    assert near <= 17


def test_goals_that_count_once_are_barred_for_the_dearest() -> None:
    two = {14: 5.0, 16: 3.0}
    found = Line(two, ready=[8], alike=[14, 16])
    assert sum(found.danger.values()) == 5.0 and not set(two) & set(found.danger)
    ((value, spot),) = spots(found)
    assert value == 5.0 and spot > 15, "before both"
    ((apart, _),) = spots(Line(two, ready=[8]))
    assert apart == 8.0


def test_a_fork_takes_two_or_one_before_it() -> None:
    two = {15: 5.0, FORK[1]: 5.0}
    ((value, spot),) = spots(Line(two, ready=[22], now=[*ROW, FORK[1]], ways=line(FORK)))
    assert value == 10.0 and PLAIN.distance(spot, 22) <= 2


def test_no_more_is_lost_than_the_dearest_goals_of_so_many_as_come() -> None:
    assert rationed({1: 6.0, 2: 4.0, 3: 2.0}, 1) == {1: 3.0, 2: 2.0, 3: 1.0}
    assert rationed({1: 6.0, 2: 4.0, 3: 2.0}, 2) == pytest.approx({1: 5.0, 2: 10 / 3, 3: 5 / 3})
    assert rationed({1: 6.0, 2: 4.0}, FAR) == {1: 6.0, 2: 4.0} and not rationed({1: 6.0}, 0) and not rationed({}, 3)
    many = {13: 5.0, 15: 5.0, 17: 5.0, 19: 5.0}
    assert sum(Line(many, comers=2).danger.values()) == pytest.approx(10) and sum(Line(many).danger.values()) == 20
    ((value, _),) = spots(Line(many, ready=[8], comers=2))
    assert value == pytest.approx(10)
