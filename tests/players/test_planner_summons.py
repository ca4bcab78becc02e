"""Who is to act: what the best plan for some units would bring now, and the chits that go into the cup for it."""

from __future__ import annotations

import pytest

from engine.players.planner.sets import finished
from engine.players.planner.summons import Summons
from engine.players.planner.weights import Weights
from tests.support.asking import acts
from tests.support.position import Where, position
from tests.support.skirmish import Counter, Skirmish

W = Weights(pull=0.1)


def test_who_can_strike_a_weak_stack_gains_more_than_who_cannot() -> None:
    near, far = Counter("red", 10, attack=6), Counter("red", 0, attack=6)
    front = Skirmish([near, far, Counter("blue", 11)], columns=12, rows=1, pace=2)
    summons = Summons(front, W)
    strong, idle = finished(summons.gain({0})), finished(summons.gain({1}))
    assert strong > idle >= 0
    assert finished(summons.gain(())) == 0


def test_who_can_do_nothing_better_than_stand_still_gains_nothing() -> None:
    front = Skirmish([Counter("red", 0), Counter("blue", 11)], columns=12, rows=1, pace=0)
    assert finished(Summons(front, Weights()).gain({0})) == 0


@pytest.mark.rule("ava:6.2", "ava:8.1")
@pytest.mark.parametrize("player", ["normal", "easy"])
def test_the_army_that_can_destroy_somebody_is_selected_before_the_one_that_is_merely_strong(player: str) -> None:
    """3rd Army stands in touch with more strength than it can harm, which nobody leads, 13th Army around a lone reduced
    division."""
    strong: dict[str, Where] = {"s-hq-3a": "S2010", "27rd": "S2013", "56rd": "S2013", "85rd": "S2113", "24rd": "S2113",
              "7pz": "S1912", "20pz": "S1912"}  # fmt: skip
    able: dict[str, Where] = {"s-hq-13a": "S3516", "7td": "S3415", "4td": "S3414", "10pz": ("S3314", 1)}
    armies = ("s-3a", "s-13a", *(f"s-{n}a" for n in (10, 20, 21)))
    match = position({**strong, **able}, ground={}, sources={"axis": ["S0115"], "soviet": ["S5513"]}, side="soviet",
                     phase="turn", turn=1, chits=dict.fromkeys(armies, "ready"))  # fmt: skip
    found = [action for action in acts(match, player) if action.startswith("select ")]
    assert found.index("select s-13a") < found.index("select s-3a")
