"""What players and referees once saw go wrong, played again: small things that no other test holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.match import Match
from tests.support.pm_position import position
from tests.support.position import position as ava_position
from tests.tui.driving import driven, press, screen_text, start, table
from tui.game.controller import Controller
from tui.widgets.list_box import ListBox


def at_table(match: Match) -> Controller:
    """One person plays both sides."""
    return Controller(match, None, hand_over=False)


async def test_at_the_end_of_the_map_an_arrow_says_so(tmp_path: Path) -> None:
    match = Match.new("ava", "leningrad", seed=7)
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        play = table(app)
        await press(pilot, "escape")
        play.go_to(match.c.hex("S0812"))
        await press(pilot, "j")
        assert "ends here" not in screen_text(app) and play.label(play.cursor) == "S0813"
        await press(pilot, "j")
        assert "The map in play ends here." in screen_text(app) and play.label(play.cursor) == "S0813"


BREST = {"17pz": "1718N", "18pz": "1718N", "29mot": "1718N", "td-001": "1819N"}


@pytest.mark.rule("pm:14.22", "pm:14.27", "pm:2.15")
async def test_a_plan_names_town_and_fort_and_a_letter_on_the_map_is_explained(tmp_path: Path) -> None:
    match = position(BREST, turn=1)
    async with driven(start(tmp_path, at_table(match)), size=(120, 40)) as (app, pilot):
        table(app).go_to(match.c.hex("1819N"))
        await press(pilot, "x")
        shown = screen_text(app)
        assert "1819N Brest-Litovsk" in shown and "clear, large town, fort" in shown
        assert "about" in shown and "0/E 100%" not in shown, "who the untried unit is nobody knows"
        await press(pilot, "escape")
        table(app).go_to(match.c.hex("1718N"))
        await press(pilot, "enter", "t")
        told = [item.text.split() for item in app.screen.query_one(ListBox).items]
        assert ["A", "here", "you", "can:", "assault"] in told


@pytest.mark.rule("pm:R29", "pm:1.4")
def test_the_beginners_game_tells_nothing_of_supply_and_forts() -> None:
    match = Match.new("pm", "campaign", seed=3, options={"rules": "beginners"})
    view = match.view("soviet")
    u = next(u for stack in view.stacks.values() for u in stack)
    assert view.supply(u).status == "" and view.supply(u).in_supply
    assert not any("fort" in word for words in view.markers.values() for word in words)


@pytest.mark.rule("pm:10.2")
async def test_a_list_of_whom_aircraft_go_with_says_which_and_where(tmp_path: Path) -> None:
    units = {"8pz": "2010N", "3mot": "2010N", "126inf": "2010N"}
    match = position(units, phase="commitment", turn=3, boxes={"viii-fk": "air"})
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "2")
        table(app).go_to(match.c.hex("2010N"))
        await press(pilot, "enter")
        assert table(app).menu.heading == "commit VIIIFK: 2010N"
        assert table(app).menu.items[0].text == "commit VIIIFK 8Pz", "the strongest first"


@pytest.mark.rule("pm:14.35", "ava:12.2")
def test_words_of_an_answer_fit_whoever_is_asked() -> None:
    rules = Match.new("pm", "campaign", seed=1).rules
    told = next(v.help for v in rules.steps["losses"].verbs if v.name == "all")
    assert "retreat" not in told, "attackers never do"
    ended = Match.new("ava", "smolensk", seed=1).rules.steps["reinforcements"].verbs
    assert not any("lost" in v.help for v in ended), "nobody is eliminated by it"


@pytest.mark.rule("ava:8.2")
def test_the_range_of_command_is_that_of_the_headquarters_that_is_activated() -> None:
    units = {"hq-2pzg": "S1010", "hq-4pzg": "S2010", "7pz": "S1011"}
    match = ava_position(units, active=["hq-2pzg", "7pz"])
    here, other = match.c.hex("S1010"), match.c.hex("S2010")
    marks = match.view("axis").overlay("range", "axis").marks
    assert marks[here] == "0" and other not in marks
    idle = ava_position(units, active=[]).view("axis").overlay("range", "axis").marks
    assert idle[here] == idle[other] == "0"
