"""Playing by keys: from the first screen to the end of a game, with every step taken back, refused and explained."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import Resize
from textual.geometry import Size

from saves import Store
from tests.tui.driving import driven, game, only_toy, press, screen_text, start, table, until
from tui.game.controller import Controller
from tui.screens.ending import EndScreen
from tui.screens.explain import ExplainScreen
from tui.screens.home import HomeScreen
from tui.screens.rules import RulesScreen
from tui.screens.simple import HandOverScreen
from tui.table.play import PlayScreen


def place(app_controller: Controller, unit: str) -> str:
    """Label of the hex of a unit."""
    match = app_controller.match
    return match.data.board.labels[match.state.hex_of[match.data.roster.by_id[unit]]]


async def test_home_new_game_first_move(toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only_toy(monkeypatch)
    async with driven(start(tmp_path)) as (app, pilot):
        assert isinstance(app.screen, HomeScreen)
        await press(pilot, "n", "enter", "enter")
        await until(pilot, lambda: app.controller is not None and app.controller.match.side == "axis")
        assert app.controller is not None and app.controller.match.history[0].action == "plan bold"
        await press(pilot, "tab", "f", "a", "enter")
        assert app.controller.match.history[-1].action.startswith("move ")


async def test_a_game_is_drawn_once_and_the_saves_are_not_looked_at_under_it(
    toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def noted(kind: type, name: str) -> None:
        was = getattr(kind, name)

        def call(this: object) -> object:
            done.append(name)
            return was(this)

        monkeypatch.setattr(kind, name, call)

    noted(Store, "list")
    noted(PlayScreen, "redraw")
    async with driven(start(tmp_path, await operating(tmp_path))) as (app, pilot):
        assert done == ["redraw"]
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: "redraw" in done[1:])
        assert "list" not in done
        app.go_home()
        await until(pilot, lambda: "list" in done)


async def test_numbers_and_letters_answer_a_list(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, game(tmp_path, soviet="random"))) as (app, pilot):
        assert table(app).menu.open
        await press(pilot, "2")
        assert app.controller is not None and app.controller.match.history[0].action == "plan careful"


async def operating(home: Path) -> Controller:
    """The toy in the axis operations, the other side played by the computer."""
    controller = game(home, soviet="random")
    controller.play("plan careful")
    while controller.bot_turn:
        controller.bot_step()
    return controller


async def test_refusal_is_shown_and_why_opens_its_rule(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, await operating(tmp_path))) as (app, pilot):
        screen = table(app)
        screen.go_to(app.controller.match.c.hex("T0102"))  # type: ignore[union-attr]
        await press(pilot, "enter")
        assert screen.hand.selected == "a1"
        screen.go_to(app.controller.match.c.hex("T0602"))  # type: ignore[union-attr]
        await press(pilot, "enter")
        assert "[toy:2.1]" in screen_text(app) and screen.hand.refusal is not None
        await press(pilot, "?")
        assert isinstance(app.screen, ExplainScreen) and "Refused" in screen_text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, RulesScreen) and "A unit moves up to" in screen_text(app)
        await press(pilot, "escape", "escape")
        assert app.screen is screen


async def test_undo_and_redo(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, await operating(tmp_path))) as (app, pilot):
        assert app.controller is not None
        before = app.controller.match.digest()
        await press(pilot, ":", *"move a1 T0203", "enter")
        after = app.controller.match.digest()
        assert place(app.controller, "a1") == "T0203" and after != before
        await press(pilot, "u")
        assert app.controller.match.digest() == before and "Taken back" in screen_text(app)
        await press(pilot, "U")
        assert app.controller.match.digest() == after
        assert [e.damaged for e in Store(tmp_path / "saves").list()] == [""]


async def test_the_cursor_goes_where_the_action_was_that_is_taken_back(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, await operating(tmp_path))) as (app, pilot):
        screen = table(app)
        before = place(screen.controller, "a1")
        await press(pilot, ":", *"move a1 T0203", "enter")
        screen.go_to(screen.controller.match.c.hex("T0602"))
        await press(pilot, "u")
        assert screen.label(screen.cursor) == before == place(screen.controller, "a1")
        assert screen.said.startswith("Taken back: move ")


async def test_the_cursor_goes_where_the_action_is_that_is_played_again(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, await operating(tmp_path))) as (app, pilot):
        screen = table(app)
        await press(pilot, ":", *"move a1 T0203", "enter", "u")
        screen.go_to(screen.controller.match.c.hex("T0602"))
        await press(pilot, "U")
        assert screen.label(screen.cursor) == "T0203" == place(screen.controller, "a1")


async def test_a_list_that_is_not_made_yet_does_not_say_that_there_is_nothing(
    toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ExplainScreen, "fill", lambda self: None)
    async with driven(start(tmp_path, await operating(tmp_path))) as (app, pilot):
        await press(pilot, "?")
        assert isinstance(app.screen, ExplainScreen)
        assert "looking it up" in screen_text(app) and "nothing here" not in screen_text(app)
        app.screen.box.fill([])
        assert "nothing here" in screen_text(app)


async def test_typed_nonsense_is_a_sentence(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, await operating(tmp_path))) as (app, pilot):
        await press(pilot, ":", *"move a1 T9999", "enter")
        assert "there is no hex" in screen_text(app)
        await press(pilot, ":", *"fly a1", "enter")
        assert "you can: move, attack, end" in screen_text(app)


async def test_overlay_on_and_off(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, await operating(tmp_path))) as (app, pilot):
        screen = table(app)
        await press(pilot, "o", "2")
        assert screen.overlay_name == "zoc" and screen.map.scene is not None and screen.map.scene.overlay
        await press(pilot, "escape")
        assert screen.overlay_name == "" and not screen.map.scene.overlay


async def test_resize_keeps_everything(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, await operating(tmp_path)), size=(200, 60)) as (app, pilot):
        assert "Moving" in screen_text(app)  # the rule of the present step
        await press(pilot, "tab")
        selected, cursor = table(app).hand.selected, table(app).cursor
        await pilot.resize_terminal(50, 15)
        await pilot.pause()
        assert "too small" in screen_text(app)
        await press(pilot, "e", "enter", "x")
        await pilot.resize_terminal(62, 21)
        await pilot.pause()
        assert table(app).has_class("narrow")
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert (table(app).hand.selected, table(app).cursor) == (selected, cursor)
        assert app.controller is not None and len(app.controller.match.history) == 2


async def test_a_size_that_comes_late_does_not_hold(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, await operating(tmp_path))) as (app, pilot):
        play = table(app)
        # The layout of the first tells the screen that size again, behind that of the terminal, which it replaces.
        play.post_message(Resize(Size(100, 30), Size(100, 30)))
        play.call_later(lambda: None)
        play.post_message(Resize(Size(80, 24), Size(80, 24)))
        await pilot.pause()
        assert play.size == app.size == Size(80, 24)
        assert max(map(len, screen_text(app).splitlines())) == 80


async def test_a_size_of_a_moment_under_another_screen_does_not_stay(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, await operating(tmp_path))) as (app, pilot):
        play = table(app)
        await press(pilot, "r")
        play.set_classes("tiny show-map")
        await pilot.pause()
        await press(pilot, "escape")
        assert app.screen is play and not play.has_class("tiny")
        assert "too small" not in screen_text(app) and play.map.size.width > 40


async def test_panels_in_turn_on_a_small_terminal(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, await operating(tmp_path)), size=(64, 22)) as (app, pilot):
        seen = []
        for _ in range(5):
            seen.append(screen_text(app))
            await press(pilot, "p")
        assert "Planning" in seen[2] and "The plan is careful" in seen[3] and "moves up to" in seen[4]
        assert len(set(seen)) == 5


async def test_two_people_pass_the_keyboard(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, game(tmp_path))) as (app, pilot):
        assert "Pass the keyboard to the player of the Axis" in screen_text(app)
        await press(pilot, "enter", "enter")
        assert isinstance(app.screen, HandOverScreen)
        assert "Pass the keyboard to the player of the Soviet" in screen_text(app)
        assert "bold" not in screen_text(app)
        await press(pilot, "L", "c", "ctrl+p", ":")
        assert isinstance(app.screen, HandOverScreen)
        await press(pilot, "enter")
        assert table(app).controller.viewer == "soviet" and "The plan is" not in screen_text(app)
        await press(pilot, "2")
        # Nothing is secret in what follows, and it is the axis player's: only what both know is drawn.
        assert table(app).controller.match.side == "axis" and table(app).controller.viewer == ""
        assert "The plan is" not in screen_text(app) and "Axis bold" in screen_text(app)


async def test_hand_over_of_a_resumed_game(toy: str, tmp_path: Path) -> None:
    controller = game(tmp_path)
    controller.play("plan bold")
    controller.close()
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "c")
        assert isinstance(app.screen, HandOverScreen)


async def test_computer_player_watched_stepped_skipped(toy: str, tmp_path: Path) -> None:
    controller = game(tmp_path, axis="random", soviet="random")
    async with driven(start(tmp_path, controller, bot_delay=5.0)) as (app, pilot):
        await press(pilot, "space")
        assert "paused" in screen_text(app)
        count = len(controller.match.history)
        await press(pilot, "s", "s", "s")
        assert len(controller.match.history) == count + 3
        await press(pilot, "r")
        assert "Chosen at random" in screen_text(app) and "secret" in screen_text(app)
        await press(pilot, "escape", "enter")
        await until(pilot, lambda: controller.match.over)
        await until(pilot, lambda: isinstance(app.screen, EndScreen))
        assert "wins" in screen_text(app) and "§4.1" in screen_text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayScreen), "the map comes first: nobody leaves a result by one key too many"
        await press(pilot, "enter", "q")
        assert isinstance(app.screen, HomeScreen)


async def test_one_person_sees_only_their_view(toy: str, tmp_path: Path) -> None:
    controller = game(tmp_path, axis="random", soviet="human")
    controller.bot_step()
    assert controller.match.side == "soviet" and controller.view.side == "soviet"
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await press(pilot, "escape")
        assert "The plan is" not in screen_text(app)
        await press(pilot, "r")
        assert "plan" not in screen_text(app).replace("computer player", "")


async def test_quit_and_resume_at_the_same_place(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, await operating(tmp_path))) as (app, pilot):
        await press(pilot, "tab", "f", "a", "enter")
        cursor, digest = table(app).cursor, table(app).controller.match.digest()
        await press(pilot, "q")
        assert isinstance(app.screen, HomeScreen) and "Continue" in screen_text(app)
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "c")
        assert table(app).controller.match.digest() == digest and table(app).cursor == cursor


async def test_dice_by_hand(toy: str, tmp_path: Path) -> None:
    controller = game(tmp_path, soviet="random", dice="hand")
    controller.play("plan careful")
    while controller.bot_turn:
        controller.bot_step()
    s = controller.match.state
    h = controller.match.c.hex
    s.hex_of[controller.match.c.unit("a1")] = next(
        n for n in controller.match.data.board.grid.adjacent[h("T0602")] if not controller.view.stacks.get(n)
    )
    controller.match.c.touch()
    controller.match.rev += 1
    target = "T0602"
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await press(pilot, ":", *f"attack a1 {target}", "enter")
        assert "Die 1 (1-6)" in screen_text(app)
        await press(pilot, "9", "enter")
        assert "shows 1 to 6" in screen_text(app)
        await press(pilot, "5", "enter")
        assert (5,) in [line.rolls for line in controller.match.history]


async def test_a_save_that_fails_does_not_stop_play(toy: str, tmp_path: Path) -> None:
    controller = await operating(tmp_path)
    assert controller.keeper is not None
    controller.keeper.read_only = True
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await press(pilot, ":", *"move a1 T0203", "enter")
        assert place(controller, "a1") == "T0203"
        assert "! not saved" in screen_text(app).splitlines()[0] and "reading only" in screen_text(app)


async def test_named_copy(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, await operating(tmp_path))) as (app, pilot):
        await press(pilot, "S", *"before it", "enter")
        assert "Kept as 'before-it'" in screen_text(app)
        await press(pilot, "q", "l", "right", "c")
        assert "before it" in screen_text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)


async def test_a_key_that_means_nothing_says_where_all_keys_are(toy: str, tmp_path: Path) -> None:
    async with driven(start(tmp_path, await operating(tmp_path))) as (app, pilot):
        await press(pilot, "Z")
        assert table(app).said == "'Z' is no key here; F1 lists all of them."
        await press(pilot, "f1")
        assert "Keys on the map" in screen_text(app)
