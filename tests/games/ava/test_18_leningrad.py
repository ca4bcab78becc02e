"""Chapter 18.1: the Leningrad game, with the 3PzG transfer and Zhukov's Command."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.match import Match
from engine.players.random import RandomPlayer
from tests.games.looks import legal_is_sound
from tests.support.position import at, column, draw, play, position, refusal, rules_of

FIRST = {"supply", "4pzg", "16a", "18a", "manstein", "s-8a", "s-11a"}
FREE = ["s-34a", "s-42a", "s-48a", "s-52a", "s-54a"]
TRANSFER = ["12pz-l", "18mot-l", "20mot-l"]
BESIDE, AWAY = "L3503", "L3404"
"""A hex beside Leningrad, and one not far from it that is not."""


def leningrad(units: dict[str, Any] | None = None, **more: Any) -> Match:
    """A position of the Leningrad game."""
    return position(units or {}, scenario="leningrad", **more)


def known(match: Match) -> set[str]:
    """The chits that can be used by now."""
    return {k for k, where in column(match, "chits").items() if where not in ("later", "box")}


# ---------------------------------------------------------------------- the lists of 18.1
@pytest.mark.rule("ava:18.1", "ava:2.1")
def test_only_the_leningrad_map_and_its_units_are_in_play() -> None:
    match = Match.new("ava", "leningrad")
    r = match.c.roster
    for u, box in enumerate(match.state.box):
        assert (r.sheet[u] == "L") is (box != "not in play"), r.ids[u]
    cities = {p.name for p in match.c.board.places if p.size == "major city" and set(p.hexes) & match.data.in_play}
    assert {"Leningrad", "Riga", "Pskov", "Novgorod", "Tallinn"} <= cities and "Smolensk" not in cities


@pytest.mark.rule("ava:18.1", "ava:2.1", "ava:R44")
def test_bare_numbers_are_those_of_the_leningrad_map() -> None:
    match = leningrad()
    assert [match.c.label(match.c.hex(n)) for n in ("3602", "1005", "1025", "S1005")] == [
        "L3602", "L1005", "S1005", "S1005"
    ]  # fmt: skip


@pytest.mark.rule("ava:18.1", "ava:15.2", "ava:4.0")
@pytest.mark.parametrize(
    ("turn", "new"),
    [
        (1, FIRST),
        (2, {"s-27a"}),
        (3, {"s-23a"}),
        (4, {"axis-reinf", "soviet-reinf"}),
        (5, set()),
    ],
)
def test_the_chits_become_available_as_listed(turn: int, new: set[str]) -> None:
    before = known(leningrad(turn=turn - 1)) if turn > 1 else set()
    assert known(leningrad(turn=turn)) - before == new


@pytest.mark.rule("ava:18.1", "ava:15.2", "ava:R15")
def test_from_turn_four_one_further_army_a_turn() -> None:
    assert leningrad(turn=3, phase="turn").prompt.rule != "ava:18.1"
    match = leningrad(turn=4, phase="turn")
    assert (match.side, match.prompt.rule) == ("soviet", "ava:18.1")
    assert [str(a) for a in match.legal] == [f"add {k}" for k in FREE]
    assert refusal(match, "add s-24a").rule == "ava:18.1"  # an army of the Smolensk map
    events = match.play("add s-42a")
    assert ("chit", "ava:18.1") in rules_of(events) and match.prompt.rule == "ava:6.2"


@pytest.mark.rule("ava:18.1", "ava:14.0", "ava:14.1(3)")
def test_one_fortress_step_a_check_in_three_hexes() -> None:
    city = dict.fromkeys(("L3602", "L3603", "L3702"), "soviet")
    match = leningrad(turn=4, phase="supply", control=city, chits={"s-8a": "cup"})
    assert match.prompt.rule == "ava:14.1" and set(city) <= {str(a).split()[-1] for a in match.legal}
    match.play("build L3602")
    assert column(match, "fortress") == {"L3602": 1} and match.prompt.rule == "ava:7.1"
    full = leningrad(turn=4, phase="supply", control=city, fortress=dict.fromkeys(city, 1), chits={"s-8a": "cup"})
    assert refusal(full, "build L3910").rule == "ava:18.1"


@pytest.mark.rule("ava:18.1", "ava:15.4")
def test_no_strategic_reserve() -> None:
    match = leningrad(
        {}, turn=6, phase="reinforcements", side="soviet", boxes={"115rd": "available"}, chits={"s-8a": "cup"}
    )
    while match.prompt.rule == "ava:12.1":
        match.play("end")
    assert match.prompt.rule == "ava:7.1"


@pytest.mark.rule("ava:18.1", "ava:15.1", "ava:16.2")
def test_surprise_and_stand_fast() -> None:
    match = Match.new("ava", "leningrad")
    assert match.prompt.rule == "ava:10.2"
    r = match.c.roster
    active = {r.formation[u] for u, on in enumerate(column(match, "active")) if on}
    assert active == {"L-A-4PzG"}
    assert column(match, "stand_fast") == ["L3602", "L3603", "L3702"]


@pytest.mark.rule("ava:18.1", "ava:16.4", "ava:16.1", "ava:R19")
@pytest.mark.parametrize(("divisions", "winner"), [(3, "soviet"), (4, "axis")])
def test_the_axis_wins_with_54_points_after_turn_nine(divisions: int, winner: str) -> None:
    # Five cities on a railroad from the source, and some full-strength panzer divisions.
    cities = ("S0211", "S0310", "S0410", "S0510", "S0610")
    names = ("1pz", "6pz", "8pz", "3mot")[:divisions]
    match = leningrad(
        dict.fromkeys(names[:2], "S0211") | dict.fromkeys(names[2:], "S0310"), turn=9, phase="supply", ground={},
        places=dict.fromkeys(cities, "major city"), control=dict.fromkeys(cities, "axis"),
        lines={"railroad": ["S0111-S0211-S0310-S0410-S0510-S0610"]}, sources=RAILS["sources"],
        chits={"s-8a": "cup"},
    )  # fmt: skip
    match.play("end")
    assert match.over and match.state.winner == winner and match.state.level == f"{50 + divisions} victory points of 54"


# ---------------------------------------------------------------------- the 3PzG transfer
RAILS: dict[str, Any] = {"ground": {}, "lines": {"railroad": ["S0111-S0211-S0310-S0410"]},
                         "sources": {"axis": ("S0111",), "soviet": ("L5504",), "from_moscow": ()}}  # fmt: skip


@pytest.mark.rule("ava:18.1", "ava:4.0")
def test_three_units_wait_on_turn_seven_of_the_track() -> None:
    match = Match.new("ava", "leningrad")
    assert [at(match, u) for u in TRANSFER] == ["[turn 7: 3pzg]"] * 3


@pytest.mark.rule("ava:18.1", "ava:12.1", "ava:12.2", "ava:R42")
def test_they_enter_on_turn_seven_besides_the_regular_ones() -> None:
    boxes = dict.fromkeys(TRANSFER, "turn 7: 3pzg") | {"206inf": "available", "251inf": "available"}
    match = leningrad(turn=7, phase="reinforcements", boxes=boxes, chits={"s-8a": "cup"}, **RAILS)
    assert "12Pz" in match.prompt.text
    play(match, "deploy 12pz-l S0211", "deploy 206inf S0211")
    assert refusal(match, "deploy 251inf S0310").rule == "ava:12.2"  # one regular unit this turn
    play(match, "deploy 18mot-l S0310", "deploy 20mot-l S0410")
    assert [at(match, u) for u in TRANSFER] == ["S0211", "S0310", "S0410"]
    assert match.prompt.rule == "ava:7.1"


@pytest.mark.rule("ava:18.1")
@pytest.mark.parametrize("turn", [6, 8])
def test_on_other_turns_they_do_not(turn: int) -> None:
    boxes = dict.fromkeys(TRANSFER, "turn 7: 3pzg") | {"206inf": "available"}
    match = leningrad(turn=turn, phase="reinforcements", boxes=boxes, chits={"s-8a": "cup"}, **RAILS)
    assert match.prompt.rule != "ava:12.1" or refusal(match, "deploy 12pz-l S0211").rule == "ava:12.2"


@pytest.mark.rule("ava:18.1", "ava:R42")
def test_who_does_not_enter_goes_to_the_available_box() -> None:
    boxes = dict.fromkeys(TRANSFER, "turn 7: 3pzg")
    match = leningrad(turn=7, phase="reinforcements", boxes=boxes, **RAILS)
    events = play(match, "deploy 12pz-l S0211", "end")
    assert match.state.turn == 8 and at(match, "18mot-l") == at(match, "20mot-l") == "[available]"
    assert rules_of(events).count(("track", "ava:18.1")) == 2


@pytest.mark.rule("ava:18.1", "ava:6.2")
def test_the_chit_that_brings_them_is_always_in_the_cup() -> None:
    match = leningrad(turn=7, phase="turn", chits=dict.fromkeys(FREE, "ready"))
    play(match, *["ready"] * (match.side == "axis"))
    while match.side == "soviet":
        match.play(match.prompt.default or "ready")
    assert column(match, "chits")["axis-reinf"] == "cup"


# ---------------------------------------------------------------------- Zhukov's Command: the declaration
def advancing(to: str, **more: Any) -> Match:
    """A match after the command in which an Axis division has moved to a hex."""
    more = {"turn": 5, "chits": {"4pzg": "cup", "s-8a": "cup"}} | more
    match = leningrad({"hq-4pzg": "L3304", "1pz": "L3304"}, phase="draw", **more)
    draw(match, "4pzg")
    play(match, *["pass"] * (match.prompt.rule == "ava:7.3"), f"move 1pz {to}", "end")
    return match


@pytest.mark.rule("ava:18.1", "ava:R38")
def test_the_soviet_player_is_asked_when_an_axis_unit_comes_next_to_leningrad() -> None:
    match = advancing(BESIDE)
    assert (match.side, match.prompt.rule) == ("soviet", "ava:18.1")
    events = match.play("declare")
    assert rules_of(events)[0] == ("zhukov", "ava:18.1") and column(match, "memory")["zhukov"] == 5
    assert match.prompt.rule == "ava:7.1"
    assert any("declared in turn 5" in t.lines[0] for t in match.view("axis").tracks() if t.id == "zhukov")


@pytest.mark.rule("ava:18.1", "ava:R38")
def test_not_when_the_unit_stays_away_nor_in_other_games() -> None:
    assert advancing(AWAY).prompt.rule == "ava:7.1"
    match = position(
        {"hq-4pzg": "L3304", "1pz": "L3304"}, scenario="campaign", phase="draw", chits={"4pzg": "cup", "s-8a": "cup"}
    )
    draw(match, "4pzg")
    play(match, f"move 1pz {BESIDE}", "end")
    assert match.prompt.rule == "ava:7.1" and column(match, "memory") == {}


@pytest.mark.rule("ava:18.1", "ava:R38")
def test_passing_through_counts_and_who_waits_is_asked_again() -> None:
    match = advancing(BESIDE, chits={"4pzg": "cup", "manstein": "hand"})
    assert match.prompt.rule == "ava:18.1"
    match.play("wait")
    # The cup is empty: Manstein is played, and the division only passes a hex beside the city.
    play(match, "move 1pz L3604 L3605", "end")
    assert at(match, "1pz") == "L3605" and match.prompt.rule == "ava:18.1" and match.side == "soviet"
    match.play("declare")
    assert match.state.turn == 6


@pytest.mark.rule("ava:18.1", "ava:R38")
def test_once_declared_nothing_is_asked_any_more() -> None:
    assert advancing(BESIDE, memory={"zhukov": 4}).prompt.rule == "ava:7.1"


# ---------------------------------------------------------------------- Zhukov's Command: the chit in hand
def selecting(turn: int = 6, **more: Any) -> Match:
    """The Soviet selection, with Zhukov's Command declared on turn 5."""
    more = {"chits": dict.fromkeys(FREE, "ready"), "memory": {"zhukov": 5}} | more
    return leningrad({"1pz": AWAY}, turn=turn, phase="turn", **more)


