"""Laying out a position by hand: the map, the counters of the hex under the cursor, and keys to put, move and flip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Container, Vertical

from engine.components.errors import BadInput
from engine.components.grid import Hex
from engine.components.load import DataError
from engine.play.view import View
from tui.draw.scene import Terrain, scene_from_view
from tui.game.find import Index
from tui.game.laying import Laying
from tui.screens import laying_lists as lists
from tui.screens.asking import LineScreen, PickScreen
from tui.screens.base import StavkaScreen
from tui.screens.zooming import Zooming
from tui.widgets.bars import DecisionBar, KeyLine
from tui.widgets.hex_map import HexMap
from tui.widgets.lines import Lines
from tui.widgets.list_box import Item
from tui.widgets.panels import hex_lines, hex_sentence

DIRECTIONS = {
    "north": "up", "south": "down", "west": "left", "east": "right", "northwest": "nw", "northeast": "ne",
    "southwest": "sw", "southeast": "se",
}  # fmt: skip
HERE = (*DIRECTIONS, "goto", "undo", "zoom", "zoom_in", "zoom_out", "why", "describe")
"""Commands of the map that mean the same here."""
TYPED = 400
"""Characters of a line of counters."""


@dataclass(frozen=True)
class Seen:
    """What the panels ask of a position that is laid out."""

    view: View
    laying: Laying

    def side_title(self, side: str) -> str:
        """A side as the rules call it."""
        return self.laying.side_title(side)


class LayingScreen(Zooming, StavkaScreen):
    """A position under the hands; ``done`` is told when it shall be played on, by whom, and answers with a problem."""

    name_for_help = "A position by hand"
    scopes = ("laying", "all")
    hints = (
        ("lay_act", "take, put"), ("lay_add", "add"), ("lay_flip", "flip"), ("lay_remove", "away"), ("undo", "undo"),
        ("lay_finish", "finish"), ("lay_turn", "turn"), ("lay_phase", "phase"), ("goto", "find"), "help",
        ("lay_type", "type"), ("lay_weather", "weather"), ("lay_control", "control"), ("lay_tracks", "tracks"),
        "lay_identity",
        ("lay_clear", "clear"),
    )  # fmt: skip

    def __init__(
        self, laying: Laying, players: str, zoom: str, cursor: Hex, done: Callable[[bool], str],
        closed: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.laying, self.players, self.zoom, self.start = laying, players, zoom, cursor
        self.done, self.closed = done, closed
        self.marked = 0
        """Which counter of the hex is meant."""
        self.rule = ""
        """The rule of the last refusal."""
        self._ground: Terrain | None = None

    def compose(self) -> ComposeResult:
        """Title, map, hex, what is in hand, keys."""
        yield Lines(id="title", base="title")
        with Container(id="body"):
            yield HexMap(
                id="map",
                zoom=self.zoom,
                glyphs="ascii" if self.stavka.plain else "unicode",
                theme=self.stavka.palette.map_theme(self.stavka.color_count),
            )
            with Vertical(id="side"):
                yield Lines("Hex", id="hex", edge=True)
                yield Lines("Position", id="state", edge=True)
        yield DecisionBar(id="ask")
        yield KeyLine(id="keys")

    @property
    def map(self) -> HexMap:
        """The map."""
        return self.query_one("#map", HexMap)

    @property
    def cursor(self) -> Hex:
        """The hex under the cursor."""
        return self.map.cursor if self._ground is not None else self.start

    def on_mount(self) -> None:
        """First drawing."""
        self.later(self._begin)

    def _begin(self) -> None:
        self.map.focus()
        self.redraw()

    def on_resize(self) -> None:
        """Another size."""
        self.later(self.redraw)
        super().on_resize()

    def on_lines_resized(self) -> None:
        """A panel has another size."""
        self.later(self.redraw)

    def on_screen_resume(self) -> None:
        """On top again, after a list."""
        super().on_screen_resume()
        self.later(self.map.focus)

    # ------------------------------------------------------------------ drawing
    def redraw(self) -> None:
        """The map and everything beside it."""
        laying, view = self.laying, self.laying.view
        held = view.roster.by_id.get(laying.hand)
        self.map.show(
            scene_from_view(view, cursor=self.cursor, selected=() if held is None else (held,), ground=self._ground)
        )
        self._ground = self.map.scene.ground if self.map.scene is not None else None
        side, _, phase = laying.phase
        title = f" Analysis by hand   {view.turn_name}   {laying.side_title(side)}: {phase}"
        width = self.size.width - 1
        self.query_one("#title", Lines).show([((title if len(title) <= width else title.split(",")[0], "title"),)])
        state = self.query_one("#state", Lines)
        state.show(lists.state_lines(laying, state.inner), top=0)
        self.tell_hex()

    def tell_hex(self) -> None:
        """The hex under the cursor, and what a key would do there."""
        stack = self.laying.stack(self.cursor)
        self.marked = min(self.marked, max(0, len(stack) - 1))
        panel, meant = self.query_one("#hex", Lines), stack[self.marked] if stack else None
        seen = Seen(self.laying.view_at(self.cursor), self.laying)
        panel.show(hex_lines(seen, self.cursor, meant, panel.inner, self.stavka.plain, panel.page), top=0)
        self.query_one("#ask", DecisionBar).ask(self._question(seen.view, meant), "")

    def _question(self, view: View, meant: str | None) -> str:
        key, r = self.stavka.keymap.key, view.roster
        where, act = view.board.describe(self.cursor), key("lay_act")
        if self.laying.hand:
            u = r.by_id[self.laying.hand]
            return f"{view.short(u)} in hand: {act} puts it into {where}, {key('back')} lets it be."
        if meant is not None:
            u = r.by_id[meant]
            if "?" in view.values(u):
                who = f"{view.short(u)}: {key('lay_identity')} says who it is, {act} takes it"
                return f"{who}, {key('lay_remove')} away."
            return f"{view.short(u)} in {where}: {act} takes it, {key('lay_flip')} flips it, {key('lay_remove')} away."
        return f"{where} is empty: {key('lay_add')} puts a counter there, {key('lay_type')} several by a line of text."

    def say(self, text: str, role: str = "text") -> None:
        """The answer to the last key."""
        self.query_one("#ask", DecisionBar).say(text, role)

    def on_hex_map_cursor_moved(self, message: HexMap.CursorMoved) -> None:
        """The cursor stands on another hex."""
        self.marked = 0
        self.tell_hex()

    # ------------------------------------------------------------------ keys
    def press(self, key: str) -> None:
        """Keys of this screen, then those of the map that mean the same here."""
        keymap = self.stavka.keymap
        command = keymap.find(self.scopes, key)
        if command is None and (found := keymap.find(("map",), key)) in HERE:
            command = found
        if command is not None:
            self.say("")
            self.run_command(command)

    def run_command(self, command: str) -> bool:
        """Directions go to the map."""
        if command in DIRECTIONS:
            self.map.move_cursor(DIRECTIONS[command])
            return True
        return super().run_command(command)

    def tried(self, work: Callable[[], object], said: str = "") -> bool:
        """Change the position, or say what stands against it; whether it was done."""
        try:
            work()
        except (BadInput, DataError) as error:
            text = str(error)
            self.rule = error.rule if isinstance(error, BadInput) else ""
            self.redraw()
            self.say(f"{text[:1].upper()}{text[1:]}.", "warn")
            return False
        self.rule = ""
        self.redraw()
        self.say(said)
        return True

    # ------------------------------------------------------------------ counters
    @property
    def meant(self) -> str:
        """The marked counter of the hex; empty where there is none."""
        stack = self.laying.stack(self.cursor)
        # The hex may hold fewer since it was marked: a list or a line of text can take counters off.
        return stack[min(self.marked, len(stack) - 1)] if stack else ""

    def do_lay_act(self) -> None:
        """Take the marked counter in hand, or put down what is in hand."""
        laying = self.laying
        if laying.hand:
            unit = laying.hand
            if self.tried(lambda: laying.put(unit, self.cursor)):
                laying.hand = ""
                self.redraw()
        elif self.meant:
            laying.hand = self.meant
            self.redraw()
        else:
            self.do_lay_add()

    def do_lay_next(self) -> None:
        """The next counter of the hex."""
        self._mark(1)

    def do_lay_previous(self) -> None:
        """The counter before."""
        self._mark(-1)

    def _mark(self, step: int) -> None:
        stack = self.laying.stack(self.cursor)
        self.marked = (self.marked + step) % len(stack) if stack else 0
        self.tell_hex()

    def do_lay_add(self) -> None:
        """A counter from beside the map into the hex under the cursor."""
        self.app.push_screen(lists.CounterScreen(self.laying, self._add))

    def _add(self, unit: str) -> None:
        self.tried(lambda: self.laying.put(unit, self.cursor))

    def do_lay_new(self) -> None:
        """A counter of one's own, by its values."""
        lists.ask_new(self, self.laying, lambda: self.cursor)

    def do_lay_type(self) -> None:
        """Counters and hexes as a line of text."""

        def typed(text: str) -> None:
            self.tried(lambda: self.laying.type_line(text))

        title = "Counters and hexes, steps if not all, commas between: 7pz S0816, 20pz S0815 1"
        self.app.push_screen(LineScreen(title, "", TYPED, typed))

    def do_lay_flip(self) -> None:
        """A step less, and around again."""
        if unit := self.meant:
            self.tried(lambda: self.laying.flip(unit))
        else:
            self.say("No counter is here to be flipped.", "warn")

    def do_lay_identity(self) -> None:
        """Who the marked counter is, where it does not show it."""
        if self.meant:
            lists.ask_identity(self, self.laying, self.meant)
        else:
            self.say("No counter is here.", "warn")

    def do_lay_remove(self) -> None:
        """The marked counter off the map."""
        if unit := self.laying.hand or self.meant:
            self.laying.hand = ""
            self.tried(lambda: self.laying.take_away([unit]))
        else:
            self.say("No counter is here to be taken away.", "warn")

    def do_lay_clear(self) -> None:
        """Everything off the map."""
        self.laying.hand = ""
        key = self.stavka.keymap.key("undo")
        self.tried(lambda: self.laying.change(clear=True), f"The map is empty. {key} brings everything back.")

    def do_undo(self) -> None:
        """Take back the last change."""
        self.tried(self.laying.undo)

    # ------------------------------------------------------------------ beside the counters
    def do_lay_control(self) -> None:
        """The hex under the cursor goes to the other side."""
        self.tried(lambda: self.laying.control(self.cursor))

    def do_lay_turn(self) -> None:
        """Another turn."""
        lists.ask_turn(self, self.laying)

    def do_lay_phase(self) -> None:
        """The phase in which it waits."""
        lists.ask_phase(self, self.laying)

    def do_lay_weather(self) -> None:
        """Other weather."""
        lists.ask_weather(self, self.laying)

    def do_lay_tracks(self) -> None:
        """Tracks and markers."""
        lists.ask_tracks(self, self.laying, lambda: self.cursor)

    # ------------------------------------------------------------------ looking
    def do_goto(self) -> None:
        """Find something by its name and go there."""
        self.app.push_screen(lists.FindScreen(Index(self.laying.view, self.cursor), self.map.go_to))

    def do_describe(self) -> None:
        """The hex as a sentence."""
        self.say(hex_sentence(Seen(self.laying.view_at(self.cursor), self.laying), self.cursor))

    def do_why(self) -> None:
        """The rule of the last refusal."""
        if self.rule:
            self.stavka.open_rule(self.rule)
        else:
            self.say("Nothing was refused by a rule.")

    def zoom_to(self, zoom: str) -> None:
        """Show the map so."""
        self.zoom = zoom
        self.map.set_zoom(self.zoom)

    # ------------------------------------------------------------------ the end of it
    def do_back(self) -> None:
        """Esc: the hand is emptied first; a position is never thrown away by it."""
        if self.laying.hand:
            self.laying.hand = ""
            self.redraw()
        elif self.laying.changed:
            self.do_lay_finish()
        else:
            self._leave()

    def do_lay_finish(self) -> None:
        """Play on, ask, or throw it away."""
        self.app.push_screen(
            PickScreen("The position is laid out", lists.ends(self.players, self.laying.eyes), self._end, lists.ENDS)
        )

    def _end(self, item: Item) -> None:
        if item.value == "leave":
            self._leave()
        elif self.tried(self.laying.finish) and (problem := self.done(item.value == "players")):
            self.say(problem, "warn")

    def _leave(self) -> None:
        super().do_back()
        self.closed()
