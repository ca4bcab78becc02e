"""Section 7: drawing chits, what each does, interrupts."""

from __future__ import annotations

import pytest

from engine.games.ava.phases.drawing import in_cup
from engine.play.match import Match
from tests.support.position import column, draw, play, position, refusal, rules_of, scripted


def cup(*chits: str, units: dict[str, str] | None = None, **others: object) -> Match:
    """A position with these chits in the cup, about to draw."""
    found = {"chits": dict.fromkeys(chits, "cup"), **others}
    return position(units or {"hq-9a": "S2010", "s-hq-3a": "S4010"}, phase="draw", ground={}, **found)  # type: ignore[arg-type]


# ---------------------------------------------------------------------- 7.1
@pytest.mark.rule("ava:7.1", "ava:7.1(1)", "ava:7.1(2)", "ava:7.1(3)", "ava:7.1(4)")
@pytest.mark.parametrize(("chit", "side"), [("9a", "axis"), ("s-3a", "soviet")])
def test_a_drawn_chit_makes_its_owner_active_and_lies_open(chit: str, side: str) -> None:
    match = cup("9a", "s-3a", units={"hq-9a": "S2010", "s-hq-3a": "S4010"})
    events = draw(match, chit)
    assert ("draw", "ava:7.1") in rules_of(events)
    assert match.side == side and column(match, "drawn") == chit
    assert column(match, "chits")[chit] == "played" and column(match, "cup") == 1
    play(match, "end")
    assert column(match, "cup") == 1 and in_cup(match.c) == [k for k in ("9a", "s-3a") if k != chit]


@pytest.mark.rule("ava:7.1", "ava:7.1(4)")
def test_every_chit_is_drawn_once_a_turn() -> None:
    match = cup("9a", "s-3a", "s-4a", "supply", turn=2)
    while match.state.turn == 2:
        play(match, "draw" if match.prompt.rule == "ava:7.1" else "end")
    drawn = [e.text for e in match.log if e.kind == "draw"]
    assert len(drawn) == len(set(drawn)) == 4


@pytest.mark.rule("ava:7.1")
def test_a_draw_cannot_be_taken_back() -> None:
    match = cup("9a", "s-3a")
    play(match, "draw")
    assert not match.can_undo


@pytest.mark.rule("ava:7.1", "ava:7.1(1)")
def test_each_chit_of_the_cup_may_come_first() -> None:
    firsts = set()
    for die in (1, 2, 3):
        match = scripted(cup("9a", "s-3a", "s-4a"), die)
        play(match, "draw")
        firsts.add(next(e.text for e in match.log if e.kind == "draw"))
    assert len(firsts) == 3


@pytest.mark.rule("ava:7.1", "ava:6.1")
def test_the_number_thrown_for_a_draw_does_not_tell_what_else_is_in_the_cup() -> None:
    """In the order of the list it would say how many of the chits before the drawn one were selected."""
    match = cup("9a", "s-3a", "s-20a")
    (event,) = [e for e in draw(match, "s-20a") if e.kind == "draw"]
    assert "20A" in event.text and event.rolls == match.history[-1].rolls and event.seen_by is None
    orders = set()
    for seed in range(40):
        match.c.dice.seed = seed
        match.c.state.chits.update({"9a": "cup", "s-3a": "cup", "s-20a": "cup"})
        orders.add(tuple(in_cup(match.c)))
    assert len(orders) == 6


# ---------------------------------------------------------------------- 7.2
@pytest.mark.rule("ava:7.2")
def test_a_headquarters_chit_activates_that_headquarters() -> None:
    match = cup("9a", "4a", units={"hq-9a": "S2010", "hq-4a": "S3010", "6inf": "S2011", "26inf": "S3011"})
    events = draw(match, "9a")
    assert ("activate", "ava:7.2") in rules_of(events)
    assert match.check("move 6inf S2012") is None and match.check("move 26inf S3012") is not None


@pytest.mark.rule("ava:7.2")
def test_reinforcements_go_to_the_side_of_the_chit() -> None:
    for chit, side in (("soviet-reinf", "soviet"), ("axis-reinf", "axis")):
        match = position(
            {},
            phase="draw",
            turn=4,
            lines={"railroad": ["S5504-S5404", "S0111-S0211"]},
            boxes={"91rd": "available", "293inf": "available"},
            chits={chit: "cup"},
        )
        play(match, "draw")
        assert match.side == side and match.prompt.rule == "ava:12.1"


@pytest.mark.rule("ava:7.2", "ava:11.1")
def test_the_supply_check_is_for_both_sides() -> None:
    match = cup("supply", "9a", units={"7pz": "S2010", "27rd": "S3010"}, sources={"axis": [], "soviet": []}, turn=4)
    events = draw(match, "supply")
    assert [e.rule for e in events if e.kind == "loss"] == ["ava:11.1", "ava:11.1"]


