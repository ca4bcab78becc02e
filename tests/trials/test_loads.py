"""Whatever lies in the folder of a game or of all games: it is read, or refused in a sentence, in 2 s of work."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest

from engine.play.match import Match
from engine.players.random import RandomPlayer
from saves import SaveError, Store
from saves.codec import seal
from saves.journal import FULL, header
from saves.migrate import FORMAT
from saves.summary import summarize
from tests.trials.table import Tally, amounts

SOON = 2.0


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The folder of a game with a few actions."""
    match, player = Match.new("ava", "smolensk", seed=5), RandomPlayer(5)
    made = Store(tmp_path / "saves").create(match, "Ford")
    for _ in range(12):
        match.play(player.choose(match)[0])
        made.played()
    made.close()
    return made.folder


def begun(folder: Path) -> bytes:
    """The first lines of a save, as far as they are looked at before it is parsed."""
    return (folder / "game.toml").read_bytes().split(b"\n", 1)[0] + b"\nformat = %d\n" % FORMAT


def damage(folder: Path) -> None:
    (folder / "game.toml").write_bytes(b"no save")


def bad_ring(folder: Path, content: bytes) -> None:
    """300 files of a megabyte, each under a hash that fits."""
    data = seal(begun(folder) + content[:1_000_000])
    damage(folder)
    for number in range(300):
        (folder / "auto" / f"{number + 100:06d}.toml").write_bytes(data)


def forged(folder: Path, content: bytes) -> None:
    (folder / "game.toml").write_bytes(seal(begun(folder) + content))


def journal(folder: Path, entries: list[str]) -> None:
    """A journal with right check sums that goes on from the snapshot."""
    match = Store(folder.parent).peek(folder.name).match
    found = Store(folder.parent).open(folder.name)
    found.checkpoint()
    first = header(found._on_disk[0], found.match)
    found.close()
    del match
    crc, lines = crc32(first.rpartition(b" crc=")[0]), [first]
    for number, entry in enumerate(entries, 1):
        crc = crc32(entry.encode(), crc)
        lines.append(b"%d %08x %s\n" % (number, crc, entry.encode()))
    (folder / "journal").write_bytes(b"".join(lines))


def empty_lines(path: Path) -> None:
    path.write_bytes(b"\n" * 3_900_000)


def many_files(folder: Path) -> None:
    for number in range(5_000):
        (folder / f"{number}").touch()


DOTTED = b"".join(b"k%d.a.b.c.d.e.f.g.h=1\n" % n for n in range(90_000))
LYING: dict[str, Callable[[Path], None]] = {
    "300 bad files in the ring": lambda f: bad_ring(f, b"x = 1\n" * 170_000),
    "300 files of newlines in the ring": lambda f: bad_ring(f, b"\n" * 999_000),
    "300 files of dots in the ring": lambda f: bad_ring(f, DOTTED),
    "90,000 dotted lines": lambda f: forged(f, DOTTED),
    "4 MB of newlines": lambda f: forged(f, b"\n" * 3_900_000),
    "4 MB of comments": lambda f: forged(f, b"#\n" * 1_900_000),
    "a journal of 80,000 undo lines": lambda f: journal(f, ["undo", "undo"] * 40_000),
    "a journal of 80,000 dice": lambda f: journal(f, ["dice | 1"] * 80_000),
    "a journal of 4 MB of nothing": lambda f: empty_lines(f / "journal"),
    "5,000 files": lambda f: many_files(f / "auto"),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.nightly) if "files" in name else name for name in LYING]
)
def test_a_game_is_read_or_refused_soon(game: Path, tally: Tally, name: str) -> None:
    tally.of("loads", "300 bad files, 90,000 dotted lines, 4 MB of newlines, 80,000 undo lines, 1,000 games: < 2 s")
    LYING[name](game)
    store = Store(game.parent)
    with tally.one(f"{name}: list", within=SOON):
        assert len(store.list()) == 1
    with tally.one(f"{name}: summary", within=SOON):
        summarize(store, game.name)
    with tally.one(f"{name}: open", within=SOON):
        try:
            opened = store.open(game.name)
        except SaveError as error:
            assert 0 < len(str(error)) < 1500 and "is no save" not in str(error)
        else:
            opened.close()


@amounts(50, 1_000)
def test_many_games_are_listed_soon(game: Path, amount: int, tally: Tally) -> None:
    tally.of("loads")
    for number in range(amount - 1):
        shutil.copytree(game, game.parent / f"game-{number}")
    store = Store(game.parent)
    with tally.one("list", within=SOON):
        assert len(store.list()) == amount
    with tally.one("latest", within=SOON):
        assert store.latest()


def test_a_long_phase_begins_a_new_journal_before_it_is_too_long(game: Path) -> None:
    opened = Store(game.parent).open(game.name)
    opened.checkpoint()
    for _ in range(FULL + 5):
        opened.queued()
    assert len((game / "journal").read_bytes().splitlines()) < 20
    opened.close()
    assert not Store(game.parent).open(game.name).notes
