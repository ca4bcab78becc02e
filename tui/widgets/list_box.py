"""A list that takes arrows, numbers and typing: the one way anything is chosen in this program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from rich.cells import cell_len
from textual.geometry import Offset

from tui.draw.bytes_patch import show_cursor
from tui.game.find import fold, other_numbers
from tui.widgets.lines import Line, Lines, clipped, line, ruled

if TYPE_CHECKING:
    from engine.components.board import Board
    from tui.program import Program

FEW = 3
"""Beside the list of a decision with no more answers than this, the key line has room for commands of the map."""
DIGITS = (" ", *"123456789")
"""Signs of lines that keep their number, whatever lines go before them; the tenth and later ones have none."""


class Item(NamedTuple):
    """An entry: its words, what it stands for, a rule id at the right end, and further words that a search finds."""

    text: str
    value: Any = None
    rule: str = ""
    note: str = ""
    role: str = "text"
    more: str = ""
    sign: str = ""
    """Its own letter, where one is easier to remember than the next of the alphabet."""


class ListBox(Lines):
    """Entries with a marked one. Letters narrow the list at once; ``numbers`` pick one of the first nine entries.

    ``letters=False`` where letters are commands of the screen: then typing begins with ``/``. With a ``board``, hexes
    that entries name are found by each of their numbers.
    """

    def __init__(
        self, title: str = "", *, id: str | None = None, numbers: bool = True, typing: bool = False,
        edge: bool = False, letters: bool = True, board: Board | None = None,
    ) -> None:  # fmt: skip
        super().__init__(title, id=id, edge=edge)
        self.numbers = numbers
        self.letters = letters
        self.board = board
        self.always_typing = typing
        self.filtering = typing
        """Whether keys are typed into the filter: from the first letter on, until nothing is left of it."""
        self.text = ""
        self.nothing = "nothing fits; backspace takes letters away"
        self.waits = True
        """Whether it has not been filled yet: what stands in it is still being looked up."""
        self.at = 0
        self.everything: list[Item] = []
        self.items: list[Item] = []
        self._also: dict[str, str] = {}
        """Of texts of entries that were searched, the numbers that other sheets print in their hexes."""

    # ------------------------------------------------------------------ contents
    def fill(self, items: Iterable[Item], at: int = 0) -> None:
        """Other entries; ``at`` is the marked one."""
        self.waits = False
        self.everything = list(items)
        self._also.clear()
        self._narrow(at)

    def filled(self, items: Iterable[Item]) -> None:
        """Entries already narrowed by somebody else to what is typed."""
        self.waits = False
        self.everything = self.items = list(items)
        self.at = 0
        self._draw()

    def filled_at(self, at: int) -> None:
        """Mark another entry of those that are there."""
        self._move(at)

    def fits(self, item: Item) -> bool:
        """Whether an entry has every word that is typed, or the beginning of a number of a hex that it names."""
        words = fold(self.text).split()
        told = fold(f"{item.text} {item.note} {item.more} {item.rule}")
        left = [word for word in words if word not in told]
        if not left or self.board is None:
            return not left
        text = f"{item.text} {item.note}"
        also = self._also.get(text)
        if also is None:
            also = self._also[text] = fold(other_numbers(self.board, text))
        return all(word in also for word in left)

    @property
    def chosen(self) -> Item | None:
        """The marked entry."""
        return self.items[self.at] if 0 <= self.at < len(self.items) else None

    def _narrow(self, at: int = 0) -> None:
        self.items = [i for i in self.everything if self.fits(i)] if self.text.strip() else self.everything
        self.at = max(0, min(at, len(self.items) - 1))
        self._draw()

    # ------------------------------------------------------------------ keys
    def command(self, name: str | None) -> bool:
        """Carry out a list command; whether it was one."""
        steps = {"list_up": -1, "list_down": 1, "page_up": -max(1, self.page // 2), "page_down": max(1, self.page // 2)}
        if name in steps:
            self._move(self.at + steps[name], wrap=abs(steps[name]) == 1)
        elif name == "first":
            self._move(0)
        elif name == "last":
            self._move(len(self.items) - 1)
        elif name == "filter" and not self.always_typing:
            self.filtering = True
            self._draw()
        else:
            return False
        return True

    def begins(self, key: str) -> bool:
        """Whether a key would begin to narrow the list: a letter, or a digit that picks no entry."""
        if not self.letters or len(key) != 1 or not key.isalnum() or any(i.sign == key for i in self.items):
            return False
        return not (self.numbers and key in "123456789" and int(key) <= len(self.items))

    def typed(self, key: str) -> bool:
        """A key while typing, or one that begins it: whether it changed the text."""
        if not self.filtering and not self.begins(key):
            return False
        self.filtering = True
        if key == "backspace":
            self.text = self.text[:-1]
            self.filtering = bool(self.text) or self.always_typing
        elif key == "space":
            self.text += " "
        elif len(key) == 1:
            self.text += key
        else:
            return False
        self.text = self.text[:60].lstrip()
        self._narrow()
        return True

    def pick(self, key: str) -> Item | None:
        """The entry that a number, or a letter of its own, names; it becomes the marked one."""
        if self.filtering or len(key) != 1:
            return None
        own = [n for n, item in enumerate(self.items) if item.sign == key]
        counted = self.numbers and key in "123456789" and not any(i.sign in DIGITS for i in self.items if i.sign)
        index = own[0] if own else int(key) - 1 if counted else -1
        if 0 <= index < len(self.items):
            self._move(index)
            return self.items[index]
        return None

    def leave_filter(self) -> bool:
        """Stop typing and show everything again; whether there was anything to stop."""
        if self.always_typing or not (self.filtering or self.text):
            return False
        self.filtering, self.text = False, ""
        self._narrow()
        return True

    def _move(self, to: int, wrap: bool = False) -> None:
        if not self.items:
            return
        self.at = to % len(self.items) if wrap else max(0, min(to, len(self.items) - 1))
        self._draw()

    # ------------------------------------------------------------------ drawing
    @property
    def head(self) -> int:
        """Lines above the first entry: what is typed."""
        return int(self.filtering or bool(self.text))

    def _draw(self) -> None:
        room = max(1, self.page - self.head)
        if self.size.height:
            # The view jumps by half a page, so that a step down costs two lines and not a whole screen.
            start = self._start
            if self.at < start or self.at >= start + room:
                start = max(0, self.at - room // 2)
            self._start = min(start, max(0, len(self.items) - room))
        self.show(self._lines(room), top=0)
        self.take_cursor()

    _start = 0

    def _lines(self, room: int) -> list[Line]:
        rows: list[Line] = []
        if self.head:
            rows.append(line(("/ ", "key"), (self.text, "strong"), ("▏", "key")))
        if not self.items:
            empty = "type, then Enter" if self.always_typing else "looking it up" if self.waits else "nothing here"
            rows.append(line((f" {self.nothing if self.text else empty}", "dim")))
        for index in range(self._start, min(len(self.items), self._start + room)):
            rows.append(self._line(index))
        return rows

    def _line(self, index: int) -> Line:
        item = self.items[index]
        marked = index == self.at
        sign = item.sign or (str(index + 1) if self.numbers and index < 9 else " ")
        sign = " " if self.filtering else sign
        room = self.inner - 5 - (cell_len(item.rule) + 1 if item.rule else 0)
        text = clipped(item.text, room)
        note = clipped(f"  {item.note}", room - cell_len(text)) if item.note else ""
        pointer = (">" if cast("Program", self.app).plain else "▸") if marked else " "
        head = line((pointer, "key"), (f"{sign} ", "key"), (text, "mark" if marked else item.role), (note, "dim"))
        return ruled(head, item.rule, self.inner - 1)

    def on_resize(self) -> None:
        """Another size: the marked entry stays in view."""
        self._draw()

    def take_cursor(self) -> None:
        """The terminal's cursor stands on the marked entry, or behind what is typed."""
        if self.is_attached and self.region.width and self.app.screen is self.screen:
            show_cursor(self.app, True)
            y = self.region.y + bool(self.heading) + self.head + self.at - self._start
            if self.filtering:
                self.app.cursor_position = Offset(
                    self.region.x + 2 + 2 * self.edge + len(self.text), self.region.y + bool(self.heading)
                )
            else:
                self.app.cursor_position = Offset(self.region.x + 3 + 2 * self.edge, y)
