"""Barbarossa Deluxe by keys: habits do nothing that was not meant, questions say what they are about."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.match import Match
from engine.play.state import Frame
from tests.games.bd.test_04_ways_of_winning import citadel
from tests.games.bd.test_11_assault import MID, E, W, front, values
from tests.support.bd_position import play, position
from tests.tui.driving import driven, press, screen_text, start, table
from tui.game.controller import Controller


def at_table(match: Match) -> Controller:
    return Controller(match, None, hand_over=False)


@pytest.mark.rule("bd:14.4", "bd:R52")
async def test_a_scenario_that_is_not_decided_by_points_tells_none_first(tmp_path: Path) -> None:
    match = citadel(3, turn=20, units={"3ra": "1606", "1inf": "1110", "5inf": "3105"})
    assert match.view().score().headline("German side") == "3 of 7 cities" and match.view().score().number == 3
    async with driven(start(tmp_path, at_table(match)), size=(80, 40)) as (app, pilot):
        await press(pilot, "v")
        shown = screen_text(app)
        assert "3 of 7 cities" in shown and "of 0" not in shown and "which do not decide" in shown
        assert "What else could still count" in shown and "now in 3105" in shown and "Dnepr" in shown
        assert "German units in 1110" in shown and "§R52" in shown


@pytest.mark.rule("bd:11.30")
async def test_after_an_advance_alone_the_key_that_ends_sends_nobody_after_it(tmp_path: Path) -> None:
    match = values(front({"3pz": W, "1inf": W, "5inf": W}, ["16ra"], side="axis", turn=23), _3pz=(40, 3))
    play(match, f"target {MID}", "all", "roll")
    assert match.prompt.default is not None and match.prompt.default.verb == "all"
    play(match, "advance 3pz")
    assert match.prompt.default.verb == "end" and "2 more can advance" in match.prompt.text
    async with driven(start(tmp_path, at_table(match))) as (_, pilot):
        await press(pilot, "e")
        assert match.c.label(match.state.hex_of[match.c.roster.find("1inf")]) == W and match.c.step.id != "advance"


@pytest.mark.rule("bd:7.12")
async def test_the_mark_is_never_on_a_marker_that_would_be_lifted(tmp_path: Path) -> None:
    match = position({"16ra": "2307", "3ra": "1606", "1inf": "1110"}, side="soviet", phase="offensive-supply")
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        for number, label in (("2", "2307"), ("3", "2306"), ("4", "2305")):
            await press(pilot, *([number] if table(app).menu.open else []), "g", *label, "enter", "enter")
            chosen = table(app).menu.chosen
            assert chosen is not None and not chosen.text.startswith("lift"), screen_text(app)
        assert sorted(match.state.offensive) == ["A", "B", "C"]  # type: ignore[attr-defined]


@pytest.mark.rule("bd:5.5")
async def test_of_two_assault_phases_each_is_named_and_asked_about_before_it_ends(tmp_path: Path) -> None:
    match = front({"3pz": W, "24pz": W, "48pz": W}, ["16ra"], side="axis", turn=18, order="fight-fight")
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        assert "First assault phase of two" in match.prompt.text
        await press(pilot, "escape", "e")
        assert match.c.frame.vars["fight"] == 1 and "again ends it" in screen_text(app)
        await press(pilot, "e")
        assert match.c.frame.vars["fight"] == 2 and "Second assault phase of two" in screen_text(app)
        await press(pilot, "e")
        assert match.c.frame.step == "combat" and "again ends it" in screen_text(app), screen_text(app)


@pytest.mark.rule("bd:10.5")
async def test_the_key_for_the_whole_stack_takes_one_who_is_alone(tmp_path: Path) -> None:
    match = position({"16ra": W, "3ra": E, "21ra": E, "1inf": "2023"}, side="soviet", ground={})
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "g", *W, "enter", "G")
        assert table(app).hand.selected == "16ra" and "No:" not in screen_text(app)
        assert "G whole stack" not in screen_text(app), "there is none"
        await press(pilot, "escape", "g", *E, "enter", "enter")
        assert "G whole stack" in screen_text(app)


async def test_letters_are_gone_from_the_map_when_they_are_left(tmp_path: Path) -> None:
    match = position({"16ra": W, "3ra": E, "1inf": "2023"}, side="soviet", ground={})
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "g", *MID, "enter")
        before = screen_text(app)
        await press(pilot, "f")
        assert screen_text(app) != before
        await press(pilot, "escape")
        assert screen_text(app) == before


@pytest.mark.rule("bd:11.10", "bd:11.26")
async def test_all_who_are_lost_in_a_battle_are_told_though_no_die_was_rolled(tmp_path: Path) -> None:
    match = values(front({"3pz": W}, ["16ra", "21ra", "24ra"], side="axis"), _3pz=(90, 3))
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        play(match, f"target {MID}", "add 3pz")
        table(app).acting.play("roll")
        await pilot.pause()
        assert "16, 21, 24 eliminated." in table(app).said, table(app).said


@pytest.mark.rule("bd:11.27")
def test_the_question_where_to_retreat_to_names_the_units() -> None:
    c = front({"3t": E}, ["1inf", "5inf"], turn=21).c
    units = [c.roster.find(u) for u in ("1inf", "5inf")]
    c.call("retreat", side="axis", units=units, target=c.hex(MID), barred=[], flee=0, cut_off=[])
    assert c.step.prompt(c).text == f"Where do 1, 5 retreat to from {MID}?"


async def test_that_nothing_can_be_attacked_is_told_in_one_line(tmp_path: Path) -> None:
    match = position({"16ra": W, "1inf": "2023"}, side="soviet", ground={})
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "X")
        assert "No attack can be made" in screen_text(app).splitlines()[22]
        assert len(table(app).said) < 78


@pytest.mark.rule("bd:5.5")
def test_both_phases_of_a_turn_of_two_assaults_are_shown_as_assaults() -> None:
    match = front({"3pz": W}, ["16ra"], side="axis", turn=18, order="fight-fight")
    assert next(o.note for o in match.view().outline() if o.status == "now") == "assault"


@pytest.mark.rule("bd:11.23")
async def test_support_keeps_its_number_when_none_of_it_is_left(tmp_path: Path) -> None:
    match = front({"16ra": W, "3t": W}, boxes={"1air": "air armies", "partisans": "support"})
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "g", *MID, "enter", "x", "enter", "2", "2")
        assert match.c.frame.vars["air"] == 1, "the second press is no answer any more"
        assert "3 support partisans" in screen_text(app) and "4 withhold air army" in screen_text(app)


@pytest.mark.rule("bd:11.30", "bd:4.2")
async def test_of_an_advance_into_a_city_all_is_told_that_came_of_it(tmp_path: Path) -> None:
    match = values(front({"1inf": W}, ["16ra"], side="axis", places={MID: ("city", 1)}), _1inf=(90, 3))
    play(match, f"target {MID}", "add 1inf", "roll")
    async with driven(start(tmp_path, at_table(match))) as (app, _):
        table(app).acting.play("advance 1inf")
        assert "1 advances" in table(app).said and "+1 VP" in table(app).said


@pytest.mark.rule("bd:8.11", "bd:R53")
async def test_a_plan_that_the_enemy_is_asked_about_first_says_nothing_to_him(tmp_path: Path) -> None:
    match = position({"3pz": "1804", "16ra": "1802"}, ground={}, places={"1803": ("city", 1)},
                     boxes={"21ra": "rvgk"}, control={"1803": "soviet"})  # fmt: skip
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        table(app).groups.assault(["3pz"], match.c.hex("1803"), match.c.hex("1802"))
        await pilot.pause()
        assert match.side == "soviet" and "3Pz" not in table(app).said


@pytest.mark.rule("bd:11.33", "bd:5.14", "bd:5.16")
def test_the_question_bloodbath_or_retreat_names_its_rule() -> None:
    for side, turn, law in (("soviet", 17, "bd:11.33"), ("axis", 1, "bd:5.14"), ("axis", 3, "bd:5.16")):
        c = front({"16ra" if side == "soviet" else "3pz": W}, ["1inf" if side == "soviet" else "16ra"], side=side).c
        c.state.turn = turn
        c.state.stack.append(Frame("battle", {"side": side, "target": c.hex(MID)}))
        c.call("convert", side=side)
        assert c.step.prompt(c).rule == law


@pytest.mark.rule("bd:8.1", "bd:8.12")
async def test_after_an_answer_the_end_of_a_step_is_asked_about_anew(tmp_path: Path) -> None:
    match = position({"1inf": "1812", "16ra": "1803"}, phase="reinforcement", ground={}, turn=20,
                     places={"1812": ("city", 1)}, boxes={"29inf": "dead pile", "24pz": "dead pile"})  # fmt: skip
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "e")
        assert "again ends it" in screen_text(app)
        await press(pilot, "enter")
        assert match.state.box.count("arriving") == 1, screen_text(app)
        await press(pilot, "e")
        assert match.side == "axis" and "again ends it" in screen_text(app), "who has not entered would be lost"
