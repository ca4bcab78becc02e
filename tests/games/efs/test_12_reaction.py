"""12.4: the Reaction Phase as a step: who moves, guns named, Orders laid, and when it passes by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.games.efs.combat.battles import DEFENDER, NO_RETREAT
from engine.games.efs.command import REACT, left
from engine.games.efs.edition import edition
from engine.games.efs.phases.reaction import Reaction
from engine.games.efs.queries.tasks import tasks
from engine.games.efs.state import REACTED
from engine.play.match import Match
from tests.support.efs import EITHER, at, column, play, position, refusal, unit

FROM, HERE = "B0229", "B0230"
ATTACK = {"18pz-sr1": FROM}


def reaction(units: Mapping[str, str], side: str = "soviet", declared: bool = True, **how: Any) -> Match:
    """The Reaction Phase after the unit of ``ATTACK`` is declared against the next hex."""
    match = position({**ATTACK, **units}, kinds=(Reaction,), step="below", side=side, **{"ground": {}, **how})
    s = match.c.state
    if declared:
        s.battle[HERE] = 1
        s.committed[unit(match, "18pz-sr1")] = 1
    s.phase, s.origin = "soviet-reaction", s.hex_of.copy()
    match.c.touch()
    match.c.call("reaction", side=side, phase="soviet-reaction")
    match._after()
    return match


@EITHER
@pytest.mark.rule("efs2:12.4", "efs2:4.21", "efs1:14.1")
def test_without_an_attack_there_is_none() -> None:
    assert reaction({"rd-100": HERE}, declared=False).c.frame.step == "below"


@pytest.mark.rule("efs2:12.41", "efs2:4.21")
def test_it_passes_where_nothing_can_be_done() -> None:
    assert reaction({"rd-100": HERE}).c.frame.step == "below"


@EITHER
@pytest.mark.rule("efs2:12.4", "efs1:14.1")
def test_a_reaction_in_which_nothing_was_done_is_not_ended_by_a_slip() -> None:
    match = reaction({"rd-100": HERE, "md-1": "B0232", "hq-13a": "B0235"})
    assert {(task.subject, task.pressing) for task in tasks(match.c)} >= {("md-1", True)}
    play(match, f"react md-1 {HERE}")
    assert not any(task.pressing for task in tasks(match.c))


@pytest.mark.rule("efs2:13.1", "efs2:12.52")
def test_what_is_left_names_the_guns_that_can_fire_and_the_hexes_for_which_orders_can_be_given() -> None:
    match = reaction({"rd-100": HERE, "art-13a": "B0232"})
    found = {(t.subject, t.text) for t in tasks(match.c) if t.pressing}
    assert ("art-13a", f"can fire for {HERE}") in found
    play(match, f"support art-13a {HERE}")
    assert "art-13a" not in {t.subject for t in tasks(match.c)}


@pytest.mark.rule("efs2:12.41", "efs2:12.42", "efs2:12.43", "efs2:21.12", "efs2:R28")
def test_one_unit_for_the_defender_hex_moves_half_its_allowance_for_a_command_point() -> None:
    match = reaction({"rd-100": HERE, "md-1": "B0232", "mr-qt": "B0232", "hq-13a": "B0235"})
    hq = unit(match, "hq-13a")
    before = left(match.c, hq, REACT)
    assert "1 of 2 can react" in match.prompt.text
    play(match, f"react md-1 {HERE}")
    assert " 0 can react" in match.prompt.text
    assert at(match, "md-1") == HERE and column(match, "did")[unit(match, "md-1")] & REACTED
    assert left(match.c, hq, REACT) == before - 1
    assert refusal(match, f"react mr-qt {HERE}").rule == "efs2:12.41"
    play(match, "done")
    assert match.c.frame.step == "below"


@pytest.mark.rule("efs2:12.43")
def test_next_to_attackers_only_where_a_friend_is() -> None:
    match = reaction({"rd-100": HERE, "md-1": "B0430", "hq-13a": "B0433"})
    assert refusal(match, "react md-1 B0329").rule == "efs2:12.43"


@EITHER
@pytest.mark.rule("efs2:12.41", "efs1:14.1.1")
def test_who_stands_in_a_defender_hex_is_told_what_bars_him_in_his_edition() -> None:
    match = reaction({"md-1": HERE, "mr-qt": "B0232", "hq-13a": "B0235"})
    where = "an enemy zone of control" if edition(match.c).reacts_at_will else "a Defender hex"
    assert refusal(match, "react md-1 B0231").reason.endswith(f"is in {where}: it does not react.")


@EITHER
@pytest.mark.rule("efs2:12.41", "efs2:21.25", "efs1:14.1.1", "efs1:22.1.2")
def test_soviet_units_need_a_headquarters() -> None:
    match = reaction({"rd-100": HERE, "md-1": "B0232", "art-13a": HERE})
    assert refusal(match, f"react md-1 {HERE}").rule == "efs2:21.11"


@EITHER
@pytest.mark.rule("efs2:13.1", "efs2:13.12", "efs2:15.32", "efs1:14.2.1")
def test_guns_are_named_for_a_defense_and_taken_back() -> None:
    match = reaction({"rd-100": HERE, "art-13a": "B0232"})
    assert ", 1 gun can support." in match.prompt.text
    play(match, f"support art-13a {HERE}")
    assert "can support" not in match.prompt.text
    assert column(match, "committed")[unit(match, "art-13a")] == 1
    assert refusal(match, f"support art-13a {HERE}").rule == "efs2:13.12"
    play(match, "silence art-13a")
    assert column(match, "committed")[unit(match, "art-13a")] == -1


@EITHER
@pytest.mark.rule("efs2:12.51", "efs2:12.52", "efs2:12.53", "efs2:12.54", "efs1:14.3.2")
def test_orders_are_laid_face_down_and_taken_off() -> None:
    match = reaction({"rd-100": HERE, "hq-13a": "B0234"}, ground={HERE: "woods"})
    events = play(match, f"order {HERE} no-retreat")
    assert column(match, "battle_order")[f"1 {DEFENDER}"] == NO_RETREAT
    assert [event.seen_by for event in events if "No Retreat" in event.text] == ["soviet"]
    play(match, f"recall {HERE}")
    assert column(match, "battle_order") == {}


@pytest.mark.rule("efs2:12.54", "efs2:21.51", "efs2:21.12")
def test_the_nkvd_order_lies_there_from_the_start_and_may_be_lifted() -> None:
    match = reaction({"nk-53": HERE, "hq-13a": "B0234"}, ground={HERE: "woods"})
    assert column(match, "battle_order")[f"1 {DEFENDER}"] == NO_RETREAT
    assert refusal(match, f"recall {HERE}").rule == "efs2:12.54"
    play(match, f"lift {HERE}")
    assert f"1 {DEFENDER}" not in column(match, "battle_order")
