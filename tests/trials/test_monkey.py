"""Keys at random on every screen: nothing that is pressed or pasted may end in a fault of the program."""

from __future__ import annotations

import importlib
import pkgutil
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.screen import Screen

import tui
from engine.play.match import Match
from engine.play.turns import report
from engine.players.random import RandomPlayer
from tests.trials.table import Tally, amounts
from tests.tui.driving import Driver, driven, start
from tui.app import StavkaApp
from tui.commands import PaletteScreen
from tui.screens.asking import LineScreen, PickScreen
from tui.screens.base import ListScreen, StavkaScreen
from tui.screens.bidding import BiddingScreen
from tui.screens.dice import DiceScreen
from tui.screens.ending import EndScreen
from tui.screens.explain import ExplainScreen
from tui.screens.history import HistoryScreen
from tui.screens.home import HomeScreen
from tui.screens.laying import LayingScreen
from tui.screens.laying_lists import CounterScreen, FindScreen, IdentityScreen, TypingScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.rules import RulesScreen
from tui.screens.saves import SavesScreen
from tui.screens.settings import SettingsScreen
from tui.screens.simple import HandOverScreen
from tui.screens.text import TextScreen
from tui.screens.turn_over import TurnOverScreen, turn_lines
from tui.settings.keys import load_keymap
from tui.table.pages import PagesScreen
from tui.table.play import DIRECTIONS, PlayScreen
from tui.table.signs import SignsScreen
from tui.table.table import TableScreen

KEYMAP = load_keymap(None)
LEAVING = {key for command in ("quit",) for key in KEYMAP.commands[command].keys}
KEYS = sorted({key for command in KEYMAP.commands.values() for key in command.keys} - LEAVING)
LETTERS = [*"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:-+*/?!#\"'()[]{}<>|\\~äß漢😀", "space"]
OTHERS = ["escape", "enter", "enter", "backspace", "delete", "up", "down", "left", "right", "pageup", "pagedown",
          "home", "end", "tab", "f5", "f12", "ctrl+a", "ctrl+space", "insert"]  # fmt: skip
SMALL = {"quit", "home", "back", "zoom_in", "zoom_out", *DIRECTIONS}
"""Commands of the map that open nothing."""
ON_MAP = [name for name, one in KEYMAP.commands.items() if one.scope in ("map", "all") and name not in SMALL]
PAGES = ["help", "tracks", "score", "report", "situation"]
"""Commands of the map that show a page of text."""
BATCH = 50
"""Keys until the screen is opened anew."""
AWAY = 4
"""Keys that may go to other screens until the screen is opened anew."""
PAUSES = (0.01, 0.01, 0.01, 0.06)
"""How often the screen is drawn between two keys, in one opening or another."""
SHOWN = 0.1
"""How often what is drawn is made into lines and written: nobody looks, and it takes a third of the time of a key."""
TIDY = 40
"""Openings until the saves that the keys have made are removed."""


def key(rnd: Random) -> str:
    """Any key; those that do something more often."""
    pool: list[str] = rnd.choice((KEYS, KEYS, OTHERS, LETTERS))
    return rnd.choice(pool)


@cache
def finished() -> dict[str, Any]:
    """The record of a game that is over."""
    match, player = Match.new("ava", "leningrad", seed=5), RandomPlayer(5)
    while not match.over:
        match.play(player.choose(match)[0])
    return match.record()


