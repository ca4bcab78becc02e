"""Positions laid out by hand: from a new game or from a copy of the one on the table, and playing on from them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual.screen import Screen

from engine.components.grid import Hex
from engine.play.match import Match
from tui.game.controller import HUMAN, Controller
from tui.game.shelf import Shelf
from tui.table.going import first_hex

if TYPE_CHECKING:
    from tui.game.laying import Laying

UNSAVED = "This game is saved nowhere: it would be lost if the position took its place"
OTHERS = "A copy would show what the other player keeps secret: lay out positions once the keyboard has passed to you."


class Positions(Shelf):
    """What the program does with positions that are laid out."""

    @abstractmethod
    def lay_over(self, screen: Screen[None]) -> None:
        """Show a screen over the others."""

    def lay_out_new(
        self, game: str, scenario: str, seed: int, options: dict[str, str], players: dict[str, str]
    ) -> None:
        """Lay out a position of a game that nobody plays yet. Raises ``BadInput`` or ``DataError``."""
        from tui.game.laying import Laying  # no part of the first screen

        match = Match.new(game, scenario, seed=seed, options=options, overrides=self.overrides)
        match.edit({"turn": max(1, match.state.turn)})
        match.meta.update({f"player.{side}": player for side, player in players.items()})
        start = first_hex(Controller(match, None, hand_over=False))
        self._lay(Laying(match, "", self.overrides), self.settings.zoom, start)

    def lay_out(self, controller: Controller, zoom: str, cursor: Hex, closed: Callable[[], None] | None) -> str:
        """Lay out a copy of the game on the table, which stays as it is; a sentence if that is not possible."""
        from tui.game.laying import Laying

        match = controller.match
        secret = len(controller.humans) == 1 or (self.settings.hand_over and len(controller.humans) > 1)
        # Before the keyboard was handed to anybody there is nothing that one player knows alone.
        seated = controller.viewer or ("" if controller.holder else match.side)
        eyes = seated if secret and not match.over and not match.state.analysis else ""
        if secret and not eyes and not match.over and not match.state.analysis:
            return OTHERS
        copy = Match.from_record(match.record(), self.overrides)
        copy.meta = {key: word for key, word in copy.meta.items() if key.startswith("player.")}
        self._lay(Laying(copy, eyes, self.overrides), zoom, cursor, closed)
        return ""

    def _lay(self, laying: Laying, zoom: str, start: Hex, closed: Callable[[], None] | None = None) -> None:
        from tui.screens.laying import LayingScreen

        players = {side: laying.match.meta.get(f"player.{side}", HUMAN) for side in laying.sides}
        words = ", ".join(f"{laying.side_title(side)}: {name}" for side, name in players.items())
        known = words if set(players.values()) != {HUMAN} else ""
        screen = LayingScreen(laying, known, zoom, start, partial(self._play_on, laying), closed or (lambda: None))
        self.lay_over(screen)

    def _play_on(self, laying: Laying, same_players: bool) -> str:
        """The position becomes the game on the table; a sentence if that is not possible."""
        match = laying.match
        if self.controller is not None and self.controller.keeper is None:
            return UNSAVED
        if not same_players:
            match.meta.update({f"player.{side}": HUMAN for side in laying.sides})
        title = match.data.scenario.get("title", match.rules.title)
        if self.store is not None:
            return self.go_on(match, f"Analysis: {title}, {match.view('').turn_name}")
        self.go_home()
        self.show(Controller(match, None, hand_over=False))
        return ""
