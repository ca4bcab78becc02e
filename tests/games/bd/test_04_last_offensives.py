"""4.4, 4.16 to 4.19: the offensive of 1943, Manstein's Gambit in the campaign, Watch on the Rhine or the Oder."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.bd import summer, watch
from engine.games.bd.combat.support import planes_left
from engine.games.bd.elimination import eliminate
from engine.games.bd.phases.openings import decide_watch
from engine.games.bd.units import movement_factor
from engine.games.bd.victory.check import check
from engine.play.match import Match
from engine.play.state import Frame
from tests.support.bd_position import at, play, position, refusal, unit

PAID = {"stretch baltic": 1, "stretch dnepr": 1}


def late(turn: int, units: dict[str, str] | None = None, **more: Any) -> Match:
    """A position of The Road Back with a point total that no check of it ends."""
    memory = {**PAID, **more.pop("memory", {})}
    match = position(units or {"3ra": "1606", "1inf": "1812"}, scenario="road-back", turn=turn, memory=memory, **more)
    low, high = {17: (22, 38), 18: (21, 37), 19: (20, 36), 20: (19, 35), 30: (5, 17)}.get(turn, (0, 99))
    match.c.state.vp = (low + high) // 2
    return match


def begin(turn: int, units: dict[str, str] | None = None, **more: Any) -> Match:
    """The same at the very start of its game turn."""
    match = late(turn, units, **more)
    match.c.state.stack = [Frame("game")]
    match.c.call("turn")
    return match


# ---------------------------------------------------------------------- the summer of 1943
@pytest.mark.parametrize("turn", [17, 18, 19])
@pytest.mark.rule("bd:4.4")
def test_the_offensive_can_be_launched_on_turns_17_to_19(turn: int) -> None:
    match = begin(turn)
    assert (match.c.step.id, match.side) == ("summer-offensive", "axis")
    play(match, "launch")
    assert match.c.state.summer == turn and not summer.is_open(match.c)


@pytest.mark.rule("bd:4.4")
def test_waiting_puts_the_question_off_to_the_next_turn() -> None:
    match = begin(17)
    play(match, "wait")
    assert match.c.step.id != "summer-offensive" and not summer.is_open(match.c)
    match.c.state.turn = 18
    assert summer.is_open(match.c)
    for turn in (16, 20):
        assert not summer.is_open(late(turn).c)
    assert not summer.is_open(position({"3ra": "1606"}, turn=19).c), "points do not decide Citadel"


def judged(*, gain: bool, lose: bool = False, dice: tuple[int, ...] = ()) -> int:
    """What the offensive of turn 18 brings at its end: Tula gained perhaps, Minsk lost perhaps."""
    match = late(18, dice=dice, control={"1806": "soviet", "1813": "axis"})
    summer.launch(match.c)
    match.c.state.control |= {"1806": "axis" if gain else "soviet", "1813": "soviet" if lose else "axis"}
    before = int(match.c.state.vp)
    summer.judge(match.c)
    assert len(match.c.dice.queued) == 0
    return int(match.c.state.vp) - before


@pytest.mark.rule("bd:4.4", "bd:1.3")
def test_the_offensive_succeeds_with_a_city_more_and_none_fewer() -> None:
    assert judged(gain=True) == 0
    assert [judged(gain=False, dice=(n,)) for n in range(1, 7)] == [-1, -1, -2, -2, -3, -3]
    assert judged(gain=True, lose=True, dice=(6,)) == -3


@pytest.mark.rule("bd:4.4")
def test_without_an_offensive_the_die_falls_at_the_end_of_turn_19() -> None:
    match = late(18)
    before = match.c.state.vp
    summer.judge(match.c)
    assert match.c.state.vp == before
    match = late(19, dice=[3])
    summer.judge(match.c)
    assert match.c.state.vp == 28 - 2
    match = late(19, memory={"summer offensive": 17, "summer failed": 1})
    summer.judge(match.c)
    assert match.c.state.vp == 28, "once"


# ---------------------------------------------------------------------- the Gambit
@pytest.mark.rule("bd:4.16", "bd:4.17", "bd:R6")
def test_the_gambit_brings_corps_and_steps_at_once_and_keeps_the_ss() -> None:
    boxes = {"xivpz": "aside", "76pz": "aside", "2para": "aside", "3ss": "turn 22", "1inf": "dead pile"}
    match = begin(19, {"2ss": "1812", "3ra": "1606"}, boxes=boxes)
    play(match, "gambit")
    assert match.c.step.id == "german-segment", "nobody is called away"
    assert {at(match, name) for name in ("xivpz", "76pz", "2para", "3ss")} == {"[arriving]"}
    assert (match.c.state.mech_steps, match.c.state.foot_steps) == (2, 2)
    assert at(match, "2ss") == "1812" and match.c.state.summer == 19
    match = begin(18, boxes={**boxes, "2ss": "turn 24", "1inf": "dead pile"}, units={"3ra": "1606", "2inf": "1812"})
    play(match, "gambit")
    assert at(match, "2ss") == "[arriving]"


def gambit(turn: int, **control: str) -> str:
    """Who has won at the end of a turn of the Gambit."""
    match = late(turn, memory={"gambit": 18, "summer offensive": 18})
    home = {match.c.label(h): "axis" for h in summer.home_places(match.c)}
    assert len(home) == 14
    match.c.state.control |= home | dict.fromkeys(("1011", "1606", "2311", "2501"), "soviet") | control
    check(match.c)
    return str(match.c.state.winner)


@pytest.mark.rule("bd:4.16")
def test_the_gambit_needs_two_of_four_cities_and_all_of_the_first_turn() -> None:
    two = {"1011": "axis", "2311": "axis"}
    assert gambit(20, **two) == "axis"
    assert gambit(20, **{"2311": "axis"}) == "soviet"
    assert gambit(20, **two, **{"3015": "soviet"}) == "soviet"
    assert gambit(19, **two) == ""


@pytest.mark.rule("bd:4.16", "bd:4.4")
def test_the_gambit_takes_the_place_of_the_judgement_of_the_offensive() -> None:
    match = late(18, memory={"gambit": 18, "summer offensive": 18})
    before = match.c.state.vp
    summer.judge(match.c)
    assert match.c.state.vp == before


# ---------------------------------------------------------------------- Watch on the Rhine, Watch on the Oder
def seen(match: Match, side: str) -> int:
    """What a side knows of the choice."""
    state: Any = match.view(side).state
    return int(state.watch)


@pytest.mark.rule("bd:4.18")
def test_the_choice_of_turn_28_is_a_secret_until_turn_30() -> None:
    match = begin(28)
    assert (match.c.step.id, match.side, match.c.step.secret) == ("watch", "axis", True)
    assert refusal(match, "plan volga").rule == "bd:4.18"
    play(match, "plan oder")
    assert match.c.state.watch == watch.ODER
    for side, known in (("axis", watch.ODER), ("soviet", 0), ("", 0)):
        assert seen(match, side) == known
    assert "in secret" in " ".join(e.text for e in match.log)
    assert not [e.text for e in match.log if "Watch on the" in e.text], "nobody tells which"


@pytest.mark.parametrize("choice", [watch.RHINE, watch.ODER])
@pytest.mark.rule("bd:4.18")
def test_the_choice_is_revealed_as_turn_30_begins(choice: int) -> None:
    match = begin(30, memory={"watch": choice}, boxes={"2ss": "turn 31"}, control={"1812": "axis"})
    assert seen(match, "soviet") == choice
    assert at(match, "2ss") == ("[arriving]" if choice == watch.ODER else "[turn 31]")


@pytest.mark.rule("bd:4.18", "bd:8.12", "bd:11.23", "bd:2.11", "bd:5.5")
def test_the_oder_brings_steps_aircraft_fuel_and_a_second_fight() -> None:
    found = {}
    for choice in (watch.RHINE, watch.ODER):
        match = late(30, {"3ra": "1606", "1inf": "1812", "gd": "1812"}, phase="reinforcement",
                     memory={"watch": choice, "watch shown": 1}, boxes={"2inf": "dead pile"})  # fmt: skip
        c = match.c
        found[choice] = (
            c.state.mech_steps, c.state.foot_steps, planes_left(c), movement_factor(c, unit(match, "gd")),
            movement_factor(c, unit(match, "1inf")), movement_factor(c, unit(match, "3ra")),
        )  # fmt: skip
    assert found == {watch.RHINE: (0, 2, 0, 5, 3, 4), watch.ODER: (4, 4, 2, 6, 3, 4)}
    for choice, open_ in ((watch.RHINE, False), (watch.ODER, True)):
        match = late(30, phase="phase-order", memory={"watch": choice, "watch shown": 1})
        assert (match.check("order fight-fight") is None) == open_


def oder(cities: int, losses: int, *, kept: bool = True) -> str:
    """Who wins on the Oder with cities gained and Soviet units eliminated."""
    match = late(30, memory={"watch": watch.ODER, "watch shown": 1, "soviet losses": losses},
                 control={"1806": "soviet", "1709": "soviet", "1813": "axis"})  # fmt: skip
    watch.note_cities(match.c)
    for label in ("1806", "1709")[:cities]:
        match.c.state.control[label] = "axis"
    if not kept:
        match.c.state.control["1813"] = "soviet"
    decide_watch(match.c)
    return str(match.c.state.winner)


@pytest.mark.rule("bd:4.19")
def test_the_oder_is_won_in_three_ways() -> None:
    assert [oder(2, 0), oder(1, 10), oder(0, 20)] == ["axis"] * 3
    assert [oder(1, 9), oder(0, 19)] == ["soviet"] * 2
    assert [oder(2, 0, kept=False), oder(0, 20, kept=False)] == ["soviet"] * 2


@pytest.mark.rule("bd:4.19", "bd:R84")
def test_strong_soviet_units_count_twice_and_satellites_do_not() -> None:
    units = {"3ra": "1606", "1g": "1506", "1t": "1507", "pol": "1406", "1inf": "1812"}
    match = late(30, units, memory={"watch": watch.ODER, "watch shown": 1})
    counts = []
    for name in ("3ra", "1g", "1t", "pol", "1inf"):
        eliminate(match.c, unit(match, name), "bd:11.26")
        counts.append(match.c.state.soviet_losses)
    assert counts == [1, 3, 5, 5, 5]
    match = late(29, units, memory={"watch": watch.ODER})
    eliminate(match.c, unit(match, "3ra"), "bd:11.26")
    assert match.c.state.soviet_losses == 0


@pytest.mark.rule("bd:4.18", "bd:4.19")
def test_the_game_ends_with_the_german_player_turn_of_the_oder() -> None:
    match = late(30, phase="combat", order="move-fight", memory={"watch": watch.ODER, "watch shown": 1})
    watch.note_cities(match.c)
    if not match.over:
        play(match, "end")
    assert (match.over, match.c.state.winner, match.c.state.over_rule) == (True, "soviet", "bd:4.19")
    assert refusal(match, "end").rule == "bd:4.19"