# ---------------------------------------------------------------------- the ways to the screens
@dataclass
class Way:
    """Opens a screen from wherever the last keys have led."""

    app: StavkaApp
    pilot: Driver
    rnd: Random

    async def home(self, command: str = "") -> None:
        """The first screen, or what a command of it shows."""
        self.app.go_home()
        await self.command(command)

    async def command(self, name: str) -> None:
        """A command of the screen on top, which need not have been drawn before."""
        if not self.screen.began:
            await self.pilot.pause()
        if name:
            self.screen.run_command(name)
        await self.pilot.pause()

    @property
    def screen(self) -> Any:
        """The screen on top."""
        return self.app.screen

    async def map(self, command: str = "") -> None:
        """The map of a game against the computer, or what a command there shows."""
        controller = self.app.controller
        if controller is None or controller.match.over or controller.hand_over or controller.match.state.analysis:
            self.new_game("human", "random")
            await self.pilot.pause()
        while len(self.app.screen_stack) > 2 and not isinstance(self.screen, PlayScreen):
            self.app.pop_screen()
        await self.command(command)

    def new_game(self, axis: str, soviet: str) -> None:
        """A game of its own."""
        players = {"axis": axis, "soviet": soviet}
        self.app.new_game("ava", "smolensk", self.rnd.randrange(1, 10**6), {}, players, "program")

    async def any_command(self) -> None:
        """The map after any of its commands; sometimes a game that two computers play."""
        await self.map()
        if self.rnd.random() < 0.03:
            self.new_game("random", "random")
        await self.command(self.rnd.choice(["", *ON_MAP]))

    async def page(self) -> None:
        """Any page of text."""
        await self.map(self.rnd.choice(PAGES))

    async def bid(self) -> None:
        """Two people bid for a side of a new game."""
        await self.home("new")
        await self.filled()
        self.screen.choose(next(i for i in self.screen.box.items if i.value is not None and i.value.bounds is not None))
        await self.pilot.pause()

    async def pick(self) -> None:
        """What can be done with a saved game, or at a line of a history."""
        if self.rnd.random() < 0.8:
            await self.saves()
            self.screen.run_command("more")
        else:
            await self.map("history")
            await self.filled()
            self.screen.choose(self.screen.box.items[0])
        await self.pilot.pause()

    async def filled(self) -> None:
        """The list of the screen has its lines."""
        for _ in range(500):
            if self.screen.box.items:
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"{type(self.screen).__name__} stays empty")

    async def turn_over(self) -> None:
        """What a turn has brought."""
        await self.map()
        if not isinstance(self.screen, PlayScreen):
            self.new_game("human", "random")
            await self.pilot.pause()
        controller = self.app.controller
        assert controller is not None
        match, score = controller.match, controller.view.score()
        found = report(match.log, match.data.roster, match.data.meta["sides"])
        page = self.screen
        page.turn_end.tell(
            page.pace, "Turn 1", lambda width: turn_lines(controller, found, score, score, "in this turn", width)
        )
        await self.pilot.pause()

    async def laying(self, command: str = "") -> None:
        """A position being laid out from a copy of the game, or a list there."""
        await self.map()
        if not isinstance(self.screen, PlayScreen):
            self.new_game("human", "random")
            await self.pilot.pause()
        await self.command("layout")
        await self.command(command)

    async def identity(self) -> None:
        """Whom an untried counter could be."""
        await self.laying()
        self.app.push_screen(IdentityScreen([(f"{n}-3-5 rifle", str(n)) for n in range(30)], lambda who: None))
        await self.pilot.pause()

    async def saves(self) -> None:
        """The saved games, with one at least."""
        if not self.app.saved():
            await self.map()
        await self.home("load")

    async def pass_on(self) -> None:
        """Between two people at one keyboard."""
        await self.map()
        self.screen._hide_game()
        await self.pilot.pause()

    async def over(self) -> None:
        """The end of a game."""
        controller = self.app.controller
        if controller is None or not controller.match.over:
            assert self.app.go_on(Match.from_record(finished()), "Over") == ""
        else:
            while not isinstance(self.screen, PlayScreen):
                self.app.pop_screen()
            self.screen._ended = False
            self.screen._finish()
        await self.pilot.pause()
        await self.pilot.pause()


WAYS: dict[type[StavkaScreen], tuple[str, str]] = {
    HomeScreen: ("home", ""),
    NewGameScreen: ("home", "new"),
    SavesScreen: ("saves", ""),
    RulesScreen: ("map", "rules"),
    PaletteScreen: ("map", "palette"),
    PlayScreen: ("any_command", ""),
    SignsScreen: ("map", "signs"),
    ExplainScreen: ("map", "why"),
    HistoryScreen: ("map", "history"),
    DiceScreen: ("map", "dice"),
    LineScreen: ("map", "note"),
    TextScreen: ("page", ""),
    BiddingScreen: ("bid", ""),
    PickScreen: ("pick", ""),
    HandOverScreen: ("pass_on", ""),
    EndScreen: ("over", ""),
    TurnOverScreen: ("turn_over", ""),
    SettingsScreen: ("home", "settings"),
    LayingScreen: ("laying", ""),
    CounterScreen: ("laying", "lay_add"),
    FindScreen: ("laying", "goto"),
    IdentityScreen: ("identity", ""),
}
"""How each screen is opened: a method of ``Way``, and a command for it."""
BASES: set[type[StavkaScreen]] = {StavkaScreen, ListScreen, TableScreen, PagesScreen, TypingScreen}


