"""A game that is opened again shows what was on screen when it was left: cursor, view, what was in hand."""

from __future__ import annotations

from pathlib import Path

from saves import Look, Store
from saves.look import read_look, write_look
from tests.tui.driving import driven, game, press, start, table
from tui.app import StavkaApp
from tui.game.controller import Controller


def seen(app: StavkaApp) -> tuple[object, ...]:
    """What must be the same again."""
    screen = table(app)
    return (screen.cursor, tuple(screen.map.scroll_offset), screen.zoom, screen.map.zoom, screen.panel,
            screen.overlay_name, screen.hand.selected)  # fmt: skip


def begun(home: Path) -> tuple[Controller, Path]:
    """A game in which units move, and its folder."""
    controller = game(home, soviet="random")
    controller.play("plan careful")
    while controller.bot_turn:
        controller.bot_step()
    return controller, home / "saves" / (Store(home / "saves").latest() or "")


async def test_the_view_of_before_comes_back(toy: str, tmp_path: Path) -> None:
    controller, folder = begun(tmp_path)
    async with driven(start(tmp_path, controller), (60, 20)) as (app, pilot):
        screen = table(app)
        await press(pilot, "+", "p", "p", "tab", "left", "left")
        screen.overlay_name = controller.view.overlays()[0][0]
        before = seen(app)
        assert before[-1] and before[2:5] == ("near", "near", "outline")
        app.go_home()
        kept = read_look(folder)
        assert app.resume(None) == ""
        await pilot.pause()
        assert (*seen(app)[:1], *seen(app)[2:]) == (*before[:1], *before[2:])
        await press(pilot, "p", "p", "p")
        assert seen(app)[:4] == before[:4], "a map that was hidden is scrolled when it is shown"
        # What is no longer so is left out: another moment, words that mean nothing here.
        app.go_home()
        strange = kept._replace(zoom="huge", panel="x", layer="y", unit="z")
        for look in (strange, kept._replace(lines=99), kept._replace(cursor="nowhere"), Look()):
            write_look(folder, look)
            assert app.resume(None) == ""
            await pilot.pause()
            assert table(app).controller.match.history and table(app).hand.selected is None
            assert table(app).zoom == ("near" if look.zoom == "near" else "middle")
            assert (table(app).cursor == before[0]) == (look is strange)
            app.go_home()


async def test_the_cursor_is_kept_out_of_the_way_of_a_list(toy: str, tmp_path: Path) -> None:
    controller = game(tmp_path, soviet="random")
    async with driven(start(tmp_path, controller)) as (app, pilot):
        assert table(app).menu.open
        before = seen(app)
        app.go_home()
        assert app.resume(None) == ""
        await pilot.pause()
        assert table(app).menu.open and seen(app) == before
