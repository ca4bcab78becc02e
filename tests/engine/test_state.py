"""The state: copies that share nothing, a hash that is the same everywhere, records that are looked at closely."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from engine.play.match import Match
from engine.play.state import Frame, State, copy_state, digest, from_record, share_columns, to_record
from tests.support.toy import ToyState


def sample() -> ToyState:
    """A state with something in every column."""
    return ToyState(
        turn=2, side="axis", draws=3, hex_of=[4, -1, 7], steps_left=[1, 0, 2], box=["", "eliminated", ""],
        done=[0, 1, 2], plans={"axis": "bold"},
        stack=[Frame("operate", {"side": "axis"}), Frame("losses", {"hex": 4, "units": [1, 2], "left": {"a": 1}})],
    )  # fmt: skip


def spoil(state: ToyState) -> None:
    """Change everything in place that can be changed."""
    state.turn, state.over = 9, True
    state.hex_of[0], state.box[0], state.plans["axis"] = 99, "x", "careful"
    state.stack[1].vars["units"].append(3)
    state.stack[1].vars["left"]["a"] = 2
    state.stack[0].vars["side"] = "soviet"
    state.stack.pop()


def test_copy_shares_nothing() -> None:
    state = sample()
    spoil(copy_state(state))
    assert state == sample()


def test_record_shares_nothing() -> None:
    state = sample()
    record = to_record(state)
    again = from_record(ToyState, record)
    before = json.dumps(record)
    spoil(again)
    assert state == sample() and json.dumps(record) == before
    spoil(state)
    assert json.dumps(record) == before


def test_record_through_json() -> None:
    state = from_record(ToyState, json.loads(json.dumps(to_record(sample()))))
    assert state == sample() and digest(state) == digest(sample())


def test_digest_sees_every_column() -> None:
    found = {digest(sample())}
    changes: tuple[dict[str, Any], ...] = (
        {"turn": 3}, {"side": "soviet"}, {"draws": 4}, {"over": True}, {"winner": "axis"}, {"analysis": True},
        {"hex_of": [4, -1, 8]}, {"box": ["", "x", ""]}, {"plans": {}}, {"stack": []}, {"level": "x"},
    )  # fmt: skip
    for change in changes:
        state = sample()
        for name, value in change.items():
            setattr(state, name, value)
        found.add(digest(state))
    assert len(found) == 12


def test_digest_is_the_same_in_another_process() -> None:
    """Another process has other hash seeds; the order of a dict's keys does not count either."""
    script = "from tests.engine.test_state import sample; from engine.play.state import digest; print(digest(sample()))"
    for hash_seed in ("0", "1"):
        command, settings = [sys.executable, "-c", script], {"PYTHONHASHSEED": hash_seed}
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=settings)
        assert done.stdout.strip() == digest(sample())
    one, two = sample(), sample()
    one.plans, two.plans = {"axis": "a", "soviet": "b"}, {"soviet": "b", "axis": "a"}
    assert digest(one) == digest(two)


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [
        ("turn", "2", "turn"), ("turn", True, "turn"), ("over", 1, "over"), ("turn", 2**63, "turn"),
        ("hex_of", {}, "hex_of"), ("hex_of", [1.5], "hex_of"), ("hex_of", [[1]], "hex_of"),
        ("hex_of", [None], "hex_of"),
        ("hex_of", [2**70], "hex_of"), ("plans", {"axis": ["x"]}, "plans"), ("stack", ["operate"], "stack"),
        ("stack", [{"vars": {}}], "stack"), ("stack", [{"step": "x", "vars": []}], "stack"),
        ("stack", [{"step": "x", "vars": {"a": [[1]]}}], "stack"), ("side", None, "side"),
        ("weather", "mud", "weather"),
    ],
)  # fmt: skip
def test_records_that_are_refused(column: str, value: Any, says: str) -> None:
    record = to_record(sample())
    record[column] = value
    with pytest.raises(ValueError, match=says):
        from_record(ToyState, record)


@pytest.mark.parametrize("column", sorted(to_record(State())))
def test_every_column_must_be_there(column: str) -> None:
    record = to_record(sample())
    del record[column]
    with pytest.raises(ValueError, match=column):
        from_record(ToyState, record)


def test_a_match_knows_its_own_state(duel: Match) -> None:
    assert isinstance(duel.state, ToyState)
    assert from_record(ToyState, to_record(duel.state)) == duel.state


def test_equal_columns_are_shared_between_copies_that_nobody_changes() -> None:
    first = State(hex_of=[5000, 7000], steps_left=[1, 2], box=["", "pool"])
    second = copy_state(first)
    second.steps_left[0] = True
    before = digest(second)
    share_columns(second, first)
    assert second.hex_of is first.hex_of and second.box is first.box
    assert second.steps_left is not first.steps_left and digest(second) == before != digest(first)
