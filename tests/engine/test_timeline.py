"""The past of a match: any moment of it, going back, going on from there, and a game set up by hand."""

from __future__ import annotations

import pytest

from engine.components.errors import BadInput
from engine.play.bookmarks import NOTE_LIMIT, bookmarks, prune, remove_bookmark, set_bookmark
from engine.play.match import Match
from engine.play.timeline import MOST, Timeline
from engine.players.random import RandomPlayer


def played(game: str, scenario: str, actions: int, seed: int = 5, **options: str) -> tuple[Match, list[str]]:
    """A random game and its digest after every line."""
    match = Match.new(game, scenario, seed=seed, options=options)
    player, digests = RandomPlayer(seed), [match.digest()]
    while not match.over and len(match.history) < actions:
        match.play(player.choose(match)[0])
        digests.append(match.digest())
    return match, digests


@pytest.mark.parametrize(("game", "scenario", "actions"), [("toy", "duel", 400), ("ava", "smolensk", 400)])
def test_every_moment_is_as_it_was(toy: str, game: str, scenario: str, actions: int) -> None:
    match, digests = played(game, scenario, actions)
    line = Timeline(match, "").read_all()
    assert line.problem == "" and line.last == len(match.history)
    for number in [*range(line.last, -1, -7), 0, 1, line.last, 3, 4, 5]:
        assert line.at(number).digest() == digests[number], number


