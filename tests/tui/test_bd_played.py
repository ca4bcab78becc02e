"""Barbarossa Deluxe by keys, turn after turn: who is meant by a name, by a plan and by the key for the whole stack."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.bd.combat.losses import UNIT
from engine.play.match import Match
from engine.play.state import Frame
from tests.games.bd.test_11_assault import MID, NE, E, W, front, values
from tests.support.bd_position import play, position, refusal
from tests.tui.driving import driven, press, screen_text, start, table
from tui.game.controller import Controller
from tui.game.decision import Decision
from tui.game.spoken import Spoken


def at_table(match: Match) -> Controller:
    return Controller(match, None, hand_over=False)


@pytest.mark.rule("bd:2.7")
@pytest.mark.parametrize(("side", "meant"), [("soviet", "5ra"), ("axis", "5inf")])
async def test_of_two_units_with_one_name_the_one_that_can_act_is_found_first(
    side: str, meant: str, tmp_path: Path
) -> None:
    match = position({"5ra": W, "5inf": "2023"}, side=side, ground={})
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "g", "5", "enter")
        assert table(app).hand.selected == meant


@pytest.mark.rule("bd:11.6")
async def test_in_the_plan_plus_adds_minus_removes_and_nought_begins_anew(tmp_path: Path) -> None:
    match = front({"3pz": W, "1inf": W, "5inf": W}, ["16ra"], side="axis")
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "g", *MID, "enter", "x")
        plan = table(app).tally.plan
        assert plan is not None and len(plan.chosen) == 3
        await press(pilot, "-", "-")
        assert len(plan.chosen) == 2, "what is out already stays out"
        await press(pilot, "+", "+")
        assert len(plan.chosen) == 3
        await press(pilot, "0")
        assert not plan.chosen and "0 none/all" in screen_text(app)
        await press(pilot, "0", "space")
        assert len(plan.chosen) == 2


@pytest.mark.rule("bd:10.27")
@pytest.mark.parametrize("held", [W, E])
async def test_a_mobile_assault_is_planned_for_the_stack_in_hand(held: str, tmp_path: Path) -> None:
    match = front({"3pz": W, "24pz": W, "48pz": E, "14pz": E}, ["16ra"], side="axis", turn=18, phase="movement")
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "g", *held, "enter", "enter", "G", "g", *MID, "enter", "x")
        plan = table(app).tally.plan
        assert plan is not None and {match.c.label(match.state.hex_of[u]) for u in plan.chosen} == {held}


@pytest.mark.rule("bd:11.32")
async def test_after_an_advance_the_whole_stack_can_be_taken_in_hand_to_go_on(tmp_path: Path) -> None:
    match = values(front({"3pz": W, "24pz": W}, ["16ra"], side="axis", turn=18), _3pz=(40, 3))
    play(match, f"target {MID}", "all", "roll", "all")
    found = refusal(match, "onward 3pz 1807")
    assert found.rule == "bd:11.32" and "not adjacent to" in found.reason
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "escape", "g", *MID, "enter", "enter", "G")
        assert "Nobody may advance" not in screen_text(app) and len(table(app).hand.party) == 2
        await press(pilot, "g", *E, "enter", "enter")
        where = {match.c.label(match.state.hex_of[match.c.roster.find(name)]) for name in ("3pz", "24pz")}
        assert where == {E}, screen_text(app)


@pytest.mark.rule("bd:8.22")
def test_an_oversized_army_is_typed_as_its_counter_is_printed() -> None:
    match = position({"10ra-big": W, "10inf": E, "10ra": NE}, side="soviet", ground={}, turn=1)
    spoken = Spoken(Decision(match), match.view("soviet"))
    assert str(spoken.action(f"move 10+ {MID}")).split()[1] == "10ra-big"


@pytest.mark.rule("bd:11.26")
def test_the_last_factor_of_a_bloodbath_is_one_factor() -> None:
    match = front({"3pz": W, "24pz": W, "1inf": W}, ["16ra"], side="axis")
    units = [match.c.roster.find(name) for name in ("3pz", "24pz")]
    for left, told in ((UNIT, "1 more factor must"), (2 * UNIT, "2 more factors must")):
        match.c.state.stack.append(
            Frame("losses", {"side": "axis", "units": units, "worth": [4 * UNIT] * 2, "left": left})
        )
        assert told in match.c.step.prompt(match.c).text
