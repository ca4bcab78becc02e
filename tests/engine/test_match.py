"""The only door to a game: playing, taking back, replaying, recording, editing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from math import inf
from typing import Any

import pytest

from engine.components.dice import Dice, draw
from engine.components.errors import BadInput
from engine.play.action import IllegalAction
from engine.play.history import HistoryLine
from engine.play.match import Match

Scripted = Callable[[Match, Iterable[int]], Match]


KEYS = ("game", "scenario", "options", "seed", "meta", "queued_dice", "history", "log", "state", "digest")
"""What a record must hold."""


def everything(match: Match) -> tuple[Any, ...]:
    """All that a failed action must leave alone."""
    return (match.digest(), [str(h) for h in match.history], list(match.log), list(match.dice.queued), match.can_undo,
            match.can_redo, match.prompt, list(match.legal))  # fmt: skip


# ---------------------------------------------------------------------- playing
def test_new_refuses_unknown_names(toy: str) -> None:
    for game, scenario, options in (("chess", "duel", {}), ("toy", "war", {}), ("toy", "duel", {"x": "y"})):
        with pytest.raises(BadInput):
            Match.new(game, scenario, options=options)


def test_play_returns_events_and_keeps_history(operating: Match, scripted: Scripted) -> None:
    operating.play("move a1 T0302")
    events = scripted(operating, [6]).play("ATTACK a1 t0402")
    assert [e.kind for e in events] == ["attack"] and events[0].rolls == (6,)
    assert str(operating.history[-1]) == "axis attack a1 t0402 = 6"
    assert operating.log[-1] is events[0] and operating.state.draws == 1


def test_the_prompt_is_that_of_the_position(operating: Match) -> None:
    asked, told = operating.prompt, operating.state.turn
    operating.play("end")
    assert operating.prompt.side != asked.side
    operating.state.over = True
    operating.c.touch()
    assert operating.prompt.text.startswith("The game is over")
    operating.state.over = False
    operating.c.touch()
    assert operating.prompt.side == operating.side and operating.state.turn == told


def test_refused_actions_change_nothing(operating: Match) -> None:
    before = everything(operating)
    for text in ("move a1 T0602", "plan bold", "fly"):
        with pytest.raises(IllegalAction) as error:
            operating.play(text)
        assert error.value.refusal.rule.startswith("toy:")
    for text in ("", "move a1", "move a1 T0202 T0203", "move nobody T0202", "move a1 nowhere"):
        with pytest.raises(BadInput):
            operating.play(text)
    assert everything(operating) == before


def test_a_fault_while_acting_changes_nothing(operating: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    before = everything(operating)

    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("engine.play.step.Context.say", fail)
    with pytest.raises(ZeroDivisionError):
        operating.play("move a1 T0302")
    monkeypatch.undo()
    assert everything(operating) == before


def test_play_all_is_all_or_none(operating: Match, scripted: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    operating.play("move a4 T0201")
    operating.undo()
    scripted(operating, [6, 2])
    before = everything(operating)
    assert operating.can_redo
    with pytest.raises(IllegalAction):
        operating.play_all(["move a1 T0302", "attack a1 T0402", "lose r5", "end", "end", "lose a1"])
    assert everything(operating) == before

    def fail(*_: Any, **__: Any) -> int:
        raise RuntimeError

    monkeypatch.setattr(Dice, "throw", fail)
    with pytest.raises(RuntimeError):
        operating.play_all(["move a1 T0302", "attack a1 T0402"])
    monkeypatch.undo()
    assert everything(operating) == before
    operating.redo()
    assert operating.history[-1].action == "move a4 T0201"


# ---------------------------------------------------------------------- taking back
def test_undo_and_redo(operating: Match) -> None:
    start = operating.digest()
    operating.play_all(["move a1 T0202", "move a2 T0104"])
    moved = operating.digest()
    assert operating.undo().action == "move a2 T0104" and operating.undo().action == "move a1 T0202"
    assert operating.digest() == start and not operating.can_undo
    operating.redo()
    operating.redo()
    assert operating.digest() == moved and not operating.can_redo
    operating.undo()
    operating.play("move a3 T0204")
    assert not operating.can_redo
    with pytest.raises(BadInput):
        operating.redo()


@pytest.mark.parametrize(
    ("actions", "word"), [(["move a1 T0302", "attack a1 T0402"], "die"), (["end"], "other side"), ([], "secret")]
)
def test_what_cannot_be_taken_back(operating: Match, actions: list[str], word: str) -> None:
    operating.play_all(actions)
    before = operating.digest()
    assert not operating.can_undo
    with pytest.raises(BadInput, match=word):
        operating.undo()
    assert operating.digest() == before


def test_free_undo_brings_the_same_dice_again(toy: str) -> None:
    match = Match.new(toy, "duel", seed=7, options={"free_undo": "on"})
    match.play_all(["plan bold", "plan bold", "move a1 T0302"])
    before = match.digest()
    match.play("attack a1 T0402")
    after, rolls = match.digest(), match.history[-1].rolls
    match.undo()
    assert match.digest() == before
    match.redo()
    assert match.digest() == after and match.history[-1].rolls == rolls
    match.undo()
    match.play("attack a1 T0402")
    assert match.history[-1].rolls == rolls == (draw(7, 0, 6),)


def test_redo_takes_its_own_dice_and_leaves_the_queue(toy: str, scripted: Scripted) -> None:
    match = Match.new(toy, "duel", seed=7, options={"free_undo": "on"})
    match.play_all(["plan bold", "plan bold", "move a1 T0302"])
    scripted(match, [5]).play("attack a1 T0402")
    match.undo()
    scripted(match, [1]).redo()
    assert match.history[-1].rolls == (5,) and list(match.dice.queued) == [1]


# ---------------------------------------------------------------------- history
def test_lines_of_a_history() -> None:
    for text in ("axis end", "soviet attack r1 T0302 = 4 2"):
        assert str(HistoryLine.parse(text)) == text
    for text in ("", "axis", "axis end = x", "axis end = -1", "axis end = ²"):
        with pytest.raises(BadInput):
            HistoryLine.parse(text)


@pytest.mark.parametrize(
    "text",
    ["axis attack a1 T0402", "axis attack a1 T0402 = 6 6", "axis attack a1 T0402 = 9", "soviet end", "axis end = 1",
     "axis move a1 T0602", "axis fly"],
)  # fmt: skip
def test_a_line_that_does_not_fit_changes_nothing(operating: Match, scripted: Scripted, text: str) -> None:
    operating.play("move a1 T0302")
    scripted(operating, [2])
    before = everything(operating)
    with pytest.raises(ValueError):
        operating.replay_line(HistoryLine.parse(text))
    assert everything(operating) == before


def test_replay(operating: Match, scripted: Scripted) -> None:
    scripted(operating, [6]).play_all(["move a1 T0302", "attack a1 T0402", "lose r5", "end", "end"])
    *_, again = operating.replayed()
    assert again.digest() == operating.digest() and again.history == operating.history
    *_, part = operating.replayed(3)
    assert part.history == operating.history[:3]


# ---------------------------------------------------------------------- records
def test_record_round_trip(operating: Match, scripted: Scripted) -> None:
    operating.play("move a1 T0302")
    scripted(operating, [6, 3]).meta["player.axis"] = "human"
    operating.play("attack a1 T0402")
    record = json.loads(json.dumps(operating.record()))
    again = Match.from_record(record)
    assert again.record() == operating.record()
    assert list(again.legal) == list(operating.legal) and list(again.dice.queued) == [3]
    with pytest.raises(BadInput, match="loaded"):
        again.undo()


def test_a_record_stays_as_it_was_taken(operating: Match) -> None:
    record = operating.record()
    before = json.dumps(record)
    operating.play_all(["move a1 T0302", "end"])
    assert json.dumps(record) == before


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("value", [None, 3, "x", [1], {"a": 1}, inf, [None], ["x"], ...])
def test_damaged_records(operating: Match, key: str, value: Any) -> None:
    record = operating.record()
    if value is ...:
        del record[key]
    else:
        record[key] = value
    if (key, value) in (("seed", 3), ("meta", {"a": 1}), ("options", {"a": 1})):
        value = "allowed"
    try:
        Match.from_record(record)
    except BadInput as error:
        assert str(error)
    else:
        assert value == "allowed" or (key, value) == ("queued_dice", [1])


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("hex_of", []), ("hex_of", [99] * 11), ("hex_of", ["x"] * 11), ("steps_left", [1]), ("box", [3] * 11),
        ("stack", []), ("stack", [{"step": "nothing"}]), ("turn", 2), ("done", []), ("side", "green"),
    ],
)  # fmt: skip
def test_damaged_states(operating: Match, column: str, value: Any) -> None:
    record = operating.record()
    record["state"][column] = value
    with pytest.raises(BadInput):
        Match.from_record(record)


def test_a_position_against_the_rules_is_refused_even_with_the_right_hash(operating: Match) -> None:
    operating.state.hex_of[0] = operating.state.hex_of[5]
    record = operating.record()
    with pytest.raises(BadInput, match="too many"):
        Match.from_record(record)


# ---------------------------------------------------------------------- views and edits
def test_view_is_kept_until_something_changes(operating: Match) -> None:
    view = operating.view("axis")
    assert operating.view("axis") is view
    operating.play("move a1 T0302")
    assert operating.view("axis") is not view
    assert operating.view("axis").unit(0)["hex"] == "T0302"


def test_view_cannot_foretell_dice(operating: Match) -> None:
    view = operating.view()
    assert view.c.dice.seed == 0 != operating.seed
    view.c.state.turn = 99
    assert operating.state.turn == 1


def test_edit_marks_the_match_and_ends_undo(operating: Match) -> None:
    operating.play("move a1 T0302")
    operating.edit({"turn": 3})
    assert operating.state.analysis and operating.state.turn == 3
    assert not operating.history and not operating.can_undo
    again = Match.from_record(operating.record())
    assert again.state.analysis


def test_edit_all_or_nothing(operating: Match) -> None:
    before = everything(operating)
    with pytest.raises(BadInput):
        operating.edit({"clear": True, "turn": 3, "place": [{"unit": "nobody", "hex": "T0101"}]})
    with pytest.raises(KeyError):
        operating.edit({"turn": 3, "place": [{"unit": "a1"}]})
    assert everything(operating) == before
