"""The table of a game: what lies where at which size, and how it is drawn. ``play`` adds what keys do."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.timer import Timer

from engine.components.errors import BadInput
from engine.components.grid import Hex
from engine.play.asked import Overlay
from tui.draw.scene import Scene, Terrain, scene_from_view
from tui.game.controller import Controller
from tui.screens.base import StavkaScreen
from tui.screens.ending import EndScreen
from tui.screens.simple import HandOverScreen
from tui.table.acting import Acting
from tui.table.first_hints import Hinting
from tui.table.going import first_hex, untouched
from tui.table.highlights import highlights
from tui.table.key_line import hints
from tui.table.mirror import Mirror
from tui.table.pace import Watch
from tui.table.sizes import place_over, size_up
from tui.table.transcript import Telling, Transcript
from tui.widgets.bars import DecisionBar, KeyLine
from tui.widgets.hex_map import HexMap
from tui.widgets.lines import Lines, wrapped
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask, Menu
from tui.widgets.panels import hex_lines, log_lines, mark_words, outline_lines, rule_lines
from tui.widgets.tally_panel import TallyPanel
from tui.widgets.title_bar import TitleBar

ZOOMS = ("far", "middle", "near")


class TableScreen(StavkaScreen):
    """Map, panels, decision bar, menu and planner of one game."""

    name_for_help = "The map"
    scopes = ("map", "all")

    def __init__(self, controller: Controller) -> None:
        super().__init__()
        self.controller = controller
        self.acting = Acting(self)
        self.pace = Mirror(self) if controller.watching else Watch(self)
        self.beginner = Hinting(self)
        self.telling = Telling(self)
        self.zoom = "middle"
        self.panel = "map"
        self.overlay_name = ""
        self._ended = False
        self._ground: Terrain | None = None
        self._first: Hex = -1
        self._filling = False
        self._told: Hex = -1
        """The hex that the panel follows already."""
        self._sized: Size | None = None
        """The size of the terminal for which everything was drawn last."""
        self._moved = 0.0
        self._soon: Timer | None = None

    # ------------------------------------------------------------------ parts
    def compose(self) -> ComposeResult:
        """Title, map and panels, decision bar, key line; menu and planner lie over the right side."""
        yield TitleBar(id="title")
        with Horizontal(id="body"):
            yield HexMap(
                id="map",
                zoom=self.stavka.settings.zoom,
                glyphs="ascii" if self.stavka.plain else "unicode",
                theme=self.stavka.palette.map_theme(self.stavka.color_count),
            )
            with Vertical(id="side"):
                yield Lines("Hex", id="hex", edge=True)
                yield Lines("Turn", id="outline", edge=True)
                yield Lines("Log", id="log", edge=True)
            with Vertical(id="far"):
                yield Lines("Log", id="log2", edge=True)
                yield Lines("Rule", id="rule", edge=True)
            with Container(id="over"):
                yield Menu(id="menu")
                yield TallyPanel(id="tally")
        yield Transcript(id="transcript")
        yield DecisionBar(id="ask")
        yield KeyLine(id="keys")
        yield Lines(id="small")

    @property
    def map(self) -> HexMap:
        """The map."""
        return self.query_one("#map", HexMap)

    @property
    def menu(self) -> Menu:
        """The one menu."""
        return self.query_one("#menu", Menu)

    @property
    def tally(self) -> TallyPanel:
        """The attack planner."""
        return self.query_one("#tally", TallyPanel)

    @property
    def cursor(self) -> Hex:
        """The hex under the cursor."""
        return self.map.cursor

    def label(self, h: Hex) -> str:
        """Label of a hex."""
        return self.controller.match.data.board.labels[h]

    def on_mount(self) -> None:
        """Start where the game was left."""
        self.pace.delay = self.stavka.settings.bot_delay
        self.zoom = self.stavka.settings.zoom
        self.set_class(self.stavka.reader, "reader")
        size_up(self)
        self.later(self._start)

    def _start(self) -> None:
        self._first = first_hex(self.controller)
        self.map.focus()
        notes = list(self.controller.keeper.notes) if self.controller.keeper else []
        if notes:
            self.say(" ".join(notes), "warn")
        self.changed()

    # ------------------------------------------------------------------ sizes
    def on_resize(self) -> None:
        """Lay out for another size."""
        size_up(self)
        place_over(self)
        if self._ground is not None and self.app.size != self._sized:
            self.later(self.redraw)

    def on_lines_resized(self) -> None:
        """A panel has another size."""
        self.refill()

    def refill(self) -> None:
        """Fill the panels once, when all sizes are known."""
        if not self._filling:
            self._filling = True
            self.later(self._fill_panels)

    def _fill_panels(self) -> None:
        self._filling = False
        place_over(self)  # a list that was opened under another screen found nothing laid out yet
        if self._ground is not None and not self.controller.hand_over:
            self._panels()

    # ------------------------------------------------------------------ drawing
    def changed(self) -> None:
        """The game is another one: follow it with everything on screen."""
        if self.controller.hand_over:
            self._hide_game()
            return
        self._tidy()
        self.beginner.follow()
        self.redraw()
        if self.controller.watching:
            self.pace.follow()
        if self.controller.match.over:
            self._finish()
        elif self.controller.bot_turn:
            self.pace.follow()
        else:
            self.follow_decision()
            self.later(self.beginner.settle)

    def _tidy(self) -> None:
        """Let go of what no longer applies."""
        acting = self.acting
        acting.going.letters.clear()
        if acting.selected is not None and (self.controller.bot_turn or not self._further(acting.selected)):
            acting.selected = None
        ask = self.menu.ask
        if ask is not None and (ask.lasting or not self.controller.bot_turn):
            self.menu.close()

    def _further(self, subject: str) -> bool:
        """Whether a subject in hand can still act on a hex other than its own."""
        decision = self.controller.decision
        place = decision.place(subject)
        return any(decision.target(a) not in (None, place) for a in decision.of(subject))

    def follow_decision(self) -> None:
        """Open the list if the decision is one of a list; select the one subject if there is only one."""
        decision = self.controller.decision
        if self.menu.open or self.tally.plan is not None:
            return
        if decision.listed:
            self.acting.answers()
            return
        self._show_decision()
        if decision.only_plain and decision.prompt.default is None:
            words = ", ".join(decision.words(a) for a in decision.plain)
            self.say(f"{self.query_one('#ask', DecisionBar).said} Nothing is left but: {words} "
                     f"({self.stavka.keymap.key('end')}).".strip())  # fmt: skip
        if self.acting.selected is None and len(decision.subjects) == 1 and decision.of(decision.subjects[0]):
            place = decision.place(decision.subjects[0])
            if place is not None and any(h != place for h in decision.targets(decision.subjects[0])):
                told = self.said
                self.go_to(place)
                self.acting.select(decision.subjects[0])
                # What has just happened is told first.
                self.say(f"{told} {self.said}".strip())

    def _show_decision(self) -> None:
        """When nothing that can be decided about is in view, go to the nearest of it; to the first in a new game."""
        if untouched(self.controller):
            self.go_to(first_hex(self.controller))
            return
        places = [h for s in self.controller.decision.subjects if (h := self.controller.decision.place(s)) is not None]
        if places and not any(self.map.in_view(h) for h in places):
            grid = self.controller.view.board.grid
            self.go_to(min(places, key=lambda h: (grid.distance(self.cursor, h), h)))

    def _hide_game(self) -> None:
        def ready() -> None:
            self.controller.take_keyboard()
            self.query_one("#body").visible = True
            self.changed()

        self.acting.drop()
        self.say("")
        self.query_one("#body").visible = False
        self.app.push_screen(HandOverScreen(self.controller.asked, ready, self.controller.happened))

    def _finish(self) -> None:
        if not self._ended:
            self._ended = True
            self.app.push_screen(EndScreen(self.controller, self.run_command))

    def redraw(self) -> None:
        """Draw everything; only what differs goes to the terminal."""
        if not self.is_mounted or self.controller.hand_over:
            return
        self._sized = self.app.size
        self.query_one("#title", TitleBar).update_from(self.controller, self.pace.word)
        self.map.show(self._scene())
        self._panels()
        prompt = self.controller.view.prompt
        who = prompt.who or (self.controller.side_title(prompt.side) if prompt.side else "")
        bar = self.query_one("#ask", DecisionBar)
        bar.more = self.stavka.keymap.key("why")
        bar.ask(prompt.text, prompt.rule, who, person=bool(prompt.who))
        bar.hint(*self.beginner.line)
        self.tell_keys()
        self.tally.draw_plan()
        self.telling.changed()

    def _scene(self) -> Scene:
        view, acting = self.controller.view, self.acting
        unit = view.roster.by_id.get(acting.selected or "")
        scene = scene_from_view(
            view,
            cursor=self.cursor if self._ground is not None else self._first,
            selected=() if unit is None else view.group(unit)[0],
            highlights=highlights(self.controller, acting),
            overlay=self.shown_overlay(),
            letters=acting.going.letters,
            ground=self._ground,
        )
        self._ground = scene.ground
        return scene

    def shown_overlay(self) -> Overlay | None:
        """The layer over the map, if any."""
        if not self.overlay_name:
            return None
        roster = self.controller.match.data.roster
        unit = roster.by_id.get(self.acting.selected or "")
        if unit is None:
            stack = self.controller.view.stacks.get(self.cursor, ())
            unit = stack[0] if stack else None
        try:
            side = self.controller.viewer or self.controller.match.side
            return self.controller.view.overlay(self.overlay_name, side, unit)
        except BadInput as error:
            self.overlay_name = ""
            self.say(str(error), "warn")
            return None

    def _panels(self) -> None:
        self._hex_panel()
        view, plain = self.controller.view, self.stavka.plain
        outline, log = self.query_one("#outline", Lines), self.query_one("#log", Lines)
        outline.show(outline_lines(view, outline.inner, outline.page, plain), view.turn_name)
        for panel in (log, self.query_one("#log2", Lines)):
            if panel.size.height:
                title, rows = self.beginner.over(log_lines(view, panel.inner, panel.page), panel.inner, panel.page)
                panel.show(rows, title)
        rule = self.query_one("#rule", Lines)
        if rule.size.height:
            title, rows = rule_lines(self.controller.match.data.game, self._rule(), max(20, rule.inner))
            rule.show(rows, title, top=0)

    def _rule(self) -> str:
        refusal = self.acting.refusal
        return refusal.rule if refusal is not None else self.controller.match.prompt.rule

    def _hex_panel(self) -> None:
        panel = self.query_one("#hex", Lines)
        overlay = self.shown_overlay()
        marked = self.acting.selected or (self.acting.looked if self.menu.open else "")
        rows = hex_lines(self.controller, self.cursor, marked, panel.inner, self.stavka.plain, panel.page)
        if overlay is not None:
            mark = overlay.marks.get(self.cursor, "")
            rows[1:1] = wrapped(mark_words(mark, overlay.legend), panel.inner, "now", "  ") if mark else []
        panel.show(rows, overlay.title if overlay else "Hex")

    def on_hex_map_selected(self, message: HexMap.Selected) -> None:
        """Pointed at twice with a mouse: as Enter."""
        if not self.menu.open:
            self.run_command("act")

    def on_hex_map_cursor_moved(self, message: HexMap.CursorMoved) -> None:
        """The cursor stands on another hex."""
        if message.hex != self._told:
            self.follow_cursor()

    def follow_cursor(self) -> None:
        """Tell the hex under the cursor: in the same update as the map, or after the last of a run of quick moves."""
        now, before = monotonic(), self._moved
        self._moved = now
        self._told = self.cursor
        if self._soon is not None:
            self._soon.stop()
            self._soon = None
        if now - before < self.stavka.held_key:
            self._soon = self.set_timer(self.stavka.held_key, self._tell_hex)
        else:
            self._tell_hex()

    def _tell_hex(self) -> None:
        if not self.controller.hand_over:
            self._hex_panel()
            self.telling.hex()

    # ------------------------------------------------------------------ small services
    @property
    def said(self) -> str:
        """The sentence in the decision bar."""
        return self.query_one("#ask", DecisionBar).said

    def say(self, text: str, role: str = "text") -> None:
        """A sentence in the decision bar."""
        self.query_one("#ask", DecisionBar).say(text, role)
        self.telling.tell(text)

    def go_to(self, h: Hex) -> None:
        """Put the cursor on a hex."""
        if not self.map.go_to(h):
            self.say(f"{self.label(h)} is not in play.", "warn")
        self._hex_panel()

    def open_menu(self, ask: Ask) -> None:
        """Open the menu."""
        self.tally.close()
        if ask.details is None and not ask.lasting and not ask.typing:
            ask = replace(ask, details=self._whole)
        self.menu.start(ask)
        place_over(self)
        self.set_focus(None)
        self.tell_keys()

    def _whole(self, item: Item) -> None:
        """A line of a list that may have been cut."""
        self.say(" ".join(part for part in (item.text, item.note, item.rule) if part))

    def close_planner(self) -> None:
        """Close the attack planner; the game has not changed."""
        self.tally.close()
        self.say("")
        self.tell_keys()

    def tell_keys(self) -> None:
        """The keys that answer now; and the right side is covered only while something is open there."""
        self.set_class(self.menu.open or self.tally.plan is not None, "over")
        if self.tally.plan is None:
            self.map.cover(0)
        if not self.menu.open and not self.map.has_focus:
            self.map.focus()
        self.query_one("#keys", KeyLine).tell(self.stavka.keymap, hints(self))
