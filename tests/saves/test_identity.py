"""Saving and loading changes nothing that can be seen, after every single action, in any process."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.match import Match
from engine.players.random import RandomPlayer
from saves import Store, load_file
from saves.codec import decode_head, encode
from saves.recover import recover
from tests.saves.conftest import play_on, store_at
from tests.trials.identical import HEAD, same


@pytest.mark.parametrize("game, scenario, seeds", [("toy", "duel", range(10)), ("ava", "smolensk", range(1))])
def test_a_match_loaded_anew_before_every_action_goes_on_the_same(
    toy: str, game: str, scenario: str, seeds: range
) -> None:
    actions, wanted = 0, 30 if game == "ava" else 100
    for seed in seeds:
        straight = loaded = Match.new(game, scenario, seed=seed + 7)
        player = RandomPlayer(seed)
        while not straight.over and actions < wanted:
            loaded = same(loaded)
            action = player.choose(straight)[0]
            assert loaded.prompt == straight.prompt and action in loaded.legal
            assert loaded.play(action) == straight.play(action)
            assert loaded.digest() == straight.digest()
            actions += 1
        same(straight)
    assert actions == wanted


def test_a_game_in_its_folder_follows_plays_undo_and_redo(store: Store, toy: str) -> None:
    """After each of 300 steps a reader of the folder sees exactly the match."""
    match = Match.new(toy, "duel", seed=3, options={"free_undo": "on"})
    game, player, turn = store.create(match, "Ford"), RandomPlayer(3), 0
    for step in range(300):
        if step % 7 in (3, 4) and match.can_undo:
            match.undo()
            game.undone()
        elif step % 7 == 5 and match.can_redo:
            match.redo()
            game.redone()
        elif match.over or step % 40 == 39:
            while match.can_undo:
                match.undo()
                game.undone()
        else:
            match.play(player.choose(match)[0])
            game.played(match.history[-1])
        if step % 11 == 10:
            game.checkpoint(turn_changed=match.state.turn != turn)
            turn = match.state.turn
        found = recover(game.folder)
        assert found.match.digest() == match.digest() and found.match.history == match.history, step
        assert found.notes == []
    generation = decode_head((game.folder / "game.toml").read_bytes()).generation
    assert generation < 150, "most steps must have gone through the journal"


def test_dice_thrown_by_hand_come_back_in_order(store: Store, operating: Match) -> None:
    game = store.create(operating, "Dice")
    operating.dice.queue([3, 5, 1])
    game.queued()
    assert list(recover(game.folder).match.dice.queued) == [3, 5, 1]
    player = RandomPlayer(1)
    for _ in range(200):
        attack = next((a for a in operating.legal if a.verb == "attack"), None)
        operating.play(attack or player.choose(operating)[0])
        game.played()
        assert list(recover(game.folder).match.dice.queued) == list(operating.dice.queued)
        if not operating.dice.queued or operating.over:
            break
    assert list(operating.dice.queued) != [3, 5, 1]


def test_undo_survives_a_restart(store: Store, operating: Match) -> None:
    game = store.create(operating, "Undo")
    moves = [a for a in operating.legal if a.verb == "move"]
    for action in moves:
        if action in operating.legal:
            operating.play(action)
            game.played()
    count = len(operating.history) - 2
    operating.undo()
    game.undone()
    game.let_go()
    again = store.open(game.slug)
    assert again.match.can_redo and count > 1
    again.match.redo()
    again.redone()
    for _ in range(count):
        again.match.undo()
        again.undone()
    assert not again.match.can_undo
    again.let_go()
    assert store.open(game.slug).match.digest() == again.match.digest()


def test_an_edited_position_is_kept_whole(store: Store, duel: Match) -> None:
    game = store.create(duel, "Study")
    play_on(game, 3)
    unit = duel.data.roster.ids[0]
    duel.edit({"clear": True, "place": [{"unit": unit, "hex": "T0101"}], "turn": 2})
    game.played()
    found = recover(game.folder)
    assert found.match.digest() == duel.digest() and found.match.state.analysis
    assert not found.notes


def test_counters_given_by_value_are_kept(store: Store) -> None:
    match = Match.new("ava", "smolensk", seed=2)
    game = store.create(match, "Question")
    counter = {"id": "x1", "side": "axis", "type": "panzer", "attack": 8, "defense": 4, "move": 10, "hex": "S2817"}
    match.edit({"clear": True, "place": [counter]})
    game.checkpoint()
    again = recover(game.folder).match
    assert again.data.roster.ids[-1] == "x1" and again.digest() == match.digest()
    same(match)


def test_a_call_that_was_forgotten_is_made_up_for(store: Store, operating: Match) -> None:
    """The journal never tells a story that did not happen, even if a front end forgets to call."""
    game = store.create(operating, "Forgetful")
    for taken in range(3):
        play_on(game, 1, seed=taken)
        moves = [action for action in operating.legal if action.verb == "move"]
        operating.play(moves[0])
        if taken == 0:
            game.played()
        operating.undo()
        operating.play(next(action for action in moves[1:] if action in operating.legal))
        if taken == 2:
            operating.play("end")
        game.played()
        found = recover(game.folder)
        assert found.match.history == operating.history and found.match.digest() == operating.digest()


def test_the_text_can_be_read_by_people(duel: Match) -> None:
    player = RandomPlayer(4)
    for _ in range(12):
        duel.play(player.choose(duel)[0])
    lines = encode(duel.record(), HEAD).decode().splitlines()
    assert all(len(line) < 120 for line in lines[:-1])
    assert lines[2:5] == ["format = 1", 'program = "1.2.3"', 'game = "toy"']
    assert lines[-1].startswith("# end sha256=")
    wanted = ["[options]", "[snapshot]", "[history]", "[[log]]"]
    assert [line for line in dict.fromkeys(lines) if line in wanted] == wanted


def test_the_game_goes_on_after_saving_under_a_name(store: Store, duel: Match) -> None:
    game = store.create(duel, "Ford")
    play_on(game, 2)
    path = game.save_as("Before the river")
    assert path.name == "before-the-river.toml" and game.save_as("Before the river").name == "before-the-river-2.toml"
    kept = duel.digest()
    play_on(game, 3)
    named = store.kept(game.slug)[0]
    assert (named.label, load_file(named.path).digest()) == ("Before the river", kept)
    assert recover(game.folder).match.digest() == duel.digest()


def test_a_store_elsewhere_reads_the_folder_as_it_is(store: Store, duel: Match, tmp_path: Path) -> None:
    game = store.create(duel, "Ford")
    play_on(game, 5)
    game.close()
    moved = store.folder.rename(tmp_path / "carried over")
    assert store_at(moved).open("ford").match.digest() == duel.digest()
