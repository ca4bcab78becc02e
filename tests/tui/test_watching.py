"""A computer player that thinks long: keys are read all the while, and every command stops or hurries it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, sleep

import pytest

from engine.play.action import Action
from engine.play.match import Match
from engine.players import PLAYERS
from engine.players import Thought as Thinking
from engine.players.random import RandomPlayer
from engine.players.undisturbed import NEVER, YOUNG
from saves import Store
from tests.games.ava.battles import NORTHWEST, SOUTHWEST, TARGET, field
from tests.tui import driving
from tests.tui.driving import driven, game, press, screen_text, start, table, until
from tests.tui.test_screens import smolensk
from tui.app import begin
from tui.game.controller import Controller
from tui.screens.home import HomeScreen
from tui.table.pace import MANY

ENDLESS = 10**9
"""Pieces that no test waits for."""
PIECE = 0.005
"""Seconds that one piece of a slow thought takes."""


class Slow:
    """Thinks in so many pieces, then does anything; the number may change while it thinks."""

    pieces = 100
    begun = 0

    def __init__(self, seed: int) -> None:
        self._random = RandomPlayer(seed)

    def choose(self, match: Match) -> tuple[Action, str]:
        """All at once."""
        return self._random.choose(match)

    def think(self, match: Match) -> Thinking:
        """In pieces."""
        type(self).begun += 1
        done = 0
        while done < self.pieces:
            sleep(PIECE)
            done += 1
            yield
        return self.choose(match)


@pytest.fixture
def slow(toy: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Slow]]:
    """Makes the computer player ``slow`` known."""
    monkeypatch.setitem(PLAYERS, "slow", Slow)
    monkeypatch.setattr(Slow, "begun", 0)
    monkeypatch.setattr(Slow, "pieces", 100)
    monkeypatch.setattr(driving, "PATIENCE", 0.1)
    yield Slow


async def test_keys_are_answered_while_it_thinks(slow: type[Slow], tmp_path: Path) -> None:
    slow.pieces = ENDLESS
    controller = game(tmp_path, axis="slow", soviet="slow")
    async with driven(start(tmp_path, controller)) as (app, pilot):
        start_ = perf_counter()
        await press(pilot, "escape")
        assert table(app).pace.paused and perf_counter() - start_ < 0.8
        assert controller.match.history == []
        assert "paused" in screen_text(app)


async def test_a_step_is_one_action_and_is_thought_through_in_slices(slow: type[Slow], tmp_path: Path) -> None:
    slow.pieces = ENDLESS
    controller = game(tmp_path, axis="slow", soviet="slow")
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await press(pilot, "escape")
        await press(pilot, "s")
        assert "thinking" in screen_text(app) and controller.match.history == []
        slow.pieces = 0
        await until(pilot, lambda: len(controller.match.history) == 1)
        await pilot.pause(0.3)
        assert len(controller.match.history) == 1 and table(app).pace.paused


async def test_pausing_in_a_thought_goes_on_with_the_same_thought(slow: type[Slow], tmp_path: Path) -> None:
    slow.pieces = ENDLESS
    controller = game(tmp_path, axis="slow", soviet="slow")
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await until(pilot, lambda: slow.begun == 1)
        await press(pilot, "space")
        assert table(app).pace.paused
        await press(pilot, "space")
        assert slow.begun == 1 and controller.match.history == []
        slow.pieces = 0
        await until(pilot, lambda: len(controller.match.history) >= 1)


async def test_skipping_and_leaving_in_the_middle(slow: type[Slow], tmp_path: Path) -> None:
    controller = game(tmp_path, axis="slow", soviet="slow")
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await press(pilot, "enter")
        assert table(app).pace.skipping
        await press(pilot, "q")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        count = len(controller.match.history)
        await pilot.pause(0.2)
        assert len(controller.match.history) == count


def test_a_thought_that_the_game_overtook_is_dropped(slow: type[Slow], tmp_path: Path) -> None:
    controller = game(tmp_path, axis="slow", soviet="slow")
    assert not controller.bot_think(lambda: True)
    controller.match.rev += 1
    assert not controller.bot_think(lambda: True)
    assert slow.begun == 2
    assert controller.bot_step().ok and slow.begun == 2


def test_all_there_is_is_not_searched_for_garbage_while_a_thought_goes_on(slow: type[Slow], tmp_path: Path) -> None:
    before = gc.get_threshold()
    controller = game(tmp_path, axis="slow", soviet="slow")
    assert not controller.bot_think(lambda: True)
    assert gc.get_threshold() == (max(before[0], YOUNG), before[1], NEVER)
    controller.match.rev += 1
    assert not controller.bot_think(lambda: True)
    assert gc.get_threshold() == (max(before[0], YOUNG), before[1], NEVER), (
        "the one before is dropped, and another one has begun"
    )
    assert controller.bot_step().ok and gc.get_threshold() == before


async def test_the_report_gives_reasons_with_numbers(tmp_path: Path) -> None:
    players = {"axis": "greedy", "soviet": "greedy"}
    controller = begin(Store(tmp_path / "saves"), "ava", "smolensk", seed=7, options={}, players=players,
                       dice="program", overrides=None)  # fmt: skip
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await press(pilot, "escape")
        for count in range(1, 4):
            await press(pilot, "s")
            await until(pilot, lambda: len(controller.match.history) >= count, 400)  # noqa: B023
        await press(pilot, "r")
        assert "What the computer player did" in screen_text(app)
        assert "Axis" in screen_text(app) and "worth" in screen_text(app)
        assert any(ch.isdigit() for deed in controller.deeds for ch in deed.why)


async def test_who_watches_is_told_each_plan_when_it_begins_and_can_look_it_up(tmp_path: Path) -> None:
    players = {"axis": "easy", "soviet": "easy"}
    controller = begin(Store(tmp_path / "saves"), "ava", "smolensk", seed=7, options={}, players=players,
                       dice="program", overrides=None)  # fmt: skip
    async with driven(start(tmp_path, controller, bot_delay=0.001)) as (app, pilot):
        play = table(app)
        await until(pilot, lambda: "The plan is to" in play.said, 2000)
        assert play.said.startswith("Axis: The plan is to") and controller.deeds[-1].plan in f"{play.said}."
        assert play.pace._timer is not None, "it goes on after a while"
        await press(pilot, "space")
        assert play.pace.paused and "w plan" in screen_text(app) and play.said.startswith("Paused: space goes on")
        done = len(controller.match.history)
        await press(pilot, "w")
        told = " ".join(screen_text(app).split())  # wherever lines break
        assert "What the computer player is about" in told and "Second plan: " in told
        await press(pilot, "escape")
        assert len(controller.match.history) == done


async def test_where_nobody_plays_the_report_is_about_one_turn(tmp_path: Path) -> None:
    players = {"axis": "random", "soviet": "random"}
    controller = begin(Store(tmp_path / "saves"), "ava", "smolensk", seed=7, options={}, players=players,
                       dice="program", overrides=None)  # fmt: skip
    while controller.match.state.turn < 2:
        assert controller.bot_step().ok
    assert len(controller.deeds) > 1
    controller.bot_step()
    assert [d.turn for d in controller.deeds] == [2]


async def test_the_report_stays_until_the_computer_acts_again(tmp_path: Path) -> None:
    players = {"axis": "human", "soviet": "greedy"}
    controller = begin(Store(tmp_path / "saves"), "ava", "smolensk", seed=7, options={}, players=players,
                       dice="program", overrides=None)  # fmt: skip
    async with driven(start(tmp_path, controller)) as (app, pilot):
        while not controller.bot_turn:
            controller.play(controller.match.prompt.default or controller.decision.plain[-1])
        table(app).changed()
        await press(pilot, "enter")
        await until(pilot, lambda: not controller.bot_turn, 2000)
        done = len(controller.deeds)
        assert done >= MANY and f"{done} actions; r tells" in screen_text(app)
        controller.play(controller.match.prompt.default or controller.decision.plain[-1])
        assert len(controller.deeds) == done
        while not controller.bot_turn:
            controller.play(controller.match.prompt.default or controller.decision.plain[-1])
        controller.bot_step()
        assert len(controller.deeds) == 1


async def test_a_pause_is_not_kept_for_a_turn_to_come(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "space")
        assert not table(app).pace.paused, "in one's own turn the key is about units"
        assert table(app).hand.selected is not None or "can do nothing" in screen_text(app)


async def test_a_step_tells_the_roll_and_what_came_of_it(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET})
    match.meta |= {"player.axis": "greedy", "player.soviet": "greedy"}
    controller = Controller(match, None)
    async with driven(start(tmp_path, controller, bot_delay=600.0)) as (app, pilot):
        while not match.history or not match.history[-1].rolls:
            count = len(match.history)
            await press(pilot, "s")
            await until(pilot, lambda: len(match.history) > count, 400)  # noqa: B023
        said = " ".join(" ".join(screen_text(app).splitlines()[21:23]).split())
        assert "7Pz" in said and "S2010 at " in said and ": roll " in said
