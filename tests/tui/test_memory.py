"""What is over is given back: a program that is closed, a game that another one follows, the collector's rest."""

from __future__ import annotations

import asyncio
import gc
import weakref
from functools import partial
from pathlib import Path
from typing import Any

from tests.tui.driving import driven, game, only_toy, press, start, table, until
from tui import cli

HUMANS = {"axis": "human", "soviet": "human"}
LOOKED_AT = ("enter", "H", "up", "escape", "right", "f1", "escape")
"""Keys that take over from the other player, open a screen over the table and close it again."""


def left(things: list[weakref.ref[Any]]) -> list[Any]:
    """What is still reachable."""
    gc.collect()
    return [there for thing in things if (there := thing()) is not None]


def gone(things: list[weakref.ref[Any]]) -> bool:
    """Whether none of them is reachable."""
    return left(things) == []


async def used(home: Path) -> list[weakref.ref[Any]]:
    """A program that has been looked around in and closed."""
    controller = game(home)
    controller.play("plan careful")
    async with driven(start(home, controller)) as (app, pilot):
        await press(pilot, *LOOKED_AT)
        screen = table(app)
        return [weakref.ref(it) for it in (app, screen, screen.controller, screen.controller.match)]


def test_a_closed_program_is_given_back_with_all_it_held(toy: str, tmp_path: Path) -> None:
    # In an event loop of its own: the library leaves the program in the context of the task that ran it.
    assert left(asyncio.run(used(tmp_path))) == []


async def test_a_game_is_given_back_when_the_next_one_begins(toy: str, tmp_path: Path) -> None:
    old: list[weakref.ref[Any]] = []
    async with driven(start(tmp_path)) as (app, pilot):
        for seed in range(4):
            app.new_game("toy", "duel", seed, {}, HUMANS, "program")
            table(app).controller.play("plan careful")
            await press(pilot, *LOOKED_AT)
            # The tasks of a screen may remember the one that they were begun under; none before that is left.
            await until(pilot, partial(gone, old[:-3]))
            old += [weakref.ref(it) for it in (table(app), app.controller, table(app).controller.match)]


def test_a_screen_that_does_not_open_leaves_the_collector_on(toy: str, monkeypatch: Any, capsys: Any) -> None:
    only_toy(monkeypatch)
    monkeypatch.setenv("TERM", "dumb")
    assert cli.main(["play", "toy", "duel"]) == 1
    assert "terminal" in capsys.readouterr().err and gc.isenabled()
