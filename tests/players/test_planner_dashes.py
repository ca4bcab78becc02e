"""Attacks in the middle of movement: what is left behind counts beside what is won."""

from __future__ import annotations

from typing import Any

from engine.players.planner.dashes import Dash, best_dash, worth
from engine.players.planner.knowledge import Outcome
from engine.players.planner.sets import finished
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights
from tests.support.skirmish import Counter, Skirmish

SURE = [(Outcome(retreat=2, stuck=9), 1.0)]


def parts(front: Skirmish, dash: Dash, w: Weights) -> dict[str, float]:
    return dict(worth(Situation(front, [0], w), dash))


def row(*counters: Counter, **more: object) -> Skirmish:
    return Skirmish(counters, columns=12, rows=1, pace=3, **more)  # type: ignore[arg-type]


def test_a_goal_that_nobody_is_left_in_is_missed() -> None:
    kept: dict[str, Any] = {"goals": {4: 6.0}, "holders": {4: "red"}}
    blue = [Counter("blue", 6, attack=1), Counter("blue", 1)]
    w, dash = Weights(reply=0.0), Dash((0,), 5, 6, SURE, ())
    assert parts(row(Counter("red", 4), *blue, **kept), dash, w)["left"] < -3.0
    assert parts(row(Counter("red", 4), *blue, Counter("red", 4), **kept), dash, w)["left"] == 0
    assert parts(row(Counter("red", 4), *blue), dash, w)["left"] == 0, "nothing to be left there"


def test_going_away_from_all_goals_costs_and_going_there_is_no_merit() -> None:
    blue, w = Counter("blue", 6), Weights(reply=0.0, pull=0.1)
    east, west = ({"goals": {h: 9.0}, "holders": {h: "blue"}} for h in (11, 0))
    dash = Dash((0,), 5, 6, SURE, ())
    assert parts(row(Counter("red", 4), blue, **east), dash, w)["way to goals"] == 0
    assert parts(row(Counter("red", 4), blue, **west), dash, w)["way to goals"] < 0


def test_whoever_dashes_out_of_supply_pays_for_it() -> None:
    w, dash = Weights(reply=0.0, line=1.0), Dash((0,), 7, 8, SURE, ())
    fed = row(Counter("red", 4), Counter("blue", 8), sources={"red": 0})
    assert parts(fed, dash, w)["line"] == 0, "the hex before the enemy is fed from behind"
    behind = row(Counter("red", 4), Counter("blue", 8), Counter("blue", 6), sources={"red": 0})
    assert parts(behind, dash, w)["line"] < 0


def test_the_dash_that_brings_most_is_made_and_none_that_brings_nothing() -> None:
    front = row(Counter("red", 4), Counter("blue", 6), goals={6: 4.0}, holders={6: "blue"})
    s = Situation(front, [0], Weights(reply=0.0))
    found = finished(best_dash(s, iter([None, Dash((0,), 5, 6, SURE, ())])))
    assert found is not None and found[0].target == 6
    lost = Dash((0,), 5, 6, [(Outcome(attacker=1), 1.0)], ())
    assert finished(best_dash(s, iter([lost]))) is None


def test_nobody_dashes_who_is_missing_in_a_better_attack() -> None:
    w, dash = Weights(reply=0.0), Dash((0,), 5, 6, SURE, ())
    units = Counter("red", 4, attack=6), Counter("blue", 6), Counter("blue", 2)
    dear = row(*units, goals={2: 9.0}, holders={2: "blue"})
    assert finished(best_dash(Situation(dear, [0], w), iter([dash]))) is None
    strong = row(*units[:2], Counter("blue", 2, defense=9))
    found = finished(best_dash(Situation(strong, [0], w), iter([dash])))
    assert found is not None and found[0] == dash


def test_the_danger_of_the_hex_is_felt_less_by_who_goes_on_and_less_danger_is_no_merit() -> None:
    blue = Counter("blue", 6, attack=1), Counter("blue", 9, attack=6)
    front, w = row(Counter("red", 4), *blue), Weights(reply=1.0)
    stays, goes = (Dash((0,), 5, 6, SURE, (), onward) for onward in (False, True))
    assert parts(front, stays, w)["danger"] < parts(front, goes, w)["danger"] <= 0
    near = row(Counter("red", 7), Counter("blue", 6, attack=0), Counter("blue", 9, attack=6))
    assert parts(near, Dash((0,), 7, 6, SURE, ()), w)["danger"] <= 0


def test_a_hole_opens_the_way_to_goals_where_there_are_no_zones() -> None:
    goal: dict[str, Any] = {"goals": {15: 4.0}, "holders": {15: "blue"}}
    units = Counter("red", 10), Counter("blue", 12), Counter("red", 9)
    w, dash = Weights(reply=0.0, cut=1.0), Dash((0,), 11, 12, SURE, ())
    front = Skirmish(units, columns=20, rows=1, pace=6, **goal)
    found = dict(worth(Situation(front, [0, 2], w), dash))
    assert found["goals"] == 0, "zones of control stop whoever follows"
    front.zone = lambda h: ()  # type: ignore[method-assign]
    assert dict(worth(Situation(front, [0, 2], w), dash))["goals"] > 0
    assert dict(worth(Situation(front, [0], w), dash))["goals"] == 0, "nobody follows"
