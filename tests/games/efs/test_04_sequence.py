"""4.2: the sequence of play, from the first turn of a scenario to its last."""

from __future__ import annotations

import pytest

from engine.games.efs.combat.casualties import Losses
from engine.games.efs.combat.overrunning import Overrun
from engine.games.efs.combat.retreat import Retreat
from engine.games.efs.phases.movement import Movement
from engine.games.efs.phases.sequence import begin, end_phase, stages
from engine.games.efs2.ruleset import RULESET
from engine.games.efs2.sequence import REGISTRY
from engine.play.match import Match
from tests.support.efs import PLAIN, at, column, play, position, refusal, unit

QUIET = ("game", "turn", "weather", "recovery", "victory")
"""Steps in which nobody decides anything in a game without a Non-Op headquarters."""


def quiet(scenario: str = "borisov") -> Match:
    """A game of which only the phases are played that ask nobody."""
    rules = PLAIN._replace(steps={name: REGISTRY.steps[name] for name in QUIET}, begin=begin)
    match = Match(rules, RULESET.load(scenario, {}, None), 1)
    c = match.c
    rules.begin(c)
    return match


@pytest.mark.rule("efs2:4.21", "efs2:4.22", "efs2:4.23", "efs2:24.13")
def test_a_scenario_runs_from_its_first_turn_to_its_last() -> None:
    m = quiet()
    told = [(event.kind, event.text) for event in m.c.events]
    turns = [text for kind, text in told if kind == "turn"]
    assert turns == [f"Game Turn {n} begins." for n in range(5, 9)]
    assert m.state.over and m.state.winner == "soviet" and m.state.over_rule == "efs2:24.13"


@pytest.mark.rule("efs2:4.21")
def test_phases_come_in_the_printed_order_and_pass_with_their_reason() -> None:
    m = quiet()
    first = [event for event in m.c.events if event.kind in ("weather", "passed", "score")][:3]
    assert [event.kind for event in first] == ["weather", "passed", "score"]
    assert first[1].rule == "efs2:21.28" and "Non-Op" in first[1].text


@pytest.mark.rule("efs2:4.21")
def test_the_sides_have_their_segments_in_unlike_order() -> None:
    m = position(kinds=[type(step) for step in REGISTRY.steps.values()])
    rows = m.c.data.tables["sequence"]["phase"]
    steps = {
        side: [row["step"] for row in rows if row.get("parent") == f"{side}-segment"] for side in ("axis", "soviet")
    }
    moves = {
        side: [row["id"] for row in rows if row.get("parent") == f"{side}-segment" and row["step"] == "movement"]
        for side in steps
    }
    assert steps["axis"] == steps["soviet"]
    assert moves == {"axis": ["axis-movement", "axis-motorized"], "soviet": ["soviet-motorized", "soviet-movement"]}
    assert not [row for row in stages(m.c) if row["id"] == "replacements"]


@pytest.mark.rule("efs2:4.21")
def test_every_phase_has_its_step_or_is_left_out() -> None:
    rows = position().c.data.tables["sequence"]["phase"]
    assert {row["step"] for row in rows if row.get("step")} <= set(REGISTRY.steps)


@pytest.mark.rule("efs2:11.3", "efs2:11.31")
def test_overruns_are_offered_while_units_move() -> None:
    m = position(
        {"18pz-pzr": "B0733", "18pz-sr1": "B0733", "mcr-24": "B0833"}, ground={}, dice=(3,),
        step="movement", phase="axis-movement", kinds=[Movement, Overrun, Losses, Retreat],
    )  # fmt: skip
    assert refusal(m, "overrun 18pz-sr1 B0833").rule == "efs2:11.36"
    play(m, "gather 18pz-pzr", "overrun 18pz-pzr B0833")
    assert at(m, "18pz-pzr") == "B0833" and m.c.frame.step in ("movement", "retreat")


@pytest.mark.rule("efs2:21.83", "efs2:21.82", "efs2:R65")
def test_garrisons_are_released_by_a_zone_of_control_or_an_attack_at_the_end_of_a_phase() -> None:
    m = position({"rd-50": "B0830", "rd-53": "B1330", "rd-73": "B1830", "18pz-pzr": "B0831"}, ground={}, side="soviet")
    names = ("rd-50", "rd-53", "rd-73")
    for name in names:
        column(m, "garrison")[unit(m, name)] = 1
    column(m, "battle")["B1330"] = 1
    m.c.touch()
    end_phase(m.c)
    assert [column(m, "garrison")[unit(m, name)] for name in names] == [0, 0, 1]


@pytest.mark.rule("efs2:4.21")
def test_phases_in_which_nobody_can_do_anything_wait_where_the_option_says_so() -> None:
    found = {}
    for word in ("pass", "wait"):
        m = Match.new("efs2", "borisov", seed=1, options={"empty_phases": word})
        m.play("end")
        assert m.c.state.phase == "axis-movement"
        m.play("end")
        found[word] = m.c.state.phase
    assert found["wait"] == "axis-declaration" != found["pass"]
    m.play("done")
    assert m.c.state.phase != "axis-declaration"
