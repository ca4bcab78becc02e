"""Many units off the map: the list of a set-up by hand, and how one gets through it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.match import Match
from tests.tui.driving import driven, press, screen_text, start, table
from tui.game.controller import Controller
from tui.table.highlights import highlights
from tui.widgets.bars import DecisionBar


def setting_up(scenario: str = "smolensk") -> Controller:
    """A set-up by hand, by one person for both sides."""
    return Controller(Match.new("ava", scenario, options={"setup": "free"}), None, hand_over=False)


@pytest.mark.rule("ava:4.0")
async def test_the_list_is_open_at_once_with_a_unit_marked_by_formations(tmp_path: Path) -> None:
    async with driven(start(tmp_path, setting_up())) as (app, pilot):
        menu = table(app).menu
        assert menu.open and menu.chosen is not None and menu.chosen.value.subject
        assert menu.at == 0 and menu.items[-1].text == "history" and "e history" in screen_text(app)
        roster = table(app).controller.match.data.roster
        order = [roster.formation[roster.by_id[i.value.subject]] for i in menu.items if i.value.subject]
        assert len(order) == 94 and [f for n, f in enumerate(order) if order[n - 1] != f] == list(dict.fromkeys(order))
        assert "2-2-4" in screen_text(app) and "3rd Army" in screen_text(app)
        await press(pilot, *"10th")
        assert {i.note.split(maxsplit=1)[1] for i in menu.items} == {"10th Army"}


@pytest.mark.rule("ava:4.0")
async def test_after_a_unit_is_placed_the_next_of_its_formation_is_marked(tmp_path: Path) -> None:
    async with driven(start(tmp_path, setting_up())) as (app, pilot):
        match, menu = table(app).controller.match, table(app).menu
        await press(pilot, "down", "down", "down")
        first, following = menu.items[menu.at].value.subject, menu.items[menu.at + 1].value.subject
        await press(pilot, "enter")
        marks = highlights(table(app).controller, table(app).hand)
        assert set(marks.values()) == {("P", "reach")}, "no movement points are paid in a set-up"
        await press(pilot, "enter")
        assert match.history[-1].action.startswith(f"place {first} ")
        assert menu.open and menu.chosen is not None and menu.chosen.value.subject == following
        await press(pilot, "u")
        assert not match.history


@pytest.mark.rule("ava:4.0")
@pytest.mark.parametrize("scenario", ["smolensk", "campaign"])
async def test_what_is_asked_fits_the_line(tmp_path: Path, scenario: str) -> None:
    async with driven(start(tmp_path, setting_up(scenario))) as (app, pilot):
        for _ in range(2):
            assert not app.screen.query_one("#ask", DecisionBar).cut
            assert "'history'" in screen_text(app).splitlines()[-3]
            await press(pilot, "e")
            assert not app.screen.query_one("#ask", DecisionBar).cut and "All stand" in screen_text(app)
            await press(pilot, "e")


@pytest.mark.rule("ava:20.2")
async def test_a_list_opened_under_the_page_for_passing_the_keyboard_has_its_full_height(tmp_path: Path) -> None:
    match = Match.new("ava", "campaign", options={"variant": "master", "players_count": "6"})
    while match.c.step.id != "distribute":
        match.play(match.prompt.default or next(iter(match.legal)))
    async with driven(start(tmp_path, Controller(match, None))) as (app, pilot):
        assert "Pass the keyboard" in screen_text(app)
        await press(pilot, "enter")
        assert screen_text(app).count("assign ") > 9
        assert not app.screen.query_one("#ask", DecisionBar).cut and "then closes. §20.2" in screen_text(app)
        await press(pilot, "e")
        assert " S1: " in screen_text(app) and " S2: " in screen_text(app), "whose cup a chit is in"


@pytest.mark.rule("ava:19.4")
async def test_the_controllers_queue_is_asked_as_a_list_once_there_is_a_choice(tmp_path: Path) -> None:
    match = Match.new("ava", "campaign", options={"queue": "on", "players_count": "4"})
    while match.c.step.id != "queue":
        match.play(match.prompt.default or next(iter(match.legal)))
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        assert "Nothing is left" not in screen_text(app) and "Draw a command chit" in screen_text(app)
        await press(pilot, "e")
        while match.c.step.id != "queue":
            await press(pilot, "e")
        assert {i.text for i in table(app).menu.items} >= {"next", "draw"} and "Queue: " in screen_text(app)
