"""A list over the right of the map: answers, overlays, places to go to, an action typed as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.components.board import Board
from tui.widgets.list_box import Item, ListBox

NAMED = re.compile(r"\d+ ?[A-Z]")
"""A name that begins with digits, as those of most units: ``4PzG``, ``290I``."""


class Ask(NamedTuple):
    """What a menu is for: its title, its entries, what happens with the one that is taken.

    ``source`` makes entries from what is typed. ``free`` takes the typed text itself on Enter. ``lasting`` menus stay
    while the decision lasts and let some keys of the map through. ``moved`` is told of the marked entry, ``more`` of
    the value keys on it.
    """

    title: str
    choose: Callable[[Item | None, str], None]
    items: tuple[Item, ...] = ()
    typing: bool = False
    source: Callable[[str], Iterable[Item]] | None = None
    free: bool = False
    lasting: bool = False
    moved: Callable[[Item], None] | None = None
    cancel: Callable[[], None] | None = None
    more: Callable[[Item, int], None] | None = None
    more_words: str = "hold back"
    """What the value keys do, for the key line."""
    details: Callable[[Item], None] | None = None
    """What the key for details tells of the marked entry."""
    complete: bool = False
    """Entries without a value complete what is typed instead of answering."""
    at: int = 0
    """The entry that is marked first."""
    numbers: bool | None = None
    """Whether digits pick an entry; ``None``: unless the name of one begins with digits, which are typed then."""


class Menu(ListBox):
    """The one menu of the play screen; ``ask`` is ``None`` while it is closed."""

    def __init__(self, board: Board, *, id: str | None = None) -> None:
        super().__init__("", id=id, edge=True, board=board)
        self.ask: Ask | None = None
        self.stray = ""
        """Why the last key did nothing, as a sentence; empty when it did something."""
        self.first = ""
        """The letter that was typed last, where it began what is typed."""

    @property
    def open(self) -> bool:
        """Whether it is on screen."""
        return self.ask is not None

    def start(self, ask: Ask) -> None:
        """Open it."""
        self.ask = ask
        self.always_typing = self.filtering = ask.typing
        # Where names begin with digits, a digit is the beginning of a name and not the number of a line.
        named = ask.numbers is None and any(NAMED.match(i.text) for i in ask.items)
        self.numbers = ask.numbers is not False and not ask.typing and not named
        self.letters = not self.numbers
        self.text = ""
        self.heading = ask.title
        self._start = 0
        self.nothing = "Enter tries it as it stands" if ask.free else "nothing fits; backspace takes letters away"
        self.set_class(True, "open")
        self.fill(ask.source("") if ask.source else ask.items, ask.at)
        self.call_after_refresh(self._draw)

    def retype(self, text: str) -> None:
        """Other text, as if it had been typed."""
        self.text = text
        if self.ask is not None and self.ask.source is not None:
            self.filled(self.ask.source(text))

    def close(self) -> None:
        """Close it without an answer."""
        self.ask = None
        self.set_class(False, "open")

    def press(self, key: str, command: str | None, kept: bool = False) -> bool:
        """A key while it is open; whether it was used. ``kept``: a letter that keeps its meaning beside this list."""
        ask, before = self.ask, self.text
        again = kept and self.letters and key == self.first
        self.stray, self.first = "", ""
        if ask is None:
            return False
        if again:
            self.leave_filter()
            return False
        if (self.filtering or not (kept or command)) and self.typed(key):
            self.first = key if ask.lasting and not before else ""
            if not self.items and not ask.typing:
                self.stray = f"Nothing in this list has '{self.text}'."
                self.text, self.filtering = before, bool(before)
                self._narrow(self.at)
                return True
            if ask.source is not None:
                self.filled(ask.source(self.text))
            if ask.moved is not None and self.chosen is not None:
                ask.moved(self.chosen)
            return True
        if command == "choose":
            self._take(self.chosen)
        elif command == "back":
            if not self.leave_filter():
                self.close()
                if ask.cancel is not None:
                    ask.cancel()
        elif (picked := self.pick(key)) is not None:
            self._take(picked)
        elif command in ("less", "more") and ask.more is not None:
            if self.chosen is not None:
                ask.more(self.chosen, 1 if command == "more" else -1)
        elif command == "details" and ask.details is not None and self.chosen is not None:
            ask.details(self.chosen)
        elif command == "filter" and ask.lasting and not self.wants_filter:
            # Beside the map the key means the rules, as on the map.
            return False
        elif self.command(command):
            if ask.moved is not None and self.chosen is not None:
                ask.moved(self.chosen)
        else:
            self.stray = "" if ask.lasting or len(key) > 1 else f"'{key}' is no line of this list."
            return not ask.lasting
        return True

    @property
    def wants_filter(self) -> bool:
        """Whether lines can be found no sooner than by typing: neither letters nor a digit each name them."""
        return not self.letters and len(self.everything) > 9

    def _take(self, item: Item | None) -> None:
        ask, text = self.ask, self.text
        assert ask is not None
        if item is None and not ask.free:
            return
        if ask.complete and item is not None and item.value is None and item.text != text.strip():
            self.text = f"{item.text} "
            self.filled(ask.source(self.text) if ask.source else ())
            return
        self.close()
        ask.choose(item, text)
