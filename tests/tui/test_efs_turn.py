"""Army Group Center by hand through a whole turn: what a tired player met from the first phase to the last."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.components.charts import Tally
from engine.games.efs import rails
from engine.play.action import Action
from engine.play.match import Match
from tests.games.efs import corners
from tests.tui.driving import driven, press, screen_text, start, table
from tui.game.controller import Controller
from tui.game.decision import Decision
from tui.widgets.panels import outline_lines
from tui.widgets.tally_panel import odds

PANZERS = ("18pz-pzr", "18pz-sr1", "18pz-sr2")


def played(match: Match) -> Controller:
    """A match for the screen, its sides at one keyboard that passes to nobody."""
    return Controller(match, None, hand_over=False)


def laid(phase: str, *place: dict[str, object]) -> Match:
    """A position of the Campaign at turn 9."""
    match = Match.new("efs2", "campaign", seed=3)
    match.edit({"clear": True, "turn": 9, "phase": phase, "place": list(place)})
    return match


def at(unit: str, label: str) -> dict[str, object]:
    """One unit of such a position."""
    return {"unit": unit, "hex": label}


def fighting(*more: str) -> Match:
    """The Combat Phase with attacks on two hexes that lie side by side."""
    match = corners.attacked({"rd-100": corners.ENEMY, "mcr-24": corners.BESIDE}, *more)
    while match.c.frame.step != "combat":
        match.play(match.prompt.default or "done")
    return match


@pytest.mark.rule("efs2:7.71")
async def test_behind_the_last_that_is_marked_enter_takes_no_mark_back(tmp_path: Path) -> None:
    async with driven(start(tmp_path, played(corners.replacements()))) as (app, pilot):
        match, menu = table(app).controller.match, table(app).menu
        for _ in range(6):
            if match.c.frame.step != "replacements":
                break
            assert menu.chosen is not None and not menu.chosen.text.startswith("unmark")
            await press(pilot, "enter")
        assert not any(row.action.startswith("unmark") for row in match.history)


@pytest.mark.rule("efs2:14.32")
async def test_an_air_fight_is_shown_where_it_is(tmp_path: Path) -> None:
    async with driven(start(tmp_path, played(corners.air_fight()))) as (app, _):
        assert table(app).controller.match.c.frame.step == "air-fight"
        assert table(app).cursor == table(app).controller.match.c.hex(corners.ENEMY)


@pytest.mark.rule("efs2:4.21")
def test_a_segment_is_not_done_while_one_of_its_phases_goes_on() -> None:
    match = laid("movement soviet", at("rd-50", "B1435"), at("18pz-pzr", "A6238"))
    told = ["".join(text for text, _ in row).strip() for row in outline_lines(match.view("soviet"), 50, 40, False)]
    assert any(row.startswith("▶ Soviet Player Segment") for row in told)
    assert any(row.startswith("✓ Axis Player Segment") for row in told)
    assert any(row.startswith("▶ Movement") for row in told)


@pytest.mark.rule("efs2:12.11")
async def test_attack_declaration_does_not_end_by_a_key_too_many(tmp_path: Path) -> None:
    """While nothing is declared, reaction, air support and combat of the turn would go with it."""
    match = laid("attack-declaration axis", *(at(u, corners.AT) for u in PANZERS), at("rd-100", corners.ENEMY))
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        before = len(match.history)
        await press(pilot, "e")
        assert len(match.history) == before and "could be attacked" in table(app).said
        await press(pilot, "e")
        assert match.history[-1].action == "done"


@pytest.mark.rule("efs2:15.1")
async def test_the_plan_of_a_declared_attack_has_those_who_attack_from_other_hexes_too(tmp_path: Path) -> None:
    match = laid(
        "attack-declaration axis", at(PANZERS[0], corners.AT), at("6inf", "A6240"), at("rd-100", corners.ENEMY)
    )
    for name in (PANZERS[0], "6inf"):
        match.play(f"attack {name} {corners.ENEMY}")
    match.play("done")
    while match.c.frame.step != "combat":
        match.play(match.prompt.default or "done")
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        table(app).go_to(match.c.hex(corners.ENEMY))
        await press(pilot, "x")
        plan = table(app).tally.plan
        assert plan is not None and set(plan.chosen) == set(match.view("axis").declared()[plan.target])
        assert len(plan.chosen) == 2


@pytest.mark.rule("efs2:12.17")
async def test_enter_at_another_attack_neither_rolls_for_the_one_prepared_nor_unites_them(tmp_path: Path) -> None:
    match = fighting()
    match.play(f"fight {corners.ENEMY}")
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        screen = table(app)
        screen.go_to(match.c.hex(corners.BESIDE))
        await press(pilot, "enter", "enter")
        assert match.history[-1].action == f"fight {corners.BESIDE}"
        assert not any(row.action.startswith(("unite", "resolve")) for row in match.history)


@pytest.mark.rule("efs2:15.1")
async def test_the_list_of_answers_stays_at_the_battle_that_is_prepared(tmp_path: Path) -> None:
    match = fighting()
    match.play(f"fight {max(corners.ENEMY, corners.BESIDE)}")
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        await press(pilot, "a")
        chosen = table(app).menu.chosen
        assert chosen is not None and not chosen.text.startswith("fight")


@pytest.mark.rule("efs2:15.21")
async def test_the_plan_and_the_list_of_attacks_tell_the_same_odds(tmp_path: Path) -> None:
    """Before anything is declared both count on the Attack Supply that is at hand."""
    place = [*(at(u, corners.AT) for u in (*PANZERS, "asup-01")), at("rd-100", corners.ENEMY)]
    match = laid("attack-declaration axis", *place)
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        (listed,) = match.view("axis").prospects()
        await press(pilot, "X", "enter")
        plan = table(app).tally.plan
        assert plan is not None
        found = plan.tally(plan.chosen)
        assert isinstance(found, Tally) and odds(found) == odds(listed.tally)
        assert found.distribution == listed.tally.distribution and table(app).said == ""
        told = [entry.text for entry in found.lines]
        assert any("counted on for Attack Supply" in text for text in told) and "no Attack Supply" not in told


@pytest.mark.rule("efs2:12.32")
async def test_enter_on_a_declared_attack_that_can_be_mandated_does_not_call_it_off(tmp_path: Path) -> None:
    bare = Match.new("efs2", "campaign", seed=3)
    around = [bare.c.label(h) for h in bare.c.grid.adjacent[bare.c.hex("B1435")]]
    place = [at(u, h) for u, h in zip(("td-13", "rd-50", "rd-100"), around, strict=False)]
    match = laid("attack-declaration soviet", *place, at("18pz-pzr", "B1435"))
    match.c.state.mandates = 1
    match.c.touch()
    for name in ("td-13", "rd-50", "rd-100"):
        match.play(f"attack {name} B1435")
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        table(app).go_to(match.c.hex("B1435"))
        await press(pilot, "enter", "enter", "enter")
        assert not any(row.action.startswith("cancel") for row in match.history)
        assert match.history[-1].action == "mandate B1435"


@pytest.mark.rule("efs2:10.23", "efs2:10.34")
def test_who_has_points_left_for_no_hex_does_not_go_on() -> None:
    match = laid("movement axis", at("6inf", "A6039"), at("rd-50", "B1435"))
    match.play("move 6inf A5939")
    u = match.c.roster.find("6inf")
    assert "may go on" in match.prompt.text and any("may go on" in task.text for task in match.view("axis").tasks())
    match.c.state.mp_left[u] = 1
    match.c.touch()
    match._after()
    assert "may go on" not in match.prompt.text
    assert not any("may go on" in task.text for task in match.view("axis").tasks())


@pytest.mark.rule("efs2:11.37")
def test_enemies_far_off_are_said_to_be_overrun_from_beside_them() -> None:
    match = laid("movement axis", at("18pz-pzr", "A6039"), at("rd-50", "A6339"))
    refusal = Decision(match).why_not("18pz-pzr", match.c.hex("A6339"))
    assert refusal is not None and refusal.rule == "efs2:11.37" and "from a hex beside them" in refusal.reason


@pytest.mark.rule("efs2:19.3")
def test_a_railroad_of_the_own_gauge_is_said_to_be_so() -> None:
    match = laid("engineering soviet", at("rd-50", "B1435"), at("18pz-pzr", "A6238"))
    c = match.c
    own = next(h for h in sorted(match.data.in_play) if rails.is_rail(c, h) and rails.owner(c, h) == "soviet")
    refusal = match.check(Action("convert", (c.label(own),)))
    assert refusal is not None and "gauge already" in refusal.reason and refusal.rule == "efs2:19.3"
    bare = next(h for h in sorted(match.data.in_play) if not rails.is_rail(c, h))
    refusal = match.check(Action("convert", (c.label(bare),)))
    assert refusal is not None and "no railroad" in refusal.reason


@pytest.mark.rule("efs2:10.11")
async def test_letters_out_of_view_say_which_of_them_is_the_nearest(tmp_path: Path) -> None:
    match = laid("movement axis", at("6inf", "A6039"), at("rd-50", "B1435"))
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        screen = table(app)
        screen.go_to(match.c.hex("A6039"))
        await press(pilot, "enter")
        screen.go_to(match.c.hex("D5025"))
        await press(pilot, "f")
        assert "None of these hexes is in view: a goes to the nearest" in screen.said
        await press(pilot, "a")
        assert screen.cursor in screen.hand.targets


@pytest.mark.rule("efs2:10.12")
async def test_whose_decision_it_is_stands_in_the_question_at_eighty_columns(tmp_path: Path) -> None:
    """The title tells the points of one side: the question must name the side that is asked."""
    place = [at(f"rd-{n}", f"B14{35 - k:02}") for k, n in enumerate((50, 100, 153))]
    match = laid("motorized-movement soviet", *place, at("hq-13a", "B1334"), at("td-13", "B1333"))
    async with driven(start(tmp_path, played(match))) as (app, _):
        assert "could be activated" in screen_text(app) and "Soviet side: Move, then end" in screen_text(app)


@pytest.mark.rule("efs2:15.1")
async def test_the_last_battle_that_comes_up_by_itself_is_shown(tmp_path: Path) -> None:
    """The loss before it was taken far away."""
    match = fighting()
    match.play(f"fight {corners.BESIDE}")
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        screen = table(app)
        target = match.c.hex(corners.BESIDE)
        screen.go_to(match.c.hex("B1931"))
        await press(pilot, "down")
        assert not screen.in_view(target) and screen.cursor != target
        screen.changed()
        assert screen.cursor == target


@pytest.mark.rule("efs2:10.13", "efs2:21.11")
def test_who_waits_to_be_activated_is_told_why_nobody_does_it() -> None:
    place = [at("rd-50", "B1435"), at("rd-100", "B1436"), at("td-13", "B1433"), at("18pz-pzr", "A6238")]
    match = laid("motorized-movement soviet", *place)
    refusal = match.check(Action("move", ("rd-50", "B1434")))
    assert refusal is not None and "No operational headquarters is in range of B1435" in refusal.reason


@pytest.mark.rule("efs2:19.21")
async def test_a_digit_takes_the_cursor_to_the_hex_that_it_answers_for(tmp_path: Path) -> None:
    """Enter is pressed again: it goes on where the railroad was converted and not at the first line of the list."""
    match = Match.new("efs2", "campaign", seed=3)
    match.edit({"turn": 3, "phase": "engineering axis", "tracks": {"railroad_conversion_points": 8}})
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        screen = table(app)
        await press(pilot, "a")
        lines = [item for item in screen.menu.items if item.text.startswith("convert") and item.sign.isdigit()]
        line = lines[-1]
        await press(pilot, line.sign)
        done = match.history[-1].action
        assert done.startswith("convert ") and match.c.label(screen.cursor) == done.split()[1]


@pytest.mark.rule("efs2:8.12")
async def test_who_waits_off_the_map_is_not_said_to_be_off_it(tmp_path: Path) -> None:
    match = Match.new("efs2", "lepel", seed=7)
    match.edit({"phase": "movement axis"})
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        screen = table(app)
        screen.acting.select("2pz-rec")
        if screen.hand.selected is None:
            screen.acting.select(
                next(s for s in screen.hand.decision.subjects if screen.hand.decision.place(s) is None)
            )
        other = next(h for h in sorted(match.data.in_play) if h not in screen.hand.targets)
        screen.go_to(other)
        await press(pilot, "m")
        assert "acts on the marked hexes" in screen.said and "not on the map" not in screen.said


@pytest.mark.rule("efs2:7.73")
async def test_marked_units_that_receive_nothing_are_told_before_engineering_ends(tmp_path: Path) -> None:
    """They stood still for it the whole turn; of all who could be rebuilt they come first."""
    match = laid(
        "engineering soviet", at("rd-50", "B1435"), at("18pz-pzr", "A6238"), {"unit": "rd-100", "box": "cadre"}
    )
    s, u = match.c.state, match.c.roster.find("rd-50")
    s.steps_left[u], s.points["soviet I"] = 1, 2
    s.receiving["rd-50"] = 1
    match.c.touch()
    match._after()
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        screen = table(app)
        assert "1 marked unit" in match.prompt.text
        await press(pilot, "escape", "e")
        assert match.c.frame.step == "engineering" and "50RD (marked: receives a step" in screen.said
        match.play("rebuild rd-50 I")
        assert s.steps_left[u] == 2 and "marked" not in match.prompt.text
        assert not any("marked" in task.text for task in match.view("soviet").tasks())


@pytest.mark.rule("efs2:11.37")
async def test_an_overrun_whose_odds_stand_in_the_plan_is_not_asked_about_twice(tmp_path: Path) -> None:
    match = laid("movement axis", at("18pz-pzr", "A1630"), at("bg-107", "A1730"))
    async with driven(start(tmp_path, played(match))) as (app, pilot):
        play = table(app)
        await press(pilot, "g", *"A1730", "enter", "x")
        plan = play.tally.plan
        assert plan is not None and "overrun" in screen_text(app), screen_text(app)
        assert plan.rolls and "↵ roll for it" in screen_text(app)
        await press(pilot, "enter")
        assert match.history and match.history[-1].action.startswith("overrun") and match.history[-1].rolls
