"""The table of a game: what lies where at which size, and how it is drawn. ``play`` adds what keys do."""

from __future__ import annotations

from functools import partial
from time import monotonic

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.timer import Timer

from engine.components.errors import BadInput
from engine.components.grid import Hex
from engine.play.asked import Overlay
from tui.draw.bytes_patch import settle_cursor
from tui.draw.scene import MapScene, Terrain, scene_from_view
from tui.game.controller import Controller
from tui.screens.base import StavkaScreen
from tui.screens.simple import HandOverScreen
from tui.table.acting import Acting
from tui.table.answering import Answering
from tui.table.desk import Desk
from tui.table.first_hints import FirstHints
from tui.table.going import Going, first_hex
from tui.table.groups import Groups
from tui.table.hand import Hand
from tui.table.highlights import highlights
from tui.table.key_line import hints
from tui.table.looking import Looking
from tui.table.mirror import Mirror
from tui.table.pace import Pace
from tui.table.prompting import Prompting
from tui.table.remaining import Remaining
from tui.table.side import Side
from tui.table.sizes import ask_above, fits, place_over, size_up
from tui.table.transcript import Telling
from tui.table.turn_end import TurnEnd
from tui.table.typeahead import TypeAhead
from tui.widgets.bars import DecisionBar, KeyLine
from tui.widgets.hex_map import HexMap
from tui.widgets.lines import Lines
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask, Menu
from tui.widgets.tally_panel import Plan, TallyPanel
from tui.widgets.title_bar import TitleBar


