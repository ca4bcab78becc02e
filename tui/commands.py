"""The palette: everything that can be done now, found by typing a few letters of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from textual.app import ComposeResult

from tui.screens.base import ListScreen, StavkaScreen
from tui.settings.keys import pretty
from tui.widgets.bars import KeyLine
from tui.widgets.list_box import Item, ListBox

if TYPE_CHECKING:
    from tui.program import Program

RULES_SHOWN = 8


class PaletteScreen(ListScreen):
    """Legal actions first, then commands, then rules that fit the words."""

    name_for_help = "Commands"
    hints = (("choose", "do it"), ("list_down", "next"), "back")

    def __init__(self, under: StavkaScreen) -> None:
        super().__init__()
        self.under = under

    def compose(self) -> ComposeResult:
        """One list."""
        from tui.table.play import PlayScreen

        board = self.under.controller.view.board if isinstance(self.under, PlayScreen) else None
        yield ListBox("What can be done now", id="list", numbers=False, typing=True, board=board)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing."""
        self.later(self.typed)

    def typed(self) -> None:
        """Narrow to the words."""
        found = [i for i in self._items() if self.box.fits(i)]
        self.box.filled([*found[:200], *self._rules(self.box.text)])

    def _items(self) -> Iterator[Item]:
        yield from self._actions()
        for command in self.stavka.keymap.in_scope(*self.under.scopes):
            keys = " ".join(pretty(k) for k in command.keys)
            yield Item(f"{command.label}: {command.help}", self._command(command.id), note=keys)

    def _actions(self) -> Iterator[Item]:
        from tui.table.play import PlayScreen

        under = self.under
        if not isinstance(under, PlayScreen) or under.controller.match.over or under.controller.bot_turn:
            return
        decision, selected = under.controller.decision, under.hand.selected
        for choice in decision.choices:
            if choice.action is not None:
                yield Item(choice.text, self._play(str(choice.action)), choice.rule, role="good")
        if selected is not None:
            for action in decision.of(selected):
                yield Item(decision.words(action), self._play(str(action)), decision.rule(action.verb), role="good")

    def _rules(self, text: str) -> Iterator[Item]:
        if len(text.strip()) < 2:
            return
        from engine.books.rules import load_rules
        from engine.components.errors import BadInput

        try:
            entries = load_rules(self.stavka.game).search(text.strip(), RULES_SHOWN)
        except (BadInput, ValueError, OSError):
            return
        for entry in entries:
            yield Item(f"rule {entry.id} {entry.title}", self._rule(entry.full_id), role="rule")

    # ------------------------------------------------------------------ what entries do
    def _command(self, name: str) -> Callable[[], object]:
        return lambda: self.under.run_command(name)

    def _play(self, action: str) -> Callable[[], object]:
        from tui.table.play import PlayScreen

        under = self.under
        assert isinstance(under, PlayScreen)
        return lambda: under.acting.play(action)

    def _rule(self, rule: str) -> Callable[[], object]:
        app: Program = self.stavka
        return lambda: app.open_rule(rule)

    def choose(self, item: Item) -> None:
        """Close, then do it on the screen below."""
        self.app.pop_screen()
        self.under.later(item.value)
