"""Positions in thought never touch the one they were asked about, and what is kept of it holds in them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.action import Action
from engine.play.fields import by_unit, derived, stacks
from engine.play.match import Match
from engine.play.state import copy_state, digest
from engine.play.suppose import after, fork, lay_beside, supposing

COUNTED: list[str] = []


@derived("hex_of")
def places(c: Any) -> tuple[int, ...]:
    """Something that depends on where units stand."""
    COUNTED.append("places")
    return tuple(c.state.hex_of)


@derived("done", "turn")
def tired(c: Any, side: str) -> list[str]:
    """Something that depends on who has acted."""
    COUNTED.append(side)
    return [name for name, done in zip(c.roster.ids, c.state.done, strict=True) if done]


@derived()
def moment(c: Any) -> int:
    """Something that is found anew after every change."""
    COUNTED.append("moment")
    return len(c.state.stack)


@by_unit(lambda c: c.state.turn, "hex_of", "done")
def going(c: Any, unit: int) -> tuple[int, int]:
    """Something of each unit by itself."""
    COUNTED.append(c.roster.ids[unit])
    return c.state.hex_of[unit], c.state.done[unit]


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    COUNTED.clear()


def look(c: Any) -> list[str]:
    """Ask for everything; what had to be found for it."""
    COUNTED.clear()
    places(c), tired(c, "axis"), tired(c, "soviet"), moment(c), stacks(c)
    return COUNTED.copy()


def test_a_supposed_position_leaves_the_real_one_alone(operating: Match) -> None:
    c, before = operating.c, copy_state(operating.state)
    columns = {name: id(value) for name, value in vars(c.state).items()}
    look(c)
    there = supposing(c, hex_of={0: 3, 1: -1}, plans={"axis": "bold"}, turn=7, done=[1] * len(c.roster))
    assert there.state.hex_of[:2] == [3, -1] and there.state.hex_of[2:] == before.hex_of[2:]
    assert vars(there.state)["plans"] == {**vars(before)["plans"], "axis": "bold"} and there.state.turn == 7
    assert 0 in stacks(there)[3] and tired(there, "axis") == c.roster.ids
    assert vars(c.state) == vars(before) and {n: id(v) for n, v in vars(c.state).items()} == columns
    assert places(c) == tuple(before.hex_of) and digest(c.state) == digest(before)
    assert supposing(there, turn=8).state.hex_of is there.state.hex_of, "and so on"


def test_a_column_that_there_is_not(operating: Match) -> None:
    with pytest.raises(KeyError, match="hexes"):
        supposing(operating.c, hexes={0: 3})


def test_only_what_depends_on_a_changed_column_is_found_again(operating: Match) -> None:
    c = operating.c
    assert look(c) == ["places", "axis", "soviet", "moment"] and look(c) == []
    c.touch()
    assert look(c) == ["moment"], "nothing has changed but what is never kept"
    c.state.done[0] += 1
    c.touch()
    assert look(c) == ["axis", "soviet", "moment"]
    c.state.hex_of[0] = 3
    c.touch()
    assert look(c) == ["places", "moment"] and places(c)[0] == 3
    assert look(supposing(c, hex_of={0: 4})) == ["places", "moment"]
    assert look(supposing(c, hex_of={0: 3})) == ["moment"], "he stands there"
    assert look(supposing(c, side="soviet")) == ["moment"]
    assert look(c) == [], "what was thought of in between is kept apart"


def test_of_each_unit_by_itself_only_what_changed_is_found_again(operating: Match) -> None:
    c, ids = operating.c, operating.c.roster.ids

    def asked(context: Any) -> list[str]:
        COUNTED.clear()
        assert [going(context, u) for u in range(3)] == [
            (context.state.hex_of[u], context.state.done[u]) for u in range(3)
        ]
        return COUNTED.copy()

    assert asked(c) == ids[:3] and asked(c) == []
    c.state.hex_of[1] = 3
    c.state.steps_left[0] += 1
    c.touch()
    assert asked(c) == [ids[1]]
    assert asked(supposing(c, hex_of={2: 5})) == [ids[2]] and asked(c) == [], "what was thought of is kept apart"
    c.touch()
    assert asked(c) == [] and asked(supposing(c, turn=9)) == ids[:3]
    c.state.turn += 1
    c.touch()
    assert asked(c) == ids[:3], "all of them, for what is read beside the units"
    c.forget()
    assert asked(c) == ids[:3]


def test_more_than_the_state_has_changed(operating: Match) -> None:
    look(operating.c)
    operating.c.forget()
    assert look(operating.c) == ["places", "axis", "soviet", "moment"]


def test_a_fork_plays_on_by_itself(operating: Match) -> None:
    operating.c.barrier = False
    c, before, log = operating.c, digest(operating.state), len(operating.log)
    look(c)
    other = fork(c)
    assert look(other) == ["moment"]
    action = next(a for a in operating.legal if a.verb == "move")
    moved = after(c, action)
    again = after(other, action)
    u = c.roster.by_id[action.args[0]]
    assert moved.state == again.state and moved.state.hex_of[u] == c.hex(action.args[1])
    assert digest(c.state) == before == digest(other.state) and len(operating.log) == log
    assert c.events == [] and c.thrown == [] and not c.barrier
    operating.play(action)
    assert vars(operating.state) == vars(moved.state)


def test_the_dice_of_a_fork_foretell_nothing(operating: Match) -> None:
    throws = {seed: [fork(operating.c, seed).roll(1000) for _ in range(2)] for seed in (0, 1, 2)}
    assert all(a == b for a, b in throws.values()) and len({a for a, _ in throws.values()}) == 3
    queued = list(operating.dice.queued)
    operating.dice.queue([6])
    assert fork(operating.c).dice.queued == supposing(operating.c, turn=2).dice.queued == type(operating.dice.queued)()
    operating.dice.queued.clear()
    operating.dice.queued.extend(queued)


def test_what_two_sides_see_is_found_once(operating: Match) -> None:
    c = operating.c
    look(c)
    c.state.hex_of[0] = 3
    c.touch()
    seen = lay_beside(c, copy_state(c.state))
    assert look(seen) == ["places", "moment"]
    assert look(c) == ["moment"], "the same was found for the other"
    other = lay_beside(c, copy_state(c.state))
    other.state.hex_of[0] = 4
    assert look(other) == ["places", "moment"] and places(other)[0] == 4 and places(c)[0] == places(seen)[0] == 3


def test_undo_and_a_failed_action_keep_nothing_false(operating: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    c = operating.c
    action = next(a for a in operating.legal if a.verb == "move")
    look(c)
    start = places(c)
    operating.play(action)
    assert places(c) != start
    operating.undo()
    assert places(c) == start

    def half(context: Any, act: Action) -> None:
        context.state.hex_of[0] = 999  # as if a step failed after a change that it had not told of
        monkeypatch.setattr(c, "cache", {})
        stacks(context), places(context)
        raise RuntimeError

    monkeypatch.setattr(type(c.step), "apply", lambda self, context, act: half(context, act))
    with pytest.raises(RuntimeError):
        operating.play(action)
    assert places(c) == start and 999 not in stacks(c)


def test_a_view_that_is_asked_late_and_the_position_since_do_not_mix(operating: Match) -> None:
    c = operating.c
    going(c, 0)
    view = lay_beside(c, copy_state(c.state))
    going(view, 1)
    before = c.state.hex_of[0]
    c.state.hex_of[0] = before + 1
    c.touch()
    assert going(c, 0)[0] == before + 1
    view.cache.clear()
    assert going(view, 0)[0] == before and going(c, 0)[0] == before + 1
    c.touch()
    assert going(c, 0)[0] == before + 1
