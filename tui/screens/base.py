"""What all screens share: keys go through the keymap to methods ``do_<id>``; Esc steps back; nothing is hidden."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Signature
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.screen import Screen

from tui.draw.bytes_patch import settle_cursor
from tui.faults import Guarded
from tui.settings.keys import event_name
from tui.widgets.bars import TYPED, KeyLine
from tui.widgets.list_box import Item, ListBox

if TYPE_CHECKING:
    from tui.program import Program


NOTHING = Signature()
"""What a function takes that takes nothing: the library asks each one anew, and to find it out takes longer than most
of them."""


class OnceLaid(Screen[None]):
    """A screen that is laid out once for a size; as it is, what lies below the first one."""

    async def _on_resize(self, event: events.Resize) -> None:
        # Every layout tells a screen its size, whereupon the library would lay it out again, with all below it; and a
        # size told by a layout may come after that of the terminal, replace it, or chase it round for good. So whatever
        # size a screen is told, it takes that of the terminal.
        if self.outer_size == self.app.size:
            event.prevent_default()
        elif event.size != self.app.size:
            event.prevent_default()
            self._screen_resized(self.app.size)


class StavkaScreen(Guarded, OnceLaid, inherit_bindings=False):
    """A screen whose keys are commands of the keymap."""

    AUTO_FOCUS = ""
    scopes: tuple[str, ...] = ("all",)
    name_for_help = "This screen"
    hints: tuple[str | tuple[str, str], ...] = ("back", "help")
    """Commands for the key line."""

    _early: list[str] | None
    """Keys that came before the screen was drawn; ``None`` from then on."""

    def __init__(self) -> None:
        super().__init__()
        self._early = []

    @property
    def stavka(self) -> Program:
        """The program."""
        return cast("Program", self.app)

    def later(self, work: Callable[..., object], *arguments: object) -> None:
        """Do something once the layout is known, unless the screen has been closed by then."""

        def check() -> None:
            # A screen that has left the stack stays attached for a while, with fewer and fewer of its widgets.
            if self.is_attached and self in self.app.screen_stack and len(self.children):
                work(*arguments)

        check.__signature__ = NOTHING  # type: ignore[attr-defined]
        self.call_after_refresh(check)

    def on_key(self, event: events.Key) -> None:
        """Every key press of the screen."""
        event.stop()
        event.prevent_default()
        self.pass_on(event_name(event.key, event.character))

    def pass_on(self, key: str) -> None:
        """Give a key to the screen that is on top by now: in a burst, the key before it may have opened one."""
        screen = self.app.screen
        if isinstance(screen, StavkaScreen):
            screen.take(key)

    def on_mount(self) -> None:
        """Runs after that of the screen itself: from the first drawing on, keys are answered as they come."""
        self.call_after_refresh(self.begin)

    @property
    def began(self) -> bool:
        """Whether the screen has been drawn and answers keys."""
        return self._early is None

    def begin(self) -> None:
        """Answer the keys that came before the first drawing, and from now on every key at once."""
        keys, self._early = self._early or [], None
        for key in keys:
            self.pass_on(key)

    def take(self, key: str) -> None:
        """A key that was pressed before this screen was there."""
        if self._early is None:
            self.press(key)
        else:
            self._early.append(key)

    def press(self, key: str) -> None:
        """A key by its name: what it does here."""
        command = self.stavka.keymap.find(self.scopes, key)
        if command is not None:
            self.run_command(command)

    def run_command(self, command: str) -> bool:
        """Carry out a command by id; whether this screen knows it."""
        method = getattr(self, f"do_{command}", None)
        if method is None:
            return self.stavka.run_command(command)
        method()
        return True

    def do_back(self) -> None:
        """Esc: to the screen before."""
        self.stavka.back()

    def tell_keys(self) -> None:
        """Fill the key line, if the screen has one."""
        for found in self.query(KeyLine):
            found.tell(self.stavka.keymap, self.hints)

    def on_resize(self) -> None:
        """Another size: the key line holds more or fewer keys."""
        self.later(self.tell_keys)

    def on_screen_resume(self) -> None:
        """The screen is on top again."""
        self.later(self.tell_keys)

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text is typed where typing is possible, and otherwise ignored."""
        event.stop()
        for character in event.text[:60]:
            if character.isprintable():
                self.type_character(character)

    def type_character(self, character: str) -> None:
        """One pasted character."""


class ListScreen(StavkaScreen):
    """A screen around one list with the id ``list``."""

    scopes: tuple[str, ...] = ("list", "all")

    @property
    def box(self) -> ListBox:
        """The list."""
        return self.query_one("#list", ListBox)

    def take(self, key: str) -> None:
        """A key; while it is typed that narrows the list, the key line tells the keys of typing."""
        typing = self.began and self.box.filtering
        super().take(key)
        if self.began and self.is_attached and len(self.children) and self.box.filtering != typing:
            self.tell_keys()

    def tell_keys(self) -> None:
        """Fill the key line, if the screen has one."""
        if self.box.filtering and not self.box.always_typing:
            for found in self.query(KeyLine):
                word = next((h[1] for h in self.hints if h[0] == "choose" and isinstance(h, tuple)), "take it")
                found.tell(self.stavka.keymap, (("choose", word), ("↑↓", "choose"), *TYPED, ("back", "whole list")))
        else:
            super().tell_keys()

    def on_screen_resume(self) -> None:
        """On top again: the terminal's cursor is on the marked line."""
        self.later(self._settle_cursor)

    def _settle_cursor(self) -> None:
        self.box.take_cursor()
        settle_cursor(self.app)

    def press(self, key: str) -> None:
        """What is typed narrows the list, numbers pick, the rest are commands; a bound letter begins no filter."""
        box = self.box
        command = self.stavka.keymap.find(self.scopes, key)
        if (box.filtering or command is None) and box.typed(key):
            self.typed()
            return
        picked = box.pick(key)
        if picked is not None:
            self.choose(picked)
            return
        if command is None or (box.filtering and len(key) == 1):
            return
        if command == "choose":
            if box.chosen is not None:
                self.choose(box.chosen)
        elif command == "filter" and box.letters and not box.always_typing:
            # Letters narrow such a list without it: here the key means what it means everywhere else.
            self.run_command("rules")
        elif command == "back" and box.leave_filter():
            self.typed()
        elif box.command(command):
            self.moved()
        else:
            self.run_command(command)

    def type_character(self, character: str) -> None:
        """Pasted into the filter."""
        if self.box.typed(character):
            self.typed()

    def choose(self, item: Item) -> None:
        """An entry was taken."""

    def moved(self) -> None:
        """Another entry is marked."""

    def typed(self) -> None:
        """Something was typed into the filter."""
        self.moved()


def pages(command: str, page: int) -> int | None:
    """Lines that a list command scrolls a text by; ``None`` for other commands."""
    half = max(1, page // 2)
    steps: dict[str, Any] = {
        "list_up": -half, "list_down": half, "page_up": -half, "page_down": half, "first": -100000, "last": 100000,
        "less": -half, "more": half, "choose": half,
    }  # fmt: skip
    found = steps.get(command)
    return None if found is None else int(found)