@pytest.mark.rule("ava:18.1", "ava:6.1", "ava:R38")
def test_from_the_next_turn_on_the_reinforcements_chit_can_be_held() -> None:
    match = selecting()
    assert match.side == "soviet" and "hold" in match.prompt.text
    match.play("hold soviet-reinf")
    assert column(match, "chits")["soviet-reinf"] == "kept"
    assert refusal(match, "hold soviet-reinf").rule == "ava:18.1"
    assert refusal(match, "hold s-8a").rule == "ava:6.1"
    while match.side == "soviet":
        assert match.prompt.default is not None
        match.play(match.prompt.default)
    assert column(match, "chits")["soviet-reinf"] == "hand"
    seen: Any = match.view("axis").state
    assert seen.chits["soviet-reinf"] == "hidden"


@pytest.mark.rule("ava:18.1", "ava:6.2", "ava:R38")
def test_it_counts_against_the_number_of_chits_and_can_go_back() -> None:
    match = selecting()
    most = int(match.data.charts["turn_track"]["leningrad"]["rows"][5][4])
    able = ["s-8a", "s-11a", "s-27a", "s-23a", *FREE]
    play(match, "hold soviet-reinf", *(f"select {k}" for k in able[: most - 1]))
    assert refusal(match, f"select {able[most - 1]}").rule == "ava:6.2"
    play(match, "drop soviet-reinf")
    assert refusal(match, "drop soviet-reinf").rule == "ava:6.2"  # it must be selected
    play(match, "ready")
    assert column(match, "chits")["soviet-reinf"] == "cup"


