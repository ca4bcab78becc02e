"""Where a person looks at the map of a game: kept when the game is left, and taken up again when it goes on."""

from __future__ import annotations

from typing import Protocol

from saves import Look
from tui.draw.layout import ZOOMS
from tui.table.acting import Acting
from tui.table.desk import Desk
from tui.table.hand import Hand
from tui.table.sizes import PANELS
from tui.widgets.hex_map import HexMap


class Sight(Desk, Protocol):
    """What can be seen of a play screen."""

    zoom: str
    panel: str
    overlay_name: str

    @property
    def map(self) -> HexMap: ...


class Looking:
    """The cursor and the view of one play screen, from one program to the next that opens the game."""

    def __init__(self, desk: Sight, hand: Hand, acting: Acting) -> None:
        self.desk, self.hand, self.acting = desk, hand, acting
        keeper = desk.controller.keeper
        self._left = keeper.looked() if keeper is not None else Look()
        desk.controller.looking = self.now

    def now(self) -> Look | None:
        """Where the person looks; ``None`` while nothing has been drawn yet."""
        desk = self.desk
        if desk.cursor < 0:
            return None
        left, top = desk.map.looks_from
        return Look(
            len(desk.controller.match.history), desk.label(desk.cursor), left, top, desk.zoom, desk.panel,
            desk.overlay_name, self.hand.selected or "",
        )  # fmt: skip

    def open(self, zoom: str) -> None:
        """Zoom, panel and layer of before, else this zoom; what is no longer there is left out."""
        desk, left = self.desk, self._left
        desk.zoom = left.zoom if left.zoom in ZOOMS else zoom
        desk.map.set_zoom(desk.zoom)
        desk.panel = left.panel if left.panel in PANELS else desk.panel
        if left.layer in (name for name, _ in desk.controller.view.overlays()):
            desk.overlay_name = left.layer

    def take_up(self) -> None:
        """The cursor where it was, if nothing has happened since, and what was in hand; once, when all is drawn."""
        left, self._left = self._left, Look()
        match, place = self.desk.controller.match, self.desk.controller.match.data.board.index.get(left.cursor)
        if left.lines != len(match.history) or place not in match.data.in_play:
            return
        self.desk.go_to(place)
        self.desk.map.look_from(left.left, left.top)
        self.hand.wandered = True
        if self._in_hand(left.unit):
            self.acting.select(left.unit)

    def _in_hand(self, unit: str) -> bool:
        """Whether a unit can be taken in hand: nothing else is, and no sentence waits to be read."""
        desk, decision = self.desk, self.hand.decision
        idle = not (desk.controller.bot_turn or desk.controller.match.over or desk.menu.open or desk.said)
        return idle and self.hand.selected is None and unit in decision.data.roster.by_id and bool(decision.of(unit))
