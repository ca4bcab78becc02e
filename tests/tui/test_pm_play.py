"""A large game by keys: set-up, stacks that drop units, mobile and prepared assaults, lists, the last question."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.books.rules import load_rules
from engine.play.match import Match
from tests.support.pm_position import position, unit
from tests.tui.driving import Driver, driven, press, screen_text, start, table, until
from tui.app import StavkaApp
from tui.game.controller import Controller
from tui.screens.new_game import NewGameScreen
from tui.table.play import PlayScreen
from tui.words.hint_texts import load_hints

FRONT = {"7pz": "2510N", "20pz": "2510N", "14mot": "2510N", "12inf": "2509N", "rd-001": "2610N", "rd-002": "2808N"}
WEAK = {"rd-001": (1, 1, 5), "rd-002": (0, 1, 5)}


def at_table(match: Match) -> Controller:
    """One person plays both sides."""
    return Controller(match, None, hand_over=False)


def front(phase: str = "movement", turn: int = 1) -> Controller:
    """A small front: an armored stack and a foot division against two weak Soviet divisions."""
    return at_table(position(FRONT, phase=phase, turn=turn, identities=WEAK, tried=("rd-001", "rd-002")))


async def go(pilot: Driver, app: StavkaApp, label: str) -> None:
    """Put the cursor on a hex."""
    table(app).go_to(table(app).controller.match.c.hex(label))
    await pilot.pause()


def bar(app: StavkaApp) -> str:
    """The three lines at the foot."""
    return "\n".join(screen_text(app).splitlines()[-3:])


def stands(app: StavkaApp, name: str) -> str:
    """Label of the hex of a unit."""
    match = table(app).controller.match
    return match.c.label(match.state.hex_of[unit(match, name)])


async def test_a_game_begins_on_ones_own_side_though_the_computer_sets_up_first(tmp_path: Path) -> None:
    match = Match.new("pm", "campaign", seed=3)
    match.meta["player.soviet"] = "greedy"
    async with driven(start(tmp_path, Controller(match, None))) as (app, pilot):
        await until(pilot, lambda: match.side == "axis")
        await pilot.pause()
        view = table(app).controller.view
        assert view.roster.side[view.stacks[table(app).cursor][0]] == "axis"


# ---------------------------------------------------------------------- from the first page to a set-up
async def test_from_the_first_page_to_a_set_up_by_hand(tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "n")
        assert isinstance(app.screen, NewGameScreen)
        await press(pilot, "down", "right")
        assert "Proud Monster" in screen_text(app) and "mobile assaults" in screen_text(app)
        await press(pilot, "down")
        assert "December 1941" in screen_text(app) and "12 turns" in screen_text(app)
        fields = {f.id: f for f in app.screen.fields}
        fields["setup_axis"].at = [v for v, _ in fields["setup_axis"].values].index("hand")
        await press(pilot, "home", "enter")
        assert isinstance(app.screen, PlayScreen)
        controller = table(app).controller
        roster, menu = controller.match.data.roster, table(app).menu
        assert menu.open and "160 units: letters" in screen_text(app)
        assert {i.rule for i in menu.items if i.value.subject} == {"§3.7"}, "German units are placed by 3.7"
        # Enter takes a unit, Enter places it, and the next of its corps is in hand.
        first, following = (menu.items[n].value.subject for n in (0, 1))
        await press(pilot, "enter", "enter")
        assert controller.match.history[-1].action.startswith(f"place {first} ")
        assert table(app).hand.selected == following and "Next " in bar(app)
        # What leads to no hex of the map is among the other ways.
        await press(pilot, "m")
        assert "OKH Area, north" in screen_text(app)
        await press(pilot, "2")
        assert controller.match.history[-1].action == f"place {following} okh-north"
        # The same again goes on in the order of the corps, and what is still missing is told all the while.
        third = table(app).hand.selected
        await press(pilot, "full_stop")
        assert controller.match.history[-1].action == f"place {third} okh-north"
        assert "157 units are not set up yet" in screen_text(app)
        await press(pilot, "w")
        assert "▸1 157 units are not set up yet" in screen_text(app)
        await press(pilot, "escape", "escape", "e")
        assert [i.text for i in menu.items] == ["historical", "random", "clear"], "only what ends it, not 157 units"
        await press(pilot, "enter")
        assert "The set-up is complete" in screen_text(app)
        await press(pilot, "u")
        assert "157 units are not set up yet" in screen_text(app)
        assert roster.by_id[first] == 0 or first in roster.by_id


@pytest.mark.rule("pm:3.2")
async def test_untried_units_are_put_where_the_cursor_is_and_again_with_one_key(tmp_path: Path) -> None:
    match = Match.new("pm", "campaign", seed=7, options={"setup_soviet": "hand"})
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "w")
        assert "43 border hexes need a front" in screen_text(app) and "large towns" in screen_text(app)
        await press(pilot, "enter", "enter")
        items = table(app).menu.items
        assert table(app).menu.open and "Rifle" in " ".join(i.text for i in items), "kinds by name, after one Enter"
        wanted = next(n for n, i in enumerate(items) if i.value.args[1] == "rd")
        await press(pilot, *["down"] * wanted, "enter", "full_stop")
        assert [h.action for h in match.history] == ["put 2006N rd", "put 2006N rd"]
        await press(pilot, "down", "full_stop")
        label = match.data.board.labels[table(app).cursor]
        assert label != "2006N" and match.history[-1].action == f"put {label} rd"
        assert "43 border hexes need" not in bar(app)


async def test_keys_of_help_answer_over_a_list(tmp_path: Path) -> None:
    async with driven(start(tmp_path, front())) as (app, pilot):
        await press(pilot, "X")
        assert table(app).menu.open
        await press(pilot, "f1")
        assert not isinstance(app.screen, PlayScreen)
        await press(pilot, "escape")
        assert table(app).menu.open


async def test_aircraft_are_pointed_at_a_stack_and_ending_without_them_is_asked(tmp_path: Path) -> None:
    async with driven(start(tmp_path, at_table(Match.new("pm", "campaign", seed=7)))) as (app, pilot):
        controller, menu = table(app).controller, table(app).menu
        while controller.match.c.step.id != "commitment":
            controller.play(controller.match.prompt.default or controller.decision.plain[0])
        table(app).changed()
        await pilot.pause()
        assert menu.open and len(menu.items) == 7, "a line for each aircraft, orders and the end, not one for each pair"
        plane = menu.items[menu.at].value.subject
        assert plane is not None and "4-4-0" in menu.items[menu.at].note
        await press(pilot, "home", "enter")
        assert "5 aircraft support nobody: " in bar(app) and controller.match.c.step.id == "commitment"
        assert menu.items[menu.at].value.subject == plane, "the list opens on what is pressing"
        await press(pilot, "enter", "enter", "enter")
        assert plane in controller.match.state.carries  # type: ignore[attr-defined]
        assert "4 of 5 are still free" in screen_text(app)


# ---------------------------------------------------------------------- movement
@pytest.mark.rule("pm:12.6")
async def test_a_stack_moves_drops_one_goes_on_and_everything_is_taken_back(tmp_path: Path) -> None:
    async with driven(start(tmp_path, front())) as (app, pilot):
        await go(pilot, app, "2510N")
        await press(pilot, "G")
        assert "3 units 26-20, 12 MP" in bar(app) and "1-9 in/out" in bar(app)
        await go(pilot, app, "2508N")
        await press(pilot, "enter")
        assert {stands(app, u) for u in ("7pz", "20pz", "14mot")} == {"2508N"} and "MP, " in bar(app)
        await press(pilot, "3")
        assert "2 units" in bar(app) and "MP" in bar(app)
        await go(pilot, app, "2507N")
        await press(pilot, "enter")
        assert [stands(app, u) for u in ("7pz", "20pz", "14mot")].count("2507N") == 2
        await press(pilot, "u", "u", "u", "u")
        assert {stands(app, u) for u in ("7pz", "20pz", "14mot")} == {"2510N"}


@pytest.mark.rule("pm:12.1")
async def test_who_has_no_points_left_is_no_stop_of_the_walk(tmp_path: Path) -> None:
    async with driven(start(tmp_path, front())) as (app, pilot):
        await go(pilot, app, "2510N")
        await press(pilot, "G")
        match = table(app).controller.match
        state, costs = match.state, match.view("axis").reach(unit(match, "7pz")).costs
        far = next(h for h in sorted(table(app).hand.targets) if costs.get(h) == 12)
        table(app).go_to(far)
        await press(pilot, "enter")
        assert not any(state.picked)  # type: ignore[attr-defined]
        await press(pilot, "tab")
        assert table(app).hand.selected == "12inf"


@pytest.mark.rule("pm:15.2")
async def test_the_list_of_attacks_leads_to_a_mobile_assault_with_its_odds(tmp_path: Path) -> None:
    async with driven(start(tmp_path, front())) as (app, pilot):
        await press(pilot, "X")
        found = [(i.text.split()[1], float(i.text.split()[0])) for i in table(app).menu.items]
        count = len({target for target, _ in found})
        worths = [worth for _, worth in found[:count]]
        assert len({target for target, _ in found[:count]}) == count, "of each target the best attack comes first"
        assert worths == sorted(worths, reverse=True) and "clear " in screen_text(app)
        wanted = next(n for n, i in enumerate(table(app).menu.items) if " 2610N " in f"{i.text} " and "by 3" in i.note)
        await press(pilot, *["down"] * wanted, "enter")
        assert "Attack · mobile" in screen_text(app) and "■" in screen_text(app)
        chosen = [row for row in screen_text(app).splitlines() if "■" in row]
        assert not [row for row in chosen if "not now" in row], "motorized infantry rides along"
        await press(pilot, "enter")
        assert "▸1 assault at " in screen_text(app) and "odds" in screen_text(app)
        await press(pilot, "enter")
        controller = table(app).controller
        assert controller.match.history[-1].action.startswith("assault ")
        while controller.match.c.step.id in ("losses", "mobile-again"):
            if controller.match.c.step.id == "mobile-again":
                assert "Assault again at " in controller.match.prompt.text
            await press(pilot, "enter")
        assert controller.match.c.step.id == "movement"
        await press(pilot, "u")
        assert "Nothing to take back: a die was rolled" in bar(app) or "Taken back" in bar(app)


async def test_formation_hold_and_the_question_before_the_end(tmp_path: Path) -> None:
    async with driven(start(tmp_path, front())) as (app, pilot):
        await go(pilot, app, "2510N")
        await press(pilot, "F")
        assert "Corps" in screen_text(app) and "2510N" in screen_text(app)
        await press(pilot, "escape")
        await press(pilot, "e")
        assert (
            "3 units near the enemy have not moved: " in bar(app)
            and table(app).controller.match.c.step.id == "movement"
        )
        await go(pilot, app, "2510N")
        await press(pilot, "G", "comma")
        assert "Held: 3 units" in bar(app) and table(app).hand.selected == "12inf"
        await go(pilot, app, "2510N")
        await press(pilot, "escape", "comma")
        assert "Nobody here can act any more" in bar(app)
        await go(pilot, app, "2509N")
        await press(pilot, "comma")
        await press(pilot, "escape", "e")
        assert table(app).controller.match.c.step.id == "combat", "what is held is not asked about"


# ---------------------------------------------------------------------- prepared assaults
@pytest.mark.rule("pm:14.3")
async def test_a_prepared_assault_by_keys_and_no_question_about_others_while_it_is_planned(tmp_path: Path) -> None:
    controller = front("combat")
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await go(pilot, app, "2510N")
        await press(pilot, "enter")
        assert "Choose the hex to attack first" in bar(app) and "HEX" not in bar(app)
        await press(pilot, "X", "enter")
        assert "Attack · prepared" in screen_text(app)
        # The same rhythm as a mobile assault: the plan, then its odds, then the die.
        await press(pilot, "enter")
        assert "▸1 roll at 0/E" in screen_text(app) and "2610N: 10 against 1: 0/E" in bar(app)
        await press(pilot, "escape")
        assert "to attack 2610N. Add units, or roll" in screen_text(app)
        # On the map Enter on the target asks the same, and leaving the list costs nothing.
        await press(pilot, "enter")
        assert "▸1 roll at 0/E" in screen_text(app)
        await press(pilot, "escape", "escape", "e")
        assert controller.match.c.step.id in ("advance", "losses"), "the roll is not asked about"
        while controller.match.c.step.id == "losses":
            assert " of 2610N lose 1 step: whose?" in controller.match.prompt.text
            await press(pilot, "enter")
        if controller.match.c.step.id == "advance":
            assert table(app).menu.open and "all" in table(app).menu.items[0].text
            await press(pilot, "enter")
            assert stands(app, "7pz") == "2610N"
        assert "MP left" not in screen_text(app)


# ---------------------------------------------------------------------- words
def test_hints_cite_rules_that_there_are_and_lead_through_a_first_turn() -> None:
    hints, rules = load_hints("pm"), load_rules("pm")
    steps = {h.step for h in hints}
    assert {"set-up", "commitment", "movement", "mobile-again", "combat", "losses", "advance"} <= steps
    assert all(rules.find(h.rule) for h in hints)


def test_the_end_names_the_side_as_the_rules_do() -> None:
    match = position(FRONT)
    match.state.over, match.state.winner, match.state.level = True, "axis", "victory points"
    assert match.prompt.text == "The game is over: German side wins, victory points."


# ---------------------------------------------------------------------- supply orders that were passed by
@pytest.mark.rule("pm:R71")
async def test_orders_passed_by_are_offered_and_the_end_key_still_ends(tmp_path: Path) -> None:
    match = position({"7pz": "2510N", "rd-001": "2713N"}, phase="orders", turn=2)
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        assert match.c.step.id == "movement"
        await press(pilot, "escape")
        assert " e end" in bar(app), "not a list of ends"
        await press(pilot, ":", *"orders", "enter")
        assert match.c.step.id == "orders" and "Supply orders" in bar(app)
        await press(pilot, "e")
        assert match.c.step.id == "movement"
        await press(pilot, "e", "e")
        assert (match.c.step.id, match.side) != ("movement", "axis")
