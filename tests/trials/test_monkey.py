"""Keys at random on every screen: nothing that is pressed or pasted may end in a fault of the program."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.match import Match
from tests.trials.table import Tally, amounts
from tests.tui.driving import Driver, driven, start
from tui.app import StavkaApp
from tui.keys import load_keymap
from tui.screens.base import StavkaScreen
from tui.screens.play import DIRECTIONS, PlayScreen

KEYMAP = load_keymap(None)
LEAVING = {key for command in ("quit",) for key in KEYMAP.commands[command].keys}
KEYS = sorted({key for command in KEYMAP.commands.values() for key in command.keys} - LEAVING)
LETTERS = [*"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:-+*/?!#\"'()[]{}<>|\\~äß漢😀", "space"]
OTHERS = ["escape", "enter", "enter", "backspace", "delete", "up", "down", "left", "right", "pageup", "pagedown",
          "home", "end", "tab", "f5", "f12", "ctrl+a", "ctrl+space", "insert"]  # fmt: skip
SMALL = {"quit", "home", "back", "zoom_in", "zoom_out", *DIRECTIONS}
"""Commands of the map that open nothing."""
ON_MAP = [name for name, one in KEYMAP.commands.items() if one.scope in ("map", "all") and name not in SMALL]
AT_HOME = ["home screen", "new", "load", "rules", "help"]
BATCH = 25
"""Keys until the screen is opened anew."""


def key(rnd: Random) -> str:
    """Any key; those that do something more often."""
    pool: list[str] = rnd.choice((KEYS, KEYS, OTHERS, LETTERS))
    return rnd.choice(pool)


async def opened(app: StavkaApp, pilot: Driver, place: str, number: int) -> None:
    """Go to a screen from wherever the last keys have led."""
    controller = app.controller
    if place in AT_HOME:
        app.go_home()
        await pilot.pause()
        if place != "home screen":
            app.screen.run_command(place)  # type: ignore[attr-defined]
    else:
        if controller is None or controller.match.over:
            app.new_game("ava", "smolensk", number, {}, {"axis": "human", "soviet": "random"}, "program")
            await pilot.pause()
        while len(app.screen_stack) > 2 and not isinstance(app.screen, PlayScreen):
            app.pop_screen()
        await pilot.pause()
        if isinstance(app.screen, PlayScreen):
            app.screen.run_command(place)
    await pilot.pause()


@pytest.mark.parametrize("place", [*ON_MAP, *AT_HOME])
@amounts(25, 10_000, seconds=7200)
async def test_keys_at_random(own_folders: Path, place: str, amount: int, tally: Tally) -> None:
    tally.of("monkey", "random keys on every screen and in every menu: no fault of the program, position whole")
    rnd = Random(f"{place} {amount}")
    async with driven(start(own_folders), (100, 30), faulty=True) as (app, pilot):
        app.leave = lambda: None  # type: ignore[method-assign]
        for first in range(0, amount, BATCH):
            await opened(app, pilot, place, first + 1)
            pressed: list[str] = []
            for _ in range(min(BATCH, amount - first)):
                if not isinstance(app.screen, StavkaScreen):
                    break
                pressed.append(key(rnd))
                app.screen.pass_on(pressed[-1])
                if rnd.random() < 0.3:
                    await pilot.pause()
            await pilot.pause()
            tally.count(len(pressed))
            if app.faults.told or (app.controller is not None and app.controller.faults):
                faults = [*app.faults.told, *(app.controller.faults if app.controller is not None else [])]
                path = app.faults.path
                details = path.read_text()[-1500:] if path.exists() else ""
                tally.fail(f"{place}: {' '.join(pressed)}: {faults[0]}\n{details}")
                app.faults.told.clear()
                if app.controller is not None:
                    app.controller.faults.clear()
            assert app.is_running
            if app.controller is not None:
                assert_consistent(app.controller.match)


def assert_consistent(match: Match) -> None:
    """Whatever was pressed, the position is one that the rules know."""
    assert match.rules.invariants(match.c) == []
