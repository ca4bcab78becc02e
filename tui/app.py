"""The App: screens, theme, keymap, and the way from one game to the next. No game logic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.driver import Driver
from textual.screen import Screen

from engine.play.match import Match
from engine.play.ruleset import games
from saves import Game, SaveError, Store
from tui.draw.bytes_patch import resized
from tui.draw.sheet import Sheet
from tui.dress import Dressed
from tui.faults import FaultLog, Guarded
from tui.game.controller import Controller
from tui.game.hand_dice import BY_HAND
from tui.positions import Positions
from tui.program import Program, Start
from tui.screens.base import OnceLaid, StavkaScreen
from tui.terminal.driver import TerminalDriver
from tui.widgets.lines import wrapped


def begin(
    store: Store | None,
    game: str,
    scenario: str,
    *,
    seed: int,
    options: dict[str, str],
    players: dict[str, str],
    dice: str,
    overrides: Path | None,
    hand_over: bool = True,
) -> Controller:
    """A new game with its save. Raises ``BadInput``, ``DataError``; a save that fails is told in the title line."""
    match = Match.new(game, scenario, seed=seed, options=options, overrides=overrides)
    match.meta.update({f"player.{side}": player for side, player in players.items()})
    match.meta[BY_HAND] = dice
    keeper: Game | None = None
    failed = ""
    if store is not None:
        try:
            keeper = store.create(match, f"{game} {match.data.scenario.get('title', scenario)}")
        except SaveError as error:
            failed = str(error)
    controller = Controller(match, keeper, hand_over=hand_over)
    controller.save_failed = failed
    return controller


class StavkaApp(Guarded, Dressed, Positions, App[None], inherit_bindings=False):
    """The program on screen."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []
    CSS_PATH = "styles/stavka.tcss"
    TITLE = "stavka"

    def __init__(self, start: Start) -> None:
        super().__init__()
        self.start = start
        self.settings, self.keymap, self.store = start.settings, start.keymap, start.store
        self.problems = [*start.settings.problems, *start.keymap.problems, *start.problems]
        self.controller: Controller | None = None
        self.faults = FaultLog(start.folders.state)
        self.held_key = 0.05
        """Seconds: moves that follow each other faster are of a key held down, and the hex is told after the last."""
        self.type_ahead = 0.4
        """Seconds after a change of step in which a key does nothing final: it was meant for the step before."""
        self.reader = start.settings.reader
        """Whether everything is told as lines of text, for a screen reader."""
        self.dress()
        self.stylesheet = Sheet(variables=self.get_css_variables())
        self._worn = self.theme, self.get_css_variables()

    def on_mount(self) -> None:
        """Home, or at once the game that was asked for."""
        if self.start.controller is not None:
            self.show(self.start.controller)
        else:
            self.go_home()
        if self.start.rules:
            self.open_rules(self.start.rules)

    def on_resize(self) -> None:
        """Another size of the terminal."""
        resized(self)

    def get_default_screen(self) -> Screen[None]:
        """What lies below the first screen."""
        return OnceLaid(id="_default")

    def get_driver_class(self) -> type[Driver]:
        """Our own driver, whatever the environment says."""
        return TerminalDriver

    def ask_about_burst(self, count: int, press: Callable[[], None]) -> None:
        """So many keys came at once that nobody has pressed them: nothing of them is done unless the player says so."""
        from tui.screens.asking import PickScreen, burst_screen

        if not isinstance(self.screen, PickScreen):
            self.push_screen(burst_screen(count, press))

    @property
    def game(self) -> str:
        """The game on the table, else the first there is; for rules."""
        return self.controller.match.data.game if self.controller is not None else next(iter(games()))

    @property
    def overrides(self) -> Path:
        """The folder of the player's own data files."""
        return self.start.folders.overrides

    # ------------------------------------------------------------------ faults of our own
    def fault(self, error: Exception) -> None:
        """Something of ours failed: write it down, tell it, go on; when faults do not stop, the program must."""
        words = self.faults.note(error)
        if self.faults.hopeless:
            super()._handle_exception(error)
        elif words:
            self.call_later(self._tell_fault, words)

    def _handle_exception(self, error: Exception) -> None:
        """What the library could not deliver; where no screen is there yet to go on with, it ends the program."""
        if isinstance(error, Exception) and self.screen_stack and isinstance(self.screen, StavkaScreen):
            self.fault(error)
        else:
            super()._handle_exception(error)

    def _tell_fault(self, words: str) -> None:
        from functools import partial

        from tui.screens.text import TextScreen
        from tui.table.table import TableScreen

        top = self.screen
        if isinstance(top, StavkaScreen) and not top.began and not isinstance(top, TableScreen):
            self.back()  # a screen that could not even be built would answer no key
        if isinstance(self.screen, TableScreen):
            self.screen.begin()
            self.screen.say(words, "warn")
        elif self.screen.is_mounted and not isinstance(self.screen, TextScreen):
            self.push_screen(TextScreen("A fault of the program", partial(wrapped, words)))

    # ------------------------------------------------------------------ commands of every screen
    def run_command(self, command: str) -> bool:
        """A command that no screen has of its own; whether there is such a one."""
        if command == "help":
            self.open_help()
        elif command == "rules":
            self.open_rules(self.game if self.controller is not None else "all")
        elif command == "palette":
            self.open_palette()
        elif command == "settings":
            self.open_settings()
        elif command == "quit":
            self.leave()
        else:
            return False
        return True

    def back(self) -> None:
        """One screen back, never past the first."""
        if len(self.screen_stack) > 2:
            self.pop_screen()

    def leave(self) -> None:
        """Release the save and end; everything is on the disk already, and the terminal is told so."""
        from rich.text import Text

        words = farewell(self.controller)
        if self.controller is not None:
            self.controller.close()
        self.exit(message=Text(words) if words else None)

    def go_home(self) -> None:
        """Close the game and show the first screen."""
        from tui.screens.home import HomeScreen  # a program that begins with a game may never show it

        if self.controller is not None:
            self.controller.close()
            self.controller = None
        while not isinstance(self.screen, HomeScreen) and len(self.screen_stack) > 1:
            self.pop_screen()
        if not isinstance(self.screen, HomeScreen):  # the program began with a game
            self.push_screen(HomeScreen())

    def open_help(self) -> None:
        """The keys of the present screen, and all others."""
        from functools import partial

        from tui.screens.simple import key_lines
        from tui.screens.text import TextScreen

        screen = self.screen
        if isinstance(screen, StavkaScreen) and screen.name_for_help != "Keys":
            page = TextScreen(
                f"Keys: {screen.name_for_help}", partial(key_lines, self.keymap, screen.scopes, screen.hints)
            )
            page.name_for_help = "Keys"
            self.push_screen(page)

    def open_palette(self) -> None:
        """Everything that can be done now."""
        from tui.commands import PaletteScreen

        if isinstance(self.screen, StavkaScreen) and not isinstance(self.screen, PaletteScreen):
            self.push_screen(PaletteScreen(self.screen))

    def open_rules(self, game: str, query: str = "", near: Sequence[tuple[str, str]] = ()) -> None:
        """Search the rules of a game; ``near`` are those of the present moment, each with a word for why."""
        from tui.screens.rules import RulesScreen

        if not isinstance(self.screen, RulesScreen):
            self.push_screen(RulesScreen(game, query, near))

    def open_rule(self, rule: str) -> None:
        """Show one rule."""
        game = rule.split(":", 1)[0] if ":" in rule else self.game
        self.open_rules(game, rule)

    # ------------------------------------------------------------------ games
    def open_new_game(self, laying: bool = False) -> None:
        """Set up a game, or choose the one of which a position is laid out."""
        from tui.screens.new_game import NewGameScreen

        self.push_screen(NewGameScreen(laying))

    def open_settings(self) -> None:
        """What the player has set."""
        from tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    def open_saves(self) -> None:
        """All saved games."""
        from tui.screens.saves import SavesScreen

        self.push_screen(SavesScreen())

    def fresh_seed(self) -> int:
        """A seed nobody has seen."""
        from secrets import randbelow

        return randbelow(900_000) + 100_000

    def new_game(
        self, game: str, scenario: str, seed: int, options: dict[str, str], players: dict[str, str], dice: str
    ) -> None:
        """Begin a game and show it. Raises ``BadInput`` or ``DataError``."""
        controller = begin(
            self.store, game, scenario, seed=seed, options=options, players=players, dice=dice,
            overrides=self.overrides, hand_over=self.settings.hand_over,
        )  # fmt: skip
        self.go_home()
        self.show(controller)

    def lay_over(self, screen: Screen[None]) -> None:
        self.push_screen(screen)

    def show(self, controller: Controller) -> None:
        from tui.table.play import PlayScreen

        self.controller = controller
        controller.write_fault = self.faults.write
        if controller.keeper is not None and not controller.save_note:
            controller.save_note = f"saved {datetime.now():%H:%M}"
        self.push_screen(PlayScreen(controller))


def _fits(app: StavkaApp) -> Program:
    """The program is what its screens take it for: checked with the types."""
    return app


def farewell(controller: Controller | None) -> str:
    """What is left in the terminal of a game from which somebody leaves the program; empty where none is open."""
    keeper = controller.keeper if controller is not None else None
    if controller is None or keeper is None or keeper.read_only or controller.watching:
        return ""
    if controller.save_failed:
        return f"Not saved: {controller.save_failed}"
    return f"Saved: {keeper.title}. 'stavka resume' goes on."
