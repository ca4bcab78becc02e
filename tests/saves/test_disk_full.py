"""The disk refuses: the game goes on in memory, the old save stays, the next call let through catches up."""

from __future__ import annotations

import errno
import os
import pwd
import resource
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.play.match import Match
from saves import Game, SaveError, Store
from tests.saves.conftest import play_on, store_at
from tests.saves.disks import REFUSALS, Disk
from tests.trials.table import Tally

EVERY = [
    pytest.param(6, id="short", marks=pytest.mark.short_form),
    pytest.param(1, id="full", marks=pytest.mark.nightly),
]


def attempt(game: Game, work: Callable[[Game], object]) -> bool:
    """Do one thing that the disk may refuse; whether it let it through."""
    try:
        work(game)
        return True
    except SaveError as error:
        assert error.reason and "\n" not in str(error)
        return False


def step(game: Game) -> None:
    play_on(game, 1, seed=len(game.match.history))


def story(game: Game) -> list[bool]:
    """Five actions and two snapshots, whatever the disk says."""
    new_turn = lambda g: g.checkpoint(turn_changed=True)  # noqa: E731
    return [attempt(game, work) for work in (step, step, new_turn, step, Game.checkpoint, step, step)]


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("code", REFUSALS)
@pytest.mark.parametrize("lasting", [True, False])
def test_every_call_may_be_refused(
    store: Store, game: Game, tmp_path: Path, code: int, lasting: bool, every: int, tally: Tally
) -> None:
    """In short every sixth call, for each reason from another one on."""
    what = "the n-th call refused (full, quota, read only, fault, too large, not allowed, interrupted), for every n"
    tally.of("disk full", what)
    play_on(game, 3)
    game.let_go()
    refused = 0
    for n in range(1 + REFUSALS.index(code) % every, 200, every):
        folder = tmp_path / f"{n}"
        shutil.copytree(store.folder, folder)
        open_game = store_at(folder).open("ford")
        with pytest.MonkeyPatch.context() as patch:
            bad = lambda count, name, n=n: code if count == n or (lasting and count > n) else None  # noqa: E731
            disk = Disk(bad).install(patch)
            done = story(open_game)
        refused += not all(done)
        step(open_game)
        assert not open_game.behind
        open_game.let_go()
        again = store_at(folder).open("ford")
        assert again.match.digest() == open_game.match.digest()
        assert again.notes == []
        again.let_go()
        shutil.rmtree(folder)
        tally.count()
        if len(disk.calls) < n:
            break
    else:
        pytest.fail("the story never came to its end")
    assert refused > 25 // every - 1


def test_a_disk_that_stays_full_keeps_the_last_good_save(store: Store, game: Game) -> None:
    play_on(game, 4)
    good = game.match.digest()
    with pytest.MonkeyPatch.context() as patch:
        Disk(lambda count, name: errno.ENOSPC).install(patch)
        assert story(game) == [False] * 7
    assert game.behind
    game.let_go()
    again = store.open("ford")
    assert again.match.digest() == good
    assert game.match.digest() != good


def test_short_writes_are_completed(store: Store, game: Game) -> None:
    with pytest.MonkeyPatch.context() as patch:
        Disk(lambda count, name: "short" if name == "write" else None).install(patch)
        assert all(story(game))
    game.let_go()
    again = store.open("ford")
    assert (again.match.digest(), again.notes) == (game.match.digest(), [])


