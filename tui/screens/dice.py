"""The dice page: what the dice of both sides did, against what fair dice do."""

from __future__ import annotations

from tui.game.controller import Controller
from tui.screens.reading import Reading
from tui.screens.text import TextScreen
from tui.widgets.lines import Line, line
from tui.words.past import dice_text


class DiceScreen(TextScreen):
    """A page of text that is there as soon as the past has been read."""

    name_for_help = "Dice"

    def __init__(self, controller: Controller) -> None:
        super().__init__("Dice", self._lines)
        self.controller = controller
        self.timeline = controller.timeline()
        self._reading: Reading | None = None

    def on_mount(self) -> None:
        """Read, then draw."""
        self.later(self._begin)

    def _begin(self) -> None:
        self._reading = Reading(self, self.timeline, self._tell, self.fill)

    def _tell(self, words: str) -> None:
        self.page.heading = words

    def _lines(self, width: int) -> list[Line]:
        if not self.timeline.done:
            return []
        self.page.heading = "Dice"
        rows = dice_text(self.timeline, self.controller.side_title, width)
        return [line((row, "text" if row.startswith(" ") else "strong")) for row in rows]
