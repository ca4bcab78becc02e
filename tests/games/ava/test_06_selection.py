"""Section 6: selecting command chits, in secret."""

from __future__ import annotations

import pytest

from engine.games.ava.phases.command import nationality, owned, quota
from engine.games.ava.tables import tables
from engine.play.match import Match
from tests.support.position import column, draw, play, position, refusal, rules_of


def selecting(turn: int, **others: object) -> Match:
    """The Selection Phase of a turn, with the Soviet army of free choice chosen."""
    match = position({"hq-9a": "S2010"}, phase="turn", turn=turn, ground={}, **others)  # type: ignore[arg-type]
    if match.prompt.rule == "ava:18.2":
        play(match, "add s-24a")
    return match


def soviet_choice(match: Match, count: int) -> list[str]:
    """Chits that the Soviet player may still select."""
    return owned(match.c, "soviet", "ready")[:count]


# ---------------------------------------------------------------------- 6.1
@pytest.mark.rule("ava:6.1")
def test_the_soviets_choose_in_secret_and_the_rest_stays_out() -> None:
    match = selecting(2)
    assert match.side == "soviet" and match.prompt.rule == "ava:6.2"
    play(match, "select s-3a")
    assert match.view("soviet").c.state.chits["s-3a"] == "chosen"
    assert match.view("axis").c.state.chits["s-3a"] == "hidden"
    assert match.view("").c.state.chits["s-3a"] == "hidden"
    chosen = soviet_choice(match, 4)
    play(match, *(f"select {k}" for k in chosen), "ready")
    left_out = owned(match.c, "soviet", "ready")
    assert len(left_out) == 1 and set(owned(match.c, "soviet", "cup")) == {"s-3a", *chosen}
    seen = match.view("axis").c.state.chits
    assert {seen[k] for k in (*chosen, *left_out)} == {"hidden"}
    assert {seen[k] for k in ("9a", "4a")} == {"cup"}


@pytest.mark.rule("ava:6.1")
def test_neither_side_reads_of_the_others_selection() -> None:
    match = selecting(2)
    play(match, *(f"select {k}" for k in soviet_choice(match, 5)), "ready")
    told = {side: [e.text for e in match.view(side).log() if e.kind == "select"] for side in ("axis", "soviet", "")}
    assert any(t.startswith("Soviet selected:") for t in told["soviet"])
    assert not any(t.startswith("Soviet selected:") for t in told["axis"] + told[""])
    assert any(t.startswith("Axis selected:") for t in told["axis"])
    assert not any(t.startswith("Axis selected:") for t in told["soviet"])
    assert match.view("axis").c.state.cup == match.view("soviet").c.state.cup == 11  # 5 Soviet, 5 Axis, Supply Check


@pytest.mark.rule("ava:6.1")
def test_boxes_and_prompts_of_the_other_side_name_no_hidden_chit() -> None:
    match = selecting(2)
    play(match, "select s-13a", "select s-20a")
    words = " ".join(line for track in match.view("axis").tracks() for line in track.lines)
    assert "13A" not in words and "not known to you: 11" in words  # six to choose from, five armies of free choice
    assert "13A" not in match.view("axis").prompt.text
    own = " ".join(line for track in match.view("soviet").tracks() for line in track.lines)
    assert "selected: 13A, 20A" in own


@pytest.mark.rule("ava:6.1")
def test_played_chits_lie_open() -> None:
    match = position({"hq-9a": "S2010"}, phase="draw", ground={}, chits={"s-3a": "cup", "9a": "cup"})
    draw(match, "s-3a")
    assert match.view("axis").c.state.chits["s-3a"] == "played"
    assert match.view("soviet").c.state.chits["9a"] == "hidden"


@pytest.mark.rule("ava:6.1")
def test_a_selection_can_be_changed_until_it_is_ready() -> None:
    match = selecting(2)
    assert refusal(match, "drop s-3a").rule == "ava:6.2"
    play(match, "select s-3a", "drop s-3a")
    assert column(match, "chits")["s-3a"] == "ready"
    play(match, *(f"select {k}" for k in soviet_choice(match, 5)), "ready")
    assert not match.can_undo


@pytest.mark.rule("ava:6.2")
def test_the_rest_is_selected_at_once_and_taken_back_at_once() -> None:
    match = selecting(2)
    play(match, "select s-3a")
    assert str(match.prompt.default) == "rest"
    play(match, "rest")
    assert len(owned(match.c, "soviet", "chosen")) == 5 and "s-3a" in owned(match.c, "soviet", "chosen")
    assert str(match.prompt.default) == "ready" and refusal(match, "rest").rule == "ava:6.2"
    match.undo()
    assert owned(match.c, "soviet", "chosen") == ["s-3a"]
    play(match, "rest", "drop s-3a")
    assert "rest" in match.legal


@pytest.mark.rule("ava:6.2")
def test_the_rest_begins_with_the_headquarters_that_activate_most() -> None:
    units = {"s-hq-20a": "S4015", "24rd": "S4014", "100rd": "S4114", "s-hq-13a": "S4416"}
    match = position({"hq-9a": "S2010", **units}, phase="turn", turn=2, ground={})
    others = [k for k in soviet_choice(match, 6) if k not in ("s-20a", "s-13a")]
    play(match, *(f"select {k}" for k in others[:2]), "rest")
    assert owned(match.c, "soviet", "ready") == others[3:4]  # its headquarters is not on the map


