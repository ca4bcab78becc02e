"""11.7, 5.3, 6.5, 14.3 and other rules of the frame: what is seen, how turns follow, what the first turns forbid."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.bd.phases.offensive_supply import deployable, moscow_counts
from engine.play.match import Match
from tests.games.bd.test_11_assault import MID, E, W, front, odds, shifts
from tests.support.bd_position import at, costs, play, position, refusal, unit


@pytest.mark.rule("bd:11.7")
def test_the_german_player_does_not_look_under_the_top_unit_and_the_soviet_player_does() -> None:
    match = position({"16ra": "1810", "3t": "1810", "3pz": "1812", "24pz": "1812"}, boxes={"21ra": "rvgk"})
    german, soviet = match.view("axis"), match.view("soviet")
    hidden = [u for u in ("16ra", "3t") if german.hidden(unit(match, u))]
    assert len(hidden) == 1 and german.values(unit(match, hidden[0])) == "?"
    assert not any(soviet.hidden(unit(match, u)) for u in ("16ra", "3t", "3pz", "24pz"))
    assert german.state.box[unit(match, "21ra")] == "off map" and soviet.state.box[unit(match, "21ra")] == "rvgk"


@pytest.mark.rule("bd:11.7")
def test_an_attack_shows_the_defenders_and_cannot_be_taken_back() -> None:
    match = front({"3pz": W}, ["16ra", "3t"], side="axis")
    play(match, f"target {MID}", "add 3pz", "roll")
    assert not match.can_undo


@pytest.mark.rule("bd:14.3", "bd:14.2", "bd:5.3", "bd:5.2")
def test_citadel_begins_with_the_soviet_player_turn_and_goes_on_with_both_segments() -> None:
    match = Match.new("bd", "citadel", seed=1)
    assert match.c.step.id == "set-up" and match.side == "axis"
    play(match, "ready")
    met = [(match.state.turn, match.side, match.c.step.id)]
    for _ in range(40):
        action = match.prompt.default
        quick = match.c.step.id in ("movement", "combat", "offensive-supply", "rvgk", "strategic-movement")
        match.play("end" if quick else action or next(iter(match.legal)))
        met.append((match.state.turn, match.side, match.c.step.id))
        if match.state.turn == 20 and match.c.step.id == "phase-order":
            break
    # No RVGK Phase in the cut turn, then the German segment before the Soviet one (5.3).
    assert met[0] == (19, "soviet", "offensive-supply") and (19, "soviet", "rvgk") not in met
    assert (20, "axis", "phase-order") in met


@pytest.mark.rule("bd:6.5", "bd:6.3", "bd:6.4")
def test_free_units_do_not_count_for_stacking_and_satellites_never_share_a_hex() -> None:
    five = dict.fromkeys(("1inf", "2inf", "10inf", "3pz", "24pz"), "1812")
    match = position({**five, "fcse": "1812", "505tb": "1812", "39pz": "1811"}, ground={})
    play(match, "move 39pz 1812")
    assert refusal(match, "end").rule == "bd:6.3" if match.check("end") else True
    view = match.view("axis")
    assert view.stacking(match.c.board.find("1812"))[1] == 5
    allies = position({"3ro": "2312", "4ro": "2311"}, ground={})
    play(allies, "move 4ro 2312", "end")
    assert allies.c.step.id == "overstack" and allies.side == "soviet"


@pytest.mark.rule("bd:5.5", "bd:5.4")
def test_who_may_fight_twice() -> None:
    def asked(side: str, turn: int, **more: Any) -> Match:
        return position({"3pz": W, "16ra": E}, side=side, phase="phase-order", turn=turn, ground={}, **more)

    assert asked("axis", 10).check("order fight-fight") is None
    assert asked("axis", 18).check("order fight-fight") is None
    assert refusal(asked("axis", 13), "order fight-fight").rule == "bd:5.5"
    assert refusal(asked("axis", 25), "order fight-fight").rule == "bd:5.5"
    assert refusal(asked("axis", 18, memory={"fight-fight axis 1943": 1}), "order fight-fight").rule == "bd:5.5"
    assert asked("soviet", 31).check("order fight-fight") is None
    assert refusal(asked("soviet", 30), "order fight-fight").rule == "bd:5.5"
    assert refusal(asked("soviet", 5), "order move-fight").rule == "bd:5.4"


@pytest.mark.rule("bd:5.11")
def test_hungary_and_romania_are_shut_on_turn_one() -> None:
    match = position({"11inf": "2914"}, turn=1, order="move-fight")
    inside = set(costs(match, "11inf"))
    assert all(match.c.board.owner_names[match.c.board.owner[match.c.board.find(h)]] == "Romania" for h in inside)
    assert refusal(match, "move 11inf 2915").rule == "bd:5.11"
    assert position({"11inf": "2914"}, turn=2, order="move-fight").check("move 11inf 2915") is None


@pytest.mark.rule("bd:5.15")
def test_germans_west_of_the_start_line_are_a_column_better_off_on_turn_one() -> None:
    match = front({"16ra": "2015"}, ["1inf"], at_="2016", turn=1)
    west = front({"16ra": "1716"}, ["1inf"], at_="1717", turn=1)
    assert "bd:5.15" not in shifts(odds(match, ["16ra"], "2016"))
    assert shifts(odds(west, ["16ra"], "1717"))["bd:5.15"] == "1L"


@pytest.mark.rule("bd:7.21")
def test_the_loss_of_moscow_keeps_the_markers_off_the_map() -> None:
    lost = position({"3pz": "1606", "16ra": "1600"}, side="soviet", control={"1606": "axis"})
    moscow_counts(lost.c)
    assert deployable(lost.c) == []
    held = position({"16ra": "1606"}, side="soviet")
    moscow_counts(held.c)
    assert deployable(held.c) != []


@pytest.mark.rule("bd:8.27")
def test_group_popov_enters_where_supplied_soviet_units_stand() -> None:
    match = position(
        {"16ra": "1810"}, side="soviet", phase="reinforcement", turn=15, ground={}, boxes={"mgp": "turn 15"}
    )
    assert refusal(match, "enter mgp 1812").rule == "bd:8.1"
    play(match, "enter mgp 1810")
    assert at(match, "mgp") == "1810"
