"""Keys do what was meant: the attack panel is modal, the question before an end arms itself again, Enter and ``.`` are
about what is highlighted, Esc is one level.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.action import Action
from engine.play.match import Match
from engine.players import make
from tests.games.ava.battles import NORTHWEST, SOUTHWEST, TARGET, strike
from tests.support.pm_position import position as pm_position
from tests.support.position import at, play, position
from tests.tui.driving import driven, game, press, screen_text, start, table, until
from tests.tui.test_left import FAR, segment, sitting
from tests.tui.test_pm_play import at_table, bar, front, go
from tui.game.controller import Controller
from tui.screens.turn_over import TurnOverScreen
from tui.widgets.tally_panel import Plan


# ---------------------------------------------------------------------- the attack panel
@pytest.mark.parametrize("key", ["e", ".", "G", ",", "f", "m", "y"])
async def test_behind_the_attack_panel_no_key_reaches_the_map(tmp_path: Path, key: str) -> None:
    match = segment({"7pz": NORTHWEST, "10rd": TARGET}, "combat")
    play(match, f"attack 7pz {TARGET}")
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "x", key)
        assert len(match.history) == 1 and table(app).tally.plan is not None
        assert table(app).said == "The attack panel is open: ↵ carries it out, esc closes it."
        await press(pilot, "escape", "e")
        assert match.history[-1].action != f"attack 7pz {TARGET}", "with the panel closed the key means what it says"


async def test_the_attack_panel_closes_when_the_game_is_another_one(tmp_path: Path) -> None:
    match = segment({"7pz": NORTHWEST, "10rd": TARGET}, "combat")
    play(match, f"attack 7pz {TARGET}")
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "x", "u")
        assert match.history == [] and table(app).tally.plan is None and "Attack ──" not in screen_text(app)


# ---------------------------------------------------------------------- ending early
@pytest.mark.parametrize(
    "between", [("w", "escape"), ("tab",), (":", *"move 12pz S1808", "enter"), (":", "x", "enter")]
)
async def test_what_ends_a_segment_is_asked_again_after_any_other_key(tmp_path: Path, between: tuple[str, ...]) -> None:
    match = segment({"7pz": FAR, "12pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "e")
        assert "e again ends it" in screen_text(app)
        await press(pilot, *between, "escape", "e")
        assert "e again ends it" in screen_text(app) and match.c.frame.step == "movement"
        await press(pilot, "e")
        assert match.c.frame.step != "movement"


# ---------------------------------------------------------------------- Enter and again
async def test_enter_where_a_unit_stands_does_the_one_thing_that_is_marked(tmp_path: Path) -> None:
    match = segment({"7pz": NORTHWEST, "12pz": NORTHWEST, "10rd": TARGET}, "combat")
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        table(app).go_to(match.c.hex(NORTHWEST))
        await press(pilot, "enter")
        first = table(app).hand.selected
        assert f"{TARGET} is marked" in screen_text(app)
        await press(pilot, "enter")
        assert [line.action for line in match.history] == [f"attack {first} {TARGET}"]


async def test_enter_where_a_unit_stands_takes_no_other_one_in_hand(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        table(app).go_to(match.c.hex(FAR))
        await press(pilot, "enter")
        first = table(app).hand.selected
        await press(pilot, "enter")
        assert table(app).hand.selected == first and not match.history
        assert "put the cursor on one of" in table(app).said and "a digit takes another unit" in table(app).said
        stack = [match.data.roster.ids[u] for u in table(app).controller.view.stacks[match.c.hex(FAR)]]
        other = next(name for name in stack if name != first)
        await press(pilot, str(stack.index(other) + 1))
        assert table(app).hand.selected == other


async def test_again_is_for_the_unit_in_hand(tmp_path: Path) -> None:
    match = segment({"7pz": NORTHWEST, "12pz": NORTHWEST, "36mot": SOUTHWEST, "10rd": TARGET}, "combat")
    play(match, f"attack 7pz {TARGET}")
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        table(app).go_to(match.c.hex(SOUTHWEST))
        await press(pilot, "enter", ".")
        assert match.history[-1].action == f"attack 36mot {TARGET}", "not the next of the stack that acted last"


async def test_again_says_why_the_unit_in_hand_cannot(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": FAR, "291inf": "S1510", "10rd": TARGET})
    play(match, "move 7pz S1805")
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        table(app).acting.select("291inf")
        await press(pilot, ".")
        assert len(match.history) == 1 and at(match, "12pz") == FAR
        assert table(app).said.startswith("291I cannot repeat 'move 7Pz S1805'")


# ---------------------------------------------------------------------- one level back
async def test_escape_leaves_the_letters_and_keeps_what_is_in_hand_and_picked(tmp_path: Path) -> None:
    async with driven(start(tmp_path, front())) as (app, pilot):
        await go(pilot, app, "2510N")
        await press(pilot, "G", "f")
        screen = table(app)
        picked, held = screen.groups.group(), screen.hand.selected
        assert screen.hand.letters and len(picked) == 3
        await press(pilot, "escape")
        assert not screen.hand.letters and screen.hand.selected == held and screen.groups.group() == picked
        await press(pilot, "escape")
        assert screen.hand.selected is None and screen.groups.group() == picked and "G again lets them go" in bar(app)
        await press(pilot, "escape", "escape")
        assert screen.groups.group() == picked and "G again lets them go" in bar(app)
        await press(pilot, "enter")
        assert screen.hand.selected in picked
        await press(pilot, "escape", "escape", "G")
        assert screen.hand.selected in picked and screen.groups.group() == picked, "nobody is let go unseen"
        await press(pilot, "G")
        assert screen.groups.group() == [] and "Nobody here is picked any more." in bar(app)


# ---------------------------------------------------------------------- typed ahead
async def test_the_key_of_the_step_before_does_nothing_final(tmp_path: Path) -> None:
    match = segment({"7pz": NORTHWEST, "12pz": FAR, "10rd": TARGET}, "combat")
    play(match, f"attack 7pz {TARGET}")
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        app.type_ahead = 30.0
        table(app).changed()
        await press(pilot, "u", "U", "e", "e")
        assert match.c.frame.step == "combat" and len(match.history) == 1, "no die for a key that came too soon"
        assert "Not done: 'fight' cannot be taken back" in table(app).said
        app.type_ahead = 0.0
        await press(pilot, "e")
        assert match.history[1].action == "fight"


async def test_what_can_be_taken_back_needs_no_pause(tmp_path: Path) -> None:
    match = segment({"7pz": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        app.type_ahead = 30.0
        table(app).changed()
        await press(pilot, "e")
        assert match.c.frame.step == "combat" and match.can_undo


async def test_a_line_of_a_list_that_came_by_itself_waits_too(tmp_path: Path) -> None:
    match = position({"7pz": FAR}, phase="draw", chits={"supply": "cup"})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        app.type_ahead = 30.0
        table(app).changed()
        assert table(app).menu.open
        await press(pilot, "enter", "1")
        assert not match.history and table(app).menu.open and "Press again" in table(app).said
        app.type_ahead = 0.0
        await press(pilot, "enter")
        assert match.history


def test_what_is_final_is_known_before_and_changes_nothing() -> None:
    match = segment({"7pz": NORTHWEST, "10rd": TARGET}, "combat")
    play(match, f"attack 7pz {TARGET}")
    before = match.digest()
    assert match.final(Action("fight")) and not match.final(Action("withdraw", ("7pz",)))
    assert match.digest() == before and match.can_undo


# ---------------------------------------------------------------------- what would be lost
async def test_reinforcements_that_could_still_come_are_asked_about(tmp_path: Path) -> None:
    match = position({"7pz": FAR}, phase="reinforcements", boxes={"291inf": "available"}, turn=4)
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        assert match.c.frame.step == "reinforce"
        await press(pilot, "e")
        assert "1 German to deploy" in table(app).said and match.c.frame.step == "reinforce"
        await press(pilot, "e")
        assert not match.state.stack or match.c.frame.step != "reinforce"


@pytest.mark.rule("pm:4.4")
async def test_the_end_of_movement_tells_who_could_enter_greater_germany(tmp_path: Path) -> None:
    match = pm_position({"7pz": "2510N", "rd-001": "1718N", "rd-002": "2808N"}, tried=("rd-001", "rd-002"))
    zone = match.data.board.zones["zomo_germany"].inside
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "e")
        assert "1 Soviet unit could enter Greater Germany, at " in table(app).said
        label = table(app).said.partition(", at ")[2][:5]
        assert match.c.hex(label) in zone
        await press(pilot, "e")
        assert match.side == "soviet"


# ---------------------------------------------------------------------- the end of a turn
async def test_a_turn_ends_with_a_page_that_keys_typed_ahead_do_not_pass(tmp_path: Path) -> None:
    match = Match.new("ava", "smolensk", seed=5)
    match.meta["player.soviet"] = "random"
    chance = make("random", 5)
    async with driven(start(tmp_path, Controller(match, None), turn_summary=True, confirm_end=False)) as (app, pilot):
        for _ in range(600):
            if isinstance(app.screen, TurnOverScreen):
                break
            if match.side == "axis":
                assert table(app).acting.play(chance.choose(match)[0])
            await pilot.pause()
        await until(pilot, lambda: "begins." in screen_text(app))
        assert "T1 22 Jun-1 Jul is over" in screen_text(app) and " of 60 points" in screen_text(app)
        assert "Soviet Union: " in screen_text(app) and "T2 2-11 Jul begins." in screen_text(app)
        before, app.type_ahead = len(match.history), 30.0
        await press(pilot, "e", "enter", "escape", "e")
        assert isinstance(app.screen, TurnOverScreen) and len(match.history) == before
        app.type_ahead = 0.0
        await press(pilot, "enter")
        assert table(app).controller.match.state.turn == 2
        await until(pilot, lambda: not table(app).controller.bot_turn)
        assert table(app).menu.open or table(app).controller.decision.subjects


async def test_no_page_where_the_setting_says_so_or_nobody_sits_here(toy: str, tmp_path: Path) -> None:
    controller = game(tmp_path, axis="random", soviet="random")
    async with driven(start(tmp_path, controller, turn_summary=True)) as (app, pilot):
        await until(pilot, lambda: controller.match.state.turn > 1 or controller.match.over)
        assert not isinstance(app.screen, TurnOverScreen)


# ---------------------------------------------------------------------- lists
async def test_a_digit_begins_a_name_where_names_begin_with_digits(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "w", "1", "2")
        assert table(app).menu.open and [i.text.partition(":")[0] for i in table(app).menu.items] == ["12Pz"]
        await press(pilot, "enter")
        assert table(app).hand.selected == "12pz"


async def test_a_letter_that_finds_nothing_is_no_filter(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "w")
        every = len(table(app).menu.items)
        await press(pilot, "Q")
        assert not table(app).menu.filtering and len(table(app).menu.items) == every
        assert "Nothing in this list has 'Q'." in table(app).said
        await press(pilot, "1", "q")
        assert table(app).menu.text == "1" and table(app).menu.items, "what was found stays"
        await press(pilot, "escape", "escape")
        assert not table(app).menu.open


async def test_letters_beside_the_answers_of_a_decision_are_the_keys_of_the_map(tmp_path: Path) -> None:
    match = position({"7pz": FAR}, phase="draw", chits={"supply": "cup"})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        assert table(app).menu.open
        zoom = table(app).zoom
        await press(pilot, "z")
        assert table(app).zoom != zoom and table(app).menu.open and not table(app).menu.filtering
        await press(pilot, "A", "e")
        assert match.history, "no stray letter has made the key a filter"


async def test_numbered_lists_take_letters_after_a_slash_alone(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "o", "z")
        menu = table(app).menu
        assert not menu.filtering and table(app).said.startswith("'z' is no line of this list. ↵ takes the marked one")
        await press(pilot, "/", "z", "o", "n")
        assert menu.filtering and menu.items and all("zon" in i.text.lower() for i in menu.items)


@pytest.mark.rule("pm:8.14")
async def test_lines_keep_their_numbers_while_others_are_used_up(tmp_path: Path) -> None:
    units: dict[str, str | tuple[str, int]] = {
        "131inf": ("2510N", 1),
        "12inf": ("2510N", 1),
        "6inf": ("2510N", 1),
        "rd-001": "2808N",
    }
    match = pm_position(units, turn=4, phase="upkeep")
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "a")
        menu = table(app).menu
        before = {i.text: i.sign for i in menu.items}
        taken = next(i for i in menu.items if i.text.startswith("replace"))
        await press(pilot, taken.sign)
        assert match.history and str(match.history[-1].action).startswith("replace")
        if not menu.open:
            await press(pilot, "a")
        after = {i.text: i.sign for i in menu.items}
        assert taken.text not in after and after
        assert all(after[text] == sign for text, sign in before.items() if text in after)
        history = len(match.history)
        await press(pilot, taken.sign)
        assert len(match.history) == history, "the same digit does not take the next one"


@pytest.mark.rule("pm:8.3")
async def test_a_reserve_that_can_come_in_is_found_and_in_hand(tmp_path: Path) -> None:
    match = pm_position({"7pz": "2510N", "rd-001": "4122N"}, turn=2, boxes={"60mot": "okh north", "18pz": "turn 5"})
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "g", *"60m", "enter")
        assert table(app).hand.selected == "60mot" and "marked" in bar(app)
        await press(pilot, "f")
        letters = table(app).hand.letters
        place, code = next(iter(letters.items()))
        await press(pilot, *code[:-1], code[-1].upper())
        assert match.state.hex_of[match.c.unit("60mot")] == place
        await press(pilot, "g", *"18pz", "enter")
        assert table(app).hand.selected != "18pz" and "is not on the map: comes on turn 5." in table(app).said


@pytest.mark.rule("ava:10.7")
async def test_the_vacated_hex_has_the_first_letter_of_an_advance(tmp_path: Path) -> None:
    match = segment({"7pz": NORTHWEST, "12pz": NORTHWEST, "10rd": TARGET}, "combat")
    strike(match, "RR", "7pz", "12pz")
    while match.c.frame.step == "retreat":
        match.play(next(iter(match.legal)))
    assert match.c.frame.step == "advance" and match.view().vacated() == match.c.hex(TARGET)
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        table(app).acting.select("7pz")
        await press(pilot, "f")
        assert len(table(app).hand.letters) > 1 and next(iter(table(app).hand.letters)) == match.c.hex(TARGET)
        await press(pilot, "A")
        assert at(match, "7pz") == TARGET
    assert segment({"7pz": FAR}).view().vacated() == -1


async def test_a_plan_notes_who_was_moved_up_for_it(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "X")
        first = table(app).menu.items[0].value
        await press(pilot, "enter", "enter")
        hand = table(app).hand
        assert hand.meant == {u: first.target for u, _ in first.stands}
        await press(pilot, "e", "e")
        hand.renew()
        assert hand.meant and hand.carried, "they are to be declared now"
        await press(pilot, "e", "e")
        hand.renew()
        assert hand.meant == {}, "what comes after begins with no plans"


def test_a_second_plan_says_whom_it_takes_from_the_first() -> None:
    match = segment({"7pz": NORTHWEST, "10rd": TARGET, "90rd": "S1908"}, "combat")
    u, target = match.c.unit("7pz"), match.c.hex(TARGET)
    plan = Plan(match.view(), "axis", match.c.hex("S1908"), "attack", lambda unit, h: True, meant={u: target})
    shown = "\n".join("".join(text for text, _ in row) for row in plan.lines(60, True))
    assert plan.chosen == [] and plan.taken == "" and f"is for {TARGET}" in shown, "no attack is emptied unseen"
    plan.toggle(0)
    shown = "\n".join("".join(text for text, _ in row) for row in plan.lines(60, True))
    assert plan.taken == f"The attack on {TARGET} loses 7Pz." and f"leaves {TARGET}" in shown


@pytest.mark.rule("ava:10.7")
async def test_everybody_advances_with_one_key(tmp_path: Path) -> None:
    match = segment({"7pz": NORTHWEST, "12pz": NORTHWEST, "36mot": SOUTHWEST, "10rd": TARGET}, "combat")
    strike(match, "RR", "7pz", "12pz", "36mot")
    while match.c.frame.step == "retreat":
        match.play(next(iter(match.legal)))
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "G")
        assert {u for u in ("7pz", "12pz", "36mot") if at(match, u) == TARGET} == {"7pz", "12pz"}, "two units a hex"
        assert f"advanced to {TARGET}" in table(app).said