def test_the_limit_of_the_file_size(store: Store, game: Game, tally: Tally) -> None:
    """``RLIMIT_FSIZE``: the system writes the first part, then refuses. The child proves that all is caught up."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
            play_on(game, 2)
            resource.setrlimit(resource.RLIMIT_FSIZE, (300, hard))
            refused = [attempt(game, step) for _ in range(20)].count(False)
            refused_whole = not attempt(game, Game.checkpoint)
            resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
            step(game)
            (store.folder / "digest").write_text(game.match.digest())
            status = 0 if refused and refused_whole else 2
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    game.let_go()
    assert store.open("ford").match.digest() == (store.folder / "digest").read_text()
    tally.of("disk full, really").count()


def test_the_full_device(store: Store, game: Game, monkeypatch: pytest.MonkeyPatch, tally: Tally) -> None:
    """A real device that is full; where the system has none, a descriptor that answers like it."""
    tally.of("disk full, really", "full device, limit of the file size, folder that may only be read, no home folder")
    play_on(game, 2)
    good, real, write = game.match.digest(), os.open, os.write
    device = "/dev/full" if os.path.exists("/dev/full") else os.devnull
    full: set[int] = set()

    def to_full(path: str, flags: int, *more: int) -> int:
        if flags & os.O_CREAT and ".tmp-" in str(path):
            os.close(real(path, flags, *more))
            full.add(fd := real(device, os.O_WRONLY))
            return fd
        return real(path, flags, *more)

    def refuse(fd: int, data: bytes) -> int:
        if fd in full and device == os.devnull:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(fd, data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", to_full)
        patch.setattr(os, "write", refuse)
        with pytest.raises(SaveError, match="the disk is full"):
            game.checkpoint()
    assert [p.name for p in game.folder.iterdir() if ".tmp-" in p.name] == []
    game.let_go()
    assert store.open("ford").match.digest() == good
    tally.count()


def as_nobody(work: Callable[[], bool]) -> None:
    """Do something in a child that has no rights of its own; whether it went well is asserted."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            if os.getuid() == 0:
                os.setgroups([])
                os.setgid(54321)
                os.setuid(54321)
            status = 0 if work() else 2
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter, for a child without rights."""
    folder = Path(tempfile.mkdtemp(prefix="stavka-"))
    folder.chmod(0o755)
    yield folder
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)
    shutil.rmtree(folder)


def test_a_folder_that_may_only_be_read(open_folder: Path, duel: Match, tally: Tally) -> None:
    """The game opens for reading, plays on in memory, and a new one tells why it cannot be saved."""
    tally.of("disk full, really")
    store = store_at(open_folder / "saves")
    game = store.create(duel, "Ford")
    play_on(game, 3)
    game.let_go()
    for path in (open_folder, *open_folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = sorted((p, p.read_bytes()) for p in open_folder.rglob("*") if p.is_file())

    def work() -> bool:
        opened = store_at(store.folder).open("ford")
        # Run as root, the folder is also somebody else's, which is said first.
        told = opened.read_only and any(w in opened.notes[0] for w in ("cannot be written", "belongs to"))
        refused = not attempt(opened, step) and not attempt(opened, Game.checkpoint)
        new = attempt(opened, lambda g: store.create(g.match, "New"))
        return told and refused and not new and len(opened.match.history) == 4 and store.list()[0].damaged == ""

    as_nobody(work)
    assert before == sorted((p, p.read_bytes()) for p in open_folder.rglob("*") if p.is_file())
    tally.count()


def nobody(number: int) -> pwd.struct_passwd:
    """The system knows no user of this number, and so no home either."""
    raise KeyError(f"getpwuid(): uid not found: {number}")


NO_HOME = [{}, {"HOME": ""}, {"HOME": "/nonexistent"}, {"HOME": "/dev/null"}, {"XDG_DATA_HOME": "relative/path"}]


@pytest.mark.parametrize("environ", NO_HOME, ids=[" ".join(e.values()) or f"none{n}" for n, e in enumerate(NO_HOME)])
def test_without_a_home_the_game_plays_in_memory(environ: dict[str, str], duel: Match, tally: Tally) -> None:
    """A process without rights and without a home: a sentence, or a folder that works; never a traceback."""
    tally.of("disk full, really")

    def work() -> bool:
        for name in ("HOME", "XDG_DATA_HOME", "STAVKA_SAVES"):
            os.environ.pop(name, None)
        os.environ.update(environ)
        os.chdir("/")
        pwd.getpwuid = nobody
        try:
            Store().create(duel, "Ford").close()
        except SaveError as error:
            return bool(error.reason) and "\n" not in str(error)
        return True

    as_nobody(work)
    tally.count()


def test_a_folder_that_vanishes_is_made_again(store: Store, game: Game) -> None:
    play_on(game, 2)
    shutil.rmtree(store.folder)
    done = [attempt(game, step) for _ in range(3)]
    assert not done[0] and done[-1]
    game.let_go()
    assert store.open("ford").match.digest() == game.match.digest()


def test_a_folder_that_is_moved_away_is_told(store: Store, game: Game) -> None:
    game.folder.rename(store.folder / "elsewhere")
    game.match.play("plan bold")
    with pytest.raises(SaveError, match="moved or deleted"):
        game.played()
    assert game.behind and not game.read_only


def test_a_game_that_cannot_be_begun_leaves_nothing(store: Store, duel: Match) -> None:
    for n in range(2, 40):
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(lambda count, name, n=n: errno.ENOSPC if count == n else None).install(patch)  # type: ignore[misc]
            if attempt_create(store, duel):
                assert len(disk.calls) < n or store.list()
                return
        assert store.list() == []
    pytest.fail("the game was never begun")


def attempt_create(store: Store, match: Match) -> bool:
    try:
        store.create(match, "New").let_go()
        return True
    except SaveError as error:
        assert "disk is full" in error.reason
        return False


def test_opening_on_a_full_disk_plays_in_memory(store: Store, game: Game) -> None:
    play_on(game, 3)
    expected = game.match.digest()
    game.let_go()
    (game.folder / "game.toml").write_bytes(b"# stavka save")
    with pytest.MonkeyPatch.context() as patch:
        Disk(lambda count, name: errno.ENOSPC if name in ("write", "fsync") else None).install(patch)
        again = store.open("ford")
    assert again.behind and any("the disk is full" in note for note in again.notes)
    assert again.match.digest() == expected or any("lost" in note for note in again.notes)
    step(again)
    again.let_go()
    assert store.open("ford").match.digest() == again.match.digest()
