"""Games thrown away and brought back, the trash emptied; what a list tells of a game, in which order."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.play.bookmarks import set_bookmark
from engine.play.match import Match
from saves import Game, SaveError, Store, empty, in_order, restore, summarize, trashed
from tests.saves.conftest import play_on, store_at


def test_a_game_comes_back_as_it_was(store: Store, game: Game) -> None:
    play_on(game, 5)
    digest = game.match.digest()
    game.close()
    store.delete("ford")
    (one,) = trashed(store)
    assert one.entry.title == "Ford" and one.thrown.startswith("1941-06-22T") and store.list() == []
    assert restore(store, "ford") == "ford" and trashed(store) == []
    again = store.open("ford")
    assert again.match.digest() == digest and again.notes == []


def test_names_that_are_taken_by_now(store: Store, game: Game) -> None:
    game.close()
    store.delete("ford")
    store.create(Match.new("toy", "duel", seed=2), "Ford").close()
    store.delete("ford")
    store.create(Match.new("toy", "duel", seed=3), "Ford").close()
    assert [t.entry.slug for t in trashed(store)] == ["ford", "ford"]
    assert restore(store, trashed(store)[0].name) == "ford-2"
    assert store.open("ford-2").match.seed == 2
    with pytest.raises(SaveError, match="no 'nobody' in the trash"):
        restore(store, "nobody")
    with pytest.raises(SaveError, match="in the trash"):
        restore(store, "../ford")


def test_the_trash_is_emptied_and_links_are_not_followed(store: Store, game: Game, tmp_path: Path) -> None:
    game.close()
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter").write_text("keep")
    target = store.delete("ford")
    os.symlink(mine, target / "auto" / "link")
    os.symlink(mine, target.parent / "ford.19410622030000")
    assert empty(store) == 1 and trashed(store) == []
    assert (mine / "letter").read_text() == "keep" and not target.exists()
    assert empty(store) == 0


def test_what_was_left_half_deleted_is_finished_and_never_listed(store: Store, game: Game) -> None:
    game.close()
    target = store.delete("ford")
    os.rename(target, target.with_name(f".gone-{target.name}"))
    (target.with_name(f".gone-{target.name}") / "game.toml").unlink()
    assert trashed(store) == [] and empty(store) == 0
    assert list(target.parent.iterdir()) == []


def test_one_game_of_several_is_deleted(store: Store, game: Game) -> None:
    game.close()
    store.create(Match.new("toy", "duel", seed=2), "Other").close()
    store.delete("ford")
    store.delete("other")
    assert empty(store, "ford") == 1 and [t.entry.slug for t in trashed(store)] == ["other"]


def test_what_a_list_tells(store: Store, game: Game) -> None:
    set_bookmark(game.match, 0, "here")
    game.checkpoint()
    for action in ("plan bold", "plan careful"):
        game.match.play(action)
        game.played()
    held = summarize(store_at(store.folder), "ford")
    assert "has been playing" in held.held and held.lines == 2
    game.match.play("end")
    game.played()
    game.close()
    found = summarize(store, "ford")
    assert (found.lines, found.bookmarks, found.problem, found.held, found.notes) == (3, 1, "", "", ())
    assert found.turn == "Turn 1" and found.side.lower().startswith("soviet") and found.last.startswith("Axis bold")


def test_secrets_are_not_told_by_a_list(store: Store, game: Game) -> None:
    game.match.play("plan bold")
    game.played()
    game.close()
    assert "bold" not in str(summarize(store, "ford"))


def test_a_damaged_game_says_what_can_be_taken_up(store: Store, game: Game) -> None:
    play_on(game, 4)
    game.checkpoint()
    game.close()
    (store.folder / "ford" / "game.toml").write_text("nonsense")
    before = {p: p.read_bytes() for p in (store.folder / "ford").rglob("*") if p.is_file() and p.name != "lock"}
    found = summarize(store, "ford")
    assert found.problem == "" and found.lines == 4 and any("could not be read" in note for note in found.notes)
    assert before == {p: p.read_bytes() for p in before}
    for path in (store.folder / "ford").rglob("*.toml"):
        path.write_text("nonsense")
    assert "no save in it can be read" in summarize(store, "ford").problem
    assert "no such game" in summarize(store, "nobody").problem


def test_orders_of_a_list(toy: str, store: Store) -> None:
    for seed, title in enumerate(("b", "C", "a")):
        game = store.create(Match.new("toy", "duel", seed=seed), title)
        game.match.state.turn = 3 - seed
        game.checkpoint()
        game.close()
        os.utime(game.folder / "game.toml", (seed, seed))
        os.utime(game.folder / "journal", (seed, seed))
    store.create(Match.new("toy", "duel", seed=9), "broken").close()
    (store.folder / "broken" / "game.toml").write_text("x")
    os.utime(store.folder / "broken" / "game.toml", (99, 99))
    os.utime(store.folder / "broken" / "journal", (99, 99))
    entries = store.list()
    assert [e.slug for e in in_order(entries, "last")] == ["broken", "a", "c", "b"]
    assert [e.slug for e in in_order(entries, "title")] == ["a", "b", "c", "broken"]
    assert [e.slug for e in in_order(entries, "turn")] == ["b", "c", "a", "broken"]
    assert [e.slug for e in in_order(entries, "date")] == ["a", "c", "b", "broken"]
    assert [e.slug for e in in_order(entries, "game")] == ["a", "b", "c", "broken"]