@pytest.mark.rule("ava:18.1")
@pytest.mark.parametrize(("turn", "memory"), [(5, {"zhukov": 5}), (6, {})])
def test_not_in_the_turn_of_the_declaration_nor_without_one(turn: int, memory: dict[str, int]) -> None:
    match = selecting(turn=turn, memory=memory)
    assert refusal(match, "hold soviet-reinf").rule == "ava:6.1"


@pytest.mark.rule("ava:18.1", "ava:6.2")
def test_the_choice_is_offered_even_if_every_chit_goes_in() -> None:
    match = selecting(chits=dict.fromkeys([*FREE, "s-11a", "s-23a", "s-27a"], "box"))
    assert match.side == "soviet" and match.check("hold soviet-reinf") is None
    assert str(match.prompt.default) == "ready"


# ---------------------------------------------------------------------- Zhukov's Command: the interrupt
HELD = {"soviet-reinf": "hand", "s-8a": "cup", "18a": "cup"}
FIELD: dict[str, Any] = {"s-hq-8a": "L3910", "hq-18a": "L2515", "hq-4pzg": "L2815", "1pz": "L2815"}


def drawn(chit: str, **chits: str) -> Match:
    """A match with a chit drawn while the Soviet Reinforcements chit is in hand."""
    match = leningrad(
        FIELD, turn=6, phase="draw", memory={"zhukov": 5}, chits=HELD | chits, boxes={"115rd": "available"}
    )
    draw(match, chit)
    return match


