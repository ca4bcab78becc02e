"""Watching a game that another program plays: the screen follows what that one saves; when it leaves, it can be had."""

from __future__ import annotations

from textual.timer import Timer

from saves import SaveError
from tui.table.pace import Pace
from tui.widgets.list_box import Item

EVERY = 1.0
"""Seconds between two looks at the files of the game; one look costs two calls of the system."""
FREE = "Nobody plays this game any more"


class Mirror(Pace):
    """The pace of somebody else: nothing is played here."""

    _every: Timer | None = None
    _asked = False
    """Whether it was told that the game can be had."""

    @property
    def word(self) -> str:
        """The title says it beside the time of the last save."""
        return ""

    def follow(self) -> None:
        """Look again every second from now on."""
        if self._every is None:
            self._every = self.desk.set_interval(EVERY, self.look)

    def stop(self) -> None:
        """Nothing can be stopped from here."""

    def resume(self) -> None:
        """Ask again whether to take the game over."""
        self._asked = False
        self.look()

    def skip(self) -> None:
        """Look at once."""
        self.one()

    def one(self) -> bool:
        """Look at once; the screen is drawn by it."""
        self.desk.say("Another program plays this game; you watch.")
        self.look()
        return False

    def look(self) -> None:
        """Show what was saved since the last look; ask once when the other program has left."""
        controller, desk = self.desk.controller, self.desk
        if not controller.watching or not desk.is_mounted:
            return
        try:
            events = controller.look_again()
        except (SaveError, OSError) as error:
            desk.say(f"The game cannot be followed: {error}", "warn")
            return
        if events is not None:
            seen = controller.view.told(events)
            where = next((e.hexes[-1] for e in reversed(seen) if e.hexes), -1)
            desk.changed()
            if where in controller.match.data.in_play:
                desk.go_to(where)
            if seen:
                desk.say(seen[-1].text)
        if not self._asked and desk.on_top and controller.left_alone():
            self._asked = True
            self._ask()

    def _ask(self) -> None:
        from tui.screens.asking import PickScreen  # no part of the first screen

        items = [Item("Take it over", True, sign="t"), Item("Go on watching", False, sign="w")]
        words = "The other program has given the game back or has ended. Everything that it played is saved."
        self.desk.stavka.push_screen(PickScreen(FREE, items, self._answer, words))

    def _answer(self, item: Item) -> None:
        if not item.value:
            self.desk.say(f"{FREE}; press {self.desk.stavka.keymap.key('pause')} to take it over.")
            return
        keeper = self.desk.controller.keeper
        problem = self.desk.stavka.resume(getattr(keeper, "slug", None))
        if problem:
            self.desk.say(problem, "warn")
