"""Bidding for the Axis on the new-game page, and passing the keyboard between several people."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.ava.phases.command import owned
from engine.play.match import Match
from tests.support.position import play, position
from tests.tui.driving import driven, press, screen_text, start
from tui.game.controller import Controller
from tui.screens.bidding import BiddingScreen
from tui.screens.new_game import NewGameScreen

LINE = "Bid for the Axis"


async def to_bid(app: object, pilot: object) -> None:
    """From home to the line of the bid."""
    await press(pilot, "n")  # type: ignore[arg-type]
    page = app.screen  # type: ignore[attr-defined]
    assert isinstance(page, NewGameScreen)
    at = next(n for n, one in enumerate(page.fields) if one.id == "bid")
    await press(pilot, *["down"] * (at + 1))  # type: ignore[arg-type]
    assert LINE in page.box.chosen.text  # type: ignore[union-attr]


@pytest.mark.rule("ava:17.1", "ava:R50")
async def test_two_people_bid_in_turn_and_equal_bids_are_made_again(tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await to_bid(app, pilot)
        await press(pilot, "enter")
        assert isinstance(app.screen, BiddingScreen) and "first player bids" in screen_text(app)
        await press(pilot, "5", "5")
        assert "**" in screen_text(app) and "55" not in screen_text(app)
        await press(pilot, "enter")
        assert "second player bids" in screen_text(app) and "55" not in screen_text(app)
        await press(pilot, "5", "5", "enter")
        assert "Both bid 55" in screen_text(app) and "first player bids" in screen_text(app)
        await press(pilot, "5", "0", "enter", "6", "2", "enter")
        assert "The second player plays" in screen_text(app) and "needs 62" in screen_text(app)
        await press(pilot, "enter")
        page = app.screen
        assert isinstance(page, NewGameScreen)
        assert next(f.value for f in page.fields if f.id == "bid") == "62"
        assert "The second player plays the Axis" in screen_text(app)


@pytest.mark.rule("ava:17.1")
async def test_a_bid_out_of_bounds_is_asked_again_and_escape_leaves(tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await to_bid(app, pilot)
        await press(pilot, "enter", "4", "0", "1", "enter")
        assert "from 1 to 400" in screen_text(app) and "first player bids" in screen_text(app)
        await press(pilot, "7", "backspace", "enter")
        assert "from 1 to 400" in screen_text(app)
        await press(pilot, "escape")
        page = app.screen
        assert isinstance(page, NewGameScreen)
        assert next(f.value for f in page.fields if f.id == "bid") == "off"


@pytest.mark.rule("ava:17.1")
async def test_the_line_of_the_bid_begins_at_the_number_of_the_scenario(tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await to_bid(app, pilot)
        page = app.screen
        assert isinstance(page, NewGameScreen)
        await press(pilot, "right")
        assert next(f.value for f in page.fields if f.id == "bid") == "60"  # the short game of Smolensk
        await press(pilot, "left", "left")
        assert next(f.value for f in page.fields if f.id == "bid") == "59"


def several(people: str) -> Match:
    """Turn 2 of the campaign: the Soviets select, then the Controller draws into the queue."""
    return position(
        {"hq-9a": "S2010", "6inf": "S2011", "s-hq-3a": "S4010"}, scenario="campaign", phase="draw", ground={},
        options={"players_count": people, "queue": "on"}, chits={"9a": "cup", "s-3a": "cup", "supply": "cup"},
    )  # fmt: skip


@pytest.mark.rule("ava:19.2", "ava:19.4")
async def test_the_screen_names_the_person_and_asks_for_the_controller(tmp_path: Path) -> None:
    match = several("6")
    match.meta |= {"player.axis": "human", "player.soviet": "human"}
    controller = Controller(match, None)
    play(match, "draw")
    async with driven(start(tmp_path, controller)) as (app, pilot):
        assert "P6 Soviets, Kiev" in screen_text(app)
        play(match, "draw")  # a second chit: the Controller alone looks at it
        assert controller.hand_over == "soviet" and controller.asked == "P6 Soviets, Kiev, Soviet Union"
        controller.take_keyboard()
        assert controller.hand_over == "" and controller.viewer == "soviet"
        play(match, "down")
        assert controller.hand_over == "" and owned(match.c, "axis", "hand") == []
        await press(pilot, "escape")


@pytest.mark.rule("ava:19.2")
def test_another_person_of_the_same_side_is_asked_for_in_a_secret_step() -> None:
    options = {"players_count": "5"}
    match = position({}, scenario="campaign", phase="turn", turn=2, options=options)
    controller = Controller(match, None)
    assert controller.hand_over == "soviet" and controller.asked == "P4 and P5, Soviet Union"
    controller.take_keyboard()
    assert controller.hand_over == ""
    controller._person = "P4 Soviets, Leningrad and Smolensk"
    assert controller.hand_over == "soviet"


def test_two_people_are_asked_for_by_side() -> None:
    controller = Controller(Match.new("ava", "smolensk"), None)
    assert controller.asked == "the player of the Axis" and controller.hand_over == ""
