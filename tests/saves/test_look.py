"""Where somebody looked when a game was left: kept beside it, and never in the way of anything."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from saves import Game, Look, Store
from saves.look import FILE, LIMIT, read_look, write_look

LOOK = Look(12, "T0203", 4, 9, "near", "log", "zoc:axis", "1pz")


def test_a_look_comes_back_with_the_game(store: Store, game: Game) -> None:
    assert game.looked() == Look()
    game.keep_look(LOOK)
    game.close()
    assert store.open(game.slug).looked() == LOOK


def test_only_who_has_the_game_keeps_a_look(store: Store, game: Game) -> None:
    game.keep_look(LOOK)
    second = store.open(game.slug)
    second.keep_look(Look(3))
    assert second.read_only and game.looked() == LOOK
    game.let_go()
    game.keep_look(Look(4))
    assert game.looked() == LOOK


@pytest.mark.parametrize(
    "text",
    ["", "lines", "lines = 1.5", 'lines = "x"', "lines = true", "x" * (LIMIT + 1), "a." * 400 + "a = 1",
     f"lines = {'9' * 1000}", 'cursor = "\\u001b[2J"', "\0", "[zoom]\na = 1", "left = 99999999999999999999"],
)  # fmt: skip
def test_a_damaged_look_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert read_look(tmp_path) == Look()


def test_what_fits_is_read_and_the_rest_left_out(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('zoom = "far"\ntop = "high"\nstranger = 3\n')
    assert read_look(tmp_path) == Look(zoom="far")


def test_no_link_is_followed_and_no_other_file_written(tmp_path: Path) -> None:
    mine, hard = tmp_path / "mine", tmp_path / FILE
    mine.write_text('zoom = "far"\n')
    hard.symlink_to(mine)
    assert read_look(tmp_path) == Look()
    write_look(tmp_path, LOOK)
    assert mine.read_text() == 'zoom = "far"\n' and read_look(tmp_path) == LOOK
    assert os.stat(hard).st_mode & 0o777 == 0o600 and sorted(p.name for p in tmp_path.iterdir()) == [FILE, "mine"]


def test_a_disk_that_refuses_it_costs_nothing_else(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("saves.atomic.write_all", full)
    game.keep_look(LOOK)
    assert game.looked() == Look() and not list(game.folder.glob(".*tmp*"))
