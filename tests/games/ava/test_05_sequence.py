"""Section 5: the sequence of play."""

from __future__ import annotations

import pytest

from engine.play.match import Match
from tests.support.position import at, column, draw, play, position, rules_of


def phases(match: Match) -> dict[str, str]:
    return {line.id: line.status for line in match.view().outline()}


def quiet(units: dict[str, str] | None = None, **others: object) -> Match:
    """A turn in which one Axis and one Soviet headquarters stand far apart."""
    return position({"hq-9a": "S2010", "s-hq-3a": "S4010", **(units or {})}, ground={}, **others)  # type: ignore[arg-type]


@pytest.mark.rule("ava:5.0", "ava:5.0(1)", "ava:5.0(2)", "ava:5.0(3)", "ava:5.0(4)")
def test_a_turn_goes_from_selection_to_an_empty_cup() -> None:
    match = quiet({"6inf": "S2011", "27rd": "S2013"}, phase="turn", turn=1)
    # All chits of turn 1 are due on both sides, so nobody has anything to choose (6.2).
    assert match.prompt.rule == "ava:7.1" and column(match, "cup") == 9
    assert phases(match)["selection"] == "done" and phases(match)["command"] == "now"
    draw(match, "9a")
    events = play(match, "pass")
    assert ("activate", "ava:7.2") in rules_of(events)
    assert match.prompt.rule == "ava:9.1" and match.side == "axis"
    assert phases(match)["movement"] == "now"
    play(match, "move 6inf S2012", "end")
    assert match.prompt.rule == "ava:10.2" and phases(match)["combat"] == "now"
    play(match, "end")
    assert match.prompt.rule == "ava:7.1" and column(match, "cup") == 8


@pytest.mark.rule("ava:5.0")
def test_there_is_movement_before_combat_and_none_after_it() -> None:
    match = quiet({"6inf": "S2011", "27rd": "S2013"}, phase="command", chit="9a", chits={"s-3a": "cup"})
    assert match.check("attack 6inf S2013") is not None
    play(match, "move 6inf S2012", "end")
    assert match.check("move 6inf S2011") is not None
    play(match, "end")


@pytest.mark.rule("ava:5.0", "ava:7.1(4)")
def test_a_segment_without_targets_closes_itself() -> None:
    match = quiet(phase="command", chit="9a", chits={"s-3a": "cup"})
    play(match, "end")
    assert match.prompt.rule == "ava:7.1"
    assert column(match, "chits")["9a"] == "played"


@pytest.mark.rule("ava:5.0", "ava:5.0(5)")
def test_the_end_phase_advances_the_turn_and_gives_the_chits_back() -> None:
    match = quiet(phase="draw", chits={"9a": "cup", "s-3a": "played", "supply": "played"}, boxes={"7pz": "track 2"})
    events = play(match, "draw", "end")
    assert match.state.turn == 2
    assert ("track", "ava:5.0") in rules_of(events) and at(match, "7pz") == "[available]"
    assert match.prompt.rule == "ava:6.2"  # the Soviet selection of turn 2
    assert {column(match, "chits")[k] for k in ("9a", "s-3a", "supply")} == {"ready"}


@pytest.mark.rule("ava:5.0", "ava:5.0(5)")
def test_only_axis_units_of_the_coming_turn_leave_the_track() -> None:
    match = quiet(phase="draw", chits={"9a": "cup"}, boxes={"7pz": "track 3", "12pz": "track 2"})
    play(match, "draw", "end")
    assert (at(match, "7pz"), at(match, "12pz")) == ("[track 3]", "[available]")


@pytest.mark.rule("ava:5.0", "ava:16.4", "ava:R19")
@pytest.mark.parametrize(("length", "last"), [("short", 6), ("full", 9)])
def test_the_game_ends_with_the_supply_check_of_its_last_turn(length: str, last: int) -> None:
    options = {"length": length}
    match = quiet(phase="draw", turn=last, chits={"supply": "cup", "9a": "played"}, options=options)
    play(match, "draw")
    while not match.over and match.prompt.rule in ("ava:11.2", "ava:16.2"):
        play(match, "end")
    assert match.over
    before = quiet(phase="draw", turn=last - 1, chits={"supply": "cup", "9a": "played"}, options=options)
    play(before, "draw")
    while before.prompt.rule in ("ava:11.2", "ava:16.2"):
        play(before, "end")
    assert not before.over and before.state.turn == last
