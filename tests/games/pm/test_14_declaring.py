"""14.1 to 14.7: who attacks what, one attack at a time, and what cannot be called off."""

from __future__ import annotations

import time

import pytest

from engine.games.pm.phases.prepared_assault import attack_list, declared
from tests.games.pm.battles import MID, NE, NW, SE, N, S, attack, front, settle
from tests.support.pm_position import column, play, refusal, unit


@pytest.mark.rule("pm:14.1")
def test_attacking_is_voluntary_and_only_next_door() -> None:
    match = front({"61inf": N, "1inf": "3007N"})
    assert "end" in match.legal
    assert "target 3010N" in match.legal
    play(match, f"target {MID}")
    assert refusal(match, "add 1inf").rule == "pm:14.1"
    assert refusal(match, "add rd-001").rule == "pm:14.1"
    play(match, "cancel", "end")
    assert match.prompt.rule != "pm:14.1"


@pytest.mark.rule("pm:14.1")
def test_there_must_be_an_enemy() -> None:
    match = front({"61inf": N})
    assert refusal(match, f"target {NE}").rule == "pm:14.1"
    assert refusal(match, f"target {N}").rule == "pm:14.1"


@pytest.mark.rule("pm:14.2")
def test_a_stack_is_attacked_as_one() -> None:
    match = front({"6pz": N}, {"rd-001": (1, 1), "rd-002": (1, 1)}, dice=[6])
    attack(match)
    assert column(match, "tried")[unit(match, "rd-001")] == column(match, "tried")[unit(match, "rd-002")] == 1


@pytest.mark.rule("pm:14.3")
def test_one_target_from_several_hexes() -> None:
    """A unit next to two enemy hexes attacks one of them only."""
    near = {"rd-002": NW, "58inf": "2908N"}
    match = front({"61inf": N, "1inf": NE, **near}, {"rd-001": (1, 9)}, dice=[6])
    play(match, f"target {MID}", "add 61inf", "add 1inf")
    assert declared(match.c) == {match.c.board.find(MID): (unit(match, "61inf"), unit(match, "1inf"))}
    play(match, "roll")
    settle(match)
    play(match, f"target {NW}")
    assert refusal(match, "add 61inf").rule == "pm:14.4"
    assert "add 58inf" in match.legal


@pytest.mark.rule("pm:14.3", "pm:14.4")
def test_the_printed_example_of_two_targets() -> None:
    """A unit in 2407N does not attack both 2406N and 2506N in one phase."""
    match = front({"61inf": "2407N", "rd-002": "2506N"}, {"rd-001": (1, 1)}, at="2406N", dice=[6])
    found = attack_list(match.c)
    assert sorted(match.c.label(h) for h in found) == ["2406N", "2506N"]
    attack(match, at="2406N")
    settle(match)
    assert match.c.step.id != "combat" or refusal(match, "target 2506N").rule == "pm:14.1"


@pytest.mark.rule("pm:14.4")
def test_no_unit_attacks_or_is_attacked_twice() -> None:
    match = front({"61inf": N, "1inf": NE, "rd-002": "3108N"}, {"rd-001": (1, 9)})
    attack(match, "61inf")
    assert refusal(match, f"target {MID}").rule == "pm:14.4"
    play(match, "target 3108N")
    assert "add 1inf" in match.legal
    if match.state.hex_of[unit(match, "61inf")] >= 0:
        assert refusal(match, "add 61inf").rule == "pm:14.4"


@pytest.mark.rule("pm:14.5")
def test_attacks_follow_each_other_without_being_announced() -> None:
    match = front({"6pz": N, "7pz": S, "rd-002": "3012N"}, {"rd-001": (1, 1)})
    attack(match, "6pz")
    play(match, "end")
    assert "target 3012N" in match.legal


@pytest.mark.rule("pm:14.6")
def test_units_of_a_stack_may_stay_out() -> None:
    match = front({"61inf": N, "1inf": N})
    play(match, f"target {MID}", "all", "drop 1inf")
    assert declared(match.c) == {match.c.board.find(MID): (unit(match, "61inf"),)}
    assert refusal(match, "drop 1inf").rule == "pm:14.6"
    assert refusal(match, "end").rule == "pm:14.1"


@pytest.mark.rule("pm:14.7")
def test_a_rolled_attack_cannot_be_taken_back() -> None:
    match = front({"61inf": N})
    play(match, f"target {MID}", "all")
    assert match.can_undo
    play(match, "roll")
    assert not match.can_undo
    assert column(match, "tried")[unit(match, "rd-001")] == 1


