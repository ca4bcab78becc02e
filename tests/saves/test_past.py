"""What the history needs survives the disk: where it begins, other dice, bookmarks; and own data that changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.bookmarks import bookmarks, set_bookmark
from engine.play.match import Match
from engine.play.timeline import Timeline
from saves import Game, SaveError, Store, export, load_file
from tests.saves.conftest import play_on
from tests.saves.test_other_data import write


def test_a_position_set_up_by_hand_is_replayed_from_there(store: Store, game: Game) -> None:
    game.match.edit(
        {"clear": True, "turn": 2, "place": [{"unit": "a1", "hex": "T0301"}, {"unit": "r5", "hex": "T0402"}]}
    )
    game.checkpoint()
    play_on(game, 3)
    game.close()
    again = store.open("ford").match
    assert again.origin is not None and len(again.history) == 3
    stages = [m.digest() for m in again.replayed()]
    assert stages[-1] == game.match.digest() and len(stages) == 4


def test_counters_made_by_hand_are_part_of_the_beginning(tmp_path: Path) -> None:
    match = Match.new("ava", "smolensk", seed=1)
    counter = {"id": "my-own", "side": "axis", "type": "panzer", "attack": 9, "defense": 6, "move": 8, "hex": "S1016"}
    match.edit({"clear": True, "place": [counter], "phase": "movement axis"})
    match.play(next(a for a in match.legal if a.verb == "move"))
    export(match, tmp_path / "own.toml")
    again = load_file(tmp_path / "own.toml")
    *_, last = again.replayed()
    assert last.digest() == match.digest() and again.record() == match.record()
    assert Timeline(again, "").read_all().view(0).state.hex_of == Timeline(match, "").read_all().view(0).state.hex_of


def test_a_beginning_that_does_not_fit_is_a_sentence(tmp_path: Path, duel: Match) -> None:
    duel.edit({"turn": 2})
    record = duel.record()
    record["origin"]["hex_of"] = "nowhere"
    with pytest.raises(ValueError, match="hex_of"):
        Match.from_record(record)


def test_other_dice_and_bookmarks_through_snapshot_and_journal(store: Store, game: Game) -> None:
    play_on(game, 6)
    fork = Timeline(game.match, "").read_all().fork(4, seed=77)
    set_bookmark(fork, 2, "here")
    other = store.create(fork, "Fork")
    play_on(other, 8, seed=5)
    other.close()
    again = store.open("fork").match
    assert again.dice.seed == 77 and again.digest() == fork.digest()
    assert [(b.line, b.note) for b in bookmarks(again)] == [(2, "here")]
    *_, last = again.replayed()
    assert last.digest() == fork.digest()


def test_going_back_over_the_snapshot_reaches_the_disk(store: Store, game: Game) -> None:
    game.match.free_undo = True
    play_on(game, 6)
    game.checkpoint()
    play_on(game, 2)
    line = Timeline(game.match, "").read_all()
    line.rewind(3)
    game.undone()
    digest = game.match.digest()
    game.close()
    assert store.open("ford").match.digest() == digest


def test_own_data_with_other_contents_are_told_once(toy: str, tmp_path: Path) -> None:
    own = tmp_path / "data"
    write(own, "game.toml", "[constants]\nstacking = { value = 3 }\n")
    store = Store(tmp_path / "saves", overrides=own)
    store.create(Match.new("toy", "duel", seed=3, overrides=own), "Mine").close()
    first = store.open("mine")
    assert first.notes == []
    play_on(first, 4)
    first.close()
    write(own, "game.toml", "[constants]\nstacking = { value = 4 }\n")
    game = store.open("mine")
    assert len(game.notes) == 1 and "own game.toml changed" in game.notes[0] and not game.read_only
    assert game.match.data.constant("stacking") == 4
    play_on(game, 2)
    game.close()
    assert store.open("mine").notes == []


def test_own_data_under_which_it_no_longer_fits_leave_the_game_as_it_is(toy: str, tmp_path: Path) -> None:
    own, saves = tmp_path / "data", tmp_path / "saves"
    write(own, "game.toml", "[constants]\nstacking = { value = 3 }\n")
    store = Store(saves, overrides=own)
    game = store.create(Match.new("toy", "duel", seed=3, overrides=own), "Mine")
    for action in ("plan bold", "plan bold", "move a2 T0102", "move a3 T0102"):
        game.match.play(action)
        game.played()
    game.close()
    before = {p: p.read_bytes() for p in saves.rglob("*") if p.is_file() and p.name != "lock"}
    write(own, "game.toml", "[constants]\nstacking = { value = 1 }\n")
    with pytest.raises(SaveError, match=r"own game\.toml changed"):
        store.open("mine")
    assert before == {p: p.read_bytes() for p in saves.rglob("*") if p.is_file() and p.name != "lock"}
    write(own, "game.toml", "[constants]\nstacking = { value = 3 }\n")
    assert store.open("mine").match.digest() == game.match.digest()
