"""Games made, listed, renamed, copied and thrown away; two processes on one game; leaving on a signal; old formats."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from engine.components.shipped import version_beside
from engine.play.match import Match
from engine.players.random import RandomPlayer
from saves import Game, SaveError, Store
from saves.codec import Head, decode, decode_head, encode, seal, unseal
from saves.game import RING
from saves.journal import Journal, read_journal
from saves.lock import Held, Lock, start_time
from saves.migrate import FORMAT, MIGRATIONS, migrate
from saves.program import program_version
from saves.recover import recover
from tests.saves.conftest import play_on, store_at
from tests.trials.games import SCENARIOS
from tests.trials.table import Tally

SOURCES = Path(__file__).parents[2]


# ---------------------------------------------------------------------- housekeeping
def test_a_game_is_made_listed_and_opened(store: Store, duel: Match) -> None:
    game = store.create(duel, "  The Ford  ")
    assert (game.slug, game.title, game.read_only, game.behind, game.notes) == (
        "the-ford",
        "The Ford",
        False,
        False,
        [],
    )
    play_on(game, 3)
    game.close()
    entry = store.list()[0]
    assert (entry.slug, entry.title, entry.game, entry.scenario) == ("the-ford", "The Ford", "toy", "duel")
    assert entry.turn == 1 and re.fullmatch(r"1941-06-22T\d\d:\d\d:\d\dZ", entry.when) and entry.damaged == ""
    again = store.open("the-ford")
    assert again.match.digest() == duel.digest() and again.match.log == duel.log and again.notes == []


def test_the_ring_keeps_the_last_five_and_a_file_for_each_turn(store: Store, game: Game) -> None:
    for turn in range(1, 4):
        game.match.state.turn = turn
        for _ in range(4):
            game.checkpoint(turn_changed=True)
    names = sorted(path.name for path in (game.folder / "auto").iterdir())
    last = decode_head((game.folder / "game.toml").read_bytes()).generation
    numbers = [f"{n:06d}" for n in range(last - RING, last)]
    assert names == sorted([f"{n}.{kind}" for n in numbers for kind in ("toml", "journal")]
                           + ["turn-01.toml", "turn-02.toml", "turn-03.toml"])  # fmt: skip
    assert [entry.turn for entry in store.kept(game.slug)] == [1, 2, 3]


def test_a_game_is_renamed_copied_and_thrown_away(store: Store, game: Game) -> None:
    play_on(game, 3)
    with pytest.raises(SaveError, match="has been playing"):
        store.rename("ford", "Bridge")
    with pytest.raises(SaveError, match="has been playing"):
        store.delete("ford")
    game.close()
    store.rename("ford", "Bridge")
    assert [entry.title for entry in store.list()] == ["Bridge"]
    copy = store.duplicate("ford")
    assert copy == "bridge-copy" and store.latest() == copy
    assert store.open(copy).match.digest() == game.match.digest()
    again = store.open("ford")
    assert again.title == "Bridge" and again.match.digest() == game.match.digest() and again.notes == []
    again.close()
    target = store.delete("ford")
    assert target.parent.name == ".trash" and (target / "game.toml").is_file()
    assert [entry.slug for entry in store.list()] == [copy]
    with pytest.raises(SaveError, match="no such game"):
        store.open("ford")


def test_the_latest_is_the_one_played_last(store: Store, game: Game) -> None:
    assert store.latest() == "ford"
    other = store.create(Match.new("toy", "duel", seed=2), "Other")
    os.utime(other.folder / "game.toml", (1, 1))
    os.utime(other.folder / "journal", (1, 1))
    assert [entry.slug for entry in store.list()] == ["ford", "other"]
    play_on(other, 1)
    assert store.latest() == "other"


def test_a_journal_without_its_snapshot_is_shown_as_damaged(store: Store, game: Game) -> None:
    play_on(game, 3)
    game.close()
    folder = store.folder / game.slug
    shutil.rmtree(folder / "auto")
    (folder / "game.toml").unlink()
    assert [(e.slug, bool(e.damaged)) for e in store.list()] == [(game.slug, True)] and store.latest() is None
    (folder / "journal").write_bytes(b"")
    assert store.list() == [], "what was given up while it was made"


def test_long_games_do_not_lose_their_early_history(store: Store) -> None:
    match = Match.new("ava", "smolensk", seed=4)
    game = store.create(match, "Long")
    play_on(game, 120, seed=4)
    game.close()
    again = store.open(game.slug).match
    *_, last = again.replayed()
    assert last.digest() == match.digest() and len(again.history) == 120


# ---------------------------------------------------------------------- two processes
HOLD = """
import os, sys, time
from pathlib import Path
from engine.play.match import Match
from engine.players.random import RandomPlayer
from saves import SaveError, Store, signals
game = Store(Path(sys.argv[1])).open(sys.argv[2])
player = RandomPlayer(1)
signals.install(game.let_go)
print("ready", game.read_only, game.match.digest(), flush=True)
while True:
    if "slow" in sys.argv and sys.stdin.readline() == "":
        break
    game.match.play(player.choose(game.match)[0])
    try:
        game.played()
    except SaveError as error:
        print("refused", error.reason, flush=True)
        break
    print("saved", game.match.digest(), flush=True)
    if game.match.over:
        time.sleep(60)