@pytest.mark.rule("pm:14.7", "pm:14.8")
def test_rolling_needs_attackers() -> None:
    match = front({"61inf": N})
    assert refusal(match, "roll").rule == "pm:14.8"
    assert refusal(match, "all").rule == "pm:14.3"
    assert refusal(match, "add 61inf").rule == "pm:14.3"
    assert refusal(match, "cancel").rule == "pm:14.1"


@pytest.mark.rule("pm:10.1", "pm:11.2", "pm:14.41", "pm:8.20", "pm:9.18", "pm:9.19", "pm:9.20")
def test_who_may_not_attack() -> None:
    units = {"61inf": N, "i-flak": N, "arko": N, "6pz": NE, "1inf": SE}
    match = front(units, still=["1inf"])
    column(match, "refit")[unit(match, "6pz")] = 1
    play(match, f"target {MID}")
    assert refusal(match, "add i-flak").rule == "pm:10.1"
    assert refusal(match, "add arko").rule == "pm:14.41"
    assert refusal(match, "add 6pz").rule == "pm:8.20"
    assert refusal(match, "add 1inf").rule == "pm:9.18"
    landed = front({"rd-001": N, "rd-002": NE}, ["1inf"], side="soviet", still=["rd-001"])
    play(landed, f"target {MID}")
    assert refusal(landed, "add rd-001").rule == "pm:11.2"
    pause = front(units, memory={"pause": 2})
    assert pause.side == "soviet"
    few = front(units, memory={"concentration": 1}, marked=["61inf"])
    assert attack_list(few.c) == {few.c.board.find(MID): (unit(few, "61inf"),)}


@pytest.mark.rule("pm:7.2", "pm:7.3", "pm:7.4")
def test_allies_attack_only_with_germans() -> None:
    match = front({"ro-g": "3209S", "hf": "3209S", "61inf": "3209S"}, at="3210S")
    play(match, "target 3210S", "add ro-g", "add 61inf")
    assert refusal(match, "add hf").rule in ("pm:7.3", "pm:7.4")
    north = front({"ro-g": N, "61inf": N})
    assert attack_list(north.c) == {north.c.board.find(MID): (unit(north, "61inf"),)}


@pytest.mark.rule("pm:5.3")
def test_nobody_attacks_into_or_out_of_hungary_and_romania_on_turn_one() -> None:
    match = front({"ro-g": "1808S", "61inf": "1807S"}, at="1907S", turn=1)
    assert not attack_list(match.c)
    again = front({"ro-g": "1808S", "61inf": "1807S"}, at="1907S", turn=2)
    assert attack_list(again.c)


@pytest.mark.rule("pm:17.9", "pm:13.7")
def test_no_attack_over_lake_and_sea_sides_but_over_the_straits() -> None:
    assert not attack_list(front({"61inf": N}, lines={"lake": [f"{MID}-{N}"]}).c)
    assert not attack_list(front({"61inf": N}, lines={"lake": [f"{MID}-{N}"]}, weather="snow", turn=12).c)
    assert attack_list(front({"61inf": N}, lines={"sea": [f"{MID}-{N}"], "sivash": [f"{MID}-{N}"]}).c)


@pytest.mark.rule("pm:14.7")
def test_the_prompt_tells_nothing_of_covered_units() -> None:
    prompts = set()
    for below in ("2mg", "61inf"):
        match = front({"rd-001": N}, ["6pz", below], side="soviet")
        play(match, f"target {MID}", "all")
        prompts.add(match.prompt.text)
    assert len(prompts) == 1


@pytest.mark.rule("pm:14.1")
def test_a_phase_without_targets_ends_itself() -> None:
    match = front({"61inf": "3006N"})
    assert match.c.step.id != "combat"


@pytest.mark.rule("pm:14.3")
def test_all_attacks_of_a_long_front_are_found_quickly() -> None:
    """150 units against 150: the list of the front costs a few milliseconds."""
    germans = [i for i in front({}).c.roster.ids if i.endswith("inf") and not i.startswith(("ro-", "it-"))][:90]
    units = {name: f"{20 + n % 30}{10 + n // 30:02d}N" for n, name in enumerate(germans)}
    defenders = {f"rd-{n + 1:03d}": f"{20 + n % 30}{13 + n // 30:02d}N" for n in range(90)}
    match = front(units | defenders, [], at=MID)
    start = time.process_time()
    for _ in range(10):
        match.c.touch()
        found = attack_list(match.c)
    assert len(found) >= 20
    assert (time.process_time() - start) / 10 < 0.05
