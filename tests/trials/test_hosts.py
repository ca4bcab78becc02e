"""A machine that others use too: their files and links in our folders are neither changed nor believed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

import engine.books.library as books
from engine.play.match import Match
from saves import Store
from saves.lock import Lock, NotOurs
from saves.summary import summarize
from tests.trials.ptys import Program
from tests.trials.table import Tally
from tui.words import rule_books
from tui.words.cache import own_bytes
from tui.words.packed import keep_pack, keep_records

WHAT = "hard links, links and files of others as lock, folder, cache: left as they are, told, controls cleaned"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The folder of a game."""
    made = Store(tmp_path / "saves").create(Match.new("ava", "smolensk", seed=5), "Ford")
    made.close()
    return made.folder


@pytest.fixture
def somebody_else(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Become a user to whom nothing belongs that is there."""
    return lambda: monkeypatch.setattr(os, "geteuid", lambda: 4711)


def test_a_lock_that_is_another_file_is_left_as_it_is(game: Path, tmp_path: Path, tally: Tally) -> None:
    tally.of("shared hosts", WHAT)
    precious = tmp_path / "precious"
    for make in (os.link, os.symlink):
        with tally.one(make.__name__):
            precious.write_text("precious")
            (game / "lock").unlink(missing_ok=True)
            make(precious, game / "lock")
            opened = Store(game.parent).open(game.name)
            assert opened.read_only and "reading only" in opened.notes[0]
            opened.close()
            summarize(Store(game.parent), game.name)
            assert precious.read_text() == "precious"
            precious.unlink()


def test_a_game_of_somebody_else_is_named_as_such_and_not_written_to(
    game: Path, somebody_else: Callable[[], None], tally: Tally
) -> None:
    tally.of("shared hosts")
    (game / "lock").write_text("theirs")
    before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}
    somebody_else()
    with tally.one("folder"):
        opened = Store(game.parent).open(game.name)
        assert opened.read_only and "belongs to" in opened.notes[0] and "not to you" in opened.notes[0]
        opened.close()
        assert "belongs to" in summarize(Store(game.parent), game.name).notes[0]
    with tally.one("lock"), pytest.raises(NotOurs, match="belongs to"):
        Lock.take(game, "now")
    assert before == {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}


def test_a_game_of_somebody_else_on_a_terminal(game: Path, own_folders: Path, tally: Tally) -> None:
    """The sentence stands on the screen before anything can be played."""
    tally.of("shared hosts")
    script = (
        "import os, sys; os.geteuid = lambda: 4711\n"
        f"from tui.cli import main; sys.exit(main(['resume', '{game.name}', '--saves', '{game.parent}']))"
    )
    with tally.one("resume"):
        program = Program(command=[sys.executable, "-c", script])
        try:
            program.shows("belongs to")
            program.send(b"\x11")
            program.gone(20.0, reading=True)
        finally:
            program.close()


# ---------------------------------------------------------------------- the cache of the rules
class Books:
    """Rule books that take no time to make."""

    def __init__(self, text: str = "overrun") -> None:
        self.text = text

    def record(self) -> dict[str, str]:
        """As plain values."""
        return {"text": self.text}

    @classmethod
    def from_record(cls, record: dict[str, str]) -> Books:
        """From plain values."""
        return cls(record["text"])


def believed() -> str:
    """What the books say, read anew."""
    rule_books.SHELF.books = None
    try:
        return cast("Books", rule_books.library()).text
    finally:
        rule_books.SHELF.books = None


def test_the_cache_is_written_as_saves_are_and_believed_only_if_it_is_ours(
    tmp_path: Path, tally: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally.of("shared hosts")
    monkeypatch.setattr(books, "load_library", Books)
    monkeypatch.setattr(books, "Library", Books)
    folder, precious = tmp_path / "cache", tmp_path / "precious"
    monkeypatch.setenv("STAVKA_CACHE", str(folder))
    file = folder / rule_books.NAME
    with tally.one("modes"):
        old = os.umask(0)
        assert believed() == "overrun"
        os.umask(old)
        assert (file.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)
    good = file.read_bytes()
    keep_records(rule_books.NAME, {"text": "planted"})
    other = file.read_bytes()
    with tally.one("ours"):
        assert believed() == "planted"
    for evil in ("\x1b]0;x\x07", "\x9b2J", "\u202e", "\r", "\x7f"):
        with tally.one(f"controls {evil!r}"):
            keep_records(rule_books.NAME, {"text": evil})
            assert believed() == "overrun" and file.read_bytes() == good
            keep_pack(rule_books.NAME, {"text": f'"{evil}"'.encode()})
            assert believed() == "overrun" and file.read_bytes() == good
    for name, plant in PLANTED.items():
        with tally.one(name):
            file.unlink(missing_ok=True)
            precious.write_bytes(other)
            plant(precious, file)
            assert believed() == "overrun" and precious.read_bytes() == other
            precious.unlink()
    for number in range(os.getpid(), os.getpid() + 3):
        precious.write_text("precious")
        for link in (f"{rule_books.NAME}.{number}", f".{rule_books.NAME}.tmp-{number}-0"):
            (folder / link).unlink(missing_ok=True)
            (folder / link).symlink_to(precious)
    with tally.one("predicted names"):
        file.unlink()
        assert believed() == "overrun" and precious.read_text() == "precious" and not file.is_symlink()


def _open_to_all(precious: Path, file: Path) -> None:
    file.write_bytes(precious.read_bytes())
    file.chmod(0o666)


PLANTED: dict[str, Callable[[Path, Path], None]] = {
    "link": lambda precious, file: os.symlink(precious, file),
    "hard link": lambda precious, file: os.link(precious, file),
    "writable by all": _open_to_all,
}


def test_a_file_of_somebody_else_is_no_file_of_ours(
    tmp_path: Path, somebody_else: Callable[[], None], tally: Tally
) -> None:
    tally.of("shared hosts")
    (tmp_path / "file").write_text("x")
    (tmp_path / "file").chmod(0o600)
    with tally.one("own"):
        assert own_bytes("file", tmp_path) == b"x"
        somebody_else()
        with pytest.raises(PermissionError):
            own_bytes("file", tmp_path)
