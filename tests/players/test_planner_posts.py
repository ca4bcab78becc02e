"""What standing in a hex is worth: who strikes there and how likely, goals, supply; distances and lines behind it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.players.planner.distances import FARTHEST, Distances
from engine.players.planner.knowledge import Command
from engine.players.planner.lifelines import Lifelines
from engine.players.planner.plan import Order
from engine.players.planner.posts import Posts
from engine.players.planner.situation import Situation
from engine.players.planner.strikes import Strikes
from engine.players.planner.threats import Threat
from engine.players.planner.weights import Weights
from engine.players.planner.worth import Worth
from tests.support.skirmish import Counter, Skirmish

W = Weights(reply=1.0, pull=0.1)


def posts(front: Skirmish, w: Weights = W) -> Posts:
    return Situation(front, [f.unit for f in front.forces("red")], w).posts


def row(*counters: Counter, pace: int = 2, **more: object) -> Skirmish:
    return Skirmish(counters, columns=12, rows=1, pace=pace, **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------------- blows
def test_a_blow_counts_by_the_chance_that_its_command_acts() -> None:
    counters = Counter("red", 4), Counter("blue", 6, attack=9)
    whole = Threat(row(*counters), "blue")
    half = Threat(row(*counters, commands={"blue": [Command(frozenset({1}), 0.5)]}), "blue")
    never = Threat(row(*counters, commands={"blue": [Command(frozenset({1}), 0.0)]}), "blue")
    stack = row(*counters).forces("red")
    there = whole.blow(4, stack, 2)
    assert there.cost == 1.0 and there.emptied == 1.0
    assert half.blow(4, stack, 2) == pytest.approx((0.5, 0.5)) and never.blow(4, stack, 2) == (0.0, 0.0)


def test_two_commands_strike_one_after_the_other_and_take_no_more_than_there_is() -> None:
    counters = Counter("red", 4, steps=(1.0,)), Counter("blue", 6, attack=9), Counter("blue", 2, attack=9)
    two = [Command(frozenset({1}), 0.5), Command(frozenset({2}), 0.5)]
    found = Threat(row(*counters, commands={"blue": two}), "blue").blow(4, row(*counters).forces("red"), 0)
    assert found.cost == 1.0 and found.emptied == 0.75
    apart = [Strikes(row(*counters), "blue", [u]).strength(4) for u in (1, 2)]
    assert apart == [9, 9] and Strikes(row(*counters), "blue").strength(4) == 18


def test_nobody_strikes_where_it_costs_him_more_than_it_brings_but_for_a_goal() -> None:
    counters = Counter("red", 4, defense=2), Counter("blue", 6, attack=2)
    stack = row(*counters).forces("red")
    assert Threat(row(*counters), "blue").blow(4, stack, 2).cost == 0
    assert Threat(row(*counters, goals={4: 8.0}), "blue").blow(4, stack, 2).cost == 3.5
    assert Threat(row(*counters, goals={4: 8.0}, holders={4: "blue"}), "blue").blow(4, stack, 2).cost == 0


# ---------------------------------------------------------------------- posts
def test_a_hex_within_reach_of_a_mass_is_worth_less_than_one_behind() -> None:
    found = posts(row(Counter("red", 4), Counter("blue", 7, attack=9)))
    assert found.worth(0, 1) > found.worth(0, 4) and found.best(0, range(1, 7))[0][1] < 4


def test_a_friend_shares_the_danger() -> None:
    found = posts(row(Counter("red", 4), Counter("red", 4), Counter("blue", 7, attack=2)))
    assert found.danger(4, (0,)) == found.danger(4, (0, 1)) == 0
    hard = posts(row(Counter("red", 4), Counter("red", 4), Counter("blue", 7, attack=6)))
    assert hard.danger(4, (0,)) > hard.danger(4, (0, 1)) and hard.worth(0, 4, (1,)) > hard.worth(0, 4)


def test_who_is_lost_to_whoever_enters_is_afraid_near_the_enemy_unless_somebody_guards_him() -> None:
    front = row(Counter("red", 1, leads=True), Counter("red", 1, attack=0), Counter("blue", 5, attack=1))
    assert posts(front).danger(3, (0,)) == 0
    front.prizes = {0: 2.0}
    found = posts(front)
    assert found.danger(3, (0,)) == 2.0 and found.danger(2, (0,)) == 0, "as far as the enemy goes"
    assert found.danger(3, (0, 1)) == found.danger(3, (1,)) == 0
    assert found.worth(1, 3, (0,)) > found.worth(1, 3)


def test_goals_draw_from_afar_and_held_ones_only_while_the_enemy_is_near() -> None:
    far = posts(row(Counter("red", 2), goals={9: 10.0}, holders={9: "blue"}))
    assert 0 < far.alone(0, 2) < far.alone(0, 3) < far.alone(0, 9)
    quiet = posts(row(Counter("red", 2), goals={9: 10.0}, holders={9: "red"}))
    feared = posts(row(Counter("red", 2), Counter("blue", 11), goals={9: 10.0}, holders={9: "red"}))
    assert quiet.alone(0, 9) < 0 < feared.alone(0, 9)


def test_a_goal_is_taken_once_however_many_come() -> None:
    two = Counter("red", 2), Counter("red", 2)
    found = posts(row(*two, goals={4: 10.0}, holders={4: "blue"}))
    assert found.taking(4) == 9.0 and found.worth(0, 4) - found.worth(0, 4, (1,)) == pytest.approx(9.0)
    s = Situation(row(*two, goals={4: 10.0}, holders={4: "blue"}), [0, 1], W)
    parts = dict(Worth(s).parts({0: Order(4), 1: Order(4)}))
    assert parts["goals"] == 9.0


def test_standing_without_supply_costs_steps_and_moving_costs_a_little() -> None:
    found = posts(row(Counter("red", 2), sources={"red": 0}))
    assert dict(found.parts(0, 2))["line"] == 0 and dict(found.parts(0, 3))["march"] < 0
    cut = posts(row(Counter("red", 2), Counter("blue", 1), sources={"red": 0}))
    assert dict(cut.parts(0, 2))["line"] == -W.line * 1.5


def test_the_price_of_a_post_is_what_is_given_up_and_never_a_gain() -> None:
    found = posts(row(Counter("red", 3), Counter("blue", 7, attack=9)))
    assert found.price(0, 5) > found.price(0, 2) > 0
    from_danger = posts(row(Counter("red", 5), Counter("blue", 7, attack=9)))
    assert from_danger.price(0, 1) == W.march


# ---------------------------------------------------------------------- what it is drawn on
def test_distances_are_counted_once_and_end_somewhere() -> None:
    asked: list[int] = []

    def beside(h: int) -> list[int]:
        asked.append(h)
        return [n for n in (h - 1, h + 1) if n >= 0]

    ways = Distances(beside)
    assert (ways.between(0, 5), ways.between(0, FARTHEST + 9)) == (5, FARTHEST + 1)
    before = len(asked)
    assert ways.between(0, 7) == 7 and len(asked) == before


def test_a_line_carries_all_who_are_fed_by_it() -> None:
    front = row(Counter("red", 3, steps=(2.0,)), Counter("red", 5, steps=(1.0,)), Counter("red", 9), Counter("blue", 8),
                sources={"red": 0})  # fmt: skip
    lines = Lifelines(front, "red")
    assert lines.flow == {0: 3.0, 1: 3.0, 2: 3.0, 3: 1.0, 4: 1.0} and lines.reaches(5) and not lines.reaches(9)


# ---------------------------------------------------------------------- what else an attack brings
def test_driving_out_who_cuts_a_line_brings_those_behind_him_back() -> None:
    front = row(Counter("red", 8, steps=(2.0,)), Counter("red", 3), Counter("blue", 6), sources={"red": 0})
    plain, minded = (Situation(front, [0, 1], Weights(relief=share)) for share in (0.0, 0.5))
    assert minded.ground(6) - plain.ground(6) == 1.0 and minded.lifted(9) == 0
    whole = row(Counter("red", 4), Counter("red", 3), Counter("blue", 6), sources={"red": 0})
    assert Situation(whole, [0, 1], Weights(relief=0.5)).lifted(6) == 0, "nobody is cut off"


def test_where_two_stacks_shut_a_ring_each_of_them_is_worth_half_of_what_it_holds() -> None:
    front = row(Counter("red", 8, steps=(2.0,)), Counter("red", 2), Counter("blue", 5), Counter("blue", 6),
                sources={"red": 0})  # fmt: skip
    minded = Situation(front, [0, 1], Weights(relief=0.5))
    assert minded.relief(6) == 0.5 and minded.relief(5) == 0.0, "one of them is far from who is shut in"
    plain = row(Counter("red", 8, steps=(2.0,)), Counter("red", 2), Counter("blue", 6), sources={"red": 0})
    assert Situation(plain, [0, 1], Weights(relief=0.5)).relief(6) == 1.0


def test_driving_out_the_only_one_who_threatens_a_goal_makes_it_safe() -> None:
    red = [Counter("red", 4), Counter("red", 3)]
    w = Weights(menace=1.0)
    kept: dict[str, Any] = {"goals": {4: 8.0}, "holders": {4: "red"}, "pace": 5}
    alone = Situation(row(*red, Counter("blue", 7, attack=9), **kept), [1], w)
    assert alone.lifted(7) == alone.threat.blow(4, [alone.mine[0]], w.retreat).cost > 0
    two = Situation(row(*red, Counter("blue", 7, attack=9), Counter("blue", 9, attack=9), **kept), [1], w)
    assert two.lifted(7) < alone.lifted(7), "another could do it too"
    assert Situation(row(*red, Counter("blue", 7, attack=9), **kept), [1], Weights()).lifted(7) == 0


def test_a_goal_that_its_garrison_keeps_calls_nobody_but_one_that_may_fall_does() -> None:
    w = replace(W, safe=0.1)
    goal: dict[str, Any] = {"goals": {4: 10.0}, "holders": {4: "red"}}

    def called(w: Weights, *more: Counter) -> float:
        return posts(row(Counter("red", 1), *more, Counter("blue", 7, attack=4), **goal), w).pull(1)

    strong, weak = Counter("red", 4, defense=9), Counter("red", 4, defense=1)
    assert called(w, strong) == pytest.approx(0.1 * called(W, strong)) and called(W, strong) > 0
    assert called(w, weak) == called(W, weak) and called(w) == called(W)


def test_whoever_nears_a_goal_into_which_another_goes_gains_nothing_by_it() -> None:
    told: dict[str, Any] = {"goals": {6: 10.0}, "holders": {6: "blue"}}
    counters = Counter("red", 4), Counter("red", 2), Counter("red", 2)
    s = Situation(row(*counters, **told), [0, 1, 2], W)
    shared = Situation(row(*counters, **told), [0, 1, 2], replace(W, shared=1.0))
    ways = [[dict(Worth(x).parts({0: Order(first), 1: Order(h)}))["way to goals"] for first in (6, 4) for h in (2, 3)]
            for x in (s, shared)]  # fmt: skip
    assert ways[0][0] < ways[0][1] and ways[0][2] < ways[0][3]
    assert ways[1][0] == pytest.approx(ways[1][1]) and ways[1][2:] == ways[0][2:]
