"""Where units are wanted that come from outside, what moves alone bring, and hexes that others live by."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pytest

from engine.components.grid import Hex, Unit
from engine.players.planner.batches import marching, stacks, weakest
from engine.players.planner.knowledge import Stand
from engine.players.planner.needs import EMPTY, GOOD, Needs, promising, walked
from engine.players.planner.placing import fitting
from engine.players.planner.situation import Situation
from engine.players.planner.threats import feared
from engine.players.planner.weights import Weights
from tests.support.skirmish import Counter, Skirmish


def row(*counters: Counter, pace: int = 3, **more: object) -> Skirmish:
    return Skirmish(counters, columns=12, rows=1, pace=pace, **more)  # type: ignore[arg-type]


def wanted(front: Skirmish) -> Needs:
    return Needs(front, walked(front, (f.unit for f in front.forces("blue"))))


# ---------------------------------------------------------------------- who comes from outside
def test_an_empty_goal_in_danger_is_where_somebody_is_wanted_unless_it_is_lost_anyway() -> None:
    def found(attack: int, more: float) -> float:
        held = dict.fromkeys((1, 5), "red")
        front = row(Counter("blue", 8, attack=attack), Counter("red", 1), goals={5: 2.0, 1: 2.0}, holders=held)
        needs = wanted(front)
        assert needs.at(1, more) == needs.front(1), "far from the enemy"
        return needs.at(5, more) - needs.front(5)

    assert found(2, 2.0) == found(21, 3.0) == pytest.approx(2.0 + EMPTY) and found(21, 2.0) == pytest.approx(-EMPTY)


def test_by_railroad_goes_who_stands_behind_the_front_to_where_he_is_wanted_most() -> None:
    reds = [Counter("red", 0), Counter("red", 7), Counter("red", 7)]
    needs = wanted(row(Counter("blue", 8, attack=3), *reds, goals={6: 2.0}, holders={6: "red"}))
    assert [h for _, h in needs.rides(1, range(12), 0.3)] == [6, 7] and needs.rides(2, range(12), 0.3) == []
    assert needs.rides(1, [4], 0.3) == [] and needs.rides(99, range(12), 0.3) == []


def test_nobody_rides_to_where_there_is_no_supply_and_little_is_made_of_a_hex_that_counts_little() -> None:
    """The source of the red side is at one end; the enemy in the middle parts it from what lies behind him."""
    reds = [Counter("red", 0), Counter("red", 3), Counter("red", 10)]
    front = row(Counter("blue", 6), *reds, goals={9: 2.0, 4: 0.03}, holders={9: "red", 4: "red"}, sources={"red": 0})
    needs = wanted(front)
    assert {9, 4} <= needs.wanting() and [h for _, h in needs.rides(1, range(12), -9.0)] == [4]
    assert needs.goals[9] == pytest.approx(2.0 + EMPTY) and needs.goals[4] < EMPTY / 2


def test_nobody_goes_into_the_reserve_who_could_come_into_an_empty_goal_in_danger() -> None:
    goals: dict[str, Any] = {"goals": {6: 2.0}, "holders": {6: "red"}}
    alone = wanted(row(Counter("blue", 8, steps=(1.0,)), Counter("red", 4, steps=(0.01,)), **goals))
    both = wanted(row(Counter("blue", 8), Counter("red", 4, steps=(0.01,)), Counter("red", 6), **goals))
    assert alone.stored(1, 0) == -1.0 < both.stored(1, 0)


def test_whoever_guards_a_goal_alone_is_missed_there_and_what_the_enemy_has_left_is_wanted() -> None:
    goals, holders = {5: 2.0, 2: 3.0}, {5: "red", 2: "blue"}
    alone = wanted(row(Counter("blue", 8), Counter("red", 5), goals=goals, holders=holders))
    both = wanted(row(Counter("blue", 8), Counter("red", 5), Counter("red", 5), goals=goals, holders=holders))
    assert alone.gain(1, 3) < 0 and both.gain(1, 2) > 3.0 - EMPTY
    assert both.gain(1, 2) - alone.gain(1, 2) == pytest.approx(2.0 + EMPTY)


def test_strength_is_worth_what_can_be_won_with_it() -> None:
    blue = [Counter("blue", 4, defense=3), Counter("blue", 9, defense=8)]
    front = row(*blue, Counter("red", 3, attack=9), Counter("red", 8, attack=2), Counter("red", 0, attack=5))
    found = promising(front, lambda u: float(front.counters[u].attack))
    assert found == {3: 9.0, 8: pytest.approx(2.0 * 0.25 / GOOD)}


def test_who_is_struck_must_fear_it() -> None:
    alone = row(Counter("red", 5))
    assert feared(alone, 5) == 0.0 < feared(row(Counter("red", 5), Counter("blue", 6, attack=9)), 5)


# ---------------------------------------------------------------------- what only moves bring
def test_moves_bring_goals_that_are_walked_into_and_shut_own_ones() -> None:
    w = Weights()
    goals, holders = {6: 9.0, 2: 7.0}, {6: "blue", 2: "red"}
    assert marching(row(Counter("red", 3), Counter("blue", 11), goals=goals, holders=holders), w) == w.capture * 9.0
    open_ = row(Counter("red", 10), Counter("blue", 5), goals=goals, holders=holders)
    assert marching(open_, w) == pytest.approx(w.open * 7.0)


def test_who_stands_before_the_weakest_is_looked_at_first() -> None:
    able, defense = {1: [7], 2: [8, 9], 3: [9, 5]}, {1: 14.0, 2: 4.0, 3: 0.0}
    assert weakest(able, float, defense, 2) == [5, 8, 9]
    assert weakest(able, float, defense, 1) == [5, 9]


def test_things_are_held_together_by_where_they_are() -> None:
    assert stacks([4, 1, 3, 2], lambda u: u % 2) == {0: [4, 2], 1: [1, 3]}
    assert fitting([5, 3, 4], lambda u, gone: None if sum(gone) + u <= 9 else "full") == [5, 3]


# ---------------------------------------------------------------------- gates
class Gated(Skirmish):
    """A side lives by hex 6 alone; its second unit has a line through it."""

    living, foe = "blue", "red"

    def supplied(self, side: str, moved: Mapping[Unit, Hex]) -> Collection[Hex]:
        shut = side == self.living and 6 in self._held(self.foe, moved)
        return {h for h in self.grid if not shut}

    def line(self, u: Unit) -> Sequence[Hex]:
        own = self.counters[u]
        return [own.hex, 6] if own.side == self.living and own.hex != 6 else []


class GatedRed(Gated):
    living, foe = "red", "blue"


def test_a_hex_that_others_of_the_enemy_live_by_is_worth_more() -> None:
    def ground(severed: float) -> float:
        blue = [Counter("blue", 6, steps=(1.0,)), Counter("blue", 8)]
        front = Gated([Counter("red", 5, attack=9), *blue], columns=12, rows=1)
        s = Situation(front, [0], Weights(severed=severed))
        return dict(s.assault.exchange(6, [Stand(0, 5)], frozenset({5})))["ground"]

    assert ground(0.5) - ground(0.0) == pytest.approx(0.5)


def test_a_gate_that_the_side_lives_by_is_guarded_the_more() -> None:
    def free(severed: float) -> Mapping[Hex, float]:
        counters = [Counter("red", 2), Counter("blue", 8)]
        front = GatedRed(counters, columns=12, rows=1, goals={6: 9.0}, holders={6: "red"})
        return Situation(front, [0], Weights(severed=severed)).free_goals({})

    assert (free(0.0), free(0.5)) == ({6: 9.0}, {6: 9.5})