@pytest.mark.rule("ava:18.1", "ava:7.3", "ava:R41")
@pytest.mark.parametrize("chit", ["18a", "s-8a"])
def test_reinforcements_interrupt_any_drawn_chit(chit: str) -> None:
    match = drawn(chit)
    assert (match.side, match.prompt.rule) == ("soviet", "ava:18.1")
    events = match.play("interrupt soviet-reinf")
    assert rules_of(events)[0] == ("interrupt", "ava:18.1")
    assert match.prompt.rule == "ava:12.1" and match.side == "soviet"
    assert column(match, "chits")[chit] == "cup" and column(match, "cup") == 2 and not match.can_undo


@pytest.mark.rule("ava:18.1", "ava:R41")
def test_or_the_drawn_chit_is_let_through() -> None:
    match = drawn("18a")
    match.play("pass")
    assert match.side == "axis" and match.prompt.rule == "ava:9.1"
    assert column(match, "chits")["soviet-reinf"] == "hand"


@pytest.mark.rule("ava:18.1", "ava:7.3", "ava:R41")
def test_the_axis_speaks_first_and_manstein_cannot_be_canceled() -> None:
    match = drawn("18a", manstein="hand")
    assert (match.side, match.prompt.rule) == ("axis", "ava:7.3")
    match.play("interrupt manstein")
    assert match.side == "axis" and match.prompt.rule == "ava:9.1"  # nobody answers Manstein
    assert column(match, "chits")["soviet-reinf"] == "hand" and column(match, "chits")["18a"] == "cup"


@pytest.mark.rule("ava:18.1", "ava:7.3", "ava:R13", "ava:R41")
def test_what_the_axis_lets_pass_zhukov_may_answer() -> None:
    match = drawn("18a", manstein="hand")
    match.play("pass")
    assert (match.side, match.prompt.rule) == ("soviet", "ava:18.1")
    assert refusal(match, "interrupt manstein").rule == "ava:18.1"
    match.play("interrupt soviet-reinf")
    assert match.prompt.rule == "ava:12.1"
    match.play("end")
    # The chit that went back may meet Manstein when it is drawn again.
    draw(match, "18a")
    assert (match.side, match.prompt.rule) == ("axis", "ava:7.3")


@pytest.mark.rule("ava:18.1", "ava:7.3", "ava:R41", "ava:R14")
def test_left_in_hand_it_is_played_before_the_end_phase_after_manstein() -> None:
    match = leningrad(
        FIELD, turn=6, phase="draw", memory={"zhukov": 5}, boxes={"115rd": "available"},
        chits={"soviet-reinf": "hand", "manstein": "hand", "s-8a": "cup"},
    )  # fmt: skip
    play(match, "draw", "pass", "pass")
    assert match.side == "soviet" and match.prompt.rule == "ava:9.1"
    play(match, "end")
    assert match.side == "axis" and match.prompt.rule == "ava:9.1"  # Manstein
    events = play(match, "end")
    assert ("interrupt", "ava:18.1") in rules_of(events)
    assert match.side == "soviet" and match.prompt.rule == "ava:12.1"
    match.play("end")
    assert match.state.turn == 7


# ---------------------------------------------------------------------- from here at random
@pytest.mark.rule("ava:18.1", "ava:7.3")
@pytest.mark.parametrize("seed", [1, 2])
def test_random_play_goes_on_soundly_from_zhukovs_decisions(seed: int) -> None:
    for match in (advancing(BESIDE), selecting(), drawn("18a", manstein="hand")):
        player = RandomPlayer(seed)
        for n in range(120):
            assert match.rules.invariants(match.c) == []
            if n % 20 == 0:
                legal_is_sound(match)
            if match.over:
                break
            match.play(player.choose(match)[0])
        assert match.state.turn >= 5
