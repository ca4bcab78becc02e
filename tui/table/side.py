"""The panels beside the map: hex, turn, score, what lies beside the map, log and rule of the moment."""

from __future__ import annotations

from engine.play.asked import Overlay
from tui.screens.simple import score_lines
from tui.table.desk import Desk
from tui.table.first_hints import FirstHints
from tui.table.hand import Hand
from tui.widgets.lines import Lines, wrapped
from tui.widgets.panels import (
    beside_lines,
    hex_lines,
    log_lines,
    mark_words,
    outline_lines,
    rule_lines,
    shortened,
)


class Side:
    """The panels of one play screen; the style sheet says which of them are in view at which size."""

    def __init__(self, desk: Desk, hand: Hand, beginner: FirstHints) -> None:
        self.desk = desk
        self.hand = hand
        self.beginner = beginner
        self.hex = Lines("Hex", id="hex", edge=True)
        self.outline = Lines("Turn", id="outline", edge=True)
        self.log = Lines("Log", id="log", edge=True)
        self.far_log = Lines("Log", id="log2", edge=True)
        self.rule = Lines("Rule", id="rule", edge=True)
        self.score = Lines("Score", id="score", edge=True)
        self.tracks = Lines("Beside the map", id="tracks", edge=True)

    def fill(self, overlay: Overlay | None) -> None:
        """Fill all panels that have room."""
        self.fill_hex(overlay)
        view, plain = self.desk.controller.view, self.desk.stavka.plain
        outline = self.outline
        outline.show(outline_lines(view, outline.inner, outline.page, plain), view.turn_name)
        for panel in (self.log, self.far_log):
            if panel.size.height:
                title, rows = self.beginner.over(log_lines(view, panel.inner, panel.page), panel.inner, panel.page)
                panel.show(rows, title)
        key = self.desk.stavka.keymap.key
        if self.score.size.height:
            rows = score_lines(self.desk.controller, self.score.inner)
            self.score.show(shortened(rows, self.score.page, key("score")))
        if self.tracks.size.height:
            rows = beside_lines(view, self.tracks.inner)
            self.tracks.show(shortened(rows, self.tracks.page, key("tracks")))
        if self.rule.size.height:
            match, refusal = self.desk.controller.match, self.hand.refusal
            wanted = refusal.rule if refusal is not None else match.prompt.rule
            title, rows = rule_lines(match.data.game, wanted, max(20, self.rule.inner))
            self.rule.show(rows, title, top=0)

    def fill_hex(self, overlay: Overlay | None) -> None:
        """The hex under the cursor, with what the layer over the map says of it."""
        panel, here = self.hex, self.desk.cursor
        marked = self.hand.selected or (self.hand.looked if self.desk.menu.open else "")
        rows = hex_lines(self.desk.controller, here, marked, panel.inner, self.desk.stavka.plain, panel.page)
        if overlay is not None:
            mark = overlay.marks.get(here, "")
            rows[1:1] = wrapped(mark_words(mark, overlay.legend), panel.inner, "now", "  ") if mark else []
        panel.show(rows, overlay.title if overlay else "Hex")