# ---------------------------------------------------------------------- 6.2
@pytest.mark.rule("ava:6.2", "ava:TRACK")
@pytest.mark.parametrize("turn", range(1, 10))
def test_the_number_is_that_of_the_turn_track(turn: int) -> None:
    match = position({}, turn=turn, ground={}, options={"length": "full"})
    row = tables(match.c).track[turn]
    assert quota(match.c, "soviet") == {"soviet": row["su"]}
    assert quota(match.c, "axis") == {"german": row["ger"], "romanian": row["rum"]}


@pytest.mark.rule("ava:6.2")
def test_the_number_is_exact() -> None:
    match = selecting(2)
    assert quota(match.c, "soviet") == {"soviet": 5} and len(owned(match.c, "soviet", "ready")) == 6
    five = soviet_choice(match, 5)
    play(match, *(f"select {k}" for k in five[:4]))
    assert refusal(match, "ready").rule == "ava:6.2"
    play(match, f"select {five[4]}")
    sixth = soviet_choice(match, 1)[0]
    assert refusal(match, f"select {sixth}").rule == "ava:6.2"
    play(match, "ready")
    assert match.prompt.rule == "ava:7.1"


@pytest.mark.rule("ava:6.2")
@pytest.mark.parametrize("chit", ["9a", "s-16a", "s-8a", "supply", "nonsense"])
def test_only_ones_own_available_chits_can_be_selected(chit: str) -> None:
    assert refusal(selecting(2), f"select {chit}").rule == "ava:6.2"


@pytest.mark.rule("ava:6.2")
def test_the_axis_may_put_in_all_it_has() -> None:
    match = selecting(4)
    play(match, *(f"select {k}" for k in soviet_choice(match, 5)), "ready")
    assert owned(match.c, "axis", "ready") == []
    assert len(owned(match.c, "axis", "cup", "hand")) == 8


@pytest.mark.rule("ava:6.2")
def test_the_supply_check_is_always_in_the_cup() -> None:
    match = selecting(2)
    play(match, *(f"select {k}" for k in soviet_choice(match, 5)), "ready")
    assert column(match, "chits")["supply"] == "cup"


@pytest.mark.rule("ava:6.2")
def test_the_reinforcements_chit_must_be_selected() -> None:
    match = selecting(4)
    assert column(match, "chits")["soviet-reinf"] == "chosen"
    refused = refusal(match, "drop soviet-reinf")
    assert refused.rule == "ava:6.2" and "Reinforcements" in refused.reason
    play(match, *(f"select {k}" for k in soviet_choice(match, 5)), "ready")
    assert column(match, "chits")["soviet-reinf"] == "cup"


@pytest.mark.rule("ava:6.2", "ava:R16")
def test_a_side_with_fewer_chits_selects_all_it_has() -> None:
    few = dict.fromkeys(["s-13a", "s-20a", "s-21a", "s-10a"], "box")
    match = selecting(2, chits=few)
    assert sorted(owned(match.c, "soviet", "cup")) == ["s-3a", "s-4a"]  # without a question
    assert match.prompt.rule == "ava:7.1"


@pytest.mark.rule("ava:6.2")
def test_german_and_romanian_chits_count_apart() -> None:
    match = position({}, ground={})
    assert nationality(match.c, "rum-3a") == nationality(match.c, "rum-4a") == "romanian"
    assert {nationality(match.c, k) for k in ("9a", "guderian", "axis-reinf")} == {"german"}
    assert {nationality(match.c, k) for k in ("s-3a", "soviet-reinf")} == {"soviet"}


# ---------------------------------------------------------------------- 6.3
@pytest.mark.rule("ava:6.3")
def test_guderian_is_held_in_hand_and_counts_against_the_number() -> None:
    match = selecting(1)
    assert column(match, "chits")["guderian"] == "hand"
    axis = owned(match.c, "axis", "cup", "hand")
    assert len(axis) == quota(match.c, "axis")["german"] == 6
    assert column(match, "cup") == 5 + 3 + 1  # without Guderian


@pytest.mark.rule("ava:6.3", "ava:6.1")
def test_the_hand_is_not_shown_to_the_soviets() -> None:
    match = selecting(1)
    assert match.view("soviet").c.state.chits["guderian"] == "hidden"
    assert match.view("axis").c.state.chits["guderian"] == "hand"
    assert not any("Guderian" in e.text for e in match.view("soviet").log())


# ---------------------------------------------------------------------- 18.2, R15: the further army
@pytest.mark.rule("ava:15.2", "ava:18.2", "ava:R15", "ava:6.1")
def test_the_army_of_free_choice_is_added_in_secret_and_stays() -> None:
    match = position({"hq-9a": "S2010"}, phase="turn", turn=4, ground={})
    assert match.side == "soviet" and match.prompt.rule == "ava:18.2"
    for wrong in ("s-3a", "9a", "s-34a", "nonsense"):
        assert refusal(match, f"add {wrong}").rule == "ava:18.2"
    events = play(match, "add s-24a")
    assert ("chit", "ava:18.2") in rules_of(events)
    assert column(match, "chits")["s-24a"] == "ready"
    seen = match.view("axis").c.state.chits
    assert {seen[k] for k in ("s-24a", "s-28a", "s-29a", "s-30a", "s-31a")} == {"hidden"}
    assert not any("24A" in e.text for e in match.view("axis").log())
    assert match.check("add s-28a") is not None  # one a turn
    play(match, "select s-24a")


@pytest.mark.rule("ava:15.2", "ava:R15")
def test_no_further_army_before_turn_four_nor_when_none_is_left() -> None:
    assert position({}, phase="turn", turn=3, ground={}).prompt.rule == "ava:6.2"
    gone = dict.fromkeys(["s-24a", "s-28a", "s-29a", "s-30a", "s-31a"], "ready")
    assert position({}, phase="turn", turn=5, ground={}, chits=gone).prompt.rule == "ava:6.2"