"""


def other_process(store: Store, slug: str, *words: str, code: str = HOLD) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    command = [sys.executable, "-c", code, str(store.folder), slug, *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def line(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout is not None
    return process.stdout.readline().split()


@pytest.fixture
def smolensk(store: Store) -> str:
    game = store.create(Match.new("ava", "smolensk", seed=7), "Smolensk")
    game.close()
    return game.slug


def test_a_second_process_may_only_read(store: Store, smolensk: str) -> None:
    child = other_process(store, smolensk, "slow")
    assert child.stdin is not None
    try:
        ready = line(child)
        assert ready[:2] == ["ready", "False"]
        here = store.open(smolensk)
        assert here.read_only and here.match.digest() == ready[2]
        assert f"Process {child.pid} on " in here.notes[0] and "You watch" in here.notes[0]
        here.match.play(next(iter(here.match.legal)))
        with pytest.raises(SaveError, match="reading only"):
            here.played()
        child.stdin.write("go\n")
        child.stdin.flush()
        told = line(child)
        assert told[0] == "saved" and store.open(smolensk).match.digest() == told[1]

        taken = store.open(smolensk, steal=True)
        assert not taken.read_only and taken.match.digest() == told[1]
        child.stdin.write("go\n")
        child.stdin.flush()
        assert "another process has taken this game over" in " ".join(line(child))
        play_on(taken, 2)
        taken.close()
        assert store.open(smolensk).match.digest() == taken.match.digest()
    finally:
        child.kill()
        child.communicate()


def test_a_killed_process_leaves_no_lock(store: Store, smolensk: str) -> None:
    child = other_process(store, smolensk, "slow")
    line(child)
    child.kill()
    child.communicate()
    again = store.open(smolensk)
    assert not again.read_only and again.notes == []


def test_readers_see_a_whole_game_while_it_is_written(store: Store, game: Game) -> None:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            for seed in range(2000):
                play_on(game, 1, seed)
                game.checkpoint()
                os.write(write, b".")
        finally:
            os._exit(0)
    os.close(write)
    try:
        os.read(read, 1)
        for _ in range(60):
            seen = store_at(store.folder).open("ford")
            assert seen.read_only and not any("lost" in n or "could not" in n for n in seen.notes)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(read)
    assert not list(game.folder.glob("*.bad-*"))


def test_a_reader_that_was_overtaken_reads_again(store: Store, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between its look at the snapshot and at the journal the other process writes more than the ring keeps."""
    overtaken: list[bool] = []

    def slow(path: Path) -> Journal | None:
        if not overtaken:
            overtaken.append(True)
            for seed in range(RING + 3):
                play_on(game, 1, seed)
                game.checkpoint()
        return read_journal(path)

    monkeypatch.setattr("saves.recover.read_journal", slow)
    seen = store_at(store.folder).open("ford")
    assert overtaken and seen.match.digest() == game.match.digest()
    assert not any("lost" in note for note in seen.notes)


