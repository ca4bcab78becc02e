"""5.6, 5.10: the Paulus Pause of turn 3 and the effort of 1942, both of the German side."""

from __future__ import annotations

import pytest

from engine.play.match import Match
from engine.play.state import Frame
from tests.support.bd_position import at, column, costs, left, play, position, refusal

MID, W, FAR = "1810", "1811", "1814"
DECLINED = {"paused": 2}


def player_turn(turn: int, **memory: int) -> Match:
    """The start of a German player turn."""
    match = position({"3pz": W, "16ra": MID}, ground={}, turn=turn, memory=memory)
    c = match.c
    c.state.stack = [Frame("game"), Frame("turn", {"stage": "axis"})]
    c.call("player-turn", side="axis")
    return match


def game_turn(turn: int) -> Match:
    """The start of a game turn."""
    match = position({"3pz": W, "16ra": MID}, ground={}, turn=turn)
    match.c.state.stack = [Frame("game")]
    match.c.call("turn")
    return match


# ---------------------------------------------------------------------- the pause
@pytest.mark.rule("bd:5.10")
def test_turn_three_begins_with_the_decision() -> None:
    match = game_turn(3)
    assert (match.c.frame.step, match.side) == ("paulus-pause", "axis")
    play(match, "pause")
    assert column(match, "paused") == 1 and match.c.frame.step != "paulus-pause"


@pytest.mark.rule("bd:5.10")
def test_a_pause_leaves_out_the_prepared_assaults_and_forbids_mobile_ones() -> None:
    match = player_turn(3, paused=1)
    play(match, "order fight-move")
    assert match.c.frame.step == "movement"
    assert refusal(match, f"assault 3pz {MID}").rule == "bd:5.10"
    match = player_turn(3, paused=2)
    play(match, "order fight-move")
    assert match.c.frame.step == "combat"


@pytest.mark.rule("bd:5.10")
def test_without_a_pause_a_die_slows_each_stack_with_mechanized_units() -> None:
    """One roll for a hex, when the first unit of it sets out; infantry alone rolls none."""
    units = {"3pz": FAR, "24pz": FAR, "1inf": FAR, "16ra": "1800"}
    match = position(units, ground={}, turn=3, order="move-fight", memory=DECLINED, dice=[4])
    whole = max(costs(match, "3pz").values())
    foot = max(costs(match, "1inf").values())
    play(match, "move 1inf 1813")
    assert left(match, "1inf") == foot - 1
    match = position(units, ground={}, turn=3, order="move-fight", memory=DECLINED, dice=[4])
    play(match, "move 3pz 1813")
    assert left(match, "3pz") == whole - 4 - 1
    play(match, "move 24pz 1813")
    assert left(match, "24pz") == whole - 4 - 1
    assert max(costs(match, "1inf").values()) == foot


@pytest.mark.rule("bd:5.10")
def test_a_move_that_the_die_makes_too_long_is_not_made() -> None:
    match = position({"3pz": FAR, "16ra": "1800"}, ground={}, turn=3, order="move-fight", memory=DECLINED, dice=[6])
    whole = int(max(costs(match, "3pz").values()))
    far = next(h for h, n in costs(match, "3pz").items() if n == whole)
    play(match, f"move 3pz {far}")
    assert at(match, "3pz") == FAR
    assert max(costs(match, "3pz").values()) == whole - 6


@pytest.mark.rule("bd:5.10")
def test_no_die_after_a_pause_or_in_other_turns() -> None:
    for turn, memory in ((3, {"paused": 1}), (4, DECLINED)):
        match = position({"3pz": FAR, "16ra": "1800"}, ground={}, turn=turn, order="move-fight", memory=memory)
        whole = max(costs(match, "3pz").values())
        play(match, "move 3pz 1813")
        assert left(match, "3pz") == whole - 1


# ---------------------------------------------------------------------- the effort of 1942
@pytest.mark.rule("bd:5.6", "bd:10.22")
@pytest.mark.parametrize(("zone", "noted"), [("north", 1), ("south", 2)])
def test_the_zone_is_named_at_the_start_of_the_player_turn_nine(zone: str, noted: int) -> None:
    match = player_turn(9)
    assert match.c.frame.step == "effort"
    play(match, zone)
    assert (column(match, "bonus_zone"), match.c.frame.step) == (noted, "phase-order")
    assert player_turn(9, **{"bonus zone": 1}).c.frame.step == "phase-order"
    assert player_turn(10).c.frame.step == "phase-order"
