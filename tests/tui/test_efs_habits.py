"""Army Group Center by hand: keys pressed out of habit where one thing ends, and sentences that are whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.match import Match
from tests.games.efs import corners
from tests.tui.driving import driven, press, screen_text, start, table
from tui.game.controller import Controller


def played(match: Match) -> Controller:
    """A match for the screen, its sides at one keyboard that passes to nobody."""
    return Controller(match, None, hand_over=False)


@pytest.mark.rule("efs2:14.25")
async def test_an_air_fight_is_no_battle_on_the_ground_to_be_rolled_for(tmp_path: Path) -> None:
    async with driven(start(tmp_path, played(corners.air_fight()))) as (app, pilot):
        match = table(app).controller.match
        assert match.c.frame.step == "air-fight" and table(app).controller.view.declared()
        await press(pilot, "e")
        assert match.history[-1].action == "go" and "odds of" not in screen_text(app)


@pytest.mark.rule("efs2:16.5")
async def test_who_advanced_last_is_not_in_hand_for_the_phase_behind_it(tmp_path: Path) -> None:
    match = corners.retreat()
    while match.c.frame.step != "advance":
        match.play(match.prompt.default or next(iter(match.legal)))
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        await press(pilot, "G")
        assert match.c.frame.step == "movement" and match.legal.any()
        assert table(app).hand.selected is None and " advances to " not in table(app).said
        before = len(match.history)
        await press(pilot, "enter")
        assert len(match.history) == before


@pytest.mark.rule("efs2:7.71")
async def test_who_is_asked_in_a_phase_of_both_sides_is_told_in_two_lines(tmp_path: Path) -> None:
    match = Match.new("efs2", "campaign", seed=5)
    assert match.c.frame.step == "replacements" and match.prompt.both
    async with driven(start(tmp_path, played(match))) as (app, _):
        assert "Soviet side: Replacement points" in screen_text(app)


@pytest.mark.rule("efs2:18.44")
async def test_a_strongpoint_under_construction_is_told_whole_in_the_narrow_panel(tmp_path: Path) -> None:
    match = corners.new()
    match.edit({"clear": True, "place": [{"unit": "rd-50", "hex": "B0235"}], "phase": "movement soviet"})
    match.c.state.works["B0235"] = "soviet building"
    match.c.touch()
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        table(app).go_to(match.c.hex("B0235"))
        await press(pilot, "escape")
        told = " ".join(line.rpartition("│")[2].strip() for line in screen_text(app).splitlines())
        assert "Soviet strongpoint under construction" in told


async def test_a_sentence_that_asks_back_ends_with_its_question(tmp_path: Path) -> None:
    async with driven(start(tmp_path, played(corners.new()))) as (app, pilot):
        await press(pilot, "escape", "colon", *"move", "space", *"18Px", "enter")
        assert "nothing called '18Px'" in table(app).said and table(app).said.endswith("?")


@pytest.mark.rule("efs1:10.5.7")
async def test_what_few_positions_know_is_not_offered_for_typing_where_nobody_can(tmp_path: Path) -> None:
    match = Match.new("efs1", "borisov", seed=3)
    match.edit({"clear": True, "place": [{"unit": "18pz-sr1", "hex": "B0135"}], "phase": "movement axis"})
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        await press(pilot, "escape", "colon")
        told = screen_text(app)
        assert "move UNIT" in told and "exit UNIT" not in told and "abandon UNIT" not in told


@pytest.mark.rule("efs1:10.2.1", "efs1:10.2.4")
async def test_of_two_things_that_a_unit_can_do_where_it_stands_enter_tells_which(tmp_path: Path) -> None:
    match = Match.new("efs1", "borisov", seed=3)
    place = [{"unit": "rd-50", "hex": "B0235", "steps": 1}, {"unit": "hq-13a", "hex": "B0235"}]
    points = {"infantry_replacement_points": {"soviet": 2}}
    match.edit({"clear": True, "place": place, "tracks": points, "phase": "motorized-movement soviet"})
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        table(app).go_to(match.c.hex("B0235"))
        await press(pilot, "escape", "enter")
        assert table(app).said.endswith("activate, replace; Enter: activate")
        await press(pilot, "enter")
        assert match.history[-1].action == "activate rd-50"
