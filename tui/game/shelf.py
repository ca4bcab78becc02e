"""The saved games of the program: going on with one, playing on from a copy, lists of them, the trash."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path

from textual.message_pump import MessagePump

from engine.components.errors import BadInput
from engine.components.load import DataError
from engine.play.match import Match
from saves import Game, SaveError, SaveInfo, Store, load_file
from tui.game.controller import Controller
from tui.settings.config import Settings


class Shelf(MessagePump):
    """What the program does with its folder of saves. It shows what was opened with ``go_home`` and ``show``."""

    store: Store | None
    controller: Controller | None
    settings: Settings

    @property
    @abstractmethod
    def overrides(self) -> Path:
        """The folder of the player's own data files."""

    @abstractmethod
    def go_home(self) -> None:
        """Close the game and show the first screen."""

    @abstractmethod
    def show(self, controller: Controller) -> None:
        """Show a game."""

    def resume(self, slug: str | None) -> str:
        """Go on with a saved game, by default the last one; a sentence if that is not possible."""
        if self.store is None:
            return "There is no folder for saves."
        try:
            slug = slug or self.store.latest()
            if slug is None:
                return "There is no game to go on with."
            self._take(self.store.open(slug))
        except (SaveError, BadInput, DataError, OSError) as error:
            return str(error)
        return ""

    def go_on(self, match: Match, title: str) -> str:
        """Play on with a match of its own, saved under a title; a sentence if that is not possible."""
        if self.store is None:
            return "There is no folder for saves."
        try:
            self._take(self.store.create(match, title))
        except (SaveError, BadInput, DataError, OSError) as error:
            return str(error)
        return ""

    def open_kept(self, entry: SaveInfo) -> str:
        """Play on from a kept copy, as a game of its own; a sentence if that is not possible."""
        if self.store is None:
            return "There is no folder for saves."
        try:
            match = load_file(entry.path, self.overrides)
            self._take(self.store.create(match, f"{entry.title} {entry.label or entry.path.stem}"))
        except (SaveError, BadInput, DataError, OSError) as error:
            return str(error)
        return ""

    def tell_game(self, words: str) -> None:
        """A sentence in the game that has just been opened."""
        if self.controller is not None and self.controller.keeper is not None:
            self.controller.keeper.notes.append(words)

    def _take(self, game: Game) -> None:
        controller = Controller(game.match, game, hand_over=self.settings.hand_over)
        if game.read_only or game.saved_at:
            controller.opened(game.read_only)
        self.go_home()
        self.show(controller)

    def saved(self) -> list[SaveInfo]:
        """All saved games, the last played first."""
        return [] if self.store is None else self.store.list()

    def kept(self, slug: str) -> list[SaveInfo]:
        """Named copies and turns of a game."""
        try:
            return [] if self.store is None else self.store.kept(slug)
        except SaveError:
            return []

    def throw_away(self, slug: str) -> str:
        """Put a game into the trash folder; a sentence if that is not possible."""
        try:
            if self.store is not None:
                self.store.delete(slug)
        except SaveError as error:
            return str(error)
        return ""
