"""Every screen on the first real game: it opens, names its rules, fits the smallest terminal, and Esc leaves it."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves import Store
from tests.tui.driving import driven, press, screen_text, start, table, until
from tui.app import begin
from tui.game.controller import Controller
from tui.screens.new_game import NewGameScreen
from tui.table.play import PlayScreen


def smolensk(home: Path, soviet: str = "random") -> Controller:
    """A fresh game of Smolensk."""
    return begin(
        Store(home / "saves"), "ava", "smolensk", seed=7, options={}, players={"axis": "human", "soviet": soviet},
        dice="program", overrides=None,
    )  # fmt: skip


async def test_eighty_by_twenty_four_is_complete(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, _):
        lines = screen_text(app).splitlines()
        assert len(lines) == 24 and all(len(row) == 80 for row in lines)
        assert "ava" in lines[0] and " of 60" in lines[0] and "saved" in lines[0]
        assert "Hex" in lines[1] and any("Log" in row for row in lines) and "§15.1" in screen_text(app)
        assert "10.2" in lines[21] and "select" in lines[23]


async def test_everything_in_view_on_a_large_terminal(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path)), size=(160, 50)) as (app, _):
        text = screen_text(app)
        for words in ("7th Panzer Division", "Selection Phase", "Surprise attack: 28 units", "Combat procedure"):
            assert words in text


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
@pytest.mark.parametrize("key", ["f1", "?", "c", "v", "L", "r", "ctrl+p", "/", "o", ":", "g", "x", "m", "f", "a", "S"])
async def test_screens_open_and_esc_leaves_them(tmp_path: Path, key: str, size: tuple[int, int]) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path)), size=size) as (app, pilot):
        before = screen_text(app)
        await press(pilot, key)
        assert screen_text(app) != before
        await press(pilot, "escape")
        assert isinstance(app.screen, PlayScreen)
        assert not app.screen.menu.open and app.screen.tally.plan is None and not app.screen.hand.letters


async def test_an_attack_is_planned_and_declared(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "tab", "x")
        text = screen_text(app)
        assert "10:1" in text and "§10.3(2)" in text and "%" in text
        await press(pilot, "2", "3")
        plan = table(app).tally.plan
        assert plan is not None and len(plan.chosen) == 2
        target = plan.target
        await press(pilot, "right")
        assert plan.target != target
        await press(pilot, "left", "enter")
        match = table(app).controller.match
        assert [line.action.split()[0] for line in match.history] == ["attack"] * 4
        await press(pilot, "u", "u", "u", "u")
        assert match.history == []


async def test_why_a_unit_may_not_attack(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "g", *"102nd", "enter", "enter")
        assert "ava:10.1" in screen_text(app)
        await press(pilot, "?", "enter")
        assert "10.1" in screen_text(app) and "ava:10.1 and what it refers to" in screen_text(app)


async def test_go_to_hex_unit_or_place(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        for words, label in (("2418", "S2418"), ("minsk", ""), ("nowhere", "")):
            await press(pilot, "g", *words, "enter")
            if label:
                assert table(app).label(table(app).cursor) == label
        assert "There is no hex, place or unit 'nowhere'" in screen_text(app)
        board = table(app).controller.match.data.board
        assert board.place_at[table(app).cursor].name == "Minsk"


async def test_rules_search_follows_references_and_comes_back(tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "r", *"retreat", "enter")
        first = screen_text(app).splitlines()[0]
        assert "and what it refers to" in first
        await press(pilot, "down", "enter")
        second = screen_text(app).splitlines()[0]
        assert "and what it refers to" in second and second != first
        await press(pilot, "escape")
        assert screen_text(app).splitlines()[0] == first
        await press(pilot, "escape", "escape", "escape")
        assert "New game" in screen_text(app)


async def test_palette_finds_commands_actions_and_rules(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "ctrl+p", *"zone")
        assert "rule 3.2" in screen_text(app)
        await press(pilot, *["backspace"] * 4, *"points so far", "enter")
        assert "of 60 points" in screen_text(app)


async def test_the_computer_answers_after_my_attack(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        match = table(app).controller.match
        await press(pilot, "e", "e", "e", "e")
        await until(pilot, lambda: match.side == "axis" and len(match.history) > 2)
        assert table(app).controller.faults == []


async def test_two_people_choose_their_chits_in_secret(tmp_path: Path) -> None:
    controller = smolensk(tmp_path, soviet="human")
    while not getattr(controller.match.c.step, "secret", False):
        controller.play(controller.match.prompt.default or controller.decision.plain[0])
    side = controller.match.side
    async with driven(start(tmp_path, controller)) as (app, pilot):
        assert f"Pass the keyboard to the player of the {controller.side_title(side)}" in screen_text(app)
        await press(pilot, "enter")
        assert table(app).controller.viewer == side and table(app).menu.open


async def test_without_colours_and_unicode(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path), theme="mono", glyphs="ascii")) as (app, pilot):
        await press(pilot, "tab")
        for strip in app.screen._compositor.render_strips():
            for segment in strip:
                assert segment.style is None or segment.style.color is None or segment.style.color.is_default
        assert screen_text(app).replace("↵", "").replace("●", "").replace("§", "").replace("·", "").isascii()


async def test_new_game_page_changes_lines(tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "n")
        assert "Smolensk" in screen_text(app) and "§18.2" in screen_text(app)
        before = screen_text(app)
        await press(pilot, "down", "down", "down", "right")
        assert screen_text(app) != before
        await press(pilot, "home", "enter")
        assert isinstance(app.screen, PlayScreen)


async def test_the_page_of_a_new_game_tells_what_each_line_is_about(tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "n")
        assert "Enter on the first line starts" in screen_text(app)
        told = set()
        screen = app.screen
        assert isinstance(screen, NewGameScreen)
        for one in screen.fields:
            await press(pilot, "down")
            told.add(" ".join(screen_text(app).splitlines()[-6:-1]).strip())
            assert screen.box.chosen is not None and screen.box.chosen.value is one
        assert len(told) >= len(screen.fields) - 1, "the lines of the two sides share their words"
        assert any("activates single units" in text for text in told)
        assert any("6 or 9 turns, 1 map sheet, 60 or 85 points" in text for text in told)


@pytest.mark.rule("ava:16.1")
async def test_the_score_page_tells_what_could_still_score(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "v")
        text = screen_text(app)
        assert "What could still bring points to the Axis" in text and "+10  " in text
        await press(pilot, "end")
        assert "each Soviet mechanized unit eliminated" in screen_text(app) and "§16.1" in screen_text(app)


async def test_on_a_narrow_screen_the_first_pages_cut_nothing_that_is_not_told_whole_below(tmp_path: Path) -> None:
    async with driven(start(tmp_path), (60, 20)) as (app, pilot):
        told = " ".join(screen_text(app).split())
        assert "Every refusal names its rule; every action is saved." in told
        await press(pilot, "n", "down")
        assert "Game: A Victory Awaits: Operation Barbarossa 1941." in " ".join(screen_text(app).split())


async def test_the_whole_name_of_a_game_is_read_on_the_page_of_a_new_one(tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "n", "down")
        seen = set()
        for _ in range(5):
            seen |= {
                row.partition("< ")[2].rpartition(" >")[0] for row in screen_text(app).splitlines() if "2 Game" in row
            }
            await press(pilot, "right")
        assert "Barbarossa: Army Group Center (1st edition, 1998)" in seen and len(seen) == 5
        assert not any("…" in name for name in seen)
