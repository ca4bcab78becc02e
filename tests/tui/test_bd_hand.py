"""Barbarossa Deluxe by keys: what this game alone asks, as its players read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.match import Match
from engine.play.ruleset import ruleset
from engine.play.timeline import Timeline
from engine.players import make
from tests.games.bd.test_09_strongholds import at_the_gates
from tests.games.bd.test_11_assault import MID, W, front
from tests.games.bd.test_14_gambit import ready
from tests.support.bd_position import position
from tests.tui.driving import driven, press, screen_text, start, table
from tui.game.controller import Controller
from tui.words.past import loss_line


@pytest.mark.rule("bd:8.41", "bd:8.38", "bd:11.23")
async def test_the_list_with_the_odds_offers_the_support_that_is_at_hand(tmp_path: Path) -> None:
    match = front({"16ra": W, "3t": W}, boxes={"1air": "air armies", "2air": "air armies", "partisans": "support"})
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        await press(pilot, "g", *MID, "enter", "x", "enter")
        assert match.c.frame.vars["attackers"] and "▸1 roll at 2:1" in screen_text(app)
        assert "support air army  2 ready" in screen_text(app) and "partisans  1 ready" in screen_text(app)
        assert "luftwaffe" not in screen_text(app).lower(), "aircraft are German"
        # Each choice shows the odds anew; a counter can be taken back in the same list.
        await press(pilot, "2", "2")
        assert "▸1 roll at" in screen_text(app) and "withhold air army  2 of 2 in use" in screen_text(app)
        await press(pilot, "1")
        assert match.c.frame.step == "german-answer" and "1 left" not in screen_text(app)


@pytest.mark.rule("bd:11.7", "bd:7.12", "bd:5.4")
async def test_who_decides_first_in_a_player_turn_has_the_keyboard_and_sees_his_stacks(tmp_path: Path) -> None:
    match = Match.new("bd", "citadel", seed=1)
    match.play("ready")
    async with driven(start(tmp_path, Controller(match, None))) as (app, pilot):
        assert "Pass the keyboard to the player of the Soviet side" in screen_text(app)
        await press(pilot, "enter")
        assert table(app).controller.viewer == "soviet"
        assert "Put down supply A (range 4), B (3), C (2), or end." in screen_text(app)
        await press(pilot, "escape", "e", "e")
        assert match.c.step.id == "phase-order" and table(app).controller.viewer == "soviet"
        assert "order move-fight  assaults 1L" in screen_text(app), "what each order is worth stands beside it"
        assert "order fight-move  shock doubled, support" in screen_text(app)


@pytest.mark.rule("bd:10.33", "bd:4.17")
async def test_the_odds_of_a_mobile_assault_count_the_support_that_was_chosen(tmp_path: Path) -> None:
    match = ready({"3pz": W, "24pz": W}, ["16ra", "21ra"], phase="movement")
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        await press(pilot, "g", *W, "enter", "G", "g", *MID, "enter", "enter")
        assert "2 assault 3Pz Luftwaffe" in screen_text(app) and "4 assault 3Pz paratroop" in screen_text(app)
        await press(pilot, "4")
        assert "14 against 6" in screen_text(app), "eight of the two corps, and six that drop"


async def test_lines_are_counted_anew_once_none_that_is_left_has_a_digit(tmp_path: Path) -> None:
    match = front({"16ra": W})
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, _):
        hand = table(app).hand
        answers = [f"replace {n}" for n in range(12)]
        assert hand.number(answers) == list(range(1, 13))
        assert hand.number(answers[8:]) == [9, 10, 11, 12], "lines keep their number while others go"
        assert hand.number(answers[9:]) == [1, 2, 3]


@pytest.mark.rule("bd:5.12")
async def test_the_key_that_ends_chooses_a_target_while_units_must_attack(tmp_path: Path) -> None:
    match = front({"16ra": W}, ["3pz"], turn=2)
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        assert f"e target {MID}" in screen_text(app) and "1 unit beside the enemy must still attack" in screen_text(app)
        await press(pilot, "e")
        assert match.c.frame.vars["target"] == match.c.board.find(MID) and "again ends it" not in screen_text(app)


@pytest.mark.rule("bd:5.12", "bd:11.3")
async def test_the_key_that_adds_everybody_is_not_taken_for_an_end(tmp_path: Path) -> None:
    match = front({"16ra": W, "21ra": W}, ["3pz"], turn=2)
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        await press(pilot, "e")
        assert "e all" in screen_text(app) and "Add units" in screen_text(app)
        await press(pilot, "e")
        assert "again ends it" not in screen_text(app) and len(match.c.frame.vars["attackers"]) == 2
        assert table(app).cursor == match.c.board.find(MID), "the cursor is on what was chosen"
        await press(pilot, "e")
        assert "roll at" in screen_text(app) and "again ends it" not in screen_text(app), "the odds before the die"
        assert match.c.frame.step == "combat" and match.c.frame.vars["attackers"]
        await press(pilot, "escape", "escape", "e")
        assert match.c.frame.step != "combat" or not match.c.frame.vars["attackers"], "they have been seen"


@pytest.mark.parametrize(("where", "told"), [(MID, "is not yours to move"), ("2013", "Nothing is to be decided here")])
async def test_a_hex_of_no_own_unit_is_not_explained_by_rare_rules(tmp_path: Path, where: str, told: str) -> None:
    match = front({"16ra": "1813"}, ["3pz"], phase="movement", order="move-fight")
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        await press(pilot, "escape", "g", *where, "enter", "enter")
        assert told in screen_text(app) and "Bulgaria" not in screen_text(app)


async def test_the_list_of_attacks_tells_the_odds_with_support(tmp_path: Path) -> None:
    match = front({"3pz": W, "24pz": W}, ["16ra"], side="axis")
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        await press(pilot, "X")
        assert "Attacks: odds (aided), losses, by, ? sum" in screen_text(app)
        assert "With all support at hand" in screen_text(app)


@pytest.mark.rule("bd:7.12")
async def test_a_supply_marker_goes_into_hexes_too_that_nobody_would_be_offered(tmp_path: Path) -> None:
    match = Match.new("bd", "citadel", seed=1)
    match.play("ready")
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        await press(pilot, "2", "g", *"2001", "enter", "enter")
        assert match.state.offensive == {"A": "2001"}, screen_text(app)  # type: ignore[attr-defined]
        await press(pilot, "3", "g", *"2001", "enter", "enter")
        assert "Another offensive supply marker is in" in screen_text(app) and "[bd:7.12]" in screen_text(app)


@pytest.mark.rule("bd:8.9")
async def test_the_list_of_who_waits_does_not_open_on_the_end_of_the_step(tmp_path: Path) -> None:
    roster = Match.new("bd", "citadel").data.roster
    armies = [u for u, size in enumerate(roster.size) if size == "army" and roster.side[u] == "soviet"]
    names = [roster.ids[u] for u in armies[:20]]
    spread = {name: f"{18 + n // 5}14" for n, name in enumerate(names)}
    match = front(spread, ["3pz"], phase="rvgk")
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        assert not table(app).menu.open, "too many to be asked as a list"
        await press(pilot, "a")
        assert "1 end" in screen_text(app) and "▸1 end" not in screen_text(app), screen_text(app)


def test_losses_of_one_step_counters_are_counted_from_what_happened() -> None:
    match = Match.new("bd", "citadel", seed=3)
    bots = {side: make("random", n) for n, side in enumerate(match.data.meta["sides"])}
    while not any(e.kind == "eliminated" for e in match.log):
        match.play(bots[match.side].choose(match)[0])
    gone = [u for e in match.log if e.kind == "eliminated" for u in e.units]
    side = match.data.roster.side[gone[0]]
    own = sum(match.data.roster.side[u] == side for u in gone)
    told = loss_line(match, side, str.capitalize, Timeline(match, "").read_all())
    assert told == f"{side.capitalize()}: {own} unit{'s' * (own != 1)} eliminated"


def test_verbs_about_a_hex_that_few_positions_know_are_marked_so() -> None:
    rare = {v.name for step in ruleset("bd").steps.values() for v in step.verbs if v.rare}
    assert rare == {"declare", "return", "visit", "fortify", "wall", "launch", "recall", "stop"}


@pytest.mark.rule("bd:11.23", "bd:8.38")
async def test_the_map_goes_to_the_attack_that_the_defender_is_asked_about(tmp_path: Path) -> None:
    match = front({"16ra": W, "3t": W}, boxes={"1air": "air armies"})
    match.play(f"target {MID}")
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        table(app).go_to(match.c.board.find("2001"))
        await press(pilot, "escape", ":", *"add 16ra", "enter", ":", *"add 3t", "enter", ":", *"roll", "enter")
        assert match.c.frame.step == "german-answer", screen_text(app)
        assert table(app).label(table(app).cursor) == MID and table(app).in_view(table(app).cursor)


@pytest.mark.rule("bd:9.1")
async def test_many_cities_to_declare_are_one_line_that_opens_the_choice_of_hex(tmp_path: Path) -> None:
    cities = ["1810", "1812", "1814", "1816", "1818"]
    match = position({"16ra": "1813", "3pz": "1815"}, ground={}, places={h: ("city", 1) for h in cities}, turn=20,
                     control=dict.fromkeys(cities, "axis"), order="move-fight",
                     memory={"fortress markers": 2, "first fortress marker": 1})  # fmt: skip
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        await press(pilot, "escape", "a")
        assert "declare ..." in screen_text(app) and "declare 18" not in screen_text(app), screen_text(app)
        at = next(n for n, i in enumerate(table(app).menu.items) if i.text == "declare ...")
        await press(pilot, str(at + 1))
        assert len(table(app).menu.items) == len(cities) and table(app).label(table(app).cursor) == "1818"
        await press(pilot, "down", "enter")
        assert match.state.fortresses == ["1816"], screen_text(app)  # type: ignore[attr-defined]


@pytest.mark.rule("bd:9.7", "bd:R58")
async def test_the_map_goes_to_the_city_that_may_be_declared_in_the_enemys_turn(tmp_path: Path) -> None:
    match = at_the_gates()
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        assert match.prompt.about == match.c.board.find(MID)
        assert table(app).cursor == match.prompt.about
        await press(pilot, "enter")
        assert MID in match.state.heroes, "Enter on it declares it"  # type: ignore[attr-defined]


@pytest.mark.rule("bd:11.3")
async def test_an_end_that_is_typed_is_asked_about_as_the_key_is(tmp_path: Path) -> None:
    match = front({"3pz": W, "24pz": W, "48pz": W}, ["16ra"], side="axis")
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        await press(pilot, "escape", ":", *"end", "enter")
        assert match.c.frame.step == "combat" and "again ends it" in screen_text(app), screen_text(app)
        await press(pilot, ":", *"end", "enter")
        assert match.c.frame.step != "combat", screen_text(app)
