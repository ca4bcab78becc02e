"""Driving the program by keys in tests, and reading its screen as text."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import textual._wait
from textual.pilot import Pilot

from engine.games import GAMES
from saves import Store
from tui.app import StavkaApp, begin
from tui.game.controller import Controller
from tui.program import Start
from tui.settings.config import Folders, Settings
from tui.settings.keys import Keymap, load_keymap
from tui.table.play import PlayScreen

Driver = Pilot[None]

# After each key the library looks every 20 ms, four times at least, whether the program rests; shorter looks do.
textual._wait.SLEEP_GRANULARITY, textual._wait.SLEEP_IDLE = 1 / 250, 1 / 2500


def screen_text(app: StavkaApp) -> str:
    """The screen as lines of text."""
    return "\n".join("".join(s.text for s in strip) for strip in app.screen._compositor.render_strips())


def start(home: Path, controller: Controller | None = None, keymap: Keymap | None = None, **settings: object) -> Start:
    """A program with folders of its own; computer players do not wait."""
    folders = Folders(home / "config", home / "saves", home / "state")
    chosen = replace(Settings(bot_delay=0.0, turn_summary=False), **settings)  # type: ignore[arg-type]
    return Start(folders, chosen, keymap or load_keymap(None), Store(folders.saves), controller)


def game(home: Path, axis: str = "human", soviet: str = "human", dice: str = "program", seed: int = 7) -> Controller:
    """A fresh game of the toy, saved under ``home``."""
    return begin(
        Store(home / "saves"), "toy", "duel", seed=seed, options={}, players={"axis": axis, "soviet": soviet},
        dice=dice, overrides=None,
    )  # fmt: skip


@asynccontextmanager
async def driven(
    what: Start, size: tuple[int, int] = (80, 24), *, faulty: bool = False
) -> AsyncIterator[tuple[StavkaApp, Driver]]:
    """The program under a pilot. It survives faults of its own, so unless it is ``faulty`` there must be none."""
    app = StavkaApp(what)
    app.held_key = app.type_ahead = 0.0
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.pause()
        yield app, pilot
        assert faulty or app.faults.told == []
        if app.controller is not None:
            app.controller.close()


async def press(pilot: Driver, *keys: str) -> None:
    """Keys one after another, each with its consequences."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
        await pilot.pause()


async def until(pilot: Driver, done: Callable[[], bool], tries: int = 200) -> None:
    """Wait for something that happens on a timer."""
    for _ in range(tries):
        if done():
            return
        await pilot.pause(0.01)
    raise AssertionError("it never happened")


def table(app: StavkaApp) -> PlayScreen:
    """The play screen on top."""
    assert isinstance(app.screen, PlayScreen), app.screen
    return app.screen


def only_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the toy as the only game there is."""
    # The last first: they are put back the other way round, and the first one is what the program proposes.
    for name in [g for g in reversed(GAMES) if g != "toy"]:
        monkeypatch.delitem(GAMES, name)
