"""The history: what happened, line by line, with the map and its panels as they were after the marked line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Container, Vertical

from engine.components.errors import BadInput
from engine.components.grid import Hex
from engine.components.wording import plural
from engine.play.bookmarks import bookmarks
from engine.play.timeline import Timeline
from engine.play.view import View
from tui.draw.scene import Mark, Terrain, scene_from_view
from tui.game.controller import Controller
from tui.screens import moment
from tui.screens.asking import PickScreen
from tui.screens.base import ListScreen
from tui.screens.marking import toggle_bookmark, write_note
from tui.screens.reading import Reading
from tui.screens.zooming import Zooming
from tui.widgets.bars import DecisionBar, KeyLine
from tui.widgets.hex_map import HexMap
from tui.widgets.lines import Lines
from tui.widgets.list_box import Item, ListBox
from tui.widgets.panels import hex_lines, outline_lines
from tui.words.history_rows import UNREAD, Row, from_the_end, rows_of, told_so_far, turns_of

ON_THE_MAP = {
    "west": "left", "south": "down", "north": "up", "east": "right", "northwest": "nw", "northeast": "ne",
    "southwest": "sw", "southeast": "se",
}  # fmt: skip
"""Commands that move the cursor, by their letters: the arrows move in the list."""
HERE = ("undo", "goto", "bookmark", "note", "dice", "zoom", "zoom_in", "zoom_out")
"""Commands of the map that mean the marked line here."""


@dataclass(frozen=True)
class Past:
    """A moment of the past, for the panels that otherwise show the present."""

    view: View
    controller: Controller

    def side_title(self, side: str) -> str:
        """A side as the rules call it."""
        return self.controller.side_title(side)


class HistoryScreen(Zooming, ListScreen):
    """Lines below or beside the map; whatever line is marked, the map is as it was after it."""

    name_for_help = "History"
    scopes = ("history", "list", "all")
    hints = (
        ("choose", "do here"), ("undo", "undo"), ("bookmark", "mark"), ("note", "note"), ("details", "rule"),
        ("filter", "find"), ("←→", "phase"), ("goto", "turn"), "back", ("tab", "next mark"), "zoom", "dice",
        "picture", "story", "help",
    )  # fmt: skip

    def __init__(self, controller: Controller, zoom: str, cursor: Hex, closed: Callable[[str], None]) -> None:
        super().__init__()
        self.controller, self.zoom, self.closed = controller, zoom, closed
        self.start = cursor
        self.timeline: Timeline = controller.timeline()
        self.shown = -1
        """The line whose moment is on the map."""
        self._ground: Terrain | None = None
        self._view: View | None = None
        self._reading: Reading | None = None

    def compose(self) -> ComposeResult:
        """Title, map, list with the hex beside or under it, the marked line in full, keys."""
        yield Lines(id="title", base="title")
        with Container(id="body"):
            yield HexMap(
                id="map",
                zoom=self.zoom,
                glyphs="ascii" if self.stavka.plain else "unicode",
                theme=self.stavka.palette.map_theme(self.stavka.color_count),
            )
            with Vertical(id="side"):
                yield ListBox("History", id="list", letters=False, numbers=False, board=self.controller.view.board)
                yield Lines("Hex", id="hex", edge=True)
                yield Lines("Turn", id="outline", edge=True)
        yield DecisionBar(id="ask")
        yield KeyLine(id="keys")

    @property
    def map(self) -> HexMap:
        """The map."""
        return self.query_one("#map", HexMap)

    # ------------------------------------------------------------------ reading the past
    def on_mount(self) -> None:
        """Read what was played before, a little at a time."""
        self._size_up()
        self.later(self._begin)

    def _begin(self) -> None:
        if not self.timeline.done:
            told = told_so_far(self.controller.view.log())  # the sentences at once, all else when it has been read
            self.box.fill(told, len(told) - 1)
            self.moved()
        self._reading = Reading(self, self.timeline, partial(setattr, self.box, "heading"), self._read)

    def _read(self) -> None:
        self._fill(back=max(0, len(self.box.items) - 1 - self.box.at))

    def _fill(self, back: int = -1, number: int = UNREAD) -> None:
        """The list anew, with the row marked that so many events follow, or the first row of ``number``."""
        titles = {side: self.controller.side_title(side) for side in self.controller.sides}
        items = rows_of(self.timeline, self.controller.match.data, bookmarks(self.controller.match), titles)
        at = from_the_end(items, back) if back >= 0 else self._row_of(items, number)
        self.box.heading = f"History: {plural(self.timeline.last, 'line')}"
        self.box.fill(items, at)
        self.moved()

    @staticmethod
    def _row_of(items: list[Item], number: int) -> int:
        return next((n for n, i in enumerate(items) if i.value.number == number and not i.value.heading), 0)

    # ------------------------------------------------------------------ sizes
    def on_resize(self) -> None:
        """Lay out for another size."""
        self._size_up()
        self.later(self.moved)
        super().on_resize()

    def _size_up(self) -> None:
        from tui.widgets.sizes import SIZES, size_class

        wanted = size_class(self.app.size.width, self.app.size.height)
        for name in SIZES:
            self.set_class(name == wanted or (name == "narrow" and wanted == "tiny"), name)

    # ------------------------------------------------------------------ drawing
    @property
    def row(self) -> Row | None:
        """The marked row."""
        item = self.box.chosen
        return item.value if item is not None else None

    def moved(self) -> None:
        """Another line is marked: the map as it was then."""
        row = self.row
        if row is None:
            return
        if row.number != self.shown or self._view is None:
            self.shown = row.number
            self._view = self.controller.view if row.number == UNREAD else self.timeline.view(row.number)
        view = self._view
        cursor = self._where(row, view)
        marks: dict[Hex, Mark] = {h: ("", "reach") for h in (row.event.hexes if row.event else ())}
        scene = scene_from_view(view, cursor=cursor, highlights=marks, ground=self._ground)
        self._ground = scene.ground
        self.map.show(scene)
        self._panels(row, view)

    def _where(self, row: Row, view: View) -> Hex:
        """Where it happened; lines without a place leave the cursor alone."""
        found = [h for h in (row.event.hexes if row.event else ()) if h in view.data.in_play]
        if found:
            return found[-1]
        return self.map.cursor if self._ground is not None else self.start

    def _panels(self, row: Row, view: View) -> None:
        width = self.query_one("#title", Lines).size.width or 80
        score = view.score()
        points, place = score.decides or f"{self.controller.side_title(score.side)} {score.told}", "as it is now"
        if row.number != UNREAD:
            place = self.timeline.entries[row.number].place
        line = "" if row.number == UNREAD else f" {row.number}/{self.timeline.last}"
        left = f" History{line}  {view.turn_name}  {place}"
        room = width - len(points) - 3
        left = left if len(left) <= room else left[: room - 1] + "…"
        self.query_one("#title", Lines).show([((f"{left:<{room}}  {points} ", "title"),)])
        self._ask(row)
        self._hex_panel()
        outline = self.query_one("#outline", Lines)
        if outline.size.height:
            outline.show(outline_lines(view, outline.inner, outline.page, self.stavka.plain), view.turn_name)

    def _ask(self, row: Row) -> None:
        words = f"{row.text} [{' '.join(map(str, row.event.rolls))}]" if row.event and row.event.rolls else row.text
        self.query_one("#ask", DecisionBar).ask(words, row.rule)
        self._say(self.timeline.problem if row.number == self.timeline.last else "", "warn")

    def _say(self, text: str, role: str = "text") -> None:
        self.query_one("#ask", DecisionBar).say(text, role)

    def _hex_panel(self) -> None:
        panel = self.query_one("#hex", Lines)
        if self._view is not None and panel.size.height:
            past = Past(self._view, self.controller)
            panel.show(hex_lines(past, self.map.cursor, None, panel.inner, self.stavka.plain), top=0)

    def on_hex_map_cursor_moved(self, message: HexMap.CursorMoved) -> None:
        """The cursor stands on another hex of the past."""
        self._hex_panel()

    def on_lines_resized(self) -> None:
        """A panel has another size."""
        self.later(self._hex_panel)

    def on_screen_resume(self) -> None:
        """On top again, perhaps after a note was written, or on a terminal of another size."""
        self._size_up()
        super().on_screen_resume()
        self.later(self.box.refresh)

    # ------------------------------------------------------------------ keys
    def press(self, key: str) -> None:
        """Typing, then the list; letters that mean something on the map mean it here too."""
        box = self.box
        if box.typed(key):
            self.typed()
            return
        keymap = self.stavka.keymap
        if self._reading is not None and self._reading.busy and keymap.find(("all",), key) is None:
            self._press_early(keymap.find(self.scopes, key) or "")
            return
        if key in ("tab", "shift+tab"):
            self._to_bookmark(1 if key == "tab" else -1)
            return
        command = keymap.find(self.scopes, key)
        if command is None:
            self._map_key(keymap.find(("map",), key) or "", key)
        elif command == "choose":
            if box.chosen is not None:
                self.choose(box.chosen)
        elif command == "back" and box.leave_filter():
            self._fill(number=self.shown)
        elif box.command(command):
            self.moved()
        else:
            self.run_command(command)

    def _press_early(self, command: str) -> None:
        """A key while the past is read: going up and down, and the rule of a line; the rest has to wait."""
        if command == "details":
            self.run_command(command)
        elif command != "filter" and self.box.command(command):
            self.moved()
        else:
            self._say("Lines, marks and the map as it was come as soon as the past has been read; esc goes back.")

    def _map_key(self, command: str, key: str) -> None:
        if command in ON_THE_MAP and len(key) == 1:
            self.map.move_cursor(ON_THE_MAP[command])
        elif command in HERE:
            self.run_command(command)

    def do_back(self) -> None:
        """Back to the game as it is."""
        super().do_back()
        self.closed("")

    # ------------------------------------------------------------------ going about
    def _to_bookmark(self, step: int) -> None:
        """The next or previous bookmark, around the ends."""
        marked = [n for n, i in enumerate(self.box.items) if i.sign == "*"]
        if not marked:
            self._say(f"There is no bookmark yet; {self.stavka.keymap.key('bookmark')} sets one here.")
            return
        at = self.box.at
        later = [n for n in marked if n > at] if step > 0 else [n for n in reversed(marked) if n < at]
        self._to((later or ([marked[0]] if step > 0 else [marked[-1]]))[0])

    def _to(self, index: int) -> None:
        self.box.fill(self.box.everything, index) if not self.box.text else self.box._move(index)
        self.moved()

    def _to_heading(self, step: int) -> None:
        heads = [n for n, i in enumerate(self.box.items) if i.value.heading]
        at = self.box.at
        found = [n for n in heads if n > at] if step > 0 else [n for n in reversed(heads) if n < at]
        if found:
            self._to(found[0])
        else:
            self._to(len(self.box.items) - 1 if step > 0 else 0)

    def do_less(self) -> None:
        """The phase before."""
        self._to_heading(-1)

    def do_more(self) -> None:
        """The next phase."""
        self._to_heading(1)

    def do_goto(self) -> None:
        """To a turn."""
        items = [Item(name, number, note=f"line {number + 1}") for name, number in turns_of(self.timeline)]

        def chosen(item: Item) -> None:
            self.box.leave_filter()
            heads = [n for n, i in enumerate(self.box.items) if i.value.heading and i.value.number == item.value]
            self._to(heads[0] if heads else 0)

        self.app.push_screen(PickScreen("Go to a turn", items, chosen))

    def do_details(self) -> None:
        """The rule behind the marked line."""
        if self.row is not None and self.row.rule:
            self.stavka.open_rule(self.row.rule)
        else:
            self._say("No rule stands behind this line.")

    def zoom_to(self, zoom: str) -> None:
        """Show the map so."""
        self.zoom = zoom
        self.map.set_zoom(self.zoom)

    def do_dice(self) -> None:
        """What the dice did."""
        from tui.screens.dice import DiceScreen

        self.app.push_screen(DiceScreen(self.controller))

    # ------------------------------------------------------------------ to show others
    def do_picture(self) -> None:
        """The map at this line, as a file."""
        if self.row is not None and self._view is not None:
            self._say(moment.write_picture(self.controller, self._view, self.row.number, self._own))

    def do_story(self) -> None:
        """What happened up to this line, as a file."""
        if self.row is not None:
            self._say(moment.write_story(self.controller, self.timeline, self.row.number, self._own))

    @property
    def _own(self) -> Path:
        """The folder of the player's own data files."""
        return self.stavka.start.folders.overrides

    # ------------------------------------------------------------------ bookmarks
    def do_bookmark(self) -> None:
        """Mark this line, or take its mark away."""
        if self.row is not None:
            self._marked(toggle_bookmark(self.controller, self.row.number))

    def do_note(self) -> None:
        """A note beside this line."""
        if self.row is not None:
            write_note(self.stavka, self.controller, self.row.number, self._marked)

    def _marked(self, said: str) -> None:
        typed = self.box.text
        self._fill(number=self.shown)
        if not typed:
            self._say(said)

    # ------------------------------------------------------------------ what can be done at a line
    def choose(self, item: Item) -> None:
        """Enter: everything that can be done at this line."""
        number = item.value.number
        title, items, about = moment.choices(self.timeline, number, item.value.rule)
        self.app.push_screen(PickScreen(title, items, self._do, about))

    def _do(self, item: Item) -> None:
        word = str(item.value)
        if word in ("fork", "reseed"):
            self._fork(word == "reseed")
        else:
            self.run_command(word)

    def do_undo(self) -> None:
        """Take back everything after this line."""
        row = self.row
        if row is None or row.number == self.timeline.last:
            self._say("This is the present: there is nothing after it to take back.")
            return
        try:
            words = self.controller.undo_to(row.number)
        except BadInput as error:
            text = str(error)
            self._say(f"{text[:1].upper()}{text[1:]}. Enter: play on as another game.", "warn")
            return
        super().do_back()
        self.closed(words)

    def _fork(self, other_dice: bool) -> None:
        row, match = self.row, self.controller.match
        if row is None:
            return
        fork = self.timeline.fork(row.number, self.stavka.fresh_seed() if other_dice else None)
        keeper = self.controller.keeper
        old = keeper.title if keeper is not None else str(match.data.scenario.get("title", match.rules.title))
        title = f"{old[:56]} from turn {fork.state.turn}"
        problem = self.stavka.go_on(fork, title)
        if problem:
            self._say(problem, "warn")
            return
        dice = "other dice numbers" if other_dice else "the same dice numbers"
        self.stavka.tell_game(f"Another game now, with {dice}: '{title}'. '{old}' is as you left it.")
