"""Laying out a position by keys at 80x24: from the first page and from a game, which stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.match import Match
from tests.support.pm_position import position
from tests.tui.driving import Driver, driven, press, screen_text, start, table
from tui.app import StavkaApp
from tui.game.controller import Controller
from tui.screens.asking import PickScreen
from tui.screens.laying import LayingScreen
from tui.screens.new_game import NewGameScreen


def laying(app: StavkaApp) -> LayingScreen:
    """The screen on top."""
    assert isinstance(app.screen, LayingScreen), app.screen
    return app.screen


async def typed(pilot: Driver, text: str) -> None:
    """Letters, then Enter."""
    await press(pilot, *("space" if c == " " else c for c in text), "enter")


@pytest.mark.rule("ava:3.1")
async def test_from_the_first_page_to_a_game_that_is_marked_as_analysis(tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "p")
        assert isinstance(app.screen, NewGameScreen)
        assert "put, move and flip counters" in " ".join(screen_text(app).split())
        await press(pilot, "enter")
        screen = laying(app)
        assert "Analysis by hand" in screen_text(app)
        await press(pilot, "C")
        assert all(h < 0 for h in screen.laying.match.state.hex_of)
        screen.map.go_to(screen.laying.match.c.hex("S0816"))
        await press(pilot, "a")
        await typed(pilot, "7pz")
        screen.marked = 7  # as where others were taken off the hex
        await press(pilot, "f", "enter", "up", "enter")
        match = screen.laying.match
        u = match.c.unit("7pz")
        assert match.c.label(match.state.hex_of[u]) == "S0815" and match.state.steps_left[u] == 1
        await press(pilot, ":")
        await typed(pilot, "20pz S0815, 12pz S0815")
        assert "No room for '12pz' in S0815" in screen_text(app) and "(3.1)" in screen_text(app)
        assert screen.rule == "ava:3.1"
        await press(pilot, "N", "1")
        await typed(pilot, "9-7-12 Lehr")
        await press(pilot, "t", "3", "o", "4")
        match = screen.laying.match
        assert match.state.turn == 3 and len(screen.laying.stack(screen.cursor)) == 2
        await press(pilot, "x", "u", "e")
        assert isinstance(app.screen, PickScreen)
        await press(pilot, "1")
        played = table(app).controller.match
        assert played is screen.laying.match and played.state.analysis and "analysis" in screen_text(app)
        assert table(app).controller.humans == ["axis", "soviet"]
        [entry] = app.saved()
        assert entry.title.startswith("Analysis: Smolensk") and entry.turn == 3
        await press(pilot, "q", "l")
        await pilot.pause(0.3)
        assert "analysis position" in screen_text(app).lower()


async def test_a_running_game_stays_as_it_is(tmp_path: Path) -> None:
    match = Match.new("ava", "leningrad", seed=3)
    match.meta["player.soviet"] = "greedy"
    controller = Controller(match, None)
    async with driven(start(tmp_path, controller)) as (app, pilot):
        before, lines = match.digest(), len(match.history)
        await press(pilot, "E", "C", "enter", "escape")
        screen = laying(app)
        assert screen.laying.match is not match and screen.laying.eyes == "axis"
        await press(pilot, "e")
        assert "with the same players" in screen_text(app)
        await press(pilot, "2")
        assert "saved nowhere" in screen_text(app) and app.controller is controller
        await press(pilot, "escape")
        await press(pilot, "3")
        assert table(app).controller is controller and not match.state.analysis
        assert (match.digest(), len(match.history)) == (before, lines)


async def test_two_at_one_keyboard_lay_out_positions_from_the_first_question_on(tmp_path: Path) -> None:
    async with driven(start(tmp_path, Controller(Match.new("ava", "smolensk", seed=7), None))) as (app, pilot):
        await press(pilot, "E")
        assert laying(app).laying.eyes == "axis"


async def test_esc_empties_the_hand_first_and_leaves_only_where_nothing_is_lost(tmp_path: Path) -> None:
    controller = Controller(position({"7pz": "2510N", "rd-001": "2610N"}), None, hand_over=False)
    async with driven(start(tmp_path, controller, hand_over=False)) as (app, pilot):
        table(app).go_to(controller.match.c.hex("2510N"))
        await press(pilot, "E", "enter")
        screen = laying(app)
        assert screen.laying.hand == "7pz" and "7Pz in hand" in screen_text(app)
        await press(pilot, "escape")
        assert screen.laying.hand == "" and app.screen is screen
        await press(pilot, "w", "3")
        assert screen.laying.match.state.weather["north"] == "mud"  # type: ignore[attr-defined]
        await press(pilot, "escape")
        assert isinstance(app.screen, PickScreen), "what was laid out is asked about"
        await press(pilot, "escape", "u", "escape")
        assert app.screen is table(app)


@pytest.mark.rule("efs2:5.1")
async def test_weather_that_is_alike_everywhere_is_called_weather(tmp_path: Path) -> None:
    match = Match.new("efs2", "lepel", seed=7)
    async with driven(start(tmp_path, Controller(match, None, hand_over=False), hand_over=False)) as (app, pilot):
        await press(pilot, "E")
        assert "Weather: dry" in screen_text(app)
        await press(pilot, "w")
        assert "Weather: mud" in screen_text(app) and " : " not in screen_text(app)
        await press(pilot, "2")
        assert laying(app).laying.match.state.weather == "mud"  # type: ignore[attr-defined]
        assert "Weather: mud" in screen_text(app)


@pytest.mark.rule("pm:2.15")
async def test_who_an_untried_counter_is_can_be_said_and_taken_back(tmp_path: Path) -> None:
    match = position({"rd-001": "2609N", "61inf": "2709N"}, phase="movement")
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        await press(pilot, "E")
        screen = laying(app)
        screen.map.go_to(match.c.hex("2609N"))
        await pilot.pause()
        assert "i says who it is" in screen_text(app)
        await press(pilot, "i")
        await typed(pilot, "1-1-5")
        laid = screen.laying.match
        assert "1-1-5" in laid.view("soviet").values(laid.c.unit("rd-001")) and "says who" not in screen_text(app)
        await press(pilot, "u")
        again = screen.laying.match
        assert again.view("soviet").values(again.c.unit("rd-001")).startswith("?")
        screen.map.go_to(match.c.hex("2709N"))
        await press(pilot, "i")
        assert "shows who it is" in screen_text(app)


def test_the_keyboard_does_not_pass_in_a_position_that_was_laid_out() -> None:
    match = position({"rd-001": "2609N", "61inf": "2709N"}, phase="combat")
    assert Controller(match, None).hand_over == "axis"
    match.state.analysis = True
    assert Controller(match, None).hand_over == ""
