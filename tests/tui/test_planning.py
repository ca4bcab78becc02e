"""Attacks at the table: the odds are said first, declared attacks are seen, nothing hopeless is declared."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.action import Action
from engine.play.event import Event
from engine.play.match import Match
from engine.players import PLAYERS
from tests.support.pm_position import position as pm_position
from tests.tui.driving import driven, press, screen_text, start, table, until
from tests.tui.test_screens import smolensk
from tui.game.controller import Controller
from tui.game.deeds import Deed
from tui.screens.explain import ExplainScreen
from tui.screens.simple import HandOverScreen, deed_lines
from tui.widgets.list_box import ListBox
from tui.widgets.panels import log_lines


async def test_the_odds_stand_above_everything_that_may_be_cut(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "g", *"0915", "enter", "x")
        rows = screen_text(app).splitlines()
        assert "S0915 (plains)" in rows[2] and "27 against 2: 10:1" in rows[3] and "1RR 33%" in rows[4]
        assert any("attacker loses 1" in row for row in rows)


async def test_the_target_stays_beside_the_planner(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "g", *"0915", "enter", "x")
        game_map = table(app).map
        assert game_map.in_view(table(app).cursor)
        assert app.cursor_position.x < table(app).query_one("#over").region.x


async def test_a_declared_attack_is_seen_on_the_map_and_in_the_panel(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "g", *"0915", "enter", "x", "2", "4", "enter")
        play = table(app)
        target = play.controller.match.data.board.index["S0915"]
        assert play.controller.view.declared() == {
            target: tuple(play.controller.match.c.unit(u) for u in ("7pz", "20pz"))
        }
        assert play.map.scene is not None and target in play.map.scene.highlights
        assert "attacked by 7Pz, 20Pz:" in screen_text(app) and "2 declared, 8:1" in screen_text(app)
        await press(pilot, "g", *"0816", "enter")
        assert "declared against S0915" in screen_text(app)
        assert screen_text(app).count("×8-4-10") == 2


async def test_a_declared_attack_is_planned_again(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "g", *"0915", "enter", "x", "2", "4", "enter", "x")
        play = table(app)
        plan = play.tally.plan
        assert plan is not None
        assert [play.controller.match.data.roster.ids[u] for u in plan.chosen] == ["7pz", "20pz"]
        await press(pilot, "1", "4", "enter")
        (units,) = play.controller.view.declared().values()
        assert {play.controller.match.data.roster.ids[u] for u in units} == {"20pz", "5inf"}


async def test_an_attack_declared_at_one_stroke_is_taken_back_at_one_stroke(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        play = table(app)
        await press(pilot, "g", *"0915", "enter", "x", "2", "4", "enter")
        match, declared = play.controller.match, play.controller.view.declared()
        assert declared and len(match.history) == 2
        await press(pilot, "u")
        assert not match.history and not play.controller.view.declared()
        assert "Taken back: the attack on S0915 (2 actions at one stroke)" in play.said
        await press(pilot, "U")
        assert play.controller.view.declared() == declared and len(match.history) == 2
        await press(pilot, "g", *"0915", "enter", "x", "4", "enter")
        assert len(match.history) == 3, "one action alone is no stroke"
        await press(pilot, "u")
        assert play.controller.view.declared() == declared and "at one stroke" not in play.said
        await press(pilot, "u")
        assert not match.history and not play.controller.view.declared()


async def test_a_second_plan_leaves_the_units_of_the_first_attack(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "g", *"0917", "enter", "x", "enter")
        play = table(app)
        ((first, taken),) = play.controller.view.declared().items()
        await press(pilot, "g", *"0915", "enter", "x")
        plan = play.tally.plan
        assert plan is not None and plan.target != first
        shared = [u for u in plan.candidates if u in taken]
        assert shared and not set(shared) & set(plan.chosen)
        assert f"is for {play.label(first)}" in screen_text(app)
        await press(pilot, str(plan.candidates.index(shared[0]) + 1))
        assert f"leaves {play.label(first)}" in screen_text(app)


async def test_an_attack_that_would_be_canceled_is_not_declared(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "g", *"0927", "enter", "x", "2", "enter")
        play = table(app)
        assert (
            "canceled" in screen_text(app)
            and "Nothing is declared" in screen_text(app)
            and "10.3(4)" in screen_text(app)
        )
        assert play.controller.match.history == [] and play.tally.plan is not None


async def test_the_decision_is_brought_into_view(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        for label in ("0915", "0928"):
            await press(pilot, "g", *label, "enter", "x", "enter")
        await press(pilot, "g", *"2402", "enter")
        assert not table(app).map.in_view(table(app).controller.match.data.board.index["S0915"])
        await press(pilot, "e")
        assert table(app).controller.match.c.step.id == "resolve"
        assert table(app).label(table(app).cursor) == "S0915"


async def test_tab_goes_on_where_the_last_unit_stood(tmp_path: Path) -> None:
    controller = smolensk(tmp_path)
    while controller.match.c.step.id != "movement" or controller.match.side != "axis":
        choice = controller.match.prompt.default or controller.decision.plain[-1]
        controller.bot_step() if controller.bot_turn else controller.play(choice)
    async with driven(start(tmp_path, controller)) as (app, pilot):
        play = table(app)
        await press(pilot, "tab", "tab", "tab")
        walked, first = play.controller.decision.subjects, play.hand.selected
        assert first is not None
        start_hex, after = play.cursor, walked[walked.index(first) + 1]
        far = max(play.hand.targets, key=lambda h: controller.match.data.board.grid.distance(play.cursor, h))
        play.go_to(far)
        await press(pilot, "enter", "tab")
        assert play.cursor == start_hex or play.hand.selected == after


async def test_an_exact_name_comes_before_longer_ones(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "g", *"3pz", "enter")
        play = table(app)
        stack = play.controller.view.stacks[play.cursor]
        assert "3pz" in [play.controller.match.data.roster.ids[u] for u in stack]


class Broken:
    """A computer player that fails."""

    def choose(self, match: Match) -> tuple[Action, str]:
        """Always a fault."""
        raise KeyError("lost")


class Cheating:
    """A computer player that answers what is not allowed."""

    def choose(self, match: Match) -> tuple[Action, str]:
        """An action of no step."""
        return Action("attack", ("128rd", "S0816")), "because"


@pytest.mark.parametrize("player", [Broken, Cheating])
async def test_a_failing_computer_player_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, player: type[Broken]
) -> None:
    monkeypatch.setitem(PLAYERS, "broken", lambda seed: player())
    controller = smolensk(tmp_path, soviet="broken")
    while not controller.bot_turn:
        controller.play(controller.match.prompt.default or controller.decision.plain[-1])
    count = len(controller.match.history)
    async with driven(start(tmp_path, controller)) as (_app, pilot):
        await until(pilot, lambda: not controller.bot_turn)
        assert len(controller.match.history) > count
        assert any("'broken' failed" in deed.why for deed in controller.deeds)
        assert controller.faults


async def test_a_narrow_log_leaves_the_calculation_to_the_browser(tmp_path: Path) -> None:
    controller = smolensk(tmp_path)
    for action in ("attack 7pz S0915", "attack 20pz S0915", "fight"):
        assert controller.play(action).ok
    view = controller.view
    rolled = next(e for e in reversed(view.log()) if e.kind == "combat")
    narrow = "\n".join("".join(text for text, _ in row) for row in log_lines(view, 24, 12))
    wide = "\n".join("".join(text for text, _ in row) for row in log_lines(view, 44, 30))
    assert "attacks 8" not in narrow and "attacks 8" in wide
    assert f"roll {rolled.rolls[0]}" in narrow and f"[{rolled.rolls[0]}]" not in narrow
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await press(pilot, "L")
        assert "attacks 8" in screen_text(app)
        await press(pilot, "escape")


async def test_a_list_tells_whom_it_is_about_and_does_not_open_on_the_end(tmp_path: Path) -> None:
    controller = smolensk(tmp_path)
    controller.match.dice.queue([1])
    for action in ("attack 31inf S0927", "attack 45inf S0927", "fight"):
        assert controller.play(action).ok
    assert controller.match.c.step.id == "losses"
    async with driven(start(tmp_path, controller)) as (app, pilot):
        rows = screen_text(app).splitlines()
        marked = next(row for row in rows if "lose 31I" in row)
        assert "3-3-5 2/2" in marked and "31I" in "".join(rows[1:9]), "the hex panel stays in view"
        await press(pilot, "enter")
        assert controller.match.c.step.id != "losses" or controller.match.c.frame.vars["left"] == 1


async def test_ending_early_tells_how_to_go_back(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path, soviet="human"))) as (app, pilot):
        await press(pilot, "e")
        while isinstance(app.screen, HandOverScreen) or table(app).controller.match.c.step.id != "movement":
            # What is held in hand to interrupt with is shown to its holder alone: the keyboard is passed.
            await press(pilot, "enter" if isinstance(app.screen, HandOverScreen) else "e")
        await press(pilot, "e")
        assert "e again ends it" in table(app).said
        await press(pilot, "e")
        assert "u takes it back" in screen_text(app)
        await press(pilot, "u")
        assert table(app).controller.match.c.step.id == "movement"


async def test_walking_to_a_hex_tells_what_enter_does_there(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        for label in ("0915", "0928"):
            await press(pilot, "g", *label, "enter", "x", "enter")
        await press(pilot, "e", "tab")
        assert table(app).controller.match.c.step.id == "resolve"
        assert f"{table(app).label(table(app).cursor)}: resolve" in screen_text(app)


async def test_why_tells_the_sum_of_a_planned_and_of_a_declared_attack(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "g", *"0915", "enter", "x", "question_mark")
        first = app.screen.query_one(ListBox).items[0]
        assert first.text.startswith("Attack: ") and first.value == "ava:10.3(1)"
        await press(pilot, "escape", "slash")
        notes = {item.note for item in app.screen.query_one(ListBox).items}
        assert "this attack" in notes
        await press(pilot, "escape", "2", "4", "enter", "question_mark")
        told = [item.text for item in app.screen.query_one(ListBox).items]
        assert any(text.startswith("Attack: 8:1") for text in told)
        await press(pilot, "escape", "g", *"0816", "enter", "question_mark")
        assert not any(item.text.startswith("Attack: ") for item in app.screen.query_one(ListBox).items)


async def test_why_begins_with_the_selected_unit_and_leads_from_marker_to_rule(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        play = table(app)
        crowded = next(h for h, stack in play.controller.view.stacks.items() if len(stack) > 1)
        second = play.controller.view.stacks[crowded][1]
        play.go_to(crowded)
        play.hand.selected = play.controller.view.roster.ids[second]
        await press(pilot, "question_mark")
        told = [item.text for item in app.screen.query_one(ListBox).items]
        units = [text for text in told if ", steps " in text]
        assert units[0].startswith(play.controller.view.name(second))
        assert "E on the map lays out a copy" in told[-1]
        screen = app.screen
        assert isinstance(screen, ExplainScreen)
        assert screen._about("stand fast") == "ava:16.2"
        assert screen._word("no such word") is None


def test_why_tells_what_a_computer_player_did_here_and_for_what_reason() -> None:
    controller = Controller(pm_position({"7pz": "2510N", "rd-001": "2713N"}), None)
    board = controller.match.data.board
    controller.deeds = [Deed("axis", "move 7pz 2510N", "It comes up."), Deed("axis", "attack 2713N", "It is weak."),
                        Deed("axis", "end", "Nothing is left.")]  # fmt: skip
    told = {h: [item.text for item in ExplainScreen(controller, None, board.find(h), None)._reasons()
                if "(computer)" in item.text] for h in ("2510N", "2713N", "2511N")}  # fmt: skip
    assert told == {
        "2510N": ["German side (computer): It comes up."],
        "2713N": ["German side (computer): It is weak."],
        "2511N": [],
    }
    plan = "The plan is to wait."
    moved, held = f"{plan}\nmarch: +0.2.", f"{plan}\nwait."
    controller.deeds = [Deed("axis", "move 7pz 2510N", moved), Deed("axis", "hold 7pz", held)]
    here = ExplainScreen(controller, None, board.find("2510N"), None)._reasons()
    assert [item.text.partition(": ")[2] for item in here if "(computer)" in item.text] == [
        "hold 7Pz: wait.",
        "move 7Pz 2510N: march: +0.2.",
        plan,
    ]


def test_a_report_tells_a_plan_once_and_a_reason_once_with_all_that_was_done_for_it() -> None:
    controller = Controller(pm_position({"7pz": "2510N", "5inf": "2512N", "rd-001": "2713N"}), None)
    plan = "The plan is to march."

    def moved(unit: str, short: str, own: str) -> Deed:
        happened = Event("move", f"{short} moves to 2510N for 2 MP.", "pm:5.1")
        return Deed("axis", f"move {unit} 2510N", f"{plan}\n{own}", (happened,))

    better = "better post: +0.3."
    deeds = [moved("7pz", "7Pz", better), moved("5inf", "5I", better), moved("7pz", "7Pz", "x."),
             Deed("axis", "end", f"{plan}\nas planned: march.", (Event("tally", "1 and 1 is 2", "pm:7.1"),
                                                                Event("phase", "Combat.", "pm:4.1")))]  # fmt: skip
    rows = ["".join(text for text, _ in row).rstrip() for row in deed_lines(controller, deeds, 0, 60)]
    assert rows == [
        "German side",
        plan,
        "Better post: +0.3.",
        f"  1. {'7Pz moves to 2510N for 2 MP.':<51}§5.1",
        f"  2. {'5I moves to 2510N for 2 MP.':<51}§5.1",
        "X.",
        f"  3. {'7Pz moves to 2510N for 2 MP.':<51}§5.1",
        "As planned: march.",
        "  4. end",
        f"     {'Combat.':<51}§4.1",
    ]


def test_a_word_said_of_a_unit_leads_to_the_entry_of_the_rule_book() -> None:
    asked = ExplainScreen(Controller(pm_position({"rd-001": "2520N"}), None), None, 0, None)
    word = asked._word("untried")
    assert word is not None and word.full_id == "pm:UNTRIED"
