"""Long sentences on small screens: nothing is cut without a sign of it and a key that shows the whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.asked import Score, Task
from engine.play.turns import Losses, TurnReport
from tests.games.ava.battles import NORTHWEST, SOUTHWEST, TARGET, field
from tests.tui.driving import driven, press, screen_text, start, table
from tests.tui.test_left import sitting
from tests.tui.test_screens import smolensk
from tui.screens.explain import ExplainScreen
from tui.screens.turn_over import turn_lines
from tui.widgets.bars import DecisionBar
from tui.widgets.list_box import Item, ListBox
from tui.widgets.menu import Ask

LONG = "This sentence goes on and on, with many words that nobody wrote for a small terminal, " * 3 + "to its end."


async def test_an_answer_of_two_lines_takes_both_and_a_longer_one_names_the_key(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match), hints=False)) as (app, pilot):
        bar = table(app).query_one("#ask", DecisionBar)
        table(app).say("word " * 25)
        await pilot.pause()
        assert screen_text(app).count("word") == 25 and not bar.cut
        table(app).say(LONG)
        await pilot.pause()
        assert bar.cut and "… ?" in screen_text(app).splitlines()[22]
        await press(pilot, "?")
        assert isinstance(app.screen, ExplainScreen) and "to its end." in screen_text(app)


async def test_a_question_of_many_lines_is_whole_over_the_answer_and_over_a_list(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match), hints=False), size=(62, 21)) as (app, pilot):
        bar = table(app).query_one("#ask", DecisionBar)
        bar.ask(LONG, "ava:10.2")
        table(app).say("An answer.")
        await pilot.pause()
        rows = screen_text(app).splitlines()
        assert LONG in " ".join(" ".join(rows[:19]).split()) and "An answer." in rows[19]
        table(app).open_menu(Ask("Test", lambda item, text: None, tuple(Item(f"line {n}") for n in range(30))))
        await pilot.pause()
        assert LONG in " ".join(" ".join(screen_text(app).splitlines()[:19]).split()), "no list lies over it"


async def test_a_cut_line_of_a_list_is_read_whole_with_the_key_for_details(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match), hints=False)) as (app, pilot):
        table(app).open_menu(Ask("Test", lambda item, text: None, (Item("a line " * 8 + "END"), Item("other"))))
        await pilot.pause()
        assert "END" not in screen_text(app)
        await press(pilot, "?")
        assert "END" in screen_text(app) and table(app).menu.open


@pytest.mark.parametrize("size", [(80, 24), (62, 21)])
async def test_all_problems_can_be_read_on_the_first_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    async with driven(start(tmp_path), size=size) as (app, pilot):
        app.problems = [f"config.toml: problem number {n} of thirty" for n in range(30)]
        await pilot.resize_terminal(size[0] + 1, size[1])
        await pilot.pause()
        seen = screen_text(app)
        assert "30 problems" in seen and "number 0 " in seen
        for _ in range(30):
            await press(pilot, "pagedown")
            seen += screen_text(app)
        assert all(f"number {n} " in seen for n in range(30))
        assert app.screen.query_one("#list", ListBox).at == 0
        await press(pilot, "n")
        assert "Smolensk" in screen_text(app)


async def test_every_question_of_a_game_fits_its_line(tmp_path: Path) -> None:
    controller = smolensk(tmp_path, soviet="human")
    match = controller.match
    async with driven(start(tmp_path, controller, hints=False, confirm_end=False, hand_over=False)) as (app, pilot):
        controller._hand_over = False
        bar = table(app).query_one("#ask", DecisionBar)
        for _ in range(40):
            table(app).say("An answer.")
            await pilot.pause()
            assert "… ?" not in "".join(screen_text(app).splitlines()[21:23]), bar.asked
            action = match.prompt.default or next(iter(match.legal.plain()), None) or next(iter(match.legal))
            assert table(app).acting.play(action)
            await pilot.pause()


async def test_of_a_unit_that_is_eliminated_the_steps_before_are_not_told(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET})
    match.play(f"attack 7pz {TARGET}")
    match.play(f"attack 12pz {TARGET}")
    attackers = [match.c.roster.find(u) for u in ("7pz", "12pz")]
    results = match.view().tally("attack", attackers, match.c.board.find(TARGET)).results
    match.dice.queue([results.index("2RR") + 1])
    async with driven(start(tmp_path, sitting(match), hints=False)) as (app, pilot):
        await press(pilot, "escape", "e")
        said = " ".join(" ".join(screen_text(app).splitlines()[21:23]).split())
        assert "2RR" in said and "is eliminated" in said and "loses a step" not in said


async def test_of_one_thing_left_that_is_nobodys_its_own_words_are_told(tmp_path: Path) -> None:
    match = field({"7pz": "S1707", "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match), hints=False)) as (app, pilot):
        pressing = Task("7pz", "not moved", "ava:9.1", True, "units have not moved")
        alone = Task("", "a regiment can be formed", "ava:9.1", False, "regiments can be formed")
        table(app).hand.decision.__dict__["tasks"] = [pressing, alone]
        await press(pilot, "e")
        assert "A regiment can be formed." in table(app).said and "1 regiments" not in table(app).said


def test_one_point_is_a_point() -> None:
    assert Score("axis", 1, 0, (), "ava:16.1").headline("Axis") == "Axis 1 point"
    assert Score("axis", -2, 0, (), "ava:16.1").headline("Axis") == "Axis -2 points"
    assert Score("axis", 1, 60, (), "ava:16.1").headline("Axis") == "Axis 1 of 60 points"


def test_steps_are_lost_by_others_only_where_units_are_gone() -> None:
    controller = sitting(field({"7pz": "S1707", "10rd": TARGET}))
    score, tanks = controller.view.score(), controller.match.data.roster.by_id["7pz"]
    for gone, words in (([], "Axis: 1 step lost"), ([tanks], "Axis: 1 unit eliminated, 1 step lost by others")):
        found = TurnReport({"axis": Losses(gone, 1)}, (), 0)
        rows = turn_lines(controller, found, score, score, "in this turn", 60)
        assert words in ["".join(text for text, _ in row) for row in rows]
