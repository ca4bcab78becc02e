"""What players post to each other: a picture of the map at any moment, and the story of a game with such pictures."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from engine.components.datafile import read_table
from engine.components.errors import BadInput
from engine.components.grid import Hex
from engine.play.match import Match
from engine.play.timeline import Timeline
from engine.play.view import View
from tui.draw.glyphs import ASCII, UNICODE
from tui.draw.lines import MapLines
from tui.draw.picture import Picture, Surround
from tui.draw.scene import scene_from_view
from tui.words.story import Chapter, Title, tell
from tui.words.story_pages import as_html, as_markdown, as_text

FORMATS = {".txt": "text", ".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html"}
"""Ending of a file to the form of the story that is written into it."""
ALL = "all"
"""Viewer to whom everything is told."""
FRONT = 2
"""Hexes around counters that a picture of a turn shows."""


def timeline_for(match: Match, viewer: str) -> Timeline:
    """The past of a match, read to its end, for a side, for what both know (``""``) or for ``ALL``. ``BadInput``."""
    sides = match.data.meta["sides"]
    if viewer not in ("", ALL, *sides):
        raise BadInput(f"there is no side '{viewer}'; there is: {', '.join(sides)}, {ALL}")
    return Timeline(match, "" if viewer == ALL else viewer, open=viewer == ALL).read_all()


def title_of(match: Match) -> Title:
    """Sides as the rules call them."""
    sides = match.data.meta.get("side", {})
    return lambda side: str(sides.get(side, {}).get("title", side.capitalize()))


# ---------------------------------------------------------------------- which moment, which hexes
def line_of_turn(timeline: Timeline, turn: int) -> int:
    """The last line of a turn. Raises ``BadInput``, naming the turns that there are."""
    found = [entry.number for entry in timeline.entries if entry.turn == turn]
    if not found:
        turns = sorted({entry.turn for entry in timeline.entries})
        raise BadInput(f"the game has turns {turns[0]} to {turns[-1]}, not {turn}")
    return found[-1]


def part_of(view: View, words: str) -> list[Hex]:
    """Hexes of a part of the map: ``S0915-S2024`` from corner to corner, ``S2418+5`` five hexes around, all for none.

    Raises ``BadInput``.
    """
    board, grid = view.board, view.board.grid
    if not words:
        return sorted(view.data.in_play)
    middle, plus, radius = words.partition("+")
    if plus:
        if not radius.isdecimal() or not 0 < int(radius[:3]) <= 60:
            raise BadInput(f"'{radius[:20]}' is no number of hexes from 1 to 60")
        return grid.within(_hex(view, middle), int(radius))
    first, dash, last = words.partition("-")
    a, b = _hex(view, first), _hex(view, last if dash else first)
    columns = sorted((grid.column(a), grid.column(b)))
    rows = sorted((grid.row(a), grid.row(b)))
    found = [
        grid.at(c, r) for r in range(rows[0], rows[1] + 1) for c in range(columns[0], columns[1] + 1)
    ]  # fmt: skip
    return [h for h in found if h in view.data.in_play and board.labels[h]]


def _hex(view: View, text: str) -> Hex:
    return view.board.find_in(text, view.data.in_play, str(view.data.scenario.get("sheet", "")))


# ---------------------------------------------------------------------- pictures
def picture(
    view: View, hexes: Collection[Hex], overrides: Path | None = None, overlay: str = "", when: str = ""
) -> Picture:
    """A picture of some hexes as a view shows them; ``when`` is the moment in words, by default the turn.

    Raises ``BadInput`` for an overlay that there is not.
    """
    layer = view.overlay(overlay) if overlay else None
    scene = scene_from_view(view, overlay=layer)
    score = view.score()
    sides = view.data.meta.get("side", {})
    points = score.headline(sides.get(score.side, {}).get("title", score.side))
    scenario = str(view.data.scenario.get("title", ""))
    analysis = "Analysis, a position laid out by hand. " if view.state.analysis else ""
    frame = Surround(
        title=f"{view.data.meta.get('title', '')}: {scenario}, {when or view.turn_name}",
        note=f"{analysis}{points}. {view.prompt.text}" + (f" Shown: {layer.title}." if layer else ""),
        foot=f"stavka. Board {view.board.provenance}, counters {view.roster.provenance}.",
    )
    return Picture(scene, hexes, UNICODE, read_table("ui", "picture.toml", overrides)[0], frame)


def map_text(view: View, plain: bool = False) -> str:
    """The map in characters, two a hex, as the far zoom shows it."""
    lines = MapLines(scene_from_view(view), "far", ASCII if plain else UNICODE, plain)
    return "\n".join(row.rstrip() for row in lines.text())


# ---------------------------------------------------------------------- the story
def story(match: Match, timeline: Timeline, form: str, last: int | None = None, overrides: Path | None = None) -> str:
    """The story of a game as ``text``, ``markdown`` or ``html``, up to a line."""
    told = tell(timeline, match, title_of(match), last)
    if form != "html":
        write = as_text if form == "text" else as_markdown
        return write(told, lambda chapter: map_text(timeline.view(chapter.line), plain=form == "text"))
    hexes = _front(timeline, [c.line for c in told.chapters])

    def drawn(chapter: Chapter) -> str:
        when = f"after {chapter.title}"
        return picture(timeline.view(chapter.line), hexes, overrides, when=when).svg("board")

    if not told.chapters:
        return as_html(told, lambda chapter: "")
    board = picture(timeline.view(told.chapters[-1].line), hexes, overrides).board_group("board")
    return as_html(told, drawn, board)


def _front(timeline: Timeline, lines: list[int]) -> list[Hex]:
    """The frame around all hexes where counters stood at the end of a turn, the same for every picture of a page."""
    found: set[Hex] = set()
    grid, inside = None, frozenset[Hex]()
    for line in lines:
        view = timeline.view(line)
        grid, inside = view.board.grid, view.data.in_play
        found.update(view.stacks)
    if grid is None or not found:
        return sorted(inside)
    columns, rows = [grid.column(h) for h in found], [grid.row(h) for h in found]
    return [
        h
        for h in inside
        if min(columns) - FRONT <= grid.column(h) <= max(columns) + FRONT
        and min(rows) - FRONT <= grid.row(h) <= max(rows) + FRONT
    ]
