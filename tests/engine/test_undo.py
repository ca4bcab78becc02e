"""Points to go back to: many of them take little memory, and each comes back exactly."""

from __future__ import annotations

import pytest

from engine.play.match import Match
from engine.play.state import Frame, State, copy_state, digest
from engine.play.undo import WHOLE, Point, UndoStack
from engine.players.random import RandomPlayer


def state(**values: object) -> State:
    """A small state with some fields set."""
    found = State(hex_of=[5, 6, 7000], steps_left=[1, 2, 2], box=["", "", "pool"], stack=[Frame("move", {"left": [1]})])
    for name, value in values.items():
        setattr(found, name, value)
    return found


def test_points_come_back_in_order_with_everything_that_has_changed() -> None:
    stack, live, told = UndoStack(), state(), list[str]()
    for n in range(3 * WHOLE):
        stack.push(Point(copy_state(live), n, 2 * n))
        told.append(digest(live))
        live.hex_of[n % 3] += 1000
        live.turn += n % 2
        if n % 5 == 0:
            live.stack.append(Frame("fight", {"units": [n]}))
        if n % 7 == 0:
            live.hex_of.append(n)
            live.stack[0].vars["left"] = [n]
    assert len(stack) == len(told)
    for n in reversed(range(len(told))):
        point = stack.pop()
        assert (digest(point.state), point.log, point.history) == (told[n], n, 2 * n)
        point.state.hex_of[0] = -1  # who has it may change it
        point.state.stack[0].vars["left"].append(3)
    assert len(stack) == 0
    with pytest.raises(IndexError):
        stack.pop()


def test_what_is_equal_but_written_otherwise_is_told_apart() -> None:
    stack = UndoStack()
    values = [
        *(state(over=over) for over in (False, 0)),
        *(state(stack=[Frame("move", {"done": done})]) for done in (True, 1)),
        *(state(hex_of=[first, 0, 0]) for first in (1, True)),
    ]
    for value in values:
        stack.push(Point(value, 0, 0))
    told = [digest(value) for value in values]
    for _ in range(WHOLE):
        stack.push(Point(state(), 0, 0))
    assert len(set(told)) == len(told)
    for _ in range(WHOLE):
        stack.pop()
    assert [digest(stack.pop().state) for _ in values] == told[::-1]


def test_a_copy_keeps_what_is_taken_off_or_cut_elsewhere() -> None:
    stack = UndoStack()
    for n in range(2 * WHOLE):
        stack.push(Point(state(turn=n), n, n))
    kept = stack.copy()
    stack.cut(5)
    assert len(stack) == 5 and stack.pop().state.turn == 4
    stack.clear()
    assert len(stack) == 0 and len(kept) == 2 * WHOLE
    assert [kept.pop().state.turn for _ in range(2 * WHOLE)] == list(reversed(range(2 * WHOLE)))


@pytest.mark.parametrize(("game", "scenario"), [("ava", "smolensk"), ("pm", "campaign")])
def test_a_game_with_free_undo_goes_all_the_way_back_and_takes_little(game: str, scenario: str) -> None:
    match, player, told = Match.new(game, scenario, seed=5, options={"free_undo": "on"}), RandomPlayer(2), list[str]()
    while len(told) < 150:
        told.append(match.digest())
        match.play(player.choose(match)[0])
    sizes = [len(c.fields) + sum(map(len, c.cells.values())) for c in match._undo._older]
    assert len(sizes) == len(told) - WHOLE and sum(sizes) / len(sizes) < 100, "a few cells each, in place of columns"
    for wanted in reversed(told):
        match.undo()
        assert match.digest() == wanted
    assert not match.can_undo
