"""How the table of a game is laid out: by the size of the terminal, and what lies over its right side."""

from __future__ import annotations

from tui.screens.base import StavkaScreen
from tui.widgets.hex_map import HexMap
from tui.widgets.lines import Line, Lines, wrapped
from tui.widgets.menu import Menu
from tui.widgets.sizes import SIZES, size_class
from tui.widgets.tally_panel import TallyPanel

PANELS = ("map", "hex", "outline", "log", "rule")
"""What ``p`` goes through on terminals that hold one panel at a time."""
COLUMN = 48
"""Columns of the last column of panels on large terminals, as in the style sheet: lists and the planner cover it."""
TALL = (160, 45)
"""From so many columns and lines on a terminal has room for score and tracks."""


def size_up(screen: StavkaScreen, panel: str, *, styled: bool = True) -> None:
    """Lay a screen out for the size of the terminal, with the panel that is shown on a narrow one.

    Not ``styled`` where the style sheet is looked at in any case afterwards, as it is once a screen is shown.
    """
    size = screen.app.size
    wanted = size_class(size.width, size.height)
    classes = {name: name == wanted for name in SIZES} | {f"show-{name}": name == panel for name in PANELS}
    classes["tall"] = size.width >= TALL[0] and size.height >= TALL[1]
    screen.update_classes(classes, update=styled)
    text = f"{size.width}x{size.height} is too small for the game: it needs 60x20. Nothing is lost."
    screen.query_one("#small", Lines).show(wrapped(text, size.width, "strong"))


def fits(screen: StavkaScreen) -> bool:
    """Whether a screen is laid out for the terminal. A covered one may have been told its own size while the terminal
    had another for a moment, and is told nothing more where the terminal comes back to that size."""
    size = screen.app.size
    return screen.has_class(size_class(size.width, size.height))


def ask_above(screen: StavkaScreen, rows: list[Line]) -> None:
    """Of the question what has no room in its own lines, over the last ones of the map; no rows: away."""
    asked = screen.query_one("#asked", Lines)
    before = len(asked.rows) if asked.display else 0
    asked.display = bool(rows)
    asked.styles.height = max(1, len(rows))
    if rows or before:
        asked.show(rows)
    if len(rows) != before:
        place_over(screen)  # a list makes room for it


def place_over(screen: StavkaScreen) -> None:
    """As much of the right side as the menu or the planner needs; the map beside it stays in view.

    Panels under it are hidden whole or not at all: what is left of one would be half sentences.
    """
    over, body = screen.query_one("#over"), screen.query_one("#body").size
    if screen.stavka.reader:
        return  # The style sheet gives it the whole width.
    large = screen.has_class("wide") or screen.has_class("huge")
    columns = screen.app.size.width
    asked = screen.query_one("#asked", Lines)
    room = body.height - (len(asked.rows) if asked.display else 0)
    most = COLUMN if large else max(26, min(54, columns * 3 // 5))
    if screen.query_one("#tally", TallyPanel).plan is not None:
        over.styles.width, over.styles.height, over.styles.offset = most, max(1, room), (0, 0)
        game_map = screen.query_one("#map", HexMap)
        game_map.cover(most - (body.width - game_map.size.width))
        return
    menu = screen.query_one("#menu", Menu)
    ask = menu.ask
    if ask is None:
        return
    items = menu.everything
    longest = max((len(i.text) + len(i.note) + len(i.rule) + 11 for i in items), default=0)
    widest = COLUMN if screen.has_class("huge") else max(26, min(54, columns * 2 // 3))
    wanted = min(widest, max(longest, len(ask.title) + 6))
    over.styles.width = most if ask.typing else max(COLUMN if large else 26, wanted)
    rows = min(14 if ask.typing else max(3, len(items) + 2), room)
    # Under the hex panel, if there is room: what the marked answer is about stays in view.
    below = screen.query_one("#hex").size.height if not ask.typing and not screen.has_class("huge") else 0
    top = below if rows <= room - below else 0
    over.styles.height = _to_a_panels_end(screen, top + rows, room) - top
    over.styles.offset = (0, top)


def _to_a_panels_end(screen: StavkaScreen, line: int, height: int) -> int:
    """The line at which a panel of the last column ends, not before a line of the body."""
    area = screen.query_one("#body").region
    panels = [p.region for p in screen.query("#panels Lines") if p.region.area]
    ends = [r.bottom - area.y for r in panels if r.right == area.right and r.bottom - area.y >= line]
    return min(*ends, height) if ends else min(line, height)