def test_events_are_those_of_the_log_and_memory_is_bounded(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.play.timeline.MOST", 4)
    match, digests = played("toy", "duel", 400)
    line = Timeline(match, "axis").read_all()
    assert [e for entry in line.entries for e in entry.events] == match.view("axis").log()
    assert len(line._kept) <= 4 < MOST and line.at(7).digest() == digests[7]


def test_it_reads_a_few_lines_at_a_time_and_takes_in_what_came_since(toy: str) -> None:
    match, _ = played("toy", "duel", 40)
    line = Timeline(match, "axis")
    assert line.last == 0 and not line.read(10) and line.last == 10
    assert line.read(1000)
    match.play(RandomPlayer(1).choose(match)[0])
    assert line.fits(match, "axis") and not line.fits(match, "soviet")
    line.follow()
    assert not line.done and line.read(5) and line.at(line.last).digest() == match.digest()


def test_it_follows_what_is_taken_back(toy: str) -> None:
    match, digests = played("toy", "duel", 40, free_undo="on")
    line = Timeline(match, "axis").read_all()
    for _ in range(25):
        match.undo()
    before = match.digest()
    while str(match.history[-1]) == str(line.lines[len(match.history) - 1]):
        match.play(next(iter(match.legal)))
    line.follow()
    assert line.read_all().problem == "" and line.last == len(match.history)
    assert line.at(line.last).digest() == match.digest() and before in digests
    assert [e for entry in line.entries for e in entry.events] == match.view("axis").log()
    assert line.scores == Timeline(match, "axis").read_all().scores


def test_secrets_of_the_other_side_stay_secret_until_the_end(operating: Match) -> None:
    axis = Timeline(operating, "axis").read_all()
    assert [e.hidden for e in axis.entries] == [False, False, True] and axis.entries[2].events[0].kind == "reveal"
    assert "careful" not in str(vars(axis.view(1).state)["plans"].get("soviet", ""))
    nobody = Timeline(operating, "").read_all()
    assert nobody.entries[1].hidden and vars(nobody.view(1).state)["plans"] == {}
    while not operating.over:
        operating.play(operating.prompt.default or next(iter(operating.legal)))
    assert not axis.fits(operating, "axis")
    after = Timeline(operating, "axis").read_all()
    assert not any(e.hidden for e in after.entries) and vars(after.view(1).state)["plans"] == {"axis": "careful"}


def test_what_stands_in_the_way_is_the_last_roll_or_secret(operating: Match) -> None:
    operating.dice.queue([2])
    operating.play_all(["move a1 T0302", "attack a1 T0402"])
    line = Timeline(operating, "axis").read_all()
    wall = line.barrier(2)
    assert wall is not None and wall.number == 4 and wall.barrier == "rolled 2"
    assert line.barrier(4) is None


def test_back_to_a_line_and_forward_again(operating: Match) -> None:
    operating.play_all(["move a1 T0302", "move a2 T0303"])
    loaded = Match.from_record(operating.record())
    with pytest.raises(BadInput, match="loaded"):
        loaded.undo()
    line = Timeline(loaded, "axis").read_all()
    assert line.barrier(2) is None
    line.rewind(2)
    assert len(loaded.history) == 2 and loaded.log == operating.log[: len(loaded.log)] and loaded.can_redo
    loaded.redo()
    loaded.redo()
    assert loaded.digest() == operating.digest() and loaded.log == operating.log


def test_free_undo_goes_back_over_dice_and_brings_them_again(toy: str) -> None:
    match, digests = played("toy", "duel", 60, free_undo="on")
    line = Timeline(match, "").read_all()
    assert line.barrier(3) is None
    line.rewind(3)
    assert match.digest() == digests[3]
    while match.can_redo:
        match.redo()
    assert match.digest() == digests[-1]


def test_going_on_from_a_line_leaves_the_match_alone(toy: str) -> None:
    match, digests = played("toy", "duel", 60)
    before = match.record()
    line = Timeline(match, "").read_all()
    fork = line.fork(30)
    assert match.record() == before and fork.digest() == digests[30] and fork.history == match.history[:30]
    assert fork.prompt.text and fork.log == match.log[: len(fork.log)]
    for old in match.history[30:]:
        fork.play(old.action)
    assert fork.digest() == match.digest(), "the dice stay the same numbers"


def test_other_numbers_are_a_line_of_the_history(toy: str) -> None:
    match, _ = played("ava", "smolensk", 60)
    fork = Timeline(match, "").read_all().fork(30, seed=99)
    assert str(fork.history[-1]).endswith("reseed 99") and not fork.can_undo
    player = RandomPlayer(3)
    for _ in range(20):
        fork.play(player.choose(fork)[0])
    *_, again = fork.replayed()
    loaded = Match.from_record(fork.record())
    assert again.digest() == fork.digest() == loaded.digest() and loaded.dice.seed == 99
    line = Timeline(fork, "").read_all()
    assert line.at(31).dice.seed == 99 and line.at(30).dice.seed == match.seed
    fork.free_undo = True
    wall = line.barrier(5)
    assert wall is not None and wall.own_numbers


def test_a_position_set_up_by_hand_is_where_its_history_begins(operating: Match) -> None:
    operating.edit(
        {"clear": True, "turn": 2, "place": [{"unit": "a1", "hex": "T0301"}, {"unit": "r5", "hex": "T0402"}]}
    )
    start = operating.digest()
    operating.play("move a1 T0302")
    for match in (operating, Match.from_record(operating.record())):
        digests = [m.digest() for m in match.replayed()]
        assert digests == [start, operating.digest()]
        assert Timeline(match, "").read_all().at(0).digest() == start


def test_rules_that_have_changed_end_the_past_with_a_sentence(operating: Match) -> None:
    operating.play("move a1 T0302")
    operating.history[2] = type(operating.history[2])("axis", "move a1 T0909")
    line = Timeline(operating, "").read_all()
    assert line.last == 2 and line.done and line.problem.startswith("Line 3 cannot be played again")
    assert line.view(99).turn_name == "Turn 1"


def test_turns_and_their_points(toy: str) -> None:
    match, _ = played("toy", "duel", 400)
    line = Timeline(match, "").read_all()
    assert [turn for turn, _ in line.scores] == [1, 2, 3] and line.scores[-1][1] == match.view().score().total


# ---------------------------------------------------------------------- bookmarks
def test_bookmarks_travel_and_stand_on_their_lines(operating: Match) -> None:
    operating.play_all(["move a1 T0302", "move a2 T0303"])
    assert set_bookmark(operating, 3, "  here it\n began ") == "" and set_bookmark(operating, 4, "x" * 999) == ""
    assert set_bookmark(operating, 0) == "" and set_bookmark(operating, 9) != ""
    again = Match.from_record(operating.record())
    assert [(b.line, b.note[:20]) for b in bookmarks(again)] == [(0, ""), (3, "here it began"), (4, "x" * 20)]
    assert len(bookmarks(again)[2].note) == NOTE_LIMIT
    operating.undo()
    assert [b.line for b in bookmarks(operating)] == [0, 3]
    operating.redo()
    assert [b.line for b in bookmarks(operating)] == [0, 3, 4]
    operating.undo()
    operating.play("move a2 T0202")
    assert [b.line for b in bookmarks(operating)] == [0, 3]
    set_bookmark(operating, 3, "again")
    assert sorted(k for k in operating.meta if k.startswith("mark.")) == ["mark.000000", "mark.000003"]
    assert remove_bookmark(operating, 3) and not remove_bookmark(operating, 3)


def test_a_fork_keeps_the_bookmarks_before_it(operating: Match) -> None:
    operating.play_all(["move a1 T0302", "move a2 T0303"])
    for line in (1, 3, 4):
        set_bookmark(operating, line, str(line))
    fork = Timeline(operating, "").read_all().fork(3)
    assert [b.line for b in bookmarks(fork)] == [1, 3]
    assert prune(fork, 2) == 2 and [b.line for b in bookmarks(fork)] == [1]
