"""The keymap: defaults without clashes, a player's file, what is reported about it, and keys that mean nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from textual import events

from tests.tui.driving import driven, game, press, screen_text, start
from tui.screens.base import StavkaScreen
from tui.screens.history import HistoryScreen
from tui.screens.home import HomeScreen
from tui.screens.laying import LayingScreen
from tui.screens.rules import RulesScreen
from tui.screens.simple import key_lines
from tui.settings.keys import SAME, SCOPES, clashes, event_name, load_keymap, normal, pretty, table_text
from tui.table.play import DIRECTIONS, HAND, PlayScreen
from tui.widgets.list_box import ListBox


def test_default_keymap_has_no_faults() -> None:
    keymap = load_keymap(None)
    assert keymap.problems == [] and clashes(keymap.commands.values()) == []
    assert not [k for c in keymap.commands.values() for k in c.keys if k in SAME]
    assert len({c.id for c in keymap.in_scope(*SCOPES)}) == len(keymap.commands)


def test_every_command_does_something() -> None:
    from tui.app import StavkaApp

    lists = (
        "list_up",
        "list_down",
        "page_up",
        "page_down",
        "first",
        "last",
        "choose",
        "less",
        "more",
        "filter",
        "details",
    )
    for command in load_keymap(None).commands.values():
        if command.scope == "list":
            assert command.id in lists
        elif command.scope == "rules":
            assert hasattr(RulesScreen, f"do_{command.id}")
        elif command.scope == "history":
            assert hasattr(HistoryScreen, f"do_{command.id}")
        elif command.scope == "laying":
            assert hasattr(LayingScreen, f"do_{command.id}")
        elif command.id not in (*DIRECTIONS, *HAND):
            known = hasattr(PlayScreen, f"do_{command.id}") or f'"{command.id}"' in _source(StavkaApp.run_command)
            assert known, command.id


def _source(function: object) -> str:
    import inspect

    return inspect.getsource(function)  # type: ignore[arg-type]


def test_own_keys_replace_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "keys.toml").write_text('[keys]\nundo = ["J", "Backspace"]\nzoom = "Ctrl+Y"\n')
    keymap = load_keymap(tmp_path)
    assert keymap.problems == []
    assert keymap.find(["map"], "J") == "undo" and keymap.find(["map"], "u") is None
    assert keymap.find(["map"], "ctrl+y") == "zoom" and keymap.key("zoom") == "^Y"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[keys]\nundo = "e"', "e means both 'end' and 'undo'"),
        ('[keys]\nfly = "w"', "there is no command 'fly'"),
        ("[keys]\nundo = 7", "undo needs a key or a list of keys"),
        ('[keys]\nundo = ["ctrl+i"]', "a terminal sends ctrl+i as tab"),
        ('[key]\nundo = "w"', "'key' is not the table [keys]"),
        ("keys = 3", "[keys] is not a table"),
        ("[keys\n", "cannot be read"),
    ],
)
def test_faults_are_sentences_and_nothing_stops(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "keys.toml").write_text(text)
    keymap = load_keymap(tmp_path)
    assert any(words in p for p in keymap.problems), keymap.problems
    assert keymap.find(["map"], "enter") == "act"


def test_a_clash_is_settled_for_the_players_choice(tmp_path: Path) -> None:
    (tmp_path / "keys.toml").write_text('[keys]\nundo = "e"\n')
    assert load_keymap(tmp_path).find(["map"], "e") == "undo"


def test_names_of_keys() -> None:
    assert (event_name("question_mark", "?"), event_name("space", " "), event_name("up", None)) == ("?", "space", "up")
    assert (normal("Esc"), normal("L"), normal(" "), pretty("ctrl+r")) == ("escape", "L", "space", "^R")
    assert "undo" in table_text(load_keymap(None))


async def test_faults_are_shown_on_the_first_screen(toy: str, tmp_path: Path) -> None:
    (tmp_path / "keys.toml").write_text('[keys]\nfly = "w"\n')
    async with driven(start(tmp_path, keymap=load_keymap(tmp_path))) as (app, _):
        assert "there is no command 'fly'" in screen_text(app)


async def test_a_changed_key_answers(toy: str, tmp_path: Path) -> None:
    (tmp_path / "keys.toml").write_text('[keys]\ntracks = "J"\n')
    keymap = load_keymap(tmp_path)
    async with driven(start(tmp_path, game(tmp_path, soviet="random"), keymap)) as (app, pilot):
        await press(pilot, "escape", "J")
        assert "Plans" in screen_text(app)


KEYS = [
    *"abcdefghijklmnopqrstuvwxyzLUSKHJ0123456789?/:+-=.,;<>'\"!@#$%&*()[]{}|~`^_ ",
    "enter", "escape", "tab", "shift+tab", "backspace", "delete", "up", "down", "left", "right", "home", "end",
    "pageup", "pagedown", "f1", "f2", "f5", "ctrl+p", "ctrl+r", "ctrl+s", "ctrl+u", "ctrl+d", "ctrl+z", "ctrl+l",
    "insert",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
async def test_monkey(toy: str, tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    sizes = [(80, 24), (200, 60), (62, 21), (30, 8), (120, 40)]
    players = [("human", "human"), ("human", "random")][seed % 2]
    controller = game(tmp_path, *players, dice=["program", "hand"][seed // 2])
    async with driven(start(tmp_path, controller)) as (app, pilot):
        for count in range(100):
            for key in rng.choices(KEYS, k=5):
                character = key if len(key) == 1 else None
                app.post_message(events.Key("space" if key == " " else key, character))
            await pilot.pause()
            if count % 20 == 10:
                await pilot.resize_terminal(*rng.choice(sizes))
            if isinstance(app.screen, HomeScreen) and rng.random() < 0.3:
                await pilot.press("c")
            assert isinstance(app.screen, StavkaScreen)
        if app.controller is not None:
            assert app.controller.faults == [] and not app.controller.save_failed
        assert controller.faults == []


async def test_esc_always_steps_back(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, game(tmp_path, soviet="random"))) as (app, pilot):
        for key in ("f1", "?", "c", "v", "L", "r", "ctrl+p", "f2", "o", ":", "g", "S"):
            await press(pilot, "escape", key, "escape", "escape", "escape")
            assert isinstance(app.screen, PlayScreen), key


async def test_cursor_of_the_terminal_stands_on_the_marked_line(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        for _ in range(4):
            await press(pilot, "down")
            box = app.screen.query_one("#list", ListBox)
            x, y = app.cursor_position
            row = screen_text(app).splitlines()[y]
            assert box.chosen is not None and row[x:].startswith(box.chosen.text)


def test_the_page_of_keys_knows_every_place_that_has_keys() -> None:
    keymap = load_keymap(None)
    for scope in {command.scope for command in keymap.commands.values()}:
        assert key_lines(keymap, (scope,), (), 60)
