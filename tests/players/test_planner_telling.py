"""The intent of a plan in words: who does what where, and what it is worth."""

from __future__ import annotations

from engine.players.planner.plan import Order, Plan
from engine.players.planner.telling import intent


def told(plan: Plan) -> str:
    return intent(plan, "H{}".format, [f"U{u}" for u in range(9)])


def test_the_intent_names_patterns_with_places_and_units_then_the_worth() -> None:
    orders = {0: Order(1, 5), 1: Order(2, 5), 2: Order(7), 3: Order(8)}
    ideas = {0: "close the pocket", 1: "close the pocket", 2: "pin", 3: "march"}
    plan = Plan(orders, ("attack", "close the pocket", "pin"), 5, (("ground", 1.5),), ideas=ideas)
    first = "The plan is to close the pocket at H5 (U0, U1); pin at H7 (U2)."
    assert told(plan) == f"{first} It is worth +1.5 (ground +1.5)."


def test_the_intent_of_many_names_a_few_and_of_none_that_nothing_is_attacked() -> None:
    plan = Plan({u: Order(u, 20 + u // 6) for u in range(7)}, ("wait",), -1, ideas=dict.fromkeys(range(7), "attack"))
    assert told(plan).startswith("The plan is to attack at H20 (U0, U1, U2 and 3 others), H21 (U6). It is worth")
    assert told(Plan({0: Order(1)}, ("wait",), -1)) == "The plan is to wait. No attack is worth making."
