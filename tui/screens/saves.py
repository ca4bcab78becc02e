"""All saved games: open, rename, copy, throw away and bring back; the copies and turns of each; the trash."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.timer import Timer

from engine.components.wording import plural
from saves import SORTS, SaveError, SaveInfo, Summary, Trashed, empty, in_order, restore, summarize, trashed
from tui.screens.asking import LineScreen, PickScreen
from tui.screens.base import ListScreen
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Line, Lines, line, wrapped
from tui.widgets.list_box import Item, ListBox
from tui.words.saves import about, columns, local, twins

TITLE_LIMIT = 60
WAIT = 0.15
"""Seconds that a line stays marked before the game is looked into."""
Hints = tuple[str | tuple[str, str], ...]
TRASH = "trash"
EMPTY = "empty"


class SavesScreen(ListScreen):
    """Games, the last played first; ``of`` is the game whose copies are listed, ``.trash`` the trash."""

    name_for_help = "Saved games"
    hints: Hints = (("choose", "open"), ("more", "more to do"), ("undo", "bring back"),
             ("overlays", "order"), "filter", "back")  # fmt: skip
    inside_hints: Hints = (("choose", "play on from it"), "filter", "back")
    trash_hints: Hints = (("choose", "bring back"), ("undo", "bring back the last"), "filter", "back")

    def __init__(self) -> None:
        super().__init__()
        self.of = ""
        self.order = "last"
        self._summaries: dict[str, Summary] = {}
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """List and a sentence."""
        yield ListBox("Saved games", id="list")
        yield Lines(id="notes")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing."""
        self.later(self.fill)

    def on_resize(self) -> None:
        """Other columns."""
        self.later(self.fill)
        super().on_resize()

    # ------------------------------------------------------------------ the list
    @property
    def entry(self) -> SaveInfo | None:
        """The marked game or copy; ``None`` on the trash and in it."""
        item = self.box.chosen
        return item.value if item is not None and isinstance(item.value, SaveInfo) else None

    def fill(self, at: int | None = None) -> None:
        """Games, what is kept of one, or the trash."""
        width = self.box.inner - 5
        if self.of == TRASH:
            items = self._trash(width)
        elif self.of:
            items = [self._item(e, width) for e in self.stavka.kept(self.of)]
        else:
            games = in_order(self.stavka.saved(), self.order)
            same = twins(games)
            items = [self._item(e, width, e.title in same) for e in games]
            if thrown := self._thrown():
                items.append(Item(f"Trash: {plural(len(thrown), 'game')}", TRASH, role="dim", sign="x"))
        order = "" if self.order == "last" else f", {SORTS[self.order]}"
        kept = "Trash" if self.of == TRASH else f"Copies and turns of {self.of}"
        self.box.heading = kept if self.of else f"Saved games{order}"
        self.box.fill(items, self.box.at if at is None else at)
        self.hints = self.trash_hints if self.of == TRASH else self.inside_hints if self.of else type(self).hints
        self.tell_keys()
        if items:
            self._show()
        else:
            where = f"They lie in {self.stavka.store.folder}" if self.stavka.store else ""
            self._tell(f"There is nothing here yet. {where}")

    @staticmethod
    def _item(entry: SaveInfo, width: int, twin: bool = False) -> Item:
        return Item(columns(entry, width, twin=twin), entry, role="warn" if entry.damaged else "text", more=entry.slug)

    def _thrown(self) -> list[Trashed]:
        return trashed(self.stavka.store) if self.stavka.store is not None else []

    def _trash(self, width: int) -> list[Item]:
        found = self._thrown()
        items = [Item(f"{columns(t.entry, width - 24)}  gone {local(t.thrown)}", t) for t in found]
        return [*items, Item("Empty the trash for good", EMPTY, role="dim", sign="x")] if found else []

    # ------------------------------------------------------------------ words
    def _tell(self, text: str, role: str = "dim") -> None:
        notes = self.query_one("#notes", Lines)
        notes.show(wrapped(text, max(20, notes.inner - 2), role) if text else [line()])

    def _show(self) -> None:
        """What is known of the marked one; a game is looked into after a moment, so that the arrows stay quick."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        item = self.box.chosen
        if item is None:
            self._tell("")
        elif isinstance(item.value, Trashed):
            self._tell("Enter brings it back as it was.")
        elif item.value == TRASH:
            self._tell("Games thrown away lie here until the trash is emptied.")
        elif item.value == EMPTY:
            self._tell("This asks once more; then nothing in the trash can be brought back.", "warn")
        elif self.of:
            self._tell("Enter plays on from it as a game of its own.")
        elif item.value.slug in self._summaries:
            self._about(item.value)
        else:
            self._tell("")
            self._timer = self.set_timer(WAIT, self._look)

    def _look(self) -> None:
        self._timer = None
        entry, store = self.entry, self.stavka.store
        if entry is not None and store is not None and not self.of:
            self._summaries[entry.slug] = summarize(store, entry.slug)
            self._about(entry)

    def _about(self, entry: SaveInfo) -> None:
        notes = self.query_one("#notes", Lines)
        rows: list[Line] = []
        for text, role in about(entry, self._summaries[entry.slug]):
            rows += wrapped(text, max(20, notes.inner - 2), role, "  ")
        notes.show(rows)

    def moved(self) -> None:
        """Another game: another account of it."""
        self._show()

    # ------------------------------------------------------------------ keys
    def press(self, key: str) -> None:
        """Two keys of the map mean something here: bringing back, and the order; in the filter they are typed."""
        command = self.stavka.keymap.find(("map",), key)
        free = not self.box.filtering and self.stavka.keymap.find(self.scopes, key) is None
        if free and command == "undo":
            self.bring_back()
        elif free and command == "overlays":
            self._sort()
        elif not self.box.filtering and self.stavka.keymap.find(self.scopes, key) == "filter":
            self.box.command("filter")
        else:
            super().press(key)

    def choose(self, item: Item) -> None:
        """Open it; in the trash, bring it back."""
        if item.value == TRASH:
            self.of = TRASH
            self.fill(0)
        elif item.value == EMPTY:
            self._ask_empty()
        elif isinstance(item.value, Trashed):
            self._restore(item.value.name)
        else:
            entry: SaveInfo = item.value
            problem = self.stavka.open_kept(entry) if self.of else self.stavka.resume(entry.slug)
            if problem:
                self._tell(problem, "warn")

    def _sort(self) -> None:
        orders = list(SORTS)
        self.order = orders[(orders.index(self.order) + 1) % len(orders)]
        self.fill(0)

    def do_back(self) -> None:
        """From the copies or the trash to the games, then to the screen before."""
        if self.of:
            self.of = ""
            self.fill(0)
        else:
            super().do_back()

    # ------------------------------------------------------------------ more to do
    def do_more(self) -> None:
        """Everything that can be done with the marked game."""
        entry = self.entry
        if entry is None or self.of:
            return
        items = [Item("Open", "open", sign="o"), Item("Its named copies and turns", "copies", sign="c")]
        if not entry.damaged:
            items += [Item("Give it another name", "rename", sign="n"), Item("Duplicate it", "copy", sign="d")]
        items += [
            Item("Throw it away", "delete", sign="t", note="it goes to the trash"),
            Item("Order of the list", "sort", sign="s", note=SORTS[self.order]),
        ]
        title = entry.title or entry.slug
        self.app.push_screen(PickScreen(title, items, lambda item: self._do(str(item.value), entry)))

    def _do(self, word: str, entry: SaveInfo) -> None:
        if word == "open":
            self.choose(Item("", entry))
        elif word == "copies":
            self.of = entry.slug
            self.fill(0)
        elif word == "rename":
            self.app.push_screen(
                LineScreen("Another name", entry.title, TITLE_LIMIT, lambda text: self._rename(entry, text))
            )
        elif word == "copy":
            self._copy(entry)
        elif word == "delete":
            self._throw_away(entry)
        else:
            self._sort()

    def _rename(self, entry: SaveInfo, text: str) -> None:
        store = self.stavka.store
        if store is None or not text:
            return
        try:
            store.rename(entry.slug, text)
        except SaveError as error:
            self._tell(str(error), "warn")
            return
        self.later(self._done, f"It is called '{text}' now.", entry.slug)

    def _copy(self, entry: SaveInfo) -> None:
        store = self.stavka.store
        if store is None:
            return
        try:
            slug = store.duplicate(entry.slug)
        except SaveError as error:
            self._tell(str(error), "warn")
            return
        self.later(self._done, f"Copied; the copy is called '{slug}' on the shell.", slug)

    def _done(self, words: str, slug: str = "") -> None:
        """The list again with a sentence; the game that it is about is marked, wherever it stands now."""
        self._summaries.clear()
        self.fill()
        at = (n for n, i in enumerate(self.box.items) if isinstance(i.value, SaveInfo) and i.value.slug == slug)
        self.box.filled_at(next(at, self.box.at))
        if self._timer is not None:
            self._timer.stop()
        self._tell(words)

    # ------------------------------------------------------------------ the trash
    def do_less(self) -> None:
        """Back from the copies. Nothing on a game: an arrow throws nothing away."""
        if self.of:
            self.do_back()

    def _throw_away(self, entry: SaveInfo) -> None:
        problem = self.stavka.throw_away(entry.slug)
        key = self.stavka.keymap.key("undo")
        self._done(problem or f"'{entry.title or entry.slug}' lies in the trash; {key} brings it back.")

    def bring_back(self) -> None:
        """The game that was thrown away last."""
        thrown = self._thrown()
        if thrown:
            self._restore(thrown[0].name)
        else:
            self._tell("The trash is empty.")

    def _restore(self, name: str) -> None:
        if self.stavka.store is None:
            return
        try:
            slug = restore(self.stavka.store, name)
        except SaveError as error:
            self._tell(str(error), "warn")
            return
        if self.of and len(self._thrown()) == 0:
            self.of = ""
        title = next((entry.title for entry in self.stavka.saved() if entry.slug == slug), slug)
        self._done(f"'{title}' is back.", slug)

    def _ask_empty(self) -> None:
        count = plural(len(self._thrown()), "game")

        def answered(item: Item) -> None:
            if item.value and self.stavka.store is not None:
                try:
                    empty(self.stavka.store)
                except SaveError as error:
                    self._tell(str(error), "warn")
                    return
                self.of = ""
                self.later(self._done, f"{count} deleted for good.")

        items = [Item("No, keep them", False, sign="n"), Item(f"Yes, delete {count} for good", True, sign="y")]
        words = "What is deleted here cannot be brought back by this program."
        self.app.push_screen(PickScreen(f"Delete {count} for good?", items, answered, words))
