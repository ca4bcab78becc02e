"""23: Regiment Substitute Counters: laid off, taken in, made of points, used again."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.losses import resting_place
from engine.games.efs.movement.edges import leave
from engine.games.efs.phases.movement import Movement
from engine.games.efs.phases.regiments import splitting
from engine.games.efs.phases.replacements import Replacements
from engine.games.efs.queries.tasks import tasks
from engine.games.efs.queries.turn import tracks
from engine.games.efs.queries.units import whereabouts
from engine.games.efs.state import EMERGENCY, OUT
from engine.games.efs.units import ASIDE, values
from engine.play.match import Match
from tests.support.efs import EITHER, at, begun, column, play, position, refusal, steps, unit

HERE, NEXT = "A6039", "A6138"
YOUNG, OLD, GUARDS = "102inf", "6inf", "221sec"
"""Divisions of 7-8-5, of 8-9-5 and of 0-2-5."""
REGULAR, STRONG = ("rsc-r01", "rsc-r02", "rsc-r03"), ("rsc-s01", "rsc-s02")
FREE = dict.fromkeys((*REGULAR, *STRONG), "aside")


def moving(units: dict[str, str], phase: str = "axis-movement", **more: Any) -> Match:
    """A movement phase with five regiments at hand on a map of clear land."""
    boxes = {name: box for name, box in FREE.items() if name not in units}
    side = phase.split("-")[0]
    return position(units, side=side, step="movement", phase=phase, kinds=[Movement], boxes=boxes, ground={}, **more)


def shown(m: Match, name: str) -> tuple[int, int, int]:
    attack, defence, move = values(m.c, unit(m, name))
    return attack, defence, move


# ---------------------------------------------------------------------- detachment
@pytest.mark.rule("efs2:23.23")
def test_the_example_of_a_division_that_goes_from_5_6_5_to_4_4_5() -> None:
    m = moving({YOUNG: HERE}, steps={YOUNG: 3})
    assert shown(m, YOUNG) == (5, 6, 5)
    assert refusal(m, f"detach {YOUNG} strong").rule == "efs2:23.23", "one attack point is lost, not two"
    play(m, f"detach {YOUNG}")
    assert shown(m, YOUNG) == (4, 4, 5) and shown(m, "rsc-r01") == (1, 2, 5) and at(m, "rsc-r01") == HERE


@pytest.mark.rule("efs2:23.23", "efs2:23.24")
def test_a_strong_regiment_takes_two_attack_points_or_is_a_regular_one() -> None:
    m = moving({YOUNG: HERE, OLD: NEXT})
    play(m, f"detach {YOUNG} strong", f"detach {OLD}")
    assert shown(m, YOUNG) == (5, 6, 5) and shown(m, "rsc-s01") == (2, 2, 5)
    assert shown(m, OLD) == (6, 7, 5) and at(m, "rsc-r01") == NEXT
    assert refusal(m, f"detach {OLD} weak").rule == "efs2:23.23"


@pytest.mark.rule("efs2:23.11", "efs2:23.21", "efs2:3.51")
def test_all_steps_but_the_last_go_as_regiments_of_divisions_on_foot() -> None:
    m = moving({OLD: HERE, GUARDS: NEXT, "18pz-sr1": NEXT, "pi-v": NEXT})
    assert splitting(m.c) == [OLD, GUARDS]
    play(m, f"detach {OLD}", f"detach {OLD}", f"detach {OLD} strong")
    assert steps(m, OLD) == 1 and m.log[-1].text.endswith(", 1 step left.")
    assert refusal(m, f"detach {OLD}").rule == "efs2:23.21"
    play(m, f"detach {GUARDS}")
    for name in ("18pz-sr1", "pi-v"):
        assert refusal(m, f"detach {name}").rule == "efs2:23.11"


@pytest.mark.rule("efs2:23.21", "efs2:23.13")
def test_without_a_regiment_at_hand_nothing_is_detached() -> None:
    m = moving({OLD: HERE, YOUNG: NEXT, **dict.fromkeys(STRONG, NEXT)})
    assert refusal(m, f"detach {OLD} strong").rule == "efs2:23.21"
    play(m, f"detach {OLD}", f"detach {OLD}", f"detach {YOUNG}")
    assert refusal(m, f"detach {YOUNG}").rule == "efs2:23.21"


@pytest.mark.rule("efs2:23.22", "efs2:R190")
def test_regiments_detach_at_the_start_of_the_axis_movement_phase() -> None:
    m = moving({OLD: HERE, YOUNG: HERE, "rd-50": "A6038"})
    play(m, f"detach {OLD}")
    assert "move" in {a.verb for a in m.legal.of("rsc-r01")}, "it moves as others do, out of an enemy zone too"
    play(m, "move rsc-r01 A6139")
    assert refusal(m, f"detach {YOUNG}").rule == "efs2:23.22"
    m = moving({OLD: HERE, "18pz-pzr": HERE}, "axis-motorized")
    assert refusal(m, f"detach {OLD}").rule == "efs2:23.22"


@EITHER
@pytest.mark.rule("efs2:23.22", "efs2:R191", "efs1:23.2")
def test_a_regiment_is_supplied_and_held_as_its_division_is() -> None:
    m = moving({OLD: HERE})
    u = unit(m, OLD)
    column(m, "supply")[u], column(m, "hold")[u] = OUT, 1
    m.c.touch()
    play(m, f"detach {OLD}")
    r = unit(m, "rsc-r01")
    assert column(m, "supply")[r] == OUT and column(m, "hold")[r] == 1
    assert refusal(m, f"move rsc-r01 {NEXT}").rule == "efs2:10.26"


@pytest.mark.rule("efs2:23.26", "efs2:23.31")
def test_nationalities_do_not_mix_and_allies_have_no_strong_regiments() -> None:
    m = moving({OLD: HERE, YOUNG: NEXT, "rsc-r01": NEXT}, steps={YOUNG: 2})
    roster = m.c.roster
    kept = roster.nationality[unit(m, OLD)], roster.nationality[unit(m, YOUNG)]
    try:
        for name in (OLD, YOUNG):
            roster.nationality[unit(m, name)] = "romanian"
        assert refusal(m, f"detach {OLD} strong").rule == "efs2:23.23"
        assert refusal(m, f"detach {OLD}").rule == "efs2:23.21"
        assert refusal(m, f"recombine {YOUNG} rsc-r01").rule == "efs2:23.26"
    finally:
        roster.nationality[unit(m, OLD)], roster.nationality[unit(m, YOUNG)] = kept


# ---------------------------------------------------------------------- recombination
@EITHER
@pytest.mark.rule("efs2:23.25", "efs2:23.31", "efs2:23.32", "efs2:7.76", "efs2:R69", "efs1:23.3")
def test_a_reduced_division_takes_in_any_regiments_of_its_hex() -> None:
    m = moving({OLD: HERE, "rsc-r01": HERE, "rsc-s01": HERE, "rsc-s02": NEXT, "rd-50": "A6038"}, steps={OLD: 1})
    assert {task.subject for task in tasks(m.c) if task.rule == "efs:23.32"} == {OLD}
    assert refusal(m, f"recombine {OLD} rsc-s02").rule == "efs2:23.32", "another hex"
    play(m, f"recombine {OLD} rsc-r01", f"recombine {OLD} rsc-s01")
    assert steps(m, OLD) == 3 and at(m, "rsc-r01") == at(m, "rsc-s01") == "[aside]"
    assert refusal(m, f"move {OLD} {NEXT}").rule == "efs2:10.23", "it is the end of the phase for it"


@EITHER
@pytest.mark.rule("efs2:23.31", "efs1:23.3")
def test_no_division_takes_in_more_than_its_full_strength() -> None:
    m = moving({OLD: HERE, "rsc-r01": HERE})
    assert refusal(m, f"recombine {OLD} rsc-r01").rule == "efs2:23.31"
    m = moving({"18pz-sr1": HERE, "rsc-r01": HERE}, steps={"18pz-sr1": 1})
    assert refusal(m, "recombine 18pz-sr1 rsc-r01").rule == "efs2:23.31"


@EITHER
@pytest.mark.rule("efs2:23.32", "efs1:23.3")
def test_the_lower_supply_status_and_a_do_not_move_marker_stay() -> None:
    m = moving({OLD: HERE, "rsc-r01": HERE}, steps={OLD: 3})
    r = unit(m, "rsc-r01")
    column(m, "supply")[r], column(m, "hold")[r] = EMERGENCY, 1
    m.c.touch()
    play(m, f"recombine {OLD} rsc-r01")
    u = unit(m, OLD)
    assert column(m, "supply")[u] == EMERGENCY and column(m, "hold")[u] == 1


@pytest.mark.rule("efs2:23.32", "efs2:3.33")
def test_recombining_comes_before_the_count_of_stacking_points() -> None:
    crowd = {OLD: HERE, "rsc-r01": HERE, "rsc-r02": HERE, "rsc-r03": HERE}
    m = moving(crowd, steps={OLD: 3})
    assert refusal(m, "end").rule == "efs2:3.33"
    play(m, f"recombine {OLD} rsc-r01", "end")
    assert m.c.frame.step == "below"
    m = moving(crowd)
    play(m, "discard rsc-r02")
    assert at(m, "rsc-r02") == "[aside]", "a regiment is set aside for reuse"


@pytest.mark.rule("efs2:23.32")
def test_it_is_no_matter_of_the_motorized_movement_phase() -> None:
    m = moving({OLD: HERE, "rsc-r01": HERE, "18pz-pzr": HERE}, "axis-motorized", steps={OLD: 2})
    assert refusal(m, f"recombine {OLD} rsc-r01").rule == "efs2:23.32"


@EITHER
@pytest.mark.rule("efs2:23.33", "efs1:23.3")
def test_regiments_bring_no_lost_division_back() -> None:
    m = moving({"rsc-r01": HERE, "18pz-pzr": NEXT})
    column(m, "box")[unit(m, OLD)] = "cadre"
    m.c.touch()
    assert refusal(m, f"recombine {OLD} rsc-r01").rule == "efs2:23.33"


# ---------------------------------------------------------------------- used again
@pytest.mark.rule("efs2:23.13", "efs2:10.27", "efs2:16.23")
def test_regiments_are_available_again_however_they_leave() -> None:
    m = moving({"rsc-r01": HERE, OLD: HERE})
    u = unit(m, "rsc-r01")
    assert resting_place(m.c, u, "cadre") == ASIDE
    m.c.scenario["exits"] = {"axis": {"Orsha road": [HERE]}}
    try:
        leave(m.c, [u, unit(m, OLD)])
    finally:
        del m.c.scenario["exits"]
    assert at(m, "rsc-r01") == "[aside]" and at(m, OLD) == "[exited]"
    assert whereabouts(m.c, u) == "available"


@pytest.mark.rule("efs2:23.13")
def test_a_scenario_says_how_many_there_are() -> None:
    m = begun("smolensk-pocket")
    assert sum(at(m, f"rsc-r{n:02}") == "[aside]" for n in range(1, 13)) == 8
    assert sum(at(m, f"rsc-s{n:02}") == "[aside]" for n in range(1, 9)) == 4
    told = next(track for track in tracks(m.c, "axis") if track.id == "regiments")
    assert told.lines == ("8 regular, 4 strong regiments at hand",)


@pytest.mark.rule("efs2:23.12", "efs2:7.61", "efs2:R82")
def test_a_type_one_point_makes_a_regular_german_regiment() -> None:
    m = position(boxes=FREE, kinds=[Replacements])
    m.c.state.points["axis I"] = 1
    m.c.call("below")
    m.c.call("replacements", side="axis", phase="replacements")
    m._after()
    assert m.side == "axis" and [task.rule for task in tasks(m.c)] == ["efs:7.61"]
    play(m, "form")
    assert at(m, "rsc-r01") == "[active]" and not m.c.state.points["axis I"]
    assert refusal(m, "form").rule == "efs2:7.61"
    play(m, "end")
    assert m.c.frame.step == "below"
