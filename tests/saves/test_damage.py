"""Files cut off, changed and mixed up: all is refused or detected and told; nothing damaged is written over."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from engine.play.match import Match
from engine.players.random import RandomPlayer
from saves import Game, NewerFormat, SaveError, Store
from saves.codec import Head, decode, decode_head, encode, seal, unseal
from tests.saves.conftest import play_on, store_at
from tests.trials.table import Tally, amounts


@pytest.fixture
def text(duel: Match) -> bytes:
    player = RandomPlayer(2)
    for _ in range(30):
        duel.play(player.choose(duel)[0])
    return encode(duel.record(), Head(title="Ford", when="1941-06-22T03:15:00Z"))


def refused(data: bytes) -> None:
    for read in (decode, decode_head):
        with pytest.raises(SaveError) as caught:
            read(data)
        assert len(str(caught.value)) < 400


@pytest.fixture
def campaign() -> bytes:
    """A large save: the longest scenario after 300 actions."""
    match, player = Match.new("ava", "campaign", seed=5), RandomPlayer(5)
    for _ in range(300):
        match.play(player.choose(match)[0])
    return encode(match.record(), Head(title="Campaign", when="1941-06-22T03:15:00Z"))


def test_a_save_cut_anywhere_is_refused(text: bytes, tally: Tally) -> None:
    tally.of("cut off", "a save, and a game's snapshot, cut at every byte: never taken for whole, the one before opens")
    for end in range(len(text)):
        refused(text[:end])
    tally.count(len(text))
    decode(text)


@amounts(40, 1000)
def test_a_game_whose_snapshot_was_cut_anywhere_opens_from_the_one_before(
    played: Game, store: Store, tmp_path: Path, amount: int, tally: Tally
) -> None:
    tally.of("cut off")
    whole = (played.folder / "game.toml").read_bytes()
    for number in range(amount):
        end = number * len(whole) // amount
        shutil.copytree(store.folder, tmp_path / "cut")
        (tmp_path / "cut" / "ford" / "game.toml").write_bytes(whole[:end])
        with tally.one(f"{end} bytes", within=1, mib=200):
            again = store_at(tmp_path / "cut").open("ford")
            assert again.match.digest() == played.match.digest() and "could not be read" in again.notes[0]
            again.let_go()
        shutil.rmtree(tmp_path / "cut")


@amounts(400, 90_000)
def test_a_changed_byte_is_detected(text: bytes, campaign: bytes, amount: int, tally: Tally) -> None:
    tally.of("damaged", "one byte changed, or blocks swapped (a tenth), in two saves: refused")
    rnd = random.Random(1)
    for number in range(amount):
        data = text if number % 2 else campaign
        place = rnd.randrange(len(data))
        other = (data[place] + rnd.randrange(1, 256)) % 256
        with tally.one(f"byte {place}", within=1, mib=200):
            refused(data[:place] + bytes([other]) + data[place + 1 :])


@amounts(100, 10_000)
def test_moved_blocks_and_added_bytes_are_detected(text: bytes, campaign: bytes, amount: int, tally: Tally) -> None:
    tally.of("damaged")
    rnd = random.Random(2)
    for number in range(amount):
        data = text if number % 2 else campaign
        a, b, c = sorted(rnd.sample(range(len(data)), 3))
        mixed = data[:a] + data[b:c] + data[a:b] + data[c:]
        if mixed != data:
            with tally.one(f"blocks at {a}, {b}, {c}", within=1, mib=200):
                refused(mixed)
    for more in (b"\n", b" ", b"x", b"\0" * 512, text):
        refused(text + more)
    refused(text.replace(b"\n", b"\r\n"))
    refused(text.replace(b" bytes=", b" bytes=0"))


@pytest.fixture
def played(store: Store, game: Game) -> Game:
    """A game with a ring and seven actions in its journal."""
    for seed in range(3):
        play_on(game, 4, seed)
        game.checkpoint()
    play_on(game, 7, 50)
    game.let_go()
    return game


def digests(game: Game, count: int) -> list[str]:
    """The positions after the last ``count`` actions, the latest first."""
    (*_,) = stages = [m.digest() for m in game.match.replayed()]
    return stages[::-1][:count]


def test_a_journal_cut_anywhere_keeps_its_whole_lines(played: Game, store: Store, tmp_path: Path) -> None:
    data = (played.folder / "journal").read_bytes()
    stages, lines = digests(played, 8), data.split(b"\n")
    first = len(lines[0]) + 1
    for end in range(first, len(data)):
        whole = data[:end].count(b"\n") - 1
        folder = tmp_path / "cut"
        shutil.copytree(store.folder, folder)
        (folder / "ford" / "journal").write_bytes(data[:end])
        again = store_at(folder).open("ford")
        assert again.match.digest() == stages[7 - whole]
        assert bool(again.notes) == (not data[:end].endswith(b"\n"))
        again.let_go()
        shutil.rmtree(folder)


@amounts(60, 2000)
def test_a_changed_byte_of_a_journal_is_detected(
    played: Game, store: Store, tmp_path: Path, amount: int, tally: Tally
) -> None:
    tally.of("damaged journal", "one byte of the journal changed: found, told, everything before it is kept")
    data, rnd = (played.folder / "journal").read_bytes(), random.Random(3)
    stages = digests(played, 8)
    for _ in range(amount):
        place = rnd.randrange(len(data))
        changed = data[:place] + bytes([(data[place] + rnd.randrange(1, 256)) % 256]) + data[place + 1 :]
        folder = tmp_path / "changed"
        shutil.copytree(store.folder, folder)
        (folder / "ford" / "journal").write_bytes(changed)
        with tally.one(f"byte {place}", within=1):
            again = store_at(folder).open("ford")
            line = data[:place].count(b"\n")
            assert again.match.digest() == stages[7 - max(0, line - 1)]
            assert any("lost" in note for note in again.notes)
            bad = [p for p in (folder / "ford").iterdir() if p.name.startswith("journal.bad-")]
            kept = bad + list((folder / "ford" / "auto").iterdir())
            assert any(p.read_bytes() == changed for p in kept)
            again.let_go()
        shutil.rmtree(folder)


def test_a_damaged_snapshot_costs_nothing(played: Game, store: Store) -> None:
    path = played.folder / "game.toml"
    damaged = path.read_bytes()[:-500]
    path.write_bytes(damaged)
    entry = store.list()[0]
    assert "cut off" in entry.damaged
    again = store.open("ford")
    assert again.match.digest() == played.match.digest()
    assert [str(line) for line in again.match.history] == [str(line) for line in played.match.history]
    assert "000003.toml" in again.notes[0] and not any("lost" in n for n in again.notes)
    assert [p.read_bytes() for p in played.folder.glob("game.toml.bad-1941*")] == [damaged]
    again.close()
    assert store.list()[0].damaged == ""
    assert store.open("ford").notes == []


def test_all_snapshots_of_the_ring_but_one_may_be_damaged(played: Game, store: Store) -> None:
    for path in (played.folder / "game.toml", *sorted((played.folder / "auto").glob("00*.toml"))[1:]):
        path.write_bytes(b"\0" * 4000)
    again = store.open("ford")
    assert again.match.digest() == played.match.digest()


def test_a_turn_file_is_the_last_resort_and_the_loss_is_told(played: Game, store: Store) -> None:
    for path in (played.folder / "game.toml", *(played.folder / "auto").glob("00*")):
        path.unlink()
    again = store.open("ford")
    assert len(again.match.history) == 0
    assert any("7 later actions are lost" in note for note in again.notes)
    assert list(played.folder.glob("journal.bad-*")), "the journal that could not be used is kept"


def test_the_journal_of_another_game_is_not_grafted_on(store: Store, game: Game) -> None:
    """Both games are as new, so every action of the one would be legal in the other."""
    game.let_go()
    other = store.create(Match.new("toy", "duel", seed=8), "Other")
    for plan in ("plan bold", "plan careful"):
        other.match.play(plan)
        other.played()
    other.let_go()
    shutil.copy(other.folder / "journal", game.folder / "journal")
    again = store.open("ford")
    assert again.match.seed == 7 and again.match.history == []
    assert any("2 later actions are lost" in note for note in again.notes)


def test_nothing_readable_is_one_sentence_and_changes_nothing(played: Game, store: Store) -> None:
    for path in played.folder.rglob("*"):
        if path.is_file():
            path.write_bytes(b"rubbish")
    before = sorted((p, p.read_bytes()) for p in played.folder.rglob("*") if p.is_file() and p.name != "lock")
    with pytest.raises(SaveError, match="no save in it can be read"):
        store.open("ford")
    assert before == sorted((p, p.read_bytes()) for p in played.folder.rglob("*") if p.is_file() and p.name != "lock")
    assert [entry.slug for entry in store.list()] == ["ford"]


def test_a_damaged_game_hides_no_other(store: Store, played: Game) -> None:
    good = store.create(Match.new("toy", "duel", seed=8), "Good")
    good.close()
    (played.folder / "game.toml").write_bytes(b"\x1b[2J")
    entries = {entry.slug: entry for entry in store.list()}
    assert entries["good"].damaged == "" and entries["ford"].damaged
    assert store.latest() == "good"


def test_a_later_format_is_refused_and_left_alone(played: Game, store: Store) -> None:
    path = played.folder / "game.toml"
    newer = seal(unseal(path.read_bytes()).replace(b"format = 1\n", b"format = 7\n"))
    path.write_bytes(newer)
    assert "later version" in store.list()[0].damaged
    with pytest.raises(NewerFormat, match="later version of the program"):
        store.open("ford")
    assert path.read_bytes() == newer
    assert not list(played.folder.glob("*.bad-*"))


def test_an_outdated_journal_line_ends_the_replay_there(store: Store, game: Game) -> None:
    """A correction of the rules may make an action of a journal illegal: what is before it stays."""
    game.match.play("plan bold")
    game.played()
    assert game._writer is not None
    game._writer.append(["soviet plan cowardly"])
    game.let_go()
    again = store.open("ford")
    assert again.match.digest() == game.match.digest()
    assert any("there is no plan 'cowardly'" in note and "1 later action is lost" in note for note in again.notes)
