"""Two programs on one game: the second one watches what the first one plays, and can have the game when that leaves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tui.table.mirror
from engine.play.match import Match
from saves import Game, Store
from tests.trials.table import Tally
from tests.tui.driving import driven, press, screen_text, start, table, until


@pytest.fixture
def other(toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tally: Tally) -> Game:
    """A game that another program plays; the looks follow each other quickly."""
    tally.of("two programs", "the second follows what the first saves, plays nothing itself, takes over when it leaves")
    tally.count()
    monkeypatch.setattr(tui.table.mirror, "EVERY", 0.02)
    return Store(tmp_path / "saves").create(Match.new(toy, "duel", seed=7), "Ford")


def play(game: Game, *actions: str) -> None:
    """The other program plays."""
    for action in actions:
        game.match.play(action)
        game.played()


async def test_the_second_program_follows_the_first(other: Game, tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        assert app.resume(other.slug) == ""
        await until(pilot, lambda: re.search(r"watching, saved \d\d:\d\d", screen_text(app)) is not None)
        screen = table(app)
        assert "You watch" in screen_text(app)
        play(other, "plan careful", "plan careful")
        await until(pilot, lambda: screen.controller.match.digest() == other.match.digest())
        move = next(a for a in other.match.legal if a.verb == "move")
        play(other, str(move))
        await until(pilot, lambda: screen.controller.match.history == other.match.history)
        await pilot.pause()
        assert other.match.log[-1].text[:20] in screen_text(app)
        other.match.undo()
        other.undone()
        await until(pilot, lambda: len(screen.controller.match.history) == 2)
        other.close()


async def test_nothing_can_be_played_while_watching(other: Game, tmp_path: Path) -> None:
    play(other, "plan careful", "plan careful")
    async with driven(start(tmp_path)) as (app, pilot):
        app.resume(other.slug)
        await pilot.pause(0.1)
        before = other.match.digest()
        controller = table(app).controller
        for key in ("e", "u", "U", "tab", "a", "f", ":", "enter", "x", "m", ".", "P", "escape", "1"):
            await press(pilot, key)
        assert controller.match.digest() == before and "! not saved" not in screen_text(app)
        outcome = controller.play("end")
        assert not outcome.ok and "you watch" in outcome.message
        assert controller.keep_words() and not controller.save_failed
        other.close()


async def test_a_computer_player_is_not_moved_by_who_watches(other: Game, tmp_path: Path) -> None:
    other.match.meta.update({"player.axis": "random", "player.soviet": "random"})
    other.checkpoint()
    async with driven(start(tmp_path)) as (app, pilot):
        app.resume(other.slug)
        await pilot.pause(0.3)
        assert table(app).controller.match.history == []
        other.close()


async def test_when_the_first_leaves_the_second_may_take_over(other: Game, tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        app.resume(other.slug)
        await pilot.pause(0.1)
        play(other, "plan careful")
        digest = other.match.digest()
        other.close()
        await until(pilot, lambda: "Nobody plays this game any more" in screen_text(app))
        await press(pilot, "w")
        await until(pilot, lambda: "to take it over" in screen_text(app))
        assert table(app).controller.watching
        await press(pilot, app.keymap.commands["pause"].keys[0])
        await until(pilot, lambda: "Take it over" in screen_text(app))
        await press(pilot, "t")
        await pilot.pause(0.1)
        controller = app.controller
        assert controller is not None and not controller.watching and controller.match.digest() == digest
        assert controller.play("plan bold").ok and not controller.save_failed
    assert len(Store(tmp_path / "saves").open(other.slug).match.history) == 2


async def test_a_game_that_vanishes_is_told(other: Game, tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        app.resume(other.slug)
        await pilot.pause(0.1)
        other.folder.rename(tmp_path / "elsewhere")
        await until(pilot, lambda: "cannot be followed" in screen_text(app))
        other.let_go()


def test_a_look_without_news_reads_nothing(other: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Store(other.folder.parent).open(other.slug)
    assert seen.follower is not None and seen.read_only
    assert seen.follower.news() is not None and not seen.follower.left()
    monkeypatch.setattr("saves.watch.read_moving", None)
    assert seen.follower.news() is None
    other.let_go()
    assert seen.follower.left()