@pytest.mark.rule("ava:7.2")
def test_both_chits_of_a_panzergruppe_activate_it() -> None:
    match = cup("3pzg-1", "3pzg-2", units={"hq-3pzg": "S2010", "7pz": "S2011"})
    play(match, "draw", "move 7pz S2021", "end", "draw")
    assert match.prompt.rule == "ava:9.1"  # the headquarters again; 7pz is out of its range now
    assert refusal(match, "move 7pz S2020").rule == "ava:8.1"


# ---------------------------------------------------------------------- 7.3
UNITS = {"hq-2pzg": "S2010", "3pz": "S2011", "hq-9a": "S3010", "6inf": "S3011", "s-hq-3a": "S4010", "27rd": "S4011"}


@pytest.mark.rule("ava:7.3", "ava:R13")
@pytest.mark.parametrize("chit", ["9a", "s-3a", "supply"])
def test_guderian_answers_any_chit_and_it_goes_back_to_the_cup(chit: str) -> None:
    match = cup(chit, units=UNITS, chits={chit: "cup", "guderian": "hand"})
    play(match, "draw")
    assert match.side == "axis" and match.prompt.rule == "ava:7.3"
    events = play(match, "interrupt guderian")
    assert ("interrupt", "ava:7.3") in rules_of(events) and ("activate", "ava:7.3") in rules_of(events)
    assert column(match, "chits")[chit] == "cup" and column(match, "cup") == 1
    assert column(match, "chits")["guderian"] == "played" and column(match, "drawn") == "guderian"
    assert match.check("move 3pz S2012") is None and match.check("move 6inf S3012") is not None
    assert not match.can_undo
    play(match, "end", "draw")  # the returned chit comes again, and Guderian is spent
    assert match.prompt.rule != "ava:7.3"
    drawn = [e.text for e in match.log if e.kind == "draw"]
    assert len(drawn) == 2 and len(set(drawn)) == 1


@pytest.mark.rule("ava:7.3", "ava:R13")
def test_an_answer_is_not_answered_again() -> None:
    match = cup("s-3a", units=UNITS, chits={"s-3a": "cup", "guderian": "hand"})
    play(match, "draw", "interrupt guderian")
    assert match.prompt.rule == "ava:9.1"


@pytest.mark.rule("ava:7.3")
def test_the_axis_may_let_a_chit_pass_and_keep_guderian() -> None:
    match = cup("s-3a", "9a", units=UNITS, chits={"s-3a": "cup", "9a": "cup", "guderian": "hand"})
    draw(match, "s-3a")
    play(match, "pass")
    assert match.side == "soviet" and match.check("move 27rd S4012") is None
    play(match, "end", "draw")
    assert match.prompt.rule == "ava:7.3"


@pytest.mark.rule("ava:7.3", "ava:6.3")
@pytest.mark.parametrize("chit", ["9a", "manstein", "s-3a"])
def test_only_a_chit_in_hand_interrupts(chit: str) -> None:
    match = cup("s-3a", units=UNITS, chits={"s-3a": "cup", "guderian": "hand"})
    play(match, "draw")
    assert refusal(match, f"interrupt {chit}").rule == "ava:7.3"


@pytest.mark.rule("ava:7.3")
def test_nobody_asks_without_a_chit_in_hand() -> None:
    match = cup("s-3a", units=UNITS)
    play(match, "draw")
    assert match.prompt.rule == "ava:9.1" and match.side == "soviet"


@pytest.mark.rule("ava:7.3", "ava:R14")
def test_guderian_left_in_hand_is_played_before_the_end_phase() -> None:
    match = cup("s-3a", units=UNITS, chits={"s-3a": "cup", "guderian": "hand"})
    play(match, "draw", "pass", "end")
    assert column(match, "drawn") == "guderian" and match.state.turn == 1
    assert match.side == "axis" and match.check("move 3pz S2012") is None
    play(match, "end")
    assert match.state.turn == 2


@pytest.mark.rule("ava:7.3", "ava:13.0", "ava:R14")
def test_guderian_without_his_headquarters_does_nothing() -> None:
    match = cup("s-3a", units={"3pz": "S2011"}, chits={"s-3a": "cup", "guderian": "hand"})
    events = play(match, "draw", "pass")
    assert match.state.turn == 2
    assert [e.text for e in events if e.rule == "ava:13.0"] != []


@pytest.mark.rule("ava:7.3", "ava:6.1")
def test_a_returned_chit_is_secret_again() -> None:
    match = cup("s-3a", units=UNITS, chits={"s-3a": "cup", "guderian": "hand"})
    play(match, "draw")
    assert match.view("axis").c.state.chits["s-3a"] == "played"
    play(match, "interrupt guderian")
    assert match.view("axis").c.state.chits["s-3a"] == "hidden"
