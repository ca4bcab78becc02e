"""Army Group Center by hand: keys pressed out of habit where one thing ends, and sentences that are whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.play.match import Match
from engine.play.timeline import Timeline
from engine.study.luck import rolls_of
from tests.games.efs import corners
from tests.tui.driving import driven, press, screen_text, start, table, until
from tui.game.controller import Controller
from tui.table.pace import MANY
from tui.words.history_rows import entry_texts


def played(match: Match) -> Controller:
    """A match for the screen, its sides at one keyboard that passes to nobody."""
    return Controller(match, None, hand_over=False)


@pytest.mark.rule("efs2:14.25")
async def test_an_air_fight_is_no_battle_on_the_ground_to_be_rolled_for(tmp_path: Path) -> None:
    async with driven(start(tmp_path, played(corners.air_fight()))) as (app, pilot):
        match = table(app).controller.match
        assert match.c.frame.step == "air-fight" and table(app).controller.view.declared()
        before = len(match.history)
        await press(pilot, "e")
        assert len(match.history) == before and "'go' cannot be taken back" in table(app).said
        await press(pilot, "e")
        assert match.history[-1].action == "go" and "odds of" not in screen_text(app)


@pytest.mark.rule("efs2:14.25", "efs2:21.28")
@pytest.mark.parametrize("corner, verb", [(corners.air_fight, "go"), (corners.recovery, "recover")])
@pytest.mark.parametrize("key", ["enter", "1"])
async def test_dice_for_which_a_list_opens_by_itself_fall_at_the_second_key(
    tmp_path: Path, corner: Callable[[], Match], verb: str, key: str
) -> None:
    async with driven(start(tmp_path, played(corner()))) as (app, pilot):
        match, menu = table(app).controller.match, table(app).menu
        before = len(match.history)
        assert menu.open and menu.chosen is not None and menu.chosen.text.startswith(verb)
        await press(pilot, key)
        assert len(match.history) == before and menu.open and "cannot be taken back" in table(app).said
        await press(pilot, key)
        assert match.history[before].action == verb


@pytest.mark.rule("efs2:6.26")
async def test_a_digit_pressed_twice_ends_what_is_asked_about_once(tmp_path: Path) -> None:
    """A unit could be fed: that is asked about before the step ends, not at every key."""
    async with driven(start(tmp_path, played(corners.feeding()))) as (app, pilot):
        match, menu = table(app).controller.match, table(app).menu
        before, line = len(match.history), next(item for item in menu.items if item.text.startswith("done"))
        await press(pilot, line.sign)
        assert len(match.history) == before and "Not done yet" in table(app).said
        await press(pilot, line.sign)
        assert match.history[before].action == "done"


@pytest.mark.rule("efs2:16.5")
async def test_who_advanced_last_is_not_in_hand_for_the_phase_behind_it(tmp_path: Path) -> None:
    match = corners.retreat()
    while match.c.frame.step != "advance":
        match.play(match.prompt.default or next(iter(match.legal)))
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        await press(pilot, "G")
        assert match.c.frame.step == "movement" and match.legal.any()
        assert table(app).hand.selected is None and " advances to " not in table(app).said
        before = len(match.history)
        await press(pilot, "enter")
        assert len(match.history) == before


@pytest.mark.rule("efs2:7.71")
async def test_who_is_asked_in_a_phase_of_both_sides_is_told_in_two_lines(tmp_path: Path) -> None:
    match = Match.new("efs2", "campaign", seed=5)
    assert match.c.frame.step == "replacements" and match.prompt.both
    async with driven(start(tmp_path, played(match))) as (app, _):
        assert "Soviet side: Replacement points" in screen_text(app)


@pytest.mark.rule("efs2:18.44")
async def test_a_strongpoint_under_construction_is_told_whole_in_the_narrow_panel(tmp_path: Path) -> None:
    match = corners.new()
    match.edit({"clear": True, "place": [{"unit": "rd-50", "hex": "B0235"}], "phase": "movement soviet"})
    match.c.state.works["B0235"] = "soviet building"
    match.c.touch()
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        table(app).go_to(match.c.hex("B0235"))
        await press(pilot, "escape")
        told = " ".join(line.rpartition("│")[2].strip() for line in screen_text(app).splitlines())
        assert "Soviet strongpoint under construction" in told


async def test_a_sentence_that_asks_back_ends_with_its_question(tmp_path: Path) -> None:
    async with driven(start(tmp_path, played(corners.new()))) as (app, pilot):
        await press(pilot, "escape", "colon", *"move", "space", *"18Px", "enter")
        assert "nothing called '18Px'" in table(app).said and table(app).said.endswith("?")


@pytest.mark.rule("efs1:10.5.7")
async def test_what_few_positions_know_is_not_offered_for_typing_where_nobody_can(tmp_path: Path) -> None:
    match = Match.new("efs1", "borisov", seed=3)
    match.edit({"clear": True, "place": [{"unit": "18pz-sr1", "hex": "B0135"}], "phase": "movement axis"})
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        await press(pilot, "escape", "colon")
        told = screen_text(app)
        assert "move UNIT" in told and "exit UNIT" not in told and "abandon UNIT" not in told


@pytest.mark.rule("efs1:10.2.1", "efs1:10.2.4")
async def test_of_two_things_that_a_unit_can_do_where_it_stands_enter_tells_which(tmp_path: Path) -> None:
    match = Match.new("efs1", "borisov", seed=3)
    place = [{"unit": "rd-50", "hex": "B0235", "steps": 1}, {"unit": "hq-13a", "hex": "B0235"}]
    points = {"infantry_replacement_points": {"soviet": 2}}
    match.edit({"clear": True, "place": place, "tracks": points, "phase": "motorized-movement soviet"})
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        table(app).go_to(match.c.hex("B0235"))
        await press(pilot, "escape", "enter")
        assert table(app).said.endswith("activate, replace; Enter: activate")
        await press(pilot, "enter")
        assert match.history[-1].action == "activate rd-50"


@pytest.mark.rule("efs2:12.17", "efs1:12.8")
async def test_an_attack_on_two_hexes_is_shown_with_the_odds_of_both(tmp_path: Path) -> None:
    for game in ("efs1", "efs2"):
        match = Match.new(game, "borisov", seed=3)
        place = [{"unit": "18pz-pzr", "hex": corners.AT}, *({"unit": name, "hex": label}
                 for name, label in (("rd-100", corners.ENEMY), ("rd-50", corners.BESIDE)))]  # fmt: skip
        match.edit({"clear": True, "place": place, "phase": "attack-declaration axis"})
        for action in (f"attack 18pz-pzr {corners.ENEMY}", f"unite {corners.ENEMY} {corners.BESIDE}", "done"):
            match.play(action)
        while match.c.frame.step != "combat":
            match.play("done")
        async with driven(start(tmp_path / game, played(match))) as (app, pilot):
            table(app).go_to(match.c.hex(corners.ENEMY))
            view, tanks = match.view("axis"), match.c.unit("18pz-pzr")
            both = view.engaged("attack", view.engagements()[0]).heading
            one = view.tally("attack", [tanks], match.c.hex(corners.ENEMY)).heading
            assert both != one
            await press(pilot, "escape", "e")
            assert f"resolve at {both}" in screen_text(app) and f"resolve at {one}:" not in screen_text(app)


@pytest.mark.rule("efs2:12.11")
async def test_enter_once_more_leaves_a_declared_attack_as_it_is(tmp_path: Path) -> None:
    match = corners.new()
    place = {**dict.fromkeys(corners.PANZERS, corners.AT), "rd-100": corners.ENEMY}
    places = [{"unit": name, "hex": label} for name, label in place.items()]
    match.edit({"clear": True, "place": places, "phase": "attack-declaration axis"})
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        target = match.c.hex(corners.ENEMY)
        table(app).go_to(target)
        await press(pilot, "escape", "x", "enter")
        declared, before = dict(table(app).controller.view.declared()), len(match.history)
        assert len(declared[target]) == len(corners.PANZERS)
        await press(pilot, "enter")
        assert table(app).tally.plan is not None and len(match.history) == before, "the attack is shown again"
        await press(pilot, "enter")
        assert table(app).controller.view.declared() == declared and len(match.history) == before
        await press(pilot, "m")
        assert "cancel" in screen_text(app), "calling it off is an answer of its own"
        await press(pilot, "escape", "escape", "x", "0", "enter")
        assert table(app).controller.view.declared() == {}
        assert table(app).said == f"{corners.ENEMY}: the attack is called off."


@pytest.mark.rule("efs2:10.22")
async def test_a_stack_whose_move_was_taken_back_comes_to_hand_with_the_key_that_took_it(tmp_path: Path) -> None:
    match = corners.new()
    places = [{"unit": name, "hex": corners.AT} for name in corners.PANZERS]
    match.edit({"clear": True, "place": places, "phase": "movement axis"})
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        screen = table(app)
        screen.go_to(match.c.hex(corners.AT))
        await press(pilot, "escape", "G")
        screen.go_to(match.c.hex("A6138"))
        await press(pilot, "enter", "u", "escape", "escape")
        screen.go_to(match.c.hex(corners.AT))
        await press(pilot, "G")
        assert screen.hand.selected in corners.PANZERS and len(screen.groups.group()) == len(corners.PANZERS)
        await press(pilot, "G")
        assert screen.groups.group() == [] and screen.said == "Nobody here is picked any more."


@pytest.mark.rule("efs2:8.12", "efs2:11.2")
async def test_who_enters_from_the_list_is_shown_where_and_enter_leaves_it_its_movement(tmp_path: Path) -> None:
    match = corners.new()
    while (match.c.frame.step, match.side) != ("movement", "axis"):
        match.play(match.prompt.default or "end")
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        screen = table(app)
        screen.go_to(match.c.hex("B0435"))
        await press(pilot, "escape", "w", "enter")
        unit = screen.hand.selected
        assert unit is not None and screen.hand.decision.place(unit) is None
        assert screen.hand.decision.of(unit)[0].verb == "enter" and screen.cursor in screen.hand.targets
        screen.go_to(match.c.hex("A5739"))
        await press(pilot, "enter")
        assert match.history[-1].action == f"enter {unit} A5739"


@pytest.mark.rule("efs2:21.12")
async def test_a_headquarters_in_the_list_of_what_is_left_tells_that_it_activates_others(tmp_path: Path) -> None:
    match = corners.new()
    places = [{"unit": "hq-13a", "hex": "B1438"}, {"unit": "rd-155", "hex": "B1338"}]
    match.edit({"clear": True, "place": places, "phase": "motorized-movement soviet"})
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        await press(pilot, "escape", "w", *"13aq", "enter")
        assert table(app).cursor == match.c.hex("B1438") and "to activate others" in table(app).said


@pytest.mark.rule("efs2:15.6", "efs2:16.21")
async def test_the_die_of_a_computer_player_is_told_where_it_is_answered(tmp_path: Path) -> None:
    match = corners.new()
    units = dict.fromkeys((*corners.PANZERS, "asup-01"), corners.AT) | dict.fromkeys(("rd-100", "rd-50"), corners.ENEMY)
    places = [{"unit": name, "hex": label} for name, label in units.items()]
    match.edit({"clear": True, "place": places, "phase": "attack-declaration axis"})
    match.meta |= {"player.axis": "greedy", "player.soviet": "human"}
    match.dice.queue([3])
    controller = played(match)
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await until(pilot, lambda: not controller.bot_turn, 2000)
        await until(pilot, lambda: "tells each of them and why" in table(app).said, 400)
        assert len(controller.deeds) >= MANY and match.side == "soviet" and " roll 3" in table(app).said


@pytest.mark.rule("efs2:10.13", "efs2:12.35")
async def test_who_is_found_by_name_is_in_hand_in_place_of_the_one_before(tmp_path: Path) -> None:
    """A division that a headquarters may activate where it stands; Enter does not send the tanks there."""
    match = Match.new("efs2", "campaign", seed=3)
    units = {"td-14": "B0929", "rd-100": "B1030", "hq-13a": "B1131", "18pz-pzr": "B0831"}
    place = [{"unit": name, "hex": label} for name, label in units.items()]
    changes = {"place": place, "turn": 9, "phase": "motorized-movement soviet", "tracks": {"mandated_attacks": 1}}
    match.edit({"clear": True, **changes})
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        screen = table(app)
        screen.go_to(match.c.hex("B0929"))
        await press(pilot, "enter", "g", *"100RD", "enter", "enter")
        assert match.history[-1].action == "activate rd-100" and screen.hand.selected == "rd-100"
        await press(pilot, "escape")
        screen.go_to(match.c.hex("B1131"))
        await press(pilot, "m")
        assert "double 13Aq  +1, Mandated Attack due" in screen_text(app)


@pytest.mark.rule("efs2:14.23", "efs2:14.31")
def test_what_follows_the_last_secret_order_stands_in_history_story_and_dice_of_the_other_side() -> None:
    match = Match.new("efs2", "campaign", seed=3)
    match.edit({"phase": "interdiction axis", "turn": 3})
    match.play("end")
    match.play("send stg77-i C1508")
    while match.c.frame.step == "missions":
        match.play("done")
    line = Timeline(match, "axis").read_all()
    assert line.entries[-1].hidden and line.entries[-1].line.side == "soviet"
    rows = [text for text, _ in entry_texts(match.data, line.entries[-1], "Soviet side")]
    assert rows[0] == "Soviet side: a secret choice" and any("Over " in text for text in rows)
    thrown = [roll for roll in rolls_of(line)[0] if roll.line == line.entries[-1].number]
    assert len(thrown) == sum(len(event.rolls) for event in line.entries[-1].events) > 0


@pytest.mark.rule("efs2:6.48", "efs2:19.21")
async def test_behind_a_conversion_the_mark_of_the_list_is_not_on_what_costs_supply(tmp_path: Path) -> None:
    match = Match.new("efs2", "campaign", seed=3)
    dump = {"unit": "asup-01", "hex": "A6039", "asp": 2}
    wait = [{"unit": name, "box": "turn 9", "asp": 1} for name in ("asup-02", "asup-03")]
    place = [{"unit": "6inf", "hex": "A6039"}, dump, *wait]
    tracks = {"railroad_conversion_points": 8}
    match.edit({"clear": True, "turn": 9, "place": place, "tracks": tracks, "phase": "engineering axis"})
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        menu = table(app).menu
        assert any(item.text.startswith("lower ") for item in menu.items)
        for _ in range(20):
            assert menu.chosen is not None and not menu.chosen.text.startswith("lower ")
            if not menu.chosen.text.startswith("convert "):
                break
            await press(pilot, "enter")
        assert any(line.action.startswith("convert ") for line in match.history)