def screens(of: type[StavkaScreen] = StavkaScreen) -> set[type[StavkaScreen]]:
    """All screens of the program."""
    return {of}.union(*(screens(one) for one in of.__subclasses__() if one.__module__.startswith("tui.")))


def test_every_screen_has_its_trial() -> None:
    for module in pkgutil.walk_packages(tui.__path__, "tui."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    assert screens() - BASES == set(WAYS)


# ---------------------------------------------------------------------- the keys
def row(kind: type[StavkaScreen]) -> str:
    """The row of a screen in the table."""
    return f"monkey: {kind.__name__.removesuffix('Screen')}"


def tidy(app: StavkaApp) -> None:
    """Away with the saves of the games that the keys have begun."""
    app.go_home()
    shutil.rmtree(app.start.folders.saves, ignore_errors=True)


def told(app: StavkaApp) -> list[str]:
    """Faults of the program since the last look."""
    found = [*app.faults.told]
    app.faults.told.clear()
    if app.controller is not None:
        found += app.controller.faults
        app.controller.faults.clear()
    return found


async def batch(way: Way, kind: type[StavkaScreen], most: int) -> tuple[int, list[str]]:
    """Open the screen, or go back to it, and press keys there: how many went to it, and all keys."""
    method, command = WAYS[kind]
    if kind in map(type, way.app.screen_stack) and way.rnd.random() < 0.9:
        while type(way.screen) is not kind:
            way.app.pop_screen()
    else:
        await getattr(way, method)(*([command] if command else []))
    pressed: list[str] = []
    here, away, pauses = 0, 0, way.rnd.choice(PAUSES)
    while here < most and away < AWAY and isinstance(way.screen, StavkaScreen):
        there = type(way.screen) is kind
        here, away = here + there, away + (not there)
        pressed.append(key(way.rnd))
        way.screen.pass_on(pressed[-1])
        if way.rnd.random() < pauses:
            await way.pilot.pause()
    await way.pilot.pause()
    return here, pressed


@pytest.fixture
def seldom_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four changes of the screen three are laid out and not written."""
    rnd, shown = Random(1), Screen._compositor_refresh

    def refresh(screen: Screen[Any]) -> None:
        if rnd.random() < SHOWN:
            return shown(screen)
        screen._dirty_widgets.clear()
        screen._compositor._dirty_regions.clear()
        return None

    monkeypatch.setattr(Screen, "_compositor_refresh", refresh)


@pytest.mark.usefixtures("seldom_shown")
@pytest.mark.parametrize("kind", WAYS, ids=lambda kind: kind.__name__)
@amounts(40, 10_000, minutes=0.7, seconds=7200)
async def test_keys_at_random(own_folders: Path, kind: type[StavkaScreen], amount: int, tally: Tally) -> None:
    tally.of(row(kind), "random keys, many of its own: no fault of the program, position whole")
    rnd, done, openings = Random(f"{kind.__name__} {amount}"), 0, 0
    async with driven(start(own_folders), (80, 24), faulty=True) as (app, pilot):
        app.leave = lambda: None  # type: ignore[method-assign]
        way = Way(app, pilot, rnd)
        while done < amount:
            if openings % TIDY == TIDY - 1:
                tidy(app)
            here, pressed = await batch(way, kind, min(BATCH, amount - done))
            done, openings = done + here, openings + 1
            assert done * 10 + 40 > openings, f"{kind.__name__} is hardly ever open"
            tally.count(here)
            if faults := told(app):
                path = app.faults.path
                details = path.read_text()[-1500:] if path.exists() else ""
                tally.fail(f"{kind.__name__}: {' '.join(pressed)}: {faults[0]}\n{details}")
            assert app.is_running
            if app.controller is not None:
                assert_consistent(app.controller.match)


def assert_consistent(match: Match) -> None:
    """Whatever was pressed, the position is one that the rules know."""
    assert match.rules.invariants(match.c) == []
