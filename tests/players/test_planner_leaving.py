"""Who scores by leaving the map is drawn to its edge in the last turn, and leaves."""

from __future__ import annotations

from engine.games.efs.advice.knowledge import EfsKnowledge
from engine.play.action import Action
from engine.play.match import Match

REGIMENTS = ("10mot-ir1", "10mot-ir2")


def guderian(turn: int, label: str) -> Match:
    """Two regiments of a motorized division near the south edge of Guderian Drives South."""
    match = Match.new("efs2", "guderian-drives-south", seed=1)
    place = [{"unit": name, "hex": label} for name in REGIMENTS]
    match.edit({"clear": True, "place": place, "turn": turn, "phase": "axis-movement axis"})
    return match


def test_the_edge_draws_in_the_last_turn_alone() -> None:
    for turn, drawn in ((42, True), (41, False)):
        match = guderian(turn, "D4839")
        k, u = EfsKnowledge(match.c, "axis"), match.c.roster.find(REGIMENTS[0])
        near, far = (k.duty(u, match.c.hex(label)) for label in ("D4840", "D4836"))
        assert (near > far) == drawn, turn


def test_who_stands_at_the_edge_leaves() -> None:
    k = EfsKnowledge(guderian(42, "D4840").c, "axis")
    assert k.leave("exit") in [Action("exit", (name,)) for name in REGIMENTS]
    assert EfsKnowledge(guderian(42, "D4839").c, "axis").leave("exit") is None


def test_a_division_of_which_too_few_are_left_stays() -> None:
    match = guderian(42, "D4840")
    match.edit({"place": [{"unit": REGIMENTS[1], "box": "eliminated"}]})
    assert EfsKnowledge(match.c, "axis").leave("exit") is None


def test_who_is_served_by_many_counts_less_for_each() -> None:
    match = Match.new("efs2", "guderian-drives-south", seed=1)
    guns = ("art-xxiva", "art-xxivb", "art-xxxxviia", "art-xxxxviib")
    place = [{"unit": "34inf", "hex": "D4413"}, *({"unit": name, "hex": "D4412"} for name in guns[:1])]
    match.edit({"clear": True, "place": place, "turn": 36, "phase": "axis-movement axis"})
    u, h = match.c.roster.find(guns[0]), match.c.hex("D4412")
    alone = EfsKnowledge(match.c, "axis").leading(u, h, {})
    match.edit({"place": [{"unit": name, "hex": "D4414"} for name in guns[1:]]})
    assert 0 < EfsKnowledge(match.c, "axis").leading(u, h, {}) < alone