def test_a_disk_without_locks_goes_by_process_and_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsupported(fd: int, how: int) -> None:
        raise OSError(38, "not here")

    monkeypatch.setattr("fcntl.flock", unsupported)
    sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        mine = Lock.take(tmp_path, "now")
        text = (tmp_path / "lock").read_text()
        mine.release()
        foreign = text.replace(f"pid={os.getpid()}", f"pid={sleeper.pid}")
        foreign = re.sub(r"start=\d+", f"start={start_time(sleeper.pid)}", foreign)
        (tmp_path / "lock").write_text(foreign)
        with pytest.raises(Held, match=f"Process {sleeper.pid} "):
            Lock.take(tmp_path, "now")
    finally:
        sleeper.kill()
        sleeper.wait()
    Lock.take(tmp_path, "now").release()


# ---------------------------------------------------------------------- leaving
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_ends_the_process_within_a_second_and_keeps_all(store: Store, smolensk: str, number: int) -> None:
    child = other_process(store, smolensk)
    assert line(child)[0] == "ready"
    time.sleep(0.3)
    start = time.monotonic()
    child.send_signal(number)
    out, err = child.communicate(timeout=5)
    assert time.monotonic() - start < 1
    assert err == "" and child.returncode == 128 + number
    saved = [text.split()[1] for text in out.splitlines() if text.startswith("saved")]
    assert len(saved) > 20
    again = store.open(smolensk)
    assert not again.read_only and not any("lost" in note for note in again.notes)
    stages = [match.digest() for match in again.match.replayed()]
    assert saved[-1] in stages[-2:]


STUCK = """
import sys, threading, time
from saves import signals
threading.Thread(target=time.sleep, args=(60,)).start()
def on_exit():
    if "hangs" in sys.argv:
        time.sleep(60)
    raise RuntimeError("no terminal any more")
signals.install(on_exit)
print("ready", flush=True)
while True:
    sum(range(10_000))
"""


@pytest.mark.parametrize("how", ["hangs", "fails"])
def test_leaving_does_not_wait_for_anything(store: Store, how: str) -> None:
    child = other_process(store, "x", how, code=STUCK)
    assert line(child) == ["ready"]
    start = time.monotonic()
    child.send_signal(signal.SIGHUP)
    _, err = child.communicate(timeout=5)
    assert time.monotonic() - start < 1.2
    assert (err, child.returncode) == ("", 128 + signal.SIGHUP)


def test_handlers_are_put_back() -> None:
    from saves.signals import install

    before = signal.getsignal(signal.SIGTERM)
    put_back = install(lambda: None)
    assert signal.getsignal(signal.SIGTERM) is not before
    put_back()
    assert signal.getsignal(signal.SIGTERM) is before


# ---------------------------------------------------------------------- formats
def to_format_1(document: dict[str, Any]) -> dict[str, Any]:
    """From a format that never was: the title was called name, and there was no label."""
    document["title"] = document.pop("name")
    document["label"] = ""
    return document


@pytest.fixture
def old(duel: Match) -> bytes:
    content = unseal(encode(duel.record(), Head(title="Old Ford", when="1941-06-22T03:15:00Z", generation=3)))
    content = content.replace(b"format = 1\n", b"format = 0\n").replace(b'title = "', b'name = "')
    return seal(content.replace(b'label = ""\n', b""))


def test_an_old_format_is_brought_up_to_date(old: bytes, duel: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SaveError, match="format 0, which is no longer read"):
        decode(old)
    monkeypatch.setitem(MIGRATIONS, 0, to_format_1)
    save = decode(old)
    assert save.head.title == decode_head(old).title == "Old Ford"
    assert save.match().digest() == duel.digest()
    assert decode(encode(save.match().record(), save.head)).head == save.head