class TableScreen(StavkaScreen):
    """Map, panels, decision bar, menu and planner of one game."""

    name_for_help = "The map"
    scopes = ("map", "all")

    def __init__(self, controller: Controller) -> None:
        super().__init__()
        self.controller = controller
        self.hand = hand = Hand(controller)
        self.telling = Telling(self, hand)
        self.beginner = FirstHints(self)
        self.side = Side(self, hand, self.beginner)
        self.acting = Acting(self, hand)
        self.going = Going(self, hand, self.acting)
        self.remaining = Remaining(self, hand, self.acting, self.going)
        self.groups = Groups(self, hand, self.acting, self.going, self.remaining)
        self.ahead = TypeAhead(self)
        self.turn_end = TurnEnd(self)
        self.answering = Answering(self, hand, self.acting, self.groups, self.remaining, self.ahead)
        self.prompting = Prompting(self, hand, self.acting, self.answering)
        self.looking = Looking(self, hand, self.acting)
        self.pace = Mirror(self, self.acting) if controller.watching else Pace(self, self.acting)
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
            with Container(id="panels"):
                with Vertical(id="side"):
                    yield from (self.side.hex, self.side.outline, self.side.score, self.side.log)
                with Vertical(id="far"):
                    yield from (self.side.tracks, self.side.far_log, self.side.rule)
            yield Lines(id="asked", base="ask")
            with Container(id="over"):
                yield Menu(self.controller.view.board, id="menu")
                yield TallyPanel(id="tally")
        yield self.telling.transcript
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

    @property
    def width(self) -> int:
        """Columns of the screen."""
        return self.size.width

    @property
    def narrow(self) -> bool:
        """Whether one panel at a time is in view."""
        return self.has_class("narrow")

    @property
    def on_top(self) -> bool:
        """Whether no other screen covers this one."""
        return self.app.screen is self

    def in_view(self, h: Hex) -> bool:
        """Whether a hex is on screen."""
        return self.map.in_view(h)

    def label(self, h: Hex) -> str:
        """Label of a hex."""
        return self.controller.match.data.board.labels[h]

    def on_mount(self) -> None:
        """Start where the game was left."""
        self.query_one("#ask", DecisionBar).above = partial(ask_above, self)
        self.follow_settings()
        self.looking.open(self.stavka.settings.zoom)
        self.set_class(self.stavka.reader, "reader", update=False)
        size_up(self, self.panel, styled=False)
        self.later(self._start)

    def follow_settings(self) -> None:
        """The pace of a computer player as it is set now."""
        self.pace.follow_settings()

    def _start(self) -> None:
        self._first = first_hex(self.controller)
        self.map.focus()
        if self.controller.keeper and self.controller.keeper.notes:
            self.say(" ".join(self.controller.keeper.notes), "warn")
        self.changed()

    # ------------------------------------------------------------------ sizes
    def on_resize(self) -> None:
        """Lay out for another size."""
        size_up(self, self.panel)
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

    def on_screen_resume(self) -> None:
        """On top again: the terminal's cursor stands where keys act."""
        if not fits(self):
            self.on_resize()
        self.later(self.settle_cursor)

    def settle_cursor(self) -> None:
        """The terminal's own cursor on the marked line of a list, else on the hex: whoever listens, listens there."""
        if self.app.screen is self and not self.controller.hand_over:
            (self.menu if self.menu.open else self.map).take_cursor()
            settle_cursor(self.app)

    def _fill_panels(self) -> None:
        self._filling = False
        place_over(self)  # a list that was opened under another screen found nothing laid out yet
        if self._ground is not None and not self.controller.hand_over:
            self.side.fill(self.shown_overlay())

    # ------------------------------------------------------------------ drawing
    def changed(self) -> None:
        """The game is another one: follow it with everything on screen."""
        if self.controller.hand_over:
            self._hide_game()
            return
        self.prompting.tidy()
        self.beginner.follow()
        self.ahead.follow()
        self.redraw()
        self.later(self.ahead.seen)
        if self.controller.watching:
            self.pace.follow()
        ended = self.turn_end.over()
        if self.controller.match.over:
            self._finish()
        elif ended is not None:
            self.turn_end.tell(self.pace, *ended)
        elif self.controller.bot_turn:
            self.pace.follow()
        else:
            self.follow_decision()
            self.later(self._settle_hint)
        self.looking.take_up()

    def _settle_hint(self) -> None:
        log, over = self.side.log, self.query_one("#over")
        if log.region.area:
            self.beginner.settle(self.menu.open and over.region.overlaps(log.region))

    def follow_decision(self) -> None:
        """What is asked is asked on screen."""
        self.prompting.follow()

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
            from tui.screens.ending import EndScreen  # no part of the first screen

            self.app.push_screen(EndScreen(self.controller, self.run_command))

    def redraw(self) -> None:
        """Draw everything; only what differs goes to the terminal."""
        if not self.is_mounted or self.controller.hand_over:
            return
        self._sized = self.app.size
        self.query_one("#title", TitleBar).update_from(self.controller, self.pace.word)
        self.map.show(self._scene())
        self.side.fill(self.shown_overlay())
        prompt = self.controller.view.prompt
        who = prompt.who or (self.controller.side_title(prompt.side) if prompt.side else "")
        bar = self.query_one("#ask", DecisionBar)
        bar.more = self.stavka.keymap.key("why")
        bar.ask(prompt.text, prompt.rule, who, named=bool(prompt.who) or prompt.both)
        bar.hint(*self.beginner.line)
        self.tell_keys()
        self.tally.draw_plan()
        self.telling.changed()

    def _scene(self) -> MapScene:
        view, hand = self.controller.view, self.hand
        scene = scene_from_view(
            view,
            cursor=self.cursor if self._ground is not None else self._first,
            selected=hand.units,
            highlights=highlights(self.controller, hand),
            overlay=self.shown_overlay(),
            letters=hand.letters,
            ground=self._ground,
        )
        self._ground = scene.ground
        return scene

    def shown_overlay(self) -> Overlay | None:
        """The layer over the map, if any."""
        if not self.overlay_name:
            return None
        roster = self.controller.match.data.roster
        unit = roster.by_id.get(self.hand.selected or "")
        if unit is None:
            unit = next(iter(self.controller.view.stacks.get(self.cursor, ())), None)
        try:
            side = self.controller.viewer or self.controller.match.side
            return self.controller.view.overlay(self.overlay_name, side, unit)
        except BadInput as error:
            self.overlay_name = ""
            self.say(str(error), "warn")
            return None

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
        before, self._moved = self._moved, monotonic()
        self._told = self.cursor
        if self._soon is not None:
            self._soon.stop()
            self._soon = None
        if self._moved - before < self.stavka.held_key:
            self._soon = self.set_timer(self.stavka.held_key, self._tell_hex)
        else:
            self._tell_hex()

    def _tell_hex(self) -> None:
        if not self.controller.hand_over:
            self.side.fill_hex(self.shown_overlay())
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

    def tell(self, *sentences: str) -> None:
        """Into the transcript, where changes are told as text."""
        self.telling.tell(*sentences)

    def go_to(self, h: Hex) -> None:
        """Put the cursor on a hex."""
        if not self.map.go_to(h):
            self.say(f"{self.label(h)} is not in play.", "warn")
        self.side.fill_hex(self.shown_overlay())

    def open_menu(self, ask: Ask) -> None:
        """Open the menu."""
        self.tally.close()
        if ask.details is None and not ask.lasting and not ask.typing:
            ask = ask._replace(details=self._whole)
        self.menu.start(ask)
        place_over(self)
        self.set_focus(None)
        self.tell_keys()

    def _whole(self, item: Item) -> None:
        """A line of a list that may have been cut."""
        self.say(" ".join(part for part in (item.text, item.note, item.rule) if part))

    def open_planner(self, plan: Plan) -> None:
        """Open the attack planner; it takes the place of a list."""
        self.menu.close()
        self.tally.start(plan, self.stavka.plain)
        place_over(self)
        self.go_to(plan.target)
        self.tell_keys()

    def close_planner(self) -> None:
        """Close the attack planner; the game has not changed."""
        self.tally.close()
        self.say("")
        self.tell_keys()

    def tell_keys(self) -> None:
        """The keys that answer now; and the right side is covered only while something is open there."""
        self.query_one("#over").set_class(self.menu.open or self.tally.plan is not None, "open")
        if self.tally.plan is None:
            self.map.cover(0)
        if not self.menu.open and not self.map.has_focus:
            self.map.focus()
        self.later(self.settle_cursor)
        keys = hints(self, self.hand, paused=self.pace.paused, grouped=self.groups.picked)
        self.query_one("#keys", KeyLine).tell(self.stavka.keymap, keys)


def _fits(screen: TableScreen) -> Desk:
    """The screen is what its parts take it for: checked with the types."""
    return screen
