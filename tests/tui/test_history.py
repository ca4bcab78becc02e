"""The past on screen: the map as it was, going back, playing on as another game, bookmarks, dice, the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.play.action import Action
from engine.play.bookmarks import bookmarks
from engine.play.match import Match
from engine.play.timeline import Timeline
from engine.players.random import RandomPlayer
from saves import Store
from tests.tui.driving import Driver, driven, game, press, screen_text, start, table, until
from tui.app import StavkaApp, begin
from tui.game.controller import Controller
from tui.screens.asking import LineScreen, PickScreen
from tui.screens.dice import DiceScreen
from tui.screens.ending import EndScreen
from tui.screens.history import HistoryScreen
from tui.table.play import PlayScreen

CHOSEN: dict[tuple[object, ...], tuple[RandomPlayer, list[Action]]] = {}
"""By the start of a game the player who wanders from it, and the actions so far: to choose one takes the longest."""


def wander(controller: Controller, actions: int, seed: int = 3) -> None:
    """Random actions of both sides, saved; it stops where the axis decides."""
    match, first = controller.match, len(controller.match.history)
    start = match.digest(), match.seed, tuple(match.data.options.items()), seed
    player, chosen = CHOSEN.setdefault(start, (RandomPlayer(seed), []))
    while not match.over and (len(match.history) < actions or match.side != "axis"):
        if len(match.history) - first == len(chosen):
            chosen.append(player.choose(match)[0])
        controller.play(chosen[len(match.history) - first])


def smolensk(home: Path, actions: int, **options: str) -> Controller:
    """Some way into a game of Smolensk against the computer."""
    controller = begin(
        Store(home / "saves"), "ava", "smolensk", seed=7, options=options,
        players={"axis": "human", "soviet": "random"}, dice="program", overrides=None,
    )  # fmt: skip
    wander(controller, actions)
    return controller


def history(app: StavkaApp) -> HistoryScreen:
    """The history on top, read to the end."""
    assert isinstance(app.screen, HistoryScreen), app.screen
    return app.screen


async def opened(app: StavkaApp, pilot: Driver, key: str = "H") -> HistoryScreen:
    """Open the history and wait until it has been read."""
    await press(pilot, key)
    screen = history(app)
    await until(pilot, lambda: screen.shown >= 0)
    return screen


async def test_the_map_goes_back_with_the_marked_line(tmp_path: Path) -> None:
    controller = smolensk(tmp_path, 60)
    digests = [m.view("axis").state.hex_of[:] for m in controller.match.replayed()]
    async with driven(start(tmp_path, controller)) as (app, pilot):
        screen = await opened(app, pilot)
        assert screen.shown == len(controller.match.history)
        seen = set()
        for _ in range(12):
            await press(pilot, "up")
            view = screen._view
            assert view is not None and view.state.hex_of == digests[screen.shown]
            seen.add(screen.shown)
        assert len(seen) > 5
        moved = next(i for i in screen.box.items if i.value.event and i.value.event.kind == "move")
        screen._to(screen.box.items.index(moved))
        await press(pilot, "?")
        assert "9." in screen_text(app)
        await press(pilot, "escape")
        assert screen.map.cursor == moved.value.event.hexes[-1]
        await press(pilot, "h", "escape")
        assert isinstance(app.screen, PlayScreen)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (160, 50)])
async def test_lines_can_be_read_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path, 60)), size=size) as (app, pilot):
        screen = await opened(app, pilot, "L")
        text = screen_text(app)
        assert "History" in text and " of 60" in text and "§" in text
        assert screen.map.size.height >= 6 and screen.box.size.height >= 8
        await press(pilot, "home", "right", "right")
        assert screen.box.chosen is not None and screen.box.chosen.value.heading


async def test_filter_turns_and_phases(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path, 230))) as (app, pilot):
        screen = await opened(app, pilot)
        await press(pilot, "/", *"roll", "home")
        assert len(screen.box.items) < 40 and screen.row is not None and "roll" in screen.row.text
        await press(pilot, "escape")
        assert screen.row is not None and screen.row.number == screen.shown and len(screen.box.items) > 230
        await press(pilot, "g")
        assert isinstance(app.screen, PickScreen) and "T2" in screen_text(app)
        await press(pilot, "2")
        assert screen._view is not None and screen.timeline.entries[screen.shown + 1].turn_name.startswith("T2")


async def test_back_to_a_line_and_why_not(tmp_path: Path) -> None:
    controller = smolensk(tmp_path, 60)
    match = controller.match
    player = RandomPlayer(4)
    while match.c.step.id != "movement" or match.side != "axis":
        controller.play(player.choose(match)[0])
    wall = len(match.history)
    player = RandomPlayer(5)
    while len(match.history) < wall + 3:
        action = player.choose(match)[0]
        if action.verb == "move":
            controller.play(action)
    async with driven(start(tmp_path, controller)) as (app, pilot):
        screen = await opened(app, pilot)
        screen._to(screen._row_of(screen.box.items, wall + 1))
        await press(pilot, "u")
        assert isinstance(app.screen, PlayScreen) and len(match.history) == wall + 1
        assert "2 lines taken back" in screen_text(app)
        await press(pilot, "U", "U")
        assert len(match.history) == wall + 3
        screen = await opened(app, pilot)
        screen._to(0)
        await press(pilot, "u")
        assert app.screen_stack[-1] is screen and "Barred: line" in screen_text(app) and len(match.history) == wall + 3
        await press(pilot, "enter")
        assert "barred: line" in screen_text(app) and "free undo" in screen_text(app)
        await press(pilot, "escape", "escape")
    again = Store(tmp_path / "saves").open("ava-smolensk").match
    assert again.digest() == match.digest()


async def test_playing_on_is_another_game(tmp_path: Path) -> None:
    controller = smolensk(tmp_path, 120)
    old, digest = controller.match, controller.match.digest()
    async with driven(start(tmp_path, controller)) as (app, pilot):
        screen = await opened(app, pilot)
        screen._to(screen._row_of(screen.box.items, 40))
        want = screen.timeline.at(40).digest()
        await press(pilot, "enter", "p")
        match = table(app).controller.match
        assert match is not old and match.digest() == want and len(match.history) == 40
        assert "from turn 1" in screen_text(app) and "same dice numbers" in screen_text(app)
        assert match.dice.seed == old.dice.seed
        await press(pilot, "q")
    store = Store(tmp_path / "saves")
    titles = {e.slug: e.title for e in store.list()}
    assert sorted(titles.values()) == ["ava Smolensk", "ava Smolensk from turn 1"]
    assert store.open("ava-smolensk").match.digest() == digest
    assert store.open("ava-smolensk-from-turn-1").match.digest() == want


async def test_playing_on_with_other_dice(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path, 80))) as (app, pilot):
        screen = await opened(app, pilot)
        screen._to(screen._row_of(screen.box.items, 30))
        await press(pilot, "enter", "o")
        match = table(app).controller.match
        assert match.history[-1].action.startswith("reseed ") and match.dice.seed != 7
        seed = match.dice.seed
        await press(pilot, "q")
        await press(pilot, "c")
        assert table(app).controller.match.dice.seed == seed


async def test_bookmarks_and_notes_stay_with_the_game(tmp_path: Path) -> None:
    controller = smolensk(tmp_path, 60)
    last = len(controller.match.history)
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await press(pilot, "B")
        assert f"Bookmark at line {last}" in screen_text(app)
        screen = await opened(app, pilot)
        screen._to(screen._row_of(screen.box.items, 12))
        await press(pilot, "N", *"the river", "ctrl+u")
        assert isinstance(app.screen, LineScreen)
        await press(pilot, *"bridge", "space", *"lost", "enter")
        assert app.screen_stack[-1] is screen and "“bridge lost”" in screen_text(app)
        await press(pilot, "tab", "tab")
        assert screen.row is not None and screen.row.number == 12
        await press(pilot, "B")
        assert "holds a note" in screen_text(app)
        await press(pilot, "escape", "q")
    match = Store(tmp_path / "saves").open("ava-smolensk").match
    assert [(b.line, b.note) for b in bookmarks(match)] == [(12, "bridge lost"), (last, "")]


async def test_nothing_of_the_other_side_is_told(toy: str, tmp_path: Path) -> None:
    controller = game(tmp_path, soviet="random")
    for action in ("plan bold", "plan careful"):
        controller.play(action)
    async with driven(start(tmp_path, controller)) as (app, pilot):
        screen = await opened(app, pilot)
        text = screen_text(app)
        assert "a secret choice" in text and "bold" in text
        screen._to(screen._row_of(screen.box.items, 2))
        assert screen._view is not None and screen._view.side == "axis"
        rows = [i.text for i in screen.box.items if i.value.number == 2 and not i.value.heading]
        assert not any("The plan is careful" in row for row in rows)


async def test_a_watched_computer_waits_and_goes_on(toy: str, tmp_path: Path) -> None:
    what = start(tmp_path, game(tmp_path, axis="random", soviet="random"), bot_delay=5.0)
    async with driven(what) as (app, pilot):
        await opened(app, pilot)
        assert app.controller is not None
        await press(pilot, "escape")
        assert table(app).pace._timer is not None and not table(app).pace.paused


async def test_an_early_end_of_the_past_is_a_sentence(toy: str, tmp_path: Path) -> None:
    controller = game(tmp_path)
    for action in ("plan bold", "plan careful", "end"):
        controller.play(action)
    controller.match.history[2] = type(controller.match.history[2])("axis", "move nobody T0101")
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await press(pilot, "enter")
        screen = await opened(app, pilot)
        assert screen.timeline.last == 2 and "cannot be played again" in screen_text(app)
        await press(pilot, "D")
        assert "cannot be played again" in screen_text(app)


async def test_dice_page(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path, 200))) as (app, pilot):
        await press(pilot, "D")
        assert isinstance(app.screen, DiceScreen)
        await until(pilot, lambda: "expected" in screen_text(app))
        text = screen_text(app)
        assert "Mean" in text and "fair dice 3.50" in text and "came" in text
        await press(pilot, "end")
        assert "roll" in screen_text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, PlayScreen)


async def test_the_end_page_tells_it_all_and_leads_on(tmp_path: Path) -> None:
    controller = smolensk(tmp_path, 5000)
    assert controller.match.over
    async with driven(start(tmp_path, controller), size=(100, 40)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, EndScreen) and "Mean" in screen_text(app))
        text = screen_text(app)
        assert screen_text(app).index("Look at the map") < screen_text(app).index("Home")
        for words in ("of 60 points", "§16.1", "Losses", "eliminated", "steps lost", "changed the score most"):
            assert words in text, words
        assert re.search(r"T\d \S.*: [+-]\d+ points, from \d+ to \d+", text), "turn by turn"
        await press(pilot, "h")
        screen = history(app)
        await until(pilot, lambda: screen.shown >= 0)
        screen._to(screen._row_of(screen.box.items, 100))
        await press(pilot, "enter", "p")
        match = table(app).controller.match
        assert not match.over and len(match.history) == 100
        await press(pilot, "q")
    assert len(Store(tmp_path / "saves").list()) == 2


async def test_going_back_from_the_end_of_a_game(toy: str, tmp_path: Path) -> None:
    controller = begin(
        Store(tmp_path / "saves"), "toy", "duel", seed=3, options={"free_undo": "on"},
        players={"axis": "human", "soviet": "random"}, dice="program", overrides=None,
    )  # fmt: skip
    wander(controller, 5000)
    async with driven(start(tmp_path, controller)) as (app, pilot):
        assert isinstance(app.screen, EndScreen)
        screen = await opened(app, pilot)
        screen._to(screen._row_of(screen.box.items, 4))
        await press(pilot, "u")
        assert isinstance(app.screen, PlayScreen) and not table(app).controller.match.over


async def test_a_long_campaign_is_browsed_at_once(tmp_path: Path) -> None:
    """Every moment of thousands of actions within a tenth of a second of work, drawn."""
    from statistics import median
    from time import process_time

    match = Match.new("ava", "campaign", seed=3)
    player = RandomPlayer(1)
    while not match.over and len(match.history) < 2000:
        match.play(player.choose(match)[0])
    assert len(match.history) > 1500
    controller = Controller(match, None, hand_over=False)
    async with driven(start(tmp_path, controller)) as (app, pilot):
        screen = await opened(app, pilot)
        times = []
        for number in range(len(match.history) - 10, 10, -97):
            index = screen._row_of(screen.box.items, number)
            begun = process_time()
            screen._to(index)
            times.append(process_time() - begun)
            assert screen.shown == number
        assert median(times) < 0.1, times


async def test_the_sentences_are_there_before_the_past_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long game is read for seconds: what happened is told at once, and the marked line stays marked."""
    controller = smolensk(tmp_path, 120)
    reading = Timeline.read
    monkeypatch.setattr(Timeline, "read", lambda timeline, lines=16: False)
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await press(pilot, "L")
        screen = history(app)
        told = controller.view.log()
        assert [i.value.event for i in screen.box.items] == told and screen.shown < 0
        assert told[-1].text.split("\n")[0][:20] in screen_text(app) and "as it is now" in screen_text(app)
        assert screen._view is not None and screen._view.state.hex_of == controller.match.state.hex_of
        await press(pilot, "up", "up", "up")
        marked = screen.row
        await press(pilot, "u", "enter")
        assert app.screen is screen and "has been read" in screen_text(app)
        monkeypatch.setattr(Timeline, "read", reading)
        await until(pilot, lambda: screen.shown >= 0)
        assert screen.row is not None and marked is not None and screen.row.event == marked.event
        assert len(controller.match.history) == 120


async def test_while_lines_are_looked_for_the_key_line_tells_the_keys_of_typing(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path, 60))) as (app, pilot):
        await opened(app, pilot)
        assert "/ find" in screen_text(app) and "whole list" not in screen_text(app)
        await press(pilot, "/", "L", "e")
        assert history(app).box.text == "Le"
        last = screen_text(app).splitlines()[-1]
        assert "do here" in last and "backspace a sign less" in last and "esc whole list" in last and "undo" not in last
        await press(pilot, "escape")
        assert "u undo" in screen_text(app).splitlines()[-1]
