"""Faults of the program on purpose: in an action, in drawing, in a computer player, in a screen. Play goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual import events, messages
from textual.geometry import Size
from textual.message_pump import MessagePump

from engine.play.match import Match
from engine.players import PLAYERS
from saves import Store
from tests.trials.table import Tally
from tests.tui.driving import driven, game, press, screen_text, start, table, until
from tui.faults import MANY, FaultLog, Guarded
from tui.widgets.hex_map import HexMap
from tui.widgets.title_bar import TitleBar

WHAT = "raised on purpose in an action, in drawing, in a player, in a screen: told with its file, play goes on"


class Broken(Exception):
    """The fault."""


def broken(*arguments: Any, **more: Any) -> Any:
    raise Broken("on purpose\x1b[2J")


def log_text(home: Path) -> str:
    return (home / "state" / "fault.txt").read_text()


async def test_in_an_action(toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tally: Tally) -> None:
    tally.of("fault of our own", WHAT).count()
    controller = game(tmp_path, soviet="random")
    async with driven(start(tmp_path, controller)) as (app, pilot):
        before = controller.match.digest()
        with monkeypatch.context() as patch:
            patch.setattr(type(controller.match.c.step), "apply", broken)
            await press(pilot, ":", *"plan bold", "enter")
            assert "nothing has changed" in screen_text(app) and "fault.txt" in screen_text(app)
        assert controller.match.digest() == before and controller.match.history == []
        assert "Broken" in log_text(tmp_path)
        assert controller.play("plan bold").ok
    assert len(Store(tmp_path / "saves").list()) == 1


@pytest.mark.parametrize("where", [(HexMap, "_strip"), (TitleBar, "_visible"), (Match, "view")], ids=str)
async def test_in_drawing(
    toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: tuple[type, str], tally: Tally
) -> None:
    tally.of("fault of our own").count()
    controller = game(tmp_path, soviet="random")
    async with driven(start(tmp_path, controller), faulty=True) as (app, pilot):
        before = controller.match.digest()
        with monkeypatch.context() as patch:
            patch.setattr(*where, broken)
            app.screen.refresh()
            await press(pilot, "escape", "z", "l", "j")
        await until(pilot, lambda: bool(app.faults.told))
        assert "fault.txt" in app.faults.told[0] and "\x1b" not in app.faults.told[0]
        assert controller.match.digest() == before and "Broken" in log_text(tmp_path)
        assert controller.play("plan bold").ok
        table(app).changed()
        await pilot.pause()
        await press(pilot, "escape", "v")
        assert "points" in screen_text(app)


async def test_in_a_computer_player(toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tally: Tally) -> None:
    tally.of("fault of our own").count()

    class Bad:
        """A player that fails."""

        def __init__(self, seed: int) -> None:
            self.seed = seed

        choose = broken

    monkeypatch.setitem(PLAYERS, "bad", Bad)
    controller = game(tmp_path, axis="bad", soviet="bad")
    async with driven(start(tmp_path, controller)) as (_, pilot):
        await until(pilot, lambda: len(controller.match.history) > 5)
        assert "decided in its place" in controller.deeds[0].why and "fault.txt" in controller.deeds[0].why
        assert "Broken" in log_text(tmp_path)


@pytest.mark.parametrize("method", ["compose", "fill", "on_mount"])
async def test_in_a_screen(
    toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, tally: Tally
) -> None:
    from tui.screens.text import TextScreen

    tally.of("fault of our own").count()
    controller = game(tmp_path, soviet="random")
    async with driven(start(tmp_path, controller), faulty=True) as (app, pilot):
        with monkeypatch.context() as patch:
            patch.setattr(TextScreen, method, broken, raising=False)
            await press(pilot, "escape", "v")
            await pilot.pause(0.1)
        assert app.faults.told and "Broken" in log_text(tmp_path)
        for _ in range(3):
            await press(pilot, "escape")
        assert controller.play("plan bold").ok
        table(app).changed()
        await pilot.pause()
        await press(pilot, "escape", "v")
        assert "points" in screen_text(app)


async def test_in_what_a_key_does(toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tally: Tally) -> None:
    tally.of("fault of our own").count()
    controller = game(tmp_path, soviet="random")
    async with driven(start(tmp_path, controller), faulty=True) as (app, pilot):
        monkeypatch.setattr("tui.table.pages.hex_sentence", broken)
        await press(pilot, "escape", "d")
        await until(pilot, lambda: "A fault of the program" in screen_text(app))
        await press(pilot, ":", *"plan bold", "enter")
        assert controller.match.history[0].action == "plan bold"


def test_the_same_fault_is_told_once_and_many_are_too_many(tmp_path: Path) -> None:
    now = [0.0]
    log = FaultLog(tmp_path, lambda: now[0])
    error = Broken("x")
    told = [bool(log.note(error)) for _ in range(3)]
    assert told == [True, False, False] and not log.hopeless
    for _ in range(MANY):
        log.note(error)
    assert log.hopeless
    now[0] = 100.0
    assert log.note(error) and not log.hopeless


def test_a_fault_that_cannot_be_written_down_is_told_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    words = FaultLog(tmp_path / "file").note(Broken("x"))
    assert "Broken" in words and "fault.txt" not in words


def test_nobody_else_may_read_the_file_and_no_link_is_followed(tmp_path: Path) -> None:
    FaultLog(tmp_path / "state").note(Broken("x"))
    file = tmp_path / "state" / "fault.txt"
    assert file.stat().st_mode & 0o777 == 0o600
    (tmp_path / "precious").write_text("precious")
    file.unlink()
    file.symlink_to(tmp_path / "precious")
    assert "fault.txt" not in FaultLog(tmp_path / "state").note(Broken("x"))
    assert (tmp_path / "precious").read_text() == "precious"


async def test_what_handles_a_message_is_what_the_library_finds(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, game(tmp_path, soviet="random"))) as (app, pilot):
        await press(pilot, "escape", "o")
        parts = [app, *(part for screen in app.screen_stack for part in screen.walk_children(with_self=True))]
        guarded = [part for part in parts if isinstance(part, Guarded)]
        barred = events.Key("x", "x")
        barred.prevent_default()
        told = [
            events.Mount(), events.Idle(), events.Key("a", "a"), events.Resize(Size(9, 9), Size(9, 9)), barred,
            events.ScreenResume(), messages.Prompt(), HexMap.CursorMoved(table(app).map, 3),
            messages.InBandWindowResize(True, True), events.Focus(), events.Print("x"),
        ]  # fmt: skip
        found = 0
        for part in guarded:
            for message in told:
                ours = part._get_dispatch_methods(message.handler_name, message)
                library = MessagePump._get_dispatch_methods(part, message.handler_name, message)
                of_ours = [(cls, method.__func__) for cls, method in ours]  # type: ignore[attr-defined]
                assert of_ours == [(cls, method.__func__) for cls, method in library]  # type: ignore[attr-defined]
                found += len(of_ours)
        assert len(guarded) > 10 and found > 50