def test_an_old_game_is_opened_and_written_in_the_new_format(
    store: Store, game: Game, old: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.let_go()
    (game.folder / "game.toml").write_bytes(old)
    monkeypatch.setitem(MIGRATIONS, 0, to_format_1)
    again = store.open("ford")
    assert again.title == "Old Ford"
    again.checkpoint()
    assert b"\nformat = 1\n" in (game.folder / "game.toml").read_bytes()
    assert recover(game.folder).match.digest() == game.match.digest()


def test_a_migration_that_fails_ends_in_a_sentence(old: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MIGRATIONS, 0, lambda document: document["nothing"])
    with pytest.raises(SaveError, match="cannot be brought from format 0 to 1"):
        decode(old)


def test_every_former_format_has_a_migration() -> None:
    assert sorted(MIGRATIONS) == list(range(1, FORMAT))
    assert migrate({"format": FORMAT})["format"] == FORMAT


def test_the_stored_save_of_format_1_loads(toy: str, tally: Tally) -> None:
    """The first format as it was released; it must load for ever."""
    what = "a stored save of every format, and of every game and scenario of a release: loads with its hash, plays on"
    tally.of("old saves", what).count()
    sample = (Path(__file__).parent / "samples" / "format-1.toml").read_bytes()
    save = decode(sample)
    match = save.match()
    assert (save.head.title, match.digest(), len(match.history)) == ("Ford", save.record["digest"], 12)
    assert encode(match.record(), save.head) == sample


RELEASED = sorted((Path(__file__).parent / "samples").glob("[0-9]*.toml"))


def test_every_game_of_a_release_has_a_stored_save() -> None:
    """What a release could play; the programs as they were then have written them."""
    stored, played = {path.stem for path in RELEASED}, [one for one in SCENARIOS if one[0] in ("ava", "pm")]
    assert stored >= {f"{version}-{game}-{name}" for version in ("0.1.0", "0.2.0") for game, name in played}
    titles = {tuple(stem.split("-")[:2]) for stem in stored}
    assert titles >= {("0.5.0", game) for game in ("ava", "pm", "bd", "efs2")}, "one of each title"


@pytest.mark.parametrize("path", RELEASED, ids=[path.stem for path in RELEASED])
def test_a_stored_save_of_a_release_loads_with_its_hash_and_plays_on(path: Path, tally: Tally) -> None:
    tally.of("old saves")
    with tally.one(path.stem):
        data = path.read_bytes()
        save = decode(data)
        match = save.match(path)
        assert match.digest() == save.record["digest"] and save.head.program == path.stem.split("-")[0]
        assert encode(match.record(), save.head) == data
        player = RandomPlayer(1)
        for _ in range(30):
            if not match.over:
                match.play(player.choose(match)[0])
        assert match.rules.invariants(match.c) == []


def test_a_campaign_of_proud_monster_as_it_was_first_saved_loads_with_its_hash() -> None:
    """In the middle of a turn, with units that have been tried; it plays on."""
    path = Path(__file__).parent / "samples" / "pm-1.toml"
    save = decode(path.read_bytes())
    match = save.match(path)
    assert match.digest() == save.record["digest"] and len(match.history) == 1925
    assert match.rules.invariants(match.c) == [] and sum(match.state.tried) == 12  # type: ignore[attr-defined]
    assert encode(match.record(), save.head) == path.read_bytes()
    player = RandomPlayer(1)
    for _ in range(40):
        match.play(player.choose(match)[0])


def test_a_game_saved_before_columns_were_added_loads_with_its_hash() -> None:
    """Smolensk as it was saved before the game remembered lost fortress markers: same hash, and it plays on."""
    path = Path(__file__).parent / "samples" / "ava-1.toml"
    save = decode(path.read_bytes())
    assert "memory" not in save.record["state"]
    match = save.match(path)
    assert match.digest() == save.record["digest"] and len(match.history) == 260
    match.state.memory["lost S"] = 1  # type: ignore[attr-defined]
    match.c.touch()
    assert match.digest() != save.record["digest"]
    assert match.record()["state"]["memory"] == {"lost S": 1}
    player = RandomPlayer(1)
    for _ in range(40):
        match.play(player.choose(match)[0])


def test_the_version_stands_in_the_folder_beside_the_package(tmp_path: Path) -> None:
    module = tmp_path / "saves" / "program.py"
    assert version_beside("stavka", str(module)) == version_beside("stavka", None) == ""
    (tmp_path / "stavka-1.2.3.dist-info").mkdir()
    (tmp_path / "stavka_extras-9.dist-info").mkdir()
    assert version_beside("stavka", str(module)) == "1.2.3"
    (tmp_path / "stavka-1.2.4.dist-info").mkdir()
    assert version_beside("stavka", str(module)) == "", "which one it is cannot be told"
    assert program_version() == "0", "the tests run from the sources"
