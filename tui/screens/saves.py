"""All saved games: open one, or one of its kept copies and turns, or throw it away (after asking)."""

from __future__ import annotations

from textual.app import ComposeResult

from saves import Entry
from tui.screens.base import ListScreen
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Lines, line, wrapped
from tui.widgets.list_box import Item, ListBox


class SavesScreen(ListScreen):
    """Games, the last played first."""

    name_for_help = "Saved games"
    hints = (("choose", "open"), ("more", "its copies and turns"), ("less", "throw away"), "filter", "back")

    def compose(self) -> ComposeResult:
        """List and a sentence."""
        yield ListBox("Saved games", id="list")
        yield Lines(id="notes")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing."""
        self.doomed = ""
        self.of = ""
        self.later(self.fill)

    def fill(self) -> None:
        """Games, or what is kept of one."""
        if self.of:
            entries = self.stavka.kept(self.of)
            items = [Item(e.label or e.path.stem, e, note=self._note(e)) for e in entries]
        else:
            items = [Item(e.title or e.slug, e, note=self._note(e)) for e in self.stavka.saved()]
        self.box.heading = f"Kept of {self.of}" if self.of else "Saved games"
        self.box.fill(items)
        where = f"They lie in {self.stavka.store.folder}" if self.stavka.store else ""
        self._tell(where if items else f"There is nothing here yet. {where}")

    @staticmethod
    def _note(entry: Entry) -> str:
        if entry.damaged:
            return f"cannot be read: {entry.damaged}"
        when = entry.when.replace("T", " ").rstrip("Z")[:16]
        return f"{entry.game} {entry.scenario}, turn {entry.turn}, {when}"

    def _tell(self, text: str, role: str = "dim") -> None:
        notes = self.query_one("#notes", Lines)
        notes.show(wrapped(text, max(20, notes.inner - 2), role) if text else [line()])

    def choose(self, item: Item) -> None:
        """Open it."""
        entry: Entry = item.value
        problem = self.stavka.open_kept(entry) if self.of else self.stavka.resume(entry.slug)
        if problem:
            self._tell(problem, "warn")

    def moved(self) -> None:
        """Another game: nothing is thrown away by mistake."""
        self.doomed = ""

    def do_more(self) -> None:
        """Named copies and beginnings of turns."""
        item = self.box.chosen
        if item is not None and not self.of:
            self.of = item.value.slug
            self.fill()

    def do_less(self) -> None:
        """Back from the copies; on a game: throw it away, after asking once."""
        item = self.box.chosen
        if self.of:
            self.do_back()
        elif item is not None and self.doomed == item.value.slug:
            self.doomed = ""
            problem = self.stavka.throw_away(item.value.slug)
            self.fill()
            done = "Thrown away; it lies in the folder .trash of the saves."
            self._tell(problem or done, "warn" if problem else "dim")
        elif item is not None:
            self.doomed = item.value.slug
            self._tell(f"Press the same key again to throw '{item.text}' away; it goes to a trash folder.", "warn")

    def do_back(self) -> None:
        """From the copies to the games, then to the screen before."""
        if self.of:
            self.of = ""
            self.fill()
        else:
            super().do_back()
