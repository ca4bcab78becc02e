"""The program as its screens and widgets see it: what they may read of it and ask of it.

``tui.app`` carries it out and knows all screens; they know this alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from rich.style import Style

from engine.play.match import Match
from saves import SaveInfo, Store
from tui.game.controller import Controller
from tui.settings.config import Folders, Settings
from tui.settings.keys import Keymap
from tui.settings.themes import Palette


@dataclass
class Start:
    """What the command line asked for: a game to open at once, and how the program is set up."""

    folders: Folders
    settings: Settings
    keymap: Keymap
    store: Store | None
    controller: Controller | None = None
    problems: list[str] = field(default_factory=list)
    rules: str = ""
    """A game whose rules are opened at once, ``all`` for those of every game."""


class Program(Protocol):
    """What runs the screens."""

    start: Start
    settings: Settings
    keymap: Keymap
    store: Store | None
    problems: list[str]
    """Sentences about files of the player's own that do not fit."""
    controller: Controller | None
    """The game on the table."""
    palette: Palette
    roles: dict[str, Style]
    """Style of each role of text."""
    reader: bool
    """Whether everything is told as lines of text."""
    plain: bool
    """Whether signs are ASCII only."""
    type_ahead: float
    """Seconds after a change of step in which a key does nothing that cannot be taken back."""
    held_key: float
    """Seconds: moves that follow each other faster are of a key held down."""

    @property
    def color_count(self) -> int: ...
    @property
    def game(self) -> str: ...
    def fault(self, error: Exception) -> None: ...
    def push_screen(self, screen: Any) -> Any: ...

    # ------------------------------------------------------------------ from screen to screen
    def run_command(self, command: str) -> bool: ...
    def back(self) -> None: ...
    def go_home(self) -> None: ...
    def open_new_game(self, laying: bool = False) -> None: ...
    def open_saves(self) -> None: ...
    def change_setting(self, name: str, value: Any) -> str: ...
    def change_option(self, name: str, value: str) -> str: ...
    def open_rules(self, game: str, query: str = "", near: Sequence[tuple[str, str]] = ()) -> None: ...
    def open_rule(self, rule: str) -> None: ...

    # ------------------------------------------------------------------ games
    def fresh_seed(self) -> int: ...
    def new_game(
        self, game: str, scenario: str, seed: int, options: dict[str, str], players: dict[str, str], dice: str
    ) -> None: ...
    def lay_out_new(
        self, game: str, scenario: str, seed: int, options: dict[str, str], players: dict[str, str]
    ) -> None: ...
    def lay_out(self, controller: Controller, zoom: str, cursor: int, closed: Callable[[], None] | None) -> str: ...
    def resume(self, slug: str | None) -> str: ...
    def go_on(self, match: Match, title: str) -> str: ...
    def open_kept(self, entry: SaveInfo) -> str: ...
    def saved(self) -> list[SaveInfo]: ...
    def kept(self, slug: str) -> list[SaveInfo]: ...
    def throw_away(self, slug: str) -> str: ...
    def tell_game(self, words: str) -> None: ...
